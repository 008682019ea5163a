import { missingProduct } from '../answers.ts';
import { createCatalogReader } from '../catalog-reader.ts';
import type { Call, Connector, ProductRef, SearchHit } from '../contract.ts';
import type { Store } from '../store.ts';
import { pageOf } from './address-of.ts';
import { plainText } from './plain-text.ts';
import { isAvailable, type Product, priceOf, productIn, slugOf, toCatalogProduct } from './product.ts';
import { problemOf, type StoreApi, unexpectedReply } from './store-api.ts';

const resultsPerPage = 20;
/** Maximum page size. */
const variationsPerPage = 100;
const variationPagesMax = 5;

interface Needs {
  store: Store;
  api: StoreApi;
}

type Listed = { kind: 'products'; products: Product[]; pages: number } | ReturnType<typeof problemOf>;

async function list(api: StoreApi, query: string, call: Call): Promise<Listed> {
  const reply = await api.openSession().ask('GET', `/products?${query}`, call);
  if (reply.kind !== 'data' || !Array.isArray(reply.data)) return problemOf(reply);
  const read = reply.data.map(productIn);
  const products = read.filter((product) => product !== null);
  // Skip products of unknown types, unless there are no others.
  if (products.length === 0 && read.length > 0) return unexpectedReply;
  return { kind: 'products', products, pages: Number(reply.headers['x-wp-totalpages'] ?? 1) || 0 };
}

/** A product with its variations, by its slug. */
export async function findProduct({ api }: Pick<Needs, 'api'>, ref: ProductRef, call: Call) {
  const reply = await api.openSession().ask('GET', `/products/${encodeURIComponent(ref.productId)}`, call);
  if (reply.kind === 'refused' && (reply.error.status === 404 || reply.error.code.includes('invalid_id'))) {
    return missingProduct(ref);
  }
  const product = reply.kind === 'data' ? productIn(reply.data) : null;
  if (!product) return problemOf(reply);
  if (product.type === 'variation') return missingProduct(ref);
  const variations: Product[] = [];
  const isVariable = product.type === 'variable' || (product.variations ?? []).length > 0;
  for (let page = 1; isVariable && page <= variationPagesMax; page += 1) {
    const query = `type=variation&parent=${product.id}&per_page=${variationsPerPage}&page=${page}`;
    const listed = await list(api, query, call);
    if (listed.kind !== 'products') return listed;
    variations.push(...listed.products);
    if (page >= listed.pages) break;
  }
  return { kind: 'product' as const, product: toCatalogProduct(product, variations), source: product };
}

type Catalog = Required<Pick<Connector, 'search' | 'product' | 'offers'>>;

/** Search and product details. */
export function createCatalog(needs: Needs): Catalog {
  const { store, api } = needs;
  return {
    async search(retailer, { query, page }, call) {
      const words = encodeURIComponent(query);
      const found = await list(api, `search=${words}&per_page=${resultsPerPage}&page=${page}`, call);
      // The caller lists a store that doesn't answer as left out.
      if (found.kind !== 'products') throw new Error(found.message);
      const results = found.products.flatMap((product) => hitOf(store, retailer, product));
      return { results, nextPage: page < found.pages ? page + 1 : null, hasFreeShippingInfo: false };
    },
    ...createCatalogReader(store, async (ref, call) => {
      const found = await findProduct(needs, ref, call);
      return found.kind === 'product' ? { ...found, more: moreOf(store, found.source) } : found;
    }),
  };
}

const starsOf = ({ average_rating: rating, review_count: count }: Product): number | null =>
  count ? Number(rating) || null : null;

const brandOf = ({ brands }: Product): string | null => {
  const [brand] = brands ?? [];
  return brand ? plainText(brand.name) : null;
};

const moreOf = (store: Store, source: Product): Record<string, unknown> => ({
  url: pageOf(store, slugOf(source), source.permalink),
  brand: brandOf(source),
  stars: starsOf(source),
  num_reviews: source.review_count ?? null,
  gtin: source.global_unique_id || null,
});

function hitOf(store: Store, retailer: string, product: Product): SearchHit[] {
  const price = priceOf(product);
  // The list also contains the parents of variations.
  if (price === null || product.type === 'variation') return [];
  const slug = slugOf(product);
  const [image] = product.images ?? [];
  return [
    {
      productId: slug,
      title: plainText(product.name),
      url: pageOf(store, slug, product.permalink),
      retailer,
      image: image?.src ?? null,
      brand: brandOf(product),
      price,
      currency: product.prices.currency_code,
      stars: starsOf(product),
      numReviews: product.review_count ?? null,
      available: isAvailable(product),
      freeShipping: null,
      variantRequired: product.has_options ?? product.type === 'variable',
      gtin: product.global_unique_id || null,
    },
  ];
}
