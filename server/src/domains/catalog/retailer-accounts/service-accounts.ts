import { randomBytes } from 'node:crypto';
import type { Registry } from '../../../connectors/registry.ts';
import type { Clock } from '../../../kit/clock.ts';
import { type Db, inTransaction } from '../../../platform/database/index.ts';
import type { Vault } from '../../../platform/secrets/index.ts';
import { createAccount } from './create-account.ts';
import { countServiceAccounts, lockSandboxAccount } from './sql.ts';

interface Needs {
  db: Db;
  clock: Clock;
  vault: Vault;
  registry: Registry;
}

/** Creates the sandbox's service account, so the scenario with the emailed code works without setup. */
export async function ensureSandboxServiceAccount(needs: Needs, mailDomain: string): Promise<void> {
  await inTransaction(needs.db, async (tx) => {
    await lockSandboxAccount(tx);
    if ((await countServiceAccounts(tx, 'test')) > 0) return;
    await createAccount(
      { ...needs, tx },
      { accountId: null, world: 'test' },
      {
        email: `house@${mailDomain}`,
        password: randomBytes(24).toString('base64url'),
        retailer: null,
        totpSecret: null,
        retailerConfig: null,
        isPaused: false,
        cooldownMinutes: null,
      },
    );
  });
}
