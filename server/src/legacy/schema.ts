import { type Static, type TSchema, type TUnsafe, Type } from 'typebox';
import { shippingMethods } from '../connectors/contract.ts';
import { webhookEvents } from '../events/index.ts';
import { assertDefined } from '../kit/assert-defined.ts';
import { described, nullable, optionalBody, withExample } from '../platform/http/index.ts';
import { legacyConditions } from './conditions.ts';

/** Old clients send null for unset fields. */
export const maybe = <Schema extends TSchema>(schema: Schema) => Type.Optional(nullable(schema));
const text = (maxLength: number, description?: string) =>
  Type.String({ minLength: 1, maxLength, ...(description ? { description } : {}) });
const flag = (description: string) => maybe(Type.Boolean({ description }));
const cents = (description: string, minimum = 0) => Type.Integer({ minimum, maximum: 1_000_000_000, description });

const Criteria = Type.Object({
  addon: flag('Whether the offer may be an add-on item.'),
  buy_box: flag('Whether the offer must be the one that the store features.'),
  first_party_seller: flag('Whether the store itself must be the seller.'),
  international: flag('Whether the offer may ship from abroad.'),
  prime: flag("Whether the offer must ship under the store's membership."),
  allow_oos: flag('Whether to accept an offer that is out of stock.'),
  condition_in: maybe(Type.Array(Type.Enum(legacyConditions), { description: 'Conditions to accept.', maxItems: 6 })),
  condition_not_in: maybe(
    Type.Array(Type.Enum(legacyConditions), { description: 'Conditions to reject.', maxItems: 5 }),
  ),
  merchant_id_in: maybe(Type.Array(text(100), { description: 'IDs of sellers to accept.', maxItems: 100 })),
  merchant_id_not_in: maybe(Type.Array(text(100), { description: 'IDs of sellers to reject.', maxItems: 100 })),
  handling_days_max: maybe(
    Type.Integer({ description: 'Maximum number of days the seller can take to ship.', minimum: 0, maximum: 365 }),
  ),
  max_item_price: maybe(cents('Maximum price per unit, in cents.')),
  min_seller_num_ratings: maybe(Type.Integer({ description: 'Minimum number of seller ratings.', minimum: 0 })),
  min_seller_percent_positive_feedback: maybe(
    Type.Number({ description: 'Minimum share of positive ratings, in percent.', minimum: 0, maximum: 100 }),
  ),
});
export type Criteria = Static<typeof Criteria>;

const Product = Type.Object({
  product_id: text(2048, "The store's ID for the product, or the URL of its page."),
  quantity: Type.Number({ description: 'Number of units, from 1 to 100.' }),
  variants: maybe(
    Type.Array(Type.Object({ dimension: text(200, 'Name of the option.'), value: text(200, 'Chosen value.') }), {
      description: 'Options to choose, such as size and color.',
      maxItems: 20,
    }),
  ),
  seller_selection_criteria: maybe(described(Criteria, 'Which offers to accept.')),
});

export const Address = Type.Object({
  first_name: text(100, 'First name of the recipient.'),
  last_name: text(100, 'Last name of the recipient.'),
  address_line1: text(200, 'Street address.'),
  address_line2: maybe(Type.String({ description: 'Apartment, suite, unit or company.', maxLength: 200 })),
  zip_code: text(20, 'ZIP or postal code.'),
  city: text(100, 'City or town.'),
  state: maybe(Type.String({ maxLength: 100, description: 'State or region. Required in the US.' })),
  country: maybe(Type.String({ pattern: '^[A-Za-z]{2}$', description: 'Country: US (default), DE or IT.' })),
  phone_number: maybe(Type.String({ description: 'Phone number for the carrier.', maxLength: 40 })),
  instructions: maybe(Type.String({ maxLength: 500, description: 'Delivery instructions for the carrier.' })),
});

const Credentials = Type.Object({
  email: text(254, 'Email address used to log in to the retailer.'),
  password: text(500, 'Password of the retailer account. Erased when the order is completed.'),
  totp_2fa_key: maybe(text(200, 'Base32 secret of the authenticator app.')),
  verification_code: maybe(text(20, 'One-time code that the store has already emailed.')),
});

