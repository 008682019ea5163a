import type { Cents } from '../../kit/money.ts';
import type { Condition, ProductRef } from './catalogue.ts';

export interface Address {
  firstName: string;
  lastName: string;
  addressLine1: string;
  addressLine2: string | null;
  city: string;
  state: string | null;
  postalCode: string;
  country: string;
  phoneNumber: string | null;
}

export interface Variant {
  label: string;
  value: string;
}

/** How to choose among sellers; every given criterion must hold. */
export interface SellerSelection {
  addon?: boolean;
  buyBox?: boolean;
  firstPartySeller?: boolean;
  international?: boolean;
  prime?: boolean;
  allowOutOfStock?: boolean;
  conditionIn?: Condition[];
  conditionNotIn?: Condition[];
  merchantIdIn?: string[];
  merchantIdNotIn?: string[];
  handlingDaysMax?: number;
  maxItemPrice?: Cents;
  minSellerNumRatings?: number;
  minSellerPercentPositiveFeedback?: number;
}

export interface PurchaseLine {
  lineId: string;
  ref: ProductRef;
  url: string;
  quantity: number;
  variant: Variant[] | null;
  selection: SellerSelection;
}

export interface Card {
  nameOnCard: string;
  number: string;
  securityCode: string | null;
  expirationMonth: number;
  expirationYear: number;
}

/** Who pays the retailer: the service's own means, a gift balance of the account, or the client's card. */
export type Payment = { kind: 'service' } | { kind: 'gift_balance' } | { kind: 'card'; open(): Promise<Card> };

export const shippingMethods = ['cheapest', 'fastest', 'market_day', 'free'] as const;
export type ShippingMethod = (typeof shippingMethods)[number];

export interface PromoCode {
  code: string;
  optional: boolean;
  merchantId: string | null;
  discountAmount: Cents | null;
  discountPercentage: number | null;
  costOverride: Cents | null;
}

/** Options beyond the plain purchase. A store that cannot fulfil one that is set refuses; it never ignores it. */
export interface PurchaseOptions {
  isGift: boolean;
  giftMessage: string | null;
  requireGift: boolean;
  useGiftWrap: boolean;
  shippingMethod: ShippingMethod;
  marketDay: string | null;
  maxDeliveryDays: number | null;
  disableWeekendShipping: boolean;
  failIfTaxed: boolean;
  taxExemptionOptOut: boolean;
  takeBuyBoxOffers: boolean;
  offersPostalCode: string | null;
  primeOptOut: boolean;
  promoCodes: PromoCode[];
  customsIdNumber: string | null;
  poNumber: string | null;
  instructions: string | null;
  strictExpiredProductId: boolean;
}

/** An account at the store. Secrets are opened at the moment of use and not before. */
export interface StoreAccount {
  id: string;
  email: string;
  password(): Promise<string>;
  /** A fresh one-time code, or null when the account has no second factor. */
  totp(): Promise<string | null>;
  /** The newest mailed code that arrived after `since`, waiting at most `waitMs`; null when none came. */
  mailedCode(since: Date, waitMs: number): Promise<string | null>;
  /** Cookies and trusted-device tokens, kept sealed with the account. */
  session: { load(): Promise<string | null>; save(state: string): Promise<void> };
}

export interface PurchaseRequest {
  /** Our name for this purchase: the order's id. The store's history is asked by it. */
  reference: string;
  retailer: string;
  lines: PurchaseLine[];
  shippingAddress: Address;
  /** The most that the store may charge, tax and shipping included. */
  maxPrice: Cents;
  options: PurchaseOptions;
  payment: Payment;
  /** Null: the service's own account at this store. */
  account: StoreAccount | null;
}

export interface PriceComponents {
  subtotal: Cents;
  shipping: Cents;
  tax: Cents;
  fees: Cents;
  total: Cents;
}

/** A cart that is ready to be bought. `handle` is the connector's own; it survives being written as JSON. */
export interface Checkout {
  handle: string;
  price: PriceComponents;
  estimatedDelivery: string | null;
  lines: { lineId: string; unitPrice: Cents; offerId: string | null }[];
}

/** Why a store did not sell. The names are public: they are the `error_type` of an order. */
export const refusals = [
  'product_not_found',
  'product_out_of_stock',
  'product_unavailable',
  'product_variant_required',
  'product_variant_unavailable',
  'product_quantity_unavailable',
  'quantity_limit_exceeded',
  'max_price_exceeded',
  'shipping_unavailable',
  'shipping_address_invalid',
  'handling_days_exceeded',
  'gift_option_unavailable',
  'payment_declined',
  'login_failed',
  'checkout_failed',
] as const;
export type Refusal = (typeof refusals)[number];

/** Why a store could not be used right now. It bought nothing, provably, and may be tried again. */
export const blocks = [
  'account_locked',
  'account_verification_required',
  'retailer_unavailable',
  'retailer_rate_limited',
] as const;
export type Block = (typeof blocks)[number];

export type Refused = {
  kind: 'refused';
  reason: Refusal;
  message: string;
  /** The lines at fault, where the store says which. */
  lineIds?: string[];
  /** A finer word for the same thing, where an old client expects one (`tax_charged`, `invalid_promo_code` …). */
  detail?: string;
};
export type Blocked = { kind: 'blocked'; reason: Block; message: string; retryAfterMs?: number };

export type Prepared = { kind: 'ready'; checkout: Checkout } | Refused | Blocked;

export interface Purchase {
  merchantOrderIds: string[];
  price: PriceComponents;
  estimatedDelivery: string | null;
  placedAt: Date;
  lines: { lineId: string; unitPrice: Cents }[];
}

/** Outcomes include doubt. `unknown` is never retried blindly: the reconciler asks the store's history. */
export type Outcome = { kind: 'placed'; purchase: Purchase } | Refused | Blocked | { kind: 'unknown'; message: string };

export interface FindQuery {
  reference: string;
  retailer: string;
  account: StoreAccount | null;
  since: Date;
  /**
   * The checkout that is in doubt, where it was kept: a store that takes no reference knows a cart by this alone, and
   * answers `unsure` without it.
   */
  handle?: string;
}

export type FindAnswer =
  | { kind: 'found'; purchase: Purchase }
  | { kind: 'absent' }
  | { kind: 'unsure'; message: string };

export interface HistoryQuery {
  since: Date;
  /** From the page before; null for the first one. */
  cursor: string | null;
}

/** A purchase as the store's own history lists it. */
export interface HistoryEntry {
  reference: string;
  retailer: string;
  merchantOrderIds: string[];
  total: Cents;
  placedAt: Date;
}

export interface HistoryPage {
  purchases: HistoryEntry[];
  /** Null on the last page. */
  next: string | null;
}

export interface Precheck {
  code: 'invalid_shipping_address' | 'url_unreachable' | 'insufficient_funds';
  message: string;
}
