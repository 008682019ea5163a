import { describe, expect, it } from 'vitest';
import { systemClock } from '../kit/clock.ts';
import { createLogger } from '../platform/logger.ts';
import { createLeftOutKind, withoutDesk } from './left-out.ts';
import { shopify } from './shopify/index.ts';
import type { Store, StoreMode, StoreNeeds } from './store.ts';

const store = (mode: StoreMode): Store => ({
  name: 'shop',
  kind: 'shopify',
  world: 'live',
  url: 'https://shop.example',
  also: [],
  apiUrl: null,
  currency: 'USD',
  countries: null,
  mode,
  payment: null,
  settings: {},
  contact: null,
  billTo: null,
  trackEveryMs: 1,
});
const needs: StoreNeeds = {
  client: { send: () => Promise.reject(new Error('Nobody is asked here.')) },
  clock: systemClock,
  logger: createLogger({ level: 'silent' }),
  credentials: async () => ({}),
};
const call = { signal: new AbortController().signal };

describe('a store whose plugin is not loaded', () => {
  const connector = createLeftOutKind('ucp').create(store('automatic'), needs);

  it('is known by its name and domain, and offers nothing new', () => {
    expect(connector.retailers).toEqual(['shop']);
    expect(connector.servesDomain('shop.example')).toBe(true);
    expect(connector.locate(new URL('https://shop.example/products/1'))).toBeNull();
    for (const ability of ['search', 'product', 'offers', 'checkout', 'quote'] as const)
      expect(connector.abilities.has(ability), ability).toBe(false);
    expect([connector.prepare, connector.submit, connector.search]).toEqual([undefined, undefined, undefined]);
  });

  it('tells later of an ended link, instead of forgetting it', async () => {
    expect(await connector.linking!.revoke('session', call)).toMatchObject({ kind: 'later' });
  });
});

describe('a Shopify store without the desk', () => {
  it('sells nothing in mode review, which leaves the purchase to people', () => {
    const sellsIn = (mode: StoreMode) => withoutDesk(shopify).create(store(mode), needs).abilities.has('checkout');
    expect([sellsIn('review'), sellsIn('link')]).toEqual([false, true]);
    expect(shopify.create(store('review'), needs).abilities.has('checkout')).toBe(true);
  });
});
