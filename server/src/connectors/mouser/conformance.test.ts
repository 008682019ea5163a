import { connectorConformance } from '../../../test/conformance/index.ts';
import { createLossyClient } from '../../../test/harness/stores/client.ts';
import { liveStore, requestFor } from '../../../test/harness/stores/request.ts';
import { mouserCredentials, startMouserStandIn } from '../../../test/stand-ins/mouser/store.ts';
import { systemClock } from '../../kit/clock.ts';
import { createLogger } from '../../platform/logger.ts';
import { orderNumberOf } from './history.ts';
import { mouser } from './index.ts';

connectorConformance('Mouser', async () => {
  const shop = await startMouserStandIn();
  const client = createLossyClient();
  const wanted = [
    { productId: '595-NE555P', quantity: 2 },
    { productId: '603-RC0402', quantity: 10 },
  ];
  return {
    connector: mouser.create(
      liveStore('mouser', 'https://www.mouser.com', { apiUrl: shop.origin, payment: { method: 1 } }),
      {
        client,
        clock: systemClock,
        logger: createLogger({ level: 'silent' }),
        credentials: async () => mouserCredentials,
      },
    ),
    request: (overrides) => requestFor(wanted, overrides),
    missingProduct: { retailer: 'real', productId: '111-NOTHERE' },
    search: { retailer: 'real', query: 'ne555', nonsense: 'xqzvwplorf' },
    elapse: async () => {},
    loseCall: client.loseCall,
    advance: async (orderId) => shop.ship(orderId),
    countSold: async (reference) => shop.soldUnder(orderNumberOf(reference)),
    lastStatus: 'in_transit',
    close: shop.close,
  };
});
