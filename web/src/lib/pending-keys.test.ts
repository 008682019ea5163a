import { beforeEach, describe, expect, it, vi } from 'vitest';
import { forgetKey, keepKey, pendingKey } from './pending-keys.ts';

describe('keys of requests whose answer never came', () => {
  beforeEach(() => {
    const kept = new Map<string, string>();
    vi.stubGlobal('localStorage', {
      getItem: (name: string) => kept.get(name) ?? null,
      setItem: (name: string, value: string) => kept.set(name, value),
      removeItem: (name: string) => kept.delete(name),
    });
    return () => vi.unstubAllGlobals();
  });

  it('are found by what was asked for, until the answer comes', () => {
    keepKey('one lamp', 'k1', 1000);
    keepKey('two lamps', 'k2', 1000);
    expect([pendingKey('one lamp', 2000), pendingKey('two lamps', 2000), pendingKey('a chair', 2000)]).toEqual([
      'k1',
      'k2',
      null,
    ]);
    forgetKey('k1', 2000);
    expect([pendingKey('one lamp', 2000), pendingKey('two lamps', 2000)]).toEqual([null, 'k2']);
  });

  it('are forgotten with everything that was asked for under them', () => {
    keepKey('one lamp', 'k1', 1000);
    keepKey('two lamps', 'k1', 1000);
    forgetKey('k1', 1000);
    expect([pendingKey('one lamp', 1000), pendingKey('two lamps', 1000)]).toEqual([null, null]);
  });

  it('last a quarter of an hour, and hold nothing of what was asked for', () => {
    keepKey('one lamp for Jane', 'k1', 1000);
    expect(localStorage.getItem('errand.pending')).not.toContain('Jane');
    expect(pendingKey('one lamp for Jane', 1000 + 15 * 60_000)).toBeNull();
    expect(pendingKey('one lamp for Jane', 999)).toBeNull();
  });

  it('do without a storage that is broken', () => {
    localStorage.setItem('errand.pending', '{"x":');
    expect(pendingKey('one lamp')).toBeNull();
    vi.stubGlobal('localStorage', undefined);
    keepKey('one lamp', 'k1');
    expect(pendingKey('one lamp')).toBeNull();
  });
});
