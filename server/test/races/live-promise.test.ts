import { afterAll, describe } from 'vitest';
import { createChromium, findChromium } from '../../src/connectors/browser/chromium.ts';
import { medusa } from '../../src/connectors/medusa/index.ts';
import { mouser } from '../../src/connectors/mouser/index.ts';
import type { StoreKind, StoreNeeds } from '../../src/connectors/store.ts';
import { vendure } from '../../src/connectors/vendure/index.ts';
import { woocommerce } from '../../src/connectors/woocommerce/index.ts';
import { minuteMs } from '../../src/kit/clock.ts';
import { createLogger } from '../../src/platform/logger.ts';
import { testOnePurchase, testPartialPurchase } from '../harness/live-promise.ts';
import { connectTo as connectToPages, pagesRecipe } from '../harness/pages-shop/connector.ts';
import { startPagesShop } from '../harness/pages-shop/shop.ts';
import { createLossyClient } from '../harness/stores/client.ts';
import { startMedusaStandIn } from '../harness/stores/medusa-stand-in.ts';
import { liveStore } from '../harness/stores/request.ts';
import { startVendureStandIn } from '../harness/stores/vendure-stand-in.ts';
import { wooOwnerKey } from '../harness/stores/woo-rest.ts';
import { startWooStandIn } from '../harness/stores/woo-stand-in.ts';
import { openAmazonBench } from '../stand-ins/amazon-business/bench.ts';
import { mouserCredentials, startMouserStandIn } from '../stand-ins/mouser/store.ts';
import { openTestBench } from '../stand-ins/ucp/bench.ts';

const connectTo =
  (kind: StoreKind, store: ReturnType<typeof liveStore>, credentials: Record<string, string> = {}) =>
  (clock: StoreNeeds['clock']) =>
    kind.create(store, {
      client: createLossyClient(),
      clock,
      logger: createLogger({ level: 'silent' }),
      credentials: async () => credentials,
      credentialNames: Object.keys(credentials),
    });

for (const honorsKeys of [true, false]) {
  testOnePurchase(honorsKeys ? 'UCP' : 'UCP, a store that ignores idempotency keys', async () => {
    const { shop, client, connect } = await openTestBench();
    shop.behave({ keys: honorsKeys ? 'honored' : 'ignored' });
    return {
      connect: (clock) => connect({}, client, clock),
      product: `${shop.origin}/products/enamel-mug`,
      sold: () => shop.sold().length,
      canConfirm: honorsKeys,
      close: shop.close,
    };
  });
}

for (const hasOwnerKey of [true, false]) {
  testOnePurchase(hasOwnerKey ? "WooCommerce with the owner's key" : 'WooCommerce', async () => {
    const shop = await startWooStandIn();
    const store = liveStore('woocommerce', shop.url, { payment: 'cod' });
    return {
      connect: connectTo(woocommerce, store, hasOwnerKey ? wooOwnerKey : {}),
      product: `${shop.url}/product/beanie`,
      sold: () => shop.sold().length,
      canConfirm: hasOwnerKey,
      close: shop.stop,
    };
  });
}

for (const buyer of ['a guest', 'an account'] as const) {
  testOnePurchase(`Medusa, bought from by ${buyer}`, async () => {
    const shop = await startMedusaStandIn();
    const settings = { publishable_key: shop.publishableKey };
    const account = { retailer: 'real', email: 'promise@example.com', password: 'Long-enough-1' };
    shop.register(account.email, account.password);
    return {
      connect: connectTo(medusa, liveStore('medusa', shop.url, { payment: 'pp_system_default', settings })),
      product: `${shop.url}/products/mug`,
      sold: () => shop.orders.length,
      ...(buyer === 'an account' && { account }),
      canConfirm: buyer === 'an account',
      close: shop.stop,
    };
  });
}

