import { type Static, Type } from 'typebox';
import { conditions, trackingStatuses } from '../../../connectors/contract.ts';
import { recordOf } from '../../../kit/known-keys.ts';
import { closed, describedEnum, moment, nullable, uuid } from '../../../platform/http/index.ts';
import { errorTypes, failureReasons } from '../../../wire/index.ts';
import { TestClockChoice } from '../../access/accounts/index.ts';
import { requestFields } from './fields.ts';
import { FulfillmentBody } from './fulfillment.ts';
import { itemStatuses } from './model.ts';
import { PaymentChoice, PriceComponents } from './schema-payment.ts';

const shortText = (maxLength: number, examples: string[], description: string) =>
  Type.String({ minLength: 1, maxLength, examples, description });

const Condition = Type.Enum([...conditions], { examples: ['New'] });

const Variant = closed({
  label: shortText(200, ['Colour'], 'Name of the option, such as `Color` or `Size`.'),
  value: shortText(200, ['Blue'], 'The chosen value, as the store spells it.'),
});

const OrderedProduct = closed(
  {
    url: Type.String({
      format: 'uri',
      minLength: 1,
      maxLength: 2048,
      description: "Product page on the store's site.",
      examples: ['https://www.walmart.com/ip/986325010'],
    }),
    quantity: Type.Integer({
      description: 'Number of units to buy.',
      minimum: 1,
      maximum: 100,
      default: 1,
      examples: [1],
    }),
    variant: Type.Optional(
      nullable(Type.Array(Variant, { maxItems: 20 }), {
        description: 'Options to choose, such as size and color. Required if the product has variants.',
      }),
    ),
    condition_in: Type.Optional(
      Type.Array(Condition, {
        minItems: 1,
        maxItems: 6,
        description: 'Conditions to accept. Only `New` by default.',
        examples: [['New']],
      }),
    ),
    condition_not_in: Type.Optional(
      Type.Array(Condition, { description: 'Conditions to reject.', maxItems: 6, examples: [[]] }),
    ),
  },
  { title: 'OrderedProduct', description: 'A product to buy.' },
);

export const ShippingAddress = closed(
  {
    first_name: shortText(100, ['Jane'], 'First name of the recipient.'),
    last_name: shortText(100, ['Doe'], 'Last name of the recipient.'),
    address_line1: shortText(200, ['1 Market St'], 'Street address.'),
    address_line2: Type.Optional(
      nullable(Type.String({ maxLength: 200 }), { description: 'Apartment, suite, unit or company.' }),
    ),
    city: shortText(100, ['San Francisco'], 'City or town.'),
    state: Type.Optional(
      nullable(
        Type.String({
          maxLength: 100,
          description: 'State or region. Required in the US, as a two-letter code.',
          examples: ['CA'],
        }),
      ),
    ),
    postal_code: shortText(20, ['94105'], 'ZIP or postal code.'),
    country: Type.String({
      pattern: '^[A-Za-z]{2}$',
      default: 'US',
      description: 'Two-letter country code (ISO 3166-1): US, DE or IT.',
      examples: ['US'],
    }),
    phone_number: shortText(40, ['+14155550123'], 'Phone number for the carrier, with country code.'),
  },
  { title: 'ShippingAddress', description: 'Where to ship the order.' },
);

export const OrderBody = closed(
  {
    products: Type.Array(OrderedProduct, {
      minItems: 1,
      maxItems: 50,
      description: 'What to buy. All products must be from one store.',
    }),
    shipping_address: ShippingAddress,
    max_price: Type.Integer({
      minimum: 1,
      maximum: 1_000_000_000,
      description: 'The most that the store may charge, in cents, including tax and shipping. Errand never pays more.',
      examples: [5000],
    }),
    max_price_currency: Type.Optional(
      nullable(
        Type.String({
          pattern: '^[A-Z]{3}$',
          description:
            "Currency of `max_price` (ISO 4217): `USD` (the default) or the store's currency. `max_price` is in that currency's minor unit.",
          examples: ['USD'],
        }),
      ),
    ),
    retailer_credentials_id: Type.Optional(
      nullable(
        Type.String({
          pattern: '^svc_acct_[a-z2-7]{10}$',
          description: 'The `short_id` of the retailer account to buy with. Errand uses its own account by default.',
        }),
      ),
    ),
    idempotency_key: Type.Optional(
      nullable(
        shortText(
          255,
          ['order-1001'],
          'A unique value for this order. A request with the same value never buys twice. The Idempotency-Key header works too.',
        ),
      ),
    ),
    ...requestFields,
    fulfillment: Type.Optional(nullable(FulfillmentBody)),
    quote_id: Type.Optional(
      nullable(
        uuid({ description: 'Buy at the price of this quote from POST /orders/quote, before its `expires_at`.' }),
      ),
    ),
    max_drift_cents: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 1_000_000_000,
        default: 0,
        description:
          'How far the total may rise above the quote, in cents. Beyond that, the order fails with `price_changed`.',
      }),
    ),
    payment: Type.Optional(nullable(PaymentChoice)),
    test_clock: TestClockChoice,
    customer_notifications: Type.Optional(
      nullable(
        closed({
          email: Type.String({ description: 'Email address of the recipient.', format: 'email', maxLength: 254 }),
        }),
        { description: 'Email the recipient about shipping and delivery.' },
      ),
    ),
  },
  { title: 'NewOrder', description: 'An order to place.' },
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
    id: uuid({ description: 'UUID of the item. Use it in returns.' }),
    url: Type.String({ description: 'Product page that was ordered.' }),
    quantity: Type.Integer({ description: 'Number of units ordered.' }),
    variant: nullable(Type.Array(Variant), { description: 'Options that were chosen, or null.' }),
    condition_in: Type.Array(Condition, { description: 'Conditions that the order accepts.' }),
    condition_not_in: Type.Array(Condition, { description: 'Conditions that the order rejects.' }),
    status: Type.Enum([...itemStatuses], { description: 'Status of the item.' }),
    cancelled_quantity: Type.Integer({ description: 'Number of units that the store canceled.' }),
    unit_price_cents: nullable(Type.Integer(), {
      description: 'Price of one unit, in cents. Null until the order is placed.',
    }),
    error_type: nullable(FailureReason, {
      description: 'Why this item could not be bought. Null unless the order failed because of it.',
    }),
    cancellation_reason: nullable(Type.String(), {
      description: "Why the store canceled it, in the store's words.",
    }),
    created_at: moment(),
    updated_at: moment(),
  },
  { title: 'OrderItem', description: 'A product in an order.' },
);

