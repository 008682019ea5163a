import { notFound } from '../../kit/failure.ts';
import type { Tx } from '../../platform/database/index.ts';
import { type KeyLimits, limitsOf } from './model.ts';
import { type ListedKeyRow, lockKey, writeKey } from './store.ts';

export interface KeyChanges {
  label?: string;
  /** What is left out stays as it is; null lifts a limit. */
  limits?: Partial<KeyLimits>;
}

export async function updateKey(
  { tx }: { tx: Tx },
  accountId: string,
  id: string,
  changes: KeyChanges,
): Promise<ListedKeyRow> {
  const row = await lockKey(tx, accountId, id);
  if (!row) throw notFound();
  await writeKey(tx, id, changes.label ?? row.label, { ...limitsOf(row), ...changes.limits });
  return (await lockKey(tx, accountId, id))!;
}
