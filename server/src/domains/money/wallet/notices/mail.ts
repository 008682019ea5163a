import { dayMs, plusMs } from '../../../../kit/clock.ts';
import { formatCents } from '../../../../kit/money.ts';
import type { World } from '../../../../kit/world.ts';
import { errorTypes, failureReasons } from '../../../../wire/index.ts';
import { mailTeam, type StoreNames, type TeamMailNeeds } from '../../../access/accounts/index.ts';
import { listItemTexts } from '../../../catalog/products/index.ts';
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

/** Sends one email about all orders that failed since the last one. Returns whether there are more. */
export async function mailFailures(
  needs: TeamMailNeeds & StoreNames,
  accountId: string,
  world: World,
  now: Date,
): Promise<boolean> {
  const rows = await listFailures(needs.db, accountId, world, failuresAtOnce);
  const [first] = rows;
  if (!first) return false;
  const items = await listItemTexts(
    needs.db,
    rows.map((row) => row.order_id),
  );
  const pageOf = (orderId: string) => `${needs.publicUrl}/app/orders/${orderId}?world=${world}`;
  const lines = rows.flatMap((row, index) => [
    ...(index > 0 ? [''] : []),
    ...(items.get(row.order_id) ?? []),
    `Store: ${needs.storeNameOf(row.retailer)}`,
    `Recipient: ${row.recipient}`,
    `Maximum price: ${formatCents(row.max_price_cents)}`,
    `Reason: ${reasonText(row.reason)}`,
    ...(rows.length > 1 ? [`Order: ${pageOf(row.order_id)}`] : []),
  ]);
  const isOne = rows.length === 1;
  const what = isOne ? `Your ${needs.storeNameOf(first.retailer)} order failed` : `${rows.length} orders failed`;
  await mailTeam(needs, accountId, {
    kind: 'failed_orders',
    subject: `${what}${sandboxLabel(world)}`,
    messageId: `failed-${first.order_id}`,
    intro: [`${what}. Nothing was bought, and the ${isOne ? 'hold was' : 'holds were'} released.`],
    button: isOne
      ? { label: 'View order', url: pageOf(first.order_id) }
      : { label: 'View failed orders', url: `${needs.publicUrl}/app/orders?status=order_failed&world=${world}` },
    details: lines,
  });
  await deleteFailures(
    needs.db,
    rows.map((row) => row.order_id),
  );
  await writeFailureMailTime(needs.db, accountId, world, now);
  return rows.length === failuresAtOnce;
}

/** The reason as the pages name it. */
function reasonText(reason: string | null): string {
  const known = errorTypes.find((name) => name === reason);
  return known ? failureReasons[known].title : 'The order could not be placed';
}

/**
 * Emails owners whose wallet fell below their threshold. Wallets with recent transactions are checked every minute, and all of
 * them hourly: a threshold or an owner may be new.
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
        subject: `Low wallet balance: ${formatCents(low.available_cents)}${sandboxLabel(low.world)}`,
        messageId: `low-wallet-${low.account_id}-${low.world}-${now.getTime()}`,
        intro: [
          `Your wallet${sandboxLabel(low.world)} has ${formatCents(low.available_cents)} available. That is below your alert threshold of ${formatCents(low.low_wallet_cents)}.`,
        ],
        button: { label: 'Add funds', url: `${needs.publicUrl}/app/wallet?world=${low.world}` },
      },
      (person) => person.person_id === low.person_id,
    );
    await disarmLowBalanceMark(needs.db, low);
  }
}
