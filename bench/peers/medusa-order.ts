import { assertDefined } from '../../server/src/kit/assert-defined.ts';

export interface MedusaProductRef {
  url: string;
  publishableKey: string;
  regionId: string;
  variantId: string;
}

// biome-ignore lint/suspicious/noExplicitAny: the answers of a shop that is not ours.
type Answer = any;

async function ask(
  { url, publishableKey }: Pick<MedusaProductRef, 'url' | 'publishableKey'>,
  path: string,
  body?: unknown,
): Promise<Answer> {
  const response = await fetch(url + path, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      'x-publishable-api-key': publishableKey,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${text}`);
  return JSON.parse(text);
}

export async function findProduct(url: string, publishableKey: string): Promise<MedusaProductRef> {
  const shop = { url, publishableKey };
  const { regions } = await ask(shop, '/store/regions');
  const { products } = await ask(shop, `/store/products?handle=mug&region_id=${regions[0].id}`);
  return { ...shop, regionId: regions[0].id, variantId: assertDefined(products[0]?.variants?.[0]?.id) };
}

const address = {
  first_name: 'Jane',
  last_name: 'Doe',
  address_1: '1 Market St',
  city: 'San Francisco',
  province: 'us-ca',
  postal_code: '94105',
  country_code: 'us',
};

/** What a storefront does for a guest, in as few requests as the shop's interface allows. */
export async function buyAtMedusa(shelf: MedusaProductRef, email: string): Promise<string> {
  const { cart } = await ask(shelf, '/store/carts', {
    region_id: shelf.regionId,
    email,
    items: [{ variant_id: shelf.variantId, quantity: 1 }],
    shipping_address: address,
    billing_address: address,
  });
  const { shipping_options: ways } = await ask(shelf, `/store/shipping-options?cart_id=${cart.id}`);
  await ask(shelf, `/store/carts/${cart.id}/shipping-methods`, { option_id: ways[0].id });
  const { payment_collection: payment } = await ask(shelf, '/store/payment-collections', { cart_id: cart.id });
  await ask(shelf, `/store/payment-collections/${payment.id}/payment-sessions`, { provider_id: 'pp_system_default' });
  const done = await ask(shelf, `/store/carts/${cart.id}/complete`, {});
  if (done.type !== 'order') throw new Error(JSON.stringify(done));
  return done.order.id;
}
