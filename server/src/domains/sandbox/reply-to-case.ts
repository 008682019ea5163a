import type { Clock } from '../../kit/clock.ts';
import { notFound } from '../../kit/failure.ts';
import { type Db, inTransaction } from '../../platform/database/index.ts';
import type { Caller } from '../access/accounts/index.ts';
import { answerCase, type Case, type CaseAnswer } from '../delivery/cases/index.ts';
import { type OrderReader, readOwnOrder } from '../orders/orders/index.ts';

interface Needs {
  db: Db;
  clock: Clock;
  read: OrderReader;
}

/** Answers a sandbox case as an operator would. */
export async function replyToCase(needs: Needs, caller: Caller, orderId: string, answer: CaseAnswer): Promise<Case> {
  if (caller.world !== 'test') throw notFound();
  const order = await readOwnOrder(needs.read, caller, orderId);
  return inTransaction(needs.db, (tx) => answerCase({ tx, clock: needs.clock }, order.id, answer));
}
