import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { writeAgentsPolicy } from '../../src/domains/access/policies/index.ts';
import { systemClock } from '../../src/kit/clock.ts';
import { newId } from '../../src/kit/ids.ts';
import { inTransaction } from '../../src/platform/database/index.ts';
import { agentOf, credentialFor, sandboxOk } from '../harness/agent.ts';
import { chainProblems } from '../harness/audit.ts';
import { ledgerProblems } from '../harness/checks.ts';
import { basic, managed } from '../harness/legacy.ts';
import { signIn } from '../harness/person.ts';
import { type Answer, address, orderFor, startSystem, type TestSystem } from '../harness/system.ts';

const env = { RATE_LIMIT_PER_KEY: '0', RATE_LIMIT_PER_ADDRESS: '0' };
const slow = { timeout: 120_000 };
let system: TestSystem;
beforeAll(async () => {
  system = await startSystem({ env, isPatient: true });
});
afterAll(() => system.stop());

const order = (more: Record<string, unknown> = {}) =>
  orderFor(`${system.url}/shop/products/test-success`, { max_price: 2500, ...more });
const walmart = () => orderFor('https://www.walmart.com/ip/986325010', { max_price: 20_000 });
const elsewhere = { ...address, address_line1: '2 Pine St' };
const rowFor = (name: string, more: Record<string, string> = {}) => ({
  product_url: order().products[0]!.url,
  quantity: '1',
  name,
  address1: '1 Market St',
  city: 'San Francisco',
  state: 'CA',
  zip: '94105',
  phone: '+14155550123',
  max_price: '2500',
  ...more,
});

async function owner() {
  const person = await signIn(system, `${newId()}@example.com`);
  const { body } = await person.call('/keys', { method: 'POST', body: { label: 'Agent', world: 'test' } });
  const key: string = body.api_key;
  const send = (path: string, wanted: unknown, headers: Record<string, string> = {}) =>
    system.post(path, key, wanted, headers);
  return {
    key,
    send,
    limit: (policy: object) => person.call('/account/policy', { method: 'PUT', body: policy }),
    buy: (wanted: unknown = order(), headers: Record<string, string> = {}) => send('/orders', wanted, headers),
    answer: (asked: Answer, approved: boolean) =>
      person.call(`/orders/${asked.body.id}/actions/${asked.body.next_action.id}`, {
        method: 'POST',
        body: { answer: { approved } },
        headers: person.headers('test'),
      }),
    async decisions(): Promise<string[]> {
      const { rows } = await sql<{ decision: string }>`
        select decision from policy_decisions where account_id = (select account_id from api_keys where id = ${body.id})
        order by position`.execute(system.database.db);
      return rows.map(({ decision }) => decision);
    },
    async sold(): Promise<number> {
      const { rows } = await sql<{ n: number }>`
        select count(*) as n from sim_purchases where reference in (select id::text from orders
          where account_id = (select account_id from api_keys where id = ${body.id}))`.execute(system.database.db);
      return rows[0]?.n ?? -1;
    },
  };
}

const kindsOf = (answers: Answer[]) =>
  answers.map(({ status, body }) => [status, body.next_action?.kind ?? body.error?.code ?? null]);
const asks = [201, 'approve'];
const goesOn = [201, null];

