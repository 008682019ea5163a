import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ensureInstalled } from '../../../tools/stores/install.ts';
import { type MedusaInstance, startMedusa } from '../../../tools/stores/medusa.ts';
import { type MedusaAdmin, openMedusaAdmin, registerMedusaCustomer } from '../../../tools/stores/medusa-admin.ts';
import { connectorConformance } from '../../src/connectors/conformance.ts';
import { medusa } from '../../src/connectors/medusa/index.ts';
import { systemClock } from '../../src/kit/clock.ts';
import { createLogger } from '../../src/platform/logger.ts';
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

describe('a real Medusa', () => {
  const call = () => ({ signal: AbortSignal.timeout(30_000) });

  it('is recognised by its address', async () => {
    const found = await medusa.probe(new URL(shop!.url), createLossyClient(), call());
    expect(found?.missing.join(' ')).toContain('publishable_key');
  });

  it('refuses what is sold out, an address that it does not sell to, and a wrong password', async () => {
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
    expect(await connector.submit!(dearer, request, call())).toMatchObject({ kind: 'blocked' });
    expect((await admin!.orders()).length).toBe(sold);
  });
});
