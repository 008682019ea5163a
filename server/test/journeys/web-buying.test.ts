import { sql } from 'kysely';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { localLinks } from '../../src/main/dev-mail.ts';
import { hasBrowser, openBrowser, takePicture } from '../harness/browser.ts';
import { complaintsOf, signedInBrowser, tabTo } from '../harness/dashboard.ts';
import { type SignedInPerson, signIn } from '../harness/person.ts';
import { startSystem, type TestSystem } from '../harness/system.ts';

describe.runIf(hasBrowser)('buying in the browser', () => {
  let system: TestSystem;
  let browser: Browser;
  let jane: SignedInPerson;
  beforeAll(async () => {
    system = await startSystem({ withWorker: true, env: { SANDBOX_TIME_SCALE: '1' } });
    browser = await openBrowser();
    jane = await signIn(system, 'jane@example.com');
  });
  afterAll(async () => {
    await browser?.close();
    await system?.stop();
  });

  const orderCount = async () => {
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from orders`.execute(
      system.database.db,
    );
    return rows[0]!.count;
  };

  it('takes a newcomer from signing in to a delivered package', { timeout: 60_000 }, async () => {
    const page = await browser.newPage({ baseURL: system.url, viewport: { width: 390, height: 844 } });
    const complaints = complaintsOf(page);
    await page.goto(localLinks(system.config).dashboard);
    await page.getByLabel('Email address').fill('newcomer@example.com');
    await page.getByRole('button', { name: 'Send sign-in link' }).click();
    await page.getByRole('link', { name: 'Open the mailbox' }).click();
    await page
      .getByRole('row', { name: /newcomer@example\.com/ })
      .getByRole('link')
      .click();
    await page.getByRole('link', { name: /magic-link/ }).click();
    await page.getByRole('heading', { name: 'Getting started' }).waitFor();
    await takePicture(page, 'journey-newcomer-phone');
    await page.getByRole('link', { name: 'Find a product' }).click();
    await page.getByLabel('Product or link').fill('desk lamp');
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    await page.getByRole('article').getByRole('link').first().click();
    await chooseEverything(page);
    await page.getByRole('button', { name: 'Continue to checkout' }).click();
    await page.getByRole('button', { name: 'Use a test address' }).click();
    await page.getByRole('button', { name: 'Review order' }).click();
    // The button shows the full price, and the order is bound to it.
    const shown = await page.getByRole('button', { name: /^Place order for \$/ }).innerText();
    await takePicture(page, 'journey-quote-phone');
    await page.getByRole('button', { name: /^Place order/ }).click();

    await page.waitForURL(/\/app\/orders\/[0-9a-f-]{36}$/);
    const { rows } = await sql<{ total: number }>`
      select (options ->> 'quotedTotalCents')::int as total from orders where id = ${page.url().split('/').at(-1)}`.execute(
      system.database.db,
    );
    expect(shown.replaceAll(',', '')).toContain(`$${(rows[0]!.total / 100).toFixed(2)}`);
    await page.getByRole('button', { name: 'Deliver package' }).click();
    await page.getByText('Package delivered.').waitFor();
    await page.getByRole('list', { name: 'Order progress' }).getByText('Delivered').waitFor();
    const id = page.url().split('/').at(-1)!;
    const { body } = await system.get(`/track/${id}`);
    expect(body).toMatchObject({ current_status: 'order_placed', shipments: [{ status: 'delivered' }] });
    expect(complaints).toEqual([]);
    await takePicture(page, 'journey-delivered-phone');
    await page.close();
  });

  it('works with the keyboard alone', { timeout: 60_000 }, async () => {
    const context = await signedInBrowser(browser, system, jane);
    const page = await context.newPage();
    const before = await orderCount();
    const press = (key: string) => page.keyboard.press(key);
    await page.goto('/app');
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    await press('Tab');
    expect(await page.locator(':focus').textContent()).toBe('Skip to content');
    await press('Enter');
    await tabTo(page, /Find a product/);
    await press('Enter');
    // The page puts the cursor into its search field.
    const field = page.getByLabel('Product or link');
    await field.and(page.locator(':focus')).waitFor();
    const link = `${system.url}/shop/products/test-success`;
    await page.keyboard.type(link);
    expect(await field.inputValue()).toBe(link);
    await press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Checkout' }).waitFor();
    for (const [field, text] of [
      [/First name/, 'Jane'],
      [/Last name/, 'Doe'],
      [/Street/, '1 Market St'],
      [/City/, 'San Francisco'],
      [/State/, 'C'],
      [/Postal code/, '94105'],
      [/Phone/, '+14155550123'],
      [/^Maximum price/, '50'],
    ] as const) {
      await tabTo(page, field);
      await page.keyboard.type(text);
    }
    await tabTo(page, /Review order/);
    await press('Enter');
    await page.getByRole('heading', { name: 'Review your order' }).waitFor();
    await tabTo(page, /^\s*Place order/);
    await press('Enter');
    await page.waitForURL(/\/app\/orders\/[0-9a-f-]{36}$/);
    await page.getByRole('heading', { level: 1, name: /Test success/ }).waitFor();
    expect(await orderCount()).toBe(before + 1);
    await context.close();
  });

  it('buys once, no matter how often the button is pressed and the response is lost', { timeout: 60_000 }, async () => {
    const context = await signedInBrowser(browser, system, jane);
    const page = await context.newPage();
    const before = await orderCount();
    let isLosing = true;
    const keys: (string | undefined)[] = [];
    const pressedTwice = Promise.withResolvers<void>();
    // The order is accepted, and the response is lost after the second press.
    await page.route(`${system.url}/orders`, async (route) => {
      if (route.request().method() !== 'POST') return route.fallback();
      keys.push(route.request().headers()['idempotency-key']);
      if (!isLosing) return route.fallback();
      await route.fetch();
      await pressedTwice.promise;
      return route.abort();
    });
    await page.goto(`/app/buy/checkout?url=${encodeURIComponent(`${system.url}/shop/products/test-success`)}`);
    await page.getByRole('button', { name: 'Use a test address' }).click();
    await page.getByLabel(/^Maximum price/).fill('50');
    await page.getByRole('button', { name: 'Review order' }).click();
    await page.getByRole('button', { name: /^Place order/ }).dblclick();
    pressedTwice.resolve();
    await page.getByText('No connection').waitFor();
    // The client sent the first press three times and the second press never.
    expect(keys.length).toBe(3);
    isLosing = false;
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('This order was already placed').waitFor();
    await page.getByRole('link', { name: 'View order' }).click();
    await page.waitForURL(/\/app\/orders\/[0-9a-f-]{36}$/);
    expect(new Set(keys).size).toBe(1);
    expect(await orderCount()).toBe(before + 1);
    await context.close();
  });

  it('shows errors at their fields, and missing funds in the review', { timeout: 60_000 }, async () => {
    const context = await signedInBrowser(browser, system, jane);
    const page = await context.newPage();
    const before = await orderCount();
    await page.goto(`/app/buy/checkout?url=${encodeURIComponent(`${system.url}/shop/products/test-success`)}`);
    await page.getByRole('button', { name: 'Use a test address' }).click();
    await page.getByLabel('Postal code').fill('123');
    await page.getByLabel(/^Maximum price/).fill('20000');
    const field = page.getByLabel('Postal code');
    await page.getByRole('button', { name: 'Review order' }).click();
    await page.getByRole('heading', { name: 'Review your order' }).waitFor();
    // Back keeps what was typed.
    await page.goBack();
    expect(await field.inputValue()).toBe('123');
    await page.getByRole('button', { name: 'Review order' }).click();
    await page.getByRole('button', { name: /^Place order/ }).click();
    await page.locator('input[name=postal_code]:focus').waitFor();
    expect(await field.getAttribute('aria-invalid')).toBe('true');
    await field.fill('94105');
    await page.getByRole('button', { name: 'Review order' }).click();
    await page.getByRole('button', { name: /^Place order/ }).click();
    await page.getByText('Insufficient funds').waitFor();
    expect(await page.locator('main').innerText()).toContain('$20,000.00');
    expect(await orderCount()).toBe(before);
    await context.close();
  });
});

/** Chooses the first available value of every option. */
async function chooseEverything(page: Page): Promise<void> {
  await page.getByLabel('Quantity', { exact: true }).waitFor();
  for (const group of await page.locator('main fieldset').all()) {
    await group.getByRole('radio', { disabled: false }).first().check({ force: true });
  }
}
