import { setTimeout as pause } from 'node:timers/promises';
import { Failure } from '../kit/failure.ts';
import { ConfigError } from '../platform/config.ts';
import { type Pulse, startPulse } from '../platform/database/index.ts';
import type { Logger } from '../platform/logger.ts';
import { prepareAudit, startAuditHeads } from './audit-heads.ts';
import { startBackups } from './backup/scheduled-backups.ts';
import { startBudgetWatch } from './budgets.ts';
import { startErasing } from './erase-accounts.ts';
import { startHousekeeping } from './housekeeping.ts';
import type { startMailIn } from './mail-in.ts';
import { createParts, type Parts } from './parts.ts';
import type { WiringNeeds } from './parts-base.ts';
import { startDailyReconciliation } from './reconcile-daily.ts';
import { openRoutes } from './routes.ts';
import { startNightlyWalks } from './walk-stores.ts';
import { createWorker } from './worker.ts';

export { acceptRestoredDatabase } from './accept-restored-database.ts';
export { hasLocalMailbox, localLinks } from './dev-mail.ts';
export { retailersFile } from './parts-base.ts';

export type System = Awaited<ReturnType<typeof wireSystem>>;

/** Wires all parts of one process. The only place that knows them all. */
export async function wireSystem(needs: WiringNeeds) {
  const parts = await createParts(needs);
  const { config, forJobs, clock, registry, vault, codes, recordFor, stores, simulator, monitoring } = parts;
  return {
    registry,
    vault,
    codes,
    recordFor,
    stores,
    simulator,
    routes: () => openRoutes(parts),
    worker: () => createWorker(parts),
    /** Null if receiving mail is off. */
    startMailIn() {
      const { retailers, managedAccounts, plugins } = parts;
      const mailboxes = plugins.find((plugin) => plugin.mailboxes)?.mailboxes ?? null;
      return mailIn({ config, retailers, managedAccounts, mailboxes });
    },
    async startHousekeeping() {
      await startHousekeeping({ ...forJobs, clock });
      await startDailyReconciliation({ ...forJobs, clock });
      await startNightlyWalks({ ...forJobs, clock });
      await startErasing({ ...forJobs, clock });
      await startAuditHeads({ ...forJobs, clock });
      await startBackups({ ...forJobs, clock });
      await monitoring.start();
    },
    startRecording: () => startBackgroundWork(parts),
    isWriting: (): boolean => parts.vitals.pulse?.state().isAnswering ?? false,
    /** Aborts calls in progress. */
    async close() {
      const { outgoing, live, telemetry, stale } = parts;
      await Promise.all([outgoing.close(), live.close(), telemetry?.stop(), stale.close()]);
    },
  };
}

/** Starts the background work of every process. */
async function startBackgroundWork(parts: Parts): Promise<() => Promise<void>> {
  const { needs, config, database, logger, vitals, health, registry, commitSafety, switches, stores, live } = parts;
  const { codes, usage, requests, authenticator } = parts;
  const pulse = startPulse({
    url: database.url,
    ...(needs.watch ? { watch: needs.watch } : {}),
    onTime: (sample) => needs.clock.learn?.(sample),
  });
  vitals.pulse = pulse;
  await waitForPulse(pulse, logger);
  await createIdSecrets(parts);
  const stopHealth = health.start();
  const stopSafety = registry.hasWorld('live') ? await commitSafety.start() : () => {};
  const starting = [switches.start(), stores.start(), codes.start()] as const;
  const [stopSwitches, stopStores, stopCodes] = await Promise.all(starting);
  if (config.storesFile !== null) await live.apply(registry, config.storesFile).catch(refuseStoresFile);
  usage.start();
  requests.start();
  const stopFlushing = startFlushing(authenticator, logger);
  const stopBudgets = startBudgetWatch({ ...config, db: database.db, logger });
  return async () => {
    for (const stop of [stopSwitches, stopStores, stopHealth, stopSafety, stopFlushing, stopBudgets]) stop();
    await Promise.allSettled([usage.stop(), requests.stop(), authenticator.flush(), stopCodes(), pulse.stop()]);
  };
}

/** An unusable file stops the start like every other bad setting. */
function refuseStoresFile(error: unknown): never {
  if (error instanceof Failure) throw new ConfigError('STORES_FILE', `a file of stores. ${error.message.slice(0, -1)}`);
  throw error;
}

/**
 * Created before the first request, so every backup has them: with other secrets, a restored copy would create other
 * IDs.
 */
async function createIdSecrets(parts: Parts): Promise<void> {
  const { idSecret, plugins, logger } = parts;
  const ofPlugins = plugins.map((plugin) => plugin.createSecrets?.());
  await Promise.all([idSecret(), ...ofPlugins, prepareAudit(parts)]).catch((error: unknown) => {
    logger.error({ err: error }, 'ID secrets unreadable');
  });
}

/** Nothing is bought before the first pulse, which checks the database's identity and reads its clock. */
async function waitForPulse(pulse: Pulse, logger: Logger): Promise<void> {
  for (let looks = 0; ; looks += 1) {
    const { isAnswering, error } = await pulse.next();
    if (isAnswering) return;
    if (looks % 10 === 1) logger.warn({ reason: error }, 'waiting for the database to accept writes');
    await pause(looks < 10 ? 50 : 500);
  }
}

/** Saves when keys were last used. */
function startFlushing(authenticator: { flush(): Promise<void> }, logger: Logger): () => void {
  const timer = setInterval(() => {
    authenticator.flush().catch((error: unknown) => logger.warn({ err: error }, 'last-used times not saved'));
  }, 1000);
  timer.unref();
  return () => clearInterval(timer);
}

/** Loads the mail receiver only if it is used. */
async function mailIn({ config, ...more }: Omit<Parameters<typeof startMailIn>[0], 'port'>) {
  if (config.mailInPort === null) return null;
  const mail = await import('./mail-in.ts');
  return mail.startMailIn({ config, port: config.mailInPort, ...more });
}
