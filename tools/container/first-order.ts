import { setTimeout as pause } from 'node:timers/promises';
import { fieldsOf, listOf, textOf } from '../../server/src/kit/fields.ts';
import { address } from '../kills/shopper.ts';

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

/** The first story of README.md: a sandbox key, an order, and the parcel at the door. Returns the seconds to each. */
export async function orderOnce(url: string): Promise<{ placed: number; delivered: number }> {
  const { api_key: apiKey } = fieldsOf(JSON.parse(await ask(`${url}/sandbox/keys`, { method: 'POST' })));
  const headers = { authorization: `Bearer ${textOf(apiKey)}` };
  const body = {
    products: [{ url: `${url}/shop/products/test-success`, quantity: 1 }],
    max_price: 5000,
    shipping_address: address,
    idempotency_key: 'container-drill',
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
    const items = listOf(order.items).map((item) => fieldsOf(item).status);
    if (placed !== null && items.length > 0 && items.every((status) => status === 'delivered')) {
      const delivered = seconds();
      await refuseLargeBody(url, headers);
      return { placed, delivered };
    }
    await pause(250);
  }
  throw new Error(`The order was not delivered within ${withinMs / 1000} s: ${last}`);
}

/** A large body is read by a thread of its own, which starts from the source. */
async function refuseLargeBody(url: string, headers: Record<string, string>): Promise<void> {
  const body = { products: [], note: 'x'.repeat(400_000) };
  const refusal = await ask(`${url}/orders`, { method: 'POST', headers, body }).catch((error: Error) => error.message);
  if (!/ answered 4\d\d: /.test(refusal)) throw new Error(`A large body that is wrong: ${refusal}`);
}

/** Pages and files that the service reads from its folder: each is asked for once. */
const pages = [
  '/',
  '/docs',
  '/docs/interface/orders',
  '/openapi.json',
  '/llms-full.txt',
  '/status',
  '/sandbox/quickstart',
];

export async function pageProblems(url: string): Promise<string[]> {
  const asked = pages.map((path) => ask(`${url}${path}`).then((text) => (text === '' ? `${path} is empty` : [])));
  return (await Promise.all(asked.map((each) => each.catch((error: Error) => error.message)))).flat();
}
