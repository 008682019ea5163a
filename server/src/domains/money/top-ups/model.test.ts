import { expect, it } from 'vitest';
import { sourcesOf } from '../../../kit/moves.ts';
import { topUpMoves } from './model.ts';

it('a top-up that is paid late still succeeds, and a completed one never changes', () => {
  expect(sourcesOf(topUpMoves, 'succeeded')).toEqual(['requires_action', 'failed', 'expired']);
  expect(sourcesOf(topUpMoves, 'failed')).toEqual(['requires_action']);
  expect(sourcesOf(topUpMoves, 'expired')).toEqual(['requires_action']);
  expect([topUpMoves.succeeded, topUpMoves.refunded]).toEqual([[], []]);
});
