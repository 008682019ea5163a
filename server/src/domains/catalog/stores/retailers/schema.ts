import { Type } from 'typebox';
import { storeKindNames } from '../../../../connectors/store.ts';
import { described, nullable, withExample } from '../../../../platform/http/index.ts';
import { presentWay } from './present.ts';
import { ways, waysOf } from './ways.ts';

export const RetailerListQuery = Type.Object({
  limit: Type.Integer({ minimum: 1, maximum: 1000, default: 100 }),
  offset: Type.Integer({ minimum: 0, maximum: 1_000_000_000, default: 0 }),
  name: Type.String({
    maxLength: 100,
    default: '',
    description: "Part of a name or ID. Case and accents don't matter.",
  }),
});

const RetailerView = Type.Object(
  {
    retailer: Type.String({ description: 'ID of the retailer, to use in other calls.' }),
    display_name: Type.String({ description: 'Display name of the retailer.' }),
    supported: Type.Boolean({ description: 'Whether Errand can currently buy from this retailer.' }),
    base_url: Type.String({ description: 'Domain of the store.' }),
    supported_countries: Type.Array(Type.String(), {
      description: 'Countries that it ships to (ISO 3166-1). Empty: it depends on the store.',
      default: ['US'],
    }),
    free_shipping: Type.Boolean({ description: 'Whether it ships free, always or above the threshold.' }),
    free_shipping_threshold_cents: nullable(Type.Integer(), {
      description: 'Minimum order total for free shipping, in cents. Null: no minimum.',
    }),
    bought_by: nullable(Type.Enum([...ways]), {
      description: "How this service currently buys from this retailer. Null in the sandbox, or if it can't.",
    }),
    ways_to_buy: Type.Array(
      Type.Object({
        way: Type.Enum([...ways], {
          description: "An ordering API, a recipe for the store's pages, or manual purchase.",
        }),
        kind: Type.Enum([...storeKindNames], { description: 'Kind of store to add.' }),
        needs: Type.String({ description: 'What an operator needs to set it up.' }),
        docs: Type.String({ description: 'URL of the page that explains it.' }),
      }),
      { description: 'Every way to buy from the retailer, best one first.' },
    ),
  },
  { title: 'Retailer', description: 'A retailer that Errand knows.' },
);

export const RetailerList = withExample(
  Type.Object({
    retailers: Type.Array(RetailerView, { description: 'Retailers on this page.' }),
    total: Type.Integer(),
  }),
  {
    retailers: [
      {
        retailer: 'walmart',
        display_name: 'Walmart',
        supported: true,
        base_url: 'walmart.com',
        supported_countries: ['US'],
        free_shipping: true,
        free_shipping_threshold_cents: 3500,
        bought_by: 'desk',
        ways_to_buy: waysOf('walmart').map((way) => presentWay(way, 'https://errand.example.com')),
      },
    ],
    total: 1,
  },
);

const nullableText = nullable(Type.String());

export const RetailerCheckQuery = Type.Object({
  url: Type.String({ minLength: 1, maxLength: 2048, description: 'URL of a product page.' }),
  country: Type.Optional(Type.String({ pattern: '^[A-Za-z]{2}$', description: 'Country to ship to (ISO 3166-1).' })),
});

export const RetailerCheck = withExample(
  Type.Object({
    url: Type.String({ description: 'The URL that was checked.' }),
    domain: described(nullableText, 'Domain of the store.'),
    orderable: Type.Boolean({ description: 'Whether POST /orders accepts this URL.' }),
    support: Type.Enum(['supported', 'partial', 'unsupported'], { description: 'How well Errand supports the store.' }),
    retailer: nullable(
      Type.Object({
        retailer: Type.String(),
        brand: described(nullableText, 'Catalog brand that the store belongs to.'),
        display_name: Type.String({ description: 'Display name of the store.' }),
        country: described(nullableText, 'Country of the store (ISO 3166-1).'),
      }),
      { description: 'The store, if Errand knows it.' },
    ),
    platform: described(nullableText, 'E-commerce platform that the store runs on, if known.'),
    checkout: nullable(
      Type.Object({
        guest_checkout: Type.Boolean({ description: 'Whether Errand buys without a retailer account.' }),
        use_your_account: Type.Boolean({ description: 'Whether you can buy with your own retailer account.' }),
      }),
      { description: 'How Errand checks out at this store.' },
    ),
    ships_to: nullable(Type.Array(Type.String()), {
      description: 'Countries that it ships to (ISO 3166-1). Null: it depends on the store.',
    }),
    evidence: nullable(
      Type.Object({
        orders_placed: Type.Boolean({ description: 'Whether Errand has placed orders with this store.' }),
        orders_placed_count: Type.Integer({ description: 'Number of placed orders, counted up to 1,001.' }),
        last_order_at: described(nullableText, 'When the last order was placed.'),
      }),
      { description: 'Purchases that Errand made from this store.' },
    ),
    support_detail: Type.String({ description: 'What is supported, in plain language.' }),
    unsupported_reason: described(nullableText, "Why it can't be ordered. Null if it can."),
    how_to_order: described(nullableText, "What to send, in plain language. Null if it can't be ordered."),
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
    evidence: { orders_placed: true, orders_placed_count: 12, last_order_at: '2026-08-21T12:00:00.000Z' },
    support_detail: 'This product can be ordered.',
    unsupported_reason: null,
    how_to_order: 'Send POST /orders with this URL in products[].url.',
  },
);
