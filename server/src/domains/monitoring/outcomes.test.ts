import { sql } from 'kysely';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { fakeClock } from '../../../test/harness/fake-clock.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/harness/postgres.ts';
import { hourMs, minuteMs } from '../../kit/clock.ts';
import { newId } from '../../kit/ids.ts';
import { insertAccount } from '../accounts/index.ts';
import { countOutcomes } from './jobs.ts';
import { listOutcomes } from './store-outcomes.ts';

const accountId = newId();
let test: TestDatabase;
let clock: ReturnType<typeof fakeClock>;

beforeEach(async () => {
  await test?.drop();
  test = await createTestDatabase();
  clock = fakeClock(new Date('2026-08-21T10:20:30.000Z'));
  await insertAccount(test.database.db, accountId, 'one@example.com', clock.now());
});
afterAll(() => test.drop());

/** An order that was placed a second after it was made, unless it failed, and whose end was told at this moment. */
async function tell(
  at: string,
  { failure = null, doubt = null }: { failure?: string | null; doubt?: string | null } = {},
) {
  const { db } = test.database;
  const id = newId();
  const made = new Date(`2026-08-21T${at}Z`);
  await sql`
    insert into orders (id, account_id, world, status, retailer, max_price_cents, fee_cents, shipping_address, metadata, is_gift, attempts, epoch, job_result, doubt,
      created_at, updated_at, ended_at)
    values (${id}, ${accountId}, 'live', ${failure ? 'order_failed' : 'order_placed'}, 'amazon', 1000, 100, '{}', '{}', false, 1, 1, ${JSON.stringify({ error_type: failure })},
      ${doubt && JSON.stringify({ reason: doubt })}, ${made}, ${made}, ${new Date(made.getTime() + 1_000)})`.execute(
    db,
  );
  await sql`
    insert into events (id, account_id, world, type, order_id, subject_kind, subject_id, body, cause, created_at)
    values (${newId()}, ${accountId}, 'live', ${failure ? 'order.failed' : 'order.placed'}, ${id}, 'order', ${id}, '{}', ${newId()}, ${made})`.execute(
    db,
  );
}

const count = () => countOutcomes({ database: test.database, clock });

/** What the charts tell: the hour, what came of orders, and how many. */
async function counted(): Promise<string[]> {
  const since = new Date('2026-08-21T00:00:00Z');
  const rows = await listOutcomes(test.database.db, 'live', 'amazon', { since, by: 'hour' });
  return rows
    .map(({ at, outcome, reason, orders, doubts }) => `${at.getUTCHours()} ${outcome} ${reason} ${orders} ${doubts}`)
    .sort();
}

describe('what became of orders', () => {
  it('is counted by the hour at first, with why, and in doubt or not', async () => {
    for (const at of ['09:00:00', '10:00:00', '10:10:00', '10:20:10']) await tell(at);
    await tell('10:20:20', { failure: 'product_out_of_stock' });
    await tell('10:20:20', { doubt: 'no answer' });
    await count();
    const hours = ['10 failed product_out_of_stock 1 0', '10 placed  4 1', '9 placed  1 0'];
    expect(await counted()).toEqual(hours);
    await count();
    expect(await counted()).toEqual(hours);
  });

  it('is counted on from there: what was told late within three minutes too, and nothing older again', async () => {
    await tell('10:05:00');
    await count();
    await tell('10:18:10');
    clock.advance(minuteMs);
    await tell('10:21:10');
    await sql`delete from events where created_at < '2026-08-21T10:10:00Z'`.execute(test.database.db);
    await count();
    expect(await counted()).toEqual(['10 placed  3 0']);
    await tell('10:17:59');
    await count();
    expect(await counted()).toEqual(['10 placed  3 0']);
  });

  it('counts in its own hour what is told late around its end', async () => {
    await tell('10:20:00');
    await count();
    clock.set(new Date('2026-08-21T10:59:50.000Z'));
    await count();
    await tell('10:59:55');
    clock.set(new Date('2026-08-21T11:00:50.000Z'));
    await tell('11:00:10');
    await count();
    expect(await counted()).toEqual(['10 placed  2 0', '11 placed  1 0']);
    await tell('10:58:30');
    clock.advance(minuteMs);
    await count();
    expect(await counted()).toEqual(['10 placed  3 0', '11 placed  1 0']);
  });

  it('misses nothing where nobody counted for hours, and keeps no minutes that are counted for good', async () => {
    await tell('10:20:00');
    await count();
    for (const at of ['10:40:00', '12:30:00', '15:10:00']) await tell(at);
    clock.advance(5 * hourMs);
    await count();
    const hours = ['10 placed  2 0', '12 placed  1 0', '15 placed  1 0'];
    expect(await counted()).toEqual(hours);
    clock.advance(minuteMs);
    await count();
    expect(await counted()).toEqual(hours);
    const { rows } = await sql<{ minute: Date }>`select minute from outcome_minutes`.execute(test.database.db);
    expect(rows.map(({ minute }) => minute.toISOString())).toEqual(['2026-08-21T15:10:00.000Z']);
  });

  it('does not lose an hour to a clock that is behind the one that counted last', async () => {
    for (const at of ['10:02:00', '10:19:00']) await tell(at);
    await count();
    clock.set(new Date('2026-08-21T10:19:50.000Z'));
    await tell('10:16:10');
    await count();
    expect(await counted()).toEqual(['10 placed  3 0']);
  });
});
