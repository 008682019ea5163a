import type { Clock } from '../../../kit/clock.ts';
import type { Tx } from '../../../platform/database/index.ts';
import type { Action } from './model.ts';
import { insertAction } from './sql.ts';

/** Records an operator's action in the transaction of the action itself. */
export async function recordAction({ tx, clock }: { tx: Tx; clock: Clock }, action: Action): Promise<void> {
  await insertAction(tx, action, clock.now());
}
