import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newId } from '../../src/kit/ids.ts';
import { openDatabase } from '../../src/platform/database/index.ts';
import { chainProblems } from '../harness/audit.ts';
import { ledgerProblems } from '../harness/checks.ts';
import { createDatabaseProxy, type DatabaseProxy } from '../harness/database-proxy.ts';
import { createTestDatabase, type TestDatabase } from '../harness/postgres.ts';
import { type Answer, orderFor, startSystem, type TestSystem } from '../harness/system.ts';

let test: TestDatabase;
let proxy: DatabaseProxy;
let system: TestSystem;
/** Past the proxy. */
let direct: ReturnType<typeof openDatabase>;
beforeAll(async () => {
  test = await createTestDatabase();
  proxy = await createDatabaseProxy(test.url);
  await proxy.open();
  direct = openDatabase({ url: test.url, poolMax: 2 });
  system = await startSystem({ databaseUrl: proxy.url, isPatient: true });
});
afterAll(async () => {
  await system.stop();
  await direct.close();
  await proxy.close();
  await test.drop();
});

type Account = Awaited<ReturnType<TestSystem['account']>>;
const price = 5000;
const buy = ({ key }: Account, headers: Record<string, string> = {}) =>
  system.post('/orders', key, orderFor(`${system.url}/shop/products/test-success`, { max_price: price }), headers);

/** Sends orders that share a transaction or statement, whose answer is lost once it was committed. */
async function loseTogether(account: Account, text: string, send: (index: number) => Promise<Answer>) {
  const lostBefore = proxy.lost();
  const sent: Promise<Answer>[] = [];
  await direct.db.transaction().execute(async (tx) => {
    // As many as run at once wait here, so that the next ones share a statement.
    await sql`select from wallets where account_id = ${account.accountId} for update`.execute(tx);
    await sql`select from policy_chains where account_id = ${account.accountId} for update`.execute(tx);
    for (let index = 0; index < 12; index += 1) {
      sent.push(send(index));
      if (index < 2) await pause(150);
    }
    await pause(400);
    proxy.loseAnswerTo(text, account.accountId);
  });
  const answers = await Promise.all(sent);
  expect(proxy.lost() - lostBefore).toBe(1);
  return answers;
}

async function expectOnce({ accountId }: Account, answers: Answer[], before = 0): Promise<void> {
  expect(answers.map(({ status, text }) => [status, status === 201 || text])).toEqual(answers.map(() => [201, true]));
  expect(new Set(answers.map(({ body }) => body.id)).size).toBe(answers.length);
  const count = answers.length + before;
  const { rows } = await sql<Record<string, number>>`
    select (select count(*) from orders where account_id = ${accountId}) as orders,
      (select count(*) from order_items where order_id in (select id from orders where account_id = ${accountId})) as items,
      (select count(*) from jobs where kind = 'orders.place' and payload ->> 'orderId' in
        (select id::text from orders where account_id = ${accountId})) as jobs,
      (select held_cents from wallets where account_id = ${accountId}) as held`.execute(direct.db);
  expect(rows[0]).toEqual({ orders: count, items: count, jobs: count, held: count * price });
  expect(await ledgerProblems(direct.db)).toEqual([]);
}

async function bind(account: Account, rules: object): Promise<void> {
  await sql`
    insert into policies (id, account_id, world, scope, subject, version, rules, is_frozen, updated_by, created_at, updated_at)
    values (${newId()}, ${account.accountId}, 'test', 'account', '', 1, ${JSON.stringify(rules)}::jsonb, false, 'test', now(), now())`.execute(
    direct.db,
  );
}

async function expectDecidedOnce({ accountId }: Account, count: number): Promise<void> {
  const { rows } = await sql<{ decision: string; n: number; orders: number }>`
    select decision, count(*) as n, count(distinct order_id) as orders from policy_decisions where account_id = ${accountId}
    group by decision`.execute(direct.db);
  expect(rows).toEqual([{ decision: 'allow', n: count, orders: count }]);
  expect(await chainProblems(system, direct.db)).toEqual([]);
}

it.each([
  ['with money to spare', 1_000_000],
  ['with a wallet that covers them exactly', 12 * price],
])('orders without a key whose shared statement was committed unheard are accepted once, %s', async (_name, cents) => {
  const account = await system.account('test', cents);
  await expectOnce(account, await loseTogether(account, 'accept-orders', () => buy(account)));
});

it('so is a single order', async () => {
  const account = await system.account('test', price);
  proxy.loseAnswerTo('accept-orders');
  await expectOnce(account, [await buy(account)]);
});

it('so is the order of a key with a daily limit', async () => {
  const account = await system.account('test', price);
  await sql`update api_keys set spend_per_day_cents = ${price} where id = ${account.keyId}`.execute(direct.db);
  const lostBefore = proxy.lost();
  proxy.loseAnswerTo('commit', account.accountId);
  await expectOnce(account, [await buy(account)]);
  expect(proxy.lost() - lostBefore).toBe(1);
});

it('so are orders with keys, which are answered again afterward', async () => {
  const account = await system.account('test', 12 * price);
  const send = (index: number) => buy(account, { 'idempotency-key': `key ${index}` });
  const answers = await loseTogether(account, 'accept-orders', send);
  await expectOnce(account, answers);
  for (const [index, first] of answers.entries()) expect((await send(index)).text).toBe(first.text);
});

it('so are orders under a policy that are counted, and each is decided on once', async () => {
  const account = await system.account('test', 12 * price);
  // With room for exactly these: what was written already must not count against itself.
  await bind(account, { windows: [{ per: 'day', count: 12 }], deny_words: ['gift card'] });
  await sql`insert into policy_chains (account_id, world, length, hash) values (${account.accountId}, 'test', 0, ${Buffer.alloc(32)})`.execute(
    direct.db,
  );
  await expectOnce(account, await loseTogether(account, 'commit', () => buy(account)));
  await expectDecidedOnce(account, 12);
});

it('so are orders that are allowed by what was counted before', async () => {
  const account = await system.account('test', 14 * price);
  await bind(account, { windows: [{ per: 'day', count: 14 }] });
  for (let index = 0; index < 2; index += 1) expect((await buy(account)).status).toBe(201);
  const lostBefore = proxy.lost();
  proxy.loseAnswerTo('accept-allowed-orders');
  const answers = await Promise.all(Array.from({ length: 12 }, () => buy(account)));
  expect(proxy.lost() - lostBefore).toBe(1);
  await expectOnce(account, answers, 2);
  await expectDecidedOnce(account, 14);
});
