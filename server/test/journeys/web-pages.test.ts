import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasBrowser, openBrowser, seriousFindings, takePicture } from '../harness/browser.ts';
import { complaintsOf, signedInBrowser } from '../harness/dashboard.ts';
import { operatorEmail, operatorEnv } from '../harness/operator.ts';
import { type SignedInPerson, signIn } from '../harness/person.ts';
import { orderFor, startSystem, type TestSystem } from '../harness/system.ts';

const hostile = `<img src=x onerror="document.title='hacked'"> {{7*7}} \u202Egnp.exe ${'w'.repeat(200)}`;

describe.runIf(hasBrowser)('the pages around the orders, with the worst words that people can write', () => {
  let system: TestSystem;
  let browser: Browser;
  let dana: SignedInPerson;
  let paths: Record<string, string>;
  beforeAll(async () => {
    system = await startSystem({ env: operatorEnv });
    browser = await openBrowser();
    dana = await signIn(system, operatorEmail);
    const { claim_url: claimUrl } = (await system.call('/sandbox/keys', { method: 'POST' })).body;
    const product = `${system.url}/shop/products/test-success`;
    const post = async (path: string, body: unknown) => (await dana.call(path, { method: 'POST', body })).body;
    const { id } = await post('/orders', orderFor(product, { metadata: { product_title: hostile } }));
    const row = {
      product_url: product,
      name: 'Jane Doe',
      address1: '1 Market St',
      city: 'Austin',
      state: 'TX',
      zip: '73301',
    };
    const batch = await post('/orders/bulk', {
      filename: `${hostile.slice(0, 100)}.csv`,
      rows: [{ ...row, name: `Jane ${'D'.repeat(80)}`, max_price: '5000', note: hostile }],
    });
    await system.queue.drain();
    const order = (await dana.call(`/orders/${id}`)).body;
    const items = [{ order_item_id: order.items[0].id, quantity: 1 }];
    const { id: returnId } = await post('/returns', { order_id: id, items, reason: 'other', notes: hostile });
    await post(`/orders/${id}/case`, { message: hostile, reason: 'other' });
    await post('/keys', { label: hostile.slice(0, 100), world: 'test' });
    const account = await post('/managed-accounts', { email: `${'d'.repeat(60)}@example.com`, retailer: 'amazon' });
    await post('/operator/wallet-credits', {
      id: order.id,
      email: operatorEmail,
      world: 'test',
      amount_cents: 1,
      note: hostile,
    });
    await dana.call('/operator/retailers/walmart', {
      method: 'PUT',
      body: { world: 'test', enabled: false, reason: hostile },
    });
    paths = {
      claim: new URL(claimUrl).pathname,
      'claim-unknown': '/claim/nothing',
      bulk: '/app/bulk',
      batch: `/app/bulk/${batch.id}`,
      'batch-unknown': `/app/bulk/${id}`,
      returns: '/app/returns',
      return: `/app/returns/${returnId}`,
      cases: '/app/cases',
      case: `/app/cases/${id}`,
      accounts: '/app/accounts',
      account: `/app/accounts/${account.short_id}`,
      keys: '/app/keys',
      webhooks: '/app/webhooks',
      operator: '/app/operator',
      'operator-doubts': '/app/operator/doubts',
      'operator-returns': '/app/operator/returns',
      'operator-cases': '/app/operator/cases',
      'operator-case': `/app/operator/cases/${id}`,
      'operator-retailers': '/app/operator/retailers',
      'operator-credits': '/app/operator/credits',
      'operator-webhooks': '/app/operator/webhooks',
      'operator-audit': '/app/operator/audit',
    };
  });
  afterAll(async () => {
    await browser?.close();
    await system?.stop();
  });

  it.each([
    ['light', 'desktop', 1280],
    ['dark', 'phone', 390],
  ] as const)(
    'has no serious finding of accessibility, nothing too wide and nothing that runs, %s, %s',
    { timeout: 300_000 },
    async (colorScheme, device, width) => {
      const look = { bypassCSP: true, colorScheme, viewport: { width, height: 844 } };
      const signedIn = await signedInBrowser(browser, system, dana, look);
      const stranger = await browser.newContext({ baseURL: system.url, reducedMotion: 'reduce', ...look });
      const found: Record<string, unknown> = {};
      for (const [context, pages] of [
        [signedIn, paths],
        [
          stranger,
          { 'sign-in': '/sign-in', 'sign-in-used': '/sign-in?error=INVALID_TOKEN', 'claim-stranger': paths.claim! },
        ],
      ] as const) {
        const page = await context.newPage();
        const complaints = complaintsOf(page);
        for (const [name, path] of Object.entries(pages)) {
          await page.goto(path);
          await page.getByRole('heading', { level: 1 }).waitFor();
          await page.waitForFunction('!document.querySelector(".skeleton")');
          await takePicture(page, `web-${name}-${device}-${colorScheme}`);
          const wide = await page.evaluate<number>('document.documentElement.scrollWidth');
          const findings = await seriousFindings(page);
          const title = await page.title();
          if (findings.length > 0 || wide > width || title === 'hacked') found[name] = { findings, wide, title };
        }
        if (complaints.length > 0) found.complaints = complaints;
        await context.close();
      }
      expect(found).toEqual({});
    },
  );
});
