import { type Static, Type } from 'typebox';
import { conditions, trackingStatuses } from '../../../connectors/contract.ts';
import { recordOf } from '../../../kit/known-keys.ts';
import { closed, describedEnum, moment, nullable, uuid } from '../../../platform/http/index.ts';
import { errorTypes, failureReasons } from '../../../wire/index.ts';
import { requestFields } from './fields.ts';
import { FulfillmentBody } from './fulfillment.ts';
import { itemStatuses, orderStatuses } from './model.ts';
import { PaymentChoice } from './schema-payment.ts';
import { milestoneTypes } from './timeline.ts';

const shortText = (maxLength: number, examples: string[]) => Type.String({ minLength: 1, maxLength, examples });

const Condition = Type.Enum([...conditions], { examples: ['New'] });

const Variant = closed({
  label: shortText(200, ['Colour']),
  value: shortText(200, ['Blue']),
});

const OrderedProduct = closed(
  {
    url: Type.String({
      format: 'uri',
      minLength: 1,
      maxLength: 2048,
      description: "The product's page at the retailer.",
      examples: ['https://www.walmart.com/ip/986325010'],
    }),
    quantity: Type.Integer({ minimum: 1, maximum: 100, default: 1, examples: [1] }),
    variant: Type.Optional(nullable(Type.Array(Variant, { maxItems: 20 }))),
    condition_in: Type.Optional(
      Type.Array(Condition, { minItems: 1, maxItems: 6, description: 'Default ["New"].', examples: [['New']] }),
    ),
    condition_not_in: Type.Optional(Type.Array(Condition, { maxItems: 6, examples: [[]] })),
  },
  { title: 'OrderedProduct' },
);

export const ShippingAddress = closed(
  {
    first_name: shortText(100, ['Jane']),
    last_name: shortText(100, ['Doe']),
    address_line1: shortText(200, ['1 Market St']),
    address_line2: Type.Optional(nullable(Type.String({ maxLength: 200 }))),
    city: shortText(100, ['San Francisco']),
    state: Type.Optional(nullable(Type.String({ maxLength: 100, description: 'Required for US.', examples: ['CA'] }))),
    postal_code: shortText(20, ['94105']),
    country: Type.String({
      pattern: '^[A-Za-z]{2}$',
      default: 'US',
      description: 'ISO 3166-1 alpha-2, in either case; US, DE or IT.',
      examples: ['US'],
    }),
    phone_number: shortText(40, ['+14155550123']),
  },
  { title: 'ShippingAddress' },
);

export const OrderBody = closed(
  {
    products: Type.Array(OrderedProduct, { minItems: 1, maxItems: 50, description: 'All of one retailer.' }),
    shipping_address: ShippingAddress,
    max_price: Type.Integer({
      minimum: 1,
      maximum: 1_000_000_000,
      description: 'The most that the retailer may charge, in cents, tax and shipping included.',
      examples: [5000],
    }),
    retailer_credentials_id: Type.Optional(
      nullable(Type.String({ pattern: '^svc_acct_[a-z2-7]{10}$', description: 'One of your managed accounts.' })),
    ),
    idempotency_key: Type.Optional(nullable(shortText(255, ['order-1001']))),
    ...requestFields,
    fulfillment: Type.Optional(nullable(FulfillmentBody)),
    quote_id: Type.Optional(
      nullable(uuid({ description: 'A quote of this very order, not older than its expires_at.' })),
    ),
    max_drift_cents: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 1_000_000_000,
        default: 0,
        description: 'By how much the total may be above the quoted one; more ends the order with `price_changed`.',
      }),
    ),
    payment: Type.Optional(nullable(PaymentChoice)),
    customer_notifications: Type.Optional(
      nullable(closed({ email: Type.String({ format: 'email', maxLength: 254 }) })),
    ),
  },
  { title: 'NewOrder' },
);
export type OrderBody = Static<typeof OrderBody>;

const FailureReason = describedEnum(
  'FailureReason',
  'Why an order failed.',
  recordOf(errorTypes, (name) => {
    const { title, advice } = failureReasons[name];
    return { title, advice };
  }),
);

export const Item = Type.Object(
  {
    id: uuid(),
    url: Type.String(),
    quantity: Type.Integer(),
    variant: nullable(Type.Array(Variant)),
    condition_in: Type.Array(Condition),
    condition_not_in: Type.Array(Condition),
    status: Type.Enum([...itemStatuses]),
    cancelled_quantity: Type.Integer({ description: 'How many of them the retailer called off.' }),
    unit_price_cents: nullable(Type.Integer()),
    error_type: nullable(FailureReason),
    cancellation_reason: nullable(Type.String()),
    created_at: moment(),
    updated_at: moment(),
  },
  { title: 'OrderItem' },
);

