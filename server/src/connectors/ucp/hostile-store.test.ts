import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { findQuery } from '../../../test/conformance/subject.ts';
import { call } from '../../../test/stand-ins/ucp/bench.ts';
import { bench, buy, expectNothingSold, facing, withHostileShop } from '../../../test/stand-ins/ucp/hostile.ts';
import { verifyRequest } from '../../platform/message-signatures.ts';

withHostileShop();

// One more try, then it is final: none of these passes by waiting.
const differs = { kind: 'refused', reason: 'checkout_failed', detail: 'cart_differs', retryOnce: true };
const notUnderstood = { kind: 'refused', reason: 'checkout_failed', detail: 'not_understood', retryOnce: true };
const addressNotShown = {
  kind: 'refused',
  detail: 'address_not_shown',
  message: expect.stringContaining('mode to review'),
};

describe('what every request carries', () => {
  it('names its profile and is signed, with a key for complete and cancel and the payment with complete alone', async () => {
    const { shop, connect, order } = bench;
    const request = order();
    expect(await buy(connect(), request)).toMatchObject({ kind: 'placed' });
    expect(shop.state.seen.length).toBeGreaterThan(3);
    for (const { headers, operation, body } of shop.state.seen) {
      expect(headers['ucp-agent']).toBe('profile="https://errand.example/ucp/profiles/2026-08-25"');
      expect(headers.signature).toMatch(/^sig1=:/);
      expect(headers.authorization).toBe('Bearer granted');
      expect('payment' in body, operation).toBe(operation === 'complete_checkout');
      if (operation !== 'complete_checkout') expect(JSON.stringify(body)).not.toContain('tok_1');
    }
    const [complete] = shop.seen('complete_checkout');
    expect(complete?.headers['idempotency-key']).toMatch(/^[0-9a-f]{40}$/);
    expect(complete?.headers['signature-input']).toContain(
      '("@method" "@authority" "@path" "ucp-agent" "idempotency-key" "content-digest" "content-type")',
    );
    expect(complete?.body).toMatchObject({
      payment: { instruments: [{ handler_id: 'pay_1', type: 'card', selected: true }] },
    });
    expect(verifyRequest([], { method: 'GET', url: shop.origin, headers: {}, body: null }).kind).toBe('unsigned');
  });

  it('has its own name, and a key if it changes something', async () => {
    await buy(bench.connect(), bench.order());
    const { seen } = bench.shop.state;
    expect(new Set(seen.map(({ headers }) => headers['request-id'])).size).toBe(seen.length);
    const changing = seen.filter(({ operation }) => /^(create|update|complete|cancel)_/.test(operation));
    const keys = changing.map(({ headers }) => headers['idempotency-key']);
    expect(changing.length).toBeGreaterThan(2);
    expect(keys).not.toContain(undefined);
    // Another body needs another key.
    expect(new Set(keys).size).toBe(keys.length);
    for (const { headers } of seen.filter((call) => !changing.includes(call))) {
      expect(headers['idempotency-key']).toBeUndefined();
    }
  });

  it('leaves out what is the store’s to say', async () => {
    await buy(bench.connect(), bench.order());
    for (const { body } of [...bench.shop.seen('create_checkout'), ...bench.shop.seen('update_checkout')]) {
      for (const field of [
        'id',
        'status',
        'currency',
        'totals',
        'messages',
        'links',
        'continue_url',
        'order',
        'payment',
      ]) {
        expect(body).not.toHaveProperty(field);
      }
      expect(JSON.stringify(body)).not.toContain('price');
    }
  });

  it('cancels with a key', async () => {
    const connector = bench.connect();
    const request = bench.order();
    const prepared = await connector.prepare!(request, call());
    if (prepared.kind !== 'ready') throw new Error('not ready');
    await connector.release!(prepared.checkout, request, call());
    expect(bench.shop.seen('cancel_checkout')[0]?.headers['idempotency-key']).toMatch(/^[0-9a-f]{40}$/);
  });
});

