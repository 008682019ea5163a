import { fieldsOf } from '../../kit/fields.ts';
import { missingProduct } from '../answers.ts';
import { createCatalogReader, toSearchHits } from '../catalog-reader.ts';
import type { Call, Connector, ProductRef } from '../contract.ts';
import type { Store } from '../store.ts';
import { productFields, productIn } from './product.ts';
import type { RegionsAnswer } from './regions.ts';
import { problemOf, type StoreApi, unexpectedReply } from './store-api.ts';

const resultsPerPage = 20;

interface Needs {
  store: Store;
  api: StoreApi;
  regions(call: Call): Promise<RegionsAnswer>;
}

type Catalog = Required<Pick<Connector, 'search' | 'product' | 'offers'>>;

/** Search and product details. Needs no login. */
export function createCatalog({ store, api, regions }: Needs): Catalog {
  async function list(query: string, call: Call) {
    const answer = await regions(call);
    if (answer.kind !== 'regions') return answer;
    const region = answer.regions[0]?.id ?? '';
    const reply = await api.ask('GET', `/store/products?${query}&region_id=${region}&fields=${productFields}`, call);
    const { products, count } = fieldsOf(reply.kind === 'data' ? reply.data : null);
    if (!Array.isArray(products)) return problemOf(reply);
    const read = products.map(productIn);
    if (read.includes(null)) return unexpectedReply;
    const known = read.filter((product) => product !== null);
    return { kind: 'products' as const, products: known, count: typeof count === 'number' ? count : known.length };
  }

  async function find(ref: ProductRef, call: Call) {
    const found = await list(`handle=${encodeURIComponent(ref.productId)}`, call);
    if (found.kind !== 'products') return found;
    const [product] = found.products;
    return product ? { kind: 'product' as const, product } : missingProduct(ref);
  }

  return {
    async search(retailer, query, call) {
      const offset = (query.page - 1) * resultsPerPage;
      const words = encodeURIComponent(query.query);
      const found = await list(`q=${words}&limit=${resultsPerPage}&offset=${offset}`, call);
      // The caller lists a store that doesn't answer as left out.
      if (found.kind !== 'products') throw new Error(found.message);
      const results = found.products.flatMap((product) => toSearchHits(store, retailer, product));
      const hasMore = found.products.length > 0 && offset + resultsPerPage < found.count;
      return { results, nextPage: hasMore ? query.page + 1 : null, hasFreeShippingInfo: false };
    },
    ...createCatalogReader(store, find),
  };
}
