import type { ErrorCode } from './error-catalog.ts';

/** Failures that pass by themselves: the same request may succeed later, unchanged. */
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

/** A failure without an entry of its own is judged by its status. */
export const isRetryable = (code: string, status: number): boolean =>
  retryable.has(code) || status === 429 || status >= 500;

/** What a client does about each failure. */
export const nextSteps: Record<ErrorCode, string> = {
  bad_request: 'Correct the request as the message says.',
  authorization_pending: 'Wait the interval and ask again; a person has to approve first.',
  slow_down: 'Wait longer between two requests.',
  access_denied: 'Ask the person, and begin anew with POST /device/code.',
  expired_token: 'Begin anew with POST /device/code.',
  unsupported_retailer: 'Choose a retailer from GET /retailers.',
  unsupported_country: 'Send an address in a country that the retailer delivers to.',
  mixed_retailers: 'Send one order for each retailer.',
  invalid_shipping_address: 'Correct the address as details say, and send the order again.',
  url_unreachable: 'Check the product address, then send the order again.',
  invalid_profile_url: 'Send UCP-Agent with the https address of your profile.',
  digest_mismatch: 'Sign the very bytes that you send, and send them unchanged.',
  algorithm_unsupported: 'Sign with an algorithm that the profile of this service lists.',
  signature_invalid: 'Sign the request again with the key that your profile publishes, and check your clock.',
  key_not_found: 'Publish the key in your profile, or sign with one that is there.',
  profile_unreachable: 'Make the profile readable over https, then send the request again.',
  unauthorized: 'Send a valid key as Authorization: Bearer, or mint a sandbox key with POST /sandbox/keys.',
  insufficient_funds:
    'Add money to the wallet, or lower max_price, and send the order again. With Prefer: payment-link the answer has a pay_url for a person; once that is paid the order is made by itself.',
  payment_closed: 'Read the payment for how it ended; send the order again for a new link.',
  payment_required: 'Pay one of the challenges in WWW-Authenticate and send the request again with the credential.',
  payment_failed: 'Use another card. An agent pays the fresh challenge with another payment.',
  forbidden: 'Use a key or an account that may do this.',
  spend_limit_exceeded: "Lower the amount, or ask the key's owner to raise its limit.",
  policy_denied: 'Read GET /policy for what is left; change the order, or ask the person who wrote the policy.',
  not_found: 'Check the id and that the key is of the same account and world.',
  method_not_allowed: 'Use one of the methods in the Allow header.',
  already_exists: 'Send the body that the key was first used with, or choose another idempotency key.',
  idempotency_in_flight: 'Wait as long as Retry-After says and send the same request again.',
  task_taken: 'Take another order, or ask the operator who has this one.',
  lease_lost: 'Read the order at the desk again. If you bought it, tell the operator who has it now.',
  action_closed: 'Read the order again: its next_action says what it asks now, if anything.',
  order_not_cancellable: 'Ask for a return or open a case instead.',
  return_not_allowed: 'Read details for what can still be returned.',
  cancellation_running: 'Ask GET /orders/{id}/cancellation how it stands.',
  account_in_use: 'Wait until the running order is over, then try again.',
  clock_advancing: 'Read GET /sandbox/clocks/{clock_id} until its status is ready, then try again.',
  clock_limit_reached: 'Delete a test clock that you no longer need.',
  last_owner: 'Make somebody else an owner first, or delete the account with DELETE /me.',
  team_full: 'Remove somebody or take an invitation back, then invite again.',
  link_refused: 'Start linking again, signed in as the person who approves at the store.',
  quote_refused: 'Do what the message says. error_type in details says why there is no quote.',
  currency_unsupported: 'Choose a store that sells in the currency of the wallet.',
  store_in_use: 'Wait until its orders are over, or switch the store off instead.',
  checkout_closed: 'Open a new checkout.',
  checkout_changed: 'Read the checkout again and repeat the change.',
  checkout_not_ready: 'Supply what the messages of the checkout name, then complete it.',
  payment_instrument_unavailable: 'Pay with an instrument of a handler that the checkout lists.',
  top_up_unavailable: 'Ask the operator to credit the wallet.',
  cards_unavailable: 'Pay from the wallet: leave payment out, or send mode "wallet".',
  nothing_to_refund: 'Nothing is left to do: what is not used was sent back or spent.',
  batch_not_placeable: 'Correct the rows that details name, or add money, then place the batch again.',
  payload_too_large: 'Send less at once.',
  unsupported_media_type: 'Send JSON with Content-Type: application/json.',
  rate_limit_exceeded: 'Wait as long as Retry-After says, then send the same request again.',
  external_service_error: 'Try again shortly, with the same idempotency key.',
  service_unavailable: 'Wait as long as Retry-After says, then send the same request again.',
  internal_error: 'Try again with the same idempotency key; if it persists, quote X-Request-Id to the operator.',
};

/** A 422 lists its problems instead of a code. */
export const validationNextStep = 'Correct every field that detail names and send the request again.';

/** The page about one code; null, and a code that is not listed, is the page of all. */
export const docsAddress = (publicUrl: string, code: ErrorCode | 'invalid_request' | null): string =>
  `${publicUrl}/docs/errors${code === null ? '' : `/${code}`}`;
