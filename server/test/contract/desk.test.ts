import { sql } from 'kysely';
import { createTransport } from 'nodemailer';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { markDeskDone } from '../../src/domains/orders/orders/attempts/sql-desk.ts';
import { dayMs, minuteMs } from '../../src/kit/clock.ts';
import { ledgerProblems, rowCounts } from '../harness/checks.ts';
import { type Contract, readContract } from '../harness/conforms.ts';
import { startDnsServer } from '../harness/dns-server.ts';
import { type FakeClock, fakeClock } from '../harness/fake-clock.ts';
import { type OperatorClient, operatorEmail, operatorEnv, personOn } from '../harness/operator.ts';
import { orderFor, startSystem, type TestSystem } from '../harness/system.ts';

const clock: FakeClock = fakeClock();
let system: TestSystem;
let contract: Contract;
let ann: OperatorClient;
let ben: OperatorClient;
let key: string;
let dns: Awaited<ReturnType<typeof startDnsServer>>;
beforeAll(async () => {
  dns = await startDnsServer({
    'mail.shop.example.com': 'v=spf1 ip4:127.0.0.1 -all',
    'shop.example.com': 'v=spf1 ip4:192.0.2.1 -all',
  });
  const env = {
    ...operatorEnv,
    DESK_RETAILERS: '*',
    MAIL_DOMAIN: 'mail.example.com',
    MAIL_IN_DNS: dns.server,
  };
  system = await startSystem({ clock, withMail: true, env });
  contract = await readContract(system);
  ann = await personOn(system, contract, operatorEmail);
  ben = await personOn(system, contract, 'second@example.com');
  key = (await system.account('live')).key;
});
afterAll(async () => {
  await system.stop();
  await dns.close();
});

const url = 'https://shop.example.com/things/lamp?colour=blue';

/** A live order that waits for an operator to buy it. */
async function waiting(more: Record<string, unknown> = {}) {
  const { body, text } = await contract.post('/orders', key, orderFor(url, more));
  expect(body.id, text).toBeDefined();
  await system.queue.drain();
  return read(body.id);
}

const read = async (id: string) => (await contract.get(`/orders/${id}`, key)).body;
const heldCents = async () => (await contract.get('/wallet', key)).body.held_cents;
const available = async () => (await contract.get('/wallet', key)).body.available_cents;

// biome-ignore lint/suspicious/noExplicitAny: an order as the API returned it.
const purchaseOf = (order: any, lease: number, more: Record<string, unknown> = {}) => ({
  lease,
  merchant_order_ids: ['112-1'],
  lines: order.items.map(({ id }: { id: string }) => ({ item_id: id, unit_price_cents: 2000 })),
  shipping_cents: 500,
  tax_cents: 150,
  total_cents: 2650,
  ...more,
});

const take = (who: OperatorClient, id: string, body: object = {}) => who.post(`/operator/desk/${id}/take`, body);

