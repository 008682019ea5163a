import type { LegacyStateCode } from './legacy-codes.ts';

interface FailureReasonText {
  /** Raised by a store that refuses, a store that cannot be used right now (retried first), or Errand itself. */
  raisedBy: 'refusal' | 'block' | 'errand';
  /** Page headline. */
  title: string;
  /** What the customer can do: shown on pages, in docs and in the CLI. */
  advice: string;
  /** Why it happens, for the docs. `/v1` shows it if the order has no message of its own. */
  meaning: string;
  legacyCode: LegacyStateCode;
}

/**
 * Every reason why an order fails: the API's `error_type`. The OpenAPI document, the SDK, the pages, the CLI, the docs
 * and `/v1` take their texts from here.
 */
export const failureReasons = {
  product_not_found: {
    raisedBy: 'refusal',
    title: 'Product not found',
    advice: 'Check the product link.',
    meaning: 'The store has no product at this URL.',
    legacyCode: 'product_unavailable',
  },
  product_out_of_stock: {
    raisedBy: 'refusal',
    title: 'Out of stock',
    advice: 'Try placing the order again later, or choose another offer.',
    meaning: 'The store lists the product but has none in stock.',
    legacyCode: 'product_unavailable',
  },
  product_unavailable: {
    raisedBy: 'refusal',
    title: 'Not available',
    advice: 'Choose another offer or another condition.',
    meaning: 'The store has no offer that matches the order.',
    legacyCode: 'product_unavailable',
  },
  product_variant_required: {
    raisedBy: 'refusal',
    title: 'Variant required',
    advice: 'Order again and choose the size, color or other options.',
    meaning: 'The product comes in variants, and the order does not specify one.',
    legacyCode: 'insufficient_variants',
  },
  product_variant_unavailable: {
    raisedBy: 'refusal',
    title: 'Variant not available',
    advice: 'Order again with another variant.',
    meaning: 'The store does not sell the variant in the order.',
    legacyCode: 'invalid_variant',
  },
  product_quantity_unavailable: {
    raisedBy: 'refusal',
    title: 'Not enough in stock',
    advice: 'Order again with a smaller quantity.',
    meaning: 'The store has fewer in stock than you ordered.',
    legacyCode: 'invalid_quantity',
  },
  quantity_limit_exceeded: {
    raisedBy: 'refusal',
    title: 'Quantity limit exceeded',
    advice: 'Order again with a smaller quantity.',
    meaning: 'The store limits the quantity per order.',
    legacyCode: 'max_quantity_exceeded',
  },
  max_price_exceeded: {
    raisedBy: 'refusal',
    title: 'Over the maximum price',
    advice: 'Order again with a higher maximum price.',
    meaning: 'The total, with tax and shipping, is above max_price.',
    legacyCode: 'max_price_exceeded',
  },
  shipping_unavailable: {
    raisedBy: 'refusal',
    title: 'Shipping not available',
    advice: 'Choose another address, shipping option or store.',
    meaning: 'The store does not offer the requested shipping method for this address.',
    legacyCode: 'shipping_method_unavailable',
  },
  shipping_address_invalid: {
    raisedBy: 'refusal',
    title: 'Address not accepted',
    advice: 'Check the address, then place the order again.',
    meaning: 'The store rejected the shipping address.',
    legacyCode: 'shipping_address_refused',
  },
  handling_days_exceeded: {
    raisedBy: 'refusal',
    title: 'Ships too late',
    advice: 'Allow more handling days, or choose another offer.',
    meaning: 'Every offer takes longer to ship than handling_days_max allows.',
    legacyCode: 'product_unavailable',
  },
  gift_option_unavailable: {
    raisedBy: 'refusal',
    title: 'Gift options not available',
    advice: 'Order again without gift options.',
    meaning: 'The store cannot gift-wrap this order or send it as a gift.',
    legacyCode: 'invalid_gift_options',
  },
  payment_declined: {
    raisedBy: 'refusal',
    title: 'Payment declined',
    advice: "Check the retailer account's payment method, or use another card.",
    meaning: 'The store declined the payment, or the bank did not renew the authorization on your card.',
    legacyCode: 'credit_card_declined',
  },
  login_failed: {
    raisedBy: 'refusal',
    title: 'Login failed',
    advice: "Check the retailer account's password.",
    meaning: "The store rejected the retailer account's login.",
    legacyCode: 'account_login_failed',
  },
  checkout_failed: {
    raisedBy: 'refusal',
    title: 'Checkout failed',
    advice: 'Order again. If it fails again, open a case.',
    meaning: 'The checkout failed unexpectedly, or the cart did not match the order.',
    legacyCode: 'payment_info_problem',
  },
  currency_unsupported: {
    raisedBy: 'refusal',
    title: 'Currency not supported',
    advice: "Add funds in the store's currency, or try again when exchange rates are available.",
    meaning:
      'The store charges in another currency, no wallet in that currency has enough funds, and no exchange rate is available to pay in US dollars.',
    legacyCode: 'item_not_supported',
  },
  account_locked: {
    raisedBy: 'block',
    title: 'Retailer account locked',
    advice: "Unlock the account on the store's site, then order again.",
    meaning: 'The store locked the account that Errand used.',
    legacyCode: 'account_locked',
  },
  account_verification_required: {
    raisedBy: 'block',
    title: 'Verification code required',
    advice: 'Set up email forwarding or TOTP for the retailer account, then order again.',
    meaning: 'The store asked for a verification code that Errand did not receive.',
    legacyCode: 'account_locked_verification_required',
  },
  retailer_unavailable: {
    raisedBy: 'block',
    title: 'Store unavailable',
    advice: 'Try placing the order again later.',
    meaning: 'The store was down or did not respond.',
    legacyCode: 'internal_error',
  },
  retailer_rate_limited: {
    raisedBy: 'block',
    title: 'Rate limited by the store',
    advice: 'Try placing the order again later.',
    meaning: 'The store limited the number of requests.',
    legacyCode: 'mgd_temporarily_overloaded',
  },
  outcome_unknown: {
    raisedBy: 'errand',
    title: 'Outcome unknown',
    advice: 'Order again if you still want the items.',
    meaning: 'The outcome of the purchase was unknown. An operator confirmed that nothing was bought.',
    legacyCode: 'order_probably_placed',
  },
  timed_out: {
    raisedBy: 'errand',
    title: 'Timed out',
    advice: 'Try placing the order again later.',
    meaning: 'Timed out before the order could be placed.',
    legacyCode: 'mgd_temporarily_overloaded',
  },
  price_changed: {
    raisedBy: 'refusal',
    title: 'Price changed',
    advice: 'Get a new quote or allow a larger price difference, then order again.',
    meaning: 'The total exceeds the quote by more than max_drift_cents, or the store raised the price.',
    legacyCode: 'max_price_exceeded',
  },
  action_expired: {
    raisedBy: 'errand',
    title: 'Action expired',
    advice: 'Order again, and complete the action before it expires.',
    meaning: 'The order required an action, and nobody completed it in time.',
    legacyCode: 'additional_information_required',
  },
  approval_denied: {
    raisedBy: 'errand',
    title: 'Not approved',
    advice: 'Check with the approver before you order again.',
    meaning: 'An approver declined the order, nobody approved it in time, or it changed after approval.',
    legacyCode: 'aborted_request',
  },
} as const satisfies Record<string, FailureReasonText>;

type Reasons = typeof failureReasons;
type RaisedBy<Kind> = { [Name in keyof Reasons]: Reasons[Name]['raisedBy'] extends Kind ? Name : never }[keyof Reasons];

export type ErrorType = keyof Reasons;
export type Refusal = RaisedBy<'refusal'>;
export type Block = RaisedBy<'block'>;

export const isErrorType = (name: string): name is ErrorType => Object.hasOwn(failureReasons, name);
export const errorTypes = Object.keys(failureReasons).filter(isErrorType);

/** Why a store refused to sell. */
export const refusals = errorTypes.filter((name): name is Refusal => failureReasons[name].raisedBy === 'refusal');

/** Why a store could not be used right now. It provably bought nothing and may be retried. */
export const blocks = errorTypes.filter((name): name is Block => failureReasons[name].raisedBy === 'block');
