import type { Cents } from '../kit/money.ts';
import type { World } from '../kit/world.ts';

/**
 * What every retailer can be asked. A connector declares which of these abilities it has; the registry and
 * `GET /retailers` tell the truth from that. docs/decisions/0009-connector-contract.md walks this page through four
 * real kinds of store.
 */
export const abilities = [
  'search',
  'product',
  'offers',
  'checkout',
  'find',
  'fence',
  'track',
  'cancel',
  'return',
  'login',
] as const;
export type Ability = (typeof abilities)[number];

/** The outside limits of one call: it ends when the signal aborts. */
export interface Call {
  signal: AbortSignal;
}

/** A product of a store: the retailer's identifier (or its domain) and the product's id there. */
export interface ProductRef {
  retailer: string;
  productId: string;
}

export interface Connector<W extends World = World> {
  readonly name: string;
  readonly world: W;
  readonly abilities: ReadonlySet<Ability>;
  /** Brand identifiers (or store domains) that this connector serves. */
  readonly retailers: readonly string[];
  /**
   * How long after a submit whose answer was lost a purchase may still appear in the store's history. Only a connector
   * that cannot fence needs it; without either, doubt ends at the operator's desk.
   */
  readonly lateWindowMs?: number;

  /** Which product this address shows, or null when the address is not of a store served here. */
  locate(url: URL): ProductRef | null;
  /**
   * The address of a product by its id, for clients that know ids only; null when no product of that store can have
   * this id. Whether it is sold there is not asked.
   */
  addressOf?(ref: ProductRef): string | null;
  /** True when this domain is a store that this connector serves beside the brands. */
  servesDomain(domain: string): boolean;
  /** A problem that the store can tell at once, before anything is bought: the order is refused while it is asked for. */
  precheck?(lines: readonly { ref: ProductRef; url: string }[]): Precheck | null;

  search?(retailer: string, query: SearchQuery, call: Call): Promise<SearchPage>;
  product?(ref: ProductRef, call: Call): Promise<ProductAnswer>;
  offers?(ref: ProductRef, query: OffersQuery, call: Call): Promise<OffersAnswer>;

  /** Log in, fill an empty cart, choose offers, read the total with tax and shipping. Buys nothing. */
  prepare?(request: PurchaseRequest, call: Call): Promise<Prepared>;
  /** Press the buy button. Called once per prepared checkout, after the intent to do so was committed. */
  submit?(checkout: Checkout, request: PurchaseRequest, call: Call): Promise<Outcome>;
  /** Look into the store's own order history for purchases with our reference. */
  find?(query: FindQuery, call: Call): Promise<FindAnswer>;
  /**
   * Make a late purchase impossible: cancel the open carts and sessions of this reference. When it answers
   * `fenced: true`, what `find` shows afterwards is final.
   */
  fence?(query: FindQuery, call: Call): Promise<{ fenced: boolean }>;

  track?(query: TrackQuery, call: Call): Promise<TrackAnswer>;
  cancel?(query: CancelQuery, call: Call): Promise<CancelAnswer>;

  /** The reason and method codes that the store takes for a return. */
  returnOptions?(retailer: string): ReturnOptions;
  requestReturn?(request: ReturnRequest, call: Call): Promise<ReturnAnswer>;
  /** How a return that was left `open` stands now. */
  checkReturn?(request: ReturnRequest, call: Call): Promise<ReturnAnswer>;

  /** Log in without buying, to see whether the credentials work. */
  login?(retailer: string, account: StoreAccount, call: Call): Promise<LoginAnswer>;
}

// ---- catalogue ----

export interface SearchQuery {
  query: string;
  page: number;
  freeShipping: boolean;
  country?: string;
}

export interface SearchHit {
  productId: string;
  title: string;
  url: string;
  retailer: string;
  image: string | null;
  brand: string | null;
  price: Cents;
  stars: number | null;
  numReviews: number;
  available: boolean;
  freeShipping: boolean;
}

