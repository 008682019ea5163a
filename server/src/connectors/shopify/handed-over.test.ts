import { generateKeyPairSync } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { call, findQuery } from '../../../test/conformance/subject.ts';
import { createPlainClient } from '../../../test/harness/stores/client.ts';
import { liveStore, requestFor } from '../../../test/harness/stores/request.ts';
import { startShopifyStandIn } from '../../../test/harness/stores/shopify-stand-in.ts';
import { startStandIn } from '../../../test/stand-ins/ucp/store.ts';
import { systemClock } from '../../kit/clock.ts';
import { createLogger } from '../../platform/logger.ts';
import type { Checkout, Connector, PurchaseRequest } from '../contract.ts';
import { shopify } from './index.ts';

const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
let protocol: Awaited<ReturnType<typeof startStandIn>>;
let shop: Awaited<ReturnType<typeof startShopifyStandIn>>;
let connector: Connector;
beforeAll(async () => {
  protocol = await startStandIn();
  protocol.state.clientKeys = [{ ...publicKey.export({ format: 'jwk' }), kid: 'errand' }];
  shop = await startShopifyStandIn();
  shop.speakUcp(await (await fetch(`${protocol.origin}/.well-known/ucp`)).json());
  connector = shopify.create(liveStore('shopify', shop.url, { mode: 'link' }), {
    client: createPlainClient(20_000),
    clock: systemClock,
    logger: createLogger({ level: 'silent' }),
    credentials: async () => ({}),
    identity: {
      profileUrl: (version) => `https://errand.example/ucp/profiles/${version}`,
      key: async () => ({ kid: 'errand', privateKey }),
    },
  });
});
afterAll(() => Promise.all([shop.stop(), protocol.close()]));
beforeEach(() => protocol.behave());

const order = (): PurchaseRequest => requestFor([{ productId: 'mug' }]);

async function handedOver(request: PurchaseRequest): Promise<Checkout> {
  const prepared = await connector.prepare!(request, call());
  if (prepared.kind !== 'ready') throw new Error(JSON.stringify(prepared));
  return prepared.checkout;
}

const sessionOf = ({ handle }: Checkout) => {
  const session = protocol.state.sessions.get(JSON.parse(handle).session);
  if (!session) throw new Error('The link opens no checkout.');
  return session;
};

function pay(checkout: Checkout, orderId: string): void {
  const session = sessionOf(checkout);
  Object.assign(session, { status: 'completed', orderId });
  protocol.state.orders.set(orderId, { session, steps: 0, adjustments: [] });
}

describe('a checkout that was handed over', () => {
  it('is the same one when the order is prepared again, and none once it was paid', async () => {
    const request = order();
    const checkout = await handedOver(request);
    expect(sessionOf(await handedOver(request)).id).toBe(sessionOf(checkout).id);
    pay(checkout, 'ord_1');
    const again = await connector.prepare!(request, call());
    if (again.kind !== 'bought_before') throw new Error(again.kind);
    const query = { ...findQuery(request), handle: again.handle };
    expect(await connector.find!(query, call())).toMatchObject({
      kind: 'found',
      purchase: { merchantOrderIds: ['ord_1'], note: 'ord_1', price: { total: 0 } },
    });
  });

  it('counts as bought once its number was recorded, whatever happened to the response', async () => {
    const answer = { order_number: '1001' };
    const answers = [{ id: 'a1', kind: 'open_url' as const, resume: null, answer }];
    const request = { ...order(), answers };
    const checkout = await handedOver(request);
    expect(await connector.find!({ ...findQuery(request, checkout), answers: [] }, call())).toMatchObject({
      kind: 'found',
      purchase: { merchantOrderIds: ['1001'], price: { total: 0 } },
    });
  });

  it('can be paid until it is canceled', async () => {
    const request = order();
    const checkout = await handedOver(request);
    const query = findQuery(request, checkout);
    expect((await connector.find!(query, call())).kind).toBe('unsure');
    expect(await connector.fence!(query, call())).toEqual({ fenced: true });
    expect(sessionOf(checkout).status).toBe('canceled');
    expect(await connector.find!(query, call())).toEqual({ kind: 'absent' });
  });

  it('does not count as canceled unless the store says so', async () => {
    const request = order();
    const checkout = await handedOver(request);
    protocol.behave({ ignoresCancel: true });
    expect(await connector.fence!(findQuery(request, checkout), call())).toEqual({ fenced: false });
    protocol.state.sessions.delete(sessionOf(checkout).id);
    expect(await connector.fence!(findQuery(request, checkout), call())).toEqual({ fenced: false });
    expect((await connector.find!(findQuery(request, checkout), call())).kind).toBe('unsure');
  });

  it('is canceled with its cart', async () => {
    const request = order();
    const checkout = await handedOver(request);
    await connector.release!(checkout, request, call());
    expect(sessionOf(checkout).status).toBe('canceled');
  });

  it('is not opened for a quote', async () => {
    const before = [protocol.state.sessions.size, shop.filledCarts()];
    const quoted = await handedOver({ ...order(), isQuote: true });
    expect(JSON.parse(quoted.handle).session).toBeNull();
    await connector.release!(quoted, order(), call());
    expect([protocol.state.sessions.size, shop.filledCarts()]).toEqual(before);
  });
});
