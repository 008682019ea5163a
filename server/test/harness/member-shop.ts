import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Recipe } from '../../src/connectors/browser/recipe.ts';

interface Row {
  slug: string;
  quantity: number;
}
interface MemberOrder {
  number: string;
  email: string;
  rows: Row[];
  shipTo: string;
  day: string;
  code: string;
  total: number;
  status: 'draft' | 'paid';
}
interface Visitor {
  email: string | null;
  rows: Row[];
  code: string;
  codeError: string;
  shipTo: string;
  day: string;
  paidAt: number | null;
}

const prices: Record<string, number> = { plate: 1_000, bowl: 2_000 };
/** The cart silently limits the quantity. */
const capOf: Record<string, number> = { plate: 3 };
const days = ['Friday, November 27', 'Monday, November 30'];
const money = (cents: number): string => `$${(cents / 100).toFixed(2)}`;
const banner = `<dialog open style="position:fixed;inset:0;width:100%;height:100%;z-index:9"><button onclick="document.cookie='ok=1;path=/';this.parentNode.remove()">Only necessary cookies</button></dialog>`;

/**
 * A shop with accounts: saved addresses, promo codes, delivery days, a slow confirmation, and a history of several
 * pages.
 */
export async function startMemberShop() {
  const visitors = new Map<string, Visitor>();
  const orders: MemberOrder[] = [];
  const addresses = new Map<string, string[]>();
  /** How long the page after the submit shows progress. */
  const mood = { confirmMs: 0 };

  const itemsOf = (rows: readonly Row[]): number =>
    rows.reduce((sum, { slug, quantity }) => sum + (prices[slug] ?? 0) * quantity, 0);
  const discountOf = ({ code, rows }: Visitor): number => (code === '' ? 0 : Math.round(itemsOf(rows) / 10));
  const totalOf = (visitor: Visitor): number => itemsOf(visitor.rows) - discountOf(visitor) + 500;
  const rowsOf = (rows: readonly Row[]): string =>
    rows
      .map(
        ({ slug, quantity }, index) =>
          `<tr class="line"><td><a href="/p/${slug}">${slug}</a></td><td>${quantity}</td><td>${money(prices[slug] ?? 0)}</td>
<td><form method="post" action="/remove"><button name="index" value="${index}">Remove</button></form></td></tr>`,
      )
      .join('');
  const field = (name: string): string => `<label>${name} <input name="${name}"></label>`;
  const addressForm = `<form method="post" action="/address" id="new">${['Name', 'Street', 'Apartment', 'City', 'State', 'Zip'].map(field).join('')}<button>Use this address</button></form>`;

  const pages: Record<string, (visitor: Visitor, url: URL) => string> = {
    '/login': () =>
      `<form method="post" action="/login">${field('Email')}${field('Password')}<button>Log in</button></form>`,
    '/cart': (visitor) => {
      const { rows, code, codeError } = visitor;
      // Shown once, as shops do. A later attempt must not take it for its own.
      visitor.codeError = '';
      return `<h1>Cart</h1><table>${rowsOf(rows)}</table><form method="post" action="/code"><label>Promo code <input name="code"></label><button>Apply</button></form>
${code === '' ? '' : `<p class="applied">${code} applied</p>`}${codeError === '' ? '' : `<p class="bad-code">${codeError}</p>`}<a href="/checkout">Check out</a>`;
    },
    '/checkout': ({ email }, url) =>
      email === null || url.searchParams.has('new')
        ? addressForm
        : `<h1>Where to?</h1>${(addresses.get(email) ?? [])
            .map(
              (address, index) =>
                `<section class="saved"><p>${address}</p><a>Edit</a><form method="post" action="/saved"><button name="index" value="${index}">Deliver here</button></form></section>`,
            )
            .join('')}<a href="/checkout?new=1">New address</a>`,
    '/day': () =>
      `<h1>When?</h1><form method="post" action="/day">${days.map((day) => `<label><input type="radio" name="day" value="${day}" required> ${day}</label>`).join('')}<button>Continue</button></form>`,
    '/pay': (visitor) =>
      `<address>${visitor.shipTo}</address><p id="arrives">Arrives ${visitor.day}</p><ul>${visitor.rows.map(({ slug, quantity }) => `<li><a href="/p/${slug}">${slug}</a> <b>${quantity}</b></li>`).join('')}</ul>
<dl><dt>Items</dt><dd>${money(itemsOf(visitor.rows))}</dd><dt>Discount</dt><dd>-${money(discountOf(visitor))}</dd><dt>Shipping</dt><dd>$5.00</dd><dt>Total</dt><dd>${money(totalOf(visitor))}</dd></dl>
<form method="post" action="/buy"><label>Comment <input name="note"></label><button>Pay now</button></form>`,
    '/wait': ({ paidAt }) =>
      Date.now() - (paidAt ?? 0) < mood.confirmMs
        ? '<p>We are checking your payment.</p><script>setTimeout(() => location.reload(), 300)</script>'
        : `<script>location.href = '/done?order=${orders.at(-1)?.number}'</script>`,
    '/done': (_visitor, url) => `<h1>Thank you. Order ${url.searchParams.get('order')}</h1>`,
    '/orders': ({ email }, url) => {
      const own = orders.filter((order) => order.email === email).toReversed();
      const page = Number(url.searchParams.get('page') ?? 1);
      const shown = own.slice(2 * page - 2, 2 * page);
      return `<h1>Orders</h1>${shown.map(({ number, total, status }) => `<article><a href="/orders/${number}">${number}</a> <b>${money(total)}</b> <i>${status}</i></article>`).join('')}
${own.length === 0 ? '<p>No orders yet.</p>' : ''}${own.length > 2 * page ? `<a id="older" href="/orders?page=${page + 1}">Older</a>` : ''}`;
    },
  };

  function pageOf(url: URL, visitor: Visitor): string {
    const [, first, second = ''] = url.pathname.split('/');
    if (first === 'p')
      return `<h1>${second}</h1><p id="stock">${second === 'bowl' ? 'Only 2 left' : 'In stock'}</p><form method="post" action="/add"><input type="hidden" name="slug" value="${second}"><label>Quantity <input name="quantity" value="1"></label><button>Add</button></form>`;
    const order = first === 'orders' && orders.find(({ number }) => number === second);
    if (order)
      return `<h1>${second}</h1><p id="total">${money(order.total)}</p><address>${order.shipTo}</address>${order.rows.map(({ slug, quantity }) => `<li><a href="/p/${slug}">${slug}</a> <b>${quantity}</b></li>`).join('')}
<div class="parcel"><b>ZX1</b> <i>Expected 11/27/2026</i></div>`;
    return pages[url.pathname]?.(visitor, url) ?? '<h1>Shop</h1>';
  }

  function act(path: string, form: URLSearchParams, visitor: Visitor): string {
    const value = (name: string): string => form.get(name) ?? '';
    if (path === '/login') visitor.email = value('Email');
    if (path === '/remove') visitor.rows.splice(Number(value('index')), 1);
    if (path === '/add') {
      const quantity = Math.min(Number(value('quantity')), capOf[value('slug')] ?? 99);
      visitor.rows.push({ slug: value('slug'), quantity });
      return '/cart';
    }
    if (path === '/code') {
      const isKnown = value('code') === 'WELCOME';
      if (isKnown) visitor.code = 'WELCOME';
      visitor.codeError = isKnown ? '' : `${value('code')} is not valid`;
      return '/cart';
    }
    if (path === '/saved') visitor.shipTo = addresses.get(visitor.email ?? '')?.[Number(value('index'))] ?? '';
    if (path === '/address') {
      visitor.shipTo = ['Name', 'Street', 'Apartment', 'City', 'State', 'Zip']
        .flatMap((name) => value(name) || [])
        .join(', ');
      if (visitor.email !== null)
        addresses.set(visitor.email, [...(addresses.get(visitor.email) ?? []), visitor.shipTo]);
    }
    if (path === '/saved' || path === '/address') return '/day';
    if (path === '/day') {
      visitor.day = value('day');
      return '/pay';
    }
    if (path !== '/buy') return '/';
    const { email, shipTo, day, code } = visitor;
    const number = `M-${100 + orders.length}`;
    const total = totalOf(visitor);
    orders.push({
      number,
      email: email ?? '',
      rows: visitor.rows.splice(0),
      shipTo,
      day,
      code,
      total,
      status: 'draft',
    });
    visitor.paidAt = Date.now();
    visitor.code = '';
    return '/wait';
  }

  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://shop');
    const cookies = request.headers.cookie ?? '';
    const [, id = String(visitors.size + 1)] = /visitor=(\d+)/.exec(cookies) ?? [];
    const fresh = { email: null, rows: [], code: '', codeError: '', shipTo: '', day: '', paidAt: null };
    const visitor: Visitor = visitors.get(id) ?? fresh;
    visitors.set(id, visitor);
    const headers = { 'set-cookie': `visitor=${id}; Path=/`, 'content-type': 'text/html; charset=utf-8' };
    if (request.method === 'GET') {
      const who = visitor.email === null ? '' : `<header>Hello ${visitor.email}</header>`;
      const html = `<!doctype html><title>Member shop</title>${who}${pageOf(url, visitor)}${cookies.includes('ok=1') ? '' : banner}`;
      return void response.writeHead(200, headers).end(html);
    }
    void request.toArray().then((chunks) => {
      const location = act(url.pathname, new URLSearchParams(Buffer.concat(chunks).toString()), visitor);
      response.writeHead(303, { ...headers, location }).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    orders,
    addresses,
    mood,
    /** Orders that a person placed before. */
    addPastOrders(email: string, count: number): void {
      for (let index = 0; index < count; index += 1) {
        const number = `M-${100 + orders.length}`;
        const rows = [{ slug: 'bowl', quantity: 1 }];
        orders.push({ number, email, rows, shipTo: '', day: '', code: '', total: 2_500, status: 'paid' });
      }
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const rowLink = { read: 'a', attribute: 'href' };
const fill = (label: string, value: string) => ({ fill: { label }, with: value });
const sumAfter = (name: string) => ({ read: `dt:text-is('${name}') + dd` });

export const memberRecipe: Recipe = {
  version: 1,
  name: 'member-shop',
  product_path: '/p/{slug}',
  prices: 'net',
  patience_seconds: 10,
  banners: [{ role: 'button', name: 'Only necessary cookies' }],
  log_in: {
    start: [{ open: '/', until: { there: 'h1' } }],
    logged_in: { there: { css: 'header', text: 'Hello' } },
    steps: [
      { open: '/login' },
      fill('Email', '{{account.email}}'),
      { ...fill('Password', '{{account.password}}'), secret: true },
      { click: { role: 'button', name: 'Log in' }, once: true, until: { there: 'header' } },
    ],
  },
  empty_cart: [
    { open: '/cart', until: { there: 'h1' } },
    {
      while: { there: 'tr.line' },
      do: [
        { click: 'tr.line button', once: true, until: { url: '/$' } },
        { open: '/cart', until: { there: 'h1' } },
      ],
    },
  ],
  add: [
    { open: '{{line.url}}', until: { there: '#stock' } },
    { read: '#stock', pattern: '\\d+', as: 'left', or: '999' },
    {
      refuse_if: { less: ['{{left}}', '{{line.quantity}}'] },
      reason: 'product_quantity_unavailable',
      limit: '{{left}}',
    },
    fill('Quantity', '{{line.quantity}}'),
    { click: { role: 'button', name: 'Add' }, once: true, until: { url: '/cart' } },
  ],
  cart: {
    steps: [{ open: '/cart', until: { there: 'h1' } }],
    rows: 'tr.line',
    product: rowLink,
    quantity: { read: 'td:nth-child(2)' },
    unit_price: { read: 'td:nth-child(3)' },
  },
  check_out: [
    {
      promo_codes: [
        fill('Promo code', '{{promo.code}}'),
        { click: { role: 'button', name: 'Apply' }, once: true, until: { there: '.applied, .bad-code' } },
      ],
      accepted: { text: '.applied', has: '{{promo.code}}' },
      rejected: { there: '.bad-code' },
    },
    {
      click: { role: 'link', name: 'Check out' },
      until: { any: [{ there: 'h1' }, { there: '#new' }] },
      expect: { url: '/checkout' },
    },
    {
      pick_address: '.saved',
      button: { role: 'button', name: 'Deliver here' },
      until: { url: '/day' },
      else: [
        { click: { role: 'link', name: 'New address' }, optional: true },
        fill('Name', '{{address.full_name}}'),
        fill('Street', '{{address.line1}}'),
        fill('Apartment', '{{address.line2}}'),
        fill('City', '{{address.city}}'),
        fill('State', '{{address.state}}'),
        fill('Zip', '{{address.postal_code}}'),
        { click: { role: 'button', name: 'Use this address' }, once: true, until: { url: '/day' } },
      ],
    },
    { choose: { role: 'radio', nth: 0 } },
    { click: { role: 'button', name: 'Continue' }, once: true, until: { url: '/pay' } },
    fill('Comment', '{{reference}}'),
  ],
  totals: {
    items: sumAfter('Items'),
    discount: sumAfter('Discount'),
    shipping: sumAfter('Shipping'),
    total: sumAfter('Total'),
  },
  review: {
    ship_to: { read: 'address' },
    lines: { rows: 'li', product: rowLink, quantity: { read: 'b' } },
  },
  delivery: { read: '#arrives', pattern: 'Arrives (.+)' },
  buy: {
    button: [{ role: 'button', name: 'Pay now' }, "form[action='/buy'] button"],
    success: { url: '/done' },
    number: { read: 'h1', pattern: 'M-\\d+' },
  },
  history: {
    steps: [{ open: '/orders', until: { text: 'h1', has: 'Orders' } }],
    rows: 'article',
    empty: { there: { text: 'No orders yet' } },
    number: { read: 'a' },
    total: { read: 'b' },
    next: '#older',
  },
  order: {
    steps: [{ open: '/orders/{{order.number}}', until: { there: '#total' } }],
    total: { read: '#total' },
    ship_to: { read: 'address' },
    lines: { rows: 'li', product: rowLink, quantity: { read: 'b' } },
    parcels: { rows: '.parcel', number: { read: 'b' }, expected: { read: 'i', pattern: 'Expected (.+)' } },
  },
};
