import type { Config } from '../platform/config.ts';
import {
  asRole,
  embeddedServiceRole,
  ensureRole,
  grantService,
  migrate,
  openDatabase,
  passwordIn,
  roleOf,
  servicePasswordOf,
} from '../platform/database/index.ts';

/** The URL that the service connects with. */
export const serviceUrlOf = (config: Config, serverUrl: string): string =>
  config.databaseUrl === null
    ? asRole(serverUrl, embeddedServiceRole, servicePasswordOf(passwordIn(serverUrl)))
    : serverUrl;

/**
 * Migrates as the owner and grants the service's own role what it needs: always on the embedded server, and with
 * DATABASE_URL if DATABASE_MIGRATION_URL names the owner. Returns the applied migrations, or null if there is one role.
 */
export async function prepareRoles(config: Config, url: string): Promise<string[] | null> {
  const ownerUrl = config.databaseUrl === null ? url : config.databaseMigrationUrl;
  if (ownerUrl === null) return null;
  const owner = openDatabase({ url: ownerUrl, poolMax: 1 });
  try {
    const applied = await migrate(owner.db);
    if (config.databaseUrl !== null) {
      await grantService(owner.db, await roleOf(url));
    } else {
      await ensureRole(owner.db, embeddedServiceRole, servicePasswordOf(passwordIn(url)));
      await grantService(owner.db, embeddedServiceRole);
    }
    return applied;
  } finally {
    await owner.close();
  }
}
