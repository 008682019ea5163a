import { publish } from '../../../events/index.ts';
import type { Clock } from '../../../kit/clock.ts';
import { notFound } from '../../../kit/failure.ts';
import { formatMoney, type Money } from '../../../kit/money.ts';
import type { Tx } from '../../../platform/database/index.ts';
import { loadOrders, lockOrder } from '../../orders/orders/index.ts';
import { badMessage, badReason, caseIsClosed, selfManagedOrder, tooManyMessages, unknownReason } from './failures.ts';
import {
  type Case,
  caseNoteOfReturn,
  findPostProblem,
  isCaseReason,
  messageLengthMax,
  messagesMax,
  messageTypeOf,
} from './model.ts';
import { countMessages, findCase, findState, insertMessage, type NewMessage, writeClosed, writeOpened } from './sql.ts';

interface Needs {
  tx: Tx;
  clock: Clock;
}

/** The caller's order, and whether an account of the service bought it. */
interface CaseOrder {
  id: string;
  isManaged: boolean;
}

export interface CasePost {
  message: string;
  reason?: string;
}

export interface CaseAnswer {
  message: string;
  close?: boolean;
}

/** Every change of a case is a message and an event. */
async function addMessage(tx: Tx, orderId: string, entry: NewMessage, now: Date): Promise<void> {
  if (!(await insertMessage(tx, orderId, entry, now))) return;
  await publish(tx, { type: 'case.updated', orderId }, now);
}

function checkLength(message: string): void {
  if (message.trim() === '' || message.length > messageLengthMax) throw badMessage();
}

/** A customer's message: opens, continues or reopens the case of an order. */
export async function postToCase({ tx, clock }: Needs, order: CaseOrder, post: CasePost): Promise<Case> {
  const { message, reason } = post;
  if (!order.isManaged) throw selfManagedOrder();
  checkLength(message);
  if (reason !== undefined && !isCaseReason(reason)) throw unknownReason();
  // Of two that open a case at once, the second finds it open.
  await lockOrder(tx, order.id);
  const problem = findPostProblem(await findState(tx, order.id), reason);
  if (problem) throw badReason(problem);
  if ((await countMessages(tx, order.id)) >= messagesMax) throw tooManyMessages();
  const now = clock.now();
  if (reason !== undefined) await writeOpened(tx, order.id, reason, now);
  await addMessage(tx, order.id, { author: 'customer', type: messageTypeOf(reason), message }, now);
  return findCase(tx, order.id);
}

/** An operator's reply, which may close the case. */
export async function answerCase({ tx, clock }: Needs, orderId: string, answer: CaseAnswer): Promise<Case> {
  const { message, close = false } = answer;
  checkLength(message);
  await lockOrder(tx, orderId);
  const state = await findState(tx, orderId);
  if (state === null) throw notFound();
  if (state === 'closed') throw caseIsClosed();
  // A full case can still be answered. In the sandbox, customers write the replies too.
  if ((await countMessages(tx, orderId)) >= 2 * messagesMax) throw tooManyMessages();
  if (close) await writeClosed(tx, orderId);
  const type = close ? 'case.closed' : 'case.freetext';
  await addMessage(tx, orderId, { author: 'operator', type, message }, clock.now());
  return findCase(tx, orderId);
}

/** An operator's message on an order's case. Opens the case if there is none or it is closed. */
export async function messageCustomer({ tx, clock }: Needs, order: CaseOrder, message: string): Promise<void> {
  // The customer could not reply.
  if (!order.isManaged) throw selfManagedOrder();
  checkLength(message);
  await lockOrder(tx, order.id);
  const now = clock.now();
  if ((await findState(tx, order.id)) !== 'open') await writeOpened(tx, order.id, 'other', now);
  await addMessage(tx, order.id, { author: 'operator', type: 'case.freetext', message }, now);
}

/** Tells the order's case, if it has one, that an operator refunded money. The caller has the order's lock. */
export async function addRefundNote(
  { tx, clock }: Needs,
  orderId: string,
  { id, paid, isRest }: { id: string; paid: Money; isRest: boolean },
): Promise<void> {
  if ((await findState(tx, orderId)) === null) return;
  const message = `${formatMoney(paid)} was refunded to your wallet${isRest ? '. The order is now fully refunded' : ''}.`;
  const type = isRest ? 'case.refund.full' : 'case.refund.partial';
  await addMessage(tx, orderId, { author: 'service', type, message, cause: `refund ${id}` }, clock.now());
}

/** Adds the status of a return to the order's case, once. It never opens or reopens a case: only the customer does. */
export async function addReturnNote(
  { tx, clock }: Needs,
  { orderId, returnId, status }: { orderId: string; returnId: string; status?: string },
): Promise<void> {
  await lockOrder(tx, orderId);
  if ((await findState(tx, orderId)) === null) return;
  const order = (await loadOrders(tx, [orderId])).get(orderId);
  const current = order?.returns.find((one) => one.id === returnId);
  if (!order || !current) return;
  const summary = { ...current, status: status ?? current.status };
  const creditedCents = order.returns.reduce((sum, one) => sum + (one.credited_cents ?? 0), 0);
  const note = caseNoteOfReturn(summary, { chargedCents: order.charged_cents ?? 0, creditedCents });
  const cause = `return ${returnId} ${summary.status}`;
  await addMessage(tx, orderId, { author: 'service', ...note, cause }, clock.now());
}
