import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signingKeyFrom, verifyRequest } from '../../src/platform/message-signatures.ts';
import { challengesOf, credentialFor, sandboxOk } from '../harness/agent.ts';
import { startSystem, type TestSystem } from '../harness/system.ts';
import { startUcpAgent, ucpAddress } from '../harness/ucp-agent.ts';

let system: TestSystem;
let agent: Awaited<ReturnType<typeof startUcpAgent>>;
let stranger: Awaited<ReturnType<typeof startUcpAgent>>;
beforeAll(async () => {
  system = await startSystem({ withWorker: true, env: { WEBHOOK_ALLOW_PRIVATE: 'true', WEBHOOK_RETRY_SCALE: '0' } });
  [agent, stranger] = [await startUcpAgent(system), await startUcpAgent(system)];
});
afterAll(async () => {
  await system.stop();
  await Promise.all([agent.stop(), stranger.stop()]);
});

const sessions = '/ucp/checkout-sessions';
const wish = (scenario = 'success', quantity = 1) => ({
  line_items: [{ item: { id: `${system.url}/shop/products/test-${scenario}` }, quantity }],
  fulfillment: {
    methods: [
      {
        type: 'shipping',
        destinations: [
          {
            ...ucpAddress,
          },
        ],
      },
    ],
  },
});

const open = async (who = agent, quantity = 1) => {
  const answer = await who.call('POST', sessions, wish('success', quantity));
  expect(answer.status, answer.text).toBe(201);
  return answer.body;
};

async function count(of: string): Promise<number> {
  const { rows } = await system.database.pool.query<{ n: number }>(`select count(*)::int as n from ${of}`);
  return rows[0]!.n;
}
const countOrders = () => count('orders');
const totalOf = (totals: { type: string; amount: number }[]) => totals.find(({ type }) => type === 'total')?.amount;

