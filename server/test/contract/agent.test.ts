import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { canonicalJson } from '../../src/kit/canonical-json.ts';
import { systemClock } from '../../src/kit/clock.ts';
import { inTransaction } from '../../src/platform/database/index.ts';
import { agentOf, challengesOf, credentialFor, receiptIn, requestOf, sandboxOk } from '../harness/agent.ts';
import { ledgerProblems, paymentProblems, purchaseProblems } from '../harness/checks.ts';
import { fakeClock } from '../harness/fake-clock.ts';
import { orderFor, startSystem, type TestSystem } from '../harness/system.ts';

// The clock stands still, but sleeping really waits, so that a store's deadline doesn't pass at once.
const clock = { ...fakeClock(), sleep: systemClock.sleep };
let system: TestSystem;
let agent: ReturnType<typeof agentOf>;
beforeAll(async () => {
  system = await startSystem({ clock });
  agent = agentOf(system);
});
afterAll(() => system.stop());

const shop = (scenario: string) => `${system.url}/shop/products/test-${scenario}`;
const problem = (name: string) => `https://paymentauth.org/problems/${name}`;

/** Nothing was done unpaid. */
async function written(): Promise<unknown> {
  const { rows } = await sql`
    select (select count(*) from agent_payments) as payments, (select count(*) from orders) as orders,
      (select count(*) from ledger_transfers) as transfers, (select count(*) from accounts) as accounts`.execute(
    system.database.db,
  );
  return rows[0];
}

async function expectNothingWritten(act: () => Promise<void>): Promise<void> {
  const before = await written();
  await act();
  expect(await written()).toEqual(before);
}

