import { notFound } from '../../kit/failure.ts';
import type { Db } from '../../platform/database/index.ts';
import type { Caller } from '../accounts/index.ts';
import { type BatchRow, findBatch } from './store.ts';

/** Another account's or the other world's batch is answered exactly as an unknown one. */
export async function readOwnBatch(db: Db, caller: Caller, id: string): Promise<BatchRow> {
  const batch = await findBatch(db, id);
  if (!batch || batch.account_id !== caller.accountId || batch.world !== caller.world) throw notFound();
  return batch;
}
