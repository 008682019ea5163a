import { assertDefined } from '../../../kit/assert-defined.ts';
import type { Clock } from '../../../kit/clock.ts';
import { notFound } from '../../../kit/failure.ts';
import type { Tx } from '../../../platform/database/index.ts';
import { wakeSender } from './queue-webhook.ts';
import type { Owner } from './sql.ts';
import { type DeliveryRow, findDelivery } from './sql-deliveries.ts';
import { type FailedSelection, writeReplay } from './sql-replay.ts';

/** Resends a delivery with the same id and bytes. */
export async function replayDelivery(
  { tx, clock }: { tx: Tx; clock: Clock },
  owner: Owner,
  id: string,
): Promise<DeliveryRow> {
  if ((await writeReplay(tx, owner, { id }, clock.now())).length === 0) throw notFound();
  await wakeSender(tx, owner);
  return assertDefined(await findDelivery(tx, owner, id));
}

/** Resends the matching failed deliveries and returns how many. */
export async function replayFailed({ tx, clock }: { tx: Tx; clock: Clock }, owner: Owner, failed: FailedSelection) {
  const ids = await writeReplay(tx, owner, { failed }, clock.now());
  if (ids.length > 0) await wakeSender(tx, owner);
  return ids.length;
}

/** Resends the deliveries of an event, to all its endpoints or one. */
export async function replayEvent(
  { tx, clock }: { tx: Tx; clock: Clock },
  owner: Owner,
  which: { eventId: string; endpointId?: string },
): Promise<void> {
  const ids = await writeReplay(tx, owner, which, clock.now());
  if (ids.length > 0) await wakeSender(tx, owner);
}
