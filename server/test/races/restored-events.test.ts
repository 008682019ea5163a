import { sql } from 'kysely';
import { afterEach, expect, it, vi } from 'vitest';
import { newId } from '../../src/kit/ids.ts';
import { inTransaction } from '../../src/platform/database/index.ts';
import { backUp, copyStoreBooks, slowTest } from '../harness/restore.ts';
import { orderFor, startSystem, type TestSystem } from '../harness/system.ts';
import { startTestEndpoint, type TestEndpoint } from '../harness/test-endpoint.ts';

const undo: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step();
});

async function start(databaseUrl?: string): Promise<TestSystem> {
  const env = { WEBHOOK_ALLOW_PRIVATE: 'true' };
  const system = await startSystem(databaseUrl === undefined ? { env } : { env, databaseUrl });
  undo.push(() => system.stop());
  return system;
}

async function open(): Promise<TestEndpoint> {
  const receiver = await startTestEndpoint();
  undo.push(() => receiver.stop());
  return receiver;
}

const order = (system: TestSystem, key: string, name: string) =>
  system.post('/orders', key, orderFor('https://www.walmart.com/ip/986325010', { max_price: 20_000 }), {
    'idempotency-key': name,
  });
const listed = async (system: TestSystem, key: string, after?: string) =>
  (await system.get(`/events?limit=100${after === undefined ? '' : `&after=${after}`}`, key)).body;
const once = ({ type }: { type: string }) => type === 'order.created' || type === 'order.placed';

it(
  'goes on behind a cursor that the copy has lost, with the IDs that events and deliveries had',
  slowTest,
  async () => {
    const receiver = await open();
    const before = await start();
    const key = await before.mint();
    await before.call('/webhooks/endpoint', { method: 'PUT', key, body: { url: `${receiver.url}/hook` } });
    await order(before, key, 'known');
    await before.queue.drain();
    const known = await listed(before, key);
    const backup = await backUp(before.databaseUrl);
    await order(before, key, 'lost');
    await before.queue.drain();
    const lost = await listed(before, key, known.next_cursor);
    const told = receiver.received.map(({ headers }) => String(headers['webhook-id']));
    expect(lost.events.length).toBeGreaterThan(1);
    await copyStoreBooks(before.database.db, backup);

    const after = await start(backup);
    // Nothing happened yet, and the cursor stays good.
    const idle = await listed(after, key, lost.next_cursor);
    expect(idle).toMatchObject({ events: [], next_cursor: lost.next_cursor });
    await order(after, key, 'lost');
    await after.queue.drain();
    const again = await listed(after, key, lost.next_cursor);
    const idsOf = (events: { id: string; type: string }[]) => events.filter(once).map(({ id }) => id);
    expect(idsOf(again.events)).toEqual(idsOf(lost.events));
    // A client with an older cursor continues from there, and no account sees another's events.
    expect(idsOf((await listed(after, key, known.next_cursor)).events)).toEqual(idsOf(lost.events));
    const stranger = await after.mint();
    expect((await listed(after, stranger, lost.next_cursor)).events).toEqual([]);
    const repeated = receiver.received.slice(told.length).map(({ headers }) => String(headers['webhook-id']));
    const twice = receiver.received
      .filter(({ body }) => once(JSON.parse(String(body))))
      .map(({ headers }) => headers['webhook-id']);
    expect(repeated.length).toBeGreaterThan(0);
    // Two orders with two such events each. The second order's events are sent again with the same IDs.
    expect([twice.length, new Set(twice).size]).toEqual([6, 4]);
  },
);

it('refuses a cursor that nobody knows where no database was restored', slowTest, async () => {
  const system = await start();
  const key = await system.mint();
  expect((await system.get(`/events?after=${newId()}`, key)).status).toBe(422);
});

it('numbers an account’s events one by one, so that no reader misses one', slowTest, async () => {
  const system = await start();
  const { accountId } = await system.account('test');
  const { insertEvent, insertUnsubscribed } = await import('../../src/domains/channels/webhooks/index.ts');
  const event = (cause: string) => ({
    id: newId(),
    accountId,
    world: 'test' as const,
    type: 'order.created' as const,
    orderId: null,
    subject: { kind: 'order' as const, id: newId() },
    body: '{}',
    packed: null,
    cause,
    at: new Date(),
  });
  const seen = async () => {
    const { rows } = await sql<{ cause: string }>`
      select cause from events where account_id = ${accountId} order by seq`.execute(system.database.db);
    return rows.map(({ cause }) => cause);
  };
  const waiting = async () => {
    const { rows } = await sql`
      select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
      system.database.db,
    );
    return rows.length;
  };
  const waits: Promise<unknown>[] = [];
  await inTransaction(system.database.db, async (tx) => {
    await insertEvent(tx, event('first'));
    waits.push(inTransaction(system.database.db, (other) => insertEvent(other, event('second'))));
    waits.push(insertUnsubscribed(system.database, [event('third')]));
    // Until both wait for the first one, or did not have to.
    await vi.waitFor(async () => expect((await waiting()) + (await seen()).length).toBe(2), { timeout: 60_000 });
    // What has a later number is not to be seen before.
    expect(await seen()).toEqual([]);
  });
  await Promise.all(waits);
  expect((await seen())[0]).toBe('first');
  expect((await seen()).toSorted()).toEqual(['first', 'second', 'third']);
});