const PaymentMethod = Type.Object({
  name_on_card: maybe(Type.String({ description: 'Name of the cardholder, as printed.', maxLength: 200 })),
  number: maybe(Type.String({ description: 'Card number. Erased when the order is completed.', maxLength: 30 })),
  security_code: maybe(Type.String({ description: 'Security code of the card.', maxLength: 10 })),
  expiration_month: maybe(Type.Number({ description: 'Expiration month of the card, from 1 to 12.' })),
  expiration_year: maybe(Type.Number({ description: 'Expiration year of the card, with four digits.' })),
  use_gift: flag('Pay with the gift balance of the retailer account instead of the card.'),
});
export type PaymentMethod = Static<typeof PaymentMethod>;

const Promo = Type.Object({
  code: text(100, 'The promo code.'),
  optional: flag("Continue without the code if it doesn't work."),
  merchant_id: maybe(text(100, 'Use the code only for products from this seller.')),
  discount_amount: maybe(cents('The code must save at least this much, in cents.')),
  discount_percentage: maybe(
    Type.Number({ description: 'The code must save at least this share, in percent.', minimum: 0, maximum: 100 }),
  ),
  cost_override: maybe(cents('The most that one unit may cost with the code, in cents.')),
});

const url = Type.String({ minLength: 1, maxLength: 2048 });

/** When each event happens, for descriptions. */
const eventTexts: Record<string, string> = {
  request_succeeded: 'a request succeeds',
  request_failed: 'a request fails',
  tracking_obtained: 'tracking becomes available',
  tracking_updated: 'tracking changes',
  status_updated: 'the status changes',
  case_updated: 'a case changes',
};

/** URLs by event: one or several. */
export const webhooksFor = (events: readonly string[]) =>
  maybe(
    Type.Object(
      Object.fromEntries(
        events.map((event) => [
          event,
          maybe(
            Type.Union([url, Type.Array(url, { maxItems: 10 })], {
              description: `One or more URLs to call when ${eventTexts[event] ?? event}.`,
            }),
          ),
        ]),
      ),
      { description: 'URLs that Errand calls when something happens.' },
    ),
  );

const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
const dayPattern = `^(${weekdays.map((day) => [...day].map((c) => `[${c}${c.toUpperCase()}]`).join('')).join('|')})$`;

export const LegacyOrderRequest = Type.Object({
  retailer: text(253, 'ID of the retailer from GET /retailers, or domain of a supported store.'),
  products: Type.Array(Product, {
    description: 'What to buy. All products must be from one store.',
    minItems: 1,
    maxItems: 50,
  }),
  shipping_address: described(Address, 'Where the order ships to.'),
  is_gift: Type.Boolean({ description: 'Send the order as a gift, without prices.' }),
  shipping_method: maybe(Type.String({ maxLength: 200, description: `One of ${shippingMethods.join(', ')}.` })),
  payment_method: maybe(described(PaymentMethod, 'Card to pay with, for an order with `retailer_credentials`.')),
  retailer_credentials: maybe(described(Credentials, 'Your retailer account to buy with.')),
  addax: flag("Buy with one of Errand's own accounts. True by default, unless you send `retailer_credentials`."),
  gift_message: maybe(Type.String({ description: 'Message for the recipient.', maxLength: 10_000 })),
  require_gift: flag("Fail if the store can't send it as a gift. `is_gift` does the same."),
  use_gift_wrap: flag('Have the store wrap it. The store may charge for this.'),
  webhooks: webhooksFor(webhookEvents),
  client_notes: maybe(
    Type.Record(Type.String(), Type.Unknown(), {
      description: 'Your own data, returned with the order.',
      maxProperties: 50,
    }),
  ),
  promo_codes: maybe(Type.Array(Promo, { description: 'Promo codes to try.', maxItems: 20 })),
  strict_expired_product_id: flag('Fail if the store has replaced a product with another one.'),
  po_number: maybe(Type.Union([Type.Number(), text(100)], { description: 'Your purchase order number.' })),
  market_day: maybe(Type.String({ pattern: dayPattern, description: 'Day of the week to deliver on.' })),
  fail_if_taxed: flag('Fail if the store charges tax.'),
  max_delivery_days: maybe(
    Type.Integer({ description: 'Maximum number of days until delivery.', minimum: 0, maximum: 365 }),
  ),
  take_buybox_offers: flag('Buy the offer that the store features, if it meets the criteria.'),
  force_offers_postal_code: maybe(text(20, 'Read the offers for this postal code.')),
  mgd_discount: maybe(
    Type.Integer({ minimum: -50, maximum: 0, description: 'Lower `max_price` by this share, in percent (0 to -50).' }),
  ),
  addax_queue_timeout: maybe(
    Type.Integer({
      minimum: 1,
      maximum: 604_800,
      description: "Seconds until an order that can't be placed times out. 14400 (4 hours) by default.",
    }),
  ),
  mgd_prime_optout: flag('Skip offers that are only for store members.'),
  mgd_priority_bid: maybe(
    Type.Integer({ minimum: 0, maximum: 100, description: 'Orders with a higher number are placed first.' }),
  ),
  max_price: maybe(
    cents('The most that the store may charge, in cents. Required unless you send `retailer_credentials`.', 1),
  ),
  customs_id_number: maybe(text(50, 'Customs ID number, in countries that require one.')),
  tax_exemption_opt_out: flag('Pay tax even if the retailer account is exempt.'),
  disable_weekend_shipping: flag("Don't deliver on Saturdays and Sundays."),
  idempotency_key: maybe(
    Type.String({
      description: 'A unique value for this order. A request with the same value never buys twice.',
      maxLength: 255,
    }),
  ),
});
export type LegacyOrderRequest = Static<typeof LegacyOrderRequest>;

