import { Type } from 'typebox';
import { nullable, timestamp, withExample } from '../../../platform/http/index.ts';
import { skipReasons } from './search-all-stores.ts';

const retailer = Type.String({
  minLength: 1,
  maxLength: 253,
  description: 'An identifier from GET /retailers, or the domain of a store that is served here.',
  examples: ['walmart'],
});

const searchTerm = Type.String({ minLength: 1, maxLength: 500, examples: ['paper towels'] });

export const ProductSearchQuery = Type.Object({
  query: searchTerm,
  retailer,
  page: Type.Integer({ minimum: 1, maximum: 1000, default: 1 }),
  free_shipping: Type.Boolean({ default: false }),
});

export const ProductQuery = Type.Object({
  retailer,
  max_age: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 2_147_483_647,
      description: 'How many seconds old the answer may be; 300 when neither this nor newer_than is given.',
    }),
  ),
  newer_than: Type.Optional(timestamp('The earliest retrieval time that will do. Not together with max_age.')),
  async: Type.Boolean({
    default: false,
    description: 'Answer at once; while the answer is being fetched, status is processing. Ask again to get it.',
  }),
});

export const ProductPath = Type.Object({
  product_id: Type.String({
    minLength: 1,
    maxLength: 1500,
    description: "The retailer's own id of the product (at Amazon the ASIN), or the URL of its page, URL-encoded.",
  }),
});

const price = (description: string) => Type.Optional(Type.Integer({ minimum: 0, description }));

export const SearchOfAllQuery = Type.Object({
  q: searchTerm,
  min_price: price('Cents.'),
  max_price: price('Cents.'),
});

const Hit = Type.Object(
  {
    product_id: Type.String(),
    title: Type.String(),
    url: Type.String({ description: 'Can be ordered with POST /orders.' }),
    retailer: Type.String(),
    image: nullable(Type.String()),
    brand: nullable(Type.String()),
    price: Type.Integer({ description: 'Cents.' }),
    currency: Type.String({ description: 'ISO 4217.' }),
    stars: nullable(Type.Number()),
    num_reviews: nullable(Type.Integer()),
    available: Type.Boolean(),
    free_shipping: Type.Boolean(),
    variant_required: nullable(Type.Boolean(), {
      description:
        'An order has to name a variant (GET /products/{product_id} lists them). Null: this store does not say.',
    }),
    gtin: nullable(Type.String(), {
      description: 'EAN, UPC or ISBN as 14 digits. Null: this store does not say.',
    }),
  },
  { title: 'SearchHit' },
);

const exampleHit = {
  product_id: '986325010',
  title: 'Select-A-Size Paper Towels 16 Rolls',
  url: 'https://www.walmart.com/ip/986325010',
  retailer: 'walmart',
  image: null,
  brand: 'Millstone & Co.',
  price: 2100,
  currency: 'USD',
  stars: 4.9,
  num_reviews: 6112,
  available: true,
  free_shipping: true,
  variant_required: false,
  gtin: null,
};

const status = Type.Enum(['completed', 'failed']);
const code = Type.Optional(
  Type.Enum(['retailer_unavailable', 'search_unavailable'], {
    description:
      'Only when failed. search_unavailable: this store has no search; its products can be bought by id or URL.',
  }),
);
const message = Type.Optional(Type.String({ description: 'Only when failed.' }));

export const ProductSearchView = withExample(
  Type.Object({
    status,
    code,
    message,
    results: Type.Array(Hit),
    next_page: nullable(Type.Integer(), {
      description: 'Only set on searches that filter for free shipping; ask for it even after an empty page.',
    }),
  }),
  { status: 'completed', results: [exampleHit], next_page: null },
);

const GroupedHit = Type.Object(
  {
    ...Hit.properties,
    also_at: Type.Array(
      Type.Object({
        retailer: Type.String(),
        product_id: Type.String(),
        url: Type.String(),
        price: Type.Integer({ description: 'Cents.' }),
        currency: Type.String(),
      }),
      { description: 'The same article (by its gtin) at other retailers.' },
    ),
  },
  { title: 'SearchOfAllHit' },
);

export const SearchOfAllView = withExample(
  Type.Object({
    status,
    code,
    message,
    query: Type.String(),
    results: Type.Array(GroupedHit),
    left_out: Type.Array(
      Type.Object({
        retailer: Type.String(),
        reason: Type.Enum([...skipReasons], { description: 'too_slow: it did not answer in time.' }),
      }),
      { description: 'Stores whose products are missing from the list, and why.' },
    ),
  }),
  {
    status: 'completed',
    query: 'paper towels',
    results: [{ ...exampleHit, also_at: [] }],
    left_out: [{ retailer: 'target', reason: 'too_slow' }],
  },
);

const ProductReply = Type.Object(
  {
    status: Type.Enum(['completed', 'processing', 'failed'], { description: 'The only field that is always there.' }),
    code: Type.Optional(Type.Enum(['product_not_found', 'retailer_unavailable'], { description: 'Only when failed.' })),
    message,
  },
  { title: 'Product', additionalProperties: true },
);

export const ProductView = {
  ...ProductReply,
  description: 'What the retailer said, unmodified, and the status.',
  examples: [
    { status: 'completed', retailer: 'walmart', product_id: '986325010', title: 'Select-A-Size Paper Towels 16 Rolls' },
    { status: 'processing', retailer: 'walmart', product_id: '986325010' },
    { status: 'failed', code: 'product_not_found', message: 'There is no such product.' },
  ],
};

export const OffersView = {
  ...ProductReply,
  description: 'What the retailer said, unmodified, and the status.',
  examples: [
    { status: 'completed', retailer: 'walmart', product_id: '986325010', offers: [{ price: 2100, condition: 'New' }] },
    { status: 'processing', retailer: 'walmart', product_id: '986325010' },
    { status: 'failed', code: 'retailer_unavailable', message: 'The store did not respond. Try again in a moment.' },
  ],
};
