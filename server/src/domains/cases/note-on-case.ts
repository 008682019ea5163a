import type { Tx } from '../../platform/database/index.ts';
import { lockOrder } from '../orders/index.ts';
import { addMessage } from './add-message.ts';
import type { CaseNote } from './model.ts';
import { findState } from './store.ts';

/**
 * What happened to a return of the order, told on its case, open or closed. It opens none and reopens none: a return
 * tells its own story, and only the customer says that something is still to be settled. Says whether there was a case.
 */
export async function noteOnCase(tx: Tx, orderId: string, type: CaseNote, message: string, now: Date) {
  await lockOrder(tx, orderId);
  if ((await findState(tx, orderId)) === null) return false;
  await addMessage(tx, orderId, { author: 'service', type, message }, now);
  return true;
}
