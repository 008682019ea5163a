import { Type } from 'typebox';
import { envelopeOf } from '../../../wire/index.ts';
import { ProductQuery, ProductSearchQuery } from '../../catalog/products/index.ts';
import type { PaymentMethod } from './methods/method.ts';
import { agentRetailers } from './model.ts';

const { retailer, query, page } = ProductSearchQuery.properties;

export const AgentSearchQuery = Type.Object({ query, retailer, page });

const { retailer: _any, ...freshness } = ProductQuery.properties;

export const AgentProductQuery = Type.Object({
  product_id: Type.String({
    minLength: 1,
    maxLength: 1500,
    description: "The retailer's own id of the product, or the URL of its page.",
  }),
  retailer: Type.Enum([...agentRetailers], { examples: ['walmart'] }),
  ...freshness,
});

export const AgentHeaders = Type.Object({
  'idempotency-key': Type.Optional(
    Type.String({
      maxLength: 255,
      description: 'Send the same credential again with the same key to get the first answer again.',
    }),
  ),
  prefer: Type.Optional(
    Type.String({
      maxLength: 500,
      description: 'payment-link: let a person pay an order.',
      examples: ['payment-link'],
    }),
  ),
  'accept-payment': Type.Optional(
    Type.String({ maxLength: 1000, description: 'Methods you can pay with, such as sandbox/charge.' }),
  ),
});

export const orderQuery = (methods: readonly PaymentMethod[]) =>
  Type.Object(
    {
      method: Type.Optional(
        Type.Enum(
          methods.map((method) => method.name),
          { description: 'Challenge for this payment method only.' },
        ),
      ),
    },
    { additionalProperties: true },
  );

/** The response schema of a 402. */
export const paymentRequiredResponse = Type.Unsafe<never>({
  description:
    'Payment is required or was not accepted. One WWW-Authenticate: Payment header per method that can pay; the body says why.',
  headers: {
    'WWW-Authenticate': {
      description: 'A challenge: id, realm, method, intent, request, expires, digest.',
      type: 'string',
    },
  },
  content: {
    'application/problem+json': {
      schema: {
        type: 'object',
        required: ['type', 'title', 'status', 'detail', 'code', 'error'],
        properties: {
          type: { type: 'string', examples: ['https://paymentauth.org/problems/payment-required'] },
          title: { type: 'string' },
          status: { type: 'integer' },
          detail: { type: 'string' },
          code: { type: 'string', enum: ['payment_required', 'payment_failed'] },
          error: { $ref: '#/components/schemas/Error/properties/error' },
        },
      },
      example: {
        type: 'https://paymentauth.org/problems/payment-required',
        title: 'Payment Required',
        status: 402,
        detail: 'This call is paid for: fulfil one of the challenges and send the same request again.',
        code: 'payment_required',
        error: envelopeOf(
          { code: 'payment_required', status: 402, message: 'This call is paid for.' },
          'http://127.0.0.1:8080',
        ),
      },
    },
  },
});

/** What discovery tells about an operation's price; null means that it depends on the request. */
export const paymentInfo = (methods: readonly PaymentMethod[], amount: number | null, description: string) => ({
  offers: methods.map((method) => ({
    intent: 'charge',
    method: method.name,
    amount: amount === null ? null : String(amount),
    currency: method.currency,
    description,
  })),
});
