import { describe, expect, it } from 'vitest';
import type { Connector } from './contract.ts';
import { createRegistry } from './registry.ts';

const host = 'https://www.brand.example';
const down = new Set<string>();
const off = new Set<string>();

function store(name: string, more: Partial<Connector> = {}): Connector {
  return {
    name: `kind ${name}`,
    store: name,
    isAvailable: () => !down.has(name),
    world: 'live',
    abilities: new Set(['checkout']),
    retailers: ['brand'],
    honours: new Set(),
    lookup: 'reference',
    currency: 'USD',
    locate: (url) => (url.origin === host ? { retailer: 'brand', productId: url.pathname } : null),
    servesDomain: () => false,
    ...more,
  };
}

const german = store('german', {
  currency: 'EUR',
  locate: (url) => (url.hostname.endsWith('.de') ? { retailer: 'brand', productId: url.pathname } : null),
});
const registry = createRegistry(
  () => [store('api'), store('recipe'), german, store('desk')],
  (_world, name) => off.has(name),
);
const order = { world: 'live' as const, retailer: 'brand', store: null, items: [{ url: `${host}/p/1` }] };
const chosen = (more: object = {}) => registry.forOrder({ ...order, ...more })?.connector.store ?? null;
const sellers = (more: object = {}) => registry.sellersOf({ ...order, ...more }).map((each) => each.store);

describe('of several stores of a brand', () => {
  it('the first that is on and up buys, and the first of all where none is', () => {
    expect(chosen()).toBe('api');
    down.add('api');
    expect([chosen(), registry.forUrl('live', `${host}/p/1`)?.connector.store]).toEqual(['recipe', 'recipe']);
    off.add('recipe');
    expect(chosen()).toBe('desk');
    down.add('desk');
    expect(chosen()).toBe('api');
    down.clear();
    off.clear();
  });

  it('one that was sent somewhere stays there, whatever is down or off', () => {
    down.add('recipe');
    off.add('recipe');
    expect([chosen({ store: 'recipe' }), sellers({ store: 'recipe' })]).toEqual(['recipe', ['recipe']]);
    expect([chosen({ store: 'removed' }), sellers({ store: 'removed' })]).toEqual([null, []]);
    down.clear();
    off.clear();
  });

  it('those sell that have its products in its currency, and each of them may have sold a restored order', () => {
    const abroad = { items: [{ url: 'https://www.brand.de/p/1' }], exchange: { currency: 'EUR' } };
    expect([chosen(abroad), sellers(abroad)]).toEqual(['german', ['german']]);
    down.add('api');
    expect(sellers()).toEqual(['api', 'recipe', 'desk']);
    down.clear();
  });

  it('orders of earlier versions were bought at the one that is named like the retailer', () => {
    const named = createRegistry(() => [store('api'), store('brand')]);
    const placed = { ...order, status: 'order_placed' };
    expect(named.forOrder(placed)?.connector.store).toBe('brand');
    expect(named.forOrder(order)?.connector.store).toBe('api');
  });
});
