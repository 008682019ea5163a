import type { Static, TSchema } from 'typebox';
import type { World } from '../../../kit/world.ts';
import type { Database } from '../../../platform/database/index.ts';
import { momentOf } from '../../../platform/http/index.ts';
import type { Guard, Router } from '../../access/accounts/index.ts';
import {
  checkProductRequest,
  checkProductSearch,
  checkSearchOfAll,
  getOffers,
  getProduct,
  OffersView,
  type ProductNeeds,
  type ProductRequest,
  type ProductSearch,
  ProductSearchView,
  ProductView,
  presentProduct,
  presentSearch,
  presentSearchOfAll,
  SearchOfAllQuery,
  type SearchOfAllRequest,
  SearchOfAllView,
  searchAllStores,
  searchProducts,
} from '../../catalog/products/index.ts';
import type { PaymentMethod } from './methods/method.ts';
import { callPrice } from './model.ts';
import { type PaidNeeds, servePaidRequest } from './paid-route.ts';
import { payCall } from './pay-call.ts';
import { AgentHeaders, AgentProductQuery, AgentSearchQuery, paymentInfo, paymentRequiredResponse } from './schema.ts';

export interface AgentProductNeeds extends PaidNeeds {
  /** Methods for data calls; may be empty. */
  callMethods: readonly PaymentMethod[];
  database: Database;
  guard: Guard;
  products: ProductNeeds;
  methods: readonly PaymentMethod[];
}

interface DataCall<Query extends TSchema, Question> {
  path: string;
  method?: 'get' | 'post';
  operationId: string;
  summary: string;
  description: string;
  query: Query;
  view: TSchema;
  question(world: World, query: Static<Query>): Question;
  check(question: Question): unknown;
  answer(question: Question): Promise<unknown>;
}

const price = '0.01 USD per call';

function dataRoute<Query extends TSchema, Question>(
  router: Router,
  needs: AgentProductNeeds,
  call: DataCall<Query, Question>,
): void {
  const { callMethods: methods } = needs;
  router[call.method ?? 'post'](call.path, {
    auth: 'anyone',
    security: [{ payment: [] }],
    operationId: call.operationId,
    summary: call.summary,
    description: `${call.description} Costs 0.01 USD per call and needs no account or key.`,
    'x-payment-info': paymentInfo(methods, callPrice, price),
    config: { keepsBytes: true },
    headers: AgentHeaders,
    // Fields of other data calls are ignored.
    query: { ...call.query, additionalProperties: true },
    response: { 200: call.view },
    errors: ['bad_request', 'idempotency_in_flight'],
    otherResponses: { 402: paymentRequiredResponse },
    handler(request, reply) {
      const query = request.query as Static<Query>;
      const wanted = {
        amount: callPrice,
        description: price,
        check: (world: World) => void call.check(call.question(world, query)),
      };
      return servePaidRequest(needs, { request, reply }, methods, wanted, (payer) =>
        payCall(needs, payer, () => call.answer(call.question(payer.method.world, query))),
      );
    },
  });
}

export function agentProductRoutes(router: Router, needs: AgentProductNeeds): void {
  if (needs.callMethods.length === 0) return;
  const { products } = needs;
  const { registry } = products;

  dataRoute(router, needs, {
    path: '/agent/search',
    operationId: 'agentSearch',
    summary: 'Search all retailers',
    description: 'Beta: the response shape may change. You can pass the `url` of a result to POST /agent/orders.',
    query: SearchOfAllQuery,
    view: SearchOfAllView,
    question: (world, { q, min_price: minPrice, max_price: maxPrice }): SearchOfAllRequest => ({
      world,
      query: q,
      minPrice,
      maxPrice,
    }),
    check: checkSearchOfAll,
    answer: async (search) => presentSearchOfAll(search.query, await searchAllStores(products, search)),
  });

  for (const method of ['post', 'get'] as const) {
    dataRoute(router, needs, {
      path: '/agent/products/search',
      method,
      operationId: method === 'post' ? 'agentSearchProducts' : 'agentSearchProductsByGet',
      summary: method === 'post' ? 'Search one retailer, paid per call' : 'Search one retailer with GET, paid per call',
      description: 'Returns one page of results.',
      query: AgentSearchQuery,
      view: ProductSearchView,
      question: (world, query): ProductSearch => ({ world, ...query, freeShipping: false }),
      check: (search) => checkProductSearch(registry, search),
      answer: async (search) => presentSearch(await searchProducts(products, search)),
    });
  }

  const lookups = [
    ['details', 'agentGetProduct', 'Get a product, paid per call', ProductView, getProduct],
    ['offers', 'agentGetProductOffers', 'Get the offers for a product, paid per call', OffersView, getOffers],
  ] as const;
  for (const [topic, operationId, summary, view, look] of lookups) {
    dataRoute(router, needs, {
      path: `/agent/products/${topic}`,
      operationId,
      summary,
      description: 'For amazon and walmart. An unknown product returns a 200 with `status` `failed`.',
      query: AgentProductQuery,
      view,
      question: (world, query): ProductRequest => ({
        world,
        retailer: query.retailer,
        productId: query.product_id,
        maxAgeSeconds: query.max_age,
        newerThan: query.newer_than === undefined ? undefined : momentOf(query.newer_than),
        isAsync: query.async,
      }),
      check: (question) => checkProductRequest(registry, question),
      answer: async (question) => presentProduct(await look(products, question), question),
    });
  }
}
