import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { text as readText } from 'node:stream/consumers';
import { type Clock, dayMs, systemClock } from '../../../src/kit/clock.ts';
import { fieldsOf, jsonIn, listOf } from '../../../src/kit/fields.ts';
import { portOf } from '../../../src/platform/port.ts';

type Json = Record<string, unknown>;
type Reply = { status: number; body?: unknown; text?: string };

export const mouserCredentials = { search_key: 'search-key', order_key: 'order-key' };

/** What happens to a call instead of a response. */
export type MouserFault =
  | 'lost before'
  | 'lost after'
  | 'html'
  | 'internal error'
  | 'unknown error'
  /** It sold, and returns the number without lines, beside an error. */
  | 'number beside an error'
  | 403
  | 408
  | 409
  | 429
  | 500;

interface Part {
  number: string;
  /** Of one piece, in hundredths of a cent. */
  price: number;
  min: number;
  mult: number;
  restriction?: string;
}

const parts: readonly Part[] = [
  { number: '595-NE555P', price: 4730, min: 1, mult: 1 },
  { number: '603-RC0402', price: 63, min: 10, mult: 10 },
  { number: '999-BARRED', price: 10_000, min: 1, mult: 1, restriction: 'Not for sale here.' },
];

interface SoldOrder {
  id: string;
  poNumber: string;
  placedAt: Date;
  order: Json;
  isShipped: boolean;
}

interface MouserBehavior {
  currency: string;
  /** How the account's country writes this many hundredths of a cent. */
  priceText: (price: number) => string;
  /** The same cart submitted twice: refused as empty, or sold again. */
  duplicates: 'empty' | 'buy';
  visibleAfterMs: number;
  /** The history lists only this many of the orders that it counts. */
  historyMost: number | null;
  /** The history's fields instead of its own. */
  history: Json | null;
  /** Where an error appears: at the root, the order, a line, or a part of the order. */
  errorAt: 'root' | 'order' | 'line' | 'address' | null;
  errorCode: string;
  hasWrongTotal: boolean;
  priceRise: number;
  /** Calls a second with each key, and how many at once. Null: no limit. */
  rate: { perSecond: number; burst: number } | null;
}

const ordinary: MouserBehavior = {
  currency: 'USD',
  priceText: (price) => `$${price / 10_000}`,
  duplicates: 'empty',
  visibleAfterMs: 0,
  historyMost: null,
  history: null,
  errorAt: null,
  errorCode: 'Invalid',
  hasWrongTotal: false,
  priceRise: 0,
  rate: null,
};

const errorOf = (Code: string): Json => ({ Id: 0, Code, Message: `${Code}.`, ResourceKey: Code, PropertyName: '' });

