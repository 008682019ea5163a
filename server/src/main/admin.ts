// The operator's command line: works on the database itself, without a key.

import { parseArgs } from 'node:util';
import { assertDefined } from '../kit/assert-defined.ts';
import { Failure, Invalid } from '../kit/failure.ts';
import { fieldsOf, messageOf } from '../kit/fields.ts';
import { type Config, configFromProcess } from '../platform/config.ts';
import { type Database, DatabaseRefused, migrate, openDatabase, startEmbedded } from '../platform/database/index.ts';
import { VaultError } from '../platform/secrets/index.ts';
import { commandIn } from './admin-commands.ts';
import { UsageError } from './key-options.ts';

async function withDatabase(config: Config, work: (database: Database) => Promise<string>): Promise<string> {
  const { databaseUrl, databaseMigrationUrl } = config;
  const server = databaseUrl ? null : await startEmbedded({ dataDir: config.dataDir, log: () => {} });
  const database = openDatabase({ url: databaseMigrationUrl ?? databaseUrl ?? assertDefined(server).url, poolMax: 2 });
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
      retailers: text,
      'per-day': text,
      'per-order': text,
      scopes: text,
      expires: text,
      addresses: text,
      since: text,
      threshold: text,
      'clears-at': text,
      for: text,
      switch: text,
      heads: text,
      close: { type: 'boolean' },
      json: { type: 'boolean' },
    },
  });
  const { command, subject } = commandIn(positionals);
  const config = configFromProcess();
  console.log(
    await withDatabase(config, (database) => command(database, { ...values, ...(subject ? { subject } : {}) }, config)),
  );
}

main().catch((error: unknown) => {
  const isTheirs =
    error instanceof UsageError ||
    error instanceof Failure ||
    error instanceof Invalid ||
    error instanceof VaultError ||
    error instanceof DatabaseRefused ||
    String(fieldsOf(error).code).startsWith('ERR_PARSE_ARGS');
  console.error(isTheirs ? messageOf(error) : error);
  process.exit(1);
});
