import { fieldsOf, listOf, oneOf, textOf } from '../../kit/fields.ts';
import type { Condition, Offer } from '../contract.ts';
import { moneyIn } from './order-answer.ts';
import type { AmazonOptions } from './settings.ts';

/** An offer, and why the business can't buy it. */
export interface AmazonOffer extends Offer {
  restriction: string | null;
  minQuantity: number;
  maxQuantity: number | null;
}

export interface AmazonProduct {
  asin: string;
  title: string;
  url: string | null;
  /** A product with variants. Only a variant can be bought. */
  isParent: boolean;
  brand: string | null;
  description: string | null;
  features: string[];
  images: string[];
  categories: string[];
  stars: number | null;
  numRatings: number | null;
  gtin: string | null;
  dimensions: { label: string; values: string[] }[];
  variants: { asin: string; options: { label: string; value: string }[] }[];
  offers: AmazonOffer[];
}

type Market = Pick<AmazonOptions, 'market' | 'handlingDays'>;

export function productIn(value: unknown, market: Market): AmazonProduct | null {
  const product = fieldsOf(value);
  const { asin, title } = product;
  if (typeof asin !== 'string' || typeof title !== 'string') return null;
  const included = fieldsOf(product.includedDataTypes);
  const reviews = fieldsOf(product.customerReviewsSummary);
  const brand = listOf(product.byLine)
    .map(fieldsOf)
    .find(({ name }) => typeof name === 'string')?.name;
  return {
    asin,
    title,
    url: textOf(product.url) ?? null,
    isParent: product.asinType === 'VARIATION_PARENT',
    brand: textOf(brand) ?? textOf(product.manufacturerName) ?? null,
    description: textOf(product.productDescription) ?? null,
    features: textsIn(product.features),
    images: listOf(included.IMAGES).flatMap((image) => imageIn(image) ?? []),
    categories: listOf(product.taxonomies).flatMap((entry) => textOf(fieldsOf(entry).title) ?? []),
    stars: numberIn(reviews.starRating),
    numRatings: numberIn(reviews.numberOfRatings) ?? numberIn(reviews.numberOfReviews),
    gtin: textsIn(product.eanValues)[0] ?? textsIn(product.upcValues)[0] ?? null,
    ...variationsIn(product.productVariations),
    offers: offersIn(included.OFFERS, market),
  };
}

const textsIn = (value: unknown): string[] => listOf(value).flatMap((entry) => textOf(entry) ?? []);
const numberIn = (value: unknown): number | null =>
  typeof value === 'number' && Number.isFinite(value) ? value : null;

function imageIn(image: unknown): string | undefined {
  const { large, medium, small } = fieldsOf(image);
  return [large, medium, small].map((size) => textOf(fieldsOf(size).url)).find((url) => url !== undefined);
}

function variationsIn(value: unknown): Pick<AmazonProduct, 'dimensions' | 'variants'> {
  const { dimensions, variations } = fieldsOf(value);
  const known = listOf(dimensions).map(fieldsOf);
  const byIndex = new Map(known.map((dimension) => [dimension.index, dimension]));
  const choiceOf = (entry: unknown) => {
    const { index, value: position } = fieldsOf(entry);
    const dimension = byIndex.get(index);
    const chosen = listOf(dimension?.dimensionValues)
      .map(fieldsOf)
      .find((option) => option.index === position);
    const [label, text] = [textOf(dimension?.displayString), textOf(chosen?.displayString)];
    return label === undefined || text === undefined ? [] : [{ label, value: text }];
  };
  return {
    dimensions: known.flatMap((dimension) => {
      const label = textOf(dimension.displayString);
      const values = listOf(dimension.dimensionValues).flatMap(
        (option) => textOf(fieldsOf(option).displayString) ?? [],
      );
      return label === undefined ? [] : [{ label, values }];
    }),
    variants: listOf(variations).flatMap((entry) => {
      const { asin, variationValues } = fieldsOf(entry);
      return typeof asin === 'string' ? [{ asin, options: listOf(variationValues).flatMap(choiceOf) }] : [];
    }),
  };
}

const usedConditions: Readonly<Record<string, Condition>> = {
  LIKE_NEW: 'UsedLikeNew',
  VERY_GOOD: 'UsedVeryGood',
  GOOD: 'UsedGood',
  ACCEPTABLE: 'UsedAcceptable',
};

/** Skips offers in an unknown condition. */
function conditionOf(offer: Record<string, unknown>): Condition | null {
  const state = oneOf(['NEW', 'USED', 'REFURBISHED'] as const, offer.productCondition);
  if (state === 'NEW') return 'New';
  if (state === 'REFURBISHED') return 'Refurbished';
  return state === 'USED' ? (usedConditions[String(fieldsOf(offer.condition).subCondition)] ?? null) : null;
}

/** The first offer is the featured one. Only ID and price are always present. */
export function offersIn(value: unknown, market: Market): AmazonOffer[] {
  const offers = listOf(value).flatMap((entry) => offerIn(fieldsOf(entry), market) ?? []);
  return offers.map((offer, index) => ({ ...offer, buyBox: index === 0 }));
}

function offerIn(offer: Record<string, unknown>, { market, handlingDays }: Market): AmazonOffer | null {
  const { currency, domain } = market;
  const price = moneyIn(fieldsOf(offer.price).value, currency);
  const condition = conditionOf(offer);
  if (typeof offer.offerId !== 'string' || price === null || condition === null) return null;
  const merchant = fieldsOf(offer.merchant);
  const name = textOf(merchant.name) ?? '';
  const isAmazonStock = offer.fulfillmentType === 'AMAZON_FULFILLMENT';
  const limits = fieldsOf(offer.quantityLimits);
  return {
    offerId: offer.offerId,
    condition,
    price,
    currency,
    available: offer.quantityInStock !== 0,
    buyBox: false,
    addon: false,
    international: false,
    marketplaceFulfilled: isAmazonStock,
    primeOnly: false,
    memberOnly: false,
    // Amazon doesn't return it. The operator configures it for Amazon's own stock.
    handlingDays: isAmazonStock ? { min: 0, max: handlingDays } : null,
    seller: {
      id: textOf(merchant.merchantId) ?? name,
      name,
      numRatings: numberIn(merchant.totalFeedbackCount),
      percentPositive: percentOf(numberIn(merchant.meanFeedbackRating)),
      firstParty: name.toLowerCase() === domain || name.toLowerCase() === 'amazon',
    },
    shippingOptions: listOf(offer.shippingOptions).flatMap((option) => {
      const cost = moneyIn(fieldsOf(fieldsOf(option).shippingCost).value, currency);
      return cost === null ? [] : [{ name: 'Amazon', price: cost, deliveryDays: null }];
    }),
    restriction: restrictionOf(offer),
    minQuantity: numberIn(limits.minQuantity) ?? 1,
    maxQuantity: numberIn(limits.maxQuantity),
  };
}

const percentOf = (stars: number | null): number | null => (stars === null ? null : Math.round(stars * 20));

function restrictionOf({ buyingGuidance, buyingRestrictions }: Record<string, unknown>): string | null {
  const titles = listOf(buyingRestrictions).map((entry) => textOf(fieldsOf(entry).title) ?? 'a restriction');
  if (titles.length > 0) return titles.join(', ');
  return buyingGuidance === 'BLOCKED' ? 'blocked by the business' : null;
}
