/** State codes of a `/v1` request. A connector may give one as the specific reason of a refusal. */
export const legacyStateCodes = [
  'aborted_request',
  'account_locked',
  'account_locked_verification_required',
  'account_login_failed',
  'additional_information_required',
  'credit_card_declined',
  'expired_product_id',
  'insufficient_variants',
  'internal_error',
  'invalid_address',
  'invalid_card_number',
  'invalid_expiration_date',
  'invalid_gift_options',
  'invalid_login_credentials',
  'invalid_payment_method',
  'invalid_promo_code',
  'invalid_quantity',
  'invalid_security_code',
  'invalid_shipping_method',
  'invalid_variant',
  'item_not_supported',
  'max_delivery_days_exceeded',
  'max_price_exceeded',
  'max_quantity_exceeded',
  'mgd_temporarily_overloaded',
  'no_free_shipping',
  'no_gift_shipping',
  'order_probably_placed',
  'payment_info_problem',
  'product_unavailable',
  'shipping_address_refused',
  'shipping_method_unavailable',
  'tax_charged',
] as const;
export type LegacyStateCode = (typeof legacyStateCodes)[number];

/** Codes of a `/v1` request that cannot be accepted. */
export type LegacyCode =
  | LegacyStateCode
  | 'attempting_to_cancel'
  | 'duplicate_order'
  | 'idempotency_in_flight'
  | 'insufficient_mgd_balance'
  | 'invalid_client_token'
  | 'invalid_request'
  | 'invalid_request_id'
  | 'mismatching_retailer'
  | 'rate_limit_exceeded'
  | 'return_in_progress'
  | 'unauthorized_access'
  | 'unknown_retailer'
  | 'unsupported_product_id';

declare module '../kit/failure.ts' {
  interface FailureCodes extends Record<LegacyCode, true> {}
}
