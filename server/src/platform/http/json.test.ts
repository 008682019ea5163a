import { describe, expect, it } from 'vitest';
import { parseJson } from './json.ts';

function problemOf(text: string) {
  const parsed = parseJson(text);
  if (parsed.ok) throw new Error(`accepted: ${text}`);
  return parsed.problems[0]!;
}

describe('parseJson', () => {
  it('reads what JSON can say', () => {
    for (const value of [
      {},
      [],
      'a',
      1,
      -0.5,
      true,
      null,
      { a: [{ b: 'é"\\', c: [1, 2] }, 'x:y'] },
      { '': { ':': ':' } },
    ]) {
      expect(parseJson(JSON.stringify(value))).toEqual({ ok: true, value });
      expect(parseJson(JSON.stringify(value, null, 2))).toEqual({ ok: true, value });
    }
    expect(parseJson(String.raw`{"a\\":"\\","b":"\\\"", "c" : "\ud83d\ude00"}`)).toEqual({
      ok: true,
      value: { 'a\\': '\\', b: '\\"', c: '😀' },
    });
  });

  it.each([
    ['', 0],
    ['{', 1],
    ['{"a":1,}', 7],
    ['{"a":1 "b":2}', 7],
    ['{"a" 1}', 5],
    ['{a:1}', 1],
    ['[1,]', 3],
    ['[1 2]', 3],
    ['hello', 0],
    ['{} x', 3],
    ['{"a":01}', 6],
    ['"line\nbreak"', 0],
    ["{'a':1}", 1],
    ['{"a":NaN}', 5],
  ])('tells where %j breaks', (text, position) => {
    expect(problemOf(text)).toMatchObject({ loc: ['body', position], type: 'json_invalid' });
  });

  it.each([
    ['{"a":1,"a":2}', 7],
    ['{"x":{"a":1,"b":{"a":1},"\\u0061":2}}', 24],
    ['[{"a":1},{"a":1,"a":1}]', 16],
  ])('refuses the duplicate key in %s', (text, position) => {
    expect(problemOf(text)).toEqual({
      loc: ['body', position],
      msg: 'JSON decode error: an object repeats a key',
      type: 'json_invalid',
    });
  });

  it('rejects harmful values, with their location', () => {
    expect(problemOf('{"a":[{"b":"x\\u0000"}]}')).toMatchObject({ loc: ['body', 'a', 0, 'b'], type: 'value_error' });
    expect(problemOf('{"a":"\\ud800"}')).toMatchObject({ loc: ['body', 'a'], type: 'value_error' });
    expect(problemOf('{"a":"\\uDC00x"}')).toMatchObject({ loc: ['body', 'a'], type: 'value_error' });
    expect(problemOf('{"\\u0000":1}')).toMatchObject({ type: 'value_error' });
    expect(problemOf('{"\\ud800":1}')).toMatchObject({ type: 'value_error' });
    expect(problemOf('{"a":{"__proto__":{"b":1}}}')).toMatchObject({
      loc: ['body', 'a', '__proto__'],
      type: 'value_error',
    });
    expect(problemOf('[1,1e400]')).toMatchObject({ loc: ['body', 1], type: 'value_error' });
    expect(problemOf('{"a":-1e400}')).toMatchObject({ loc: ['body', 'a'], type: 'value_error' });
  });

  it('limits the depth to 32', () => {
    expect(parseJson('['.repeat(32) + ']'.repeat(32)).ok).toBe(true);
    expect(problemOf('['.repeat(33) + ']'.repeat(33))).toMatchObject({ type: 'value_error' });
    expect(problemOf(`${'{"a":'.repeat(33)}1${'}'.repeat(33)}`)).toMatchObject({ type: 'value_error' });
    expect(problemOf('['.repeat(500_000) + ']'.repeat(500_000))).toMatchObject({ type: 'value_error' });
    expect(problemOf('['.repeat(1_000_000))).toMatchObject({ type: 'json_invalid' });
  });

  it('lists several problems, within bounds', () => {
    const parsed = parseJson(`[${Array.from({ length: 500 }, () => '1e999').join()}]`);
    expect(parsed.ok ? 0 : parsed.problems.length).toBe(100);
  });

  it('takes little longer than the native parser', () => {
    const row = {
      product_url: 'https://store.example/p/1',
      quantity: '1',
      name: 'A "quoted" name',
      address1: '1 Long Street',
      city: 'Springfield',
      state: 'IL',
      zip: '62701',
      max_price: '1999',
    };
    const rows = Array.from({ length: 90_000 }, (_, index) => ({ ...row, zip: String(index) }));
    const text = JSON.stringify({ rows });
    expect(text.length).toBeGreaterThan(14 * 1024 * 1024);
    // CPU time of this process: on a busy machine, wall time measures the others.
    const workedMs = (work: () => unknown) => {
      const started = process.cpuUsage();
      work();
      return process.cpuUsage(started).user / 1000;
    };
    const native = workedMs(() => JSON.parse(text));
    const ours = workedMs(() => expect(parseJson(text).ok).toBe(true));
    expect(ours).toBeLessThan(native * 6 + 300);
  });
});
