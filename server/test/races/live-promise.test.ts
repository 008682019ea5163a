import { openBench } from '../../src/connectors/ucp/test-bench.ts';
import { woocommerce } from '../../src/connectors/woocommerce/index.ts';
import { createLogger } from '../../src/platform/logger.ts';
import { keepsThePromise } from '../harness/live-promise.ts';
import { createLossyClient } from '../harness/stores/client.ts';
import { liveStore } from '../harness/stores/request.ts';
import { startWooStandIn } from '../harness/stores/woo-stand-in.ts';

keepsThePromise('UCP', async () => {
  const { shop, client, connect } = await openBench();
  return {
    connect: (clock) => connect({}, client, clock),
    product: `${shop.origin}/products/enamel-mug`,
    sold: () => shop.sold().length,
    canTell: false,
    close: shop.close,
  };
});

keepsThePromise('WooCommerce', async () => {
  const shop = await startWooStandIn();
  const logger = createLogger({ level: 'silent' });
  const store = liveStore('woocommerce', shop.url, { payment: 'cod' });
  return {
    connect: (clock) =>
      woocommerce.create(store, {
        client: createLossyClient(),
        clock,
        logger,
        credentials: async () => ({}),
      }),
    product: `${shop.url}/product/beanie`,
    sold: () => shop.sold().length,
    canTell: false,
    close: shop.stop,
  };
});
