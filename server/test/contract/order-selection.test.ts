import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ledgerProblems, rowCounts } from '../harness/checks.ts';
import { type Contract, readContract } from '../harness/conforms.ts';
import { fakeClock } from '../harness/fake-clock.ts';
import { signIn } from '../harness/person.ts';
import { orderFor, startSystem, type TestSystem } from '../harness/system.ts';

let system: TestSystem;
let contract: Contract;
const clock = fakeClock();

beforeAll(async () => {
  system = await startSystem({ clock });
  contract = await readContract(system);
});
afterAll(async () => {
  expect(await ledgerProblems(system.database.db)).toEqual([]);
  await system.stop();
});

async function order(key: string, more: Record<string, unknown> = {}, scenario = 'success'): Promise<string> {
  clock.advance(60_000);
  const body = orderFor(`${system.url}/shop/products/test-${scenario}`, more);
  const { status, body: made, text } = await contract.post('/orders', key, body);
  expect(status, text).toBe(201);
  return made.id;
}

describe('search', () => {
  it('ignores case and accents, of recipients and PO numbers', async () => {
    const key = await system.mint();
    const { shipping_address: address } = orderFor('', {});
    const to = (last_name: string) => ({ shipping_address: { ...address, first_name: 'Zoë', last_name } });
    const accented = await order(key, to('Müllerström'));
    const plain = await order(key, { ...to('Mullerstrom'), po_number: 'Straße 7' });
    const found = async (search: string) => {
      const { body, status } = await contract.get(`/orders?search=${encodeURIComponent(search)}`, key);
      expect(status).toBe(200);
      return body.orders.map((one: { id: string }) => one.id);
    };
    for (const search of ['mullerstrom', 'MÜLLERSTRÖM', 'Mu\u0308llerstrom', 'zoe müller', 'zö'])
      expect(await found(search), search).toEqual([plain, accented]);
    expect(await found('STRASSE 7')).toEqual([plain]);
    expect(await found('mueller')).toEqual([]);
  });
});

