import pg from 'pg';
import { type Database, runNamed } from './open.ts';

export interface Listener {
  close(): Promise<void>;
}

const retryMsMin = 100;
const retryMsMax = 5_000;

/**
 * Listens on its own connection and reconnects when it is lost. Notifications can be missed meanwhile, so after each
 * reconnect `onMessage` is called once with an empty payload. Resolves after the first attempt to connect.
 */
export async function listen(url: string, channel: string, onMessage: (payload: string) => void): Promise<Listener> {
  let client: pg.Client | undefined;
  let retryMs = retryMsMin;
  let retryTimer: NodeJS.Timeout | undefined;
  let isClosed = false;

  async function connect(isFirst: boolean): Promise<void> {
    const next = new pg.Client({
      connectionString: url,
      application_name: 'errand listen',
      keepAlive: true,
      connectionTimeoutMillis: 10_000,
    });
    client = next;
    let isLost = false;
    const lose = () => {
      if (isLost) return;
      isLost = true;
      void next.end().catch(() => {});
      if (isClosed) return;
      retryTimer = setTimeout(() => void connect(false), retryMs);
      retryMs = Math.min(retryMs * 2, retryMsMax);
    };
    next.on('error', lose);
    next.on('end', lose);
    next.on('notification', (message) => onMessage(message.payload ?? ''));
    try {
      await next.connect();
      await next.query(`listen ${pg.escapeIdentifier(channel)}`);
      retryMs = retryMsMin;
      if (!isFirst && !isClosed) onMessage('');
    } catch {
      lose();
    }
  }

  await connect(true);
  return {
    close: async () => {
      isClosed = true;
      clearTimeout(retryTimer);
      await client?.end().catch(() => {});
    },
  };
}

const notifyStatement = { name: 'notify', text: 'select pg_notify($1, $2)' };

export const notify = (database: Database, channel: string, payload: string): Promise<unknown> =>
  runNamed(database, notifyStatement, [channel, payload]);
