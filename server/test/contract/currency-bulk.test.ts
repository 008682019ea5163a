import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../src/kit/ids.ts';
import { ledgerProblems, purchaseProblems, rowCounts } from '../harness/checks.ts';
import { type Contract, readContract } from '../harness/conforms.ts';
import { signIn } from '../harness/person.ts';
import { startSystem, type TestSystem } from '../harness/system.ts';

// 19.99 EUR at 0.92 are 21.73 USD, and the fee of 1.00 USD is 0.92 EUR.

let system: TestSystem;
let contract: Contract;
beforeAll(async () => {
  system = await startSystem({ env: { ORDER_FEE_CENTS: '100' } });
  contract = await readContract(system);
});
afterAll(async () => {
  expect(await ledgerProblems(system.database.db)).toEqual([]);
  expect(await purchaseProblems(system.database.db)).toEqual([]);
  await system.stop();
});

const row = (name: string, more: Record<string, string> = {}) => ({
  product_url: `${system.url}/shop/products/test-${name}`,
  name: 'Jane Doe',
  address1: '1 Market St',
  city: 'San Francisco',
  state: 'CA',
  zip: '94105',
  max_price: '5000',
  ...more,
});
const inEuro = (amount: number) => row('euro', { max_price: String(amount), max_price_currency: 'eur' });

async function fill(key: string, currency: string, amount: number): Promise<void> {
  const { id } = (await contract.post('/wallet/top-ups', key, { amount_cents: amount, currency })).body;
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  await system.call(`/top-ups/${id}`, { method: 'POST', body: 'outcome=pay', headers });
}
const wallet = async (key: string, currency: string) => (await contract.get(`/wallet?currency=${currency}`, key)).body;
const work = async () => {
  for (let round = 0; round < 3; round += 1) await system.queue.drain();
};

/** What moved for a batch or an order, in each ledger. */
async function movesOf(id: string): Promise<string[]> {
  const { rows } = await sql<{ line: string }>`
    select 'USD ' || kind || ' ' || debit || ' > ' || credit || ' ' || amount_cents as line from ledger_transfers where cause_id = ${id}
    union all
    select currency || ' ' || kind || ' ' || debit || ' > ' || credit || ' ' || amount from currency_transfers where cause_id = ${id}`.execute(
    system.database.db,
  );
  return rows.map(({ line }) => line).sort();
}

