import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Product {
  slug: string;
  id: number;
  title: string;
  cents: number;
  stock: number;
  colors: string[];
}

interface Row {
  product: Product;
  color: string;
  quantity: number;
}

type ShipTo = Record<'first' | 'last' | 'line1' | 'line2' | 'city' | 'state' | 'zip', string>;

interface Visitor {
  email: string | null;
  rows: Row[];
  shipTo: ShipTo | null;
  coupon: string;
  note: string;
  payment: string;
  /** Shown once, on the next page. */
  notice: { isError: boolean; text: string } | null;
}

interface Sale {
  number: string;
  email: string;
  rows: { slug: string; quantity: number; color: string }[];
  lines: Row[];
  shipTo: ShipTo;
  note: string;
  payment: string;
  total: number;
  status: 'open' | 'shipped' | 'delivered';
}

export interface Asked {
  url: URL;
  form: URLSearchParams;
  visitor: Visitor;
  shop: Shop;
}

/** A page, a redirect, or an answer to a script. */
export type Reply = string | { go: string } | { json: unknown };

/** The pages of a shop: `GET /cart/`; a `*` at the end stands for the rest. */
export interface Theme {
  routes: Record<string, (asked: Asked) => Reply | null>;
  /** The path, unless a parameter names the page. */
  pathOf?(url: URL): string;
  numberOf(sold: number): string;
}

interface Shop {
  products: readonly Product[];
  sales: readonly Sale[];
  accounts: Map<string, string>;
  /** Addresses on file, by email. */
  saved: Map<string, ShipTo[]>;
  productOf(key: string): Product | null;
  totalsOf(visitor: Visitor): Record<'items' | 'discount' | 'shipping' | 'tax' | 'total', number>;
  add(visitor: Visitor, product: Product, color: string, quantity: number): void;
  keepAddress(visitor: Visitor, given: ShipTo): void;
  sell(visitor: Visitor): Sale;
  salesOf(visitor: Visitor): Sale[];
}

export const money = (cents: number): string => `$${(cents / 100).toFixed(2)}`;
export const states: Record<string, string> = { CA: 'California', TX: 'Texas' };
export const lineOf = ({ product, quantity }: Row): number => product.cents * quantity;
export const addressLines = ({ first, last, line1, line2, city, state, zip }: ShipTo): string =>
  [`${first} ${last}`, line1, line2, `${city}, ${states[state] ?? state} ${zip}`, 'United States']
    .filter((line) => line !== '')
    .join('<br />');

const products: Product[] = [
  { slug: 'copper-kettle', id: 11, title: 'Copper Kettle', cents: 4_950, stock: 9, colors: [] },
  { slug: 'enamel-mug', id: 12, title: 'Enamel Mug', cents: 1_205, stock: 9, colors: ['Red', 'Blue'] },
  { slug: 'salad-bowl', id: 13, title: 'Salad Bowl', cents: 2_000, stock: 0, colors: [] },
];

