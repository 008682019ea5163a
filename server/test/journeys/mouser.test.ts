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
/** Calls that do not say which order they are for: every 25th of these fails. */
const sharedSteps = ['/search/partnumber', '/orderhistory/ByDateRange'];

it('buys each order once, with a fault at every step and four workers within the rate', {
  timeout: 900_000,
}, async () => {
  // Every order has its own quantity, by which the stand-in recognizes its calls. Each fails at two steps in a row.
  const quantities = Array.from({ length: isWhole ? 500 : faults.length * 2 }, (_, index) => index + 1);
  const planned = new Map<string, MouserFault>();
  for (const [index, quantity] of quantities.entries()) {
    const fault = faults[Math.floor(index / 2) % faults.length]!;
    for (const place of [2 * index, 2 * index + 1]) planned.set(`${steps[place % steps.length]} ${quantity}`, fault);
  }
  const lostAfter = quantities.filter((quantity) => planned.get(`submit ${quantity}`) === 'lost after');
  const sharedCalls = new Map<string, number>();
  shop.state.chooseFault = (step, body) => {
    if (sharedSteps.includes(step)) {
      const calls = (sharedCalls.get(step) ?? 0) + 1;
      sharedCalls.set(step, calls);
      return calls % 25 === 0 ? faults[(calls / 25) % faults.length]! : null;
    }
    const planFor = `${step} ${quantityOf(body)}`;
    const fault = planned.get(planFor) ?? null;
    planned.delete(planFor);
    return fault;
  };
  const url = 'https://www.mouser.com/ProductDetail/595-NE555P';
  const bodies = quantities.map((quantity) =>
    orderFor(url, { products: [{ url, quantity }], max_price: 1500 + 60 * quantity }),
  );
  const ended = await buyWithFourWorkers(system, key, bodies, isWhole ? 25_000 : 2000);
  shop.state.chooseFault = undefined;
  expect([...planned.keys()]).toEqual([]);
  for (const { id, status } of ended) {
    expect([id, status, shop.soldUnder(orderNumberOf(id))]).toEqual([id, 'order_placed', 1]);
  }
  // A lost answer is found with one look-up of its order.
  for (const quantity of lostAfter) {
    const number = orderNumberOf(ended[quantity - 1]!.id);
    const sold = shop.state.orders.find(({ poNumber }) => poNumber === number);
    expect(shop.state.seen.filter(({ path }) => path === `/order/${sold?.id}`)).toHaveLength(1);
  }
  expect(lostAfter.length).toBeGreaterThan(0);
  expect(shop.state.refused).toEqual([]);
});

/** The quantity in the cart that a call is about. */
function quantityOf(body: Record<string, unknown>): number | undefined {
  const items = listOf(body.CartItems).map(fieldsOf);
  const { CartKey: cart } = fieldsOf(body.Order ?? body.OrderInitialize);
  return items.length > 0 ? Number(items[0]?.Quantity) : shop.state.carts.get(String(cart))?.[0]?.quantity;
}
