import { type Static, Type } from 'typebox';
import type { Caller } from '../domains/access/accounts/index.ts';
import type { UsageRecorder } from '../domains/access/activity/index.ts';
import {
  getOffers,
  getProduct,
  type ProductNeeds,
  presentSearch,
  searchProducts,
} from '../domains/catalog/products/index.ts';
import { Invalid } from '../kit/failure.ts';
import { type App, momentOf, timestamp } from '../platform/http/index.ts';
import { describeAnswer, OffersAnswer, ProductAnswer, SearchAnswer } from './answers.ts';
import { unknownRetailer } from './failures.ts';
import type { LegacyGuard } from './guard.ts';
import { presentOffers, presentUnfinished } from './present-product.ts';
import { isUrl, productUrlFrom } from './product-url.ts';
import { createLegacyRouter } from './router.ts';

export interface LegacyProductNeeds extends ProductNeeds {
  guard: LegacyGuard;
  usage: UsageRecorder;
}

const retailer = Type.String({ minLength: 1, maxLength: 253, examples: ['walmart'] });
const SearchQuery = Type.Object({
  query: Type.String({ description: 'Search term.', minLength: 1, maxLength: 500 }),
  retailer,
  page: Type.Integer({ description: 'Page of results, from 1.', minimum: 1, maximum: 1000, default: 1 }),
});
const ProductPath = Type.Object({
  product_id: Type.String({
    description: "The store's ID for the product, or the URL of its page, URL-encoded.",
    minLength: 1,
    maxLength: 1500,
  }),
});
const ProductQuery = Type.Object({
  retailer,
  max_age: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 2_147_483_647,
      description: "Accept a cached response up to this many seconds old. Can't be combined with `newer_than`.",
    }),
  ),
  newer_than: Type.Optional(
    timestamp("Accept a response retrieved at this time or later. Can't be combined with `max_age`."),
  ),
  async: Type.Boolean({
    description: 'Respond right away. While the data is being fetched, `status` is `processing`.',
    default: false,
  }),
});
const example = { status: 'completed', retailer: 'walmart', product_id: '986325010' };

export function legacyProductRoutes(app: App, needs: LegacyProductNeeds): void {
  const router = createLegacyRouter(app, needs.guard, 'Legacy products');
  router.get('/v1/search', {
    operationId: 'legacySearch',
    summary: 'Search one retailer (legacy API)',
    description: 'Returns one page of results.',
    query: SearchQuery,
    response: {
      200: describeAnswer('One page of results.', SearchAnswer, {
        status: 'completed',
        retailer: 'walmart',
        page: 1,
        results: [],
        next_page: null,
      }),
    },
    errors: [400],
    async handler(request) {
      const { accountId, world } = request.caller;
      const { query, page } = request.query;
      const name = knownRetailer(needs, request);
      const view = presentSearch(
        await searchProducts(needs, { world, query, retailer: name, page, freeShipping: false }),
      );
      const resultCount = view.results.length;
      needs.usage.record({ accountId, world, endpoint: 'products.search', query, retailer: name, resultCount });
      return { retailer: name, page, ...view };
    },
  });

  router.get('/v1/products/:product_id', {
    operationId: 'legacyGetProduct',
    summary: 'Get a product (legacy API)',
    description: 'Returns product data from the retailer, with `status`.',
    params: ProductPath,
    query: ProductQuery,
    response: { 200: describeAnswer('Product data from the retailer, with `status`.', ProductAnswer, example) },
    errors: [400],
    async handler(request) {
      const asked = productRequestFrom(needs, request);
      const reply = await getProduct(needs, asked);
      record(needs, request.caller, 'products.details', asked);
      return reply.kind === 'found' ? { ...reply.payload, status: 'completed' } : presentUnfinished(reply, asked);
    },
  });

  router.get('/v1/products/:product_id/offers', {
    operationId: 'legacyGetOffers',
    summary: 'Get the offers for a product (legacy API)',
    description: 'Who sells it, at what price and in what condition.',
    params: ProductPath,
    query: ProductQuery,
    response: { 200: describeAnswer('The offers, with prices in cents.', OffersAnswer, { ...example, offers: [] }) },
    errors: [400],
    async handler(request) {
      const asked = productRequestFrom(needs, request);
      const reply = await getOffers(needs, asked);
      record(needs, request.caller, 'products.offers', asked);
      return reply.kind === 'found' ? presentOffers(reply.offers, asked) : presentUnfinished(reply, asked);
    },
  });
}

type ProductParams = { caller: Caller; query: Static<typeof ProductQuery>; params: Static<typeof ProductPath> };

/** Accepts stores that sell only by link or by hand; the response says what they cannot answer. */
function knownRetailer(needs: LegacyProductNeeds, request: { caller: Caller; query: { retailer: string } }) {
  const { world } = request.caller;
  const name = needs.registry.nameOf(world, request.query.retailer);
  const isKnown = lookups.some((ability) => needs.registry.supports(world, name, ability));
  if (!isKnown) throw unknownRetailer(request.query.retailer);
  return name;
}

const lookups = ['search', 'product', 'offers', 'checkout'] as const;

function productRequestFrom(needs: LegacyProductNeeds, request: ProductParams) {
  const { max_age: maxAgeSeconds, newer_than: newerThan, async: isAsync } = request.query;
  if (maxAgeSeconds !== undefined && newerThan !== undefined) {
    const msg = 'max_age and newer_than cannot be combined. Send one of them';
    throw new Invalid([{ loc: ['query', 'newer_than'], msg, type: 'value_error' }]);
  }
  const { world } = request.caller;
  const { product_id: named } = request.params;
  const name = knownRetailer(needs, request);
  const url = isUrl(named) ? productUrlFrom(needs.registry, world, name, named) : null;
  const productId = (url && needs.registry.forUrl(world, url)?.ref.productId) ?? named;
  return {
    world,
    retailer: name,
    productId,
    maxAgeSeconds,
    newerThan: newerThan === undefined ? undefined : momentOf(newerThan),
    isAsync,
  };
}

function record(
  needs: LegacyProductNeeds,
  { accountId, world }: Caller,
  endpoint: 'products.details' | 'products.offers',
  { retailer: name, productId }: { retailer: string; productId: string },
): void {
  needs.usage.record({ accountId, world, endpoint, retailer: name, productId });
}
