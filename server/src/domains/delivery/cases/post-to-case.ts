import type { Clock } from '../../../kit/clock.ts';
import type { Tx } from '../../../platform/database/index.ts';
import { lockOrder } from '../../orders/orders/index.ts';
import { addMessage } from './add-message.ts';
import { badMessage, badReason, selfManagedOrder, unknownReason } from './failures.ts';
import { type Case, findPostProblem, isCaseReason, messageLengthMax, messageTypeOf } from './model.ts';
import { findCase, findState, writeOpened } from './sql.ts';

interface Needs {
  tx: Tx;
  clock: Clock;
}

/** The caller's order, and whether an account of the service bought it. */
export interface CaseOrder {
  id: string;
  isManaged: boolean;
}

export interface CasePost {
  message: string;
  reason?: string;
}

/** A customer's message: opens, continues or reopens the case of an order. */
export async function postToCase({ tx, clock }: Needs, order: CaseOrder, post: CasePost): Promise<Case> {
  const { message, reason } = post;
  if (!order.isManaged) throw selfManagedOrder();
  if (message.trim() === '' || message.length > messageLengthMax) throw badMessage();
  if (reason !== undefined && !isCaseReason(reason)) throw unknownReason();
  // Of two that open a case at once, the second finds it open.
  await lockOrder(tx, order.id);
  const problem = findPostProblem(await findState(tx, order.id), reason);
  if (problem) throw badReason(problem);
  const now = clock.now();
  if (reason !== undefined) await writeOpened(tx, order.id, reason, now);
  await addMessage(tx, order.id, { author: 'customer', type: messageTypeOf(reason), message }, now);
  return findCase(tx, order.id);
}