/** A small shop whose pages have the forms, names and flow of a theme. Sales tax is 8%, shipping $7.50. */
export async function startThemeShop(theme: Theme) {
  const visitors = new Map<string, Visitor>();
  const sales: Sale[] = [];
  const mood = {
    /** The store keeps another apartment than the one it was given. */
    apartment: null as string | null,
    /** The store sells, and its answer does not arrive. */
    isAnswerLost: false,
  };

  const shop: Shop = {
    products,
    sales,
    accounts: new Map(),
    saved: new Map(),
    productOf: (key) => products.find(({ slug, id }) => slug === key || String(id) === key) ?? null,
    totalsOf({ rows, coupon }) {
      const items = rows.reduce((sum, row) => sum + lineOf(row), 0);
      const discount = coupon === '' ? 0 : Math.round(items / 10);
      const tax = Math.round((items - discount) * 0.08);
      return { items, discount, shipping: 750, tax, total: items - discount + 750 + tax };
    },
    add(visitor, product, color, quantity) {
      const same = visitor.rows.find((row) => row.product === product && row.color === color);
      if (same) same.quantity += quantity;
      else visitor.rows.push({ product, color, quantity });
    },
    keepAddress(visitor, given) {
      visitor.shipTo = { ...given, line2: mood.apartment ?? given.line2 };
    },
    sell(visitor) {
      const { shipTo } = visitor;
      if (!shipTo) throw new Error('No address.');
      const { total } = shop.totalsOf(visitor);
      const lines = visitor.rows.splice(0);
      const sale: Sale = {
        number: theme.numberOf(sales.length),
        email: visitor.email ?? '',
        rows: lines.map(({ product: { slug }, quantity, color }) => ({ slug, quantity, color })),
        lines,
        shipTo,
        note: visitor.note,
        payment: visitor.payment,
        total,
        status: 'open',
      };
      sales.push(sale);
      visitor.coupon = '';
      return sale;
    },
    salesOf: ({ email }) => sales.filter((sale) => sale.email === email).toReversed(),
  };

  function answer(method: string, url: URL, form: URLSearchParams, visitor: Visitor): Reply | null {
    const path = theme.pathOf?.(url) ?? url.pathname;
    const key = `${method} ${path}`;
    const fitting = Object.keys(theme.routes).filter((name) => name.endsWith('*') && key.startsWith(name.slice(0, -1)));
    const longest = fitting.toSorted((one, other) => other.length - one.length)[0] ?? '';
    return (theme.routes[key] ?? theme.routes[longest])?.({ url, form, visitor, shop }) ?? null;
  }

  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://shop');
    const [, id = String(visitors.size + 1)] = /visitor=(\d+)/.exec(request.headers.cookie ?? '') ?? [];
    const visitor = visitors.get(id) ?? {
      email: null,
      rows: [],
      shipTo: null,
      coupon: '',
      note: '',
      payment: '',
      notice: null,
    };
    visitors.set(id, visitor);
    void request.toArray().then((chunks) => {
      const form = formIn(Buffer.concat(chunks).toString(), request.headers['content-type'] ?? '');
      const soldBefore = sales.length;
      const reply = answer(request.method ?? 'GET', url, form, visitor);
      if (mood.isAnswerLost && sales.length > soldBefore) return void response.destroy();
      response.setHeader('set-cookie', `visitor=${id}; Path=/`);
      if (reply === null) {
        response.writeHead(404, { 'content-type': 'text/html' });
        return void response.end('<!doctype html><body class="error404" id="pagenotfound"><h1>Not found</h1>');
      }
      if (typeof reply === 'string') {
        response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
        return void response.end(reply);
      }
      if ('go' in reply) return void response.writeHead(302, { location: reply.go }).end();
      response.writeHead(200, { 'content-type': 'application/json' });
      return void response.end(JSON.stringify(reply.json));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    ...shop,
    mood,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    advance(number: string): void {
      const sale = sales.find((one) => one.number === number);
      if (sale) sale.status = sale.status === 'open' ? 'shipped' : 'delivered';
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** The fields of a form, sent in either of the two ways. */
function formIn(body: string, type: string): URLSearchParams {
  if (!type.startsWith('multipart/')) return new URLSearchParams(body);
  const fields = [...body.matchAll(/name="([^"]*)"\r\n\r\n([\s\S]*?)\r\n--/g)];
  return new URLSearchParams(fields.map(([, name = '', value = '']) => [name, value]));
}

/** Takes what was to be shown once. */
export function takeNotice(visitor: Visitor): Visitor['notice'] {
  const { notice } = visitor;
  visitor.notice = null;
  return notice;
}

export function logIn({ visitor, shop, form }: Asked, emailField: string, passwordField = 'password'): boolean {
  const email = form.get(emailField) ?? '';
  const isRight = shop.accounts.get(email) === form.get(passwordField);
  if (isRight) visitor.email = email;
  return isRight;
}
