import { afterAll, describe, expect } from 'vitest';
import { createChromium, findChromium } from '../../src/connectors/browser/chromium.ts';
import { createDesk, readScope } from '../../src/connectors/desk/index.ts';
import { medusa } from '../../src/connectors/medusa/index.ts';
import { mouser } from '../../src/connectors/mouser/index.ts';
import { shopify } from '../../src/connectors/shopify/index.ts';
import type { StoreKind, StoreNeeds } from '../../src/connectors/store.ts';
import { vendure } from '../../src/connectors/vendure/index.ts';
import { woocommerce } from '../../src/connectors/woocommerce/index.ts';
import { minuteMs } from '../../src/kit/clock.ts';
import { createLogger } from '../../src/platform/logger.ts';
import { testOnePurchase, testPartialPurchase } from '../harness/live-promise.ts';
import { operatorEmail } from '../harness/operator.ts';
import { connectTo as connectToPages, pagesRecipe } from '../harness/pages-shop/connector.ts';
import { startPagesShop } from '../harness/pages-shop/shop.ts';
import { clientOf, signIn } from '../harness/person.ts';
import { createLossyClient } from '../harness/stores/client.ts';
import { startMedusaStandIn } from '../harness/stores/medusa-stand-in.ts';
import { liveStore } from '../harness/stores/request.ts';
import { startShopifyStandIn } from '../harness/stores/shopify-stand-in.ts';
import { startVendureStandIn } from '../harness/stores/vendure-stand-in.ts';
import { wooOwnerKey } from '../harness/stores/woo-rest.ts';
import { startWooStandIn } from '../harness/stores/woo-stand-in.ts';
import { openAmazonBench } from '../stand-ins/amazon-business/bench.ts';
import { mouserCredentials, startMouserStandIn } from '../stand-ins/mouser/store.ts';
import { openTestBench } from '../stand-ins/ucp/bench.ts';

const plainNeeds = (clock: StoreNeeds['clock'], credentials: Record<string, string> = {}): StoreNeeds => ({
  client: createLossyClient(),
  clock,
  logger: createLogger({ level: 'silent' }),
  credentials: async () => credentials,
  credentialNames: Object.keys(credentials),
});

const connectTo =
  (kind: StoreKind, store: ReturnType<typeof liveStore>, credentials: Record<string, string> = {}) =>
  (clock: StoreNeeds['clock']) =>
    kind.create(store, plainNeeds(clock, credentials));

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

/** Pays with every link, unless the request says that it may be paid already and the mailbox has the receipt. */
for (const speaksUcp of [true, false]) {
  testOnePurchase(
    speaksUcp ? 'Shopify, where UCP shows what the customer bought' : 'Shopify, a plain checkout link',
    async () => {
      const { shop: protocol, identity } = await openTestBench();
      const shop = await startShopifyStandIn();
      if (speaksUcp) shop.speakUcp(await (await fetch(`${protocol.origin}/.well-known/ucp`)).json());
      const receipts: string[] = [];
      return {
        connect: (clock) => {
          const store = liveStore('shopify', shop.url, { mode: 'link' });
          return shopify.create(store, { ...plainNeeds(clock), identity });
        },
        product: `${shop.url}/products/mug`,
        isPaidThere: true,
        sold: () => (speaksUcp ? protocol.sold().length : receipts.length),
        canConfirm: false,
        async person({ system, key, order, bought }) {
          const { id, url, message } = order.next_action;
          if (speaksUcp) {
            protocol.payAt(url);
            // The store shows it, so the customer writes nothing down.
            return bought();
          }
          if (receipts.length === 0 || !message.includes('may already have paid')) {
            receipts.push(`#${1000 + receipts.length}`);
          }
          await bought();
          const answer = { order_number: receipts.at(-1) };
          const answered = await system.post(`/orders/${order.id}/actions/${id}`, key, { answer });
          expect(answered.status, answered.text).toBe(200);
        },
        close: async () => {
          await Promise.all([shop.stop(), protocol.close()]);
        },
      };
    },
    { short: ['sold'] },
  );
}

/** Buys what the desk asks for, unless the task says that it may be bought already and the retailer's history shows it. */
testOnePurchase(
  'Desk',
  async () => {
    const bought: string[] = [];
    const scope = readScope(['*']);
    const outgoing = { get: () => Promise.reject(new Error('Nothing reads this page.')) };
    return {
      connect: () => createDesk({ world: 'live', currency: 'USD', scope, brands: [], outgoing, allowPrivate: true }),
      product: 'https://shop.example.com/things/lamp',
      sold: () => bought.length,
      canConfirm: false,
      async person({ system, order, bought: recorded }) {
        const operator = clientOf(system, await signIn(system, operatorEmail));
        const path = `/operator/desk/${order.id}`;
        const taken = await operator.post(`${path}/take`, {});
        expect(taken.status, taken.text).toBe(200);
        const { why, lease } = taken.body.task;
        if (bought.length === 0 || !why.includes('may already have been bought')) bought.push(`D-${bought.length}`);
        await recorded();
        const purchase = {
          lease,
          merchant_order_ids: [bought.at(-1)],
          lines: order.items.map(({ id }: { id: string }) => ({ item_id: id, unit_price_cents: 2000 })),
          shipping_cents: 500,
          tax_cents: 150,
          total_cents: 2650,
        };
        const done = await operator.post(`${path}/purchase`, purchase);
        expect(done.status, done.text).toBe(200);
      },
      close: async () => {},
    };
  },
  { hasButton: false, short: ['before the order', 'sold'] },
);

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
