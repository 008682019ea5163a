import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bulkJobs } from '../../src/domains/orders/bulk/index.ts';
import { createLogger } from '../../src/platform/logger.ts';
import { createMailer, type Mailer } from '../../src/platform/mailer/index.ts';
import { createQueue } from '../../src/platform/queue/index.ts';
import { ledgerProblems, purchaseProblems } from '../harness/checks.ts';
import { startSystem, type TestSystem } from '../harness/system.ts';

const logger = createLogger({ level: 'silent' });
let mailer: Mailer;
let system: TestSystem;
beforeAll(async () => {
  system = await startSystem({ withLive: true, env: { BULK_MAX_ROWS: '500', ORDER_FEE_CENTS: '25' } });
  mailer = createMailer({ ...system.config, clock: system.clock, logger });
});
afterAll(() => system.stop());

const good = (more: Record<string, string> = {}) => ({
  product_url: `${system.url}/shop/products/test-success`,
  quantity: '1',
  name: 'Jane Doe',
  address1: '1 Market St',
  city: 'San Francisco',
  state: 'CA',
  zip: '94105',
  max_price: '5000',
  ...more,
});

const product = (scenario: string) => `${system.url}/shop/products/test-${scenario}`;

async function written(): Promise<unknown> {
  const { rows } = await sql`
    select (select count(*) from bulk_batches) as batches, (select count(*) from bulk_rows) as rows,
      (select count(*) from orders) as orders, (select count(*) from ledger_transfers) as transfers,
      (select count(*) from jobs) as jobs, (select count(*) from idempotency_keys) as keys`.execute(system.database.db);
  return rows[0];
}

/** Calls, and checks that nothing was written. */
async function writesNothing<T>(work: () => Promise<T>): Promise<T> {
  const before = await written();
  const result = await work();
  expect(await written()).toEqual(before);
  return result;
}

describe('POST /orders/bulk/validate', () => {
  it('responds in the declared format, and writes nothing', async () => {
    const key = await system.mint();
    const body = { filename: 'friends.csv', rows: [good({ Team: 'A', note: '' }), good({ max_price: '', Team: 'B' })] };
    const answer = await writesNothing(() => system.post('/orders/bulk/validate', key, body));
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      ...{ total_rows: 2, valid_rows: 1, invalid_rows: 1 },
      estimated_total_cents: 5025,
      wallet_balance_cents: 1_000_000,
      sufficient_funds: true,
      holds: [{ currency: 'USD', amount: 5025, available: 1_000_000 }],
      filename: 'friends.csv',
      rows: [
        {
          index: 0,
          ok: true,
          errors: [],
          product_urls: [product('success')],
          quantities: [1],
          recipient: 'Jane Doe',
          destination: 'San Francisco, CA 94105, US',
          max_price: 5000,
          retailer_credentials_id: null,
          passthrough: { Team: 'A', note: '' },
        },
        {
          index: 1,
          ok: false,
          errors: ['max_price is missing.'],
          product_urls: [product('success')],
          quantities: [1],
          recipient: 'Jane Doe',
          destination: 'San Francisco, CA 94105, US',
          max_price: null,
          retailer_credentials_id: null,
          passthrough: { Team: 'B' },
        },
      ],
    });
  });

  it('knows columns by other names, and several products in a row', async () => {
    const key = await system.mint();
    const row = {
      'Product URL 1': product('success'),
      QTY_1: '2',
      'product-url-2': product('slow'),
      'Quantity 2': '3',
      'First Name': 'Jane',
      LAST_NAME: 'Doe',
      Street: '1 Market St',
      'Address Line2': 'Apt 4',
      City: 'Berlin',
      Province: '',
      'Postal Code': '10115',
      Country: 'de',
      'Phone Number': '030 123456',
      'MAX PRICE CENTS': '9000',
      'PO Number': 'PO-7',
      'Is Gift': 'Yes',
      'gift message': 'Enjoy',
    };
    const { body } = await system.post('/orders/bulk/validate', key, { rows: [row] });
    expect(body.rows[0]).toMatchObject({
      ok: true,
      errors: [],
      product_urls: [product('success'), product('slow')],
      quantities: [2, 3],
      recipient: 'Jane Doe',
      destination: 'Berlin, 10115, DE',
      passthrough: {},
    });
  });

  it('calls a column what the file calls it, also where its cell is empty', async () => {
    const key = await system.mint();
    const row = {
      URL: '',
      'Full Name': '',
      Street: '1 Market St',
      City: '',
      State: 'CA',
      'ZIP Code': ' ',
      'Max Price': '',
    };
    const { body } = await system.post('/orders/bulk/validate', key, { rows: [row] });
    const missing = ['Full Name', 'URL', 'City', 'ZIP Code', 'Max Price'].map((column) => `${column} is missing.`);
    expect(body.rows[0].errors.sort()).toEqual(missing.sort());
  });

  it('says that funds are insufficient', async () => {
    const { key } = await system.account('test', 5000);
    const { body } = await system.post('/orders/bulk/validate', key, { rows: [good()] });
    expect(body).toMatchObject({ invalid_rows: 0, sufficient_funds: false, wallet_balance_cents: 5000 });
  });

  it('warns of a row that is the same in every column, and leaves it ok', async () => {
    const key = await system.mint();
    const rows = [good(), good({ note: 'x' }), good()];
    const { body } = await system.post('/orders/bulk/validate', key, { rows });
    expect(body.rows.map((row: { ok: boolean }) => row.ok)).toEqual([true, true, true]);
    expect(body.rows[1].errors).toEqual([]);
    expect(body.rows[2].errors).toEqual([
      'Warning: this row is identical to row 2. If you place this batch, both will be ordered.',
    ]);
  });

  it.each([
    [{}, [['body', 'rows'], 'missing']],
    [{ rows: [] }, [['body', 'rows'], 'too_short']],
    [{ rows: [{ quantity: 1 }] }, [['body', 'rows', 0, 'quantity'], 'string_type']],
    [{ rows: [{}], extra: 1 }, [['body', 'extra'], 'extra_forbidden']],
    [{ rows: Array.from({ length: 501 }, () => ({ name: 'x' })) }, [['body', 'rows'], 'too_long']],
  ])('refuses a body of another shape: %#', async (body, [loc, type]) => {
    const key = await system.mint();
    const answer = await system.post('/orders/bulk/validate', key, body);
    expect(answer.status).toBe(422);
    expect(answer.body.detail[0]).toMatchObject({ loc, type });
  });

  it('takes up to 16 MiB and refuses more early; needs a key', async () => {
    const key = await system.mint();
    const rows = Array.from({ length: 20 }, () => good({ note: 'x'.repeat(100_000) }));
    expect((await system.post('/orders/bulk/validate', key, { rows })).status).toBe(200);
    const huge = { rows: [good({ note: 'x'.repeat(17 * 1024 * 1024) })] };
    const answer = await system.post('/orders/bulk/validate', key, huge).catch(() => null);
    if (answer) expect(answer).toMatchObject({ status: 413, body: { error: { code: 'payload_too_large' } } });
    expect((await system.post('/orders/bulk/validate', undefined, { rows: [good()] })).status).toBe(401);
  });
});