describe('an order that people place', () => {
  it('waits at the desk, is taken, bought, tracked and delivered', async () => {
    const before = await available();
    const order = await waiting();
    expect(order).toMatchObject({
      status: 'pending',
      retailer: 'shop.example.com',
      waiting_for: 'action',
      next_action: { kind: 'buy', asked_of: 'operator' },
    });
    const queue = (await ann.get('/operator/desk')).body;
    expect(queue.tasks.map(({ order: { id } }: { order: { id: string } }) => id)).toContain(order.id);
    const taken = await take(ann, order.id);
    expect(taken.body.task).toMatchObject({ state: 'taken', is_mine: true, lease: 1, holder: operatorEmail });
    expect(taken.body.order.shipping_address).toMatchObject({ first_name: 'Jane', city: 'San Francisco' });
    // The operator may be paying right now: it cannot be cancelled, and its time does not run out.
    expect((await contract.post(`/orders/${order.id}/cancel`, key)).status).toBe(409);
    clock.advance(3 * dayMs);
    await system.queue.drain();
    expect(await read(order.id)).toMatchObject({ status: 'in_progress', next_action: { expires_at: null } });
    const bought = await ann.post(`/operator/desk/${order.id}/purchase`, purchaseOf(order, 1, { note: 'By card 7' }));
    expect(bought.status, bought.text).toBe(200);
    expect(bought.body.order).toMatchObject({
      status: 'order_placed',
      merchant_order_ids: ['112-1'],
      next_action: null,
      job_result: { price_components: { subtotal: 2000, shipping: 500, tax: 150, total: 2650 } },
    });
    expect(await available()).toBe(before - 2650);
    expect(await heldCents()).toBe(0);
    await system.queue.drain();
    const parcel = { carrier: 'UPS', tracking_number: '1Z999AA10123456784' };
    await ann.post(`/operator/desk/${order.id}/parcels`, { ...parcel, status: 'in_transit' });
    expect((await read(order.id)).items[0].status).toBe('shipped');
    const isFollowed = async () => {
      await markDeskDone(system.database.db);
      const { body } = await ann.get('/operator/desk/bought');
      return body.orders.some((task: { order: { id: string } }) => task.order.id === order.id);
    };
    const isDone = () => sql`select from orders where id = ${order.id} and is_desk_done`.execute(system.database.db);
    expect([await isFollowed(), (await isDone()).rows.length]).toEqual([true, 0]);
    clock.advance(dayMs);
    await ben.post(`/operator/desk/${order.id}/parcels`, { ...parcel, status: 'delivered' });
    const delivered = await read(order.id);
    expect(delivered).toMatchObject({ items: [{ status: 'delivered' }], poll_after_ms: null });
    expect(delivered.tracking_numbers).toHaveLength(1);
    expect([await isFollowed(), (await isDone()).rows.length]).toEqual([false, 1]);
    // Recorded once: the same again finds nothing to record.
    const again = await ann.post(`/operator/desk/${order.id}/purchase`, purchaseOf(order, 1));
    expect([again.status, again.body.error.code]).toEqual([409, 'lease_lost']);
    expect(await available()).toBe(before - 2650);
  });

  it('is an open task of operators until it is bought', async () => {
    const { id, items } = await waiting();
    const tasks = async () =>
      (await ann.get('/operator/today')).body.tasks.filter((task: { kind: string }) => task.kind === 'desk');
    expect(await tasks()).toContainEqual(expect.objectContaining({ id, order_id: id, world: 'live' }));
    const { body: taken } = await take(ann, id);
    const bought = await ann.post(`/operator/desk/${id}/purchase`, purchaseOf({ items }, taken.task.lease));
    expect(bought.status, bought.text).toBe(200);
    await system.queue.drain();
    expect((await tasks()).map((task: { id: string }) => task.id)).not.toContain(id);
  });

  it('is bought in part only if it accepts that', async () => {
    const before = await available();
    const products = [
      { url, quantity: 3 },
      { url: `${url}2`, quantity: 1 },
    ];
    const record = async (fulfillment: object, quantities: number[]) => {
      const order = await waiting({ products, fulfillment, max_price: 9000 });
      await take(ann, order.id);
      const lines = order.items.map(({ id }: { id: string }, index: number) => ({
        item_id: id,
        unit_price_cents: 2000,
        quantity: quantities[index],
      }));
      const total = quantities.reduce((sum, quantity) => sum + 2000 * quantity, 650);
      const answer = await ann.post(
        `/operator/desk/${order.id}/purchase`,
        purchaseOf(order, 1, { lines, total_cents: total, merchant_order_ids: [`D-${order.id}`] }),
      );
      return { order, answer };
    };
    for (const [fulfillment, quantities] of [
      [{}, [2, 1]],
      [{ items: 'best_effort' }, [2, 1]],
      [{ quantity: 'best_effort' }, [3, 0]],
      [{ items: 'best_effort', quantity: 'best_effort' }, [0, 0]],
      [{ items: 'best_effort', quantity: 'best_effort' }, [4, 1]],
    ] as const) {
      const { order, answer } = await record(fulfillment, [...quantities]);
      expect(answer.status, JSON.stringify([fulfillment, quantities])).toBe(422);
      expect((await read(order.id)).status).toBe('in_progress');
      const failed = { lease: 1, error_type: 'product_out_of_stock', message: 'Sold out.' };
      await ann.post(`/operator/desk/${order.id}/fail`, failed);
    }
    const { order } = await record({ items: 'best_effort', quantity: 'best_effort' }, [2, 0]);
    const bought = await read(order.id);
    expect(bought).toMatchObject({
      status: 'order_placed',
      items: [{ status: 'ordered' }, { status: 'failed' }],
      job_result: { price_components: { subtotal: 4000, total: 4650 } },
      fulfillment: {
        concessions: [
          { concern: 'quantity', requested_quantity: 3, fulfilled_quantity: 2 },
          { concern: 'items', requested_quantity: 1, fulfilled_quantity: 0 },
        ],
      },
    });
    expect([await available(), await heldCents()]).toEqual([before - 4650, 0]);
  });

  it('has an address for the retailer, whose email brings the tracking number', async () => {
    const order = await waiting();
    const { body } = await take(ann, order.id);
    expect(body.mail_address).toBe(`order-${order.id}@mail.example.com`);
    const transport = createTransport({
      host: '127.0.0.1',
      port: system.config.mailInPort ?? 0,
      secure: false,
      ignoreTLS: true,
    });
    const send = (text: string, from = 'ship@mail.shop.example.com', to: string = body.mail_address) =>
      transport.sendMail({ from, to, envelope: { from, to }, subject: 'It is on its way', text });
    const shipped = 'Your order 112-1 is on its way with UPS.\nTracking number: 1Z 999 AA1 01 2345 6784';
    const parcels = async () =>
      (await read(order.id)).tracking_numbers.map((one: { tracking_number: string }) => one.tracking_number);
    // Not bought yet, not of the retailer, or not proven to be: nothing is believed.
    await send(shipped);
    await ann.post(`/operator/desk/${order.id}/purchase`, purchaseOf(order, 1));
    await send(shipped, 'ship@shop.example.com.evil.example');
    await send(shipped, 'ship@shop.example.com');
    await send('Thank you for your order 112-1. It will be sent soon.');
    expect(await parcels()).toEqual([]);
    for (let times = 0; times < 2; times += 1) await send(shipped);
    expect(await parcels()).toEqual(['1Z999AA10123456784']);
    expect((await read(order.id)).items[0].status).toBe('shipped');
    expect((await ann.get('/operator/audit')).text).toContain('mail from mail.shop.example.com');
    const stranger = `order-0b9c1c5e-6d0f-4c1b-9f43-2f6f4b7f1a52@mail.example.com`;
    await expect(send(shipped, 'ship@shop.example.com', stranger)).rejects.toThrow(/550/);
  });

  it('can be claimed by one operator at a time', async () => {
    const order = await waiting();
    expect((await take(ann, order.id)).status).toBe(200);
    const refused = await take(ben, order.id);
    expect([refused.status, refused.body.error.code]).toEqual([409, 'task_taken']);
    expect(refused.body.error.details).toMatchObject({ holder: operatorEmail, lapsed: false });
    expect((await take(ben, order.id, { take_over: true })).status).toBe(409);
    const stolen = await ben.post(`/operator/desk/${order.id}/purchase`, purchaseOf(order, 1));
    expect([stolen.status, stolen.body.error.code]).toEqual([409, 'lease_lost']);
    clock.advance(21 * minuteMs);
    // Lapsed: the next one has to say that they asked.
    expect((await take(ben, order.id)).body.error.details).toMatchObject({ lapsed: true });
    expect((await take(ben, order.id, { take_over: true })).body.task).toMatchObject({ lease: 2, is_mine: true });
    const before = await available();
    const late = await ann.post(`/operator/desk/${order.id}/purchase`, purchaseOf(order, 1));
    expect([late.status, late.body.error.code]).toEqual([409, 'lease_lost']);
    expect(await available()).toBe(before);
    const audit = (await ann.get('/operator/audit?limit=5')).body;
    expect(JSON.stringify(audit)).toContain('desk.late_record');
    expect((await ben.post(`/operator/desk/${order.id}/purchase`, purchaseOf(order, 2))).status).toBe(200);
  });

  it('is returned to the queue, and fails if nobody claims it in time', async () => {
    const order = await waiting();
    await take(ann, order.id);
    const back = await ann.post(`/operator/desk/${order.id}/hand-back`, { lease: 1, note: 'Sold out today' });
    expect(back.body).toMatchObject({
      task: { state: 'waiting', note: 'Sold out today' },
      order: { status: 'pending' },
    });
    expect((await take(ben, order.id)).body.task).toMatchObject({ lease: 2, is_mine: true });
    await ben.post(`/operator/desk/${order.id}/hand-back`, { lease: 2 });
    clock.advance(61 * minuteMs);
    await system.queue.drain();
    expect(await read(order.id)).toMatchObject({
      status: 'order_failed',
      job_result: { error_type: 'action_expired' },
    });
    expect(await heldCents()).toBe(0);
    expect((await take(ann, order.id)).status).toBe(404);
  });

  it('can be canceled while nobody has claimed it', async () => {
    const order = await waiting();
    expect((await contract.post(`/orders/${order.id}/cancel`, key)).status).toBe(204);
    expect((await take(ann, order.id)).status).toBe(404);
  });

  it('fails when the operator says that it cannot be bought', async () => {
    const order = await waiting();
    await take(ann, order.id);
    const reason = { lease: 1, error_type: 'product_out_of_stock', message: 'Sold out.' };
    expect((await ann.post(`/operator/desk/${order.id}/fail`, reason)).status).toBe(200);
    expect(await read(order.id)).toMatchObject({
      status: 'order_failed',
      job_result: { error_type: 'product_out_of_stock', error: 'Sold out.' },
    });
    expect(await heldCents()).toBe(0);
  });

  it('is refunded when the retailer cancels it', async () => {
    const before = await available();
    const order = await waiting();
    await take(ann, order.id);
    await ann.post(`/operator/desk/${order.id}/purchase`, purchaseOf(order, 1));
    const off = await ann.post(`/operator/desk/${order.id}/call-off`, { reason: 'Out of stock after all.' });
    expect(off.body.order.status).toBe('cancelled_by_retailer');
    expect(await available()).toBe(before);
    expect((await ann.post(`/operator/desk/${order.id}/call-off`, { reason: 'Again' })).status).toBe(400);
  });
});

