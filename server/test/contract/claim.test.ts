import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dayMs } from '../../src/kit/clock.ts';
import { newId } from '../../src/kit/ids.ts';
import { ledgerProblems, rowCounts } from '../harness/checks.ts';
import { type Contract, readContract } from '../harness/conforms.ts';
import { type SignedInPerson, signIn } from '../harness/person.ts';
import { type CallOptions, startSystem, type TestSystem } from '../harness/system.ts';

let system: TestSystem;
let contract: Contract;
let jane: SignedInPerson;
beforeAll(async () => {
  system = await startSystem();
  contract = await readContract(system);
  jane = await signIn(system, 'jane@example.com');
});
afterAll(() => system.stop());

const call = (person: SignedInPerson, path: string, options: CallOptions = {}) =>
  contract.call(path, { ...options, headers: person.headers('test') });
const claim = (person: SignedInPerson, token: string) =>
  call(person, '/sandbox/claim', { method: 'POST', body: { token } });

async function mint() {
  const { body } = await contract.post('/sandbox/keys', undefined);
  return {
    key: body.api_key as string,
    token: body.claim_url.split('/').at(-1) as string,
    orderBody: body.example_order,
  };
}

describe('GET /sandbox/claim/{token}', () => {
  it('says what there is, in numbers, to the holder of the link', async () => {
    const { key, token, orderBody } = await mint();
    await contract.post('/orders', key, orderBody);
    const { status, body } = await contract.get(`/sandbox/claim/${token}`);
    expect(status).toBe(200);
    expect(body).toEqual({ orders: 1, keys: 1, balance_cents: 1_000_000, created_at: expect.any(String) });
  });

  it('changes nothing', async () => {
    const { token } = await mint();
    const before = await rowCounts(system.database.db);
    await contract.get(`/sandbox/claim/${token}`);
    expect(await rowCounts(system.database.db)).toEqual(before);
    expect((await claim(jane, token)).status).toBe(200);
  });

  it('gives the same response for an unknown, used or expired link', async () => {
    const used = await mint();
    await claim(jane, used.token);
    const expired = await mint();
    await age(expired.key, 7);
    const answers = await Promise.all(
      [newId(), used.token, expired.token].map((token) => contract.get(`/sandbox/claim/${token}`)),
    );
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404]);
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
  });
});

/** As if the sandbox of this key had not been used for so many days. */
async function age(key: string, days: number): Promise<void> {
  const at = new Date(Date.now() - days * dayMs);
  await sql`
    update api_keys set created_at = ${at}, last_used_at = null
    where hash = sha256(${Buffer.from(key)}::bytea)`.execute(system.database.db);
}

describe('POST /sandbox/claim', () => {
  it('moves orders and keys to the person, and the key keeps working at once', async () => {
    const person = await signIn(system, `${newId()}@example.com`);
    const { key, token, orderBody } = await mint();
    const { body: order } = await contract.post('/orders', key, orderBody);
    expect((await contract.get('/sandbox/status', key)).body.claimed).toBe(false);
    const { status, body } = await claim(person, token);
    expect(status).toBe(200);
    expect(body).toEqual({
      claimed: true,
      orders_moved: 1,
      keys_moved: 1,
      message: expect.stringContaining('1 order'),
    });
    // Not even for a second does this process take the key for the old account's.
    expect((await contract.get('/sandbox/status', key)).body).toMatchObject({
      claimed: true,
      claimed_by_email: person.email,
    });
    expect((await contract.get(`/orders/${order.id}`, key)).status).toBe(200);
    expect((await call(person, `/orders/${order.id}`)).status).toBe(200);
    expect((await call(person, '/orders')).body.total).toBe(1);
    expect((await call(person, '/wallet')).body).toMatchObject({ balance_cents: 2_000_000, held_cents: 5000 });
    expect((await call(person, '/keys')).body).toMatchObject({
      total: 1,
      keys: [{ label: 'Sandbox key', world: 'test' }],
    });
    const { claims } = (await call(person, '/me')).body;
    expect(claims).toEqual([{ claimed_at: expect.any(String), orders_moved: 1, keys_moved: 1 }]);
    expect(await ledgerProblems(system.database.db)).toEqual([]);
  });

  it('works once, and leaves everything where it is afterward', async () => {
    const { token } = await mint();
    const john = await signIn(system, `${newId()}@example.com`);
    expect((await claim(jane, token)).status).toBe(200);
    const before = await rowCounts(system.database.db);
    const wallet = (await call(jane, '/wallet')).body;
    for (const person of [jane, john]) expect((await claim(person, token)).status).toBe(404);
    expect(await rowCounts(system.database.db)).toEqual(before);
    expect((await call(jane, '/wallet')).body).toEqual(wallet);
  });

  it('refuses an unknown link, one whose sandbox expired, and no link at all', async () => {
    const { key, token } = await mint();
    await age(key, 7);
    const before = await rowCounts(system.database.db);
    expect((await claim(jane, newId())).status).toBe(404);
    expect((await claim(jane, token)).status).toBe(404);
    expect((await claim(jane, '')).status).toBe(422);
    expect((await call(jane, '/sandbox/claim', { method: 'POST', body: {} })).status).toBe(422);
    expect(await rowCounts(system.database.db)).toEqual(before);
    const { rows } = await sql`
      select from sandboxes where claimed_at is null and account_id = (select account_id from api_keys
        where hash = sha256(${Buffer.from(key)}::bytea))`.execute(system.database.db);
    expect(rows).toHaveLength(1);
  });

  it('needs a person, and keeps the link valid without one', async () => {
    const { key, token } = await mint();
    const before = await rowCounts(system.database.db);
    expect((await contract.post('/sandbox/claim', undefined, { token })).status).toBe(401);
    expect((await contract.post('/sandbox/claim', key, { token })).status).toBe(401);
    expect(await rowCounts(system.database.db)).toEqual(before);
    expect((await contract.get(`/sandbox/claim/${token}`)).status).toBe(200);
  });
});
