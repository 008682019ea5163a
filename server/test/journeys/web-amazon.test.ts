import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasBrowser, openBrowser, seriousFindings, takePicture } from '../harness/browser.ts';
import { complaintsOf, signedInBrowser } from '../harness/dashboard.ts';
import { operatorEmail, operatorEnv } from '../harness/operator.ts';
import { signIn } from '../harness/person.ts';
import { orderFor, startSystem, type TestSystem } from '../harness/system.ts';
import { amazonSettings } from '../stand-ins/amazon-business/bench.ts';
import { amazonCredentials, startAmazonStandIn } from '../stand-ins/amazon-business/store.ts';

describe.runIf(hasBrowser)('Amazon Business in the console', () => {
  let shop: Awaited<ReturnType<typeof startAmazonStandIn>>;
  let system: TestSystem;
  let browser: Browser;
  beforeAll(async () => {
    shop = await startAmazonStandIn();
    system = await startSystem({ env: { ...operatorEnv, STORES_ALLOW_PRIVATE: 'true' } });
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await system?.stop();
    await shop?.close();
  });

  it('is added from its address, checked without buying, and buys', { timeout: 120_000 }, async () => {
    const operator = await signIn(system, operatorEmail);
    // The page's CSP would block the axe script.
    const desk = await signedInBrowser(browser, system, operator, { bypassCSP: true });
    const page = await desk.newPage();
    const complaints = complaintsOf(page);
    await page.goto('/app/operator/stores/_new');
    await page.getByLabel('Store URL').fill('www.amazon.com');
    await page.keyboard.press('Enter');
    await page.getByText('Amazon Business store').waitFor();
    const { buyer_email: buyer, ordering_group: group, token_url: tokenUrl } = amazonSettings(shop.tokenUrl);
    const typed: [string, string][] = [
      ['Name', 'amazon'],
      ['Allowed by', 'Acme'],
      ['Date', '2026-11-17'],
      ['API region', 'na'],
      ['Marketplace', 'US'],
      ['Buyer', buyer],
      ['Buying group', group],
      ['Price tolerance (percent)', '0'],
      ['Token URL', tokenUrl],
      ['Client ID', amazonCredentials.client_id],
      ['Client secret', amazonCredentials.client_secret],
      ['Refresh token', amazonCredentials.refresh_token],
    ];
    // What is missing is named, and nothing is added.
    await page.getByRole('button', { name: 'Add store' }).click();
    await page.locator('.field-error').first().waitFor();
    expect((await operator.call('/operator/stores')).body.total).toBe(0);
    for (const [label, value] of typed) {
      // The labels of optional fields say so.
      const exact = !['Price tolerance (percent)', 'Token URL'].includes(label);
      await page.getByLabel(label, { exact }).fill(value);
    }
    await page.getByText('Advanced: countries, other URLs, billing').click();
    await page.getByLabel('API URL').fill(shop.origin);
    expect(await seriousFindings(page)).toEqual([]);
    await takePicture(page, 'amazon-new-desktop');
    await page.getByRole('button', { name: 'Add store' }).click();
    await page.getByRole('heading', { name: /amazon/ }).waitFor();

    await page.getByLabel('Search for').fill('mug');
    await page.getByRole('button', { name: 'Run check' }).click();
    await page.getByText('The store is ready').waitFor();
    expect(shop.seen('trial')).toHaveLength(1);
    expect(shop.state.orders).toEqual([]);
    await takePicture(page, 'amazon-checked-desktop');

    const { key } = await system.account('live', 100_000);
    const made = await system.post('/orders', key, orderFor('https://www.amazon.com/dp/B0MUG00001'));
    expect(made.status, made.text).toBe(201);
    await system.queue.drain();
    const { body } = await system.get(`/orders/${made.body.id}`, key);
    expect([body.status, shop.soldUnder(made.body.id)]).toEqual(['order_placed', 1]);
    expect(complaints).toEqual([]);
  });
});
