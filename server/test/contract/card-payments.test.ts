import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ledgerProblems, purchaseProblems, rowCounts } from '../harness/checks.ts';
import { type Contract, readContract } from '../harness/conforms.ts';
import { returnFor } from '../harness/returns.ts';
import { orderFor, startSystem, type TestSystem } from '../harness/system.ts';

let system: TestSystem;
let contract: Contract;
let key: string;
beforeAll(async () => {
  system = await startSystem({ env: { ORDER_FEE_CENTS: '100' } });
  contract = await readContract(system);
  ({ key } = await system.account('test', 0));
});
afterAll(() => system.stop());

const success = () => `${system.url}/shop/products/test-success`;
const order = (payment: unknown, more: Record<string, unknown> = {}, url = success()) =>
  contract.call('/orders', { method: 'POST', key, body: orderFor(url, { max_price: 5000, payment, ...more }) });
const look = async (id: string) => (await contract.call(`/orders/${id}`, { key })).body;
const wallet = async () => (await contract.call('/wallet', { key })).body;
const drain = () => system.queue.drain();

/** What the ledger says of cards: what they paid, what is authorized, and what is owed. */
async function cardBooks(orderId?: string): Promise<Record<string, number>> {
  const { rows } = await sql<{ name: string; cents: number }>`
    select name, sum(cents)::bigint as cents from (
      select credit as name, amount_cents as cents, cause_id from ledger_transfers
      union all select debit, -amount_cents, cause_id from ledger_transfers) entries
    where ${orderId ?? null}::uuid is null or cause_id = ${orderId ?? null}::uuid
    group by name having sum(cents) <> 0`.execute(system.database.db);
  return Object.fromEntries(rows.map(({ name, cents }) => [name, cents]));
}

describe('an order paid by card (contract §23)', () => {
  it('is authorized for max_price and fee, captured for the cost, and does not use the wallet', async () => {
    const made = await order({ mode: 'card' });
    expect([made.status, made.body.payment]).toEqual([
      201,
      {
        mode: 'card',
        state: 'authorized',
        authorized_cents: 5100,
        fee_cents: 100,
        stripe_fee_cents: 0,
        captured_cents: 0,
        refunded_cents: 0,
        payment_method: 'pm_card_visa',
        simulated: true,
      },
    ]);
    expect(await cardBooks(made.body.id)).toEqual({ card: -5100, 'card.held': 5100 });
    await drain();
    const placed = await look(made.body.id);
    expect(placed.status).toBe('order_placed');
    expect(placed.payment).toMatchObject({ state: 'captured', captured_cents: 2099, authorized_cents: 5100 });
    expect(await cardBooks(made.body.id)).toEqual({ card: -2099, retailer: 1999, fees: 100 });
    expect(await wallet()).toMatchObject({ balance_cents: 0, held_cents: 0 });
    expect((await contract.call('/wallet/transactions', { key })).body.total).toBe(0);
  });

  it('is released when it is canceled or fails, and nothing is charged', async () => {
    const cancelled = (await order({ mode: 'card' })).body.id;
    expect((await contract.call(`/orders/${cancelled}/cancel`, { method: 'POST', key })).status).toBe(204);
    const failed = (await order({ mode: 'card' }, {}, `${system.url}/shop/products/test-out-of-stock`)).body.id;
    await drain();
    for (const id of [cancelled, failed]) {
      expect((await look(id)).payment).toMatchObject({ state: 'released', captured_cents: 0 });
      expect(await cardBooks(id)).toEqual({});
    }
  });

  it('is refunded to the card in part and in full', async () => {
    const bought = (await order({ mode: 'card' })).body.id;
    await drain();
    const { items } = await look(bought);
    const asked = await contract.call('/returns', { method: 'POST', key, body: returnFor(bought, items[0].id) });
    expect(asked.status).toBe(201);
    const path = `/sandbox/returns/${asked.body.id}/resolve`;
    expect((await contract.call(path, { method: 'POST', key, body: { status: 'credited' } })).status).toBe(200);
    await drain();
    expect((await look(bought)).payment).toMatchObject({
      state: 'captured',
      captured_cents: 2099,
      refunded_cents: 1999,
    });

    const called = (await order({ mode: 'card' }, {}, `${system.url}/shop/products/test-retailer-cancels`)).body.id;
    await drain();
    await contract.call(`/sandbox/orders/${called}/advance`, {
      method: 'POST',
      key,
      body: { to: 'cancelled_by_retailer' },
    });
    await drain();
    const after = await look(called);
    expect([after.status, after.payment.state]).toEqual(['cancelled_by_retailer', 'refunded']);
    expect(after.payment).toMatchObject({ captured_cents: 2099, refunded_cents: 2099 });
    expect(await wallet()).toMatchObject({ balance_cents: 0 });
  });

  it('shows a wallet order in the same words', async () => {
    const rich = await system.account('test', 100_000);
    const { body } = await contract.call('/orders', {
      method: 'POST',
      key: rich.key,
      body: orderFor(success(), { max_price: 5000, payment: { mode: 'wallet' } }),
    });
    const expected = {
      mode: 'wallet',
      state: 'authorized',
      authorized_cents: 5100,
      payment_method: null,
      captured_cents: 0,
    };
    expect(body.payment).toMatchObject(expected);
    await drain();
    const { body: placed } = await contract.call(`/orders/${body.id}`, { key: rich.key });
    expect(placed.payment).toMatchObject({ state: 'captured', captured_cents: 2099 });
  });
});