export interface SearchPage {
  /** One page of the store's answer, not yet filtered for free shipping. */
  results: SearchHit[];
  nextPage: number | null;
  /** Whether this store says which items ship free. Where it does not, the filter has no effect. */
  tellsFreeShipping: boolean;
}

export type Unreachable = { kind: 'unreachable'; message: string };

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
  available: boolean;
  /** The offer that the store shows first. */
  buyBox: boolean;
  addon: boolean;
  international: boolean;
  marketplaceFulfilled: boolean;
  primeOnly: boolean;
  memberOnly: boolean;
  handlingDays: { min: number; max: number };
  seller: {
    id: string;
    name: string;
    numRatings: number;
    percentPositive: number;
    firstParty: boolean;
  };
  shippingOptions: { name: string; price: Cents; deliveryDays: { min: number; max: number } }[];
}

// ---- buying ----

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

/** Wishes beyond the plain purchase. A store that cannot fulfil one that is set refuses; it never ignores it. */
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
  /** The checkout that is in doubt, where it was kept: a store that takes no reference knows a cart by this alone. */
  handle?: string;
}

export type FindAnswer =
  | { kind: 'found'; purchase: Purchase }
  | { kind: 'absent' }
  | { kind: 'unsure'; message: string };

export interface Precheck {
  code: 'invalid_shipping_address' | 'url_unreachable' | 'insufficient_funds';
  message: string;
}

// ---- after buying ----

export const trackingStatuses = ['pending', 'in_transit', 'delivered', 'undeliverable'] as const;
export type TrackingStatus = (typeof trackingStatuses)[number];

export interface Checkpoint {
  time: Date;
  status: TrackingStatus;
  /** The carrier's own words. */
  message: string;
  city: string | null;
  state: string | null;
  country: string | null;
  zip: string | null;
  location: string | null;
  outForDelivery: boolean;
}

export interface Shipment {
  carrier: string;
  trackingNumber: string;
  status: TrackingStatus;
  estimatedDeliveryDate: string | null;
  merchantOrderId: string | null;
  lineIds: string[];
  checkpoints: Checkpoint[];
}

export interface TrackQuery {
  reference: string;
  retailer: string;
  merchantOrderIds: string[];
  account: StoreAccount | null;
}

export interface TrackAnswer {
  shipments: Shipment[];
  /** Set when the store called the purchase off by itself. */
  cancelled: { reason: string } | null;
  /** When to ask again; null when nothing more will happen. */
  pollAfterMs: number | null;
}

export interface CancelQuery extends TrackQuery {
  merchantOrderId: string;
}

export type CancelAnswer =
  | { kind: 'cancelled' }
  | { kind: 'refused'; message: string }
  | { kind: 'pending'; pollAfterMs: number }
  | Unreachable;

export interface ReturnOptions {
  reasonCodes: readonly string[];
  methodCodes: readonly string[];
  /** Reasons that the store takes only with an explanation. */
  reasonsToExplain?: readonly string[];
}

export interface ReturnRequest {
  /** Our name for this return: its id. */
  reference: string;
  purchase: TrackQuery;
  lines: { lineId: string; quantity: number }[];
  reason: string;
  methodCode: string | null;
  explanation: string | null;
  returnAddress: Address | null;
}

export interface ReturnParcel {
  carrier: string;
  trackingNumber: string;
  from: Address;
  to: Address;
}

export type ReturnAnswer =
  | { kind: 'open'; merchantReturnId: string | null; pollAfterMs: number }
  | { kind: 'approved'; merchantReturnId: string; parcels: ReturnParcel[]; returnBy: string | null }
  | { kind: 'denied'; message: string }
  /** The store refunds without wanting it back. Null: what was paid for it; a number: at most that much. */
  | { kind: 'credited'; amount: Cents | null; message: string }
  | Unreachable;

export type LoginAnswer = { kind: 'ok' } | Refused | Blocked;
