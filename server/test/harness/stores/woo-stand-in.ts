import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Item, type Order, type Posted, rates, type Session, type WooStandInOptions } from './woo-books.ts';
import { findWoo, skuOf, type WooProduct, wooCatalog } from './woo-catalog.ts';
import { failure, type Reply, stateUnknown, texturized, texturizedAll, tooOften } from './woo-replies.ts';
import { listRestOrders, listRestRefunds } from './woo-rest.ts';

export type { WooStandInOptions } from './woo-books.ts';

/** A shop on loopback that responds like the keyless Store API of WooCommerce 11.0.1, with its traps. */
export async function startWooStandIn({
  draftsEarly = false,
  isStrict = false,
  isFree = false,
  taxPercent = 10,
  decimals = 2,
  currency: code = 'USD',
  hasPlainAddresses = false,
}: WooStandInOptions = {}) {
  const sessions = new Map<string, Session>();
  const orders = new Map<number, Order>();
  const requests: { method: string; path: string; headers: IncomingMessage['headers']; body: Posted }[] = [];
  let priceRise = 0;
  let paymentFails = false;
  let turnedAway = '';
  let nextOrder = 101;
  let denial: { code: string; keepsCart: boolean } | null = null;
  let instead: { words: string; status: number; text: string; headers: Record<string, string> } | null = null;

  const money = (cents: number): string => String(Math.round(cents * 10 ** (decimals - 2)));
  const unitPrice = (product: WooProduct): number => product.price + priceRise;
  const currency = { currency_code: code, currency_minor_unit: decimals };
  const inCurrency = (name: string, value: unknown): unknown => (name === 'currency_code' ? code : value);
  const taxOn = (cents: number): number =>
    Math.round((cents * taxPercent) / 10 ** (4 - decimals)) / 10 ** (decimals - 2);

  function totalsOf({ items, rate }: Pick<Session, 'items' | 'rate'>) {
    const goods = items.reduce((sum, { product, quantity }) => sum + quantity * unitPrice(product), 0);
    const shipping = rates.find(({ rate_id }) => rate_id === rate)?.price ?? 0;
    const itemsTax = taxOn(goods);
    const tax = itemsTax + taxOn(shipping);
    return {
      total_items: money(goods),
      total_items_tax: money(itemsTax),
      total_fees: '0',
      total_discount: '0',
      total_shipping: rate === null ? null : money(shipping),
      total_tax: money(tax),
      total_price: money(goods + shipping + tax),
      ...currency,
    };
  }

  const itemViews = (items: Item[]) =>
    items.map(({ key, product, quantity, variation }) => ({
      key,
      id: product.id,
      quantity,
      name: texturized(product.name),
      sku: skuOf(product),
      variation,
      prices: { price: money(unitPrice(product)), regular_price: money(unitPrice(product)), ...currency },
    }));

  /** An order shows neither its products nor their sale prices, only current prices. */
  const orderItemViews = ({ id: order, items, soldAt }: Order) =>
    itemViews(items).map((view, place) => {
      const line = { line_subtotal: money((soldAt[place] ?? 0) * view.quantity), line_subtotal_tax: '0', ...currency };
      // As typed; the cart prettifies it.
      const typed = items[place]?.product.name ?? '';
      const name = view.variation.length > 0 ? `${typed} - ${view.variation[0]?.value}` : typed;
      return { ...view, key: `wc_order_${order}`, id: 20 + place, name, totals: line };
    });

  const cartView = (session: Session) => ({
    items: itemViews(session.items),
    totals: totalsOf(session),
    billing_address: texturizedAll(session.billing),
    shipping_address: texturizedAll(session.shipping),
    needs_shipping: true,
    needs_payment: !isFree,
    payment_methods: ['cod', 'bacs'],
    shipping_rates: session.shipping.country
      ? [
          {
            package_id: 0,
            shipping_rates: rates.map((rate) => ({
              ...rate,
              price: money(rate.price),
              selected: rate.rate_id === session.rate,
            })),
          },
        ]
      : [],
  });

  function addItem(session: Session, body: Posted): Reply {
    const product = findWoo(Number(body.id));
    if (!product) return failure(400, 'cart_invalid_product', 'This product cannot be added.');
    const quantity = Number(body.quantity);
    if (product.stock === 0) return failure(400, 'product_out_of_stock', 'It is out of stock.');
    if (product.stock !== null && quantity > product.stock) {
      return failure(400, 'product_partially_out_of_stock', `There are ${product.stock} left.`);
    }
    const variation = (body.variation ?? []) as Item['variation'];
    const missing = (product.anyOf ?? []).filter((name) => !variation.some(({ attribute }) => attribute === name));
    if (missing.length > 0) return failure(400, 'missing_attributes', `Missing attributes: ${missing.join(', ')}`);
    session.items.push({ key: randomUUID(), product, quantity, variation });
    return { status: 201, body: cartView(session) };
  }

  function draft(session: Session): Order {
    const known = session.orderId === null ? undefined : orders.get(session.orderId);
    const order: Order = {
      id: known?.id ?? nextOrder++,
      key: known?.key ?? `wc_order_${randomUUID()}`,
      status: known?.status ?? 'checkout-draft',
      items: [...session.items],
      billing: session.billing,
      shipping: session.shipping,
      note: '',
      soldAt: session.items.map(({ product }) => unitPrice(product)),
      totals: totalsOf(session),
      createdAt: known?.createdAt ?? new Date().toISOString(),
      modifiedAt: new Date().toISOString(),
    };
    orders.set(order.id, order);
    session.orderId = order.id;
    return order;
  }

  function checkout(session: Session, method: string, body: Posted): Reply {
    if (session.items.length === 0) {
      return failure(409, 'cart_empty', 'Cannot create order from empty cart.', { cart: cartView(session) });
    }
    if (method === 'GET') {
      if (!draftsEarly && session.orderId === null) {
        return { status: 200, body: { order_id: 0, status: 'checkout-draft', order_key: '', order_number: '0' } };
      }
      const { id, key } = draft(session);
      return {
        status: 200,
        body: { order_id: id, status: 'checkout-draft', order_key: key, order_number: String(id) },
      };
    }
    const soldOut = session.items.find(({ product, quantity }) => product.stock !== null && product.stock < quantity);
    if (soldOut) {
      return failure(409, 'product_partially_out_of_stock', 'Not enough left.', { cart: cartView(session) });
    }
    // `expected_total` is documented but ignored.
    Object.assign(session.billing, body.billing_address);
    Object.assign(session.shipping, body.shipping_address);
    if (isStrict && !session.billing.email) return failure(400, 'missing_email', 'An email address is required.');
    const order = draft(session);
    order.note = String(body.customer_note ?? '');
    if (!body.payment_method) return failure(400, 'checkout_missing_payment_method', 'No payment method provided.');
    if (!session.billing.email) return failure(400, 'missing_email_address', 'A valid email address is required.');
    if (paymentFails) {
      order.status = 'pending';
      return failure(400, 'checkout_process_payment_error', 'The payment was declined.');
    }
    order.status = 'processing';
    if (denial?.keepsCart !== true) session.items = [];
    if (denial) return failure(400, denial.code, 'It did not work.');
    session.orderId = null;
    const payment_result = {
      payment_status: 'success',
      payment_details: [],
      redirect_url: '/checkout/order-received/',
    };
    const { id, key, status } = order;
    return { status: 200, body: { order_id: id, order_number: String(id), order_key: key, status, payment_result } };
  }

  function readOrder(id: number, query: URLSearchParams): Reply {
    const order = orders.get(id);
    if (!order || order.key !== query.get('key')) return failure(401, 'invalid_order', 'Invalid order ID or key.');
    if (order.billing.email !== query.get('billing_email')) {
      return failure(401, 'invalid_billing_email', 'Invalid billing email provided.');
    }
    const { status, totals, shipping, billing } = order;
    const items = orderItemViews(order);
    const needs_payment = status === 'pending' || status === 'failed' || status === 'checkout-draft';
    const addresses = { shipping_address: texturizedAll(shipping), billing_address: texturizedAll(billing) };
    const view = { id, status, totals, items, ...addresses };
    return { status: 200, body: { ...view, needs_payment } };
  }

  function changeCart(session: Session, path: string, body: Posted): Reply {
    if (path === '/cart/add-item') return addItem(session, body);
    if (path === '/cart/remove-item') session.items = session.items.filter(({ key }) => key !== body.key);
    if (path === '/cart/update-customer') {
      const { country, state } = body.shipping_address as { country: string; state: string };
      if (country === 'DE' && state !== '' && !state.startsWith('DE-')) return stateUnknown(state);
      session.billing = { ...(body.billing_address as Posted) };
      session.shipping = { ...(body.shipping_address as Posted) };
      // The shop selects a method by itself, not the wanted one, and keeps it.
      session.rate ??= 'pickup_location:0';
    }
    if (path === '/cart/select-shipping-rate') session.rate = String(body.rate_id);
    // Every change of the cart is copied into its draft order.
    if (session.orderId !== null && path !== '/cart') draft(session);
    return { status: 200, body: cartView(session) };
  }

  function answer(method: string, url: URL, headers: IncomingMessage['headers'], body: Posted): Reply {
    if (url.pathname === '/wp-json/wc/v3/orders') return listRestOrders(orders.values(), url.searchParams, headers);
    const [, refunded] = /^\/wp-json\/wc\/v3\/orders\/(\d+)\/refunds$/.exec(url.pathname) ?? [];
    if (refunded !== undefined) return listRestRefunds(orders.get(Number(refunded)), headers);
    const path = url.pathname.replace('/wp-json/wc/store/v1', '');
    if (turnedAway !== '' && path.startsWith(turnedAway)) return tooOften;
    if (path.startsWith('/products')) return wooCatalog(path, url.searchParams);
    const order = /^\/order\/(\d+)$/.exec(path);
    if (order) return readOrder(Number(order[1]), url.searchParams);
    if (!path.startsWith('/cart') && path !== '/checkout') return failure(404, 'no_route', 'No route was found.');
    const given = headers['cart-token'];
    const known = typeof given === 'string' ? sessions.get(given) : undefined;
    if (!known && (method !== 'GET' || path === '/checkout')) {
      return failure(401, 'missing_nonce', 'Missing the Nonce header.');
    }
    const fresh = { items: [], billing: {}, shipping: {}, rate: null, orderId: null };
    const session: Session = known ?? { token: `eyJ.${randomUUID()}`, ...fresh };
    sessions.set(session.token, session);
    const reply = path === '/checkout' ? checkout(session, method, body) : changeCart(session, path, body);
    return { ...reply, headers: { 'Cart-Token': session.token } };
  }

  const server = createServer((incoming: IncomingMessage, outgoing: ServerResponse) => {
    void incoming.toArray().then((chunks: Buffer[]) => {
      const text = Buffer.concat(chunks).toString();
      const body = (text === '' ? {} : JSON.parse(text)) as Posted;
      const url = new URL(incoming.url ?? '/', 'http://shop.invalid');
      const route = url.searchParams.get('rest_route');
      if (instead && incoming.url?.includes(instead.words)) {
        outgoing.writeHead(instead.status, instead.headers).end(instead.text);
        return;
      }
      if (hasPlainAddresses && route === null) {
        const page = '<!doctype html><link href="/wp-content/themes/shop/style.css"><h1>Page not found</h1>';
        outgoing.writeHead(404, { 'content-type': 'text/html' }).end(page);
        return;
      }
      if (route !== null) url.pathname = `/wp-json${route}`;
      requests.push({ method: incoming.method ?? 'GET', path: url.pathname, headers: incoming.headers, body });
      const { status, body: answered, headers } = answer(incoming.method ?? 'GET', url, incoming.headers, body);
      outgoing
        .writeHead(status, { 'content-type': 'application/json', ...headers })
        .end(JSON.stringify(answered, inCurrency));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const sold = () => [...orders.values()].filter(({ status }) => status !== 'checkout-draft' && status !== 'pending');

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    orders,
    sold,
    /** Responds with this on paths that contain the text; null ends it. */
    answerWith(
      words: string | null,
      status = 200,
      text = '<!doctype html><title>Down for maintenance</title>',
      headers: Record<string, string> = {},
    ) {
      instead = words === null ? null : { words, status, text, headers };
    },
    soldUnder: (reference: string) => sold().filter(({ note }) => note.includes(reference)).length,
    /** The owner raises prices. Carts cost the new ones at once. */
    raisePrices(cents: number) {
      priceRise = cents;
    },
    /** Returns "too many requests" on paths that start with this; '' ends it. */
    turnAway(path: string) {
      turnedAway = path;
    },
    /** From now on the shop sells but reports a failure. */
    denySales(code: string, keepsCart: boolean) {
      denial = { code, keepsCart };
    },
    failPayments(does: boolean) {
      paymentFails = does;
    },
    setStatus(orderId: string, status: string) {
      const order = orders.get(Number(orderId));
      if (order) order.status = status;
    },
    /** The owner refunds this much, for these units of each item; empty: only an amount. */
    refund(orderId: string, cents: number, units: number[] = [], reason = '') {
      const order = orders.get(Number(orderId));
      const refund = { cents, reason, at: new Date().toISOString(), units };
      if (order) order.refunds = [...(order.refunds ?? []), refund];
    },
    /** Adds something to every open cart. */
    spoilCarts() {
      for (const { items } of sessions.values()) for (const item of items) item.quantity += 1;
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export type WooStandIn = Awaited<ReturnType<typeof startWooStandIn>>;
