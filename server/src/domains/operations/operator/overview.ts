import { type Clock, dayMs, isoOrNull, minuteMs, plusMs } from '../../../kit/clock.ts';
import type { Database, Db } from '../../../platform/database/index.ts';
import { presentAs } from '../../../platform/http/index.ts';
import { depthByKind, listFailingJobs } from '../../../platform/queue/index.ts';
import { listSwitches } from '../../catalog/stores/index.ts';
import { countFailingEndpoints } from '../../channels/webhooks/index.ts';
import { countUnansweredCases } from '../../delivery/cases/index.ts';
import { countOpenReturns, countOverdueRefunds } from '../../delivery/returns/index.ts';
import { countDesk } from '../../orders/desk/core.ts';
import { countUnknownOutcomes, orderStatuses } from '../../orders/orders/index.ts';
import { countFiring } from '../monitoring/index.ts';
import { auditMoney, listOpenChargeFiles, type MoneyProblem } from './audit-money.ts';
import { sumByWorld } from './model.ts';
import { presentOrdersSince } from './present.ts';
import { FailingJobView } from './schema.ts';
import { countOrdersSince } from './sql-counts.ts';

/** The report of GET /health. */
export interface HealthReport {
  status: 'up' | 'degraded' | 'down';
  details: Record<string, { status: 'up' | 'degraded' | 'down'; [detail: string]: unknown }>;
}

export interface OverviewNeeds {
  database: Database;
  clock: Clock;
  health(): Promise<HealthReport>;
}

interface Verdict {
  checkedAt: Date;
  problems: MoneyProblem[];
}

/** Checked at most once a minute, since people leave the page open. */
const verdictGoodForMs = minuteMs;
const failingShown = 20;

export function createOverview({ database: { db }, clock, health }: OverviewNeeds) {
  let verdict: Verdict | null = null;

  async function ledger(now: Date): Promise<Verdict> {
    if (!verdict || now.getTime() - verdict.checkedAt.getTime() >= verdictGoodForMs) {
      verdict = { checkedAt: now, problems: await auditMoney(db, now, 'totals') };
    }
    return verdict;
  }

  return async () => {
    const now = clock.now();
    const { counts, countedSince } = await countOrdersSince(db, plusMs(now, -dayMs));
    return {
      health: await health(),
      queue: await readQueue(db, now),
      orders_24h: sumByWorld(counts, orderStatuses),
      orders_since: presentOrdersSince(countedSince),
      waiting: await countWaiting(db, now),
      ledger: presentVerdict(await ledger(now)),
    };
  };
}

async function readQueue(db: Db, now: Date) {
  const kinds = await depthByKind(db, now);
  const ready = kinds.flatMap(({ kind, oldestReadyAt }) => (oldestReadyAt ? [{ kind, due_at: oldestReadyAt }] : []));
  const [oldest] = ready.sort((a, b) => a.due_at.getTime() - b.due_at.getTime());
  const failing = await listFailingJobs(db, failingShown);
  return {
    kinds: kinds.map(({ oldestReadyAt, ...depth }) => ({ ...depth, oldest_ready_at: isoOrNull(oldestReadyAt) })),
    oldest_ready: oldest ? { ...oldest, due_at: oldest.due_at.toISOString() } : null,
    failing: failing.map((job) =>
      presentAs(FailingJobView, {
        ...job,
        error: job.last_error.slice(0, 500),
        next_attempt_at: job.dead_at ? null : job.run_at,
      }),
    ),
  };
}

const presentVerdict = ({ checkedAt, problems }: Verdict) => ({
  is_sound: problems.length === 0,
  problems: problems.map(({ account_id, world, problem }) => ({ account_id, world, problem })),
  checked_at: checkedAt.toISOString(),
});

async function countWaiting(db: Db, now: Date) {
  return {
    doubts: await countUnknownOutcomes(db),
    open_charges: (await listOpenChargeFiles(db, now, { limit: 0, offset: 0 })).total,
    open_returns: await countOpenReturns(db),
    overdue_refunds: await countOverdueRefunds(db, now),
    open_cases: await countUnansweredCases(db),
    desk: await countDesk(db),
    firing_alerts: await countFiring(db),
    failing_webhook_receivers: await countFailingEndpoints(db, plusMs(now, -dayMs)),
    switched_off_retailers: (await listSwitches(db)).filter((row) => !row.is_enabled).length,
  };
}
