import type { Clock } from '../../kit/clock.ts';
import { formatCents } from '../../kit/money.ts';
import { type Db, inTransaction } from '../../platform/database/index.ts';
import { countMemberships, deleteMembersOf, lockMembers, markDeleted, type Person } from '../access/accounts/index.ts';
import { findWallet, listCurrencyWallets } from '../money/wallet/index.ts';
import { hasOpenOrders } from '../orders/orders/index.ts';
import { accountStillUsed } from './failures.ts';
import type { PeopleSessions } from './sessions.ts';
import { deleteLinksOf } from './sql.ts';
import { deletePerson } from './sql-factors.ts';
import { deleteInvitationsOf } from './sql-team.ts';

interface Needs {
  db: Db;
  clock: Clock;
  sessions: PeopleSessions;
}

/**
 * Closes the account; a job erases personal data. The ledger's rows stay, without the person. The person is deleted
 * too, unless they belong to other accounts.
 */
export async function deleteAccount({ db, clock, sessions }: Needs, { id, accountId }: Person): Promise<void> {
  await inTransaction(db, async (tx) => {
    const members = (await lockMembers(tx, accountId)) ?? [];
    if (members.some((member) => member.person_id !== id))
      throw accountStillUsed('Remove the other members of this account first.');
    if (await hasOpenOrders(tx, accountId))
      throw accountStillUsed('This account has open orders. Wait until they are completed, or cancel them.');
    const { available_cents: live } = await findWallet(tx, accountId, 'live');
    if (live > 0) throw accountStillUsed(`The live wallet still has ${formatCents(live)}. Request a payout first.`);
    const others = await listCurrencyWallets(tx, { accountId, world: 'live' });
    const full = others.find(({ available, held }) => available + held > 0);
    if (full) throw accountStillUsed(`The live ${full.currency} wallet still has funds. Request a payout first.`);
    await deleteInvitationsOf(tx, accountId);
    await deleteMembersOf(tx, accountId);
    await markDeleted(tx, accountId, clock.now());
    if ((await countMemberships(tx, id)) > 0) return;
    await deleteLinksOf(tx, id);
    await deletePerson(tx, id);
  });
  // Drop this process's cached sessions.
  await sessions.endAllOf(id);
}
