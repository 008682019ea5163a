import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { systemClock } from '../kit/clock.ts';
import { fieldsOf, messageOf } from '../kit/fields.ts';
import { BackupDamaged } from '../platform/backup/index.ts';
import { type Config, ConfigError, configFromProcess, editSettings } from '../platform/config.ts';
import {
  type Database,
  DatabaseRefused,
  migrate,
  openDatabase,
  planUpgrade,
  type UpgradePlan,
  validateChecks,
  withConnection,
  withOwnerUrl,
} from '../platform/database/index.ts';
import { movedFile } from '../platform/moved-database.ts';
import { VaultError } from '../platform/secrets/index.ts';
import { errandVersion } from '../platform/version.ts';
import { type BackupReport, makeBackup } from './backup/make-backup.ts';
import { restoreIntoTarget } from './backup/restore-backup.ts';
import { verifyBackup } from './backup/verify-backup.ts';
import { diagnose, diagnosisText, isUnsafe } from './doctor.ts';
import { withMark } from './interrupted-commands.ts';
import { describeTarget, moveDatabase } from './move-database.ts';
import { vaultOf } from './operate-secrets.ts';
import { runSetup } from './setup/setup.ts';

export interface LocalContext {
  arguments: string[];
  options: Record<string, string | boolean | string[] | undefined>;
  out(text: string): void;
  err(text: string): void;
  /** Standard input, line by line. */
  lines(): AsyncIterable<string>;
}

type LocalCommand = (config: Config, context: LocalContext) => Promise<number>;

const exitCodes = { fine: 0, negative: 1, misused: 2 };

class LocalUsageError extends Error {}

/** Runs an operator's command on the service's data folder and database. Returns the exit code. */
export async function runLocalCommand(name: string, context: LocalContext): Promise<number> {
  try {
    const command = assertCommand(name);
    return await command(await withPassphrase(configFromProcess(), context), context);
  } catch (error) {
    if (error instanceof LocalUsageError) {
      context.err(`${error.message}\n`);
      return exitCodes.misused;
    }
    const isExpected =
      error instanceof ConfigError ||
      error instanceof VaultError ||
      error instanceof DatabaseRefused ||
      error instanceof BackupDamaged ||
      /^E[A-Z]+$/.test(String(fieldsOf(error).code));
    if (!isExpected) throw error;
    context.err(`${messageOf(error)}\n`);
    return exitCodes.negative;
  }
}

async function withPassphrase(config: Config, { options }: LocalContext): Promise<Config> {
  const file = options['passphrase-file'];
  if (typeof file !== 'string') return config;
  const passphrase = (await readFile(file, 'utf8')).trim();
  if (passphrase === '') throw new LocalUsageError(`${file} is empty.`);
  return { ...config, backup: { ...config.backup, passphrase } };
}

/** Refuses a database of an earlier version, and sets up an empty one. */
async function withCurrentDatabase<Result>(
  config: Config,
  work: (database: Database) => Promise<Result>,
): Promise<Result> {
  return withOwnerUrl(config, async (url) => {
    const database = openDatabase({ url, poolMax: 2 });
    try {
      const { applied, missing } = await planUpgrade(database.db);
      if (applied.length > 0 && missing.length > 0)
        throw new DatabaseRefused('The database is from an earlier version. Run "errand upgrade --check".');
      await migrate(database.db);
      return await work(database);
    } finally {
      await database.close();
    }
  });
}

const megabytes = (bytes: number): string => `${(bytes / 1_000_000).toFixed(1)} MB`;

const backupText = (file: string, { bytes, rows, files, keys, takenAt }: BackupReport): string =>
  `Backed up to ${file} (${megabytes(bytes)}): ${rows} rows as of ${takenAt.toISOString()}, ${files} files, ${keys} keys.\n`;

function keyText({ backup, masterKeys, dataDir }: Config): string {
  if (backup.passphrase !== null) return 'It is encrypted with your passphrase. Keep the passphrase elsewhere.\n';
  return masterKeys.length > 0
    ? 'It is encrypted with the newest key in MASTER_KEYS. Keep that key elsewhere.\n'
    : `It is encrypted with ${join(dataDir, 'development-master-key')}. Keep a copy of that file elsewhere, or set BACKUP_PASSPHRASE.\n`;
}

async function backup(config: Config, context: LocalContext): Promise<number> {
  const [given] = context.arguments;
  if (given === undefined) throw new LocalUsageError('file is required. See --help.');
  const file = resolve(given);
  const isVerified = context.options.verify === true;
  if (!existsSync(file)) {
    const report = await withOwnerUrl(config, (url) =>
      withMark(config.dataDir, 'backup', file, () => makeBackup(config, url, file)),
    );
    context.out(backupText(file, report) + keyText(config));
  } else if (!isVerified)
    throw new LocalUsageError(`${file} exists. Choose another name, or add --verify to check it.`);
  return isVerified ? verify(config, file, context) : exitCodes.fine;
}

async function verify(config: Config, file: string, { out }: LocalContext): Promise<number> {
  const { manifest, totals, problems } = await verifyBackup(config, file);
  const rows = Object.values(totals.rows).reduce((sum, count) => sum + count, 0);
  if (problems.length > 0) {
    out(
      `The backup from ${manifest.taken_at} could not be restored:\n${problems.map((each) => `  ${each}`).join('\n')}\n`,
    );
    return exitCodes.negative;
  }
  out(
    `Verified: restored into a scratch database. ${rows} rows in ${manifest.tables.length} tables and the ledger match.\n`,
  );
  return exitCodes.fine;
}

