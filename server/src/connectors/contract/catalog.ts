import type { Cents } from '../../kit/money.ts';

/** A product of a store: the retailer's identifier (or its domain) and the product's id there. */
export interface ProductRef {
  retailer: string;
  productId: string;
  /** ISO 4217, where this page of the store sells in another currency than its connector says. */
  currency?: string;
  /** The domain of the page, where a retailer sells in another currency there (amazon.de). */
  domain?: string;
}

export interface SearchQuery {
  query: string;
  page: number;
  freeShipping: boolean;
  country?: string;
  /** As in `ProductRef`. */
  domain?: string;
  /** Cents, both ends included. A store that cannot filter leaves it to the caller, who always does. */
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
  /** Null where the store does not say; so everywhere in this file: an unknown fact is null, not a likely number. */
  numReviews: number | null;
  available: boolean;
  freeShipping: boolean | null;
  /** Whether it can only be bought with a variant chosen; left out where the store's search does not tell. */
  variantRequired?: boolean;
  /** The number of the article that all stores share (GTIN: EAN, UPC, ISBN); left out where the store does not tell. */
  gtin?: string | null;
}

export interface SearchPage {
  /** One page of the store's answer, not yet filtered for free shipping. */
  results: SearchHit[];
  nextPage: number | null;
  /** Whether this store says which items ship free. Where it does not, the filter has no effect. */
  hasFreeShippingInfo: boolean;
}

/** The store could not be asked. `retryAfterMs` is what it said itself; it is obeyed. */
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
