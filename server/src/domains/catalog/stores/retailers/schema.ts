import { Type } from 'typebox';
import { nullable, withExample } from '../../../../platform/http/index.ts';

export const RetailerListQuery = Type.Object({
  limit: Type.Integer({ minimum: 1, maximum: 1000, default: 100 }),
  offset: Type.Integer({ minimum: 0, maximum: 1_000_000_000, default: 0 }),
  name: Type.String({
    maxLength: 100,
    default: '',
    description: 'Part of a display name or identifier; case and accents do not matter.',
  }),
});

const RetailerView = Type.Object(
  {
    retailer: Type.String({ description: 'The identifier that other calls take.' }),
    display_name: Type.String(),
    supported: Type.Boolean({ description: 'Whether this deployment can buy there now.' }),
    base_url: Type.String({ description: 'The main domain of the store.' }),
    supported_countries: Type.Array(Type.String(), {
      description: 'ISO 3166-1 alpha-2 codes. Empty: the store decides.',
      default: ['US'],
    }),
    free_shipping: Type.Boolean({ description: 'Free shipping is offered, always or above the threshold.' }),
    free_shipping_threshold_cents: nullable(Type.Integer(), { description: 'Null means no minimum.' }),
  },
  { title: 'Retailer' },
);

export const RetailerList = withExample(Type.Object({ retailers: Type.Array(RetailerView), total: Type.Integer() }), {
  retailers: [
    {
      retailer: 'walmart',
      display_name: 'Walmart',
      supported: true,
      base_url: 'walmart.com',
      supported_countries: ['US'],
      free_shipping: true,
      free_shipping_threshold_cents: 3500,
    },
  ],
  total: 1,
});

const nullableText = nullable(Type.String());

export const RetailerCheckQuery = Type.Object({
  url: Type.String({ minLength: 1, maxLength: 2048, description: 'The address of a product page.' }),
  country: Type.Optional(
    Type.String({ pattern: '^[A-Z]{2}$', description: 'Where it should go, ISO 3166-1 alpha-2.' }),
  ),
});

export const RetailerCheck = withExample(
  Type.Object({
    url: Type.String(),
    domain: nullableText,
    orderable: Type.Boolean({ description: 'Whether POST /orders takes this address.' }),
    support: Type.Enum(['supported', 'partial', 'unsupported']),
    retailer: nullable(
      Type.Object({
        retailer: Type.String(),
        brand: nullableText,
        display_name: Type.String(),
        country: nullableText,
      }),
    ),
    platform: nullableText,
    checkout: nullable(Type.Object({ guest_checkout: Type.Boolean(), use_your_account: Type.Boolean() })),
    ships_to: nullable(Type.Array(Type.String()), { description: 'Null: the store decides.' }),
    evidence: nullable(Type.Object({ orders_placed: Type.Integer(), last_order_at: nullableText })),
    support_detail: Type.String(),
    unsupported_reason: nullableText,
    how_to_order: nullableText,
  }),
  {
    url: 'https://www.walmart.com/ip/986325010',
    domain: 'walmart.com',
    orderable: true,
    support: 'supported',
    retailer: { retailer: 'walmart', brand: 'walmart', display_name: 'Walmart', country: 'US' },
    platform: 'simulator',
    checkout: { guest_checkout: true, use_your_account: true },
    ships_to: ['US'],
    evidence: { orders_placed: 12, last_order_at: '2026-08-21T12:00:00.000Z' },
    support_detail: 'This product can be ordered.',
    unsupported_reason: null,
    how_to_order: 'Send POST /orders with this URL in products[].url.',
  },
);
