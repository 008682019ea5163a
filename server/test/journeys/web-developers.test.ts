import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findingsInEveryTheme, hasBrowser, openBrowser } from '../harness/browser.ts';
import { complaintsOf, signedInBrowser } from '../harness/dashboard.ts';
import { type SignedInPerson, signIn } from '../harness/person.ts';
import { orderFor, startSystem, type TestSystem } from '../harness/system.ts';
import { startTestEndpoint, type TestEndpoint } from '../harness/test-endpoint.ts';

describe.runIf(hasBrowser)('developer pages', { timeout: 120_000 }, () => {
  let system: TestSystem;
  let browser: Browser;
  let receiver: TestEndpoint;
  let jane: SignedInPerson;
  let key: string;
  let page: Page;
  beforeAll(async () => {
    receiver = await startTestEndpoint();
    system = await startSystem({ withWorker: true, env: { WEBHOOK_ALLOW_PRIVATE: 'true' } });
    browser = await openBrowser();
    jane = await signIn(system, 'jane@example.com');
    key = (await jane.call('/keys', { method: 'POST', body: { label: 'Shop', world: 'test' } })).body.api_key;
    const context = await signedInBrowser(browser, system, jane, { viewport: { width: 1280, height: 800 } });
    page = await context.newPage();
  });
  afterAll(async () => {
    await browser?.close();
    await system?.stop();
    await receiver?.stop();
  });

  const order = async () =>
    (await system.post('/orders', key, orderFor(`${system.url}/shop/products/test-success`))).body;

  it('adds an endpoint, tests it, and shows the message and the response', async () => {
    const complaints = complaintsOf(page);
    await page.goto('/app/webhooks');
    await page.getByText('No endpoints yet').waitFor();
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByRole('textbox', { name: 'URL', exact: true }).fill(`${receiver.url}/hooks`);
    await page.getByRole('button', { name: 'Add endpoint' }).click();
    await page.getByRole('dialog', { name: 'Endpoint added' }).waitFor();
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('button', { name: 'Send test' }).click();
    await page.getByText('Test event sent.').waitFor();
    await expect.poll(() => receiver.received.length, { timeout: 30_000 }).toBe(1);
    const { id } = await order();
    await expect.poll(() => receiver.received.map(({ event }) => event), { timeout: 30_000 }).toContain('order.placed');
    await page.getByLabel('Order or URL').fill(id);
    await page
      .getByRole('button', { name: /^View / })
      .first()
      .click();
    await page.getByRole('dialog').getByText('200', { exact: true }).waitFor();
    // A second refusal shows at once.
    receiver.become(() => 500);
    await page.getByRole('button', { name: 'Resend', exact: true }).click();
    await page.getByText('Resent with the same ID').waitFor();
    await page.getByRole('dialog').getByText('The endpoint returned 500.').first().waitFor();
    await page.getByRole('dialog').getByText('Retrying').waitFor();
    receiver.become(() => 200);
    await page.getByRole('dialog').getByRole('button', { name: 'Close', exact: true }).last().click();
    await page.getByLabel('Order or URL').fill('nowhere.example');
    await page.getByText('No matching deliveries').waitFor();
    // The dialog of an endpoint is in the URL.
    await page.getByRole('button', { name: /^New secret/ }).click();
    await page.reload();
    await page.getByRole('dialog', { name: 'Rotate secret?' }).getByRole('button', { name: 'Close' }).last().click();
    expect(complaints).toEqual([]);
  });

  it('finds a failed request by its ID and resends it', async () => {
    const refused = await system.post('/orders', key, orderFor('https://nothing-here.example/1'));
    expect(refused.status, refused.text).toBeGreaterThanOrEqual(400);
    const requestId = refused.headers.get('x-request-id') ?? '';
    const before = (await system.get('/orders', key)).body.total;
    await expect
      .poll(async () => (await jane.call(`/requests?search=${requestId}`)).body.total, { timeout: 30_000 })
      .toBe(1);
    await page.goto(`/app/requests?search=${requestId}`);
    await page.getByRole('button', { name: 'View POST /orders' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText(requestId).waitFor();
    await dialog.getByText('nothing-here').first().waitFor();
    await dialog.getByRole('button', { name: 'Resend' }).click();
    await dialog.getByText(`Response: ${refused.status}`).waitFor();
    expect((await system.get('/orders', key)).body.total).toBe(before);
    await page.goto('/app/requests?status=2xx');
    await page.getByRole('button', { name: /^View/ }).first().waitFor();
    expect(await page.getByText('nothing-here').count()).toBe(0);
  });

  it('finds an operation in the documentation, reads it in TypeScript and tries it; the key is remembered', async () => {
    const complaints = complaintsOf(page);
    await page.goto('/docs');
    const search = page.getByRole('searchbox', { name: 'Search the docs' });
    const isReady = () => search.evaluate((element) => element.ownerDocument.activeElement === element);
    for (const keys of ['Meta+k', 'Control+k', '/']) {
      expect(await search.isVisible(), keys).toBe(false);
      // The page may not be ready for the first press.
      const open = async () => {
        if (!(await search.isVisible())) await page.keyboard.press(keys);
        return search.isVisible();
      };
      await expect.poll(open, { timeout: 30_000, interval: 500 }).toBe(true);
      expect(await isReady(), keys).toBe(true);
      await page.keyboard.press('Escape');
      await search.waitFor({ state: 'hidden' });
    }
    await page.keyboard.press('Meta+k');
    await search.fill('list orders');
    await page
      .getByRole('listitem')
      .getByRole('link', { name: /orders/i })
      .first()
      .waitFor();
    await page.keyboard.press('Escape');
    await page.goto('/docs/reference/orders');
    await page.getByRole('button', { name: 'TypeScript' }).first().click();
    await page.getByText('errand.orders.create(').first().waitFor();
    const form = page.locator('form[data-method="GET"][data-path="/orders"]');
    await form.evaluate((element) => element.closest('details')?.setAttribute('open', ''));
    await form.locator('[data-key]').fill(key);
    await form.locator('[data-key]').blur();
    await form.getByRole('button').click();
    await form.getByText(/^200 · request /).waitFor();
    await page.goto('/docs/reference/wallet');
    await expect.poll(() => page.locator('[data-key]').first().inputValue(), { timeout: 30_000 }).toBe(key);
    await page.getByText('errand.wallet.get(').first().waitFor();
    expect(complaints).toEqual([]);
  });

  it('has no overflow and no axe violation, in both themes, on a desktop and on a phone', async () => {
    // The pages' CSP would block the axe script.
    const context = await signedInBrowser(browser, system, jane, { bypassCSP: true });
    const tab = await context.newPage();
    const found: string[] = [];
    const seen = new Set<string>();
    const paths = ['/app/webhooks', '/app/requests', '/docs', '/docs/guides/webhooks', '/docs/reference/wallet'];
    for (const path of paths) {
      await tab.goto(path);
      await tab.getByRole('heading', { level: 1 }).first().waitFor();
      await tab.waitForFunction('!document.querySelector(".skeleton")');
      found.push(...(await findingsInEveryTheme(tab, `developers${path.replaceAll('/', '-')}`, seen)));
    }
    await context.close();
    expect(found).toEqual([]);
  });
});
