import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { errorOf } from '../../kit/fields.ts';
import { codeOf, isUnavailable } from './errors.ts';

const retryEveryMs = 500;

/** A database of a wrong name does not come by waiting. */
const isDatabaseAway = (error: unknown): boolean => isUnavailable(error) && codeOf(error) !== '3D000';

/** Resolves once the database accepts a connection. Says each time why it does not, and throws what waiting cannot mend. */
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
