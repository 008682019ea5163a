import { sql } from 'kysely';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../src/kit/ids.ts';
import { hasBrowser, openBrowser, seriousFindings } from '../harness/browser.ts';
import { ledgerProblems } from '../harness/checks.ts';
import { complaintsOf, signedInBrowser } from '../harness/dashboard.ts';
import { operatorEmail, operatorEnv } from '../harness/operator.ts';
import { type SignedInPerson, signIn } from '../harness/person.ts';
import { simulatedKind } from '../harness/store-kind.ts';
import { anyProduct, orderFor, startSystem, type TestSystem } from '../harness/system.ts';

describe.runIf(hasBrowser)('Today', () => {
  let system: TestSystem;
  let browser: Browser;
  let operator: SignedInPerson;
  let customer: SignedInPerson;
  let page: Page;
  let complaints: string[];
  beforeAll(async () => {
    const { kind } = await simulatedKind(() => system.database);
    system = await startSystem({ env: operatorEnv, storeKinds: [kind] });
    browser = await openBrowser();
    customer = await signIn(system, 'jane@example.com');
    operator = await signIn(system, operatorEmail);
    page = await (await signedInBrowser(browser, system, operator)).newPage();
    complaints = complaintsOf(page);
  });
  afterAll(async () => {
    await browser?.close();
    await system?.stop();
  });

  const post = async (path: string, body: unknown, { call } = customer) => {
    const { status, body: made, text } = await call(path, { method: 'POST', body });
    expect(status, text).toBeLessThan(300);
    return made;
  };

  /** An order in review mode, which waits for an operator. */
  async function reviewOrder(): Promise<string> {
    const store = {
      name: 'walmart',
      kind: 'vendure',
      url: 'https://www.walmart.com',
      mode: 'review',
      accounts: 'guest',
    };
    const made = await operator.call('/operator/stores', { method: 'POST', body: store, world: 'live' });
    expect(made.status, made.text).toBe(201);
    const { key } = await system.account('live', 1_000_000);
    const order = orderFor(await anyProduct(system, 'walmart'), { max_price: 100_000 });
    const { body } = await system.post('/orders', key, order);
    await system.queue.drain();
    return body.id;
  }

  /** Tasks of every kind that is handled in place, oldest first. */
  async function arrangeTasks() {
    const reviewId = await reviewOrder();
    const placed = await post('/orders', orderFor(`${system.url}/shop/products/test-success`));
    await system.queue.drain();
    const { db } = system.database;
    await sql`insert into jobs (kind, payload, attempts, last_error, dead_at)
      values ('notices.case', ${{ orderId: placed.id }}, 9, 'The mail server said no.', now())`.execute(db);
    const { items } = (await customer.call(`/orders/${placed.id}`)).body;
    const given = { order_id: placed.id, items: [{ order_item_id: items[0].id, quantity: 1 }], reason: 'damaged' };
    const { id: returnId } = await post('/returns', given);
    await post(`/orders/${placed.id}/case`, { message: 'Where is it?', reason: 'other' });
    const { account_id: accountId } = (await customer.call('/me')).body;
    await sql`insert into stray_payments (id, world, account_id, method, reference, amount_cents, currency, paid_at, found_at, reason)
      values (${newId()}, 'test', ${accountId}, 'stripe', 'pi_lost', 1234, 'EUR', now(), now(), 'Nothing was ordered')`.execute(
      db,
    );
    await sql`insert into webhook_deliveries (id, account_id, world, event, subject_kind, subject_id, order_id, url, origin,
        receiver, body, status, attempts, failures, next_attempt_at, response_status, error, created_at)
      values (${newId()}, ${accountId}, 'test', 'order.placed', 'order', 'x', ${placed.id}, 'https://hooks.example.com/in', 'o', 'r',
        '{}', 'pending', 4, 3, now(), 503, 'The endpoint returned 503.', now())`.execute(db);
    await sql`insert into alerts (id, rule_id, title, value, detail, fired_at)
      select ${newId()}, id, 'The disk is nearly full', 1, 'Free disk space: 1.20 GiB.', now() from alert_rules order by id limit 1`.execute(
      db,
    );
    return { reviewId, placedId: placed.id as string, returnId: returnId as string };
  }

  const tasks = () => page.locator('.task');
  const focused = () => page.evaluate<string>('document.activeElement.querySelector("strong")?.textContent ?? ""');
  const dialog = () => page.getByRole('dialog').first();

  it('is worked through with the keyboard, oldest first: each task opens where it can be decided', {
    timeout: 240_000,
  }, async () => {
    const { reviewId, placedId, returnId } = await arrangeTasks();
    await page.goto('/app/operator/today');
    await tasks().first().waitFor();
    expect(await tasks().locator('strong').allInnerTexts()).toEqual([
      'Complete a required action',
      'Failed job',
      'Resolve a return',
      'Reply to a case',
      'Unsettled charge',
      'Failing endpoint',
      'Active alert',
    ]);

    // A purchase is approved with everything that is known about it.
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await dialog().getByText('94105').waitFor();
    await dialog().getByText('Jane Doe').waitFor();
    await dialog().getByText('Total', { exact: true }).waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await dialog().getByRole('button', { name: 'Approve' }).press('Enter');
    await page.getByRole('button', { name: 'Approve order' }).press('Enter');
    await expect.poll(() => tasks().count()).toBe(6);

    // The next one has the focus.
    await expect.poll(focused).toBe('Failed job');
    await page.keyboard.press('Enter');
    await dialog().getByText('The mail server said no.').waitFor();
    expect(await dialog().getByRole('link').last().getAttribute('href')).toContain(placedId);
    await dialog().getByLabel('Discard').press('Space');
    await dialog().getByLabel('Reason').fill('The customer knows.');
    await dialog().getByLabel('Reason').press('Control+Enter');
    await expect.poll(() => tasks().count()).toBe(5);

    await expect.poll(focused).toBe('Resolve a return');
    await page.keyboard.press('Enter');
    await dialog().getByLabel('Credit', { exact: true }).press('Space');
    await dialog().getByRole('button', { name: 'Credit' }).press('Enter');
    await expect.poll(() => tasks().count()).toBe(4);
    expect((await customer.call(`/returns/${returnId}`)).body.status).toBe('credited');
    expect(await ledgerProblems(system.database.db)).toEqual([]);

    // A case has a page of its own, which leads back.
    await expect.poll(focused).toBe('Reply to a case');
    await page.keyboard.press('Enter');
    await page.getByLabel('Your reply').fill('It arrives tomorrow.');
    await page.getByLabel('Your reply').press('Control+Enter');
    await page.getByText('It arrives tomorrow.').first().waitFor();
    expect(await page.locator('.page-back').innerText()).toBe('Today');
    await page.evaluate('document.activeElement.blur()');
    await page.keyboard.press('u');
    await expect.poll(() => tasks().count()).toBe(3);

    await expect.poll(focused).toBe('Unsettled charge');
    await page.keyboard.press('Enter');
    await dialog().getByText('pi_lost').waitFor();
    await dialog().getByText('€12.34').waitFor();
    await page.keyboard.press('Escape');
    await dialog().waitFor({ state: 'detached' });
    await expect.poll(focused).toBe('Unsettled charge');
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await dialog().getByText('The endpoint returned 503.').waitFor();
    await dialog().getByRole('link', { name: 'jane@example.com' }).waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await dialog().getByText('Free disk space: 1.20 GiB.').waitFor();
    await dialog().getByRole('link', { name: 'Edit rule' }).press('Enter');
    await page.getByRole('dialog').getByLabel('Minimum duration (seconds)').waitFor();
    expect(complaints).toEqual([]);
    await system.queue.drain();
    const reviewed = await operator.call(`/operator/orders/${reviewId}`, { world: 'live' });
    expect(reviewed.body.order.status).toBe('order_placed');
  });
});
