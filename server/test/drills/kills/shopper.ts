import { setTimeout as pause } from 'node:timers/promises';
import { type Call, createClient, type Tally } from './client.ts';
import { recipientOf } from './live-stores.ts';
import { between, oneOf, type Random } from './random.ts';

/** The stories that are ordered; some more often than others. */
export const scenarios = [
  'success',
  'success',
  'success',
  'flaky',
  'timeout-after-placing',
  'timeout-after-placing',
  'timeout-before-placing',
  'price-exceeded',
  'out-of-stock',
  'retailer-cancels',
  'split-shipment',
];

export interface Shopping extends Tally {
  /** What the service acknowledged: the order's id by the idempotency key it was asked with. */
  idsByKey: Map<string, string>;
  /** Orders whose cancellation was answered with 204. */
  cancelled: Set<string>;
}

export interface Errands {
  url: string;
  orders: number;
  clients: number;
  /** Spread over about this time. */
  seconds: number;
  random: Random;
  signal: AbortSignal;
  /** Live stores are ordered from too. */
  live?: { apiKey: string; products: string[] };
}

/** Orders as an impatient but correct client does: with idempotency keys, and again whenever no answer came. */
export async function shop({ url, orders, clients, seconds, random, signal, live }: Errands): Promise<Shopping> {
  const shopping: Shopping = { idsByKey: new Map(), cancelled: new Set(), requests: 0, problems: [] };

  const call = createClient({ url, random, signal, tally: shopping });

  async function order(apiKey: string, key: string, product: Product): Promise<void> {
    const body = { shipping_address: address, ...product, idempotency_key: key };
    const answer = await call('POST', '/orders', apiKey, body);
    if (answer.status !== 201) {
      shopping.problems.push(`order ${key} was answered with ${answer.status}: ${JSON.stringify(answer.body)}`);
      return;
    }
    shopping.idsByKey.set(key, answer.body.id);
    if (random() < 0.2) await again(apiKey, key, body, answer.body.id);
    if (random() < 0.15) {
      const cancel = await call('POST', `/orders/${answer.body.id}/cancel`, apiKey);
      if (cancel.status === 204) shopping.cancelled.add(answer.body.id);
    }
  }

  async function again(apiKey: string, key: string, body: unknown, id: string): Promise<void> {
    const answer = await call('POST', '/orders', apiKey, body);
    if (answer.body?.id !== id) shopping.problems.push(`key ${key} gave order ${id}, and then ${answer.body?.id}`);
  }

  const catalogue = await findProducts(call);
  let next = 0;
  await Promise.all(
    Array.from({ length: clients }, async () => {
      const minted = await call('POST', '/sandbox/keys', null);
      const apiKey: string = minted.body.api_key;
      while (next < orders) {
        next += 1;
        const key = `order-${next}`;
        const isLive = live !== undefined && random() < 0.4;
        const product = random() < 0.3 ? oneOf(random, catalogue) : testProduct(url, oneOf(random, scenarios));
        await pause(between(random, 0, (2000 * seconds * clients) / orders));
        if (isLive) await order(live.apiKey, key, liveProduct(oneOf(random, live.products), key));
        else await order(apiKey, key, product);
      }
    }),
  );
  return shopping;
}

interface Product {
  products: { url: string; quantity: number }[];
  max_price: number;
  shipping_address?: typeof address;
}

const liveProduct = (url: string, key: string): Product => ({
  products: [{ url, quantity: 1 }],
  max_price: 10_000,
  shipping_address: { ...address, last_name: recipientOf(key) },
});

const testProduct = (url: string, scenario: string): Product => ({
  products: [{ url: `${url}/shop/products/test-${scenario}`, quantity: 1 }],
  max_price: 2500,
});

async function findProducts(call: Call): Promise<Product[]> {
  const { body } = await call('POST', '/sandbox/keys', null);
  const found = await call('GET', '/products/search?query=coffee&retailer=walmart', body.api_key);
  const results = found.body.results as { url: string; price: number }[];
  return results.map(({ url, price }) => ({ products: [{ url, quantity: 1 }], max_price: price * 2 + 2000 }));
}

export const address = {
  first_name: 'Jane',
  last_name: 'Doe',
  address_line1: '1 Market St',
  city: 'San Francisco',
  state: 'CA',
  postal_code: '94105',
  country: 'US',
  phone_number: '+14155550123',
};
