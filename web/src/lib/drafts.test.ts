import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  dropDraft,
  forgetDrafts,
  forgetSentDrafts,
  keepDraft,
  keepDraftsOf,
  keptDraft,
  sendsDraft,
  whenOwnerIsKnown,
} from './drafts.ts';

const day = 86_400_000;
let stored: Map<string, string>;
beforeEach(() => {
  stored = new Map();
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, value: string) => stored.set(name, value),
    removeItem: (name: string) => stored.delete(name),
  });
});
afterEach(() => {
  forgetDrafts();
  vi.unstubAllGlobals();
});

describe('drafts', () => {
  it('come back to the one who wrote them', () => {
    keepDraftsOf('jane');
    keepDraft('checkout', { city: 'Bonn' });
    keepDraftsOf('jane');
    expect(keptDraft('checkout')).toEqual({ city: 'Bonn' });
    dropDraft('checkout');
    expect(keptDraft('checkout')).toBeNull();
    expect(stored.size).toBe(0);
  });

  it('are gone when somebody else signs in, or their owner signs out', () => {
    keepDraftsOf('jane');
    keepDraft('checkout', { city: 'Bonn' });
    keepDraftsOf('joe');
    expect(keptDraft('checkout')).toBeNull();
    expect([...stored.values()].join()).not.toContain('Bonn');
    keepDraft('bulk', 1);
    forgetDrafts();
    expect(stored.size).toBe(0);
  });

  it('are gone when the service took what was sent, unless they were written anew since', () => {
    keepDraftsOf('jane');
    for (const name of ['sent', 'anew', 'other']) keepDraft(name, 1);
    sendsDraft('sent');
    sendsDraft('anew');
    keepDraft('anew', 2);
    forgetSentDrafts();
    expect(['sent', 'anew', 'other'].map((name) => keptDraft(name))).toEqual([null, 2, 1]);
  });

  it('are waited for until it is known whose they are', () => {
    const tell = vi.fn();
    const left = vi.fn();
    whenOwnerIsKnown(tell);
    whenOwnerIsKnown(left)();
    expect(tell).not.toHaveBeenCalled();
    keepDraftsOf('jane');
    expect(tell).toHaveBeenCalledOnce();
    expect(left).not.toHaveBeenCalled();
  });

  it('last a day, and nothing is kept for nobody', () => {
    keepDraft('checkout', 1);
    expect(stored.size).toBe(0);
    keepDraftsOf('jane', 0);
    keepDraft('checkout', 1, 0);
    expect(keptDraft('checkout', day - 1)).toBe(1);
    expect(keptDraft('checkout', day)).toBeNull();
  });
});
