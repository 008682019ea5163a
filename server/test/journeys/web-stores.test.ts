import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, BrowserContext } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasBrowser, openBrowser, seriousFindings, takePicture } from '../harness/browser.ts';
import { addLiveFunds, buyInDashboard } from '../harness/buy-in-dashboard.ts';
import { complaintsOf, signedInBrowser, tabTo } from '../harness/dashboard.ts';
import { operatorEmail, operatorEnv } from '../harness/operator.ts';
import { type SignedInPerson, signIn } from '../harness/person.ts';
import { simulatedKind } from '../harness/store-kind.ts';
import { orderFor, startSystem, type TestSystem } from '../harness/system.ts';

describe.runIf(hasBrowser)('stores in the browser', () => {
  let system: TestSystem;
  let browser: Browser;
  let operator: SignedInPerson;
  let desk: BrowserContext;
  let shop: Server;
  beforeAll(async () => {
    const { kind } = await simulatedKind(() => system.database);
    system = await startSystem({
      env: { ...operatorEnv, STORES_ALLOW_PRIVATE: 'true', WEBHOOK_ALLOW_PRIVATE: 'true' },
      storeKinds: [kind],
    });
    shop = createServer((_request, response) => response.end('simulated'));
    await new Promise<void>((resolve) => shop.listen(0, '127.0.0.1', resolve));
    browser = await openBrowser();
    operator = await signIn(system, operatorEmail);
    desk = await signedInBrowser(browser, system, operator, { viewport: { width: 1280, height: 900 } });
  });
  afterAll(async () => {
    await browser?.close();
    shop?.close();
    await system?.stop();
  });

  it('are added from an address, checked, changed, paused and removed', { timeout: 240_000 }, async () => {
    const page = await desk.newPage();
    const complaints = complaintsOf(page);
    // Live says what is missing, and where to get it.
    await page.goto('/app?world=live');
    await page.getByRole('heading', { name: 'Before you go live' }).waitFor();
    expect(await page.getByRole('link', { name: 'Read the going-live guide' }).getAttribute('href')).toBe(
      '/docs/going-live',
    );
    await page.getByText('The wallet is empty.').waitFor();
    await takePicture(page, 'going-live-desktop');
    // Without a store, the pages name no stores and don't blame the search text.
    await page.goto('/app/buy?world=live');
    await page.getByText('No stores are connected for live orders yet').waitFor();
    await page.goto('/app/buy?world=live&q=headphones');
    await page.getByRole('heading', { name: 'No stores connected yet' }).waitFor();
    expect(await page.getByText('Try different').count()).toBe(0);
    await page.goto('/app?world=live');
    await page.getByRole('link', { name: 'Connect a store' }).click();
    await page.getByRole('link', { name: 'Add your first store' }).click();
    await page.getByLabel('Store URL').fill(`http://127.0.0.1:${(shop.address() as AddressInfo).port}/a`);
    await page.keyboard.press('Enter');
    await page.getByText('Simulated: Vendure store').waitFor();
    await page.getByLabel('Name', { exact: false }).first().fill('walmart');
    // The first invalid field gets the focus.
    await page.getByRole('button', { name: 'Add store' }).click();
    await page.getByText('Enter who gave permission').waitFor();
    await expect
      .poll(() => page.evaluate<string>('document.activeElement.name'), { timeout: 30_000 })
      .toBe('consentBy');
    await page.keyboard.type('The merchant, Jane Doe');
    await page.getByLabel('Date', { exact: true }).fill('2026-08-21');
    await page.getByLabel('Payment method').fill('invoice');
    await takePicture(page, 'stores-new-desktop');
    await page.getByRole('button', { name: 'Add store' }).click();
    await page.getByRole('heading', { name: /walmart/ }).waitFor();

    await page.getByLabel('Search for').fill('headphones');
    await tabTo(page, /Run check/);
    await page.keyboard.press('Enter');
    await page.getByText('The store is ready').waitFor();
    await takePicture(page, 'stores-one-desktop');

    await page.getByRole('link', { name: 'Edit', exact: true }).click();
    await page.getByLabel('Concurrent sessions').fill('2');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('walmart updated.').waitFor();
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.getByRole('button', { name: 'Resume' }).waitFor();
    const stores = async () => (await operator.call('/operator/stores')).body.stores;
    await expect
      .poll(stores, { timeout: 30_000 })
      .toMatchObject([{ name: 'walmart', enabled: false, limits: { at_once: 2, per_minute: 120 } }]);
    await page.getByRole('button', { name: 'Resume' }).click();
    await page.getByRole('button', { name: 'Pause' }).waitFor();

    await page.goto('/app?world=live');
    await page.getByText('1 store connected.').waitFor();
    await page.goto('/app/operator/stores/walmart');

    // Buys live in the dashboard. All countries are offered if the store decides.
    await addLiveFunds(system, operator, 100_000);
    const query = { query: 'headphones', page: 1, freeShipping: false };
    const found = await system.simulator.search?.('walmart', query, { signal: AbortSignal.timeout(10_000) });
    const { url = '' } = found?.results.find(({ available, variantRequired }) => available && !variantRequired) ?? {};
    const id = await buyInDashboard(page, url, { highestPrice: '900' });
    await system.queue.drain();
    const bought = (await operator.call(`/orders/${id}`, { world: 'live' })).body;
    expect(bought, JSON.stringify(bought)).toMatchObject({ status: 'order_placed', retailer: 'walmart' });
    await page.goto('/app/operator/stores/walmart');
    // Its results are beside its switch.
    for (const name of ['Success rate, 30 days', 'Time to place', 'Failures by reason, 30 days', 'Needs review']) {
      await page.getByText(name, { exact: true }).first().waitFor();
    }

    // After the last step, the checklist disappears.
    const post = async (path: string, body: unknown) =>
      expect((await operator.call(path, { method: 'POST', body })).status, path).toBeLessThan(300);
    await post('/orders', orderFor(`${system.url}/shop/products/test-success`));
    await system.queue.drain();
    await post('/webhooks/endpoints', { url: 'http://127.0.0.1:9009/hooks' });
    await post('/team/invitations', { email: 'bob@example.com', role: 'viewer' });
    const tab = await desk.newPage();
    await tab.goto('/app?world=test');
    await tab.getByRole('heading', { name: 'Getting started' }).waitFor();
    await expect.poll(() => tab.locator('.checklist-done').count(), { timeout: 30_000 }).toBe(5);
    await tab.getByRole('link', { name: 'Create an API key' }).click();
    await tab.getByLabel('Name').fill('Warehouse');
    await tab.getByRole('button', { name: 'Create key' }).click();
    await tab.getByRole('button', { name: 'I copied the key' }).click();
    await tab.getByRole('link', { name: 'Overview' }).first().click();
    await tab.getByText('Latest orders').waitFor();
    await tab.getByRole('heading', { name: 'Getting started' }).waitFor({ state: 'detached' });
    await tab.close();

    const phone = await signedInBrowser(browser, system, operator, {
      viewport: { width: 390, height: 844 },
      colorScheme: 'dark',
      // The page's CSP would block the axe script.
      bypassCSP: true,
    });
    const small = await phone.newPage();
    for (const [path, name] of [
      ['/app/operator/stores', 'list'],
      ['/app/operator/stores/walmart', 'one'],
      ['/app/operator/stores/walmart/edit', 'edit'],
    ] as const) {
      await small.goto(path);
      await small
        .getByText(name === 'edit' ? 'Concurrent sessions' : 'walmart')
        .first()
        .waitFor();
      await takePicture(small, `stores-${name}-phone-dark`);
      const overflow = await small.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
      expect(overflow, path).toBeLessThanOrEqual(0);
      if (name !== 'list') expect(await seriousFindings(small), path).toEqual([]);
    }
    await small.goto('/docs/going-live');
    await takePicture(small, 'going-live-guide-phone-dark');
    await small.goto('/app?world=live');
    await small.getByRole('heading', { name: 'Overview' }).waitFor();
    await takePicture(small, 'going-live-phone-dark');
    await phone.close();

    await page.getByRole('button', { name: 'Remove' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove store' }).click();
    await page.getByText('No stores connected').waitFor();
    expect((await operator.call('/operator/stores')).body.total).toBe(0);
    expect(complaints).toEqual([]);
    await page.close();
  });
});
