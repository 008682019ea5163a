import type { Clock } from '../../../kit/clock.ts';
import type { World } from '../../../kit/world.ts';
import { type Db, inTransaction } from '../../../platform/database/index.ts';
import { createKey, lockOwner } from '../../access/accounts/index.ts';
import { findWallet } from '../../money/wallet/index.ts';
import { findClaim } from '../../sandbox/index.ts';
import { accessDenied, authorizationPending, expiredToken, slowDown } from './failures.ts';
import { intervalMs, keyIdleDays, statusAt } from './model.ts';
import { hashDeviceCode } from './request-device-code.ts';
import { lockByHash, writePolled, writeUsed } from './sql.ts';

/** Tolerance for clients that measure the interval with their own clocks. */
const earlyMs = 500;

interface Needs {
  db: Db;
  clock: Clock;
  /** The mode of the issued keys. */
  world: World;
}

/** Gives the program its key: once, and only after a person approved. */
export async function claimDeviceKey({ db, clock, world }: Needs, deviceCode: string) {
  const answer = await inTransaction(db, async (tx) => {
    const now = clock.now();
    const row = await lockByHash(tx, hashDeviceCode(deviceCode));
    const status = row ? statusAt(row, now) : 'expired';
    if (!row || status === 'expired' || status === 'used') return expiredToken();
    if (status === 'denied') return accessDenied();
    if (status === 'pending') {
      const isEarly = row.polled_at !== null && now.getTime() - row.polled_at.getTime() < intervalMs - earlyMs;
      // Committed with the refusal: the next request's interval starts here.
      await writePolled(tx, row.id, now);
      return isEarly ? slowDown() : authorizationPending();
    }
    // Who approved it may have left the account since.
    if (row.account_id === null || !(await lockOwner(tx, row.account_id, row.decided_by))) return expiredToken();
    await writeUsed(tx, row.id);
    const name = row.name ?? 'Device key';
    const wanted = {
      accountId: row.account_id,
      world,
      label: name,
      createdBy: row.decided_by,
      idleDays: keyIdleDays,
      permissions: { scopes: row.scopes },
    };
    const { id, key } = await createKey({ tx, clock }, wanted);
    const claim = row.claimed_sandbox && row.sandbox_account_id ? await findClaim(tx, row.sandbox_account_id) : null;
    const { available_cents: balance } = await findWallet(tx, row.account_id, world);
    return {
      id,
      key,
      api_key: key,
      name,
      is_active: true,
      is_test: world === 'test',
      created_at: now.toISOString(),
      wallet_balance_cents: balance,
      scopes: row.scopes,
      sandbox: {
        claimed: row.claimed_sandbox,
        orders_moved: claim?.orders_moved ?? 0,
        keys_moved: claim?.keys_moved ?? 0,
      },
    };
  });
  if (answer instanceof Error) throw answer;
  return answer;
}
