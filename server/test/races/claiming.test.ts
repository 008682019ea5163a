import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { claimSandbox } from '../../src/domains/sandbox/index.ts';
import { ledgerProblems, purchaseProblems } from '../harness/checks.ts';
import { basic, dashed, selfManaged } from '../harness/legacy.ts';
import { type Answer, orderFor, startSystem, type TestSystem } from '../harness/system.ts';

let one: TestSystem;
let two: TestSystem;
beforeAll(async () => {
  one = await startSystem({ withWorker: true });
  two = await startSystem({ databaseUrl: one.databaseUrl, withWorker: true, env: { PUBLIC_URL: one.url } });
});
afterAll(async () => {
  await two.stop();
  await one.stop();
});

const rounds = process.env.TEST_WHOLE === '1' ? 5 : 2;
const products = ['success', 'flaky', 'out-of-stock', 'timeout-after-placing', 'retailer-cancels'];

/** Places orders without a pause and cancels every fifth, until stopped. */
function keepOrdering(system: TestSystem, key: string, isOver: () => boolean) {
  const answers: { idempotencyKey: string; answer: Answer }[] = [];
  const work = (async () => {
    for (let index = 0; !isOver(); index += 1) {
      const idempotencyKey = `${system.url} ${index}`;
      const url = `${one.url}/shop/products/test-${products[index % products.length]}`;
      const body = orderFor(url, { max_price: 2000, idempotency_key: idempotencyKey });
      const answer = await system.post('/orders', key, body);
      answers.push({ idempotencyKey, answer });
      if (index % 5 === 0 && answer.status === 201) await system.post(`/orders/${answer.body.id}/cancel`, key);
    }
  })();
  return { answers, work };
}

/** So many of the clients' orders were answered, well or not. */
const untilAnswered = (clients: { answers: unknown[] }[], least: number) =>
  expect
    .poll(() => clients.reduce((sum, { answers }) => sum + answers.length, 0), { timeout: 30_000, interval: 20 })
    .toBeGreaterThanOrEqual(least);

async function untilQuiet(key: string): Promise<void> {
  for (const deadline = performance.now() + 60_000; performance.now() < deadline; ) {
    const { body } = await one.get('/wallet', key);
    if (body.held_cents === 0) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

describe('claiming a sandbox that is in use', () => {
  it.each([
    ['by a person who has no test wallet yet', 0],
    ['by a person who has one', 50_000],
  ])('%s keeps every order and every cent', { timeout: 120_000 }, async (_, cents) => {
    for (let round = 0; round < rounds; round += 1) {
      const minted = (await one.post('/sandbox/keys', undefined)).body;
      const key: string = minted.api_key;
      const person = await one.account('test', cents);
      let isOver = false;
      const clients = [one, two, one, two].map((system) => keepOrdering(system, key, () => isOver));
      await untilAnswered(clients, 8 + 4 * round);
      const claimer = { accountId: person.accountId, email: 'jane@example.com' };
      await claimSandbox({ db: two.database.db, clock: two.clock }, minted.claim_url.split('/').at(-1), claimer);
      await untilAnswered(clients, 16 + 4 * round);
      isOver = true;
      await Promise.all(clients.map(({ work }) => work));
      await untilQuiet(person.key);
      const answers = clients.flatMap((client) => client.answers);
      expect(answers.filter(({ answer }) => answer.status !== 201).map(({ answer }) => answer.text)).toEqual([]);
      for (const { answer } of answers)
        expect((await one.get(`/orders/${answer.body.id}`, person.key)).status).toBe(200);
    }
    expect(await ledgerProblems(one.database.db)).toEqual([]);
    expect(await purchaseProblems(one.database.db)).toEqual([]);
  });
});

describe('claiming while orders arrive that hold no money', () => {
  it('loses none of them', { timeout: 60_000 }, async () => {
    for (let round = 0; round < rounds; round += 1) {
      const minted = (await one.post('/sandbox/keys', undefined)).body;
      const person = await one.account('test', 0);
      let isOver = false;
      const answers: Answer[] = [];
      const order = async (system: TestSystem) => {
        while (!isOver) answers.push(await system.post('/v1/orders', undefined, selfManaged(), basic(minted.api_key)));
      };
      const clients = [one, two, one, two].map(order);
      await untilAnswered([{ answers }], 6 + 3 * round);
      const claimer = { accountId: person.accountId, email: 'jane@example.com' };
      await claimSandbox({ db: two.database.db, clock: two.clock }, minted.claim_url.split('/').at(-1), claimer);
      await untilAnswered([{ answers }], 12 + 3 * round);
      isOver = true;
      await Promise.all(clients);
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
      const statuses = answers.map(
        async ({ body }) => (await one.get(`/orders/${dashed(body.request_id)}`, person.key)).status,
      );
      expect(new Set(await Promise.all(statuses))).toEqual(new Set([200]));
    }
  });
});

describe('an order that is accepted while its sandbox is claimed', () => {
  it('is not bought again by a client that repeats the request', { timeout: 60_000 }, async () => {
    const minted = (await one.post('/sandbox/keys', undefined)).body;
    const key: string = minted.api_key;
    const person = await one.account('test', 50_000);
    const before = (await one.get('/wallet', key)).body.available_cents;
    const url = `${one.url}/shop/products/test-success`;
    const body = orderFor(url, { max_price: 2000, idempotency_key: 'told twice' });
    const claimer = { accountId: person.accountId, email: 'jane@example.com' };
    // Both wait for the wallet: the order first, then the claim, which has moved everything else by then.
    let ordering: Promise<Answer> | undefined;
    let claiming: Promise<unknown> | undefined;
    await one.database.db.transaction().execute(async (tx) => {
      await sql`select from wallets where available_cents = ${before} and held_cents = 0 for update`.execute(tx);
      ordering = two.post('/orders', key, body);
      await untilWaiting(1);
      const token = minted.claim_url.split('/').at(-1);
      claiming = claimSandbox({ db: two.database.db, clock: two.clock }, token, claimer);
      await untilWaiting(2);
    });
    const first = await ordering!;
    await claiming;
    expect(first.status).toBe(201);
    // By then every process knows whose the key is now.
    await expect.poll(async () => (await one.get('/orders', key)).body.total, { timeout: 10_000 }).toBe(1);
    const again = await one.post('/orders', key, body);
    expect(again.body).toMatchObject({ id: first.body.id });
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect((await one.get('/orders', person.key)).body.total).toBe(1);
  });
});

describe('a retailer account added before the claim is known', () => {
  it('belongs to the person who claimed the sandbox', async () => {
    const minted = (await one.post('/sandbox/keys', undefined)).body;
    const key: string = minted.api_key;
    const person = await one.account('test', 0);
    expect((await two.get('/wallet', key)).status).toBe(200);
    const claimer = { accountId: person.accountId, email: 'jane@example.com' };
    await claimSandbox({ db: one.database.db, clock: one.clock }, minted.claim_url.split('/').at(-1), claimer);
    const made = await two.post('/managed-accounts', key, { email: 'shop@example.com', password: 'x' });
    expect(made.status).toBe(201);
    expect((await one.get('/managed-accounts', person.key)).body.total).toBe(1);
  });
});

/** Until so many statements wait for the lock of a row. */
async function untilWaiting(count: number): Promise<void> {
  for (const deadline = performance.now() + 20_000; performance.now() < deadline; ) {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(two.database.db);
    if (rows[0]!.count >= count) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error(`Fewer than ${count} statements wait.`);
}
