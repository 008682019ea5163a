import type { LegacyCode } from './legacy-codes.ts';

/** Every error of the current API: its status, the message in the reference, and its code in `/v1`. */
export const errorCatalog = {
  bad_request: [400, 'This is not a valid HTTP request.', 'invalid_request'],
  authorization_pending: [
    400,
    'Nobody has approved this request yet. Poll again after `interval` seconds.',
    'invalid_request',
  ],
  slow_down: [400, 'Too many requests. Wait `interval` seconds between requests.', 'invalid_request'],
  access_denied: [400, "The user denied this app's request for a key.", 'invalid_request'],
  expired_token: [400, 'This device code is invalid, already used or expired.', 'invalid_request'],
  unsupported_retailer: [400, 'Errand does not support this retailer.', 'unknown_retailer'],
  unsupported_country: [400, 'Orders ship to US, DE and IT only.', 'invalid_address'],
  mixed_retailers: [400, 'All products in an order must be from one retailer.', 'mismatching_retailer'],
  invalid_shipping_address: [400, 'The retailer cannot ship to this address.', 'invalid_address'],
  url_unreachable: [400, 'The product URL cannot be reached.', 'product_unavailable'],
  invalid_profile_url: [
    400,
    'A signed request must include its profile: UCP-Agent: profile="https://…".',
    'invalid_request',
  ],
  digest_mismatch: [400, 'Invalid signature: the body does not match what was signed.', 'invalid_request'],
  algorithm_unsupported: [400, 'Invalid signature: the algorithm is not supported.', 'invalid_request'],
  unauthorized: [401, 'Send a valid API key in the Authorization header: Bearer <key>.', 'invalid_client_token'],
  signature_invalid: [401, 'Invalid signature.', 'invalid_client_token'],
  key_not_found: [401, 'Invalid signature: the profile has no such key.', 'invalid_client_token'],
  insufficient_funds: [402, 'Insufficient funds for this order.', 'insufficient_mgd_balance'],
  payment_required: [
    402,
    'This call requires payment. Complete one of the challenges and send the request again.',
    'invalid_payment_method',
  ],
  payment_failed: [402, 'The payment was declined.', 'invalid_payment_method'],
  forbidden: [403, 'This key is not allowed to do this.', 'unauthorized_access'],
  spend_limit_exceeded: [403, "This order exceeds the key's spending limit.", 'unauthorized_access'],
  policy_denied: [403, "A spending policy does not allow this order. Ask the account's owner.", 'unauthorized_access'],
  not_found: [404, 'Not found.', 'invalid_request_id'],
  method_not_allowed: [405, 'Method not allowed. This path supports GET, HEAD, OPTIONS.', 'invalid_request'],
  already_exists: [409, 'This idempotency key was used with a different body.', 'duplicate_order'],
  idempotency_in_flight: [
    409,
    'The first request with this idempotency key is still running.',
    'idempotency_in_flight',
  ],
  task_taken: [409, 'Another operator is placing this order.', 'invalid_request'],
  lease_lost: [409, 'Your claim on this order expired. Claim it again.', 'invalid_request'],
  action_closed: [409, 'This action was completed or has expired, or its order is closed.', 'invalid_request'],
  order_not_cancellable: [409, 'Only a pending order can be canceled.', 'invalid_request'],
  return_not_allowed: [409, 'These items cannot be returned.', 'invalid_request'],
  cancellation_running: [409, 'This purchase is already being canceled.', 'attempting_to_cancel'],
  account_in_use: [409, 'A job is using this account.', 'invalid_request'],
  clock_advancing: [409, 'The test clock is advancing.', 'invalid_request'],
  clock_limit_reached: [409, 'The account has too many test clocks.', 'invalid_request'],
  last_owner: [409, 'An account must have an owner.', 'invalid_request'],
  team_full: [409, 'An account can have up to 100 members, including pending invitations.', 'invalid_request'],
  link_refused: [409, 'The store did not link the account.', 'invalid_request'],
  quote_refused: [409, "The store can't sell these items as ordered. See error_type.", 'product_unavailable'],
  currency_unsupported: [
    409,
    'The store charges in another currency, and none of your wallets can cover it.',
    'item_not_supported',
  ],
  store_in_use: [409, 'This store still has orders in progress.', 'invalid_request'],
  batch_not_placeable: [409, 'The batch has invalid rows, or the wallet has insufficient funds.', 'invalid_request'],
  checkout_closed: [409, 'This checkout was completed or canceled. Open a new one.', 'invalid_request'],
  checkout_changed: [
    409,
    'Another request changed this checkout. Fetch the checkout again and retry.',
    'invalid_request',
  ],
  checkout_not_ready: [409, 'This checkout is not ready. See `messages` for what is missing.', 'invalid_request'],
  payment_instrument_unavailable: [
    409,
    "Use the payment handler listed in the checkout. It charges your key's wallet.",
    'invalid_request',
  ],
  top_up_unavailable: [
    409,
    'Adding funds is not available on this server. An operator can credit the wallet.',
    'invalid_request',
  ],
  cards_unavailable: [409, 'This service does not accept cards. Pay from the wallet.', 'invalid_payment_method'],
  nothing_to_refund: [409, 'This top-up has nothing left to refund.', 'invalid_request'],
  payment_closed: [409, 'This payment is no longer open.', 'invalid_request'],
  payload_too_large: [413, 'The body is larger than this path accepts.', 'invalid_request'],
  unsupported_media_type: [
    415,
    'Send the body as JSON in UTF-8, with Content-Type: application/json.',
    'invalid_request',
  ],
  profile_unreachable: [424, 'The profile named in the request could not be read.', 'invalid_request'],
  rate_limit_exceeded: [
    429,
    'Too many requests. Wait for the number of seconds in Retry-After.',
    'rate_limit_exceeded',
  ],
  internal_error: [500, 'Something went wrong on our side.', 'internal_error'],
  external_service_error: [502, 'An external service failed.', 'internal_error'],
  service_unavailable: [503, 'The service is temporarily unavailable. Try again shortly.', 'internal_error'],
} as const satisfies Record<string, readonly [status: number, message: string, legacyCode: LegacyCode]>;

