import { type Clock, dayMs, minuteMs, plusMs } from '../../../kit/clock.ts';
import type { World } from '../../../kit/world.ts';
import type { Database, Db } from '../../../platform/database/index.ts';
import { depthByKind, type FailingJob, type KindDepth, listFailingJobs } from '../../../platform/queue/index.ts';
import { listSwitches } from '../../catalog/stores/index.ts';
import { countFailingEndpoints } from '../../channels/webhooks/index.ts';
import { countOpenCases } from '../../delivery/cases/index.ts';
import { countOpenReturns, countOverdueRefunds } from '../../delivery/returns/index.ts';
import { countDesk } from '../../orders/desk/core.ts';
import { countUnknownOutcomes, type OrderRow, orderStatuses } from '../../orders/orders/index.ts';
import { countFiring } from '../monitoring/index.ts';
import { auditMoney, listOpenChargeFiles, type MoneyProblem } from './audit-money.ts';
import { sumByWorld } from './model.ts';
import { countOrdersSince, type NewestOrders } from './sql-counts.ts';

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

export interface Overview {
  health: HealthReport;
  kinds: KindDepth[];
  failing: FailingJob[];
  orders: Record<World, Record<OrderRow['status'], number>>;
  ordersSince: NewestOrders['countedSince'];
  waiting: {
    doubts: number;
    open_charges: number;
    open_returns: number;
    overdue_refunds: number;
    open_cases: number;
    failing_webhook_receivers: number;
    desk: number;
    firing_alerts: number;
    switched_off_retailers: number;
  };
  ledger: Verdict;
}

/** Checked at most once a minute, since people leave the page open. */
const verdictGoodForMs = minuteMs;
const failingShown = 20;

export function createOverview({ database: { db }, clock, health }: OverviewNeeds): () => Promise<Overview> {
  let verdict: Verdict | null = null;

  async function ledger(now: Date): Promise<Verdict> {
    if (!verdict || now.getTime() - verdict.checkedAt.getTime() >= verdictGoodForMs) {
      verdict = { checkedAt: now, problems: await auditMoney(db, now, 'its kept sums') };
    }
    return verdict;
  }

  return async () => {
    const now = clock.now();
    const { counts, countedSince } = await countOrdersSince(db, plusMs(now, -dayMs));
    return {
      health: await health(),
      kinds: await depthByKind(db, now),
      failing: await listFailingJobs(db, failingShown),
      orders: sumByWorld(counts, orderStatuses),
      ordersSince: countedSince,
      waiting: await countWaiting(db, now),
      ledger: await ledger(now),
    };
  };
}

async function countWaiting(db: Db, now: Date): Promise<Overview['waiting']> {
  return {
    doubts: await countUnknownOutcomes(db),
    open_charges: (await listOpenChargeFiles(db, now, { limit: 0, offset: 0 })).total,
    open_returns: await countOpenReturns(db),
    overdue_refunds: await countOverdueRefunds(db, now),
    open_cases: await countOpenCases(db),
    desk: await countDesk(db),
    firing_alerts: await countFiring(db),
    failing_webhook_receivers: await countFailingEndpoints(db, plusMs(now, -dayMs)),
    switched_off_retailers: (await listSwitches(db)).filter((row) => !row.is_enabled).length,
  };
}
