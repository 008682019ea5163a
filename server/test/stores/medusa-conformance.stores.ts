import { generateKeyPairSync } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ensureInstalled } from '../../../tools/stores/install.ts';
import { type MedusaInstance, startMedusa } from '../../../tools/stores/medusa.ts';
import { type MedusaAdmin, openMedusaAdmin, registerMedusaCustomer } from '../../../tools/stores/medusa-admin.ts';
import { recordOf } from '../../src/connectors/cart-lines.ts';
import type { Address, Connector, PurchaseRequest } from '../../src/connectors/contract.ts';
import { medusa } from '../../src/connectors/medusa/index.ts';
import type { Store } from '../../src/connectors/store.ts';
import type { StoreClient } from '../../src/connectors/store-client.ts';
import { ucp } from '../../src/connectors/ucp/index.ts';
import { systemClock } from '../../src/kit/clock.ts';
import { createLogger } from '../../src/platform/logger.ts';
import { connectorConformance } from '../conformance/index.ts';
import { findQuery } from '../conformance/subject.ts';
import { createLossyClient } from '../harness/stores/client.ts';
import { liveStore, requestFor, storeAccount } from '../harness/stores/request.ts';

let shop: MedusaInstance | undefined;
let admin: MedusaAdmin | undefined;
beforeAll(async () => {
  shop = await startMedusa(await ensureInstalled('medusa', console.log));
  admin = await openMedusaAdmin(shop.url);
}, 600_000);
afterAll(() => shop?.stop());

function connect() {
  const client = createLossyClient();
  const store = liveStore('medusa', shop!.url, {
    payment: 'pp_system_default',
    settings: { publishable_key: admin!.publishableKey },
  });
  const logger = createLogger({ level: 'silent' });
  const connector = medusa.create(store, { client, clock: systemClock, logger, credentials: async () => ({}) });
  return { client, connector };
}

const codeOf = async (secret: string): Promise<string> => new TOTP({ secret: Secret.fromBase32(secret) }).generate();

/** An account whose log-in takes a one-time code. A code works once, so each log-in waits for its own. */
async function accountWithCode(email: string) {
  const password = 'Long-enough-1';
  const customer = await registerMedusaCustomer(shop!.url, admin!.publishableKey, { email, password });
  const secret = await customer.enrol(codeOf);
  return storeAccount(email, password, () => codeOf(secret));
}

for (const buyer of ['a guest', 'an account with a second factor'] as const) {
  connectorConformance(`Medusa, bought from by ${buyer}`, async () => {
    const { client, connector } = connect();
    const account = buyer === 'a guest' ? null : await accountWithCode('conformance@example.com');
    const losing = (when: 'before' | 'after') => () => {
      client.loseCallWith('/complete', when);
      return requestFor([{ productId: 'mug' }], { account });
    };
    return {
      connector,
      request: (overrides) =>
        requestFor(
          [
            { productId: 'shirt', variant: [{ label: 'size', value: 'M' }] },
            { productId: 'mug', quantity: 2 },
          ],
          { account, ...overrides },
        ),
      missingProduct: { retailer: 'real', productId: 'no-such-thing' },
      search: { retailer: 'real', query: 'medusa', nonsense: 'xqzvwplorf' },
      elapse: async () => {},
      lostAnswers: { afterBuying: losing('after'), beforeBuying: losing('before') },
      loseCall: client.loseCall,
      async countSold(reference) {
        const orders = await admin!.orders();
        return orders.filter(({ metadata }) => metadata?.reference === reference).length;
      },
      async advance(id) {
        const order = (await admin!.orders()).find((each) => each.id === id);
        if (order?.fulfillments.length === 0) await admin!.ship(id);
        else await admin!.deliver(id);
      },
    };
  });
}

