import { sql } from 'kysely';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../src/kit/ids.ts';
import { type Contract, readContract } from '../harness/conforms.ts';
import { type FakeClock, fakeClock } from '../harness/fake-clock.ts';
import { auditRows, type OperatorClient, operatorEnv, personOn } from '../harness/operator.ts';
import { startSystem, type TestSystem } from '../harness/system.ts';

let system: TestSystem;
let contract: Contract;
let clock: FakeClock;
let operator: OperatorClient;
let secret: string;
beforeAll(async () => {
  clock = fakeClock();
  system = await startSystem({ clock, env: { ...operatorEnv, OPERATOR_SECOND_FACTOR: 'true' } });
  contract = await readContract(system);
  operator = await personOn(system, contract);
  await personOn(system, contract, 'customer@example.com');
});
afterAll(() => system.stop());

const credit = () => ({ id: newId(), email: 'customer@example.com', world: 'live', amount_cents: 5, note: 'Sorry' });
const code = () => new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: clock.now().getTime() });
const give = (text: string) => operator.post('/operator/second-factor/verify', { code: text });

const credits = async (): Promise<number> => {
  const { rows } = await sql`select from ledger_transfers where cause = 'operator'`.execute(system.database.db);
  return rows.length;
};

async function expectRefused(reason: string): Promise<void> {
  const [before, creditsBefore] = [await auditRows(system), await credits()];
  for (const [path, body] of [
    ['/operator/wallet-credits', credit()],
    [`/operator/doubts/${newId()}/decide`, { outcome: 'not_bought', note: 'x' }],
    [`/operator/returns/${newId()}/resolve`, { status: 'credited' }],
  ] as const) {
    const answer = await operator.post(path, body);
    expect(answer.status, path).toBe(403);
    expect(answer.body.error).toMatchObject({ code: 'forbidden', details: { reason } });
  }
  expect(await auditRows(system)).toBe(before);
  expect(await credits()).toBe(creditsBefore);
}

describe('moves of money', () => {
  it('need a second factor that is set up; looking does not', async () => {
    await expectRefused('second_factor_not_set_up');
    expect((await operator.get('/operator/overview')).status).toBe(200);
    expect((await operator.get('/operator/second-factor')).body).toEqual({
      is_required: true,
      is_enrolled: false,
      proven_until: null,
    });
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
    await expectRefused('second_factor_needed');
    expect((await give(code())).status).toBe(204);
    expect((await operator.post('/operator/wallet-credits', credit())).status).toBe(201);
  });

  it('need it in each session for itself', async () => {
    const other = await personOn(system, contract);
    const answer = await other.post('/operator/wallet-credits', credit());
    expect(answer.body.error.details).toEqual({ reason: 'second_factor_needed' });
  });

  it('limit how many codes are tried', async () => {
    const statuses: number[] = [];
    for (let guess = 0; guess < 12; guess += 1) statuses.push((await give('000000')).status);
    expect(statuses.at(-1)).toBe(429);
  });
});