describe('a challenge', () => {
  it('comes with a 402, one header line per method, and is never stored', () =>
    expectNothingWritten(async () => {
      const answer = await agent.ask('/agent/search?q=usb');
      expect(answer.status).toBe(402);
      expect(answer.headers.get('cache-control')).toBe('no-store');
      expect(answer.headers.get('content-type')).toContain('application/problem+json');
      expect(answer.body).toMatchObject({
        type: problem('payment-required'),
        title: 'Payment Required',
        status: 402,
        code: 'payment_required',
        error: { code: 'payment_required' },
      });
      const [challenge] = challengesOf(answer);
      const any = expect.any(String);
      expect(challenge).toMatchObject({ id: any, realm: '127.0.0.1', method: 'sandbox', intent: 'charge' });
      expect(challenge!.expires).toBe(new Date(clock.now().getTime() + 300_000).toISOString());
      expect(challenge!.digest).toBeUndefined();
      const request = Buffer.from(challenge!.request, 'base64url').toString();
      expect(request).toBe(canonicalJson(JSON.parse(request)));
      const details = { recipient: any, methodDetails: { nonce: any } };
      expect(JSON.parse(request)).toEqual({ amount: '1', currency: 'usd', ...details });
    }));

  it('asks max_price plus 1 USD for an order, bound to its body', async () => {
    const [challenge] = challengesOf(await agent.ask('/agent/orders', orderFor(shop('success'))));
    expect(requestOf(challenge!).amount).toBe('5100');
    expect(challenge!.digest).toMatch(/^sha-256=:[A-Za-z0-9+/]{43}=:$/);
  });

  it('tells the price rule to a bare order, and cannot buy anything', () =>
    expectNothingWritten(async () => {
      const answer = await agent.ask('/agent/orders');
      expect(answer.status).toBe(402);
      const [challenge] = challengesOf(answer);
      expect(challenge!.description).toContain('max_price');
      const credential = credentialFor(challenge!, sandboxOk);
      expect((await agent.send('/agent/orders', undefined, credential)).status).toBe(422);
      const other = await agent.send('/agent/orders', orderFor(shop('success'), { max_price: 1 }), credential);
      expect(other.body.type).toBe(problem('invalid-challenge'));
    }));

  it.each([
    ['/agent/search', ['query', 'q'], 'missing'],
    ['/agent/search?q=a&min_price=5&max_price=4', ['query', 'min_price'], 'value_error'],
    ['/agent/products/search?query=a&retailer=nowhere', ['query', 'retailer'], 'value_error'],
    ['/agent/products/details?product_id=1&retailer=target', ['query', 'retailer'], 'enum'],
    [
      '/agent/products/offers?product_id=1&retailer=amazon&max_age=1&newer_than=1',
      ['query', 'newer_than'],
      'value_error',
    ],
    ['/agent/orders?method=gold', ['query', 'method'], 'enum'],
  ])('is not given for the bad request %s', async (path, loc, type) => {
    const answer = await agent.ask(path);
    expect(answer.status).toBe(422);
    expect(answer.body.detail).toContainEqual(expect.objectContaining({ loc, type }));
    expect(answer.headers.get('www-authenticate')).toBeNull();
  });

  it('is not given for an order that cannot be placed', async () => {
    const refused = async (body: unknown) => {
      const answer = await agent.ask('/agent/orders', body);
      expect(answer.headers.get('www-authenticate')).toBeNull();
      return [answer.status, answer.body.error?.code ?? answer.body.detail[0].type];
    };
    expect(await refused(orderFor('https://nowhere.example/x'))).toEqual([400, 'unsupported_retailer']);
    expect(await refused(orderFor(shop('invalid-address')))).toEqual([400, 'invalid_shipping_address']);
    expect(await refused(orderFor(shop('insufficient-funds')))).toEqual([400, 'bad_request']);
    expect(await refused(orderFor(shop('success'), { max_price: 0 }))).toEqual([422, 'greater_than_equal']);
    const account = { retailer_credentials_id: 'svc_acct_abcdefghij' };
    expect(await refused(orderFor(shop('success'), account))).toEqual([404, 'not_found']);
    expect(await refused('{')).toEqual([422, 'json_invalid']);
  });

  it('is issued without touching the database, and only so often per address', async () => {
    await agent.ask('/agent/search?q=usb');
    const order = orderFor(shop('success'));
    await inTransaction(system.database.db, async (tx) => {
      await sql`lock table agent_payments, agent_secrets, accounts, wallets, orders, ledger_transfers
        in access exclusive mode`.execute(tx);
      expect((await agent.ask('/agent/search?q=usb')).status).toBe(402);
      expect((await agent.ask('/agent/orders', order)).status).toBe(402);
    });
    const strict = await startSystem({ clock: fakeClock(), env: { RATE_LIMIT_PER_ADDRESS: '1' } });
    try {
      const answers = [];
      for (let turn = 0; turn < 5; turn += 1) answers.push(await strict.post('/agent/search?q=usb', undefined));
      expect(answers.map(({ status }) => status)).toContain(429);
    } finally {
      await strict.stop();
    }
  });

  it('is valid in every process of the deployment, even one that started later', async () => {
    const path = '/agent/search?q=usb';
    const credential = credentialFor(await agent.challengeFor(path), sandboxOk);
    const later = await startSystem({ clock, databaseUrl: system.databaseUrl });
    try {
      expect((await agentOf(later).send(path, undefined, credential)).status).toBe(200);
      expect((await agent.send(path, undefined, credential)).body.type).toBe(problem('invalid-challenge'));
    } finally {
      await later.stop();
    }
  });

  it('follows Accept-Payment where it can, and ignores it where it cannot', async () => {
    for (const accept of ['sandbox/charge', '*/*', 'gold/charge', 'nonsense', 'sandbox/charge;q=0']) {
      const answer = await agent.ask('/agent/search?q=usb', undefined, { 'accept-payment': accept });
      expect(challengesOf(answer).map(({ method }) => method)).toEqual(['sandbox']);
    }
  });
});