async function restore(config: Config, { arguments: [given], out }: LocalContext): Promise<number> {
  if (given === undefined) throw new LocalUsageError('file is required. See --help.');
  const file = resolve(given);
  if (!existsSync(file)) throw new LocalUsageError(`${file} does not exist.`);
  const { manifest, totals, orders } = await restoreIntoTarget(config, file);
  const rows = Object.values(totals.rows).reduce((sum, count) => sum + count, 0);
  out(`Restored ${rows} rows as of ${manifest.taken_at}, ${totals.files} files and ${totals.keys} keys.
Before placing ${orders} open orders, Errand checks the stores for existing purchases.
Next: start Errand (errand serve), then follow docs/runbooks/restore.md from step 4.
`);
  return exitCodes.fine;
}

function planText({ applied, missing, unknown, breaking }: UpgradePlan): string {
  const version = `This is Errand ${errandVersion()}.`;
  if (unknown.length > 0)
    return `${version}\nThe database is newer: this version does not recognize ${unknown.join(', ')}.\nStart the newer version, or restore a backup from before the upgrade.\n`;
  if (applied.length === 0) return `${version}\nThe database is empty. "errand serve" sets it up.\n`;
  if (missing.length === 0) return `${version}\nThe database is up to date (${applied.length} migrations).\n`;
  const rollback =
    breaking.length > 0
      ? `Roll back: only by restoring the backup. These migrations cannot be rolled back: ${breaking.join(', ')}.`
      : 'Roll back: for one day after the upgrade you can start the previous version again. After that, restore the backup.';
  return `${version}
The database needs ${missing.length} migrations: ${missing.join(', ')}.
"errand upgrade" makes a backup first, then applies them. Running processes from the previous version keep working.
${rollback}
`;
}

async function upgrade(config: Config, context: LocalContext): Promise<number> {
  return withOwnerUrl(config, async (url) => {
    const database = openDatabase({ url, poolMax: 2 });
    try {
      const plan = await planUpgrade(database.db);
      const isCheck = context.options.check === true;
      if (isCheck && context.options.json)
        context.out(`${JSON.stringify({ version: errandVersion(), ...plan }, null, 2)}\n`);
      else context.out(planText(plan));
      if (plan.unknown.length > 0) return exitCodes.negative;
      if (isCheck || plan.missing.length === 0 || plan.applied.length === 0) return exitCodes.fine;
      const file = join(resolve(config.dataDir), 'backups', `before-${errandVersion()}-${Date.now()}.errand`);
      const applied = await withMark(config.dataDir, 'upgrade', file, async () => {
        context.out(backupText(file, await makeBackup(config, url, file)) + keyText(config));
        return migrate(database.db);
      });
      context.out(`Applied ${applied.length} migrations. Replace running processes with this version within a day.\n`);
      return exitCodes.fine;
    } finally {
      await database.close();
    }
  });
}

async function move(config: Config, { options: { to }, out }: LocalContext): Promise<number> {
  if (typeof to !== 'string' || !/^postgres(ql)?:\/\/./.test(to))
    throw new LocalUsageError('--to must be the URL of a PostgreSQL database, such as postgres://errand@db/errand.');
  if (config.databaseUrl === to) {
    // A move that was killed after the switch left this to do.
    await withConnection(to, 'errand move', validateChecks);
    out('Errand already uses this database.\n');
    return exitCodes.fine;
  }
  if (config.databaseUrl !== null)
    throw new LocalUsageError('Only the embedded database can be moved, and DATABASE_URL is in use.');
  const { dataDir } = config;
  const say = (text: string) => out(`${text}\n`);
  const { target, stoppedMs } = await withOwnerUrl(config, (sourceUrl) =>
    withMark(dataDir, 'move', describeTarget(to), () => moveDatabase({ dataDir, sourceUrl, to }, say)),
  );
  out(`Moved to ${target}. Writes were paused for ${(stoppedMs / 1000).toFixed(1)} s.
If Errand is running, it restarts itself on the new database now. Errand won't start on the old database.
Set DATABASE_URL to the new database's URL. Until then, Errand reads that URL from ${movedFile(dataDir)}.
Files and keys stay in ${resolve(dataDir)}. Delete its "postgres" folder when you no longer need the old database.
`);
  return exitCodes.fine;
}

const doctor: LocalCommand = (config, { options, out }) =>
  withCurrentDatabase(config, async ({ db }) => {
    const diagnosis = await diagnose({ db, clock: systemClock, vault: vaultOf(config), config });
    const { isLive, findings } = diagnosis;
    out(`${options.json ? JSON.stringify({ is_live: isLive, findings }, null, 2) : diagnosisText(diagnosis)}\n`);
    return isUnsafe(diagnosis) ? exitCodes.negative : exitCodes.fine;
  });

async function setup(_config: Config, context: LocalContext): Promise<number> {
  const { out } = context;
  const settings = editSettings();
  const typed = context.lines()[Symbol.asyncIterator]();
  const ask = async (question: string) => {
    out(question);
    const { value, done } = await typed.next();
    if (done) throw new LocalUsageError(`\nSetup ended early. Answers so far are in ${settings.file}. Run it again.`);
    return value;
  };
  await runSetup({ settings, out, ask });
  await typed.return?.();
  return doctor(settings.config(), context);
}

const commands: Record<string, LocalCommand> = {
  backup,
  restore,
  upgrade,
  move,
  doctor,
  setup,
  async serve() {
    await import('./server.ts');
    return exitCodes.fine;
  },
};

function assertCommand(name: string): LocalCommand {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command) throw new LocalUsageError(`errand has no command "${name}".`);
  return command;
}
