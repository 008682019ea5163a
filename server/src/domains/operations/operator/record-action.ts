import type { Clock } from '../../../kit/clock.ts';
import type { Tx } from '../../../platform/database/index.ts';
import type { Action } from './model.ts';
import { insertAction } from './sql.ts';

/** Writes what an operator did, in the transaction that did it: neither is ever there without the other. */
export async function recordAction({ tx, clock }: { tx: Tx; clock: Clock }, action: Action): Promise<void> {
  await insertAction(tx, action, clock.now());
}
