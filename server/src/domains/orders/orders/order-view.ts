import { type Static, Type } from 'typebox';
import { toUsCents } from '../../../kit/exchange-rate.ts';
import { described, moment, nullable, uuid } from '../../../platform/http/index.ts';
import { TestClockShown } from '../../access/accounts/index.ts';
import { ActionView, openAction } from './actions/index.ts';
import { exampleAddress } from './examples.ts';
import { plainFieldsOf, viewFields } from './fields.ts';
import { FulfillmentView, presentFulfillment } from './fulfillment.ts';
import { presentLateness } from './lateness.ts';
import { orderStatuses, waitingReasons } from './model.ts';
import { nextStep, pollAfterMs } from './next-step.ts';
import type { OrderExchange } from './order-exchange.ts';
import {
  presentAddress,
  presentAttempt,
  presentItem,
  presentResult,
  presentReturn,
  presentShipment,
  waitingForOf,
} from './present.ts';
import { presentOrderPayment } from './present-payment.ts';
import type { FullOrder } from './rows.ts';
import {
  Item,
  JobResult,
  LastAttempt,
  ReturnSummary,
  ShippingAddress,
  TrackingEvent,
  TrackingNumber,
} from './schema.ts';
import { Payment } from './schema-payment.ts';

/** An order as the API shows it, then its presenter and its example. */
export const OrderView = Type.Object(
  {
    id: uuid(),
    status: Type.Enum([...orderStatuses], {
      description:
        'Status of the order. `order_placed`, `order_failed`, `cancelled` and `cancelled_by_retailer` are final, except that the store may still cancel a placed order.',
    }),
    max_price: Type.Integer({ description: 'The most that the store may charge, in cents, as in the request.' }),
    currency: Type.String({ description: 'Currency of `max_price` and of every `_cents` field: `USD`.' }),
    exchange: Type.Optional(
      Type.Object(
        {
          currency: Type.String({ description: 'Currency of the store (ISO 4217).' }),
          payment_currency: Type.String({ description: 'Currency of the wallet that pays for the order.' }),
          rate: nullable(Type.String(), {
            description: 'Units of the currency per US dollar, before the markup. Null until the purchase.',
          }),
          markup_bps: Type.Integer({ description: 'Markup on the rate, in basis points.' }),
          rate_date: nullable(Type.String({ format: 'date-time' }), {
            description: 'When the source published the rate.',
          }),
          max_price: nullable(Type.Integer(), {
            description: '`max_price` in the minor unit of the currency, if you sent it in that currency.',
          }),
        },
        {
          title: 'OrderExchange',
          description:
            'How the order is paid for if the store charges in another currency. Omitted for stores that charge in US dollars.',
        },
      ),
    ),
    attempts: Type.Integer({ description: 'Number of purchase attempts so far.' }),
    items: Type.Array(Item, { description: 'Items in the order, each with its own status.' }),
    shipping_address: Type.Object(
      {
        ...ShippingAddress.properties,
        address_line2: nullable(Type.String(), { description: 'Apartment, suite, unit or company.' }),
        state: nullable(Type.String(), { description: 'State or region.' }),
        phone_number: nullable(Type.String(), { description: 'Phone number for the carrier.' }),
      },
      { title: 'OrderAddress', description: 'Where the order ships to.' },
    ),
    ...viewFields,
    fulfillment: described(FulfillmentView, 'Which parts of the order can be left out, and which ones were.'),
    retailer: Type.String({ description: 'ID or domain of the store.' }),
    retailer_credentials_id: nullable(Type.String(), {
      description: "Your retailer account used for the order. Null: one of Errand's own accounts.",
    }),
    waiting_for: nullable(
      Type.Enum([...waitingReasons], {
        description:
          'What a pending order is waiting for. `account`: its turn to use a retailer account. `code`: a code that the retailer emails. `retailer`: a disabled retailer to be enabled again. `action`: an answer to `next_action`. `policy`: a spending policy to be unfrozen. `hold`: a hold that you set in the sandbox. `retry`: the next attempt (see `last_attempt`). Null: nothing.',
      }),
    ),
    last_attempt: nullable(LastAttempt, {
      description:
        'Why the last attempt failed, if Errand will retry the order. Null otherwise. The final result is in `job_result`.',
    }),
    next_action: nullable(ActionView, {
      description: 'What someone has to do before the order can continue. Null: nothing.',
    }),
    next_step: Type.String({ description: 'What to do next, in one sentence.' }),
    poll_after_ms: nullable(
      Type.Integer({
        description:
          "How long to wait before you read the order again, in milliseconds. Null: the order won't change anymore. With `waiting_for` `retry`, the time until the next attempt.",
      }),
    ),
    job_result: nullable(JobResult, {
      description: 'Result of the purchase. Null until the order is placed or failed.',
    }),
    merchant_order_ids: Type.Array(Type.String(), {
      description: "The store's order numbers, once the order is placed.",
    }),
    tracking_numbers: Type.Array(TrackingNumber, { description: 'Packages in the order.' }),
    late: nullable(
      Type.Object({
        since: moment({ description: 'When Errand noticed that the order is late.' }),
        expected_date: nullable(Type.String({ format: 'date' }), { description: 'Day the late package was expected.' }),
        last_scan_at: nullable(moment(), { description: "The carrier's last scan of the late package." }),
      }),
      {
        description:
          'Set while a package is late: the expected day has passed, or the carrier has not scanned it for 7 days. Null otherwise.',
      },
    ),
    returns: Type.Array(ReturnSummary, { description: 'Returns for this order, newest first.' }),
    test_clock: TestClockShown,
    payment: described(Payment, 'How the order is paid for.'),
    tracking_events: Type.Optional(
      Type.Array(TrackingEvent, {
        description: 'Tracking events for all packages, newest first. Only in lists with `include=tracking_events`.',
      }),
    ),
    created_at: moment(),
    updated_at: moment(),
  },
  { title: 'Order', description: 'An order with its items, packages, returns and payment.' },
);
export type OrderView = Static<typeof OrderView>;

