import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeAgentsPolicy } from '../../src/domains/access/policies/index.ts';
import { systemClock } from '../../src/kit/clock.ts';
import { newId } from '../../src/kit/ids.ts';
import { inTransaction } from '../../src/platform/database/index.ts';
import { agentOf, credentialFor, sandboxOk } from '../harness/agent.ts';
import { chainProblems } from '../harness/audit.ts';
import { ledgerProblems } from '../harness/checks.ts';
import { basic, managed } from '../harness/legacy.ts';
import { signIn } from '../harness/person.ts';
import { type Answer, orderFor, startSystem, type TestSystem } from '../harness/system.ts';

/** A multiple of 12: in one test each of three keys comes through each of four doors. */
const many = process.env.TEST_WHOLE === '1' ? 204 : 60;
const env = { RATE_LIMIT_PER_KEY: '0', RATE_LIMIT_PER_ADDRESS: '0' };
let one: TestSystem;
let two: TestSystem;
beforeAll(async () => {
  one = await startSystem({ env, isPatient: true });
  const url = { PUBLIC_URL: one.url };
  two = await startSystem({ databaseUrl: one.databaseUrl, env: { ...env, ...url }, isPatient: true });
});
afterAll(async () => {
  await two.stop();
  await one.stop();
});

const either = (index: number): TestSystem => (index % 2 ? one : two);
const order = () => orderFor(`${one.url}/shop/products/test-success`, { max_price: 2500 });
const byStatus = (answers: Answer[]) =>
  Object.fromEntries(
    [...Map.groupBy(answers, ({ status }) => status)].map(([status, those]) => [status, those.length]),
  );
const accepted = (answers: Answer[]) => answers.filter(({ status }) => status === 201);

type Door = (system: TestSystem, key: string) => Promise<boolean>;

const buyNow: Door = async (system, key) => (await system.post('/orders', key, order())).status === 201;

const buyEarlier: Door = async (system, key) => {
  const body = managed({ max_price: 2500 });
  const { body: answer } = await system.call('/v1/orders', { method: 'POST', body, headers: basic(key) });
  return answer.request_id !== undefined;
};

const buyBatch: Door = async (system, key) => {
  const row = { product_url: order().products[0]!.url, quantity: '1', name: 'Jane Doe', address1: '1 Market St' };
  const place = { city: 'San Francisco', state: 'CA', zip: '94105', phone: '+14155550123', max_price: '2500' };
  return (await system.post('/orders/bulk', key, { rows: [{ ...row, ...place }] })).status === 201;
};

