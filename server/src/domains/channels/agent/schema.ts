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
    description: "The store's ID for the product, or the URL of its page.",
  }),
  retailer: Type.Enum([...agentRetailers], { description: 'Retailer that sells the product.', examples: ['walmart'] }),
  ...freshness,
});

export const AgentHeaders = Type.Object({
  'idempotency-key': Type.Optional(
    Type.String({
      maxLength: 255,
      description:
        'A unique value for this request. If the response is lost, repeat the request with the same credential and value to get it again.',
    }),
  ),
  prefer: Type.Optional(
    Type.String({
      maxLength: 500,
      description: 'Send `payment-link` to get a link for paying for the order instead.',
      examples: ['payment-link'],
    }),
  ),
  'accept-payment': Type.Optional(
    Type.String({ maxLength: 1000, description: 'Payment methods that you support, such as `sandbox/charge`.' }),
  ),
});

export const orderQuery = (methods: readonly PaymentMethod[]) =>
  Type.Object(
    {
      method: Type.Optional(
        Type.Enum(
          methods.map((method) => method.name),
          { description: 'Return a challenge for this payment method only.' },
        ),
      ),
    },
    { additionalProperties: true },
  );

/** The response schema of a 402. */
export const paymentRequiredResponse = Type.Unsafe<never>({
  description:
    'Payment is required, or the payment failed. The response has one WWW-Authenticate: Payment header per payment method.',
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
        title: 'PaymentProblem',
        description: 'Why payment is required or failed (RFC 9457).',
        required: ['type', 'title', 'status', 'detail', 'code', 'error'],
        properties: {
          type: {
            type: 'string',
            description: 'URI that identifies the problem.',
            examples: ['https://paymentauth.org/problems/payment-required'],
          },
          title: { type: 'string', description: 'Short name of the problem.' },
          status: { type: 'integer', description: 'HTTP status of the response.' },
          detail: { type: 'string', description: 'What happened, in plain language.' },
          code: {
            type: 'string',
            enum: ['payment_required', 'payment_failed'],
            description: 'Machine-readable error code.',
          },
          error: { $ref: '#/components/schemas/Error/properties/error' },
        },
      },
      example: {
        type: 'https://paymentauth.org/problems/payment-required',
        title: 'Payment Required',
        status: 402,
        detail:
          'This call requires payment. Complete one of the challenges in WWW-Authenticate and send the request again.',
        code: 'payment_required',
        error: envelopeOf(
          {
            code: 'payment_required',
            status: 402,
            message: 'This call requires payment. Complete one of the challenges and send the request again.',
          },
          'http://127.0.0.1:8080',
        ),
      },
    },
  },
});

/** Price of an operation, for discovery; null if it depends on the request. */
export const paymentInfo = (methods: readonly PaymentMethod[], amount: number | null, description: string) => ({
  offers: methods.map((method) => ({
    intent: 'charge',
    method: method.name,
    amount: amount === null ? null : String(amount),
    currency: method.currency,
    description,
  })),
});
