import { resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fieldsOf, messageOf } from '../kit/fields.ts';
import { type Config, ConfigError, configFromProcess } from '../platform/config.ts';
import {
  createDatabaseClock,
  createIdentityWatch,
  createSeenFile,
  DatabaseRefused,
  disableSeqScan,
  type IdentityWatch,
  isUnavailable,
  migrate,
  openDatabase,
  readSeen,
  startEmbedded,
} from '../platform/database/index.ts';
import { createLogger, type Logger, openOutput } from '../platform/logger.ts';
import { createMetrics, startMetricsServer } from '../platform/metrics.ts';
import { watchForMove } from '../platform/moved-database.ts';
import { VaultError } from '../platform/secrets/index.ts';
import { connectToDatabase } from './connect-to-database.ts';
import { prepareRoles, serviceUrlOf } from './database-roles.ts';
import { refuseUnfinishedRestore, reportInterrupted } from './interrupted-commands.ts';
import { loadPlugins } from './plugins/index.ts';
import { isJobLeftOut, leftOutOf } from './plugins/left-out.ts';

const jobGraceMs = 15_000;

type Stop = () => Promise<void>;

/** Starts what ROLE requires. Stopping happens in reverse order. */
async function start(config: Config, logger: Logger): Promise<Stop> {
  const stops: Stop[] = [];
  const stopAll = async () => {
    for (const stop of stops.reverse()) await stop();
  };
  try {
    const serverUrl = config.databaseUrl ?? (await startEmbeddedDatabase(config, logger, stops));
    await refuseUnfinishedRestore(config.dataDir, serverUrl, () =>
      logger.warn('an interrupted restore had loaded everything: open orders are looked up at their stores first'),
    );
    const url = serviceUrlOf(config, serverUrl);
    const preparing = prepare(config, serverUrl, logger);
    preparing.catch(() => {});
    const [
      { wireSystem: wire, acceptRestoredDatabase: acceptRestored, hasLocalMailbox, localLinks },
      { closeHttp, listen },
      { registerGauges },
    ] = await load(config);
    const watch = createIdentityWatch({
      url,
      seen: readSeen(config.dataDir),
      onSeen: createSeenFile(config.dataDir, (err) => logger.warn({ err }, 'could not save the database identity')),
      onRestored: (tx) => acceptRestored(tx),
      logger,
    });
    const open = (onConnect: IdentityWatch['check']) => {
      const database = openDatabase({
        url,
        poolMax: config.databasePoolMax,
        onConnect,
        onError: (error) => logger.warn({ err: error }, 'database connection lost'),
      });
      stops.push(() => database.close());
      return database;
    };
    const openForJobs = () =>
      open(async (client) => {
        await watch.check(client);
        await disableSeqScan(client);
      });
    const database = config.role === 'worker' ? openForJobs() : open(watch.check);
    const background = config.role === 'all' ? openForJobs() : database;
    const metrics = createMetrics({ processMetrics: true });
    const clock = createDatabaseClock();
    const system = await wire({ config, database, background, clock, watch, logger, metrics });
    stops.push(() => system.close());
    registerGauges(metrics.registry, database, system.isWriting, (kind) => isJobLeftOut(kind, config.plugins));
    // Routes are registered while the database is prepared. They do not query it yet.
    const opening = config.role === 'worker' ? null : system.routes();
    opening?.catch(() => {});
    const applied = (await preparing) ?? (await migrate(database.db));
    if (applied.length > 0) logger.info({ migrations: applied.length }, 'database migrated');
    await reportInterrupted(config.dataDir, (details, text) => logger.warn(details, text));
    stops.push(await system.startRecording());
    warnAboutUnsharedData(config, logger);
    logLeftOutPlugins(config, logger);
    if (config.metricsPort !== null) {
      const server = await startMetricsServer(config.metricsPort, config.host, metrics.registry);
      stops.push(() => server.close());
    }
    if (config.role !== 'api') {
      const mailIn = await system.startMailIn();
      if (mailIn) stops.push(() => mailIn.close());
      const queue = system.worker();
      await system.startHousekeeping();
      queue.start();
      stops.push(() => queue.stop(jobGraceMs));
    }
    if (opening) {
      const app = await opening;
      const sockets = await listen(app, config);
      stops.push(() => closeHttp(app, sockets));
      printStartMessage(config, hasLocalMailbox(config) ? localLinks(config) : null);
    }
    return stopAll;
  } catch (error) {
    await stopAll().catch((err: unknown) => logger.warn({ err }, 'cleanup after a failed startup failed'));
    throw error;
  }
}

const startRetryMs = 500;

/** Waits for a database that becomes unreachable during the start. */
async function startWithRetry(config: Config, logger: Logger): Promise<Stop> {
  for (;;) {
    try {
      return await start(config, logger);
    } catch (error) {
      if (config.databaseUrl === null || !isDatabaseLost(error)) throw error;
      logger.warn({ reason: messageOf(error) }, 'startup interrupted, retrying');
    }
    await pause(startRetryMs);
  }
}

const isDatabaseLost = (error: unknown): boolean =>
  isUnavailable(error) || (error instanceof Error && error.cause !== undefined && isDatabaseLost(error.cause));

