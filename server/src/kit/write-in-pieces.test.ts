import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { writeInPieces, writeList } from './write-in-pieces.ts';

describe('a long text in pieces', () => {
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
