import { fieldsOf, textOf } from '../../kit/fields.ts';
import { missingProduct } from '../answers.ts';
import { createCatalogReader, toSearchHits } from '../catalog-reader.ts';
import type { Call, Connector, ProductRef } from '../contract.ts';
import type { StoreProblem } from '../refuse.ts';
import type { Store } from '../store.ts';
import { messagesIn, problemOf, type UcpApi } from './api.ts';
import { type Listed, productIn } from './product.ts';

const resultsPerPage = 20;
/** Maximum number of pages that a search reads. */
const pagesMax = 25;
const searchCapability = 'dev.ucp.shopping.catalog.search';
const lookupCapability = 'dev.ucp.shopping.catalog.lookup';

interface Needs {
  store: Store;
  api: UcpApi;
}

interface Page {
  kind: 'page';
  products: Listed[];
  cursor: string | null;
  hasNext: boolean;
}

async function readPage(
  { store, api }: Needs,
  query: string,
  cursor: string | null,
  call: Call,
): Promise<Page | StoreProblem> {
  const pagination = { limit: resultsPerPage, ...(cursor === null ? {} : { cursor }) };
  const reply = await api.ask('search_catalog', { body: { query, pagination } }, call);
  const { products, pagination: paging } = fieldsOf(reply.kind === 'data' ? reply.data : null);
  if (!Array.isArray(products)) return problemOf(reply);
  const read = products.flatMap((product) => productIn(store, product) ?? []);
  const { cursor: following, has_next_page: hasMore } = fieldsOf(paging);
  const next = textOf(following) ?? null;
  // Only `has_next_page` means that there is more.
  return { kind: 'page', products: read, cursor: next, hasNext: hasMore === true && next !== null };
}

/** Walks from the first page to this one. Null if there are fewer. */
async function walkTo(needs: Needs, query: string, page: number, call: Call): Promise<Page | StoreProblem | null> {
  let cursor: string | null = null;
  for (let number = 1; number <= Math.min(page, pagesMax); number += 1) {
    const read: Page | StoreProblem = await readPage(needs, query, cursor, call);
    if (read.kind !== 'page' || number === page) return read;
    if (!read.hasNext) return null;
    cursor = read.cursor;
  }
  return null;
}

export type Resolved = { kind: 'product'; product: Listed } | { kind: 'missing'; message: string } | StoreProblem;

/** Without a catalog, the ID in the URL is the item's ID. */
export async function hasCatalog(api: UcpApi, call: Call): Promise<boolean | StoreProblem> {
  const found = await api.profile(call);
  if (found.kind !== 'profile') return found;
  const { capabilities } = found.profile;
  return capabilities.has(searchCapability) || capabilities.has(lookupCapability);
}

/** Finds a product by ID, otherwise by URL or handle in the store's search. */
export async function resolve(needs: Needs, ref: ProductRef, call: Call): Promise<Resolved> {
  const found = await needs.api.profile(call);
  if (found.kind !== 'profile') return found;
  const { capabilities } = found.profile;
  if (capabilities.has(lookupCapability)) {
    const answer = await lookUp(needs, ref.productId, call);
    if (answer) return answer;
  }
  if (!capabilities.has(searchCapability)) return missingProduct(ref);
  const words = ref.productId.replace(/[-_]+/g, ' ');
  const page = await readPage(needs, words, null, call);
  if (page.kind !== 'page') return page;
  const product = page.products.find((each) => isNamed(each, ref.productId));
  return product ? { kind: 'product', product } : missingProduct(ref);
}

/** Null if the store doesn't know this ID. Stores support `get_product`, `lookup_catalog` or both. */
async function lookUp({ store, api }: Needs, id: string, call: Call): Promise<Resolved | null> {
  const reply = await api.ask('get_product', { body: { id } }, call);
  const isUnknown = reply.kind === 'refused' && (reply.status === 404 || reply.status === 400);
  if (reply.kind !== 'data' && !isUnknown) return problemOf(reply);
  const product = reply.kind === 'data' ? productIn(store, reply.data.product) : null;
  if (product) return { kind: 'product', product };
  if (reply.kind === 'data' && messagesIn(reply.data).some(({ code }) => code === 'not_found')) return null;
  const several = await api.ask('lookup_catalog', { body: { ids: [id] } }, call);
  const { products } = several.kind === 'data' ? several.data : {};
  if (!Array.isArray(products)) return several.kind === 'refused' ? null : problemOf(several);
  const found = products.map((each) => productIn(store, each)).find((each) => each !== null && isNamed(each, id));
  return found ? { kind: 'product', product: found } : null;
}

const isNamed = ({ slug, handle, id, variants }: Listed, name: string): boolean =>
  [slug, handle, id].includes(name) || variants.some((variant) => variant.id === name);

type Catalog = Required<Pick<Connector, 'search' | 'product' | 'offers'>>;

/** Search and product details. */
export function createCatalog(needs: Needs): Catalog {
  const { store } = needs;
  return {
    async search(retailer, { query, page }, call) {
      const found = await walkTo(needs, query, page, call);
      if (found === null) return { results: [], nextPage: null, hasFreeShippingInfo: false };
      // The caller lists a store that doesn't answer as left out.
      if (found.kind !== 'page') throw new Error(found.message);
      const results = found.products.flatMap((product) => toSearchHits(store, retailer, product));
      const nextPage = found.hasNext && page < pagesMax ? page + 1 : null;
      return { results, nextPage, hasFreeShippingInfo: false };
    },
    ...createCatalogReader(store, (ref, call) => resolve(needs, ref, call)),
  };
}
