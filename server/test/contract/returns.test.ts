import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { claimSandbox } from '../../src/domains/sandbox/index.ts';
import { ledgerProblems } from '../harness/checks.ts';
import { fakeClock } from '../harness/fake-clock.ts';
import { countReturns, creditsOf, placedOrder, returnFor } from '../harness/returns.ts';
import { orderFor, startSystem, type TestSystem } from '../harness/system.ts';

let system: TestSystem;
let key: string;
const clock = fakeClock();
beforeAll(async () => {
  system = await startSystem({ clock, withLive: true });
  ({ key } = await system.account('test'));
});
afterAll(() => system.stop());

const itself = '0b9c1c5e-6d0f-4c1b-9f43-2f6f4b7f1a52';
const fields = [
  'created_at',
  'id',
  'items',
  'label_urls',
  'merchant_return_id',
  'notes',
  'order_id',
  'reason',
  'refund',
  'resolution_notes',
  'status',
  'updated_at',
];

const resolve = (id: string, body: unknown) => system.post(`/sandbox/returns/${id}/resolve`, key, body);

async function openReturn(more: Record<string, unknown> = {}) {
  const placed = await placedOrder(system, key);
  const { body } = await system.post('/returns', key, returnFor(placed.order.id, placed.itemId, more));
  return { ...placed, returned: body };
}