describe('discovery', () => {
  it.each([
    { shape: 'nested', keysUnder: 'keys' },
    { shape: 'nested', keysUnder: 'signing_keys' },
    { shape: 'flat', keysUnder: 'keys' },
    { shape: 'flat', keysUnder: 'signing_keys' },
    { shape: 'first', keysUnder: 'signing_keys', version: '2026-01-11' },
  ] as const)('reads a profile that is $shape with $keysUnder, and its keys count', async (shape) => {
    expect(await buy(facing(shape), bench.order())).toMatchObject({ kind: 'placed' });
    await expectNothingSold(async () => {
      expect(await buy(facing({ ...shape, signature: 'wrong' }), bench.order())).toMatchObject(notUnderstood);
    });
  });

  it.each([
    ['2026-08-25', ['2026-04-08'], '2026-08-25'],
    ['2026-04-08', ['2026-01-11'], '2026-04-08'],
    ['2027-01-01', ['2026-01-11', '2026-04-08', '2026-08-25'], '2026-08-25'],
    ['2027-01-01', ['2026-04-08', '2026-01-11'], '2026-04-08'],
    ['2026-01-11', [], '2026-01-11'],
  ])('of %s and %j speaks %s', async (version, olderVersions, spoken) => {
    expect(await buy(facing({ version, olderVersions }), bench.order())).toMatchObject({ kind: 'placed' });
    for (const { headers } of bench.shop.state.seen) expect(headers['ucp-agent']).toContain(`/${spoken}"`);
    const [complete] = bench.shop.seen('complete_checkout');
    expect(Object.keys(complete?.body ?? {})).toEqual([spoken === '2026-01-11' ? 'payment_data' : 'payment']);
  });

  it('does not call stores with unsupported versions', async () => {
    const outcome = await buy(facing({ version: '2027-01-01', olderVersions: ['2026-12-01'] }), bench.order());
    expect(outcome).toMatchObject({ ...notUnderstood, message: expect.stringContaining('2027-01-01, 2026-12-01') });
    expect(bench.shop.state.seen).toEqual([]);
  });

  it('keeps its cached profile while none can be read', async () => {
    let now = Date.parse('2026-09-01T00:00:00Z');
    const clock = { now: () => new Date(now), sleep: async () => {} };
    const connector = bench.connect({}, bench.client, clock);
    const ask = () => connector.product!({ retailer: 'real', productId: 'enamel-mug' }, call());
    expect((await ask()).kind).toBe('found');
    bench.shop.behave({ profileStatus: 404 });
    now += 3600_000;
    expect((await ask()).kind).toBe('found');
    bench.shop.behave({ broken: true });
    expect((await ask()).kind).toBe('unreachable');
    bench.shop.behave();
    expect((await ask()).kind).toBe('found');
  });
});

describe('the store’s signature', () => {
  it.each([
    ['wrong', { signature: 'wrong' }],
    ['of another body', { signature: 'stale body' }],
  ] as const)('is rejected when it is %s', async (_which, faults) => {
    await expectNothingSold(async () => {
      expect(await buy(facing(faults), bench.order())).toMatchObject({
        ...notUnderstood,
        message: expect.stringContaining('signature'),
      });
    });
  });

  it('that is invalid on the complete response leaves the outcome unknown, and the history resolves it', async () => {
    const connector = bench.connect();
    const request = bench.order();
    const prepared = await connector.prepare!(request, call());
    if (prepared.kind !== 'ready') throw new Error('not ready');
    let answers = 0;
    const spoil = bench.connect(
      {},
      {
        async send(sent, at) {
          const reply = await bench.client.send(sent, at);
          answers += String(sent.url).endsWith('/complete') ? 1 : 0;
          const isLast = String(sent.url).endsWith('/complete') && reply.kind === 'answered';
          return isLast ? { ...reply, text: reply.text.replace('completed', 'canceled_') } : reply;
        },
      },
    );
    expect(await spoil.submit!(prepared.checkout, request, call())).toMatchObject({ kind: 'unknown' });
    expect(answers).toBe(1);
    const query = findQuery(request, prepared.checkout);
    expect(await connector.find!(query, call())).toMatchObject({ kind: 'found' });
  });

  it('may be missing, unless the operator wants one', async () => {
    expect(await buy(facing({ signature: 'none' }), bench.order())).toMatchObject({ kind: 'placed' });
    await expectNothingSold(async () => {
      const strict = bench.connect({ settings: { require_signatures: true } });
      expect(await buy(strict, bench.order())).toMatchObject(notUnderstood);
    });
  });

  it('by a key that its profile named a moment later is accepted at the next attempt', async () => {
    const { state } = bench.shop;
    const { jwk } = state;
    const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    state.jwk = { ...publicKey.export({ format: 'jwk' }), kid: 'store-key' };
    const connector = bench.connect();
    const request = bench.order();
    await expectNothingSold(async () => expect(await buy(connector, request)).toMatchObject(notUnderstood));
    state.jwk = jwk;
    expect(await buy(connector, request)).toMatchObject({ kind: 'placed' });
  });
});

