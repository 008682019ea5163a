import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { newId } from '../../src/kit/ids.ts';
import { inTransaction } from '../../src/platform/database/index.ts';
import { agentOf, credentialFor, sandboxOk } from '../harness/agent.ts';
import { ledgerProblems } from '../harness/checks.ts';
import { fakeClock } from '../harness/fake-clock.ts';
import { backUp, cleanups, copyStoreBooks, countSold, drainUntilOver, slowTest, start } from '../harness/restore.ts';
import { startStripe } from '../harness/stripe-stand-in.ts';
import { orderFor, type TestSystem } from '../harness/system.ts';

const product = 'https://www.walmart.com/ip/986325010';
const rowFor = (name: string) => ({
  product_url: product,
  quantity: '1',
  name,
  address1: '1 Market St',
  city: 'San Francisco',
  state: 'CA',
  zip: '94105',
  phone: '+14155550123',
  max_price: '20000',
});
const rowCount = 10;
const rows = Array.from({ length: rowCount }, (_, index) => rowFor(`Jane ${index}`));
const sendBatch = (system: TestSystem, key: string, filename = 'orders.csv', count = rowCount) =>
  system.post('/orders/bulk', key, { rows: rows.slice(0, count), filename });

async function orderIds(system: TestSystem): Promise<string[]> {
  const { rows: found } = await sql<{ id: string }>`select id from orders order by id`.execute(system.database.db);
  return found.map(({ id }) => id);
}

/** Runs what is open on the copy, and expects the store to have sold exactly what it had sold before, and `more`. */
async function expectSold(after: TestSystem, books: Record<string, number>, more: string[] = []): Promise<void> {
  await drainUntilOver(after);
  expect(await countSold(after.database.db)).toEqual({ ...books, ...Object.fromEntries(more.map((id) => [id, 1])) });
  expect(await ledgerProblems(after.database.db)).toEqual([]);
}

it('buys no row of a batch again whose orders were made and bought after the backup', slowTest, async () => {
  const before = await start();
  const key = await before.mint();
  const batch = await sendBatch(before, key);
  expect(batch.status, batch.text).toBe(201);
  // As a version before wrote it: the rows do not say that their ids may repeat.
  await sql`update bulk_rows set draft = (draft::jsonb - 'has_derived_id')::json`.execute(before.database.db);
  expect(await orderIds(before)).toEqual([]);
  const backup = await backUp(before.databaseUrl);
  await drainUntilOver(before);
  const ids = await orderIds(before);
  const books = await countSold(before.database.db);
  expect(Object.keys(books)).toHaveLength(rowCount);
  await copyStoreBooks(before.database.db, backup);

  const after = await start(backup);
  await after.queue.drain();
  expect(await orderIds(after)).toEqual(ids);
  await expectSold(after, books);
});

it(
  'does not buy the rows of a batch that the copy has lost again, if the batch is repeated without a key',
  slowTest,
  async () => {
    const before = await start();
    const key = await before.mint();
    const backup = await backUp(before.databaseUrl);
    const batch = await sendBatch(before, key);
    await drainUntilOver(before);
    const ids = await orderIds(before);
    const books = await countSold(before.database.db);
    expect(Object.keys(books)).toHaveLength(rowCount);
    await copyStoreBooks(before.database.db, backup);

    const after = await start(backup);
    const again = await sendBatch(after, key, 'orders (1).csv');
    expect([again.status, again.body.id]).toEqual([201, batch.body.id]);
    await after.queue.drain();
    expect(await orderIds(after)).toEqual(ids);
    await expectSold(after, books);
  },
);