describe('POST /returns', () => {
  it('takes items of a placed order, and the order and its timeline tell of it', async () => {
    const { order, itemId } = await placedOrder(system, key, 2);
    const returnBody = returnFor(order.id, itemId, { reason: 'wrong_size', notes: 'Too small.' });
    const answer = await system.post('/returns', key, returnBody);
    expect(answer.status).toBe(201);
    expect(Object.keys(answer.body).sort()).toEqual(fields);
    expect(answer.body).toMatchObject({
      order_id: order.id,
      status: 'open',
      reason: 'wrong_size',
      notes: 'Too small.',
      items: [{ order_item_id: itemId, quantity: 1 }],
      label_urls: [],
      merchant_return_id: null,
      resolution_notes: null,
    });
    const { body: told } = await system.get(`/orders/${order.id}`, key);
    expect(told.returns).toEqual([
      {
        id: answer.body.id,
        status: 'open',
        reason: 'wrong_size',
        created_at: answer.body.created_at,
        updated_at: answer.body.updated_at,
      },
    ]);
    const { body: timeline } = await system.get(`/orders/${order.id}/timeline`, key);
    expect(timeline.milestones.at(-1)).toMatchObject({
      type: 'return_requested',
      detail: { return_request_id: answer.body.id, status: 'open' },
    });
    const { body: usage } = await system.get('/usage', key);
    expect(usage.metrics['returns.create'].total).toBeGreaterThan(0);
  });

  it('is safe to repeat with an idempotency key', async () => {
    const { order, itemId } = await placedOrder(system, key);
    const returnBody = returnFor(order.id, itemId);
    const once = { 'idempotency-key': `return ${order.id}` };
    const first = await system.post('/returns', key, returnBody, once);
    const again = await system.post('/returns', key, returnBody, once);
    expect([first.status, again.status]).toEqual([201, 201]);
    expect(again.text).toBe(first.text);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    const other = await system.post('/returns', key, { ...returnBody, notes: 'other' }, once);
    expect(other.status).toBe(409);
    expect(other.body.error).toMatchObject({ code: 'already_exists', details: { id: first.body.id } });
  });

  it('refuses another one after fifty were denied', async () => {
    const { order, itemId, returned } = await openReturn();
    await resolve(returned.id, { status: 'denied' });
    await sql`insert into return_requests select (jsonb_populate_record(r, jsonb_build_object('id', gen_random_uuid()))).*
      from return_requests r, generate_series(1, 48) where r.id = ${returned.id}`.execute(system.database.db);
    const again = await system.post('/returns', key, returnFor(order.id, itemId));
    await resolve(again.body.id, { status: 'denied' });
    const before = await countReturns(system);
    const refused = await system.post('/returns', key, returnFor(order.id, itemId));
    expect([again.status, refused.status, refused.body.error.code]).toEqual([201, 409, 'return_not_allowed']);
    expect(await countReturns(system)).toBe(before);
  });

  it('rejects units that are being returned, and makes them returnable when the return is denied', async () => {
    const { order, itemId } = await placedOrder(system, key, 3);
    const two = returnFor(order.id, itemId, { items: [{ order_item_id: itemId, quantity: 2 }] });
    const first = await system.post('/returns', key, two);
    expect(first.status).toBe(201);
    const before = await countReturns(system);
    const refused = await system.post('/returns', key, two);
    expect(refused.status).toBe(409);
    expect(refused.body.error).toMatchObject({
      code: 'return_not_allowed',
      details: { items: [{ order_item_id: itemId, problem: 'quantity_exceeded', requested: 2, returnable: 1 }] },
    });
    const twice = { ...two, items: [...two.items, { order_item_id: itemId.toUpperCase(), quantity: 1 }] };
    expect((await system.post('/returns', key, twice)).status).toBe(409);
    expect(await countReturns(system)).toBe(before);
    await resolve(first.body.id, { status: 'denied' });
    expect(
      (await system.post('/returns', key, { ...two, items: [{ order_item_id: itemId, quantity: 3 }] })).status,
    ).toBe(201);
  });

  it('refuses an order that was not bought', async () => {
    const { body: pending } = await system.post('/orders', key, orderFor(`${system.url}/shop/products/test-success`));
    const before = await countReturns(system);
    const early = await system.post('/returns', key, returnFor(pending.id, pending.items[0].id));
    expect(early.status).toBe(409);
    expect(early.body.error).toMatchObject({ code: 'return_not_allowed', details: { order_status: 'pending' } });
    await system.queue.drain();
    const failing = orderFor(`${system.url}/shop/products/test-out-of-stock`);
    const { body: failed } = await system.post('/orders', key, failing);
    await system.queue.drain();
    expect((await system.post('/returns', key, returnFor(failed.id, failed.items[0].id))).status).toBe(409);
    expect(await countReturns(system)).toBe(before);
  });

  it("answers an unknown order, another account's and the other mode's alike", async () => {
    const { order, itemId } = await placedOrder(system, key);
    const stranger = await system.account('test');
    const live = await system.account('live');
    const before = await countReturns(system);
    const answers = [
      await system.post('/returns', key, returnFor('00000000-0000-4000-8000-000000000000', itemId)),
      await system.post('/returns', stranger.key, returnFor(order.id, itemId)),
      await system.post('/returns', live.key, returnFor(order.id, itemId)),
    ];
    expect(answers.map((answer) => answer.status)).toEqual([404, 404, 404]);
    expect(new Set(answers.map((answer) => answer.text)).size).toBe(1);
    expect(await countReturns(system)).toBe(before);
  });

  it("refuses an item of another order of the caller's", async () => {
    const [one, other] = [await placedOrder(system, key), await placedOrder(system, key)];
    const before = await countReturns(system);
    const answer = await system.post('/returns', key, returnFor(one.order.id, other.itemId));
    expect(answer.status).toBe(409);
    expect(answer.body.error.details.items).toMatchObject([{ problem: 'not_in_order' }]);
    expect(await countReturns(system)).toBe(before);
  });

  it.each<[Record<string, unknown>, string, (string | number)[]]>([
    [{ order_id: 'x' }, 'uuid_parsing', ['body', 'order_id']],
    [{ items: [] }, 'too_short', ['body', 'items']],
    [{ items: [{ quantity: 1 }] }, 'missing', ['body', 'items', 0, 'order_item_id']],
    [{ items: [{ order_item_id: itself, quantity: 0 }] }, 'greater_than_equal', ['body', 'items', 0, 'quantity']],
    [{ reason: 'bored' }, 'enum', ['body', 'reason']],
    [{ notes: 'x'.repeat(2001) }, 'string_too_long', ['body', 'notes']],
    [{ note: 'x' }, 'extra_forbidden', ['body', 'note']],
  ])('answers a bad body (%#) with what is wrong in it', async (change, type, loc) => {
    const before = await countReturns(system);
    const answer = await system.post('/returns', key, { ...returnFor(itself, itself), ...change });
    expect(answer.status).toBe(422);
    expect(answer.body.detail).toContainEqual(expect.objectContaining({ type, loc }));
    expect(await countReturns(system)).toBe(before);
  });

  it('needs a key', async () => {
    expect((await system.post('/returns', undefined, {})).status).toBe(401);
    expect((await system.get('/returns')).status).toBe(401);
  });
});

