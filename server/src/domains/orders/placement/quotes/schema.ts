import { Type } from 'typebox';
import { described, nullable, uuid, withExample } from '../../../../platform/http/index.ts';
import { exampleRule, VerdictView } from '../../../access/policies/index.ts';
import { OrderBody, taxIncludedField } from '../../orders/index.ts';

const { max_price, ...fields } = OrderBody.properties;

/**
 * The body of an order with an optional max_price. Fields that only an order needs (idempotency_key, quote_id, max_drift_cents)
 * are accepted and change nothing.
 */
export const QuoteBody = Type.Object(
  { ...fields, max_price: Type.Optional(max_price) },
  { additionalProperties: false },
);

const cents = (description: string) => Type.Integer({ examples: [2199], description });

export const QuoteView = withExample(
  Type.Object(
    {
      quote_id: uuid({ description: 'Send it as `quote_id` in the order to buy at this price.' }),
      retailer: Type.String(),
      currency: Type.String({ examples: ['USD'] }),
      expires_at: Type.String({ description: 'When the quote expires.', format: 'date-time' }),
      items: Type.Array(
        Type.Object({
          url: Type.String({ description: 'Product page.' }),
          title: nullable(Type.String(), {
            description: 'Title of the product in the store, if known.',
          }),
          quantity: Type.Integer(),
          variant: nullable(
            Type.Array(
              Type.Object({
                label: Type.String({ description: 'Name of the option.' }),
                value: Type.String({ description: 'Chosen value.' }),
              }),
            ),
            { description: 'Options that were chosen.' },
          ),
          unit_price_cents: nullable(cents('Price of one unit, in cents.'), {
            description: 'Price of one unit, in cents. Null if the item would be left out.',
          }),
          available: Type.Boolean({
            description: 'Whether the store sells it now. False: it would be left out (`fulfillment`).',
          }),
        }),
        { description: 'What was quoted.' },
      ),
      price_components: Type.Object(
        {
          subtotal: cents('Price of all items, in cents.'),
          shipping: cents('Shipping cost, in cents.'),
          tax: cents('Sales tax or VAT, in cents.'),
          fees: cents('Other store fees, in cents.'),
          total: cents('Total the store would charge, in cents.'),
          currency: Type.Optional(
            Type.String({
              description: 'Currency of the store, if it is not US dollars. The amounts are in its minor unit.',
            }),
          ),
          payment_currency: Type.Optional(Type.String({ description: 'Currency of the wallet that would pay.' })),
          converted_payment_total: Type.Optional(
            Type.Integer({ description: 'What that wallet would pay, at the rate that the quote locks in.' }),
          ),
          tax_included: taxIncludedField,
        },
        { description: 'What the store would charge.' },
      ),
      service_fee_cents: cents('Fee that Errand adds, in cents.'),
      would_hold_cents: cents(
        'What an order with `suggested_max_price` would put on hold in your wallet, in cents, including the fee.',
      ),
      estimated_delivery: nullable(Type.String(), {
        description: 'Day on which the store expects to deliver, if known.',
      }),
      suggested_max_price: cents('A `max_price` that leaves room for small changes, in cents.'),
      policy: described(VerdictView, 'What your spending policies say about this order.'),
      warnings: Type.Array(Type.String(), { description: 'What to know before you buy, in plain language.' }),
    },
    { title: 'Quote', description: 'What an order would cost now.' },
  ),
  {
    quote_id: '9a1f6d4e-0b7c-4a55-8f0e-3c1d2b7a6e90',
    retailer: 'walmart',
    currency: 'USD',
    expires_at: '2026-08-21T10:15:00.000Z',
    items: [
      {
        url: 'https://www.walmart.com/ip/986325010',
        title: 'Wireless headphones',
        quantity: 1,
        variant: null,
        unit_price_cents: 1999,
        available: true,
      },
    ],
    price_components: { subtotal: 1999, shipping: 0, tax: 200, fees: 0, total: 2199, tax_included: false },
    service_fee_cents: 0,
    would_hold_cents: 2400,
    estimated_delivery: '2026-08-24',
    suggested_max_price: 2400,
    policy: { decision: 'allow', rules: [exampleRule] },
    warnings: [],
  },
);
