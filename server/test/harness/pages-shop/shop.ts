import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Clock, systemClock } from '../../../src/kit/clock.ts';
import { type CartRow, products, type ShopOrder } from './goods.ts';
import * as pages from './pages.ts';

interface Customer {
  password: string;
  isLocked?: boolean;
  /** The code it accepts now, once. It sends five an hour by mail, and the first `lost` of them never arrive. */
  second?: { kind: 'totp' | 'mail'; code(): string; lost?: number };
  rows: CartRow[];
}

interface Session {
  email: string | null;
  challenged: string | null;
  guestRows: CartRow[];
}

const codesPerHour = 5;
const shippingCents = 500;
const taxOf = (items: number): number => Math.round(items / 10);

/** What goes wrong next. */
export interface ShopBehavior {
  /** Loses the response to the next purchase with this note (null: any), before or after it was sold. */
  lose: { note: string | null; when: 'before' | 'after' } | null;
  /** The next purchase is a draft for this long, and the connection closes without a response. */
  late: { ms: number; shows: 'all' | 'number' | 'nothing'; keepsCart: boolean } | null;
  /** Called when the purchase request arrives, before anything happens. */
  onBuy: (() => Promise<void> | void) | null;
  /** Added to prices between two views. */
  surcharge: number;
}

export type PagesShop = Awaited<ReturnType<typeof startPagesShop>>;