describe('a declined card', () => {
  it('is refused at once where the bank declines it, and nothing is written', async () => {
    await contract.call('/wallet/cards', { key });
    const before = await rowCounts(system.database.db);
    const refused = await order({ mode: 'card', payment_method: 'pm_card_chargeDeclined' });
    expect([refused.status, refused.body.error.code]).toEqual([402, 'payment_failed']);
    expect(refused.body.error.details).toEqual({ payment_method: 'pm_card_chargeDeclined' });
    await drain();
    const after = await rowCounts(system.database.db);
    expect({ ...after, card_payments: 0, jobs: 0 }).toEqual({ ...before, card_payments: 0, jobs: 0 });
    expect(after.orders).toBe(before.orders);
  });

  it('fails the order where the authorization expired and is not renewed, and says so', async () => {
    const { id } = (await order({ mode: 'card', payment_method: 'pm_card_authorizationExpires' })).body;
    await drain();
    const failed = await look(id);
    expect([failed.status, failed.job_result.error_type]).toEqual(['order_failed', 'payment_declined']);
    expect(failed.job_result.error).toContain('authorization expired');
    expect(failed.payment.state).toBe('released');
    expect(await cardBooks(id)).toEqual({});
  });

  it('is renewed where the bank gives a new authorization', async () => {
    const { id } = (await order({ mode: 'card', payment_method: 'pm_card_mastercard' })).body;
    await drain();
    expect((await look(id)).payment).toMatchObject({ state: 'captured', captured_cents: 2099 });
  });

  it.each([
    [
      'an unknown card',
      { mode: 'card', payment_method: 'pm_other' },
      ['body', 'payment', 'payment_method'],
      'value_error',
    ],
    ['an unknown mode', { mode: 'cash' }, ['body', 'payment', 'mode'], 'enum'],
    ['an unknown field', { mode: 'card', cvc: '123' }, ['body', 'payment', 'cvc'], 'extra_forbidden'],
    ['no mode', {}, ['body', 'payment', 'mode'], 'missing'],
    [
      'a card for the wallet',
      { mode: 'wallet', payment_method: 'pm_card_visa' },
      ['body', 'payment', 'payment_method'],
      'value_error',
    ],
  ])('refuses %s', async (_name, payment, loc, type) => {
    const refused = await system.post('/orders', key, orderFor(success(), { payment }));
    expect([refused.status, refused.body.detail]).toEqual([422, [expect.objectContaining({ loc, type })]]);
  });

  it('takes no less than Stripe does, and nothing from agents', async () => {
    const tiny = await startSystem();
    const { key: poor } = await tiny.account('test', 0);
    const url = `${tiny.url}/shop/products/test-success`;
    const refused = await tiny.post('/orders', poor, orderFor(url, { max_price: 49, payment: { mode: 'card' } }));
    expect([refused.status, refused.body.detail[0].loc]).toEqual([422, ['body', 'payment', 'mode']]);
    const agent = await tiny.call('/agent/orders', {
      method: 'POST',
      body: orderFor(url, { payment: { mode: 'card' } }),
    });
    expect(agent.status).toBe(422);
    await tiny.stop();
  });
});

