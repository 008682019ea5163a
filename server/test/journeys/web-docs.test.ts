import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasBrowser, openBrowser, takePicture } from '../harness/browser.ts';
import { complaintsOf } from '../harness/dashboard.ts';
import { startSystem, type TestSystem } from '../harness/system.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const paths = [
  '/docs',
  '/docs/guides/first-order',
  '/docs/guides/webhooks',
  '/docs/guides/policies',
  '/docs/interface/general',
  '/docs/configuration',
  '/docs/stores',
  '/docs/recipes',
  '/docs/going-live',
  '/docs/search?q=refund',
];

describe.runIf(hasBrowser)('the documentation in a browser', { timeout: 120_000 }, () => {
  let system: TestSystem;
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;
  beforeAll(async () => {
    system = await startSystem();
    browser = await openBrowser();
    context = await browser.newContext({ baseURL: system.url, permissions: ['clipboard-read', 'clipboard-write'] });
    page = await context.newPage();
  });
  afterAll(async () => {
    await browser?.close();
    await system?.stop();
  });

  it('searches while the reader types, and opens the result', async () => {
    const complaints = complaintsOf(page);
    await page.goto('/docs');
    await page.getByRole('link', { name: /^Search the docs/ }).click();
    await page.getByRole('searchbox', { name: 'Search the docs' }).fill('webhook signature');
    await page.getByRole('link', { name: /^Verify the signature/ }).waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL('**/docs/guides/webhooks#verify-the-signature');
    await page.keyboard.press('/');
    await page.getByRole('searchbox', { name: 'Search the docs' }).fill('zzzzqqq');
    await page.getByText('No results.').waitFor();
    expect(complaints).toEqual([]);
  });

  it('remembers the language of samples, copies them, and leads to the next page', async () => {
    const complaints = complaintsOf(page);
    await page.goto('/docs/guides/first-order');
    const chosen = page.getByRole('button', { name: 'Python', pressed: true });
    await page.getByRole('button', { name: 'Python' }).first().click();
    expect(await page.getByText('import { Errand }').isVisible()).toBe(false);
    await page.getByRole('link', { name: /^Next/ }).click();
    await page.goto('/docs/guides/orders');
    expect(await chosen.count()).toBeGreaterThan(3);
    const first = page.locator('.sample:visible .code').first();
    await first.hover();
    await first.getByRole('button', { name: 'Copy' }).click();
    await first.getByRole('button', { name: 'Copied' }).waitFor();
    const copied = await page.evaluate<string>('navigator.clipboard.readText()');
    expect(copied).toMatch(/^import os, uuid\nimport requests\n/);
    expect(copied).toContain(system.url);
    expect(complaints).toEqual([]);
  });

  it('keeps the theme that a reader chose', async () => {
    await page.emulateMedia({ colorScheme: 'light' });
    await page.goto('/docs');
    const scheme = () => page.evaluate<string>('getComputedStyle(document.documentElement).colorScheme');
    await page.getByRole('button', { name: 'Switch between light and dark' }).click();
    await page.goto('/docs/guides/orders');
    expect(await scheme()).toBe('dark');
    await page.getByRole('button', { name: 'Switch between light and dark' }).click();
    expect(await scheme()).toBe('light');
  });

  it('has no axe violation and no overflow on ten pages', async () => {
    // The pages' CSP would block the axe script.
    const scanned = await browser.newContext({ baseURL: system.url, bypassCSP: true });
    const tab = await scanned.newPage();
    const complaints = complaintsOf(tab);
    const found: string[] = [];
    for (const [index, path] of paths.entries()) {
      // Phone and desktop, dark and light, in turn.
      const [width, colorScheme] = (
        [
          [390, 'light'],
          [1280, 'dark'],
          [390, 'dark'],
          [1280, 'light'],
        ] as const
      )[index % 4]!;
      await tab.setViewportSize({ width, height: 800 });
      await tab.emulateMedia({ colorScheme });
      await tab.goto(path);
      if (width === 390) await tab.getByText('Menu', { exact: true }).click();
      await takePicture(tab, `docs${path.replaceAll(/[/?=]/g, '-')}-${width}-${colorScheme}`);
      await tab.evaluate(axe);
      const rules = { 'target-size': { enabled: true } };
      const violations = await tab.evaluate<string[]>(
        `axe.run(document, ${JSON.stringify({ rules, resultTypes: ['violations'] })}).then(({ violations }) => violations.map(({ id, nodes }) => id + ' ' + nodes[0].target + ' ' + nodes[0].failureSummary))`,
      );
      found.push(...violations.map((violation) => `${path}, ${width} px, ${colorScheme}: ${violation}`));
      const wide = await tab.evaluate<number>('document.documentElement.scrollWidth');
      if (wide > width) found.push(`${path}: ${wide} px wide`);
      const head = await tab.evaluate<string[]>(
        `[document.documentElement.lang, document.doctype?.name, document.querySelector('meta[name=viewport]')?.content, document.title, document.querySelector('meta[name=description]')?.content].map(String)`,
      );
      expect(head.slice(0, 3)).toEqual(['en', 'html', 'width=device-width, initial-scale=1']);
      for (const text of head.slice(3)) expect(text.length, path).toBeGreaterThan(10);
    }
    await scanned.close();
    expect(found).toEqual([]);
    expect(complaints).toEqual([]);
  });
});
