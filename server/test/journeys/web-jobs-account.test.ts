import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasBrowser, openBrowser, seriousFindings, takePicture } from '../harness/browser.ts';
import { measureShift, quietPage, shiftMax, shiftOf, signedInBrowser } from '../harness/dashboard.ts';
import { finishJob, startJob } from '../harness/jobs.ts';
import { mailsTo, type SignedInPerson, signIn } from '../harness/person.ts';
import { orderFor, startSystem, type TestSystem } from '../harness/system.ts';
import { startTestEndpoint, type TestEndpoint } from '../harness/test-endpoint.ts';

describe.runIf(hasBrowser)('a job of a customer takes fewer than twelve clicks and a minute', () => {
  let system: TestSystem;
  let browser: Browser;
  let receiver: TestEndpoint;
  let customer: SignedInPerson;
  let account: BrowserContext;
  beforeAll(async () => {
    receiver = await startTestEndpoint();
    system = await startSystem({ withWorker: true, env: { WEBHOOK_ALLOW_PRIVATE: 'true', SANDBOX_TIME_SCALE: '1' } });
    browser = await openBrowser();
    customer = await signIn(system, 'jane@example.com');
    account = await signedInBrowser(browser, system, customer, { bypassCSP: true });
    await account.addInitScript(measureShift);
  });
  afterAll(async () => {
    await browser?.close();
    await receiver?.stop();
    await system?.stop();
  });

  const product = (scenario = 'success') => `${system.url}/shop/products/test-${scenario}`;
  async function placedOrder(person = customer): Promise<string> {
    const { body } = await person.call('/orders', { method: 'POST', body: orderFor(product()) });
    await expect
      .poll(async () => (await person.call(`/orders/${body.id}`)).body.status, { timeout: 20_000 })
      .toBe('order_placed');
    return body.id;
  }

  it('finds a failed webhook, learns why, edits and resends it, and resends the rest', {
    timeout: 90_000,
  }, async () => {
    receiver.become(() => ({ status: 500, text: 'column "email" does not exist' }));
    const url = `${receiver.url}/hooks`;
    const { body: endpoint } = await customer.call('/webhooks/endpoints', {
      method: 'POST',
      body: { url, events: ['order.created', 'order.placed'] },
    });
    await placedOrder();
    await expect.poll(() => receiver.received.length, { timeout: 20_000 }).toBeGreaterThan(0);
    await expect
      .poll(async () => (await customer.call('/overview')).body.attention.failing_endpoints, { timeout: 20_000 })
      .toBe(1);
    const job = await startJob(account, '/app?world=test');
    const { page } = job;
    await page.getByRole('navigation', { name: 'Main' }).getByText('1 waiting').waitFor({ state: 'attached' });
    await page.getByRole('link', { name: '1 webhook endpoint failing' }).click();
    await page
      .getByText(/Failing since/)
      .first()
      .waitFor();
    await page.getByRole('link', { name: url }).click();
    await page.waitForURL(new RegExp(endpoint.id));
    await page.getByRole('img', { name: /^Success rate/ }).waitFor();
    await page.getByRole('table', { name: 'Deliveries' }).getByText('The endpoint returned 500.').first().waitFor();
    await quietPage(page);
    expect(await shiftOf(page)).toBeLessThan(shiftMax);
    expect(await seriousFindings(page)).toEqual([]);
    await page
      .getByRole('button', { name: /^View / })
      .last()
      .click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('column "email" does not exist').first().waitFor();
    expect(await dialog.getByText('"timestamp"').isVisible()).toBe(false);
    receiver.become(() => 200);
    await dialog.getByRole('button', { name: 'Edit and resend' }).click();
    const body = page.getByRole('dialog').getByLabel('Body');
    await body.fill((await body.inputValue()).replace('"timestamp"', '"note": "try again",\n  "timestamp"'));
    await page.getByRole('button', { name: 'Send edited message' }).click();
    await page.getByText('Sent as a new delivery, marked as edited.').waitFor();
    await expect.poll(() => receiver.received.at(-1)?.id, { timeout: 20_000 }).toMatch(/^msg_edited_/);
    expect(receiver.received.at(-1)?.body).toContain('"note":"try again"');
    await page.getByRole('button', { name: 'Resend failed deliveries' }).click();
    await page.getByRole('dialog').getByLabel('Status').selectOption('retrying');
    await page.getByRole('dialog').getByRole('button', { name: 'Resend', exact: true }).click();
    await page.getByText(/queued for resending/).waitFor();
    await expect
      .poll(async () => (await customer.call('/webhooks/deliveries?status=retrying')).body.total, { timeout: 20_000 })
      .toBe(0);
    await finishJob(job);
  });

  it('keeps a delivery open that leaves the list', { timeout: 90_000 }, async () => {
    receiver.become(() => 500);
    const person = await signIn(system, 'deliveries@example.com');
    const endpoint = { url: `${receiver.url}/hooks`, events: ['order.created'] };
    await person.call('/webhooks/endpoints', { method: 'POST', body: endpoint });
    await placedOrder(person);
    const retrying = async () => (await person.call('/webhooks/deliveries?status=retrying')).body.total;
    await expect.poll(retrying, { timeout: 20_000 }).toBe(1);
    const context = await signedInBrowser(browser, system, person);
    const page = await context.newPage();
    await page.goto('/app/webhooks?world=test&status=retrying');
    await page.getByRole('button', { name: /^View / }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('The endpoint returned 500.').first().waitFor();
    receiver.become(() => 200);
    await dialog.getByRole('button', { name: 'Resend', exact: true }).click();
    await page.getByText('No matching deliveries').waitFor({ state: 'attached' });
    await dialog.getByText('Delivered').first().waitFor();
    await context.close();
  });

  it('finds the late order of 300, and why', { timeout: 120_000 }, async () => {
    const row = { product_url: product(), name: 'Jane Doe', city: 'San Francisco', state: 'CA', zip: '94105' };
    const rows = Array.from({ length: 299 }, (_, at) => ({ ...row, address1: `${at} Market St`, max_price: '2500' }));
    const late = await placedOrder();
    const { status, text } = await customer.call('/orders/bulk', {
      method: 'POST',
      body: { rows },
    });
    expect(status, text).toBeLessThan(300);
    await customer.call(`/sandbox/orders/${late}/advance`, { method: 'POST', body: { to: 'late' } });
    const job = await startJob(account, '/app?world=test');
    const { page } = job;
    await page.getByRole('link', { name: '1 order late' }).click();
    await page.waitForURL(new RegExp(late));
    await page.getByText('The package is late').waitFor();
    await page.getByText(/Delivery was expected/).waitFor();
    await page.goto('/app/orders?world=test');
    await page.getByLabel('Status').first().selectOption({ label: 'Late' });
    await page.getByRole('table', { name: 'Orders' }).getByRole('link').first().click();
    await page.waitForURL(new RegExp(late));
    await finishJob(job);
  });

  it('corrects a CSV file with five mistakes and places it', { timeout: 90_000 }, async () => {
    const file = [
      'product_url,quantity,name,address1,city,state,zip,country,max_price',
      `${product()},two,Jane Doe,1 Market St,San Francisco,CA,94105,US,5000`,
      `${product()},1,Jane Doe,2 Market St,San Francisco,CA,941,US,5000`,
      `${product()},1,Jane Doe,3 Market St,San Francisco,XX,94105,US,5000`,
      `${product()},1,Jane Doe,4 Market St,San Francisco,CA,94105,US,free`,
      `nonsense,1,Jane Doe,5 Market St,San Francisco,CA,94105,US,5000`,
    ].join('\n');
    const job = await startJob(account, '/app/bulk?world=test');
    const { page } = job;
    const buffer = Buffer.from(file);
    await page.getByLabel('CSV file').setInputFiles({ name: 'five.csv', mimeType: 'text/csv', buffer });
    await page.getByText('Fix 5 rows').waitFor();
    await page.getByLabel('quantity, row 2').fill('2');
    await page.getByLabel('zip, row 3').fill('94105');
    await page.getByLabel('state, row 4').fill('CA');
    await page.getByLabel('max_price, row 5').fill('5000');
    await page.getByLabel('product_url, row 6').fill(product());
    await page.getByRole('button', { name: 'Check again' }).click();
    await page.getByText(/^Ready to place/).waitFor();
    await page.getByRole('button', { name: 'Place 5 orders' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Place 5 orders' }).click();
    await page.getByText('5 of 5 orders completed').waitFor({ timeout: 40_000 });
    await finishJob(job);
  });

  it('approves a purchase from the email', { timeout: 90_000 }, async () => {
    const owner = await signIn(system, 'approver@example.com');
    await owner.call('/account/policy', { method: 'PUT', body: { approve: { above_cents: 100 } } });
    const { api_key: key } = (await owner.call('/keys', { method: 'POST', body: { label: 'Agent', world: 'test' } }))
      .body;
    const { body: order } = await system.post('/orders', key, orderFor(product()));
    const approvalMail = async () =>
      (await mailsTo(system, owner.email)).find(({ subject }) => subject.startsWith('Approval needed'));
    await expect.poll(approvalMail, { timeout: 20_000 }).toBeDefined();
    const link = /https?:\S+\/app\/\S+/.exec((await approvalMail())!.text)![0];
    const context = await signedInBrowser(browser, system, owner);
    const job = await startJob(context, link);
    const { page } = job;
    await page.getByText('1 Market St').first().waitFor();
    await page.getByRole('button', { name: 'Approve', exact: true }).first().click();
    await page.getByRole('button', { name: 'Approve purchase' }).click();
    await expect
      .poll(async () => (await owner.call(`/orders/${order.id}`)).body.status, { timeout: 20_000 })
      .toBe('order_placed');
    await finishJob(job);
    await context.close();
  });

  it('sees changes within a second, in every tab over one connection, without asking again', {
    timeout: 90_000,
  }, async () => {
    const person = await signIn(system, 'live@example.com');
    const context = await signedInBrowser(browser, system, person);
    const streams: string[] = [];
    const asked: string[] = [];
    context.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (pathname === '/events/stream') streams.push(pathname);
      if (pathname === '/orders') asked.push(pathname);
    });
    const [list, overview] = [await context.newPage(), await context.newPage()];
    const rowsOf = (page: Page) => page.locator('tbody tr:has(a[href*="/app/orders/"])').count();
    await placedOrder(person);
    await list.goto('/app/orders?world=test');
    await expect.poll(() => rowsOf(list), { timeout: 20_000 }).toBe(1);
    await expect.poll(() => streams.length).toBe(1);
    await overview.goto('/app?world=test');
    await overview.getByText('Latest orders').waitFor();
    await quietPage(overview);
    // After the last events of the first order, there are no more requests.
    const askedWithin3s = async () => {
      const before = asked.length;
      await list.waitForTimeout(3000);
      return asked.length - before;
    };
    await expect.poll(askedWithin3s, { timeout: 20_000 }).toBe(0);
    const id = await placedOrder(person);
    const placed = performance.now();
    await expect.poll(() => rowsOf(list), { timeout: 5000 }).toBe(2);
    await expect.poll(() => rowsOf(overview), { timeout: 5000 }).toBe(2);
    expect(performance.now() - placed).toBeLessThan(2500);
    expect(streams).toHaveLength(1);
    // The tab that read the stream closes, and the other takes over.
    await list.close();
    await expect.poll(() => streams.length, { timeout: 10_000 }).toBe(2);
    // A page that was offline catches up.
    await overview.goto(`/app/orders/${id}`);
    await overview.getByRole('heading', { name: 'Timeline' }).waitFor();
    await context.setOffline(true);
    await person.call(`/sandbox/orders/${id}/advance`, { method: 'POST', body: { to: 'delivered' } });
    await context.setOffline(false);
    await overview.getByRole('heading', { level: 1 }).getByText('Delivered').waitFor({ timeout: 20_000 });
    await takePicture(overview, 'journey-live-order-desktop');
    await context.close();
  });
});
