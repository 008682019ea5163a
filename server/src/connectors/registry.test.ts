import { describe, expect, it } from 'vitest';
import type { World } from '../kit/world.ts';
import type { Ability, Connector } from './contract.ts';
import { createRegistry } from './registry.ts';

function connector<W extends World>(world: W, name: string, more: Partial<Connector<W>> = {}): Connector<W> {
  return {
    name,
    world,
    abilities: new Set<Ability>(['checkout', 'search']),
    retailers: [name],
    honours: new Set(),
    lookup: 'none',
    currency: 'USD',
    locate: (url) => (url.hostname === `www.${name}.com` ? { retailer: name, productId: url.pathname.slice(1) } : null),
    servesDomain: (domain) => domain === `shop.${name}.example`,
    ...more,
  };
}

const sandbox = connector('test', 'walmart');
const live = connector('live', 'target');
const registry = createRegistry([sandbox, live]);

describe('the registry', () => {
  it('finds a connector by identifier, in its own mode only', () => {
    expect(registry.forRetailer('test', 'walmart')).toEqual({ connector: sandbox, retailer: 'walmart' });
    expect(registry.forRetailer('test', 'Walmart')?.retailer).toBe('walmart');
    expect(registry.forRetailer('live', 'walmart')).toBeNull();
    expect(registry.forRetailer('test', 'target')).toBeNull();
    expect(registry.forRetailer('test', 'constructor')).toBeNull();
  });

  it('finds a connector by the domain of a store', () => {
    expect(registry.forRetailer('live', 'shop.target.example')?.connector).toBe(live);
    expect(registry.forRetailer('test', 'shop.target.example')).toBeNull();
  });

  it('takes the domain of a brand for the brand, so that a brand turned off is off by either name', () => {
    const walmart = {
      id: 'walmart',
      displayName: 'Walmart',
      baseUrl: 'walmart.com',
      domains: ['walmart.com'],
      countries: ['US'],
      freeShipping: false,
      freeShippingThreshold: null,
      productAddress: null,
    };
    const named = createRegistry([sandbox, live], (world) => world === 'test', [walmart]);
    expect(named.forRetailer('test', 'www.Walmart.com')).toEqual({ connector: sandbox, retailer: 'walmart' });
    expect(named.forRetailer('live', 'walmart.com')).toBeNull();
    expect(named.supports('test', 'walmart.com', 'search')).toBe(false);
    expect(named.ownerOf('test', 'https://www.walmart.com/')).toBe('walmart');
    expect(named.ownerOf('live', 'https://www.walmart.com/')).toBeNull();
    expect(named.ownerOf('test', 'https://walmart.com.example/')).toBeNull();
    expect(named.ownerOf('test', 'nonsense')).toBeNull();
  });

  it('finds a connector by the address of a product', () => {
    const ref = { retailer: 'walmart', productId: '42' };
    expect(registry.forUrl('test', 'https://www.walmart.com/42')).toEqual({ connector: sandbox, ref });
    expect(registry.forUrl('live', 'https://www.walmart.com/42')).toBeNull();
  });

  it('takes nothing but web addresses', () => {
    for (const url of [
      '',
      'walmart',
      'ftp://www.walmart.com/42',
      'javascript:alert(1)',
      'https://',
      '//www.walmart.com/42',
    ]) {
      expect(registry.forUrl('test', url)).toBeNull();
    }
  });

  it('says what is supported from what connectors declare', () => {
    const window = createRegistry([connector('live', 'rei', { abilities: new Set<Ability>(['search']) })]);
    expect(registry.supports('test', 'walmart')).toBe(true);
    expect(registry.supports('live', 'walmart')).toBe(false);
    expect(window.supports('live', 'rei')).toBe(false);
    expect(window.supports('live', 'rei', 'search')).toBe(true);
  });

  it('sends nothing new to a retailer that is turned off, but still tracks earlier purchases', () => {
    const whole = connector('test', 'rei', { abilities: new Set<Ability>(['search', 'checkout', 'track', 'return']) });
    const off = createRegistry([whole], (world, retailer) => world === 'test' && retailer === 'rei');
    expect(['search', 'checkout'].map((ability) => off.supports('test', 'REI', ability as Ability))).toEqual([
      false,
      false,
    ]);
    expect(['track', 'return'].map((ability) => off.supports('test', 'rei', ability as Ability))).toEqual([true, true]);
    expect(off.forRetailer('test', 'rei')?.connector).toBe(whole);
  });

  it('lists the retailers and the modes that it has', () => {
    expect(registry.retailers('test')).toEqual(['walmart']);
    expect(registry.hasWorld('live')).toBe(true);
    expect(createRegistry([sandbox]).hasWorld('live')).toBe(false);
  });

  it('refuses two connectors for one retailer of one mode', () => {
    expect(() => createRegistry([sandbox, connector('test', 'other', { retailers: ['walmart'] })])).toThrow(
      'Both "walmart" and "other" serve walmart (test): configure only one.',
    );
    expect(() => createRegistry([sandbox, connector('live', 'walmart')])).not.toThrow();
  });
});
