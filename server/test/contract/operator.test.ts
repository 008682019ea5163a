import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { insertAccount } from '../../src/domains/access/accounts/index.ts';
import { newId } from '../../src/kit/ids.ts';
import { inTransaction } from '../../src/platform/database/index.ts';
import { enqueueUnchecked } from '../../src/platform/queue/enqueue.ts';
import { ledgerProblems, rowCounts } from '../harness/checks.ts';
import { type Contract, examplesOf } from '../harness/conforms.ts';
import { fakeClock } from '../harness/fake-clock.ts';
import { auditRows, type OperatorClient, operatorSystem, personOn, unknownOutcomeOrder } from '../harness/operator.ts';
import { placedOrder, returnFor } from '../harness/returns.ts';
import type { TestSystem } from '../harness/system.ts';

const clock = fakeClock();
let system: TestSystem;
let contract: Contract;
let operator: OperatorClient;
beforeAll(async () => {
  ({ system, contract, operator } = await operatorSystem(clock));
});
afterAll(() => system.stop());

const unknownId = '6d1f2f0e-5a0b-4c43-9d5c-0d7c0f8f9a10';
const operations = () => contract.operations.filter(({ path }) => path.startsWith('/operator/'));
const everyCall = () =>
  operations().map(({ method, path, document }) => {
    const media = document.requestBody?.content['application/json'];
    const body = media && examplesOf(media)[0];
    const target = path.replace(/\{\w+_id\}/, unknownId).replace('{retailer}', 'walmart');
    return { target, options: { method, ...(body ? { body } : {}) } };
  });

describe('who may', () => {
  it('applies to every operation', () => {
    expect(operations().map(({ method, path }) => `${method} ${path}`)).toEqual(
      expect.arrayContaining([
        'GET /operator/audit',
        'GET /operator/cases',
        'GET /operator/cases/{order_id}',
        'POST /operator/cases/{order_id}/reply',
        'GET /operator/doubts',
        'POST /operator/doubts/{order_id}/decide',
        'GET /operator/overview',
        'GET /operator/retailers',
        'PUT /operator/retailers/{retailer}',
        'GET /operator/returns',
        'POST /operator/returns/{return_request_id}/resolve',
        'GET /operator/settings-check',
        'GET /operator/second-factor',
        'POST /operator/second-factor',
        'POST /operator/second-factor/verify',
        'POST /operator/cases/{order_id}/refund',
        'POST /operator/wallet-credits',
        'POST /operator/wallet-debits',
        'GET /operator/webhooks/failing',
      ]),
    );
  });

  it('401 without a session, and with a key in either mode', async () => {
    const keys = [undefined, await system.mint(), (await system.account('live')).key];
    const before = await rowCounts(system.database.db);
    for (const { target, options } of everyCall()) {
      for (const key of keys) {
        const answer = await contract.call(target, { ...options, ...(key ? { key } : {}) });
        expect([target, answer.status, answer.body.error.code]).toEqual([target, 401, 'unauthorized']);
      }
    }
    expect(await rowCounts(system.database.db)).toEqual(before);
  });

  it('401 for the cookie alone, as a form on another site would send it', async () => {
    const headers = { 'x-errand-world': '' };
    for (const { target, options } of everyCall()) {
      expect((await operator.call(target, { ...options, headers })).status).toBe(401);
    }
  });

  it('403 for a signed-in person who is not an operator', async () => {
    const person = await personOn(system, contract, 'jane@example.com');
    const before = await rowCounts(system.database.db);
    for (const { target, options } of everyCall()) {
      const answer = await person.call(target, options);
      expect([target, answer.status, answer.body.error.code]).toEqual([target, 403, 'forbidden']);
    }
    expect(await rowCounts(system.database.db)).toEqual(before);
  });

  it('422 for a page number that cannot exist', async () => {
    for (const path of ['webhooks/failing', 'audit', 'doubts', 'returns', 'cases']) {
      expect((await operator.get(`/operator/${path}?limit=0`)).status).toBe(422);
      expect((await operator.get(`/operator/${path}?offset=-1`)).status).toBe(422);
    }
    expect((await operator.get('/operator/returns?status=lost')).status).toBe(422);
    expect((await operator.get('/operator/cases?state=lost')).status).toBe(422);
  });
});

