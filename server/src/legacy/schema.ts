import { type Static, type TSchema, Type } from 'typebox';
import { shippingMethods } from '../connectors/contract.ts';
import { webhookEvents } from '../events/index.ts';
import { assertDefined } from '../kit/assert-defined.ts';
import { nullable, optionalBody, withExample } from '../platform/http/index.ts';
import { legacyConditions } from './conditions.ts';

/** Old clients send null for what they do not set. */
export const maybe = <Schema extends TSchema>(schema: Schema) => Type.Optional(nullable(schema));
const text = (maxLength: number, description?: string) =>
  Type.String({ minLength: 1, maxLength, ...(description ? { description } : {}) });
const flag = (description: string) => maybe(Type.Boolean({ description }));
const cents = (description: string, minimum = 0) => Type.Integer({ minimum, maximum: 1_000_000_000, description });

const Criteria = Type.Object({
  addon: flag('Whether the offer is an add-on item.'),
  buy_box: flag('Whether the offer is the one that the store shows.'),
  first_party_seller: flag('Whether the store itself is the seller.'),
  international: flag('Whether the offer ships from abroad.'),
  prime: flag('Whether the store ships it, as its membership programme promises.'),
  allow_oos: flag('Take an offer that is out of stock too.'),
  condition_in: maybe(Type.Array(Type.Enum(legacyConditions), { maxItems: 6 })),
  condition_not_in: maybe(Type.Array(Type.Enum(legacyConditions), { maxItems: 5 })),
  merchant_id_in: maybe(Type.Array(text(100), { maxItems: 100 })),
  merchant_id_not_in: maybe(Type.Array(text(100), { maxItems: 100 })),
  handling_days_max: maybe(Type.Integer({ minimum: 0, maximum: 365 })),
  max_item_price: maybe(cents('Cents.')),
  min_seller_num_ratings: maybe(Type.Integer({ minimum: 0 })),
  min_seller_percent_positive_feedback: maybe(Type.Number({ minimum: 0, maximum: 100 })),
});
export type Criteria = Static<typeof Criteria>;

const Product = Type.Object({
  product_id: text(2048, "The retailer's own id of the product; its address will do too."),
  quantity: Type.Number({ description: '1 to 100.' }),
  variants: maybe(Type.Array(Type.Object({ dimension: text(200), value: text(200) }), { maxItems: 20 })),
  seller_selection_criteria: maybe(Criteria),
});

export const Address = Type.Object({
  first_name: text(100),
  last_name: text(100),
  address_line1: text(200),
  address_line2: maybe(Type.String({ maxLength: 200 })),
  zip_code: text(20),
  city: text(100),
  state: maybe(Type.String({ maxLength: 100, description: 'Required for US.' })),
  country: maybe(Type.String({ pattern: '^[A-Za-z]{2}$', description: 'US (default), DE or IT.' })),
  phone_number: maybe(Type.String({ maxLength: 40 })),
  instructions: maybe(Type.String({ maxLength: 500, description: 'For the carrier.' })),
});

const Credentials = Type.Object({
  email: text(254),
  password: text(500),
  totp_2fa_key: maybe(text(200, 'The base32 key of the second factor.')),
  verification_code: maybe(text(20, 'A one-time code that the store has mailed already.')),
});

const PaymentMethod = Type.Object({
  name_on_card: maybe(Type.String({ maxLength: 200 })),
  number: maybe(Type.String({ maxLength: 30 })),
  security_code: maybe(Type.String({ maxLength: 10 })),
  expiration_month: maybe(Type.Number()),
  expiration_year: maybe(Type.Number()),
  use_gift: flag('Pay from the gift balance of the retailer account; the card beside it is then not used or kept.'),
});
export type PaymentMethod = Static<typeof PaymentMethod>;

const Promo = Type.Object({
  code: text(100),
  optional: flag('Go on without the code where it does not work.'),
  merchant_id: maybe(text(100, 'Only for what this seller sells.')),
  discount_amount: maybe(cents('The code has to take off this much at least, in cents.')),
  discount_percentage: maybe(Type.Number({ minimum: 0, maximum: 100 })),
  cost_override: maybe(cents('With the code a piece may cost this much at most, in cents.')),
});

const url = Type.String({ minLength: 1, maxLength: 2048 });

/** Where to send which event: a URL or several. */
export const webhooksFor = (events: readonly string[]) =>
  maybe(
    Type.Object(
      Object.fromEntries(events.map((event) => [event, maybe(Type.Union([url, Type.Array(url, { maxItems: 10 })]))])),
    ),
  );

const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
const dayPattern = `^(${weekdays.map((day) => [...day].map((c) => `[${c}${c.toUpperCase()}]`).join('')).join('|')})$`;

