import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/harness/postgres.ts';
import { createIdentityWatch, findIdentityChange, type SeenDatabase } from './identity.ts';
import type { Database } from './open.ts';

const state = {
  id: 'a',
  systemIdentifier: '1',
  timeline: '00000002',
  flushed: 100,
  isKnown: true,
  knownSystem: '1',
  knownTimeline: '00000002',
};
const seen: SeenDatabase = { id: 'a', systemIdentifier: '1', timeline: '00000002', flushed: 100 };

describe('what makes a database another one', () => {
  it.each([
    ['nothing, while its log grows', state, { ...seen, flushed: 99 }, null],
    ['nothing, when it was promoted and others have noticed', state, { ...seen, timeline: '00000001' }, null],
    ['a dump in a fresh cluster', { ...state, systemIdentifier: '2' }, seen, /another server/],
    ['a promoted standby', { ...state, timeline: '00000003' }, seen, /timeline 00000002 to 00000003/],
    ['a dump in the same cluster', { ...state, isKnown: false }, seen, /restored from a dump/],
    ['files of an earlier day', { ...state, flushed: 99 }, seen, /older than before/],
    ['a server that went on alone', state, { ...seen, timeline: '00000003' }, /moved back/],
    ['another database in the same cluster', state, { ...seen, id: 'b' }, /different database/],
  ])('%s', (_name, current, before, expected) => {
    const difference = findIdentityChange(current, before);
    if (expected === null) expect(difference).toBeNull();
    else expect(difference).toMatch(expected);
  });
});

describe('on a real server', () => {
  let test: TestDatabase;
  let database: Database;
  const told: string[] = [];
  beforeAll(async () => {
    test = await createTestDatabase();
    ({ database } = test);
  });
  afterAll(() => test.drop());
  beforeEach(() => told.splice(0));

  const watchFrom = (before: SeenDatabase | null) => {
    const kept: SeenDatabase[] = [];
    const logger = { warn: () => {}, error: (details: object) => told.push(JSON.stringify(details)) };
    const onRestored = async () => 7;
    const watch = createIdentityWatch({
      url: test.url,
      seen: before,
      onRestored,
      onSeen: (now) => kept.push(now),
      logger,
    });
    return { kept, check: () => watch.check({ query: async (text) => database.pool.query(text) }) };
  };
  const isKnown = async () =>
    (await sql<{ known: boolean }>`select is_known_database() as known`.execute(database.db)).rows[0]?.known;

  /** Another transaction writes the row's earlier values. */
  async function restoreFromDump(): Promise<void> {
    await sql`delete from database_identity`.execute(database.db);
    await sql`insert into database_identity select true, gen_random_uuid(), system_identifier::text, current_timeline(),
      (select oid from pg_database where datname = current_database()), '3'::xid8, now() from pg_control_system()`.execute(
      database.db,
    );
  }

  it('takes a new database for the known one, and keeps what it saw', async () => {
    const { check, kept } = watchFrom(null);
    await check();
    await check();
    expect(await isKnown()).toBe(true);
    expect(told).toEqual([]);
    expect(kept.length).toBeGreaterThan(0);
  });

  it('detects a row from a dump, reports it once, and recognizes the database from then on', async () => {
    await restoreFromDump();
    expect(await isKnown()).toBe(false);
    const { check } = watchFrom(null);
    await Promise.all([check(), check()]);
    expect(await isKnown()).toBe(true);
    expect(told).toEqual([expect.stringContaining('"orders_in_doubt":7')]);
    const { rows } = await sql<{ reason: string }>`select reason from database_changes`.execute(database.db);
    expect(rows).toHaveLength(1);
  });

  it('tells it once, also where an answer of before comes after it was told', async () => {
    await restoreFromDump();
    const logger = { warn: () => {}, error: (details: object) => told.push(JSON.stringify(details)) };
    const watch = createIdentityWatch({ url: test.url, seen: null, onRestored: async () => 7, logger });
    const waiting: (() => void)[] = [];
    const late = watch.check({
      async query(text) {
        const answer = await database.pool.query(text);
        if (text.includes('flushed') && told.length === 0) await new Promise<void>((done) => waiting.push(done));
        return answer;
      },
    });
    await expect.poll(() => waiting.length).toBe(1);
    await watch.check({ query: async (text) => database.pool.query(text) });
    expect(told).toHaveLength(1);
    waiting[0]!();
    await late;
    expect(told).toHaveLength(1);
  });

  it('tolerates responses that arrive out of order', async () => {
    const waiting: (() => void)[] = [];
    const logger = { warn: () => {}, error: (details: object) => told.push(JSON.stringify(details)) };
    const watch = createIdentityWatch({ url: test.url, seen: null, onRestored: async () => 7, logger });
    const slow = watch.check({
      async query(text) {
        const answer = await database.pool.query(text);
        if (text.includes('flushed')) await new Promise<void>((resolve) => waiting.push(resolve));
        return answer;
      },
    });
    await expect.poll(() => waiting.length).toBe(1);
    await sql`select pg_logical_emit_message(true, 'errand', 'some more log')`.execute(database.db);
    await watch.check({ query: async (text) => database.pool.query(text) });
    waiting[0]!();
    await slow;
    expect(told).toEqual([]);
  });

  it('notices that its files are older than what was seen outside', async () => {
    const first = watchFrom(null);
    await first.check();
    const last = first.kept[0]!;
    await watchFrom(last).check();
    expect(told).toEqual([]);
    await watchFrom({ ...last, flushed: last.flushed + 1e12 }).check();
    expect(told).toEqual([expect.stringContaining('older than before')]);
  });
});