describe('all orders that match a filter', () => {
  it('are counted and summed up by currency, as SQL does, and never of another account', async () => {
    const [key, stranger] = [await system.mint(), await system.mint()];
    await order(stranger);
    const own: string[] = [];
    for (const scenario of ['success', 'success', 'euro', 'out-of-stock']) own.push(await order(key, {}, scenario));
    await system.queue.drain();
    await order(key, { max_price: 4200 });
    await order(key, { max_price: 700, metadata: { team: 'north' } });
    const totals = async (query: string) => (await contract.get(`/orders/totals?${query}`, key)).body;
    expect(await totals('')).toEqual({
      orders: 6,
      has_more: false,
      charged: [
        { currency: 'USD', orders: 2, total: 3998 },
        { currency: 'EUR', orders: 1, total: 1999 },
      ],
      open: { orders: 2, max_price: 4900 },
      cancellable: { orders: 2, max_price: 4900 },
    });
    expect(await totals('status_filter=order_failed')).toMatchObject({
      orders: 1,
      charged: [],
      cancellable: { orders: 0 },
    });
    expect(await totals('metadata_key=team')).toMatchObject({ orders: 1, open: { orders: 1, max_price: 700 } });
    expect(await totals('has_tracking=true')).toMatchObject({ orders: 3, has_more: false });
    expect(await totals('search=zzzzzz')).toMatchObject({ orders: 0, charged: [] });
    const { rows } = await sql<{ currency: string; total: number }>`
      select job_result -> 'price_components' ->> 'currency' as currency,
        sum((job_result -> 'price_components' ->> 'total')::int)::int as total
      from orders where id = any (${own}::uuid[]) and status = 'order_placed' group by 1 order by 1 desc`.execute(
      system.database.db,
    );
    expect(rows).toEqual([
      { currency: 'USD', total: 3998 },
      { currency: 'EUR', total: 1999 },
    ]);
    expect((await contract.get('/orders/totals?status_filter=lost', key)).status).toBe(422);
    expect((await contract.get('/orders/totals')).status).toBe(401);
  });

  it('are canceled if they are pending, and their holds are released', async () => {
    const [key, stranger] = [await system.mint(), await system.mint()];
    const foreign = await order(stranger);
    const placed = await order(key);
    await system.queue.drain();
    const north = await order(key, { metadata: { team: 'north' } });
    const south = await order(key, { metadata: { team: 'south' } });
    const created_before = clock.now().toISOString();
    const later = await order(key, { metadata: { team: 'north' } });
    const statusOf = async (id: string, of = key) => (await contract.get(`/orders/${id}`, of)).body.status;
    const cancel = (body: unknown) => contract.post('/orders/cancel', key, body);

    const before = await rowCounts(system.database.db);
    expect((await cancel({ metadata_key: 'team' })).status).toBe(422);
    expect((await cancel({ created_before, nonsense: 1 })).status).toBe(422);
    expect((await contract.post('/orders/cancel', undefined, { created_before })).status).toBe(401);
    expect(await rowCounts(system.database.db)).toEqual(before);

    clock.advance(1000);
    const { status, body } = await cancel({ created_before, metadata_key: 'team', metadata_value: 'west' });
    expect([status, body]).toEqual([200, { cancelled: 0, not_cancelled: 0, has_more: false }]);
    const seen = new Date(Date.parse(created_before) + 1).toISOString();
    const done = await cancel({ created_before: seen, metadata_key: 'team' });
    expect(done.body).toEqual({ cancelled: 2, not_cancelled: 0, has_more: false });
    expect([await statusOf(north), await statusOf(south)]).toEqual(['cancelled', 'cancelled']);
    expect([await statusOf(later), await statusOf(placed)]).toEqual(['pending', 'order_placed']);
    expect(await statusOf(foreign, stranger)).toBe('order_placed');
    expect((await contract.get('/wallet', key)).body.held_cents).toBe(5000);
    expect((await cancel({ created_before: seen })).body).toEqual({ cancelled: 0, not_cancelled: 0, has_more: false });
  });
});

describe('on the web', () => {
  it('each canceled order names who canceled it', async () => {
    const person = await signIn(system, 'canceler@example.com');
    const body = orderFor(`${system.url}/shop/products/test-success`, {});
    const make = async () => (await person.call('/orders', { method: 'POST', body })).body.id;
    const ids = [await make(), await make()];
    const created_before = new Date(clock.now().getTime() + 1).toISOString();
    const done = await person.call('/orders/cancel', { method: 'POST', body: { created_before } });
    expect(done.body).toEqual({ cancelled: 2, not_cancelled: 0, has_more: false });
    for (const id of ids) {
      const { activity } = (await person.call(`/activity?subject_id=${id}`)).body;
      expect(activity.map((one: { action: string }) => one.action)).toEqual(['cancelOrder', 'createOrder']);
      expect(activity[0]).toMatchObject({ email: 'canceler@example.com', outcome: 'done' });
    }
  });

  it('views are saved, replaced by name and deleted, for the account alone', async () => {
    const person = await signIn(system, 'views@example.com');
    const stranger = await signIn(system, 'other-views@example.com');
    const save = (body: unknown, by = person) =>
      contract.call('/orders/views', { method: 'POST', body, headers: by.headers('test') });
    const names = async (by = person) =>
      (await contract.call('/orders/views', { headers: by.headers('live') })).body.views.map(
        ({ name, query }: { name: string; query: string }) => [name, query],
      );
    const first = await save({ name: ' Late ', query: 'status=late' });
    expect(first.status, first.text).toBe(201);
    await save({ name: 'Amazon', query: 'retailer=amazon&columns=Status' });
    const again = await save({ name: 'Late', query: 'sort=late' });
    expect(again.body).toMatchObject({ id: first.body.id, query: 'sort=late' });
    expect(await names()).toEqual([
      ['Amazon', 'retailer=amazon&columns=Status'],
      ['Late', 'sort=late'],
    ]);
    expect(await names(stranger)).toEqual([]);
    const remove = (by = person) =>
      contract.call(`/orders/views/${first.body.id}`, { method: 'DELETE', headers: by.headers('test') });
    expect((await remove(stranger)).status).toBe(404);
    for (const body of [
      { name: ' ', query: '' },
      { name: 'x', query: '?a#b' },
      { query: '' },
      { name: 'x'.repeat(61), query: '' },
    ])
      expect((await save(body)).status).toBe(422);
    expect(await names()).toHaveLength(2);
    expect((await remove()).status).toBe(204);
    expect((await remove()).status).toBe(404);
    for (let made = 1; made < 50; made += 1) await save({ name: `View ${made}`, query: '' });
    expect((await save({ name: 'One too many', query: '' })).status).toBe(422);
    expect(await names()).toHaveLength(50);
    expect((await contract.get('/orders/views', await system.mint())).status).toBe(401);
  });
});

