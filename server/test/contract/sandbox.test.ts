import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { claimSandbox } from '../../src/domains/sandbox/index.ts';
import { ledgerProblems } from '../harness/checks.ts';
import { fakeClock } from '../harness/fake-clock.ts';
import { orderFor, startSystem, type TestSystem } from '../harness/system.ts';

let system: TestSystem;
const clock = fakeClock();
beforeAll(async () => {
  system = await startSystem({ clock, withLive: true });
});
afterAll(() => system.stop());

const count = async (table: string, where = sql`true`): Promise<number> => {
  const { rows } = await sql<{ n: number }>`select count(*) as n from ${sql.table(table)} where ${where}`.execute(
    system.database.db,
  );
  return rows[0]!.n;
};

describe('POST /sandbox/keys', () => {
  it('mints with no body, with an empty one and with a full one', async () => {
    for (const body of [undefined, {}, { email: 'jane@example.com', name: 'My agent' }]) {
      const answer = await system.post('/sandbox/keys', undefined, body);
      expect(answer.status).toBe(201);
      expect(answer.headers.get('cache-control')).toBe('no-store');
      expect(Object.keys(answer.body).sort()).toEqual(
        ['api_key', 'claim_url', 'example_order', 'expires_policy', 'key', 'next', 'quickstart_url'].sort(),
      );
      expect(answer.body.api_key).toMatch(/^svc_test_[0-9A-Za-z]{38}$/);
      expect(answer.body.key).toBe(answer.body.api_key);
      expect(answer.body.claim_url).toMatch(new RegExp(`^${system.url}/claim/[0-9A-Za-z]{40}$`));
      const order = await system.post('/orders', answer.body.api_key, answer.body.example_order);
      expect(order.status).toBe(201);
    }
  });

  it('stores neither the key nor the claim token', async () => {
    const { body } = await system.post('/sandbox/keys', undefined);
    const { rows } = await sql<{ text: string }>`
      select k::text || s::text as text from api_keys k, sandboxes s`.execute(system.database.db);
    const dump = rows.map((row) => row.text).join();
    expect(dump).not.toContain(body.api_key.slice(9));
    expect(dump).not.toContain(body.claim_url.split('/').at(-1));
  });

  it.each([
    [{ email: 'x'.repeat(255) }, 'string_too_long', ['body', 'email']],
    [{ name: 'x'.repeat(101) }, 'string_too_long', ['body', 'name']],
    [{ email: 5 }, 'string_type', ['body', 'email']],
    [{ nam: 'x' }, 'extra_forbidden', ['body', 'nam']],
    [[], 'dict_type', ['body']],
  ])('refuses %j', async (body, type, loc) => {
    const before = await count('api_keys');
    const answer = await system.post('/sandbox/keys', undefined, body);
    expect(answer.status).toBe(422);
    expect(answer.body.detail).toContainEqual(expect.objectContaining({ type, loc }));
    expect(await count('api_keys')).toBe(before);
  });

  const untilUseIsWritten = () =>
    expect.poll(() => count('api_keys', sql`last_used_at = ${clock.now()}`), { timeout: 10_000 }).toBe(1);

  it('expires a key after seven idle days, counted from its last use', async () => {
    const key = await system.mint();
    clock.advance(6 * 86_400_000);
    expect((await system.get('/wallet', key)).status).toBe(200);
    await untilUseIsWritten();
    clock.advance(6 * 86_400_000);
    expect((await system.get('/wallet', key)).status).toBe(200);
    await untilUseIsWritten();
    clock.advance(7 * 86_400_000);
    const answer = await system.get('/wallet', key);
    expect(answer.status).toBe(401);
    expect(answer.body.error.code).toBe('unauthorized');
  });

  it('expires an unused key seven days after minting', async () => {
    const key = await system.mint();
    clock.advance(7 * 86_400_000);
    expect((await system.get('/wallet', key)).status).toBe(401);
  });
});

describe('GET /sandbox/status', () => {
  it('tells a provisional sandbox from an ordinary account', async () => {
    const provisional = await system.get('/sandbox/status', await system.mint());
    expect(provisional.body).toEqual({ claimed: false, hint: expect.stringContaining('claim_url') });
    const { key } = await system.account('live');
    const ordinary = await system.get('/sandbox/status', key);
    expect(ordinary.body).toEqual({ claimed: false, hint: expect.stringContaining('nothing to claim') });
  });

  it('needs a key', async () => {
    expect((await system.get('/sandbox/status')).status).toBe(401);
  });
});

