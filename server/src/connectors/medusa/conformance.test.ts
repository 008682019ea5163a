import { connectorConformance } from '../../../test/conformance/index.ts';
import { createLossyClient } from '../../../test/harness/stores/client.ts';
import { startMedusaStandIn } from '../../../test/harness/stores/medusa-stand-in.ts';
import { liveStore, requestFor, storeAccount } from '../../../test/harness/stores/request.ts';
import { systemClock } from '../../kit/clock.ts';
import { createLogger } from '../../platform/logger.ts';
import { medusa } from './index.ts';

// Nothing else happens while the fence waits.
const clock = { ...systemClock, sleep: async () => {} };

// A real Medusa goes through the same in server/test/stores.
for (const buyer of ['a guest', 'an account'] as const) {
  connectorConformance(`Medusa (a stand-in), bought from by ${buyer}`, async () => {
    const shop = await startMedusaStandIn();
    const client = createLossyClient();
    const settings = { publishable_key: shop.publishableKey };
    const store = liveStore('medusa', shop.url, { payment: 'pp_system_default', settings });
    const logger = createLogger({ level: 'silent' });
    const connector = medusa.create(store, { client, clock, logger, credentials: async () => ({}) });
    const account = buyer === 'an account' ? storeAccount('conformance@example.com', 'Long-enough-1') : null;
    if (account) shop.register(account.email, await account.password());
    const losing = (when: 'before' | 'after') => () => {
      client.loseCallWith('/complete', when);
      return requestFor([{ productId: 'mug' }], { account });
    };
    const wanted = [
      { productId: 'shirt', variant: [{ label: 'size', value: 'M' }] },
      { productId: 'mug', quantity: 2 },
    ];
    return {
      connector,
      request: (overrides) => requestFor(wanted, { account, ...overrides }),
      missingProduct: { retailer: 'real', productId: 'no-such-thing' },
      search: { retailer: 'real', query: 'medusa', nonsense: 'xqzvwplorf' },
      scarce: {
        request: requestFor([{ productId: 'shirt', quantity: 3, variant: [{ label: 'size', value: 'S' }] }], {
          account,
        }),
        limit: 1,
      },
      elapse: async () => {},
      lostAnswers: { afterBuying: losing('after'), beforeBuying: losing('before') },
      loseCall: client.loseCall,
      countSold: async (reference) => shop.soldUnder(reference),
      advance: async (orderId) => shop.advance(orderId),
      refund: async (orderId, cents) => shop.refund(orderId, cents / 100),
      close: shop.stop,
    };
  });
}