export const CheckpointView = Type.Object(
  {
    checkpoint_time: moment({ description: 'When the carrier recorded the scan.' }),
    status: Type.Enum([...trackingStatuses], { description: 'Status of the package at this scan.' }),
    message: Type.String({ description: "The carrier's text." }),
    city: nullable(Type.String(), { description: 'City of the scan.' }),
    state: nullable(Type.String(), { description: 'State or region of the scan.' }),
    country: nullable(Type.String(), { description: 'Country of the scan.' }),
    zip: nullable(Type.String(), { description: 'ZIP or postal code of the scan.' }),
    location: nullable(Type.String(), {
      description: 'Place of the scan as free text, if the carrier does not provide a city and state.',
    }),
  },
  { title: 'TrackingCheckpoint', description: 'A carrier scan.' },
);

export const TrackingEvent = Type.Object(
  {
    carrier: Type.String({ description: 'Carrier that delivers the package.' }),
    tracking_number: Type.String({ description: "The carrier's tracking number." }),
    ...CheckpointView.properties,
  },
  { title: 'TrackingEvent', description: "A carrier scan of one of the order's packages." },
);

export const TrackingNumber = Type.Object(
  {
    id: uuid(),
    carrier: Type.String({ description: 'Carrier that delivers the package.' }),
    tracking_number: Type.String({ description: "The carrier's tracking number." }),
    status: Type.Enum([...trackingStatuses], { description: 'Where the package is.' }),
    estimated_delivery_date: nullable(Type.String({ format: 'date' }), {
      description: 'Day on which the carrier expects to deliver, in the time zone of the address.',
    }),
    checkpoints: Type.Array(CheckpointView, { description: 'Carrier scans, newest first.' }),
    created_at: moment(),
  },
  { title: 'TrackingNumber', description: 'A package in an order.' },
);

const MerchantOrder = Type.Object(
  {
    merchant_order_id: Type.String({ description: "The store's order number." }),
    merchant: Type.String({ description: 'The retailer.' }),
    account: Type.String({
      description: 'The retailer account used for the purchase: an ID, an email address, or `managed`.',
    }),
    placed_at: nullable(moment(), { description: 'When the store accepted it.' }),
  },
  { title: 'MerchantOrder', description: "An order in the store's records." },
);

export const JobResult = Type.Object(
  {
    success: Type.Boolean({ description: 'Whether the store accepted the order.' }),
    error: nullable(Type.String(), {
      description: 'What went wrong, in plain language. Null if the order was placed.',
    }),
    error_type: nullable(FailureReason, {
      description: 'Machine-readable reason for the failure. Null if the order was placed.',
    }),
    error_details: nullable(Type.Record(Type.String(), Type.Unknown()), {
      description: 'More about the failure, such as the price that was too high.',
    }),
    price_components: nullable(PriceComponents, { description: 'What the store charged. Null if the order failed.' }),
    estimated_delivery: nullable(Type.String({ format: 'date' }), {
      description: 'Day on which the store expects to deliver.',
    }),
    merchant_order_ids: Type.Array(MerchantOrder, { description: "The store's orders, with their numbers." }),
  },
  { title: 'JobResult', description: 'How the purchase ended.' },
);

export const ReturnSummary = Type.Object(
  {
    id: uuid(),
    status: Type.String({ description: 'Status of the return: `open`, `approved`, `denied` or `credited`.' }),
    reason: Type.String({ description: 'Why the items are being returned.' }),
    created_at: moment(),
    updated_at: moment(),
  },
  { title: 'ReturnSummary', description: 'Summary of a return.' },
);

export const LastAttempt = Type.Object(
  {
    at: moment({ description: 'When the attempt ended.' }),
    reason: Type.String({ description: 'Why the attempt failed, as an `error_type`.' }),
    message: Type.String({ description: 'What went wrong, in plain language.' }),
  },
  {
    title: 'OrderLastAttempt',
    description: 'Why the last attempt failed, if Errand will retry the order. The final result is in `job_result`.',
  },
);
