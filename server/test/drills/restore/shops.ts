import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { installationOf } from '../../../../tools/stores/install.ts';
import { startVendure } from '../../../../tools/stores/vendure.ts';
import { openVendureAdmin } from '../../../../tools/stores/vendure-admin.ts';
import { findChromium } from '../../../src/connectors/browser/chromium.ts';
import { fieldsOf, listOf } from '../../../src/kit/fields.ts';
import { startPagesShop } from '../../harness/pages-shop/shop.ts';
import { startMedusaStandIn } from '../../harness/stores/medusa-stand-in.ts';
import { wooOwnerKey } from '../../harness/stores/woo-rest.ts';
import { startWooStandIn } from '../../harness/stores/woo-stand-in.ts';
import { startStripe } from '../../harness/stripe-stand-in.ts';
import { startStandIn } from '../../stand-ins/ucp/store.ts';

export const webhookSecret = 'whsec_drill';
const shared = {
  consent: { by: 'The drill', on: '2026-01-01' },
  contact: 'buyer@example.com',
  accounts: 'guest',
  track_every: '24h',
};

/** A store of the drill: what an operator configures, what it sells, and who its own books say it sold to. */
interface Shop {
  config: { name: string; kind: string; url: string } & Record<string, unknown>;
  product: string;
  /** For each sale the last name of its recipient, or the order's id. */
  sold(): string[] | Promise<string[]>;
  stop(): Promise<unknown>;
}

async function openUcp() {
  const ucp = await startStandIn();
  const payment = { handler: 'com.example.pay', type: 'card' };
  const recipientOf = ({ delivery: [method] }: ReturnType<typeof ucp.sold>[number]): string =>
    String(fieldsOf(listOf(method?.destinations)[0]).last_name);
  const shop: Shop = {
    config: { ...shared, name: 'mugs', kind: 'ucp', url: ucp.origin, payment, credentials: { payment_token: 'tok_1' } },
    product: `${ucp.origin}/products/enamel-mug`,
    sold: () => ucp.sold().map(recipientOf),
    stop: ucp.close,
  };
  return { shop, state: ucp.state };
}

/** With a key of its owner to look with, or one that cannot be asked. */
async function openWoo(name: string, credentials?: Record<string, string>): Promise<Shop> {
  const woo = await startWooStandIn();
  return {
    config: { ...shared, name, kind: 'woocommerce', url: woo.url, payment: 'cod', ...(credentials && { credentials }) },
    product: `${woo.url}/product/beanie`,
    sold: () => woo.sold().map(({ shipping }) => String(shipping.last_name)),
    stop: woo.stop,
  };
}

async function openMedusa(): Promise<Shop> {
  const medusa = await startMedusaStandIn();
  const settings = { publishable_key: medusa.publishableKey };
  return {
    config: { ...shared, name: 'shirts', kind: 'medusa', url: medusa.url, payment: 'pp_system_default', settings },
    product: `${medusa.url}/products/mug`,
    sold: () => medusa.orders.map(({ cart }) => String(fieldsOf(cart.shippingAddress).last_name)),
    stop: medusa.stop,
  };
}

/** Null where none is installed: `node tools/stores.ts install vendure`. */
async function openVendure(): Promise<Shop | null> {
  const installation = installationOf('vendure');
  if (installation === null) return null;
  const vendure = await startVendure(installation);
  const admin = await openVendureAdmin(vendure.url);
  return {
    config: { ...shared, name: 'keyboards', kind: 'vendure', url: vendure.url, payment: 'cash-on-delivery' },
    product: `${vendure.url}/products/clacky-keyboard`,
    sold: async () =>
      (await admin.placedOrders()).map(({ shippingAddress }) => shippingAddress.fullName.split(' ').at(-1) ?? '?'),
    stop: vendure.stop,
  };
}

const recipeFile = new URL('../../harness/pages-shop/recipe.json', import.meta.url);

/** A shop that has only pages. Null where there is no Chromium. */
async function openPages(dataDir: string): Promise<Shop | null> {
  if (findChromium() === null) return null;
  const pages = await startPagesShop();
  const credentials = { email: 'own@example.com', password: 'Long-enough-1' };
  pages.register(credentials.email, credentials.password);
  const recipe = join(dataDir, 'recipes', 'pages-shop.json');
  await mkdir(dirname(recipe), { recursive: true });
  await writeFile(recipe, await readFile(recipeFile));
  const { accounts: _guest, ...common } = shared;
  const settings = { recipe: 'pages-shop' };
  return {
    config: { ...common, name: 'lamps', kind: 'browser', url: pages.url, payment: 'cash', credentials, settings },
    product: `${pages.url}/item/lamp`,
    sold: () => pages.sales().map(({ note }) => note),
    stop: pages.stop,
  };
}

/** The world outside, which does not go back in time: stores with books of their own, and Stripe. */
export async function openShops(dataDir: string) {
  const stripe = await startStripe();
  const { shop: ucp, state } = await openUcp();
  const all = [
    ucp,
    await openWoo('hats', wooOwnerKey),
    await openWoo('caps'),
    await openMedusa(),
    await openVendure(),
    await openPages(dataDir),
  ];
  const shops = all.filter((shop) => shop !== null);
  return {
    stripe,
    kinds: [...new Set(shops.map(({ config }) => config.kind)), 'desk', 'simulator'],
    /** A product of each store. */
    products: shops.map(({ product }) => product),
    // People buy there: the order waits for them.
    deskProduct: 'https://www.target.com/p/A-12345678',
    writeStoresFile: (path: string): Promise<void> =>
      writeFile(path, JSON.stringify({ stores: shops.map(({ config }) => config) })),
    /** The UCP store knows our keys from our profile. */
    async introduce(serviceUrl: string): Promise<void> {
      const answer = await fetch(`${serviceUrl}/ucp/profiles/2026-08-25`);
      state.clientKeys = listOf(fieldsOf(await answer.json()).keys).map(fieldsOf);
    },
    /** For each sale of a live store the last name of its recipient, or the order's id. */
    async sold(): Promise<{ store: string; to: string }[]> {
      const sales = shops.map(async ({ config, sold }) => (await sold()).map((to) => ({ store: config.name, to })));
      return (await Promise.all(sales)).flat();
    },
    close: async () => {
      await Promise.all([...shops.map((shop) => shop.stop()), stripe.stop()]);
    },
  };
}

export type Shops = Awaited<ReturnType<typeof openShops>>;