describe('a paid data call', () => {
  it.each([
    ['/agent/search?q=usb%20cable', 'POST'],
    ['/agent/products/search?query=coffee&retailer=walmart', 'POST'],
    ['/agent/products/search?query=coffee&retailer=walmart', 'GET'],
  ])('%s by %s answers with a receipt', async (path, method) => {
    const challenge = challengesOf(await agent.ask(path, undefined, {}, method))[0]!;
    const authorization = credentialFor(challenge, sandboxOk);
    const answer = await agent.ask(path, undefined, { authorization }, method);
    expect(answer.status).toBe(200);
    expect(answer.body.results.length).toBeGreaterThan(0);
    expect(receiptIn(answer)).toMatchObject({ status: 'success', method: 'sandbox', reference: expect.any(String) });
    expect(answer.headers.get('x-api-key')).toBeNull();
  });

  it('looks up products, and is recorded in the ledger with one cent', async () => {
    const found = await agent.pay('/agent/products/search?query=coffee&retailer=walmart');
    const id = encodeURIComponent(found.body.results[0].product_id);
    for (const topic of ['details', 'offers']) {
      const { body } = await agent.pay(`/agent/products/${topic}?product_id=${id}&retailer=walmart`);
      expect(body.status).toBe('completed');
    }
    const { rows } = await sql`
      select p.id from agent_payments p left join ledger_transfers t on t.cause_id = p.id and t.cause = 'payment'
        and t.kind = 'fee' and t.debit = 'agent.sandbox' and t.credit = 'fees' and t.amount_cents = 1
      where p.order_id is null and t.id is null`.execute(system.database.db);
    expect(rows).toEqual([]);
    expect(await ledgerProblems(system.database.db)).toEqual([]);
  });

  it('that is declined or malformed is not paid, and is challenged anew', () =>
    expectNothingWritten(async () => {
      const path = '/agent/search?q=usb';
      const challenge = await agent.challengeFor(path);
      const declined = await agent.send(path, undefined, credentialFor(challenge, { token: 'sandbox_declined' }));
      expect(declined.status).toBe(402);
      expect(declined.body).toMatchObject({ type: problem('verification-failed'), code: 'payment_failed' });
      expect(challengesOf(declined)[0]!.id).not.toBe(challenge.id);
      for (const payload of [{ token: 'gold' }, {}, null, 'sandbox_ok']) {
        const answer = await agent.send(path, undefined, credentialFor(challenge, payload));
        expect([answer.status, answer.body.type]).toEqual([402, problem('malformed-credential')]);
      }
      for (const authorization of ['Payment', 'Payment !', 'Payment dGhpcyBpcyBnYXJiYWdl', 'Payment bnVsbA']) {
        const answer = await agent.send(path, undefined, authorization);
        expect([answer.status, answer.body.type]).toEqual([402, problem('malformed-credential')]);
        expect(challengesOf(answer)).toHaveLength(1);
      }
    }));
});

