import { expect, it } from 'vitest';
import type { Connector } from '../../../connectors/contract.ts';
import { boundMessages } from './bound-messages.ts';

const long = `Sorry.\r\nTotal: \u202e0${'x'.repeat(5_000_000)}`;
const call = { signal: new AbortController().signal };

it('shortens what a store says wherever an order could quote it, and nothing else', async () => {
  const answers = {
    prepare: { kind: 'refused', reason: 'checkout_failed', message: long, lineIds: ['a'] },
    submit: { kind: 'unknown', message: long },
    find: { kind: 'unsure', message: long },
    track: { kind: 'unreachable', message: long },
    cancel: { kind: 'refused', message: long },
    requestReturn: { kind: 'denied', message: long },
    checkReturn: { kind: 'credited', amount: null, message: long },
    checkRefund: { kind: 'refunded', amount: null, message: null },
    login: { kind: 'needs', question: { kind: 'enter_code', message: long, details: { to: 'you' } } },
  };
  const methods = Object.fromEntries(Object.entries(answers).map(([name, answer]) => [name, async () => answer]));
  const bound = boundMessages({ name: 'lying', ...methods } as unknown as Connector) as unknown as Record<
    string,
    (...asked: unknown[]) => Promise<{ message?: string | null; question?: { message: string } }>
  >;
  for (const [name, given] of Object.entries(answers)) {
    const answer = await bound[name]!({}, {}, call);
    const message = answer.question?.message ?? answer.message;
    if (name === 'checkRefund') expect(answer).toEqual(given);
    else expect([name, message]).toEqual([name, `Sorry. Total: 0${'x'.repeat(985)}`]);
    expect(Object.keys(answer)).toEqual(Object.keys(given));
  }
  expect(Object.keys(boundMessages({ name: 'none' } as unknown as Connector))).toEqual(['name']);
});
