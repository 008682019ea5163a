import { dayMs, plusMs } from '../../../../kit/clock.ts';
import { formatCents } from '../../../../kit/money.ts';
import type { World } from '../../../../kit/world.ts';
import { mailTeam, type TeamMailNeeds } from '../../../access/accounts/index.ts';
import {
  armLowBalanceMarks,
  deleteFailures,
  deleteOldFailures,
  disarmLowBalanceMark,
  listFailures,
  listLowWallets,
  writeFailureMailTime,
} from './sql.ts';

const failuresAtOnce = 50;
const sandboxLabel = (world: World) => (world === 'test' ? ' (sandbox)' : '');

/** One mail about all orders that failed since the last one. True when there are more. */
export async function mailFailures(needs: TeamMailNeeds, accountId: string, world: World, now: Date): Promise<boolean> {
  const rows = await listFailures(needs.db, accountId, world, failuresAtOnce);
  const [first] = rows;
  if (!first) return false;
  const lines = rows.map(
    (row) =>
      `- ${row.retailer}: ${(row.reason ?? 'it could not be bought').replaceAll('_', ' ')}
  ${needs.publicUrl}/app/orders/${row.order_id}?world=${world}`,
  );
  const what = rows.length === 1 ? 'An order failed' : `${rows.length} orders failed`;
  await mailTeam(needs, accountId, {
    kind: 'failed_orders',
    subject: `${what}${sandboxLabel(world)}`,
    messageId: `failed-${first.order_id}`,
    text: `${what}${sandboxLabel(world)}. Nothing was bought, and what was set aside is back on the wallet.

${lines.join('\n')}
`,
  });
  await deleteFailures(
    needs.db,
    rows.map((row) => row.order_id),
  );
  await writeFailureMailTime(needs.db, accountId, world, now);
  return rows.length === failuresAtOnce;
}

/**
 * Tells owners whose wallet fell below their mark since it was above it. Wallets that moved are looked at every minute, and all of them once an hour:
 * a mark may have been set meanwhile, or an owner have come.
 */
export async function mailLowWallets(needs: TeamMailNeeds, now: Date): Promise<void> {
  await deleteOldFailures(needs.db, plusMs(now, -dayMs));
  const among = now.getUTCMinutes() === 0 ? 'all' : 'moved';
  await armLowBalanceMarks(needs.db, among);
  for (const low of await listLowWallets(needs.db, among)) {
    await mailTeam(
      needs,
      low.account_id,
      {
        kind: 'low_wallet',
        subject: `The wallet is low: ${formatCents(low.available_cents)} left${sandboxLabel(low.world)}`,
        messageId: `low-wallet-${low.account_id}-${low.world}-${now.getTime()}`,
        text: `The wallet${sandboxLabel(low.world)} has ${formatCents(low.available_cents)} left for orders. You wanted to know below ${formatCents(low.low_wallet_cents)}.

Add money:
${needs.publicUrl}/app/wallet?world=${low.world}
`,
      },
      (person) => person.person_id === low.person_id,
    );
    await disarmLowBalanceMark(needs.db, low);
  }
}
