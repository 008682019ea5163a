import { forgetKeysOfDeletedOrders } from '../domains/access/accounts/index.ts';
import { isCountedForever } from '../domains/access/policies/index.ts';
import { deleteCheckoutsOf } from '../domains/channels/ucp/core.ts';
import { deleteCasesOf, deleteDocumentsOf, hasOpenCase } from '../domains/delivery/cases/index.ts';
import { deleteReturnsOf, hasOpenReturn } from '../domains/delivery/returns/index.ts';
import { deleteTrackingOf } from '../domains/delivery/tracking/index.ts';
import { deleteFailures } from '../domains/money/wallet/index.ts';
import { isInBatch } from '../domains/orders/bulk/index.ts';
import { deleteDeskOf } from '../domains/orders/desk/core.ts';
import { deleteOrders, lockOldOrders } from '../domains/orders/orders/index.ts';
import type { World } from '../kit/world.ts';
import type { Blobs } from '../platform/blobs/index.ts';
import { type Db, inTransaction, type Tx } from '../platform/database/index.ts';

const atOnce = 200;
/** Limits one run of the worker. The next run continues. */
const portionsMax = 50;

/**
 * Deletes orders of a mode that ended before then, with everything that refers to them. The ledger keeps their
 * transfers. Keeps orders with an open return or case, and those of accounts whose lifetime budget counts them. Returns
 * how many were deleted.
 */
export async function deleteOldOrders(
  needs: { db: Db; blobs: Pick<Blobs, 'delete'> },
  world: World,
  before: Date,
): Promise<number> {
  let deleted = 0;
  for (let portion = 0; portion < portionsMax; portion += 1) {
    const { count, blobs } = await inTransaction(needs.db, (tx) => deletePortion(tx, world, before));
    for (const blob of blobs) await needs.blobs.delete(blob);
    deleted += count;
    if (count < atOnce) break;
  }
  await forgetKeysOfDeletedOrders(needs.db, world, before);
  return deleted;
}

/** Each slice deletes its own rows, dependent ones first. */
async function deletePortion(tx: Tx, world: World, before: Date): Promise<{ count: number; blobs: string[] }> {
  const ids = await lockOldOrders(tx, { world, before, most: atOnce }, (order) => [
    hasOpenReturn(order),
    hasOpenCase(order),
    isInBatch(order),
    isCountedForever(order),
  ]);
  if (ids.length === 0) return { count: 0, blobs: [] };
  await deleteFailures(tx, ids);
  const receipts = await deleteDeskOf(tx, ids);
  await deleteTrackingOf(tx, ids);
  const labels = await deleteReturnsOf(tx, ids);
  const files = await deleteCasesOf(tx, ids);
  const documents = await deleteDocumentsOf(tx, ids);
  await deleteCheckoutsOf(tx, ids);
  await deleteOrders(tx, ids);
  return { count: ids.length, blobs: [...labels, ...receipts, ...files, ...documents] };
}
