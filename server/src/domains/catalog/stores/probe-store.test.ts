import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { freePort } from '../../../../test/harness/free-port.ts';
import { startShopifyStandIn } from '../../../../test/harness/stores/shopify-stand-in.ts';
import { startWooStandIn } from '../../../../test/harness/stores/woo-stand-in.ts';
import { storeKinds } from '../../../connectors/kinds.ts';
import { ucp } from '../../../connectors/ucp/index.ts';
import { systemClock } from '../../../kit/clock.ts';
import { createLogger } from '../../../platform/logger.ts';
import { createOutgoing } from '../../../platform/outgoing/index.ts';
import { createStoreClient } from './client.ts';
import { probeStore } from './probe-store.ts';

/** The way that the service itself goes, without anything that would make it wait. */
const limiter = { take: async () => ({ isAllowed: true as const }) as never };
const outgoing = createOutgoing({ allowPrivate: true });
const limits = { perMinute: 60, atOnce: 1, timeoutSeconds: 5 };
const client = createStoreClient({ outgoing, limiter, clock: systemClock }, 'probe', limits);
const needs = { kinds: [...storeKinds, ucp], client, logger: createLogger({ level: 'silent' }) };
afterAll(() => outgoing.close());
const stops: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

type Shop = (path: string) => { status: number; text: string } | null;

/** A site with these robots rules, and nothing but pages that are not there unless it is a shop. */
async function startSite(rules: string, shop: Shop = () => null) {
  const asked: string[] = [];
  const agents: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    agents.push(request.headers['user-agent'] ?? '');
    const answer = shop(request.url ?? '');
    if (answer) response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.text);
    else if (request.url === '/robots.txt') response.setHeader('content-type', 'text/plain').end(rules);
    else response.writeHead(404, { 'content-type': 'text/html' }).end('<!doctype html>');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  stops.push(() => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  });
  return { url: new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`), asked, agents };
}

/** A shop that answers one path as its kind does, and nothing else. */
const startShop = (path: string, body: unknown, status = 200) =>
  startSite('', (asked) => (asked === path ? { status, text: JSON.stringify(body) } : null));

const channel = { code: 'default', currencyCode: 'USD' };
const keyWanted = {
  type: 'not_allowed',
  message: 'Publishable API key required: send the header x-publishable-api-key',
};
const profile = {
  ucp: {
    version: '2026-08-25',
    services: {
      'dev.ucp.shopping': [{ version: '2026-08-25', transport: 'rest', endpoint: 'https://shop.example/ucp' }],
    },
    capabilities: { 'dev.ucp.shopping.checkout': [{ version: '2026-08-25' }] },
  },
};

describe('the probe', () => {
  it.each([
    ['https://www.amazon.com/dp/B0MUG00001', 'amazon-business'],
    ['https://amazon.de', 'amazon-business'],
    ['https://www.mouser.com/ProductDetail/595-NE555P', 'mouser'],
  ])('knows %s without asking it', async (url, kind) => {
    const unused = { ...client, send: () => expect.unreachable() };
    expect(await probeStore({ ...needs, client: unused }, new URL(url))).toMatchObject({ kind });
  });

  it.each([
    // Rules first, then the kinds one after the other: UCP last, since a store that has both is known better by its own.
    ['vendure', 2, '/shop-api', { data: { activeChannel: channel } }, 200],
    ['medusa', 3, '/store/regions', keyWanted, 400],
    ['ucp', 6, '/.well-known/ucp', profile, 200],
  ] as const)('tells %s by the address alone, with %i requests', async (kind, requests, path, body, status) => {
    const { url, asked, agents } = await startShop(path, body, status);
    expect(await probeStore(needs, url)).toMatchObject({ kind, finding: { url: url.origin } });
    expect(asked[0]).toBe('/robots.txt');
    expect(asked).toHaveLength(requests);
    expect(new Set(asked).size).toBe(requests);
    expect(agents.every((agent) => agent.startsWith('Errand/'))).toBe(true);
  });

  it('tells WooCommerce from Shopify by the address alone', async () => {
    const [woo, shopify] = [await startWooStandIn(), await startShopifyStandIn()];
    stops.push(woo.stop, shopify.stop);
    expect(await probeStore(needs, new URL(woo.url))).toMatchObject({ kind: 'woocommerce' });
    expect(await probeStore(needs, new URL(shopify.url))).toMatchObject({ kind: 'shopify' });
    expect(woo.requests).toHaveLength(4);
    expect(shopify.requests.length).toBeLessThanOrEqual(6);
  });

  it('finds nothing at a URL without a store, in a few requests', async () => {
    const { url, asked } = await startSite('');
    expect(await probeStore(needs, url)).toBeNull();
    expect(asked[0]).toBe('/robots.txt');
    expect(asked.length).toBeLessThanOrEqual(10);
  });

  it('reports when nothing responds', async () => {
    const port = await freePort();
    expect(await probeStore(needs, new URL(`http://127.0.0.1:${port}`))).toBe('unreachable');
  });

  it('requests nothing that robots.txt disallows', async () => {
    const { url, asked } = await startSite('User-agent: *\nDisallow: /\n');
    expect(await probeStore(needs, url)).toBeNull();
    expect(asked).toEqual(['/robots.txt']);
  });

  it('follows rules that name our user agent', async () => {
    const { url, asked } = await startSite('User-agent: *\nAllow: /\n\nUser-agent: Errand\nDisallow: /store\n');
    await probeStore(needs, url);
    expect(asked.filter((path) => path.startsWith('/store'))).toEqual([]);
    expect(asked.length).toBeGreaterThan(1);
  });

  it('tries the most likely kind first', async () => {
    const { url, asked } = await startSite('# we use Shopify as our ecommerce platform\nUser-agent: *\nAllow: /\n');
    await probeStore(needs, url);
    expect(asked[1]).toBe('/products.json?limit=1');
  });
});