describe('GET /operator/overview', () => {
  it('shows system status and open tasks', async () => {
    // The clock of this test is not the database's, which health tells. On a busy machine a look may once come late.
    const health = async () => (await operator.get('/operator/overview')).body.health.status;
    await expect.poll(health, { timeout: 15_000 }).toMatch(/up|degraded/);
    const { body: before } = await operator.get('/operator/overview');
    expect(before).toMatchObject({ ledger: { is_sound: true, problems: [] } });
    const key = await system.mint();
    await unknownOutcomeOrder(system, clock, key);
    const { order, itemId } = await placedOrder(system, key);
    await system.post('/returns', key, returnFor(order.id, itemId));
    await system.post(`/orders/${order.id}/case`, key, { message: 'Hello?', reason: 'other' });
    await system.queue.drain();
    await inTransaction(system.database.db, (tx) =>
      enqueueUnchecked(tx, [
        { kind: 'nobody', payload: {}, runAt: new Date(clock.now().getTime() - 5000) },
        { kind: 'nobody', payload: {}, runAt: new Date(clock.now().getTime() + 5000) },
      ]),
    );
    await sql`insert into jobs (kind, payload, attempts, last_error, dead_at) values
      ('buried', '{}', 9, 'It never worked.', now())`.execute(system.database.db);
    const { body } = await operator.get('/operator/overview');
    expect(body.waiting).toEqual({
      ...before.waiting,
      doubts: before.waiting.doubts + 1,
      open_returns: before.waiting.open_returns + 1,
      open_cases: before.waiting.open_cases + 1,
    });
    expect(body.orders_24h.test).toMatchObject({ in_progress: 1, order_placed: 1, pending: 0 });
    expect(body.orders_24h.live).toMatchObject({ order_placed: 0 });
    const kind = (name: string) => body.queue.kinds.find((one: { kind: string }) => one.kind === name);
    expect(kind('nobody')).toMatchObject({ ready: 1, later: 1, running: 0, dead: 0 });
    expect(kind('buried')).toMatchObject({ dead: 1, ready: 0 });
    expect(body.queue.oldest_ready).toMatchObject({ kind: 'nobody' });
    expect(body.queue.failing[0]).toMatchObject({ kind: 'buried', attempts: 9, error: 'It never worked.' });
    await sql`delete from jobs where kind in ('nobody', 'buried')`.execute(system.database.db);
  });

  it('reports an unbalanced ledger within a minute', async () => {
    const { accountId } = await system.account('test', 500);
    await sql`update wallets set available_cents = 501 where account_id = ${accountId}`.execute(system.database.db);
    clock.advance(61_000);
    const { body } = await operator.get('/operator/overview');
    expect(body.ledger).toMatchObject({ is_sound: false, problems: [{ account_id: accountId, world: 'test' }] });
    await sql`update wallets set available_cents = 500 where account_id = ${accountId}`.execute(system.database.db);
    clock.advance(61_000);
    expect((await operator.get('/operator/overview')).body.ledger.is_sound).toBe(true);
  });
});

describe('GET /operator/settings-check', () => {
  const found = async () => {
    const { body } = await operator.get('/operator/settings-check');
    return body.findings.map(({ id }: { id: string }) => id);
  };

  it('lists what is unsafe, and notices a proxy that forwards requests', async () => {
    expect(await found()).toContain('operators_without_second_factor');
    expect(await found()).not.toContain('public_url_missing');
    await system.call('/health', { headers: { 'x-forwarded-for': '203.0.113.7' } });
    await expect.poll(found).toContain('public_url_missing');
  });
});

