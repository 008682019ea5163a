import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { fieldsOf, listOf, textOf } from '../../kit/fields.ts';
import { missingProduct } from '../answers.ts';
import { createCatalogReader } from '../catalog-reader.ts';
import type { Call, Connector, ProductRef, SearchHit } from '../contract.ts';
import { addressOf } from '../product-path.ts';
import type { Store } from '../store.ts';
import { amountIn, type PriceReading } from './order.ts';
import { isAvailable, productFields, productIn } from './product.ts';
import { settingsOf } from './settings.ts';
import { problemOf, type ShopApi } from './shop-api.ts';

const resultsPerPage = 20;

export const channelFields = 'activeChannel { pricesIncludeTax currencyCode }';

/** How this shop shows prices. */
export function readingIn(store: Store, data: Record<string, unknown>): PriceReading {
  const basis = fieldsOf(data.activeChannel).pricesIncludeTax === true ? 'gross' : 'net';
  return { basis, decimals: settingsOf(store).priceDecimals };
}

const searchDocument = `query Search($input: SearchInput!) {
  ${channelFields}
  search(input: $input) { totalItems items {
    slug productId productName currencyCode productAsset { preview } 
    price { ... on SinglePrice { value } ... on PriceRange { min } }
    priceWithTax { ... on SinglePrice { value } ... on PriceRange { min } }
  } }
}`;

const price = Type.Object({ value: Type.Optional(Type.Integer()), min: Type.Optional(Type.Integer()) });
const SearchAnswer = Type.Object({
  totalItems: Type.Integer(),
  items: Type.Array(
    Type.Object({
      slug: Type.String(),
      productId: Type.String(),
      productName: Type.String(),
      currencyCode: Type.String(),
      productAsset: Type.Union([Type.Object({ preview: Type.String() }), Type.Null()]),
      price,
      priceWithTax: price,
    }),
  ),
});

const stockDocument = `query Stock($ids: [String!]!, $take: Int!) {
  products(options: { filter: { id: { in: $ids } }, take: $take }) { items { id variants { stockLevel } } }
}`;

type Catalog = Required<Pick<Connector, 'search' | 'product' | 'offers'>>;

/** Search and product details. Needs no login. */
export function createCatalog(store: Store, api: ShopApi): Catalog {
  /** Availability, which the search doesn't return. */
  async function inStock(ids: string[], call: Call): Promise<Set<string>> {
    const reply = await api.ask(stockDocument, { ids, take: ids.length }, null, call);
    if (reply.kind === 'failed') throw new Error(reply.problem.message);
    const items = listOf(fieldsOf(reply.data.products).items).map(fieldsOf);
    const isHad = (variant: unknown): boolean => {
      const stockLevel = textOf(fieldsOf(variant).stockLevel);
      return stockLevel !== undefined && isAvailable({ stockLevel });
    };
    return new Set(items.filter(({ variants }) => listOf(variants).some(isHad)).flatMap(({ id }) => textOf(id) ?? []));
  }

  async function find(ref: ProductRef, call: Call) {
    const document = `query Product($slug: String!) { ${channelFields} product(slug: $slug) ${productFields} }`;
    const reply = await api.ask(document, { slug: ref.productId }, null, call);
    if (reply.kind === 'failed') return reply.problem;
    if (reply.data.product === null) return missingProduct(ref);
    const product = productIn(reply.data.product, readingIn(store, reply.data));
    return product ? { kind: 'product' as const, product } : problemOf(reply);
  }

  return {
    async search(retailer, query, call) {
      const skip = (query.page - 1) * resultsPerPage;
      const input = { term: query.query, groupByProduct: true, take: resultsPerPage, skip };
      const reply = await api.ask(searchDocument, { input }, null, call);
      // The caller lists a store that doesn't answer as left out.
      if (reply.kind === 'failed') throw new Error(reply.problem.message);
      const { search } = reply.data;
      if (!Value.Check(SearchAnswer, search)) throw new Error(problemOf(reply).message);
      const { basis, decimals } = readingIn(store, reply.data);
      const available =
        search.items.length > 0
          ? await inStock(
              search.items.map((item) => item.productId),
              call,
            )
          : null;
      const results = search.items.flatMap((item): SearchHit[] => {
        const shown = basis === 'net' ? item.price : item.priceWithTax;
        const price = amountIn(shown.value ?? shown.min, item.currencyCode, decimals);
        if (price === null) return [];
        return [
          {
            productId: item.slug,
            title: item.productName,
            url: addressOf(store, item.slug),
            retailer,
            image: item.productAsset?.preview ?? null,
            brand: null,
            price,
            currency: item.currencyCode,
            stars: null,
            numReviews: null,
            available: available?.has(item.productId) ?? false,
            freeShipping: null,
          },
        ];
      });
      const hasMore = search.items.length > 0 && skip + resultsPerPage < search.totalItems;
      return { results, nextPage: hasMore ? query.page + 1 : null, hasFreeShippingInfo: false };
    },
    ...createCatalogReader(store, find),
  };
}
