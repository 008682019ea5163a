import { notFound } from '../../../kit/failure.ts';
import type { Db } from '../../../platform/database/index.ts';
import type { Caller } from '../../access/accounts/index.ts';
import { type BatchRow, findOwnBatch } from './sql.ts';

/** Answers 404 for batches of another account or world, as for unknown ones. */
export async function readOwnBatch(db: Db, caller: Caller, id: string): Promise<BatchRow> {
  const batch = await findOwnBatch(db, caller, id);
  if (!batch) throw notFound();
  return batch;
}
