import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { configuredBrands, publicUrl } from '../../../../test/stand-ins/simulator/bench.ts';
import { createTestShop, listTestProducts } from '../scenarios.ts';
import { productPayload, searchHit } from './details.ts';
import { drawProduct } from './images.ts';
import { createSimulatorCatalog } from './index.ts';
import { offersOf } from './offers.ts';

const makeCatalogue = () => createSimulatorCatalog(configuredBrands(), createTestShop(publicUrl), publicUrl);
const catalogue = makeCatalogue();
const stores = catalogue.retailers.map((retailer) => catalogue.store(retailer)!);
const products = stores.flatMap((store) => store.products);

describe('the simulated catalog', () => {
  it('has all 23 brands, each with a hundred products or more, 2,400 in all', () => {
    expect(stores.length).toBe(23);
    for (const store of stores) expect(store.products.length, store.brand.id).toBeGreaterThanOrEqual(100);
    expect(products.length).toBeGreaterThanOrEqual(2400);
  });

  it('names every product once in its store', () => {
    for (const store of stores) {
      expect(new Set(store.products.map((product) => product.productId)).size).toBe(store.products.length);
      // A studio's name is not part of a handmade thing's title, so two studios may have made the same.
      const names = store.products.map((product) => `${product.brand} ${product.title}`);
      expect(new Set(names).size, store.brand.id).toBe(names.length);
    }
  });

  it('finds every product by its own address', () => {
    for (const product of products) {
      const { retailer, productId } = product;
      expect(catalogue.locate(new URL(product.url)), product.url).toEqual({ retailer, productId });
    }
  });

  it('prices everything in whole cents, the list price above the price', () => {
    for (const product of products) {
      expect(Number.isSafeInteger(product.price) && product.price > 0).toBe(true);
      if (product.listPrice !== null) expect(product.listPrice).toBeGreaterThan(product.price);
    }
  });

  it('is the same on every machine and at every start', () => {
    const digest = (of: ReturnType<typeof makeCatalogue>, isEveryday: boolean): string => {
      const hash = createHash('sha256');
      for (const retailer of of.retailers) {
        const store = of.store(retailer)!;
        const kinds = store.profile.everyday;
        for (const product of store.products.filter(({ kind }) => kinds.includes(kind) === isEveryday)) {
          hash.update(JSON.stringify([productPayload(store, product, publicUrl), offersOf(store, product)]));
        }
      }
      return hash.digest('hex');
    };
    expect(digest(makeCatalogue(), false)).toBe(digest(catalogue, false));
    // A changed catalogue changes the ids that integrators may have kept: change it on purpose, then this line.
    expect(digest(catalogue, false)).toMatchInlineSnapshot(
      `"65aa8481779e0535d681cd374207f1eba75d68741b682f5c25f334b4033716ac"`,
    );
    expect(digest(catalogue, true)).toMatchInlineSnapshot(
      `"0575462e4c754b7db25033094f2d092900125db6f99593f46f384dc292073d7b"`,
    );
  });

  it('tells enough about a product', () => {
    for (const store of stores) {
      const product = store.products[0]!;
      const payload = productPayload(store, product, publicUrl);
      expect(payload).toMatchObject({ product_id: product.productId, title: product.title, currency: 'USD' });
      expect((payload.feature_bullets as string[]).length).toBeGreaterThanOrEqual(3);
      expect((payload.specifications as unknown[]).length).toBeGreaterThanOrEqual(3);
      expect(payload.images).toEqual([`${publicUrl}/shop/images/${product.retailer}/${product.productId}.svg`]);
      expect(searchHit(store, product, publicUrl)).toMatchObject({ url: product.url, price: product.price });
    }
  });

  it('shows one offer in the buy box, new and quick, and used ones beside it in the marketplaces', () => {
    const conditions = new Set<string>();
    for (const store of stores) {
      for (const product of store.products) {
        const offers = offersOf(store, product);
        expect(offers.filter((offer) => offer.buyBox)).toEqual([offers[0]]);
        expect(offers[0]!.condition).toBe('New');
        expect(offers[0]!.handlingDays.max).toBeLessThanOrEqual(6);
        for (const offer of offers) conditions.add(offer.condition);
      }
    }
    expect(conditions.size).toBe(6);
  });

  it('draws a well-formed image for any title', () => {
    for (const product of products) {
      const svg = drawProduct(product);
      expect(svg).toMatch(/^<svg [^<]+>.*<\/svg>$/);
      expect(svg.replace(/<[^<>]+>/g, '')).not.toMatch(/[<>]/);
    }
  });

  it('has things that are sold out, scarce, heavy and retired', () => {
    expect(products.some((product) => product.stock === 0)).toBe(true);
    expect(products.some((product) => product.stock === 3)).toBe(true);
    expect(products.some((product) => product.countries.length === 1)).toBe(true);
    for (const store of stores) {
      const [retired, successor] = [...store.retired][0]!;
      const found = catalogue.find({ retailer: store.brand.id, productId: retired });
      expect(found).toMatchObject({ isRetired: true, product: successor });
    }
  });
});

