import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  deleteDrafts,
  deleteSentDrafts,
  dropDraft,
  markDraftSent,
  onOwnerKnown,
  readDraft,
  saveDraft,
  setDraftOwner,
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
  deleteDrafts();
  vi.unstubAllGlobals();
});

describe('drafts', () => {
  it('are restored for the person who wrote them', () => {
    setDraftOwner('jane');
    saveDraft('checkout', { city: 'Bonn' });
    setDraftOwner('jane');
    expect(readDraft('checkout')).toEqual({ city: 'Bonn' });
    dropDraft('checkout');
    expect(readDraft('checkout')).toBeNull();
    expect(stored.size).toBe(0);
  });

  it('are deleted when someone else signs in or their owner signs out', () => {
    setDraftOwner('jane');
    saveDraft('checkout', { city: 'Bonn' });
    setDraftOwner('joe');
    expect(readDraft('checkout')).toBeNull();
    expect([...stored.values()].join()).not.toContain('Bonn');
    saveDraft('bulk', 1);
    deleteDrafts();
    expect(stored.size).toBe(0);
  });

  it('are deleted when the service accepted them, unless they changed since', () => {
    setDraftOwner('jane');
    for (const name of ['sent', 'anew', 'other']) saveDraft(name, 1);
    markDraftSent('sent');
    markDraftSent('anew');
    saveDraft('anew', 2);
    deleteSentDrafts();
    expect(['sent', 'anew', 'other'].map((name) => readDraft(name))).toEqual([null, 2, 1]);
  });

  it('wait until it is known who is signed in', () => {
    const tell = vi.fn();
    const left = vi.fn();
    onOwnerKnown(tell);
    onOwnerKnown(left)();
    expect(tell).not.toHaveBeenCalled();
    setDraftOwner('jane');
    expect(tell).toHaveBeenCalledOnce();
    expect(left).not.toHaveBeenCalled();
  });

  it('last a day, and nothing is kept for nobody', () => {
    saveDraft('checkout', 1);
    expect(stored.size).toBe(0);
    setDraftOwner('jane', 0);
    saveDraft('checkout', 1, 0);
    expect(readDraft('checkout', day - 1)).toBe(1);
    expect(readDraft('checkout', day)).toBeNull();
  });
});
