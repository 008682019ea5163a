import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import { openPieces, sealPieces } from './seal.ts';

const key = Buffer.alloc(32, 1);
const header = Buffer.from('header');
const plain = Buffer.alloc(150_000, 'errand');

async function* stream(pieces: readonly Buffer[]): AsyncGenerator<Buffer> {
  yield* pieces;
}
const opened = async (pieces: readonly Buffer[]): Promise<Buffer> =>
  Buffer.concat(await Readable.from(openPieces(stream(pieces), key, header)).toArray());

it('does not decrypt a file that was cut off between two pieces, reordered or extended', async () => {
  const [first, second, last, ...more] = (await Readable.from(
    sealPieces(stream([plain]), key, header),
  ).toArray()) as Buffer[];
  if (!first || !second || !last || more.length > 0) throw new Error('Three pieces were expected.');
  expect((await opened([first, second, last])).equals(plain)).toBe(true);
  for (const cut of [[first, second], [first], []])
    await expect(opened(cut)).rejects.toThrow('The backup is incomplete: its end is missing.');
  for (const altered of [
    [first, last],
    [second, first, last],
    [first, second, last, last],
    [first, second, second],
  ])
    await expect(opened(altered)).rejects.toThrow('damaged');
});
