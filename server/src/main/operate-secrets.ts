import type { Registry } from '../connectors/registry.ts';
import { createAccount } from '../domains/catalog/retailer-accounts/index.ts';
import { commandLine, recordAction } from '../domains/operations/operator/index.ts';
import { systemClock } from '../kit/clock.ts';
import { Failure } from '../kit/failure.ts';
import type { World } from '../kit/world.ts';
import type { Config } from '../platform/config.ts';
import { type Database, inTransaction } from '../platform/database/index.ts';
import { createLogger } from '../platform/logger.ts';
import { createVault, type Vault } from '../platform/secrets/index.ts';

export function vaultOf(config: Config): Vault {
  const logger = createLogger({ level: 'silent' });
  return createVault({ ...config, logger });
}

interface ServiceAccount {
  email: string;
  retailer: string | null;
  world: World;
  /** JSON: {"password", "totp_secret"}. */
  secrets: string;
}

/** Adds a retailer account of the service itself. */
export async function addServiceAccount(
  { database, config, registry }: { database: Database; config: Config; registry: Registry },
  account: ServiceAccount,
) {
  const secrets = readSecrets(account.secrets);
  const { world } = account;
  const row = await inTransaction(database.db, async (tx) => {
    const created = await createAccount(
      { tx, clock: systemClock, vault: vaultOf(config), registry },
      { accountId: null, world },
      {
        email: account.email,
        password: secrets.password ?? null,
        retailer: account.retailer,
        totpSecret: secrets.totp_secret ?? null,
        retailerConfig: null,
        isPaused: false,
        cooldownMinutes: null,
      },
    );
    await recordAction(
      { tx, clock: systemClock },
      {
        operator: commandLine,
        name: 'managed_account.added',
        subject: { type: 'managed_account', id: created.short_id },
        after: { world, retailer: account.retailer },
      },
    );
    return created;
  });
  return { row };
}

function readSecrets(text: string): { password?: string; totp_secret?: string } {
  try {
    const value: unknown = JSON.parse(text);
    if (value !== null && typeof value === 'object') return value;
  } catch {
    // The error below does not quote the text, which may be a secret.
  }
  throw new Failure('bad_request', 400, 'Pass JSON on standard input, such as {"password": "…", "totp_secret": "…"}.');
}
