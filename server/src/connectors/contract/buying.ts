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

/**
 * Who pays the retailer: the service, by the payment method that the store is configured with (its `payment`, `billTo`
 * and `contact`); a gift balance of the client's account; or the client's card.
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
 * Options beyond the plain purchase. A connector lists in `honours` those that it fulfils; an order that sets another one
 * is refused before the store is asked (`connectors/options.ts`), for every kind of store in the same way.
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
  /** The VAT or tax number of the buyer. Given to stores that take one; it refuses no order elsewhere. */
  taxId: string | null;
  instructions: string | null;
  strictExpiredProductId: boolean;
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
  /** The account to log in with: the client's, or the service's own. Null: buy as a guest. */
  account: RetailerAccount | null;
  /**
   * The order may be bought in part, so `lines` may differ from attempt to attempt. What the store recognizes a repeated
   * request by has to differ with them.
   */
  isBestEffort?: boolean;
  /** Only the price is wanted: the cart is let go of as soon as it was read. */
  isQuote?: boolean;
  /** What people answered to questions that earlier attempts of this order asked, oldest first. */
  answers?: readonly AnsweredAction[];
  /** For simulated stores: how to misbehave. */
  testFault?: TestFault;
  /** Set from the second attempt on: an earlier one may have bought it, and the store records sales late. */
  earlier?: EarlierAttempt;
}

/** What tells the purchase of an earlier attempt from another order's. */
export interface EarlierAttempt {
  /** When the button was pressed, or a little earlier. */
  since: Date;
  /** Whether another order of ours already owns this purchase; asked after the store's history was read. */
  isTaken(merchantOrderId: string): Promise<boolean>;
}

/**
 * What a purchase costs. The components always add up to the total: tax that the store contains in its prices is taken
 * out of subtotal and shipping where the store says how much it is, and is part of them (tax 0) where it does not.
 * Discounts are taken off the subtotal.
 */
export interface PriceComponents {
  /** ISO 4217. The amounts are hundredths of it. */
  currency: string;
  /** Whether the unit prices of the lines, as this store shows them, contain tax. */
  basis: 'net' | 'gross';
  subtotal: Cents;
  shipping: Cents;
  tax: Cents;
  fees: Cents;
  total: Cents;
}

/** A line as the store has it in its cart or its order. The engine compares it with what was ordered. */
export interface SoldLine {
  lineId: string;
  quantity: number;
  unitPrice: Cents;
  /** What the store calls it, where its cart says so: orders are found by it. */
  title?: string;
  /** Address of a picture, where its cart says so. */
  image?: string;
}

/** A line of a purchase. */
export interface PaidLine extends Omit<SoldLine, 'unitPrice'> {
  /** Null where only the total is known: a purchase that was found without a handle. */
  unitPrice: Cents | null;
}

/** A cart that is ready to be bought. `handle` is the connector's own; it survives being written as JSON. */
export interface Checkout {
  /** Kept sealed from before the button is pressed until the outcome is known. */
  handle: string;
  price: PriceComponents;
  estimatedDelivery: string | null;
  lines: (SoldLine & { offerId: string | null })[];
  /** The address as the store has it now, read back from it; null where the store does not show it. */
  shipTo: Address | null;
  /** The page with the button, for the person who looks at it before it is bought: a `data:` address of a JPEG. */
  picture?: string | null;
  /** Where the store says how it takes things back, if it does with its cart. */
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
  /** The lines at fault, where the store says which. An order that allows it is bought without them. */
  lineIds?: string[];
  /** How many units of these lines the store would sell, where it says so. */
  limits?: LineLimit[];
  /** A finer word for the same thing, where an old client expects one (`tax_charged`, `invalid_promo_code` …). */
  detail?: string;
  /** The store may have changed the cart under our hands: one more try, then it is final. */
  retryOnce?: true;
  /** The store no longer behaves as we know it: it is switched off at once, and the operators are told. */
  isBroken?: true;
};
export type Blocked = {
  kind: 'blocked';
  reason: Block;
  message: string;
  retryAfterMs?: number;
  /** The store is not what we know any more: it is left alone at once, and the operators are told. */
  isBroken?: true;
};

/**
 * The store already has a purchase, or one under way, under this order's id: nothing was filled or bought. The engine
 * records the handle and asks `find`.
 */
export type BoughtBefore = { kind: 'bought_before'; handle: string; message: string };

export type Prepared = { kind: 'ready'; checkout: Checkout } | BoughtBefore | Refused | Blocked | ActionRequired;

export interface Purchase {
  merchantOrderIds: string[];
  price: PriceComponents;
  estimatedDelivery: string | null;
  placedAt: Date;
  lines: PaidLine[];
  /** The address that the store sends it to, read back from it; null where the store does not show it. */
  shipTo: Address | null;
  /** What the connector has to remember for later calls (an order token, the address of a status page). Kept sealed. */
  note?: string | null;
}

/**
 * Outcomes include doubt. `unknown` is never retried blindly: the reconciler asks the store's history. `needs` after a
 * submit says that nothing was bought and that a person has to act first, unless its question `isInDoubt`.
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
  /** Null before the store sold it, and where the store does not tell. */
  unitPrice: Cents | null;
}

/** One purchase, as every call after the submit gets it: find, fence, track, cancel, return. */
export interface PurchaseRecord {
  /** Our name for this purchase: the order's id. */
  reference: string;
  retailer: string;
  lines: PurchasedLine[];
  shippingAddress: Address;
  /** Empty while it is in doubt whether there is a purchase. */
  merchantOrderIds: string[];
  /**
   * The handle of the checkout while the outcome is unknown; erased once it is known. Null where none was recorded: an
   * older copy of the database has no handle for what was bought after it was taken, so null proves nothing.
   */
  handle: string | null;
  /** What the connector left in `Purchase.note`. */
  note: string | null;
  /** The account that bought it; null: a guest. */
  account: ReadOnlyRetailerAccount | null;
}

export interface Precheck {
  code: 'invalid_shipping_address' | 'url_unreachable' | 'insufficient_funds';
  message: string;
}
