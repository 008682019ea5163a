import type { ReadAccount, StoreAccount } from '../../connectors/contract.ts';
import { plusMs } from '../../kit/clock.ts';
import { newId } from '../../kit/ids.ts';
import { leaseMs } from './model.ts';
import { accountContext, openText } from './secrets.ts';
import { findAccountById } from './store.ts';
import { leaseAccountNow } from './store-queue.ts';
import { freshCode, holdAccount, type UseNeeds } from './use-account.ts';

/** Lends an account for this work alone; null when other work has it, or it is gone. */
export async function lendAccount<T>(
  needs: UseNeeds,
  id: string,
  work: (account: StoreAccount) => Promise<T>,
): Promise<T | null> {
  const { db } = needs.database;
  const row = await findAccountById(db, id);
  const now = needs.clock.now();
  const lease = row && (await leaseAccountNow(db, id, newId(), now, plusMs(now, leaseMs)));
  if (!row || !lease) return null;
  const held = holdAccount(needs, row, lease);
  try {
    held.markUsed();
    return await work(held.storeAccount);
  } finally {
    await held.release();
  }
}

/** An account to look at what it bought: without a lease, since it changes nothing. Null when it is gone. */
export async function readAccountOf(needs: UseNeeds, id: string): Promise<ReadAccount | null> {
  const row = await findAccountById(needs.database.db, id);
  if (!row) return null;
  const { vault } = needs;
  const open = (sealed: Buffer | null, field: 'password' | 'session') =>
    sealed === null ? null : openText(vault, sealed, accountContext(id, field));
  return {
    id: row.id,
    email: row.email,
    password: async () => (await open(row.password_sealed, 'password')) ?? '',
    totp: async () => (row.totp_sealed === null ? null : freshCode(needs, row.id, row.totp_sealed)),
    // The session of now: a purchase may have logged in again since the account was read.
    session: {
      load: async () => open((await findAccountById(needs.database.db, id))?.session_sealed ?? null, 'session'),
    },
  };
}
