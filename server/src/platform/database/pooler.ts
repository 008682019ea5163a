import pg from 'pg';
import { fieldsOf, messageOf } from '../../kit/fields.ts';

/** Why this address does not lead to PostgreSQL itself; null when it does, or when it cannot be told now. */
export async function findPoolerProblem(url: string, statementTimeoutMs = 30_000): Promise<string | null> {
  const open = async () => {
    const client = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: 5_000,
      query_timeout: 5_000,
      statement_timeout: statementTimeoutMs,
    });
    client.on('error', () => {});
    clients.push(client);
    await client.connect();
    return client;
  };
  const clients: pg.Client[] = [];
  try {
    const first = await open();
    const second = await open();
    // Between two transactions a pooler lends the first one's server to the second, and with it what was prepared there.
    await first.query('prepare errand_pooler_check as select 1');
    await second.query('begin');
    await second.query('select 1');
    await first.query('execute errand_pooler_check');
    return null;
  } catch (error) {
    const { code } = fieldsOf(error);
    const message = messageOf(error);
    if (/unsupported startup parameter/.test(message)) return `it rejects session settings (${message})`;
    return code === '26000' ? 'it pools connections per transaction' : null;
  } finally {
    await Promise.all(clients.map((client) => client.end().catch(() => {})));
  }
}
