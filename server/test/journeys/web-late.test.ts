import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasBrowser, openBrowser } from '../harness/browser.ts';
import { complaintsOf, quietPage, signedInBrowser } from '../harness/dashboard.ts';
import { fakeClock } from '../harness/fake-clock.ts';
import { operatorEmail, operatorEnv } from '../harness/operator.ts';
import { type SignedInPerson, signIn } from '../harness/person.ts';
import { anyProduct, orderFor, startSystem, type TestSystem } from '../harness/system.ts';

describe.runIf(hasBrowser)('a late order in a browser', { timeout: 240_000 }, () => {
  const clock = fakeClock(new Date(Date.now() - 600_000));
  let system: TestSystem;
  let browser: Browser;
  let dana: SignedInPerson;
  beforeAll(async () => {
    system = await startSystem({ clock, env: { ...operatorEnv, SANDBOX_TIME_SCALE: '1' } });
    browser = await openBrowser();
    dana = await signIn(system, 'dana@example.com');
    const body = orderFor(await anyProduct(system, 'walmart'), { max_price: 100_000 });
    for (const to of ['in_transit', 'late', 'delivered']) {
      const { id } = (await dana.call('/orders', { method: 'POST', body })).body;
      clock.advance(1000);
      await system.queue.drain();
      await dana.call(`/sandbox/orders/${id}/advance`, { method: 'POST', body: { to } });
    }
  });
  afterAll(async () => {
    await browser?.close();
    await system?.stop();
  });

  it('is found from the overview and explained, with its picture from our own proxy', async () => {
    const context = await signedInBrowser(browser, system, dana, { bypassCSP: true });
    const page = await context.newPage();
    const hosts = new Set<string>();
    const missing: string[] = [];
    page.on('request', (request) => hosts.add(new URL(request.url()).host));
    page.on('response', (response) => {
      if (response.status() === 404) missing.push(response.url());
    });
    await page.goto('/app');
    await page.getByRole('link', { name: '1 order late' }).waitFor();
    await page.getByRole('listitem').filter({ hasText: /^Late/ }).getByRole('link').click();
    const rows = page.getByRole('table', { name: 'Orders' }).getByRole('row');
    await page.getByRole('cell', { name: /Late/ }).waitFor();
    expect(await rows.count()).toBe(2);
    expect(await page.locator('.thumbnail img').count()).toBe(1);
    expect(await complaintsOf(page)).toEqual([]);

    await page.locator('.filter-bar').getByRole('combobox', { name: 'Status' }).selectOption('');
    await expect.poll(() => rows.count()).toBe(4);
    for (const key of ['j', 'j', 'x']) await page.keyboard.press(key);
    await page.locator('strong:text-is("1 order")').waitFor();
    await page.keyboard.press('x');
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByText('Columns', { exact: true }).click();
    await page.keyboard.press('Escape');
    await expect.poll(() => page.locator('.list-columns[open]').count()).toBe(0);

    await page.goto('/app/orders?status=late');
    await page.getByRole('cell', { name: /Late/ }).waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await page.getByText('The package is late').waitFor();
    await page.getByText(/Delivery was expected/).waitFor();
    await page.locator('.trail-undeliverable').getByText('Late', { exact: true }).waitFor();
    await quietPage(page);
    expect(await complaintsOf(page)).toEqual([]);
    expect([...hosts].filter((host) => host !== new URL(system.url).host)).toEqual([]);
    expect(missing).toEqual([]);
    await context.close();
  });

  it('is late for operators too, on the list of orders and in its case', async () => {
    const [id] = (await dana.call('/orders?progress=late')).body.orders.map((order: { id: string }) => order.id);
    await dana.call(`/orders/${id}/case`, { method: 'POST', body: { message: 'Where is it?', reason: 'other' } });
    const operator = await signIn(system, operatorEmail);
    const { orders } = (await operator.call('/operator/orders?world=test')).body;
    expect(orders.filter((order: { is_late: boolean }) => order.is_late)).toEqual([expect.objectContaining({ id })]);
    const context = await signedInBrowser(browser, system, operator);
    const page = await context.newPage();
    await page.goto('/app/operator/orders?world=test');
    await page.getByRole('row').filter({ hasText: 'Late' }).first().waitFor();
    expect(await page.locator('tbody tr').filter({ hasText: 'Late' }).count()).toBe(1);
    await page.getByLabel('Status').selectOption('Late');
    await expect.poll(() => page.locator('tbody tr').count()).toBe(1);
    await page.goto(`/app/operator/cases/${id}`);
    await page.locator('dd').filter({ hasText: 'Late' }).waitFor();
    await context.close();
  });
});