describe('GET /returns', () => {
  it('lists newest first, with filters and a total', async () => {
    const own = await system.account('test');
    const { order, itemId } = await placedOrder(system, own.key, 3);
    const ids: string[] = [];
    for (const reason of ['other', 'damaged', 'other']) {
      clock.advance(1000);
      ids.unshift((await system.post('/returns', own.key, returnFor(order.id, itemId, { reason }))).body.id);
    }
    const list = async (query: string) => (await system.get(`/returns${query}`, own.key)).body;
    const all = await list('');
    expect(all.return_requests.map((row: { id: string }) => row.id)).toEqual(ids);
    expect(all.total).toBe(3);
    expect(Object.keys(all.return_requests[0]).sort()).toEqual(fields);
    expect((await list('?limit=1&offset=1')).return_requests).toMatchObject([{ id: ids[1] }]);
    expect((await list(`?limit=1&after=${ids[1]}`)).return_requests).toMatchObject([{ id: ids[2] }]);
    expect(await list(`?after=${ids[2]}`)).toMatchObject({ return_requests: [], total: 3 });
    await system.queue.drain();
    const approved = await list('?status=approved');
    expect(approved).toMatchObject({ total: 1, return_requests: [{ id: ids[1], status: 'approved' }] });
    expect(approved.return_requests[0].label_urls).toHaveLength(1);
    expect((await list('?status=open')).total).toBe(2);
    const merchantId = approved.return_requests[0].merchant_return_id;
    expect((await list(`?search=${merchantId.toLowerCase()}`)).total).toBe(1);
    expect((await list(`?search=${ids[0]!.slice(0, 12)}`)).total).toBe(1);
    expect((await list(`?search=${order.id.slice(0, 12)}`)).total).toBe(3);
    expect((await list('?search=%25')).total).toBe(0);
    expect((await system.get('/returns?status=lost', own.key)).status).toBe(422);
    expect((await system.get('/returns?limit=0', own.key)).status).toBe(422);
    expect((await system.get('/returns', key)).body.return_requests).not.toContainEqual(
      expect.objectContaining({ id: ids[0] }),
    );
  });

  it("answers an unknown return, another account's and the other mode's alike", async () => {
    const { returned } = await openReturn();
    expect((await system.get(`/returns/${returned.id}`, key)).body).toEqual(returned);
    const stranger = await system.account('test');
    const live = await system.account('live');
    const answers = [
      await system.get('/returns/00000000-0000-4000-8000-000000000000', key),
      await system.get(`/returns/${returned.id}`, stranger.key),
      await system.get(`/returns/${returned.id}`, live.key),
      await system.get(`/returns/${returned.id}/refund`, stranger.key),
    ];
    expect(answers.map((answer) => answer.status)).toEqual([404, 404, 404, 404]);
    expect(new Set(answers.map((answer) => answer.text)).size).toBe(1);
    expect((await system.get('/returns/x', key)).status).toBe(422);
    const refund = await system.get(`/returns/${returned.id}/refund`, key);
    expect(refund.body).toEqual({
      return_id: returned.id,
      paid_by: 'wallet',
      credited_cents: null,
      currency: 'USD',
      resolved_at: null,
    });
  });
});

