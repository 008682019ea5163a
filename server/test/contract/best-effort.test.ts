import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ledgerProblems, purchaseProblems, rowCounts } from '../harness/checks.ts';
import { type Contract, readContract } from '../harness/conforms.ts';
import { anyProduct, orderFor, startSystem, type TestSystem } from '../harness/system.ts';

let system: TestSystem;
let contract: Contract;
let key: string;
beforeAll(async () => {
  system = await startSystem({ env: { ORDER_FEE_CENTS: '25' } });
  contract = await readContract(system);
  key = await system.mint();
});
afterAll(() => system.stop());

const urlOf = (scenario: string) => `${system.url}/shop/products/test-${scenario}`;
const line = (scenario: string, quantity = 1) => ({ url: urlOf(scenario), quantity });
const strict = { gift: 'strict', items: 'strict', quantity: 'strict' };
const wallet = async () => (await contract.get('/wallet', key)).body;

async function place(products: object[], fulfillment: object | undefined, more: object = {}) {
  const body = orderFor('', { products, max_price: 20_000, ...(fulfillment && { fulfillment }), ...more });
  const created = await contract.post('/orders', key, body);
  expect(created.status, created.text).toBe(201);
  await expect
    .poll(async () => {
      await system.queue.drain();
      return (await contract.get(`/orders/${created.body.id}`, key)).body.status;
    })
    .not.toMatch(/pending|in_progress/);
  return (await contract.get(`/orders/${created.body.id}`, key)).body;
}

/** What is wrong with money and purchases after all of this. */
const problems = async () => [
  ...(await ledgerProblems(system.database.db)),
  ...(await purchaseProblems(system.database.db)),
];

