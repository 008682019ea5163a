import type { Cents } from '../../kit/money.ts';

/** A product: the retailer's ID or domain, and the product's ID there. */
export interface ProductRef {
  retailer: string;
  productId: string;
  /** ISO 4217, if it differs from the connector's currency. */
  currency?: string;
  /** The page's domain, if it sells in another currency (amazon.de). */
  domain?: string;
}

export interface SearchQuery {
  query: string;
  page: number;
  freeShipping: boolean;
  country?: string;
  /** As in `ProductRef`. */
  domain?: string;
  /** Cents, inclusive. The caller filters in any case. */
  price?: { min: number; max: number };
}

export interface SearchHit {
  productId: string;
  title: string;
  url: string;
  retailer: string;
  image: string | null;
  brand: string | null;
  price: Cents;
  /** ISO 4217. */
  currency: string;
  stars: number | null;
  /** Null if unknown, as everywhere in this file. */
  numReviews: number | null;
  available: boolean;
  freeShipping: boolean | null;
  /** Whether a variant must be chosen. Absent if unknown. */
  variantRequired?: boolean;
  /** GTIN (EAN, UPC, ISBN). Absent if unknown. */
  gtin?: string | null;
}

export interface SearchPage {
  /** One page, before filtering by free shipping. */
  results: SearchHit[];
  nextPage: number | null;
  /** Whether the store shows which items ship free. If not, the filter has no effect. */
  hasFreeShippingInfo: boolean;
}

/** The store couldn't be reached. `retryAfterMs`: the store's own request. */
export type Unreachable = { kind: 'unreachable'; message: string; retryAfterMs?: number };

export type ProductAnswer =
  | { kind: 'found'; payload: Record<string, unknown> }
  | { kind: 'missing'; message: string }
  | Unreachable;

export interface OffersQuery {
  postalCode?: string;
}

export type OffersAnswer =
  | { kind: 'found'; offers: Offer[]; payload: Record<string, unknown> }
  | { kind: 'missing'; message: string }
  | Unreachable;

export const conditions = ['New', 'Refurbished', 'UsedLikeNew', 'UsedVeryGood', 'UsedGood', 'UsedAcceptable'] as const;
export type Condition = (typeof conditions)[number];

export interface Offer {
  offerId: string;
  condition: Condition;
  price: Cents;
  /** ISO 4217. */
  currency: string;
  available: boolean;
  /** The offer that the store shows first. */
  buyBox: boolean;
  addon: boolean;
  international: boolean;
  marketplaceFulfilled: boolean;
  primeOnly: boolean;
  memberOnly: boolean;
  handlingDays: { min: number; max: number } | null;
  seller: {
    id: string;
    name: string;
    numRatings: number | null;
    percentPositive: number | null;
    firstParty: boolean;
  };
  shippingOptions: { name: string; price: Cents; deliveryDays: { min: number; max: number } | null }[];
}