describe('addresses', () => {
  const locate = (url: string) => catalogue.locate(new URL(url));

  it.each([
    ['https://www.amazon.com/dp/B012345678', 'amazon', 'B012345678'],
    ['https://www.amazon.de/Some-Title/dp/B012345678/ref=sr_1_1?keywords=x', 'amazon', 'B012345678', 'EUR'],
    ['https://amazon.it/gp/product/b012345678?th=1', 'amazon', 'B012345678', 'EUR'],
    ['https://m.walmart.com/ip/123456789', 'walmart', '123456789'],
    ['https://www.walmart.com/ip/Some-Thing/123456789/?athbdg=L1600', 'walmart', '123456789'],
    ['https://www.target.com/p/some-thing/-/A-12345678#lnk=sametab', 'target', '12345678'],
    ['https://www.target.com/p/-/A-12345678', 'target', '12345678'],
    ['https://www.bestbuy.com/site/x/6123456.p', 'bestbuy', '6123456'],
    ['https://www.costco.com/x.product.100123456.html?langId=-1', 'costco', '100123456'],
    ['https://www.ebay.de/itm/some-title/123456789012?hash=item', 'ebay', '123456789012', 'EUR'],
    ['https://www.etsy.com/de/listing/1234567890', 'etsy', '1234567890'],
    ['https://www.macys.com/shop/product/x?tdp=cm&ID=12345678&CategoryID=1', 'macys', '12345678'],
    ['https://www.apple.com/de/shop/product/mx123am/a/x', 'apple', 'MX123AM'],
    ['https://www.walgreens.com/store/c/x/ID=prod6123456-product', 'walgreens', 'prod6123456'],
    ['https://www.1800flowers.com/roses-123456?r=1', '1800flowers', '123456'],
    ['https://de.aliexpress.com/item/1005001234567890.html', 'aliexpress', '1005001234567890'],
    ['https://www.kohls.com/product/prd-1234567/x.jsp?color=Red', 'kohls', '1234567'],
    ['https://www.ikea.com/it/it/p/branvik-libreria-bianco-s12345678/', 'ikea', '12345678'],
    [`${publicUrl}/shop/products/test-success/`, '127.0.0.1', 'test-success'],
    [`${publicUrl}/shop/products/test-no-such-story`, '127.0.0.1', 'test-no-such-story'],
    [`${publicUrl}/shop/products/test-zero-decimal`, '127.0.0.1', 'test-zero-decimal', 'JPY'],
  ])('recognizes %s', (url, retailer, productId, currency?: string) => {
    expect(locate(url)).toMatchObject({ retailer, productId, ...(currency ? { currency } : {}) });
  });

  it.each([
    'https://www.walmart.com/',
    'https://www.walmart.com/cart',
    'https://www.walmart.com.evil.example/ip/123456789',
    'https://notwalmart.com/ip/123456789',
    'https://www.amazon.com/s?k=headphones',
    'https://www.amazon.fr/dp/B012345678',
    'https://example.com/dp/B012345678',
    'http://127.0.0.1:9999/shop/products/test-success',
    `${publicUrl}/orders`,
  ])('does not recognize %s', (url) => {
    expect(locate(url)).toBeNull();
  });
});

describe('the test store', () => {
  it('has the documented scenarios, one price change, five required actions, and six other currencies', () => {
    const listed = listTestProducts(publicUrl);
    expect(listed.map((product) => product.scenario)).toEqual([
      'success',
      'price_exceeded',
      'out_of_stock',
      'invalid_variant',
      'shipping_unavailable',
      'retailer_cancels',
      'lost_parcel',
      'split_shipment',
      'slow',
      'timeout_after_placing',
      'account_locked',
      'code_required',
      'price_changed',
      'flaky',
      'item_gone',
      'quantity_capped',
      'invalid_address',
      'url_unreachable',
      'insufficient_funds',
      'choose_variant',
      'enter_code',
      'open_url',
      'review',
      'desk',
      'return_refunded',
      'return_restocking_fee',
      'return_rejected',
      'euro',
      'zero_decimal',
      'tax_included',
      'rate_moved',
      'rate_stale',
      'refund_after_rate_moved',
    ]);
    expect(listed.filter((product) => product.isSynchronousError).length).toBe(3);
    for (const { url } of listed) {
      const found = catalogue.find(catalogue.locate(new URL(url))!);
      expect(found?.product).toMatchObject({ price: 1999, url });
    }
  });
});
