import { Readable } from 'node:stream';
import type { Static } from 'typebox';
import { type App, momentOf } from '../../../platform/http/index.ts';
import { type Caller, createRouter, type Guard, type Router } from '../../access/accounts/index.ts';
import type { UsageRecorder } from '../../access/activity/index.ts';
import type { ProductNeeds } from './answer.ts';
import { getOffers, getProduct, type ProductRequest } from './get-product.ts';
import { presentProduct, presentSearch, presentSearchOfAll } from './present.ts';
import {
  OffersView,
  ProductPath,
  ProductQuery,
  ProductSearchQuery,
  ProductSearchView,
  ProductView,
  SearchOfAllQuery,
  SearchOfAllView,
} from './schema.ts';
import { checkSearchOfAll, searchAllStores } from './search-all-stores.ts';
import { searchProducts } from './search-products.ts';
import { streamSearch } from './stream-search.ts';

export interface ProductRouteNeeds extends ProductNeeds {
  guard: Guard;
  usage: UsageRecorder;
}

const ndjsonType = 'application/x-ndjson';

export function productRoutes(app: App, needs: ProductRouteNeeds): void {
  const router = createRouter(app, needs.guard, 'Products');
  searchRoutes(router, needs);
  lookupRoutes(router, needs);
}

function searchRoutes(router: Router, needs: ProductRouteNeeds): void {
  router.get('/products/search', {
    auth: 'key',
    operationId: 'searchProducts',
    summary: 'Search one retailer',
    description:
      'free_shipping keeps what ships free. It filters on walmart, bestbuy and every brand that says which items ' +
      'ship free; it has no effect on amazon and others, and is refused for the domain of a store. It filters after ' +
      'pagination: counts per page vary, and an empty page with a next_page is not the end.',
    query: ProductSearchQuery,
    response: { 200: ProductSearchView },
    async handler(request) {
      const { accountId, world } = request.caller;
      const { query, retailer, page, free_shipping: freeShipping } = request.query;
      const view = presentSearch(await searchProducts(needs, { world, query, retailer, page, freeShipping }));
      const resultCount = view.results.length;
      needs.usage.record({ accountId, world, endpoint: 'products.search', query, retailer, resultCount });
      return view;
    },
  });

  router.get('/search', {
    auth: 'key',
    operationId: 'searchEverywhere',
    summary: 'Search every supported retailer at once',
    description:
      'One ranked list of at most 50 things that can be bought now: the best match first, then the lowest price. A limit in ' +
      'words ("below ten dollars") works as max_price does. The same article at several retailers is one entry. A retailer that is slow or broken is left ' +
      'out, and named in left_out. With Accept: application/x-ndjson the answer streams, a JSON object a line: type ' +
      'store (results of one retailer, as it answers), left_out, and at the end type end with all of this answer.',
    query: SearchOfAllQuery,
    response: { 200: SearchOfAllView },
    async handler(request, reply) {
      const { accountId, world } = request.caller;
      const { q: query, min_price: minPrice, max_price: maxPrice } = request.query;
      const search = { world, query, minPrice, maxPrice };
      const record = (resultCount: number) =>
        needs.usage.record({ accountId, world, endpoint: 'search', query, resultCount });
      if (request.headers.accept?.includes(ndjsonType)) {
        // Refused with a status while there still can be one.
        checkSearchOfAll(search);
        return reply.type(ndjsonType).send(Readable.from(streamSearch(needs, search, record)));
      }
      const view = presentSearchOfAll(query, await searchAllStores(needs, search));
      record(view.results.length);
      return view;
    },
  });
}

function lookupRoutes(router: Router, needs: ProductRouteNeeds): void {
  router.get('/products/:product_id', {
    auth: 'key',
    operationId: 'getProduct',
    summary: 'What a retailer says about a product',
    description:
      'An unknown product or a retailer that cannot be reached is a 200 with status failed. To wait for a fetch ' +
      'that async began, send the same call again (with newer_than in place of a small max_age).',
    params: ProductPath,
    query: ProductQuery,
    response: { 200: ProductView },
    async handler({ caller, params, query }) {
      const question = productRequestFrom(caller, params, query);
      const reply = await getProduct(needs, question);
      const { retailer, productId } = question;
      needs.usage.record({ ...ownerOf(caller), endpoint: 'products.details', retailer, productId });
      return presentProduct(reply, question);
    },
  });

  router.get('/products/:product_id/offers', {
    auth: 'key',
    operationId: 'getProductOffers',
    summary: 'Who sells a product, at which price and in which condition',
    description: 'Takes the same parameters as the details of a product, and answers in the same way.',
    params: ProductPath,
    query: ProductQuery,
    response: { 200: OffersView },
    async handler({ caller, params, query }) {
      const question = productRequestFrom(caller, params, query);
      const reply = await getOffers(needs, question);
      const { retailer, productId } = question;
      const counted = reply.kind === 'found' ? { resultCount: reply.offers.length } : {};
      needs.usage.record({ ...ownerOf(caller), endpoint: 'products.offers', retailer, productId, ...counted });
      return presentProduct(reply, question);
    },
  });
}

const ownerOf = ({ accountId, world }: Caller) => ({ accountId, world });

function productRequestFrom(
  { world }: Caller,
  { product_id: productId }: Static<typeof ProductPath>,
  { retailer, max_age: maxAgeSeconds, newer_than, async: isAsync }: Static<typeof ProductQuery>,
): ProductRequest {
  const newerThan = newer_than === undefined ? undefined : momentOf(newer_than);
  return { world, retailer, productId, maxAgeSeconds, newerThan, isAsync };
}