describe('the moves', () => {
  it.each([
    ['damaged', 'approved'],
    ['not_delivered', 'credited'],
    ['forced_cancellation', 'denied'],
    ['other', 'open'],
  ])('the store answers %s with %s by itself', async (reason, status) => {
    const { returned, order, total } = await openReturn({ reason });
    await system.queue.drain();
    const { body } = await system.get(`/returns/${returned.id}`, key);
    expect(body).toMatchObject({ status, label_urls: { length: status === 'approved' ? 1 : 0 } });
    expect(body.merchant_return_id === null).toBe(status === 'denied' || status === 'credited');
    if (status === 'denied') expect(body.resolution_notes).toBeTruthy();
    expect((await creditsOf(system))[returned.id]).toBe(status === 'credited' ? total : undefined);
    const { body: told } = await system.get(`/orders/${order.id}`, key);
    expect(told.returns).toMatchObject([{ id: returned.id, status }]);
    const { body: timeline } = await system.get(`/orders/${order.id}/timeline`, key);
    const resolved = timeline.milestones.filter((one: { type: string }) => one.type === 'return_resolved');
    expect(resolved).toHaveLength(status === 'open' ? 0 : 1);
    if (status !== 'open') expect(resolved[0].detail).toEqual({ return_request_id: returned.id, status });
  });

  it('end once: the first decision stays', async () => {
    for (const status of ['approved', 'denied', 'credited']) {
      const { returned } = await openReturn();
      const first = await resolve(returned.id, { status, resolution_notes: 'By hand.' });
      expect(first.status).toBe(200);
      expect(first.body).toMatchObject({ status, resolution_notes: 'By hand.' });
      // What was approved waits for its refund: it may still be credited or denied.
      for (const other of status === 'approved' ? [] : ['approved', 'denied', 'credited']) {
        const again = await resolve(returned.id, { status: other });
        expect(again.status).toBe(409);
        expect(again.body.error).toMatchObject({ code: 'return_not_allowed', details: { status } });
      }
      await system.queue.drain();
      const { body } = await system.get(`/returns/${returned.id}`, key);
      expect({ ...body, label_urls: body.label_urls.length }).toEqual({
        ...first.body,
        label_urls: first.body.label_urls.length,
      });
    }
    expect(await ledgerProblems(system.database.db)).toEqual([]);
  });

  it('can be approved manually even if the store was faster', async () => {
    const { returned, order } = await openReturn({ reason: 'damaged' });
    await system.queue.drain();
    const { body: before } = await system.get(`/returns/${returned.id}`, key);
    expect(before).toMatchObject({ status: 'approved', resolution_notes: null });
    clock.advance(1000);
    const same = await resolve(returned.id, { status: 'approved' });
    expect([same.status, same.body.updated_at]).toEqual([200, before.updated_at]);
    const noted = await resolve(returned.id, { status: 'approved', resolution_notes: 'By hand.' });
    expect(noted.status).toBe(200);
    expect(noted.body).toMatchObject({ status: 'approved', resolution_notes: 'By hand.' });
    expect(noted.body.updated_at > before.updated_at).toBe(true);
    expect(noted.body).toMatchObject({ label_urls: { length: 1 }, merchant_return_id: before.merchant_return_id });
    const { body: told } = await system.get(`/orders/${order.id}`, key);
    expect(told.returns).toMatchObject([{ status: 'approved', updated_at: noted.body.updated_at }]);
    const { body: timeline } = await system.get(`/orders/${order.id}/timeline`, key);
    expect(timeline.milestones.filter((one: { type: string }) => one.type === 'return_resolved')).toHaveLength(1);
  });

  it('credits exactly what was charged over partial returns, and nothing for what was only approved', async () => {
    const { order, itemId, total } = await placedOrder(system, key, 3);
    const before = (await system.get('/wallet', key)).body.balance_cents;
    const credits: number[] = [];
    for (let unit = 0; unit < 3; unit += 1) {
      const { body } = await system.post('/returns', key, returnFor(order.id, itemId));
      await resolve(body.id, { status: 'credited' });
      credits.push((await creditsOf(system))[body.id]!);
    }
    expect(credits.reduce((sum, cents) => sum + cents)).toBe(total);
    expect((await system.get('/wallet', key)).body.balance_cents).toBe(before + total);
    const { body } = await system.get('/wallet/transactions?limit=1', key);
    expect(body.transactions[0]).toMatchObject({ type: 'credit', from: 'retailer', amount_cents: credits[2] });
    expect(body.transactions[0].return_id).toBeTruthy();
    expect(await ledgerProblems(system.database.db)).toEqual([]);
  });

  it('never refund an order twice when the retailer also cancels it', async () => {
    const turned = fakeClock();
    const slow = await startSystem({ clock: turned, env: { SANDBOX_TIME_SCALE: '1' } });
    try {
      const own = await slow.account('test');
      const url = `${slow.url}/shop/products/test-success`;
      const returnBody = orderFor(url, { products: [{ url, quantity: 2 }] });
      const { body: order } = await slow.post('/orders', own.key, returnBody);
      turned.advance(2500);
      await slow.queue.drain();
      const balance = async () => (await slow.get('/wallet', own.key)).body.balance_cents;
      expect(await balance()).toBeLessThan(1_000_000);
      const ask = async () =>
        (await slow.post('/returns', own.key, returnFor(order.id, order.items[0].id))).body.id as string;
      const credit = (id: string) => slow.post(`/sandbox/returns/${id}/resolve`, own.key, { status: 'credited' });
      const [first, second] = [await ask(), await ask()];
      await credit(first);
      expect(await balance()).toBeLessThan(1_000_000);
      const move = { to: 'cancelled_by_retailer' };
      expect((await slow.post(`/sandbox/orders/${order.id}/advance`, own.key, move)).body).toMatchObject({
        status: move.to,
      });
      expect(await balance()).toBe(1_000_000);
      const denied = await credit(second);
      expect(denied.body).toMatchObject({ status: 'denied', resolution_notes: expect.stringContaining('refunded') });
      expect(await balance()).toBe(1_000_000);
      expect(await ledgerProblems(slow.database.db)).toEqual([]);
    } finally {
      await slow.stop();
    }
  });
});

