import { afterEach, describe, expect, it } from 'vitest';
import { createLossyClient } from '../../test/harness/stores/client.ts';
import { startMedusaStandIn } from '../../test/harness/stores/medusa-stand-in.ts';
import { liveStore, requestFor, storeAccount } from '../../test/harness/stores/request.ts';
import { startShopifyStandIn } from '../../test/harness/stores/shopify-stand-in.ts';
import { startVendureStandIn } from '../../test/harness/stores/vendure-stand-in.ts';
import { startWooStandIn } from '../../test/harness/stores/woo-stand-in.ts';
import { openAmazonBench } from '../../test/stand-ins/amazon-business/bench.ts';
import { mouserCredentials, startMouserStandIn } from '../../test/stand-ins/mouser/store.ts';
import { openTestBench } from '../../test/stand-ins/ucp/bench.ts';
import { systemClock } from '../kit/clock.ts';
import { createLogger } from '../platform/logger.ts';
import { orderBody } from './amazon-business/order-body.ts';
import { optionsOf } from './amazon-business/settings.ts';
import type { Connector, PurchaseRequest } from './contract.ts';
import { medusa } from './medusa/index.ts';
import { mouser } from './mouser/index.ts';
import { shopify } from './shopify/index.ts';
import type { Store, StoreKind } from './store.ts';
import { vendure } from './vendure/index.ts';
import { woocommerce } from './woocommerce/index.ts';

const stops: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});
const call = () => ({ signal: AbortSignal.timeout(20_000) });

const connect = (kind: StoreKind, store: Store, credentials = {}): Connector =>
  kind.create(store as Store<'live'>, {
    client: createLossyClient(),
    clock: systemClock,
    logger: createLogger({ level: 'silent' }),
    credentials: async () => credentials,
  });

interface Shop {
  connector: Connector;
  request: PurchaseRequest;
}
const account = storeAccount('customer@example.com', 'Long-enough-1');
const mugs = (more: Partial<PurchaseRequest> = {}) => requestFor([{ productId: 'mug', quantity: 2 }], more);

async function openVendure(currency: string, settings = {}): Promise<Shop> {
  const shop = await startVendureStandIn(systemClock, currency);
  stops.push(shop.stop);
  const store = liveStore('vendure', shop.url, { payment: 'cash-on-delivery', currency, settings });
  return { connector: connect(vendure, store), request: mugs({ account }) };
}

async function openMedusa(currency: string): Promise<Shop> {
  const shop = await startMedusaStandIn(currency.toLowerCase());
  stops.push(shop.stop);
  const settings = { publishable_key: shop.publishableKey };
  const store = liveStore('medusa', shop.url, { payment: 'pp_system_default', settings, currency });
  return { connector: connect(medusa, store), request: mugs() };
}

async function openWoo(currency: string, decimals: number): Promise<Shop> {
  const shop = await startWooStandIn({ currency, decimals });
  stops.push(shop.stop);
  const store = liveStore('woocommerce', shop.url, { payment: 'cod', currency });
  return { connector: connect(woocommerce, store), request: requestFor([{ productId: 'beanie', quantity: 2 }]) };
}

async function openShopify(currency: string): Promise<Shop> {
  const shop = await startShopifyStandIn({ currency, standardRate: '5.00' });
  stops.push(shop.stop);
  const store = liveStore('shopify', shop.url, { mode: 'link', currency });
  const variant = [
    { label: 'size', value: 'L' },
    { label: 'Color', value: 'Blue' },
  ];
  return { connector: connect(shopify, store), request: requestFor([{ productId: 'shirt', variant }]) };
}

async function openMouser(currency: string): Promise<Shop> {
  const shop = await startMouserStandIn();
  shop.behave({ currency });
  stops.push(shop.close);
  const store = liveStore('mouser', 'https://www.mouser.com', {
    apiUrl: shop.origin,
    payment: { method: 1 },
    currency,
  });
  return {
    connector: connect(mouser, store, mouserCredentials),
    request: requestFor([{ productId: '595-NE555P', quantity: 2 }]),
  };
}

async function openUcp(currency: string): Promise<Shop> {
  const { shop, connect: open, order } = await openTestBench();
  stops.push(shop.close);
  shop.state.faults.currency = currency;
  return { connector: open({ currency }), request: order() };
}