describe('rules that need approval until an order was approved or bought', slow, () => {
  it.each([
    ['first_order', { first_order: true }],
    ['new_retailer', { new_retailer: true }],
    ['new_address', { new_address: true }],
  ])('%s: thirty orders at once all ask, and nothing is bought unapproved', async (_name, approve) => {
    const { limit, buy, answer, sold } = await owner();
    await limit({ approve });
    const answers = await Promise.all(Array.from({ length: 30 }, () => buy()));
    expect(kindsOf(answers)).toEqual(answers.map(() => asks));
    await system.queue.drain();
    expect(await sold()).toBe(0);
    // A no makes nothing known; a yes does, even before anything is bought.
    expect((await answer(answers[0]!, false)).status).toBe(200);
    expect(kindsOf([await buy()])).toEqual([asks]);
    expect((await answer(answers[1]!, true)).status).toBe(200);
    expect(kindsOf(await Promise.all([buy(), buy()]))).toEqual([goesOn, goesOn]);
    await system.queue.drain();
    expect(await sold()).toBe(3);
  });

  it.each([
    ['first_order', { first_order: true }],
    ['new_retailer', { new_retailer: true }],
    ['new_address', { new_address: true }],
  ])('%s: every row of one batch asks', async (_name, approve) => {
    const { limit, send, key, sold } = await owner();
    await limit({ approve });
    const batch = await send('/orders/bulk', { rows: [1, 2, 3, 4, 5].map((n) => rowFor(`Jane ${n}`)) });
    expect(batch.status, batch.text).toBe(201);
    await system.queue.drain();
    const { body } = await system.get('/orders', key);
    expect(kindsOf(body.orders.map((each: unknown) => ({ status: 201, body: each })))).toEqual(
      [1, 2, 3, 4, 5].map(() => asks),
    );
    expect(await sold()).toBe(0);
  });

  it('are not skipped for an account whose totals are cached', async () => {
    const { limit, buy, answer } = await owner();
    await limit({ approve: { new_retailer: true, new_address: true } });
    await answer(await buy(), true);
    // Known now, so that the next ones could be allowed from what was counted.
    for (let index = 0; index < 3; index += 1) expect(kindsOf([await buy()])).toEqual([goesOn]);
    expect(kindsOf([await buy(walmart())])).toEqual([asks]);
    expect(kindsOf([await buy(order({ shipping_address: elsewhere }))])).toEqual([asks]);
    expect(kindsOf([await buy()])).toEqual([goesOn]);
  });
});

describe('a repeated idempotency key under a policy', slow, () => {
  const onlyOne = { windows: [{ per: 'day' as const, count: 1 }] };

  it('is answered with the stored response, and decided on once', async () => {
    const { limit, buy, decisions } = await owner();
    await limit(onlyOne);
    const body = order({ idempotency_key: 'again' });
    const first = await buy(body);
    expect(first.status).toBe(201);
    for (const again of [await buy(body), ...(await Promise.all(Array.from({ length: 10 }, () => buy(body))))]) {
      expect([again.status, again.text, again.headers.get('idempotent-replayed')]).toEqual([201, first.text, 'true']);
    }
    expect(await decisions()).toEqual(['allow']);
    expect((await buy(order({ idempotency_key: 'another' }))).body.error.code).toBe('policy_denied');
    const changed = await buy({ ...body, max_price: 2400 });
    expect([changed.status, changed.body.error.code]).toEqual([409, 'already_exists']);
    expect(await decisions()).toEqual(['allow', 'deny']);
  });

  it('gets the same response for concurrent requests: one order, one decision', async () => {
    const { limit, buy, decisions } = await owner();
    await limit(onlyOne);
    const body = order({ idempotency_key: 'at once' });
    const answers = await Promise.all(Array.from({ length: 20 }, () => buy(body)));
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(answers[0]?.status).toBe(201);
    expect(answers.filter(({ headers }) => headers.get('idempotent-replayed') !== 'true')).toHaveLength(1);
    expect(await decisions()).toEqual(['allow']);
  });

  it('asks a person once', async () => {
    const { limit, buy, decisions } = await owner();
    await limit({ default: 'approve', ...onlyOne });
    const body = order({ idempotency_key: 'asks' });
    const [first, again] = [await buy(body), await buy(body)];
    expect([first.body.next_action.kind, again.text]).toEqual(['approve', first.text]);
    expect(await decisions()).toEqual(['approve']);
  });

  it('is kept by a batch and by the legacy API', async () => {
    const batch = await owner();
    await batch.limit(onlyOne);
    const upload = () => batch.send('/orders/bulk', { rows: [rowFor('Jane Doe')] }, { 'idempotency-key': 'batch' });
    const [placed, replayed] = [await upload(), await upload()];
    expect([placed.status, replayed.status, replayed.text]).toEqual([201, 201, placed.text]);
    expect(replayed.headers.get('idempotent-replayed')).toBe('true');
    expect(await batch.decisions()).toEqual(['allow']);

    const earlier = await owner();
    await earlier.limit(onlyOne);
    const body = managed({ max_price: 2500, idempotency_key: 'earlier' });
    const post = () => system.call('/v1/orders', { method: 'POST', body, headers: basic(earlier.key) });
    const [one, two] = [await post(), await post()];
    expect(one.body.request_id).toBeDefined();
    expect(two.text).toBe(one.text);
    expect(await earlier.decisions()).toEqual(['allow']);
  });

  it('is kept by an agent without an account', async () => {
    const bind = (rules: Parameters<typeof writeAgentsPolicy>[2]) =>
      inTransaction(system.database.db, (tx) => {
        const needs = { tx, now: systemClock.now(), nameOfRetailer: (_world: string, name: string) => name };
        return writeAgentsPolicy(needs, 'test', rules, 'a test');
      });
    const decided = async () => {
      const { rows } = await sql<{ n: number }>`
        select count(*) as n from policy_decisions d where exists (
          select from agent_orders a where a.order_id = d.order_id)`.execute(system.database.db);
      return rows[0]?.n;
    };
    await bind(onlyOne);
    const body = order();
    const credential = credentialFor(await agentOf(system).challengeFor('/agent/orders', body), sandboxOk);
    const send = () => agentOf(system).send('/agent/orders', body, credential, { 'idempotency-key': 'agent' });
    const [first, again] = [await send(), await send()];
    expect([first.status, again.status, again.text]).toEqual([201, 201, first.text]);
    expect(await decided()).toBe(1);
    await bind(null);
  });
});

