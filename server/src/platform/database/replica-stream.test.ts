import { sql } from 'kysely';
import { afterAll, describe, expect, it } from 'vitest';
import { type Cluster, createWorkshop, type Workshop } from '../../../test/drills/restore/cluster.ts';
import { type Database, openDatabase } from './open.ts';
import { startPulse } from './pulse.ts';
import { createStaleReads } from './replica.ts';

const logger = { warn: () => {} };
const workshop = createWorkshop();

/** A short failover drill: the promoted standby has everything acknowledged and accepts writes. */
async function takeOver({ run }: Workshop, server: Cluster, copy: Cluster, database: Database): Promise<void> {
  server.configure(["synchronous_standby_names = '*'"]);
  run('pg_ctl', ['-D', server.data, 'reload']);
  const follows = async () =>
    (await sql<{ state: string }>`select sync_state as state from pg_stat_replication`.execute(database.db)).rows;
  await expect.poll(follows, { timeout: 60_000 }).toEqual([{ state: 'sync' }]);
  await sql`create table accepted (n int primary key)`.execute(database.db);
  for (let n = 1; n <= 20; n += 1) await sql`insert into accepted values (${n})`.execute(database.db);
  server.stop('immediate');
  await expect(sql`insert into accepted values (21)`.execute(database.db)).rejects.toThrow();
  run('pg_ctl', ['-D', copy.data, '-w', 'promote']);
  const promoted = openDatabase({ url: copy.url, poolMax: 1 });
  try {
    // It would wait for a synchronous standby that it does not have.
    await sql`set synchronous_commit = local`.execute(promoted.db);
    await sql`insert into accepted values (22)`.execute(promoted.db);
    const { rows } = await sql<{ n: number }>`select count(*) as n from accepted`.execute(promoted.db);
    expect(rows).toEqual([{ n: 21 }]);
  } finally {
    await promoted.close();
  }
}

describe.skipIf(workshop === null)('a standby that PostgreSQL streams to', () => {
  it('is read from, shows what was committed, is left alone when it is gone, and takes over', {
    timeout: 150_000,
  }, async () => {
    const { run, create, existing, folder } = workshop!;
    const server = create('primary');
    server.start();
    run('pg_basebackup', [...server.where, '-D', folder('standby'), '-c', 'fast', '-X', 'stream', '-R', '--no-sync']);
    const copy = existing('standby');
    copy.start();
    const database = openDatabase({ url: server.url, poolMax: 1 });
    await sql`create table pulses (process uuid primary key, beaten_at timestamptz not null)`.execute(database.db);
    const pulse = startPulse({ url: server.url });
    const stale = createStaleReads({ primary: database, url: copy.url, poolMax: 1, logger });
    const isStandby = () =>
      stale.read(async (db) => {
        const { rows } = await sql<{ yes: boolean; beats: number }>`
          select pg_is_in_recovery() as yes, (select count(*) from pulses) as beats`.execute(db);
        return rows[0]!;
      });
    try {
      await expect.poll(isStandby, { timeout: 30_000 }).toEqual({ yes: true, beats: 1 });
      copy.stop('immediate');
      expect(await isStandby()).toMatchObject({ yes: false });
      copy.start();
      await takeOver(workshop!, server, copy, database);
    } finally {
      await stale.close();
      await pulse.stop();
      await database.close();
    }
  });
});

afterAll(() => workshop?.clear());
