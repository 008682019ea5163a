import { afterAll, beforeAll, expect, it } from 'vitest';
import { orderNumberOf } from '../../src/connectors/mouser/history.ts';
import { fieldsOf, listOf } from '../../src/kit/fields.ts';
import { readContract } from '../harness/conforms.ts';
import { buyWithFourWorkers, wideLimits } from '../harness/four-workers.ts';
import { operatorEnv, personOn } from '../harness/operator.ts';
import { orderFor, startSystem, type TestSystem } from '../harness/system.ts';
import { type MouserFault, mouserCredentials, startMouserStandIn } from '../stand-ins/mouser/store.ts';

let shop: Awaited<ReturnType<typeof startMouserStandIn>>;
let system: TestSystem;
let key: string;
beforeAll(async () => {
  shop = await startMouserStandIn();
  // A hundred times what Mouser is known to allow.
  shop.behave({ rate: { perSecond: 50, burst: 600 } });
  system = await startSystem({ withWorker: true, env: { ...operatorEnv, STORES_ALLOW_PRIVATE: 'true' } });
  key = (await system.account('live', 10_000_000)).key;
  const operator = await personOn(system, await readContract(system));
  const added = await operator.post('/operator/stores', {
    name: 'mouser',
    kind: 'mouser',
    api_url: shop.origin,
    consent: { by: 'Acme', on: '2026-11-17' },
    credentials: mouserCredentials,
    payment: { method: 31 },
    limits: wideLimits,
    track_every: '1d',
    settings: { requests_per_minute: 3000, late_minutes: 30 },
  });
  expect(added.status, added.text).toBe(201);
});
afterAll(async () => {
  await system.stop();
  await shop.close();
});

/** The long form: 500 orders. */
const isWhole = process.env.TEST_WHOLE === '1';
const faults: MouserFault[] = ['lost before', 'lost after', 'html', 'internal error', 429, 500];
const steps = ['/cart/items/insert', '/order/options/query', '/order', 'submit'];
/** Calls that don't say which order they are for. Some fail, but no order should use up its five attempts. */
const sharedEvery = isWhole ? 100 : 25;
const sharedSteps = ['/search/partnumber', '/orderhistory/ByDateRange'];

it('buys each order once, with a fault at every step and four workers within the rate', {
  timeout: isWhole ? 1_800_000 : 900_000,
}, async () => {
  // Every order has its own cart, by which the stand-in recognizes its calls. Each fails at two steps in a row.
  const numbers = Array.from({ length: isWhole ? 500 : faults.length * 2 }, (_, index) => index + 1);
  const planned = new Map<string, MouserFault>();
  for (const [index, number] of numbers.entries()) {
    const fault = faults[Math.floor(index / 2) % faults.length]!;
    for (const place of [2 * index, 2 * index + 1]) planned.set(`${steps[place % steps.length]} ${number}`, fault);
  }
  const lostAfter = numbers.filter((number) => planned.get(`submit ${number}`) === 'lost after');
  const sharedCalls = new Map<string, number>();
  shop.state.chooseFault = (step, body) => {
    if (sharedSteps.includes(step)) {
      const calls = (sharedCalls.get(step) ?? 0) + 1;
      sharedCalls.set(step, calls);
      return calls % sharedEvery === 0 ? faults[(calls / sharedEvery) % faults.length]! : null;
    }
    const planFor = `${step} ${numberOf(body)}`;
    const fault = planned.get(planFor) ?? null;
    planned.delete(planFor);
    return fault;
  };
  const bodies = numbers.map((number) => {
    const products = productsOf(number);
    return orderFor(products[0]!.url, { products, max_price: 9000 });
  });
  const ended = await buyWithFourWorkers(system, key, bodies, isWhole ? 25_000 : 2000);
  shop.state.chooseFault = undefined;
  expect([...planned.keys()]).toEqual([]);
  expect(ended.filter(({ why }) => why !== null)).toEqual([]);
  for (const { id, status } of ended)
    expect([id, status, shop.soldUnder(orderNumberOf(id))]).toEqual([id, 'order_placed', 1]);
  // A lost answer is found with one look-up of its order.
  for (const number of lostAfter) {
    const wanted = orderNumberOf(ended[number - 1]!.id);
    const sold = shop.state.orders.find(({ poNumber }) => poNumber === wanted);
    expect(shop.state.seen.filter(({ path }) => path === `/order/${sold?.id}`)).toHaveLength(1);
  }
  expect(lostAfter.length).toBeGreaterThan(0);
  expect(shop.state.refused).toEqual([]);
});

const timer = '595-NE555P';
const resistor = '603-RC0402';

/** The cart of an order: 1 to 100 timers, and for every hundred orders before it ten resistors more. */
function productsOf(number: number): { url: string; quantity: number }[] {
  const lines = [
    { part: timer, quantity: ((number - 1) % 100) + 1 },
    { part: resistor, quantity: 10 * Math.floor((number - 1) / 100) },
  ];
  return lines.flatMap(({ part, quantity }) =>
    quantity > 0 ? [{ url: `https://www.mouser.com/ProductDetail/${part}`, quantity }] : [],
  );
}

/** The number of the order whose cart a call is about. */
function numberOf(body: Record<string, unknown>): number {
  const { CartKey: cart } = fieldsOf(body.Order ?? body.OrderInitialize);
  const inserted = listOf(body.CartItems).map((item) => {
    const { MouserPartNumber, Quantity } = fieldsOf(item);
    return { partNumber: String(MouserPartNumber), quantity: Number(Quantity) };
  });
  const lines = inserted.length > 0 ? inserted : (shop.state.carts.get(String(cart)) ?? []);
  return lines.reduce((sum, { partNumber, quantity }) => sum + quantity * (partNumber === resistor ? 10 : 1), 0);
}
