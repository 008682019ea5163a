import { sql } from 'kysely';
import type { Executor } from '../platform/database/index.ts';

interface Connections {
  used: number;
  /** Without those reserved for superusers. */
  max: number;
}

/** Of the whole server: other databases share the limit. */
export async function readConnections(executor: Executor): Promise<Connections> {
  const { rows } = await sql<Connections>`
    select (select count(*)::int from pg_stat_activity where backend_type = 'client backend') as used,
      current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as max`.execute(
    executor,
  );
  return rows[0] ?? { used: 0, max: 1 };
}
