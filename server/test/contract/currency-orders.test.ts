import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recordPartialCancellations } from '../../src/domains/delivery/tracking/cancel-part.ts';
import { lockOrder } from '../../src/domains/orders/orders/index.ts';
import { newId } from '../../src/kit/ids.ts';
import { toCents } from '../../src/kit/money.ts';
import { inTransaction } from '../../src/platform/database/index.ts';
import { ledgerProblems, rowCounts } from '../harness/checks.ts';
import { type Contract, readContract } from '../harness/conforms.ts';
import { signIn } from '../harness/person.ts';
import { orderFor, startSystem, type TestSystem } from '../harness/system.ts';

let system: TestSystem;
let contract: Contract;
beforeAll(async () => {
  system = await startSystem({ env: { ORDER_FEE_CENTS: '100', SANDBOX_JAPAN: 'true' } });
  contract = await readContract(system);
});
afterAll(async () => {
  expect(await ledgerProblems(system.database.db)).toEqual([]);
  await system.stop();
});

const shop = (name: string) => `${system.url}/shop/products/test-${name}`;
const order = async (key: string, name: string, more: Record<string, unknown> = {}) => {
  const answer = await contract.post('/orders', key, orderFor(shop(name), more));
  expect(answer.status).toBe(201);
  await system.queue.drain();
  return (await contract.get(`/orders/${answer.body.id}`, key)).body;
};
const dollars = async (key: string) => (await contract.get('/wallet', key)).body;
const wallet = async (key: string, currency: string) => (await contract.get(`/wallet?currency=${currency}`, key)).body;
async function fill(key: string, currency: string, amount: number): Promise<void> {
  const { id } = (await contract.post('/wallet/top-ups', key, { amount_cents: amount, currency })).body;
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  await system.call(`/top-ups/${id}`, { method: 'POST', body: 'outcome=pay', headers });
}

/** What moved for an order in each ledger. */
async function movesOf(id: string) {
  const usd = await sql<{ kind: string; debit: string; credit: string; amount: number }>`
    select kind, debit, credit, amount_cents as amount from ledger_transfers where cause_id = ${id} order by id`.execute(
    system.database.db,
  );
  const other = await sql<{ currency: string; kind: string; debit: string; credit: string; amount: number }>`
    select currency, kind, debit, credit, amount from currency_transfers where cause_id = ${id} order by id`.execute(
    system.database.db,
  );
  const line = ({ kind, debit, credit, amount }: { kind: string; debit: string; credit: string; amount: number }) =>
    `${kind} ${debit} > ${credit} ${amount}`;
  return { usd: usd.rows.map(line), other: other.rows.map((row) => `${row.currency} ${line(row)}`) };
}