describe('the signature of an agent', () => {
  it('says who it is, whatever it asks for', async () => {
    const { id, status } = await open();
    expect(status).toBe('ready_for_complete');
    expect((await agent.call('GET', `${sessions}/${id}`)).body).toMatchObject({ id });
  });

  it('counts once: rejects a captured request that is sent again, even with its signature in another form', async () => {
    const captured: RequestInit[] = [];
    const spoil = ({ headers, body }: { headers: Record<string, string>; body: string | null }) =>
      void captured.push({ method: 'POST', headers: { ...headers }, body });
    const opened = await agent.call('POST', sessions, wish(), { headers: { 'idempotency-key': 'once' }, spoil });
    expect(opened.status, opened.text).toBe(201);
    const before = await count('ucp_checkouts');
    for (const signed of [captured[0]!, captured[0]!]) {
      const answer = await fetch(`${system.url}${sessions}`, signed);
      expect([answer.status, await answer.json()]).toEqual([
        401,
        { code: 'signature_invalid', content: expect.stringContaining('already used') },
      ]);
    }
    const read = await agent.call('GET', `${sessions}/${opened.body.id}`, undefined, {
      spoil: ({ headers }) => void captured.push({ method: 'GET', headers: { ...headers } }),
    });
    expect(read.status).toBe(200);
    expect((await fetch(`${system.url}${sessions}/${opened.body.id}`, captured[1]!)).status).toBe(401);
    // A real retry is signed again, and gets the first response.
    const again = await agent.call('POST', sessions, wish(), { headers: { 'idempotency-key': 'once' } });
    expect([again.status, again.body.id, again.headers.get('idempotent-replayed')]).toEqual([
      201,
      opened.body.id,
      'true',
    ]);
    expect(await count('ucp_checkouts')).toBe(before);
  });

  it('is for this service alone: a request signed for another store is refused, whatever host its request line names', async () => {
    const before = await count('ucp_checkouts');
    const elsewhere = 'https://other-store.example';
    const { status, text } = await agent.callFor(elsewhere, sessions, wish());
    expect([status, text]).toEqual([401, expect.stringContaining('signature_invalid')]);
    expect((await agent.callFor(system.url, sessions, wish())).status).toBe(201);
    expect(await count('ucp_checkouts')).toBe(before + 1);
  });

  it('counts once where two of them arrive at the same time', async () => {
    const captured: RequestInit[] = [];
    await agent.call('GET', `${sessions}/none`, undefined, {
      spoil: (sent) => {
        captured.push({ method: 'GET', headers: { ...sent.headers } });
        // The first goes out unsigned, so that none of the copies was seen yet.
        delete sent.headers.signature;
        delete sent.headers['signature-input'];
      },
    });
    const copies = await Promise.all(
      Array.from({ length: 8 }, () => fetch(`${system.url}${sessions}/none`, captured[0])),
    );
    expect(copies.map(({ status }) => status).sort()).toEqual([401, 401, 401, 401, 401, 401, 401, 404].sort());
  });

  it('is refused when it is old or from the future', async () => {
    const before = await count('ucp_checkouts');
    for (const [seconds, words] of [
      [-302, 'too long ago'],
      [90, 'in the future'],
    ] as const) {
      const answer = await agent.call('POST', sessions, wish(), { at: new Date(Date.now() + seconds * 1000) });
      expect([answer.status, answer.body.code]).toEqual([401, 'signature_invalid']);
      expect(answer.body.content).toContain(words);
    }
    expect(await count('ucp_checkouts')).toBe(before);
  });

  it('is rejected with the protocol’s error code if it is invalid, and the request has no effect', async () => {
    const before = await count('ucp_checkouts');
    const { key: other } = signingKeyFrom(Buffer.alloc(32, 3));
    const { kid } = signingKeyFrom(Buffer.alloc(32, 9)).key;
    const emptied = (sent: { body: string | null }) => Object.assign(sent, { body: '{}' });
    const renamed = ({ headers }: { headers: Record<string, string> }) =>
      Object.assign(headers, { 'idempotency-key': 'late' });
    const spoiled = [
      [401, 'key_not_found', { key: other }],
      [401, 'signature_invalid', { key: { ...other, kid } }],
      [400, 'digest_mismatch', { spoil: emptied }],
      [401, 'signature_invalid', { spoil: renamed }],
    ] as const;
    for (const [status, code, signing] of spoiled) {
      const answer = await agent.call('POST', sessions, wish(), signing);
      expect([answer.status, answer.body.code], code).toEqual([status, code]);
    }
    const nowhere = { headers: { 'ucp-agent': `profile="http://127.0.0.1:1/none"` } };
    expect((await agent.call('POST', sessions, wish(), nowhere)).body.code).toBe('profile_unreachable');
    const none = { headers: { 'ucp-agent': 'profile="ftp://agent.example/x"' } };
    expect((await agent.call('POST', sessions, wish(), none)).body.code).toBe('invalid_profile_url');
    expect(await count('ucp_checkouts')).toBe(before);
  });

  it('is checked even with a key', async () => {
    const key = await system.mint();
    const { key: other } = signingKeyFrom(Buffer.alloc(32, 3));
    const headers = { authorization: `Bearer ${key}` };
    expect((await agent.call('POST', sessions, wish(), { headers, key: other })).status).toBe(401);
    expect((await agent.call('POST', sessions, wish(), { headers })).status).toBe(201);
  });

  it('or a key is needed', async () => {
    const answer = await system.call(sessions, {
      method: 'POST',
      body: wish(),
      headers: { 'ucp-agent': `profile="${agent.profileUrl}"` },
    });
    expect(answer.status).toBe(401);
    expect(answer.headers.get('www-authenticate')).toContain('Bearer');
  });

  it('reads the profile once for many requests', async () => {
    await agent.call('GET', `${sessions}/unknown`);
    const reads = agent.state.profileReads;
    for (let n = 0; n < 3; n += 1) await agent.call('GET', `${sessions}/unknown`);
    expect(agent.state.profileReads).toBe(reads);
  });
});