export const CheckpointView = Type.Object(
  {
    checkpoint_time: moment(),
    status: Type.Enum([...trackingStatuses]),
    message: Type.String({ description: "The carrier's words." }),
    city: nullable(Type.String()),
    state: nullable(Type.String()),
    country: nullable(Type.String()),
    zip: nullable(Type.String()),
    location: nullable(Type.String()),
  },
  { title: 'TrackingCheckpoint' },
);

export const TrackingEvent = Type.Object(
  { carrier: Type.String(), tracking_number: Type.String(), ...CheckpointView.properties },
  { title: 'TrackingEvent' },
);

export const TrackingNumber = Type.Object(
  {
    id: uuid(),
    carrier: Type.String(),
    tracking_number: Type.String(),
    status: Type.Enum([...trackingStatuses]),
    estimated_delivery_date: nullable(Type.String({ format: 'date' })),
    checkpoints: Type.Array(CheckpointView, { description: 'Newest first.' }),
    created_at: moment(),
  },
  { title: 'TrackingNumber' },
);

const PriceComponents = Type.Object(
  {
    subtotal: Type.Integer(),
    shipping: Type.Integer(),
    tax: Type.Integer(),
    fees: Type.Integer(),
    total: Type.Integer(),
    currency: Type.String(),
  },
  { title: 'PriceComponents' },
);

const MerchantOrder = Type.Object(
  {
    merchant_order_id: Type.String({ description: "The store's number of the order." }),
    merchant: Type.String({ description: 'The retailer.' }),
    account: Type.String({
      description: 'The retailer account that bought it: an id, an email address, or `managed`.',
    }),
    placed_at: nullable(moment()),
  },
  { title: 'MerchantOrder' },
);

export const JobResult = Type.Object(
  {
    success: Type.Boolean(),
    error: nullable(Type.String()),
    error_type: nullable(FailureReason),
    error_details: nullable(Type.Record(Type.String(), Type.Unknown())),
    price_components: nullable(PriceComponents),
    estimated_delivery: nullable(Type.String({ format: 'date' })),
    merchant_order_ids: Type.Array(MerchantOrder),
  },
  { title: 'JobResult' },
);

export const ReturnSummary = Type.Object(
  {
    id: uuid(),
    status: Type.String(),
    reason: Type.String(),
    created_at: moment(),
    updated_at: moment(),
  },
  { title: 'ReturnSummary' },
);

export const LastAttempt = Type.Object(
  {
    at: moment(),
    reason: Type.String({ description: 'An error_type.' }),
    message: Type.String(),
  },
  {
    title: 'OrderLastAttempt',
    description:
      'Why the last attempt that was retried bought nothing; null if there was none. How the order ended is in job_result.',
  },
);

export const OrderWaitQuery = Type.Object({
  wait_seconds: Type.Integer({
    minimum: 0,
    maximum: 25,
    default: 0,
    description: 'Wait at most this long for the order to become newer than since.',
  }),
  since: Type.Optional(
    Type.String({ format: 'date-time', description: 'The updated_at that you know; the present one where absent.' }),
  ),
});

export const OrderPath = Type.Object({ order_id: uuid({ description: "The order's id." }) });

export const TimelineView = Type.Object(
  {
    order_id: uuid(),
    current_status: Type.Enum([...orderStatuses]),
    milestones: Type.Array(
      Type.Object({
        type: Type.Enum([...milestoneTypes]),
        label: Type.String(),
        occurred_at: moment(),
        source: Type.Enum(['service', 'retailer', 'carrier']),
        detail: Type.Record(Type.String(), Type.Unknown()),
      }),
      { description: 'Oldest first.' },
    ),
  },
  { title: 'OrderTimeline' },
);

export const TestProducts = Type.Object({
  products: Type.Array(
    Type.Object({
      url: Type.String(),
      scenario: Type.String(),
      name: Type.String(),
      is_synchronous_error: Type.Boolean(),
    }),
  ),
  cards: Type.Array(
    Type.Object({
      payment_method: Type.String(),
      scenario: Type.String(),
      name: Type.String(),
      is_synchronous_error: Type.Boolean(),
    }),
    { description: 'Test cards: order with `payment: {mode: "card", payment_method}`.' },
  ),
});