const startLoading = (config: Config) =>
  Promise.all([
    import('./wiring.ts'),
    import('../platform/http/index.ts'),
    import('./gauges.ts'),
    loadPlugins(config.plugins),
  ]);
let loading: ReturnType<typeof startLoading> | null = null;

/** Loads the service while the database starts. Loading blocks the event loop, so start child processes first. */
function load(config: Config): ReturnType<typeof startLoading> {
  loading ??= startLoading(config);
  loading.catch(() => {});
  return loading;
}

/** The embedded database is up already, and has no pooler. Returns the applied migrations, or null if the service's own role migrates. */
async function prepare(config: Config, serverUrl: string, logger: Logger): Promise<string[] | null> {
  if (config.databaseUrl !== null) await connectToDatabase(serverUrl, logger);
  return prepareRoles(config, serverUrl);
}

async function startEmbeddedDatabase(config: Config, logger: Logger, stops: Stop[]): Promise<string> {
  const log = (message: string) => logger.info(message);
  const server = await startEmbedded({ dataDir: config.dataDir, log, onWait: () => load(config) });
  stops.push(() => server.stop());
  return server.url;
}

/** The only place that prints the secret of local pages. It is never logged. */
function printStartMessage(config: Config, local: { dashboard: string; mailbox: string } | null): void {
  process.stdout.write(`
Errand is ready at ${config.publicUrl}

  Open the dashboard:   ${local?.dashboard ?? `${config.publicUrl}/app`}${local ? `\n  Local mailbox:        ${local.mailbox}` : ''}
  Create a sandbox key: curl -X POST ${config.publicUrl}/sandbox/keys
  Then read:            ${config.publicUrl}/sandbox/quickstart
  API reference:        ${config.publicUrl}/docs

${placesText(config)}
`);
}

/** Where everything is that must not be lost, and what is still unsafe. */
function placesText({ dataDir, databaseUrl, masterKeys, smtpUrl, backup, logFile }: Config): string {
  const folder = resolve(dataDir);
  const log = logFile === null ? 'standard output' : resolve(logFile);
  const lines = [
    ['Data:', databaseUrl === null ? `${folder} (with the embedded database)` : folder],
    ['Keys:', masterKeys.length > 0 ? 'MASTER_KEYS' : `${folder}/development-master-key`],
    ['Logs:', databaseUrl === null ? `${log}, and ${folder}/postgres.log` : log],
    ['Mail:', smtpUrl === null ? `kept in ${folder}/mail` : 'sent through SMTP_URL'],
    ['Backups:', backup.to === null ? 'none scheduled (BACKUP_TO)' : 'scheduled (BACKUP_TO)'],
  ];
  const text = lines.map(([name = '', value]) => `  ${name.padEnd(22)}${value}`).join('\n');
  const isReady = masterKeys.length > 0 && smtpUrl !== null && backup.to !== null;
  return isReady
    ? `${text}\n`
    : `${text}\n\n  Not ready for production yet. Run "errand setup" to add what is missing, or "errand doctor" to list what is unsafe.\n  In a clone of the repository, use "npm run errand -- setup".\n`;
}

/** Processes on one machine may share a data folder. This process cannot know whether they do. */
function warnAboutUnsharedData(config: Config, logger: Logger): void {
  if (config.role === 'all') return;
  const { blobUrl, erasableKeys, dataDir } = config;
  const own = { BLOB_URL: blobUrl, ERASABLE_KEYS: erasableKeys };
  const missing = Object.entries(own).flatMap(([name, value]) => (value === null ? [name] : []));
  if (missing.length > 0)
    logger.warn({ missing, dataDir }, 'labels or keys are in the data folder: all processes must share it');
}

function logLeftOutPlugins({ plugins }: Config, logger: Logger): void {
  const leftOut = leftOutOf(plugins);
  if (leftOut.length > 0) logger.info({ leftOut }, 'PLUGINS excludes some plugins');
}

async function main(): Promise<void> {
  const config = configFromProcess();
  const { logLevel: level, logFile } = config;
  const logger = createLogger(logFile === null ? { level } : { level, destination: openOutput(logFile) });
  let running = startWithRetry(config, logger);
  let isStopping = false;
  const end = (work: Promise<unknown>, what: string) =>
    work.then(
      () => process.exit(0),
      (error: unknown) => {
        logger.error({ err: error }, what);
        process.exit(1);
      },
    );
  await running;
  if (config.databaseUrl === null)
    watchForMove(config.dataDir, () => {
      if (isStopping) return;
      logger.warn('the database moved to a server: continuing there');
      running = running.then((stop) => stop()).then(() => startWithRetry(configFromProcess(), logger));
      running.catch((error: unknown) => end(Promise.reject(error), 'could not restart on the new database server'));
    });
  const onSignal = (signal: string) => {
    if (isStopping) return;
    isStopping = true;
    logger.info({ signal }, 'stopping');
    end(
      running.then((stop) => stop()),
      'stopping failed',
    );
  };
  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);
}

main().catch((error: unknown) => {
  const isExpected =
    error instanceof ConfigError ||
    error instanceof VaultError ||
    error instanceof DatabaseRefused ||
    fieldsOf(error).code === 'EADDRINUSE';
  process.stderr.write(`${isExpected ? messageOf(error) : (fieldsOf(error).stack ?? error)}\n`);
  process.exit(1);
});