describe('comparing periods', () => {
  it('counts both periods as SQL does, by store, key and person, and refuses other questions', async () => {
    const person = await signIn(system, 'compares@example.com');
    const body = (scenario: string) => orderFor(`${system.url}/shop/products/test-${scenario}`, {});
    const buy = async (scenario: string) => {
      const { body: made } = await person.call('/orders', { method: 'POST', body: body(scenario) });
      clock.advance(60_000);
      await system.queue.drain();
      return made.id as string;
    };
    const { api_key: key } = (
      await person.call('/keys', { method: 'POST', body: { label: 'Buyer bot', world: 'test' } })
    ).body;
    await buy('success');
    clock.advance(8 * 86_400_000);
    for (const scenario of ['success', 'euro', 'out-of-stock']) await buy(scenario);
    expect((await contract.post('/orders', key, body('success'))).status).toBe(201);
    clock.advance(60_000);
    await system.queue.drain();
    const compare = async (query: string) =>
      (await contract.call(`/orders/compare?${query}`, { headers: person.headers('test') })).body;
    const answer = await compare('window_days=7');
    expect(answer.has_more).toBe(false);
    expect(answer.total.previous).toMatchObject({
      orders: 1,
      placed: 1,
      failed: 0,
      spent_cents: 1999,
      failure_rate: 0,
    });
    // 19.99 EUR are 21.73 USD.
    const current = { orders: 4, placed: 3, failed: 1, spent_cents: 1999 + 2173 + 1999, failure_rate: 0.25 };
    expect(answer.total.current).toMatchObject(current);
    expect(answer.total.current.place_seconds).toBeGreaterThan(0);
    expect(answer.total.current.deliver_seconds).toBeGreaterThan(0);
    const names = ({ groups }: typeof answer) =>
      groups.map(({ name, current: { orders } }: { name: string | null; current: { orders: number } }) => [
        name,
        orders,
      ]);
    expect(names(answer).reduce((sum: number, [, orders]: [string, number]) => sum + orders, 0)).toBe(4);
    expect(names(await compare('window_days=7&by=key'))).toEqual([
      [null, 3],
      [expect.stringMatching(/^Buyer bot …/), 1],
    ]);
    expect(names(await compare('window_days=7&by=person'))).toEqual([['compares@example.com', 4]]);
    expect((await compare('window_days=1')).total.previous.orders).toBe(0);
    const stranger = await contract.get('/orders/compare', await system.mint());
    expect(stranger.body).toMatchObject({ groups: [], total: { current: { orders: 0, failure_rate: null } } });
    for (const query of ['window_days=0', 'window_days=91', 'by=color'])
      expect((await contract.get(`/orders/compare?${query}`, key)).status).toBe(422);
    expect((await contract.get('/orders/compare')).status).toBe(401);
  });
});
