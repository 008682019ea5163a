import { assertDefined } from '../../../kit/assert-defined.ts';
import { notFound } from '../../../kit/failure.ts';
import type { World } from '../../../kit/world.ts';
import type { Tx } from '../../../platform/database/index.ts';
import { type KeyLimits, type KeyPermissions, limitsOf } from './model.ts';
import { type ListedKeyRow, lockKey, writeKey } from './sql.ts';

export interface KeyChanges {
  label?: string;
  /** Omitted fields stay as they are; null removes a limit. */
  limits?: Partial<KeyLimits>;
  permissions?: Partial<KeyPermissions>;
}

/** The canonical name of a retailer. */
export type NameOfRetailer = (world: World, retailer: string) => string;

/** Orders have canonical names: a key limited to "amazon.com" buys at "amazon". */
export function withRetailerNames(
  limits: Partial<KeyLimits>,
  world: World,
  nameOf: NameOfRetailer,
): Partial<KeyLimits> {
  const { allowedRetailers: names } = limits;
  if (!names) return limits;
  return { ...limits, allowedRetailers: [...new Set(names.map((name) => nameOf(world, name)))] };
}

export async function updateKey(
  { tx, nameOfRetailer }: { tx: Tx; nameOfRetailer: NameOfRetailer },
  accountId: string,
  id: string,
  changes: KeyChanges,
): Promise<ListedKeyRow> {
  const row = await lockKey(tx, accountId, id);
  if (!row) throw notFound();
  await writeKey(tx, id, {
    label: changes.label ?? row.label,
    limits: { ...limitsOf(row), ...withRetailerNames(changes.limits ?? {}, row.world, nameOfRetailer) },
    permissions: {
      scopes: row.scopes,
      expiresAt: row.expires_at,
      allowedAddresses: row.allowed_addresses,
      allowedOrigins: row.allowed_origins,
      ...changes.permissions,
    },
  });
  return assertDefined(await lockKey(tx, accountId, id));
}
