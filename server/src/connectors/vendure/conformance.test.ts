import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { installationOf } from '../../../../tools/stores/install.ts';
import { startVendure, type VendureInstance } from '../../../../tools/stores/vendure.ts';
import { openVendureAdmin, registerCustomer, type VendureAdmin } from '../../../../tools/stores/vendure-admin.ts';
import { connectorConformance } from '../../../test/conformance/index.ts';
import { call, findQuery } from '../../../test/conformance/subject.ts';
import { createLossyClient } from '../../../test/harness/stores/client.ts';
import { liveStore, requestFor, storeAccount } from '../../../test/harness/stores/request.ts';
import { systemClock } from '../../kit/clock.ts';
import { createLogger } from '../../platform/logger.ts';
import type { FindQuery, PurchaseRequest } from '../contract.ts';
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
          isSlow: true,
          refund: (code, cents) => admin.refund(code, cents),
          async advance(code) {
            const order = await admin.order(code);
            if (order?.fulfillments.length === 0) await admin.ship(code);
            else await admin.deliver(code);
          },
        };
      });
    }

    // What a restored copy of the database asks: it knows the order, and no cart.
    describe('an order without a handle', () => {
      let admin: VendureAdmin;
      beforeAll(async () => {
        admin = await openVendureAdmin(shop!.url);
      });

      let customers = 0;
      async function newCustomer() {
        customers += 1;
        const account = storeAccount(`lost-${customers}@example.com`, 'Long-enough-1');
        await registerCustomer(shop!.url, account.email, await account.password());
        return account;
      }

      const connect = (settings = {}) =>
        vendure.create(liveStore('vendure', shop!.url, { payment: 'cash-on-delivery', settings }), {
          client: createLossyClient(),
          clock: systemClock,
          logger: createLogger({ level: 'silent' }),
          credentials: async () => ({}),
        });
      const connector = {
        prepare: (request: PurchaseRequest) => connect().prepare!(request, call()),
        find: (query: FindQuery) => connect().find!(query, call()),
        fence: (query: FindQuery) => connect().fence!(query, call()),
      };
      const start = new Date();
      const lost = (request: PurchaseRequest, more: Partial<FindQuery> = {}): FindQuery => ({
        ...findQuery(request),
        since: start,
        ...more,
      });

      async function ready(request: PurchaseRequest) {
        const prepared = await connector.prepare(request);
        if (prepared.kind !== 'ready') throw new Error(JSON.stringify(prepared));
        return prepared.checkout;
      }
      async function buy(request: PurchaseRequest) {
        const outcome = await connect().submit!(await ready(request), request, call());
        if (outcome.kind !== 'placed') throw new Error(JSON.stringify(outcome));
        return outcome.purchase;
      }
      const keyboards = (request: Partial<PurchaseRequest>, quantity = 2) =>
        requestFor([{ productId: 'clacky-keyboard', quantity }], request);

      it('is found in the history of the account by its content', async () => {
        const account = await newCustomer();
        const variant = [
          { label: 'screen size', value: '13 inch' },
          { label: 'RAM', value: '8GB' },
        ];
        const request = requestFor([{ productId: 'laptop', variant }, { productId: 'clacky-keyboard' }], { account });
        const purchase = await buy(request);
        await buy(keyboards({ account }));
        expect(await connector.find(lost(request))).toEqual({ kind: 'found', purchase, matchedBy: 'content' });
        // A later order for the same things is not this one once this one is recorded.
        const isTaken = async (code: string) => code === purchase.merchantOrderIds[0];
        expect(await connector.find(lost(request, { isTaken }))).toEqual({ kind: 'absent' });
      });

      it('is unsure when two purchases fit, or the store has changed the one that does', async () => {
        const account = await newCustomer();
        const request = keyboards({ account });
        const first = await buy(request);
        const second = await buy(keyboards({ account }));
        const [code] = first.merchantOrderIds;
        expect(await connector.find(lost(request))).toEqual({
          kind: 'unsure',
          message: expect.stringContaining(second.merchantOrderIds[0]!),
        });
        const isTaken = async (other: string) => other !== code;
        expect(await connector.find(lost(request, { isTaken }))).toMatchObject({ kind: 'found', purchase: first });
        await admin.cancel(code!, [{ index: 0, quantity: 1 }]);
        expect(await connector.find(lost(request, { isTaken }))).toMatchObject({
          kind: 'unsure',
          message: expect.stringContaining('changed'),
        });
      });

      it('is found by our reference if the store has a custom field for it, even among identical orders', async () => {
        const settings = { reference_field: 'reference' };
        expect(connect(settings).lookup).toBe('reference');
        const account = await newCustomer();
        const requests = [keyboards({ account }), keyboards({ account })];
        const codes: (string | undefined)[] = [];
        for (const request of requests) {
          const prepared = await connect(settings).prepare!(request, call());
          if (prepared.kind !== 'ready') throw new Error(JSON.stringify(prepared));
          const outcome = await connect(settings).submit!(prepared.checkout, request, call());
          if (outcome.kind !== 'placed') throw new Error(JSON.stringify(outcome));
          codes.push(outcome.purchase.merchantOrderIds[0]);
        }
        for (const [index, request] of requests.entries()) {
          const answer = await connect(settings).find!(lost(request), call());
          expect(answer).toMatchObject({ kind: 'found', purchase: { merchantOrderIds: [codes[index]] } });
          expect(answer).not.toHaveProperty('matchedBy');
        }
        expect(await connect(settings).find!(lost(keyboards({ account })), call())).toEqual({ kind: 'absent' });
        // A field that the shop does not have is told, and nothing is bought.
        const wrong = await connect({ reference_field: 'nowhere' }).prepare!(requests[0]!, call());
        expect(wrong).toMatchObject({ kind: 'refused', message: expect.stringContaining('nowhere') });
      });

      it('is absent once every open cart of the account is canceled, and a late payment buys nothing', async () => {
        const account = await newCustomer();
        const request = keyboards({ account });
        // Bought from another process, with a session of its own.
        const elsewhere = storeAccount(account.email, await account.password());
        const checkout = await ready({ ...request, account: elsewhere });
        expect(await connector.fence(lost(request))).toEqual({ fenced: true });
        expect(await connector.find(lost(request))).toEqual({ kind: 'absent' });
        const before = (await admin.placedOrders()).length;
        const outcome = await connect().submit!(checkout, { ...request, account: elsewhere }, call());
        expect(['refused', 'unknown']).toContain(outcome.kind);
        expect(await connector.find(lost(request))).toEqual({ kind: 'absent' });
        expect((await admin.placedOrders()).length).toBe(before);
      });

      it('is unsure for good where it was bought as a guest', async () => {
        const request = keyboards({ account: null });
        await buy(request);
        expect(await connector.fence(lost(request))).toEqual({ fenced: false });
        expect(await connector.find(lost(request))).toMatchObject({ kind: 'unsure', isFinal: true });
      });

      it('is unsure while its product cannot be compared, and when the account does not let us in', async () => {
        const account = await newCustomer();
        const request = requestFor([{ productId: 'no-such-thing' }], { account });
        expect(await connector.find(lost(request))).toMatchObject({ kind: 'unsure' });
        const stranger = keyboards({ account: storeAccount(account.email, 'wrong') });
        expect(await connector.find(lost(stranger))).toMatchObject({ kind: 'unsure' });
        expect(await connector.fence(lost(stranger))).toEqual({ fenced: false });
      });
    });
  },
);
