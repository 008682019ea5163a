import { publish } from '../../../events/index.ts';
import type { Tx } from '../../../platform/database/index.ts';
import { insertMessage, type NewMessage } from './sql.ts';

/** Every change of a case is a message and an event. */
export async function addMessage(tx: Tx, orderId: string, entry: NewMessage, now: Date): Promise<void> {
  if (!(await insertMessage(tx, orderId, entry, now))) return;
  await publish(tx, { type: 'case.updated', orderId }, now);
}
