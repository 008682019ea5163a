import { createServer, type RequestListener, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../../server/test/harness/free-port.ts';
import { orderFor, startSystem, type TestSystem } from '../../server/test/harness/system.ts';
import {
  ApiError,
  type Attempt,
  ConnectionError,
  createClient,
  csvRows,
  Errand,
  ErrandError,
  type Order,
  OrderEnded,
  payingFetch,
  sandboxPayer,
  ValidationError,
  WaitTimeout,
} from './package.ts';

let system: TestSystem;
beforeAll(async () => {
  system = await startSystem();
});
afterAll(() => system.stop());

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

/** A proxy between the client and the service that simulates network faults. */
async function between(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Forwards every request, but drops the first responses: the service still received the requests. */
function hangingUp(times: number): { listener: RequestListener; seen: () => number } {
  let seen = 0;
  return {
    seen: () => seen,
    listener: (incoming, outgoing) => {
      seen += 1;
      const hangsUp = seen <= times;
      const options = { method: incoming.method ?? 'GET', headers: incoming.headers };
      const forwarded = request(system.url + incoming.url, options, (answer) => {
        if (hangsUp) answer.resume().on('end', () => outgoing.destroy());
        else {
          outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
          answer.pipe(outgoing);
        }
      });
      incoming.pipe(forwarded);
    },
  };
}

const orderBody = (more: Record<string, unknown> = {}) => orderFor(`${system.url}/shop/products/test-success`, more);

describe('the client', () => {
  it('has a typed method for each operation', async () => {
    const { api_key: apiKey } = await createClient({ baseUrl: `${system.url}/` }).mintSandboxKey();
    const client = createClient({ baseUrl: system.url, apiKey });
    const order = await client.createOrder({ body: orderBody() });
    expect((await client.getOrder({ order_id: order.id })).status).toBe('pending');
    expect(await client.cancelOrder({ order_id: order.id })).toBeUndefined();
    expect(await client.getBulkOrderTemplate()).toContain('product_url');
    expect((await client.listOrders({ status_filter: 'cancelled' })).total).toBe(1);
  });

  it('throws a different error for each kind of refusal', async () => {
    const apiKey = await system.mint();
    const client = createClient({ baseUrl: system.url, apiKey });
    const poor = await client.createOrder({ body: orderBody({ max_price: 100_000_000 }) }).catch((error) => error);
    expect(poor).toBeInstanceOf(ApiError);
    expect(poor).toBeInstanceOf(ErrandError);
    expect(poor).toMatchObject({ status: 402, code: 'insufficient_funds', details: { available: 1_000_000 } });
    const docsOf = (code: string) => `${system.url}/docs/errors/${code}`;
    const help = { retryable: false, nextStep: expect.stringContaining('Add funds') };
    expect(poor).toMatchObject({ ...help, docs: docsOf('insufficient_funds') });
    expect(poor.requestId).toEqual(expect.any(String));
    const wrong = await client.createOrder({ body: orderBody({ max_price: 0 }) }).catch((error) => error);
    expect(wrong).toBeInstanceOf(ValidationError);
    expect(wrong.problems).toMatchObject([{ loc: ['body', 'max_price'], type: 'greater_than_equal' }]);
    const correct = { retryable: false, nextStep: expect.stringContaining('Fix every field') };
    expect(wrong).toMatchObject({ ...correct, code: 'invalid_request', docs: docsOf('invalid_request') });
    await expect(createClient({ baseUrl: system.url }).getWallet()).rejects.toMatchObject({ code: 'unauthorized' });
  });

  it('reads all pages of a list', async () => {
    const apiKey = await system.mint();
    const client = createClient({ baseUrl: system.url, apiKey });
    const ids = [];
    for (let n = 0; n < 5; n += 1) ids.push((await client.createOrder({ body: orderBody() })).id);
    const seen: string[] = [];
    for await (const order of client.each.listOrders({ limit: 2 })) {
      seen.push(order.id);
      // What is new meanwhile shifts the pages; nothing is seen twice for that.
      if (seen.length === 2) await client.createOrder({ body: orderBody() });
    }
    expect(seen).toHaveLength(5);
    expect(seen.sort()).toEqual(ids.sort());
  });
});

describe('lists', () => {
  it('miss nothing when entries leave the list meanwhile', async () => {
    const errand = new Errand({ baseUrl: system.url, apiKey: await system.mint() });
    for (let n = 0; n < 5; n += 1) await errand.orders.create(orderBody());
    let canceled = 0;
    for await (const { id } of errand.orders.list({ status_filter: 'pending', limit: 2 })) {
      await errand.orders.cancel(id);
      canceled += 1;
    }
    expect(canceled).toBe(5);
    expect((await errand.orders.list({ status_filter: 'pending' })).total).toBe(0);
    const moved = await errand.wallet.listTransactions({ limit: 3 }).toArray({ limit: 100 });
    expect(new Set(moved.map(({ id }) => id)).size).toBe((await errand.wallet.listTransactions({ limit: 200 })).total);
    const oldest = await errand.orders.list({ sort: 'oldest', limit: 2 }).toArray({ limit: 10 });
    expect(oldest).toHaveLength(5);
  });
});

describe('namespaces', () => {
  it('call every kind of operation: IDs first, then the body or the query, then options', async () => {
    const attempts: Attempt[] = [];
    const baseUrl = system.url;
    const { api_key: apiKey, example_order: body } = await new Errand({ baseUrl }).sandbox.mintKey();
    const errand = new Errand({ baseUrl, apiKey, onAttempt: (attempt) => attempts.push(attempt) });
    const { data: order, status, requestId } = await errand.orders.create(body).withResponse();
    expect(status).toBe(201);
    expect(attempts).toMatchObject([{ method: 'POST', route: '/orders', number: 1, status: 201, requestId }]);
    expect((await errand.orders.get(order.id, { wait_seconds: 0 })).id).toBe(order.id);
    expect(await errand.orders.cancel(order.id)).toBeUndefined();
    await expect(errand.orders.waitUntil(order.id, 'placed')).rejects.toBeInstanceOf(OrderEnded);
    expect(await errand.bulk.getTemplate()).toContain('product_url');
    for await (const row of csvRows(await errand.orders.export().stream()))
      expect(Object.values(row)).toContain(order.id);
    expect((await errand.rawRequest<Order>('get', `/orders/${order.id}`)).data.status).toBe('cancelled');
  });

  it('lists are a page when awaited, and all entries with for await or toArray', async () => {
    const errand = new Errand({ baseUrl: system.url, apiKey: await system.mint() });
    for (let n = 0; n < 3; n += 1) await errand.orders.create(orderBody());
    expect(await errand.orders.list({ limit: 2 })).toMatchObject({ total: 3, orders: [{}, {}] });
    const seen = new Set<string>();
    for await (const { id } of errand.orders.list({ limit: 2 })) seen.add(id);
    const all = await errand.orders.list({ limit: 2 }).toArray({ limit: 10 });
    expect(new Set(all.map(({ id }) => id))).toEqual(seen);
    expect(await errand.orders.list({ limit: 1 }).toArray({ limit: 2 })).toHaveLength(2);
    expect(seen.size).toBe(3);
  });

  it('options of one call replace those of the client', async () => {
    const seen: (string | undefined)[][] = [];
    const baseUrl = await between(({ headers }, outgoing) => {
      seen.push([headers['x-tenant']?.toString(), headers.authorization, headers['idempotency-key']?.toString()]);
      outgoing.writeHead(503, { 'content-type': 'application/json', 'x-request-id': 'r-1' }).end('{}');
    });
    const errand = new Errand({ baseUrl, apiKey: 'svc_test_a', headers: { 'X-Tenant': 'one' } });
    const options = { retries: 1, headers: { 'x-tenant': 'two' }, apiKey: 'svc_test_b', idempotencyKey: 'k' };
    await expect(errand.orders.create(orderBody(), options)).rejects.toMatchObject({
      requestId: 'r-1',
      retryable: true,
    });
    expect(seen).toEqual(Array(2).fill(['two', 'Bearer svc_test_b', 'k']));
    await expect(errand.wallet.get({}, { retries: 0 })).rejects.toBeInstanceOf(ErrandError);
    expect(seen.slice(2)).toEqual([['one', 'Bearer svc_test_a', undefined]]);
  });

  it('throws for a missing ID and sends nothing', () => {
    const errand = new Errand({ baseUrl: 'http://127.0.0.1:9', apiKey: 'svc_test_a' });
    expect(() => errand.orders.get(undefined as never)).toThrow('orders.get needs order_id.');
  });
});

describe('response details', () => {
  it("include the headers, such as an agent's key", async () => {
    const client = createClient({ baseUrl: system.url, fetch: payingFetch([sandboxPayer]) });
    const { data, headers, status, requestId } = await client.withResponse.agentCreateOrder({ body: orderBody() });
    expect(status).toBe(201);
    expect(requestId).toBe(headers.get('x-request-id'));
    const apiKey = headers.get('x-api-key') ?? '';
    expect(apiKey).toMatch(/^svc_order_/);
    expect((await createClient({ baseUrl: system.url, apiKey }).getOrder({ order_id: data.id })).id).toBe(data.id);
  });

  it('streams a file', async () => {
    const client = createClient({ baseUrl: system.url, apiKey: await system.mint() });
    const rows = [];
    for await (const row of csvRows(await client.stream.getBulkOrderTemplate())) rows.push(row);
    expect(rows[0]).toHaveProperty('product_url');
  });

  it('the legacy API accepts the same key and uses its own error format', async () => {
    const client = createClient({ baseUrl: system.url, apiKey: await system.mint() });
    expect(await client.legacyListOrders()).toEqual([]);
    const refusal = await client.legacyGetOrder({ request_id: '0'.repeat(32) }).catch((error) => error);
    expect(refusal).toBeInstanceOf(ApiError);
    expect((refusal as Error).message).not.toMatch(/status/);
  });
});

describe('waiting for an order', () => {
  it('waits until it is placed and reports every change', async () => {
    const client = createClient({ baseUrl: system.url, apiKey: await system.mint() });
    const { id } = await client.createOrder({ body: orderBody() });
    const seen: string[] = [];
    let tell = () => {};
    const first = new Promise<void>((resolve) => {
      tell = resolve;
    });
    const onChange = ({ status }: Order) => {
      seen.push(status);
      tell();
    };
    const waiting = client.orders.waitUntil(id, 'placed', { onChange });
    await first;
    await system.queue.drain();
    expect((await waiting).status).toBe('order_placed');
    expect(seen[0]).toBe('pending');
    expect(seen.at(-1)).toBe('order_placed');
  });

  it('throws if the order ends differently or takes too long', async () => {
    const client = createClient({ baseUrl: system.url, apiKey: await system.mint() });
    const { id } = await client.createOrder({ body: orderBody() });
    await expect(client.orders.waitUntil(id, 'placed', { timeoutSeconds: 0 })).rejects.toBeInstanceOf(WaitTimeout);
    await client.cancelOrder({ order_id: id });
    const ended = await client.orders.waitUntil(id, 'placed').catch((error) => error);
    expect(ended).toBeInstanceOf(OrderEnded);
    expect(ended.order.status).toBe('cancelled');
  });
});

describe('retries', () => {
  it.each([408, 500, 502, 504])('retry after %i only what is safe to repeat', async (status) => {
    const keys: unknown[] = [];
    const baseUrl = await between((incoming, outgoing) => {
      keys.push(incoming.headers['idempotency-key']);
      const isLast = keys.length === 2;
      outgoing.writeHead(isLast ? 201 : status, { 'content-type': 'application/json' });
      outgoing.end(isLast ? '{"id":"x"}' : '{"error":{"code":"internal_error","message":"No.","details":{}}}');
    });
    const client = createClient({ baseUrl });
    expect(await client.createOrder({ body: orderBody() })).toEqual({ id: 'x' });
    expect(keys).toEqual([keys[0], keys[0]]);
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
    await expect(client.mintSandboxKey()).rejects.toMatchObject({ status });
    expect(keys).toHaveLength(3);
  });

  it('time out an attempt without a response', async () => {
    let tries = 0;
    // Counted where they leave: on a busy machine the time of one may be over before the server has seen it.
    const counting: typeof fetch = (...sent) => {
      tries += 1;
      return fetch(...sent);
    };
    const client = createClient({
      baseUrl: await between(() => {}),
      fetch: counting,
      retries: 1,
      timeoutSeconds: 0.05,
    });
    await expect(client.getWallet()).rejects.toThrow(/timed out after 0.05 seconds/);
    expect(tries).toBe(2);
  });

  it('create one order if a response is lost, because all attempts have the same key', async () => {
    const apiKey = await system.mint();
    const { listener, seen } = hangingUp(2);
    const client = createClient({ baseUrl: await between(listener), apiKey });
    const order = await client.createOrder({ body: orderBody() });
    expect(seen()).toBe(3);
    const list = await client.listOrders();
    expect(list).toMatchObject({ total: 1, orders: [{ id: order.id }] });
  });

  it('do not repeat unsafe calls', async () => {
    const { listener, seen } = hangingUp(1);
    const client = createClient({ baseUrl: await between(listener) });
    await expect(client.mintSandboxKey()).rejects.toBeInstanceOf(ConnectionError);
    expect(seen()).toBe(1);
  });

  it('wait as long as Retry-After says, up to a limit', async () => {
    let asked = 0;
    const baseUrl = await between((incoming, outgoing) => {
      asked += 1;
      const isMint = incoming.url === '/sandbox/keys';
      if (!isMint && asked > 2) return outgoing.setHeader('content-type', 'application/json').end('{"ok":true}');
      outgoing.writeHead(isMint ? 429 : 503, {
        'retry-after': isMint ? '40000' : '0',
        'content-type': 'application/json',
      });
      outgoing.end('{"error":{"code":"rate_limit_exceeded","message":"Later.","details":{}}}');
    });
    const client = createClient({ baseUrl });
    expect(await client.getWallet()).toEqual({ ok: true });
    expect(asked).toBe(3);
    await expect(client.mintSandboxKey()).rejects.toMatchObject({ status: 429, retryAfterSeconds: 40_000 });
    expect(asked).toBe(4);
  });

  it('name the server that did not respond', async () => {
    const baseUrl = `http://127.0.0.1:${await freePort()}`;
    const client = createClient({ baseUrl, retries: 0 });
    const error = await client.getHealth().catch((error) => error);
    expect(error.message).toMatch(/^No response from http:\/\/127\.0\.0\.1:\d+: .*ECONNREFUSED/);
    expect(error).toMatchObject({ code: 'connection_failed', retryable: true, requestId: null });
  });

  it('stop on abort', async () => {
    const baseUrl = await between(() => {});
    const signal = AbortSignal.timeout(50);
    await expect(createClient({ baseUrl }).getHealth({}, { signal })).rejects.toMatchObject({ name: 'TimeoutError' });
  });
});
