import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { goods, type Row, type Sold, sumsOf } from './goods.ts';
import * as pages from './pages.ts';

interface Session {
  email: string | null;
  typed: string | null;
  rows: Row[];
  isPerson: boolean;
}

export type HostileShop = Awaited<ReturnType<typeof startHostileShop>>;

/**
 * A shop that differs from the pages-only shop everywhere: prices with tax, a login on two pages, closed shadow roots,
 * steppers, lists without roles, nested frames, documents that never end, dialogs, fields that lose text, no order
 * note.
 */
export async function startHostileShop() {
  const sessions = new Map<string, Session>();
  const orders: Sold[] = [];
  /** `captcha`: the next checkout needs a person; `secure`: the next purchase does, after submit. */
  const mood = { captcha: false, secure: false };
  const password = 'Long-enough-1';

  function sessionOf(request: IncomingMessage, response: ServerResponse): Session {
    const [, id = ''] = /(?:^|; )sitzung=([^;]*)/.exec(request.headers.cookie ?? '') ?? [];
    const known = sessions.get(id);
    if (known) return known;
    const fresh: Session = { email: null, typed: null, rows: [], isPerson: false };
    const name = randomUUID();
    sessions.set(name, fresh);
    response.setHeader('set-cookie', `sitzung=${name}; Path=/; HttpOnly`);
    return fresh;
  }

  function sell(session: Session): Sold {
    const number = `2026 / ${String(17 + orders.length).padStart(5, '0')}`;
    const sold = { number, email: session.email ?? '', rows: [...session.rows], total: sumsOf(session.rows).total };
    orders.push(sold);
    session.rows = [];
    return sold;
  }

  function post(path: string, body: URLSearchParams, session: Session): string | object {
    const value = (name: string): string => body.get(name) ?? '';
    if (path === '/anmelden') {
      session.typed = value('email');
      return '/anmelden/2';
    }
    if (path === '/anmelden/2') {
      if (value('kennwort') !== password) return '/anmelden/2?falsch=1';
      session.email = session.typed;
      return '/';
    }
    if (path === '/mensch') {
      if (value('wort') === 'tulpe') session.isPerson = true;
      return '/kasse';
    }
    if (path === '/api/korb') {
      const row = { slug: value('slug'), colour: value('farbe'), quantity: Number(value('menge')) };
      if (goods[row.slug]?.isGone) return { isGone: true };
      session.rows.push(row);
      if (value('schutz') === '1') session.rows.push({ slug: 'schutz', colour: '', quantity: 1 });
    }
    if (path === '/api/weg') session.rows.splice(Number(value('zeile')), 1);
    if (path === '/api/kaufen') {
      if (mood.secure && !session.isPerson) return { location: '/bank' };
      return { location: `/danke?nr=${encodeURIComponent(sell(session).number)}` };
    }
    if (path === '/bank') {
      if (value('wort') !== 'tulpe') return '/bank?falsch=1';
      mood.secure = false;
      return `/danke?nr=${encodeURIComponent(sell(session).number)}`;
    }
    return {};
  }

  function page(url: URL, session: Session): string | null {
    const { pathname: path } = url;
    const [, first = '', second = '', third = ''] = path.split('/');
    const who = session.email;
    if (path === '/') return pages.home(who);
    if (path === '/cookies') return pages.cookieFrame;
    if (first === 'anmelden') return second === '2' ? pages.passwordPage(url) : pages.emailPage;
    if (first === 'p') return goods[second] ? pages.product(who, second) : pages.missing;
    if (path === '/korb') return pages.cart(who);
    if (path === '/korb-rahmen') return pages.cartFrame(session.rows);
    if (path === '/kasse') return mood.captcha && !session.isPerson ? pages.captcha('/mensch') : pages.checkout(who);
    if (path === '/kasse-aussen') return pages.outerFrame;
    if (first === 'kasse-innen') return pages.checkoutStep(second, session.rows);
    if (path === '/bank') return pages.captcha('/bank');
    if (path === '/danke') return pages.thanks(url.searchParams.get('nr') ?? '');
    const own = orders.filter(({ email }) => email === who).toReversed();
    if (path === '/konto/bestellungen') return pages.history(who, own);
    if (first === 'konto' && second === 'b')
      return pages.order(
        who,
        own.find(({ number }) => number.endsWith(third)),
      );
    return null;
  }

  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://shop');
    const session = sessionOf(request, response);
    if (request.method === 'GET') {
      const html = page(url, session);
      response.writeHead(html === null ? 404 : 200, { 'content-type': 'text/html; charset=utf-8' });
      // A product page never finishes loading.
      if (url.pathname.startsWith('/p/')) response.write(html ?? '');
      else response.end(html ?? pages.missing);
      return;
    }
    void request.toArray().then((chunks) => {
      const answer = post(url.pathname, new URLSearchParams(Buffer.concat(chunks).toString()), session);
      if (typeof answer === 'string') response.writeHead(303, { location: answer }).end();
      else response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    password,
    orders,
    mood,
    /** Everyone must prove it again. */
    forgetPersons() {
      for (const session of sessions.values()) session.isPerson = false;
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