it('rows of a batch that are not orders yet count as open spend', slow, async () => {
  const { limit, buy, send } = await owner();
  await limit({ max_open_cents: 10_000 });
  expect((await send('/orders/bulk', { rows: [rowFor('Jane 1'), rowFor('Jane 2')] })).status).toBe(201);
  const refused = await buy(order({ max_price: 5001 }));
  expect([refused.status, refused.body.error?.details]).toEqual([
    403,
    { rule: 'max_open_cents', limit: 10_000, left: 5000 },
  ]);
  expect((await buy(order({ max_price: 5000 }))).status).toBe(201);
});

async function waitingStatements(): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(system.database.db);
  return rows[0]?.n ?? 0;
}

it(
  'a batch that is a cent above what the wallet has left is refused, also where another was quicker',
  slow,
  async () => {
    const { key, accountId } = await system.account('test', 2 * 2500 - 1);
    const sent: Promise<Answer>[] = [];
    await inTransaction(system.database.db, async (tx) => {
      await sql`select from wallets where account_id = ${accountId} for update`.execute(tx);
      for (const name of ['Jane Doe', 'John Doe'])
        sent.push(system.post('/orders/bulk', key, { rows: [rowFor(name)] }));
      // Until both were found to be covered and wait for the wallet, however busy the machine is.
      await vi.waitFor(async () => expect(await waitingStatements()).toBe(2), { timeout: 60_000, interval: 50 });
    });
    const answers = await Promise.all(sent);
    expect(answers.map(({ status }) => status).sort(), answers.map(({ text }) => text).join()).toEqual([201, 409]);
    expect((await system.get('/wallet', key)).body).toMatchObject({ available_cents: 2499, held_cents: 2500 });
  },
);

it('leaves a balanced ledger and intact chains', async () => {
  expect(await ledgerProblems(system.database.db)).toEqual([]);
  expect(await chainProblems(system, system.database.db)).toEqual([]);
});