const version = '2026-07-28';
const buyAsTool: Door = async (system, key) => {
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': version,
    'io.modelcontextprotocol/clientInfo': { name: 'racer', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  const params = { name: 'place_order', arguments: order(), _meta };
  const { body } = await system.post(
    '/mcp',
    key,
    { jsonrpc: '2.0', id: 1, method: 'tools/call', params },
    {
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': version,
      'mcp-method': 'tools/call',
      'mcp-name': 'place_order',
    },
  );
  return body.result?.structuredContent?.id !== undefined;
};

async function ownerWithKeys(count: number) {
  const person = await signIn(one, `${newId()}@example.com`);
  const keys: { id: string; api_key: string }[] = [];
  for (let index = 0; index < count; index += 1) {
    // A busy machine may say 503 before it does anything.
    const make = async () => {
      const made = await person.call('/keys', { method: 'POST', body: { label: `${index}`, world: 'test' } });
      if (made.status === 201) keys.push(made.body);
      return made.status;
    };
    await expect.poll(make, { timeout: 30_000 }).toBe(201);
  }
  return { person, keys };
}

describe('many orders at once, on two processes, against a window with room for three', {
  timeout: 120_000,
}, () => {
  it.each([
    ['the whole account', { windows: [{ per: 'day', amount_cents: 9999 }] }],
    ['the whole account, by count', { windows: [{ per: 'month', count: 3 }] }],
  ])('%s: exactly three are accepted', async (_name, policy) => {
    const { person, keys } = await ownerWithKeys(4);
    await person.call('/account/policy', { method: 'PUT', body: policy });
    const answers = await Promise.all(
      Array.from({ length: many }, (_, index) => either(index).post('/orders', keys[index % 4]!.api_key, order())),
    );
    expect(byStatus(answers)).toEqual({ 201: 3, 403: many - 3 });
    expect((await person.call('/wallet')).body.held_cents).toBe(7500);
    expect(await ledgerProblems(one.database.db)).toEqual([]);
    expect(await chainProblems(one, one.database.db)).toEqual([]);
  });

  it('keys in a group share one window across all APIs; other keys do not', async () => {
    const { person, keys } = await ownerWithKeys(4);
    const [a, b, c, outside] = keys.map(({ id }) => id);
    await person.call('/key-groups/agents', { method: 'PUT', body: { key_ids: [a, b, c] } });
    const policy = { windows: [{ per: 'day', amount_cents: 7500 }] };
    await person.call('/key-groups/agents/policy', { method: 'PUT', body: policy });
    const doors = [buyNow, buyEarlier, buyBatch, buyAsTool];
    // Each of the three keys comes through each of the four doors, on both processes.
    const tries = Array.from({ length: many }, (_, index) =>
      doors[index % 4]!(either(Math.floor(index / 12)), keys[index % 3]!.api_key),
    );
    const free = Array.from({ length: 10 }, (_, index) => buyNow(either(index), keys[3]!.api_key));
    expect((await Promise.all(tries)).filter(Boolean)).toHaveLength(3);
    expect((await Promise.all(free)).filter(Boolean)).toHaveLength(10);
    const { rows } = await sql<{ key_id: string }>`
      select api_key_id as key_id from orders where api_key_id = any (${[a, b, c, outside]}::uuid[])
      union all select key_id from reserved_spend where key_id = any (${[a, b, c, outside]}::uuid[])`.execute(
      one.database.db,
    );
    expect(rows.filter(({ key_id: id }) => id !== outside)).toHaveLength(3);
    expect((await person.call('/wallet')).body.held_cents).toBe(32_500);
    expect(await ledgerProblems(one.database.db)).toEqual([]);
    expect(await chainProblems(one, one.database.db)).toEqual([]);
  });

  it('an approval with fifty concurrent responses is used once', async () => {
    const { person, keys } = await ownerWithKeys(1);
    await person.call('/account/policy', { method: 'PUT', body: { default: 'approve' } });
    const { body } = await one.post('/orders', keys[0]!.api_key, order());
    const path = `/orders/${body.id}/actions/${body.next_action.id}`;
    const headers = person.headers('test');
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        either(index).call(path, { method: 'POST', body: { answer: { approved: true } }, headers }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(49);
  });
});

describe('orders that agents pay for, with no account behind them', { timeout: 120_000 }, () => {
  const bind = (rules: Parameters<typeof writeAgentsPolicy>[2]) =>
    inTransaction(one.database.db, (tx) => {
      const needs = { tx, now: systemClock.now(), nameOfRetailer: (_world: string, name: string) => name };
      return writeAgentsPolicy(needs, 'test', rules, 'a test');
    });
  const books = async () => {
    const { rows } = await sql<{ payments: number; orders: number; keys: number; taken: number }>`
      select (select count(*) from agent_payments) as payments, (select count(*) from agent_orders) as orders,
        (select count(*) from api_keys where order_id is not null) as keys,
        (select coalesce(sum(amount_cents), 0)::bigint from ledger_transfers where debit = 'agent.sandbox') as taken`.execute(
      one.database.db,
    );
    return rows[0]!;
  };

  it('many at once against room for three: three are made, the others are refused before anything is charged', async () => {
    const body = order();
    const credentials = await Promise.all(
      Array.from({ length: many }, async (_, index) =>
        credentialFor(await agentOf(either(index)).challengeFor('/agent/orders', body), sandboxOk),
      ),
    );
    await bind({ windows: [{ per: 'day', amount_cents: 3 * 2600 + 2599 }] });
    const answers = await Promise.all(
      credentials.map((credential, index) => agentOf(either(index)).send('/agent/orders', body, credential)),
    );
    expect(accepted(answers)).toHaveLength(3);
    expect(Map.groupBy(answers, ({ status }) => status).get(403)?.length, answers.map((a) => a.status).join()).toBe(
      many - 3,
    );
    const denied = answers.filter(({ status }) => status === 403);
    expect(denied[0]!.body.error).toMatchObject({
      code: 'policy_denied',
      details: { rule: 'windows.day.amount_cents', left: 2599 },
    });
    expect(await books()).toEqual({ payments: 3, orders: 3, keys: 3, taken: 3 * 2600 });
    // A fourth is not even offered for sale.
    const asked = await agentOf(one).ask('/agent/orders', body);
    expect([asked.status, asked.body.error.code, asked.headers.get('www-authenticate')]).toEqual([
      403,
      'policy_denied',
      null,
    ]);
    // What was refused has paid nothing: the same credential is as good as before once there is room.
    await bind({ windows: [{ per: 'day', amount_cents: 4 * 2600 }] });
    const refused = credentials[answers.indexOf(denied[0]!)]!;
    expect((await agentOf(two).send('/agent/orders', body, refused)).status).toBe(201);
    expect(await books()).toEqual({ payments: 4, orders: 4, keys: 4, taken: 4 * 2600 });
    await bind(null);
    expect((await agentOf(one).pay('/agent/orders', body)).status).toBe(201);
    expect(await ledgerProblems(one.database.db)).toEqual([]);
    expect(await chainProblems(one, one.database.db)).toEqual([]);
  });
});

describe('orders that are allowed by what was counted before', { timeout: 120_000 }, () => {
  const buy = (system: TestSystem, key: { api_key: string }, more: Record<string, unknown> = {}) =>
    system.post('/orders', key.api_key, { ...order(), ...more });
  const limit = (person: Awaited<ReturnType<typeof signIn>>, policy: object) =>
    person.call('/account/policy', { method: 'PUT', body: policy });

  /** Both processes have counted, and would allow the next order without counting again. */
  async function counted(policy: object, keysCount = 2) {
    const owner = await ownerWithKeys(keysCount);
    await limit(owner.person, policy);
    for (const key of owner.keys) {
      for (const system of [one, two]) expect((await buy(system, key)).status).toBe(201);
    }
    return owner;
  }

  async function expectSound(accountKey: string, orders: number) {
    const { rows } = await sql<{ n: number; links: number }>`
      select count(*) as n, (select length from policy_chains c where c.account_id = k.account_id and c.world = 'test') as links
      from orders o join api_keys k on k.account_id = o.account_id where k.id = ${accountKey} group by k.account_id`.execute(
      one.database.db,
    );
    expect(Number(rows[0]?.n)).toBe(orders);
    expect(await ledgerProblems(one.database.db)).toEqual([]);
    expect(await chainProblems(one, one.database.db)).toEqual([]);
    return Number(rows[0]?.links);
  }

  it('fill a window exactly, report each threshold once, and leave an intact chain', async () => {
    const { keys } = await counted({ windows: [{ per: 'day', amount_cents: 2500 * 40 }] });
    const alerts = async () => {
      const { rows } = await sql<{ percent: number }>`
        select percent from policy_alerts a join policies p on p.id = a.policy_id
        where p.account_id = (select account_id from api_keys where id = ${keys[0]!.id}) order by percent`.execute(
        one.database.db,
      );
      return rows.map(({ percent }) => percent);
    };
    for (let index = 4; index < 20; index += 1) expect((await buy(one, keys[0]!)).status).toBe(201);
    expect(await alerts()).toEqual([50]);
    const answers = await Promise.all(
      Array.from({ length: 120 }, (_, index) => buy(either(Math.floor(index / 6)), keys[index % 2]!)),
    );
    expect(accepted(answers)).toHaveLength(20);
    expect(answers.filter(({ status }) => status === 403)).toHaveLength(100);
    expect(await expectSound(keys[0]!.id, 40)).toBe(140);
    expect(await alerts()).toEqual([50, 80, 100]);
  });

  it('never exceed what the wallet covers', async () => {
    const { person, keys } = await counted({ windows: [{ per: 'total', count: 1000 }] }, 1);
    const { available_cents: available } = (await person.call('/wallet')).body;
    expect((await buy(one, keys[0]!, { max_price: available - 5 * 2500 })).status).toBe(201);
    const answers = await Promise.all(Array.from({ length: 24 }, (_, index) => buy(either(index), keys[0]!)));
    expect(accepted(answers)).toHaveLength(5);
    expect(answers.filter(({ status }) => status === 402)).toHaveLength(19);
    await expectSound(keys[0]!.id, 8);
  });

  it('are created once for one idempotency key', async () => {
    const { keys } = await counted({ windows: [{ per: 'month', count: 1000 }] }, 1);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => buy(either(index), keys[0]!, { idempotency_key: `same-${index % 2}` })),
    );
    expect(new Set(accepted(answers).map(({ body }) => body.id)).size).toBe(2);
    await expectSound(keys[0]!.id, 4);
  });

  it('apply a policy or group that another process has just changed', async () => {
    const { person, keys } = await counted({ windows: [{ per: 'day', count: 1000 }] });
    await limit(person, { max_order_cents: 1 });
    for (const key of keys) expect((await buy(two, key)).status).toBe(403);
    await limit(person, { windows: [{ per: 'day', count: 1000 }] });
    for (const key of keys) expect((await buy(two, key)).status).toBe(201);
    await person.call('/key-groups/strict/policy', { method: 'PUT', body: { max_order_cents: 1 } });
    for (const key of keys) expect((await buy(two, key)).status).toBe(201);
    await person.call('/key-groups/strict', { method: 'PUT', body: { key_ids: [keys[0]!.id] } });
    expect((await buy(two, keys[0]!)).status).toBe(403);
    expect((await buy(two, keys[1]!)).status).toBe(201);
    await expectSound(keys[0]!.id, 9);
  });
});
