import type { Clock } from '../../kit/clock.ts';
import { notFound } from '../../kit/failure.ts';
import type { Tx } from '../../platform/database/index.ts';
import { dissolveQueue } from './account-queue.ts';
import { accountInUse } from './failures.ts';
import { queueOfAccount } from './model.ts';
import { deleteAccountRow, lockAccountRow, type Owner } from './store.ts';
import { hasUrgentWaiter } from './store-queue.ts';

/** Gone with all its secrets. Orders that wait for it are told; one in doubt still needs it to look into the history. */
export async function deleteAccount(needs: { tx: Tx; clock: Clock }, owner: Owner, shortId: string): Promise<void> {
  const { tx } = needs;
  const account = await lockAccountRow(tx, owner, shortId);
  if (!account) throw notFound();
  const queue = queueOfAccount(account.id);
  const isLeased = account.locked_until !== null && account.locked_until > needs.clock.now();
  if (isLeased || (await hasUrgentWaiter(tx, queue))) throw accountInUse();
  await dissolveQueue(tx, queue);
  await deleteAccountRow(tx, account.id);
}