describe('policies', () => {
  it('count card orders like wallet orders, and an approval holds the authorization', async () => {
    const own = await system.account('test', 0);
    const rules = { windows: [{ per: 'day', amount_cents: 16_000 }], approve: { above_cents: 6000 } };
    await sql`
      insert into policies (id, account_id, world, scope, subject, version, rules, is_frozen, updated_by, created_at, updated_at)
      values (gen_random_uuid(), ${own.accountId}, 'test', 'account', '', 1, ${JSON.stringify(rules)}::jsonb, false, 'test', now(), now())`.execute(
      system.database.db,
    );
    const send = (cents: number) =>
      system.post('/orders', own.key, orderFor(success(), { max_price: cents, payment: { mode: 'card' } }));
    expect((await send(5000)).status).toBe(201);
    const asked = await send(8000);
    expect([asked.status, asked.body.next_action.kind, asked.body.payment.authorized_cents]).toEqual([
      201,
      'approve',
      8100,
    ]);
    const denied = await send(4000);
    expect([denied.status, denied.body.error.code]).toEqual([403, 'policy_denied']);
    await drain();
    await system.call(`/orders/${asked.body.id}/cancel`, { method: 'POST', key: own.key });
    await drain();
    const { rows } = await sql`
      select state, count(*)::int as count from card_payments where account_id = ${own.accountId}
      group by state order by state`.execute(system.database.db);
    expect(rows).toEqual([
      { state: 'captured', count: 1 },
      { state: 'released', count: 1 },
    ]);
  });
});

describe('repeating an order', () => {
  it('with the same key authorizes once, and a decline can be tried again with another card', async () => {
    const headers = { 'idempotency-key': 'card-1' };
    const body = orderFor(success(), {
      max_price: 5000,
      payment: { mode: 'card', payment_method: 'pm_card_chargeDeclined' },
    });
    const send = (given: object) => system.call('/orders', { method: 'POST', key, body: given, headers });
    expect((await send(body)).status).toBe(402);
    const good = { ...body, payment: { mode: 'card' } };
    const [first, second] = [await send(good), await send(good)];
    expect([first.status, second.status, second.body.id]).toEqual([201, 201, first.body.id]);
    expect(second.headers.get('idempotent-replayed')).toBe('true');
    expect((await send({ ...good, max_price: 6000 })).status).toBe(409);
    const { rows } = await sql`
      select number, state from card_payments where order_id = ${first.body.id}`.execute(system.database.db);
    expect(rows).toEqual([{ number: 2, state: 'authorized' }]);
    await drain();
  });
});

describe('rows of a batch', () => {
  const row = (more: Record<string, string>) => ({
    product_url: success(),
    name: 'Jane Doe',
    address1: '1 Market St',
    city: 'San Francisco',
    state: 'CA',
    zip: '94105',
    max_price: '5000',
    ...more,
  });

  it('are paid by card without a hold on the wallet, and a declined card fails its row alone', async () => {
    const own = await system.account('test', 5100);
    const rows = [
      row({ payment_mode: 'card' }),
      row({ payment_method: 'pm_card_chargeDeclined', product_url: success() }),
      row({ payment_mode: 'wallet' }),
    ];
    const placed = await contract.call('/orders/bulk', { method: 'POST', key: own.key, body: { rows } });
    expect(placed.status).toBe(201);
    expect((await contract.call('/wallet', { key: own.key })).body.held_cents).toBe(5100);
    await drain();
    const { orders } = (await contract.call('/orders', { key: own.key })).body;
    const ends = orders
      .map(({ status, payment }: { status: string; payment: { state: string; payment_method: string } }) => [
        status,
        payment.payment_method,
        payment.state,
      ])
      .sort();
    expect(ends).toEqual([
      ['order_failed', 'pm_card_chargeDeclined', 'released'],
      ['order_placed', null, 'captured'],
      ['order_placed', 'pm_card_visa', 'captured'],
    ]);
    const wrong = [row({ payment_mode: 'card', payment_method: 'pm_other' }), row({ payment_mode: 'cash' })];
    const checked = await contract.call('/orders/bulk/validate', {
      method: 'POST',
      key: own.key,
      body: { rows: wrong },
    });
    expect(checked.body.rows.map(({ errors }: { errors: string[] }) => errors.length)).toEqual([1, 1]);
    expect(checked.body.rows[0].errors[0]).toContain('pm_other');
  });
});

