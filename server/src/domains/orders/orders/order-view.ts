import { type Static, Type } from 'typebox';
import { moment, nullable, uuid } from '../../../platform/http/index.ts';
import { ActionView, openAction } from './actions/index.ts';
import { exampleAddress } from './examples.ts';
import { plainFieldsOf, viewFields } from './fields.ts';
import { orderStatuses } from './model.ts';
import { nextStep, pollAfterMs } from './next-step.ts';
import {
  presentAddress,
  presentAttempt,
  presentItem,
  presentPayment,
  presentResult,
  presentReturn,
  presentShipment,
  waitingForOf,
} from './present.ts';
import type { FullOrder } from './rows.ts';
import { Item, JobResult, LastAttempt, Payment, ReturnSummary, ShippingAddress, TrackingNumber } from './schema.ts';

/** An order as the API shows it. Below: how it is made, and what the reference shows. */
export const OrderView = Type.Object(
  {
    id: uuid(),
    status: Type.Enum([...orderStatuses]),
    max_price: Type.Integer(),
    currency: Type.String(),
    attempts: Type.Integer(),
    items: Type.Array(Item),
    shipping_address: Type.Object(
      {
        ...ShippingAddress.properties,
        address_line2: nullable(Type.String()),
        state: nullable(Type.String()),
        phone_number: nullable(Type.String()),
      },
      { title: 'OrderAddress' },
    ),
    ...viewFields,
    retailer: Type.String(),
    retailer_credentials_id: nullable(Type.String()),
    waiting_for: nullable(
      Type.Enum(['account', 'code', 'retailer', 'action', 'policy', 'hold', 'retry'], {
        description:
          'What it waits for: its turn at a retailer account, a code that the retailer mails, a retailer that is switched off for now, an answer to next_action, a spend policy that is frozen, (in the sandbox) the person who holds it back by hand, or the next attempt after one that failed (see last_attempt).',
      }),
    ),
    last_attempt: nullable(LastAttempt),
    next_action: nullable(ActionView),
    next_step: Type.String({ description: 'One sentence on what to do next.' }),
    poll_after_ms: nullable(
      Type.Integer({
        description:
          'When looking again is worth it; null when nothing more will happen. While waiting_for is retry: the time until the next attempt.',
      }),
    ),
    job_result: nullable(JobResult),
    merchant_order_ids: Type.Array(Type.String()),
    tracking_numbers: Type.Array(TrackingNumber),
    returns: Type.Array(ReturnSummary),
    payment: Type.Optional(Payment),
    created_at: moment(),
    updated_at: moment(),
  },
  { title: 'Order' },
);
export type OrderView = Static<typeof OrderView>;

/** The time until the next attempt is counted from `now`. */
export function presentOrder(order: FullOrder, now: Date): OrderView {
  return {
    id: order.id,
    status: order.status,
    max_price: order.max_price_cents,
    currency: 'USD',
    attempts: order.attempts,
    items: order.items.map(presentItem),
    shipping_address: presentAddress(order.shipping_address),
    ...plainFieldsOf(order),
    retailer: order.retailer,
    retailer_credentials_id: order.retailer_credentials_id,
    waiting_for: waitingForOf(order),
    last_attempt: order.last_attempt && presentAttempt(order.last_attempt),
    next_action: openAction(order.questions),
    next_step: nextStep(order, now),
    poll_after_ms: pollAfterMs(order, now),
    job_result: order.job_result && presentResult(order.job_result),
    merchant_order_ids: order.merchant_order_ids,
    tracking_numbers: order.shipments.map(presentShipment),
    returns: order.returns.map(presentReturn),
    ...(order.payment ? { payment: presentPayment(order.payment, order) } : {}),
    created_at: order.created_at.toISOString(),
    updated_at: order.updated_at.toISOString(),
  };
}

const at = '2026-08-21T10:00:00.000Z';

/** One believable order, for the reference. */
export const exampleOrderView: OrderView = {
  id: '0b9c1c5e-6d0f-4c1b-9f43-2f6f4b7f1a52',
  status: 'pending',
  max_price: 5000,
  currency: 'USD',
  attempts: 0,
  items: [
    {
      id: '6a2f41a3-c54c-4b8a-8b8a-0d1e2f3a4b5c',
      url: 'https://www.walmart.com/ip/986325010',
      quantity: 1,
      variant: null,
      condition_in: ['New'],
      condition_not_in: [],
      status: 'pending',
      cancelled_quantity: 0,
      unit_price_cents: null,
      error_type: null,
      cancellation_reason: null,
      created_at: at,
      updated_at: at,
    },
  ],
  shipping_address: exampleAddress,
  ...plainFieldsOf({ metadata: { your_reference: '1001' } }),
  retailer: 'walmart',
  retailer_credentials_id: null,
  waiting_for: null,
  last_attempt: null,
  next_action: null,
  next_step: 'The order is being placed. Check again after poll_after_ms.',
  poll_after_ms: 1000,
  job_result: null,
  merchant_order_ids: [],
  tracking_numbers: [],
  returns: [],
  created_at: at,
  updated_at: at,
};