describe('a credential', () => {
  const path = '/agent/search?q=usb';

  it('works once', async () => {
    const credential = credentialFor(await agent.challengeFor(path), sandboxOk);
    expect((await agent.send(path, undefined, credential)).status).toBe(200);
    await expectNothingWritten(async () => {
      const again = await agent.send(path, undefined, credential);
      expect([again.status, again.body.type]).toEqual([402, problem('invalid-challenge')]);
      const keyed = await agent.send(path, undefined, credential, { 'idempotency-key': 'late' });
      expect(keyed.body.type).toBe(problem('invalid-challenge'));
    });
  });

  it('gets the first response again with the first request’s key, even after it expired', async () => {
    const headers = { 'idempotency-key': 'call-1' };
    const credential = credentialFor(await agent.challengeFor(path), sandboxOk);
    const first = await agent.send(path, undefined, credential, headers);
    await expectNothingWritten(async () => {
      clock.advance(600_000);
      const again = await agent.send(path, undefined, credential, headers);
      expect(again.text).toBe(first.text);
      expect(again.headers.get('idempotent-replayed')).toBe('true');
      expect(again.headers.get('payment-receipt')).toBe(first.headers.get('payment-receipt'));
      const other = await agent.send(path, undefined, credential, { 'idempotency-key': 'call-2' });
      expect(other.body.type).toBe(problem('invalid-challenge'));
    });
  });

  it('is refused when anything in it was altered, or for another request', () =>
    expectNothingWritten(async () => {
      const challenge = await agent.challengeFor(path);
      const cheap = Buffer.from(JSON.stringify({ ...requestOf(challenge), amount: '0' })).toString('base64url');
      const altered = [
        { ...challenge, request: cheap },
        { ...challenge, expires: '2099-01-01T00:00:00.000Z' },
        { ...challenge, realm: 'elsewhere.example' },
        { ...challenge, method: 'stripe' },
        { ...challenge, intent: 'session' },
        { ...challenge, digest: 'sha-256=:AAAA:' },
        { ...challenge, id: `${challenge.id}A` },
        { ...challenge, id: '' },
      ];
      for (const one of altered) {
        const answer = await agent.send(path, undefined, credentialFor(one, sandboxOk));
        expect([answer.status, answer.body.type]).toEqual([402, problem('invalid-challenge')]);
      }
      const good = credentialFor(challenge, sandboxOk);
      const elsewhere = [
        '/agent/search?q=gold',
        '/agent/products/search?query=usb&retailer=walmart',
        `${path}&min_price=1`,
      ];
      for (const other of elsewhere) {
        expect((await agent.send(other, undefined, good)).body.type).toBe(problem('invalid-challenge'));
      }
      expect((await agent.send(path, { x: 1 }, good)).body.type).toBe(problem('invalid-challenge'));
    }));

  it('of another server is refused', () =>
    expectNothingWritten(async () => {
      const other = await startSystem({ clock });
      try {
        const challenge = await agentOf(other).challengeFor(path);
        const answer = await agent.send(path, undefined, credentialFor(challenge, sandboxOk));
        expect([answer.status, answer.body.type]).toEqual([402, problem('invalid-challenge')]);
      } finally {
        await other.stop();
      }
    }));

  it('expires after five minutes', () =>
    expectNothingWritten(async () => {
      const credential = credentialFor(await agent.challengeFor(path), sandboxOk);
      clock.advance(300_000);
      for (const headers of [{}, { 'idempotency-key': 'late' }]) {
        const answer = await agent.send(path, undefined, credential, headers);
        expect([answer.status, answer.body.type]).toEqual([402, problem('payment-expired')]);
      }
    }));

  it('of an order is refused with another body, however alike', () =>
    expectNothingWritten(async () => {
      const body = orderFor(shop('success'));
      const credential = credentialFor(await agent.challengeFor('/agent/orders', body), sandboxOk);
      for (const other of [{ ...body, max_price: 1 }, `${JSON.stringify(body)} `]) {
        const answer = await agent.send('/agent/orders', other, credential);
        expect([answer.status, answer.body.type]).toEqual([402, problem('invalid-challenge')]);
      }
    }));
});

