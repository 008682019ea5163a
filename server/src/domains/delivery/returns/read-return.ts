import { notFound } from '../../../kit/failure.ts';
import type { Executor } from '../../../platform/database/index.ts';
import type { Caller } from '../../access/accounts/index.ts';
import { findOwnReturn, type ReturnRow } from './sql.ts';

/** Answers 404 for returns of another account or world, as for unknown ones. */
export async function readOwnReturn(executor: Executor, caller: Caller, id: string): Promise<ReturnRow> {
  const row = await findOwnReturn(executor, caller, id);
  if (!row) throw notFound();
  return row;
}
