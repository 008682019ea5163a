import { notFound } from '../../../kit/failure.ts';
import type { Db } from '../../../platform/database/index.ts';
import type { Caller } from '../../access/accounts/index.ts';
import { type BatchRow, findOwnBatch } from './sql.ts';

/** Another account's or the other world's batch is answered exactly as an unknown one. */
export async function readOwnBatch(db: Db, caller: Caller, id: string): Promise<BatchRow> {
  const batch = await findOwnBatch(db, caller, id);
  if (!batch) throw notFound();
  return batch;
}
