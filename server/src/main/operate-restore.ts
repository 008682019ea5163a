import { commandLine, recordAction } from '../domains/operations/operator/index.ts';
import type { UncertainOrder } from '../domains/orders/orders/index.ts';
import { type Finding, reconcileStores, type StoreReport } from '../domains/orders/placement/index.ts';
import { dayMs, plusMs, systemClock } from '../kit/clock.ts';
import { formatMoney } from '../kit/money.ts';
import type { Config } from '../platform/config.ts';
import { type Database, type Db, inTransaction, lastKnownUntil, recordRestore } from '../platform/database/index.ts';
import { acceptRestoredDatabase } from './accept-restored-database.ts';
import { withRegistry } from './admin-stores.ts';

/** An operator reports a restore that the service cannot detect. */
export async function declareRestored(db: Db, givenSince: Date | null): Promise<string> {
  // The copy may have been used since it was restored, so its last row says nothing about the backup's time.
  const since = givenSince ?? plusMs(systemClock.now(), -30 * dayMs);
  const orders = await inTransaction(db, async (tx) => {
    const count = await recordRestore(tx, 'reported by an operator', (inner) => acceptRestoredDatabase(inner, since));
    const action = {
      operator: commandLine,
      name: 'database.restored',
      subject: { type: 'database', id: 'this' } as const,
      after: { orders_in_doubt: count },
    };
    await recordAction({ tx, clock: systemClock }, action);
    return count;
  });
  return `Before placing ${orders} open orders, Errand checks the stores for existing purchases. It also checks Stripe for payments since ${since.toISOString()}. Next: stores reconcile.`;
}

const problemTexts: Record<Finding['problem'], string> = {
  no_order: 'no order in this database',
  not_placed: 'its order was closed without a purchase',
  bought_again: 'bought more than once for this order',
};

const uncertaintyTexts: Record<UncertainOrder['question'], string> = {
  needs_review: 'needs review, resolve it with "orders decide"',
  unknown_outcome: 'outcome unknown, Errand keeps checking the store',
  restored: 'open when the database was restored, Errand checks the store first',
  assumed_absent: "recorded as not bought, but the purchase may still appear in the store's order history",
};

const findingLine = (row: Finding): string =>
  `  ${row.reference}  ${row.retailer}  ${row.merchantOrderIds.join(', ')}  ${formatMoney({ amount: row.total, currency: row.currency })}  ${row.placedAt.toISOString()}  ${problemTexts[row.problem]}`;
const orderLine = (row: UncertainOrder): string =>
  `  ${row.id}  ${row.retailer}  ${row.status}  since ${row.since.toISOString()}  ${uncertaintyTexts[row.question]}`;

function storeLines(report: StoreReport): string[] {
  const { store, world, kind, purchases, findings, orders, gap } = report;
  const counts = [
    purchases === null
      ? 'purchases not listed'
      : `${countOf(purchases, 'purchase')} listed, ${findings.length} to check`,
    `${countOf(orders.length, 'order')} to review`,
  ];
  return [
    `${store} (${world}, ${kind}): ${counts.join(', ')}.`,
    ...(gap === null ? [] : [`  ${gap}`]),
    ...findings.map(findingLine),
    ...orders.map(orderLine),
  ];
}

const countOf = (n: number, noun: string): string => `${n} ${noun}${n === 1 ? '' : 's'}`;

/** For each store: purchases without a matching order, orders with an unknown outcome, and what could not be listed. */
export async function reconcileText(
  database: Database,
  config: Config,
  { since: givenSince, isJson }: { since: Date | null; isJson: boolean },
): Promise<{ text: string; isSound: boolean }> {
  const { db } = database;
  const known = givenSince ?? (await lastKnownUntil(db));
  const since = known ?? plusMs(systemClock.now(), -30 * dayMs);
  const stores = await withRegistry(database, config, (registry) => reconcileStores({ db, registry }, since));
  const findings = stores.flatMap((report) => report.findings).length;
  const orders = stores.flatMap((report) => report.orders).length;
  const isSound = findings === 0 && orders === 0;
  if (isJson) return { text: JSON.stringify({ since, stores }, null, 2), isSound };
  const unlisted = stores.filter(({ gap }) => gap !== null).length;
  const total = `Since ${since.toISOString()}: ${countOf(findings, 'purchase')} to check, ${countOf(orders, 'order')} to review, ${countOf(unlisted, 'store')} not fully listed.`;
  return { text: [...stores.flatMap(storeLines), total].join('\n'), isSound };
}
