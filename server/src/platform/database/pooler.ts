import pg from 'pg';
import { fieldsOf, messageOf } from '../../kit/fields.ts';

/** Returns why this URL does not reach PostgreSQL directly; null if it does, or if that is unknown. */
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
    // Between transactions, a pooler gives the first client's server to the second, with its prepared statements.
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