describe('a record of a purchase', () => {
  it('has to add up, name every item and stay within max_price; otherwise nothing is written', async () => {
    const order = await waiting({ max_price: 2650 });
    await take(ann, order.id);
    const before = await rowCounts(system.database.db);
    const problem = async (more: Record<string, unknown>) => {
      const answer = await ann.post(`/operator/desk/${order.id}/purchase`, purchaseOf(order, 1, more));
      expect(answer.status, answer.text).toBe(422);
      return answer.body.detail.map(({ loc }: { loc: string[] }) => loc.join('.'));
    };
    expect(await problem({ total_cents: 2651, tax_cents: 151 })).toEqual(['body.total_cents']);
    expect(await problem({ total_cents: 2600 })).toEqual(['body.total_cents']);
    expect(await problem({ lines: [{ item_id: order.id, unit_price_cents: 2000 }] })).toEqual([
      'body.lines',
      'body.lines',
    ]);
    expect(await problem({ discount_cents: 3000, total_cents: 1 })).toContain('body.discount_cents');
    expect(await problem({ merchant_order_ids: [] })).toEqual(['body.merchant_order_ids']);
    expect(await rowCounts(system.database.db)).toEqual(before);
    expect((await read(order.id)).status).toBe('in_progress');
    expect((await ann.post(`/operator/desk/${order.id}/purchase`, purchaseOf(order, 1))).status).toBe(200);
  });

  it('keeps receipts whose content matches their type', async () => {
    const order = await waiting();
    await take(ann, order.id);
    const path = `/operator/desk/${order.id}/receipts`;
    const pdf = {
      name: 'receipt.pdf',
      content_type: 'application/pdf',
      data: Buffer.from('%PDF-1.4 x').toString('base64'),
    };
    const kept = await ann.post(path, pdf);
    expect(kept.status, kept.text).toBe(201);
    expect(kept.body).toMatchObject({ name: 'receipt.pdf', bytes: 10, uploaded_by: operatorEmail });
    const read = await ben.get(`${path}/${kept.body.id}`);
    expect([read.status, read.text]).toEqual([200, '%PDF-1.4 x']);
    expect(read.headers.get('content-disposition')).toContain('attachment');
    expect((await ann.post(path, { ...pdf, content_type: 'image/png' })).status).toBe(422);
    expect((await ann.get(`${path}/${order.id}`)).status).toBe(404);
    await ann.post(`/operator/desk/${order.id}/hand-back`, { lease: 1 });
  });
});