describe('an agent without a key', () => {
  it('pays for its checkout by a method of agent mode, and has one order of it', async () => {
    const { id, totals, ucp } = await open(agent, 2);
    expect(Object.keys(ucp.payment_handlers)).toEqual(['dev.errand.payment']);
    const before = await countOrders();
    const body = { payment: { instruments: [{ handler_id: 'payment', type: 'sandbox' }] } };
    const asked = await agent.call('POST', `${sessions}/${id}/complete`, body);
    expect(asked.status).toBe(402);
    const [challenge] = challengesOf(asked);
    const { amount } = JSON.parse(Buffer.from(challenge!.request, 'base64url').toString());
    expect(amount).toBe(String(totalOf(totals)));
    const headers = { authorization: credentialFor(challenge!, sandboxOk) };
    const paid = await Promise.all([
      agent.call('POST', `${sessions}/${id}/complete`, body, { headers }),
      agent.call('POST', `${sessions}/${id}/complete`, body, { headers }),
    ]);
    expect(paid.filter(({ status }) => status < 300).length).toBeGreaterThan(0);
    expect(await countOrders()).toBe(before + 1);
    const standing = async () => (await agent.call('GET', `${sessions}/${id}`)).body;
    await expect.poll(async () => (await standing()).status, { timeout: 20_000, interval: 200 }).toBe('completed');
    const { order } = await standing();
    const shown = await agent.call('GET', `/ucp/orders/${order.id}`);
    expect(shown.body).toMatchObject({ id: order.id, checkout_id: id, line_items: [{ quantity: { original: 2 } }] });
    const again = await agent.call('POST', `${sessions}/${id}/complete`, body);
    expect(again.body).toMatchObject({ order: { id: order.id } });
    expect(await countOrders()).toBe(before + 1);
  });

  it('cannot buy one checkout twice with two payments', async () => {
    const { id } = await open();
    const before = await countOrders();
    const path = `${sessions}/${id}/complete`;
    const challenges = await Promise.all([agent.call('POST', path, {}), agent.call('POST', path, {})]);
    const answers = await Promise.all(
      challenges.map((asked) => {
        const headers = { authorization: credentialFor(challengesOf(asked)[0]!, sandboxOk) };
        return agent.call('POST', path, {}, { headers });
      }),
    );
    expect(new Set(answers.filter(({ status }) => status < 300).map(({ body }) => body.order.id)).size).toBe(1);
    expect(await countOrders()).toBe(before + 1);
    const payments = `agent_payments p join ucp_checkouts c on c.order_id = p.order_id where c.id = '${id}'`;
    expect(await count(payments)).toBe(1);
  });

  it('is charged nothing for a declined payment, and can try again', async () => {
    const { id } = await open();
    const path = `${sessions}/${id}/complete`;
    const before = await countOrders();
    const asked = await agent.call('POST', path, {});
    const headers = { authorization: credentialFor(challengesOf(asked)[0]!, { token: 'sandbox_declined' }) };
    expect((await agent.call('POST', path, {}, { headers })).status).toBe(402);
    expect(await countOrders()).toBe(before);
    expect((await agent.pay(path, {})).body).toMatchObject({ order: { id: expect.any(String) } });
  });

  it('sees nothing from another account', async () => {
    const { id } = await open();
    expect((await stranger.call('GET', `${sessions}/${id}`)).status).toBe(404);
    expect((await stranger.call('PUT', `${sessions}/${id}`, wish())).status).toBe(404);
    expect((await stranger.call('POST', `${sessions}/${id}/complete`, {})).status).toBe(404);
    const paid = await agent.pay(`${sessions}/${id}/complete`, {});
    expect((await stranger.call('GET', `/ucp/orders/${paid.body.order.id}`)).status).toBe(404);
    const key = await system.mint();
    expect((await system.get(`${sessions}/${id}`, key)).status).toBe(404);
  });

  it('pays for a search as any agent does', async () => {
    const asked = await agent.call('POST', '/ucp/catalog/search', { query: 'headphones' });
    expect(asked.status).toBe(402);
    const found = await agent.pay('/ucp/catalog/search', { query: 'headphones' });
    expect(found.body.products.length).toBeGreaterThan(0);
  });
});

