import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Clock, systemClock } from '../../../src/kit/clock.ts';

type Fields = Record<string, unknown>;

export interface VendureOrder extends Fields {
  code: string;
  state: string;
  active: boolean;
  orderPlacedAt: string | null;
  totalWithTax: number;
  lines: {
    id: string;
    quantity: number;
    orderPlacedQuantity: number;
    discountedUnitPrice: number;
    discountedUnitPriceWithTax: number;
    productVariant: { id: string; name: string };
  }[];
  shippingAddress: Fields | null;
  payments?: { refunds: Fields[] }[];
}

const nothing = (): Fields => ({});
const unitPrice = 2000;
const shipping = 500;

const product = {
  id: '1',
  slug: 'mug',
  name: 'Mug',
  description: 'A mug.',
  assets: [],
  featuredAsset: null,
  collections: [],
  optionGroups: [],
  variants: [
    {
      id: 'v1',
      name: 'Mug',
      sku: 'MUG',
      price: unitPrice,
      priceWithTax: unitPrice * 1.2,
      currencyCode: 'USD',
      stockLevel: 'IN_STOCK',
      options: [],
    },
  ],
};

/** Totals follow from the lines, with 20 % tax. */
function priced(order: VendureOrder): VendureOrder {
  const subTotal = order.lines.reduce((sum, { quantity, discountedUnitPrice: price }) => sum + quantity * price, 0);
  const total = subTotal + shipping;
  return Object.assign(order, {
    currencyCode: 'USD',
    subTotal,
    shipping,
    total,
    totalWithTax: Math.round(total * 1.2),
  });
}

/**
 * A shop on loopback that responds like Vendure, for one customer and cart at a time. The conformance suite uses a real
 * Vendure; this one misbehaves on purpose.
 */