describe('an order at a store in euros', () => {
  it('is paid with US dollars at the rate, and both ledgers say so', async () => {
    const key = await system.mint();
    const placed = await order(key, 'euro');
    // 19.99 EUR at 0.92 are 21.73 USD.
    expect(placed).toMatchObject({
      status: 'order_placed',
      max_price: 5000,
      currency: 'USD',
      exchange: { currency: 'EUR', payment_currency: 'USD', rate: '0.92', markup_bps: 0, max_price: null },
      job_result: {
        price_components: { total: 1999, currency: 'EUR', payment_currency: 'USD', converted_payment_total: 2173 },
      },
      items: [{ unit_price_cents: 2173 }],
    });
    expect(await dollars(key)).toMatchObject({ available_cents: 1_000_000 - 2173 - 100, held_cents: 0 });
    expect(await movesOf(placed.id)).toEqual({
      usd: [
        'hold wallet.available > wallet.held 5100',
        'capture wallet.held > exchange 2173',
        'fee wallet.held > fees 100',
        'release wallet.held > wallet.available 2827',
      ],
      other: ['EUR capture exchange > retailer 1999'],
    });
  });

  it('is paid from the euro wallet if that has enough, and otherwise with US dollars', async () => {
    const key = await system.mint();
    await fill(key, 'EUR', 3000);
    const more = { max_price: 2500, max_price_currency: 'EUR' };
    const first = await order(key, 'euro', more);
    expect(first).toMatchObject({
      max_price: 2717,
      exchange: { payment_currency: 'EUR', max_price: 2500 },
      job_result: { price_components: { total: 1999, payment_currency: 'EUR', converted_payment_total: 1999 } },
    });
    // The fee is 1.00 USD.
    expect(await wallet(key, 'EUR')).toMatchObject({ available_cents: 3000 - 1999 - 92, held_cents: 0 });
    expect(await dollars(key)).toMatchObject({ available_cents: 1_000_000, held_cents: 0 });
    expect((await movesOf(first.id)).usd).toEqual([]);
    const second = await order(key, 'euro', more);
    expect(second.exchange.payment_currency).toBe('USD');
    expect(await dollars(key)).toMatchObject({ available_cents: 1_000_000 - 2173 - 100 });
    expect((await contract.get('/overview', key)).body.spending.total_cents).toBe(2 * (2173 + 100));
  });

  it('releases the euro wallet when it is canceled or fails', async () => {
    const key = await system.mint();
    await fill(key, 'EUR', 9000);
    const { body } = await contract.post('/orders', key, orderFor(shop('euro')));
    expect(body.exchange.payment_currency).toBe('EUR');
    expect((await wallet(key, 'EUR')).held_cents).toBe(4600 + 92);
    expect((await contract.post(`/orders/${body.id}/cancel`, key)).status).toBe(204);
    expect(await wallet(key, 'EUR')).toMatchObject({ available_cents: 9000, held_cents: 0 });
    const failed = await order(key, 'euro', { max_price: 1000, max_price_currency: 'EUR' });
    expect(failed).toMatchObject({ status: 'order_failed', job_result: { error_type: 'max_price_exceeded' } });
    expect(await wallet(key, 'EUR')).toMatchObject({ available_cents: 9000, held_cents: 0 });
  });

  it('is bought at the rate of the purchase, and refunded at that rate into the wallet that paid', async () => {
    const key = await system.mint();
    const placed = await order(key, 'rate-moved');
    // At 0.88 by then.
    expect(placed.job_result.price_components.converted_payment_total).toBe(2272);
    const cancelled = await order(key, 'refund-after-rate-moved');
    expect(cancelled.status).toBe('cancelled_by_retailer');
    expect(await dollars(key)).toMatchObject({ available_cents: 1_000_000 - 2272 - 100, held_cents: 0 });
    expect((await movesOf(cancelled.id)).other).toEqual([
      'EUR capture exchange > retailer 1999',
      'EUR refund retailer > exchange 1999',
    ]);
    await fill(key, 'EUR', 6000);
    const inEuro = await order(key, 'refund-after-rate-moved');
    expect(inEuro.status).toBe('cancelled_by_retailer');
    expect(await wallet(key, 'EUR')).toMatchObject({ available_cents: 6000, held_cents: 0 });
  });

  it('keeps the rate of its quote', async () => {
    const key = await system.mint();
    const quote = (await contract.post('/orders/quote', key, orderFor(shop('rate-moved')))).body;
    expect(quote).toMatchObject({
      currency: 'EUR',
      price_components: { total: 1999, payment_currency: 'USD', converted_payment_total: 2173 },
      items: [{ unit_price_cents: 2173 }],
      suggested_max_price: 2300,
      would_hold_cents: 5100,
    });
    // Without max_price, the wallet that would pay the suggested one is said to.
    const { max_price: _price, ...open } = orderFor(shop('euro'));
    expect((await contract.post('/orders/quote', key, open)).body.price_components.payment_currency).toBe('USD');
    await fill(key, 'EUR', 9000);
    const inEuro = (await contract.post('/orders/quote', key, open)).body;
    expect(inEuro.price_components).toMatchObject({ payment_currency: 'EUR', converted_payment_total: 1999 });
    const bought = await order(key, 'euro', { max_price: inEuro.suggested_max_price, quote_id: inEuro.quote_id });
    expect(bought).toMatchObject({ status: 'order_placed', exchange: { payment_currency: 'EUR', rate: '0.92' } });
    const refused = await contract.post('/orders/quote', key, orderFor(shop('euro'), { max_price: 1000 }));
    expect(refused.body.error.message).toContain('€19.99');
    const placed = await order(key, 'rate-moved', { quote_id: quote.quote_id, max_price: 90_000 });
    expect(placed.job_result.price_components.converted_payment_total).toBe(2173);
  });

  it('is not bought at a rate that is too old', async () => {
    const key = await system.mint();
    const failed = await order(key, 'rate-stale');
    expect(failed).toMatchObject({ status: 'order_failed', job_result: { error_type: 'currency_unsupported' } });
    expect(failed.job_result.error).toContain('48 hours');
    expect(await dollars(key)).toMatchObject({ available_cents: 1_000_000, held_cents: 0 });
  });

  it('refunds a returned part at the original rate, and the full amount in the end', async () => {
    const key = await system.mint();
    const body = { ...orderFor(shop('euro')), products: [{ url: shop('euro'), quantity: 3 }], max_price: 9000 };
    const { id } = (await contract.post('/orders', key, body)).body;
    await system.queue.drain();
    const placed = (await contract.get(`/orders/${id}`, key)).body;
    expect(placed.job_result.price_components.converted_payment_total).toBe(6518);
    await contract.post(`/sandbox/orders/${id}/advance`, key, { to: 'delivered' });
    for (const quantity of [1, 2]) {
      const items = [{ order_item_id: placed.items[0].id, quantity }];
      const made = await contract.post('/returns', key, { order_id: id, items, reason: 'damaged' });
      expect(made.status).toBe(201);
      const resolved = await contract.post(`/sandbox/returns/${made.body.id}/resolve`, key, { status: 'credited' });
      expect(resolved.status).toBe(200);
    }
    expect(await dollars(key)).toMatchObject({ available_cents: 1_000_000 - 100, held_cents: 0 });
  });

  it('books what the store refunds even if it is less than half a US cent', async () => {
    const key = await system.mint();
    const body = {
      ...orderFor(shop('zero-decimal')),
      products: [{ url: shop('zero-decimal'), quantity: 3 }],
      max_price: 9000,
    };
    const { id } = (await contract.post('/orders', key, body)).body;
    await system.queue.drain();
    const placed = (await contract.get(`/orders/${id}`, key)).body;
    const { total, converted_payment_total: paid } = placed.job_result.price_components;
    // A yen is 0.64 US cents: the first is one cent, and the second none.
    for (const part of ['1', '2']) {
      const lines = [{ lineId: placed.items[0].id, quantity: 1 }];
      const cancelled = { id: part, lines, refunded: toCents(1), reason: 'Sold out' };
      await inTransaction(system.database.db, async (tx) => {
        await lockOrder(tx, id);
        await recordPartialCancellations({ tx, clock: system.clock }, id, [cancelled]);
      });
    }
    expect(await dollars(key)).toMatchObject({ available_cents: 1_000_000 - paid - 100 + 1 });
    const { rows } = await sql<{ kept: number }>`
      select sum(case when credit = 'retailer' then amount else -amount end)::int as kept from currency_transfers
      where currency = 'JPY' and 'retailer' in (debit, credit)
        and (cause_id = ${id} or note like ${`%${id}%`})`.execute(system.database.db);
    expect(rows[0]?.kept).toBe(total - 2);
  });

  it('shows yen without cents, and tax that the price includes', async () => {
    const key = await system.mint();
    const yen = await order(key, 'zero-decimal');
    // 1,999 yen at 155.1 are 12.89 USD.
    expect(yen.job_result.price_components).toMatchObject({
      currency: 'JPY',
      total: 1999,
      converted_payment_total: 1289,
    });
    const taxed = (await order(key, 'tax-included')).job_result.price_components;
    expect(taxed).toMatchObject({ subtotal: 1999, tax: 319, total: 1999, tax_included: true, currency: 'EUR' });
  });

  it('is counted and shown in the right currency everywhere', async () => {
    const key = await system.mint();
    const { id } = await order(key, 'euro');
    expect((await contract.get('/orders/export', key)).text).toContain(',2173,USD,');
    const { milestones } = (await contract.get(`/orders/${id}/timeline`, key)).body;
    const placed = milestones.find(({ type }: { type: string }) => type === 'order_placed');
    expect(placed.detail.total_cents).toBe(2173);
    expect((await system.call('/shop/products/test-zero-decimal')).text).toContain('¥1,999');
    const product = (await contract.get('/products/test-euro?retailer=127.0.0.1', key)).body;
    expect(product).toMatchObject({ currency: 'EUR', price: 1999, tax_included: true });
    const offers = (await contract.get('/products/test-euro/offers?retailer=127.0.0.1', key)).body;
    expect(offers).toMatchObject({ currency: 'EUR', tax_included: true });
  });

  it('may cost exactly a max_price in its own currency, and limits count it in US cents', async () => {
    const person = await signIn(system, `${newId()}@example.com`);
    const made = await person.call('/keys', { method: 'POST', body: { label: 'euro', world: 'test' } });
    const key = made.body.api_key;
    const bodyOf = (amount: number) => orderFor(shop('euro'), { max_price: amount, max_price_currency: 'EUR' });
    expect(await order(key, 'euro', { max_price: 1999, max_price_currency: 'EUR' })).toMatchObject({
      status: 'order_placed',
    });
    expect(await order(key, 'euro', { max_price: 1998, max_price_currency: 'EUR' })).toMatchObject({
      status: 'order_failed',
      job_result: { error_type: 'max_price_exceeded' },
    });
    // 25.00 EUR and the fee are 28.17 USD.
    await person.call('/account/policy', { method: 'PUT', body: { max_order_cents: 2816 } });
    expect((await contract.post('/policy/simulate', key, bodyOf(2500))).body.decision).toBe('deny');
    expect((await contract.post('/orders', key, bodyOf(2500))).status).toBe(403);
    await person.call('/account/policy', { method: 'PUT', body: { max_order_cents: 2817 } });
    expect((await contract.post('/policy/simulate', key, bodyOf(2500))).body.decision).toBe('allow');
    expect((await contract.post('/orders', key, bodyOf(2500))).status).toBe(201);
    await system.queue.drain();
  });

  it('is refused where max_price is in a third currency, and at mixed currencies', async () => {
    const key = await system.mint();
    const before = await rowCounts(system.database.db);
    for (const [name, currency] of [
      ['euro', 'JPY'],
      ['success', 'EUR'],
    ] as const) {
      const answer = await contract.post('/orders', key, orderFor(shop(name), { max_price_currency: currency }));
      expect(answer.status).toBe(422);
    }
    const mixed = { ...orderFor(shop('euro')), products: [{ url: shop('euro') }, { url: shop('success') }] };
    expect((await contract.post('/orders', key, mixed)).body.error.code).toBe('mixed_retailers');
    expect(await rowCounts(system.database.db)).toEqual(before);
  });

  it('shows products of amazon.de and amazon.it in euros with tax, and of amazon.co.jp in yen', async () => {
    const key = await system.mint();
    const found = (await contract.get('/products/search?query=lamp&retailer=amazon', key)).body.results[0];
    const home = (await contract.get(`/products/${found.product_id}?retailer=amazon`, key)).body;
    expect(home).toMatchObject({ currency: 'USD', tax_included: false });
    for (const [domain, currency, isTaxed] of [
      ['amazon.de', 'EUR', true],
      ['amazon.it', 'EUR', true],
      ['amazon.co.jp', 'JPY', false],
    ] as const) {
      const url = home.url.replace('amazon.com', domain);
      const said = { url, currency, tax_included: isTaxed, price: home.price };
      for (const path of [
        `/products/${found.product_id}?retailer=${domain}`,
        `/products/${encodeURIComponent(url)}?retailer=amazon`,
      ])
        expect((await contract.get(path, key)).body, path).toMatchObject(said);
      const offers = (await contract.get(`/products/${found.product_id}/offers?retailer=${domain}`, key)).body;
      expect(offers).toMatchObject({ url, currency, tax_included: isTaxed });
      const search = (await contract.get(`/products/search?query=lamp&retailer=${domain}`, key)).body;
      expect(search.results[0]).toMatchObject({ url, currency });
      const quote = (await contract.post('/orders/quote', key, orderFor(url, { max_price: 500_000 }))).body;
      expect(quote, JSON.stringify(quote)).toMatchObject({ currency, price_components: { currency } });
      expect(quote.price_components.tax_included ?? false).toBe(isTaxed);
    }
    // What was kept for one shop is not said of another.
    expect((await contract.get(`/products/${found.product_id}?retailer=amazon`, key)).body).toMatchObject(home);
  });
});