describe('POST /operator/wallet-credits', () => {
  const email = 'customer@example.com';
  const accountId = newId();
  beforeAll(() => insertAccount(system.database.db, accountId, email, clock.now()));
  const credit = (more: Record<string, unknown> = {}) => ({
    id: newId(),
    email,
    world: 'live',
    amount_cents: 2500,
    note: 'Goodwill.',
    ...more,
  });
  const post = (body: unknown) => operator.post('/operator/wallet-credits', body);

  it('adds money to the wallet once for one ID, and logs it', async () => {
    const creditBody = credit({ email: 'Customer@Example.com' });
    const first = await post(creditBody);
    expect(first.status).toBe(201);
    expect(first.body).toMatchObject({ id: creditBody.id, email, account_id: accountId, available_cents: 2500 });
    const { body: log } = await operator.get('/operator/audit?limit=1');
    expect(log.entries).toMatchObject([
      {
        operator_email: operator.email,
        action: 'wallet.credited',
        subject_type: 'wallet',
        subject_id: `live/${accountId}`,
        before: { available_cents: 0 },
        after: { available_cents: 2500, amount_cents: 2500, credit_id: creditBody.id },
        note: 'Goodwill.',
      },
    ]);
    const before = await rowCounts(system.database.db);
    const again = await post({ ...creditBody, id: creditBody.id.toUpperCase() });
    expect([again.status, again.body.available_cents]).toEqual([200, 2500]);
    expect(await rowCounts(system.database.db)).toEqual(before);
    expect(await ledgerProblems(system.database.db)).toEqual([]);
  });

  it('409 for another credit with the same ID', async () => {
    const creditBody = credit();
    await insertAccount(system.database.db, newId(), 'other@example.com', clock.now());
    expect((await post(creditBody)).status).toBe(201);
    const before = await rowCounts(system.database.db);
    for (const change of [{ amount_cents: 1 }, { world: 'test' }, { email: 'other@example.com' }, { note: 'Else.' }]) {
      const answer = await post({ ...creditBody, ...change });
      expect([answer.status, answer.body.error]).toMatchObject([
        409,
        { code: 'already_exists', details: { id: creditBody.id } },
      ]);
    }
    expect(await rowCounts(system.database.db)).toEqual(before);
  });

  it('credits and debits the wallet of the currency, once for one ID, and mixes no currencies', async () => {
    const yen = credit({ currency: 'JPY', amount_cents: 900 });
    expect(await post(yen)).toMatchObject({ status: 201, body: { currency: 'JPY', available_cents: 900 } });
    expect((await post(yen)).status).toBe(200);
    const before = await rowCounts(system.database.db);
    for (const change of [{ currency: 'USD' }, { currency: 'EUR' }, { amount_cents: 901 }]) {
      expect((await post({ ...yen, ...change })).status).toBe(409);
    }
    const debit = (more: object) => operator.post('/operator/wallet-debits', credit({ currency: 'JPY', ...more }));
    expect((await debit({ amount_cents: 901 })).body.error).toMatchObject({
      code: 'insufficient_funds',
      details: { required: 901, available: 900 },
    });
    expect((await debit({ currency: 'KWD', amount_cents: 1 })).status).toBe(402);
    expect(await post(credit({ currency: 'XXQ' }))).toMatchObject({
      status: 422,
      body: { detail: [{ loc: ['body', 'currency'] }] },
    });
    expect(await rowCounts(system.database.db)).toEqual(before);
    const out = { id: newId(), amount_cents: 400 };
    expect(await debit(out)).toMatchObject({ status: 201, body: { available_cents: 500 } });
    expect(await debit(out)).toMatchObject({ status: 200, body: { available_cents: 500 } });
    const { body: customer } = await operator.get(`/operator/customers/${accountId}`);
    const live = customer.worlds.find((side: { world: string }) => side.world === 'live');
    expect(live.other_wallets).toEqual([{ currency: 'JPY', available_cents: 500, held_cents: 0 }]);
    const moves = customer.money.filter((move: { currency: string }) => move.currency === 'JPY');
    expect(moves).toMatchObject([
      { type: 'debit', amount_cents: 400, by_operator: true },
      { type: 'fund', amount_cents: 900, by_operator: true },
    ]);
    const list = `/operator/money?account_id=${accountId}&currency=JPY`;
    expect((await operator.get(`${list}&limit=1`)).body.movements).toMatchObject([
      { currency: 'JPY', amount_cents: 400, account_email: email },
    ]);
    expect((await operator.get(`${list}&type=fund`)).body.movements).toMatchObject([{ amount_cents: 900 }]);
    expect((await operator.get('/operator/money/export?currency=JPY')).text.trim().split('\n')).toHaveLength(3);
    const { body: log } = await operator.get('/operator/audit?limit=1');
    expect(log.entries).toMatchObject([
      { action: 'wallet.debited', before: { available_cents: 900 }, after: { available_cents: 500, currency: 'JPY' } },
    ]);
    expect(await ledgerProblems(system.database.db)).toEqual([]);
  });

  it('404 for an email address without an account', async () => {
    const before = await rowCounts(system.database.db);
    expect((await post(credit({ email: 'nobody@example.com' }))).status).toBe(404);
    expect(await rowCounts(system.database.db)).toEqual(before);
  });

  it.each([
    [{ amount_cents: 0 }, 'greater_than_equal'],
    [{ amount_cents: 1.5 }, 'int_type'],
    [{ id: 'one' }, 'uuid_parsing'],
    [{ email: 'nobody' }, 'value_error'],
    [{ world: 'moon' }, 'enum'],
    [{ note: '' }, 'string_too_short'],
    [{ currency: 'yen' }, 'string_pattern_mismatch'],
    [{ extra: 1 }, 'extra_forbidden'],
  ])('422 for %j', async (change, type) => {
    const before = await rowCounts(system.database.db);
    const answer = await post(credit(change));
    expect([answer.status, answer.body.detail]).toMatchObject([422, [{ type }]]);
    expect(await rowCounts(system.database.db)).toEqual(before);
  });
});

