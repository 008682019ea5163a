import { sql } from 'kysely';
import type { Executor } from './open.ts';

/**
 * Returns why an acknowledged commit could be lost; null if it could not. An asynchronous standby takes over without
 * the last commits. With synchronous_commit off, a crash of the only server loses them.
 */
export async function findCommitRisk(executor: Executor): Promise<string | null> {
  const { rows } = await sql<{ names: string; commit: string; standbys: number }>`
    select current_setting('synchronous_standby_names') as names, current_setting('synchronous_commit') as commit,
      (select count(*) from pg_stat_replication where application_name is distinct from 'pg_basebackup') as standbys`.execute(
    executor,
  );
  const [server] = rows;
  if (!server) return null;
  if (server.commit === 'off') return 'synchronous_commit is off: a crash loses acknowledged commits';
  if (server.standbys === 0) return null;
  if (server.names === '') return 'its standbys are asynchronous: a failover loses acknowledged commits';
  if (server.commit === 'local') return 'synchronous_commit is local: a failover loses acknowledged commits';
  return null;
}
