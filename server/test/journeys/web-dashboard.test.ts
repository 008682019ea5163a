import type { Browser, BrowserContext } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasBrowser, openBrowser, seriousFindings, takePicture } from '../harness/browser.ts';
import { complaintsOf, signedInBrowser } from '../harness/dashboard.ts';
import { type SignedInPerson, signIn } from '../harness/person.ts';
import { orderFor, startSystem, type TestSystem } from '../harness/system.ts';

describe.runIf(hasBrowser)('the dashboard in a browser', () => {
  let system: TestSystem;
  let browser: Browser;
  let dana: SignedInPerson;
  let pages: Record<string, string>;
  beforeAll(async () => {
    system = await startSystem();
    browser = await openBrowser();
    dana = await signIn(system, 'dana@example.com');
    const { call } = dana;
    const order = async (scenario: string, metadata = {}): Promise<string> => {
      const body = orderFor(`${system.url}/shop/products/test-${scenario}`, { metadata });
      return (await call('/orders', { method: 'POST', body })).body.id;
    };
    const hostile = '<img src=x onerror="document.title=1"> {{7*7}} \u202Egnp.exe';
    const placed = await order('success', { product_title: hostile, product_image: 'javascript:alert(1)' });
    const failed = await order('price-exceeded');
    await order('retailer-cancels');
    await system.queue.drain();
    const { results } = (await call('/search?q=t-shirt')).body;
    const { retailer, product_id: product } = results[0];
    pages = {
      overview: '/app',
      orders: '/app/orders',
      'orders-filtered': '/app/orders?status=order_failed&from=2026-01-01&tracking=no',
      'orders-none': '/app/orders?search=zzz',
      order: `/app/orders/${placed}`,
      'order-failed': `/app/orders/${failed}`,
      'order-unknown': '/app/orders/0b9c1c5e-6d0f-4c1b-9f43-2f6f4b7f1a52',
      buy: '/app/buy',
      'buy-results': '/app/buy?q=t-shirt',
      product: `/app/buy/${retailer}/${product}`,
      checkout: `/app/buy/checkout?url=${encodeURIComponent(results[0].url)}&retailer=${retailer}&product=${product}`,
      wallet: '/app/wallet',
      usage: '/app/usage',
      'no-page': '/app/nothing-here',
    };
  });
  afterAll(async () => {
    await browser?.close();
    await system?.stop();
  });

  const open = (options: Parameters<typeof signedInBrowser>[3] = {}): Promise<BrowserContext> =>
    signedInBrowser(browser, system, dana, options);

  it.each([
    ['light', 'desktop', 1280],
    ['dark', 'phone', 390],
  ] as const)(
    'has no serious finding of accessibility and nothing too wide, %s, %s',
    { timeout: 300_000 },
    async (colorScheme, device, width) => {
      const context = await open({ bypassCSP: true, colorScheme, viewport: { width, height: 844 } });
      const page = await context.newPage();
      const found: Record<string, unknown> = {};
      for (const [name, path] of Object.entries(pages)) {
        await page.goto(path);
        await page.getByRole('heading', { level: 1 }).waitFor();
        await page.waitForFunction('!document.querySelector(".skeleton, .hit-skeleton")');
        await takePicture(page, `web-${name}-${device}-${colorScheme}`);
        const wide = await page.evaluate<number>('document.documentElement.scrollWidth');
        const findings = await seriousFindings(page);
        if (findings.length > 0 || wide > width) found[name] = { findings, wide };
      }
      expect(found).toEqual({});
      await context.close();
    },
  );

  it('opens the overview with few requests and little JSON, and nothing jumps', async () => {
    const context = await open({ bypassCSP: true, viewport: { width: 1280, height: 800 } });
    const page = await context.newPage();
    // As text, since it runs in the page.
    await page.addInitScript(`
      globalThis.shifted = 0;
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) if (!entry.hadRecentInput) globalThis.shifted += entry.value;
      }).observe({ type: 'layout-shift', buffered: true });`);
    const answers: { path: string; bytes: number }[] = [];
    page.on('response', async (response) => {
      if (!response.headers()['content-type']?.includes('json')) return;
      answers.push({ path: new URL(response.url()).pathname, bytes: (await response.body()).byteLength });
    });
    await page.goto('/app');
    await page.getByText('Latest orders').waitFor();
    await page.getByText('Getting started').waitFor();
    await page.waitForFunction('!document.querySelector(".skeleton")');
    await page.waitForLoadState('networkidle');
    expect(answers.length, JSON.stringify(answers)).toBeLessThanOrEqual(8);
    expect(answers.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThan(60_000);
    expect(await page.evaluate<number>('shifted')).toBeLessThan(0.05);
    await context.close();
  });

  it('shows hostile names as text, and links to nothing but web pages', async () => {
    const context = await open();
    const page = await context.newPage();
    const complaints = complaintsOf(page);
    for (const name of ['order', 'orders', 'overview']) {
      await page.goto(pages[name]!);
      await page.getByText('<img src=x onerror=').first().waitFor();
      expect(await page.locator('main img').count()).toBe(0);
      expect(await page.locator('main').innerText()).not.toContain('\u202E');
      const links = await page.evaluate<string[]>('[...document.links].map((link) => link.protocol)');
      expect(new Set(links)).toEqual(new Set(['http:']));
    }
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('keeps the worlds apart, and the page when the world is switched', async () => {
    const context = await open();
    const page = await context.newPage();
    await page.goto('/app/orders');
    await page.getByRole('table', { name: 'Orders' }).waitFor();
    await page.getByRole('radio', { name: 'Live' }).check({ force: true });
    await page.getByRole('heading', { name: 'No orders yet' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/app/orders');
    await page.reload();
    await page.getByRole('heading', { name: 'No orders yet' }).waitFor();
    await page.goto(pages.order!);
    await page.getByRole('button', { name: 'Look in Sandbox' }).click();
    await page.getByText('<img src=x onerror=').first().waitFor();
    await context.close();
  });

  it('sends people whose session ended to sign in, and knows where they were', async () => {
    const context = await open();
    const page = await context.newPage();
    await page.goto('/app/wallet?offset=25');
    await page.getByRole('heading', { name: 'Wallet' }).waitFor();
    await context.clearCookies();
    await page.reload();
    await page.waitForURL((url) => url.pathname === '/sign-in');
    expect(new URL(page.url()).searchParams.get('next')).toBe('/app/wallet?offset=25');
    await context.close();
  });

  it('loads with less than 350 KB of compressed script', async () => {
    const context = await open();
    const page = await context.newPage();
    const sizes: Promise<number>[] = [];
    page.on('requestfinished', (request) => {
      if (request.resourceType() === 'script')
        sizes.push(request.sizes().then(({ responseBodySize }) => responseBodySize));
    });
    await page.goto('/app');
    await page.getByRole('heading', { name: 'Latest orders' }).waitFor();
    const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
    expect(bytes).toBeGreaterThan(30_000);
    expect(bytes).toBeLessThan(350 * 1024);
    await context.close();
  });
});