describe('a batch at stores in several currencies', () => {
  it('holds and pays each row from the wallet in its store’s currency while that covers it', async () => {
    const key = await system.mint();
    // Enough for two rows of 25.00 EUR and their fees, but not for a third.
    await fill(key, 'EUR', 6000);
    await fill(key, 'JPY', 9000);
    const rows = [inEuro(2500), row('success'), inEuro(2500), inEuro(2500), row('zero-decimal')];
    const holds = [
      { currency: 'USD', amount: 5100 + 2717 + 100, available: 1_000_000 },
      { currency: 'EUR', amount: 2 * (2500 + 92), available: 6000 },
      { currency: 'JPY', amount: 7755 + 155, available: 9000 },
    ];
    const checked = await contract.post('/orders/bulk/validate', key, { rows });
    expect(checked.body, checked.text).toMatchObject({
      invalid_rows: 0,
      estimated_total_cents: 3 * 2717 + 2 * 5000 + 500,
      wallet_balance_cents: 1_000_000,
      sufficient_funds: true,
      holds,
    });
    const placed = await contract.post('/orders/bulk', key, { rows });
    expect(placed.status, placed.text).toBe(201);
    for (const { currency, amount, available } of holds) {
      expect(await wallet(key, currency)).toMatchObject({ held_cents: amount, available_cents: available - amount });
    }
    expect(await movesOf(placed.body.id)).toEqual([
      'EUR hold wallet.available > wallet.reserved 5184',
      'JPY hold wallet.available > wallet.reserved 7910',
      'USD hold wallet.available > wallet.reserved 7917',
    ]);
    await work();
    const done = (await contract.get(`/orders/bulk/${placed.body.id}`, key)).body;
    expect(done).toMatchObject({ status: 'completed', placed_count: 5 });
    const orders = [];
    for (const { order_id: id } of done.rows) orders.push((await contract.get(`/orders/${id}`, key)).body);
    expect(orders.map(({ exchange }) => exchange?.payment_currency)).toEqual(['EUR', undefined, 'EUR', 'USD', 'JPY']);
    expect(orders[0]).toMatchObject({
      max_price: 2717,
      exchange: { max_price: 2500 },
      job_result: { price_components: { total: 1999, payment_currency: 'EUR', converted_payment_total: 1999 } },
    });
    expect(await movesOf(orders[0].id)).toEqual([
      'EUR capture wallet.held > retailer 1999',
      'EUR fee wallet.held > fees 92',
      'EUR hold wallet.reserved > wallet.held 2592',
      'EUR release wallet.held > wallet.available 501',
    ]);
    expect(await wallet(key, 'EUR')).toMatchObject({ available_cents: 6000 - 2 * (1999 + 92), held_cents: 0 });
    expect(await wallet(key, 'JPY')).toMatchObject({ available_cents: 9000 - 1999 - 155, held_cents: 0 });
    const dollars = orders[1].job_result.price_components.total + 100 + 2173 + 100;
    expect(await wallet(key, 'USD')).toMatchObject({ available_cents: 1_000_000 - dollars, held_cents: 0 });
    const { transactions } = (await contract.get('/wallet/transactions?currency=EUR', key)).body;
    expect(transactions).toContainEqual(expect.objectContaining({ batch_id: done.id, amount_cents: 5184 }));
  });

  it('is paid as single orders are: the same wallets, holds and charges', async () => {
    const [single, batch] = [await system.mint(), await system.mint()];
    const rows = [row('euro'), row('euro'), row('euro', { max_price: '2200' })];
    for (const key of [single, batch]) await fill(key, 'EUR', 9500);
    for (const { product_url: url, max_price } of rows) {
      const body = {
        products: [{ url, quantity: 1 }],
        shipping_address: {
          first_name: 'Jane',
          last_name: 'Doe',
          address_line1: '1 Market St',
          city: 'San Francisco',
          state: 'CA',
          postal_code: '94105',
          phone_number: '+14155550123',
        },
        max_price: Number(max_price),
      };
      expect((await contract.post('/orders', single, body)).status).toBe(201);
    }
    expect((await contract.post('/orders/bulk', batch, { rows })).status).toBe(201);
    const holds = await wallet(single, 'EUR');
    expect(await wallet(batch, 'EUR')).toEqual(holds);
    expect(holds.held_cents).toBeGreaterThan(0);
    expect(await wallet(batch, 'USD')).toEqual(await wallet(single, 'USD'));
    await work();
    expect(await wallet(batch, 'EUR')).toEqual(await wallet(single, 'EUR'));
    expect(await wallet(batch, 'USD')).toEqual(await wallet(single, 'USD'));
  });

  it('holds nothing in any currency if US dollars don’t cover the rest', async () => {
    const { key } = await system.account('test', 5000);
    await fill(key, 'EUR', 6000);
    const before = await rowCounts(system.database.db);
    const answer = await contract.post('/orders/bulk', key, { rows: [inEuro(2500), row('success')] });
    expect(answer.status).toBe(409);
    expect(answer.body.error).toMatchObject({
      code: 'batch_not_placeable',
      message: 'Insufficient funds for this batch. It needs $51.00 and $50.00 is available.',
      details: { sufficient_funds: false, invalid_rows: 0 },
    });
    expect(await rowCounts(system.database.db)).toEqual(before);
    expect(await wallet(key, 'EUR')).toMatchObject({ available_cents: 6000, held_cents: 0 });
  });

  it('is not repeated in its place when an equal one was deleted: its euros were held before', async () => {
    const key = await system.mint();
    await fill(key, 'EUR', 9000);
    const rows = [inEuro(2500)];
    const first = (await contract.post('/orders/bulk', key, { rows })).body;
    await work();
    await sql`delete from bulk_rows where batch_id = ${first.id}`.execute(system.database.db);
    await sql`delete from bulk_batches where id = ${first.id}`.execute(system.database.db);
    const second = (await contract.post('/orders/bulk', key, { rows })).body;
    expect(second.id).not.toBe(first.id);
    await work();
    expect((await contract.get(`/orders/bulk/${second.id}`, key)).body).toMatchObject({ placed_count: 1 });
    expect(await wallet(key, 'EUR')).toMatchObject({ available_cents: 9000 - 2 * (1999 + 92), held_cents: 0 });
  });

  it('says what is wrong with a currency', async () => {
    const key = await system.mint();
    const rows = [
      row('euro', { max_price_currency: 'JPY' }),
      row('success', { max_price_currency: 'EUR' }),
      row('euro', { max_price_currency: 'Euro' }),
      row('zero-decimal', { max_price: '1', max_price_currency: 'JPY' }),
      row('euro', { max_price_currency: '' }),
    ];
    const { body } = await contract.post('/orders/bulk/validate', key, { rows });
    expect(body.rows.map(({ errors }: { errors: string[] }) => errors)).toEqual([
      ['max_price_currency "JPY": Use USD or EUR.'],
      ['max_price_currency "EUR": This store sells in USD.'],
      ['max_price_currency "EURO" is not a currency code, such as EUR.'],
      [],
      [],
    ]);
    expect((await contract.post('/orders/bulk', key, { rows })).status).toBe(409);
  });

  it('counts in US cents for policies and daily limits', async () => {
    const person = await signIn(system, `${newId()}@example.com`);
    const made = await person.call('/keys', { method: 'POST', body: { label: 'euro', world: 'test' } });
    const key = made.body.api_key;
    await fill(key, 'EUR', 20_000);
    // 25.00 EUR and the fee are 28.17 USD.
    const rows = [inEuro(2500), inEuro(2500)];
    await person.call('/account/policy', { method: 'PUT', body: { windows: [{ per: 'day', amount_cents: 5633 }] } });
    const denied = await contract.post('/orders/bulk', key, { rows });
    expect(denied.status, denied.text).toBe(409);
    expect(denied.body.error.details.holds).toEqual([
      { currency: 'USD', amount: 0, available: 1_000_000 },
      { currency: 'EUR', amount: 2592, available: 20_000 },
    ]);
    expect(await wallet(key, 'EUR')).toMatchObject({ held_cents: 0 });
    await person.call('/account/policy', { method: 'PUT', body: { windows: [{ per: 'day', amount_cents: 5634 }] } });
    expect((await contract.post('/orders/bulk', key, { rows })).status).toBe(201);
    await work();
    expect(await wallet(key, 'EUR')).toMatchObject({ available_cents: 20_000 - 2 * (1999 + 92), held_cents: 0 });
  });

  it('pays a row by card in US dollars, and holds nothing for it', async () => {
    const key = await system.mint();
    await fill(key, 'EUR', 9000);
    const rows = [row('euro', { payment_mode: 'card', payment_method: 'pm_card_visa' }), inEuro(2500)];
    const checked = (await contract.post('/orders/bulk/validate', key, { rows })).body;
    expect(checked).toMatchObject({
      sufficient_funds: true,
      holds: [
        { currency: 'USD', amount: 0 },
        { currency: 'EUR', amount: 2592 },
      ],
    });
    const batch = (await contract.post('/orders/bulk', key, { rows })).body;
    await work();
    const done = (await contract.get(`/orders/bulk/${batch.id}`, key)).body;
    expect(done, JSON.stringify(done)).toMatchObject({ placed_count: 2 });
    const order = (await contract.get(`/orders/${done.rows[0].order_id}`, key)).body;
    expect(order).toMatchObject({
      payment: { mode: 'card', captured_cents: 2273 },
      exchange: { payment_currency: 'USD' },
    });
    expect(await wallet(key, 'EUR')).toMatchObject({ available_cents: 9000 - 1999 - 92, held_cents: 0 });
  });
});
