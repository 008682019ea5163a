import type { Clock } from '../../../kit/clock.ts';
import type { Tx } from '../../../platform/database/index.ts';
import { lockOrder } from '../../orders/orders/index.ts';
import { addMessage } from './add-message.ts';
import { badMessage, selfManagedOrder } from './failures.ts';
import { messageLengthMax } from './model.ts';
import type { CaseOrder } from './post-to-case.ts';
import { findState, writeOpened } from './sql.ts';

/** An operator's message on an order's case. Opens the case if there is none or it is closed. */
export async function messageCustomer(
  { tx, clock }: { tx: Tx; clock: Clock },
  order: CaseOrder,
  message: string,
): Promise<void> {
  // The customer could not reply.
  if (!order.isManaged) throw selfManagedOrder();
  if (message.trim() === '' || message.length > messageLengthMax) throw badMessage();
  await lockOrder(tx, order.id);
  const now = clock.now();
  if ((await findState(tx, order.id)) !== 'open') await writeOpened(tx, order.id, 'other', now);
  await addMessage(tx, order.id, { author: 'operator', type: 'case.freetext', message }, now);
}