describe('fulfillment', () => {
  it('is strict unless told, and shown on every order', async () => {
    const order = await place([line('success'), line('item-gone')], undefined);
    expect(order).toMatchObject({ status: 'order_failed', fulfillment: { ...strict, concessions: [] } });
    expect(order.items.map((item: { error_type: string }) => item.error_type)).toEqual([null, 'product_unavailable']);
    const capped = await place([line('quantity-capped', 5)], { items: 'best_effort' });
    expect(capped).toMatchObject({ status: 'order_failed', job_result: { error_type: 'quantity_limit_exceeded' } });
    expect(capped.fulfillment).toEqual({ ...strict, items: 'best_effort', concessions: [] });
  });

  it('knows its keys and modes; anything else is a 422 that writes nothing', async () => {
    const before = await rowCounts(system.database.db);
    for (const [fulfillment, type] of [
      [{ speed: 'best_effort' }, 'extra_forbidden'],
      [{ items: 'maybe' }, 'enum'],
      [{ items: true }, 'enum'],
      ['best_effort', 'dict_type'],
    ] as const) {
      for (const path of ['/orders', '/orders/quote']) {
        const answer = await contract.post(path, key, orderFor(urlOf('success'), { fulfillment }));
        expect(answer.status, JSON.stringify(fulfillment)).toBe(422);
        expect(answer.body.detail[0]).toMatchObject({ type });
        expect(answer.body.detail[0].loc.slice(0, 2)).toEqual(['body', 'fulfillment']);
      }
    }
    expect(await rowCounts(system.database.db)).toEqual(before);
  });

  it('leaves out what cannot be bought, and releases its money', async () => {
    const before = await wallet();
    const products = [line('success', 2), line('item-gone'), line('out-of-stock', 3)];
    const order = await place(products, { items: 'best_effort' });
    expect(order.status).toBe('order_placed');
    expect(order.items.map((item: { status: string }) => item.status)).toEqual([
      expect.stringMatching(/ordered|shipped|delivered/),
      'failed',
      'failed',
    ]);
    const [, gone, soldOut] = order.items;
    expect([gone.error_type, soldOut.error_type]).toEqual(['product_unavailable', 'product_out_of_stock']);
    expect(order.fulfillment).toEqual({
      ...strict,
      items: 'best_effort',
      concessions: [
        {
          concern: 'items',
          code: 'product_unavailable',
          message: 'Not available. Left out.',
          item_id: gone.id,
          url: gone.url,
          requested_quantity: 1,
          fulfilled_quantity: 0,
        },
        expect.objectContaining({ concern: 'items', code: 'product_out_of_stock', requested_quantity: 3 }),
      ],
    });
    expect(order.job_result.price_components.total).toBe(2 * 1999);
    const after = await wallet();
    expect([after.balance_cents, after.held_cents]).toEqual([before.balance_cents - 2 * 1999 - 25, 0]);
    expect(await problems()).toEqual([]);
  });

  it('buys up to the store’s limit instead of failing, across several lines of one product', async () => {
    const before = await wallet();
    const order = await place([line('quantity-capped', 5), line('success')], { quantity: 'best_effort' });
    expect(order).toMatchObject({ status: 'order_placed' });
    const [capped] = order.items;
    expect(capped).toMatchObject({ quantity: 5, error_type: null, unit_price_cents: 1999 });
    expect(order.fulfillment.concessions).toEqual([
      {
        concern: 'quantity',
        code: 'quantity_limit_exceeded',
        message: 'Quantity limit exceeded. Ordered 2 of 5.',
        item_id: capped.id,
        url: capped.url,
        requested_quantity: 5,
        fulfilled_quantity: 2,
      },
    ]);
    expect((await wallet()).balance_cents).toBe(before.balance_cents - 3 * 1999 - 25);
    const both = await place([line('quantity-capped', 1), line('quantity-capped', 4)], { quantity: 'best_effort' });
    expect(both.fulfillment.concessions).toMatchObject([{ requested_quantity: 4, fulfilled_quantity: 1 }]);
    expect(both.job_result.price_components.total).toBe(2 * 1999);
    expect(await problems()).toEqual([]);
  });

  it('fails when nothing is left, and holds nothing', async () => {
    const before = await wallet();
    const order = await place([line('item-gone'), line('out-of-stock')], {
      items: 'best_effort',
      quantity: 'best_effort',
    });
    expect(order).toMatchObject({ status: 'order_failed', fulfillment: { concessions: [] } });
    expect(order.items.map((item: { status: string }) => item.status)).toEqual(['failed', 'failed']);
    expect(await wallet()).toEqual(before);
    expect(await problems()).toEqual([]);
  });

  it('sends an ordinary order where the store has no gift option', async () => {
    const url = await anyProduct(system, 'costco');
    const gift = { is_gift: true, gift_message: 'Enjoy', max_price: 500_000 };
    const failed = await place([{ url, quantity: 1 }], { items: 'best_effort' }, gift);
    expect(failed.job_result.error_type).toBe('gift_option_unavailable');
    const order = await place([{ url, quantity: 1 }], { gift: 'best_effort' }, gift);
    expect(order).toMatchObject({
      status: 'order_placed',
      is_gift: true,
      fulfillment: {
        concessions: [{ concern: 'gift', code: 'gift_option_unavailable', item_id: null, fulfilled_quantity: null }],
      },
    });
  });

  it('is quoted with what would be left out, and no unit of it can be returned', async () => {
    const products = [line('quantity-capped', 3), line('item-gone')];
    const fulfillment = { items: 'best_effort', quantity: 'best_effort' };
    const quote = await contract.post('/orders/quote', key, orderFor('', { products, fulfillment }));
    expect(quote.status, quote.text).toBe(200);
    expect(quote.body.items).toMatchObject([
      { quantity: 3, available: true, unit_price_cents: 1999 },
      { quantity: 1, available: false, unit_price_cents: null },
    ]);
    expect(quote.body.price_components.total).toBe(2 * 1999);
    expect(quote.body.warnings).toHaveLength(2);
    const order = await place(products, fulfillment, { quote_id: quote.body.quote_id });
    const [capped, gone] = order.items;
    const ask = (order_item_id: string, quantity: number) =>
      contract.post('/returns', key, {
        order_id: order.id,
        items: [{ order_item_id, quantity }],
        reason: 'damaged',
      });
    expect((await ask(capped.id, 3)).body.error).toMatchObject({ code: 'return_not_allowed' });
    expect((await ask(gone.id, 1)).body.error).toMatchObject({ code: 'return_not_allowed' });
    const returned = await ask(capped.id, 2);
    expect(returned.status, returned.text).toBe(201);
    expect(returned.body.refund.expected_cents).toBe(2 * 1999);
    await contract.post(`/sandbox/returns/${returned.body.id}/resolve`, key, { status: 'credited' });
    expect((await contract.get(`/returns/${returned.body.id}`, key)).body.refund.credited_cents).toBe(2 * 1999);
    expect(await problems()).toEqual([]);
  });

  it('gives back what was paid, no more, when the retailer cancels', async () => {
    const before = await wallet();
    const order = await place([line('quantity-capped', 9), line('item-gone'), line('retailer-cancels')], {
      items: 'best_effort',
      quantity: 'best_effort',
    });
    await system.queue.drain();
    const after = (await contract.get(`/orders/${order.id}`, key)).body;
    expect(after.status).toBe('cancelled_by_retailer');
    expect(after.items.map((item: { status: string }) => item.status)).toEqual(['cancelled', 'failed', 'cancelled']);
    expect((await wallet()).balance_cents).toBe(before.balance_cents);
    expect(await problems()).toEqual([]);
  });

  it('is shown by webhooks and events as by the order itself', async () => {
    const order = await place([line('success'), line('item-gone')], { items: 'best_effort' });
    await system.queue.drain();
    const { body } = await contract.get(`/events?order_id=${order.id}`, key);
    const byType = new Map(body.events.map((event: { type: string; data: object }) => [event.type, event.data]));
    expect(byType.get('order.placed')).toMatchObject({ fulfillment: order.fulfillment });
    expect(byType.get('order.created')).toMatchObject({
      fulfillment: { items: 'best_effort', concessions: [] },
      items: [{ status: 'pending' }, { status: 'pending', error_type: null }],
    });
  });

  it('is a column of bulk files', async () => {
    const row = (more: Record<string, string>) => ({
      product_url: urlOf('success'),
      product_url_2: urlOf('item-gone'),
      name: 'Jane Doe',
      address1: '1 Market St',
      city: 'San Francisco',
      state: 'CA',
      zip: '94105',
      max_price: '5000',
      ...more,
    });
    const wrong = await contract.post('/orders/bulk/validate', key, {
      filename: 'a.csv',
      rows: [row({ 'Fulfillment Items': 'sometimes' })],
    });
    expect(wrong.body.rows[0].errors).toEqual(['Fulfillment Items "sometimes": enter best_effort or strict.']);
    const placed = await contract.post('/orders/bulk', key, {
      filename: 'a.csv',
      rows: [row({ fulfillment_items: 'Best effort' }), row({})],
    });
    expect(placed.status, placed.text).toBe(201);
    await expect
      .poll(async () => {
        await system.queue.drain();
        return (await contract.get(`/orders/bulk/${placed.body.id}`, key)).body.status;
      })
      .toBe('completed');
    const { rows } = await sql<{ status: string }>`
      select o.status from bulk_rows r join orders o on o.id = r.order_id
      where r.batch_id = ${placed.body.id} order by r.row_index`.execute(system.database.db);
    expect(rows.map(({ status }) => status)).toEqual(['order_placed', 'order_failed']);
    expect((await contract.get('/orders/bulk/template.csv', key)).text).toContain('fulfillment_quantity');
    expect(await problems()).toEqual([]);
  });
});
