import { ConfigError } from '../platform/config.ts';
import { poolerTrouble, waitForDatabase } from '../platform/database/index.ts';
import type { Logger } from '../platform/logger.ts';

const sayEveryMs = 5_000;

/** Waits for a database that is away, and says so; refuses a pooler that would take our sessions apart. */
export async function reachDatabase(url: string, logger: Logger): Promise<void> {
  let saidMs = Number.NEGATIVE_INFINITY;
  await waitForDatabase(url, (error) => {
    if (performance.now() - saidMs < sayEveryMs) return;
    saidMs = performance.now();
    logger.warn({ reason: error.message || String(error) }, 'waiting for the database');
  });
  const trouble = await poolerTrouble(url);
  if (trouble === null) return;
  const takes = `the address of PostgreSQL itself. It leads to a pooler: ${trouble}; see docs/runbooks/pgbouncer.md`;
  throw new ConfigError('DATABASE_URL', takes);
}
