import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../src/kit/ids.ts';
import { chainProblems } from '../harness/audit.ts';
import { ledgerProblems, rowCounts } from '../harness/checks.ts';
import { type Contract, readContract } from '../harness/conforms.ts';
import { basic, managed } from '../harness/legacy.ts';
import { startMailServer } from '../harness/mail-server.ts';
import { signIn } from '../harness/person.ts';
import { anyProduct, type CallOptions, orderFor, startSystem, type TestSystem } from '../harness/system.ts';

let system: TestSystem;
let contract: Contract;
beforeAll(async () => {
  system = await startSystem();
  contract = await readContract(system);
});
afterAll(() => system.stop());

const success = () => `${system.url}/shop/products/test-success`;
const order = (more: Record<string, unknown> = {}) => orderFor(success(), more);

/** A person with test money and a key in the sandbox. */
async function owner(key: Record<string, unknown> = {}) {
  const person = await signIn(system, `${newId()}@example.com`);
  const call = (path: string, options: CallOptions = {}) =>
    contract.call(path, { ...options, headers: person.headers('test') });
  const made = (await call('/keys', { method: 'POST', body: { label: 'Agent', world: 'test', ...key } })).body;
  const put = (path: string, body: unknown) => call(path, { method: 'PUT', body });
  return { call, put, id: made.id as string, key: made.api_key as string, email: person.email };
}

const walletOf = async (key: string) => (await contract.get('/wallet', key)).body;

describe('PUT /keys/{id}/policy', () => {
  it('writes versions, shows them, and takes them away', async () => {
    const { call, put, id } = await owner();
    expect((await call(`/keys/${id}/policy`)).status).toBe(404);
    const policy = { max_order_cents: 4000, retailers: { allow: ['walmart'] }, approve: { above_cents: 1000 } };
    const first = await put(`/keys/${id}/policy`, policy);
    expect(first.status).toBe(200);
    expect(first.body).toMatchObject({ ...policy, scope: 'key', subject: id, version: 1 });
    expect((await put(`/keys/${id}/policy`, { frozen: true })).body).toMatchObject({ version: 2, frozen: true });
    const read = (await call(`/keys/${id}/policy`)).body;
    expect(read).toMatchObject({ version: 2, frozen: true });
    expect(read).not.toHaveProperty('max_order_cents');
    expect((await call(`/keys/${id}/policy`, { method: 'DELETE' })).status).toBe(204);
    expect((await call(`/keys/${id}/policy`)).status).toBe(404);
  });

  it('applies to a brand by its domain too, whichever name is on the list', async () => {
    const { put, id, key } = await owner();
    const url = await anyProduct(system, 'amazon');
    const denied = await put(`/keys/${id}/policy`, { retailers: { deny: ['www.amazon.com', 'amazon.de'] } });
    expect(denied.body.retailers).toEqual({ deny: ['amazon'] });
    const before = await rowCounts(system.database.db);
    const refused = await contract.post('/orders', key, orderFor(url, { max_price: 100_000 }));
    expect([refused.status, refused.body.error.code]).toEqual([403, 'policy_denied']);
    const after = await rowCounts(system.database.db);
    expect([after.orders, after.ledger_transfers]).toEqual([before.orders, before.ledger_transfers]);
    await put(`/keys/${id}/policy`, { retailers: { allow: ['amazon.com'] } });
    expect((await contract.post('/orders', key, orderFor(url, { max_price: 100_000 }))).status).toBe(201);
  });

  it.each([
    { max_order_cents: -1 },
    { windows: [{ per: 'fortnight', amount_cents: 1 }] },
    { windows: [{ per: 'day', amount_cents: 1, timezone: 'Mars/Olympus' }] },
    { windows: [{ per: 'day' }] },
    { approve: { above: 1 } },
    { not_before: '2027-01-01T00:00:00Z', not_after: '2026-01-01T00:00:00Z' },
    { default: 'maybe' },
    { approvers: ['nobody'] },
    { unknown: true },
  ])('refuses %j and writes nothing', async (policy) => {
    const { put, id } = await owner();
    const before = await rowCounts(system.database.db);
    expect((await put(`/keys/${id}/policy`, policy)).status).toBe(422);
    expect(await rowCounts(system.database.db)).toEqual(before);
  });

  it('lists every problem at once, and shows times in UTC', async () => {
    const { put, id } = await owner();
    const { body } = await put(`/keys/${id}/policy`, {
      max_order_cents: -1,
      windows: [{ per: 'day', timezone: 'Mars/Olympus' }],
      deny_words: ['gift card', '!!', '—'],
      not_before: '2027-01-01T00:00:00Z',
      not_after: '2026-01-01T00:00:00Z',
    });
    expect(body.detail.map(({ loc }: { loc: unknown[] }) => loc.join('.')).sort()).toEqual([
      'body.deny_words.1',
      'body.deny_words.2',
      'body.max_order_cents',
      'body.not_after',
      'body.windows.0',
      'body.windows.0.timezone',
    ]);
    const times = { not_before: '2026-01-01T00:00:00Z', not_after: '2027-01-01T01:00:00+01:00' };
    expect((await put(`/keys/${id}/policy`, times)).body).toMatchObject({
      not_before: '2026-01-01T00:00:00.000Z',
      not_after: '2027-01-01T00:00:00.000Z',
    });
  });

  it("knows neither another account's key nor one of the other mode", async () => {
    const { id, call } = await owner();
    const stranger = await owner();
    for (const method of ['GET', 'PUT', 'DELETE']) {
      const body = method === 'PUT' ? { body: {} } : {};
      expect((await stranger.call(`/keys/${id}/policy`, { method, ...body })).status).toBe(404);
    }
    const live = (await call('/keys', { method: 'POST', body: { label: 'L', world: 'live' } })).body;
    const scopes = ['read', 'policies'];
    const test = (await call('/keys', { method: 'POST', body: { label: 'T', world: 'test', scopes } })).body;
    expect(
      (await contract.call(`/keys/${live.id}/policy`, { method: 'PUT', key: test.api_key, body: {} })).status,
    ).toBe(404);
  });
});

