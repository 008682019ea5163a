import { expect, it } from 'vitest';
import { canMove, isTerminal, type Moves, sourcesOf } from './moves.ts';

const moves: Moves<'a' | 'b' | 'c'> = { a: ['b', 'c'], b: ['c'], c: [] };

it('moves are what the table says, and nothing else', () => {
  expect([canMove(moves, 'a', 'b'), canMove(moves, 'b', 'a'), canMove(moves, 'a', 'a')]).toEqual([true, false, false]);
  expect(sourcesOf(moves, 'c')).toEqual(['a', 'b']);
  expect([isTerminal(moves, 'c'), isTerminal(moves, 'b')]).toEqual([true, false]);
});
