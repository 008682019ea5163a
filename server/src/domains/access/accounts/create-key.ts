import { createHash } from 'node:crypto';
import type { Clock } from '../../../kit/clock.ts';
import { newId, randomBase62 } from '../../../kit/ids.ts';
import type { World } from '../../../kit/world.ts';
import type { Executor } from '../../../platform/database/index.ts';
import {
  composeKey,
  defaultPermissions,
  type KeyLimits,
  type KeyPermissions,
  keyHint,
  keyPrefixes,
  randomLength,
} from './model.ts';
import { insertKey, writeKeySecret } from './sql.ts';

export const hashKey = (key: string): Buffer => createHash('sha256').update(key).digest();

export const noLimits: KeyLimits = { spendPerDay: null, spendPerOrder: null, allowedRetailers: null };

export interface NewKey {
  accountId: string;
  world: World;
  label: string;
  idleDays?: number;
  /** Set for an order-scoped key. */
  orderId?: string;
  limits?: KeyLimits;
  permissions?: Partial<KeyPermissions>;
  /** The person who created or granted it. */
  createdBy?: string | null;
  /** The 32 random characters, if they are derived; random by default. */
  random?: string;
}

/** Returns the key, which is shown only here. The database has its hash. */
export async function createKey(
  needs: { tx: Executor; clock: Clock },
  wanted: NewKey,
): Promise<{ id: string; key: string }> {
  const key = composeKey(
    keyPrefixes[wanted.orderId ? 'order' : wanted.world],
    wanted.random ?? randomBase62(randomLength),
  );
  const id = newId();
  await insertKey(needs.tx, {
    id,
    accountId: wanted.accountId,
    world: wanted.world,
    hash: hashKey(key),
    label: wanted.label,
    hint: keyHint(key),
    idleDays: wanted.idleDays ?? null,
    orderId: wanted.orderId ?? null,
    limits: wanted.limits ?? noLimits,
    permissions: { ...defaultPermissions, ...wanted.permissions },
    createdBy: wanted.createdBy ?? null,
    now: needs.clock.now(),
  });
  return { id, key };
}

/** Replaces a key's secret and expiry. Its id, limits, policy and history stay. */
export async function renewKey(
  needs: { tx: Executor; clock: Clock },
  { id, world, expiresAt }: { id: string; world: World; expiresAt: Date },
): Promise<string> {
  const key = composeKey(keyPrefixes[world], randomBase62(randomLength));
  await writeKeySecret(needs.tx, id, { hash: hashKey(key), hint: keyHint(key), expiresAt });
  return key;
}
