import type { ErrorCode } from './error-catalog.ts';

/** Why each failure happens and what its `details` hold, for the page about it. */
export const errorReasons: Record<ErrorCode, string> = {
  bad_request:
    'The bytes that arrived are not a request that can be carried out: a broken URL, a body of another length than announced, a missing Host header, or a call that does not fit the state of what it names. The message says which.',
  authorization_pending:
    'A device code was exchanged before the person approved it on the page. Keep asking, with the interval that POST /device/code gave you.',
  slow_down: 'A device code was exchanged more often than its interval allows. Add five seconds between two requests.',
  access_denied: 'The person who was shown the device code said no. The code is used up.',
  expired_token: 'The device code is unknown, was exchanged already, or is older than its expires_in.',
  unsupported_retailer:
    'No store that is configured here, in the world of your key, sells under the address of the product. GET /retailers/check?url= tells why for one address.',
  unsupported_country: 'The country of the shipping address is not one that the retailer delivers to from here.',
  mixed_retailers:
    'The products of one order belong to two or more retailers. An order is one purchase at one retailer.',
  invalid_shipping_address:
    'The address has the right shape and still cannot be delivered to: the postal code is not one of the country, the state does not exist, or the phone number is not one. details names the field.',
  url_unreachable: 'The address of the product does not lead to a page that the service can read.',
  invalid_profile_url:
    'An agent that signs its requests instead of sending a key has to say where its profile is, and the address has to be https.',
  digest_mismatch:
    'The Content-Digest that was signed is not that of the body which arrived: something between the two changed it.',
  algorithm_unsupported: 'The signature names an algorithm that this service does not verify.',
  signature_invalid:
    'The signature (RFC 9421) was not made over this request with the named key, covers too little of it, or is too old. Nothing was carried out.',
  key_not_found: 'The profile that UCP-Agent names publishes no key with the id that the signature names.',
  profile_unreachable:
    'The profile of the agent could not be fetched, or is not one. It is asked for again with the next request.',
  unauthorized:
    'There is no key, or it is malformed, unknown, revoked or expired. All of these look the same, so that nobody can find out which keys exist.',
  insufficient_funds:
    'The wallet has less available than the order would hold: max_price and the service fee. details has required and available, in cents. Nothing was held.',
  payment_required:
    'A call under /agent is paid for by the request itself. The answer has one WWW-Authenticate line for each method that can pay. Nothing was charged.',
  payment_failed: 'The bank declined the card or payment, or wants to verify it first. Nothing was charged or bought.',
  forbidden:
    'The key or person is known and may not do this: a scope is missing, the question asks somebody else, or a policy cannot be changed by a key that it binds.',
  spend_limit_exceeded:
    'The key itself has a limit for a day, for one order, or a list of retailers, and this order is beyond it. Nothing was held.',
  policy_denied:
    'A spend policy that binds the key, its group or the account says no. details has rule (which one), limit and left. Nothing was held. POST /policy/simulate asks beforehand; no key can change a policy that binds it.',
  not_found:
    'The path does not exist, or the id is unknown, of another account, or of the other world (a sandbox key sees no live order). All of these look the same.',
  method_not_allowed: 'The path exists and takes other methods, which the Allow header lists.',
  already_exists:
    'The idempotency key, or another name that has to be unique, was used before with another body. details has the resource, the identifier and the id of what exists.',
  idempotency_in_flight:
    'The first request with this idempotency key is still being carried out. Its answer will be given to every request with the same key and body.',
  task_taken: 'Another operator has taken this order at the desk, so that it is not bought twice.',
  lease_lost: 'The time in which you had this order at the desk is over, or somebody else took it.',
  action_closed: 'The question was answered by somebody, ran out of time, or its order is over. Nothing was changed.',
  order_not_cancellable: 'The order is being bought or was bought. Only a pending order can be called off.',
  return_not_allowed:
    'The items are not of this order, were not delivered, are on their way back already, or the store takes nothing back. details says which.',
  cancellation_running: 'The retailer was asked to cancel this purchase and has not answered yet.',
  account_in_use: 'A job is buying with this retailer account at the moment, and one account does one thing at a time.',
  last_owner: 'You are the only owner of the account, and an account without one could not be managed any more.',
  team_full: 'The account has as many people and open invitations as it may have.',
  link_refused:
    'The store does not let accounts be linked, its sign-in cannot be trusted, the person said no there, or the answer is not the one that was waited for: another person’s, used, too old or from another server. The message says which. Nothing was linked.',
  quote_refused:
    'The retailer would not sell this as asked, or the quote is too old. details.error_type has the same names as the error_type of an order: product_out_of_stock, max_price_exceeded, quote_expired and so on. Nothing was bought and nothing is held.',
  currency_unsupported: 'The store sells in another currency than the wallet holds, and nothing is converted.',
  store_in_use: 'The store cannot be removed while orders at it are under way.',
  batch_not_placeable:
    'At least one row of the batch is not valid, or the wallet does not cover all of them. A batch is placed whole or not at all. details names the rows.',
  checkout_closed: 'The checkout was completed or called off, and neither can be undone.',
  checkout_changed: 'Two requests changed the same checkout at the same time; this one lost and changed nothing.',
  checkout_not_ready: 'Something is missing before the checkout can be completed; its messages name it.',
  payment_instrument_unavailable: 'The instrument is not of a handler that the checkout offers. Nothing was charged.',
  top_up_unavailable: 'No card payments are configured here, or the world of the key has none.',
  cards_unavailable: 'Stripe is not configured here, so live orders cannot be paid by card.',
  nothing_to_refund: 'Everything that this top-up brought was spent or sent back.',
  payment_closed: 'The payment by link was paid already, ran out after a day, or its order cannot be made any more.',
  payload_too_large: 'The body is larger than 1 MiB (16 MiB for batches). It was not read.',
  unsupported_media_type: 'The body is not JSON in UTF-8, or its Content-Type says that it is something else.',
  rate_limit_exceeded:
    'More requests came with this key, or from this address, than the limit allows. X-RateLimit-Limit, -Remaining and -Reset tell the limit. Nothing was carried out.',
  internal_error:
    'The service made a mistake. It is logged under the X-Request-Id of the answer. With an idempotency key it is safe to send the request again: nothing happens twice.',
  external_service_error:
    'A store or a payment provider did not answer as it should. Whatever it took goes back, and nothing is bought in doubt.',
  service_unavailable:
    'The database or the limiter cannot be reached, or more requests are under way than the service can take. Nothing was carried out.',
};
