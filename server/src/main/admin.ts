// The operator's command line: works on the database itself, without a key.

import { parseArgs } from 'node:util';
import { Failure, Invalid } from '../kit/failure.ts';
import { fieldsOf, messageOf } from '../kit/fields.ts';
import { type Config, configFromProcess } from '../platform/config.ts';
import { type Database, DatabaseRefused, migrate, openDatabase, withOwnerUrl } from '../platform/database/index.ts';
import { VaultError } from '../platform/secrets/index.ts';
import { commandIn } from './admin-commands.ts';
import { UsageError } from './key-options.ts';

const withDatabase = (config: Config, work: (database: Database) => Promise<string>): Promise<string> =>
  withOwnerUrl(config, async (url) => {
    const database = openDatabase({ url, poolMax: 2 });
    try {
      await migrate(database.db);
      return await work(database);
    } finally {
      await database.close();
    }
  });

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
  const isExpected =
    error instanceof UsageError ||
    error instanceof Failure ||
    error instanceof Invalid ||
    error instanceof VaultError ||
    error instanceof DatabaseRefused ||
    String(fieldsOf(error).code).startsWith('ERR_PARSE_ARGS');
  console.error(isExpected ? messageOf(error) : error);
  process.exit(1);
});
