import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { writeInPieces, writeJson, writeList } from './write-in-pieces.ts';

describe('a long text, written in pieces', () => {
  it('is the whole text, and lets others have their turn after each piece', async () => {
    let turns = 0;
    let isOn = true;
    const count = () => {
      turns += 1;
      if (isOn) setImmediate(count);
    };
    setImmediate(count);
    const pieces: string[] = [];
    const entries = Array.from({ length: 50 }, (_, place) => String(place));
    for await (const piece of writeInPieces(entries, (entry) => entry.padStart(10_000))) pieces.push(piece);
    isOn = false;
    expect(pieces.join('')).toBe(entries.map((entry) => entry.padStart(10_000)).join(''));
    expect(pieces.length).toBe(25);
    expect(turns).toBeGreaterThan(20);
  });

  it('is JSON of a list and what belongs to it', async () => {
    for (const entries of [[], [1], [1, 2, 3]]) {
      const written = await text(
        Readable.from(writeList('of', entries, (entry) => ({ entry }), { total: 3, next: null })),
      );
      expect(JSON.parse(written)).toEqual({ of: entries.map((entry) => ({ entry })), total: 3, next: null });
    }
  });
});

describe('any JSON value in pieces', () => {
  const longList = Array.from({ length: 5000 }, (_, place) => ({ place, text: 'a "b" \u2028', skipped: undefined }));

  it.each([
    ['a long list', longList],
    ['a long list inside', { error: { details: { rows: longList, total: 3, none: undefined } }, list: [1, 'a', null] }],
    ['nothing', null],
    ['an empty object', { details: {} }],
    ['what JSON cannot hold', { list: Array.from({ length: 20 }, () => undefined), number: Number.NaN }],
  ])('is the same as at once: %s', async (_name, value) => {
    const pieces: string[] = [];
    for await (const piece of writeJson(value)) pieces.push(piece);
    expect(pieces.join('')).toBe(JSON.stringify(value));
    expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThan(20_000);
  });
});
