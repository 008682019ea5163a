/** The shop's own records and controls, as its owner has them. Tests read these, never our own code. */
export interface MedusaAdmin {
  /** The key that a storefront sends with every call. */
  publishableKey: string;
  orders(): Promise<MedusaOrder[]>;
  ship(orderId: string): Promise<void>;
  deliver(orderId: string): Promise<void>;
  cancel(orderId: string): Promise<void>;
  /** The number of returns of this order. */
  returnsOf(orderId: string): Promise<number>;
  setPrice(sku: string, amount: number): Promise<void>;
  setStock(sku: string, stocked: number): Promise<void>;
  /** Receives what customers return of this order, then refunds this amount. */
  refund(orderId: string, amount: number): Promise<void>;
  /** What the shop kept of all orders that it didn't cancel. */
  revenue(): Promise<number>;
}

export interface MedusaOrder {
  id: string;
  email: string;
  status: string;
  total: number;
  metadata: Record<string, unknown> | null;
  items: { id: string; quantity: number; variant_sku: string; unit_price: number }[];
  shipping_address: Record<string, unknown> | null;
  fulfillments: { id: string; shipped_at: string | null; delivered_at: string | null }[];
}

interface PaidOrder {
  status: string;
  payment_collections: {
    payments: { amount: number; canceled_at: string | null; refunds: { amount: number }[] }[];
  }[];
}

// biome-ignore lint/suspicious/noExplicitAny: the books of a store that is not ours.
type Ask = (method: string, path: string, body?: unknown) => Promise<any>;

