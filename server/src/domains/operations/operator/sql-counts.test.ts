import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seed } from '../../../../../bench/growth/seed.ts';
import { createTestDatabase, type TestDatabase } from '../../../../test/harness/postgres.ts';
import { countOrdersSince } from './sql-counts.ts';

let test: TestDatabase;
/** 2,300 orders, two a minute: sandbox ones, except for the first thirty and every eightieth, which are live. */
beforeAll(async () => {
  test = await createTestDatabase();
  await seed(test.database.db, 2_300);
  await sql`
    update orders o set world = 'live'
    from (select id, row_number() over (order by created_at) as place from orders) as old
    where old.id = o.id and (place <= 30 or place % 80 = 0)`.execute(test.database.db);
}, 60_000);
afterAll(() => test.drop());

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000);

async function standing(since: Date) {
  const { counts, countedSince } = await countOrdersSince(test.database.db, since);
  const of = (world: string) => counts.filter((row) => row.world === world).reduce((sum, row) => sum + row.count, 0);
  return { test: of('test'), live: of('live'), countedSince, counts };
}

/** When the newest orders of the sandbox start, by their number. */
async function beginOfNewest(orders: number): Promise<Date> {
  const { rows } = await sql<{ at: Date }>`
    select created_at as at from orders where world = 'test' order by created_at desc offset ${orders - 1} limit 1`.execute(
    test.database.db,
  );
  return rows[0]!.at;
}

describe('the orders of a day', () => {
  it('are the newest of a mode if there are very many, with their start; the other mode is complete', async () => {
    const { countedSince, counts, ...totals } = await standing(hoursAgo(24));
    expect(totals).toEqual({ test: 2_000, live: 58 });
    expect(countedSince).toEqual({ test: await beginOfNewest(2_000), live: null });
    const pending = counts.filter((row) => row.status === 'pending').reduce((sum, row) => sum + row.count, 0);
    expect(pending).toBe(19);
  });

  it('are complete at exactly the limit', async () => {
    const begin = await beginOfNewest(2_000);
    expect(await standing(begin)).toMatchObject({ test: 2_000, countedSince: { test: null } });
    const { test: counted, countedSince, counts } = await standing(await beginOfNewest(2_001));
    expect({ counted, since: countedSince.test }).toEqual({ counted: 2_000, since: begin });
    expect(counts.every((row) => Object.keys(row).join() === 'world,retailer,status,count')).toBe(true);
  });

  it('are complete if there are few, and leave out older ones', async () => {
    const { countedSince, counts: _counts, ...totals } = await standing(hoursAgo(1));
    expect(countedSince).toEqual({ test: null, live: null });
    const { rows } = await sql<{ world: 'test' | 'live'; n: number }>`
      select world, count(*) as n from orders where created_at >= ${hoursAgo(1)} group by world`.execute(
      test.database.db,
    );
    expect(totals).toEqual(Object.fromEntries(rows.map(({ world, n }) => [world, n])));
    expect(totals.live).toBeGreaterThan(0);
  });
});
