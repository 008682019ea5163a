import { readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLiveViews, saveRecording } from '../../src/domains/catalog/stores/index.ts';
import { dayMs } from '../../src/kit/clock.ts';
import { newId } from '../../src/kit/ids.ts';
import { createBlobs } from '../../src/platform/blobs/index.ts';
import { enqueueUnchecked } from '../../src/platform/queue/enqueue.ts';
import { hasBrowser, openBrowser } from '../harness/browser.ts';
import { ledgerProblems } from '../harness/checks.ts';
import { signedInBrowser } from '../harness/dashboard.ts';
import { fakeClock } from '../harness/fake-clock.ts';
import { hideStoreHistory, operatorEmail, operatorEnv, unknownOutcomeOrder } from '../harness/operator.ts';
import { mailsTo, type SignedInPerson, signIn } from '../harness/person.ts';
import { orderFor, startSystem, type TestSystem } from '../harness/system.ts';

type Placed = { id: string; items: { id: string }[]; tracking_numbers: { tracking_number: string }[] };

describe.runIf(hasBrowser)("the operator's console in a browser", () => {
  const clock = fakeClock();
  let system: TestSystem;
  let browser: Browser;
  let customer: SignedInPerson;
  let desk: BrowserContext;
  let doubtId: string;
  beforeAll(async () => {
    system = await startSystem({ clock, env: operatorEnv });
    browser = await openBrowser();
    hideStoreHistory(system);
    doubtId = await unknownOutcomeOrder(system, clock, await system.mint());
    customer = await signIn(system, 'jane@example.com');
    desk = await signedInBrowser(browser, system, await signIn(system, operatorEmail));
  });
  afterAll(async () => {
    await browser?.close();
    await system?.stop();
  });

  async function placedOrder(): Promise<Placed> {
    const more = {
      metadata: { product_title: 'Reading lamp' },
      customer_notifications: { email: 'ada@recipient.example' },
    };
    const body = orderFor(`${system.url}/shop/products/test-success`, more);
    const { body: made } = await customer.call('/orders', { method: 'POST', body });
    await system.queue.drain();
    return (await customer.call(`/orders/${made.id}`)).body;
  }
  const available = async () => (await customer.call('/wallet')).body.available_cents as number;
  async function audit(page: Page): Promise<string> {
    await page.goto('/app/operator/audit');
    await page.getByRole('heading', { name: 'Audit log' }).waitFor();
    await page.locator('.audit').waitFor();
    return page.locator('.audit > li').first().innerText();
  }

  it('is for operators only', { timeout: 60_000 }, async () => {
    const context = await signedInBrowser(browser, system, customer);
    const page = await context.newPage();
    await page.goto('/app/operator/audit');
    await page.getByText('Operators only').waitFor();
    expect(await page.getByRole('link', { name: 'Audit log' }).count()).toBe(0);
    await context.close();
  });

  it('decides an unknown outcome only with evidence and a confirmation', { timeout: 60_000 }, async () => {
    const page = await desk.newPage();
    await page.goto('/app/operator');
    await page.getByRole('link', { name: /1\s*Orders to review/ }).click();
    await page.getByText('The history page does not load.').waitFor();
    await page.getByRole('button', { name: 'Bought', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Record as bought' }).click();
    await dialog.getByText('Enter what you found.').waitFor();
    await dialog.getByText('Check the order history first.').waitFor();
    await dialog.getByLabel('Total charged').fill('19.99');
    await dialog.getByLabel('Store order number').fill('112-555');
    await dialog.getByLabel('What you found').fill('It is in the history, paid on Tuesday.');
    await dialog.getByLabel(/I checked the order history/).check();
    await dialog.getByRole('button', { name: 'Record as bought' }).click();
    await page.getByText('Nothing to review').waitFor();
    const entry = await audit(page);
    expect(entry).toContain("Recorded an order's outcome");
    expect(entry).toContain(doubtId);
    expect(entry).toContain('It is in the history, paid on Tuesday.');
    expect(await ledgerProblems(system.database.db)).toEqual([]);
    await page.close();
  });

  it('a customer and the operator resolve a case, and reopen it', {
    timeout: 90_000,
  }, async () => {
    const order = await placedOrder();
    const context = await signedInBrowser(browser, system, customer, { viewport: { width: 390, height: 844 } });
    const jane = await context.newPage();
    await jane.goto(`/app/orders/${order.id}`);
    await jane.getByRole('link', { name: 'Get help' }).click();
    await jane.getByLabel('Topic').selectOption({ label: 'It arrived damaged' });
    await jane.getByLabel('What happened?').fill('The shade is <b>cracked</b>.');
    await jane
      .getByLabel('Add files')
      .setInputFiles({ name: 'crack.png', mimeType: 'image/png', buffer: await jane.screenshot() });
    await jane.getByRole('list', { name: 'Files to send' }).getByText('crack.png').waitFor();
    await jane.getByRole('button', { name: 'Open case' }).click();
    await jane.getByText('The shade is <b>cracked</b>.').waitFor();
    await jane.getByRole('button', { name: 'crack.png' }).waitFor();

    const page = await desk.newPage();
    await page.goto('/app/operator/cases');
    await page.getByRole('link', { name: /It arrived damaged/ }).click();
    await page.getByText('The shade is <b>cracked</b>.').waitFor();
    const opened = page.waitForResponse((response) => response.url().includes('/attachments/'));
    await page.getByRole('button', { name: 'crack.png' }).click();
    expect((await opened).status()).toBe(200);
    await page.getByLabel('Your reply').fill('Sorry! Keep it, we credit you.');
    await page.getByLabel(/Close the case/).check();
    await page.getByRole('button', { name: 'Send and close' }).click();
    await page.getByText('Only the customer can reopen it').waitFor();

    // The reply is also mailed, unless the customer turned that off.
    await system.queue.drain();
    await jane.getByText('Sorry! Keep it, we credit you.').waitFor();
    expect((await mailsTo(system, 'jane@example.com')).some(({ text }) => text.includes('Sorry! Keep it'))).toBe(true);
    await jane.getByLabel("What's still wrong?").fill('The money is not there yet.');
    await jane.getByRole('button', { name: 'Reopen case' }).click();
    await jane.getByText('Choose a topic.').waitFor();
    await jane.getByLabel('Topic').selectOption({ label: 'Something else' });
    await jane.getByRole('button', { name: 'Reopen case' }).click();
    await jane.getByLabel('Your reply').waitFor();
    await system.queue.drain();
    await page.getByText('The money is not there yet.').waitFor();
    expect(await audit(page)).toContain('Closed a case');
    await context.close();
    await page.close();
  });

  it('resolves a return, credits a wallet and switches a retailer, with audit entries', {
    timeout: 120_000,
  }, async () => {
    const order = await placedOrder();
    await customer.call('/returns', {
      method: 'POST',
      body: { order_id: order.id, items: [{ order_item_id: order.items[0]!.id, quantity: 1 }], reason: 'other' },
    });
    const before = await available();
    const page = await desk.newPage();
    const dialog = page.getByRole('dialog');
    await page.goto('/app/operator/returns');
    await page.getByRole('button', { name: /^Resolve/ }).click();
    await dialog.getByRole('radio', { name: 'Credit' }).check();
    await dialog.getByLabel('Note').fill('Keep the lamp.');
    await dialog.getByRole('button', { name: 'Credit', exact: true }).click();
    await page.getByText('Nothing to resolve').waitFor();
    const returned = await available();
    expect(returned).toBeGreaterThan(before);
    expect(await audit(page)).toContain('Resolved a return');

    await page.goto('/app/operator/customers?world=test');
    await page.getByRole('link', { name: 'jane@example.com' }).click();
    for (const [currency, text] of Object.entries({ JPY: '¥2,500', USD: '$25.00' })) {
      await page.getByRole('button', { name: 'Credit the Sandbox wallet, USD' }).click();
      await dialog.getByLabel('Currency').selectOption(currency);
      await dialog.getByLabel('Amount').fill(text);
      await dialog.getByLabel('Reason').fill('Goodwill');
      await dialog.getByRole('button', { name: `Credit ${text}` }).click();
      await page.getByRole('row', { name: `+${text}` }).waitFor();
      expect((await customer.call(`/wallet?currency=${currency}`)).body.available_cents).toBeGreaterThanOrEqual(2500);
    }
    expect(await available()).toBe(returned + 2500);
    expect(await audit(page)).toMatch(/Credited a wallet[\s\S]*Goodwill/);

    await page.goto('/app/operator/retailers');
    await page.getByRole('button', { name: 'Disable Walmart' }).click();
    await dialog.getByRole('button', { name: 'Disable' }).click();
    await dialog.getByText('Enter a reason.').waitFor();
    await dialog.getByLabel('Reason').fill('Their checkout is down.');
    await dialog.getByRole('button', { name: 'Disable' }).click();
    await page
      .getByRole('row', { name: /Walmart/ })
      .getByText('Their checkout is down.')
      .waitFor();
    // It is still on in the other mode, which mentions where it is off.
    await page.getByRole('radio', { name: 'Live' }).check({ force: true });
    await page.getByText('1 retailer disabled in Sandbox').waitFor();
    expect(await page.getByRole('row', { name: /Walmart/ }).innerText()).not.toContain('Disabled');
    await page.getByRole('button', { name: 'View Sandbox' }).click();
    expect(await audit(page)).toMatch(/Disabled a retailer[\s\S]*Their checkout is down\./);
    await page.getByLabel('Action').selectOption({ label: 'Credited a wallet' });
    await expect.poll(() => page.locator('.audit > li').count()).toBe(2);
    const saving = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export' }).click();
    expect(await readFile(await (await saving).path(), 'utf8')).toContain('Goodwill');
    expect(await ledgerProblems(system.database.db)).toEqual([]);
    await page.close();
  });

  it('acts from the object’s page: refund, debit, limits, sessions, packages', {
    timeout: 120_000,
  }, async () => {
    const order = await placedOrder();
    await customer.call(`/orders/${order.id}/case`, { method: 'POST', body: { message: 'Broken.', reason: 'other' } });
    const made = await customer.call('/keys', { method: 'POST', body: { label: 'Warehouse', world: 'test' } });
    const before = await available();
    const page = await desk.newPage();
    const dialog = page.getByRole('dialog');
    await page.goto(`/app/operator/cases/${order.id}`);
    await page.getByRole('button', { name: 'Refund…' }).click();
    await dialog.getByLabel('Amount').fill('1.50');
    await dialog.getByLabel('Reason').fill('It came broken.');
    await dialog.getByRole('button', { name: 'Refund $1.50' }).click();
    await page.getByText('$1.50 was refunded to your wallet').waitFor();
    expect(await available()).toBe(before + 150);

    await page.getByRole('link', { name: 'jane@example.com' }).click();
    await page.getByRole('button', { name: 'Debit the Sandbox wallet, USD' }).click();
    await dialog.getByLabel('Amount').fill('99999999');
    await dialog.getByLabel('Reason').fill('Paid out.');
    await dialog.getByRole('button', { name: 'Debit' }).click();
    await dialog.getByText(/or less/).waitFor();
    await dialog.getByLabel('Amount').fill('1');
    await dialog.getByRole('button', { name: 'Debit $1.00' }).click();
    await page.getByRole('row', { name: /debit.*Paid out/i }).waitFor();
    expect(await available()).toBe(before + 50);
    await page.getByRole('table', { name: 'Sessions' }).getByText('jane@example.com').first().waitFor();

    await page.getByRole('link', { name: 'Warehouse' }).click();
    await page.getByRole('button', { name: 'Change limits' }).click();
    await dialog.getByLabel('Daily limit').fill('250');
    await dialog.getByLabel('Reason').fill('Agreed.');
    await dialog.getByRole('button', { name: 'Change limits' }).click();
    await page.getByText('$250.00').waitFor();
    for (const act of ['Freeze', 'Unfreeze'] as const) {
      await page.getByRole('button', { name: act, exact: true }).click();
      await dialog.getByLabel('Reason').fill('It was found in a public place.');
      await dialog.getByRole('button', { name: `${act} key` }).click();
      await dialog.waitFor({ state: 'detached' });
      await expect
        .poll(async () => (await system.get('/wallet', made.body.api_key)).status)
        .toBe(act === 'Freeze' ? 401 : 200);
    }
    // Entries link to their object.
    await page.goto('/app/operator/audit');
    await page
      .locator('.audit > li', { hasText: /^Froze/ })
      .getByRole('link')
      .click();
    await page.waitForURL(`**/app/operator/keys/${made.body.id}`);
    const bob = await signIn(system, 'bob@example.com');
    await page.goto(`/app/operator/customers/${(await bob.call('/me')).body.account_id}`);
    await page.getByRole('button', { name: 'End the session for bob@example.com' }).click();
    await dialog.getByLabel('Reason').fill('A lost laptop.');
    await dialog.getByRole('button', { name: 'End session' }).click();
    await page.getByText('Nobody is signed in').waitFor();
    expect((await bob.call('/me')).status).toBe(401);
    await page.goto('/app/operator/cases');
    await page
      .getByRole('link', { name: /Cases.*[1-9] waiting/ })
      .first()
      .waitFor();
    // One field finds everything.
    for (const [typed, kind] of [
      ['jane@example.com', 'customers'],
      ['Warehouse', 'keys'],
      [order.tracking_numbers[0]!.tracking_number, 'parcels'],
      ['ada@recipient.example', 'mails'],
      [order.id, 'orders'],
    ] as const) {
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox', { name: 'Search everything' }).fill(typed);
      await page.getByRole('status').getByText('to select').waitFor();
      const found = page.getByRole('option').filter({ hasText: kind === 'orders' ? /Sandbox$/ : typed });
      await found.last().click();
      await page.waitForURL(new RegExp(`/app/operator/${kind}/`));
    }
    await page.getByText('order_placed').first().waitFor();
    await page.locator('a[href^="/app/operator/parcels/"]').first().click();
    await page.getByRole('heading', { name: 'Tracking events' }).waitFor();
    expect(await ledgerProblems(system.database.db)).toEqual([]);
    await page.close();
  });

  it('charts, alerts, incidents, colleagues, and a navigation without a scroll bar', { timeout: 120_000 }, async () => {
    for (const kind of ['monitoring.sample', 'alerts.evaluate']) {
      await enqueueUnchecked(system.database.db, { kind, payload: {}, runAt: clock.now(), dedupeKey: kind });
    }
    await system.queue.drain();
    const scanned = { viewport: { width: 1280, height: 800 } };
    const context = await signedInBrowser(browser, system, await signIn(system, operatorEmail), scanned);
    const page = await context.newPage();
    // A link opens the dialog of a failed job.
    await enqueueUnchecked(system.database.db, { kind: 'test.mail', payload: {} });
    const { rows } = await sql<{ id: string }>`
      update jobs set dead_at = now(), attempts = 9, last_error = 'No.' where kind = 'test.mail'
      returning id::text as id`.execute(system.database.db);
    await page.goto(`/app/operator?job=discard:${rows[0]!.id}`);
    await page.getByRole('dialog').getByLabel('Reason').fill('Nobody waits for it.');
    await page.getByRole('button', { name: 'Discard job' }).click();
    await page.getByText('Job discarded.').waitFor();
    await page.goto('/app/operator/retailers/walmart');
    for (const name of ['Success rate, 30 days', 'Time to place', 'Failures by reason, 30 days', 'Needs review']) {
      await page.getByText(name, { exact: true }).first().waitFor();
    }
    await page.getByRole('button', { name: /^(Disable|Enable)$/ }).waitFor();
    await page.goto('/app/operator/monitoring');
    await page.getByRole('img', { name: /^Database size/ }).focus();
    await page.keyboard.press('End');
    await page.locator('figcaption', { hasText: /: \d+ MB/ }).waitFor();
    for (const part of ['.sidebar', '.sidebar .nav']) {
      const [inner, outer] = await page.locator(part).evaluate((one) => [one.scrollHeight, one.clientHeight]);
      expect(inner, part).toBeLessThanOrEqual(outer!);
    }
    const account = await page.locator('.sidebar .account-button').boundingBox();
    expect(account!.y + account!.height).toBeLessThanOrEqual(800);

    await page.goto('/app/operator/alerts');
    await page.getByRole('button', { name: 'Edit Jobs failed' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(/^Fires above/).fill('5');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText(/above 5/).waitFor();

    await page.goto('/app/operator/incidents');
    await page.getByLabel('Title').fill('Emails are delayed');
    await page.getByLabel('Message').fill('We are on it.');
    await page.getByLabel('Email', { exact: true }).check();
    await page.getByRole('button', { name: 'Publish incident' }).click();
    await page.getByRole('heading', { name: 'Emails are delayed' }).waitFor();
    const outside = await browser.newContext({ baseURL: system.url, javaScriptEnabled: false });
    const visitor = await outside.newPage();
    await visitor.goto('/status');
    await visitor.getByText('Emails are delayed').waitFor();
    await visitor.getByRole('heading', { name: /Order placement/ }).waitFor();
    await outside.close();

    const order = await placedOrder();
    await page.goto(`/app/operator/orders/${order.id}`);
    await page.getByRole('button', { name: 'Assign to me' }).click();
    await page.getByText('You are working on this').waitFor();
    const colleague = await signedInBrowser(browser, system, await signIn(system, 'second@example.com'));
    const other = await colleague.newPage();
    await other.goto(`/app/operator/orders/${order.id}`);
    await other.getByText('operator is working on this').waitFor();
    await colleague.close();
    await context.close();
  });

  it('shows a recording, and hands a page over to an operator', { timeout: 60_000 }, async () => {
    const page = await desk.newPage();
    await page.goto('/app/operator/visits');
    const jpeg = await page.screenshot({ type: 'jpeg' });
    const { database } = system;
    const blobs = await createBlobs(system.config);
    await saveRecording(
      { database, blobs, clock, keepMs: dayMs },
      {
        reference: newId(),
        store: 'acme',
        purpose: 'prepare',
        ...{ recipe: 'acme', isPressed: true, recipeVersion: null, missedLocators: [] },
        startedAt: clock.now(),
        ending: 'placed',
        steps: [{ at: 'add/0', what: 'open /item', ms: 12, error: null }],
        pictures: [{ name: 'final check', atMs: 900, url: 'https://acme.example/pay', jpeg }],
        answers: [],
      },
    );
    const view = await createLiveViews({ database, clock, publicUrl: system.url }).open({
      store: 'acme',
      reference: newId(),
      purpose: 'prepare',
    });
    await view.poll('Solve the captcha.');
    await page.reload();
    const isSeen = (alt: string) =>
      expect
        .poll(() => page.evaluate<boolean>(`document.querySelector('img[alt^="${alt}"]')?.naturalWidth > 0`), {
          timeout: 20_000,
        })
        .toBe(true);
    await isSeen('The page at');
    await page.getByText('Solve the captcha.').waitFor();
    await view.show(jpeg, 'https://acme.example/pay');
    await isSeen('Browser view of');
    await page.getByRole('link', { name: 'Take over' }).click();
    await page.getByRole('button', { name: 'Take over' }).click();
    await isSeen('Live page of acme');
    await page.getByRole('button', { name: 'Store page (interactive)' }).click({ position: { x: 100, y: 50 } });
    await page.keyboard.type('tulip');
    const done: { type: string; text?: string }[] = [];
    const typed = async () => {
      done.push(...(await view.poll('Solve the captcha.')).inputs);
      return done.map(({ text = '' }) => text).join('');
    };
    await expect.poll(typed, { timeout: 30_000 }).toBe('tulip');
    expect(done[0]?.type).toBe('click');
    await view.close();
    await page.close();
  });
});
