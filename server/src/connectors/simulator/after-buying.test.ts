import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/harness/postgres.ts';
import {
  createTestSimulator,
  requestFor,
  scenarioProduct,
  unlimited,
} from '../../../test/stand-ins/simulator/bench.ts';
import { newId } from '../../kit/ids.ts';
import { recordOf } from '../cart-lines.ts';
import type { PurchaseRequest, ReturnRequest, TrackingReport } from '../contract.ts';

let testDatabase: TestDatabase;
let bench: ReturnType<typeof createTestSimulator>;
beforeAll(async () => {
  testDatabase = await createTestDatabase();
});
afterAll(() => testDatabase.drop());
beforeEach(() => {
  bench = createTestSimulator(testDatabase.database);
});

async function bought(more: Partial<PurchaseRequest> = {}): Promise<PurchaseRequest> {
  const purchaseRequest = requestFor(scenarioProduct('success'), more);
  const prepared = await bench.simulator.prepare!(purchaseRequest, unlimited());
  if (prepared.kind !== 'ready') throw new Error('not ready');
  await bench.simulator.submit!(prepared.checkout, purchaseRequest, unlimited());
  return purchaseRequest;
}

const queryOf = (purchaseRequest: PurchaseRequest) => recordOf(purchaseRequest);
async function track(purchaseRequest: PurchaseRequest): Promise<TrackingReport> {
  const answer = await bench.simulator.track!(queryOf(purchaseRequest), unlimited());
  if (answer.kind !== 'tracked') throw new Error(answer.message);
  return answer;
}

describe('tracking', () => {
  it('names the carriers of the country, with numbers of their kind, and places on the way', async () => {
    const carriers: Record<string, RegExp> = {
      UPS: /^1Z[0-9A-Z]{6}03\d{8}$/,
      FedEx: /^\d{12}$/,
      USPS: /^94001\d{17}$/,
      DHL: /^00340434\d{12}$/,
      'Deutsche Post': /^RR\d{9}DE$/,
      'Poste Italiane': /^RA\d{9}IT$/,
    };
    for (const country of ['US', 'DE', 'IT']) {
      const { shippingAddress } = requestFor(scenarioProduct('success'));
      const purchaseRequest = await bought({
        shippingAddress: { ...shippingAddress, country, city: 'Home', state: null },
      });
      bench.clock.pass(12_000);
      const [shipment] = (await track(purchaseRequest)).shipments;
      expect(shipment!.trackingNumber).toMatch(carriers[shipment!.carrier!]!);
      expect(shipment!.checkpoints[0]).toMatchObject({ status: 'delivered', city: 'Home', country });
      expect(shipment!.lineIds).toEqual(purchaseRequest.lines.map((line) => line.lineId));
    }
  });

  it('has a tracking number 3 seconds after the purchase, and is delivered after 12', async () => {
    const purchaseRequest = await bought();
    bench.clock.pass(3000);
    const [early] = (await track(purchaseRequest)).shipments;
    expect(early!.trackingNumber).toEqual(expect.any(String));
    bench.clock.pass(9000);
    expect((await track(purchaseRequest)).shipments[0]!.checkpoints[0]).toMatchObject({ status: 'delivered' });
  });

  it('says exactly when the next thing happens, and never changes what it has reported', async () => {
    const purchaseRequest = await bought();
    const reported = new Map<string, string>();
    for (
      let { pollAfterMs } = await track(purchaseRequest);
      pollAfterMs !== null;
      { pollAfterMs } = await track(purchaseRequest)
    ) {
      bench.clock.pass(pollAfterMs - 1);
      const before = await track(purchaseRequest);
      bench.clock.pass(1);
      const after = await track(purchaseRequest);
      expect(after.shipments).not.toEqual(before.shipments);
      for (const { time, message } of after.shipments[0]!.checkpoints) {
        expect(reported.get(message) ?? time.toISOString()).toBe(time.toISOString());
        reported.set(message, time.toISOString());
      }
    }
    expect(reported.size).toBe(6);
  });

  it('writes the name of the recipient into some messages, as carriers do', async () => {
    const messages: string[] = [];
    for (let count = 0; count < 12; count += 1) {
      const purchaseRequest = await bought();
      bench.clock.pass(12_000);
      messages.push(
        ...(await track(purchaseRequest)).shipments[0]!.checkpoints.map((checkpoint) => checkpoint.message),
      );
    }
    expect(messages.some((message) => /jane doe/i.test(message))).toBe(true);
  });

  it('happens immediately when the time scale is zero', async () => {
    bench = createTestSimulator(testDatabase.database, { timeScale: 0 });
    const purchaseRequest = await bought();
    const answer = await track(purchaseRequest);
    expect(answer).toMatchObject({ shipments: [{ status: 'delivered' }], pollAfterMs: null });
    const times = answer.shipments[0]!.checkpoints.map((checkpoint) => checkpoint.time.getTime());
    expect(new Set(times).size).toBe(6);
    expect(times).toEqual(times.toSorted((left, right) => right - left));
  });

  it('finds nothing if nobody bought', async () => {
    const answer = await track(requestFor(scenarioProduct('success')));
    expect(answer).toMatchObject({ shipments: [], cancelled: null, pollAfterMs: null });
  });
});

