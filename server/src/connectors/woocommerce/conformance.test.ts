import { connectorConformance } from '../../../test/conformance/index.ts';
import { createLossyClient } from '../../../test/harness/stores/client.ts';
import { liveStore, requestFor } from '../../../test/harness/stores/request.ts';
import { wooOwnerKey } from '../../../test/harness/stores/woo-rest.ts';
import { startWooStandIn } from '../../../test/harness/stores/woo-stand-in.ts';
import { systemClock } from '../../kit/clock.ts';
import { createLogger } from '../../platform/logger.ts';
import { woocommerce } from './index.ts';

for (const credentials of [{}, wooOwnerKey]) {
  const keys = Object.keys(credentials);
  connectorConformance(
    `WooCommerce (a stand-in), ${keys.length > 0 ? 'with' : 'without'} a key of its owner`,
    async () => {
      const shop = await startWooStandIn();
      const client = createLossyClient();
      const store = liveStore('woocommerce', shop.url, { payment: 'cod' });
      const logger = createLogger({ level: 'silent' });
      const connector = woocommerce.create(store, {
        client,
        clock: systemClock,
        logger,
        credentials: async () => credentials,
        credentialNames: keys,
      });
      const size = { label: 'Size', value: 'Large' };
      const wanted = [
        { productId: 'beanie', quantity: 2 },
        { productId: 'hoodie', variant: [{ label: 'color', value: 'red' }, size] },
      ];
      return {
        connector,
        request: (overrides) => requestFor(wanted, overrides),
        missingProduct: { retailer: 'real', productId: 'no-such-thing' },
        search: { retailer: 'real', query: 'sock', nonsense: 'xqzvwplorf' },
        scarce: { request: requestFor([{ productId: 'egg', quantity: 9 }]), limit: 6 },
        elapse: async () => {},
        loseCall: client.loseCall,
        async advance(orderId) {
          shop.setStatus(orderId, 'completed');
        },
        refund: async (orderId, cents) => shop.refund(orderId, cents, [1, 0]),
        countSold: async (reference) => shop.soldUnder(reference),
        close: shop.stop,
      };
    },
  );
}
