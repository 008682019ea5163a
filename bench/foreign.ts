import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { assertDefined } from '../server/src/kit/assert-defined.ts';
import {
  bulkRow,
  median,
  orderBody,
  type Row,
  type Scene,
  serviceEntry,
  serviceEnv,
  shopUrl,
  startProgram,
} from './scene.ts';

const rounds = 300;

// biome-ignore lint/suspicious/noExplicitAny: answers of many shapes.
type Body = any;
type Call = (method: string, path: string, body?: unknown) => Promise<{ status: number; text: string; ms: number }>;

const callerOf =
  (url: string, key: string): Call =>
  async (method, path, body) => {
    const startedAt = performance.now();
    const headers = {
      authorization: path.startsWith('/v1') ? `Basic ${btoa(`${key}:`)}` : `Bearer ${key}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    };
    const answer = await fetch(url + path, {
      method,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    return { status: answer.status, text, ms: performance.now() - startedAt };
  };

/** /v1 writes IDs without dashes. */
const bare = (id: string): string => id.replaceAll('-', '');

/** Creates what one account can own: an order of 50 items, a return, a batch, and the same in /v1. */
async function makeThings(call: Call) {
  const make = async (path: string, body: unknown): Promise<Body> => {
    const { status, text } = await call('POST', path, body);
    if (status >= 300) throw new Error(`POST ${path} was answered with ${status}: ${text}`);
    return JSON.parse(text);
  };
  const [product] = orderBody.products;
  const products = Array.from({ length: 50 }, () => product);
  const order = await make('/orders', { ...orderBody, products, max_price: 500_000 });
  const batch = await make('/orders/bulk', { rows: [bulkRow, bulkRow] });
  const placed = await untilDelivered(call, `/orders/${order.id}`);
  const items = [{ order_item_id: placed.items[0].id, quantity: 1 }];
  const returned = await make('/returns', { order_id: order.id, items, reason: 'damaged' });
  await make(`/orders/${order.id}/case`, { reason: 'other', message: 'Where is it?' });
  const other = await make('/orders', orderBody);
  await untilDelivered(call, `/orders/${other.id}`);
  const cancelled = await make(`/v1/orders/${bare(other.id)}/cancel`, {});
  return {
    cancellation: cancelled.request_id,
    order: order.id,
    batch: batch.id ?? batch.batch_id,
    returned: returned.id ?? returned.return_request_id,
  };
}

async function untilDelivered(call: Call, path: string): Promise<Body> {
  for (;;) {
    const { text } = await call('GET', path);
    const order = JSON.parse(text);
    if (order.items[0]?.status === 'delivered') return order;
    if (order.status === 'order_failed') throw new Error(`The order failed: ${text}`);
    await pause(100);
  }
}

type Things = Awaited<ReturnType<typeof makeThings>>;
type Operation = { method: string; path: (id: string) => string; of: keyof Things; body?: (id: string) => unknown };

const operations: Operation[] = [
  { method: 'GET', path: (id) => `/orders/${id}`, of: 'order' },
  { method: 'GET', path: (id) => `/orders/${id}/timeline`, of: 'order' },
  { method: 'POST', path: (id) => `/orders/${id}/cancel`, of: 'order' },
  { method: 'GET', path: (id) => `/orders/${id}/cancellation`, of: 'order' },
  { method: 'GET', path: (id) => `/orders/${id}/case`, of: 'order' },
  {
    method: 'POST',
    path: () => '/returns',
    of: 'order',
    body: (id) => ({
      order_id: id,
      items: [{ order_item_id: assertDefined(unknownIds[0]), quantity: 1 }],
      reason: 'damaged',
    }),
  },
  { method: 'GET', path: (id) => `/returns/${id}`, of: 'returned' },
  { method: 'GET', path: (id) => `/orders/bulk/${id}`, of: 'batch' },
  { method: 'GET', path: (id) => `/v1/orders/${bare(id)}`, of: 'order' },
  { method: 'POST', path: (id) => `/v1/orders/${bare(id)}/cancel`, of: 'order', body: () => ({}) },
  { method: 'GET', path: (id) => `/v1/returns/${bare(id)}`, of: 'returned' },
  { method: 'GET', path: (id) => `/v1/cancellations/${bare(id)}`, of: 'cancellation' },
];

const unknownIds = Array.from({ length: rounds }, () => randomUUID());

/** Responses for other accounts' IDs compared with unknown IDs: the same text, after the same time. */
export async function measureForeign(scene: Scene): Promise<Row[]> {
  const worker = await startProgram(serviceEntry, serviceEnv(scene, 'worker', shopUrl), null);
  const api = await startProgram(serviceEntry, serviceEnv(scene, 'api', shopUrl), '/health');
  try {
    const [owner, stranger] = scene.accounts.map(({ key }) => callerOf(api.url, key));
    const things = await makeThings(assertDefined(owner));
    const rows: Row[] = [];
    for (const operation of operations)
      rows.push(await compare(assertDefined(stranger), operation, things[operation.of]));
    return rows;
  } finally {
    await api.stop();
    await worker.stop();
  }
}

async function compare(call: Call, { method, path, body }: Operation, foreignId: string): Promise<Row> {
  const times: Record<'foreign' | 'unknown', number[]> = { foreign: [], unknown: [] };
  const ask = async (whose: keyof typeof times, id: string) => {
    const { status, text, ms } = await call(method, path(id), body?.(id));
    times[whose].push(ms);
    return `${status} ${text}`.replaceAll(id, '{id}').replaceAll(bare(id), '{id}');
  };
  for (const [index, unknownId] of unknownIds.entries()) {
    const asks = [() => ask('foreign', foreignId), () => ask('unknown', unknownId)];
    // Alternate the order: the second request finds warm caches.
    if (index % 2 === 1) asks.reverse();
    const words = new Set<string>();
    for (const one of asks) words.add(await one());
    if (words.size > 1) throw new Error(`${method} ${path('{id}')} is answered differently: ${[...words].join(' / ')}`);
  }
  const warm = (list: number[]) => median(list.slice(20));
  const ratio = warm(times.foreign) / warm(times.unknown);
  return {
    what: `${method} ${path('{id}')}, a foreign id`,
    p50Ms: warm(times.foreign),
    ratio,
    goals: [{ text: '0.95 to 1.05 of an unknown ID', isMet: ratio >= 0.95 && ratio <= 1.05 }],
  };
}
