import { fieldsOf, listOf } from '../../kit/fields.ts';
import { missingProduct, unreachableFrom } from '../answers.ts';
import { offerPayload } from '../catalog-product.ts';
import type { Call, Connector, ProductRef, Unreachable } from '../contract.ts';
import type { Store } from '../store.ts';
import type { AmazonApi, AmazonReply } from './api.ts';
import { addressOf } from './locate.ts';
import { type AmazonProduct, offersIn, productIn } from './product.ts';
import type { AmazonOptions } from './settings.ts';

const productsPath = '/products/2020-08-26/products';
const hitsPerPage = 24;
const pagesMax = 13;

interface Needs {
  store: Store;
  api: AmazonApi;
  options: AmazonOptions;
}

export type ProductReading =
  | { kind: 'product'; product: AmazonProduct }
  | { kind: 'missing'; message: string }
  | Extract<AmazonReply, { kind: 'failed' }>;

/** Codes for a missing product or page. Everything else is a failure. */
const missingCodes: ReadonlySet<string> = new Set(['PRODUCT_NOT_FOUND', 'OFFER_NOT_FOUND', 'PAGE_NOT_FOUND']);
const isMissing = (reply: AmazonReply): boolean =>
  reply.kind === 'error' && (reply.status === 404 || reply.codes.some((code) => missingCodes.has(code)));

const localeQuery = ({ market, language }: AmazonOptions) => ({ productRegion: market.code, locale: language });

/** A product with up to ten offers, for a quantity and a postal code. */
export async function readProduct(
  { api, options }: Needs,
  asin: string,
  wanted: { quantity?: number; postalCode?: string | undefined },
  call: Call,
): Promise<ProductReading> {
  const query = {
    ...localeQuery(options),
    facets: 'OFFERS,IMAGES',
    inclusionsForProducts: 'ALL',
    quantity: wanted.quantity,
    shippingPostalCode: wanted.postalCode,
  };
  const path = `${productsPath}/${encodeURIComponent(asin)}`;
  const reply = await api.ask({ operation: 'products', path, query }, call);
  if (isMissing(reply)) return missingProduct({ productId: asin });
  if (reply.kind === 'failed') return reply;
  const product = reply.kind === 'data' ? productIn(reply.data, options) : null;
  if (product) return { kind: 'product', product };
  const message = reply.kind === 'error' ? reply.message : 'Amazon did not return a product.';
  return {
    kind: 'failed',
    problem: { kind: 'blocked', reason: 'retailer_unavailable', message },
    mayHaveWorked: false,
  };
}

type Catalog = Required<Pick<Connector, 'search' | 'product' | 'offers'>>;

export function createCatalog(needs: Needs): Catalog {
  const { store, api, options } = needs;

  async function read(ref: ProductRef, call: Call, postalCode?: string) {
    const found = await readProduct(needs, ref.productId, { postalCode }, call);
    return found.kind === 'failed' ? unreachableFrom(found.problem) : found;
  }

  return {
    async search(retailer, { query, page }, call) {
      const reply = await api.ask(
        {
          operation: 'products',
          path: productsPath,
          query: {
            ...localeQuery(options),
            keywords: query,
            facets: 'OFFERS,IMAGES',
            pageNumber: page - 1,
            pageSize: hitsPerPage,
          },
        },
        call,
      );
      if (isMissing(reply)) return { results: [], nextPage: null, hasFreeShippingInfo: false };
      if (reply.kind !== 'data') throw new Error(reply.kind === 'failed' ? reply.problem.message : reply.message);
      const pages = Math.min(Number(reply.data.numberOfPages) || 0, pagesMax);
      const products = listOf(reply.data.products).flatMap((entry) => productIn(entry, options) ?? []);
      return {
        results: products.flatMap((product) => hitsOf(needs, retailer, product)),
        nextPage: page < pages ? page + 1 : null,
        hasFreeShippingInfo: false,
      };
    },
    async product(ref, call) {
      const found = await read(ref, call);
      return found.kind === 'product' ? { kind: 'found', payload: payloadOf(needs, found.product) } : found;
    },
    async offers(ref, { postalCode }, call) {
      const found = await read(ref, call, postalCode);
      if (found.kind !== 'product') return found;
      const { product } = found;
      const offers = await allOffers(needs, product, postalCode, call);
      if (!Array.isArray(offers)) return offers;
      const payload = {
        product_id: product.asin,
        retailer: store.name,
        title: product.title,
        url: addressOf(store, options, product.asin),
        currency: options.market.currency,
        tax_included: options.market.hasTaxInPrices ?? false,
        offers: offers.map(offerPayload),
      };
      return { kind: 'found', offers, payload };
    },
  };
}

/** The first page of all offers. Falls back to the product's own if Amazon lists none. */
async function allOffers(
  { api, options }: Needs,
  product: AmazonProduct,
  postalCode: string | undefined,
  call: Call,
): Promise<AmazonProduct['offers'] | Unreachable> {
  const path = `${productsPath}/${encodeURIComponent(product.asin)}/offers`;
  const query = { ...localeQuery(options), pageNumber: 0, pageSize: hitsPerPage, shippingPostalCode: postalCode };
  const reply = await api.ask({ operation: 'products', path, query }, call);
  if (reply.kind === 'failed') return unreachableFrom(reply.problem);
  if (reply.kind === 'error') return product.offers;
  const { featuredOffer, offers } = reply.data;
  const featuredId = fieldsOf(featuredOffer).offerId;
  const others = listOf(offers).filter((offer) => fieldsOf(offer).offerId !== featuredId);
  return offersIn(featuredId === undefined ? others : [featuredOffer, ...others], options);
}

function hitsOf({ store, options }: Needs, retailer: string, product: AmazonProduct) {
  const [offer] = product.offers;
  if (!offer) return [];
  return [
    {
      productId: product.asin,
      title: product.title,
      url: addressOf(store, options, product.asin),
      retailer,
      image: product.images[0] ?? null,
      brand: product.brand,
      price: offer.price,
      currency: offer.currency,
      stars: product.stars,
      numReviews: product.numRatings,
      available: offer.available,
      freeShipping: null,
      variantRequired: product.isParent,
      gtin: product.gtin,
    },
  ];
}

function payloadOf({ store, options }: Needs, product: AmazonProduct): Record<string, unknown> {
  const [offer] = product.offers;
  return {
    product_id: product.asin,
    retailer: store.name,
    title: product.title,
    url: addressOf(store, options, product.asin),
    brand: product.brand,
    price: offer?.price ?? null,
    list_price: null,
    currency: options.market.currency,
    tax_included: options.market.hasTaxInPrices ?? false,
    images: product.images,
    main_image: product.images[0] ?? null,
    description: product.description,
    feature_bullets: product.features,
    specifications: [],
    categories: product.categories,
    variants: product.variants.map(({ asin, options: choices }) => ({
      product_id: asin,
      variant_specifics: choices.map(({ label, value }) => ({ dimension: label, value })),
    })),
    variant_groups: product.dimensions.map((dimension) => ({ ...dimension, required: product.isParent })),
    selected_variant: null,
    stars: product.stars,
    num_reviews: product.numRatings,
    available: product.offers.some(({ available }) => available),
    stock: null,
    max_quantity: offer?.maxQuantity ?? null,
    gtin: product.gtin,
  };
}
