import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Connector, PurchaseRequest } from '../../src/connectors/contract.ts';
import { medusa } from '../../src/connectors/medusa/index.ts';
import { mouser } from '../../src/connectors/mouser/index.ts';
import type { StoreKind } from '../../src/connectors/store.ts';
import { woocommerce } from '../../src/connectors/woocommerce/index.ts';
import { createStoreClient } from '../../src/domains/catalog/stores/client.ts';
import { minuteMs, systemClock } from '../../src/kit/clock.ts';
import { createLogger } from '../../src/platform/logger.ts';
import { createOutgoing, type Outgoing } from '../../src/platform/outgoing/index.ts';
import { startMedusaStandIn } from '../harness/stores/medusa-stand-in.ts';
import { liveStore, requestFor, storeAccount } from '../harness/stores/request.ts';
import { wooOwnerKey } from '../harness/stores/woo-rest.ts';
import { startWooStandIn } from '../harness/stores/woo-stand-in.ts';
import { mouserCredentials, startMouserStandIn } from '../stand-ins/mouser/store.ts';
import { call, findQuery } from './subject.ts';

/**
 * `polite` obeys `Cache-Control`, `by address` doesn't, `old` ignores the query too and says how old it is. `errors` keeps only
 * pages of errors.
 */
type Cache = 'none' | 'polite' | 'by address' | 'old' | 'hit' | 'errors';

