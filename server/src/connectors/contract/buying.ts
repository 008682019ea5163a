import type { Cents } from '../../kit/money.ts';
import type { Block, Refusal } from '../../wire/failure-reasons.ts';
import type { ReadOnlyRetailerAccount, RetailerAccount } from './account.ts';
import type { ActionRequired, AnsweredAction } from './action.ts';
import type { Condition, ProductRef } from './catalog.ts';
import type { TestFault } from './test-fault.ts';

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

/** Offer criteria. All given ones must match. */
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

/**
 * Who pays the store: the service with the store's configured payment, the account's gift balance, or the client's
 * card.
 */
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

/**
 * Options of an order. Those that a connector doesn't list in `honours` are refused first (`connectors/options.ts`).
 */
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
  /** The buyer's VAT or tax number. Stores that don't take one ignore it. */
  taxId: string | null;
  instructions: string | null;
  strictExpiredProductId: boolean;
}

export interface PurchaseRequest {
  /** Our name for this purchase: the order ID. */
  reference: string;
  retailer: string;
  lines: PurchaseLine[];
  shippingAddress: Address;
  /** Maximum total with tax and shipping. */
  maxPrice: Cents;
  options: PurchaseOptions;
  payment: Payment;
  /** The client's or the service's account. Null: guest. */
  account: RetailerAccount | null;
  /**
   * The order may be bought in part, so `lines` may change between attempts. Idempotency keys must change with them.
   */
  isBestEffort?: boolean;
  /** Only a quote: the cart is released right away. */
  isQuote?: boolean;
  /** Answered actions of earlier attempts, oldest first. */
  answers?: readonly AnsweredAction[];
  /** Fault of a simulated store. */
  testFault?: TestFault;
  /** Set from the second attempt on, because an earlier one may have bought it. */
  earlier?: EarlierAttempt;
}

/** Tells an earlier attempt's purchase from another order's. */
export interface EarlierAttempt {
  /** Time of the submit, or a little earlier. */
  since: Date;
  /** Whether another order owns this purchase. */
  isTaken(merchantOrderId: string): Promise<boolean>;
}

/**
 * The price of a purchase. Components add up to the total. Included tax is separated if the store shows it, otherwise
 * tax is 0. Discounts reduce the subtotal.
 */
export interface PriceComponents {
  /** ISO 4217. Amounts are in its minor unit. */
  currency: string;
  /** Whether unit prices contain tax. */
  basis: 'net' | 'gross';
  subtotal: Cents;
  shipping: Cents;
  tax: Cents;
  fees: Cents;
  total: Cents;
}

/** A line of the store's cart or order. Errand compares it with the order. */
export interface SoldLine {
  lineId: string;
  quantity: number;
  unitPrice: Cents;
  /** The store's title, if shown. Orders can be searched by it. */
  title?: string;
  /** Image URL, if shown. */
  image?: string;
}

/** A line of a purchase. */
export interface PaidLine extends Omit<SoldLine, 'unitPrice'> {
  /** Null if only the total is known. */
  unitPrice: Cents | null;
}

/** A cart that is ready to buy. */
export interface Checkout {
  /** The connector's own data. Stored encrypted until the outcome is known. */
  handle: string;
  price: PriceComponents;
  estimatedDelivery: string | null;
  lines: (SoldLine & { offerId: string | null })[];
  /** The address read back from the store. Null if not shown. */
  shipTo: Address | null;
  /** A screenshot for the person who approves it, as a JPEG data URL. */
  picture?: string | null;
  /** URL of the return policy, if the cart shows it. */
  returnPolicyUrl?: string | null;
}

export interface LineLimit {
  lineId: string;
  quantity: number;
}

export type Refused = {
  kind: 'refused';
  reason: Refusal;
  message: string;
  /** The refused lines, if known. An order that accepts partial purchases is bought without them. */
  lineIds?: string[];
  /** Units that the store would sell, if known. */
  limits?: LineLimit[];
  /** A more specific code for `/v1` clients (`tax_charged`, `invalid_promo_code`). */
  detail?: string;
  /** Retry once, because the cart may have changed meanwhile. */
  retryOnce?: true;
  /** The store's behavior changed: pause it and alert operators. */
  isBroken?: true;
};
export type Blocked = {
  kind: 'blocked';
  reason: Block;
  message: string;
  retryAfterMs?: number;
  /** The store's behavior changed: pause it and alert operators. */
  isBroken?: true;
};

/** The store already has a purchase with this order ID. Errand records the handle and calls `find`. */
export type BoughtBefore = { kind: 'bought_before'; handle: string; message: string };

export type Prepared = { kind: 'ready'; checkout: Checkout } | BoughtBefore | Refused | Blocked | ActionRequired;

export interface Purchase {
  merchantOrderIds: string[];
  price: PriceComponents;
  estimatedDelivery: string | null;
  placedAt: Date;
  lines: PaidLine[];
  /** The address read back from the store. Null if not shown. */
  shipTo: Address | null;
  /** Data for later calls (an order token, a status URL). Stored encrypted. */
  note?: string | null;
}

/**
 * `unknown` is never retried blindly: the reconciler checks the store's history. `needs` after a submit means that
 * nothing was bought, unless its action `isInDoubt`.
 */
export type Outcome =
  | { kind: 'placed'; purchase: Purchase }
  | Refused
  | Blocked
  | ActionRequired
  | { kind: 'unknown'; message: string };

export interface PurchasedLine {
  lineId: string;
  ref: ProductRef;
  url: string;
  quantity: number;
  variant: Variant[] | null;
  /** Null before the sale, and if unknown. */
  unitPrice: Cents | null;
}

/** A purchase, for every call after the submit. */
export interface PurchaseRecord {
  /** Our name for this purchase: the order ID. */
  reference: string;
  retailer: string;
  lines: PurchasedLine[];
  shippingAddress: Address;
  /** Empty while the outcome is unknown. */
  merchantOrderIds: string[];
  /** The checkout's handle while the outcome is unknown. A restored database may lack it, so null proves nothing. */
  handle: string | null;
  /** `Purchase.note` of the connector. */
  note: string | null;
  /** The account that bought it. Null: guest. */
  account: ReadOnlyRetailerAccount | null;
}

export interface Precheck {
  code: 'invalid_shipping_address' | 'url_unreachable' | 'insufficient_funds';
  message: string;
}
