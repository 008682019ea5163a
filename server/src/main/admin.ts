// The operator's command line: what must be done on the database itself, without a key.
import { text as textOf } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { createKey, upsertAccountByEmail } from '../domains/accounts/index.ts';
import { listOwnAccounts } from '../domains/managed-accounts/index.ts';
import { type Decision, decideOrder, listDoubts } from '../domains/orders/index.ts';
import { auditLedger, creditWallet } from '../domains/wallet/index.ts';
import { systemClock } from '../kit/clock.ts';
import { Failure, Invalid } from '../kit/failure.ts';
import { isUuid, newId } from '../kit/ids.ts';
import { formatCents, toCents } from '../kit/money.ts';
import type { World } from '../kit/world.ts';
import { type Config, configFromProcess } from '../platform/config.ts';
import { type Database, inTransaction, migrate, openDatabase, startEmbedded } from '../platform/database/index.ts';
import { rotateSecrets, VaultError } from '../platform/secrets/index.ts';
import { addOwnAccount, everySealedColumn, vaultOf } from './operate-secrets.ts';

const usage = `Usage: npm run admin -- <command>

  keys create --email <address> [--world live|test] [--label <text>]
      Creates an API key for the account of this address (made when there is none) and shows it once.
  wallet credit --email <address> --cents <amount> --note <reason> [--world live|test] [--id <uuid>]
      Puts money on the account's wallet. The same --id again credits nothing.
  orders review
      Lists the orders whose outcome nobody could find out; they wait for your decision.
  orders decide --id <order id> --outcome bought --cents <total> --merchant-order <number>
  orders decide --id <order id> --outcome not-bought
      Settles such an order after you looked into the retailer's own order history.
  accounts add --email <address> [--retailer <id>] [--world live|test]
      Adds an account of the service's own, for orders that name none. Reads {"password", "totp_secret"} as JSON from
      standard input, so that no secret is seen in the list of processes.
  accounts list
      The service's own accounts, without secrets.
  secrets rotate
      Locks every secret with the newest key of MASTER_KEYS, beside the running service. Run it again if it was broken off.
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
  outcome?: string;
  'merchant-order'?: string;
  retailer?: string;
}

type Command = (database: Database, options: Options, config: Config) => Promise<string>;

const commands: Record<string, Command> = {
  'keys create': async ({ db }, options) => {
    const world = worldOf(options);
    return inTransaction(db, async (tx) => {
      const needs = { tx, clock: systemClock };
      const accountId = await upsertAccountByEmail(tx, newId(), emailOf(options), systemClock.now());
      const { key } = await createKey(needs, { accountId, world, label: options.label ?? 'Operator-made key' });
      return key;
    });
  },
  'wallet credit': async ({ db }, options) => {
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
  'orders review': async ({ db }) => {
    const rows = await listDoubts(db);
    const line = (row: (typeof rows)[number]) =>
      `${row.id}  ${row.world}  ${row.retailer}  submitted ${row.submitted_at.toISOString()}  up to ${formatCents(row.max_price_cents)}`;
    return rows.map(line).join('\n') || 'No order waits for a decision.';
  },
  'orders decide': async (database, options) => {
    if (!options.id || !isUuid(options.id)) throw new UsageError('--id takes the id of the order.');
    await decideOrder({ database, clock: systemClock }, options.id, decisionOf(options));
    return 'Decided: the order and its money are settled.';
  },
  'accounts add': async (database, options, config) => {
    const { row } = await addOwnAccount(database, config, {
      email: emailOf(options),
      retailer: options.retailer ?? null,
      world: worldOf(options),
      secrets: await textOf(process.stdin),
    });
    return `Added ${row.short_id}.`;
  },
  'accounts list': async ({ db }) => {
    const rows = await listOwnAccounts(db);
    const line = (row: (typeof rows)[number]) =>
      `${row.short_id}  ${row.world}  ${row.retailer ?? 'any retailer'}  ${row.email}  ${row.pause_reason ?? (row.is_paused ? 'paused' : 'ready')}`;
    return rows.map(line).join('\n') || 'The service has no accounts of its own.';
  },
  'secrets rotate': async ({ db }, _options, config) => {
    const count = await rotateSecrets(db, vaultOf(config), everySealedColumn);
    return count === 0 ? 'Every secret is locked with the newest key.' : `Re-wrapped ${count} secrets.`;
  },
  'ledger audit': async ({ db }) => {
    const problems = await auditLedger(db);
    if (problems.length > 0) process.exitCode = 1;
    return problems.map((row) => `${row.account_id} ${row.world}: ${row.problem}`).join('\n') || 'sound';
  },
};

function decisionOf(options: Options): Decision {
  if (options.outcome === 'not-bought') return { kind: 'not_bought' };
  const merchantOrder = options['merchant-order'];
  if (options.outcome !== 'bought' || !merchantOrder || !/^\d+$/.test(options.cents ?? '')) {
    throw new UsageError('--outcome takes not-bought, or bought with --cents and --merchant-order.');
  }
  return { kind: 'bought', merchantOrderIds: [merchantOrder], total: toCents(Number(options.cents)) };
}

function emailOf({ email }: Options): string {
  if (!email?.includes('@')) throw new UsageError('--email takes the address of the account.');
  return email.toLowerCase();
}

function worldOf({ world = 'live' }: Options): World {
  if (world !== 'live' && world !== 'test') throw new UsageError('--world takes live or test.');
  return world;
}

async function withDatabase(config: Config, work: (database: Database) => Promise<string>): Promise<string> {
  const server = config.databaseUrl ? null : await startEmbedded({ dataDir: config.dataDir, log: () => {} });
  const database = openDatabase({ url: config.databaseUrl ?? server!.url, poolMax: 2 });
  try {
    await migrate(database.db);
    return await work(database);
  } finally {
    await database.close();
    await server?.stop();
  }
}

async function main(): Promise<void> {
  const text = { type: 'string' } as const;
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      email: text,
      world: text,
      label: text,
      cents: text,
      note: text,
      id: text,
      outcome: text,
      'merchant-order': text,
      retailer: text,
    },
  });
  const command = commands[positionals.join(' ')];
  if (!command) throw new UsageError(usage);
  const config = configFromProcess();
  console.log(await withDatabase(config, (database) => command(database, values, config)));
}

main().catch((error: unknown) => {
  const isTheirs =
    error instanceof UsageError ||
    error instanceof Failure ||
    error instanceof Invalid ||
    error instanceof VaultError ||
    (error as { code?: string }).code?.startsWith('ERR_PARSE_ARGS');
  console.error(isTheirs ? (error as Error).message : error);
  process.exit(1);
});