it('buys both of two identical batches without a key, also once the first is deleted', slowTest, async () => {
  const system = await start();
  const key = await system.mint();
  const wallet = async () => (await system.get('/wallet', key)).body;
  const send = () => sendBatch(system, key, 'orders.csv', 5);
  const sending: ReturnType<typeof send>[] = [];
  await inTransaction(system.database.db, async (tx) => {
    // The first waits for the wallet before it commits, so that the second chooses its id meanwhile.
    await sql`select from wallets for update`.execute(tx);
    sending.push(send(), send());
    const { db } = system.database;
    const waiting = async () => {
      const { rows: found } = await sql<{ n: number }>`select count(*) as n from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
      return found[0]?.n;
    };
    await expect.poll(waiting, { timeout: 20_000 }).toBe(2);
  });
  const sent = await Promise.all(sending);
  expect(sent.map(({ status }) => status)).toEqual([201, 201]);
  await drainUntilOver(system);
  expect(Object.keys(await countSold(system.database.db))).toHaveLength(10);
  const held = (await wallet()).held_cents;
  await sql`delete from bulk_rows`.execute(system.database.db);
  await sql`delete from bulk_batches`.execute(system.database.db);
  expect((await send()).status).toBe(201);
  await drainUntilOver(system);
  expect(Object.values(await countSold(system.database.db))).toEqual(Array.from({ length: 15 }, () => 1));
  expect((await wallet()).held_cents).toBe(held);
  expect(await ledgerProblems(system.database.db)).toEqual([]);
});

it('buys nothing again for an agent that sends the same credential, also after it has expired', slowTest, async () => {
  const clock = fakeClock();
  const before = await start(undefined, { clock });
  // The key that challenges are signed with is in the backup.
  await agentOf(before).ask('/agent/orders');
  await before.mint();
  const backup = await backUp(before.databaseUrl);
  const body = orderFor(product, { max_price: 20_000 });
  const paid: { credential: string; key: string; id: string }[] = [];
  for (let index = 0; index < 5; index += 1) {
    const credential = credentialFor(await agentOf(before).challengeFor('/agent/orders', body), sandboxOk);
    const key = `agent ${index}`;
    const answer = await agentOf(before).send('/agent/orders', body, credential, { 'idempotency-key': key });
    expect(answer.status, answer.text).toBe(201);
    paid.push({ credential, key, id: answer.body.id });
  }
  await drainUntilOver(before);
  const books = await countSold(before.database.db);
  expect(Object.keys(books).sort()).toEqual(paid.map(({ id }) => id).sort());
  await copyStoreBooks(before.database.db, backup);

  const after = await start(backup, { clock, env: { PUBLIC_URL: before.url } });
  clock.advance(6 * 60_000);
  for (const [index, { credential, key, id }] of paid.entries()) {
    const send = () => agentOf(after).send('/agent/orders', body, credential, { 'idempotency-key': key });
    const [again, twice] = [await send(), await send()];
    expect([again.status, again.body.id, twice.body.id], `${index} ${again.text}`).toEqual([201, id, id]);
    expect(twice.headers.get('idempotent-replayed')).toBe('true');
  }
  await expectSold(after, books);
});

it('does not charge a card again that an agent paid with before the restore', slowTest, async () => {
  const stripe = await startStripe();
  cleanups.push(() => stripe.stop());
  const clock = fakeClock();
  const env = { STRIPE_SECRET_KEY: 'sk_test_x', STRIPE_API_BASE: stripe.url, STRIPE_NETWORK_ID: 'profile_1' };
  const before = await start(undefined, { clock, env });
  await agentOf(before).ask('/agent/orders');
  const backup = await backUp(before.databaseUrl);
  const buy = async (scenario: string) => {
    const body = orderFor(`${before.url}/shop/products/test-${scenario}`, { max_price: 2500 });
    const challenge = await agentOf(before).challengeFor('/agent/orders', body, 'stripe');
    const credential = credentialFor(challenge, { spt: `spt_${scenario.replaceAll('-', '_')}` });
    const send = (system: TestSystem) =>
      agentOf(system).send('/agent/orders', body, credential, { 'idempotency-key': scenario });
    expect((await send(before)).status).toBe(201);
    return send;
  };
  const bought = await buy('success');
  const failed = await buy('out-of-stock');
  await drainUntilOver(before);
  await before.queue.drain();
  const books = await countSold(before.database.db);
  const charges = () =>
    [...stripe.charges.values()].map(({ token, amount, refunds }) => ({
      token,
      kept: amount - refunds.reduce((sum, refund) => sum + refund.amount, 0),
    }));
  const kept = charges();
  expect(kept).toEqual([
    { token: 'spt_success', kept: 2099 },
    { token: 'spt_out_of_stock', kept: 0 },
  ]);
  await copyStoreBooks(before.database.db, backup);

  const after = await start(backup, { clock, env: { ...env, PUBLIC_URL: before.url } });
  const again = await bought(after);
  expect(again.status, again.text).toBe(201);
  // Its money was refunded before the restore: it buys nothing, and nothing is owed.
  expect((await failed(after)).status).toBe(402);
  await expectSold(after, books);
  await after.queue.drain();
  expect(charges()).toEqual(kept);
  expect(stripe.problems).toEqual([]);
});

it('buys nothing again for a quote, and both of two orders of one quote', slowTest, async () => {
  const before = await start();
  const key = await before.mint();
  const plain = orderFor(product, { max_price: 20_000 });
  const { quote_id } = (await before.post('/orders/quote', key, plain)).body;
  const backup = await backUp(before.databaseUrl);
  const order = (system: TestSystem) => system.post('/orders', key, { ...plain, quote_id });
  const sent = await Promise.all([order(before), order(before)]);
  expect(sent.map(({ status }) => status)).toEqual([201, 201]);
  const ids = sent.map(({ body }) => body.id).sort();
  await drainUntilOver(before);
  const books = await countSold(before.database.db);
  expect(Object.keys(books).sort()).toEqual(ids);
  await copyStoreBooks(before.database.db, backup);

  const after = await start(backup);
  const again = [(await order(after)).body.id, (await order(after)).body.id];
  expect(again.sort()).toEqual(ids);
  await expectSold(after, books);
});

it('buys nothing again for a tool call that is repeated under its own key', slowTest, async () => {
  const before = await start();
  const key = await before.mint();
  const backup = await backUp(before.databaseUrl);
  const version = '2026-07-28';
  const buy = async (system: TestSystem, idempotency_key: string) => {
    const params = {
      name: 'place_order',
      arguments: { ...orderFor(product, { max_price: 20_000 }), idempotency_key },
      _meta: {
        'io.modelcontextprotocol/protocolVersion': version,
        'io.modelcontextprotocol/clientInfo': { name: 'repeater', version: '1' },
        'io.modelcontextprotocol/clientCapabilities': {},
      },
    };
    const headers = {
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': version,
      'mcp-method': 'tools/call',
      'mcp-name': 'place_order',
    };
    const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params };
    const send = async () => (await system.post('/mcp', key, message, headers)).body.result?.structuredContent;
    // A busy machine may refuse before it does anything.
    await expect.poll(async () => (await send())?.id, { timeout: 30_000 }).toBeDefined();
    return send();
  };
  // A policy that allows buys without asking a person first.
  const bind = async (system: TestSystem) =>
    sql`insert into policies (id, account_id, world, scope, subject, version, rules, is_frozen, updated_by, created_at, updated_at)
      select ${newId()}, account_id, world, 'account', '', 1, '{"max_order_cents": 100000}', false, 'test', now(), now()
      from api_keys limit 1`.execute(system.database.db);
  await bind(before);
  const first = await buy(before, 'tool call');
  await drainUntilOver(before);
  const books = await countSold(before.database.db);
  expect(Object.keys(books)).toEqual([first.id]);
  await copyStoreBooks(before.database.db, backup);

  const after = await start(backup);
  await bind(after);
  expect((await buy(after, 'tool call')).id).toBe(first.id);
  await expectSold(after, books);
});