describe('POST /orders/bulk', () => {
  it('holds the money of the whole batch at once and makes one order of each row', async () => {
    const { key, accountId } = await system.account('test', 100_000);
    const rows = ['success', 'out-of-stock', 'success'].map((scenario, n) =>
      good({ product_url: product(scenario), ref: String(n) }),
    );
    const placed = await system.post('/orders/bulk', key, { filename: 'a.csv', rows });
    expect(placed.status).toBe(201);
    expect(placed.body).toMatchObject({
      status: 'pending',
      row_count: 3,
      placed_count: 0,
      failed_count: 0,
      filename: 'a.csv',
      notify_on_complete: false,
      notified_at: null,
    });
    expect(placed.body.rows[0]).toEqual({
      index: 0,
      status: 'pending',
      order_id: null,
      order_status: null,
      tracking_statuses: [],
      is_late: false,
      waiting_for: null,
      error: null,
      recipient: 'Jane Doe',
      product_urls: [product('success')],
      passthrough: { ref: '0' },
    });
    expect((await system.get('/wallet', key)).body).toMatchObject({ held_cents: 15_075, available_cents: 84_925 });
    expect((await system.get(`/orders/bulk/${placed.body.id}`, key)).body).toEqual(placed.body);

    await system.queue.drain();
    const done = (await system.get(`/orders/bulk/${placed.body.id}`, key)).body;
    expect(done).toMatchObject({ status: 'completed', placed_count: 2, failed_count: 1 });
    expect(done.rows.map((row: { status: string }) => row.status)).toEqual(['placed', 'failed', 'placed']);
    expect(done.rows[1]).toMatchObject({ order_status: 'order_failed', error: expect.stringContaining('stock') });
    for (const row of done.rows) {
      const order = (await system.get(`/orders/${row.order_id}`, key)).body;
      expect(row.tracking_statuses).toEqual(order.tracking_numbers.map((parcel: { status: string }) => parcel.status));
      expect(order.metadata).toEqual({ bulk_batch_id: done.id, bulk_row_index: row.index });
    }
    const transfers = (await system.get('/wallet/transactions', key)).body.transactions;
    expect(transfers).toContainEqual(
      expect.objectContaining({ type: 'hold', amount_cents: 15_075, batch_id: done.id, to: 'wallet.reserved' }),
    );
    expect(await ledgerProblems(system.database.db)).toEqual([]);
    expect((await purchaseProblems(system.database.db)).filter((text) => text.includes(accountId))).toEqual([]);
  });

  it('places nothing when a row is invalid, and lists all problems', async () => {
    const key = await system.mint();
    const rows = [good(), good({ zip: 'x' })];
    const answer = await writesNothing(() => system.post('/orders/bulk', key, { rows }));
    expect(answer.status).toBe(409);
    expect(answer.body.error).toMatchObject({
      code: 'batch_not_placeable',
      message: '1 of 2 rows are invalid, so nothing was ordered. See details.rows.',
      details: { invalid_rows: 1, rows: [{ ok: true }, { ok: false }] },
    });
  });

  it('places nothing when the funds cover only some rows', async () => {
    const { key } = await system.account('test', 10_049);
    const answer = await writesNothing(() => system.post('/orders/bulk', key, { rows: [good(), good({ n: '2' })] }));
    expect(answer.body.error).toMatchObject({
      code: 'batch_not_placeable',
      message: 'Insufficient funds for this batch. It needs $100.50 and $100.49 is available.',
      details: { sufficient_funds: false, invalid_rows: 0 },
    });
  });

  it('is one batch for one idempotency key, even with concurrent requests and without funds', async () => {
    const { key } = await system.account('test', 10_050);
    const body = { rows: [good(), good({ n: '2' })], idempotency_key: 'tuesday' };
    const answers = await Promise.all([1, 2, 3, 4].map(() => system.post('/orders/bulk', key, body)));
    const first = answers.find((answer) => answer.status === 201)!;
    for (const answer of answers) {
      if (answer.status === 201) expect(answer.text).toBe(first.text);
      else expect(answer.body.error.code).toBe('idempotency_in_flight');
    }
    const again = await writesNothing(() => system.post('/orders/bulk', key, body));
    expect(again).toMatchObject({ status: 201, text: first.text });
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    const other = await system.post('/orders/bulk', key, { ...body, rows: [good()] });
    expect(other).toMatchObject({
      status: 409,
      body: { error: { code: 'already_exists', details: { id: first.body.id } } },
    });
    expect((await system.get('/orders/bulk', key)).body.total).toBe(1);
    expect((await system.get('/wallet', key)).body).toMatchObject({ held_cents: 10_050, available_cents: 0 });
    await system.queue.drain();
    expect((await system.get('/orders', key)).body.total).toBe(2);
  });

  it('two batches at once never hold more than there is', async () => {
    const { key } = await system.account('test', 15_000);
    const answers = await Promise.all(
      ['a', 'b', 'c', 'd'].map((note) =>
        system.post('/orders/bulk', key, { rows: [good({ note }), good({ note, n: '2' })] }),
      ),
    );
    expect(answers.map((answer) => answer.status).sort()).toEqual([201, 409, 409, 409]);
    expect((await system.get('/wallet', key)).body.available_cents).toBe(15_000 - 10_050);
    await system.queue.drain();
    expect(await ledgerProblems(system.database.db)).toEqual([]);
  });

  it('keeps to the limits of the key', async () => {
    const { key, keyId } = await system.account('test', 100_000);
    const limit = (column: string, value: unknown) =>
      sql`update api_keys set ${sql.ref(column)} = ${value} where id = ${keyId}`.execute(system.database.db);
    await limit('spend_per_day_cents', 6000);
    const rows = [good(), good({ n: '2' })];
    const beyond = await writesNothing(() => system.post('/orders/bulk', key, { rows }));
    expect(beyond).toMatchObject({ status: 403, body: { error: { code: 'spend_limit_exceeded' } } });
    expect((await system.post('/orders/bulk', key, { rows: [good()] })).status).toBe(201);
  });

  it('canceling a row’s order shows immediately', async () => {
    const key = await system.mint();
    const { body: batch } = await system.post('/orders/bulk', key, {
      rows: [good({ product_url: product('success') })],
    });
    // This worker places no orders: they stay pending.
    await createQueue({
      ...system,
      logger,
      handlers: bulkJobs({ ...system, ...system.config, logger, mailer }),
    }).drain();
    const made = (await system.get(`/orders/bulk/${batch.id}`, key)).body;
    expect(made).toMatchObject({ status: 'processing', rows: [{ status: 'pending', order_status: 'pending' }] });
    expect((await system.post(`/orders/${made.rows[0].order_id}/cancel`, key)).status).toBe(204);
    const over = (await system.get(`/orders/bulk/${batch.id}`, key)).body;
    expect(over).toMatchObject({ status: 'failed', placed_count: 0, failed_count: 0, rows: [{ status: 'cancelled' }] });
    expect((await system.get('/wallet', key)).body).toMatchObject({ held_cents: 0, available_cents: 1_000_000 });
  });
});

