import { type TSchema, Type } from 'typebox';
import { ProductSearchView } from '../domains/catalog/products/index.ts';
import { moment, nullable } from '../platform/http/index.ts';

/** What a call answers with, in full, and what that looks like. */
export const describeAnswer = (description: string, schema: TSchema, ...shown: unknown[]) =>
  Type.Unsafe<unknown>({ ...schema, description, examples: shown });

const text = (description?: string) => Type.String(description === undefined ? {} : { description });
const cents = Type.Integer({ description: 'Cents.' });
const anything = Type.Record(Type.String(), Type.Unknown());
/** Whose answer it is. */
const named = {
  request_id: text('By which to ask for it.'),
  client_notes: nullable(anything, { description: 'Of the order, as they were sent.' }),
  occurred_at: nullable(moment(), { description: 'When it last changed.' }),
};
const ofOrder = { ...named, order_request_id: text('The order that it belongs to.') };
const listed = { ...named, _created_at: Type.Optional(moment()) };

export const RequestIdAnswer = Type.Object(
  { request_id: text('Ask for it by this name.') },
  { title: 'LegacyRequestId' },
);

/** How a request stands when it has no good end (yet): this comes with a 200. */
const State = Type.Object(
  {
    _type: Type.Literal('error'),
    code: text('request_processing while it is under way.'),
    message: text(),
    data: anything,
    ...listed,
    order_request_id: Type.Optional(ofOrder.order_request_id),
  },
  { title: 'LegacyState' },
);

const Product = Type.Object(
  { product_id: nullable(text()), quantity: Type.Integer() },
  { title: 'LegacyOrderedProduct' },
);

const Placed = Type.Object(
  {
    _type: Type.Literal('order_response'),
    order_status: Type.Enum(['order_placed', 'cancelled_by_retailer']),
    price_components: nullable(
      Type.Object(
        {
          currency: text(),
          payment_currency: text(),
          subtotal: cents,
          shipping: cents,
          tax: cents,
          fees: cents,
          total: cents,
          converted_payment_total: cents,
        },
        { title: 'LegacyPriceComponents' },
      ),
    ),
    merchant_order_ids: Type.Array(
      Type.Object(
        { merchant_order_id: text(), merchant: text(), account: text(), placed_at: nullable(moment()) },
        { title: 'LegacyMerchantOrder' },
      ),
    ),
    tracking: Type.Array(
      Type.Object(
        {
          product_id: nullable(text()),
          product_ids: Type.Array(text()),
          merchant_order_id: nullable(text()),
          carrier: text(),
          tracking_number: text(),
          obtained_at: moment(),
          delivery_status: Type.Enum(['pending', 'in_transit', 'delivered', 'undeliverable']),
        },
        { title: 'LegacyTracking' },
      ),
    ),
    delivery_dates: Type.Array(
      Type.Object(
        {
          delivery_date: nullable(Type.String({ format: 'date', description: 'Null until the store names a date.' })),
          products: Type.Array(Product),
        },
        { title: 'LegacyDeliveryDate' },
      ),
    ),
    request: Type.Record(Type.String(), Type.Unknown(), { description: 'As it was sent, without its secrets.' }),
    account_status: Type.Optional(
      Type.Object(
        { prime: Type.Boolean(), fresh: Type.Boolean(), business: Type.Boolean(), charity: text() },
        { title: 'LegacyAccountStatus' },
      ),
    ),
    ...listed,
  },
  { title: 'LegacyOrder' },
);

export const OrderAnswer = Type.Union([Placed, State]);
export const OrderListAnswer = Type.Array(OrderAnswer);

export const CancellationAnswer = Type.Union([
  Type.Object(
    {
      _type: Type.Literal('cancellation_response'),
      merchant_order_id: nullable(text()),
      request: anything,
      ...ofOrder,
    },
    { title: 'LegacyCancellation' },
  ),
  State,
]);

export const ReturnAnswer = Type.Union([
  Type.Object(
    {
      _type: Type.Literal('return_response'),
      return_status: Type.Enum(['approved', 'credited']),
      merchant_return_id: nullable(text()),
      return_by: nullable(text()),
      label_urls: Type.Array(text()),
      credited_cents: nullable(Type.Integer()),
      request: anything,
      ...ofOrder,
    },
    { title: 'LegacyReturn' },
  ),
  State,
]);

export const CaseAnswer = Type.Object(
  {
    state: nullable(text()),
    messages: Type.Array(
      Type.Object({ type: text(), message: text(), timestamp: moment() }, { title: 'LegacyCaseMessage' }),
    ),
    ...named,
  },
  { title: 'LegacyCase' },
);

export const SearchAnswer = Type.Object(
  { retailer: text(), page: Type.Integer(), ...ProductSearchView.properties },
  { title: 'LegacySearch' },
);

const status = Type.Enum(['completed', 'processing', 'failed']);
const requestFields = {
  status,
  retailer: Type.Optional(text()),
  product_id: Type.Optional(text()),
  code: Type.Optional(text('Only when failed.')),
  message: Type.Optional(text('Only when failed.')),
};

export const ProductAnswer = Type.Object(requestFields, { title: 'LegacyProduct', additionalProperties: true });

const days = Type.Object({ min: Type.Integer(), max: Type.Integer() }, { title: 'LegacyDays' });

export const OffersAnswer = Type.Object(
  {
    ...requestFields,
    offers: Type.Optional(
      Type.Array(
        Type.Object(
          {
            offer_id: text(),
            addon: Type.Boolean(),
            available: Type.Boolean(),
            condition: text(),
            handling_days: nullable(days),
            international: Type.Boolean(),
            marketplace_fulfilled: Type.Boolean(),
            member_only: Type.Boolean(),
            prime_only: Type.Boolean(),
            price: cents,
            seller: Type.Object(
              {
                id: text(),
                name: text(),
                num_ratings: nullable(Type.Integer()),
                percent_positive: nullable(Type.Number()),
                first_party: Type.Boolean(),
              },
              { title: 'LegacySeller' },
            ),
            shipping_options: Type.Array(
              Type.Object(
                { name: text(), price: cents, delivery_days: nullable(days) },
                { title: 'LegacyShippingOption' },
              ),
            ),
          },
          { title: 'LegacyOffer' },
        ),
      ),
    ),
  },
  { title: 'LegacyOffers' },
);