describe('an order under a policy', () => {
  it('is denied with the rule, its limit and what is left; nothing is held', async () => {
    const { put, id, key } = await owner();
    await put(`/keys/${id}/policy`, { windows: [{ per: 'day', amount_cents: 8000 }] });
    expect((await contract.post('/orders', key, order())).status).toBe(201);
    const before = await walletOf(key);
    const denied = await contract.post('/orders', key, order());
    expect(denied.status).toBe(403);
    expect(denied.body.error).toMatchObject({
      code: 'policy_denied',
      details: { rule: 'windows.day.amount_cents', limit: 8000, left: 3000 },
    });
    expect(await walletOf(key)).toEqual(before);
    expect((await contract.post('/orders', key, order({ max_price: 3000 }))).status).toBe(201);
  });

  it('is limited by the account, the group and the key together', async () => {
    const { put, id, key } = await owner();
    await put('/key-groups/agents', { key_ids: [id] });
    await put('/account/policy', { max_order_cents: 9000 });
    await put('/key-groups/agents/policy', { max_order_cents: 7000 });
    await put(`/keys/${id}/policy`, { max_order_cents: 8000 });
    const rule = async (max_price: number) =>
      (await contract.post('/orders', key, order({ max_price }))).body.error?.details?.limit ?? 'allowed';
    expect(await rule(7000)).toBe('allowed');
    expect(await rule(7001)).toBe(7000);
    const { policies, rules } = (await contract.get('/policy', key)).body;
    expect(policies.map((each: { scope: string }) => each.scope).sort()).toEqual(['account', 'group', 'key']);
    expect(rules).toHaveLength(3);
  });

  it('counts again what was released', async () => {
    const { put, id, key } = await owner();
    await put(`/keys/${id}/policy`, { windows: [{ per: 'total', amount_cents: 5000 }] });
    const { body } = await contract.post('/orders', key, order());
    expect((await contract.post('/orders', key, order())).status).toBe(403);
    expect((await contract.call(`/orders/${body.id}/cancel`, { method: 'POST', key })).status).toBe(204);
    expect((await contract.post('/orders', key, order())).status).toBe(201);
  });

  it('is remembered: the first response is repeated even if the policy changes', async () => {
    const { put, id, key } = await owner();
    await put(`/keys/${id}/policy`, { max_order_cents: 5000 });
    const body = order({ idempotency_key: 'once' });
    const first = await contract.post('/orders', key, body);
    expect(first.status).toBe(201);
    await put(`/keys/${id}/policy`, { frozen: true });
    const again = await contract.post('/orders', key, body);
    expect(again.status).toBe(201);
    expect(again.text).toBe(first.text);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
  });

  it.each([
    ['max_weight_grams', sql`rules || '{"max_weight_grams": 1}'`],
    ['windows.weekdays', sql`jsonb_set(rules, '{windows,0,weekdays}', '[1]')`],
    ['windows.per', sql`jsonb_set(rules, '{windows,0,per}', '"year"')`],
    ['default', sql`rules || '{"default": "ask_twice"}'`],
  ])('is not decided by a process that is too old to know the rule %s', async (rule, newer) => {
    const { put, id, key } = await owner();
    await put(`/keys/${id}/policy`, { windows: [{ per: 'day', count: 3 }] });
    expect((await contract.post('/orders', key, order())).status).toBe(201);
    const { db } = system.database;
    await sql`update policies set rules = ${newer} where subject = ${id}`.execute(db);
    const { orders, ledger_transfers, policy_decisions, jobs } = await rowCounts(db);
    const refused = await contract.post('/orders', key, order());
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1']);
    expect(refused.body.error).toMatchObject({ retryable: true, message: expect.stringContaining(`"${rule}"`) });
    expect((await contract.post('/policy/simulate', key, order())).status).toBe(503);
    expect(await rowCounts(db)).toMatchObject({ orders, ledger_transfers, policy_decisions, jobs });
  });

  it('of the legacy API and of a batch is decided the same way', async () => {
    const { put, id, key } = await owner();
    await put(`/keys/${id}/policy`, { windows: [{ per: 'day', count: 1 }] });
    const row = {
      product_url: success(),
      quantity: '1',
      name: 'Jane Doe',
      address1: '1 Market St',
      city: 'San Francisco',
      state: 'CA',
      zip: '94105',
      phone: '+14155550123',
      max_price: '3000',
    };
    const dryRun = await contract.post('/orders/bulk/validate', key, { rows: [row, { ...row, name: 'John Doe' }] });
    expect(dryRun.body).toMatchObject({ total_rows: 2, valid_rows: 1, invalid_rows: 1, estimated_total_cents: 3000 });
    expect(dryRun.body.rows[1].errors.join()).toMatch(/policy/);
    const refused = await contract.post('/orders/bulk', key, { rows: [row, { ...row, name: 'John Doe' }] });
    expect(refused.status).toBe(409);
    const placed = await contract.post('/orders/bulk', key, { rows: [row] });
    expect(placed.status).toBe(201);
    const earlier = await system.call('/v1/orders', { method: 'POST', body: managed(), headers: basic(key) });
    expect([earlier.status, earlier.body]).toMatchObject([
      400,
      { _type: 'error', code: 'unauthorized_access', data: { rule: 'windows.day.count', limit: 1, left: 0 } },
    ]);
    // The row counts although its order may not exist yet.
    expect((await contract.post('/orders', key, order())).body.error.code).toBe('policy_denied');
  });

  it('asks a person, keeps the hold, and continues after a yes', async () => {
    const { call, put, id, key } = await owner();
    await put(`/keys/${id}/policy`, { approve: { above_cents: 3000 } });
    const { status, body } = await contract.post('/orders', key, order());
    expect(status).toBe(201);
    expect(body).toMatchObject({ status: 'pending', waiting_for: 'action' });
    expect(body.next_action).toMatchObject({ kind: 'approve', asked_of: 'customer' });
    expect((await walletOf(key)).held_cents).toBe(5000);
    await system.queue.drain();
    expect((await contract.get(`/orders/${body.id}`, key)).body.status).toBe('pending');
    const path = `/orders/${body.id}/actions/${body.next_action.id}`;
    const answer = { answer: { approved: true } };
    // A key cannot approve, not even its own order.
    expect((await contract.post(path, key, answer)).status).toBe(403);
    expect((await call(path, { method: 'POST', body: answer })).status).toBe(200);
    await system.queue.drain();
    expect((await contract.get(`/orders/${body.id}`, key)).body.status).toBe('order_placed');
    expect((await call(path, { method: 'POST', body: answer })).body.error.code).toBe('action_closed');
    expect(await ledgerProblems(system.database.db)).toEqual([]);
  });

  it('always has someone: a list without a member of the account is rejected', async () => {
    const { put, id, email } = await owner();
    const before = await rowCounts(system.database.db);
    for (const approvers of [['somebody-else@example.com'], []]) {
      const refused = await put(`/keys/${id}/policy`, { default: 'approve', approvers });
      expect([refused.status, refused.body.detail?.[0].loc]).toEqual([422, ['body', 'approvers']]);
    }
    expect(await rowCounts(system.database.db)).toEqual(before);
    const both = ['somebody-else@example.com', email.toUpperCase()];
    expect((await put(`/keys/${id}/policy`, { default: 'approve', approvers: both })).status).toBe(200);
  });

  it('is left to the owners when nobody whom the policy names is there any more', async () => {
    const { call, put, id, key, email } = await owner();
    const written = await put(`/keys/${id}/policy`, { default: 'approve', approvers: [email] });
    expect(written.status, written.text).toBe(200);
    // The person it names has left the account.
    await sql`
      update policies set rules = jsonb_set(rules, '{approvers}', '["somebody-else@example.com"]')
      where subject = ${id}`.execute(system.database.db);
    const { body } = await contract.post('/orders', key, order());
    const path = `/orders/${body.id}/actions/${body.next_action.id}`;
    const tried = await call(path, { method: 'POST', body: { answer: { approved: true } } });
    expect(tried.status, tried.text).toBe(200);
    await system.queue.drain();
    expect((await contract.get(`/orders/${body.id}`, key)).body.status).toBe('order_placed');
  });

  it('emails the approvers whom the policy names, if they are people of the account, once', async () => {
    const post = await startMailServer();
    const env = { SMTP_URL: post.url, PUBLIC_URL: system.url };
    const worker = await startSystem({ databaseUrl: system.databaseUrl, env });
    try {
      const { put, id, key, email } = await owner();
      const approvers = ['finance@example.com', email, 'Finance@example.com', 'boss@example.com'];
      expect((await put(`/keys/${id}/policy`, { default: 'approve', approvers })).status).toBe(200);
      const { body } = await contract.post('/orders', key, order());
      await worker.queue.drain();
      const own = post.mails.filter(({ text }) => text.includes(body.id));
      expect(own.flatMap(({ to }) => to.map((address) => address.toLowerCase())).toSorted()).toEqual([email]);
      for (const { text } of own) expect(text).toContain('needs your approval');
      expect(new Set(own.map(({ messageId }) => messageId)).size).toBe(1);
    } finally {
      await worker.stop();
      await post.stop();
    }
  });

  it('releases everything after a no', async () => {
    const { call, put, id, key } = await owner();
    await put(`/keys/${id}/policy`, { default: 'approve' });
    const { body } = await contract.post('/orders', key, order());
    const path = `/orders/${body.id}/actions/${body.next_action.id}`;
    await call(path, { method: 'POST', body: { answer: { approved: false } } });
    await system.queue.drain();
    expect((await contract.get(`/orders/${body.id}`, key)).body.status).toBe('order_failed');
    expect((await contract.get(`/orders/${body.id}`, key)).body.job_result.error_type).toBe('approval_denied');
    expect((await walletOf(key)).held_cents).toBe(0);
  });
});