export const LegacyOrderRequest = Type.Object({
  retailer: text(253, 'An identifier from GET /retailers, or the domain of a store that is served here.'),
  products: Type.Array(Product, { minItems: 1, maxItems: 50 }),
  shipping_address: Address,
  is_gift: Type.Boolean(),
  shipping_method: maybe(Type.String({ maxLength: 200, description: `One of ${shippingMethods.join(', ')}.` })),
  payment_method: maybe(PaymentMethod),
  retailer_credentials: maybe(Credentials),
  addax: flag('Bought with the accounts of the service; so it is unless retailer_credentials are sent.'),
  gift_message: maybe(Type.String({ maxLength: 10_000 })),
  require_gift: flag('Fail where the store sends no gifts. So does is_gift.'),
  use_gift_wrap: flag('Wrapped by the store, for what it charges.'),
  webhooks: webhooksFor(webhookEvents),
  client_notes: maybe(Type.Record(Type.String(), Type.Unknown(), { maxProperties: 50 })),
  promo_codes: maybe(Type.Array(Promo, { maxItems: 20 })),
  strict_expired_product_id: flag('Fail where the store has replaced a product by another.'),
  po_number: maybe(Type.Union([Type.Number(), text(100)])),
  market_day: maybe(Type.String({ pattern: dayPattern, description: 'The day of the week to deliver on.' })),
  fail_if_taxed: flag('Fail where the store charges tax.'),
  max_delivery_days: maybe(Type.Integer({ minimum: 0, maximum: 365 })),
  take_buybox_offers: flag('Take the offer that the store shows, where it meets the criteria.'),
  force_offers_postal_code: maybe(text(20, 'Look at the offers as they are for this postal code.')),
  mgd_discount: maybe(Type.Integer({ minimum: -50, maximum: 0, description: 'Percent; lowers max_price by so much.' })),
  addax_queue_timeout: maybe(
    Type.Integer({ minimum: 1, maximum: 604_800, description: 'Seconds; 14400 unless told.' }),
  ),
  mgd_prime_optout: flag("Do not use offers for members of the store's programme."),
  mgd_priority_bid: maybe(Type.Integer({ minimum: 0, maximum: 100, description: 'The highest is placed first.' })),
  max_price: maybe(cents('The most that the store may charge, in cents; needed for a managed order.', 1)),
  customs_id_number: maybe(text(50)),
  tax_exemption_opt_out: flag('Pay tax even where the account that buys is exempt.'),
  disable_weekend_shipping: flag('Nothing is to arrive on a Saturday or Sunday.'),
  idempotency_key: maybe(Type.String({ maxLength: 255 })),
});
export type LegacyOrderRequest = Static<typeof LegacyOrderRequest>;

/** What a self-managed order needs once more. */
export const RetryBody = optionalBody(
  withExample(
    Type.Object({
      retailer_credentials: maybe(Credentials),
      payment_method: maybe(PaymentMethod),
      idempotency_key: maybe(Type.String({ maxLength: 255 })),
    }),
    { idempotency_key: 'retry-1001' },
  ),
);
export type RetryBody = NonNullable<Static<typeof RetryBody>>;

const anything = Type.Record(Type.String(), Type.Unknown());

export const LegacyError = Type.Object({
  _type: Type.Literal('error'),
  code: Type.String(),
  message: Type.String(),
  data: anything,
});

const examples: Record<number, { words: string; code: string; message: string }> = {
  400: { words: 'The request cannot be accepted.', code: 'invalid_request', message: 'The request is not valid.' },
  401: { words: 'No valid client token.', code: 'invalid_client_token', message: 'The client token is not valid.' },
  404: { words: 'No such request.', code: 'invalid_request_id', message: 'There is no request with this request_id.' },
  429: { words: 'Too many requests.', code: 'rate_limit_exceeded', message: 'Too many requests.' },
  500: { words: 'A failure of the service.', code: 'internal_error', message: 'Something went wrong on our side.' },
};

/** The errors of a route, for the reference. */
export function legacyErrors(...statuses: (400 | 404)[]) {
  return Object.fromEntries(
    [...statuses, 401, 429, 500].map((status) => {
      const { words, code, message } = assertDefined(examples[status]);
      const schema = withExample(LegacyError, { _type: 'error', code, message, data: {} });
      return [status, { ...schema, description: words }];
    }),
  );
}

export const RequestPath = Type.Object({
  request_id: Type.String({ minLength: 1, maxLength: 64, examples: ['0b9c1c5e6d0f4c1b9f432f6f4b7f1a52'] }),
});

/** The other way to send an idempotency key is the body's idempotency_key. */
export const idempotencyHeader = Type.Object({ 'idempotency-key': Type.Optional(Type.String({ maxLength: 255 })) });

export const requestIdExample = { request_id: '0b9c1c5e6d0f4c1b9f432f6f4b7f1a52' };
