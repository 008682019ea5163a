import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { claimSandbox } from '../../src/domains/sandbox/index.ts';
import { createLogger } from '../../src/platform/logger.ts';
import { createMailer, type Mailer } from '../../src/platform/mailer/index.ts';
import { ledgerProblems } from '../harness/checks.ts';
import { fakeClock } from '../harness/fake-clock.ts';
import { startSystem, type TestSystem } from '../harness/system.ts';

const clock = fakeClock();
let system: TestSystem;
let mailer: Mailer;
beforeAll(async () => {
  system = await startSystem({ clock });
  mailer = createMailer({ ...system.config, clock, logger: createLogger({ level: 'silent' }) });
});
afterAll(() => system.stop());

const good = (more: Record<string, string> = {}) => ({
  product_url: 'https://www.walmart.com/ip/100000001',
  name: 'Jane Doe',
  address1: '1 Market St',
  city: 'San Francisco',
  state: 'CA',
  zip: '94105',
  max_price: '5000',
  ...more,
});

/** The store sells it; of the other one it only looks as if. */
const buyable = (more: Record<string, string> = {}) =>
  good({ product_url: `${system.url}/shop/products/test-success`, ...more });

describe('a file with every kind of error', () => {
  it('gets a response in its caller’s format', async () => {
    const key = await system.mint();
    const shop = `${system.url}/shop/products`;
    const rows: Record<string, string>[] = [
      good({ product_url: '' }),
      good({ product_url: 'walmart.com/ip/100000001' }),
      good({ product_url: 'https://www.example.com/thing' }),
      good({ product_url: 'https://www.walmart.com/help' }),
      good({ product_url_2: 'https://www.target.com/p/lamp/-/A-10000001' }),
      good({ quantity: '0' }),
      good({ quantity: 'two' }),
      good({ quantity_2: '3' }),
      good({ name: '' }),
      good({ name: 'Cher' }),
      good({ name: '', first_name: 'Jane' }),
      good({ address1: '', city: '' }),
      good({ address1: 'x'.repeat(201) }),
      good({ state: '' }),
      good({ state: 'Bavaria' }),
      good({ zip: '9410' }),
      good({ zip: '', postal_code: '' }),
      good({ zip: '94105', 'postal code': '10001' }),
      good({ country: 'USA' }),
      good({ country: 'FR' }),
      good({ country: 'DE', state: '', zip: '10115' }),
      good({ phone: '12' }),
      good({ max_price: '' }),
      good({ max_price: '$49.99' }),
      good({ max_price: '0' }),
      good({ account: 'svc_acct_aaaaaaaaaa' }),
      good({ account: 'my account' }),
      good({ is_gift: 'perhaps' }),
      good({ gift_message: 'Hello' }),
      good({ is_gift: 'yes', gift_message: 'x'.repeat(241) }),
      good({ product_url: `${shop}/test-invalid-address` }),
      good({ product_url: `${shop}/test-url-unreachable` }),
      good({ product_url: `${shop}/test-insufficient-funds` }),
      { product_url: '', name: ' ', note: '' },
      { note: 'only mine' },
      good(),
      good(),
    ];
    const { body } = await system.post('/orders/bulk/validate', key, { rows });
    const seen = body.rows.map((row: { ok: boolean; errors: string[] }, index: number) =>
      [`${index + 1} ${row.ok ? 'ok' : 'not ok'}`, ...row.errors].join('\n  '),
    );
    expect(seen.join('\n').replaceAll(system.url, 'http://service')).toMatchInlineSnapshot(`
      "1 not ok
        product_url is missing.
      2 not ok
        product_url "walmart.com/ip/100000001" is not a URL. Copy it from the browser, including https://.
      3 not ok
        product_url "https://www.example.com/thing" is not a product page from a supported store.
      4 not ok
        product_url "https://www.walmart.com/help": This walmart URL is not a product page. Send the URL of a product page.
      5 not ok
        The products are from 2 retailers (walmart, target). Use one row for each.
      6 not ok
        quantity "0" must be from 1 to 100.
      7 not ok
        quantity "two" is not a whole number: enter 1 to 100.
      8 not ok
        quantity_2 has no product. Add the product URL or clear the cell.
      9 not ok
        name is missing.
      10 not ok
        name "Cher" needs a first and last name.
      11 not ok
        last_name is missing.
      12 not ok
        address1 is missing.
        city is missing.
      13 not ok
        address1 is too long. Use at most 200 characters.
      14 not ok
        state is missing. US addresses require it.
      15 not ok
        state: "Bavaria" is not a US state. Use a two-letter state code, such as CA.
      16 not ok
        zip: "9410" is not a valid postal code for US. Use a format such as 94103 or 94103-1234.
      17 not ok
        zip is missing.
      18 not ok
        The columns zip and postal code mean the same thing but have different values. Keep one of them.
      19 not ok
        country "USA" is not a supported country: enter US, DE or IT.
      20 not ok
        country "FR": this store only ships to US.
      21 not ok
        country "DE": this store only ships to US.
      22 not ok
        phone: "12" is not a valid phone number for US. Add the area or country code.
      23 not ok
        max_price is missing.
      24 not ok
        max_price "$49.99" is not a whole number of cents: enter 4999 for $49.99.
      25 not ok
        max_price "0" must be from 1 to 1000000000 cents.
      26 not ok
        account "svc_acct_aaaaaaaaaa" does not match one of your retailer accounts for this store.
      27 not ok
        account "my account" does not match one of your retailer accounts for this store.
      28 not ok
        is_gift "perhaps": enter yes or no.
      29 not ok
        gift_message is set, but the order is not a gift. Set is_gift to yes.
      30 not ok
        gift_message is too long. Use at most 240 characters.
      31 not ok
        Address: The store cannot ship to this address. Check the street, city and postal code.
      32 not ok
        The product page cannot be reached. Check the product URL.
      33 not ok
        Insufficient funds for this row. It needs $50.00.
      34 not ok
        This row is empty. Delete it.
      35 not ok
        name is missing.
        max_price is missing.
        product_url is missing.
        address1 is missing.
        city is missing.
        zip is missing.
        state is missing. US addresses require it.
      36 ok
      37 ok
        Warning: this row is identical to row 37. If you place this batch, both will be ordered."
    `);
    expect(body).toMatchObject({ total_rows: rows.length, valid_rows: 2, invalid_rows: rows.length - 2 });
  });
});