/** Mouser, as its guide and its published types describe it: errors come with HTTP 200, on every level. */
export async function startMouserStandIn(clock: Clock = systemClock) {
  const state = {
    behavior: { ...ordinary },
    carts: new Map<string, { partNumber: string; quantity: number }[]>(),
    orders: [] as SoldOrder[],
    seen: [] as { path: string; body: Json }[],
    faults: [] as { path: string; fault: MouserFault }[],
    /** Chooses the fault of a call; undefined: the next one in `faults`. */
    chooseFault: undefined as ((path: string, body: Json) => MouserFault | null) | undefined,
    buckets: new Map<string, { tokens: number; at: number }>(),
    /** Calls above the allowed rate. */
    refused: [] as string[],
  };

  function nextFault(path: string): MouserFault | null {
    const place = state.faults.findIndex((planned) => planned.path === path);
    return place < 0 ? null : (state.faults.splice(place, 1)[0]?.fault ?? null);
  }

  function isAboveRate(path: string): boolean {
    const { rate } = state.behavior;
    if (!rate) return false;
    const key = path.startsWith('/search/') ? 'search' : 'order';
    const now = performance.now();
    const known = state.buckets.get(key) ?? { tokens: rate.burst, at: now };
    const tokens = Math.min(rate.burst, known.tokens + ((now - known.at) / 1000) * rate.perSecond);
    const isAllowed = tokens >= 1;
    state.buckets.set(key, { tokens: isAllowed ? tokens - 1 : tokens, at: now });
    if (!isAllowed) state.refused.push(path);
    return !isAllowed;
  }

  const cents = (hundredths: number): number => Math.round(hundredths / 100);
  const lineOf = ({ partNumber, quantity }: { partNumber: string; quantity: number }): Json => {
    const price = (parts.find(({ number }) => number === partNumber)?.price ?? 0) + state.behavior.priceRise;
    return {
      MouserPartNumber: partNumber,
      Quantity: quantity,
      UnitPrice: price / 10_000,
      ExtendedPrice: cents(price * quantity) / 100,
      Errors: state.behavior.errorAt === 'line' ? [errorOf(state.behavior.errorCode)] : [],
    };
  };

  function search({ keyword, mouserPartNumber }: Json): Reply {
    const words = String(keyword ?? mouserPartNumber).toLowerCase();
    const found = parts.filter(({ number }) => number.toLowerCase().includes(words));
    const Parts = found.map(({ number, price, min, mult, restriction }) => ({
      MouserPartNumber: number,
      ManufacturerPartNumber: number.slice(4),
      Manufacturer: 'Acme',
      Description: 'A part',
      AvailabilityInStock: '500',
      Min: String(min),
      Mult: String(mult),
      PriceBreaks: [{ Quantity: 1, Price: state.behavior.priceText(price), Currency: state.behavior.currency }],
      RestrictionMessage: restriction ?? '',
    }));
    return { status: 200, body: { Errors: [], SearchResults: { NumberOfResult: Parts.length, Parts } } };
  }

  function insert(body: Json): Reply {
    const items = listOf(body.CartItems).map(fieldsOf);
    const lines = items.map(({ MouserPartNumber, Quantity }) => ({
      partNumber: String(MouserPartNumber),
      quantity: Number(Quantity),
    }));
    const unknown = lines.filter(({ partNumber }) => !parts.some(({ number }) => number === partNumber));
    const CartKey = randomUUID();
    state.carts.set(CartKey, lines);
    return {
      status: 200,
      body: {
        Errors: unknown.map(() => errorOf('NotFound')),
        CartKey,
        CurrencyCode: 'USD',
        CartItems: lines.map(lineOf),
      },
    };
  }

  function order(body: Json): Reply {
    const { CartKey, SubmitOrder, Payment, PrimaryShipping, ShippingAddress } = fieldsOf(body.Order);
    const { errorAt, errorCode, duplicates, hasWrongTotal } = state.behavior;
    const lines = state.carts.get(String(CartKey)) ?? [];
    const OrderLines = lines.map(lineOf);
    const MerchandiseTotal = OrderLines.reduce((sum, line) => sum + Math.round(Number(line.ExtendedPrice) * 100), 0);
    const TaxAmount = Math.round(MerchandiseTotal * 0.0825);
    const rate = fieldsOf(PrimaryShipping).Code === 1 ? 799 : 2599;
    const Errors = [
      ...(errorAt === 'order' ? [errorOf(errorCode)] : []),
      ...(lines.length === 0 ? [errorOf('EmptyCart')] : []),
    ];
    const isRefused = Errors.length > 0 || (errorAt !== null && lines.length > 0);
    const isSold = SubmitOrder === true && !isRefused;
    const id = String(900_000 + state.orders.length);
    const shown: Json = {
      OrderLines,
      CurrencyCode: 'USD',
      MerchandiseTotal: MerchandiseTotal / 100,
      additionalFeesTotal: 0,
      TaxAmount: TaxAmount / 100,
      OrderTotal: (MerchandiseTotal + TaxAmount + rate + (hasWrongTotal ? 1 : 0)) / 100,
      ShippingAddress: {
        ...fieldsOf(ShippingAddress),
        Error: errorAt === 'address' ? { Errors: [errorOf(errorCode)] } : null,
      },
      ShippingMethod: {
        PrimaryCode: fieldsOf(PrimaryShipping).Code,
        PrimaryShippingRate: rate / 100,
        SecondaryShippingRate: null,
      },
      OrderID: isSold ? id : '',
      SubmitOrder,
      Errors,
    };
    if (isSold) {
      const poNumber = String(fieldsOf(Payment).PoNumber ?? '');
      state.orders.push({ id, poNumber, placedAt: clock.now(), order: shown, isShipped: false });
      if (duplicates === 'empty') state.carts.set(String(CartKey), []);
    }
    return { status: 200, body: { Errors: errorAt === 'root' ? [errorOf(errorCode)] : [], Order: shown } };
  }

  const isVisible = ({ placedAt }: SoldOrder) =>
    clock.now().getTime() - placedAt.getTime() >= state.behavior.visibleAfterMs;

  function history({ searchParams }: URL): Reply {
    const [from = 0, to = 0] = ['startDate', 'endDate'].map((name) => Date.parse(`${searchParams.get(name)} UTC`));
    const isAsked = (order: (typeof state.orders)[number]): boolean =>
      isVisible(order) && order.placedAt.getTime() >= from && order.placedAt.getTime() < to + dayMs;
    const OrderHistoryItems = state.orders.filter(isAsked).map(({ id, poNumber, placedAt }) => ({
      DateCreated: placedAt.toISOString(),
      WebOrderNumber: id,
      SalesOrderNumber: `S${id}`,
      PoNumber: poNumber.toLowerCase(),
      OrderStatusDisplay: 'In Process',
    }));
    const { historyMost, history } = state.behavior;
    if (history) return { status: 200, body: { Errors: [], ...history } };
    const shown = historyMost === null ? OrderHistoryItems : OrderHistoryItems.slice(0, historyMost);
    return {
      status: 200,
      body: { Errors: [], NumberOfOrders: OrderHistoryItems.length, OrderHistoryItems: shown },
    };
  }

  function details(id: string | null): Reply {
    const order = state.orders.find((known) => known.id === id);
    const TrackingDetails = order?.isShipped ? [{ Number: `1Z${order.id}`, Link: 'https://track.example.com' }] : [];
    const body = { WebOrderId: id, DeliveryDetail: { ShippingMethodName: 'UPS Ground', TrackingDetails } };
    return { status: 200, body: order ? body : { Errors: [errorOf('NotFound')] } };
  }

  function serve(path: string, url: URL, body: Json): Reply {
    const isSearch = path.startsWith('/search/');
    if (url.searchParams.get('apiKey') !== mouserCredentials[isSearch ? 'search_key' : 'order_key'])
      return { status: 403, text: '<html>' };
    if (isSearch) return search(fieldsOf(body.SearchByKeywordRequest ?? body.SearchByPartRequest));
    if (path === '/cart/items/insert') return insert(body);
    if (path === '/order/options/query') {
      const Methods = [
        { Method: 'UPS Ground', Rate: 7.99, Code: 1 },
        { Method: 'Next day', Rate: 25.99, Code: 2 },
        { Method: 'Freight', Rate: null, Code: 71 },
      ];
      return { status: 200, body: { OrderInitialize: { CurrencyCode: 'USD', Shipping: { Methods }, Errors: [] } } };
    }
    if (path === '/order') return order(body);
    if (path === '/orderhistory/ByDateRange') return history(url);
    if (path === '/orderhistory/webOrderNumber') return details(url.searchParams.get('webOrderNumber'));
    const [, id] = /^\/order\/(\d+)$/.exec(path) ?? [];
    const known = state.orders.find((sold) => sold.id === id);
    return known ? { status: 200, body: known.order } : { status: 200, body: { Errors: [errorOf('NotFound')] } };
  }

  const inCurrency = (name: string, value: unknown): unknown =>
    name === 'CurrencyCode' || name === 'Currency' ? state.behavior.currency : value;

  const server = createServer((request, response) => {
    void readText(request).then((text) => {
      const url = new URL(request.url ?? '/', 'http://mouser');
      const path = url.pathname.replace('/api/v1', '');
      const body = fieldsOf(jsonIn(text));
      state.seen.push({ path, body });
      const step = fieldsOf(body.Order).SubmitOrder === true ? 'submit' : path;
      const fault = state.chooseFault ? state.chooseFault(step, body) : nextFault(step);
      if (isAboveRate(path)) return void response.writeHead(429, { 'retry-after': '1' }).end('{}');
      if (fault === 'lost before') return void response.destroy();
      const spoiled: Reply | null =
        typeof fault === 'number'
          ? { status: fault, body: {} }
          : fault === 'html'
            ? { status: 200, text: '<html>' }
            : fault === 'internal error'
              ? { status: 200, body: { Order: { Errors: [errorOf('InternalError')] } } }
              : fault === 'unknown error'
                ? { status: 200, body: { Order: { Errors: [errorOf('QueueFull')] } } }
                : null;
      const reply = spoiled ?? serve(path, url, body);
      if (fault === 'number beside an error') {
        const { OrderID } = fieldsOf(fieldsOf(reply.body).Order);
        reply.body = { Errors: [errorOf('Invalid')], Order: { OrderID, OrderLines: null } };
      }
      if (fault === 'lost after') return void response.destroy();
      response
        .writeHead(reply.status, { 'content-type': 'application/json' })
        .end(reply.text ?? JSON.stringify(reply.body, inCurrency));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${portOf(server)}`,
    state,
    behave(behavior: Partial<MouserBehavior> = {}) {
      state.behavior = { ...ordinary, ...behavior };
      state.faults.length = 0;
    },
    spoil: (path: string, ...faults: MouserFault[]) =>
      void state.faults.push(...faults.map((fault) => ({ path, fault }))),
    soldUnder: (poNumber: string): number => state.orders.filter((order) => order.poNumber === poNumber).length,
    ship(id: string) {
      const order = state.orders.find((known) => known.id === id);
      if (order) order.isShipped = true;
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
