import { createLossyClient } from '../../../test/harness/stores/client.ts';
import { liveStore, requestFor } from '../../../test/harness/stores/request.ts';
import { startWooStandIn } from '../../../test/harness/stores/woo-stand-in.ts';
import { systemClock } from '../../kit/clock.ts';
import { createLogger } from '../../platform/logger.ts';
import { connectorConformance } from '../conformance.ts';
import { woocommerce } from './index.ts';

connectorConformance('WooCommerce (a stand-in)', async () => {
  const shop = await startWooStandIn();
  const client = createLossyClient();
  const store = liveStore('woocommerce', shop.url, { payment: 'cod' });
  const logger = createLogger({ level: 'silent' });
  const connector = woocommerce.create(store, { client, clock: systemClock, logger, credentials: async () => ({}) });
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
    elapse: async () => {},
    loseCall: client.loseCall,
    async advance(orderId) {
      shop.setStatus(orderId, 'completed');
    },
    countSold: async (reference) => shop.soldUnder(reference),
    close: shop.stop,
  };
});