describe('GET /operator/webhooks/failing', () => {
  const failing = async (
    accountId: string,
    more: { url: string; status: string; failures: number; minutesAgo: number },
  ) => {
    const at = new Date(clock.now().getTime() - more.minutesAgo * 60_000);
    const isOver = more.status !== 'pending';
    await sql`
      insert into webhook_deliveries (id, account_id, world, event, subject_kind, subject_id, order_id, url, origin,
        receiver, body, status, attempts, failures, next_attempt_at, response_status, error, created_at, ended_at, delivered_at)
      values (${newId()}, ${accountId}, 'test', 'status_updated', 'order', 'x', ${newId()}, ${more.url}, 'o', 'r', '{}',
        ${more.status}, ${more.failures + 1}, ${more.failures}, ${clock.now()}, 503, 'The receiver answered 503.', ${at},
        ${isOver ? at : null}, ${more.status === 'delivered' ? at : null})`.execute(system.database.db);
  };

  it('shows who fails, without what may be secret in the URL', async () => {
    const { accountId } = await system.account('test');
    const url = 'https://user:secret@hooks.example.com:8443/orders?token=secret';
    await failing(accountId, { url, status: 'pending', failures: 3, minutesAgo: 10 });
    await failing(accountId, { url, status: 'pending', failures: 1, minutesAgo: 5 });
    const gone = 'https://given-up.example.com/';
    await failing(accountId, { url: gone, status: 'failed', failures: 10, minutesAgo: 30 });
    const mended = 'https://mended.example.com/';
    await failing(accountId, { url: mended, status: 'failed', failures: 10, minutesAgo: 30 });
    await failing(accountId, { url: mended, status: 'delivered', failures: 0, minutesAgo: 20 });
    await failing(accountId, {
      url: 'https://long-ago.example.com/',
      status: 'failed',
      failures: 10,
      minutesAgo: 1500,
    });
    const { body, text } = await operator.get('/operator/webhooks/failing');
    expect(body).toMatchObject({
      total: 2,
      receivers: [
        { host: 'given-up.example.com', failures: 10, next_attempt_at: null, waiting: 0 },
        {
          account_id: accountId,
          account_email: `${accountId}@example.com`,
          world: 'test',
          host: 'hooks.example.com:8443',
          url: 'https://hooks.example.com:8443/orders',
          failures: 3,
          last_status: 503,
          last_error: 'The receiver answered 503.',
          waiting: 2,
        },
      ],
    });
    expect(text).not.toContain('secret');
    expect((await operator.get('/operator/overview')).body.waiting.failing_webhook_receivers).toBe(2);
    const page = await operator.get('/operator/webhooks/failing?limit=1&offset=1');
    expect(page.body).toMatchObject({ total: 2, receivers: [{ host: 'hooks.example.com:8443' }] });
  });
});

describe('the audit log', () => {
  it('is paged, newest first', async () => {
    const { body } = await operator.get('/operator/audit?limit=200');
    expect(body.total).toBe(await auditRows(system));
    const ids = body.entries.map((entry: { id: string }) => Number(entry.id));
    expect(ids).toEqual([...ids].sort((a, b) => b - a));
    const second = await operator.get('/operator/audit?limit=1&offset=1');
    expect(second.body.entries).toEqual([body.entries[1]]);
  });

  it('cannot be changed, not even by the database owner', async () => {
    const before = await auditRows(system);
    for (const statement of ['delete from audit_log', "update audit_log set note = ''", 'truncate audit_log']) {
      await expect(sql.raw(statement).execute(system.database.db)).rejects.toThrow('append-only');
    }
    expect(await auditRows(system)).toBe(before);
  });
});