describe('POST /policy/simulate and /policy/preview', () => {
  it('say what would happen and write nothing', async () => {
    const { call, put, id, key } = await owner();
    await put(`/keys/${id}/policy`, { approve: { above_cents: 3000 }, max_order_cents: 9000 });
    const before = await rowCounts(system.database.db);
    const asked = await contract.post('/policy/simulate', key, order());
    expect(asked.status).toBe(200);
    expect(asked.body.decision).toBe('approve');
    expect(asked.body.rules[0]).toMatchObject({ rule: 'approve.above_cents', limit: 3000 });
    expect((await contract.post('/policy/simulate', key, order({ max_price: 9001 }))).body.decision).toBe('deny');
    expect((await contract.post('/policy/simulate', key, order({ max_price: 100 }))).body.decision).toBe('allow');
    expect(await rowCounts(system.database.db)).toEqual(before);
    await contract.post('/orders', key, order({ max_price: 2500 }));
    const preview = await call('/policy/preview', {
      method: 'POST',
      body: { policy: { approve: { above_cents: 1000 } }, key_id: id },
    });
    expect(preview.body).toMatchObject({ orders: 1, needed_approval: 1, allowed: 0, denied: 0 });
    const made = await call('/keys', { method: 'POST', body: { label: 'Other', world: 'test' } });
    await contract.post('/orders', made.body.api_key, order({ max_price: 2500 }));
    await put('/key-groups/agents', { key_ids: [made.body.id] });
    const tryOn = (whom: object) =>
      call('/policy/preview', { method: 'POST', body: { policy: { max_order_cents: 1 }, ...whom } });
    expect((await tryOn({})).body).toMatchObject({ orders: 2, denied: 2 });
    expect((await tryOn({ group: 'agents' })).body).toMatchObject({ orders: 1, denied: 1 });
    expect((await tryOn({ group: 'nobody' })).status).toBe(404);
    expect((await tryOn({ group: 'agents', key_id: id })).status).toBe(422);
  });
});

