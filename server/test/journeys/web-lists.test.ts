import { readFile } from 'node:fs/promises';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasBrowser, openBrowser } from '../harness/browser.ts';
import { complaintsOf, measureShift, quietPage, shiftMax, shiftOf, signedInBrowser } from '../harness/dashboard.ts';
import { fakeClock } from '../harness/fake-clock.ts';
import { type SignedInPerson, signIn } from '../harness/person.ts';
import { address, orderFor, startSystem, type TestSystem } from '../harness/system.ts';

describe.runIf(hasBrowser)('the list of orders', { timeout: 240_000 }, () => {
  const clock = fakeClock(new Date(Date.now() - 600_000));
  let system: TestSystem;
  let browser: Browser;
  let mia: SignedInPerson;
  beforeAll(async () => {
    system = await startSystem({ clock, env: { SANDBOX_TIME_SCALE: '1' } });
    browser = await openBrowser();
    mia = await signIn(system, 'mia@example.com');
  });
  afterAll(async () => {
    await browser?.close();
    await system?.stop();
  });

  const order = async (last_name: string, scenario = 'success', more: Record<string, unknown> = {}) => {
    const to = { shipping_address: { ...address, last_name }, ...more };
    const body = orderFor(`${system.url}/shop/products/test-${scenario}`, to);
    const made = await mia.call('/orders', { method: 'POST', body });
    expect(made.status, made.text).toBe(201);
    return made.body.id as string;
  };
  const rows = (page: Page) => page.locator('tbody tr');
  const selected = (page: Page) => page.locator('.several-totals');

  it('selects all of a filter with count and sums, exports and cancels it, and keeps it as a view', async () => {
    for (const scenario of ['success', 'euro']) await order('Weiß', scenario);
    clock.advance(1000);
    await system.queue.drain();
    for (let made = 0; made < 30; made += 1) await order('Müller', 'success', { max_price: 1000 });
    await order('Weiß');
    const context = await signedInBrowser(browser, system, mia, {
      acceptDownloads: true,
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    const page = await context.newPage();
    const complaints = complaintsOf(page);
    await page.goto('/app/orders?search=muller');
    await expect.poll(() => rows(page).count(), { timeout: 30_000 }).toBe(25);
    await page.getByLabel('Select all rows').check();
    expect(await selected(page).innerText()).toMatch(/^25 orders selected\s+up to \$250\.00 in progress$/);
    await page.getByRole('button', { name: 'Select all matching orders' }).click();
    await expect.poll(() => selected(page).innerText()).toMatch(/^30 orders selected\s+up to \$300\.00 in progress$/);
    const saving = page.waitForEvent('download');
    await page.locator('.several').getByRole('button', { name: 'Export' }).click();
    expect((await readFile(await (await saving).path(), 'utf8')).trim().split('\n')).toHaveLength(31);
    await page.getByRole('button', { name: 'Cancel 30' }).click();
    await page.getByText(/Canceling releases their holds: up to \$300\.00 plus fees/).waitFor();
    await page.getByRole('button', { name: 'Cancel orders' }).click();
    await page.getByText('30 orders canceled.').waitFor();
    const { body } = await mia.call('/orders/totals?progress=cancelled');
    expect(body.orders).toBe(30);
    expect((await mia.call('/orders?search=wei%C3%9F&progress=pending')).body.total).toBe(1);

    // Currencies are never added up.
    await page.goto('/app/orders?search=weiss');
    await expect.poll(() => rows(page).count(), { timeout: 30_000 }).toBe(3);
    await page.getByLabel('Select all rows').check();
    expect(await selected(page).innerText()).toMatch(/€19\.99 and \$19\.99 charged · up to \$50\.00 in progress/);
    await page.getByRole('button', { name: 'Clear', exact: true }).last().click();

    // The focus ring surrounds the row.
    await page.keyboard.press('j');
    expect(await page.evaluate("getComputedStyle(document.querySelector('tbody tr')).outlineStyle")).toBe('solid');
    expect(await page.evaluate("getComputedStyle(document.querySelector('.table-link')).outlineStyle")).toBe('none');

    await page.getByText('Columns', { exact: true }).click();
    await page.getByLabel('Recipient').uncheck();
    await page.keyboard.press('Escape');
    await expect.poll(() => page.locator('.list-columns[open]').count()).toBe(0);
    await page.getByRole('button', { name: 'Views' }).click();
    await page.getByRole('menuitem', { name: 'Save this view' }).click();
    await page.getByLabel('Name').fill('Weiss family');
    await page.getByRole('button', { name: 'Save view' }).click();
    await page.getByRole('button', { name: 'Weiss family' }).click();
    await page.getByRole('menuitem', { name: 'Copy link' }).click();
    const link = await page.evaluate<string>('navigator.clipboard.readText()');
    // A teammate may have the other mode open.
    expect(new URL(link).searchParams.get('world')).toBe('test');
    expect(complaints).toEqual([]);
    await context.close();

    // In another browser, as a teammate would open it.
    const other = await signedInBrowser(browser, system, mia);
    const shared = await other.newPage();
    await shared.goto(link);
    await shared.getByRole('button', { name: 'Weiss family' }).waitFor();
    await expect.poll(() => rows(shared).count(), { timeout: 30_000 }).toBe(3);
    expect(await shared.getByRole('columnheader', { name: 'Recipient' }).count()).toBe(0);
    await shared.getByRole('button', { name: 'Weiss family' }).click();
    await shared.getByRole('menuitem', { name: 'Delete views' }).click();
    await shared.getByRole('button', { name: 'Delete Weiss family' }).click();
    await shared.getByText('View "Weiss family" deleted.').waitFor();
    await shared.getByRole('button', { name: 'Undo' }).click();
    await shared.getByRole('button', { name: 'Weiss family' }).waitFor();
    await other.close();
  });

  it('compares a period with the previous one, adds up the selected rows, and exports them', async () => {
    // A period ends before the present moment.
    clock.advance(1000);
    const context = await signedInBrowser(browser, system, mia, { acceptDownloads: true });
    const page = await context.newPage();
    const complaints = complaintsOf(page);
    await page.goto('/app/usage');
    await page.getByRole('link', { name: 'Compare periods' }).click();
    const { body } = await mia.call('/orders/compare?window_days=30&by=retailer');
    expect(body.total.current.orders).toBe(33);
    expect(body.total.current.spent_cents).toBeGreaterThan(0);
    const money = (cents: number) => `$${(cents / 100).toLocaleString('en', { minimumFractionDigits: 2 })}`;
    const spent = page.locator('.compared div', { hasText: 'Spend' });
    await expect.poll(() => spent.innerText()).toContain(money(body.total.current.spent_cents));
    expect(await spent.innerText()).toContain('from $0.00');
    await expect.poll(() => rows(page).count()).toBe(body.groups.length);

    await page.locator('tbody').getByRole('checkbox').first().check();
    const [{ current }] = body.groups;
    await page
      .getByText(
        `1 selected: Spend ${money(current.spent_cents)} (before: $0.00), Orders ${current.orders} (before: 0)`,
      )
      .waitFor();
    const saving = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export' }).click();
    const lines = (await readFile(await (await saving).path(), 'utf8')).trim().split('\r\n');
    expect(lines).toHaveLength(2);
    expect(lines[1]).toContain(`,${current.spent_cents},0,${current.orders},0,`);

    await page.getByLabel('Group').selectOption('person');
    await page.getByRole('cell', { name: 'mia@example.com', exact: true }).waitFor();
    await page.getByLabel('Period').selectOption('7');
    await page.waitForURL(/by=person/);
    expect(new URL(page.url()).searchParams.get('days')).toBe('7');
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('cancels an order that waits for a person after ten seconds, unless it is undone, and at once when the page is left', async () => {
    const hold = (on: boolean) => mia.call('/sandbox/hold', { method: 'PUT', body: { on } });
    const statusOf = async (id: string) => (await mia.call(`/orders/${id}`)).body.status;
    await hold(true);
    const kept = await order('Kept', 'success', { po_number: 'PO-KEPT' });
    const held = [await order('One'), await order('Two'), await order('Three')];
    const [canceled, left, late] = held as [string, string, string];
    clock.advance(1000);
    await system.queue.drain();
    await hold(false);
    const context = await signedInBrowser(browser, system, mia);
    const page = await context.newPage();
    await page.clock.install();
    const button = (name: string) => page.getByRole('button', { name, exact: true });
    const cancel = async (id: string) => {
      await page.goto(`/app/orders/${id}`);
      await button('Cancel order').click();
      await page.getByText('Canceling this order in 10 seconds.').waitFor();
      expect(await button('Canceling').isDisabled()).toBe(true);
      // Held, so that it doesn't continue in the meantime.
      expect(await button('Buy now').count()).toBe(0);
    };

    await cancel(kept);
    await button('Undo').click();
    await button('Cancel order').waitFor();
    await page.clock.fastForward(20_000);

    await cancel(canceled);
    expect(await statusOf(canceled)).toBe('pending');
    await page.clock.fastForward(10_000);
    await page.getByText('Order canceled.').waitFor();
    expect(await button('Undo').count()).toBe(0);
    expect(await statusOf(canceled)).toBe('cancelled');

    await cancel(left);
    await page.goto('about:blank');
    await expect.poll(() => statusOf(left), { timeout: 20_000 }).toBe('cancelled');

    await cancel(late);
    expect((await mia.call(`/orders/${late}/cancel`, { method: 'POST' })).status).toBe(204);
    await page.clock.fastForward(10_000);
    await page.getByText(/^Not canceled\./).waitFor();

    // Several at once, from the list.
    await page.goto('/app/orders?search=PO-KEPT');
    await page.getByLabel('Select all rows').check();
    await button('Cancel 1').click();
    await page.getByText('Canceling 1 order in 10 seconds.').waitFor();
    expect(await statusOf(kept)).toBe('pending');
    await page.clock.fastForward(10_000);
    await page.getByText('1 order canceled.').waitFor();
    expect(await statusOf(kept)).toBe('cancelled');
    await context.close();
  });

  it('moves nothing on an empty overview, lists, orders and wallets while they load', async () => {
    const newcomer = await signIn(system, 'newcomer@example.com');
    for (const width of [390, 900, 1440]) {
      for (const [path, person, ready] of [
        ['/app', newcomer, '.start-card'],
        ['/app/orders', mia, 'tbody tr'],
        // On phones, content above pushes more down.
        ...(width === 390
          ? ([
              ['/app/buy', mia, '.stories li'],
              ['/app/wallet', mia, '.pager, tbody tr'],
              [`/app/orders/${(await mia.call('/orders?limit=1')).body.orders[0].id}`, mia, '.trail li'],
            ] as const)
          : []),
      ] as const) {
        const viewport = { width, height: 900 };
        const context = await signedInBrowser(browser, system, person, { bypassCSP: true, viewport });
        await context.addInitScript(measureShift);
        const page = await context.newPage();
        await page.goto(path);
        await page.locator(ready).first().waitFor();
        await quietPage(page);
        expect(await shiftOf(page), `${path} at ${width}`).toBeLessThan(shiftMax);
        // A new account has one path.
        expect(await page.getByRole('link', { name: 'Find a product' }).count()).toBe(path === '/app' ? 1 : 0);
        await context.close();
      }
    }
  });
});
