import { expect, it } from 'vitest';
import type { WholeOrder } from './store.ts';
import { timelineOf } from './timeline.ts';

const at = (seconds: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, seconds));

/** Written down as bought at second 20; its parcel was shipped at the given second. */
const orderShippedAt = (seconds: number): WholeOrder =>
  ({
    created_at: at(0),
    started_at: at(1),
    ended_at: at(20),
    cancelled_at: null,
    status: 'order_placed',
    merchant_order_ids: [],
    job_result: { success: true },
    questions: [],
    returns: [],
    shipments: [
      {
        carrier: 'ups',
        tracking_number: '1Z',
        created_at: at(30).toISOString(),
        checkpoints: [{ status: 'in_transit', out_for_delivery: false, checkpoint_time: at(seconds).toISOString() }],
      },
    ],
  }) as unknown as WholeOrder;

it("tells the purchase before its parcels, also where the store's answer came late", () => {
  for (const [shippedAt, placedAt] of [
    [10, 10],
    [25, 20],
  ] as const) {
    const milestones = timelineOf(orderShippedAt(shippedAt)).map(({ type, occurred_at }) => [type, occurred_at]);
    expect(milestones).toEqual([
      ['order_created', at(0).toISOString()],
      ['placement_started', at(1).toISOString()],
      ['order_placed', at(placedAt).toISOString()],
      ['tracking_acquired', at(shippedAt).toISOString()],
      ['shipped', at(shippedAt).toISOString()],
    ]);
  }
});