/** A cache in front of a store. It keeps each successful GET. */
async function startCache(origin: string) {
  const kept = new Map<string, string>();
  let mode: Cache = 'none';
  const server = createServer((incoming, outgoing) => {
    void (async () => {
      const { method = 'GET', url = '/', headers } = incoming;
      const body = Buffer.concat(await incoming.toArray());
      const address = mode === 'none' || mode === 'polite' || mode === 'by address' ? url : url.split('?')[0]!;
      const isAsked = mode !== 'polite' || headers['cache-control'] !== 'no-cache';
      const known = method === 'GET' && mode !== 'none' && isAsked ? kept.get(address) : undefined;
      const about =
        mode === 'old' ? { age: '600' } : mode === 'hit' || mode === 'errors' ? { 'x-cache': 'HIT from front' } : {};
      const json = { 'content-type': 'application/json' };
      if (known !== undefined)
        return void outgoing
          .writeHead(JSON.parse(known).status, { ...json, ...JSON.parse(known).headers, ...about })
          .end(JSON.parse(known).text);
      const { host: _host, connection: _connection, ...sent } = headers as Record<string, string>;
      const reply = await fetch(`${origin}${url}`, { method, headers: sent, ...(method === 'GET' ? {} : { body }) });
      const text = await reply.text();
      const shown = Object.fromEntries([...reply.headers].filter(([name]) => name.startsWith('x-wp')));
      const { status } = reply;
      if (method === 'GET' && reply.ok === (mode !== 'errors'))
        kept.set(address, JSON.stringify({ status, headers: shown, text }));
      outgoing.writeHead(reply.status, { ...json, ...shown }).end(text);
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    become(next: Cache) {
      kept.clear();
      mode = next;
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

let outgoing: Outgoing;
beforeAll(() => {
  outgoing = createOutgoing({ allowPrivate: true });
});
afterAll(() => outgoing.close());

const turns = {
  take: async () => 0,
  join: async () => 0,
  pause: async () => {},
  setRate: async () => {},
  sweep: async () => {},
};
const limits = { perMinute: 6_000, atOnce: 4, timeoutSeconds: 20 };

function connect(kind: StoreKind, store: Parameters<StoreKind['create']>[0], credentials: Record<string, string>) {
  const limiter = { take: async () => ({ isAllowed: true as const }) };
  return kind.create(store, {
    client: createStoreClient({ outgoing, clock: systemClock, limiter, turns }, 'cached', limits),
    clock: systemClock,
    logger: createLogger({ level: 'silent' }),
    credentials: async () => credentials,
    credentialNames: Object.keys(credentials),
  });
}

interface Scene {
  /** The store itself, and the store behind a cache. */
  connectTo(url: string): Connector;
  url: string;
  request: PurchaseRequest;
  stop(): Promise<void>;
}

const kinds: Record<string, () => Promise<Scene>> = {
  async WooCommerce() {
    const shop = await startWooStandIn();
    return {
      connectTo: (url) => connect(woocommerce, liveStore('woocommerce', url, { payment: 'cod' }), wooOwnerKey),
      url: shop.url,
      request: requestFor([{ productId: 'beanie' }]),
      stop: shop.stop,
    };
  },
  async Medusa() {
    const shop = await startMedusaStandIn();
    const settings = { publishable_key: shop.publishableKey };
    const account = storeAccount('cached@example.com', 'Long-enough-1');
    shop.register(account.email, await account.password());
    return {
      connectTo: (url) => connect(medusa, liveStore('medusa', url, { payment: 'pp_system_default', settings }), {}),
      url: shop.url,
      request: requestFor([{ productId: 'mug' }], { account }),
      stop: shop.stop,
    };
  },
  async Mouser() {
    const shop = await startMouserStandIn();
    const store = (apiUrl: string) => liveStore('mouser', 'https://www.mouser.com', { apiUrl, payment: { method: 1 } });
    return {
      connectTo: (url) => connect(mouser, store(url), mouserCredentials),
      url: shop.origin,
      request: requestFor([{ productId: '595-NE555P' }]),
      stop: shop.close,
    };
  },
};

describe.each(Object.keys(kinds))('%s behind a cache that has seen no purchase', (name) => {
  let scene: Scene;
  let cache: Awaited<ReturnType<typeof startCache>>;
  afterEach(async () => {
    await cache.stop();
    await scene.stop();
  });

  it.each<[Cache, 'found' | 'unsure']>([
    ['none', 'found'],
    ['polite', 'found'],
    ['old', 'unsure'],
    ['hit', 'unsure'],
    ...(name === 'WooCommerce' ? ([['by address', 'found']] as [Cache, 'found'][]) : []),
  ])('which is "%s": the purchase is %s, never absent', async (mode, kind) => {
    scene = await kinds[name]!();
    cache = await startCache(scene.url);
    cache.become(mode);
    const [direct, cached] = [scene.connectTo(scene.url), scene.connectTo(cache.url)];
    const { request } = scene;
    const query = { ...findQuery(request), since: new Date(Date.now() - minuteMs) };
    expect(await cached.find!(query, call())).toEqual({ kind: 'absent' });
    const prepared = await direct.prepare!(request, call());
    if (prepared.kind !== 'ready') return expect.unreachable(JSON.stringify(prepared));
    expect(await direct.submit!(prepared.checkout, request, call())).toMatchObject({ kind: 'placed' });
    expect(await cached.find!(query, call())).toMatchObject({ kind });
  });
});

it('WooCommerce without pretty addresses is found behind a cache that keeps its "not found" pages', async () => {
  const shop = await startWooStandIn({ hasPlainAddresses: true });
  const cache = await startCache(shop.url);
  try {
    cache.become('errors');
    const visit = (url = cache.url) =>
      connect(woocommerce, liveStore('woocommerce', url, { payment: 'cod' }), wooOwnerKey);
    const request = requestFor([{ productId: 'beanie' }]);
    const query = { ...findQuery(request), since: new Date(Date.now() - minuteMs) };
    expect(await visit().find!(query, call())).toEqual({ kind: 'absent' });
    const buyer = visit(shop.url);
    const prepared = await buyer.prepare!(request, call());
    if (prepared.kind !== 'ready') return expect.unreachable(JSON.stringify(prepared));
    expect(await buyer.submit!(prepared.checkout, request, call())).toMatchObject({ kind: 'placed' });
    expect(await visit().find!(query, call())).toMatchObject({ kind: 'found' });
  } finally {
    await cache.stop();
    await shop.stop();
  }
});
