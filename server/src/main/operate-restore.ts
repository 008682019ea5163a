import { commandLine, recordAction } from '../domains/operator/index.ts';
import { type Finding, reconcileStores } from '../domains/placement/index.ts';
import { dayMs, plusMs, systemClock } from '../kit/clock.ts';
import { formatCents } from '../kit/money.ts';
import type { Config } from '../platform/config.ts';
import { type Database, type Db, inTransaction, noteRestored } from '../platform/database/index.ts';
import { createLogger } from '../platform/logger.ts';
import { adoptRestored } from './adopt-restored.ts';
import { wire } from './wiring.ts';

/** An operator knows that the database was restored, where the service cannot see it. */
export async function sayRestored(db: Db, givenSince: Date | null): Promise<string> {
  // The copy may have been used since it was restored, so its last entry says nothing about the backup.
  const since = givenSince ?? plusMs(systemClock.now(), -30 * dayMs);
  const orders = await inTransaction(db, async (tx) => {
    const count = await noteRestored(tx, 'an operator said so', (inner) => adoptRestored(inner, since));
    const action = {
      operator: commandLine,
      name: 'database.restored',
      subject: { type: 'database', id: 'this' } as const,
      after: { orders_in_doubt: count },
    };
    await recordAction({ tx, clock: systemClock }, action);
    return count;
  });
  return `${orders} open orders are looked up at their stores before they are bought. Payments since ${since.toISOString()} are looked up at Stripe. Next: stores reconcile.`;
}

const problems: Record<Finding['problem'], string> = {
  no_order: 'no order knows it',
  not_placed: 'its order says that nothing was bought',
  bought_again: 'bought again for the same order',
};

const lineOf = (row: Finding): string =>
  `${row.reference}  ${row.world}  ${row.retailer}  ${row.merchantOrderIds.join(', ')}  ${formatCents(row.total)}  ${row.placedAt.toISOString()}  ${problems[row.problem]}`;

/** What the stores sold and no order knows, as text. */
export async function listUnknownPurchases(
  database: Database,
  config: Config,
  givenSince: Date | null,
): Promise<{ text: string; isSound: boolean }> {
  const since = givenSince ?? plusMs(systemClock.now(), -30 * dayMs);
  const logger = createLogger({ level: 'silent' });
  const { registry, close } = await wire({ config, database, clock: systemClock, logger });
  const { findings, purchases, unlisted } = await reconcileStores({ db: database.db, registry }, since);
  await close();
  const lines = [
    ...findings.map(lineOf),
    `${purchases} purchases since ${since.toISOString()}, ${findings.length} of them in question.`,
    ...unlisted.map((name) => `${name} cannot list its purchases: look into the accounts there yourself.`),
  ];
  return { text: lines.join('\n'), isSound: findings.length === 0 };
}
