import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalJson } from './canonical-json.ts';

/** The original implementation: stored hashes were computed with it. */
const byReplacer = (value: unknown): string =>
  JSON.stringify(value, (_key, inner: unknown) =>
    inner !== null && typeof inner === 'object' && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );

describe('canonical JSON', () => {
  it('does not depend on the order of keys', () => {
    expect(canonicalJson({ b: [{ d: 1, c: 2 }], a: null })).toBe('{"a":null,"b":[{"c":2,"d":1}]}');
  });

  it('is the same text as ever, for whatever JSON can say', () => {
    fc.assert(fc.property(fc.jsonValue(), (value) => canonicalJson(value) === byReplacer(value)));
    const odd = [
      { 10: 1, 9: 2, é: 3, Z: 4, a: 5 },
      JSON.parse('{"z":1,"__proto__":{"b":1,"a":2}}'),
      { at: new Date(0), no: undefined },
    ];
    for (const value of odd) expect(canonicalJson(value)).toBe(byReplacer(value));
  });
});