/** A pages-only shop with common traps: banners, shadow roots, frames, summaries that update late. */
export async function startPagesShop({ now }: Pick<Clock, 'now'> = systemClock) {
  const customers = new Map<string, Customer>();
  const sessions = new Map<string, Session>();
  const trusted = new Set<string>();
  const orders: ShopOrder[] = [];
  const mails: { to: string; subject: string; at: Date }[] = [];
  const codes = new Map<string, number>();
  const used = new Set<string>();
  const mood: ShopBehavior = { lose: null, late: null, onBuy: null, surcharge: 0 };
  const seen = { foreign: 0, logIns: 0, returns: 0 };

  function sessionOf(
    request: IncomingMessage,
    response: ServerResponse,
  ): { id: string; session: Session; device: string } {
    const cookies = Object.fromEntries(
      (request.headers.cookie ?? '').split(/;\s*/).map((pair) => pair.split('=') as [string, string]),
    );
    let id = cookies.sid ?? '';
    if (!sessions.has(id)) {
      id = randomUUID();
      sessions.set(id, { email: null, challenged: null, guestRows: [] });
      response.setHeader('set-cookie', `sid=${id}; Path=/; HttpOnly`);
    }
    return { id, session: sessions.get(id)!, device: cookies.device ?? '' };
  }

  const rowsOf = (session: Session): CartRow[] =>
    session.email === null ? session.guestRows : (customers.get(session.email)?.rows ?? []);
  const itemsOf = (rows: readonly CartRow[]): number => rows.reduce((sum, row) => sum + row.price * row.quantity, 0);
  const sumsOf = (rows: readonly CartRow[]) => {
    const items = itemsOf(rows) + mood.surcharge;
    return { items, shipping: shippingCents, tax: taxOf(items), total: items + shippingCents + taxOf(items) };
  };

  function logIn(body: Record<string, string>, session: Session, device: string): string {
    seen.logIns += 1;
    const customer = customers.get(body.email ?? '');
    if (!customer || customer.password !== body.password) return '/login?wrong=1';
    if (customer.isLocked) return '/login?locked=1';
    if (!customer.second || trusted.has(`${body.email} ${device}`)) {
      session.email = body.email!;
      return '/';
    }
    session.challenged = body.email!;
    if (customer.second.kind === 'totp') return '/challenge';
    mails.push({ to: body.email!, subject: 'New connection to your account', at: new Date() });
    return sendCode(body.email!, customer.second) ? '/challenge' : '/challenge?limit=1';
  }

  /** Every mail has a new code, and only the newest is valid. */
  function sendCode(to: string, second: NonNullable<Customer['second']>): boolean {
    const sent = (codes.get(to) ?? 0) + 1;
    codes.set(to, sent);
    if (sent > codesPerHour) return false;
    if (sent > (second.lost ?? 0)) {
      mails.push({ to, subject: `Your code is ${second.code()}`, at: new Date() });
    }
    return true;
  }

  function prove(body: Record<string, string>, session: Session, response: ServerResponse): string {
    const email = session.challenged;
    const customer = customers.get(email ?? '');
    if (!email || !customer?.second) return '/login';
    const proof = `${email} ${body.code}`;
    if (body.code !== customer.second.code() || used.has(proof)) return '/challenge?wrong=1';
    used.add(proof);
    const device = randomUUID();
    trusted.add(`${email} ${device}`);
    response.appendHeader('set-cookie', `device=${device}; Path=/; Max-Age=7776000`);
    session.email = email;
    return '/';
  }

  async function buy(body: Record<string, string>, session: Session): Promise<{ number: string } | null> {
    const act = mood.onBuy;
    mood.onBuy = null;
    await act?.();
    const rows = rowsOf(session);
    if (rows.length === 0) return null;
    const number = `P-${1000 + orders.length}`;
    const { total } = sumsOf(rows);
    const email = session.email ?? body.email ?? '';
    const { late } = mood;
    mood.late = null;
    orders.push({
      number,
      email,
      note: body.note ?? '',
      shipTo: body.to ?? '',
      rows: [...rows],
      total,
      status: 'processing',
      placed: now(),
      ...(late && { status: 'draft', draft: { until: new Date(now().getTime() + late.ms), shows: late.shows } }),
    });
    if (!late?.keepsCart) rows.length = 0;
    return { number };
  }

  /** Turns due drafts into sales. */
  function recordSales(): void {
    for (const order of orders) {
      if (!order.draft || order.draft.until > now()) continue;
      order.status = 'processing';
      delete order.draft;
    }
  }

  async function act(path: string, body: Record<string, string>, request: IncomingMessage, response: ServerResponse) {
    const { session, device } = sessionOf(request, response);
    const go = (location: string) => void response.writeHead(303, { location }).end();
    const rows = rowsOf(session);
    if (path === '/login') return go(logIn(body, session, device));
    if (path === '/challenge') return go(prove(body, session, response));
    if (path === '/challenge/again') {
      const second = customers.get(session.challenged ?? '')?.second;
      const isSent = second !== undefined && sendCode(session.challenged!, second);
      return go(isSent ? '/challenge?again=1' : '/challenge?limit=1');
    }
    if (path === '/api/add') {
      const product = products[body.slug ?? ''];
      if (!product || product.isGone) return void response.writeHead(409).end();
      const variant = body.variant ?? '';
      const same = rows.find((row) => row.slug === body.slug && row.variant === variant);
      if (same) same.quantity += Number(body.quantity);
      else
        rows.push({
          slug: body.slug!,
          title: product.title,
          variant,
          quantity: Number(body.quantity),
          price: product.price,
        });
    }
    const order = orders.find(({ number }) => path === `/returns/${number}`);
    if (order) {
      order.takenBack = { reason: body.reason ?? '', words: body.words ?? '', slugs: (body.slugs ?? '').split(',') };
      seen.returns += 1;
      return go(`/orders/${order.number}`);
    }
    if (path === '/api/remove') rows.splice(Number(body.index), 1);
    if (path === '/api/buy') {
      const { lose } = mood;
      const isLost = mood.late !== null || (lose !== null && [null, body.note].includes(lose.note));
      if (isLost) mood.lose = null;
      if (isLost && lose?.when === 'before') return void request.socket.destroy();
      const sold = await buy(body, session);
      if (isLost || request.socket.destroyed) return void request.socket.destroy();
      return void response
        .writeHead(sold ? 200 : 409, { 'content-type': 'application/json' })
        .end(JSON.stringify(sold));
    }
    response.writeHead(200).end('{}');
  }

  function show(url: URL, request: IncomingMessage, response: ServerResponse) {
    const { session } = sessionOf(request, response);
    const sendPage = (html: string, status = 200) =>
      void response.writeHead(status, { 'content-type': 'text/html; charset=utf-8' }).end(html);
    const { pathname: path } = url;
    const [, first = '', second = ''] = path.split('/');
    const who = session.email;
    // Never answered, so the page never finishes loading.
    if (path === '/forever.png') return;
    if (path === '/login') return sendPage(pages.logIn(url));
    if (path === '/challenge') return sendPage(pages.challenge(url));
    if (path === '/cart') return sendPage(pages.cart(who, rowsOf(session)));
    if (path === '/api/sums') return void response.writeHead(200).end(JSON.stringify(sumsOf(rowsOf(session))));
    if (path === '/pay-frame') return sendPage(pages.payFrame());
    if (first === 'checkout') return sendPage(pages.checkout(who, second, rowsOf(session)));
    if (first === 'thanks') {
      const sold = orders.find(({ number }) => number === second);
      return sendPage(pages.thanks(who, second, sold));
    }
    if (first === 'item')
      return products[second] ? sendPage(pages.item(who, second)) : sendPage(pages.missing(who), 404);
    if (path === '/search') return sendPage(pages.search(who, url));
    recordSales();
    const own = orders.filter(({ email, draft }) => email === who && draft?.shows !== 'nothing').toReversed();
    if (path === '/orders') return sendPage(pages.orders(who, own));
    if (first === 'orders') {
      const order = own.find(({ number }) => number === second);
      return order ? sendPage(pages.order(who, order)) : sendPage(pages.missing(who), 404);
    }
    return path === '/' ? sendPage(pages.home(who)) : sendPage(pages.missing(who), 404);
  }

  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://shop');
    if (request.method === 'GET') return show(url, request, response);
    void (async () => {
      const text = Buffer.concat(await request.toArray()).toString();
      await act(url.pathname, Object.fromEntries(new URLSearchParams(text)), request, response);
    })().catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    url,
    orders,
    mails,
    mood,
    seen,
    register(email: string, password: string, more: Partial<Customer> = {}): void {
      customers.set(email, { password, rows: [], ...more });
    },
    /** An order for a lamp by a person, or recorded by the shop itself. */
    record(email: string, { note }: { note: string }): string {
      const number = `P-${1000 + orders.length}`;
      const rows = [{ slug: 'lamp', title: 'Brass Lamp', variant: '', quantity: 1, price: 129_900 }];
      orders.push({
        number,
        email,
        note,
        shipTo: '',
        rows,
        total: sumsOf(rows).total,
        status: 'processing',
        placed: now(),
      });
      return number;
    },
    /** What the shop has sold; drafts do not count. */
    sales(): ShopOrder[] {
      recordSales();
      return orders.filter(({ draft }) => !draft);
    },
    cartOf: (email: string): CartRow[] => customers.get(email)?.rows ?? [],
    /** Logs everyone out. Trusted devices stay trusted. */
    forgetSessions: () => sessions.clear(),
    advance(number: string): void {
      const order = orders.find((candidate) => candidate.number === number);
      if (order) order.status = order.status === 'processing' ? 'shipped' : 'delivered';
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
