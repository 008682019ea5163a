import type { ReadOnlyRetailerAccount, RetailerAccount } from '../../../connectors/contract.ts';
import { plusMs } from '../../../kit/clock.ts';
import { newId } from '../../../kit/ids.ts';
import { leaseMs } from './model.ts';
import { accountContext, openText } from './secrets.ts';
import { findAccountById } from './sql.ts';
import { leaseAccountNow } from './sql-queue.ts';
import { holdAccount, readFreshCode, type UseNeeds } from './use-account.ts';

/** Leases an account for this work. Null if it is in use or gone. Renewing a session doesn't count as use. */
export async function tryWithAccount<T>(
  needs: UseNeeds,
  id: string,
  work: (account: RetailerAccount) => Promise<T>,
  { isUse }: { isUse: boolean } = { isUse: true },
): Promise<T | null> {
  const { db } = needs.database;
  const now = needs.clock.now();
  const lease = await leaseAccountNow(db, id, newId(), now, plusMs(now, leaseMs));
  // Read after the lease, because the session may have changed.
  const row = lease && (await findAccountById(db, id));
  if (!row) return null;
  const held = holdAccount(needs, row, lease);
  try {
    if (isUse) held.markUsed();
    return await work(held.storeAccount);
  } finally {
    await held.release();
  }
}

/** A read-only account without a lease. Null if it is gone. */
export async function readOnlyAccountOf(needs: UseNeeds, id: string): Promise<ReadOnlyRetailerAccount | null> {
  const row = await findAccountById(needs.database.db, id);
  if (!row) return null;
  const { vault } = needs;
  const open = (sealed: Buffer | null, field: 'password' | 'session') =>
    sealed === null ? null : openText(vault, sealed, accountContext(id, field));
  return {
    id: row.id,
    email: row.email,
    password: async () => (await open(row.password_sealed, 'password')) ?? '',
    totp: async () => (row.totp_sealed === null ? null : readFreshCode(needs, row.id, row.totp_sealed)),
    // Load the current session, because a purchase may have renewed it.
    ...(row.account_id === null ? {} : { shortId: row.short_id }),
    exclusively: (work) => tryWithAccount(needs, id, work, { isUse: false }),
    session: {
      load: async () => open((await findAccountById(needs.database.db, id))?.session_sealed ?? null, 'session'),
    },
  };
}
