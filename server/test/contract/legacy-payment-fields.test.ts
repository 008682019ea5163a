import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fakeClock } from '../harness/fake-clock.ts';
import { credentials, dashed, goodCard, type LegacyClient, managed, selfManaged } from '../harness/legacy.ts';
import { legacyOrders, legacySystem } from '../harness/legacy-orders.ts';
import type { TestSystem } from '../harness/system.ts';

// Every field of the order request: what it does, seen in the store's books, or what it is refused with.
// docs/interface/legacy-fields.md points here; the criteria for offers are in legacy-offers.test.ts.

let system: TestSystem;
let client: LegacyClient;
let key: string;
const clock = fakeClock();
beforeAll(async () => {
  ({ system, client, key } = await legacySystem(clock));
});
afterAll(() => system.stop());

const { refused, refusedPaths, settled } = legacyOrders(() => ({ system, client }));

describe('managed orders', () => {
  it('addax is the default, and accepts neither a login nor a card', async () => {
    const { order, purchase } = await settled(managed());
    expect(order.merchant_order_ids[0].account).toBe('managed');
    expect(purchase?.account).toBeNull();
    const mixed = { ...selfManaged({ max_price: 5000 }), addax: true };
    expect(await refusedPaths(mixed)).toEqual(['retailer_credentials', 'payment_method']);
    expect(await refusedPaths(managed({ payment_method: goodCard }))).toEqual(['payment_method']);
  });

  it('addax_queue_timeout: orders that are still waiting then fail', async () => {
    const start = clock.now();
    const short = await client.post('/v1/orders', managed({ addax_queue_timeout: 60 }));
    const usual = await client.post('/v1/orders', managed());
    clock.advance(2 * 60_000);
    await system.queue.drain();
    expect((await client.get(`/v1/orders/${short.body.request_id}`)).body.code).toBe('mgd_temporarily_overloaded');
    expect((await client.get(`/v1/orders/${usual.body.request_id}`)).body._type).toBe('order_response');
    const late = await client.post('/v1/orders', managed());
    clock.advance(14_400_000);
    await system.queue.drain();
    expect((await client.get(`/v1/orders/${late.body.request_id}`)).body.code).toBe('mgd_temporarily_overloaded');
    expect(await refusedPaths(managed({ addax_queue_timeout: 0 }))).toEqual(['addax_queue_timeout']);
    expect((await system.get('/wallet', key)).body.held_cents).toBe(0);
    clock.set(start);
  });

  it('a blocked order fails when its time is up', async () => {
    const start = clock.now();
    const products = [{ product_id: 'test-account-locked', quantity: 1 }];
    const made = await client.post('/v1/orders', managed({ products, addax_queue_timeout: 1 }));
    for (let second = 0; second < 3; second += 1) {
      await system.queue.drain();
      clock.advance(1000);
    }
    const { code } = (await client.get(`/v1/orders/${made.body.request_id}`)).body;
    expect(['account_locked', 'mgd_temporarily_overloaded']).toContain(code);
    clock.set(start);
  });

  it('mgd_priority_bid: the highest goes first', async () => {
    const ids: string[] = [];
    for (const bid of [0, 90, 40]) {
      ids.push(dashed((await client.post('/v1/orders', managed({ mgd_priority_bid: bid }))).body.request_id));
    }
    const { rows } = await sql<{ id: string }>`
      select payload ->> 'orderId' as id from jobs where kind = 'orders.place' and payload ->> 'orderId' = any (${ids})
      order by priority, run_at, id`.execute(system.database.db);
    expect(rows.map((row) => row.id)).toEqual([ids[1], ids[2], ids[0]]);
    await system.queue.drain();
    expect(await refusedPaths(managed({ mgd_priority_bid: 101 }))).toEqual(['mgd_priority_bid']);
  });
});