function asker(url: string, token: () => string): Ask {
  return async (method, path, body) => {
    const response = await fetch(url + path, {
      method,
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(token() ? { authorization: `Bearer ${token()}` } : {}),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`The shop's owner was refused: ${method} ${path} ${response.status} ${text}`);
    return JSON.parse(text);
  };
}

/** Logs in as the owner, and adds products to an empty shop. */
export async function openMedusaAdmin(url: string, currency = 'usd'): Promise<MedusaAdmin> {
  let token = '';
  const ask = asker(url, () => token);
  ({ token } = await ask('POST', '/auth/user/emailpass', { email: 'owner@example.com', password: 'supersecret' }));
  const { publishableKey, locationId } = await stockShop(ask, currency);

  const orderFields = 'fields=+email,+metadata,*items,+items.variant_sku,*fulfillments,*shipping_address';
  const order = async (id: string): Promise<MedusaOrder> =>
    (await ask('GET', `/admin/orders/${id}?${orderFields}`)).order;
  const variantOf = async (sku: string) => {
    const { variants } = await ask(
      'GET',
      `/admin/product-variants?sku=${sku}&fields=+product_id,*prices,*inventory_items`,
    );
    return variants[0];
  };

  return {
    publishableKey,
    orders: async () => (await ask('GET', `/admin/orders?${orderFields}&limit=500`)).orders,
    async ship(id) {
      const { items } = await order(id);
      const lines = items.map((item) => ({ id: item.id, quantity: item.quantity }));
      const made = await ask('POST', `/admin/orders/${id}/fulfillments`, { items: lines, location_id: locationId });
      const fulfilled = (await order(made.order.id)).fulfillments[0];
      await ask('POST', `/admin/orders/${id}/fulfillments/${fulfilled?.id}/shipments`, { items: lines });
    },
    async deliver(id) {
      for (const { id: parcel } of (await order(id)).fulfillments) {
        await ask('POST', `/admin/orders/${id}/fulfillments/${parcel}/mark-as-delivered`, {});
      }
    },
    cancel: async (id) => ask('POST', `/admin/orders/${id}/cancel`, {}),
    returnsOf: async (id) => (await ask('GET', `/admin/returns?order_id=${id}`)).returns.length,
    async setPrice(sku, amount) {
      const variant = await variantOf(sku);
      const prices = [{ id: variant.prices[0].id, currency_code: currency, amount }];
      await ask('POST', `/admin/products/${variant.product_id}/variants/${variant.id}`, { prices });
    },
    async setStock(sku, stocked) {
      const variant = await variantOf(sku);
      const item = variant.inventory_items[0].inventory_item_id;
      await ask('POST', `/admin/inventory-items/${item}/location-levels/${locationId}`, { stocked_quantity: stocked });
    },
    async refund(id, amount) {
      // Before the return is received: Medusa cancels a payment that is only authorized, and expects a smaller one.
      const payment = await paymentOf(ask, id);
      if (payment.captures.length === 0) await ask('POST', `/admin/payments/${payment.id}/capture`, {});
      await receiveReturns(ask, id, locationId);
      await ask('POST', `/admin/payments/${payment.id}/refund`, { amount });
    },
    async revenue() {
      const paid = '*payment_collections.payments,*payment_collections.payments.refunds';
      const { orders } = await ask('GET', `/admin/orders?fields=status,${paid}&limit=500`);
      // Not by the orders' totals: a refund also lowers the total, by a credit line.
      return (orders as PaidOrder[])
        .filter(({ status }) => status !== 'canceled')
        .flatMap(({ payment_collections: collections }) => collections.flatMap(({ payments }) => payments))
        .filter(({ canceled_at: canceledAt }) => canceledAt === null)
        .flatMap(({ amount, refunds }) => [amount, ...refunds.map((refund) => -refund.amount)])
        .reduce((sum, amount) => sum + Math.round(Number(amount) * 100), 0);
    },
  };
}

/** The payment of an order, with its captures. */
async function paymentOf(ask: Ask, orderId: string): Promise<{ id: string; captures: unknown[] }> {
  const fields = '*payment_collections.payments,*payment_collections.payments.captures';
  const { order } = await ask('GET', `/admin/orders/${orderId}?fields=${fields}`);
  return order.payment_collections[0].payments[0];
}

/** Takes in everything that customers said they would return. */
async function receiveReturns(ask: Ask, orderId: string, locationId: string): Promise<void> {
  const { returns } = await ask('GET', `/admin/returns?order_id=${orderId}&fields=id,status,*items`);
  for (const { id, items } of returns.filter(({ status }: { status: string }) => status === 'requested')) {
    await ask('POST', `/admin/returns/${id}/receive`, {});
    await ask('POST', `/admin/returns/${id}`, { location_id: locationId });
    const received = items.map(({ item_id, quantity }: { item_id: string; quantity: number }) => ({
      id: item_id,
      quantity,
    }));
    await ask('POST', `/admin/returns/${id}/receive-items`, { items: received });
    await ask('POST', `/admin/returns/${id}/receive/confirm`, {});
  }
}

/** Creates a region, a warehouse, a shipping method and two products. */
async function stockShop(ask: Ask, currency: string): Promise<{ publishableKey: string; locationId: string }> {
  const { sales_channels: channels } = await ask('GET', '/admin/sales-channels');
  const channel = channels[0] ?? (await ask('POST', '/admin/sales-channels', { name: 'Storefront' })).sales_channel;
  await ask('POST', '/admin/regions', {
    name: 'World',
    currency_code: currency,
    countries: ['us', 'de', 'fr'],
    payment_providers: ['pp_system_default'],
  });
  await ask('POST', '/admin/tax-regions', {
    country_code: 'us',
    provider_id: 'tp_system',
    default_tax_rate: { name: 'Sales tax', rate: 8.25, code: 'sales' },
  });
  const { stock_location: location } = await ask('POST', '/admin/stock-locations', { name: 'Warehouse' });
  await ask('POST', `/admin/stock-locations/${location.id}/sales-channels`, { add: [channel.id] });
  await ask('POST', `/admin/stock-locations/${location.id}/fulfillment-providers`, { add: ['manual_manual'] });
  const profileId = await shipping(ask, location.id, currency);
  await products(ask, { channelId: channel.id, locationId: location.id, profileId, currency });
  const { api_key: key } = await ask('POST', '/admin/api-keys', { title: 'Storefront', type: 'publishable' });
  await ask('POST', `/admin/api-keys/${key.id}/sales-channels`, { add: [channel.id] });
  await ask('POST', '/admin/return-reasons', { value: 'wrong_item', label: 'Wrong item' });
  return { publishableKey: key.token, locationId: location.id };
}

async function shipping(ask: Ask, locationId: string, currency: string): Promise<string> {
  const { shipping_profiles: profiles } = await ask('GET', '/admin/shipping-profiles');
  const profile =
    profiles[0] ??
    (await ask('POST', '/admin/shipping-profiles', { name: 'Default', type: 'default' })).shipping_profile;
  const { stock_location: location } = await ask(
    'POST',
    `/admin/stock-locations/${locationId}/fulfillment-sets?fields=*fulfillment_sets`,
    { name: 'Delivery', type: 'shipping' },
  );
  const setId = location.fulfillment_sets[0].id;
  const { fulfillment_set: set } = await ask(
    'POST',
    `/admin/fulfillment-sets/${setId}/service-zones?fields=*service_zones`,
    { name: 'World', geo_zones: ['us', 'de'].map((country_code) => ({ type: 'country', country_code })) },
  );
  const option = (name: string, amount: number, isReturn: boolean) => ({
    name,
    service_zone_id: set.service_zones[0].id,
    shipping_profile_id: profile.id,
    provider_id: 'manual_manual',
    price_type: 'flat',
    type: { label: name, description: name, code: name.toLowerCase() },
    prices: [{ currency_code: currency, amount }],
    rules: [
      { attribute: 'is_return', operator: 'eq', value: String(isReturn) },
      { attribute: 'enabled_in_store', operator: 'eq', value: 'true' },
    ],
  });
  await ask('POST', '/admin/shipping-options', option('Standard', 5.99, false));
  await ask('POST', '/admin/shipping-options', option('Express', 12.5, false));
  await ask('POST', '/admin/shipping-options', option('Return', 0, true));
  return profile.id;
}

interface ShopParts {
  channelId: string;
  locationId: string;
  profileId: string;
  currency: string;
}

async function products(ask: Ask, where: ShopParts): Promise<void> {
  const variant = (title: string, sku: string, amount: number, options: Record<string, string>) => ({
    title,
    sku,
    options,
    manage_inventory: true,
    prices: [{ currency_code: where.currency, amount }],
  });
  const shared = {
    status: 'published',
    shipping_profile_id: where.profileId,
    sales_channels: [{ id: where.channelId }],
  };
  await ask('POST', '/admin/products', {
    ...shared,
    title: 'Medusa Shirt',
    handle: 'shirt',
    description: 'A shirt of cotton.',
    options: [{ title: 'Size', values: ['S', 'M'] }],
    variants: [variant('S', 'SHIRT-S', 19.99, { Size: 'S' }), variant('M', 'SHIRT-M', 21.49, { Size: 'M' })],
  });
  for (const [title, handle, price] of [
    ['Medusa Mug', 'mug', 8.1],
    ['Medusa Poster', 'poster', 12],
  ] as const) {
    await ask('POST', '/admin/products', {
      ...shared,
      title,
      handle,
      description: `A ${handle}.`,
      options: [{ title: 'Default', values: ['One'] }],
      variants: [variant('One', handle.toUpperCase(), price, { Default: 'One' })],
    });
  }
  const { inventory_items: items } = await ask('GET', '/admin/inventory-items');
  for (const { id } of items) {
    await ask('POST', `/admin/inventory-items/${id}/location-levels`, {
      location_id: where.locationId,
      stocked_quantity: 1000,
    });
  }
}

/** Creates a customer account. With a second factor, returns its secret. */
export async function registerMedusaCustomer(
  url: string,
  publishableKey: string,
  login: { email: string; password: string },
): Promise<{ enrol(codeOf: (secret: string) => Promise<string>): Promise<string> }> {
  const post = async (path: string, body: unknown, token?: string) => {
    const response = await fetch(url + path, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-publishable-api-key': publishableKey,
        ...(token ? { authorization: `Bearer ${token}` } : {}),
      },
      body: JSON.stringify(body),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${text}`);
    return JSON.parse(text) as { token: string; secret: string; mfa_factor: { id: string } };
  };
  const { token: newcomer } = await post('/auth/customer/emailpass/register', login);
  await post('/store/customers', { email: login.email, first_name: 'Ernie', last_name: 'Errand' }, newcomer);
  const { token } = await post('/auth/customer/emailpass', login);
  return {
    async enrol(codeOf) {
      const { mfa_factor: factor, secret } = await post('/auth/mfa/factors', { provider: 'totp' }, token);
      await post(`/auth/mfa/factors/${factor.id}/verify`, { code: await codeOf(secret) }, token);
      return secret;
    },
  };
}
