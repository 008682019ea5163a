import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasBrowser, openBrowser, takePicture } from '../harness/browser.ts';
import { complaintsOf, signedInBrowser } from '../harness/dashboard.ts';
import { operatorEmail, operatorEnv } from '../harness/operator.ts';
import { signIn } from '../harness/person.ts';
import { startSystem, type TestSystem } from '../harness/system.ts';

describe.runIf(hasBrowser)('a person with euros', () => {
  let system: TestSystem;
  let browser: Browser;
  beforeAll(async () => {
    system = await startSystem({ env: operatorEnv });
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await system?.stop();
  });

  it('opens a wallet, adds funds, buys, and sees every amount in its currency', { timeout: 60_000 }, async () => {
    const jane = await signIn(system, 'jane@example.com');
    const context = await signedInBrowser(browser, system, jane);
    const page = await context.newPage();
    const complaints = complaintsOf(page);
    await page.goto('/app/wallet');
    await page.getByRole('button', { name: 'Add a currency' }).click();
    await page.getByLabel('Currency', { exact: true }).selectOption('EUR');
    await takePicture(page, 'wallet-add-currency');
    await page.getByRole('button', { name: 'Open wallet' }).click();
    await page.getByRole('tab', { name: 'EUR', selected: true }).waitFor();
    await page.getByRole('button', { name: '€100' }).click();
    await page.getByRole('button', { name: 'Continue to payment' }).click();
    await page.getByRole('button', { name: 'Pay €100.00' }).click();
    await page.goto('/app/wallet?currency=EUR');
    await page.getByText('€100.00').first().waitFor();
    expect(await page.locator('main').innerText()).not.toContain('$');

    const product = `${system.url}/shop/products/test-euro`;
    await page.goto(`/app/buy/checkout?url=${encodeURIComponent(product)}`);
    await page.getByRole('button', { name: 'Use a test address' }).click();
    await page.getByLabel(/^Maximum price/).fill('30');
    await page.getByRole('button', { name: 'Review order' }).click();
    await page.getByText('€19.99').first().waitFor();
    await takePicture(page, 'checkout-euro');
    await page.getByRole('button', { name: 'Place order for €19.99' }).click();
    await page.waitForURL(/\/app\/orders\/[0-9a-f-]{36}/);
    await system.queue.drain();
    await page.getByText('€19.99').first().waitFor();
    await takePicture(page, 'order-euro');
    await page.goto('/app/wallet?currency=EUR');
    await page.getByText('€80.01').first().waitFor();
    await takePicture(page, 'wallet-euro');
    await page.goto('/app/wallet?currency=JPY');

    // An operator refunds in US dollars, and sees what the euro wallet gets.
    const { orders } = (await jane.call('/orders')).body;
    const desk = await signedInBrowser(browser, system, await signIn(system, operatorEmail));
    const refund = await desk.newPage();
    await refund.goto(`/app/operator/orders/${orders[0].id}?dialog=refund`);
    const dialog = refund.getByRole('dialog');
    await dialog.getByText('To the EUR wallet').waitFor();
    expect(await dialog.innerText()).toMatch(/about €(19\.9\d|20\.00)/);
    await takePicture(refund, 'operator-refund-euro');
    await dialog.getByLabel('Reason').fill('Lost on the way.');
    await dialog.getByRole('button', { name: /^Refund \$/ }).click();
    await refund.getByText(/^\$[\d.]+ refunded\.$/).waitFor();
    // The order shows what the euro wallet paid and got.
    await refund.getByRole('row', { name: /^Refund.*€19\.99/ }).waitFor();
    expect((await jane.call('/wallet?currency=EUR')).body.available_cents).toBe(10_000);
    expect(complaints).toEqual([]);
  });

  it('places a file with rows in two currencies, and sees what each wallet pays', { timeout: 90_000 }, async () => {
    const max = await signIn(system, 'max@example.com');
    const topUp = await max.call('/wallet/top-ups', {
      method: 'POST',
      body: { amount_cents: 10_000, currency: 'EUR' },
    });
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    await system.call(`/top-ups/${topUp.body.id}`, { method: 'POST', body: 'outcome=pay', headers });
    const context = await signedInBrowser(browser, system, max);
    const page = await context.newPage();
    const complaints = complaintsOf(page);
    await page.goto('/app/bulk');
    const place = 'Jane Doe,1 Market St,San Francisco,CA,94105';
    const lines = [
      'product_url,name,address1,city,state,zip,max_price,max_price_currency',
      `${system.url}/shop/products/test-euro,${place},2500,EUR`,
      `${system.url}/shop/products/test-euro,${place},2600,EUR`,
      `${system.url}/shop/products/test-success,${place},5000,`,
    ];
    const buffer = Buffer.from(lines.join('\r\n'));
    await page.getByLabel('CSV file').setInputFiles({ name: 'euro.csv', mimeType: 'text/csv', buffer });
    await page.getByText('Ready to place').waitFor();
    await page.getByText('$50.00 and €51.00', { exact: true }).waitFor();
    await page.getByText(/and €100\.00 available/).waitFor();
    await page.getByText('= €25.00').first().waitFor();
    await takePicture(page, 'bulk-euro');
    await page.getByRole('button', { name: 'Place 3 orders' }).click();
    await page.getByText('Up to $50.00 and €51.00 in test money').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Place 3 orders' }).click();
    await page.waitForURL(/\/app\/bulk\/[0-9a-f-]{36}/);
    expect((await max.call('/wallet?currency=EUR')).body).toMatchObject({ held_cents: 5100, available_cents: 4900 });
    for (let round = 0; round < 3; round += 1) await system.queue.drain();
    expect((await max.call('/wallet?currency=EUR')).body).toMatchObject({
      held_cents: 0,
      available_cents: 10_000 - 2 * 1999,
    });
    // The maximum price is shown as the file has it.
    const batch = (await max.call('/orders')).body.orders;
    const ofFile = batch.find(({ exchange }: { exchange?: { max_price: number } }) => exchange?.max_price === 2500);
    await page.goto(`/app/orders/${ofFile.id}`);
    await page.getByText('€25.00').first().waitFor();
    expect(complaints).toEqual([]);
  });
});
