import { sql } from 'kysely';
import type { Config } from '../platform/config.ts';
import {
  asRole,
  embeddedServiceRole,
  ensureRole,
  grantService,
  migrate,
  openDatabase,
  passwordIn,
  servicePasswordOf,
} from '../platform/database/index.ts';

interface Served {
  /** Under which the service connects. */
  url: string;
  isMigrated: boolean;
}

/**
 * The service runs as a role that owns nothing, where there is another one that does: always on the embedded server, and
 * with DATABASE_URL when DATABASE_MIGRATION_URL names the owner. That one migrates, grants, and is not used again.
 */
export async function prepareRoles(config: Config, url: string): Promise<Served> {
  const ownerUrl = config.databaseUrl === null ? url : config.databaseMigrationUrl;
  if (ownerUrl === null) return { url, isMigrated: false };
  const owner = openDatabase({ url: ownerUrl, poolMax: 1 });
  try {
    await migrate(owner.db);
    if (config.databaseUrl !== null) {
      await grantService(owner.db, await roleOf(url));
      return { url, isMigrated: true };
    }
    const password = servicePasswordOf(passwordIn(url));
    await ensureRole(owner.db, embeddedServiceRole, password);
    await grantService(owner.db, embeddedServiceRole);
    return { url: asRole(url, embeddedServiceRole, password), isMigrated: true };
  } finally {
    await owner.close();
  }
}

async function roleOf(url: string): Promise<string> {
  const database = openDatabase({ url, poolMax: 1 });
  try {
    const { rows } = await sql<{ role: string }>`select current_user as role`.execute(database.db);
    return rows[0]?.role ?? '';
  } finally {
    await database.close();
  }
}