describe('claiming', () => {
  it('moves orders, money and key in one step, once', async () => {
    const minted = (await system.post('/sandbox/keys', undefined)).body;
    const key = minted.api_key;
    const token = minted.claim_url.split('/').at(-1);
    const { body: order } = await system.post('/orders', key, minted.example_order);
    const person = await system.account('live');
    const needs = { db: system.database.db, clock };
    const claimer = { accountId: person.accountId, email: 'jane@example.com' };
    expect(await claimSandbox(needs, token, claimer)).toMatchObject({ ordersMoved: 1, keysMoved: 1 });
    await expect(claimSandbox(needs, token, claimer)).rejects.toMatchObject({ status: 404 });
    await expect(claimSandbox(needs, 'unknown', claimer)).rejects.toMatchObject({ status: 404 });
    clock.advance(2000);
    const status = await system.get('/sandbox/status', key);
    expect(status.body).toEqual({
      claimed: true,
      hint: expect.any(String),
      claimed_by_email: 'jane@example.com',
    });
    expect(status.text).not.toContain('claim_url');
    expect((await system.get(`/orders/${order.id}`, key)).status).toBe(200);
    expect((await system.get('/wallet', key)).body).toMatchObject({ balance_cents: 1_000_000, held_cents: 5000 });
    await system.queue.drain();
    expect((await system.get(`/orders/${order.id}`, key)).body.status).toBe('order_placed');
    expect(await ledgerProblems(system.database.db)).toEqual([]);
    expect((await system.post('/orders', key, orderFor(`${system.url}/shop/products/test-success`))).status).toBe(201);
  });
});

describe('GET /sandbox/quickstart', () => {
  it('is markdown that names this deployment and every scenario', async () => {
    const answer = await system.get('/sandbox/quickstart');
    expect(answer.headers.get('content-type')).toContain('text/markdown');
    expect(answer.text).toContain(`${system.url}/sandbox/keys`);
    expect(answer.text).toContain('timeout_after_placing');
  });
});

describe('holding sandbox orders back', () => {
  const place = async (key: string) =>
    (await system.post('/orders', key, orderFor(`${system.url}/shop/products/test-success`))).body;
  const read = async (key: string, id: string) => (await system.get(`/orders/${id}`, key)).body;
  const hold = (key: string, id: string, move: string) => system.post(`/sandbox/orders/${id}/hold`, key, { do: move });
  const turn = (key: string, on: boolean) => system.call('/sandbox/hold', { key, method: 'PUT', body: { on } });

  it('buys nothing while it is on, and orders can be canceled and release their holds', async () => {
    const key = await system.mint();
    expect((await system.get('/sandbox/hold', key)).body).toEqual({ on: false, since: null });
    expect((await turn(key, true)).body).toEqual({ on: true, since: expect.any(String) });
    const order = await place(key);
    await system.queue.drain();
    expect(await read(key, order.id)).toMatchObject({ status: 'pending', waiting_for: 'hold', attempts: 0 });
    expect((await system.post(`/orders/${order.id}/cancel`, key)).status).toBe(204);
    expect(await read(key, order.id)).toMatchObject({ status: 'cancelled', waiting_for: null });
    expect((await system.get('/wallet', key)).body).toMatchObject({ held_cents: 0, available_cents: 1_000_000 });
    expect((await hold(key, order.id, 'pause')).status).toBe(400);
  });

  it('takes one step at a time, and lets go', async () => {
    const key = await system.mint();
    await turn(key, true);
    const order = await place(key);
    await system.queue.drain();
    // Turning the switch off lets nothing go that waits.
    await turn(key, false);
    clock.advance(60_000);
    await system.queue.drain();
    expect(await read(key, order.id)).toMatchObject({ status: 'pending', waiting_for: 'hold' });
    expect((await hold(key, order.id, 'step')).status).toBe(200);
    await system.queue.drain();
    expect(await read(key, order.id)).toMatchObject({ status: 'order_placed', waiting_for: null });
    const next = await place(key);
    expect((await hold(key, next.id, 'pause')).status).toBe(200);
    await system.queue.drain();
    expect(await read(key, next.id)).toMatchObject({ status: 'pending', waiting_for: 'hold' });
    expect((await hold(key, next.id, 'run')).status).toBe(200);
    await system.queue.drain();
    expect(await read(key, next.id)).toMatchObject({ status: 'order_placed' });
    expect(await ledgerProblems(system.database.db)).toEqual([]);
  });

  it('rejects a step for an order that is not held, and returns 404 for live orders and other accounts’ orders', async () => {
    const key = await system.mint();
    const order = await place(key);
    expect((await hold(key, order.id, 'step')).status).toBe(400);
    expect((await hold(key, order.id, 'stop')).status).toBe(422);
    expect((await hold(await system.mint(), order.id, 'pause')).status).toBe(404);
    const { key: live } = await system.account('live');
    expect((await hold(live, order.id, 'pause')).status).toBe(404);
    expect((await turn(live, true)).status).toBe(404);
    expect((await system.get('/sandbox/hold', live)).status).toBe(404);
    await system.queue.drain();
    expect(await read(key, order.id)).toMatchObject({ status: 'order_placed' });
  });
});
