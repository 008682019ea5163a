import { monitorEventLoopDelay } from 'node:perf_hooks';
import { describe, expect, it } from 'vitest';
import { addressOf, productIdOf, readScope, retailerOf } from './locate.ts';
import { parsePrice, readFacts } from './page-facts.ts';
import { createFactsReader } from './read-facts-apart.ts';

const base = new URL('https://shop.example.com/p/lamp');
const brands = [
  {
    id: 'walmart',
    displayName: 'Walmart',
    baseUrl: 'walmart.com',
    domains: ['walmart.com'],
    countries: ['US'],
    freeShipping: false,
    freeShippingThreshold: null,
    productAddress: {
      url: 'https://www.walmart.com/ip/{id}',
      pattern: /^\/ip\/(?:[^/?]+\/)?(\d{6,12})(?=[/?]|$)/iu,
      letterCase: null,
      example: '986325010',
    },
  },
];

describe('what a page says that it sells', () => {
  it('is read from JSON-LD, no matter how deep', () => {
    const data = {
      '@context': 'https://schema.org',
      '@graph': [
        { '@type': 'WebPage', name: 'Not this' },
        {
          '@type': 'Product',
          name: 'Blue Lamp',
          brand: { '@type': 'Brand', name: 'Lumen' },
          image: ['/lamp.jpg', 'javascript:alert(1)'],
          gtin13: '4006381333931',
          offers: {
            '@type': 'Offer',
            price: '24.90',
            priceCurrency: 'USD',
            availability: 'https://schema.org/InStock',
          },
        },
      ],
    };
    const page = `<html><head><script type="application/ld+json">${JSON.stringify(data)}</script></head></html>`;
    expect(readFacts(page, base)).toMatchObject({
      title: 'Blue Lamp',
      brand: 'Lumen',
      price: 2490,
      currency: 'USD',
      images: ['https://shop.example.com/lamp.jpg'],
      isAvailable: true,
      gtin: '4006381333931',
    });
  });

  it('is read from microdata, and what is missing from Open Graph', () => {
    const page = `<html><head><meta property="og:image" content="https://cdn.example.com/a.png"></head><body>
      <div itemscope itemtype="https://schema.org/Product"><span itemprop="name">Red Lamp</span>
      <div itemprop="offers" itemscope itemtype="https://schema.org/Offer"><meta itemprop="price" content="19.5">
      <meta itemprop="priceCurrency" content="USD"><link itemprop="availability" href="https://schema.org/OutOfStock"></div></div></body></html>`;
    expect(readFacts(page, base)).toMatchObject({
      title: 'Red Lamp',
      price: 1950,
      isAvailable: false,
      images: ['https://cdn.example.com/a.png'],
    });
  });

  it('is nothing where the page says nothing', () => {
    for (const page of ['', '<html', '{"a":1}', '<script type="application/ld+json">{broken</script>']) {
      expect(readFacts(page, base)).toMatchObject({ title: null, price: null, currency: null, isAvailable: null });
    }
  });

  it('is nothing where the page takes too long or too much memory, and the next page is read', async () => {
    const read = createFactsReader({ deadlineMs: 3000 });
    const titled = (title: string) =>
      `<script type="application/ld+json">{"@context":"https://schema.org","@type":"Product","name":"${title}"}</script>`;
    const lamp = { kind: 'facts', facts: { title: 'Lamp' } };
    expect(await read(titled('Lamp'), base)).toMatchObject(lamp);
    const hostile = read(`${titled(' '.repeat(100_000))}<title>${' '.repeat(100_000)}</title>`, base);
    const behind = read(titled('Lamp'), base);
    const held = monitorEventLoopDelay({ resolution: 5 });
    held.enable();
    expect(await hostile).toEqual({ kind: 'missing', message: 'The page cannot be read.' });
    held.disable();
    // The thread is busy for three seconds; ours is free. A busy machine may still hold it up for a moment.
    expect(held.max / 1e6).toBeLessThan(1500);
    expect(await behind).toMatchObject(lamp);
  });

  it('has unambiguous prices', () => {
    const read = ['1,299.00', '1.299,00', '1299', '12.5', '$ 7', '1.234', '', 'free', '-5', '1,234,567'].map((text) =>
      parsePrice(text, 'USD'),
    );
    expect(read).toEqual([129_900, 129_900, 129_900, 1250, 700, null, null, null, null, 123_456_700]);
    expect(['1,299', '1.299', '¥1299', '12.50'].map((text) => parsePrice(text, 'JPY'))).toEqual([
      1299,
      1299,
      1299,
      null,
    ]);
    expect(['1.250', '1,250.500', '3.5'].map((text) => parsePrice(text, 'KWD'))).toEqual([null, 1_250_500, 3500]);
  });
});

describe('where the desk buys', () => {
  const everywhere = { scope: readScope(['*']), brands, allowPrivate: false };
  const some = { scope: readScope(['walmart', 'shop.example.com']), brands, allowPrivate: false };

  it('allows any public store, or the named ones', () => {
    expect(retailerOf(everywhere, new URL('https://www.walmart.com/ip/1'))).toBe('walmart');
    expect(retailerOf(everywhere, new URL('https://www.lamps.example/x'))).toBe('lamps.example');
    for (const hidden of ['http://127.0.0.1/x', 'http://localhost/x', 'http://[::1]/x', 'http://intranet/x']) {
      expect(retailerOf(everywhere, new URL(hidden)), hidden).toBeNull();
    }
    expect(retailerOf(some, new URL('https://shop.example.com/x'))).toBe('shop.example.com');
    expect(retailerOf(some, new URL('https://other.example.com/x'))).toBeNull();
  });

  it('maps a product to its URL, and back', () => {
    const url = new URL('https://www.lamps.example/x?colour=blue');
    const ref = { retailer: 'lamps.example', productId: productIdOf(brands, url) };
    expect(addressOf(everywhere, ref)).toBe(url.href);
    expect(addressOf(everywhere, { ...ref, retailer: 'walmart' })).toBeNull();
    expect(
      addressOf(everywhere, { ...ref, productId: Buffer.from('file:///etc/passwd').toString('base64url') }),
    ).toBeNull();
  });

  it("knows a brand's product by the brand's own ID", () => {
    const page = new URL('https://www.walmart.com/ip/Blue-Lamp/986325010?from=search');
    expect(productIdOf(brands, page)).toBe('986325010');
    const address = (retailer: string, productId: string) => addressOf(some, { retailer, productId });
    expect(address('walmart', '986325010')).toBe('https://www.walmart.com/ip/986325010');
    expect(address('walmart', '12')).toBeNull();
    expect(address('shop.example.com', '986325010')).toBeNull();
    const cart = new URL('https://www.walmart.com/cart');
    expect(address('walmart', productIdOf(brands, cart))).toBe(cart.href);
    expect(
      addressOf({ ...some, scope: readScope(['target']) }, { retailer: 'walmart', productId: '986325010' }),
    ).toBeNull();
  });
});
