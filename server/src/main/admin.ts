// The operator's command line: what must be done on the database itself, without a key.
import { parseArgs } from 'node:util';
import { createKey, upsertAccountByEmail } from '../domains/accounts/index.ts';
import { auditLedger, creditWallet } from '../domains/wallet/index.ts';
import { systemClock } from '../kit/clock.ts';
import { newId } from '../kit/ids.ts';
import { formatCents, toCents } from '../kit/money.ts';
import type { World } from '../kit/world.ts';
import { type Config, configFromProcess } from '../platform/config.ts';
import { type Db, inTransaction, migrate, openDatabase, startEmbedded } from '../platform/database/index.ts';

const usage = `Usage: npm run admin -- <command>

  keys create --email <address> [--world live|test] [--label <text>]
      Creates an API key for the account of this address (made when there is none) and shows it once.
  wallet credit --email <address> --cents <amount> --note <reason> [--world live|test] [--id <uuid>]
      Puts money on the account's wallet. The same --id again credits nothing.
  ledger audit
      Compares every wallet with its ledger. Says "sound", or what does not add up.
`;

class UsageError extends Error {}

interface Options {
  email?: string;
  world?: string;
  label?: string;
  cents?: string;
  note?: string;
  id?: string;
}

type Command = (db: Db, options: Options) => Promise<string>;

const commands: Record<string, Command> = {
  'keys create': async (db, options) => {
    const world = worldOf(options);
    return inTransaction(db, async (tx) => {
      const needs = { tx, clock: systemClock };
      const accountId = await upsertAccountByEmail(tx, newId(), emailOf(options), systemClock.now());
      const { key } = await createKey(needs, { accountId, world, label: options.label ?? 'Operator-made key' });
      return key;
    });
  },
  'wallet credit': async (db, options) => {
    const world = worldOf(options);
    const amount = toCents(Number(options.cents));
    if (!(amount > 0)) throw new UsageError('--cents takes a whole number of cents above 0.');
    if (!options.note) throw new UsageError('--note says why, for the ledger.');
    const note = options.note;
    return inTransaction(db, async (tx) => {
      const accountId = await upsertAccountByEmail(tx, newId(), emailOf(options), systemClock.now());
      const credit = { id: options.id ?? newId(), accountId, world, amount, note };
      const isNew = await creditWallet({ tx, clock: systemClock }, credit);
      return isNew ? `Credited ${formatCents(amount)} (${world}).` : 'This credit was made before; nothing changed.';
    });
  },
  'ledger audit': async (db) => {
    const problems = await auditLedger(db);
    if (problems.length > 0) process.exitCode = 1;
    return problems.map((row) => `${row.account_id} ${row.world}: ${row.problem}`).join('\n') || 'sound';
  },
};

function emailOf({ email }: Options): string {
  if (!email?.includes('@')) throw new UsageError('--email takes the address of the account.');
  return email.toLowerCase();
}

function worldOf({ world = 'live' }: Options): World {
  if (world !== 'live' && world !== 'test') throw new UsageError('--world takes live or test.');
  return world;
}

async function withDatabase(config: Config, work: (db: Db) => Promise<string>): Promise<string> {
  const server = config.databaseUrl ? null : await startEmbedded({ dataDir: config.dataDir, log: () => {} });
  const database = openDatabase({ url: config.databaseUrl ?? server!.url, poolMax: 2 });
  try {
    await migrate(database.db);
    return await work(database.db);
  } finally {
    await database.close();
    await server?.stop();
  }
}

async function main(): Promise<void> {
  const text = { type: 'string' } as const;
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { email: text, world: text, label: text, cents: text, note: text, id: text },
  });
  const command = commands[positionals.join(' ')];
  if (!command) throw new UsageError(usage);
  console.log(await withDatabase(configFromProcess(), (db) => command(db, values)));
}

main().catch((error: unknown) => {
  const isTheirs = error instanceof UsageError || (error as { code?: string }).code?.startsWith('ERR_PARSE_ARGS');
  console.error(isTheirs ? (error as Error).message : error);
  process.exit(1);
});
