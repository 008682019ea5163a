import { describe, expect, it } from 'vitest';
import { canAnswer, filterApprovers, isRefusal } from './model.ts';

const key = { isPerson: false, isOperator: false };
const person = { isPerson: true, isOperator: false };
const operator = { isPerson: true, isOperator: true };

describe('who may answer', () => {
  it('an approval needs a person, and so does any action bound to a digest', () => {
    const approval = { kind: 'approve' as const, asked_of: 'customer' as const, digest: 'd' };
    expect([key, person, operator].map((each) => canAnswer(approval, each))).toEqual([false, true, true]);
    expect(canAnswer({ ...approval, digest: null }, key)).toBe(false);
    expect(canAnswer({ ...approval, kind: 'review' }, key)).toBe(false);
    expect(canAnswer({ ...approval, kind: 'review', digest: null }, key)).toBe(false);
    expect(canAnswer({ ...approval, kind: 'choose_variant', digest: null }, key)).toBe(true);
  });

  it('what asks an operator takes an operator who is a person', () => {
    const question = { kind: 'review' as const, asked_of: 'operator' as const, digest: null };
    const program = { isPerson: false, isOperator: true };
    expect([key, person, program, operator].map((each) => canAnswer(question, each))).toEqual([
      false,
      false,
      false,
      true,
    ]);
  });
});

describe('who may approve', () => {
  const people = [
    { email: 'owner@example.com', role: 'owner' },
    { email: 'buyer@example.com', role: 'buyer' },
    { email: 'viewer@example.com', role: 'viewer' },
  ];
  const named = (approvers?: unknown) =>
    filterApprovers({ details: approvers === undefined ? {} : { approvers } }, people).map(({ email }) => email);

  it('the owners, or the owners and buyers whom the policy names', () => {
    expect(named()).toEqual(['owner@example.com']);
    expect(named(['Buyer@Example.com'])).toEqual(['buyer@example.com']);
    expect(named(['owner@example.com', 'buyer@example.com'])).toEqual(['owner@example.com', 'buyer@example.com']);
  });

  it('never a viewer: the owners, where the policy names nobody else', () => {
    expect(named(['viewer@example.com'])).toEqual(['owner@example.com']);
    expect(named(['viewer@example.com', 'buyer@example.com'])).toEqual(['buyer@example.com']);
    expect(named(['gone@example.com'])).toEqual(['owner@example.com']);
  });
});

it('anything but a clear yes is a no', () => {
  expect(isRefusal('approve', { approved: true })).toBe(false);
  for (const answer of [{ approved: false }, { approved: 'true' }, {}, null]) {
    expect([isRefusal('approve', answer), isRefusal('review', answer)]).toEqual([true, true]);
  }
  expect(isRefusal('choose_variant', {})).toBe(false);
});