describe('access to the desk', () => {
  it('are for operators only, and return 404 for unknown orders', async () => {
    const order = await waiting();
    const stranger = await personOn(system, contract, 'nobody@example.com');
    for (const path of ['/operator/desk', '/operator/desk/bought', `/operator/desk/${order.id}`]) {
      expect((await stranger.get(path)).status).toBe(403);
      expect((await contract.get(path)).status).toBe(401);
    }
    expect((await take(stranger, order.id)).status).toBe(403);
    const answered = await contract.post(`/orders/${order.id}/actions/${order.next_action.id}`, key, { answer: {} });
    expect(answered.status).toBe(403);
    const unknown = '0b9c1c5e-6d0f-4c1b-9f43-2f6f4b7f1a52';
    expect((await ann.get(`/operator/desk/${unknown}`)).status).toBe(404);
    for (const [verb, body] of [
      ['take', {}],
      ['hand-back', { lease: 1 }],
      ['fail', { lease: 1, error_type: 'product_not_found', message: 'x' }],
      ['purchase', purchaseOf(order, 1)],
    ] as const) {
      expect((await ann.post(`/operator/desk/${unknown}/${verb}`, body)).status, verb).toBe(404);
    }
    expect((await read(order.id)).status).toBe('pending');
  });

  it('leave a sound ledger', async () => {
    expect(await ledgerProblems(system.database.db)).toEqual([]);
    const { rows } = await sql`select from wallets where held_cents < 0`.execute(system.database.db);
    expect(rows).toEqual([]);
  });
});
