import { setTimeout as pause } from 'node:timers/promises';
import { assertDefined } from '../../server/src/kit/assert-defined.ts';
import { fieldsOf, listOf, textOf } from '../../server/src/kit/fields.ts';
import { address } from '../../server/test/drills/kills/shopper.ts';

const withinMs = 120_000;

interface Asked {
  method?: 'POST';
  headers?: Record<string, string>;
  body?: unknown;
}

async function ask(url: string, { method, headers, body }: Asked = {}): Promise<string> {
  const answer = await fetch(url, {
    method: method ?? 'GET',
    headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(10_000),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${text.slice(0, 500)}`);
  return text;
}

export interface Order {
  id: string;
  itemId: string;
  /** Headers that authenticate the customer. */
  headers: Record<string, string>;
  /** Seconds after it was ordered. */
  placed: number;
  delivered: number;
}

export async function mintKey(url: string, headers: Record<string, string> = {}): Promise<Record<string, string>> {
  const { api_key: apiKey } = fieldsOf(JSON.parse(await ask(`${url}/sandbox/keys`, { method: 'POST', headers })));
  return { authorization: `Bearer ${textOf(apiKey)}` };
}

/** The first steps of README.md: a sandbox key, an order, and its delivery. */
export async function orderOnce(url: string, key?: Record<string, string>): Promise<Order> {
  const headers = key ?? (await mintKey(url));
  const body = {
    products: [{ url: `${url}/shop/products/test-success`, quantity: 1 }],
    max_price: 5000,
    shipping_address: address,
    idempotency_key: crypto.randomUUID(),
  };
  const began = performance.now();
  const { id } = fieldsOf(JSON.parse(await ask(`${url}/orders`, { method: 'POST', headers, body })));
  const seconds = () => Math.round((performance.now() - began) / 100) / 10;
  let placed: number | null = null;
  let last = '';
  while (performance.now() - began < withinMs) {
    last = await ask(`${url}/orders/${textOf(id)}`, { headers });
    const order = fieldsOf(JSON.parse(last));
    if (order.status === 'order_placed') placed ??= seconds();
    const item = fieldsOf(listOf(order.items)[0]);
    if (placed !== null && item.status === 'delivered') {
      const delivered = seconds();
      await refuseLargeBody(url, headers);
      return { id: assertDefined(textOf(id)), itemId: assertDefined(textOf(item.id)), headers, placed, delivered };
    }
    await pause(250);
  }
  throw new Error(`The order was not delivered within ${withinMs / 1000} s: ${last}`);
}

/** A worker thread reads a large body, and it starts from its own file. */
async function refuseLargeBody(url: string, headers: Record<string, string>): Promise<void> {
  const body = { products: [], note: 'x'.repeat(400_000) };
  const refusal = await ask(`${url}/orders`, { method: 'POST', headers, body }).catch((error: Error) => error.message);
  if (!/ answered 4\d\d: /.test(refusal)) throw new Error(`A large body that is wrong: ${refusal}`);
}

export interface Return {
  id: string;
  headers: Record<string, string>;
}

/** Returns an order for a reason that the retailer approves. */
export async function returnOnce(url: string, { id, itemId, headers }: Order): Promise<Return> {
  const body = { order_id: id, items: [{ order_item_id: itemId, quantity: 1 }], reason: 'damaged' };
  const asked = fieldsOf(JSON.parse(await ask(`${url}/returns`, { method: 'POST', headers, body })));
  return { id: assertDefined(textOf(asked.id)), headers };
}

/** Waits for a return's label. Returns its link and content. */
export async function labelOf(url: string, { id, headers }: Return): Promise<{ link: string; text: string }> {
  const began = performance.now();
  let last = '';
  while (performance.now() - began < withinMs) {
    last = await ask(`${url}/returns/${id}`, { headers });
    const [link] = listOf(fieldsOf(JSON.parse(last)).label_urls).map(textOf);
    if (link) return { link, text: await ask(link) };
    await pause(250);
  }
  throw new Error(`The return had no label within ${withinMs / 1000} s: ${last}`);
}

/** Pages and files that the service reads from its folder. */
const pages = [
  '/',
  '/docs',
  '/docs/interface/orders',
  '/docs/deploy',
  '/docs/sdk',
  '/docs/cli',
  '/docs/search?q=refund',
  '/openapi.json',
  '/llms-full.txt',
  '/status',
  '/sandbox/quickstart',
];

export async function pageProblems(url: string): Promise<string[]> {
  const asked = pages.map((path) => ask(`${url}${path}`).then((text) => (text === '' ? `${path} is empty` : [])));
  return (await Promise.all(asked.map((each) => each.catch((error: Error) => error.message)))).flat();
}
