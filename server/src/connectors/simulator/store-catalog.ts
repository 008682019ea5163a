import { nextTurn } from '../../kit/next-turn.ts';
import { missingProduct } from '../answers.ts';
import type { Connector, ProductRef } from '../contract.ts';
import { offersPayload, productPayload, searchHit } from './catalog/details.ts';
import { currencyAt, type SimulatorCatalog } from './catalog/index.ts';
import { offersOf } from './catalog/offers.ts';

const resultsPerPage = 20;

type Catalog = Required<Pick<Connector, 'search' | 'product' | 'offers'>>;

/** Search and product details. */
export function createCatalog(catalogue: SimulatorCatalog, publicUrl: string): Catalog {
  /** Details at another domain. Euro prices contain tax. */
  const soldIn = (ref: ProductRef, url: string) => {
    const page = addressAt(ref.domain, url);
    const currency = catalogue.currencyOf([{ ref, url: page }]);
    return { url: page, currency, tax_included: currency === 'EUR' };
  };
  return {
    async search(retailer, query, { signal }) {
      // One store per turn, because a search of all stores asks them at once and the first builds the index.
      await nextTurn();
      signal.throwIfAborted();
      const store = catalogue.store(retailer);
      if (!store) return { results: [], nextPage: null, hasFreeShippingInfo: false };
      const { country, price = { min: 0, max: Number.MAX_SAFE_INTEGER } } = query;
      const products = catalogue
        .search(retailer, query.query)
        .filter((product) => country === undefined || product.countries.includes(country))
        .filter((product) => product.price >= price.min && product.price <= price.max);
      const start = (query.page - 1) * resultsPerPage;
      const results = products.slice(start, start + resultsPerPage);
      return {
        results: results.map((product) => {
          const { url, currency } = soldIn({ ...product, ...(query.domain && { domain: query.domain }) }, product.url);
          return { ...searchHit(store, product, publicUrl), url, currency };
        }),
        nextPage: start + resultsPerPage < products.length ? query.page + 1 : null,
        hasFreeShippingInfo: store.profile.hasFreeShippingInfo,
      };
    },
    async product(ref, { signal }) {
      signal.throwIfAborted();
      const found = catalogue.find(ref);
      if (!found) return missingProduct(ref);
      const payload = productPayload(found.store, found.product, publicUrl);
      return { kind: 'found', payload: { ...payload, ...soldIn(ref, found.product.url) } };
    },
    async offers(ref, query, { signal }) {
      signal.throwIfAborted();
      const found = catalogue.find(ref);
      if (!found) return missingProduct(ref);
      const sold = soldIn(ref, found.product.url);
      const offers = offersOf(found.store, found.product, query).map((offer) => ({
        ...offer,
        currency: sold.currency,
      }));
      return { kind: 'found', offers, payload: { ...offersPayload(found.product, offers), ...sold } };
    },
  };
}

/** The product's URL at another domain of the brand. */
function addressAt(domain: string | undefined, url: string): string {
  if (domain === undefined || currencyAt(domain) === null) return url;
  const page = new URL(url);
  page.hostname = `www.${domain}`;
  return page.href;
}