// A plug-in of others on the same shop: what it sells by UCP is in the same books.
describe('a real Medusa, bought from by UCP', () => {
  const call = () => ({ signal: AbortSignal.timeout(240_000) });
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const identity = {
    profileUrl: (version: string) => `https://errand.example/ucp/profiles/${version}`,
    key: async () => ({ kid: 'errand', privateKey }),
  };

  function connectByUcp(more: Partial<Store> = {}) {
    const methods: string[] = [];
    const plain = createLossyClient();
    const client: StoreClient = {
      send(request, limits) {
        methods.push(`${request.method} ${new URL(request.url).pathname.split('/').at(2)}`);
        return plain.send(request, limits);
      },
    };
    const payment = { handler: 'com.example.cash', type: 'cash', credential_field: 'authorization' };
    const logger = createLogger({ level: 'silent' });
    const credentials = async () => ({ payment_token: 'cash-on-delivery' });
    const store = liveStore('ucp', shop!.url, { payment, ...more });
    return { methods, connector: ucp.create(store, { client, clock: systemClock, logger, credentials, identity }) };
  }

  /** To a country that the shop has no taxes for. */
  const berlin: Address = {
    ...requestFor([{ productId: 'mug' }]).shippingAddress,
    addressLine1: 'Invalidenstraße 1',
    city: 'Berlin',
    state: null,
    postalCode: '10115',
    country: 'DE',
  };
  const wanted = (label: string, shippingAddress = berlin) =>
    requestFor(
      [
        { productId: 'shirt', variant: [{ label, value: 'M' }] },
        { productId: 'mug', quantity: 2 },
      ],
      {
        shippingAddress,
      },
    );

  /** What the shop has in its books since then, as its owner sees it. */
  async function soldBy(act: () => Promise<unknown>) {
    const before = new Set((await admin!.orders()).map(({ id }) => id));
    await act();
    const orders = (await admin!.orders()).filter(({ id }) => !before.has(id));
    return orders.map(({ items, total, email, shipping_address: to }) => ({
      items: items.map((item) => [item.variant_sku, item.quantity, item.unit_price]).toSorted(),
      total,
      email,
      to: [to?.first_name, to?.last_name, to?.address_1, to?.city, to?.postal_code, to?.country_code],
    }));
  }

  async function buy(connector: Connector, request: PurchaseRequest) {
    const prepared = await connector.prepare!(request, call());
    return prepared.kind === 'ready' ? connector.submit!(prepared.checkout, request, call()) : prepared;
  }

  it('has the same order as by its own interface', async () => {
    const byUcp = await soldBy(async () => {
      expect(await buy(connectByUcp().connector, wanted('Variant'))).toMatchObject({ kind: 'placed' });
    });
    const byItself = await soldBy(async () => {
      expect(await buy(connect().connector, wanted('Size'))).toMatchObject({ kind: 'placed' });
    });
    expect(byUcp).toHaveLength(1);
    expect(byUcp).toEqual(byItself);
    expect(byUcp[0]?.items).toEqual([
      ['MUG', 2, 8.1],
      ['SHIRT-M', 1, 21.49],
    ]);
  });

  it('adds items on an update, and Errand still buys the right quantity', async () => {
    // Another payer makes the shop take the wrong name at first, which has to be put right by an update.
    const { connector, methods } = connectByUcp({ billTo: { ...berlin, firstName: 'Office' } });
    const sold = await soldBy(async () => {
      expect(await buy(connector, wanted('Variant'))).toMatchObject({ kind: 'placed' });
    });
    expect(methods.filter((method) => method === 'PUT checkout-sessions').length).toBeGreaterThan(1);
    expect(sold.map(({ items }) => items.map(([sku, quantity]) => [sku, quantity]))).toEqual([
      [
        ['MUG', 2],
        ['SHIRT-M', 1],
      ],
    ]);
    expect(sold[0]?.to[0]).toBe(berlin.firstName);
  });

  it('sells nothing where its totals do not add up: it counts the tax on shipping twice', async () => {
    const { shippingAddress: austin } = requestFor([{ productId: 'mug' }]);
    const sold = await soldBy(async () => {
      expect(await buy(connectByUcp().connector, wanted('Variant', austin))).toMatchObject({
        kind: 'refused',
        reason: 'checkout_failed',
        message: expect.stringContaining('do not add up'),
      });
    });
    expect(sold).toEqual([]);
  });

  it('is found by searching, and its packages are tracked', async () => {
    const { connector } = connectByUcp();
    const { results } = await connector.search!('real', { query: 'mug', page: 1, freeShipping: false }, call());
    expect(results).toMatchObject([{ title: 'Medusa Mug', price: 810, currency: 'USD' }]);
    const request = requestFor([{ productId: results[0]!.productId }], { shippingAddress: berlin });
    const outcome = await buy(connector, request);
    if (outcome.kind !== 'placed') return expect.unreachable(JSON.stringify(outcome));
    const { merchantOrderIds, note = null } = outcome.purchase;
    const record = recordOf(request, { merchantOrderIds, note });
    expect(await connector.track!(record, call())).toMatchObject({ kind: 'tracked', shipments: [], cancelled: null });
    await admin!.cancel(merchantOrderIds[0]!);
    expect(await connector.track!(record, call())).toMatchObject({
      kind: 'tracked',
      cancelled: { reason: expect.any(String) },
    });
  });
});

