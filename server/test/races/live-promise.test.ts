import { medusa } from '../../src/connectors/medusa/index.ts';
import type { StoreKind, StoreNeeds } from '../../src/connectors/store.ts';
import { openBench } from '../../src/connectors/ucp/test-bench.ts';
import { woocommerce } from '../../src/connectors/woocommerce/index.ts';
import { createLogger } from '../../src/platform/logger.ts';
import { keepsThePromise } from '../harness/live-promise.ts';
import { createLossyClient } from '../harness/stores/client.ts';
import { startMedusaStandIn } from '../harness/stores/medusa-stand-in.ts';
import { liveStore } from '../harness/stores/request.ts';
import { wooOwnerKey } from '../harness/stores/woo-rest.ts';
import { startWooStandIn } from '../harness/stores/woo-stand-in.ts';

const connectTo =
  (kind: StoreKind, store: ReturnType<typeof liveStore>, credentials: Record<string, string> = {}) =>
  (clock: StoreNeeds['clock']) =>
    kind.create(store, {
      client: createLossyClient(),
      clock,
      logger: createLogger({ level: 'silent' }),
      credentials: async () => credentials,
      credentialNames: Object.keys(credentials),
    });

for (const honorsKeys of [true, false]) {
  keepsThePromise(honorsKeys ? 'UCP' : 'UCP, a store that ignores idempotency keys', async () => {
    const { shop, client, connect } = await openBench();
    shop.behave({ keys: honorsKeys ? 'honored' : 'ignored' });
    return {
      connect: (clock) => connect({}, client, clock),
      product: `${shop.origin}/products/enamel-mug`,
      sold: () => shop.sold().length,
      canTell: honorsKeys,
      close: shop.close,
    };
  });
}

for (const hasOwnerKey of [true, false]) {
  keepsThePromise(hasOwnerKey ? "WooCommerce with the owner's key" : 'WooCommerce', async () => {
    const shop = await startWooStandIn();
    const store = liveStore('woocommerce', shop.url, { payment: 'cod' });
    return {
      connect: connectTo(woocommerce, store, hasOwnerKey ? wooOwnerKey : {}),
      product: `${shop.url}/product/beanie`,
      sold: () => shop.sold().length,
      canTell: hasOwnerKey,
      close: shop.stop,
    };
  });
}

for (const buyer of ['a guest', 'an account'] as const) {
  keepsThePromise(`Medusa, bought from by ${buyer}`, async () => {
    const shop = await startMedusaStandIn();
    const settings = { publishable_key: shop.publishableKey };
    const account = { retailer: 'real', email: 'promise@example.com', password: 'Long-enough-1' };
    shop.register(account.email, account.password);
    return {
      connect: connectTo(medusa, liveStore('medusa', shop.url, { payment: 'pp_system_default', settings })),
      product: `${shop.url}/products/mug`,
      sold: () => shop.orders.length,
      ...(buyer === 'an account' && { account }),
      canTell: buyer === 'an account',
      close: shop.stop,
    };
  });
}
