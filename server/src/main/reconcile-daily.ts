import type { Connector } from '../connectors/contract.ts';
import type { Registry } from '../connectors/registry.ts';
import { type Finding, reconcileStores, type StoreReport } from '../domains/orders/placement/index.ts';
import { type Clock, dayMs, plusMs } from '../kit/clock.ts';
import { newId } from '../kit/ids.ts';
import { formatMoney } from '../kit/money.ts';
import type { Config } from '../platform/config.ts';
import type { Database } from '../platform/database/index.ts';
import type { Logger } from '../platform/logger.ts';
import type { Mailer } from '../platform/mailer/index.ts';
import { enqueue, type JobHandlers } from '../platform/queue/index.ts';

declare module '../platform/queue/kinds.ts' {
  interface JobPayloads {
    /**
     * `told`: purchases, and stores that could not be compared, already reported to operators. `comparedAt`: when all stores
     * were compared.
     */
    'stores.reconcile': { told?: string[]; comparedAt?: string };
  }
}

interface Needs {
  database: Database;
  clock: Clock;
  logger: Logger;
  registry: Registry;
  mailer: Mailer;
  config: Pick<Config, 'operatorEmails' | 'publicUrl'>;
}

const kind = 'stores.reconcile';
/** Stores may list a purchase late. */
const lookBackMs = 3 * dayMs;
/** However long a store could not be compared. */
const lookBackMostMs = 60 * dayMs;

/** From before the last comparison of all stores. */
function startOf(now: Date, comparedAt: string | undefined): Date {
  const from = Math.min(now.getTime(), comparedAt === undefined ? now.getTime() : Date.parse(comparedAt));
  return new Date(Math.max(from - lookBackMs, now.getTime() - lookBackMostMs));
}
const listedMost = 50;

export const startDailyReconciliation = ({ database, clock }: Pick<Needs, 'database' | 'clock'>): Promise<unknown> =>
  enqueue(database.db, { kind, payload: {}, runAt: clock.now(), dedupeKey: kind });

const keyOf = ({ retailer, reference, merchantOrderIds }: Finding): string =>
  `${retailer} ${reference} ${merchantOrderIds.join(' ')}`;

const gapMark = 'not compared: ';
const gapKeyOf = ({ store }: StoreReport): string => `${gapMark}${store}`;

const canList = ({ world, history }: Connector): boolean => world === 'live' && history !== undefined;

/** Compares what live stores sold with our orders, once a day. Reports an unknown purchase once, and a store that cannot be compared once until it can. */
export function reconciliationJobs(needs: Needs): Pick<JobHandlers, typeof kind> {
  return {
    [kind]: {
      concurrency: 1,
      maxAttempts: 1_000_000,
      leaseMs: 60_000,
      async run({ payload }, control) {
        const { database, clock, registry, logger } = needs;
        const now = clock.now();
        const reports = await reconcileStores({ db: database.db, registry }, startOf(now, payload.comparedAt), canList);
        // Not orders without a store: those were never bought from a live store's list.
        const gaps = reports.filter(({ gap, purchases }) => gap !== null && purchases !== null);
        for (const { store, gap } of gaps) logger.warn({ store, gap }, 'a store was not reconciled');
        const findings = reports.flatMap((report) => report.findings);
        const told = new Set(payload.told);
        const fresh = findings.filter((finding) => !told.has(keyOf(finding)));
        const freshGaps = gaps.filter((report) => !told.has(gapKeyOf(report)));
        if (fresh.length + freshGaps.length > 0) await notifyOperators(needs, fresh, freshGaps);
        const toldBefore = [...told].filter((key) => gaps.length > 0 && !key.startsWith(gapMark));
        const known = [...new Set([...gaps.map(gapKeyOf), ...findings.map(keyOf), ...toldBefore])];
        const comparedAt = gaps.length === 0 ? now.toISOString() : payload.comparedAt;
        await control.rescheduleAt(database.db, plusMs(clock.now(), dayMs), {
          ...(known.length === 0 ? {} : { told: known.slice(0, 10_000) }),
          ...(comparedAt === undefined ? {} : { comparedAt }),
        });
      },
    },
  };
}

const problemTexts: Record<Finding['problem'], string> = {
  no_order: 'Errand has no matching order',
  not_placed: 'its order is marked as not bought',
  bought_again: 'its order has more than one purchase',
};

const lineOf = (finding: Finding): string =>
  `${finding.retailer}  ${finding.merchantOrderIds.join(', ')}  ${formatMoney({ amount: finding.total, currency: finding.currency })}  ${finding.placedAt.toISOString()}  ${finding.reference}: ${problemTexts[finding.problem]}`;

async function notifyOperators(
  { config, mailer, logger }: Needs,
  findings: Finding[],
  gaps: StoreReport[],
): Promise<void> {
  for (const finding of findings) logger.error({ ...finding }, 'store has a purchase that Errand does not know about');
  const id = newId();
  for (const [index, to] of config.operatorEmails.entries()) {
    const mail = {
      to,
      subject: findings.length > 0 ? `Unknown purchases: ${findings.length}` : `Stores not reconciled: ${gaps.length}`,
      messageId: `unknown-purchases-${id}-${index}`,
      text: `${[...purchaseParts(findings), ...gapParts(gaps)].join('\n\n')}

To compare the orders again, run: npm run admin -- stores reconcile

${config.publicUrl}/app/operator
`,
    };
    await mailer.send(mail).catch((error: unknown) => logger.warn({ err: error }, 'operators not notified'));
  }
}

function purchaseParts(findings: Finding[]): string[] {
  if (findings.length === 0) return [];
  const listed = findings.slice(0, listedMost).map(lineOf);
  const more = findings.length > listedMost ? [`… and ${findings.length - listedMost} more, in the log.`] : [];
  return [
    "Your stores' order lists show purchases that don't match Errand's orders:",
    [...listed, ...more].join('\n'),
    'Check each one with the store. Someone may have ordered manually, or Errand may have missed an order that it placed.',
  ];
}

function gapParts(gaps: StoreReport[]): string[] {
  if (gaps.length === 0) return [];
  return [
    "Errand couldn't read the full order lists from these stores, so it can't tell whether they have unknown purchases:",
    gaps.map(({ store, gap }) => `${store}: ${gap}`).join('\n'),
  ];
}
