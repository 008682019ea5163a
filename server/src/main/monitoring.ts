import type { Registry } from '../connectors/registry.ts';
import type { Guard } from '../domains/access/accounts/index.ts';
import type { LiveStores } from '../domains/catalog/stores/index.ts';
import { countOverdueRefunds } from '../domains/delivery/returns/index.ts';
import {
  type AlertAction,
  alertJobs,
  alertRoutes,
  type IncidentAction,
  monitoringJobs,
  monitoringRoutes,
  startAlerting,
  startSampling,
  sumAvailable,
  takeReadings,
} from '../domains/operations/monitoring/index.ts';
import { auditMoney, recordAction } from '../domains/operations/operator/index.ts';
import { type Clock, dayMs, minuteMs } from '../kit/clock.ts';
import type { Config } from '../platform/config.ts';
import type { Database, StaleReads, Tx } from '../platform/database/index.ts';
import type { App } from '../platform/http/index.ts';
import type { Logger } from '../platform/logger.ts';
import type { Mailer } from '../platform/mailer/index.ts';
import type { Outgoing } from '../platform/outgoing/index.ts';
import { createServiceSecret, type Vault } from '../platform/secrets/index.ts';
import { readBackupAlarms } from './backup/scheduled-backups.ts';
import type { Health } from './health.ts';

interface Needs {
  config: Config;
  database: Database;
  background: Database;
  clock: Clock;
  logger: Logger;
  registry: Registry;
  stores: Pick<LiveStores, 'health'>;
  health: Health;
  mailer: Mailer;
  outgoing: Outgoing;
  vault: Vault;
}

/**
 * Auditing the ledger and summing wallets is expensive. Alerts use results that are up to ten minutes old. The whole
 * ledger is read once a day, or while it is not sound.
 */
const auditEveryMs = 10 * minuteMs;
const fullAuditEveryMs = dayMs;

/** Creates samples, charts, the status page and alerts. */
export function wireMonitoring(needs: Needs) {
  const { config, database, background, clock, logger, registry, stores, health, mailer, outgoing, vault } = needs;
  // Only stores that GET /retailers names are public.
  const publicStores = () => stores.health().filter(({ name }) => registry.supports('live', name));
  const reading = { database: background, clock, health: health.report, publicStores };
  const secret = createServiceSecret({ db: database.db, vault, name: 'alert webhooks' });
  let audited: { at: number; wholeAt: number; problems: number; availableCents: number } | null = null;

  async function audit() {
    const now = clock.now();
    const at = now.getTime();
    if (!audited || at - audited.at >= auditEveryMs) {
      const isWhole = !audited || audited.problems > 0 || at - audited.wholeAt >= fullAuditEveryMs;
      const found = await auditMoney(background.db, now, isWhole ? 'transfers' : 'totals');
      audited = {
        at,
        wholeAt: isWhole ? at : (audited?.wholeAt ?? at),
        problems: found.length,
        availableCents: await sumAvailable(background.db),
      };
    }
    return audited;
  }

  async function readAll(): Promise<Map<string, number>> {
    const { values, oldestDoubtMinutes } = await takeReadings(reading);
    const { problems, availableCents } = await audit();
    return new Map<string, number>([
      ...values,
      ['doubts.oldest_minutes', oldestDoubtMinutes],
      ['stores.down', stores.health().filter(({ status }) => status === 'down').length],
      ['refunds.overdue', await countOverdueRefunds(background.db, clock.now())],
      ['ledger.problems', problems],
      ['wallets.available_cents', availableCents],
      ...(await readBackupAlarms(background.db, clock.now(), config.backup)),
    ]);
  }

  const recordIncident = (tx: Tx, { incidentId, ...action }: IncidentAction) =>
    recordAction({ tx, clock }, { ...action, subject: { type: 'incident', id: incidentId } });
  const recordAlert = (tx: Tx, { subjectId, ...action }: AlertAction) =>
    recordAction({ tx, clock }, { ...action, subject: { type: 'alert', id: subjectId } });

  return {
    routes(app: App, guard: Guard, stale: StaleReads): void {
      const isWriting = async () => (await health.report()).db !== 'down';
      monitoringRoutes(app, { database, stale, clock, guard, publicStores, isWriting, record: recordIncident });
      alertRoutes(app, { database, clock, guard, outgoing, secret, record: recordAlert });
    },
    jobs: () => ({
      ...monitoringJobs(reading),
      ...alertJobs({
        database: background,
        clock,
        logger,
        mailer,
        outgoing,
        secret,
        readAll,
        operatorEmails: config.operatorEmails,
        publicUrl: config.publicUrl,
      }),
    }),
    async start(): Promise<void> {
      await startSampling({ database: background, clock });
      await startAlerting({ database: background, clock });
    },
  };
}
