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

/** Under which the service connects to this server. */
export const serviceUrlOf = (config: Config, serverUrl: string): string =>
  config.databaseUrl === null
    ? asRole(serverUrl, embeddedServiceRole, servicePasswordOf(passwordIn(serverUrl)))
    : serverUrl;

/**
 * The service runs as a role that owns nothing, where there is another one that does: always on the embedded server, and
 * with DATABASE_URL when DATABASE_MIGRATION_URL names the owner. That one migrates, grants, and is not used again.
 * Says whether it has migrated.
 */
export async function prepareRoles(config: Config, url: string): Promise<boolean> {
  const ownerUrl = config.databaseUrl === null ? url : config.databaseMigrationUrl;
  if (ownerUrl === null) return false;
  const owner = openDatabase({ url: ownerUrl, poolMax: 1 });
  try {
    await migrate(owner.db);
    if (config.databaseUrl !== null) {
      await grantService(owner.db, await roleOf(url));
    } else {
      await ensureRole(owner.db, embeddedServiceRole, servicePasswordOf(passwordIn(url)));
      await grantService(owner.db, embeddedServiceRole);
    }
    return true;
  } finally {
    await owner.close();
  }
}
