import { expect, it } from 'vitest';
import {
  type ReturnRequest,
  type TrackingReport,
  type TrackingStatus,
  trackingStatuses,
} from '../../src/connectors/contract.ts';
import { bought, type Current, call, need, trackQuery } from './subject.ts';

/** What may follow which status in a shipment's reports. */
const followers: Readonly<Record<TrackingStatus, readonly TrackingStatus[]>> = {
  pending: ['pending', 'in_transit', 'delivered', 'undeliverable'],
  in_transit: ['in_transit', 'delivered', 'undeliverable'],
  delivered: ['delivered'],
  undeliverable: ['undeliverable', 'in_transit', 'delivered'],
};

function expectOrderedCheckpoints({ shipments }: TrackingReport): void {
  for (const { parcelId, status, checkpoints, trackingNumber } of shipments) {
    expect(trackingNumber).not.toBe('');
    expect(parcelId).not.toBe('');
    expect(trackingStatuses).toContain(status);
    const times = checkpoints.map((checkpoint) => checkpoint.time.getTime());
    expect(times).toEqual(times.toSorted((left, right) => right - left));
    const oldestFirst = checkpoints.toReversed();
    for (const [index, checkpoint] of oldestFirst.slice(1).entries()) {
      expect(followers[oldestFirst[index]!.status]).toContain(checkpoint.status);
    }
  }
}

/** A return of everything that was bought. */
const returnOf = (purchase: ReturnRequest['purchase'], more: Partial<ReturnRequest> = {}): ReturnRequest => ({
  reference: `return-${purchase.reference}`,
  purchase,
  lines: purchase.lines.map(({ lineId, quantity }) => ({ lineId, quantity })),
  reason: 'damaged',
  methodCode: null,
  explanation: null,
  returnAddress: null,
  askedAt: null,
  approvedAt: null,
  others: [],
  ...more,
});

export function testAfterPurchase(current: Current): void {
  it('tracks until nothing more happens', async (context) => {
    need(context, current(), 'checkout', 'track');
    const { connector, request, elapse, advance, lastStatus = 'delivered' } = current();
    const purchaseRequest = request();
    const query = trackQuery(purchaseRequest, await bought(current(), purchaseRequest));
    const statuses: TrackingStatus[] = ['pending'];
    for (let asked = 0; asked < 100; asked += 1) {
      const answer = await connector.track!(query, call());
      if (answer.kind !== 'tracked') return expect.unreachable(answer.message);
      expectOrderedCheckpoints(answer);
      const status = answer.shipments[0]?.status ?? 'pending';
      expect(followers[statuses.at(-1)!]).toContain(status);
      statuses.push(status);
      if (answer.pollAfterMs === null) break;
      await advance?.(query.merchantOrderIds[0]!);
      await elapse(answer.pollAfterMs);
    }
    expect(statuses.at(-1)).toBe(lastStatus);
  });

  it('cancels a fresh purchase, and says so when it cannot', async (context) => {
    need(context, current(), 'checkout', 'cancel');
    const { connector, request } = current();
    const purchaseRequest = request();
    const purchase = await bought(current(), purchaseRequest);
    const query = trackQuery(purchaseRequest, purchase);
    const answer = await connector.cancel!({ ...query, merchantOrderId: purchase.merchantOrderIds[0]! }, call());
    expect(['cancelled', 'pending', 'refused']).toContain(answer.kind);
    const unknown = await connector.cancel!({ ...query, merchantOrderId: 'no-such-order' }, call());
    expect(unknown).toMatchObject({ kind: 'refused' });
  });

  it('takes a return once, no matter how often it is asked for', async (context) => {
    need(context, current(), 'checkout', 'return');
    const { connector, request, elapse } = current();
    const purchaseRequest = request();
    const purchase = trackQuery(purchaseRequest, await bought(current(), purchaseRequest));
    const reason = connector.returnOptions!(purchaseRequest.retailer).reasonCodes[0]!;
    const wanted = returnOf(purchase, { reason });
    let answer = await connector.requestReturn!(wanted, call());
    for (let asked = 0; answer.kind === 'open' && asked < 100; asked += 1) {
      await elapse(answer.pollAfterMs);
      answer = await connector.checkReturn!(wanted, call());
    }
    expect(['approved', 'denied', 'credited', 'open']).toContain(answer.kind);
    expect(await connector.requestReturn!(wanted, call())).toEqual(answer);
  });

  it('tells of a refund once the store has made it, and the same every time', async (context) => {
    need(context, current(), 'checkout');
    const { connector, request, refund } = current();
    if (!connector.checkRefund || !refund) return context.skip('reports no refunds');
    const purchaseRequest = request();
    const purchase = trackQuery(purchaseRequest, await bought(current(), purchaseRequest));
    const wanted = returnOf(purchase, { approvedAt: new Date() });
    const before = await connector.checkRefund(wanted, call());
    // A guest may not be shown it.
    if (before.kind === 'waiting' && !purchase.account) return context.skip('shows guests no refunds');
    expect(before).toMatchObject({ kind: 'reported', refunds: [], isSettled: false });
    await refund(purchase.merchantOrderIds[0]!, 150);
    const answer = await connector.checkRefund(wanted, call());
    expect(answer).toMatchObject({ kind: 'reported', refunds: [{ amount: 150 }] });
    expect(await connector.checkRefund(wanted, call())).toEqual(answer);
    if (answer.kind !== 'reported') return;
    const known = new Set(purchase.lines.map(({ lineId }) => lineId));
    for (const { lineIds, quantity } of answer.refunds.flatMap(({ lines }) => lines)) {
      expect(lineIds.length).toBeGreaterThan(0);
      expect(lineIds.every((lineId) => known.has(lineId))).toBe(true);
      expect(quantity).toBe(1);
    }
  });
}
