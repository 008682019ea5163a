import { errorOf, fieldsOf } from '../kit/fields.ts';
import { ConfigError } from '../platform/config.ts';
import { findPoolerProblem, waitForDatabase } from '../platform/database/index.ts';
import type { Logger } from '../platform/logger.ts';

const logEveryMs = 5_000;

/** Unknown database, unknown or forbidden role, wrong password. */
const finalErrorCodes = new Set<unknown>(['3D000', '28000', '28P01']);

/** Waits for an unreachable database, and refuses a pooler that splits sessions. */
export async function connectToDatabase(url: string, logger: Logger): Promise<void> {
  let saidMs = Number.NEGATIVE_INFINITY;
  const waiting = waitForDatabase(url, (error) => {
    if (performance.now() - saidMs < logEveryMs) return;
    saidMs = performance.now();
    logger.warn({ reason: error.message || String(error) }, 'waiting for the database');
  });
  await waiting.catch((error: unknown) => {
    if (!finalErrorCodes.has(fieldsOf(error).code)) throw error;
    throw new ConfigError(
      'DATABASE_URL',
      `the URL of an existing database, with a valid role and password (deploy/README.md). PostgreSQL says: ${errorOf(error).message}`,
    );
  });
  const trouble = await findPoolerProblem(url);
  if (trouble === null) return;
  const takes = `the URL of the PostgreSQL server itself. It points to a pooler: ${trouble}; see docs/runbooks/pgbouncer.md`;
  throw new ConfigError('DATABASE_URL', takes);
}
