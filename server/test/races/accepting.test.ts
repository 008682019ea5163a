import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ledgerProblems } from '../harness/checks.ts';
import { type Answer, orderFor, startSystem, type TestSystem } from '../harness/system.ts';

let one: TestSystem;
let two: TestSystem;
beforeAll(async () => {
  one = await startSystem({ isPatient: true });
  two = await startSystem({ databaseUrl: one.databaseUrl, env: { PUBLIC_URL: one.url }, isPatient: true });
});
afterAll(async () => {
  await two.stop();
  await one.stop();
});

const order = (more: Record<string, unknown> = {}) => orderFor(`${one.url}/shop/products/test-success`, more);
const either = (index: number): TestSystem => (index % 2 ? one : two);
const withStatus = (answers: Answer[], status: number) => answers.filter((answer) => answer.status === status);

async function rowsOf(accountId: string) {
  const { rows } = await sql<{ orders: number; jobs: number; holds: number; held: number; available: number }>`
    select (select count(*) from orders where account_id = ${accountId}) as orders,
      (select count(*) from jobs where kind = 'orders.place' and payload ->> 'orderId' in
        (select id::text from orders where account_id = ${accountId})) as jobs,
      (select count(*) from ledger_transfers where account_id = ${accountId} and kind = 'hold') as holds,
      held_cents as held, available_cents as available
    from wallets where account_id = ${accountId}`.execute(one.database.db);
  return rows[0]!;
}

describe('200 concurrent requests with one idempotency key, on two processes', () => {
  it('make one order, one hold and one job, and all get the same answer', async () => {
    const { accountId, key } = await one.account('test', 1_000_000);
    const body = order({ idempotency_key: 'the one' });
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, index) => either(index).post('/orders', key, body)),
    );
    const good = withStatus(answers, 201);
    const inFlight = withStatus(answers, 409);
    expect(good.length + inFlight.length).toBe(200);
    expect(good.length).toBeGreaterThan(0);
    for (const answer of inFlight) expect(answer.body.error.code).toBe('idempotency_in_flight');
    expect(new Set(good.map((answer) => answer.text)).size).toBe(1);
    expect(good.filter((answer) => !answer.headers.has('idempotent-replayed'))).toHaveLength(1);
    expect(await rowsOf(accountId)).toEqual({ orders: 1, jobs: 1, holds: 1, held: 5000, available: 995_000 });
  });

  it('with different bodies let one win and refuse the others', async () => {
    const { accountId, key } = await one.account('test', 1_000_000);
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, index) =>
        either(index).post('/orders', key, order({ max_price: 3000 + (index % 3) }), {
          'idempotency-key': 'contested',
        }),
      ),
    );
    const good = withStatus(answers, 201);
    expect(new Set(good.map((answer) => answer.body.id)).size).toBe(1);
    expect(good.length).toBe(20);
    for (const answer of withStatus(answers, 409)) {
      expect(answer.body.error.code).toBe('already_exists');
      expect(answer.body.error.details.id).toBe(good[0]!.body.id);
    }
    expect(await rowsOf(accountId)).toMatchObject({ orders: 1, jobs: 1, holds: 1 });
  });
});

describe('a wallet that covers only some of many orders', () => {
  it('accepts exactly as many as it covers', async () => {
    const covered = 25;
    const { accountId, key } = await one.account('test', covered * 5000 + 4999);
    const answers = await Promise.all(
      Array.from({ length: 4 * covered }, (_, index) => either(index).post('/orders', key, order())),
    );
    expect(withStatus(answers, 201)).toHaveLength(covered);
    const refused = withStatus(answers, 402);
    expect(refused).toHaveLength(3 * covered);
    for (const answer of refused)
      expect(answer.body.error.details).toEqual({ required: 5000, available: expect.any(Number) });
    const wanted = { orders: covered, jobs: covered, holds: covered, held: covered * 5000, available: 4999 };
    expect(await rowsOf(accountId)).toEqual(wanted);
    expect(await ledgerProblems(one.database.db)).toEqual([]);
  });

  it('is never overdrawn by orders of different sizes, and no small order is rejected because of a large one', async () => {
    const { accountId, key } = await one.account('test', 100_000);
    const prices = Array.from({ length: 80 }, (_, index) => (index % 4 === 0 ? 60_000 : 1000));
    const answers = await Promise.all(
      prices.map((price, index) => either(index).post('/orders', key, order({ max_price: price }))),
    );
    const accepted = prices.filter((_, index) => answers[index]!.status === 201);
    const spent = accepted.reduce((sum, price) => sum + price, 0);
    const row = await rowsOf(accountId);
    expect(row).toMatchObject({ orders: accepted.length, held: spent, available: 100_000 - spent });
    expect(row.available).toBeGreaterThanOrEqual(0);
    // Refused at the end means that it really was not covered: what is left is less than the smallest refusal.
    const smallestRefused = Math.min(...prices.filter((_, index) => answers[index]!.status === 402));
    expect(row.available).toBeLessThan(smallestRefused);
    expect(await ledgerProblems(one.database.db)).toEqual([]);
  });

  it('keeps a key within its daily limit', async () => {
    const { key, keyId } = await one.account('test', 1_000_000);
    await sql`update api_keys set spend_per_day_cents = 52000 where id = ${keyId}`.execute(one.database.db);
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, index) => either(index).post('/orders', key, order())),
    );
    expect(withStatus(answers, 201)).toHaveLength(10);
    expect(withStatus(answers, 403)).toHaveLength(20);
    expect(await ledgerProblems(one.database.db)).toEqual([]);
  });
});
