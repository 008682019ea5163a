import { Type } from 'typebox';
import { nullable, uuid, withExample } from '../../../../platform/http/index.ts';
import { exampleRule, VerdictView } from '../../../access/policies/index.ts';
import { OrderBody } from '../../orders/index.ts';

const { max_price, ...fields } = OrderBody.properties;

/**
 * An order's body, as it will be sent; what it may cost is what one asks. The names that only an order has a use for
 * (idempotency_key, quote_id, max_drift_cents) are taken and change nothing.
 */
export const QuoteBody = Type.Object(
  { ...fields, max_price: Type.Optional(max_price) },
  { additionalProperties: false },
);

const cents = () => Type.Integer({ examples: [2199] });

export const QuoteView = withExample(
  Type.Object(
    {
      quote_id: uuid(),
      retailer: Type.String(),
      currency: Type.String({ examples: ['USD'] }),
      expires_at: Type.String({ format: 'date-time' }),
      items: Type.Array(
        Type.Object({
          url: Type.String(),
          title: nullable(Type.String(), {
            description: 'What the store calls it, where that is known.',
          }),
          quantity: Type.Integer(),
          variant: nullable(Type.Array(Type.Object({ label: Type.String(), value: Type.String() }))),
          unit_price_cents: nullable(cents()),
          available: Type.Boolean({ description: 'False: it would be left out (`fulfillment`).' }),
        }),
      ),
      price_components: Type.Object({
        subtotal: cents(),
        shipping: cents(),
        tax: cents(),
        fees: cents(),
        total: cents(),
      }),
      service_fee_cents: cents(),
      would_hold_cents: cents(),
      estimated_delivery: nullable(Type.String()),
      suggested_max_price: cents(),
      policy: VerdictView,
      warnings: Type.Array(Type.String()),
    },
    { title: 'Quote' },
  ),
  {
    quote_id: '9a1f6d4e-0b7c-4a55-8f0e-3c1d2b7a6e90',
    retailer: 'walmart',
    currency: 'USD',
    expires_at: '2026-08-21T10:15:00.000Z',
    items: [
      {
        url: 'https://www.walmart.com/ip/180150146',
        title: 'Wireless headphones',
        quantity: 1,
        variant: null,
        unit_price_cents: 1999,
        available: true,
      },
    ],
    price_components: { subtotal: 1999, shipping: 0, tax: 200, fees: 0, total: 2199 },
    service_fee_cents: 0,
    would_hold_cents: 2400,
    estimated_delivery: '2026-08-24',
    suggested_max_price: 2400,
    policy: { decision: 'allow', rules: [exampleRule] },
    warnings: [],
  },
);