describe('reading batches', () => {
  it('lists newest first with their first rows, by page, of this account and mode only', async () => {
    const key = await system.mint();
    const ids: string[] = [];
    for (const filename of ['1.csv', '2.csv', '3.csv']) {
      const rows = Array.from({ length: filename === '2.csv' ? 120 : 1 }, (_, n) =>
        good({ n: String(n), max_price: '10' }),
      );
      ids.unshift((await system.post('/orders/bulk', key, { filename, rows })).body.id);
    }
    const list = (await system.get('/orders/bulk', key)).body;
    expect(list.total).toBe(3);
    expect(list.batches.map((batch: { id: string }) => batch.id)).toEqual(ids);
    expect(list.batches[1]).toMatchObject({ row_count: 120, filename: '2.csv' });
    expect(list.batches[1].rows).toHaveLength(100);
    expect((await system.get(`/orders/bulk/${ids[1]}`, key)).body.rows).toHaveLength(120);
    const page = (await system.get('/orders/bulk?limit=1&offset=1', key)).body;
    expect(page.batches.map((batch: { id: string }) => batch.id)).toEqual([ids[1]]);
    const behind = async (id: string | undefined, whose: string) =>
      (await system.get(`/orders/bulk?after=${id}`, whose)).body.batches.map((batch: { id: string }) => batch.id);
    expect(await behind(ids[0], key)).toEqual([ids[1], ids[2]]);
    expect((await system.get('/orders/bulk?limit=201', key)).status).toBe(422);
    const stranger = await system.mint();
    expect(await behind(ids[0], stranger)).toEqual([]);
    expect((await system.get('/orders/bulk', stranger)).body).toMatchObject({ batches: [], total: 0 });
    for (const path of [`/orders/bulk/${ids[0]}`, `/orders/bulk/${ids[0]}/results.csv`]) {
      expect((await system.get(path, stranger)).status).toBe(404);
      expect((await system.get(path)).status).toBe(401);
    }
    expect((await system.get('/orders/bulk/nonsense', key)).status).toBe(422);
    const { key: live } = await system.account('live');
    expect((await system.get(`/orders/bulk/${ids[0]}`, live)).status).toBe(404);
  });

  it('counts as orders.bulk', async () => {
    const key = await system.mint();
    await system.post('/orders/bulk', key, { rows: [good()] });
    const { body } = await system.get('/usage', key);
    expect(body.metrics['orders.bulk'].total).toBe(1);
    expect(body.recent[0]).toMatchObject({ endpoint: 'orders.bulk', result_count: 1 });
  });
});