describe('the chain of decisions', () => {
  it('keeps every decision, exports them, and shows one changed byte', async () => {
    const { put, id, key } = await owner();
    await put(`/keys/${id}/policy`, { max_order_cents: 4000 });
    // Some spreadsheets read a formula behind a semicolon.
    const metadata = { reason: 'Cables;=1+1' };
    const { body } = await contract.post('/orders', key, order({ max_price: 3000, metadata }));
    await contract.post('/orders', key, order());
    const { decisions } = (await contract.get('/policy/decisions', key)).body;
    expect(decisions.map(({ decision }: { decision: string }) => decision)).toEqual(['allow', 'deny']);
    expect(decisions[0].order_id).toBe(body.id);
    expect(decisions[1].rule).toBe('max_order_cents');
    const csv = await system.call('/policy/decisions?format=csv', { key });
    expect(csv.headers.get('content-type')).toContain('text/csv');
    expect(csv.text.split('\r\n')).toHaveLength(4);
    expect(csv.text).not.toContain(';=1');
    expect(csv.text).toContain(";'=1");
    expect(await chainProblems(system, system.database.db)).toEqual([]);
    const { db } = system.database;
    await expect(
      sql`update policy_decisions set decision = 'allow' where decision = 'deny'`.execute(db),
    ).rejects.toThrow(/append-only/);
    await sql`alter table policy_decisions disable trigger user`.execute(db);
    const touched = sql`update policy_decisions set inputs = replace(inputs, '3000', '3001') where order_id = ${body.id}`;
    await touched.execute(db);
    expect(await chainProblems(system, db)).toMatchObject([{ position: 1, problem: 'a decision was changed' }]);
    await sql`update policy_decisions set inputs = replace(inputs, '3001', '3000') where order_id = ${body.id}`.execute(
      db,
    );
    await sql`delete from policy_decisions where order_id <> ${body.id} and account_id = (select account_id from orders where id = ${body.id})`.execute(
      db,
    );
    expect(await chainProblems(system, db)).toHaveLength(1);
    await sql`alter table policy_decisions enable trigger user`.execute(db);
  });
});

describe('freezing', () => {
  it('stops queued orders before they are bought, says so, and lets them continue afterward', async () => {
    const { put, id, key } = await owner();
    const { body } = await contract.post('/orders', key, order());
    await put(`/keys/${id}/policy`, { frozen: true });
    await system.queue.drain();
    const frozen = (await contract.get(`/orders/${body.id}`, key)).body;
    expect(frozen).toMatchObject({ status: 'pending', waiting_for: 'policy', attempts: 0 });
    expect((await contract.post('/orders', key, order())).body.error.details.rule).toBe('frozen');
    await put(`/keys/${id}/policy`, {});
    // A second ago: the clocks of this process and of the database may differ by a moment.
    await sql`update jobs set run_at = now() - interval '1 second' where kind = 'orders.place'`.execute(
      system.database.db,
    );
    await system.queue.drain();
    expect((await contract.get(`/orders/${body.id}`, key)).body.status).toBe('order_placed');
  });
});
