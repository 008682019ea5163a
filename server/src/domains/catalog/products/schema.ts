import { Type } from 'typebox';
import { nullable, timestamp, withExample } from '../../../platform/http/index.ts';
import { skipReasons } from './search-all-stores.ts';

const retailer = Type.String({
  minLength: 1,
  maxLength: 253,
  description: 'An identifier from GET /retailers, or the domain of a store that this service supports.',
  examples: ['walmart'],
});

const searchTerm = Type.String({
  minLength: 1,
  maxLength: 500,
  examples: ['paper towels'],
  description: 'What to search for.',
});

export const ProductSearchQuery = Type.Object({
  query: searchTerm,
  retailer,
  page: Type.Integer({ description: 'Page of results, from 1.', minimum: 1, maximum: 1000, default: 1 }),
  free_shipping: Type.Boolean({
    description: 'Only products that ship free. Filters after paging, so pages vary in length.',
    default: false,
  }),
});

export const ProductQuery = Type.Object({
  retailer,
  max_age: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 2_147_483_647,
      description:
        "Accept a cached response up to this many seconds old. 300 by default. Can't be combined with `newer_than`.",
    }),
  ),
  newer_than: Type.Optional(
    timestamp("Accept a response retrieved at this time or later. Can't be combined with `max_age`."),
  ),
  async: Type.Boolean({
    default: false,
    description:
      'Respond right away. While the data is being fetched, `status` is `processing`: send the request again.',
  }),
});

export const ProductPath = Type.Object({
  product_id: Type.String({
    minLength: 1,
    maxLength: 1500,
    description: "The store's ID for the product (the ASIN for Amazon), or the URL of its page, URL-encoded.",
  }),
});

const price = (description: string) => Type.Optional(Type.Integer({ minimum: 0, description }));

export const SearchOfAllQuery = Type.Object({
  q: searchTerm,
  min_price: price('US cents. Other currencies are compared at the current exchange rate.'),
  max_price: price('US cents. Other currencies are compared at the current exchange rate.'),
});

const Hit = Type.Object(
  {
    product_id: Type.String({ description: "The store's ID for the product." }),
    title: Type.String({ description: 'Title of the product in the store.' }),
    url: Type.String({ description: 'Product page. Use it in POST /orders.' }),
    retailer: Type.String(),
    image: nullable(Type.String(), { description: 'Image URL.' }),
    brand: nullable(Type.String(), { description: 'Brand or manufacturer.' }),
    price: Type.Integer({ description: 'Price in cents. Null if the store shows none.' }),
    currency: Type.String({ description: 'ISO 4217.' }),
    stars: nullable(Type.Number(), { description: 'Average customer rating, from 0 to 5.' }),
    num_reviews: nullable(Type.Integer(), { description: 'Number of customer reviews.' }),
    available: Type.Boolean({ description: 'Whether it can be bought now.' }),
    free_shipping: Type.Boolean({ description: 'Whether it ships free.' }),
    variant_required: nullable(Type.Boolean(), {
      description: 'Whether an order must specify a variant (see GET /products/{product_id}). Null: unknown.',
    }),
    gtin: nullable(Type.String(), {
      description: 'EAN, UPC or ISBN as 14 digits. Null: unknown.',
    }),
  },
  { title: 'SearchHit', description: 'A product in search results.' },
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

const status = Type.Enum(['completed', 'failed'], { description: 'Whether the search worked.' });
const code = Type.Optional(
  Type.Enum(['retailer_unavailable', 'search_unavailable'], {
    description:
      'Why it failed. Only if `status` is `failed`. `search_unavailable`: this store has no search, but its products can be bought by ID or URL.',
  }),
);
const message = Type.Optional(
  Type.String({ description: 'Why it failed, in plain language. Only if `status` is `failed`.' }),
);

export const ProductSearchView = withExample(
  Type.Object(
    {
      status,
      code,
      message,
      results: Type.Array(Hit, { description: 'Products on this page, best match first.' }),
      next_page: nullable(Type.Integer(), {
        description: 'Next page of a `free_shipping` search. Request it even after an empty page. Null: no more pages.',
      }),
    },
    { title: 'SearchResults', description: 'A page of search results from one retailer.' },
  ),
  { status: 'completed', results: [exampleHit], next_page: null },
);

const GroupedHit = Type.Object(
  {
    ...Hit.properties,
    also_at: Type.Array(
      Type.Object({
        retailer: Type.String(),
        product_id: Type.String({ description: "That store's ID for the product." }),
        url: Type.String({ description: "Product page on that store's site." }),
        price: Type.Integer({ description: 'Price in cents.' }),
        currency: Type.String(),
      }),
      { description: 'The same product (by `gtin`) at other retailers.' },
    ),
  },
  { title: 'SearchOfAllHit', description: 'A product in search results, with the other stores that sell it.' },
);

export const SearchOfAllView = withExample(
  Type.Object(
    {
      status,
      code,
      message,
      query: Type.String({ description: 'The search term.' }),
      results: Type.Array(GroupedHit, { description: 'Products from all retailers, best match first.' }),
      left_out: Type.Array(
        Type.Object({
          retailer: Type.String(),
          reason: Type.Enum([...skipReasons], {
            description: 'Why there are no results. `too_slow`: the retailer did not respond in time.',
          }),
        }),
        { description: 'Stores whose products are missing from the list, and why.' },
      ),
    },
    { title: 'SearchOfAllResults', description: 'Search results from all retailers.' },
  ),
  {
    status: 'completed',
    query: 'paper towels',
    results: [{ ...exampleHit, also_at: [] }],
    left_out: [{ retailer: 'target', reason: 'too_slow' }],
  },
);

const ProductReply = Type.Object(
  {
    status: Type.Enum(['completed', 'processing', 'failed'], {
      description: '`processing` only if `async` was requested. The only field that is always present.',
    }),
    code: Type.Optional(
      Type.Enum(['product_not_found', 'retailer_unavailable'], {
        description: 'Why it failed. Only if `status` is `failed`.',
      }),
    ),
    message,
  },
  { title: 'Product', description: 'Product data, as the store gives it.', additionalProperties: true },
);

export const ProductView = {
  ...ProductReply,
  description: "The retailer's response, unmodified, with `status`.",
  examples: [
    { status: 'completed', retailer: 'walmart', product_id: '986325010', title: 'Select-A-Size Paper Towels 16 Rolls' },
    { status: 'processing', retailer: 'walmart', product_id: '986325010' },
    { status: 'failed', code: 'product_not_found', message: 'Product not found.' },
  ],
};

export const OffersView = {
  ...ProductReply,
  description: "The retailer's response, unmodified, with `status`.",
  examples: [
    { status: 'completed', retailer: 'walmart', product_id: '986325010', offers: [{ price: 2100, condition: 'New' }] },
    { status: 'processing', retailer: 'walmart', product_id: '986325010' },
    { status: 'failed', code: 'retailer_unavailable', message: 'The store did not respond. Try again in a moment.' },
  ],
};
