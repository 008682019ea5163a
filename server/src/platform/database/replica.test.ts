import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/harness/postgres.ts';
import type { Db } from './open.ts';
import { createStaleReads, type StaleReads } from './replica.ts';

let primary: TestDatabase;
let standby: TestDatabase;
let reads: StaleReads;
const warnings: object[] = [];
const logger = { warn: (details: object) => void warnings.push(details) };
beforeEach(async () => {
  primary = await createTestDatabase();
  standby = await createTestDatabase();
  reads = createStaleReads({ primary: primary.database, url: standby.url, poolMax: 2, logger });
});
afterEach(async () => {
  await reads.close();
  await standby.drop();
  await primary.drop();
});

/** As streaming replication would write it. */
const beat = (secondsAgo: number) =>
  sql`insert into pulses (process, beaten_at)
    values ('00000000-0000-4000-8000-000000000000', clock_timestamp() - ${secondsAgo} * interval '1 second')
    on conflict (process) do update set beaten_at = excluded.beaten_at`.execute(standby.database.db);
/** Up to date for the whole test: no process writes pulses here. */
const ahead = -3600;
/** `URL` does not parse the URL of a socket, which has no host. */
const nameOf = (url: string) => /^\w+:\/\/[^/]*\/([^?]*)/.exec(url)?.[1] ?? '';
const tell = async (db: Db) => {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db);
  return rows[0]!.name;
};
const asked = () => reads.read(tell);

describe('reads that may be old', () => {
  it('go to the standby while it is up to date, and to the primary while it is behind', async () => {
    expect(await asked()).toBe(nameOf(primary.url));
    await beat(ahead);
    await expect.poll(asked, { timeout: 20_000 }).toBe(nameOf(standby.url));
    // A caller finds what it just wrote on the first page of a list.
    expect(await reads.readPage({ offset: 0 }, tell)).toBe(nameOf(primary.url));
    expect(await reads.readPage({ offset: 50 }, tell)).toBe(nameOf(standby.url));
    expect(await reads.readPage({ offset: 0, after: 'an order' }, tell)).toBe(nameOf(standby.url));
    await beat(60);
    await expect.poll(asked, { timeout: 20_000 }).toBe(nameOf(primary.url));
    expect(warnings).toMatchObject([{ reason: expect.stringContaining('behind') }]);
  });

  it('are answered by the primary immediately when the standby is down', async () => {
    await beat(ahead);
    await expect.poll(asked, { timeout: 20_000 }).toBe(nameOf(standby.url));
    await standby.drop();
    expect(await asked()).toBe(nameOf(primary.url));
    standby = await createTestDatabase();
  });
});

it('all go to the primary if no standby is configured', async () => {
  const plain = createStaleReads({ primary: primary.database, url: null, poolMax: 1, logger });
  expect(await plain.read(async (db) => db)).toBe(primary.database.db);
});