describe('saved cards', () => {
  it('are listed, added by a link, made the default and removed', async () => {
    const own = await system.account('test', 0);
    const call = (path: string, method = 'GET', body?: unknown) =>
      contract.call(path, { method, key: own.key, ...(body ? { body } : {}) });
    const { cards, total } = (await call('/wallet/cards')).body;
    expect(cards[0]).toMatchObject({
      id: 'pm_card_visa',
      brand: 'visa',
      last4: '4242',
      is_default: true,
      simulated: true,
    });
    expect(total).toBe(cards.length);
    expect((await call('/wallet/cards/pm_card_visa', 'DELETE')).status).toBe(204);
    expect((await call('/wallet/cards/pm_card_visa', 'DELETE')).status).toBe(404);
    const left = (await call('/wallet/cards')).body.cards;
    expect(left.map((card: { id: string }) => card.id)).not.toContain('pm_card_visa');
    expect(left.filter((card: { is_default: boolean }) => card.is_default)).toHaveLength(1);
    const setup = await call('/wallet/cards', 'POST', { return_url: 'https://client.example/done' });
    expect([setup.status, setup.body]).toEqual([
      201,
      expect.objectContaining({ status: 'requires_action', card_id: null }),
    ]);
    const page = new URL(setup.body.url).pathname;
    expect((await system.call(page)).text).toContain('Save a test card');
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    const sent = await fetch(`${system.url}${page}`, {
      method: 'POST',
      body: 'card=pm_card_visa',
      headers: form,
      redirect: 'manual',
    });
    expect(sent.status).toBe(303);
    expect((await call(`/wallet/card-setups/${setup.body.id}`)).body).toMatchObject({
      status: 'succeeded',
      card_id: 'pm_card_visa',
      url: null,
    });
    const changed = await call('/wallet/cards/pm_card_visa', 'PATCH', { is_default: true });
    expect([changed.status, changed.body.is_default]).toEqual([200, true]);
    expect((await call('/wallet/cards/pm_nobody', 'PATCH', { is_default: true })).status).toBe(404);
    expect((await call('/wallet/cards')).body.cards[0].id).toBe('pm_card_visa');
  });

  it('belong to one account and one mode', async () => {
    const [mine, other] = [await system.account('test', 0), await system.account('test', 0)];
    const { body } = await system.post('/wallet/cards', mine.key, {});
    expect((await system.get(`/wallet/card-setups/${body.id}`, other.key)).status).toBe(404);
    await system.get('/wallet/cards', mine.key);
    await system.get('/wallet/cards', other.key);
    await system.call('/wallet/cards/pm_card_visa', { method: 'DELETE', key: other.key });
    const ids = (await system.get('/wallet/cards', mine.key)).body.cards.map((card: { id: string }) => card.id);
    expect(ids).toContain('pm_card_visa');
    const live = await system.account('live', 0);
    expect((await system.get('/wallet/cards', live.key)).body).toEqual({ cards: [], total: 0 });
    expect((await system.get(`/wallet/card-setups/${body.id}`, live.key)).status).toBe(404);
    const refused = await system.post('/wallet/cards', live.key, {});
    expect([refused.status, refused.body.error.code]).toEqual([409, 'cards_unavailable']);
  });
});

it('the ledger balances in the end', async () => {
  expect(await ledgerProblems(system.database.db)).toEqual([]);
  expect(await purchaseProblems(system.database.db)).toEqual([]);
});
