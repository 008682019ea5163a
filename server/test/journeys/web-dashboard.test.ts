import { readFile } from 'node:fs/promises';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasBrowser, openBrowser } from '../harness/browser.ts';
import { complaintsOf, measureShift, quietPage, shiftMax, shiftOf, signedInBrowser } from '../harness/dashboard.ts';
import { fakeClock } from '../harness/fake-clock.ts';
import { type SignedInPerson, signIn } from '../harness/person.ts';
import { address, orderFor, startSystem, type TestSystem } from '../harness/system.ts';

describe.runIf(hasBrowser)('the dashboard in a browser', { timeout: 240_000 }, () => {
  const clock = fakeClock(new Date(Date.now() - 600_000));
  let system: TestSystem;
  let browser: Browser;
  let dana: SignedInPerson;
  let pages: Record<string, string>;
  let order: (scenario: string, more?: Parameters<typeof orderFor>[1]) => Promise<string>;
  beforeAll(async () => {
    // The clock stands still, so parcels move only on request.
    system = await startSystem({ clock, env: { SANDBOX_TIME_SCALE: '1' } });
    browser = await openBrowser();
    dana = await signIn(system, 'dana@example.com');
    const { call } = dana;
    order = async (scenario, more = {}) => {
      const body = orderFor(`${system.url}/shop/products/test-${scenario}`, more);
      return (await call('/orders', { method: 'POST', body })).body.id;
    };
    const hostile = '<img src=x onerror="document.title=1"> {{7*7}} \u202Egnp.exe';
    const metadata = { product_title: hostile, product_image: 'javascript:alert(1)' };
    const placed = await order('success', { metadata });
    await order('price-exceeded');
    await order('retailer-cancels');
    await work();
    pages = { overview: '/app', orders: '/app/orders', order: `/app/orders/${placed}` };
  });
  afterAll(async () => {
    await browser?.close();
    await system?.stop();
  });

  /** The sandbox waits a second before it buys. */
  async function work(): Promise<void> {
    clock.advance(1000);
    await system.queue.drain();
  }
  const advance = (id: string, to: string) =>
    dana.call(`/sandbox/orders/${id}/advance`, { method: 'POST', body: { to } });
  const open = (options: Parameters<typeof signedInBrowser>[3] = {}): Promise<BrowserContext> =>
    signedInBrowser(browser, system, dana, options);

  it('opens the overview with few requests, little JSON and little script, without layout shift', async () => {
    const context = await open({ bypassCSP: true, viewport: { width: 1280, height: 800 } });
    const page = await context.newPage();
    await page.addInitScript(measureShift);
    const answers: { path: string; bytes: number }[] = [];
    page.on('response', async (response) => {
      if (!response.headers()['content-type']?.includes('json')) return;
      answers.push({ path: new URL(response.url()).pathname, bytes: (await response.body()).byteLength });
    });
    const scripts: Promise<number>[] = [];
    page.on('requestfinished', (request) => {
      if (request.resourceType() === 'script')
        scripts.push(request.sizes().then(({ responseBodySize }) => responseBodySize));
    });
    await page.goto('/app');
    await page.getByText('Latest orders').waitFor();
    await page.getByText('Getting started').waitFor();
    await page.waitForFunction('!document.querySelector(".skeleton")');
    await quietPage(page);
    expect(answers.length, JSON.stringify(answers)).toBeLessThanOrEqual(8);
    expect(answers.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThan(60_000);
    expect(await shiftOf(page)).toBeLessThan(shiftMax);
    const compressed = (await Promise.all(scripts)).reduce((sum, size) => sum + size, 0);
    expect(compressed).toBeGreaterThan(30_000);
    expect(compressed).toBeLessThan(350 * 1024);
    // The sums match the API, and the arrow keys read the chart.
    const { spending } = (await dana.call('/overview')).body;
    const spent = `$${(spending.total_cents / 100).toLocaleString('en', { minimumFractionDigits: 2 })}`;
    expect(spending.total_cents).toBeGreaterThan(0);
    await page.locator('.figures').getByText(spent, { exact: true }).waitFor();
    await page.getByRole('img', { name: /^Spend per day/ }).focus();
    await page.keyboard.press('End');
    await page.getByText(/^[A-Z][a-z]{2} \d+: \$[1-9]/).waitFor();
    await context.close();
  });

  it('shows hostile names as text, and links to nothing but web pages', async () => {
    const context = await open();
    const page = await context.newPage();
    const complaints = complaintsOf(page);
    for (const name of ['order', 'orders', 'overview']) {
      await page.goto(pages[name]!);
      await page.getByText('<img src=x onerror=').first().waitFor();
      // Pictures come from our proxy only.
      expect(await page.locator('main img:not([src^="blob:"], [src^="/shop/images/"])').count()).toBe(0);
      expect(await page.locator('main').innerText()).not.toContain('\u202E');
      const links = await page.evaluate<string[]>('[...document.links].map((link) => link.protocol)');
      expect(new Set(links)).toEqual(new Set(['http:']));
    }
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('separates sandbox and live, and keeps the page when the mode is switched', async () => {
    const context = await open();
    const page = await context.newPage();
    await page.goto('/app/orders');
    await page.getByRole('table', { name: 'Orders' }).waitFor();
    await page.getByRole('radio', { name: 'Live' }).check({ force: true });
    await page.getByRole('heading', { name: 'No orders yet' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/app/orders');
    await page.reload();
    await page.getByRole('heading', { name: 'No orders yet' }).waitFor();
    await page.goto(pages.order!);
    await page.getByRole('button', { name: 'View in Sandbox' }).click();
    await page.getByText('<img src=x onerror=').first().waitFor();
    await context.close();
  });

  it('leads people whose session ended to sign in, and keeps their page and their drafts', async () => {
    const context = await open();
    const page = await context.newPage();
    const cookies = await context.cookies();
    /** Ends the session. The page notices it with the next request: its own, or the one that `notice` causes. */
    const endSession = async (path: string, notice: () => Promise<unknown>) => {
      await context.clearCookies();
      await notice().catch((error: Error) => {
        if (!page.url().includes('/sign-in')) throw error;
      });
      await page.waitForURL((url) => url.pathname === '/sign-in');
      expect(new URL(page.url()).searchParams.get('next')).toBe(path);
      await page.getByText('Your draft is saved in this browser').waitFor();
      await context.addCookies(cookies);
      await page.goto(path);
    };
    const field = (name: string) => page.getByLabel(name, { exact: false });
    const isThere = (name: string, text: string) =>
      expect.poll(() => field(name).inputValue(), { timeout: 30_000 }).toBe(text);
    const button = (name: string) => page.getByRole('button', { name, exact: true });

    const path = `${pages.order!.replace('orders', 'cases')}?state=open`;
    await page.goto(path);
    await field('Topic').selectOption({ label: 'It arrived damaged' });
    await field('What happened?').fill('The shade is cracked.');
    await endSession(path, () => page.reload());
    await isThere('What happened?', 'The shade is cracked.');
    await isThere('Topic', 'nondelivery.damaged');

    // A dialog reopens with its draft, even after a failed request. After a success it is empty.
    await page.goto('/app/keys?dialog=new');
    await field('Name').fill('Warehouse');
    await field('Daily limit').fill('250');
    await page.getByLabel('Read only').check({ force: true });
    await endSession('/app/keys?dialog=new', () => button('Create key').click({ timeout: 10_000 }));
    await isThere('Name', 'Warehouse');
    await isThere('Daily limit', '250');
    expect(await page.getByLabel('Read only').isChecked()).toBe(true);
    await button('Create key').click();
    await button('I copied the key').click();
    await button('New key').click();
    expect(await field('Name').inputValue()).toBe('');
    await field('Name').fill('Failed');
    await button('Cancel').click();
    await button('New key').click();
    expect(await field('Name').inputValue()).toBe('');

    // No secret is stored in the browser.
    await page.goto('/app/accounts?dialog=add');
    await field('Account email').fill('buyer@example.com');
    await field('Password').fill('hunter2-hunter2');
    await field('Authenticator secret').fill('JBSWY3DPEHPK3PXP');
    await endSession('/app/accounts?dialog=add', () => page.reload());
    await isThere('Account email', 'buyer@example.com');
    expect(await field('Password').inputValue()).toBe('');
    expect(await page.evaluate<string>('JSON.stringify([localStorage, sessionStorage])')).not.toMatch(/hunter2|JBSWY/);
    await field('Password').fill('hunter2-hunter2');
    await page.getByRole('dialog').getByRole('button', { name: 'Add account' }).click();
    // Without inbound email there is no forwarding address.
    await page.getByText("This server isn't set up to receive email").waitFor();
    expect(await page.getByText('Forwarding address').count()).toBe(0);
    // Offline, a page that was not loaded yet says so.
    await context.setOffline(true);
    await page.getByRole('link', { name: 'Usage' }).first().click();
    await page.getByRole('heading', { name: "You're offline" }).waitFor();
    await context.close();
  });

  /** Waits until the list shows this many orders. */
  async function listed(page: Page, count: number): Promise<void> {
    await expect
      .poll(() => page.getByRole('table', { name: 'Orders' }).locator('tbody tr').count(), { timeout: 30_000 })
      .toBe(count);
  }

  it('finds orders by any text, and acts on several of them', async () => {
    const mine = { po_number: 'PO-4711', shipping_address: { ...address, first_name: 'Zelda', last_name: 'Quince' } };
    const held = await order('success', { ...mine, metadata: { product_title: 'Reading lamp' } });
    const context = await open({ acceptDownloads: true, viewport: { width: 1280, height: 800 } });
    const page = await context.newPage();
    await page.goto('/app/orders');
    await listed(page, 4);
    // From anywhere, by keyboard alone.
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Search everything' }).fill('Zelda');
    await page.getByRole('option', { name: /Reading lamp.*Zelda Quince/ }).waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/app/orders/${held}`);
    await page.keyboard.press('/');
    await page.getByRole('combobox', { name: 'Search everything' }).fill('wallet');
    await page.getByRole('option', { name: 'Wallet Money' }).waitFor();
    // Pages for operators are not offered to others.
    expect(await page.getByRole('option', { name: /Customers|Operations/ }).count()).toBe(0);
    await page.keyboard.press('Enter');

    // The wallet shows the balance after each transaction, and exports statements.
    const movements = page.getByRole('table', { name: 'Wallet transactions' });
    const { transactions } = (await dana.call('/wallet/transactions?limit=1')).body;
    const dollars = (cents: number) => `$${(cents / 100).toLocaleString('en', { minimumFractionDigits: 2 })}`;
    await movements
      .locator('tbody tr')
      .first()
      .getByText(dollars(transactions[0].balance_cents), { exact: true })
      .waitFor();
    const statement = page.waitForEvent('download');
    await page.getByRole('button', { name: /as CSV/ }).click();
    expect(await readFile(await (await statement).path(), 'utf8')).toContain('balance');

    await page.goBack();
    await page.goBack();
    const search = page.getByRole('searchbox', { name: 'Search orders' });
    for (const text of ['Quince', 'PO-4711']) {
      await search.fill(text);
      await page.waitForURL((url) => url.searchParams.get('search') === text);
      await listed(page, 1);
      await page.getByRole('link', { name: /Reading lamp/ }).waitFor();
    }
    await page.getByRole('button', { name: 'Clear', exact: true }).click();
    await listed(page, 4);
    await page.getByLabel('Sort by').selectOption('oldest');
    await page.getByLabel('Rows per page').selectOption('50');
    await expect.poll(() => page.locator('tbody tr').last().innerText(), { timeout: 30_000 }).toContain('Reading lamp');
    await page.getByText('Columns', { exact: true }).click();
    await page.getByLabel('PO number').check();
    await page.getByRole('cell', { name: 'PO-4711' }).waitFor();
    const saving = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export' }).click();
    expect((await readFile(await (await saving).path(), 'utf8')).trim().split('\n')).toHaveLength(5);

    await page.getByLabel('Select Reading lamp').check();
    await page.getByRole('button', { name: 'Cancel 1' }).click();
    // The dialog is in the URL.
    await page.getByRole('dialog').getByText('Cancel 1 order?').waitFor();
    await page.reload();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel orders' }).click();
    await page.getByText('1 order canceled.').waitFor();
    expect((await dana.call(`/orders/${held}`)).body.status).toBe('cancelled');
    expect(new URL(page.url()).searchParams.has('several')).toBe(false);

    // Exports and returns two at once.
    for (const title of ['Left shoe', 'Right shoe']) {
      const shoe = await order('success', { metadata: { product_title: title }, po_number: 'PO-SHOES' });
      await work();
      await advance(shoe, 'delivered');
    }
    await page.goto('/app/orders?search=PO-SHOES');
    await page.getByLabel('Select Left shoe').check();
    const desktop = page.viewportSize();
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByLabel('Select Right shoe').check();
    if (desktop) await page.setViewportSize(desktop);
    const several = page.waitForEvent('download');
    await page.locator('.several').getByRole('button', { name: 'Export' }).click();
    const file = await readFile(await (await several).path(), 'utf8');
    expect(file.trim().split('\n')).toHaveLength(3);
    expect(file).toMatch(/Left shoe[\s\S]*Right shoe|Right shoe[\s\S]*Left shoe/);
    await page.getByRole('button', { name: 'Return 2' }).click();
    await page.getByRole('dialog').getByLabel('Reason').selectOption('defective');
    await page.getByRole('dialog').getByRole('button', { name: 'Request returns' }).click();
    await page.getByText('2 orders submitted for return.').waitFor();
    const { return_requests: returns } = (await dana.call('/returns')).body;
    expect(returns.map(({ reason }: { reason: string }) => reason)).toEqual(['defective', 'defective']);
    // Lists of returns and cases name the product, with its picture.
    const { order_id: about } = returns[0];
    await dana.call(`/orders/${about}/case`, { method: 'POST', body: { message: 'It squeaks.', reason: 'other' } });
    for (const path of ['/app/returns', '/app/cases']) {
      await page.goto(path);
      await page.locator('tbody tr', { hasText: 'Test Product:' }).first().waitFor();
      await page.locator('tbody .thumbnail img').first().waitFor();
    }

    // Orders are found by the product's title and by store.
    const query = { query: 'headphones', page: 1, freeShipping: false };
    const { results } = await system.simulator.search!('walmart', query, { signal: AbortSignal.timeout(10_000) });
    const sold = results.find(({ available, variantRequired }) => available && !variantRequired)!;
    await dana.call('/orders', { method: 'POST', body: orderFor(sold.url, { max_price: 90_000 }) });
    await work();
    await page.goto(`/app/orders?search=${encodeURIComponent(sold.title)}`);
    await listed(page, 1);
    await page.getByRole('button', { name: 'Clear', exact: true }).click();
    await listed(page, 7);
    await page.getByRole('button', { name: 'Filters' }).click();
    await page.getByLabel('Store', { exact: true }).selectOption('walmart');
    await listed(page, 1);
    expect(new URL(page.url()).searchParams.get('retailer')).toBe('walmart');
    await context.close();
  });

  it('shows where the package is, and what can be done about it', async () => {
    const { call } = dana;
    const hold = (on: boolean) => call('/sandbox/hold', { method: 'PUT', body: { on } });
    await hold(true);
    const waiting = await order('success');
    await work();
    await hold(false);
    const [bought, lost] = [await order('success'), await order('success')];
    await work();
    await advance(lost, 'undeliverable');
    const context = await open({ viewport: { width: 1280, height: 800 } });
    const page = await context.newPage();
    const heading = page.getByRole('heading', { level: 1 });
    const button = (name: string) => page.getByRole('button', { name, exact: true });
    const steps = () => page.getByRole('list', { name: 'Order progress' }).innerText();

    await page.goto(`/app/orders/${waiting}?dialog=cancel`);
    await page.getByText('This order is paused').waitFor();
    expect(await button('Return items').count()).toBe(0);
    await page.getByRole('dialog').getByRole('button', { name: 'Keep order' }).click();
    const released = page.waitForResponse(/\/sandbox\/orders\/.*\/hold$/);
    await button('Buy now').click();
    expect((await released).status()).toBe(200);
    await work();
    await button('Request cancellation').click();
    await button('Send request').click();
    await page.getByText('Cancellation requested.').waitFor();
    await work();
    await page.getByText('The store canceled this order').waitFor();

    await page.goto(`/app/orders/${bought}`);
    await button('Request cancellation').waitFor();
    expect(await steps()).toMatch(/Ordered\s+\(done\)\s+Shipped\s+\(upcoming\)/);
    expect(await button('Return items').count()).toBe(0);
    await button('Ship package').click();
    await heading.getByText('In transit').waitFor();
    await heading.getByText('order_placed').waitFor();
    expect(await steps()).toMatch(/Shipped\s+\(done\)\s+Delivered\s+\(upcoming\)/);
    await button('Deliver package').click();
    await heading.getByText('Delivered').waitFor();
    // Local time with seconds and zone, and UTC in the tooltip.
    const time = page.locator('.order-lead time');
    expect(await time.innerText()).toMatch(/\d:\d\d:\d\d [AP]M \S+$/);
    expect(await time.getAttribute('title')).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC$/);
    await button('Return items').click();
    await button('Request return').click();
    await page.waitForURL(/\/app\/returns\//);
    await system.queue.drain();
    await button('Credit').click();
    await page.getByText(/\$[\d.]+ was added to your wallet/).waitFor();
    expect(await page.locator('dt:has-text("Refund") + dd').innerText()).toMatch(/^\$\d/);
    expect(await page.locator('dt:has-text("Credited") + dd').innerText()).toMatch(/\d{4}/);
    await page.goto(`/app/orders/${bought}`);
    await heading.getByText('Delivered').waitFor();
    await quietPage(page);
    expect(await button('Return items').count()).toBe(0);

    await page.goto('/app');
    await page.getByRole('link', { name: '1 order with a lost package' }).click();
    await page.getByText('The package was lost', { exact: true }).waitFor();
    await heading.getByText('Lost', { exact: true }).waitFor();
    expect(await steps()).toMatch(/Lost in transit\s+\(failed\)/);
    await context.close();
  });

  it('updates relative times on an open page', async () => {
    const context = await open();
    const page = await context.newPage();
    await page.clock.install();
    await page.goto('/app/orders');
    const first = page.locator('tbody tr').first().locator('time');
    await first.getByText(/minute/).waitFor();
    await page.clock.fastForward('02:30:00');
    await first.getByText('2 hours ago').waitFor();
    await context.close();
  });
});
