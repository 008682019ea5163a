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
      '`free_shipping` keeps products that ship free. It works for walmart, bestbuy and every brand that marks free shipping. It has no effect on amazon and some others, and is rejected for store domains. It filters after paging, so an empty page with a `next_page` is not the end.',
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
    summary: 'Search all retailers',
    description:
      'Returns up to 50 products that can be bought now, best match first, then the lowest price. A limit in words ("under ten dollars") works like `max_price`. The same product at several retailers is one entry. Slow or failing retailers are listed in `left_out`. With `Accept: application/x-ndjson`, results stream as one JSON object per line: `store` for each retailer, `left_out`, and `end` with the whole response.',
    query: SearchOfAllQuery,
    response: { 200: SearchOfAllView },
    async handler(request, reply) {
      const { accountId, world } = request.caller;
      const { q: query, min_price: minPrice, max_price: maxPrice } = request.query;
      const search = { world, query, minPrice, maxPrice };
      const record = (resultCount: number) =>
        needs.usage.record({ accountId, world, endpoint: 'search', query, resultCount });
      if (request.headers.accept?.includes(ndjsonType)) {
        // Validate before streaming, while a status can be sent.
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
    summary: 'Get a product',
    description:
      'Returns product data from the retailer. An unknown product or an unreachable retailer returns a 200 with `status` `failed`. After `async`, send the same request again to get the result.',
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
    summary: 'Get the offers for a product',
    description:
      'Who sells it, at what price and in what condition. Takes the same parameters as GET /products/{product_id}.',
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
