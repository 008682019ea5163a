import { sql } from 'kysely';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasBrowser, openBrowser } from '../harness/browser.ts';
import { signedInBrowser } from '../harness/dashboard.ts';
import { type SignedInPerson, signIn } from '../harness/person.ts';
import { orderFor, startSystem, type TestSystem } from '../harness/system.ts';

describe.runIf(hasBrowser)('when the response to an order is lost', () => {
  let system: TestSystem;
  let browser: Browser;
  let jane: SignedInPerson;
  beforeAll(async () => {
    system = await startSystem({ env: { OPERATOR_EMAILS: 'jane@example.com' } });
    browser = await openBrowser();
    jane = await signIn(system, 'jane@example.com');
  });
  afterAll(async () => {
    await browser?.close();
    await system?.stop();
  });

  const countOf = async (table: 'orders' | 'bulk_batches' | 'audit_log') => {
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from ${sql.table(table)}`.execute(
      system.database.db,
    );
    return rows[0]!.count;
  };

  /** Requests arrive, and their responses are dropped until further notice. */
  async function loseAnswers(page: Page, path: string): Promise<() => void> {
    let isLosing = true;
    await page.route(`${system.url}${path}`, async (route) => {
      if (route.request().method() !== 'POST' || !isLosing) return route.fallback();
      await route.fetch();
      return route.abort();
    });
    return () => {
      isLosing = false;
    };
  }

  const openCheckout = (page: Page) =>
    page.goto(`/app/buy/checkout?url=${encodeURIComponent(`${system.url}/shop/products/test-success`)}`);

  async function fillInCheckout(page: Page, maximum = '50'): Promise<void> {
    await openCheckout(page);
    await page.getByRole('button', { name: 'Use a test address' }).click();
    await page.getByLabel(/^Maximum price/).fill(maximum);
    await page.getByRole('button', { name: 'Review order' }).click();
  }

  const place = (page: Page) => page.getByRole('button', { name: /^Place order/ });

  it('the same order after a reload is the same order', { timeout: 60_000 }, async () => {
    const context = await signedInBrowser(browser, system, jane);
    const page = await context.newPage();
    const before = await countOf('orders');
    const letThrough = await loseAnswers(page, '/orders');
    await fillInCheckout(page);
    await place(page).click();
    await page.getByText('No connection').waitFor();
    letThrough();
    // The draft is still there.
    await openCheckout(page);
    await page.getByRole('button', { name: 'Review order' }).click();
    await place(page).click();
    await page.getByText('This order was already placed').waitFor();
    expect(await place(page).count()).toBe(0);
    expect(await page.getByText('Order submitted.').count()).toBe(0);
    const link = await page.getByRole('link', { name: 'View order' }).getAttribute('href');
    expect(link).toMatch(/^\/app\/orders\/[0-9a-f-]{36}$/);
    expect(await countOf('orders')).toBe(before + 1);
    // It got a response, so the next one is a new order.
    await page.getByRole('button', { name: 'Order again' }).click();
    await place(page).click();
    await page.getByText('Order submitted.').waitFor();
    await page.waitForURL(/\/app\/orders\/[0-9a-f-]{36}$/);
    expect(await countOf('orders')).toBe(before + 2);
    await context.close();
  });

  it('rejects a changed order, and a second click does not buy it', { timeout: 60_000 }, async () => {
    const context = await signedInBrowser(browser, system, jane);
    const page = await context.newPage();
    const before = await countOf('orders');
    const letThrough = await loseAnswers(page, '/orders');
    await fillInCheckout(page, '51');
    await place(page).click();
    await page.getByText('No connection').waitFor();
    letThrough();
    await page.getByRole('button', { name: 'Edit order' }).click();
    await page.getByLabel(/^Maximum price/).fill('52');
    await page.getByRole('button', { name: 'Review order' }).click();
    await place(page).click();
    await page.getByText('This order was already placed').waitFor();
    await place(page).click();
    await page.getByText('This order was already placed').waitFor();
    await page.waitForTimeout(500);
    expect(await countOf('orders')).toBe(before + 1);
    await context.close();
  });

  it('a batch after Back is the same batch', { timeout: 60_000 }, async () => {
    const context = await signedInBrowser(browser, system, jane);
    const page = await context.newPage();
    const letThrough = await loseAnswers(page, '/orders/bulk');
    await page.goto('/app/bulk');
    await page
      .getByLabel('CSV file')
      .setInputFiles({ name: 'gifts.csv', mimeType: 'text/csv', buffer: csv(system.url) });
    const order = page.getByRole('button', { name: /^Place 2 orders/ });
    await order.click();
    await page.getByRole('dialog').getByRole('button', { name: 'Place 2 orders' }).click();
    await page.getByText('No connection').waitFor();
    await page.getByRole('button', { name: 'Go back' }).click();
    letThrough();
    await page.getByRole('link', { name: 'Bulk orders' }).first().click();
    await page.getByText('gifts.csv may already be placed').waitFor();
    expect(await page.getByText('is not placed yet').count()).toBe(0);
    await page.getByRole('link', { name: 'send it again' }).click();
    await page.getByText('It may already be placed').waitFor();
    await order.click();
    await page.getByRole('dialog').getByRole('button', { name: 'Place 2 orders' }).click();
    await page.waitForURL(/\/app\/bulk\/[0-9a-f-]{36}$/);
    await page.getByText('This batch was already placed').waitFor();
    expect(await countOf('bulk_batches')).toBe(1);
    await context.close();
  });

  it('rejects a batch that changed in the meantime, with a link to the first one', { timeout: 60_000 }, async () => {
    const context = await signedInBrowser(browser, system, jane);
    const page = await context.newPage();
    const before = await countOf('bulk_batches');
    const letThrough = await loseAnswers(page, '/orders/bulk');
    await page.goto('/app/bulk');
    await page
      .getByLabel('CSV file')
      .setInputFiles({ name: 'more.csv', mimeType: 'text/csv', buffer: csv(system.url) });
    const dialog = page.getByRole('dialog');
    await page.getByRole('button', { name: /^Place 2 orders/ }).click();
    await dialog.getByRole('button', { name: 'Place 2 orders' }).click();
    await dialog.getByText('No connection').waitFor();
    letThrough();
    await dialog.getByLabel('Email me when all orders are complete').uncheck();
    await dialog.getByRole('button', { name: 'Place 2 orders' }).click();
    await dialog.getByText('This batch was already placed').waitFor();
    expect(await countOf('bulk_batches')).toBe(before + 1);
    await dialog.getByRole('link', { name: 'View batch' }).click();
    await page.getByRole('heading', { name: 'more.csv' }).waitFor();
    await context.close();
  });

  it('a repeated message counts once, and a different text is a new message', { timeout: 60_000 }, async () => {
    const context = await signedInBrowser(browser, system, jane);
    const page = await context.newPage();
    const { body: order } = await jane.call('/orders', {
      method: 'POST',
      body: orderFor(`${system.url}/shop/products/test-success`),
    });
    await jane.call(`/orders/${order.id}/case`, { method: 'POST', body: { message: 'Store URL', reason: 'other' } });
    const saidTimes = async (words: string) => {
      const { rows } = await sql<{ n: number }>`
        select count(*)::int as n from case_messages where order_id = ${order.id} and message = ${words}`.execute(
        system.database.db,
      );
      return rows[0]!.n;
    };
    for (const [path, api, label] of [
      [`/app/operator/cases/${order.id}`, `/operator/cases/${order.id}/reply`, 'Your reply'],
      [`/app/cases/${order.id}`, `/orders/${order.id}/case`, 'Your reply'],
    ] as const) {
      const letThrough = await loseAnswers(page, api);
      await page.goto(path);
      const field = page.getByLabel(label);
      const send = page.getByRole('button', { name: 'Send', exact: true });
      await field.fill(`First: ${path}`);
      await send.click();
      await page.getByText('No connection').waitFor();
      letThrough();
      await send.click();
      // The field is cleared once the message is sent.
      await expect.poll(() => field.inputValue(), { timeout: 30_000 }).toBe('');
      await field.fill(`Second: ${path}`);
      await send.click();
      await page.getByText(`Second: ${path}`).first().waitFor();
      await expect.poll(() => saidTimes(`Second: ${path}`)).toBe(1);
      expect(await saidTimes(`First: ${path}`)).toBe(1);
    }
    await context.close();
  });

  it('a repeated credit is the same credit', { timeout: 60_000 }, async () => {
    const context = await signedInBrowser(browser, system, jane);
    const page = await context.newPage();
    const before = await countOf('audit_log');
    const letThrough = await loseAnswers(page, '/operator/wallet-credits');
    const askFor = async () => {
      await page.getByRole('button', { name: 'Credit the Sandbox wallet' }).click();
      await page.getByRole('dialog').getByLabel('Amount').fill('25');
      await page.getByRole('dialog').getByLabel('Reason').fill('Sorry');
      await page.getByRole('dialog').getByRole('button', { name: 'Credit $25.00' }).click();
    };
    const customer = `/app/operator/customers/${(await jane.call('/me')).body.account_id}`;
    await page.goto(customer);
    await askFor();
    await page.getByText('No connection').waitFor();
    letThrough();
    await page.goto(customer);
    await askFor();
    await page.getByText('$25.00 credited.').waitFor();
    expect(await countOf('audit_log')).toBe(before + 1);
    await askFor();
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    expect(await countOf('audit_log')).toBe(before + 2);
    await context.close();
  });
});

const csv = (url: string) =>
  Buffer.from(`url,quantity,max_price,first_name,last_name,address_line1,city,state,postal_code,country,phone_number
${url}/shop/products/test-success,1,5000,Jane,Doe,1 Market St,San Francisco,CA,94105,US,+14155550123
${url}/shop/products/test-success,2,9000,John,Doe,1 Market St,San Francisco,CA,94105,US,+14155550123
`);
