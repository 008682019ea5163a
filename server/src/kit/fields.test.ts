import { describe, expect, it } from 'vitest';
import { expectLinear } from '../../test/harness/linear.ts';
import { jsonIn } from './fields.ts';

describe('JSON from outside', () => {
  it('is read if it is valid', () => {
    expect(jsonIn('{"a": [1, "b"]}')).toEqual({ a: [1, 'b'] });
    expect(jsonIn('{"a"')).toBeUndefined();
  });

  it('has no text that the database refuses', () => {
    expect(jsonIn('{"id": "a\\u0000b", "\\uD800": ["\\udc00", "\\ud83d\\udca9", "\\\\u0000"]}')).toEqual({
      id: 'a\uFFFDb',
      '\uFFFD': ['\uFFFD', '💩', '\\u0000'],
    });
    expect(jsonIn(`${'['.repeat(90_000)}"\\u0000"${']'.repeat(90_000)}`)).toBeUndefined();
  });

  it('is not read if it has more values than any store sends', () => {
    const listOf = (length: number) => JSON.stringify(Array.from({ length }, () => 1));
    expect(jsonIn(listOf(100_000))).toHaveLength(100_000);
    expect(jsonIn(listOf(100_001))).toBeUndefined();
    expect(jsonIn(`[${'[],'.repeat(60_000)}1]`)).toBeUndefined();
    expect(jsonIn(`${'['.repeat(200_000)}${']'.repeat(200_000)}`)).toBeUndefined();
    expect(jsonIn(JSON.stringify('x'.repeat(4_000_000)))).toBeUndefined();
    // What is inside of a text counts as one value.
    const text = ',[{"'.repeat(200_000);
    expect(jsonIn(JSON.stringify([text]))).toEqual([text]);
  });

  const hostile: Record<string, (length: number) => string> = {
    lists: (length) => `[${'[],'.repeat(length / 3)}1]`,
    names: (length) => `{${Array.from({ length: length / 10 }, (_, index) => `"k${index}":1`).join()}}`,
    quotes: (length) => '"'.repeat(length),
    backslashes: (length) => `"${'\\'.repeat(length)}`,
  };
  it.each(Object.entries(hostile))('is read in linear time: %s', async (_name, make) => {
    await expectLinear(jsonIn, make, 400_000);
  });
});
