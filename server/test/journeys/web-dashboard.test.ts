import type { Browser, BrowserContext } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasBrowser, openBrowser } from '../harness/browser.ts';
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
    await order('price-exceeded');
    await order('retailer-cancels');
    await system.queue.drain();
    pages = { overview: '/app', orders: '/app/orders', order: `/app/orders/${placed}` };
  });
  afterAll(async () => {
    await browser?.close();
    await system?.stop();
  });

  const open = (options: Parameters<typeof signedInBrowser>[3] = {}): Promise<BrowserContext> =>
    signedInBrowser(browser, system, dana, options);

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
