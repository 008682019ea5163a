import type { ReadOnlyRetailerAccount, RetailerAccount } from '../../../connectors/contract.ts';
import { plusMs } from '../../../kit/clock.ts';
import { newId } from '../../../kit/ids.ts';
import { leaseMs } from './model.ts';
import { accountContext, openText } from './secrets.ts';
import { findAccountById } from './sql.ts';
import { leaseAccountNow } from './sql-queue.ts';
import { holdAccount, readFreshCode, type UseNeeds } from './use-account.ts';

/** Lends an account for this work alone; null when other work has it, or it is gone. Renewing its session is no use of it. */
export async function tryWithAccount<T>(
  needs: UseNeeds,
  id: string,
  work: (account: RetailerAccount) => Promise<T>,
  { isUse }: { isUse: boolean } = { isUse: true },
): Promise<T | null> {
  const { db } = needs.database;
  const now = needs.clock.now();
  const lease = await leaseAccountNow(db, id, newId(), now, plusMs(now, leaseMs));
  // Read once it is ours: the work before may have changed its session.
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

/** An account to look at what it bought: without a lease, since it changes nothing. Null when it is gone. */
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
    // The session of now: a purchase may have logged in again since the account was read.
    ...(row.account_id === null ? {} : { shortId: row.short_id }),
    exclusively: (work) => tryWithAccount(needs, id, work, { isUse: false }),
    session: {
      load: async () => open((await findAccountById(needs.database.db, id))?.session_sealed ?? null, 'session'),
    },
  };
}
