import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findingsInEveryTheme, hasBrowser, openBrowser, takePicture } from '../harness/browser.ts';
import { orderFor, startSystem, type TestSystem } from '../harness/system.ts';

describe.runIf(hasBrowser)('the tracking page in a browser', { timeout: 60_000 }, () => {
  let system: TestSystem;
  let browser: Browser;
  let key: string;
  beforeAll(async () => {
    system = await startSystem({ env: { SANDBOX_TIME_SCALE: '1' } });
    browser = await openBrowser();
    key = await system.mint();
  });
  afterAll(async () => {
    await browser.close();
    await system.stop();
  });

  async function placedOrder(scenario = 'success'): Promise<string> {
    const { body } = await system.post('/orders', key, orderFor(`${system.url}/shop/products/test-${scenario}`));
    const placed = async () => {
      await system.queue.drain();
      return (await system.get(`/orders/${body.id}`, key)).body.status;
    };
    await expect.poll(placed, { timeout: 30_000, interval: 250 }).toBe('order_placed');
    return body.id;
  }
  const advance = (id: string, to: string) => system.post(`/sandbox/orders/${id}/advance`, key, { to });

  it('says without script where the package is, and nothing about who gets it', async () => {
    const id = await placedOrder();
    await advance(id, 'delivered');
    const page = await browser.newPage({ javaScriptEnabled: false, viewport: { width: 390, height: 844 } });
    await page.goto(`${system.url}/track/${id}`);
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Delivered');
    const text = await page.locator('body').innerText();
    expect(text).toContain('San Francisco, CA 94105');
    expect(text).not.toMatch(/jane|doe|4155550123|redacted/i);
    // A product without a known title isn't named by its number.
    expect(text).not.toContain('test-success');
    const isTooWide = (await page.locator('html').boundingBox())!.width > 390;
    expect(isTooWide).toBe(false);
    await takePicture(page, 'tracking-delivered-phone');
    // In the reader's language.
    for (const [language, heading] of [
      ['de', 'Zugestellt'],
      ['fr', 'Livrée'],
      ['es', 'Entregado'],
      ['it', 'Consegnato'],
    ] as const) {
      await page.setExtraHTTPHeaders({ 'accept-language': language });
      await page.reload();
      expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe(heading);
    }
    await page.close();
  });

  it('refreshes itself while it is open', async () => {
    const id = await placedOrder();
    await advance(id, 'in_transit');
    const page = await browser.newPage();
    await page.goto(`${system.url}/track/${id}`);
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('On its way');
    await advance(id, 'delivered');
    await page.getByRole('heading', { level: 1, name: 'Delivered' }).waitFor();
    expect(await page.title()).toContain('Delivered');
    await page.close();
  });

  it('is accessible in both themes, on a desktop and on a phone', async () => {
    const id = await placedOrder('split-shipment');
    await advance(id, 'in_transit');
    const page = await browser.newPage({ bypassCSP: true });
    const seen = new Set<string>();
    const found: string[] = [];
    for (const [name, path] of Object.entries({
      split: `/track/${id}`,
      home: '/',
      product: '/shop/products/test-success',
      unknown: '/track/0b9c1c5e-6d0f-4c1b-9f43-2f6f4b7f1a52',
    })) {
      await page.goto(system.url + path);
      found.push(...(await findingsInEveryTheme(page, `tracking-${name}`, seen)));
    }
    expect(found).toEqual([]);
    await page.close();
  });

  it('weighs next to nothing, tells what it is about where it is shared, and prints', async () => {
    const id = await placedOrder();
    await advance(id, 'in_transit');
    const page = await browser.newPage({ viewport: { width: 794, height: 1123 } });
    const scripts: Promise<Buffer>[] = [];
    page.on('response', (response) => {
      if (response.request().resourceType() === 'script') scripts.push(response.body());
    });
    await page.goto(`${system.url}/track/${id}`, { waitUntil: 'networkidle' });
    const bytes = (await Promise.all(scripts)).reduce((sum, body) => sum + body.length, 0);
    expect(bytes).toBeGreaterThan(0);
    expect(bytes).toBeLessThan(2000);
    const preview = (name: string) => page.locator(`meta[property="og:${name}"]`).getAttribute('content');
    expect(await preview('title')).toBe('On its way · package tracking');
    expect(await preview('description')).toBe('The carrier has your package.');
    await page.emulateMedia({ media: 'print' });
    expect(await page.getByRole('contentinfo').isVisible()).toBe(false);
    expect(await page.getByRole('heading', { level: 1 }).isVisible()).toBe(true);
    await takePicture(page, 'tracking-printed');
    await page.close();
  });

  it('runs no script from a carrier or store', async () => {
    const id = await placedOrder();
    const answer = await system.call(`/track/${id}`, { headers: { accept: 'text/html' } });
    expect(answer.headers.get('content-security-policy')).toContain("script-src 'self'");
    expect(answer.text).not.toMatch(/<script(?![^>]*src=)|\sstyle=|\son\w+=/);
  });
});