describe('advancing a purchase manually', () => {
  it('stops the clock', async () => {
    const purchaseRequest = await bought();
    expect(await bench.simulator.advance(purchaseRequest.reference, 'in_transit')).toEqual({ kind: 'moved' });
    expect(await track(purchaseRequest)).toMatchObject({ shipments: [{ status: 'in_transit' }], pollAfterMs: 60_000 });
    bench.clock.pass(60_000);
    expect((await track(purchaseRequest)).shipments).toMatchObject([
      { status: 'in_transit', checkpoints: { length: 2 } },
    ]);
    expect(await bench.simulator.advance(purchaseRequest.reference, 'delivered')).toEqual({ kind: 'moved' });
    expect(await track(purchaseRequest)).toMatchObject({ shipments: [{ status: 'delivered' }], pollAfterMs: null });
  });

  it('allows only valid package transitions', async () => {
    const purchaseRequest = await bought();
    const { simulator } = bench;
    expect(await simulator.advance(purchaseRequest.reference, 'undeliverable')).toEqual({ kind: 'moved' });
    expect(await simulator.advance(purchaseRequest.reference, 'in_transit')).toEqual({ kind: 'moved' });
    expect(await simulator.advance(purchaseRequest.reference, 'delivered')).toEqual({ kind: 'moved' });
    for (const to of ['in_transit', 'undeliverable', 'cancelled_by_retailer'] as const) {
      expect(await simulator.advance(purchaseRequest.reference, to)).toMatchObject({ kind: 'refused' });
    }
    const [purchase] = await simulator.purchases(purchaseRequest.reference);
    expect(purchase!.moves.map((move) => move.to)).toEqual(['undeliverable', 'in_transit', 'delivered']);
    expect(await simulator.advance(newId(), 'delivered')).toEqual({ kind: 'missing' });
  });

  it('can cancel it on the retailer’s behalf', async () => {
    const purchaseRequest = await bought();
    await bench.simulator.advance(purchaseRequest.reference, 'cancelled_by_retailer');
    expect((await track(purchaseRequest)).cancelled).not.toBeNull();
    expect(await bench.simulator.advance(purchaseRequest.reference, 'delivered')).toMatchObject({ kind: 'refused' });
  });
});