describe('what is about to be bought', () => {
  it('is the right number at a store that adds on an update', async () => {
    const request = bench.order(2);
    const outcome = await buy(facing({ addsOnUpdate: true }), request);
    expect(outcome).toMatchObject({ kind: 'placed', purchase: { lines: [{ quantity: 2 }] } });
    expect(
      bench.shop
        .sold()
        .at(-1)
        ?.lines.map(({ quantity }) => quantity),
    ).toEqual([2]);
  });

  it('is nothing where every update adds', async () => {
    await expectNothingSold(async () => {
      expect(await buy(facing({ alwaysAdds: true }), bench.order(2))).toMatchObject(differs);
    });
    expect(bench.shop.seen('complete_checkout')).toEqual([]);
  });

  it.each(['too low', 'twice', 'lines differ'] as const)('is nothing when the totals are %s', async (totals) => {
    await expectNothingSold(async () => {
      expect(await buy(facing({ totals }), bench.order())).toMatchObject(differs);
    });
    expect(bench.shop.seen('complete_checkout')).toEqual([]);
  });

  it.each(['changed', 'hidden', 'left out'] as const)('is nothing when the address is %s', async (address) => {
    await expectNothingSold(async () => {
      expect(await buy(facing({ address }), bench.order())).toMatchObject(
        address === 'changed' ? differs : addressNotShown,
      );
    });
    expect(bench.shop.seen('complete_checkout')).toEqual([]);
  });

  it('is nothing if the price rose after it was read', async () => {
    await expectNothingSold(async () => {
      expect(await buy(facing({ dearerLater: 1 }), bench.order())).toMatchObject(differs);
    });
    expect(bench.shop.seen('complete_checkout')).toEqual([]);
  });

  it('is nothing if someone changed the session between the quote and the purchase', async () => {
    const connector = bench.connect();
    const request = bench.order(2);
    const prepared = await connector.prepare!(request, call());
    if (prepared.kind !== 'ready') throw new Error('not ready');
    for (const session of bench.shop.state.sessions.values()) for (const line of session.lines) line.quantity = 3;
    await expectNothingSold(async () => {
      expect(await connector.submit!(prepared.checkout, request, call())).toMatchObject(differs);
    });
    expect(bench.shop.seen('complete_checkout')).toEqual([]);
  });

  it('is nothing if other items at the same price are in the session at the purchase', async () => {
    const connector = bench.connect();
    const request = bench.order(2);
    const prepared = await connector.prepare!(request, call());
    if (prepared.kind !== 'ready') throw new Error('not ready');
    for (const session of bench.shop.state.sessions.values()) {
      if (session.status !== 'ready_for_complete') continue;
      session.lines = session.lines.map((line) => ({ ...line, item: { id: 'var_cup_25' }, quantity: 20 }));
    }
    await expectNothingSold(async () => {
      expect(await connector.submit!(prepared.checkout, request, call())).toMatchObject(differs);
    });
    expect(bench.shop.seen('complete_checkout')).toEqual([]);
  });

  it('comes with the address of the store’s return policy', async () => {
    const prepared = await bench.connect().prepare!(bench.order(), call());
    expect(prepared).toMatchObject({ checkout: { returnPolicyUrl: `${bench.shop.origin}/returns` } });
  });

  it('ships the cheapest way', async () => {
    const outcome = await buy(bench.connect(), bench.order(2));
    expect(outcome).toMatchObject({
      kind: 'placed',
      purchase: { price: { subtotal: 2500, shipping: 500, tax: 250, total: 3250 } },
    });
  });
});

describe('a store without the extension for deliveries', () => {
  it.each([false, true])('is told an address alone, and sells the right number (adds on update: %s)', async (adds) => {
    const outcome = await buy(facing({ isPlain: true, version: '2026-04-08', addsOnUpdate: adds }), bench.order(2));
    expect(outcome).toMatchObject({ kind: 'placed', purchase: { lines: [{ quantity: 2 }], price: { shipping: 500 } } });
    const lines = bench.shop.sold().at(-1)?.lines;
    expect(lines?.map(({ quantity }) => quantity)).toEqual([2]);
    const [created] = bench.shop.seen('create_checkout');
    expect(created?.body).toMatchObject({ shipping_address: { postal_code: expect.any(String) } });
    expect(created?.body).not.toHaveProperty('fulfillment');
  });

  it('that has it and does not say so is bought from all the same', async () => {
    const outcome = await buy(facing({ hidesExtension: true }), bench.order(2));
    expect(outcome).toMatchObject({ kind: 'placed', purchase: { lines: [{ quantity: 2 }], price: { shipping: 500 } } });
  });

  it('sells nothing to another address', async () => {
    await expectNothingSold(async () => {
      expect(await buy(facing({ isPlain: true, address: 'changed' }), bench.order())).toMatchObject(differs);
    });
    expect(bench.shop.seen('complete_checkout')).toEqual([]);
  });
});

