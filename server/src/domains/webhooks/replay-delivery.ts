import type { Clock } from '../../kit/clock.ts';
import { notFound } from '../../kit/failure.ts';
import type { Tx } from '../../platform/database/index.ts';
import { wakeSender } from './queue-webhook.ts';
import { type DeliveryRow, findDelivery, type Owner, writeReplay } from './store.ts';

/** Sends a delivery again, as it was: the same id and the same bytes. */
export async function replayDelivery(
  { tx, clock }: { tx: Tx; clock: Clock },
  owner: Owner,
  id: string,
): Promise<DeliveryRow> {
  if (!(await writeReplay(tx, owner, id, clock.now()))) throw notFound();
  await wakeSender(tx, owner);
  return (await findDelivery(tx, owner, id))!;
}
