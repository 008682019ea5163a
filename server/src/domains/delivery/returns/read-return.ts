import { notFound } from '../../../kit/failure.ts';
import type { Executor } from '../../../platform/database/index.ts';
import type { Caller } from '../../access/accounts/index.ts';
import { findOwnReturn, type ReturnRow } from './sql.ts';

/** Another account's or the other world's return is answered exactly as an unknown one. */
export async function readOwnReturn(executor: Executor, caller: Caller, id: string): Promise<ReturnRow> {
  const row = await findOwnReturn(executor, caller, id);
  if (!row) throw notFound();
  return row;
}
