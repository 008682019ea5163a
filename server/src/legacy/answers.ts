import { type TSchema, Type } from 'typebox';
import { ProductSearchView } from '../domains/catalog/products/index.ts';
import { described, moment, nullable } from '../platform/http/index.ts';

/** A response for the reference, with examples. */
export const describeAnswer = (description: string, schema: TSchema, ...shown: unknown[]) =>
  Type.Unsafe<unknown>({ ...schema, description, examples: shown });

const text = (description?: string) => Type.String(description === undefined ? {} : { description });
const cents = Type.Integer({ description: 'Cents.' });
const anything = Type.Record(Type.String(), Type.Unknown());
const named = {
  request_id: text('Use this ID to retrieve it.'),
  client_notes: nullable(anything, { description: 'Notes as sent with the order.' }),
  occurred_at: nullable(moment(), { description: 'When it last changed.' }),
};
const ofOrder = { ...named, order_request_id: text('The order, as in GET /v1/orders/{request_id}.') };
const listed = {
  ...named,
  _created_at: Type.Optional(moment({ description: 'When the request was created. Only in lists.' })),
};

export const RequestIdAnswer = Type.Object(
  { request_id: text('ID of the request. Use it to read the result.') },
  { title: 'LegacyRequestId', description: 'ID of the request.' },
);

/** The state of a request that is pending or failed. Returned with a 200. */
const State = Type.Object(
  {
    _type: Type.Literal('error', { description: 'Always `error`: there is no result yet, or the request failed.' }),
    code: text('`request_processing` while the request is in progress, otherwise why it failed.'),
    message: text('What happened, in plain language.'),
    data: described(anything, 'More about this code. Often empty.'),
    ...listed,
    order_request_id: Type.Optional(ofOrder.order_request_id),
  },
  { title: 'LegacyState', description: 'A request that is in progress or failed. Sent with status 200.' },
);

const Product = Type.Object(
  {
    product_id: nullable(text(), { description: "The store's ID for the product." }),
    quantity: Type.Integer({ description: 'Number of units.' }),
  },
  { title: 'LegacyOrderedProduct', description: 'A product in an order.' },
);

const Placed = Type.Object(
  {
    _type: Type.Literal('order_response', { description: 'Always `order_response`.' }),
    order_status: Type.Enum(['order_placed', 'cancelled_by_retailer'], {
      description: 'Whether the order is placed or the store canceled it.',
    }),
    price_components: nullable(
      Type.Object(
        {
          currency: text('Currency of the amounts (ISO 4217).'),
          payment_currency: text('Currency of the payment (ISO 4217).'),
          subtotal: described(cents, 'Price of all items, in cents.'),
          shipping: described(cents, 'Shipping cost, in cents.'),
          tax: described(cents, 'Sales tax or VAT, in cents.'),
          fees: described(cents, 'Other store fees, in cents.'),
          total: described(cents, 'Total the store charged, in cents.'),
          converted_payment_total: described(cents, 'The total in `payment_currency`, in cents.'),
        },
        { title: 'LegacyPriceComponents', description: 'What the store charged.' },
      ),
      { description: 'What the store charged.' },
    ),
    merchant_order_ids: Type.Array(
      Type.Object(
        {
          merchant_order_id: text("The store's order number."),
          merchant: text('Store that has the order.'),
          account: text('Retailer account used for the purchase.'),
          placed_at: nullable(moment(), { description: 'When the order was placed.' }),
        },
        { title: 'LegacyMerchantOrder', description: "An order in the store's records." },
      ),
      { description: "The store's orders." },
    ),
    tracking: Type.Array(
      Type.Object(
        {
          product_id: nullable(text(), { description: 'First product in the package.' }),
          product_ids: Type.Array(text(), { description: 'Products in the package.' }),
          merchant_order_id: nullable(text(), { description: "The store's order number." }),
          carrier: text('Carrier that delivers the package.'),
          tracking_number: text("The carrier's tracking number."),
          obtained_at: moment({ description: 'When Errand got the tracking number.' }),
          delivery_status: Type.Enum(['pending', 'in_transit', 'delivered', 'undeliverable'], {
            description: 'Where the package is.',
          }),
        },
        { title: 'LegacyTracking', description: 'A package in an order.' },
      ),
      { description: 'Packages in the order.' },
    ),
    delivery_dates: Type.Array(
      Type.Object(
        {
          delivery_date: nullable(
            Type.String({ format: 'date', description: 'Expected day. Null until the store provides one.' }),
          ),
          products: Type.Array(Product, { description: 'Products that arrive on that day.' }),
        },
        { title: 'LegacyDeliveryDate', description: 'When products are expected to arrive.' },
      ),
      { description: 'Expected delivery dates.' },
    ),
    request: Type.Record(Type.String(), Type.Unknown(), {
      description: 'The original request, without secrets.',
    }),
    account_status: Type.Optional(
      Type.Object(
        {
          prime: Type.Boolean({ description: "Whether the account has the store's membership." }),
          fresh: Type.Boolean({ description: 'Whether the account can buy groceries.' }),
          business: Type.Boolean({ description: 'Whether it is a business account.' }),
          charity: text('Charity that the account supports, if any.'),
        },
        {
          title: 'LegacyAccountStatus',
          description: 'Memberships of the retailer account.',
        },
      ),
    ),
    ...listed,
  },
  { title: 'LegacyOrder', description: 'An order that was placed.' },
);

