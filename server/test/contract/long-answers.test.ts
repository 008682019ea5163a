import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Connector, Shipment } from '../../src/connectors/contract.ts';
import type { StoreKind } from '../../src/connectors/store.ts';
import { trackOrder } from '../../src/domains/delivery/tracking/index.ts';
import { readContract } from '../harness/conforms.ts';
import { operatorEnv, personOn } from '../harness/operator.ts';
import { simulatedKind } from '../harness/store-kind.ts';
import { anyProduct, orderFor, startSystem, type TestSystem } from '../harness/system.ts';

let system: TestSystem;
let key: string;
/** What the store answers instead of the truth. */
let lies: Partial<Connector> = {};
beforeAll(async () => {
  const { kind } = await simulatedKind(() => system.database);
  const lying: StoreKind = {
    ...kind,
    create: (store, needs) => {
      const honest = kind.create(store, needs);
      return {
        ...honest,
        prepare: (...asked) => (lies.prepare ?? honest.prepare!)(...asked),
        track: (...asked) => (lies.track ?? honest.track!)(...asked),
      };
    },
  };
  system = await startSystem({ env: { ...operatorEnv, STORES_ALLOW_PRIVATE: 'true' }, storeKinds: [lying] });
  const operator = await personOn(system, await readContract(system));
  const store = { name: 'walmart', kind: 'vendure', url: 'https://www.walmart.com', payment: 'invoice' };
  const consent = { by: 'The merchant', on: '2026-08-21' };
  expect((await operator.post('/operator/stores', { ...store, consent, accounts: 'guest' })).status).toBe(201);
  ({ key } = await system.account('live'));
});
afterAll(() => system.stop());

async function place(): Promise<string> {
  const url = await anyProduct(system, 'walmart');
  const made = await system.post('/orders', key, orderFor(url, { max_price: 100_000 }));
  expect(made.status, made.text).toBe(201);
  await system.queue.drain();
  return made.body.id;
}

const megabytes = `Sold out.\r\nTotal: \u202e0 ${'x'.repeat(3_000_000)}`;

it('a refusal of megabytes is an order with a short one', async () => {
  lies = { prepare: async () => ({ kind: 'refused', reason: 'product_out_of_stock', message: megabytes }) };
  const id = await place();
  const { body, text } = await system.get(`/orders/${id}`, key);
  expect(body.job_result).toMatchObject({ error_type: 'product_out_of_stock' });
  expect(body.job_result.error).toMatch(/^Sold out\. Total: 0 x+$/);
  expect(text.length).toBeLessThan(10_000);
});

it('a store that reports other parcels and scans at each look fills an order only so far', async () => {
  lies = {};
  const id = await place();
  expect((await system.get(`/orders/${id}`, key)).body.status).toBe('order_placed');
  let looks = 0;
  const parcel = (parcelId: string): Shipment => ({
    parcelId,
    carrier: megabytes.slice(0, 5_000),
    trackingNumber: `1Z${parcelId}`,
    status: 'in_transit',
    estimatedDeliveryDate: null,
    merchantOrderId: null,
    lineIds: [],
    checkpoints: Array.from({ length: 120 }, (_, index) => ({
      time: new Date(Date.UTC(2026, 0, 1) + 1000 * index),
      status: 'in_transit' as const,
      message: `Scan ${looks} ${index} ${'x'.repeat(200)}`,
      city: null,
      state: null,
      country: null,
      zip: null,
      location: null,
      outForDelivery: false,
    })),
  });
  lies.track = async () => {
    looks += 1;
    const shipments = [parcel('steady'), ...Array.from({ length: 90 }, (_, index) => parcel(`${looks} ${index}`))];
    return { kind: 'tracked', shipments, cancelled: null, partlyCancelled: [], pollAfterMs: 1000 };
  };
  const { database, clock, registry, recordFor } = system;
  for (let look = 0; look < 3; look += 1) {
    await trackOrder({ database, clock, registry, recordFor }, id, AbortSignal.timeout(60_000));
  }
  const { body } = await system.get(`/orders/${id}`, key);
  expect(body.tracking_numbers).toHaveLength(200);
  expect(body.tracking_numbers[0].checkpoints).toHaveLength(100);
  expect(body.tracking_numbers[0].carrier.length).toBeLessThan(310);
  // The order still follows the parcels that it knows.
  expect(looks).toBe(3);
  const steady = parcel('steady');
  const newest = { ...steady.checkpoints[0]!, time: new Date(Date.UTC(2026, 0, 2)), message: 'Newest' };
  lies.track = async () => ({
    kind: 'tracked',
    shipments: [{ ...steady, checkpoints: [...steady.checkpoints, newest] }],
    cancelled: null,
    partlyCancelled: [],
    pollAfterMs: 1000,
  });
  await trackOrder({ database, clock, registry, recordFor }, id, AbortSignal.timeout(60_000));
  const [followed] = (await system.get(`/orders/${id}`, key)).body.tracking_numbers;
  expect(followed.checkpoints).toHaveLength(100);
  expect(followed.checkpoints[0].message).toBe('Newest');
});
