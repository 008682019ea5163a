import { sql } from 'kysely';
import { Secret, TOTP } from 'otpauth';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../src/kit/ids.ts';
import { type Contract, readContract } from '../harness/conforms.ts';
import { type FakeClock, fakeClock } from '../harness/fake-clock.ts';
import { auditRows, type OperatorClient, operatorEmail, operatorEnv, personOn } from '../harness/operator.ts';
import { startSystem, type TestSystem } from '../harness/system.ts';

let system: TestSystem;
let contract: Contract;
let clock: FakeClock;
let operator: OperatorClient;
let secret: string;
beforeAll(async () => {
  clock = fakeClock();
  system = await startSystem({ clock, env: operatorEnv });
  contract = await readContract(system);
  operator = await personOn(system, contract, operatorEmail, { withFactor: false });
  await personOn(system, contract, 'customer@example.com');
});
afterAll(() => system.stop());

const credit = () => ({ id: newId(), email: 'customer@example.com', world: 'live', amount_cents: 5, note: 'Sorry' });
const code = () => new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: clock.now().getTime() });
const give = (text: string) => operator.post('/operator/second-factor/verify', { code: text });

const countWaiting = async (): Promise<number> => {
  const { rows } = await sql`
    select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and query like '%people_factors%'`.execute(
    system.database.db,
  );
  return rows.length;
};

const credits = async (): Promise<number> => {
  const { rows } = await sql`select from ledger_transfers where cause = 'operator'`.execute(system.database.db);
  return rows.length;
};

/** Everything that moves live money, or sets up what does. What is not there counts as live. */
const moves = (): [method: string, path: string, body?: unknown][] => [
  ['POST', '/operator/wallet-credits', credit()],
  ['POST', '/operator/wallet-debits', credit()],
  ['POST', `/operator/doubts/${newId()}/decide`, { outcome: 'not_bought', note: 'x' }],
  ['POST', `/operator/returns/${newId()}/resolve`, { status: 'credited' }],
  ['POST', `/operator/cases/${newId()}/refund`, { id: newId(), amount_cents: 5, note: 'Sorry' }],
  ['POST', `/operator/orders/${newId()}/refund`, { id: newId(), amount_cents: 5, note: 'Sorry' }],
  ['POST', `/operator/orders/${newId()}/cancel`, { reason: 'Asked for' }],
  ['PUT', `/operator/keys/${newId()}/limits`, { spend_per_day_cents: null, reason: 'Asked for' }],
  ['PUT', `/operator/keys/${newId()}/frozen`, { frozen: false, reason: 'Asked for' }],
  ['POST', '/operator/stores', { name: 'acme', kind: 'vendure', url: 'https://books.example.com' }],
  ['PATCH', '/operator/stores/acme', { enabled: true }],
  ['PATCH', '/operator/stores/acme', { enabled: false, credentials: { password: 'mine now' } }],
];

/** The whole work of a desk moves money, so one code is good for the session there. */
const deskMoves = (): [method: string, path: string, body?: unknown][] => [
  ['POST', `/operator/desk/${newId()}/purchase`, purchase],
  ['POST', `/operator/desk/${newId()}/call-off`, { reason: 'Canceled by the store' }],
  ['POST', `/operator/desk/${newId()}/fail`, { lease: 1, error_type: 'product_out_of_stock', message: 'Gone' }],
  ['POST', `/operator/visits/${newId()}/take-over`],
];

const purchase = {
  lease: 1,
  merchant_order_ids: ['1'],
  lines: [{ item_id: newId(), unit_price_cents: 5 }],
  shipping_cents: 0,
  tax_cents: 0,
  total_cents: 5,
};