describe('self-managed orders', () => {
  it('are bought with the client’s account and card; the wallet pays only the fee', async () => {
    const before = (await system.get('/wallet', key)).body.balance_cents;
    const { order, purchase } = await settled(selfManaged());
    expect(order.merchant_order_ids[0].account).toBe(credentials.email);
    expect(purchase?.account).toBe(credentials.email);
    expect((await system.get('/wallet', key)).body).toMatchObject({ balance_cents: before - 30, held_cents: 0 });
    const failed = await settled(selfManaged({ products: [{ product_id: 'test-out-of-stock', quantity: 1 }] }));
    expect(failed.order.code).toBe('product_unavailable');
    expect((await system.get('/wallet', key)).body.balance_cents).toBe(before - 30);
  });

  it('need login, card and shipping_method, and honor max_price', async () => {
    expect((await refusedPaths({ ...managed(), addax: false })).sort()).toEqual([
      'payment_method',
      'retailer_credentials',
      'shipping_method',
    ]);
    expect((await settled(selfManaged({ max_price: 1000 }))).order.code).toBe('max_price_exceeded');
  });

  it.each(['mgd_discount', 'mgd_priority_bid', 'mgd_prime_optout', 'addax_queue_timeout'])(
    'refuse %s',
    async (name) => {
      const value = { mgd_discount: -1, mgd_priority_bid: 1, mgd_prime_optout: true, addax_queue_timeout: 60 }[name];
      expect(await refusedPaths(selfManaged({ [name]: value }))).toEqual([name]);
    },
  );

  it.each([
    [{ number: '4242424242424241' }, 'invalid_card_number'],
    [{ number: '' }, 'invalid_card_number'],
    [{ number: '4242' }, 'invalid_card_number'],
    [{ security_code: '12' }, 'invalid_security_code'],
    [{ security_code: 'abc' }, 'invalid_security_code'],
    [{ security_code: null }, 'invalid_security_code'],
    [{ expiration_year: 2020 }, 'invalid_expiration_date'],
    [{ expiration_month: 13 }, 'invalid_expiration_date'],
    [{ expiration_month: null }, 'invalid_expiration_date'],
    [{ name_on_card: '' }, 'invalid_payment_method'],
  ])('refuse the card %j', async (more, code) => {
    const answer = await refused(selfManaged({ payment_method: { ...goodCard, ...more } }));
    expect(answer.code).toBe(code);
    expect(JSON.stringify(answer)).not.toContain('4242');
  });

  it('take a card with blanks and a year of two digits', async () => {
    const card = { ...goodCard, number: '4242 4242 4242 4242', expiration_year: 30 };
    expect((await settled(selfManaged({ payment_method: card }))).order._type).toBe('order_response');
  });

  it('end with the bank’s or the store’s message', async () => {
    const declined = { ...goodCard, number: '4000000000000002' };
    expect((await settled(selfManaged({ payment_method: declined }))).order.code).toBe('credit_card_declined');
    const wrong = { ...credentials, password: 'wrong-password' };
    expect((await settled(selfManaged({ retailer_credentials: wrong }))).order.code).toBe('invalid_login_credentials');
  });

  it('use_gift pays from the gift balance, with or without a card beside it', async () => {
    for (const payment of [{ use_gift: true }, { ...goodCard, use_gift: true }]) {
      expect((await settled(selfManaged({ payment_method: payment }))).order._type).toBe('order_response');
    }
    const bad = await refused(selfManaged({ payment_method: { ...goodCard, use_gift: true, number: '1' } }));
    expect(bad.code).toBe('invalid_card_number');
  });

  it('totp_2fa_key: base32, and never shown', async () => {
    const answer = await refused(selfManaged({ retailer_credentials: { ...credentials, totp_2fa_key: 'not!base32' } }));
    expect(answer.data.validator_errors).toEqual([
      { path: 'retailer_credentials.totp_2fa_key', message: 'Not a base32 key', value: null },
    ]);
    const good = { ...credentials, totp_2fa_key: 'JBSW Y3DP EHPK 3PXP', verification_code: '123456' };
    expect((await settled(selfManaged({ retailer_credentials: good }))).order._type).toBe('order_response');
  });
});
