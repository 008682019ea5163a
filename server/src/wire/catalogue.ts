/** Every failure of the current API that a client can meet: its status and the words that the reference shows. */
export const catalogue = {
  bad_request: [400, 'This is not a valid HTTP request.'],
  authorization_pending: [400, 'Nobody has approved this yet. Ask again after the interval.'],
  slow_down: [400, 'Asked too often. Wait as many seconds as interval says between two requests.'],
  access_denied: [400, 'A person refused to give this program a key.'],
  expired_token: [400, 'This device code is unknown, used or too old.'],
  unsupported_retailer: [400, 'This retailer cannot be ordered from here.'],
  unsupported_country: [400, 'Orders ship to US, DE and IT only.'],
  mixed_retailers: [400, 'All products of an order have to be of one retailer.'],
  invalid_shipping_address: [400, 'The retailer cannot ship to this address.'],
  url_unreachable: [400, 'The product URL cannot be reached.'],
  invalid_profile_url: [400, 'A signed request names its profile: UCP-Agent: profile="https://…".'],
  digest_mismatch: [400, 'The signature does not prove the request: the body is not the one that was signed.'],
  algorithm_unsupported: [400, 'The signature does not prove the request: its algorithm is not known here.'],
  unauthorized: [401, 'Send a valid API key as Authorization: Bearer.'],
  signature_invalid: [401, 'The signature does not prove the request.'],
  key_not_found: [401, 'The signature does not prove the request: the profile has no such key.'],
  insufficient_funds: [402, 'The wallet does not cover this order.'],
  payment_required: [402, 'This call is paid for; complete one of the challenges and send it again.'],
  payment_failed: [402, 'The payment was declined.'],
  forbidden: [403, 'This key may not do that.'],
  spend_limit_exceeded: [403, 'This order is beyond the spending limit of the key.'],
  policy_denied: [403, "A spend policy does not allow this order. Ask the account's owner."],
  not_found: [404, 'There is nothing here under this id or path.'],
  method_not_allowed: [405, 'This path takes GET, HEAD, OPTIONS.'],
  already_exists: [409, 'This idempotency key was used with another body.'],
  idempotency_in_flight: [409, 'The first request with this idempotency key is still running.'],
  task_taken: [409, 'Another operator is buying this order.'],
  lease_lost: [409, 'This order is not in your hands any more.'],
  action_closed: [409, 'This question was answered, ran out, or its order is over.'],
  order_not_cancellable: [409, 'Only a pending order can be cancelled.'],
  return_not_allowed: [409, 'These items cannot be returned.'],
  cancellation_running: [409, 'This purchase is being cancelled already.'],
  account_in_use: [409, 'A job is using this account.'],
  last_owner: [409, 'An account needs an owner.'],
  team_full: [409, 'An account takes 100 people, with those who are invited.'],
  link_refused: [409, 'The account was not linked at its store.'],
  quote_refused: [409, 'The retailer would not sell this: see error_type.'],
  currency_unsupported: [409, 'The store sells in another currency than the wallet holds.'],
  store_in_use: [409, 'Orders at this store are under way.'],
  batch_not_placeable: [409, 'The batch has invalid rows or the funds do not reach.'],
  checkout_closed: [409, 'This checkout was completed or called off. Open a new one.'],
  checkout_changed: [409, 'Another request changed this checkout meanwhile. Read it and try again.'],
  checkout_not_ready: [409, 'This checkout is not ready: its messages say what is missing.'],
  payment_instrument_unavailable: [409, 'Pay with the handler that the checkout lists: the wallet of your key.'],
  top_up_unavailable: [409, 'This wallet cannot be filled here; an operator can credit it.'],
  nothing_to_refund: [409, 'Nothing of this top-up is unused.'],
  payment_closed: [409, 'This payment is over.'],
  payload_too_large: [413, 'The body is larger than this path accepts.'],
  unsupported_media_type: [415, 'Send the body as JSON in UTF-8, with Content-Type: application/json.'],
  profile_unreachable: [424, 'The profile that the request names cannot be read.'],
  rate_limit_exceeded: [429, 'Too many requests; wait as long as Retry-After says.'],
  internal_error: [500, 'Something went wrong on our side.'],
  external_service_error: [502, 'A service that this call depends on failed.'],
  service_unavailable: [503, 'The service cannot answer just now. Try again shortly.'],
} as const satisfies Record<string, readonly [status: number, message: string]>;

export type ErrorCode = keyof typeof catalogue;

declare module '../kit/failure.ts' {
  interface FailureCodes extends Record<keyof typeof catalogue, true> {}
}
export const isErrorCode = (code: string): code is ErrorCode => Object.hasOwn(catalogue, code);

/** What every route behind a key or a session can answer. */
export const everyRoute = ['unauthorized', 'forbidden', 'rate_limit_exceeded', 'service_unavailable'] as const;
/** Of a route that anyone may call. */
export const everyOpenRoute = ['rate_limit_exceeded', 'service_unavailable'] as const;
/** Of a route that takes a body. */
export const everyBody = ['payload_too_large', 'unsupported_media_type'] as const;
/** Of a route that remembers its answer under an Idempotency-Key. */
export const everyIdempotentRoute = ['already_exists', 'idempotency_in_flight'] as const;

export type ErrorStatus = (typeof catalogue)[ErrorCode][0];

export const statusWords: Record<ErrorStatus, string> = {
  400: 'The request cannot be carried out as it is.',
  401: 'The key is missing, malformed, unknown, revoked or expired.',
  402: 'Payment is required or failed.',
  403: 'The key may not do this.',
  404: 'No such path or id, or not one of the caller.',
  405: 'The path does not take this method.',
  409: 'The request conflicts with what exists.',
  413: 'The body is too large.',
  415: 'The body is not JSON.',
  424: 'Something that the request depends on cannot be read.',
  429: 'Too many requests.',
  500: 'A failure of the service.',
  502: 'A failure of a service that this one depends on.',
  503: 'Temporarily unavailable.',
};
