import { afterAll, beforeAll, describe } from 'vitest';
import { ensureInstalled } from '../../../tools/stores/install.ts';
import { startMedusa } from '../../../tools/stores/medusa.ts';
import { openMedusaAdmin, registerMedusaCustomer } from '../../../tools/stores/medusa-admin.ts';
import { startVendure } from '../../../tools/stores/vendure.ts';
import { openVendureAdmin, registerCustomer } from '../../../tools/stores/vendure-admin.ts';
import { medusa } from '../../src/connectors/medusa/index.ts';
import { vendure } from '../../src/connectors/vendure/index.ts';
import { type EuroShop, euroCustomer, testEuroBooks } from '../harness/stores/euro-books.ts';
import { liveStore } from '../harness/stores/request.ts';

const shared = { name: 'shop', currency: 'EUR', trackEveryMs: 3_600_000 };

/** A real shop takes long to start, so every scene has the same one, with a customer of its own. */
type RealShop = EuroShop & { register(customer: typeof euroCustomer): Promise<unknown> };

async function openMedusa(): Promise<RealShop> {
  const shop = await startMedusa(await ensureInstalled('medusa', console.log));
  const admin = await openMedusaAdmin(shop.url, 'eur');
  const settings = { publishable_key: admin.publishableKey };
  let tenths = 81;
  return {
    kind: medusa,
    store: liveStore('medusa', shop.url, { ...shared, payment: 'pp_system_default', settings }),
    url: `${shop.url}/products/mug`,
    sold: async () => (await admin.orders()).length,
    revenue: admin.revenue,
    raise() {
      tenths += 1;
      return admin.setPrice('MUG', tenths / 10);
    },
    register: (customer) => registerMedusaCustomer(shop.url, admin.publishableKey, customer),
    ship: admin.ship,
    refund: (number, cents) => admin.refund(number, cents / 100),
    cancel: admin.cancel,
    stop: shop.stop,
  };
}

async function openVendure(): Promise<RealShop> {
  const shop = await startVendure(await ensureInstalled('vendure', console.log));
  const admin = await openVendureAdmin(shop.url);
  await admin.sellIn('EUR');
  const sku = 'A4TKLA45535';
  let price = 2000;
  await admin.setPrice(sku, price);
  return {
    kind: vendure,
    store: liveStore('vendure', shop.url, { ...shared, payment: 'cash-on-delivery' }),
    url: `${shop.url}/products/clacky-keyboard`,
    sold: async () => (await admin.placedOrders()).length,
    revenue: admin.revenue,
    raise() {
      price += 10;
      return admin.setPrice(sku, price);
    },
    register: ({ email, password }) => registerCustomer(shop.url, email, password),
    ship: admin.ship,
    refund: admin.refund,
    cancel: admin.cancel,
    stop: shop.stop,
  };
}

describe.each([
  ['Vendure', openVendure],
  ['Medusa', openMedusa],
] as const)('the books of a real %s in euros and ours', (_name, start) => {
  let shop: RealShop;
  let scenes = 0;
  beforeAll(async () => {
    shop = await start();
  });
  afterAll(() => shop?.stop());

  testEuroBooks(async () => {
    scenes += 1;
    const customer = { ...euroCustomer, email: `customer-${scenes}@example.com` };
    await shop.register(customer);
    const before = { sold: await shop.sold(), revenue: await shop.revenue() };
    return {
      ...shop,
      customer,
      sold: async () => (await shop.sold()) - before.sold,
      revenue: async () => (await shop.revenue()) - before.revenue,
      stop: async () => {},
    };
  });
});
