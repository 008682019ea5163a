import type { Clock } from '../../../kit/clock.ts';
import { notFound } from '../../../kit/failure.ts';
import { toCents } from '../../../kit/money.ts';
import type { World } from '../../../kit/world.ts';
import { type Db, inTransaction } from '../../../platform/database/index.ts';
import { type KeyLimits, lockAnyKey, updateKey } from '../../access/accounts/index.ts';
import { recordAction } from './export-audit.ts';
import { findKeyFile, type KeyRow } from './sql-subjects.ts';

interface Needs {
  db: Db;
  clock: Clock;
  nameOfRetailer(world: World, retailer: string): string;
}

export interface LimitRequest {
  keyId: string;
  /** Omitted fields stay; null removes a limit. */
  limits: {
    spend_per_day_cents?: number | null;
    spend_per_order_cents?: number | null;
    allowed_retailers?: string[] | null;
  };
  reason: string;
}

const limitsShown = (key: KeyRow | null) => ({
  account_id: key?.account_id,
  spend_per_day_cents: key?.spend_per_day_cents ?? null,
  spend_per_order_cents: key?.spend_per_order_cents ?? null,
  allowed_retailers: key?.allowed_retailers ?? null,
});

const centsOf = (cents: number | null) => (cents === null ? null : toCents(cents));

/** Changes how much a key may spend, and where. A revoked key is not found. */
export async function limitKey({ db, clock, nameOfRetailer }: Needs, operator: string, request: LimitRequest) {
  const { keyId, limits: asked, reason } = request;
  const limits: Partial<KeyLimits> = {
    ...(asked.spend_per_day_cents === undefined ? {} : { spendPerDay: centsOf(asked.spend_per_day_cents) }),
    ...(asked.spend_per_order_cents === undefined ? {} : { spendPerOrder: centsOf(asked.spend_per_order_cents) }),
    ...(asked.allowed_retailers === undefined ? {} : { allowedRetailers: asked.allowed_retailers }),
  };
  await inTransaction(db, async (tx) => {
    const key = await lockAnyKey(tx, keyId);
    if (!key) throw notFound();
    const before = limitsShown(await findKeyFile(tx, keyId, clock.now()));
    await updateKey({ tx, nameOfRetailer }, key.account_id, keyId, { limits });
    const after = limitsShown(await findKeyFile(tx, keyId, clock.now()));
    await recordAction(
      { tx, clock },
      { operator, name: 'key.limited', subject: { type: 'key', id: keyId }, before, after, note: reason },
    );
  });
}
