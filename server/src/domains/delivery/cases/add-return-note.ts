import type { Clock } from '../../../kit/clock.ts';
import type { Tx } from '../../../platform/database/index.ts';
import { loadOrders, lockOrder } from '../../orders/orders/index.ts';
import { addMessage } from './add-message.ts';
import { caseNoteOfReturn } from './model.ts';
import { findState } from './sql.ts';

interface Needs {
  tx: Tx;
  clock: Clock;
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