for (const duplicates of ['replay', 'reject', 'buy'] as const) {
  testOnePurchase(`Amazon Business, which answers a repeated id with ${duplicates}`, async (clock) => {
    const { shop, connect } = await openAmazonBench(clock);
    // Orders are shown two minutes after they were placed.
    shop.behave({ duplicates, visibleAfterMs: 2 * minuteMs });
    return {
      connect: (at) => connect({}, { at }),
      product: 'https://www.amazon.com/dp/B0MUG00001',
      sold: () => shop.state.orders.length,
      canConfirm: true,
      close: shop.close,
    };
  });
}

testOnePurchase('Mouser', async (clock) => {
  const shop = await startMouserStandIn(clock);
  shop.behave({ visibleAfterMs: 2 * minuteMs });
  const store = liveStore('mouser', 'https://www.mouser.com', { apiUrl: shop.origin, payment: { method: 1 } });
  return {
    connect: connectTo(mouser, store, mouserCredentials),
    product: 'https://www.mouser.com/ProductDetail/595-NE555P',
    sold: () => shop.state.orders.length,
    canConfirm: true,
    close: shop.close,
  };
});

testOnePurchase('Vendure', async (clock) => {
  const shop = await startVendureStandIn(clock);
  return {
    connect: connectTo(vendure, liveStore('vendure', shop.url, { payment: 'cash-on-delivery' })),
    product: `${shop.url}/products/mug`,
    sold: () => shop.past.length,
    account: { retailer: 'real', email: 'customer@example.com', password: 'Long-enough-1' },
    canConfirm: true,
    close: shop.stop,
  };
});

testOnePurchase('Vendure, which hides what a guest bought', async (clock) => {
  const shop = await startVendureStandIn(clock);
  shop.instead.set('History', () => ({ activeOrder: shop.cart, orderByCode: null }));
  return {
    connect: connectTo(vendure, liveStore('vendure', shop.url, { payment: 'cash-on-delivery' })),
    product: `${shop.url}/products/mug`,
    sold: () => shop.past.length,
    canConfirm: false,
    close: shop.stop,
  };
});

testPartialPurchase('Medusa', async () => {
  const shop = await startMedusaStandIn();
  const settings = { publishable_key: shop.publishableKey };
  const account = { retailer: 'real', email: 'promise@example.com', password: 'Long-enough-1' };
  shop.register(account.email, account.password);
  const { variants } = shop.products.find(({ handle }) => handle === 'mug')!;
  return {
    connect: connectTo(medusa, liveStore('medusa', shop.url, { payment: 'pp_system_default', settings })),
    product: `${shop.url}/products/mug`,
    sold: () => shop.orders.length,
    account,
    canConfirm: true,
    limit(most) {
      for (const variant of variants) variant.stock = most ?? 1_000;
    },
    close: shop.stop,
  };
});

testPartialPurchase('Amazon Business', async (clock) => {
  const { shop, connect } = await openAmazonBench(clock);
  return {
    connect: (at) => connect({}, { at }),
    product: 'https://www.amazon.com/dp/B0MUG00001',
    sold: () => shop.state.orders.length,
    canConfirm: true,
    limit: (availableMost) => void shop.behave({ availableMost }),
    close: shop.close,
  };
});

describe.skipIf(findChromium() === null)('with a browser', () => {
  const chromium = createChromium({ path: null, atOnce: 2 });
  afterAll(() => chromium.close());

  testOnePurchase('Pages only', async (clock) => {
    const shop = await startPagesShop(clock);
    const account = { retailer: 'real', email: 'promise@example.com', password: 'Long-enough-1' };
    shop.register(account.email, account.password);
    const recipe = { ...pagesRecipe(), patience_seconds: 60 };
    return {
      connect: () => connectToPages(shop.url, recipe, { chromium, recordings: [], clock }),
      product: `${shop.url}/item/lamp`,
      sold: () => shop.sales().length,
      account,
      canConfirm: false,
      close: shop.stop,
    };
  });
});