/** The store's charge in US cents at the rate of the purchase; null before it. */
export function totalInUsCents({ job_result: result, exchange }: OrderView): number | null {
  const total = result?.price_components?.total ?? null;
  if (total === null || !exchange || exchange.rate === null) return total;
  const { currency, rate, markup_bps: markupBps } = exchange;
  return toUsCents({ currency, rate, markupBps }, total);
}

const presentExchange = (exchange: OrderExchange) => ({
  currency: exchange.currency,
  payment_currency: exchange.wallet,
  rate: exchange.rate,
  markup_bps: exchange.markup_bps,
  rate_date: exchange.rated_at,
  max_price: exchange.max_price,
});

export function presentOrder(order: FullOrder, now: Date): OrderView {
  return {
    id: order.id,
    status: order.status,
    max_price: order.max_price_cents,
    currency: 'USD',
    ...(order.exchange ? { exchange: presentExchange(order.exchange) } : {}),
    attempts: order.attempts,
    items: order.items.map(presentItem),
    shipping_address: presentAddress(order.shipping_address),
    ...plainFieldsOf(order),
    fulfillment: presentFulfillment(order.fulfillment, order.concessions),
    retailer: order.retailer,
    retailer_credentials_id: order.retailer_credentials_id,
    waiting_for: waitingForOf(order),
    last_attempt: order.last_attempt && presentAttempt(order.last_attempt),
    next_action: openAction(order.questions),
    next_step: nextStep(order, now),
    poll_after_ms: pollAfterMs(order, now),
    job_result: order.job_result && presentResult(order.job_result, order),
    merchant_order_ids: order.merchant_order_ids,
    tracking_numbers: order.shipments.map(presentShipment),
    late: presentLateness(order),
    returns: order.returns.map(presentReturn),
    test_clock: order.test_clock,
    payment: presentOrderPayment(order),
    created_at: order.created_at.toISOString(),
    updated_at: order.updated_at.toISOString(),
  };
}

const at = '2026-08-21T10:00:00.000Z';

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
  fulfillment: presentFulfillment(null, null),
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
  late: null,
  returns: [],
  test_clock: null,
  payment: {
    mode: 'wallet',
    state: 'authorized',
    authorized_cents: 5000,
    captured_cents: 0,
    refunded_cents: 0,
    fee_cents: 0,
    stripe_fee_cents: 0,
    payment_method: null,
    simulated: true,
  },
  created_at: at,
  updated_at: at,
};