export type ErrorCode = keyof typeof errorCatalog;

declare module '../kit/failure.ts' {
  interface FailureCodes extends Record<keyof typeof errorCatalog, true> {}
}

export const isErrorCode = (code: string): code is ErrorCode => Object.hasOwn(errorCatalog, code);
export const legacyCodeOf = (code: ErrorCode): LegacyCode => errorCatalog[code][2];

/** Errors of every route that requires a key or a session. */
export const everyRoute = ['unauthorized', 'forbidden', 'rate_limit_exceeded', 'service_unavailable'] as const;
/** Errors of a route that anyone may call. */
export const everyOpenRoute = ['rate_limit_exceeded', 'service_unavailable'] as const;
/** Errors of a route with a body. */
export const everyBody = ['payload_too_large', 'unsupported_media_type'] as const;
/** Errors of a route that stores its response under an Idempotency-Key. */
export const everyIdempotentRoute = ['already_exists', 'idempotency_in_flight'] as const;

export type ErrorStatus = (typeof errorCatalog)[ErrorCode][0];

export const statusTexts: Record<ErrorStatus, string> = {
  400: 'The request cannot be processed.',
  401: 'The key is missing, malformed, unknown, revoked or expired.',
  402: 'Payment is required, or the payment failed.',
  403: 'The key is not allowed to do this.',
  404: 'The path or ID does not exist, or belongs to another account.',
  405: 'The path does not support this method.',
  409: 'The request conflicts with the current state of the resource.',
  413: 'The body is too large.',
  415: 'The body is not JSON.',
  424: 'A resource referenced in the request could not be fetched.',
  429: 'Too many requests.',
  500: 'Internal server error.',
  502: 'An external service failed.',
  503: 'Temporarily unavailable.',
};
