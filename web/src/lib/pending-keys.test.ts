import { beforeEach, describe, expect, it, vi } from 'vitest';
import { deletePendingKey, readPendingKey, savePendingKey } from './pending-keys.ts';

describe('keys of requests without a response', () => {
  beforeEach(() => {
    const kept = new Map<string, string>();
    vi.stubGlobal('localStorage', {
      getItem: (name: string) => kept.get(name) ?? null,
      setItem: (name: string, value: string) => kept.set(name, value),
      removeItem: (name: string) => kept.delete(name),
    });
    return () => vi.unstubAllGlobals();
  });

  it('are found by the request until there is a response', () => {
    savePendingKey('one lamp', 'k1', 1000);
    savePendingKey('two lamps', 'k2', 1000);
    expect([
      readPendingKey('one lamp', 2000),
      readPendingKey('two lamps', 2000),
      readPendingKey('a chair', 2000),
    ]).toEqual(['k1', 'k2', null]);
    deletePendingKey('k1', 2000);
    expect([readPendingKey('one lamp', 2000), readPendingKey('two lamps', 2000)]).toEqual([null, 'k2']);
  });

  it('are deleted with every request under them', () => {
    savePendingKey('one lamp', 'k1', 1000);
    savePendingKey('two lamps', 'k1', 1000);
    deletePendingKey('k1', 1000);
    expect([readPendingKey('one lamp', 1000), readPendingKey('two lamps', 1000)]).toEqual([null, null]);
  });

  it('last 15 minutes, and contain nothing of the request', () => {
    savePendingKey('one lamp for Jane', 'k1', 1000);
    expect(localStorage.getItem('errand.pending')).not.toContain('Jane');
    expect(readPendingKey('one lamp for Jane', 1000 + 15 * 60_000)).toBeNull();
    expect(readPendingKey('one lamp for Jane', 999)).toBeNull();
  });

  it('work without storage', () => {
    localStorage.setItem('errand.pending', '{"x":');
    expect(readPendingKey('one lamp')).toBeNull();
    vi.stubGlobal('localStorage', undefined);
    savePendingKey('one lamp', 'k1');
    expect(readPendingKey('one lamp')).toBeNull();
  });
});
