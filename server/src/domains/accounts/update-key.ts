import { existing } from '../../kit/existing.ts';
import { notFound } from '../../kit/failure.ts';
import type { Tx } from '../../platform/database/index.ts';
import { type KeyLimits, type KeyPower, limitsOf } from './model.ts';
import { type ListedKeyRow, lockKey, writeKey } from './store.ts';

export interface KeyChanges {
  label?: string;
  /** What is left out stays as it is; null lifts a limit. */
  limits?: Partial<KeyLimits>;
  power?: Partial<KeyPower>;
}

export async function updateKey(
  { tx }: { tx: Tx },
  accountId: string,
  id: string,
  changes: KeyChanges,
): Promise<ListedKeyRow> {
  const row = await lockKey(tx, accountId, id);
  if (!row) throw notFound();
  await writeKey(tx, id, {
    label: changes.label ?? row.label,
    limits: { ...limitsOf(row), ...changes.limits },
    power: {
      scopes: row.scopes,
      expiresAt: row.expires_at,
      allowedAddresses: row.allowed_addresses,
      allowedOrigins: row.allowed_origins,
      ...changes.power,
    },
  });
  return existing(await lockKey(tx, accountId, id));
}
