import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { claimOrder, markManySubmitting } from '../../src/domains/orders/orders/attempts/sql-claim.ts';
import { type Contract, readContract } from '../harness/conforms.ts';
import { type OperatorClient, operatorEnv, personOn } from '../harness/operator.ts';
import { orderFor, startSystem, type TestSystem } from '../harness/system.ts';
import { amazonSettings } from '../stand-ins/amazon-business/bench.ts';
import { amazonCredentials, startAmazonStandIn } from '../stand-ins/amazon-business/store.ts';

// One brand, two ways to buy from it: the API, and people. Which of them buys is the operator's rule.

interface OrderSeen {
  status: string;
  next_action: { kind: string } | null;
}

let shop: Awaited<ReturnType<typeof startAmazonStandIn>>;
let system: TestSystem;
let contract: Contract;
let operator: OperatorClient;
let key: string;
beforeAll(async () => {
  shop = await startAmazonStandIn();
  shop.behave({ rate: { perSecond: 50, burst: 10 } });
  system = await startSystem({ withWorker: true, env: { ...operatorEnv, STORES_ALLOW_PRIVATE: 'true' } });
  contract = await readContract(system);
  operator = await personOn(system, contract);
  key = (await system.account('live', 10_000_000)).key;
});
afterAll(async () => {
  await system.stop();
  await shop.close();
});

const apiStore = () => ({
  name: 'amazon-api',
  brand: 'amazon',
  kind: 'amazon-business',
  api_url: shop.origin,
  consent: { by: 'Acme', on: '2026-11-17' },
  credentials: amazonCredentials,
  // A parcel that is looked up would show that the store is well.
  track_every: '1d',
  settings: amazonSettings(shop.tokenUrl, { requests_per_second: 50, reports: true }),
});
const deskStore = { name: 'amazon-desk', brand: 'amazon', kind: 'desk', url: 'https://www.amazon.com' };

let orders = 0;
async function order(): Promise<string> {
  orders += 1;
  const url = `https://www.amazon.com/Enamel-Mug/dp/B0MUG00001?th=${orders}`;
  const made = await contract.post('/orders', key, orderFor(url));
  expect(made.status, made.text).toBe(201);
  return made.body.id;
}