/** What each kind says, and what that is in minor units: subtotal, shipping, tax, total. */
const cases: [string, string, () => Promise<Shop>, [number, number, number, number]][] = [
  // Vendure counts hundredths of every currency: 40.00 + 5.00 + 9.00.
  ['Vendure', 'JPY', () => openVendure('JPY'), [40, 5, 9, 54]],
  ['Vendure', 'KWD', () => openVendure('KWD'), [40_000, 5000, 9000, 54_000]],
  ['Vendure with three decimals', 'KWD', () => openVendure('KWD', { price_decimals: 3 }), [4000, 500, 900, 5400]],
  ['Vendure without decimals', 'JPY', () => openVendure('JPY', { price_decimals: 0 }), [4000, 500, 900, 5400]],
  // 16.20 + 5.99 + 1.830675.
  ['Medusa', 'JPY', () => openMedusa('JPY'), [16, 6, 2, 24]],
  ['Medusa', 'KWD', () => openMedusa('KWD'), [16_200, 5990, 1831, 24_021]],
  // 39.98 + 5.00 + 4.50, in the shop's own decimals.
  ['WooCommerce', 'JPY', () => openWoo('JPY', 0), [40, 5, 5, 50]],
  ['WooCommerce', 'KWD', () => openWoo('KWD', 3), [39_980, 5000, 4498, 49_478]],
  ['WooCommerce with two decimals', 'KWD', () => openWoo('KWD', 2), [39_980, 5000, 4500, 49_480]],
  // 22.00 in hundredths and 5.00 in decimals.
  ['Shopify', 'JPY', () => openShopify('JPY'), [22, 5, 0, 27]],
  // 0.95 + 7.99 + 0.08.
  ['Mouser', 'KWD', () => openMouser('KWD'), [950, 7990, 80, 9020]],
  ['UCP', 'JPY', () => openUcp('JPY'), [2500, 500, 250, 3250]],
  ['UCP', 'KWD', () => openUcp('KWD'), [2500, 500, 250, 3250]],
];

describe('a store whose currency has no or three decimal places', () => {
  it.each(cases)('%s in %s is bought in whole minor units', async (kind, currency, open, amounts) => {
    const { connector, request } = await open();
    const [subtotal, shipping, tax, total] = amounts;
    const prepared = await connector.prepare!({ ...request, maxPrice: total as never }, call());
    if (prepared.kind === 'needs') throw new Error(JSON.stringify(prepared));
    expect(prepared, JSON.stringify(prepared)).toMatchObject({
      kind: 'ready',
      checkout: { price: { currency, subtotal, shipping, tax, total } },
    });
    const dear = await connector.prepare!({ ...request, maxPrice: (total - 1) as never }, call());
    expect(dear).toMatchObject({ kind: 'refused', reason: 'max_price_exceeded' });
    if (kind === 'Shopify') return;
    if (prepared.kind !== 'ready') return;
    const again = await connector.prepare!(request, call());
    if (again.kind !== 'ready') throw new Error(JSON.stringify(again));
    const sold = await connector.submit!(again.checkout, request, call());
    expect(sold, JSON.stringify(sold)).toMatchObject({ kind: 'placed', purchase: { price: { currency, total } } });
  });

  it('is not read where nobody knows how Shopify counts a third decimal place', () => {
    const objection = (currency: string) =>
      shopify.objection!(liveStore('shopify', 'https://shop.example', { currency }) as never);
    expect([objection('KWD')?.field, objection('JPY'), objection('EUR')]).toEqual(['currency', null, null]);
  });

  it('of Amazon Business expects prices in whole yen', async () => {
    const { shop, order } = await openAmazonBench();
    stops.push(shop.close);
    const settings = { region: 'jp', marketplace: 'JP', buyer_email: 'a@b.example', ordering_group: 'g' };
    const options = optionsOf(liveStore('amazon-business', 'https://www.amazon.co.jp', { settings, currency: 'JPY' }));
    const line = {
      lineId: '1',
      asin: 'B0MUG00001',
      offerId: 'o',
      quantity: 2,
      unitPrice: 1250,
      subtotal: 2500,
      shipping: 0,
      tax: 227,
    };
    const body = JSON.stringify(orderBody(options!, order(), [line as never]));
    expect(body).toContain('{"currencyCode":"JPY","amount":1250}');
    expect(body).toContain('{"currencyCode":"JPY","amount":2500}');
  });
});
