import type { ErrorCode } from './error-catalog.ts';

/** Why each error happens and what its `details` contain, for its docs page. */
export const errorReasons: Record<ErrorCode, string> = {
  bad_request:
    'The request is not valid HTTP, or it does not fit the state of the object it names. Examples: a broken URL, a body of the wrong length, a missing Host header. The message says which.',
  authorization_pending: 'You exchanged a device code before the person approved it. This is normal while you wait.',
  slow_down: 'You exchanged a device code more often than its `interval` allows.',
  access_denied: 'The person refused to give this program a key. The device code is used up.',
  expired_token: 'The device code is unknown, was already exchanged, or is older than its `expires_in`.',
  unsupported_retailer:
    'No store that is connected in the mode of your key sells under the product address. `GET /retailers/check?url=` says why for one address.',
  unsupported_country:
    'The retailer does not deliver to the country of the shipping address. `details.supported` lists the countries that it delivers to.',
  mixed_retailers: 'The products belong to more than one retailer. One order is one purchase at one retailer.',
  invalid_shipping_address:
    'The address has the right fields but cannot be delivered to. For example, the postal code is not in that country, the state does not exist, or the phone number is not valid. `details` names the fields.',
  url_unreachable: 'The product address does not lead to a page that Errand can read.',
  invalid_profile_url:
    'An agent that signs its requests must send the https address of its profile in the UCP-Agent header.',
  digest_mismatch:
    'The signed Content-Digest does not match the body that arrived. Something changed the body on the way.',
  algorithm_unsupported: 'The signature uses an algorithm that Errand does not support.',
  signature_invalid:
    'The signature (RFC 9421) was not made with the named key, covers too little of the request, or is too old. Nothing was done.',
  key_not_found: 'The profile in UCP-Agent has no key with the id in the signature.',
  profile_unreachable:
    "Errand could not read the agent's profile, or it is not a valid profile. It is fetched again with the next request.",
  unauthorized:
    'The key is missing, malformed, unknown, revoked or expired. All of these look the same, so that nobody can find out which keys exist.',
  insufficient_funds:
    'The wallet has less available than the order would hold: `max_price` plus the service fee. `details` has `required` and `available`, in cents. Nothing was held.',
  payment_required:
    'Calls under /agent carry their own payment. The response has one WWW-Authenticate header for each payment method. Nothing was charged.',
  payment_failed: 'The card or payment was declined, or the bank needs to verify it. Nothing was charged or bought.',
  forbidden:
    'The key or person is valid but cannot do this: a scope or role is missing, someone else has to answer, or a key tried to change a policy that applies to it.',
  spend_limit_exceeded:
    'The order exceeds a limit of the key: per day, per order, or the list of retailers. Nothing was held.',
  policy_denied:
    'A spending policy of the key, its group or the account denies the order. `details` has the `rule`, its `limit` and what is `left`. Nothing was held.',
  not_found:
    'The path does not exist, or the id is unknown, belongs to another account, or is in the other mode (a test key cannot see live orders). All of these look the same.',
  method_not_allowed:
    'The path exists but does not support this method. The Allow header lists the methods that it supports.',
  already_exists:
    'The idempotency key, or another name that must be unique, was used before with a different body. `details` has the resource, the identifier and the id of the existing object.',
  idempotency_in_flight:
    'The first request with this idempotency key is still running. Every request with the same key and body gets its response.',
  task_taken: 'Another operator has claimed this order. This prevents buying it twice.',
  lease_lost: 'Your claim on this order expired, or another operator took it over.',
  action_closed: 'The action was already answered, it expired, or its order ended. Nothing was changed.',
  order_not_cancellable: 'Errand is buying the order or has bought it. Only a pending order can be canceled.',
  return_not_allowed:
    'The items are not part of this order, were not delivered, are already being returned, or the store accepts no returns. `details` says which.',
  cancellation_running: 'Errand already asked the store to cancel this order and waits for the result.',
  account_in_use: 'An order is being bought with this retailer account. An account does one thing at a time.',
  clock_advancing: 'The test clock is still advancing to an earlier target. One advance runs at a time.',
  clock_limit_reached: 'The account has reached its limit of test clocks.',
  last_owner: 'You are the only owner of the account, and an account must have an owner.',
  team_full: 'The account has reached the limit of 100 people and open invitations.',
  link_refused:
    'The store does not support linking, the person declined, or the reply of the store was not valid: used, expired, for another person or from another server. The message says which. Nothing was linked.',
  quote_refused:
    'The store would not sell this as ordered, or the quote expired. `details.error_type` is a failure reason, such as `product_out_of_stock`. Nothing was bought or held.',
  currency_unsupported:
    'The store sells in a currency that the wallet does not have. Errand does not convert currencies.',
  store_in_use: 'Orders at this store are in progress, so it cannot be removed.',
  batch_not_placeable:
    'At least one row is not valid, or there are insufficient funds for all rows. A batch is placed as a whole or not at all. `details` is the result of the validation.',
  checkout_closed: 'The checkout was completed or canceled. Neither can be undone.',
  checkout_changed: 'Two requests changed the checkout at the same time. This one changed nothing.',
  checkout_not_ready: 'Something is missing before the checkout can be completed. Its `messages` name it.',
  payment_instrument_unavailable:
    'The checkout does not offer the handler of this payment instrument. Nothing was charged.',
  top_up_unavailable: 'This service has no card payments, or none in the mode of your key.',
  cards_unavailable: 'This service has no Stripe account, so live orders cannot be paid by card.',
  nothing_to_refund: 'All funds of this top-up were spent or refunded.',
  payment_closed: 'The payment link was already paid, expired after a day, or its order can no longer be placed.',
  payload_too_large: 'The body is larger than 1 MiB (16 MiB for batches).',
  unsupported_media_type: 'The body is not JSON in UTF-8, or its Content-Type says that it is something else.',
  rate_limit_exceeded:
    'This key or IP address sent more requests than its limit. X-RateLimit-Limit, -Remaining and -Reset describe the limit. Nothing was done.',
  internal_error:
    'Something unexpected happened in Errand. It is logged with the X-Request-Id of the response. With an idempotency key, a retry never does anything twice.',
  external_service_error: 'A store or payment provider failed. If it charged something, that is refunded.',
  service_unavailable:
    'The database or rate limiter is unreachable, or the service has too many requests in progress. Nothing was done.',
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