export async function startVendureStandIn({ now }: Pick<Clock, 'now'> = systemClock, currency = 'USD') {
  const asked: string[] = [];
  const past: VendureOrder[] = [];
  const released: VendureOrder[] = [];
  /** Whether canceled orders are hidden, and how much prices rose. */
  const mood = { forgetsCanceled: false, dearer: 0 };
  let cart: VendureOrder | null = null;
  let made = 0;
  /** Replacement responses by request name. */
  const instead = new Map<string, (variables: Fields) => Fields>();

  const newOrder = (quantity: number, more: Partial<VendureOrder> = {}): VendureOrder => {
    made += 1;
    const line = {
      id: '1',
      quantity,
      orderPlacedQuantity: more.orderPlacedAt ? quantity : 0,
      discountedUnitPrice: unitPrice + mood.dearer,
      discountedUnitPriceWithTax: (unitPrice + mood.dearer) * 1.2,
      productVariant: { id: 'v1', name: 'Mug' },
    };
    const order = { code: `C${made}`, state: 'AddingItems', active: true, orderPlacedAt: null, lines: [line] };
    return priced({ ...order, totalWithTax: 0, shippingAddress: null, ...more });
  };

  const withCode = (code: unknown) => [...past, ...released].find((order) => order.code === code) ?? null;
  const shown = { activeCustomer: { emailAddress: 'customer@example.com' } };
  const answers: Record<string, (variables: Fields) => Fields> = {
    LogIn: () => ({ login: { __typename: 'CurrentUser' } }),
    Look: () => ({
      ...shown,
      activeChannel: { pricesIncludeTax: false, currencyCode: 'USD' },
      activeOrder: cart,
      p0: product,
    }),
    Fill: ({ q0, shipTo }) => {
      if (typeof q0 === 'number') cart = newOrder(q0);
      if (cart && shipTo) cart.shippingAddress = shipTo as Fields;
      return { i0: cart, guest: cart, shipTo: cart, billTo: cart };
    },
    Ways: () => ({
      eligibleShippingMethods: [{ id: '1', name: 'Standard', priceWithTax: 600 }],
      eligiblePaymentMethods: [{ code: 'cash-on-delivery', isEligible: true }],
    }),
    Way: () => ({ setOrderShippingMethod: cart }),
    Stand: () => {
      if (cart) cart.state = 'ArrangingPayment';
      return { transitionOrderToState: cart };
    },
    Pay: () => {
      if (!cart) return { addPaymentToOrder: { errorCode: 'NO_ACTIVE_ORDER_ERROR', message: 'No active order' } };
      const lines = cart.lines.map((line) => ({ ...line, orderPlacedQuantity: line.quantity }));
      const order = {
        ...cart,
        lines,
        state: 'PaymentAuthorized',
        active: false,
        orderPlacedAt: now().toISOString(),
      };
      past.unshift(order);
      cart = null;
      return { addPaymentToOrder: order };
    },
    Cancel: () => {
      const canceled = cart && { ...cart, state: 'Cancelled', active: false };
      if (canceled && !mood.forgetsCanceled) released.push(canceled);
      cart = null;
      return { transitionOrderToState: canceled };
    },
    Empty: () => {
      if (cart) priced(Object.assign(cart, { state: 'AddingItems', lines: [] }));
      return { transitionOrderToState: cart, removeAllOrderLines: cart };
    },
    Again: ({ code }) => ({ activeOrder: cart, orderByCode: withCode(code) }),
    History: ({ code }) => ({
      ...shown,
      activeOrder: cart,
      orderByCode: withCode(code),
    }),
    Refunds: ({ code }) => {
      const order = withCode(code);
      return { ...shown, orderByCode: order && { ...order, payments: order.payments ?? null } };
    },
    Track: ({ code }) => {
      const order = withCode(code);
      const lines = order?.lines.map((line) => ({
        ...line,
        proratedUnitPriceWithTax: line.discountedUnitPriceWithTax,
      }));
      return { ...shown, orderByCode: order && { ...order, lines, fulfillments: [] } };
    },
    Open: () => ({ ...shown, activeOrder: cart && { code: cart.code } }),
    Past: ({ take, skip, since = '' }) => {
      const listed = past.filter(({ orderPlacedAt }) => (orderPlacedAt ?? '') > String(since));
      return {
        activeCustomer: {
          ...shown.activeCustomer,
          orders: { totalItems: listed.length, items: listed.slice(Number(skip), Number(skip) + Number(take)) },
        },
        activeChannel: { pricesIncludeTax: false, currencyCode: 'USD' },
        p0: product,
      };
    },
  };

  const server = createServer((incoming: IncomingMessage, outgoing: ServerResponse) => {
    void incoming.toArray().then((chunks: Buffer[]) => {
      const { query, variables } = JSON.parse(Buffer.concat(chunks).toString()) as { query: string; variables: Fields };
      const name = /^\s*(?:query|mutation) (\w+)/.exec(query)?.[1] ?? '';
      asked.push(name);
      const answer: Fields = (instead.get(name) ?? answers[name] ?? nothing)(variables);
      outgoing.setHeader('vendure-auth-token', 'session');
      if (typeof answer.text === 'string') {
        outgoing.writeHead(Number(answer.status)).end(answer.text);
        return;
      }
      const body = 'errors' in answer ? answer : { data: answer };
      const said = JSON.stringify(body, (field, value: unknown) => (field === 'currencyCode' ? currency : value));
      outgoing.writeHead(200, { 'content-type': 'application/json' }).end(said);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Request names in order. */
    asked,
    past,
    mood,
    instead,
    answers,
    newOrder,
    /** The owner refunds cents of an order, for these units of its line; 0: for no particular line. */
    refund(code: string, total: number, units = 0, more: Fields = {}) {
      const order = withCode(code);
      if (!order) throw new Error(`There is no order ${code}.`);
      const lines = units > 0 ? [{ orderLineId: order.lines[0]?.id, quantity: units }] : [];
      const refund = { total, state: 'Settled', reason: null, createdAt: now().toISOString(), lines, ...more };
      order.payments = [{ refunds: [...(order.payments?.[0]?.refunds ?? []), refund] }];
    },
    /** The owner cancels units of an order, or all of it, and refunds them. */
    cancel(code: string, units: number | 'all') {
      const order = withCode(code);
      const line = order?.lines[0];
      if (!order || !line) throw new Error(`There is no order ${code}.`);
      if (units === 'all') order.state = 'Cancelled';
      else line.quantity -= units;
      this.refund(code, units === 'all' ? order.totalWithTax : units * line.discountedUnitPriceWithTax, 0);
    },
    get cart() {
      return cart;
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export type VendureStandIn = Awaited<ReturnType<typeof startVendureStandIn>>;
