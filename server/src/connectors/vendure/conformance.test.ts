import { afterAll, beforeAll, describe } from 'vitest';
import { installationOf } from '../../../../tools/stores/install.ts';
import { startVendure, type VendureInstance } from '../../../../tools/stores/vendure.ts';
import { openVendureAdmin, registerCustomer } from '../../../../tools/stores/vendure-admin.ts';
import { connectorConformance } from '../../../test/conformance/index.ts';
import { createLossyClient } from '../../../test/harness/stores/client.ts';
import { liveStore, requestFor, storeAccount } from '../../../test/harness/stores/request.ts';
import { systemClock } from '../../kit/clock.ts';
import { createLogger } from '../../platform/logger.ts';
import { vendure } from './index.ts';

const installation = installationOf('vendure');

describe.skipIf(installation === null)(
  'a real Vendure (node tools/stores.ts install vendure)',
  { timeout: 120_000 },
  () => {
    let shop: VendureInstance | undefined;
    beforeAll(async () => {
      shop = await startVendure(installation!);
    }, 180_000);
    afterAll(() => shop?.stop());

    for (const buyer of ['a guest', 'an account'] as const) {
      connectorConformance(`Vendure, bought from by ${buyer}`, async () => {
        const { url } = shop!;
        const admin = await openVendureAdmin(url);
        const client = createLossyClient();
        const store = liveStore('vendure', url, { payment: 'cash-on-delivery' });
        const logger = createLogger({ level: 'silent' });
        const connector = vendure.create(store, { client, clock: systemClock, logger, credentials: async () => ({}) });
        const account = buyer === 'an account' ? storeAccount('conformance@example.com', 'Long-enough-1') : null;
        if (account) await registerCustomer(url, account.email, await account.password());
        const request: Parameters<typeof requestFor>[1] = { account };
        const wanted = [
          {
            productId: 'laptop',
            variant: [
              { label: 'screen size', value: '13 inch' },
              { label: 'RAM', value: '8GB' },
            ],
          },
          { productId: 'clacky-keyboard', quantity: 2 },
        ];
        const losing = (when: 'before' | 'after') => () => {
          const lossy = requestFor([{ productId: 'clacky-keyboard' }], request);
          client.loseCallWith(lossy.reference, when);
          return lossy;
        };
        return {
          connector,
          request: (overrides) => requestFor(wanted, { ...request, ...overrides }),
          missingProduct: { retailer: 'real', productId: 'no-such-thing' },
          search: { retailer: 'real', query: 'camera', nonsense: 'xqzvwplorf' },
          elapse: async () => {},
          lostAnswers: { afterBuying: losing('after'), beforeBuying: losing('before') },
          loseCall: client.loseCall,
          refund: (code, cents) => admin.refund(code, cents),
          async advance(code) {
            const order = await admin.order(code);
            if (order?.fulfillments.length === 0) await admin.ship(code);
            else await admin.deliver(code);
          },
        };
      });
    }
  },
);
