import { formatDay, minuteMs, plusMs } from '../../../kit/clock.ts';
import type { World } from '../../../kit/world.ts';
import type { Executor } from '../../../platform/database/index.ts';
import { enqueue } from '../../../platform/queue/index.ts';
import { mailTeam, type StoreNames, type TeamMailNeeds } from '../../access/accounts/index.ts';
import { listItemTexts } from '../../catalog/products/index.ts';
import { listLateSince } from '../../orders/orders/index.ts';

/** Late orders within this time share an email. */
const collectMs = 15 * minuteMs;
const listedMax = 50;

export interface LateMailPayload {
  accountId: string;
  world: World;
  /** When the first order became late, in ISO 8601. */
  since: string;
}

/** Emails the account's people about a late order, with others that follow soon. */
export async function queueLateMail(
  executor: Executor,
  { account_id: accountId, world }: { account_id: string; world: World },
  at: Date,
): Promise<void> {
  await enqueue(executor, {
    kind: 'tracking.late-mail',
    payload: { accountId, world, since: at.toISOString() },
    runAt: plusMs(at, collectMs),
    dedupeKey: `late ${accountId} ${world}`,
  });
}

export async function mailLateOrders(
  needs: TeamMailNeeds & StoreNames,
  { accountId, world, since }: LateMailPayload,
): Promise<void> {
  const late = await listLateSince(needs.db, { accountId, world, since: new Date(since) }, listedMax);
  const [first] = late;
  if (!first) return;
  const ids = late.map(({ id }) => id);
  const items = await listItemTexts(needs.db, ids);
  const isOne = late.length === 1;
  const what = isOne ? `Your ${needs.storeNameOf(first.retailer)} order is late` : `${late.length} orders are late`;
  const pageOf = (id: string) => `${needs.publicUrl}/app/orders/${id}?world=${world}`;
  await mailTeam(needs, accountId, {
    kind: 'late_orders',
    subject: `${what}${world === 'test' ? ' (sandbox)' : ''}`,
    messageId: `late-${first.id}-${Date.parse(since)}`,
    intro: [`${what}. Open a case and support will help locate ${isOne ? 'the package' : 'the packages'}.`],
    button: isOne
      ? { label: 'View order', url: pageOf(first.id) }
      : { label: 'View late orders', url: `${needs.publicUrl}/app/orders?status=late&world=${world}` },
    details: late.flatMap(({ id, retailer, expected }, index) => [
      ...(index > 0 ? [''] : []),
      ...(items.get(id) ?? []),
      `Store: ${needs.storeNameOf(retailer)}`,
      ...(expected === null ? [] : [`Expected delivery: ${formatDay(expected)}`]),
      ...(isOne ? [] : [`Order: ${pageOf(id)}`]),
    ]),
  });
}
