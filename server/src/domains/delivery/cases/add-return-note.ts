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

/**
 * Tells the order's case, open or closed, how a return of it stands; twice tells once. It opens no case and reopens none:
 * a return has an answer of its own, and only the customer says that something is still to be settled.
 */
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
