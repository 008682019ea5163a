import type { Clock } from '../../kit/clock.ts';
import { notFound } from '../../kit/failure.ts';
import type { Tx } from '../../platform/database/index.ts';
import { accountInUse } from './failures.ts';
import { dissolveLine } from './line.ts';
import { lineOfAccount } from './model.ts';
import { deleteAccountRow, lockAccountRow, type Owner } from './store.ts';
import { hasUrgentWaiter } from './store-line.ts';

/** Gone with all its secrets. Orders that wait for it are told; one in doubt still needs it to look into the history. */
export async function deleteAccount(needs: { tx: Tx; clock: Clock }, owner: Owner, shortId: string): Promise<void> {
  const { tx } = needs;
  const account = await lockAccountRow(tx, owner, shortId);
  if (!account) throw notFound();
  const line = lineOfAccount(account.id);
  const isLeased = account.locked_until !== null && account.locked_until > needs.clock.now();
  if (isLeased || (await hasUrgentWaiter(tx, line))) throw accountInUse();
  await dissolveLine(tx, line);
  await deleteAccountRow(tx, account.id);
}