describe('an agent order', () => {
  it('has its own key, runs in the sandbox, and refunds the unused amount', async () => {
    const answer = await agent.pay('/agent/orders', orderFor(shop('success')));
    expect(answer.status).toBe(201);
    const key = answer.headers.get('x-api-key')!;
    expect(key).toMatch(/^svc_order_/);
    const { id } = answer.body;
    const receipt = answer.headers.get('payment-receipt');
    const paid = { method: 'sandbox', amount_cents: 5100, refunded_cents: 0, receipt, refunds: [] };
    expect(answer.body).toMatchObject({ status: 'pending', payment: paid });
    expect((await system.get(`/orders/${id}`, key)).body).toEqual(answer.body);
    await system.queue.drain();
    const { body } = await system.get(`/orders/${id}`, key);
    const total = body.job_result.price_components.total;
    expect(body).toMatchObject({
      status: 'order_placed',
      payment: {
        amount_cents: 5100,
        refunded_cents: 5000 - total,
        refunds: [{ amount_cents: 5000 - total, status: 'completed', reference: expect.any(String) }],
      },
    });
    expect((await system.get(`/orders/${id}/timeline`, key)).status).toBe(200);
    expect((await system.get('/orders', key)).status).toBe(403);
    const other = await agent.pay('/agent/orders', orderFor(shop('success')));
    expect((await system.get(`/orders/${other.body.id}`, key)).status).toBe(404);
    await system.queue.drain();
  });

  it.each(['out-of-stock', 'retailer-cancels'])(
    'that ends badly (%s) gives everything back, the fee too',
    async (story) => {
      const answer = await agent.pay('/agent/orders', orderFor(shop(story)));
      await system.queue.drain();
      const { body } = await system.get(`/orders/${answer.body.id}`, answer.headers.get('x-api-key')!);
      expect(['order_failed', 'cancelled_by_retailer']).toContain(body.status);
      expect(body.payment.refunded_cents).toBe(5100);
    },
  );

  it('that is canceled gives everything back', async () => {
    const answer = await agent.pay('/agent/orders', orderFor(shop('success')));
    const key = answer.headers.get('x-api-key')!;
    expect((await system.post(`/orders/${answer.body.id}/cancel`, key)).status).toBe(204);
    await system.queue.drain();
    const { body } = await system.get(`/orders/${answer.body.id}`, key);
    expect(body).toMatchObject({
      status: 'cancelled',
      payment: { refunded_cents: 5100, refunds: [{ status: 'completed' }] },
    });
  });

  it('gets the same response, with the same order key, for its idempotency key', async () => {
    const body = orderFor(shop('success'));
    const headers = { 'idempotency-key': 'order-1' };
    const credential = credentialFor(await agent.challengeFor('/agent/orders', body), sandboxOk);
    const first = await agent.send('/agent/orders', body, credential, headers);
    await expectNothingWritten(async () => {
      const again = await agent.send('/agent/orders', body, credential, headers);
      expect([again.status, again.text]).toEqual([201, first.text]);
      for (const name of ['x-api-key', 'payment-receipt'])
        expect(again.headers.get(name)).toBe(first.headers.get(name));
      expect(again.headers.get('idempotent-replayed')).toBe('true');
      const bare = await agent.send('/agent/orders', body, credential);
      expect([bare.status, bare.body.type]).toEqual([402, problem('invalid-challenge')]);
    });
    await system.queue.drain();
  });

  it('leaves a balanced ledger', async () => {
    await system.queue.drain();
    expect(await purchaseProblems(system.database.db)).toEqual([]);
    expect(await paymentProblems(system.database.db)).toEqual([]);
    expect(await ledgerProblems(system.database.db)).toEqual([]);
  });
});

describe('discovery', () => {
  it('names the price of every agent operation', async () => {
    const { body } = await system.get('/openapi.json');
    const offers = (path: string) => body.paths[path].post['x-payment-info'].offers[0];
    for (const path of [
      '/agent/search',
      '/agent/products/search',
      '/agent/products/details',
      '/agent/products/offers',
    ]) {
      expect(offers(path)).toMatchObject({ method: 'sandbox', intent: 'charge', amount: '1', currency: 'usd' });
    }
    expect(offers('/agent/orders')).toMatchObject({ method: 'sandbox', amount: null });
    expect((await system.get('/llms.txt')).text).toContain('/agent/orders');
  });

  it('there is no agent mode without a payment method', async () => {
    const off = await startSystem({ env: { AGENT_SANDBOX: 'false' } });
    try {
      expect((await off.post('/agent/search?q=a', undefined)).status).toBe(404);
      expect((await off.get('/llms.txt')).text).not.toContain('/agent/');
    } finally {
      await off.stop();
    }
  });
});
