import { sql } from 'kysely';
import { afterAll, describe, expect, it } from 'vitest';
import { createWorkshop } from '../../../../tools/restore/cluster.ts';
import { openDatabase } from './open.ts';
import { startPulse } from './pulse.ts';
import { createStaleReads } from './replica.ts';

const logger = { warn: () => {} };
const workshop = createWorkshop();

describe.skipIf(workshop === null)('a standby that PostgreSQL streams to', () => {
  it('is read from, shows what was committed, and is left alone when it is gone', async () => {
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
    } finally {
      await stale.close();
      await pulse.stop();
      await database.close();
    }
  });
});

afterAll(() => workshop?.clear());