describe('the email about a finished batch', () => {
  const place = (key: string, more: Record<string, unknown>) =>
    system.post('/orders/bulk', key, {
      filename: 'gifts.csv',
      rows: [buyable(), buyable({ max_price: '1' })],
      ...more,
    });

  async function mailsAbout(id: string) {
    return (await mailer.listStored(1000)).filter((mail) => mail.id === `bulk-${id}`);
  }

  it('is sent once, after the last order is completed, and the batch says when', async () => {
    const { key, accountId } = await system.account('test');
    const { body: batch } = await place(key, { notify_on_complete: true });
    expect(await mailsAbout(batch.id)).toEqual([]);
    await system.queue.drain();
    clock.advance(60_000);
    await system.queue.drain();
    const [mail, ...others] = await mailsAbout(batch.id);
    expect(others).toEqual([]);
    expect(mail).toMatchObject({ to: `${accountId}@example.com`, subject: 'gifts.csv: 1 of 2 rows placed' });
    expect(mail!.text).toContain('Placed: 1\nFailed: 1\nCanceled: 0\n');
    expect(mail!.text).toContain(`${system.url}/app/bulk/${batch.id}`);
    expect(mail!.text).toContain(`${system.url}/orders/bulk/${batch.id}/results.csv`);
    const over = (await system.get(`/orders/bulk/${batch.id}`, key)).body;
    expect(over).toMatchObject({ status: 'completed', notified_at: clock.now().toISOString() });
    const { rows } = await sql`select from jobs where kind like 'bulk.%'`.execute(system.database.db);
    expect(rows).toEqual([]);
  });

  it('is not sent to those who did not ask, and to a sandbox that belongs to nobody', async () => {
    const { key } = await system.account('test');
    const silent = (await place(key, {})).body;
    const nobody = await system.mint();
    const unclaimed = (await place(nobody, { notify_on_complete: true })).body;
    await system.queue.drain();
    clock.advance(60_000);
    await system.queue.drain();
    expect([...(await mailsAbout(silent.id)), ...(await mailsAbout(unclaimed.id))]).toEqual([]);
    expect((await system.get(`/orders/bulk/${unclaimed.id}`, nobody)).body).toMatchObject({
      status: 'completed',
      notified_at: null,
    });
  });
});

describe('a batch in a sandbox that is claimed before its orders exist', () => {
  it('moves with it, and its orders are made for the new owner', async () => {
    const minted = (await system.post('/sandbox/keys', undefined)).body;
    const { body: batch } = await system.post('/orders/bulk', minted.api_key, {
      rows: [buyable(), buyable({ note: '2' })],
      notify_on_complete: true,
    });
    const owner = await system.account('test', 0);
    const token = minted.claim_url.split('/').at(-1);
    const needs = { db: system.database.db, clock };
    await claimSandbox(needs, token, { accountId: owner.accountId, email: `${owner.accountId}@example.com` });
    await system.queue.drain();
    clock.advance(60_000);
    await system.queue.drain();
    const seen = (await system.get(`/orders/bulk/${batch.id}`, owner.key)).body;
    expect(seen).toMatchObject({ status: 'completed', placed_count: 2, notified_at: expect.any(String) });
    expect((await system.get('/orders', owner.key)).body.total).toBe(2);
    expect((await system.get('/wallet', owner.key)).body.held_cents).toBe(0);
    expect(await ledgerProblems(system.database.db)).toEqual([]);
  });
});
