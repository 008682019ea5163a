import { readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasBrowser, openBrowser, takePicture } from '../harness/browser.ts';
import { complaintsOf, signedInBrowser } from '../harness/dashboard.ts';
import { type SignedInPerson, signIn } from '../harness/person.ts';
import { startSystem, type TestSystem } from '../harness/system.ts';

describe.runIf(hasBrowser)('bulk orders in the browser', () => {
  let system: TestSystem;
  let browser: Browser;
  let jane: SignedInPerson;
  beforeAll(async () => {
    system = await startSystem({ withWorker: true });
    browser = await openBrowser();
    jane = await signIn(system, 'jane@example.com');
  });
  afterAll(async () => {
    await browser?.close();
    await system?.stop();
  });

  const product = (scenario: string) => `${system.url}/shop/products/test-${scenario}`;
  const upload = (page: Page, name: string, content: string | Buffer) =>
    page.getByLabel('CSV file').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(content as string) });
  const openUpload = async (who = jane) => {
    const context = await signedInBrowser(browser, system, who, { acceptDownloads: true });
    const page = await context.newPage();
    await page.goto('/app/bulk');
    return { context, page };
  };
  const count = async (table: 'orders' | 'bulk_batches') => {
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from ${sql.table(table)}`.execute(
      system.database.db,
    );
    return rows[0]!.n;
  };

  it('corrects a file with errors, places it and downloads the results', { timeout: 90_000 }, async () => {
    const { context, page } = await openUpload();
    const complaints = complaintsOf(page);
    // As a European Excel saves it: semicolons, CRLF, Windows-1252, a cell with two lines.
    const file = [
      'product_url;quantity;Full Name;street;city;state;ZIP Code;country;Team',
      `${product('success')};1;Jane Doe;1 Market St;San Francisco;CA;94105;US;"two\r\nlines"`,
      `${product('success')};two;Cher;1 Market St;San Francisco;CA;941;US;<b>A</b>`,
      `${product('success')};1;Max Müller;Hauptstr. 5;Köln;;50667;Germany;B`,
      `${product('success')};1;Anna Groß;Am Ring 1;Berlin;;10115;Germany;B`,
      'nonsense;;;;;;;;',
    ].join('\r\n');
    await upload(page, 'friends.csv', Buffer.from(file, 'latin1'));
    await page.getByText('Fix 5 rows').waitFor();
    await page.getByLabel('max_price for all rows').fill('5000');
    await page.getByRole('button', { name: 'Add column' }).click();
    const quantity = page.getByLabel('quantity, row 4');
    expect(await quantity.getAttribute('aria-invalid')).toBe('true');
    const mistake = page.getByText('quantity "two" is not a whole number: enter 1 to 100.');
    const { x, width } = (await mistake.boundingBox())!;
    expect(x + width).toBeLessThanOrEqual(page.viewportSize()!.width);
    await takePicture(page, 'journey-bulk-mistakes-desktop');
    const columns = await page.locator('.review thead').innerText();
    await quantity.fill('2');
    // No column vanishes while its cells are corrected.
    expect(await page.locator('.review thead').innerText()).toBe(columns);
    await page.getByLabel('All columns').check();
    await page.getByLabel('Full Name, row 4').fill('Cher Sarkisian');
    await page.getByLabel('ZIP Code, row 4').fill('94105');
    await page.getByLabel('country, row 5').fill('DE');
    await page.getByLabel('country, row 5').press('Enter');
    await page.getByRole('button', { name: 'Set to “DE” too' }).click();
    expect(await page.getByLabel('country, row 6').inputValue()).toBe('DE');
    await page.getByRole('button', { name: 'Remove row 7' }).click();
    await page.getByRole('button', { name: 'Check again' }).click();
    await page.getByText('Ready to place.').waitFor();
    await page.getByText('$200.00', { exact: true }).waitFor();
    expect(await count('orders')).toBe(0);

    await page.getByRole('button', { name: 'Place 4 orders' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Place 4 orders' }).click();
    await page.waitForURL(/\/app\/bulk\/[0-9a-f-]{36}$/);
    await page.getByText('4 of 4 orders completed').waitFor({ timeout: 30_000 });
    await page
      .getByRole('row', { name: /Cher Sarkisian/ })
      .getByText(/^(Preparing|In transit|Delivered)$/)
      .waitFor();
    await page
      .getByRole('row', { name: /Cher Sarkisian/ })
      .getByText('order_placed')
      .waitFor();
    await takePicture(page, 'journey-bulk-placed-desktop');
    const saving = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Results file' }).click();
    const saved = await saving;
    expect(saved.suggestedFilename()).toBe('results-friends.csv');
    const results = await readFile(await saved.path(), 'utf8');
    expect(results.startsWith('\ufeffproduct_url,quantity,Full Name,street,city,')).toBe(true);
    expect(results.match(/,placed,/g)).toHaveLength(4);
    expect(results).toContain('Max Müller');
    await page.getByRole('link', { name: /View order for row 3/ }).click();
    await page.waitForURL(/\/app\/orders\//);
    expect([await count('orders'), await count('bulk_batches')]).toEqual([4, 1]);
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('asks to review rows, and corrects what failed', { timeout: 90_000 }, async () => {
    const twice = await signIn(system, 'twice@example.com');
    const { context, page } = await openUpload(twice);
    const saving = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Template' }).click();
    const template = (await readFile(await (await saving).path(), 'utf8')).replace(/^\ufeff/, '').trim();
    const [head, row] = template.split(/\r?\n/) as [string, string];
    const at = head.split(',').indexOf('max_price');
    const cheap = row.split(',').with(at, '50').join(',');
    // The template's row can be ordered. A duplicate row and a price of fifty cents get warnings.
    await upload(page, 'twice.csv', [head, row, row, cheap].join('\n'));
    await page.getByText('Ready to place, but review 2 rows first.').waitFor();
    await page.getByText('= $0.50').waitFor();
    await page.getByRole('button', { name: 'Remove row 3' }).click();
    await page.getByRole('button', { name: 'Remove row 2' }).click();
    await page.getByRole('button', { name: 'Check again' }).click();
    await page.getByRole('button', { name: 'Place 1 order' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Place 1 order' }).click();
    await page.getByText('1 of 1 orders completed').waitFor({ timeout: 30_000 });
    await page.getByRole('heading', { level: 1 }).getByText('Failed').waitFor();
    expect(await page.locator('.batch-progress .share-good').getAttribute('width')).toBe('0');
    expect(await page.locator('.batch-progress .share-bad').getAttribute('width')).toBe('100');
    await page.getByRole('cell', { name: 'order_failed' }).waitFor();
    await page.getByRole('button', { name: 'Fix 1 row and reorder' }).click();
    await page.getByLabel('max_price, row 2').fill(row.split(',')[at]!);
    await page.getByRole('button', { name: 'Check again' }).click();
    await page.getByText('Ready to place.').waitFor();
    // The corrected rows are a new batch, and are bought.
    const failedBatch = page.url();
    await page.getByRole('button', { name: 'Place 1 order' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Place 1 order' }).click();
    await page.waitForURL((url) => /\/app\/bulk\/[0-9a-f-]{36}$/.test(url.pathname) && url.href !== failedBatch);
    await page.getByText('1 of 1 orders completed').waitFor({ timeout: 30_000 });
    await page.getByRole('cell', { name: 'order_placed' }).waitFor();

    // A row that waits for a person says so, as its order does in the list.
    const address = { name: 'Ada Ames', address1: '1 Market St', city: 'Austin', state: 'TX', zip: '73301' };
    const waiting = { product_url: product('choose-variant'), ...address, max_price: '5000' };
    const { body } = await twice.call('/orders/bulk', { method: 'POST', body: { rows: [waiting] } });
    for (const path of [`/app/bulk/${body.id}`, '/app/orders']) {
      await page.goto(path);
      await page
        .getByRole('row', { name: /Ada Ames/ })
        .getByText('Action required')
        .waitFor();
    }
    await context.close();
  });

  it.each([
    ['an Excel workbook', 'orders.xlsx', Buffer.from('504b030414000600', 'hex'), /CSV UTF-8/],
    ['a picture', 'cat.csv', Buffer.from('89504e470d0a1a0a0000', 'hex'), /not a text file/],
    ['a header alone', 'empty.csv', Buffer.from('name,city\n'), /no rows below it/],
  ])('refuses %s in words, and sends nothing', { timeout: 60_000 }, async (_, name, content, words) => {
    const { context, page } = await openUpload();
    let sent = 0;
    page.on('request', (request) => {
      if (request.method() === 'POST') sent += 1;
    });
    await upload(page, name, content);
    await page.getByRole('alert').getByText(words).waitFor();
    expect(sent).toBe(0);
    await context.close();
  });

  it('shows only the rows that need fixing of thousands', { timeout: 180_000 }, async () => {
    // Another account, since the sums depend on the wallet.
    const { context, page } = await openUpload(await signIn(system, 'many@example.com'));
    const rows = Array.from({ length: 4000 }, (_, index) => [
      product('success'),
      1,
      `Person ${index}`,
      `${index} Market St`,
      'San Francisco',
      index % 400 === 7 ? '' : 'CA',
      94105,
      100,
    ]);
    const head = 'product_url,quantity,name,address1,city,state,zip,max_price';
    await upload(page, 'many.csv', [head, ...rows.map((row) => row.join(','))].join('\n'));
    await page.getByText('Fix 10 rows').waitFor({ timeout: 90_000 });
    // Only rows that need fixing are on the page.
    await expect.poll(() => page.locator('.review-row').count(), { timeout: 30_000 }).toBe(10);
    await page.getByRole('radio', { name: 'All (4,000)' }).check();
    await expect.poll(() => page.locator('.review-row').count(), { timeout: 30_000 }).toBe(25);
    const state = page.getByLabel('state, row 9', { exact: true });
    await state.fill('CA');
    await state.press('Enter');
    await page.getByRole('button', { name: 'Set to “CA” too' }).click();
    await page.getByRole('button', { name: 'Check again' }).click();
    await expect.poll(() => page.locator('.place-bar').innerText(), { timeout: 90_000 }).toContain('Ready to place.');
    await context.close();
  });
});
