import type { ErrorCode } from './error-catalog.ts';

/** Why each error happens and what its `details` contain, for its docs page. */
export const errorReasons: Record<ErrorCode, string> = {
  bad_request:
    'The request is not valid HTTP, or the current state of the object does not allow it. Examples: a malformed URL, a Content-Length that does not match the body, a missing Host header. The message gives the cause.',
  authorization_pending:
    'You tried to exchange a device code before the user approved it. This is normal while you wait.',
  slow_down: 'You tried to exchange a device code more often than its `interval` allows.',
  access_denied: "The user denied the app's request for a key. The device code can no longer be used.",
  expired_token: 'The device code is unknown, was already exchanged, or is older than its `expires_in`.',
  unsupported_retailer:
    "No connected store in your key's mode sells products at this URL. `GET /retailers/check?url=` explains why.",
  unsupported_country:
    'The retailer does not deliver to the country in the shipping address. `details.supported` lists the countries that it delivers to.',
  mixed_retailers: 'The products are from different stores. One order is one purchase from one store.',
  invalid_shipping_address:
    'The address has the right fields but cannot be delivered to. For example, the postal code is not in that country, the state does not exist, or the phone number is not valid. `details` lists the fields.',
  url_unreachable: 'The product URL does not lead to a page that Errand can read.',
  invalid_profile_url:
    'An agent that signs its requests must send the https URL of its profile in the UCP-Agent header.',
  digest_mismatch: 'The signed Content-Digest does not match the body that arrived. The body was changed in transit.',
  algorithm_unsupported: 'The signature uses an algorithm that Errand does not support.',
  signature_invalid:
    'The signature (RFC 9421) was not made with the named key, does not cover the required parts of the request, or is too old. No changes were made.',
  key_not_found: 'The profile in UCP-Agent has no key with the ID in the signature.',
  profile_unreachable:
    "Errand could not read the agent's profile, or it is not a valid profile. Errand fetches it again with the next request.",
  unauthorized:
    'The key is missing, malformed, unknown, revoked or expired. The error is the same in every case, so it does not reveal which keys exist.',
  insufficient_funds:
    'The available wallet balance is less than the hold that this order needs: `max_price` plus the service fee. `details` has `required` and `available`, in cents. Nothing was put on hold.',
  payment_required:
    'Calls under /agent are paid per request. The response has one WWW-Authenticate header for each payment method. Nothing was charged.',
  payment_failed: 'The card or payment was declined, or the bank needs to verify it. Nothing was charged or bought.',
  forbidden:
    'The key or user is valid but does not have permission. A scope or role is missing, someone else has to complete the action, or a key tried to change a policy that applies to it.',
  spend_limit_exceeded:
    "The order exceeds the key's limit per day or per order, or the key cannot order from this retailer. Nothing was put on hold.",
  policy_denied:
    'A spending policy for the key, its group or the account blocks the order. `details` has the `rule`, its `limit` and what is `left`. Nothing was put on hold.',
  not_found:
    'The path does not exist, or the ID is unknown, belongs to another account, or is in the other mode (a test key cannot see live orders). The error is the same in every case.',
  method_not_allowed:
    'The path exists but does not support this method. The Allow header lists the methods that it supports.',
  already_exists:
    'The idempotency key, or another name that must be unique, was used before with a different body. `details` has the resource, the identifier and the ID of the existing object.',
  idempotency_in_flight:
    'The first request with this idempotency key is still running. To get its response, retry with the same key and body.',
  task_taken: 'Another operator has claimed this order. This prevents placing it twice.',
  lease_lost: 'Your claim on this order expired, or another operator took it over.',
  action_closed: 'The action was already completed or has expired, or its order is closed. Nothing was changed.',
  order_not_cancellable: 'Errand is placing the order or has placed it. Only a pending order can be canceled.',
  return_not_allowed:
    'The items are not part of this order, were not delivered or are already being returned, or the store does not accept returns. `details` says which.',
  cancellation_running: 'Errand already asked the store to cancel this order and is waiting for the result.',
  account_in_use: 'An order is being placed with this retailer account. An account can run only one job at a time.',
  clock_advancing:
    'The test clock is still advancing because of a previous request. Only one advance can run at a time.',
  clock_limit_reached: 'The account has reached its test clock limit.',
  last_owner: 'You are the only owner of the account, and an account must have an owner.',
  team_full: 'The account has reached the limit of 100 members, including pending invitations.',
  link_refused:
    "The store does not support linking, the user declined, or the store's response was invalid (already used, expired, for another user, or from another server). The message says which. Nothing was linked.",
  quote_refused:
    "The store can't sell these items as ordered, or the quote expired. `details.error_type` is a failure reason, such as `product_out_of_stock`. Nothing was bought or put on hold.",
  currency_unsupported:
    'The store charges in another currency, and no current exchange rate is available. Errand needs one even if you pay from a wallet in that currency, because limits and policies are in US cents. The error also occurs if an operator added a store with a currency that Errand does not support.',
  store_in_use: 'This store still has orders in progress, so it cannot be removed.',
  batch_not_placeable:
    'At least one row is not valid, or a wallet does not have enough funds for its rows. A batch is placed as a whole or not at all. `details` has the validation result.',
  checkout_closed: 'The checkout was completed or canceled. Neither can be undone.',
  checkout_changed: 'Another request changed the checkout at the same time. Your changes were not applied.',
  checkout_not_ready:
    'The checkout needs more information before it can be completed. Its `messages` list what is missing.',
  payment_instrument_unavailable: "The checkout does not offer this payment instrument's handler. Nothing was charged.",
  top_up_unavailable: "This service does not accept card payments in your key's mode.",
  cards_unavailable: 'This service has no Stripe account, so live orders cannot be paid by card.',
  nothing_to_refund: 'All funds from this top-up were spent or refunded.',
  payment_closed:
    'The payment link has already been paid or has expired (links last one day), or its order can no longer be placed.',
  payload_too_large:
    'The body is larger than this operation accepts: 16 MiB for batches, 64 KiB or less for small requests, otherwise 1 MiB.',
  unsupported_media_type: 'The body is not UTF-8 JSON, or its Content-Type does not match.',
  rate_limit_exceeded:
    'This key or IP address sent more requests than its limit allows. X-RateLimit-Limit, -Remaining and -Reset describe the limit. No changes were made.',
  internal_error:
    "An unexpected error occurred in Errand. It is logged with the response's X-Request-Id. With an idempotency key, a retry never repeats the operation.",
  external_service_error: 'A store or payment provider failed. Any charge will be refunded.',
  service_unavailable:
    'The database or rate limiter is unreachable, or the service has too many requests in progress. No changes were made.',
};

/** Examples of `details`. */
export const errorDetails: Partial<Record<ErrorCode, Record<string, unknown>>> = {
  unsupported_retailer: { url: 'https://shop.example.com/kettle' },
  unsupported_country: { country: 'FR', supported: ['US'] },
  mixed_retailers: { retailers: ['target', 'walmart'] },
  insufficient_funds: { required: 5100, available: 2000 },
  forbidden: { required_scope: 'order' },
  policy_denied: { rule: 'windows.day.amount_cents', limit: 20_000, left: 800 },
  already_exists: {
    resource: 'order',
    identifier: 'order-1001',
    id: '0b9c1c5e-6d0f-4c1b-9f43-2f6f4b7f1a52',
  },
  order_not_cancellable: { status: 'order_placed' },
  quote_refused: { error_type: 'product_out_of_stock' },
};
