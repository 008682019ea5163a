import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findingsInEveryTheme, hasBrowser, openBrowser } from '../harness/browser.ts';
import { complaintsOf, measureShift, quietPage, shiftMax, shiftOf, signedInBrowser } from '../harness/dashboard.ts';
import { operatorEmail, operatorEnv } from '../harness/operator.ts';
import { type SignedInPerson, signIn } from '../harness/person.ts';
import { orderFor, startSystem, type TestSystem } from '../harness/system.ts';

const hostile = `<img src=x onerror="document.title='hacked'"> {{7*7}} \u202Egnp.exe ${'w'.repeat(200)}`;
const unknown = '0b9c1c5e-6d0f-4c1b-9f43-2f6f4b7f1a52';
const isWhole = process.env.TEST_WHOLE === '1';
const widths = [390, 900, 1440];
const routesFile = join(import.meta.dirname, '..', '..', '..', 'web', 'src', 'app', 'routes.tsx');

describe.runIf(hasBrowser)('every page, with hostile and very long texts', () => {
  let system: TestSystem;
  let browser: Browser;
  let dana: SignedInPerson;
  let paths: Record<string, string>;
  let claimPath: string;
  beforeAll(async () => {
    system = await startSystem({ env: operatorEnv });
    browser = await openBrowser();
    dana = await signIn(system, operatorEmail);
    const { claim_url: claimUrl } = (await system.call('/sandbox/keys', { method: 'POST' })).body;
    claimPath = new URL(claimUrl).pathname;
    paths = await pathsOf(dana);
  });
  afterAll(async () => {
    await browser?.close();
    await system?.stop();
  });

  /** One of every object, and its page. Neighbors are different pages, so each one is rendered anew. */
  async function pathsOf({ call }: SignedInPerson): Promise<Record<string, string>> {
    const post = async (path: string, body: unknown) => (await call(path, { method: 'POST', body })).body;
    const product = `${system.url}/shop/products/test-success`;
    const { id } = await post('/orders', orderFor(product, { metadata: { product_title: hostile } }));
    const { id: failedId } = await post('/orders', orderFor(`${system.url}/shop/products/test-price-exceeded`));
    const address = {
      name: `Jane ${'D'.repeat(80)}`,
      address1: '1 Market St',
      city: 'Austin',
      state: 'TX',
      zip: '73301',
    };
    const batch = await post('/orders/bulk', {
      filename: `${hostile.slice(0, 100)}.csv`,
      rows: [{ product_url: product, ...address, max_price: '5000', note: hostile }],
    });
    await system.queue.drain();
    const { items } = (await call(`/orders/${id}`)).body;
    const { id: returnId } = await post('/returns', {
      order_id: id,
      items: [{ order_item_id: items[0].id, quantity: 1 }],
      reason: 'other',
      notes: hostile,
    });
    await post(`/orders/${id}/case`, { message: hostile, reason: 'other' });
    const key = await post('/keys', { label: hostile.slice(0, 100), world: 'test' });
    const endpoint = await post('/webhooks/endpoints', {
      url: 'https://hooks.example.com/in',
      events: ['order.placed'],
    });
    const approvalId = await approvalFor(key.api_key, dana);
    const account = await post('/managed-accounts', { email: `${'d'.repeat(60)}@example.com`, retailer: 'amazon' });
    const credit = { id, email: operatorEmail, world: 'test', amount_cents: 1, note: hostile };
    await post('/operator/wallet-credits', credit);
    const off = { world: 'test', enabled: false, reason: hostile };
    await call('/operator/retailers/walmart', { method: 'PUT', body: off });
    await post('/team/invitations', { email: 'bob@example.com', role: 'viewer' });
    const { results } = await system.simulator.search!(
      'target',
      { query: 't-shirt', page: 1, freeShipping: false },
      { signal: new AbortController().signal },
    );
    const found = results[0]!;
    const parcels = await sql<{ id: string }>`select id from shipments limit 1`.execute(system.database.db);
    const { account_id: accountId } = (await call('/me')).body;
    const bought = new URLSearchParams({ url: found.url, retailer: found.retailer, product: found.productId });
    return {
      overview: '/app',
      claim: claimPath,
      'claim-unknown': '/claim/nothing',
      invite: '/invite/nothing',
      device: '/device',
      buy: '/app/buy',
      product: `/app/buy/${found.retailer}/${found.productId}`,
      'buy-results': '/app/buy?q=t-shirt&retailer=target',
      checkout: `/app/buy/checkout?${bought}`,
      orders: '/app/orders',
      order: `/app/orders/${id}`,
      'orders-filtered': '/app/orders?status=order_failed&from=2026-01-01&tracking=no',
      'order-failed': `/app/orders/${failedId}`,
      'orders-none': '/app/orders?search=zzz',
      'order-unknown': `/app/orders/${unknown}`,
      bulk: '/app/bulk',
      'bulk-new': '/app/bulk/new',
      batch: `/app/bulk/${batch.id}`,
      returns: '/app/returns',
      'batch-unknown': `/app/bulk/${id}`,
      return: `/app/returns/${returnId}`,
      cases: '/app/cases',
      case: `/app/cases/${id}`,
      wallet: '/app/wallet',
      policies: '/app/policies',
      approval: `/app/approvals/${approvalId}`,
      connect: '/app/connect/nothing',
      'approval-unknown': `/app/approvals/${unknown}`,
      usage: '/app/usage',
      compare: '/app/usage?view=compare',
      accounts: '/app/accounts',
      linked: '/app/accounts/linked',
      account: `/app/accounts/${account.short_id}`,
      keys: '/app/keys',
      webhooks: '/app/webhooks',
      'webhook-endpoint': `/app/webhooks/${endpoint.id}`,
      requests: '/app/requests',
      'webhook-endpoint-unknown': `/app/webhooks/${unknown}`,
      team: '/app/team',
      settings: '/app/settings',
      'no-page': '/app/nothing-here',
      operator: '/app/operator',
      'operator-today': '/app/operator/today',
      'operator-desk': '/app/operator/desk',
      'operator-desk-unknown': `/app/operator/desk/${unknown}`,
      'operator-doubts': '/app/operator/doubts',
      'operator-charges': '/app/operator/charges',
      'operator-orders': '/app/operator/orders',
      'operator-returns': '/app/operator/returns',
      'operator-customers': '/app/operator/customers',
      'operator-cases': '/app/operator/cases',
      'operator-case': `/app/operator/cases/${id}`,
      'operator-stores': '/app/operator/stores',
      'operator-stores-new': '/app/operator/stores/_new',
      'operator-store-unknown': '/app/operator/stores/nothing',
      'operator-store-edit-unknown': '/app/operator/stores/nothing/edit',
      'operator-retailers': '/app/operator/retailers',
      'operator-retailer': '/app/operator/retailers/walmart',
      'operator-monitoring': '/app/operator/monitoring',
      'operator-alerts': '/app/operator/alerts',
      'operator-backups': '/app/operator/backups',
      'operator-money': '/app/operator/money',
      'operator-incidents': '/app/operator/incidents',
      'operator-visits': '/app/operator/visits',
      'operator-visit-unknown': `/app/operator/visits/${unknown}`,
      'operator-webhooks': '/app/operator/webhooks',
      'operator-order': `/app/operator/orders/${id}`,
      'operator-customer': `/app/operator/customers/${accountId}`,
      'operator-key': `/app/operator/keys/${key.id}`,
      'operator-parcel': `/app/operator/parcels/${parcels.rows[0]?.id}`,
      'operator-mail': `/app/operator/mails/${id}`,
      'operator-second-factor': '/app/operator/second-factor',
      'operator-audit': '/app/operator/audit',
    };
  }

  /** The approval that an order of an agent waits for. */
  async function approvalFor(key: string, { call }: SignedInPerson): Promise<string> {
    const limit = (policy: unknown) => call('/account/policy', { method: 'PUT', body: policy });
    await limit({ approve: { above_cents: 100 } });
    const order = orderFor(`${system.url}/shop/products/test-success`, { metadata: { reason: hostile } });
    const { id } = (await system.post('/orders', key, order)).body;
    await system.queue.drain();
    await limit({});
    return (await call(`/orders/${id}`)).body.next_action.id;
  }

  /** Navigates like a link in the app. The first call loads the app. */
  async function show(page: Page, path: string): Promise<void> {
    if (page.url() === 'about:blank') await page.goto(path);
    else {
      await page.evaluate(`for (const old of document.querySelectorAll('h1')) old.dataset.old = '';
        history.pushState(null, '', ${JSON.stringify(path)})`);
    }
    await page.locator('h1:not([data-old])').first().waitFor();
    await untilLoaded(page);
  }

  const untilLoaded = (page: Page) => page.locator('.skeleton, .hit-skeleton').first().waitFor({ state: 'detached' });

  /** Opens a page like a bookmark, and measures how far its content moves while it loads. */
  async function shiftOnLoad(page: Page, path: string, width: number): Promise<number> {
    await page.setViewportSize({ width, height: 800 });
    await page.goto(path);
    await page.locator('h1').first().waitFor();
    await untilLoaded(page);
    await quietPage(page);
    return shiftOf(page);
  }

  async function findingsOn(page: Page, shown: Record<string, string>): Promise<string[]> {
    const found: string[] = [];
    const seen = new Set<string>();
    await page.addInitScript(measureShift);
    for (const [at, [name, path]] of Object.entries(shown).entries()) {
      // A load takes longer than a click on a link: of every third page, unless the whole is asked for.
      const loaded = isWhole ? widths : at % 3 === 0 ? [widths[(at / 3) % 3]!] : [];
      for (const width of loaded) {
        const shift = await shiftOnLoad(page, path, width);
        if (shift >= shiftMax) found.push(`${name}, ${width} px: moves by ${shift.toFixed(3)}`);
      }
      if (loaded.length === 0) await show(page, path);
      found.push(...(await findingsInEveryTheme(page, `web-${name}`, seen)));
      // Only elements of the app.
      const title = await page.title();
      if (!title.endsWith(' · Errand')) found.push(`${name} is called ${title}`);
    }
    return found;
  }

  const isOperators = ([, path]: [string, string]) => path.startsWith('/app/operator');

  it.each([
    ['a customer', (page: [string, string]) => !isOperators(page)],
    ['an operator', isOperators],
  ] as const)(
    'keeps %s from nothing, in both themes, on a desktop, a tablet and a phone; nothing is too wide, and nothing runs',
    {
      timeout: 900_000,
    },
    async (_who, isTheirs) => {
      const context = await signedInBrowser(browser, system, dana);
      const page = await context.newPage();
      const complaints = complaintsOf(page);
      expect(await findingsOn(page, Object.fromEntries(Object.entries(paths).filter(isTheirs)))).toEqual([]);
      expect(complaints).toEqual([]);
      await context.close();
    },
  );

  it('the same for people who are not signed in', { timeout: 240_000 }, async () => {
    const context = await browser.newContext({ baseURL: system.url, reducedMotion: 'reduce' });
    const page = await context.newPage();
    const complaints = complaintsOf(page);
    const shown = {
      'sign-in': '/sign-in',
      'claim-stranger': claimPath,
      'sign-in-used': '/sign-in?error=INVALID_TOKEN',
      'invite-stranger': '/invite/nothing',
    };
    expect(await findingsOn(page, shown)).toEqual([]);
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('covers every page of the app', () => {
    const routes = readFileSync(routesFile, 'utf8');
    const patterns = [...routes.matchAll(/\bpath: '([^']+)'/g)].map(([, path]) => path!);
    expect(patterns).toHaveLength(routes.match(/\bload: /g)!.length);
    const walked = ['/sign-in', ...Object.values(paths).map((path) => path.split('?')[0]!)];
    const fits = (pattern: string, path: string) => new RegExp(`^${pattern.replaceAll(/:\w+/g, '[^/]+')}$`).test(path);
    // The first match wins, as in the app.
    const covered = new Set(walked.map((path) => patterns.find((pattern) => fits(pattern, path))));
    expect(patterns.filter((pattern) => !covered.has(pattern))).toEqual([]);
  });
});
