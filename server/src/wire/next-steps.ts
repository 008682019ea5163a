import type { ErrorCode } from './error-catalog.ts';

/** Temporary failures: the same request may succeed later. */
const retryable = new Set([
  'rate_limit_exceeded',
  'authorization_pending',
  'slow_down',
  'idempotency_in_flight',
  'account_in_use',
  'clock_advancing',
  'external_service_error',
  'service_unavailable',
  'internal_error',
]);

/** A code without an entry is judged by its status. */
export const isRetryable = (code: string, status: number): boolean =>
  retryable.has(code) || status === 429 || status >= 500;

/** What a client can do about each error. */
export const nextSteps: Record<ErrorCode, string> = {
  bad_request: 'Fix the request as described in the message.',
  authorization_pending: 'Wait for the interval, then poll again. The user has to approve the request first.',
  slow_down: 'Wait longer between requests.',
  access_denied: 'Check with the user, then start over with POST /device/code.',
  expired_token: 'Start over with POST /device/code.',
  unsupported_retailer: 'Choose a retailer from GET /retailers.',
  unsupported_country: 'Send an address in a country that the retailer ships to.',
  mixed_retailers: 'Send one order per retailer.',
  invalid_shipping_address: 'Fix the address fields listed in details, then send the order again.',
  url_unreachable: 'Check the product URL, then send the order again.',
  invalid_profile_url: 'Send UCP-Agent with the https URL of your profile.',
  digest_mismatch: "Sign the exact bytes that you send, and don't change them afterward.",
  algorithm_unsupported: 'Sign with an algorithm that this service lists in its profile.',
  signature_invalid: 'Sign the request again with the key in your profile, and check your clock.',
  key_not_found: 'Publish the key in your profile, or sign with a key that the profile lists.',
  profile_unreachable: 'Make sure the profile is accessible over HTTPS, then send the request again.',
  unauthorized:
    'Send a valid key in the Authorization header (Bearer <key>), or create a sandbox key with POST /sandbox/keys.',
  insufficient_funds:
    'Add funds or lower max_price, then send the order again. With Prefer: payment-link, the response has a pay_url where someone can pay. The order is placed once it is paid for.',
  payment_closed: 'Fetch the payment to see the result. To get a new link, send the order again.',
  payment_required:
    'Complete one of the challenges in WWW-Authenticate, then send the request again with the credential.',
  payment_failed: 'Use another card. If you are an agent, pay the new challenge with another payment.',
  forbidden: 'Use a key or an account with the required permission.',
  spend_limit_exceeded: "Lower the amount, or ask the key's owner to raise its limit.",
  policy_denied: "Call GET /policy to see what is left. Change the order, or ask the account's owner.",
  not_found: 'Check the ID, and that the key belongs to the same account and mode.',
  method_not_allowed: 'Use one of the methods in the Allow header.',
  already_exists: 'Send the original body with this idempotency key, or use a new key.',
  idempotency_in_flight: 'Wait for the time in Retry-After, then send the same request again.',
  task_taken: 'Claim another order, or check with the operator who has this one.',
  lease_lost: 'Fetch the desk order again. If you placed the order, tell the operator who claimed it.',
  action_closed: 'Fetch the order again. Its next_action shows what is required now, if anything.',
  order_not_cancellable: 'Request a return or open a case instead.',
  return_not_allowed: 'Check details to see what can still be returned.',
  cancellation_running: 'Check its status with GET /orders/{id}/cancellation.',
  account_in_use: 'Wait until the current order is finished, then try again.',
  clock_advancing: 'Poll GET /sandbox/clocks/{clock_id} until its status is ready, then try again.',
  clock_limit_reached: 'Delete a test clock that you no longer need.',
  last_owner: 'Make someone else an owner first, or delete the account with DELETE /me.',
  team_full: 'Remove a member or revoke an invitation, then invite again.',
  link_refused: "Sign in as the user who approves access on the store's site, then start over.",
  quote_refused: 'Check details.error_type for the reason.',
  currency_unsupported: 'Try again when exchange rates are available.',
  store_in_use: "Wait until the store's orders are completed, or disable the store instead.",
  checkout_closed: 'Open a new checkout.',
  checkout_changed: 'Fetch the checkout again, then repeat the change.',
  checkout_not_ready: "Provide what the checkout's messages ask for, then complete the checkout.",
  payment_instrument_unavailable: 'Use one of the payment handlers listed in the checkout.',
  top_up_unavailable: 'Ask the operator to credit the wallet.',
  cards_unavailable: 'Pay from the wallet: leave out payment, or send mode "wallet".',
  nothing_to_refund: 'No action needed: all unused funds were already refunded.',
  batch_not_placeable: 'Fix the rows listed in details or add funds, then place the batch again.',
  payload_too_large: 'Send a smaller request body.',
  unsupported_media_type: 'Send JSON with Content-Type: application/json.',
  rate_limit_exceeded: 'Wait for the time in Retry-After, then send the same request again.',
  external_service_error: 'Try again shortly with the same idempotency key.',
  service_unavailable: 'Wait for the time in Retry-After, then send the same request again.',
  internal_error:
    'Try again with the same idempotency key. If it keeps failing, send the X-Request-Id to the operator.',
};

/** A 422 lists its problems instead of a code. */
export const validationNextStep = 'Fix every field listed in detail, then send the request again.';

/** The docs page of one code; null: the list of all codes. */
export const docsAddress = (publicUrl: string, code: ErrorCode | 'invalid_request' | null): string =>
  `${publicUrl}/docs/errors${code === null ? '' : `/${code}`}`;
