import { notFound } from '../../kit/failure.ts';
import type { Executor } from '../../platform/database/index.ts';
import type { Caller } from '../accounts/index.ts';
import { findReturn, type ReturnRow } from './store.ts';

/** Another account's or the other world's return is answered exactly as an unknown one. */
export async function readOwnReturn(executor: Executor, caller: Caller, id: string): Promise<ReturnRow> {
  const row = await findReturn(executor, id);
  if (!row || row.account_id !== caller.accountId || row.world !== caller.world) throw notFound();
  return row;
}