describe('paying', () => {
  it('names the token as the handler does', async () => {
    const payment = {
      handler: 'com.example.pay',
      type: 'card',
      credential_type: 'x402',
      credential_field: 'authorization',
    };
    bench.shop.behave();
    expect(await buy(bench.connect({ payment }), bench.order())).toMatchObject({ kind: 'placed' });
    expect(bench.shop.seen('complete_checkout')[0]?.body).toMatchObject({
      payment: { instruments: [{ credential: { type: 'x402', authorization: 'tok_1' } }] },
    });
  });

  it.each([
    ['another handler', [{ name: 'com.other.pay', id: 'other', types: null }]],
    ['the handler with other instruments', [{ name: 'com.example.pay', id: 'pay_1', types: ['wallet'] }]],
    ['no handler', []],
  ])('is not tried where the store offers %s', async (_name, handlers) => {
    await expectNothingSold(async () => {
      expect(await buy(facing({ handlers }), bench.order())).toMatchObject({
        kind: 'refused',
        reason: 'payment_declined',
      });
    });
    expect(bench.shop.seen('complete_checkout')).toEqual([]);
  });

  it('that is declined is a refusal, and nothing was bought', async () => {
    await expectNothingSold(async () => {
      expect(await buy(facing({ declines: true }), bench.order())).toMatchObject({
        kind: 'refused',
        reason: 'payment_declined',
      });
    });
  });

  it.each([500, 400, 409])('is found though the store answered %i to complete', async (liesAboutComplete) => {
    const connector = facing({ liesAboutComplete });
    const request = bench.order();
    const prepared = await connector.prepare!(request, call());
    if (prepared.kind !== 'ready') throw new Error('not ready');
    const outcome = await connector.submit!(prepared.checkout, request, call());
    expect(['unknown', 'placed']).toContain(outcome.kind);
    const query = findQuery(request, prepared.checkout);
    expect(await connector.find!(query, call())).toMatchObject({ kind: 'found' });
  });

  it.each([
    [409, 'unknown'],
    [408, 'unknown'],
    [425, 'unknown'],
    // Neither a checkout nor an error.
    [200, 'unknown'],
    [422, 'refused'],
  ])(
    'answered with %i before it was sold is %s: another request with its key may still be running',
    async (putsOffComplete, kind) => {
      const connector = facing({ putsOffComplete });
      const request = bench.order();
      const prepared = await connector.prepare!(request, call());
      if (prepared.kind !== 'ready') throw new Error('not ready');
      expect(await connector.submit!(prepared.checkout, request, call())).toMatchObject({ kind });
      const query = findQuery(request, prepared.checkout);
      expect(await connector.fence!(query, call())).toEqual({ fenced: true });
      expect(await connector.find!(query, call())).toEqual({ kind: 'absent' });
    },
  );

  it.each([
    [-32603, 'unknown'],
    [-32001, 'unknown'],
    [-32602, 'refused'],
  ])('answered with the JSON-RPC error %i is %s: only an invalid request ran nothing', async (failsComplete, kind) => {
    const connector = facing({ transport: 'mcp', failsComplete });
    const request = bench.order();
    const prepared = await connector.prepare!(request, call());
    if (prepared.kind !== 'ready') throw new Error('not ready');
    expect(await connector.submit!(prepared.checkout, request, call())).toMatchObject({ kind });
  });

  it('is not absent where the store shows an older state of a checkout that was fenced', async () => {
    const connector = facing({});
    const request = bench.order();
    const prepared = await connector.prepare!(request, call());
    if (prepared.kind !== 'ready') throw new Error('not ready');
    expect(await connector.submit!(prepared.checkout, request, call())).toMatchObject({ kind: 'placed' });
    const query = findQuery(request, prepared.checkout);
    expect(await connector.fence!(query, call())).toEqual({ fenced: true });
    bench.shop.behave({ showsPast: true });
    expect((await connector.find!(query, call())).kind).toBe('unsure');
  });
});
