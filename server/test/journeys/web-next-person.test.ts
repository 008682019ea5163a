import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasBrowser, openBrowser } from '../harness/browser.ts';
import { signedInBrowser } from '../harness/dashboard.ts';
import { type SignedInPerson, signIn } from '../harness/person.ts';
import { orderFor, startSystem, type TestSystem } from '../harness/system.ts';

describe.runIf(hasBrowser)('the next person at the same browser', () => {
  let system: TestSystem;
  let browser: Browser;
  let jane: SignedInPerson;
  let john: SignedInPerson;
  beforeAll(async () => {
    system = await startSystem();
    browser = await openBrowser();
    jane = await signIn(system, 'jane@example.com');
    john = await signIn(system, 'john@example.com');
    const body = orderFor(`${system.url}/shop/products/test-success`, { po_number: 'of Jane' });
    await jane.call('/orders', { method: 'POST', body });
  });
  afterAll(async () => {
    await browser?.close();
    await system?.stop();
  });

  /** Jane views her orders, with an open CSV file and a saved address. */
  async function leaveTraces(): Promise<{ context: BrowserContext; page: Page }> {
    // A separate session, since one test ends it.
    const { cookie } = await signIn(system, 'jane@example.com');
    const context = await signedInBrowser(browser, system, { cookie });
    const page = await context.newPage();
    await page.goto('/app/bulk');
    await page.evaluate(`localStorage.setItem('errand.address', '{"first_name":"Jane"}')`);
    await page
      .getByLabel('CSV file')
      .setInputFiles({ name: 'of-jane.csv', mimeType: 'text/csv', buffer: Buffer.from('name\nJane Doe\n') });
    await page.getByRole('heading', { name: 'of-jane.csv' }).waitFor();
    await page.getByRole('link', { name: 'Orders', exact: true }).first().click();
    await page.getByRole('row', { name: /Test success/ }).waitFor();
    return { context, page };
  }

  /** John opens his sign-in link in this browser while this page waits for it. */
  async function johnSignsIn(context: BrowserContext, page: Page): Promise<void> {
    await page.getByLabel('Email address').fill('john@example.com');
    await page.getByRole('button', { name: 'Send sign-in link' }).click();
    await page.getByText('Your link is ready').waitFor();
    await context.addCookies([cookieOf(john, system)]);
    await page.waitForURL(/\/app/);
  }

  async function expectNothingOfJane(page: Page): Promise<void> {
    await page.getByRole('link', { name: 'Bulk orders' }).first().click();
    await page.getByText('No batches yet').waitFor();
    expect(await page.locator('main').innerText()).not.toContain('of-jane.csv');
    expect(await page.evaluate(`localStorage.getItem('errand.address')`)).toBeNull();
  }

  it('sees nothing of a person who signed out', { timeout: 60_000 }, async () => {
    const { context, page } = await leaveTraces();
    await page
      .getByRole('button', { name: /Account/ })
      .first()
      .click();
    await page.getByRole('menuitem', { name: 'Sign out', exact: true }).click();
    await johnSignsIn(context, page);
    await expectNothingOfJane(page);
    await context.close();
  });

  it('sees nothing of a person whose session ended', { timeout: 60_000 }, async () => {
    const { context, page } = await leaveTraces();
    await context.clearCookies();
    // The page may navigate before the click, because its stream ends with the session.
    await page
      .getByRole('link', { name: 'Wallet' })
      .first()
      .click({ timeout: 5_000 })
      .catch(() => {});
    // John must not see the orders that Jane viewed a moment before.
    await page.waitForURL(/\/sign-in/);
    const shown: string[] = [];
    await page.exposeFunction('noteText', (text: string) => void shown.push(text));
    await page.evaluate(
      `new MutationObserver(() => noteText(document.body.innerText)).observe(document.body, { childList: true, subtree: true, characterData: true })`,
    );
    await johnSignsIn(context, page);
    await page.getByRole('link', { name: 'Orders', exact: true }).first().click();
    await page
      .getByText(/No orders/i)
      .first()
      .waitFor();
    expect(shown.filter((text) => text.includes('Test success'))).toEqual([]);
    await expectNothingOfJane(page);
    await context.close();
  });

  it('does not pay for a checkout that another person left open in a tab', { timeout: 60_000 }, async () => {
    const { cookie } = await signIn(system, 'jane@example.com');
    const context = await signedInBrowser(browser, system, { cookie });
    const page = await context.newPage();
    await page.goto(`/app/buy/checkout?url=${encodeURIComponent(`${system.url}/shop/products/test-success`)}`);
    await page.getByRole('button', { name: 'Use a test address' }).click();
    await page.getByLabel(/^Maximum price/).fill('50');
    await page.getByRole('button', { name: 'Review order' }).click();
    await context.addCookies([cookieOf(john, system)]);
    await page.getByRole('button', { name: /^Place order/ }).click();
    await page.getByText('john@example.com').first().waitFor();
    expect((await john.call('/orders')).body.total).toBe(0);
    await context.close();
  });
});

function cookieOf({ cookie }: SignedInPerson, { url }: TestSystem) {
  const [name, ...value] = cookie.split('=');
  return { name: name!, value: value.join('='), url };
}