describe('a real Medusa', () => {
  const call = () => ({ signal: AbortSignal.timeout(30_000) });

  it('is recognized by its address', async () => {
    const found = await medusa.probe!(new URL(shop!.url), createLossyClient(), call());
    expect(found?.missing.join(' ')).toContain('publishable_key');
  });

  it('rejects a sold-out product, an address it does not ship to, and a wrong password', async () => {
    const { connector } = connect();
    await admin!.setStock('SHIRT-S', 1);
    const shirts = (quantity: number) => [{ productId: 'shirt', quantity, variant: [{ label: 'Size', value: 'S' }] }];
    expect(await connector.prepare!(requestFor(shirts(3)), call())).toMatchObject({
      reason: 'product_quantity_unavailable',
    });
    const { shippingAddress } = requestFor([{ productId: 'mug' }]);
    for (const [country, reason] of [
      ['IT', 'shipping_address_invalid'],
      ['FR', 'shipping_unavailable'],
    ]) {
      const abroad = requestFor([{ productId: 'mug' }], { shippingAddress: { ...shippingAddress, country: country! } });
      expect(await connector.prepare!(abroad, call())).toMatchObject({ kind: 'refused', reason });
    }
    const stranger = requestFor([{ productId: 'mug' }], { account: storeAccount('nobody@example.com', 'wrong') });
    expect(await connector.prepare!(stranger, call())).toMatchObject({ reason: 'login_failed' });
  });

  it('buys nothing when the price has changed since the quote', async () => {
    const { connector } = connect();
    const request = requestFor([{ productId: 'mug' }]);
    const prepared = await connector.prepare!(request, call());
    if (prepared.kind !== 'ready') return expect.unreachable(JSON.stringify(prepared));
    const sold = (await admin!.orders()).length;
    const dearer = { ...prepared.checkout, price: { ...prepared.checkout.price, total: 1 as never } };
    expect(await connector.submit!(dearer, request, call())).toMatchObject({ detail: 'cart_differs' });
    expect((await admin!.orders()).length).toBe(sold);
  });

  it('finds a purchase without a handle in the order list of the account', async () => {
    const { connector } = connect();
    const account = storeAccount('lost@example.com', 'Long-enough-1');
    const login = { email: account.email, password: await account.password() };
    await registerMedusaCustomer(shop!.url, admin!.publishableKey, login);
    const size = [{ label: 'size', value: 'M' }];
    const request = requestFor([{ productId: 'shirt', variant: size }, { productId: 'mug' }], { account });
    const prepared = await connector.prepare!(request, call());
    if (prepared.kind !== 'ready') return expect.unreachable(JSON.stringify(prepared));
    const outcome = await connector.submit!(prepared.checkout, request, call());
    if (outcome.kind !== 'placed') return expect.unreachable(JSON.stringify(outcome));
    const { note: _note, ...purchase } = outcome.purchase;
    const lost = (wanted: PurchaseRequest) => ({ ...findQuery(wanted), since: new Date(Date.now() - 60_000) });
    expect(await connector.find!(lost(request), call())).toMatchObject({ kind: 'found', purchase });
    const other = requestFor([{ productId: 'mug' }], { account });
    expect(await connector.find!(lost(other), call())).toEqual({ kind: 'absent' });
  });
});