describe('canceling', () => {
  it('works until the carrier has it', async () => {
    const fresh = await bought();
    const [purchase] = await bench.simulator.purchases(fresh.reference);
    const merchantOrderId = purchase!.merchant_order_ids[0]!;
    const cancel = () => bench.simulator.cancel!({ ...queryOf(fresh), merchantOrderId }, unlimited());
    expect(await cancel()).toEqual({ kind: 'cancelled' });
    expect(await cancel()).toEqual({ kind: 'cancelled' });
    expect((await track(fresh)).cancelled).not.toBeNull();

    const late = await bought();
    bench.clock.pass(5000);
    const [sent] = await bench.simulator.purchases(late.reference);
    const query = { ...queryOf(late), merchantOrderId: sent!.merchant_order_ids[0]! };
    expect(await bench.simulator.cancel!(query, unlimited())).toMatchObject({ kind: 'refused' });
    expect((await track(late)).cancelled).toBeNull();
  });
});

describe('returns', () => {
  const wanted = (
    purchaseRequest: PurchaseRequest,
    reason: string,
    more: Partial<ReturnRequest> = {},
  ): ReturnRequest => ({
    reference: newId(),
    purchase: queryOf(purchaseRequest),
    lines: purchaseRequest.lines.map(({ lineId, quantity }) => ({ lineId, quantity })),
    reason,
    methodCode: null,
    explanation: null,
    returnAddress: null,
    askedAt: null,
    approvedAt: null,
    others: [],
    ...more,
  });

  it.each([
    ['damaged', 'approved'],
    ['wrong_size', 'approved'],
    ['no_longer_needed', 'approved'],
    ['empty_box', 'credited'],
    ['not_delivered', 'credited'],
    ['forced_cancellation', 'denied'],
  ])('%s is %s after two seconds', async (reason, kind) => {
    const request = wanted(await bought(), reason);
    expect(await bench.simulator.requestReturn!(request, unlimited())).toMatchObject({
      kind: 'open',
      pollAfterMs: 2000,
    });
    bench.clock.pass(2000);
    const answer = await bench.simulator.checkReturn!(request, unlimited());
    expect(answer.kind).toBe(kind);
    if (answer.kind === 'credited') expect(answer.amount).toBeNull();
    if (answer.kind === 'approved') {
      expect(answer.parcels).toMatchObject([{ from: { lastName: 'Doe' }, to: { city: 'Hebron' } }]);
      expect(answer.returnBy).toBe('2026-09-20');
    }
    expect(await bench.simulator.resolveReturn(request.reference, { status: 'denied', notes: null })).toMatchObject({
      kind: 'refused',
    });
  });

  it('other stays open until someone decides, once', async () => {
    const request = wanted(await bought(), 'other');
    await bench.simulator.requestReturn!(request, unlimited());
    bench.clock.pass(600_000);
    expect(await bench.simulator.checkReturn!(request, unlimited())).toMatchObject({
      kind: 'open',
      pollAfterMs: 60_000,
    });
    const { simulator } = bench;
    const decide = (status: 'credited' | 'denied') =>
      simulator.resolveReturn(request.reference, { status, notes: 'Fine.' });
    expect(await decide('credited')).toEqual({ kind: 'moved' });
    expect(await decide('denied')).toMatchObject({ kind: 'refused' });
    const answer = await simulator.checkReturn!(request, unlimited());
    expect(answer).toEqual({ kind: 'credited', amount: null, message: 'Fine.' });
    expect(await simulator.resolveReturn(newId(), { status: 'denied', notes: null })).toEqual({ kind: 'missing' });
  });

  it('denies what cannot be returned, and files nothing', async () => {
    const purchaseRequest = await bought();
    const tooMany = purchaseRequest.lines.map(({ lineId }) => ({ lineId, quantity: 2 }));
    const stranger = requestFor(scenarioProduct('success'));
    for (const request of [
      wanted(purchaseRequest, 'bored'),
      wanted(purchaseRequest, 'damaged', { methodCode: 'pigeon' }),
      wanted(purchaseRequest, 'damaged', { lines: tooMany }),
      wanted(stranger, 'damaged'),
    ]) {
      expect(await bench.simulator.requestReturn!(request, unlimited())).toMatchObject({ kind: 'denied' });
      expect(await bench.simulator.resolveReturn(request.reference, { status: 'denied', notes: null })).toEqual({
        kind: 'missing',
      });
    }
  });
});