describe('an agent that bought', () => {
  it('gets signed updates about its order until it accepts one', async () => {
    const { id } = await open(stranger);
    stranger.state.refuses = 2;
    const { body } = await stranger.pay(`${sessions}/${id}/complete`, {});
    const events = () =>
      stranger.heard.map(({ text }) =>
        JSON.parse(text).fulfillment.events.map((event: { type: string }) => event.type),
      );
    await expect.poll(() => events().at(-1), { timeout: 30_000, interval: 200 }).toContain('delivered');
    // What it refused comes again under the same id.
    const repeated = () =>
      stranger.heard.length - new Set(stranger.heard.map(({ headers }) => headers['webhook-id'])).size;
    await expect.poll(repeated, { timeout: 30_000, interval: 200 }).toBe(2);
    expect(stranger.state.refuses).toBe(0);
    const { keys } = (await system.get('/.well-known/ucp')).body;
    for (const { headers, text } of stranger.heard) {
      const url = `${stranger.origin}/orders`;
      expect(verifyRequest(keys, { method: 'POST', url, headers, body: text }, new Date())).toMatchObject({
        kind: 'good',
      });
      expect(headers['ucp-agent']).toBe(`profile="${system.url}/.well-known/ucp"`);
      expect(headers['webhook-id']).toMatch(/^[0-9a-f]{32}$/);
      expect(JSON.parse(text)).toMatchObject({ id: body.order.id, checkout_id: id });
    }
    expect(agent.heard.map(({ text }) => JSON.parse(text).id)).not.toContain(body.order.id);
  });
});

describe('requests that come again', () => {
  it('get their first answer, and another request with the same key a conflict', async () => {
    const headers = { 'idempotency-key': 'create-0001-0001-0001-0001' };
    const first = await agent.call('POST', sessions, wish(), { headers });
    const again = await agent.call('POST', sessions, wish(), { headers });
    expect(again.body.id).toBe(first.body.id);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    const other = await agent.call('POST', sessions, wish('success', 3), { headers });
    expect([other.status, other.body.code]).toEqual([409, 'already_exists']);
    const another = await stranger.call('POST', sessions, wish(), { headers });
    expect(another.body.id).not.toBe(first.body.id);
    const key = await system.mint();
    const rpc = (quantity: number) =>
      system.post('/ucp/mcp', key, {
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: {
          name: 'create_checkout',
          arguments: { meta: { 'idempotency-key': 'mcp-0001' }, checkout: wish('success', quantity) },
        },
      });
    const [made, same, differs] = [await rpc(1), await rpc(1), await rpc(2)];
    expect(same.body.result.structuredContent.id).toBe(made.body.result.structuredContent.id);
    expect(differs.body.error.data.code).toBe('already_exists');
  });
});

describe('the first version', () => {
  it('has its own profile and responds in its own format', async () => {
    const key = await system.mint();
    const { body: newest } = await system.get('/.well-known/ucp');
    const { body } = await system.get(new URL(newest.ucp.supported_versions['2026-01-11']).pathname);
    expect(body.ucp.services['dev.ucp.shopping'].rest.endpoint).toBe(`${system.url}/ucp/2026-01-11`);
    expect(body.ucp.capabilities.map(({ name }: { name: string }) => name)).toContain('dev.ucp.shopping.checkout');
    expect(body.signing_keys).toEqual(newest.keys);
    const opened = await system.post('/ucp/2026-01-11/checkout-sessions', key, wish());
    expect(opened.body).toMatchObject({
      ucp: { version: '2026-01-11' },
      payment: { handlers: [{ id: 'wallet', name: 'dev.errand.wallet' }] },
    });
    const done = await system.post(`/ucp/2026-01-11/checkout-sessions/${opened.body.id}/complete`, key, {
      payment_data: { handler_id: 'wallet', type: 'wallet' },
    });
    expect(done.body).toMatchObject({ order: { id: expect.any(String) } });
    const { id } = (await system.post('/ucp/2026-01-11/checkout-sessions', key, wish())).body;
    const refused = await system.post(`/ucp/2026-01-11/checkout-sessions/${id}/complete`, key, {
      payment_data: { handler_id: 'card', type: 'card' },
    });
    expect(refused.body.code).toBe('payment_instrument_unavailable');
  });
});
