import { exponentOf, toCents } from '../../kit/money.ts';
import type { World } from '../../kit/world.ts';
import type { Outgoing } from '../../platform/outgoing/index.ts';
import { createBuyAction } from '../answers.ts';
import type { Brand } from '../brands.ts';
import { offerPayload, offersOf } from '../catalog-product.ts';
import { type Connector, type FindAnswer, type OffersAnswer, options, type ProductRef } from '../contract.ts';
import { refuse } from '../refuse.ts';
import { addressOf, type DeskScope, productIdOf, retailerOf } from './locate.ts';
import type { PageFacts } from './page-facts.ts';
import { createFactsReader } from './read-facts-apart.ts';
import { readPage } from './read-page.ts';

interface DeskOptions<W extends World> {
  world: W;
  /** Currency of these retailers. */
  currency: string;
  scope: DeskScope;
  brands: readonly Brand[];
  outgoing: Pick<Outgoing, 'get'>;
  allowPrivate: boolean;
}

/** All desks share these threads. */
const readFactsApart = createFactsReader();

/**
 * Retailers that people buy from. `prepare` asks an operator to buy and record the purchase, so nothing is submitted
 * here. Product details come from the page.
 */
export function createDesk<W extends World>({ world, currency, outgoing, ...where }: DeskOptions<W>): Connector<W> {
  const { scope, brands } = where;
  const isBrand = (name: string): boolean => brands.some(({ id }) => id === name);
  const readProduct = async (address: string | null) => {
    if (address === null) return { kind: 'missing', message: 'Product not found.' } as const;
    const page = await readPage(outgoing, address);
    if (page.kind !== 'page') return page;
    const answer = await readFactsApart(page.text, page.url);
    if (answer.kind !== 'facts') return answer;
    const { facts } = answer;
    if (facts.title === null) return { kind: 'missing', message: 'The page does not describe a product.' } as const;
    return { kind: 'product', address, facts } as const;
  };
  return {
    name: 'desk',
    world,
    abilities: new Set(['product', 'offers', 'checkout']),
    // With `*`, brands are served like any domain, after other connectors.
    retailers: scope.isEverywhere ? [] : [...scope.retailers].filter(isBrand),
    honours: new Set(options),
    lookup: 'none',
    currency,
    locate(url) {
      const retailer = retailerOf(where, url);
      return retailer === null ? null : { retailer, productId: productIdOf(brands, url) };
    },
    addressOf: (ref) => addressOf(where, ref),
    servesDomain(domain) {
      if (isBrand(domain)) return scope.isEverywhere;
      const url = URL.parse(`https://${domain}/`);
      return url !== null && retailerOf(where, url) === domain.replace(/^www\./, '');
    },
    async product(ref) {
      const page = await readProduct(this.addressOf?.(ref) ?? null);
      if (page.kind !== 'product') return page;
      return { kind: 'found', payload: payloadOf(ref, page.address, page.facts, currency) };
    },
    async offers(ref) {
      const page = await readProduct(this.addressOf?.(ref) ?? null);
      return page.kind === 'product' ? offersFrom(ref, page.address, page.facts, currency) : page;
    },
    async prepare(request, { signal }) {
      signal.throwIfAborted();
      const order = { retailer: request.retailer, max_price_cents: request.maxPrice, items: request.lines };
      return {
        kind: 'needs',
        question: createBuyAction(order, 'Buy this from the store, then record what it cost.'),
      };
    },
    async submit() {
      return refuse('checkout_failed', 'Orders from this store are placed manually, not by Errand.');
    },
    find: async () => unknownToService,
  };
}

const unknownToService: FindAnswer = {
  kind: 'unsure',
  message: "An operator may have placed this order. Check the retailer's order history.",
  isFinal: true,
};

/** Null if the price is in another currency. Without a currency, it counts if ours has two decimals. */
const priceIn = ({ currency, price }: PageFacts, ours: string): number | null =>
  currency === ours || (currency === null && exponentOf(ours) === 2) ? price : null;

/** The retailer's offer. Empty if the page shows no price. */
function offersFrom(
  { retailer, productId }: ProductRef,
  url: string,
  facts: PageFacts,
  currency: string,
): OffersAnswer {
  const price = priceIn(facts, currency);
  const variant = { id: productId, currency, isAvailable: facts.isAvailable ?? true };
  const offers =
    price === null ? [] : offersOf({ name: retailer }, { variants: [{ ...variant, price: toCents(price) }] });
  const payload = { product_id: productId, retailer, title: facts.title, url, currency };
  return { kind: 'found', offers, payload: { ...payload, offers: offers.map(offerPayload) } };
}

function payloadOf({ retailer, productId }: ProductRef, url: string, facts: PageFacts, currency: string) {
  const [image = null] = facts.images;
  return {
    product_id: productId,
    retailer,
    title: facts.title,
    url,
    brand: facts.brand,
    price: priceIn(facts, currency),
    currency: facts.currency,
    images: facts.images,
    main_image: image,
    description: facts.description,
    available: facts.isAvailable,
    gtin: facts.gtin,
    sku: facts.sku,
    stars: null,
    num_reviews: null,
    variants: [],
    variant_groups: [],
  };
}