describe('the files', () => {
  it('results.csv has the original columns in their order, then ours, and no formula survives', async () => {
    const key = await system.mint();
    const rows = [
      { zz: '=1+1', ...good({ phone: '+14155550123', quantity: '' }), 'note, with comma': 'a "quoted"\r\nline' },
      { ...good(), '=cmd|x': '\tTab', zz: '@SUM(A1)', more: '-2+3' },
    ];
    const { body: batch } = await system.post('/orders/bulk', key, { rows });
    await system.queue.drain();
    const answer = await system.get(`/orders/bulk/${batch.id}/results.csv`, key);
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(answer.headers.get('content-disposition')).toBe(`attachment; filename="results-${batch.id}.csv"`);
    const done = (await system.get(`/orders/bulk/${batch.id}`, key)).body;
    const url = product('success');
    expect(answer.text).toBe(
      [
        `zz,product_url,quantity,name,address1,city,state,zip,max_price,phone,"note, with comma",'=cmd|x,more,order_id,status,error`,
        `'=1+1,${url},,Jane Doe,1 Market St,San Francisco,CA,94105,5000,'+14155550123,"a ""quoted""\r\nline",,,${done.rows[0].order_id},placed,`,
        `'@SUM(A1),${url},1,Jane Doe,1 Market St,San Francisco,CA,94105,5000,,,'\tTab,'-2+3,${done.rows[1].order_id},placed,`,
        '',
      ].join('\r\n'),
    );
  });

  it('template.csv is a batch that is right', async () => {
    const key = await system.mint();
    const answer = await system.get('/orders/bulk/template.csv', key);
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    const [header, line] = answer.text
      .trim()
      .split('\r\n')
      .map((text) => text.split(','));
    const row = Object.fromEntries(header!.map((name, index) => [name, line![index]!]));
    const { body } = await system.post('/orders/bulk/validate', key, { rows: [row] });
    expect(body.rows[0]).toMatchObject({ ok: true, errors: [], passthrough: {} });
  });
});
