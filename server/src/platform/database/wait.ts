import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { errorOf } from '../../kit/fields.ts';
import { codeOf, isUnavailable } from './errors.ts';

const retryEveryMs = 500;

/** Waiting does not help if the database's name is wrong. */
const isDatabaseAway = (error: unknown): boolean => isUnavailable(error) && codeOf(error) !== '3D000';

/** Resolves once the database accepts a connection. Reports each failure, and throws errors that waiting cannot fix. */
export async function waitForDatabase(url: string, onWait: (error: Error) => void): Promise<void> {
  for (;;) {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
    client.on('error', () => {});
    try {
      await client.connect();
      return;
    } catch (error) {
      if (!isDatabaseAway(error)) throw error;
      onWait(errorOf(error));
    } finally {
      await client.end().catch(() => {});
    }
    await pause(retryEveryMs);
  }
}
