import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  type Fields,
  itemViews,
  type MedusaCart,
  type MedusaOrder,
  medusaProducts,
  productView,
  type Reply,
  refused,
  shippingOptions,
  totalsOf,
} from './medusa-books.ts';

/** Faults that a test sets. */
interface Faults {
  /** Completing a cart fails with this although it sells. `isSold: false`: it does not sell. */
  completing: { status: number; type: string; message: string; code?: string; isSold: boolean } | null;
  /** The payment provider declines, with this type of error. */
  declines: string | null;
  /** Responds with this on every path that contains the text. */
  answers: { words: string; status: number; text: string } | null;
  /** The metadata of a cart does not reach its order. */
  losesMetadata: boolean;
  /** The order list ignores the requested sort order. */
  listsOldestFirst: boolean;
}

const ok = (body: unknown): Reply => ({ status: 200, body });
const notFound = refused(404, 'not_found', 'Not found');
const key = 'pk_stand_in';
const now = () => new Date().toISOString();

/** A shop on loopback that responds like the store API of Medusa 2.21. */
export async function startMedusaStandIn(currency = 'usd') {
  const products = medusaProducts();
  const carts = new Map<string, MedusaCart>();
  const orders: MedusaOrder[] = [];
  const passwords = new Map<string, string>();
  const sessions = new Map<string, string>();
  const faults: Faults = {
    completing: null,
    declines: null,
    answers: null,
    losesMetadata: false,
    listsOldestFirst: false,
  };

  const cartView = (cart: MedusaCart) => ({
    id: cart.id,
    ...totalsOf(cart),
    items: itemViews(cart.items),
    shipping_address: cart.shippingAddress,
    metadata: cart.metadata,
    completed_at: cart.orderId === null ? null : now(),
  });
  const orderView = (order: MedusaOrder) => {
    const { id, cart, createdAt, metadata, sold, parcel, returned, received, refunded, owed } = order;
    return {
      id,
      status: order.isCanceled ? 'canceled' : 'pending',
      created_at: createdAt,
      metadata,
      ...sold,
      items: itemViews(cart.items).map((item) => ({
        ...item,
        detail: {
          return_requested_quantity: (returned.get(item.id) ?? 0) - (received.get(item.id) ?? 0),
          return_received_quantity: received.get(item.id) ?? 0,
          return_dismissed_quantity: 0,
        },
      })),
      summary: { refunded_total: refunded, pending_difference: -owed },
      fulfillment_status: parcel === null ? 'not_fulfilled' : parcel.delivered_at ? 'delivered' : 'shipped',
      fulfillments: parcel === null ? [] : [{ id: `ful_${id}`, packed_at: createdAt, canceled_at: null, ...parcel }],
    };
  };

  function listProducts(query: URLSearchParams): Reply {
    const handles = [...query.getAll('handle'), ...query.getAll('handle[]')];
    const words = (query.get('q') ?? '').toLowerCase();
    const found = products.filter(({ handle, title }) =>
      handles.length > 0 ? handles.includes(handle) : title.toLowerCase().includes(words),
    );
    const offset = Number(query.get('offset') ?? 0);
    const page = found.slice(offset, offset + Number(query.get('limit') ?? 50));
    return ok({ products: page.map(productView), count: found.length });
  }

  function openCart(body: Fields, customer: string | null): Reply {
    const items: MedusaCart['items'] = [];
    for (const { variant_id, quantity } of body.items as { variant_id: string; quantity: number }[]) {
      const product = products.find(({ variants }) => variants.some(({ id }) => id === variant_id));
      const variant = product?.variants.find(({ id }) => id === variant_id);
      if (!product || !variant) return refused(400, 'invalid_data', 'Variants do not exist');
      if (variant.stock < quantity) return tooFew;
      items.push({ id: `cali_${randomUUID()}`, variant, title: product.title, quantity });
    }
    const cart: MedusaCart = {
      id: `cart_${randomUUID()}`,
      email: body.email,
      customer,
      items,
      shippingAddress: body.shipping_address as Fields,
      metadata: body.metadata,
      shipping: 0,
      session: null,
      orderId: null,
    };
    carts.set(cart.id, cart);
    return ok({ cart: cartView(cart) });
  }

  function sell(cart: MedusaCart): MedusaOrder {
    const order: MedusaOrder = {
      id: `order_${randomUUID()}`,
      cart,
      customer: cart.customer,
      createdAt: now(),
      metadata: faults.losesMetadata ? null : cart.metadata,
      sold: { ...totalsOf(cart), shipping_address: { ...cart.shippingAddress } },
      parcel: null,
      returned: new Map(),
      received: new Map(),
      isCanceled: false,
      refunded: 0,
      owed: 0,
    };
    cart.orderId = order.id;
    orders.push(order);
    return order;
  }

  /** A slow shop has read the cart and not stored the order yet: the returned function does. */
  function beginToComplete(id: string): () => void {
    const cart = carts.get(id)!;
    const read = { ...cart, items: [...cart.items] };
    return () => {
      cart.orderId ??= sell(read).id;
    };
  }

  /** Completing a cart again returns the same order. */
  function complete(cart: MedusaCart): Reply {
    const known = orders.find(({ id }) => id === cart.orderId);
    if (known) return ok({ type: 'order', order: orderView(known) });
    if (cart.items.length === 0) return refused(400, 'invalid_data', 'Cannot complete a cart without items');
    if (cart.session === null)
      return refused(400, 'invalid_data', 'Payment collection has not been initiated for cart');
    if (faults.declines) {
      const error = { type: faults.declines, name: 'Error', message: 'Payment authorization failed' };
      return ok({ type: 'cart', cart: cartView(cart), error });
    }
    if (cart.items.some(({ variant, quantity }) => variant.stock < quantity)) return tooFew;
    const { completing } = faults;
    if (completing && !completing.isSold) return answerOf(completing);
    const order = sell(cart);
    return completing ? answerOf(completing) : ok({ type: 'order', order: orderView(order) });
  }

  function changeCart(method: string, id: string, rest: string, body: Fields): Reply {
    const cart = carts.get(id);
    if (!cart) return notFound;
    if (rest === '/complete') return complete(cart);
    if (rest === '/shipping-methods') cart.shipping = shippingOptions.find((o) => o.id === body.option_id)?.amount ?? 0;
    if (method === 'DELETE') {
      if (cart.orderId !== null) return refused(400, 'invalid_data', `Cart ${id} is already completed.`);
      cart.items = cart.items.filter((item) => !rest.endsWith(item.id));
      return ok({ deleted: true, parent: cartView(cart) });
    }
    return ok({ cart: cartView(cart) });
  }

  function pay(path: string, body: Fields): Reply {
    const cartId = /^\/store\/payment-collections\/paycol_(.+)\/payment-sessions$/.exec(path)?.[1];
    if (cartId === undefined) return ok({ payment_collection: { id: `paycol_${body.cart_id}` } });
    const cart = carts.get(cartId);
    if (body.provider_id !== 'pp_system_default') return refused(404, 'not_found', 'Unable to find the provider');
    if (cart) cart.session = String(body.provider_id);
    return ok({ payment_collection: { id: `paycol_${cartId}` } });
  }

  function listOrders(customer: string | null, query: URLSearchParams): Reply {
    if (customer === null) return refused(401, 'unauthorized', 'Unauthorized');
    const own = orders.filter((order) => order.customer === customer);
    const isDescending = query.get('order') === '-created_at' && !faults.listsOldestFirst;
    const sorted = isDescending ? own.toReversed() : own;
    const offset = Number(query.get('offset') ?? 0);
    const page = sorted.slice(offset, offset + Math.min(Number(query.get('limit') ?? 50), 50));
    const views = page.map(({ id, createdAt, metadata }) => ({ id, created_at: createdAt, metadata }));
    return ok({ orders: views, count: own.length, offset, limit: 50 });
  }

  function logIn({ email, password }: Fields): Reply {
    if (passwords.get(String(email)) !== password) return refused(401, 'unauthorized', 'Invalid email or password');
    const token = randomUUID();
    sessions.set(token, String(email));
    return ok({ token });
  }

  function createReturn({ order_id, items }: Fields): Reply {
    const order = orders.find(({ id }) => id === order_id);
    if (!order) return notFound;
    for (const { id, quantity } of items as { id: string; quantity: number }[]) {
      const asked = (order.returned.get(id) ?? 0) + quantity;
      const shipped = order.parcel ? (order.cart.items.find((item) => item.id === id)?.quantity ?? 0) : 0;
      if (asked > shipped) return refused(400, 'invalid_data', 'Cannot request to return more items.');
      order.returned.set(id, asked);
    }
    return ok({ return: { id: `return_${randomUUID()}` } });
  }

  function answer(method: string, { pathname: path, searchParams: query }: URL, token: string, body: Fields): Reply {
    const customer = sessions.get(token) ?? null;
    if (path === '/auth/customer/emailpass') return logIn(body);
    if (path === '/store/customers/me') return customer ? ok({ customer: { id: customer } }) : unauthorized;
    if (path === '/store/regions') return ok({ regions: [region] });
    if (path === '/store/products') return listProducts(query);
    if (path === '/store/payment-providers') return ok({ payment_providers: [{ id: 'pp_system_default' }] });
    if (path === '/store/shipping-options') {
      const isBack = query.get('is_return') === 'true';
      if (!carts.has(query.get('cart_id') ?? '')) return notFound;
      return ok({ shipping_options: isBack ? [{ id: 'so_return', amount: 0 }] : shippingOptions });
    }
    if (path === '/store/returns') return createReturn(body);
    if (path === '/store/orders') return listOrders(customer, query);
    const order = orders.find(({ id }) => path === `/store/orders/${id}`);
    if (order) return ok({ order: orderView(order) });
    if (path.startsWith('/store/payment-collections')) return pay(path, body);
    if (path === '/store/carts') return openCart(body, customer);
    const [, id, rest = ''] = /^\/store\/carts\/([^/]+)(\/.+)?$/.exec(path) ?? [];
    return id === undefined ? notFound : changeCart(method, id, rest, body);
  }

  const server = createServer((incoming: IncomingMessage, outgoing: ServerResponse) => {
    void incoming.toArray().then((chunks: Buffer[]) => {
      const text = Buffer.concat(chunks).toString();
      const url = new URL(incoming.url ?? '/', 'http://shop.invalid');
      const { answers } = faults;
      if (answers && incoming.url?.includes(answers.words)) {
        outgoing.writeHead(answers.status).end(answers.text);
        return;
      }
      const token = incoming.headers.authorization?.replace('Bearer ', '') ?? '';
      const isKnown = incoming.headers['x-publishable-api-key'] === key || url.pathname.startsWith('/auth');
      const body = (text === '' ? {} : JSON.parse(text)) as Fields;
      const reply = isKnown ? answer(incoming.method ?? 'GET', url, token, body) : keyNeeded;
      const said = JSON.stringify(reply.body, (name, value: unknown) => (name === 'currency_code' ? currency : value));
      outgoing.writeHead(reply.status, { 'content-type': 'application/json' }).end(said);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    publishableKey: key,
    faults,
    carts,
    orders,
    products,
    register: (email: string, password: string) => void passwords.set(email, password),
    beginToComplete,
    soldUnder: (reference: string) =>
      orders.filter(({ cart }) => (cart.metadata as Fields | undefined)?.reference === reference).length,
    /** Ships an order; delivers it the next time. */
    advance(orderId: string) {
      const order = orders.find(({ id }) => id === orderId);
      if (!order) throw new Error(`There is no order ${orderId}.`);
      order.parcel = { shipped_at: order.parcel?.shipped_at ?? now(), delivered_at: order.parcel ? now() : null };
    },
    /** The owner receives a return and owes this much. */
    receiveReturns(orderId: string, owed: number) {
      const order = orders.find(({ id }) => id === orderId);
      if (!order) throw new Error(`There is no order ${orderId}.`);
      order.received = new Map(order.returned);
      order.owed += owed;
    },
    /** The owner cancels and refunds the order. */
    cancel(orderId: string) {
      const order = orders.find(({ id }) => id === orderId);
      if (!order) throw new Error(`There is no order ${orderId}.`);
      order.isCanceled = true;
      order.refunded = Number(order.sold.total);
    },
    refund(orderId: string, dollars: number) {
      const order = orders.find(({ id }) => id === orderId);
      if (!order) throw new Error(`There is no order ${orderId}.`);
      order.refunded += dollars;
      order.owed = Math.max(0, order.owed - dollars);
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export type MedusaStandIn = Awaited<ReturnType<typeof startMedusaStandIn>>;

const region = { id: 'reg_1', currency_code: 'usd', countries: [{ iso_2: 'us' }, { iso_2: 'de' }] };
const unauthorized = refused(401, 'unauthorized', 'Unauthorized');
const keyNeeded = refused(
  400,
  'not_allowed',
  'Publishable API key required in the request header: x-publishable-api-key.',
);
const tooFew = refused(
  400,
  'not_allowed',
  'Some variant does not have the required inventory',
  'insufficient_inventory',
);
const answerOf = ({ status, type, message, code }: NonNullable<Faults['completing']>): Reply =>
  refused(status, type, message, code);
