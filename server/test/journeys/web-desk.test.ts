import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasBrowser, openBrowser, takePicture } from '../harness/browser.ts';
import { ledgerProblems } from '../harness/checks.ts';
import { signedInBrowser } from '../harness/dashboard.ts';
import { operatorEmail, operatorEnv } from '../harness/operator.ts';
import { type SignedInPerson, signIn } from '../harness/person.ts';
import { orderFor, startSystem, type TestSystem } from '../harness/system.ts';

describe.runIf(hasBrowser)('the desk in a browser', () => {
  let system: TestSystem;
  let browser: Browser;
  let customer: SignedInPerson;
  let key: string;
  let ann: BrowserContext;
  let ben: BrowserContext;
  beforeAll(async () => {
    system = await startSystem({ env: { ...operatorEnv, DESK_RETAILERS: '*' } });
    browser = await openBrowser();
    customer = await signIn(system, 'jane@example.com');
    key = (await system.account('live', 1_000_000)).key;
    ann = await signedInBrowser(browser, system, await signIn(system, operatorEmail));
    ben = await signedInBrowser(browser, system, await signIn(system, 'second@example.com'));
  }, 60_000);
  afterAll(async () => {
    await browser?.close();
    await system?.stop();
  });

  it('is bought by one of two operators, from the queue to delivered', async () => {
    const { body: order } = await system.post('/orders', key, orderFor('https://shop.example.com/lamp'));
    await system.queue.drain();
    const page = await ann.newPage();
    const other = await ben.newPage();
    await page.goto('/app/operator/desk');
    await page.getByRole('button', { name: /shop\.example\.com/ }).waitFor();
    await takePicture(page, 'desk-queue');
    // Opens the first order by keyboard.
    await page.keyboard.press('k');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Claim order' }).waitFor();
    await other.goto(`/app/operator/desk/${order.id}`);
    await other.getByRole('button', { name: 'Claim order' }).waitFor();
    // Both claim it at once: one gets it, and the other sees who.
    await Promise.all([page, other].map((each) => each.getByRole('button', { name: 'Claim order' }).click()));
    const isYours = (each: Page) => each.getByRole('heading', { name: 'Claimed by you' }).isVisible();
    await expect
      .poll(async () => (await Promise.all([isYours(page), isYours(other)])).filter(Boolean).length, {
        timeout: 30_000,
      })
      .toBe(1);
    const [buyer, onlooker] = (await isYours(page)) ? [page, other] : [other, page];
    const holder = buyer === page ? operatorEmail : 'second@example.com';
    await onlooker.getByRole('heading', { name: `Claimed by ${holder}` }).waitFor();
    expect(await onlooker.getByRole('button', { name: /^Claim/ }).count()).toBe(0);
    await buyer.getByLabel("Retailer's order numbers").fill('112-7');
    await buyer.getByLabel(/Unit price/).fill('20.00');
    await buyer.getByRole('button', { name: /^Use/ }).click();
    await takePicture(buyer, 'desk-purchase');
    await buyer.getByRole('button', { name: 'Record purchase' }).click();
    await buyer.getByRole('heading', { name: 'After purchase' }).waitFor();
    await buyer.getByLabel('Tracking number').fill('1Z999AA10123456784');
    await buyer.getByLabel('Status').selectOption('delivered');
    await buyer.getByRole('button', { name: 'Add package' }).click();
    await buyer.getByText('1Z999AA10123456784 (delivered)').waitFor();
    const { body } = await system.get(`/orders/${order.id}`, key);
    expect(body).toMatchObject({ status: 'order_placed', items: [{ status: 'delivered' }] });

    // The customer requests a return, and the other operator credits it.
    const asked = await system.post('/returns', key, {
      order_id: order.id,
      items: [{ order_item_id: body.items[0].id, quantity: 1 }],
      reason: 'damaged',
    });
    expect(asked.status, asked.text).toBe(201);
    await system.queue.drain();
    const before = (await system.get('/wallet', key)).body.available_cents;
    const dialog = onlooker.getByRole('dialog');
    await onlooker.goto('/app/operator/returns');
    await onlooker.getByRole('button', { name: /^Resolve/ }).click();
    await dialog.getByRole('radio', { name: 'Credit' }).check();
    await dialog.getByLabel('Note').fill('The shop took it back.');
    await dialog.getByRole('button', { name: 'Credit', exact: true }).click();
    await onlooker.getByText('Nothing to resolve').waitFor();
    expect((await system.get('/wallet', key)).body.available_cents).toBe(before + 2000);
    expect((await system.get(`/returns/${asked.body.id}`, key)).body.status).toBe('credited');
    expect(await ledgerProblems(system.database.db)).toEqual([]);
  }, 120_000);

  it('asks the customer, who responds on the page', async () => {
    const shop = (scenario: string) => orderFor(`${system.url}/shop/products/test-${scenario}`);
    const { body: choosing } = await customer.call('/orders', { method: 'POST', body: shop('choose-variant') });
    await system.queue.drain();
    const context = await signedInBrowser(browser, system, customer, { viewport: { width: 390, height: 844 } });
    const page = await context.newPage();
    await page.goto('/app');
    await page.getByRole('link', { name: '1 order is waiting for your response' }).click();
    await page.getByRole('heading', { name: 'Action required', exact: true }).waitFor();
    await takePicture(page, 'question-card');
    await page.getByRole('radio', { name: 'Red' }).check();
    await page.getByRole('button', { name: 'Submit' }).click();
    await expect.poll(async () => (await customer.call(`/orders/${choosing.id}`)).body.next_action).toBeNull();
    const { body: review } = await customer.call('/orders', { method: 'POST', body: shop('review') });
    await system.queue.drain();
    await page.goto(`/app/orders/${review.id}?world=test#question`);
    await page.getByRole('button', { name: 'Approve', exact: true }).click();
    // Confirmed before money is spent.
    expect((await customer.call(`/orders/${review.id}`)).body.waiting_for).toBe('action');
    await page.getByRole('button', { name: 'Approve order' }).click();
    await expect.poll(async () => (await customer.call(`/orders/${review.id}`)).body.next_action).toBeNull();
    await system.queue.drain();
    expect((await customer.call(`/orders/${review.id}`)).body.status).toBe('order_placed');
  }, 120_000);

  it('has no page and no entry in the menu where PLUGINS leaves the desk out', async () => {
    const core = await startSystem({ databaseUrl: system.databaseUrl, env: { ...operatorEnv, PLUGINS: 'none' } });
    try {
      const context = await signedInBrowser(browser, core, await signIn(core, operatorEmail));
      const page = await context.newPage();
      const loaded: string[] = [];
      page.on('response', (response) => void loaded.push(response.url()));
      await page.goto('/app/operator/desk');
      await page.getByText('Page not found').waitFor();
      const menu = page.getByRole('navigation', { name: 'Main' }).first();
      await menu.getByRole('link', { name: 'Stores', exact: true }).waitFor();
      expect(await menu.getByRole('link', { name: 'Desk' }).count()).toBe(0);
      expect(loaded.filter((url) => url.includes('desk-page'))).toEqual([]);
    } finally {
      await core.stop();
    }
  }, 120_000);
});