describe('claiming a sandbox', () => {
  it('takes its returns along, and what they are credited later', async () => {
    const { body: minted } = await system.post('/sandbox/keys', undefined);
    const { order, itemId, total } = await placedOrder(system, minted.api_key);
    const { body: returned } = await system.post('/returns', minted.api_key, returnFor(order.id, itemId));
    const person = await system.account('live');
    const token = minted.claim_url.split('/').at(-1);
    const claimer = { accountId: person.accountId, email: 'jane@example.com' };
    await claimSandbox({ db: system.database.db, clock }, token, claimer);
    clock.advance(2000);
    expect((await system.get(`/returns/${returned.id}`, minted.api_key)).status).toBe(200);
    const decision = { status: 'credited' };
    await system.post(`/sandbox/returns/${returned.id}/resolve`, minted.api_key, decision);
    expect((await system.get('/wallet', minted.api_key)).body.balance_cents).toBe(1_000_000);
    expect((await creditsOf(system))[returned.id]).toBe(total);
    expect(await ledgerProblems(system.database.db)).toEqual([]);
  });
});

describe('POST /sandbox/returns/{id}/resolve', () => {
  it("is not there with a live key, for another's return, or for an unknown one", async () => {
    const live = await system.account('live');
    const bought = await placedOrder(system, live.key);
    const { body: own } = await system.post('/returns', live.key, returnFor(bought.order.id, bought.itemId));
    expect(own.status).toBe('open');
    const { returned } = await openReturn();
    const stranger = await system.account('test');
    const attempts: [string, string][] = [
      [live.key, own.id],
      [live.key, returned.id],
      [stranger.key, returned.id],
      [key, '00000000-0000-4000-8000-000000000000'],
    ];
    for (const [who, id] of attempts) {
      const answer = await system.post(`/sandbox/returns/${id}/resolve`, who, { status: 'denied' });
      expect(answer.status).toBe(404);
    }
    expect((await system.get(`/returns/${returned.id}`, key)).body.status).toBe('open');
    expect((await resolve(returned.id, { status: 'open' })).status).toBe(422);
    expect((await resolve(returned.id, { status: 'denied', extra: 1 })).status).toBe(422);
  });
});
