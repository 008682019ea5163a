import { type Clock, hourMs } from '../../kit/clock.ts';
import { fieldsOf } from '../../kit/fields.ts';
import { missingProduct } from '../answers.ts';
import { createCatalogReader } from '../catalog-reader.ts';
import type { Call, Connector, ProductRef, SearchHit } from '../contract.ts';
import { addressOf } from '../product-path.ts';
import type { StoreProblem } from '../refuse.ts';
import type { Store } from '../store.ts';
import { type AjaxApi, problemOf, unexpectedReply } from './ajax-api.ts';
import { imageOf, type Listed, listedIn, listedPrice, productIn, toCatalogProduct } from './product.ts';

export interface ShopNeeds {
  store: Store;
  api: AjaxApi;
  currency: CurrencyOf;
}

/** Maximum number of suggestions. */
const suggestedMax = 10;
const listedMax = 250;

type CurrencyOf = (call: Call) => Promise<string | StoreProblem>;

/** Only carts show the currency. Cached. */
export function createCurrency(api: AjaxApi, clock: Clock): CurrencyOf {
  let known: { currency: string; until: number } | null = null;
  return async (call) => {
    if (known && known.until > clock.now().getTime()) return known.currency;
    const reply = await api.openSession().ask('GET', '/cart.js', call);
    const { currency } = reply.kind === 'data' ? reply.data : {};
    if (typeof currency !== 'string') return problemOf(reply);
    known = { currency, until: clock.now().getTime() + hourMs };
    return currency;
  };
}

export async function findProduct({ api, currency: currencyOf }: ShopNeeds, ref: ProductRef, call: Call) {
  const reply = await api.openSession().ask('GET', `/products/${encodeURIComponent(ref.productId)}.js`, call);
  if (reply.kind === 'refused' && reply.status === 404) return missingProduct(ref);
  const source = reply.kind === 'data' ? productIn(reply.data) : null;
  if (!source) return problemOf(reply);
  const currency = await currencyOf(call);
  if (typeof currency !== 'string') return currency;
  return { kind: 'product' as const, product: toCatalogProduct(source, currency), source };
}

/** Searches with suggestions. A shop without suggestions is read page by page. */
async function listFor({ api }: ShopNeeds, words: string, call: Call): Promise<Listed[] | StoreProblem> {
  const query = `q=${encodeURIComponent(words)}&resources[type]=product&resources[limit]=${suggestedMax}`;
  const suggested = await api.openSession().ask('GET', `/search/suggest.json?${query}`, call);
  const { results } = fieldsOf(suggested.kind === 'data' ? suggested.data.resources : null);
  const { products } = fieldsOf(results);
  if (Array.isArray(products)) return products.map(listedIn).filter((product) => product !== null);
  if (suggested.kind === 'failed' && suggested.problem !== unexpectedReply) return suggested.problem;
  const listed = await api.openSession().ask('GET', `/products.json?limit=${listedMax}&page=1`, call);
  const { products: all } = fieldsOf(listed.kind === 'data' ? listed.data : null);
  if (!Array.isArray(all)) return problemOf(listed);
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  const isMeant = ({ title, vendor }: Listed): boolean =>
    wanted.every((word) => `${title} ${vendor ?? ''}`.toLowerCase().includes(word));
  return all
    .map(listedIn)
    .filter((product) => product !== null)
    .filter(isMeant);
}

type Catalog = Required<Pick<Connector, 'search' | 'product' | 'offers'>>;

export function createCatalog(needs: ShopNeeds): Catalog {
  const { store } = needs;
  return {
    async search(retailer, { query, page }, call) {
      const nothing = { results: [], nextPage: null, hasFreeShippingInfo: false };
      // Suggestions have one page.
      if (page > 1) return nothing;
      const [listed, currency] = await Promise.all([listFor(needs, query, call), needs.currency(call)]);
      if ('kind' in listed) throw new Error(listed.message);
      if (typeof currency !== 'string') throw new Error(currency.message);
      return { ...nothing, results: listed.flatMap((product) => hitOf(store, retailer, product, currency)) };
    },
    ...createCatalogReader(store, async (ref, call) => {
      const found = await findProduct(needs, ref, call);
      if (found.kind !== 'product') return found;
      const { vendor, variants } = found.source;
      const gtin = variants.find(({ barcode }) => barcode)?.barcode ?? null;
      return { ...found, more: { brand: vendor ?? null, gtin } };
    }),
  };
}

function hitOf(store: Store, retailer: string, product: Listed, currency: string): SearchHit[] {
  const price = listedPrice(product, currency);
  if (!price) return [];
  return [
    {
      productId: product.handle,
      title: product.title,
      url: addressOf(store, product.handle),
      retailer,
      image: imageOf(product),
      brand: product.vendor ?? null,
      price: price.amount,
      currency,
      stars: null,
      numReviews: null,
      available: price.isAvailable,
      freeShipping: null,
    },
  ];
}