async function expectRefused(reason: string, asked = [...moves(), ...deskMoves()]): Promise<void> {
  const [before, creditsBefore] = [await auditRows(system), await credits()];
  for (const [method, path, body] of asked) {
    const answer = await operator.call(path, { method, ...(body === undefined ? {} : { body }) });
    expect([path, answer.status]).toEqual([path, 403]);
    expect(answer.body.error).toMatchObject({ code: 'forbidden', details: { reason } });
    expect(answer.body.error.message).toContain('/app/operator/second-factor');
  }
  expect(await auditRows(system)).toBe(before);
  expect(await credits()).toBe(creditsBefore);
}

describe('money movements', () => {
  it('need a second factor that is set up; looking does not', async () => {
    await expectRefused('second_factor_not_set_up');
    expect((await operator.get('/operator/overview')).status).toBe(200);
    expect((await operator.get('/operator/second-factor')).body).toEqual({
      is_required: true,
      is_enrolled: false,
      proven_until: null,
    });
  });

  it('of the sandbox need none, and neither does switching a store off', async () => {
    const answer = await operator.post('/operator/wallet-credits', { ...credit(), world: 'test' });
    expect(answer.status).toBe(201);
    const off = await operator.call('/operator/stores/acme', { method: 'PATCH', body: { enabled: false } });
    expect(off.status).toBe(404);
    const { keyId } = await system.account('test');
    const limits = { spend_per_day_cents: 100, reason: 'Asked for' };
    expect((await operator.call(`/operator/keys/${keyId}/limits`, { method: 'PUT', body: limits })).status).toBe(200);
    const stop = { frozen: true, reason: 'Stolen' };
    const { keyId: liveKey } = await system.account('live');
    expect((await operator.call(`/operator/keys/${liveKey}/frozen`, { method: 'PUT', body: stop })).status).toBe(204);
  });

  it('need a code, each good once, for ten minutes', async () => {
    expect((await give('123456')).status).toBe(400);
    const started = await operator.post('/operator/second-factor', undefined);
    expect(started.status).toBe(201);
    secret = started.body.secret;
    expect(started.body.otpauth_url).toContain(secret);
    await expectRefused('second_factor_not_set_up');
    expect((await give('000000')).status).toBe(400);
    const first = code();
    expect((await give(first)).status).toBe(204);
    expect((await operator.post('/operator/wallet-credits', credit())).status).toBe(201);
    expect((await give(first)).status).toBe(400);
    expect((await operator.post('/operator/second-factor', undefined)).status).toBe(409);
    clock.advance(10 * 60_000);
    await expectRefused('second_factor_needed', moves());
    for (const [method, path, body] of deskMoves()) {
      expect((await operator.call(path, { method, ...(body === undefined ? {} : { body }) })).status).not.toBe(403);
    }
    expect((await give(code())).status).toBe(204);
    expect((await operator.post('/operator/wallet-credits', credit())).status).toBe(201);
  });

  it('need it in each session for itself', async () => {
    const other = await personOn(system, contract, operatorEmail, { withFactor: false });
    const answer = await other.post('/operator/wallet-credits', credit());
    expect(answer.body.error.details).toEqual({ reason: 'second_factor_needed' });
  });

  it('do not accept a code for a secret that replaced the one it was made with', async () => {
    clock.advance(60_000);
    const client = new pg.Client({ connectionString: system.databaseUrl });
    await client.connect();
    const replaced = `update people_factors set sealed = sealed || '\\x00'`;
    await client.query('begin');
    await client.query(replaced);
    const giving = give(code());
    await expect.poll(countWaiting).toBe(1);
    await client.query('commit');
    expect((await giving).status).toBe(400);
    await client.query(`update people_factors set sealed = substring(sealed from 1 for length(sealed) - 1)`);
    await client.end();
    expect((await give(code())).status).toBe(204);
  });

  it('limit how many codes are tried', async () => {
    const statuses: number[] = [];
    for (let guess = 0; guess < 12; guess += 1) statuses.push((await give('000000')).status);
    expect(statuses.at(-1)).toBe(429);
  });
});