async function orderWhen(id: string, isThere: (order: OrderSeen) => boolean, of = key): Promise<OrderSeen> {
  const giveUpAt = Date.now() + 30_000;
  for (;;) {
    const { body } = await contract.get(`/orders/${id}`, of);
    if (isThere(body)) return body;
    if (Date.now() > giveUpAt) throw new Error(`It never came to that: ${JSON.stringify(body)}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
const isPlaced = ({ status }: OrderSeen) => status === 'order_placed';
const isAtDesk = (one: OrderSeen) => one.next_action?.kind === 'buy';

const storeOf = async (id: string) => {
  const { rows } = await sql<{ store: string | null }>`select store from orders where id = ${id}`.execute(
    system.database.db,
  );
  return rows[0]?.store;
};
const change = (name: string, body: object) => operator.call(`/operator/stores/${name}`, { method: 'PATCH', body });
/** As after five failures in a row. */
const pause = (name: string) =>
  sql`
  insert into store_health (store, failures, last_failure_at, last_failure, closed_until)
  values (${name}, 5, now(), 'down', now() + interval '1 hour')
  on conflict (store) do update set failures = 5, closed_until = now() + interval '1 hour'`.execute(system.database.db);
const resume = () => sql`update store_health set failures = 0, closed_until = null`.execute(system.database.db);
/** A change of health reaches every process within half a second. */
const settleHealth = () => new Promise((resolve) => setTimeout(resolve, 1200));

it('is shown with its rule: the API first, then people', async () => {
  const wrong = await operator.post('/operator/stores', { ...deskStore, brand: 'nobody' });
  expect([wrong.status, wrong.body.detail?.[0]?.loc]).toEqual([422, ['body', 'brand']]);
  expect((await operator.get('/operator/stores')).body.total).toBe(0);
  for (const body of [deskStore, apiStore()]) {
    const added = await operator.post('/operator/stores', body);
    expect(added.status, added.text).toBe(201);
  }
  const { stores } = (await operator.get('/operator/stores')).body;
  expect(stores.map(({ name, brand, priority }: Record<string, unknown>) => ({ name, brand, priority }))).toEqual([
    { name: 'amazon-api', brand: 'amazon', priority: 10 },
    { name: 'amazon-desk', brand: 'amazon', priority: 30 },
  ]);
  const { body: listed } = await contract.get('/retailers?name=amazon', key);
  expect(listed.retailers).toMatchObject([{ retailer: 'amazon', supported: true, bought_by: 'api' }]);
  const other = { ...deskStore, name: 'another', brand: null };
  expect((await operator.post('/operator/stores', other)).status).toBe(409);
});

it('buys by the API, and by people while the API is down or off', async () => {
  const first = await order();
  await orderWhen(first, isPlaced);
  expect([await storeOf(first), shop.soldUnder(first)]).toEqual(['amazon-api', 1]);
  // A request in progress may still report the store as up.
  const boughtBy = async () => {
    await pause('amazon-api');
    await settleHealth();
    return (await contract.get('/retailers?name=amazon', key)).body.retailers[0].bought_by;
  };
  await expect.poll(boughtBy, { timeout: 15_000 }).toBe('desk');
  const second = await order();
  await orderWhen(second, isAtDesk);
  await resume();
  await settleHealth();
  // People were asked, so people buy it, though the API is back.
  expect(await storeOf(second)).toBe('amazon-desk');
  expect(shop.soldUnder(second)).toBe(0);
  await change('amazon-api', { enabled: false });
  await settleHealth();
  await orderWhen(await order(), isAtDesk);
  await change('amazon-api', { enabled: true });
  await change('amazon-desk', { priority: 5 });
  await settleHealth();
  await orderWhen(await order(), isAtDesk);
  await change('amazon-desk', { priority: null });
  await settleHealth();
  const last = await order();
  await orderWhen(last, isPlaced);
  expect(await storeOf(last)).toBe('amazon-api');
});

it('never switches stores once the button was pressed', async () => {
  shop.spoil('order', 'lost after');
  shop.spoil('details', 503, 503);
  const id = await order();
  await orderWhen(id, ({ status }) => status === 'in_progress');
  const giveUpAt = Date.now() + 20_000;
  while ((await storeOf(id)) === null && Date.now() < giveUpAt) await new Promise((resolve) => setTimeout(resolve, 20));
  await pause('amazon-api');
  await settleHealth();
  await sql`update jobs set run_at = now() where kind = 'orders.place'`.execute(system.database.db);
  const placed = await orderWhen(id, (one) => isPlaced(one) || isAtDesk(one));
  expect([placed.status, placed.next_action, await storeOf(id)]).toEqual(['order_placed', null, 'amazon-api']);
  expect(shop.soldUnder(id)).toBe(1);
  await resume();
  await settleHealth();
});

it('is not sent to another store of its brand, whatever the code asks for', async () => {
  const account = (await system.account('test')).key;
  const made = await system.post('/orders', account, orderFor(`${system.url}/shop/products/test-enter-code`));
  await orderWhen(made.body.id, ({ next_action: action }) => action !== null, account);
  await sql`update orders set waiting_for = null, status = 'pending', store = 'one' where id = ${made.body.id}`.execute(
    system.database.db,
  );
  const claimed = await claimOrder(system.database, made.body.id, new Date());
  const attempt = { id: made.body.id, epoch: claimed!.epoch, checkoutSealed: Buffer.from('cart') };
  const press = (store: string | null) => markManySubmitting(system.database, [{ ...attempt, store }], new Date());
  expect([...(await press('another'))]).toEqual([]);
  expect([...(await press(null))]).toEqual([]);
  expect([...(await press('one'))]).toEqual([made.body.id]);
});
