import { expect, it } from 'vitest';
import { nextTurn } from './next-turn.ts';

it('runs one piece per turn of the event loop, in order, however much work there is', async () => {
  let turns = 0;
  let isOver = false;
  const count = () => {
    turns += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  const pieces: { name: string; turn: number }[] = [];
  const work = async (name: string) => {
    for (let piece = 0; piece < 3; piece += 1) {
      await nextTurn();
      pieces.push({ name, turn: turns });
    }
  };
  await Promise.all(['a', 'b', 'c', 'd'].map(work));
  isOver = true;
  expect(pieces.map(({ name }) => name).join('')).toBe('abcdabcdabcd');
  expect(new Set(pieces.map(({ turn }) => turn)).size).toBe(12);
});