export const OrderAnswer = Type.Union([Placed, State]);
export const OrderListAnswer = Type.Array(OrderAnswer);

export const CancellationAnswer = Type.Union([
  Type.Object(
    {
      _type: Type.Literal('cancellation_response', { description: 'Always `cancellation_response`.' }),
      merchant_order_id: nullable(text(), { description: 'Order number that was canceled.' }),
      request: described(anything, 'The original request.'),
      ...ofOrder,
    },
    { title: 'LegacyCancellation', description: 'A cancellation that succeeded.' },
  ),
  State,
]);

export const ReturnAnswer = Type.Union([
  Type.Object(
    {
      _type: Type.Literal('return_response', { description: 'Always `return_response`.' }),
      return_status: Type.Enum(['approved', 'credited'], {
        description: 'Whether the return was approved, or already credited.',
      }),
      merchant_return_id: nullable(text(), { description: "The store's return number." }),
      return_by: nullable(text(), { description: 'Last day to send the items back, if known.' }),
      label_urls: Type.Array(text(), { description: 'Return labels as PDF. Each link works for 7 days.' }),
      credited_cents: nullable(Type.Integer(), { description: 'What was added to your wallet, in cents.' }),
      request: described(anything, 'The original request.'),
      ...ofOrder,
    },
    { title: 'LegacyReturn', description: 'A return that succeeded.' },
  ),
  State,
]);

export const CaseAnswer = Type.Object(
  {
    state: nullable(text(), { description: 'State of the case. Null: no case yet.' }),
    messages: Type.Array(
      Type.Object(
        {
          type: text('Kind of message, such as `case.opened.return.request_label`.'),
          message: text('Text of the message.'),
          timestamp: moment({ description: 'When it was written.' }),
        },
        { title: 'LegacyCaseMessage', description: 'A message on a case.' },
      ),
      { description: 'Messages, oldest first.' },
    ),
    ...named,
  },
  { title: 'LegacyCase', description: 'A case of an order.' },
);

export const SearchAnswer = Type.Object(
  {
    retailer: text('ID of the retailer that was searched.'),
    page: Type.Integer({ description: 'Page of results.' }),
    ...ProductSearchView.properties,
  },
  { title: 'LegacySearch', description: 'A page of search results.' },
);

const status = Type.Enum(['completed', 'processing', 'failed']);
const requestFields = {
  status: described(status, '`processing` only if `async` was requested and the data is still being fetched.'),
  retailer: Type.Optional(text('ID of the retailer.')),
  product_id: Type.Optional(text("The store's ID for the product.")),
  code: Type.Optional(text('Machine-readable reason for the failure. Only if `status` is `failed`.')),
  message: Type.Optional(text('Why it failed, in plain language. Only if `status` is `failed`.')),
};

export const ProductAnswer = Type.Object(requestFields, {
  title: 'LegacyProduct',
  description: 'Product data, as the store gives it.',
  additionalProperties: true,
});

const days = Type.Object(
  {
    min: Type.Integer({ description: 'Minimum number of days.' }),
    max: Type.Integer({ description: 'Maximum number of days.' }),
  },
  { title: 'LegacyDays', description: 'A range of days.' },
);

export const OffersAnswer = Type.Object(
  {
    ...requestFields,
    offers: Type.Optional(
      Type.Array(
        Type.Object(
          {
            offer_id: text("The store's ID for the offer."),
            addon: Type.Boolean({ description: 'Whether it ships only with a larger order.' }),
            available: Type.Boolean({ description: 'Whether it can be bought now.' }),
            condition: text('Condition of the item, such as `New`.'),
            handling_days: nullable(days, { description: 'Days until the seller ships it.' }),
            international: Type.Boolean({ description: 'Whether it ships from abroad.' }),
            marketplace_fulfilled: Type.Boolean({ description: 'Whether the store ships it for the seller.' }),
            member_only: Type.Boolean({ description: 'Whether only members can buy it.' }),
            prime_only: Type.Boolean({ description: 'Whether only members can buy it.' }),
            price: described(cents, 'Price in cents.'),
            seller: Type.Object(
              {
                id: text('ID of the seller.'),
                name: text('Name of the seller.'),
                num_ratings: nullable(Type.Integer(), { description: 'Number of ratings.' }),
                percent_positive: nullable(Type.Number(), { description: 'Share of positive ratings, in percent.' }),
                first_party: Type.Boolean({ description: 'Whether the store itself is the seller.' }),
              },
              { description: 'Who sells it.', title: 'LegacySeller' },
            ),
            shipping_options: Type.Array(
              Type.Object(
                {
                  name: text('Name of the option.'),
                  price: described(cents, 'Price in cents.'),
                  delivery_days: nullable(days, { description: 'Days until delivery.' }),
                },
                { title: 'LegacyShippingOption', description: 'A way to ship an offer.' },
              ),
              { description: 'How it can be shipped.' },
            ),
          },
          { title: 'LegacyOffer', description: 'An offer for a product.' },
        ),
        { description: 'Offers for the product.' },
      ),
    ),
  },
  { title: 'LegacyOffers', description: 'Offers for a product.' },
);
