import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { createPlainClient } from '../../../test/harness/stores/client.ts';
import { startShopifyStandIn } from '../../../test/harness/stores/shopify-stand-in.ts';
import { startWooStandIn } from '../../../test/harness/stores/woo-stand-in.ts';
import { storeKinds } from '../../connectors/kinds.ts';
import { createLogger } from '../../platform/logger.ts';
import { probeStore } from './probe-store.ts';

const needs = { kinds: storeKinds, client: createPlainClient(5_000), logger: createLogger({ level: 'silent' }) };
const stops: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

/** A site that answers every path with this, and its robots rules. */
async function startSite(rules: string) {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    if (request.url === '/robots.txt') response.setHeader('content-type', 'text/plain').end(rules);
    else response.writeHead(404, { 'content-type': 'text/html' }).end('<!doctype html>');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  stops.push(() => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  });
  return { url: new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`), asked };
}

describe('the probe', () => {
  it('tells WooCommerce from Shopify by the address alone', async () => {
    const [woo, shopify] = [await startWooStandIn(), await startShopifyStandIn()];
    stops.push(woo.stop, shopify.stop);
    expect(await probeStore(needs, new URL(woo.url))).toMatchObject({ kind: 'woocommerce' });
    expect(await probeStore(needs, new URL(shopify.url))).toMatchObject({ kind: 'shopify' });
    expect(woo.requests.length).toBeLessThanOrEqual(8);
    expect(shopify.requests.length).toBeLessThanOrEqual(8);
  });

  it('finds nothing where no store lives, with a handful of requests', async () => {
    const { url, asked } = await startSite('');
    expect(await probeStore(needs, url)).toBeNull();
    expect(asked[0]).toBe('/robots.txt');
    expect(asked.length).toBeLessThanOrEqual(10);
  });

  it('asks for nothing that the robots rules forbid', async () => {
    const { url, asked } = await startSite('User-agent: *\nDisallow: /\n');
    expect(await probeStore(needs, url)).toBeNull();
    expect(asked).toEqual(['/robots.txt']);
  });

  it('heeds rules that are written for us by name', async () => {
    const { url, asked } = await startSite('User-agent: *\nAllow: /\n\nUser-agent: Errand\nDisallow: /store\n');
    await probeStore(needs, url);
    expect(asked.filter((path) => path.startsWith('/store'))).toEqual([]);
    expect(asked.length).toBeGreaterThan(1);
  });

  it('asks the likely kind first', async () => {
    const { url, asked } = await startSite('# we use Shopify as our ecommerce platform\nUser-agent: *\nAllow: /\n');
    await probeStore(needs, url);
    expect(asked[1]).toBe('/products.json?limit=1');
  });
});