/** Secrets that a self-managed order needs again. */
export const RetryBody = optionalBody(
  withExample(
    Type.Object({
      retailer_credentials: maybe(
        described(Credentials, 'Credentials of the retailer account, for an order that was placed with one.'),
      ),
      payment_method: maybe(described(PaymentMethod, 'Card to pay with, for an order that was placed with one.')),
      idempotency_key: maybe(
        Type.String({
          description: 'A unique value for this retry. A request with the same value never buys twice.',
          maxLength: 255,
        }),
      ),
    }),
    { idempotency_key: 'retry-1001' },
  ),
);
export type RetryBody = NonNullable<Static<typeof RetryBody>>;

export const LegacyError = Type.Object(
  {
    _type: Type.Literal('error', { description: 'Always `error`, to distinguish it from an order.' }),
    code: Type.String({ description: 'Machine-readable error code.', examples: ['invalid_request'] }),
    message: Type.String({ description: 'What went wrong, in plain language.' }),
    data: Type.Record(Type.String(), Type.Unknown(), { description: 'More about this code. Often empty.' }),
  },
  { title: 'LegacyError', description: 'An error from the legacy API.' },
);

const examples: Record<number, { words: string; code: string; message: string }> = {
  400: { words: 'The request cannot be accepted.', code: 'invalid_request', message: 'The request is not valid.' },
  401: { words: 'No valid client token.', code: 'invalid_client_token', message: 'The client token is not valid.' },
  404: { words: 'Request not found.', code: 'invalid_request_id', message: 'No request has this request_id.' },
  429: { words: 'Too many requests.', code: 'rate_limit_exceeded', message: 'Too many requests.' },
  500: { words: 'Internal server error.', code: 'internal_error', message: 'Something went wrong on our side.' },
};

/** The errors of a route, for the reference. */
export function legacyErrors(...statuses: (400 | 404)[]): Record<string, TUnsafe<unknown>> {
  return Object.fromEntries(
    [...statuses, 401, 429, 500].map((status) => {
      const { words, code, message } = assertDefined(examples[status]);
      const example: Static<typeof LegacyError> = { _type: 'error', code, message, data: {} };
      const content = { 'application/json': { schema: LegacyError, example } };
      return [status, Type.Unsafe({ description: words, content })];
    }),
  );
}

export const RequestPath = Type.Object({
  request_id: Type.String({
    description: 'The `request_id` from POST /v1/orders, or from the call that started it.',
    minLength: 1,
    maxLength: 64,
    examples: ['0b9c1c5e6d0f4c1b9f432f6f4b7f1a52'],
  }),
});

/** The body's idempotency_key is the other way to send one. */
export const idempotencyHeader = Type.Object({ 'idempotency-key': Type.Optional(Type.String({ maxLength: 255 })) });

export const requestIdExample = { request_id: '0b9c1c5e6d0f4c1b9f432f6f4b7f1a52' };
