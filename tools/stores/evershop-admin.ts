import pg from 'pg';
import type { EverShopInstance } from './evershop.ts';

export interface EverShopOrder {
  number: string;
  uuid: string;
  email: string;
  note: string | null;
  totalCents: number;
  items: { sku: string; quantity: number }[];
  /** Recipient and all address lines. */
  shipTo: string;
}

/** The shop owner's view. Tests check here, not through our own code. */
export interface EverShopAdmin {
  orders(): Promise<EverShopOrder[]>;
  /** Ships an order in one parcel, then marks it delivered. */
  advance(orderNumber: string): Promise<void>;
  setPrice(sku: string, price: number): Promise<void>;
  setStock(sku: string, pieces: number): Promise<void>;
  /** The shop allows eight registrations and logins in 15 minutes. */
  register(customer: { email: string; password: string }): Promise<void>;
  /** A blocked customer with the same password. */
  copyBarred(email: string, from: string): Promise<void>;
  /** Logs everyone out. */
  forgetSessions(): Promise<void>;
  /** A customer's cart. */
  cartOf(email: string): Promise<{ sku: string; quantity: number }[]>;
  close(): Promise<void>;
}

// biome-ignore lint/suspicious/noExplicitAny: responses of a third-party store.
type Ask = (method: string, path: string, body?: unknown) => Promise<any>;

/** Logs in as the owner and sets up shipping zone, delivery and payment. */
export async function openEverShopAdmin(shop: EverShopInstance): Promise<EverShopAdmin> {
  let token = '';
  let tokenAt = 0;
  const ask: Ask = async (method, path, body) => {
    // A token is valid for 15 minutes.
    if (token !== '' && Date.now() - tokenAt > 600_000) await logIn();
    const response = await fetch(`${shop.url}/api${path}`, {
      method,
      headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`The shop's owner was refused: ${method} ${path} ${response.status} ${text}`);
    return JSON.parse(text).data;
  };
  const owner = { email: 'owner@example.com', password: 'Supersecret-1' };
  async function logIn(): Promise<void> {
    token = '';
    token = (await ask('POST', '/user/tokens', owner)).accessToken;
    tokenAt = Date.now();
  }
  await logIn();
  const books = new pg.Pool({ connectionString: shop.databaseUrl, max: 2 });
  await stock(ask);
  const rows = async <T extends object>(text: string, values: unknown[] = []): Promise<T[]> =>
    (await books.query(text, values)).rows as T[];
  const cartSql = `select i.product_sku as sku, i.qty as quantity from cart_item i join cart c on c.cart_id = i.cart_id
    where c.status = true and c.customer_email = $1`;

  return {
    orders: () => ordersIn(rows),
    advance: (number) => advance(ask, rows, number),
    setPrice: async (sku, price) => void (await rows('update product set price = $2 where sku = $1', [sku, price])),
    setStock: async (sku, pieces) =>
      void (await rows(
        `update product_inventory set qty = $2 from product
         where product_id = product_inventory_product_id and sku = $1`,
        [sku, pieces],
      )),
    register: async (customer) => void (await ask('POST', '/customers', { ...customer, full_name: 'Ernie Errand' })),
    copyBarred: async (email, from) =>
      void (await rows(
        `insert into customer (status, group_id, email, password, full_name)
         select 0, group_id, $1, password, full_name from customer where email = $2`,
        [email, from],
      )),
    forgetSessions: async () => void (await rows('delete from session')),
    cartOf: (email) => rows(cartSql, [email]),
    close: () => books.end(),
  };
}

type Rows = <T extends object>(text: string, values?: unknown[]) => Promise<T[]>;

async function stock(ask: Ask): Promise<void> {
  await ask('POST', '/settings', { codPaymentStatus: 1, codDisplayName: 'Cash on delivery', showShippingNote: 1 });
  const zone = await ask('POST', '/shippingZones', { name: 'States', countries: ['US'] });
  for (const [name, cost] of [
    ['Standard', 5],
    ['Express', 15],
  ] as const) {
    const method = await ask('POST', '/shippingProviders/core/methods', { name, is_enabled: true });
    const rate = { method_id: method.uuid, zone_id: zone.uuid, is_enabled: true, cost };
    await ask('POST', '/shippingProviders/core/rates', rate);
  }
}

async function ordersIn(rows: Rows): Promise<EverShopOrder[]> {
  const orders = await rows<Record<string, string>>('select * from "order" order by order_id');
  const items = await rows<Record<string, string>>('select * from order_item');
  const addresses = await rows<Record<string, string>>('select * from order_address');
  const parts = ['full_name', 'address_1', 'address_2', 'city', 'province', 'postcode'];
  return orders.map((order) => ({
    number: order.order_number ?? '',
    uuid: order.uuid ?? '',
    email: order.customer_email ?? '',
    note: order.shipping_note ?? null,
    totalCents: Math.round(Number(order.grand_total) * 100),
    items: items
      .filter((item) => item.order_item_order_id === order.order_id)
      .map((item) => ({ sku: item.product_sku ?? '', quantity: Number(item.qty) })),
    shipTo: addresses
      .filter((address) => address.order_address_id === order.shipping_address_id)
      .flatMap((address) => parts.map((part) => address[part] ?? ''))
      .join(', '),
  }));
}

async function advance(ask: Ask, rows: Rows, number: string): Promise<void> {
  const [order] = await rows<{ order_id: number; uuid: string }>('select * from "order" where order_number = $1', [
    number,
  ]);
  if (!order) throw new Error(`The shop has no order ${number}.`);
  const [shipment] = await rows<{ uuid: string }>('select * from shipment where shipment_order_id = $1', [
    order.order_id,
  ]);
  if (shipment) {
    await ask('POST', '/deliveries', { order_id: String(order.order_id) });
    return;
  }
  const items = await rows<{ order_item_id: number; qty: number }>(
    'select * from order_item where order_item_order_id = $1',
    [order.order_id],
  );
  const sent = items.map(({ order_item_id, qty }) => ({ order_item_id, qty: Number(qty) }));
  const parcel = { items: sent, carrier: 'custom', tracking_number: `EV${number}`, notifyCustomer: false };
  await ask('POST', `/orders/${order.uuid}/shipments`, parcel);
}
