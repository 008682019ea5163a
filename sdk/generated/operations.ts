// Generated from the API documents in server/ by sdk/generate.ts: change the routes, not this file.

/** Every error code in the current API. */
export type ErrorCode = 'invalid_request' | 'bad_request' | 'authorization_pending' | 'slow_down' | 'access_denied' | 'expired_token' | 'unsupported_retailer' | 'unsupported_country' | 'mixed_retailers' | 'invalid_shipping_address' | 'url_unreachable' | 'invalid_profile_url' | 'digest_mismatch' | 'algorithm_unsupported' | 'unauthorized' | 'signature_invalid' | 'key_not_found' | 'insufficient_funds' | 'payment_required' | 'payment_failed' | 'forbidden' | 'spend_limit_exceeded' | 'policy_denied' | 'not_found' | 'method_not_allowed' | 'already_exists' | 'idempotency_in_flight' | 'task_taken' | 'lease_lost' | 'action_closed' | 'order_not_cancellable' | 'return_not_allowed' | 'cancellation_running' | 'account_in_use' | 'clock_advancing' | 'clock_limit_reached' | 'last_owner' | 'team_full' | 'link_refused' | 'quote_refused' | 'currency_unsupported' | 'store_in_use' | 'batch_not_placeable' | 'checkout_closed' | 'checkout_changed' | 'checkout_not_ready' | 'payment_instrument_unavailable' | 'top_up_unavailable' | 'cards_unavailable' | 'nothing_to_refund' | 'payment_closed' | 'payload_too_large' | 'unsupported_media_type' | 'profile_unreachable' | 'rate_limit_exceeded' | 'internal_error' | 'external_service_error' | 'service_unavailable';

/** What a batch puts on hold in one wallet. */
export type BulkHold = {
  /** Currency of the wallet (ISO 4217). */
  currency: string;
  /** `max_price` and the fee of the rows that this wallet pays for, in the currency's minor unit. */
  amount: number;
  /** Available balance of the wallet, in the same unit. */
  available: number;
};

/** A batch of orders from one file. */
export type BulkOrder = {
  /** Unique ID. */
  id: string;
  /** Status of the batch. `completed`: every order is placed, failed or canceled. */
  status: "pending" | "processing" | "completed" | "failed";
  /** Number of rows. */
  row_count: number;
  /** Orders that were placed. */
  placed_count: number;
  /** Orders that failed or were canceled. */
  failed_count: number;
  /** Name of the file, as sent. */
  filename: string | null;
  /** Whether the account holder gets an email when the batch completes. */
  notify_on_complete: boolean;
  /** When that email was sent. */
  notified_at: string | null;
  /** When it was created. */
  created_at: string;
  /** When it last changed. */
  updated_at: string;
  /** Rows in the batch, each with its order. */
  rows: BulkRow[];
};

/** A page of batches. */
export type BulkOrderList = {
  /** Batches, newest first, each with its first 100 rows. GET /orders/bulk/{batch_id} returns all rows. */
  batches: BulkOrder[];
  /** Total number of entries. */
  total: number;
  /** Maximum number of entries per page. */
  limit: number;
  /** Number of entries to skip. */
  offset: number;
  /** The `offset` of the next page. Null: this is the last page. */
  next_offset: number | null;
};

/** One row of a batch and its order. */
export type BulkRow = {
  /** Position of the row, from 0. */
  index: number;
  /** Status of the row. */
  status: "pending" | "placed" | "failed" | "cancelled";
  /** The order for this row. Null until it exists. */
  order_id: string | null;
  /** Status of the row's order. */
  order_status: "pending" | "in_progress" | "order_placed" | "order_failed" | "cancelled" | "cancelled_by_retailer" | null;
  /** Status of each package, once the order is placed. */
  tracking_statuses: ("pending" | "in_transit" | "delivered" | "undeliverable")[];
  /** Whether the order is late, like its `late`. */
  is_late: boolean;
  /** What the order is waiting for, like its `waiting_for`. */
  waiting_for: "account" | "code" | "retailer" | "action" | "policy" | "hold" | "retry" | null;
  /** Why the row failed, in plain language. */
  error: string | null;
  /** Name of the recipient. */
  recipient: string;
  /** Product URLs in the row. */
  product_urls: string[];
  /** Columns that Errand does not recognize. They are copied to the results file. */
  passthrough: Record<string, string>;
};

/** Result of a dry run. */
export type BulkValidation = {
  /** Number of rows in the file. */
  total_rows: number;
  /** Rows that can be ordered. */
  valid_rows: number;
  /** Rows that need fixing. */
  invalid_rows: number;
  /** The most that the valid rows can cost, in US cents: the `max_price` and fee of each row. Amounts in other currencies count at the current exchange rate. */
  estimated_total_cents: number;
  /** Available balance of your US dollar wallet, in cents. */
  wallet_balance_cents: number;
  /** Whether your wallets cover all `holds`. */
  sufficient_funds: boolean;
  /** What the batch puts on hold in each wallet, US dollars first. Rows that are paid by card are left out. */
  holds: BulkHold[];
  /** Name of the file, as sent. */
  filename: string | null;
  /** Result for each row. */
  rows: ValidatedRow[];
};

/** A request to the store to cancel a placed order. */
export type Cancellation = {
  /** Unique ID. */
  id: string;
  /** The order it belongs to. */
  order_id: string;
  /** The store's order number. */
  merchant_order_id: string;
  /** Whether the store canceled the order. All values except `pending` are final. */
  status: "pending" | "cancelled" | "refused";
  /** Why the store declined to cancel the order. */
  message: string | null;
  /** When it was created. */
  created_at: string;
};

/** Result of canceling the orders that match a filter. */
export type CancelledOrders = {
  /** Number of orders that were canceled. */
  cancelled: number;
  /** Number of orders that could not be canceled because Errand had already started to place them. */
  not_cancelled: number;
  /** True: call again to cancel more. One request cancels up to 200 orders. */
  has_more: boolean;
};

/** A page for saving a card. */
export type CardSetup = {
  /** Unique ID. */
  id: string;
  /** `succeeded` once the card is saved. */
  status: "requires_action" | "succeeded" | "expired";
  /** URL to open in a browser to save the card. Null once there is nothing left to do. */
  url: string | null;
  /** ID of the saved card. Null until it is saved. */
  card_id: string | null;
  /** Page that the user returns to. */
  return_url: string | null;
  /** When it expires. */
  expires_at: string;
  /** When it was created. */
  created_at: string;
};

/** A conversation with support about an order. */
export type Case = {
  /** The order it belongs to. */
  order_id: string;
  /** Whether the case is open or closed. */
  state: "open" | "closed";
  /** Why the case was last opened. */
  reason: "return.request_label" | "nondelivery.not_delivered" | "nondelivery.damaged" | "nondelivery.empty_box" | "tracking.request_update" | "cancel.forced_cancellation" | "other";
  /** When it was created. */
  created_at: string;
  /** When it last changed. */
  updated_at: string;
  /** Messages, oldest first. */
  messages: CaseMessage[];
  /** Files on the case, oldest first. */
  attachments: CaseAttachment[];
};

/** A file on a case. */
export type CaseAttachment = {
  /** Unique ID. */
  id: string;
  /** Who uploaded the file. */
  author: "customer" | "operator";
  /** Name of the file. */
  name: string;
  /** Media type of the file. */
  content_type: "application/pdf" | "image/png" | "image/jpeg";
  /** Size of the file in bytes. */
  bytes: number;
  /** When it was created. */
  created_at: string;
};

/** A message on a case. */
export type CaseMessage = {
  /** Type of message, such as case.opened.return.request_label, case.freetext or case.closed. */
  type: string;
  /** Who wrote it. */
  author: "customer" | "operator" | "system";
  /** Text of the message. */
  body: string;
  /** When it was created. */
  created_at: string;
};

/** Where to pay. */
export type CheckoutSession = {
  /** The payment provider's page. Send the payer there. */
  url: string;
};

/** A part of the order that could not be bought. */
export type Concession = {
  /** What is missing: gift options, an item, or some units of an item. */
  concern: "gift" | "items" | "quantity";
  /** Why it could not be bought, as an `error_type`. */
  code: string;
  /** What could not be bought, in plain language. */
  message: string;
  /** UUID of the item, as in `items`. Null for gift options. */
  item_id: string | null;
  /** Product page of the item. */
  url: string | null;
  /** Units that you ordered. */
  requested_quantity: number | null;
  /** Units that were bought. */
  fulfilled_quantity: number | null;
};

/** An error: what happened, whether a retry helps, and what to do. */
export type ErrorBody = {
  /** What went wrong. */
  error: {
    /** Machine-readable error code. */
    code: "bad_request" | "authorization_pending" | "slow_down" | "access_denied" | "expired_token" | "unsupported_retailer" | "unsupported_country" | "mixed_retailers" | "invalid_shipping_address" | "url_unreachable" | "invalid_profile_url" | "digest_mismatch" | "algorithm_unsupported" | "unauthorized" | "signature_invalid" | "key_not_found" | "insufficient_funds" | "payment_required" | "payment_failed" | "forbidden" | "spend_limit_exceeded" | "policy_denied" | "not_found" | "method_not_allowed" | "already_exists" | "idempotency_in_flight" | "task_taken" | "lease_lost" | "action_closed" | "order_not_cancellable" | "return_not_allowed" | "cancellation_running" | "account_in_use" | "clock_advancing" | "clock_limit_reached" | "last_owner" | "team_full" | "link_refused" | "quote_refused" | "currency_unsupported" | "store_in_use" | "batch_not_placeable" | "checkout_closed" | "checkout_changed" | "checkout_not_ready" | "payment_instrument_unavailable" | "top_up_unavailable" | "cards_unavailable" | "nothing_to_refund" | "payment_closed" | "payload_too_large" | "unsupported_media_type" | "profile_unreachable" | "rate_limit_exceeded" | "internal_error" | "external_service_error" | "service_unavailable";
    /** What went wrong, in plain language. */
    message: string;
    /** More about this error. The fields depend on the code. */
    details: Record<string, unknown>;
    /** Whether the same request can succeed later. */
    retryable: boolean;
    /** What to do, in one sentence. */
    next_step: string;
    /** Docs page for this error. Add `.md` for Markdown. */
    docs: string;
  };
};

/** Type of an event. */
export type EventType = "order.created" | "order.placed" | "order.failed" | "order.cancelled" | "order.cancelled_by_retailer" | "order.refunded" | "order.action_required" | "order.late" | "tracking.obtained" | "tracking.updated" | "return.updated" | "case.updated" | "bulk.completed" | "policy.alert" | "managed_account.paused";

/** Why an order failed. */
export type FailureReason = "product_not_found" | "product_out_of_stock" | "product_unavailable" | "product_variant_required" | "product_variant_unavailable" | "product_quantity_unavailable" | "quantity_limit_exceeded" | "max_price_exceeded" | "shipping_unavailable" | "shipping_address_invalid" | "handling_days_exceeded" | "gift_option_unavailable" | "payment_declined" | "login_failed" | "checkout_failed" | "currency_unsupported" | "account_locked" | "account_verification_required" | "retailer_unavailable" | "retailer_rate_limited" | "outcome_unknown" | "timed_out" | "price_changed" | "action_expired" | "approval_denied";

/** What to do if the store cannot fulfill the whole order. `strict` (default): the order fails. */
export type Fulfillment = {
  /** best_effort: if the store has no gift option, the order is placed without it. */
  gift?: "strict" | "best_effort";
  /** best_effort: an item that cannot be bought is left out, and the rest is ordered. */
  items?: "strict" | "best_effort";
  /** best_effort: if the store sells fewer units of an item, those are bought. */
  quantity?: "strict" | "best_effort";
};

/** An invitation to the account. */
export type Invitation = {
  /** Unique ID. */
  id: string;
  /** Email address that was invited. */
  email: string;
  /** viewer: can view. buyer: can also buy, cancel, return and write to support. owner: can do everything. */
  role: "viewer" | "buyer" | "owner";
  /** When it was created. */
  created_at: string;
  /** When the invitation expires. */
  expires_at: string;
};

/** How the purchase ended. */
export type JobResult = {
  /** Whether the store accepted the order. */
  success: boolean;
  /** What went wrong, in plain language. Null if the order was placed. */
  error: string | null;
  /** Machine-readable reason for the failure. Null if the order was placed. */
  error_type: FailureReason | null;
  /** More about the failure, such as the price that was too high. */
  error_details: Record<string, unknown> | null;
  /** What the store charged. Null if the order failed. */
  price_components: PriceComponents | null;
  /** Day on which the store expects to deliver. */
  estimated_delivery: string | null;
  /** The store's orders, with their numbers. */
  merchant_order_ids: MerchantOrder[];
};

/** An API key, without its secret. */
export type Key = {
  /** Unique ID. */
  id: string;
  /** Name of the key. */
  label: string;
  /** Mode of the key. */
  world: "test" | "live";
  /** Last characters of the key. */
  hint: string;
  /** When it was created. */
  created_at: string;
  /** UUID of the person who created it. Null if unknown. */
  created_by: string | null;
  /** When the key was last used. */
  last_used_at: string | null;
  /** When the key was revoked. Null: it is active. */
  revoked_at: string | null;
  /** The key's spending limits. */
  limits: {
    /** The most that the key's orders can put on hold per day (UTC), in cents. Null: no limit. */
    spend_per_day_cents: number | null;
    /** The highest `max_price` allowed for an order, in cents. Null: no limit. */
    spend_per_order_cents: number | null;
    /** IDs of the retailers that the key can buy from. Null: all of them. */
    allowed_retailers: string[] | null;
  };
  /** What the key can do. `read`: view. `order`: buy, cancel and return. `manage`: retailer accounts and webhooks. `policies`: write spending policies. */
  scopes: ("read" | "order" | "manage" | "policies")[];
  /** When the key stops working. Null: never. */
  expires_at: string | null;
  /** IP addresses and CIDR ranges that the key can be used from. Null: anywhere. */
  allowed_addresses: string[] | null;
  /** Web origins whose scripts can use the key (CORS), such as https://shop.example.com, or * for any. Null: none. Anyone who opens the page can read the key, so give it as few permissions as possible. */
  allowed_origins: string[] | null;
};

/** Keys that share a spending policy. */
export type KeyGroup = {
  /** Name of the group. */
  name: string;
  /** IDs of the keys in the group. */
  key_ids: string[];
};

/** Memberships of the retailer account. */
export type LegacyAccountStatus = {
  /** Whether the account has the store's membership. */
  prime: boolean;
  /** Whether the account can buy groceries. */
  fresh: boolean;
  /** Whether it is a business account. */
  business: boolean;
  /** Charity that the account supports, if any. */
  charity: string;
};

/** A cancellation that succeeded. */
export type LegacyCancellation = {
  /** Always `cancellation_response`. */
  _type: "cancellation_response";
  /** Order number that was canceled. */
  merchant_order_id: string | null;
  /** The original request. */
  request: Record<string, unknown>;
  /** Use this ID to retrieve it. */
  request_id: string;
  /** Notes as sent with the order. */
  client_notes: Record<string, unknown> | null;
  /** When it last changed. */
  occurred_at: string | null;
  /** The order, as in GET /v1/orders/{request_id}. */
  order_request_id: string;
};

/** The case. Its `state` is null if the order has no case. */
export type LegacyCase = {
  /** State of the case. Null: no case yet. */
  state: string | null;
  /** Messages, oldest first. */
  messages: LegacyCaseMessage[];
  /** Use this ID to retrieve it. */
  request_id: string;
  /** Notes as sent with the order. */
  client_notes: Record<string, unknown> | null;
  /** When it last changed. */
  occurred_at: string | null;
};

/** A message on a case. */
export type LegacyCaseMessage = {
  /** Kind of message, such as `case.opened.return.request_label`. */
  type: string;
  /** Text of the message. */
  message: string;
  /** When it was written. */
  timestamp: string;
};

/** A range of days. */
export type LegacyDays = {
  /** Minimum number of days. */
  min: number;
  /** Maximum number of days. */
  max: number;
};

/** When products are expected to arrive. */
export type LegacyDeliveryDate = {
  /** Expected day. Null until the store provides one. */
  delivery_date: string | null;
  /** Products that arrive on that day. */
  products: LegacyOrderedProduct[];
};

/** An error from the legacy API. */
export type LegacyError = {
  /** Always `error`, to distinguish it from an order. */
  _type: "error";
  /** Machine-readable error code. */
  code: string;
  /** What went wrong, in plain language. */
  message: string;
  /** More about this code. Often empty. */
  data: Record<string, unknown>;
};

/** An order in the store's records. */
export type LegacyMerchantOrder = {
  /** The store's order number. */
  merchant_order_id: string;
  /** Store that has the order. */
  merchant: string;
  /** Retailer account used for the purchase. */
  account: string;
  /** When the order was placed. */
  placed_at: string | null;
};

/** An offer for a product. */
export type LegacyOffer = {
  /** The store's ID for the offer. */
  offer_id: string;
  /** Whether it ships only with a larger order. */
  addon: boolean;
  /** Whether it can be bought now. */
  available: boolean;
  /** Condition of the item, such as `New`. */
  condition: string;
  /** Days until the seller ships it. */
  handling_days: LegacyDays | null;
  /** Whether it ships from abroad. */
  international: boolean;
  /** Whether the store ships it for the seller. */
  marketplace_fulfilled: boolean;
  /** Whether only members can buy it. */
  member_only: boolean;
  /** Whether only members can buy it. */
  prime_only: boolean;
  /** Price in cents. */
  price: number;
  /** Who sells it. */
  seller: LegacySeller;
  /** How it can be shipped. */
  shipping_options: LegacyShippingOption[];
};

/** The offers, with prices in cents. */
export type LegacyOffers = {
  /** `processing` only if `async` was requested and the data is still being fetched. */
  status: "completed" | "processing" | "failed";
  /** ID of the retailer. */
  retailer?: string;
  /** The store's ID for the product. */
  product_id?: string;
  /** Machine-readable reason for the failure. Only if `status` is `failed`. */
  code?: string;
  /** Why it failed, in plain language. Only if `status` is `failed`. */
  message?: string;
  /** Offers for the product. */
  offers?: LegacyOffer[];
};

/** An order that was placed. */
export type LegacyOrder = {
  /** Always `order_response`. */
  _type: "order_response";
  /** Whether the order is placed or the store canceled it. */
  order_status: "order_placed" | "cancelled_by_retailer";
  /** What the store charged. */
  price_components: LegacyPriceComponents | null;
  /** The store's orders. */
  merchant_order_ids: LegacyMerchantOrder[];
  /** Packages in the order. */
  tracking: LegacyTracking[];
  /** Expected delivery dates. */
  delivery_dates: LegacyDeliveryDate[];
  /** The original request, without secrets. */
  request: Record<string, unknown>;
  /** Memberships of the retailer account. */
  account_status?: LegacyAccountStatus;
  /** Use this ID to retrieve it. */
  request_id: string;
  /** Notes as sent with the order. */
  client_notes: Record<string, unknown> | null;
  /** When it last changed. */
  occurred_at: string | null;
  /** When the request was created. Only in lists. */
  _created_at?: string;
};

/** A product in an order. */
export type LegacyOrderedProduct = {
  /** The store's ID for the product. */
  product_id: string | null;
  /** Number of units. */
  quantity: number;
};

/** What the store charged. */
export type LegacyPriceComponents = {
  /** Currency of the amounts (ISO 4217). */
  currency: string;
  /** Currency of the payment (ISO 4217). */
  payment_currency: string;
  /** Price of all items, in cents. */
  subtotal: number;
  /** Shipping cost, in cents. */
  shipping: number;
  /** Sales tax or VAT, in cents. */
  tax: number;
  /** Other store fees, in cents. */
  fees: number;
  /** Total the store charged, in cents. */
  total: number;
  /** The total in `payment_currency`, in cents. */
  converted_payment_total: number;
};

/** Product data from the retailer, with `status`. */
export type LegacyProduct = {
  /** `processing` only if `async` was requested and the data is still being fetched. */
  status: "completed" | "processing" | "failed";
  /** ID of the retailer. */
  retailer?: string;
  /** The store's ID for the product. */
  product_id?: string;
  /** Machine-readable reason for the failure. Only if `status` is `failed`. */
  code?: string;
  /** Why it failed, in plain language. Only if `status` is `failed`. */
  message?: string;
};

/** The ID of the request. */
export type LegacyRequestId = {
  /** ID of the request. Use it to read the result. */
  request_id: string;
};

/** A return that succeeded. */
export type LegacyReturn = {
  /** Always `return_response`. */
  _type: "return_response";
  /** Whether the return was approved, or already credited. */
  return_status: "approved" | "credited";
  /** The store's return number. */
  merchant_return_id: string | null;
  /** Last day to send the items back, if known. */
  return_by: string | null;
  /** Return labels as PDF. Each link works for 7 days. */
  label_urls: string[];
  /** What was added to your wallet, in cents. */
  credited_cents: number | null;
  /** The original request. */
  request: Record<string, unknown>;
  /** Use this ID to retrieve it. */
  request_id: string;
  /** Notes as sent with the order. */
  client_notes: Record<string, unknown> | null;
  /** When it last changed. */
  occurred_at: string | null;
  /** The order, as in GET /v1/orders/{request_id}. */
  order_request_id: string;
};

/** One page of results. */
export type LegacySearch = {
  /** ID of the retailer that was searched. */
  retailer: string;
  /** Page of results. */
  page: number;
  /** Whether the search worked. */
  status: "completed" | "failed";
  /** Why it failed. Only if `status` is `failed`. `search_unavailable`: this store has no search, but its products can be bought by ID or URL. */
  code?: "retailer_unavailable" | "search_unavailable";
  /** Why it failed, in plain language. Only if `status` is `failed`. */
  message?: string;
  /** Products on this page, best match first. */
  results: SearchHit[];
  /** Next page of a `free_shipping` search. Request it even after an empty page. Null: no more pages. */
  next_page: number | null;
};

/** Who sells it. */
export type LegacySeller = {
  /** ID of the seller. */
  id: string;
  /** Name of the seller. */
  name: string;
  /** Number of ratings. */
  num_ratings: number | null;
  /** Share of positive ratings, in percent. */
  percent_positive: number | null;
  /** Whether the store itself is the seller. */
  first_party: boolean;
};

/** A way to ship an offer. */
export type LegacyShippingOption = {
  /** Name of the option. */
  name: string;
  /** Price in cents. */
  price: number;
  /** Days until delivery. */
  delivery_days: LegacyDays | null;
};

/** A request that is in progress or failed. Sent with status 200. */
export type LegacyState = {
  /** Always `error`: there is no result yet, or the request failed. */
  _type: "error";
  /** `request_processing` while the request is in progress, otherwise why it failed. */
  code: string;
  /** What happened, in plain language. */
  message: string;
  /** More about this code. Often empty. */
  data: Record<string, unknown>;
  /** Use this ID to retrieve it. */
  request_id: string;
  /** Notes as sent with the order. */
  client_notes: Record<string, unknown> | null;
  /** When it last changed. */
  occurred_at: string | null;
  /** When the request was created. Only in lists. */
  _created_at?: string;
  /** The order, as in GET /v1/orders/{request_id}. */
  order_request_id?: string;
};

/** A package in an order. */
export type LegacyTracking = {
  /** First product in the package. */
  product_id: string | null;
  /** Products in the package. */
  product_ids: string[];
  /** The store's order number. */
  merchant_order_id: string | null;
  /** Carrier that delivers the package. */
  carrier: string;
  /** The carrier's tracking number. */
  tracking_number: string;
  /** When Errand got the tracking number. */
  obtained_at: string;
  /** Where the package is. */
  delivery_status: "pending" | "in_transit" | "delivered" | "undeliverable";
};

/** A case with its last message. */
export type ListedCase = {
  /** The order it belongs to. */
  order_id: string;
  /** Whether the case is open or closed. */
  state: "open" | "closed";
  /** Why the case was last opened. */
  reason: "return.request_label" | "nondelivery.not_delivered" | "nondelivery.damaged" | "nondelivery.empty_box" | "tracking.request_update" | "cancel.forced_cancellation" | "other";
  /** When it was created. */
  created_at: string;
  /** When it last changed. */
  updated_at: string;
  /** A message on a case. */
  last_message: CaseMessage;
};

/** A request to the API, as logged. */
export type LoggedRequest = {
  /** ID of the request, as in the X-Request-Id header. */
  request_id: string;
  /** When the request arrived. */
  at: string;
  /** HTTP method. */
  method: string;
  /** Path with parameter names. */
  route: string;
  /** Path that was called. */
  path: string;
  /** Query string. */
  query: string | null;
  /** HTTP status of the response. */
  status: number;
  /** Duration in milliseconds. */
  ms: number;
  /** Error code of the response, if it failed. */
  error_code: string | null;
  /** Error message of the response, if it failed. For an invalid request, it lists every problem. */
  error_message: string | null;
  /** Key used for the request. */
  key: {
    /** UUID of the key. */
    id: string;
    /** Name of the key. */
    label: string | null;
  };
  /** How much of the body was kept. `masked`: without secrets. `cut`: the first 4 KiB. `too_large`: over 64 KiB, not kept. */
  body_state: "none" | "whole" | "masked" | "cut" | "too_large";
  /** Number of requests that this entry represents. Under load, only some requests are logged. */
  stands_for: number;
};

/** A request to the API, with its body and response. */
export type LoggedRequestDetail = {
  /** ID of the request, as in the X-Request-Id header. */
  request_id: string;
  /** When the request arrived. */
  at: string;
  /** HTTP method. */
  method: string;
  /** Path with parameter names. */
  route: string;
  /** Path that was called. */
  path: string;
  /** Query string. */
  query: string | null;
  /** HTTP status of the response. */
  status: number;
  /** Duration in milliseconds. */
  ms: number;
  /** Error code of the response, if it failed. */
  error_code: string | null;
  /** Error message of the response, if it failed. For an invalid request, it lists every problem. */
  error_message: string | null;
  /** Key used for the request. */
  key: {
    /** UUID of the key. */
    id: string;
    /** Name of the key. */
    label: string | null;
  };
  /** How much of the body was kept. `masked`: without secrets. `cut`: the first 4 KiB. `too_large`: over 64 KiB, not kept. */
  body_state: "none" | "whole" | "masked" | "cut" | "too_large";
  /** Number of requests that this entry represents. Under load, only some requests are logged. */
  stands_for: number;
  /** The headers Content-Type, Errand-Test-Fault, Idempotency-Key, Prefer and User-Agent, as they were sent. Null for old entries. */
  headers: Record<string, string> | null;
  /** The JSON that was sent, as text, without secrets. */
  body: string | null;
  /** The JSON response, as text, without secrets. */
  response: string | null;
  /** How much of the response was kept. `none`: it has no JSON body. `too_large`: over 16 KiB. Null for old entries. */
  response_state: "none" | "whole" | "masked" | "cut" | "too_large" | null;
};

/** What Errand emails you about. */
export type MailPreferences = {
  /** An order is waiting for your approval or input. */
  approvals: boolean;
  /** An order failed. Several failures are grouped into one email. Failures in a batch are reported with the batch. */
  failed_orders: boolean;
  /** An order is late. Late orders found within 15 minutes are grouped into one email. Default true. */
  late_orders?: boolean;
  /** A webhook endpoint has been failing for an hour, was disabled, or has recovered. Owners only. Default true. */
  failing_webhooks?: boolean;
  /** Support replied to a case. */
  case_answers: boolean;
  /** A bulk order placed with notify_on_complete is complete. */
  batches: boolean;
  /** Spending reached 50%, 80% or 100% of a limit. Owners only. */
  spend_alerts: boolean;
  /** The wallet balance fell below low_wallet_cents. Owners only. */
  low_wallet: boolean;
  /** Balance below which the email is sent, in cents. 0: never. */
  low_wallet_cents: number;
};

/** Your retailer account, without its secrets. */
export type ManagedAccount = {
  /** Unique ID. */
  id: string;
  /** Short ID to use in paths and orders. */
  short_id: string;
  /** Email address used to log in to the retailer. */
  email: string;
  /** ID of the retailer. Null: default credentials for every retailer. */
  retailer: string | null;
  /** Forward the retailer's emails to this address. Errand reads verification codes from them. */
  forwarding_email: string;
  /** When it was created. */
  created_at: string;
  /** When it last changed. */
  updated_at: string;
  /** Whether a TOTP secret is set up. */
  has_totp: boolean;
  /** Whether a forwarded email has arrived. */
  has_forwarding: boolean;
  /** While true, orders stay queued and the account is not used. */
  is_paused: boolean;
  /** Why Errand paused the account. Null if you paused it. */
  pause_reason: string | null;
  /** Job that is using the account. */
  locked_by_job_id: string | null;
  /** Minimum minutes between two uses. Null: no cooldown. */
  cooldown_minutes: number | null;
  /** Sandbox test clock that it follows. Null: real time. */
  test_clock: string | null;
  /** When a job last finished using the account. */
  last_used_at: string | null;
  /** Settings for the store, with secrets masked. */
  retailer_config: Record<string, unknown> | null;
};

/** An order in the store's records. */
export type MerchantOrder = {
  /** The store's order number. */
  merchant_order_id: string;
  /** The retailer. */
  merchant: string;
  /** The retailer account used for the purchase: an ID, an email address, or `managed`. */
  account: string;
  /** When the store accepted it. */
  placed_at: string | null;
};

/** A new API key, with its secret. */
export type NewKey = {
  /** Unique ID. */
  id: string;
  /** Name of the key. */
  label: string;
  /** Mode of the key. */
  world: "test" | "live";
  /** Last characters of the key. */
  hint: string;
  /** When it was created. */
  created_at: string;
  /** UUID of the person who created it. Null if unknown. */
  created_by: string | null;
  /** When the key was last used. */
  last_used_at: string | null;
  /** When the key was revoked. Null: it is active. */
  revoked_at: string | null;
  /** The key's spending limits. */
  limits: {
    /** The most that the key's orders can put on hold per day (UTC), in cents. Null: no limit. */
    spend_per_day_cents: number | null;
    /** The highest `max_price` allowed for an order, in cents. Null: no limit. */
    spend_per_order_cents: number | null;
    /** IDs of the retailers that the key can buy from. Null: all of them. */
    allowed_retailers: string[] | null;
  };
  /** What the key can do. `read`: view. `order`: buy, cancel and return. `manage`: retailer accounts and webhooks. `policies`: write spending policies. */
  scopes: ("read" | "order" | "manage" | "policies")[];
  /** When the key stops working. Null: never. */
  expires_at: string | null;
  /** IP addresses and CIDR ranges that the key can be used from. Null: anywhere. */
  allowed_addresses: string[] | null;
  /** Web origins whose scripts can use the key (CORS), such as https://shop.example.com, or * for any. Null: none. Anyone who opens the page can read the key, so give it as few permissions as possible. */
  allowed_origins: string[] | null;
  /** The key. Shown only once: Errand stores a hash. */
  api_key: string;
};

/** An order to place. */
export type NewOrder = {
  /** What to buy. All products must be from one store. */
  products: OrderedProduct[];
  /** Where to ship the order. */
  shipping_address: ShippingAddress;
  /** The most that the store may charge, in cents, including tax and shipping. Errand never pays more. */
  max_price: number;
  /** Currency of `max_price` (ISO 4217): `USD` (the default) or the store's currency. `max_price` is in that currency's minor unit. */
  max_price_currency?: string | null;
  /** The `short_id` of the retailer account to buy with. Errand uses its own account by default. */
  retailer_credentials_id?: string | null;
  /** A unique value for this order. A request with the same value never buys twice. The Idempotency-Key header works too. */
  idempotency_key?: string | null;
  /** Your own data, returned with the order. Up to 50 keys and 16 KiB. */
  metadata?: Record<string, unknown>;
  /** Your purchase order number. */
  po_number?: string | null;
  /** VAT or tax ID of the buying business. Sent to stores that accept one. */
  tax_id?: string | null;
  /** Maximum number of days the seller can take to ship. Slower offers are skipped. */
  handling_days_max?: number | null;
  /** Send the order as a gift, without prices, where the store supports it. */
  is_gift?: boolean;
  /** Message for the recipient. Requires `is_gift`. */
  gift_message?: string | null;
  /** What to do if the store cannot fulfill the whole order. `strict` (default): the order fails. */
  fulfillment?: Fulfillment | null;
  /** Buy at the price of this quote from POST /orders/quote, before its `expires_at`. */
  quote_id?: string | null;
  /** How far the total may rise above the quote, in cents. Beyond that, the order fails with `price_changed`. */
  max_drift_cents?: number;
  /** Payment source. Default: the wallet. */
  payment?: {
    /** `card`: a saved card is authorized for max_price and the fee, and charged the actual cost. */
    mode: "wallet" | "card";
    /** A card from GET /wallet/cards. Default: the default card. */
    payment_method?: string | null;
  } | null;
  /** Follow this sandbox test clock instead of real time. Test keys only. */
  test_clock?: string | null;
  /** Email the recipient about shipping and delivery. */
  customer_notifications?: {
    /** Email address of the recipient. */
    email: string;
  } | null;
};

/** A return to request. */
export type NewReturn = {
  /** One of your placed orders. */
  order_id: string;
  /** What to return. If an item is listed twice, the quantities are added together. */
  items: {
    /** UUID of an item, from the order's `items`. */
    order_item_id: string;
    /** Number of units to return. */
    quantity: number;
  }[];
  /** Why you are returning it. */
  reason: "damaged" | "not_delivered" | "empty_box" | "wrong_item" | "defective" | "not_as_described" | "wrong_size" | "no_longer_needed" | "forced_cancellation" | "other";
  /** More about the reason, for the retailer. */
  notes?: string | null;
};

/** An order with its items, packages, returns and payment. */
export type Order = {
  /** Unique ID. */
  id: string;
  /** Status of the order. `order_placed`, `order_failed`, `cancelled` and `cancelled_by_retailer` are final, except that the store may still cancel a placed order. */
  status: "pending" | "in_progress" | "order_placed" | "order_failed" | "cancelled" | "cancelled_by_retailer";
  /** The most that the store may charge, in cents, as in the request. */
  max_price: number;
  /** Currency of `max_price` and of every `_cents` field: `USD`. */
  currency: string;
  /** How the order is paid for if the store charges in another currency. Omitted for stores that charge in US dollars. */
  exchange?: OrderExchange;
  /** Number of purchase attempts so far. */
  attempts: number;
  /** Items in the order, each with its own status. */
  items: OrderItem[];
  /** Where the order ships to. */
  shipping_address: OrderAddress;
  /** Your own data, as sent with the order. */
  metadata: Record<string, unknown>;
  /** Your purchase order number. */
  po_number: string | null;
  /** VAT or tax ID of the buying business. */
  tax_id: string | null;
  /** Maximum number of days the seller can take to ship. */
  handling_days_max: number | null;
  /** Whether the order is sent as a gift. */
  is_gift: boolean;
  /** Message for the recipient of the gift. */
  gift_message: string | null;
  /** Which parts of the order can be left out, and which ones were. */
  fulfillment: OrderFulfillment;
  /** ID or domain of the store. */
  retailer: string;
  /** Your retailer account used for the order. Null: one of Errand's own accounts. */
  retailer_credentials_id: string | null;
  /** What a pending order is waiting for. `account`: its turn to use a retailer account. `code`: a code that the retailer emails. `retailer`: a disabled retailer to be enabled again. `action`: an answer to `next_action`. `policy`: a spending policy to be unfrozen. `hold`: a hold that you set in the sandbox. `retry`: the next attempt (see `last_attempt`). Null: nothing. */
  waiting_for: "account" | "code" | "retailer" | "action" | "policy" | "hold" | "retry" | null;
  /** Why the last attempt failed, if Errand will retry the order. Null otherwise. The final result is in `job_result`. */
  last_attempt: OrderLastAttempt | null;
  /** What someone has to do before the order can continue. Null: nothing. */
  next_action: OrderAction | null;
  /** What to do next, in one sentence. */
  next_step: string;
  /** How long to wait before you read the order again, in milliseconds. Null: the order won't change anymore. With `waiting_for` `retry`, the time until the next attempt. */
  poll_after_ms: number | null;
  /** Result of the purchase. Null until the order is placed or failed. */
  job_result: JobResult | null;
  /** The store's order numbers, once the order is placed. */
  merchant_order_ids: string[];
  /** Packages in the order. */
  tracking_numbers: TrackingNumber[];
  /** Set while a package is late: the expected day has passed, or the carrier has not scanned it for 7 days. Null otherwise. */
  late: {
    /** When Errand noticed that the order is late. */
    since: string;
    /** Day the late package was expected. */
    expected_date: string | null;
    /** The carrier's last scan of the late package. */
    last_scan_at: string | null;
  } | null;
  /** Returns for this order, newest first. */
  returns: ReturnSummary[];
  /** Sandbox test clock that it follows. Null: real time. */
  test_clock: string | null;
  /** How the order is paid for. */
  payment: OrderPayment;
  /** Tracking events for all packages, newest first. Only in lists with `include=tracking_events`. */
  tracking_events?: TrackingEvent[];
  /** When it was created. */
  created_at: string;
  /** When it last changed. */
  updated_at: string;
};

/** What someone must do before the order can continue. */
export type OrderAction = {
  /** ID to use when you complete the action. */
  id: string;
  /** What is needed. */
  kind: "approve" | "review" | "choose_variant" | "enter_code" | "open_url" | "buy";
  /** Who has to act. */
  asked_of: "customer" | "operator";
  /** What to do, in plain language. */
  message: string;
  /** What you need to know to respond, such as the choices. */
  details: Record<string, unknown>;
  /** JSON Schema that the answer must match. */
  answer_schema: Record<string, unknown>;
  /** Page for completing the action, if there is one. */
  url: string | null;
  /** When the order fails if nobody responds. Null while an operator is working on it. */
  expires_at: string | null;
};

/** Where the order ships to. */
export type OrderAddress = {
  /** First name of the recipient. */
  first_name: string;
  /** Last name of the recipient. */
  last_name: string;
  /** Street address. */
  address_line1: string;
  /** Apartment, suite, unit or company. */
  address_line2: string | null;
  /** City or town. */
  city: string;
  /** State or region. */
  state: string | null;
  /** ZIP or postal code. */
  postal_code: string;
  /** Two-letter country code (ISO 3166-1): US, DE or IT. */
  country: string;
  /** Phone number for the carrier. */
  phone_number: string | null;
};

/** Orders in a period and in the previous period. */
export type OrderComparison = {
  /** Start of the current period. The previous one ends there. */
  since: string;
  /** True: a period has more than 50,000 orders, and the numbers are incomplete. Choose a shorter period. */
  has_more: boolean;
  /** Totals for each period. */
  total: {
    /** Orders in a period. */
    current: OrderPeriod;
    /** Orders in a period. */
    previous: OrderPeriod;
  };
  /** The same totals for each store, key or person, highest spending first. */
  groups: {
    /** Name of the store, key or person. Null: no key, or the person is unknown. */
    name: string | null;
    /** Orders in a period. */
    current: OrderPeriod;
    /** Orders in a period. */
    previous: OrderPeriod;
  }[];
};

/** An invoice, credit note or receipt for an order. */
export type OrderDocument = {
  /** Unique ID. */
  id: string;
  /** Type of document. */
  kind: "invoice" | "credit_note" | "receipt";
  /** Name of the file. */
  name: string;
  /** Media type of the file. */
  content_type: string;
  /** Size of the file in bytes. */
  bytes: number;
  /** Who provided it. */
  source: "store" | "operator";
  /** When it was created. */
  created_at: string;
};

/** How the order is paid for if the store charges in another currency. Omitted for stores that charge in US dollars. */
export type OrderExchange = {
  /** Currency of the store (ISO 4217). */
  currency: string;
  /** Currency of the wallet that pays for the order. */
  payment_currency: string;
  /** Units of the currency per US dollar, before the markup. Null until the purchase. */
  rate: string | null;
  /** Markup on the rate, in basis points. */
  markup_bps: number;
  /** When the source published the rate. */
  rate_date: string | null;
  /** `max_price` in the minor unit of the currency, if you sent it in that currency. */
  max_price: number | null;
};

/** Which parts of the order can be left out, and which ones were. */
export type OrderFulfillment = {
  /** Whether the order proceeds if some gift options are not available. */
  gift: "strict" | "best_effort";
  /** Whether the order proceeds if some items are not available. */
  items: "strict" | "best_effort";
  /** Whether the order proceeds if some units of an item are not available. */
  quantity: "strict" | "best_effort";
  /** What was left out of the order. Empty if nothing was. */
  concessions: Concession[];
};

/** A product in an order. */
export type OrderItem = {
  /** UUID of the item. Use it in returns. */
  id: string;
  /** Product page that was ordered. */
  url: string;
  /** Number of units ordered. */
  quantity: number;
  /** Options that were chosen, or null. */
  variant: {
    /** Name of the option, such as `Color` or `Size`. */
    label: string;
    /** The chosen value, as the store spells it. */
    value: string;
  }[] | null;
  /** Conditions that the order accepts. */
  condition_in: ("New" | "Refurbished" | "UsedLikeNew" | "UsedVeryGood" | "UsedGood" | "UsedAcceptable")[];
  /** Conditions that the order rejects. */
  condition_not_in: ("New" | "Refurbished" | "UsedLikeNew" | "UsedVeryGood" | "UsedGood" | "UsedAcceptable")[];
  /** Status of the item. */
  status: "pending" | "processing" | "ordered" | "shipped" | "delivered" | "cancelled" | "failed";
  /** Number of units that the store canceled. */
  cancelled_quantity: number;
  /** Price of one unit, in cents. Null until the order is placed. */
  unit_price_cents: number | null;
  /** Why this item could not be bought. Null unless the order failed because of it. */
  error_type: FailureReason | null;
  /** Why the store canceled it, in the store's words. */
  cancellation_reason: string | null;
  /** When it was created. */
  created_at: string;
  /** When it last changed. */
  updated_at: string;
};

/** Why the last attempt failed, if Errand will retry the order. The final result is in `job_result`. */
export type OrderLastAttempt = {
  /** When the attempt ended. */
  at: string;
  /** Why the attempt failed, as an `error_type`. */
  reason: string;
  /** What went wrong, in plain language. */
  message: string;
};

/** A page of orders. */
export type OrderList = {
  /** Orders on this page. */
  orders: Order[];
  /** Number of orders that match: the exact number, or a lower bound if `is_total_exact` is false. */
  total: number;
  /** Counting stops after 10,000 orders, or 1,000 with filters other than status, progress and time. Some filters only count among the newest orders. */
  is_total_exact: boolean;
  /** Maximum number of entries per page. */
  limit: number;
  /** Number of entries to skip. */
  offset: number;
};

/** Payment source and amounts of the order. */
export type OrderPayment = {
  /** Payment source. Omitted if an agent paid. */
  mode?: "wallet" | "card";
  /** `authorized`: on hold. `captured`: the order was placed. `released`: nothing was bought. `refunded`: everything was refunded. */
  state: "authorized" | "captured" | "released" | "refunded";
  /** The most that the order may cost, in cents. */
  authorized_cents: number;
  /** What the order cost, in cents, including the fee. */
  captured_cents: number;
  /** Amount refunded so far, in cents. */
  refunded_cents: number;
  /** Service fee included in `captured_cents`, in cents. */
  fee_cents: number;
  /** Fee for paying by card, in cents. Always 0. */
  stripe_fee_cents?: number;
  /** The card that is charged. Null for the wallet. */
  payment_method?: string | null;
  /** True if no real money moved. */
  simulated: boolean;
  /** Payment method. Only on orders that an agent paid for up front. */
  method?: string;
  /** Payment method. Only on orders that an agent paid for up front. */
  amount_cents?: number;
  /** As sent in the Payment-Receipt header. */
  receipt?: string;
  /** Payment method. Only on orders that an agent paid for up front. */
  refunds?: {
    /** Unique ID. */
    id: string;
    /** Amount of the refund, in cents. */
    amount_cents: number;
    /** `completed` once the payment provider has sent the money. */
    status: "pending" | "completed";
    /** The payment provider's ID for the refund. */
    reference: string | null;
    /** When it was created. */
    created_at: string;
  }[];
};

/** Orders in a period. */
export type OrderPeriod = {
  /** Orders created in the period. */
  orders: number;
  /** Orders that were placed. */
  placed: number;
  /** Orders that failed. */
  failed: number;
  /** What stores charged for them, in US cents at the exchange rate used for each purchase, before refunds. */
  spent_cents: number;
  /** Failed orders as a share of those that were placed or failed, from 0 to 1. Null if there are none. */
  failure_rate: number | null;
  /** Median time from the request to the purchase, in seconds. Null if nothing was bought. */
  place_seconds: number | null;
  /** Median time from the request to delivery, in seconds. Null if nothing arrived. */
  deliver_seconds: number | null;
};

/** What happened to an order. */
export type OrderTimeline = {
  /** UUID of the order. */
  order_id: string;
  /** Status of the order now. */
  current_status: "pending" | "in_progress" | "order_placed" | "order_failed" | "cancelled" | "cancelled_by_retailer";
  /** What happened to the order, oldest first. */
  milestones: {
    /** Machine-readable type of the milestone. */
    type: "order_created" | "placement_started" | "action_required" | "action_answered" | "order_placed" | "order_failed" | "tracking_acquired" | "shipped" | "out_for_delivery" | "delivered" | "undeliverable" | "cancelled" | "cancelled_by_retailer" | "return_requested" | "return_resolved";
    /** What happened, in plain language. */
    label: string;
    /** When it happened. */
    occurred_at: string;
    /** Who reported it: Errand, the retailer or the carrier. */
    source: "service" | "retailer" | "carrier";
    /** Details of the milestone, such as the carrier and tracking number. */
    detail: Record<string, unknown>;
  }[];
};

/** Totals for the orders that match a filter. */
export type OrderTotals = {
  /** Number of orders that match. */
  orders: number;
  /** True: more orders match than were counted, so every number here is a lower bound. */
  has_more: boolean;
  /** What was charged, by currency. Amounts in different currencies are never added together. */
  charged: {
    /** Currency that the stores charged (ISO 4217). */
    currency: string;
    /** Number of orders that were charged in it. */
    orders: number;
    /** What the stores charged, in minor units of the currency. */
    total: number;
  }[];
  /** Orders that are pending or being placed. */
  open: {
    /** Number of orders. */
    orders: number;
    /** The most that they may cost in total, in US cents. */
    max_price: number;
  };
  /** Pending orders, which `POST /orders/cancel` would cancel. */
  cancellable: {
    /** Number of orders. */
    orders: number;
    /** The most that they may cost in total, in US cents. */
    max_price: number;
  };
};

/** A product to buy. */
export type OrderedProduct = {
  /** Product page on the store's site. */
  url: string;
  /** Number of units to buy. */
  quantity?: number;
  /** Options to choose, such as size and color. Required if the product has variants. */
  variant?: {
    /** Name of the option, such as `Color` or `Size`. */
    label: string;
    /** The chosen value, as the store spells it. */
    value: string;
  }[] | null;
  /** Conditions to accept. Only `New` by default. */
  condition_in?: ("New" | "Refurbished" | "UsedLikeNew" | "UsedVeryGood" | "UsedGood" | "UsedAcceptable")[];
  /** Conditions to reject. */
  condition_not_in?: ("New" | "Refurbished" | "UsedLikeNew" | "UsedVeryGood" | "UsedGood" | "UsedAcceptable")[];
};

/** A payment link for an order. */
export type Payment = {
  /** Unique ID. */
  id: string;
  /** `authorized`: paid, and the order is in progress. `placed`: the retailer accepted the order. `failed`: the order could not be placed. The money is in the wallet, or is being refunded to the payer. */
  status: "requires_action" | "authorized" | "placed" | "expired" | "failed";
  /** The order, once it is paid for. */
  order_id: string | null;
  /** Payment page. Null once there is nothing to pay. */
  pay_url: string | null;
  /** When the link expires. */
  expires_at: string;
  /** What the payer pays. */
  quote: {
    /** The most that the store may charge, in cents. */
    max_price_cents: number;
    /** Service fee, in cents. */
    order_fee_cents: number;
    /** Fee for paying by card, in cents. Always 0. */
    stripe_fee_cents: number;
    /** What the payer pays, in cents. Any unused amount is refunded. */
    hold_cents: number;
  };
  /** What is bought. */
  products: {
    /** Product page. */
    url: string;
    /** Number of units. */
    quantity: number;
    /** Options that were chosen. */
    variant: {
      /** Name of the option. */
      label: string;
      /** Chosen value. */
      value: string;
    }[] | null;
  }[];
  /** Who requested the payment. */
  client: {
    /** Name of the key or agent. */
    name: string;
    /** The agent's page, if known. */
    url: string | null;
  };
  /** Where it ships to, without the name and street. */
  ship_to_summary: string;
};

/** Why payment is required or failed (RFC 9457). */
export type PaymentProblem = {
  /** URI that identifies the problem. */
  type: string;
  /** Short name of the problem. */
  title: string;
  /** HTTP status of the response. */
  status: number;
  /** What happened, in plain language. */
  detail: string;
  /** Machine-readable error code. */
  code: "payment_required" | "payment_failed";
  /** What went wrong. */
  error: ErrorBody['error'];
};

/** A spending policy and what is left of its limits. */
export type Policy = {
  /** Decision for orders that no rule applies to. `allow` by default. */
  default?: "allow" | "approve" | "deny";
  /** The most that one order can hold, in cents, including the fee. */
  max_order_cents?: number;
  /** Spending limits per day, week, month or in total. */
  windows?: SpendWindow[];
  /** The most that can be on hold at the same time, in cents. */
  max_open_cents?: number;
  /** Retailers that orders can be placed with. */
  retailers?: {
    /** Only these retailers. */
    allow?: string[];
    /** Never these retailers. */
    deny?: string[];
  };
  /** Countries that orders can ship to. */
  countries?: {
    /** Only these countries (ISO 3166-1). */
    allow: string[];
  };
  /** Addresses that orders can ship to. */
  addresses?: {
    /** Only addresses that the account has an approved or placed order for. */
    only_known?: boolean;
  };
  /** Reject products whose title contains one of these words. */
  deny_words?: string[];
  /** The most units in one order. */
  max_quantity?: number;
  /** When the order requires approval. */
  approve?: {
    /** Ask for approval above this amount, in cents. */
    above_cents?: number;
    /** Ask for approval of the first order from each retailer. */
    new_retailer?: boolean;
    /** Ask for approval of the first order to each address. */
    new_address?: boolean;
    /** Ask for approval of the first order that this policy applies to. */
    first_order?: boolean;
  };
  /** Email addresses of owners and buyers who can approve. The owners by default. */
  approvers?: string[];
  /** Minutes until the approval expires. 1440 (one day) by default. */
  approve_within_minutes?: number;
  /** Orders are allowed from this time on. */
  not_before?: string;
  /** Orders are allowed until this time. */
  not_after?: string;
  /** Orders need a `reason` in their metadata. */
  require_reason?: boolean;
  /** Stop all purchases, including orders in the queue. */
  frozen?: boolean;
  /** What is left of each limit. */
  rules: PolicyRule[];
  /** ID of the policy. Null: no policy is set. */
  id: string | null;
  /** What it applies to: the account, a group of keys or one key. */
  scope: "account" | "group" | "key";
  /** ID of the key or name of the group. Null for the account. */
  subject: string | null;
  /** Number of changes. 0: no policy is set. */
  version: number;
  /** Who changed it last. */
  updated_by: string | null;
  /** When it was first written. */
  created_at: string | null;
  /** When it last changed. */
  updated_at: string | null;
};

/** One limit of a policy. */
export type PolicyRule = {
  /** Name of the rule, such as `windows.day.amount_cents`. */
  rule: string;
  /** What the rule says. */
  decision: "allow" | "approve" | "deny";
  /** Value of the rule in the policy. */
  limit: unknown;
  /** How much of the limit is used. Null if it can't be counted. */
  used: number | null;
  /** How much of the limit is left. Null if it can't be counted. */
  left: number | null;
};

/** The rules of a spending policy. Leave out what you do not want to limit. */
export type PolicyRules = {
  /** Decision for orders that no rule applies to. `allow` by default. */
  default?: "allow" | "approve" | "deny";
  /** The most that one order can hold, in cents, including the fee. */
  max_order_cents?: number;
  /** Spending limits per day, week, month or in total. */
  windows?: SpendWindow[];
  /** The most that can be on hold at the same time, in cents. */
  max_open_cents?: number;
  /** Retailers that orders can be placed with. */
  retailers?: {
    /** Only these retailers. */
    allow?: string[];
    /** Never these retailers. */
    deny?: string[];
  };
  /** Countries that orders can ship to. */
  countries?: {
    /** Only these countries (ISO 3166-1). */
    allow: string[];
  };
  /** Addresses that orders can ship to. */
  addresses?: {
    /** Only addresses that the account has an approved or placed order for. */
    only_known?: boolean;
  };
  /** Reject products whose title contains one of these words. */
  deny_words?: string[];
  /** The most units in one order. */
  max_quantity?: number;
  /** When the order requires approval. */
  approve?: {
    /** Ask for approval above this amount, in cents. */
    above_cents?: number;
    /** Ask for approval of the first order from each retailer. */
    new_retailer?: boolean;
    /** Ask for approval of the first order to each address. */
    new_address?: boolean;
    /** Ask for approval of the first order that this policy applies to. */
    first_order?: boolean;
  };
  /** Email addresses of owners and buyers who can approve. The owners by default. */
  approvers?: string[];
  /** Minutes until the approval expires. 1440 (one day) by default. */
  approve_within_minutes?: number;
  /** Orders are allowed from this time on. */
  not_before?: string;
  /** Orders are allowed until this time. */
  not_after?: string;
  /** Orders need a `reason` in their metadata. */
  require_reason?: boolean;
  /** Stop all purchases, including orders in the queue. */
  frozen?: boolean;
};

/** What spending policies say about an order. */
export type PolicyVerdict = {
  /** What happens to the order. */
  decision: "allow" | "approve" | "deny";
  /** The rules that led to the decision. */
  rules: PolicyRule[];
};

/** Breakdown of what the store charges. */
export type PriceComponents = {
  /** Price of all items, in cents. */
  subtotal: number;
  /** Shipping cost, in cents. */
  shipping: number;
  /** Sales tax or VAT, in cents. */
  tax: number;
  /** Other store fees, in cents. */
  fees: number;
  /** Total the store charges, in cents. */
  total: number;
  /** Whether prices include tax. If so, `tax` is part of `subtotal` and is not added to it. */
  tax_included: boolean;
  /** Currency of the store (ISO 4217). The amounts are in its minor unit. */
  currency: string;
  /** Currency of the wallet that paid. Only for stores that don't charge in US dollars. */
  payment_currency?: string;
  /** What the wallet paid for `total`, in the minor unit of `payment_currency`. */
  converted_payment_total?: number;
};

/** The retailer's response, unmodified, with `status`. */
export type Product = {
  /** `processing` only if `async` was requested. The only field that is always present. */
  status: "completed" | "processing" | "failed";
  /** Why it failed. Only if `status` is `failed`. */
  code?: "product_not_found" | "retailer_unavailable";
  /** Why it failed, in plain language. Only if `status` is `failed`. */
  message?: string;
};

/** A purchase that is waiting for approval. */
export type PurchaseApproval = {
  /** Unique ID. */
  id: string;
  /** Who is asking. `mcp`: an agent that calls place_order. `policy`: a spending policy. */
  kind: "mcp" | "policy";
  /** Approval status. */
  state: "open" | "approved" | "denied" | "used" | "expired" | "closed";
  /** Name of the key that requested the purchase. */
  key: string;
  /** Who is asking. The agent provides its own name and reason, so treat them as untrusted text. */
  requested_by: {
    /** Name of the key. */
    key: string;
    /** Name provided by the agent. */
    agent: string | null;
    /** Reason provided by the agent. */
    reason: string | null;
  };
  /** Store that the order would be placed with. */
  retailer: string;
  /** Currency of the amounts (ISO 4217). */
  currency: string;
  /** What would be bought. */
  items: {
    /** Product page. */
    url: string;
    /** Title of the product in the store. */
    title: string | null;
    /** Options that were chosen. */
    variant: {
      /** Name of the option. */
      label: string;
      /** Chosen value. */
      value: string;
    }[] | null;
    /** Number of units. */
    quantity: number;
    /** Price of one unit, in cents, if known. */
    unit_price_cents: number | null;
  }[];
  /** Shipping address. Null once the approval has ended. */
  ship_to: {
    /** First name of the recipient. */
    first_name: string;
    /** Last name of the recipient. */
    last_name: string;
    /** Street address. */
    address_line1: string;
    /** Apartment, suite, unit or company. */
    address_line2: string | null;
    /** City or town. */
    city: string;
    /** State or region. */
    state: string | null;
    /** ZIP or postal code. */
    postal_code: string;
    /** Country (ISO 3166-1). */
    country: string;
    /** Phone number for the carrier. */
    phone_number: string | null;
  } | null;
  /** What the store would charge, if known. */
  price_components: {
    /** Price of all items, in cents. */
    subtotal: number;
    /** Shipping cost, in cents. */
    shipping: number;
    /** Sales tax or VAT, in cents. */
    tax: number;
    /** Other store fees, in cents. */
    fees: number;
    /** Total the store would charge, in cents. */
    total: number;
    /** Whether prices include tax. If so, `tax` is part of `subtotal` and is not added to it. */
    tax_included: boolean;
  } | null;
  /** Fee that Errand adds, in cents. */
  service_fee_cents: number;
  /** The most that the store may charge, in cents. */
  max_price: number;
  /** Maximum total charge, in cents, including the fee. */
  max_charge_cents: number;
  /** Payment source for the purchase. */
  payment: {
    /** Payment source. */
    mode: "wallet" | "card";
    /** ID of the card. */
    payment_method: string | null;
    /** Brand and last four digits of the card, for display. */
    card: string | null;
  };
  /** What won't be known until checkout, in plain language. */
  not_known_yet: string | null;
  /** Rules that require approval. */
  rules: {
    /** Name of the rule. */
    rule: string;
    /** Value of the rule in the policy. */
    limit: unknown;
    /** The rule, in plain language. */
    text: string;
  }[];
  /** The order, once it exists. */
  order_id: string | null;
  /** Page for approving or declining the purchase. */
  url: string;
  /** When the approval expires. */
  expires_at: string | null;
};

/** What an order would cost now. */
export type Quote = {
  /** Send it as `quote_id` in the order to buy at this price. */
  quote_id: string;
  /** ID of the retailer, as in GET /retailers. */
  retailer: string;
  /** Currency of the amounts (ISO 4217). */
  currency: string;
  /** When the quote expires. */
  expires_at: string;
  /** What was quoted. */
  items: {
    /** Product page. */
    url: string;
    /** Title of the product in the store, if known. */
    title: string | null;
    /** Number of units. */
    quantity: number;
    /** Options that were chosen. */
    variant: {
      /** Name of the option. */
      label: string;
      /** Chosen value. */
      value: string;
    }[] | null;
    /** Price of one unit, in cents. Null if the item would be left out. */
    unit_price_cents: number | null;
    /** Whether the store sells it now. False: it would be left out (`fulfillment`). */
    available: boolean;
  }[];
  /** What the store would charge. */
  price_components: {
    /** Price of all items, in cents. */
    subtotal: number;
    /** Shipping cost, in cents. */
    shipping: number;
    /** Sales tax or VAT, in cents. */
    tax: number;
    /** Other store fees, in cents. */
    fees: number;
    /** Total the store would charge, in cents. */
    total: number;
    /** Currency of the store, if it is not US dollars. The amounts are in its minor unit. */
    currency?: string;
    /** Currency of the wallet that would pay. */
    payment_currency?: string;
    /** What that wallet would pay, at the rate that the quote locks in. */
    converted_payment_total?: number;
    /** Whether prices include tax. If so, `tax` is part of `subtotal` and is not added to it. */
    tax_included: boolean;
  };
  /** Fee that Errand adds, in cents. */
  service_fee_cents: number;
  /** What an order with `suggested_max_price` would put on hold in your wallet, in cents, including the fee. */
  would_hold_cents: number;
  /** Day on which the store expects to deliver, if known. */
  estimated_delivery: string | null;
  /** A `max_price` that leaves room for small changes, in cents. */
  suggested_max_price: number;
  /** What your spending policies say about this order. */
  policy: PolicyVerdict;
  /** What to know before you buy, in plain language. */
  warnings: string[];
};

/** A retailer that Errand knows. */
export type Retailer = {
  /** ID of the retailer, to use in other calls. */
  retailer: string;
  /** Display name of the retailer. */
  display_name: string;
  /** Whether Errand can currently buy from this retailer. */
  supported: boolean;
  /** Domain of the store. */
  base_url: string;
  /** Countries that it ships to (ISO 3166-1). Empty: it depends on the store. */
  supported_countries: string[];
  /** Whether it ships free, always or above the threshold. */
  free_shipping: boolean;
  /** Minimum order total for free shipping, in cents. Null: no minimum. */
  free_shipping_threshold_cents: number | null;
  /** How this service currently buys from this retailer. Null in the sandbox, or if it can't. */
  bought_by: "api" | "recipe" | "desk" | null;
  /** Every way to buy from the retailer, best one first. */
  ways_to_buy: {
    /** An ordering API, a recipe for the store's pages, or manual purchase. */
    way: "api" | "recipe" | "desk";
    /** Kind of store to add. */
    kind: "vendure" | "medusa" | "woocommerce" | "shopify" | "amazon-business" | "mouser" | "ucp" | "browser" | "desk";
    /** What an operator needs to set it up. */
    needs: string;
    /** URL of the page that explains it. */
    docs: string;
  }[];
};

/** A return and its refund. */
export type Return = {
  /** Unique ID. */
  id: string;
  /** The order it belongs to. */
  order_id: string;
  /** `open`: the retailer has not decided. `approved`: send the items to the retailer; the refund follows. `credited`: the money is in your wallet. `denied`: the retailer declined the return, or rejected the items after inspection. */
  status: "open" | "approved" | "denied" | "credited";
  /** Why the items are being returned. */
  reason: "damaged" | "not_delivered" | "empty_box" | "wrong_item" | "defective" | "not_as_described" | "wrong_size" | "no_longer_needed" | "forced_cancellation" | "other";
  /** Your notes for the retailer. */
  notes: string | null;
  /** What is returned. */
  items: {
    /** UUID of the item, from the order's `items`. */
    order_item_id: string;
    /** Number of units returned. */
    quantity: number;
  }[];
  /** Return labels as PDF, one per package. Each link works for 7 days. Fetch the return again for new links. */
  label_urls: string[];
  /** The store's return number. */
  merchant_return_id: string | null;
  /** Why the return was resolved this way, in plain language. */
  resolution_notes: string | null;
  /** Status of the refund. Null if the return was denied. */
  refund: ReturnRefundState | null;
  /** When it was created. */
  created_at: string;
  /** When it last changed. */
  updated_at: string;
};

/** Status of the refund. Null if the return was denied. */
export type ReturnRefundState = {
  /** `waiting`: expected from the retailer. `credited`: added to your wallet. `paid_by_retailer`: bought with your own retailer account, so the retailer refunds you directly. */
  status: "waiting" | "credited" | "paid_by_retailer";
  /** Amount you get if the store refunds everything, in cents. */
  expected_cents: number | null;
  /** What was added to your wallet, in cents. */
  credited_cents: number | null;
  /** When it was added to your wallet. */
  credited_at: string | null;
};

/** Summary of a return. */
export type ReturnSummary = {
  /** Unique ID. */
  id: string;
  /** Status of the return: `open`, `approved`, `denied` or `credited`. */
  status: string;
  /** Why the items are being returned. */
  reason: string;
  /** When it was created. */
  created_at: string;
  /** When it last changed. */
  updated_at: string;
};

/** A card that can pay for orders. */
export type SavedCard = {
  /** Send it as `payment.payment_method` in an order. */
  id: string;
  /** Card network, such as `visa`. */
  brand: string;
  /** Last four digits of the card number. */
  last4: string;
  /** Expiration month of the card, from 1 to 12. */
  exp_month: number;
  /** Expiration year of the card. */
  exp_year: number;
  /** Whether this card is charged when an order doesn't specify one. */
  is_default: boolean;
  /** Whether this is a sandbox test card. */
  simulated: boolean;
  /** When it was created. */
  created_at: string;
};

/** A saved view of the order list. */
export type SavedView = {
  /** UUID of the view. */
  id: string;
  /** Name of the view. */
  name: string;
  /** Query string of the page URL, without `?`: filters, sort and columns. */
  query: string;
  /** When it was saved. */
  created_at: string;
};

/** A product in search results. */
export type SearchHit = {
  /** The store's ID for the product. */
  product_id: string;
  /** Title of the product in the store. */
  title: string;
  /** Product page. Use it in POST /orders. */
  url: string;
  /** ID of the retailer, as in GET /retailers. */
  retailer: string;
  /** Image URL. */
  image: string | null;
  /** Brand or manufacturer. */
  brand: string | null;
  /** Price in cents. Null if the store shows none. */
  price: number;
  /** ISO 4217. */
  currency: string;
  /** Average customer rating, from 0 to 5. */
  stars: number | null;
  /** Number of customer reviews. */
  num_reviews: number | null;
  /** Whether it can be bought now. */
  available: boolean;
  /** Whether it ships free. */
  free_shipping: boolean;
  /** Whether an order must specify a variant (see GET /products/{product_id}). Null: unknown. */
  variant_required: boolean | null;
  /** EAN, UPC or ISBN as 14 digits. Null: unknown. */
  gtin: string | null;
};

/** A product in search results, with the other stores that sell it. */
export type SearchOfAllHit = {
  /** The store's ID for the product. */
  product_id: string;
  /** Title of the product in the store. */
  title: string;
  /** Product page. Use it in POST /orders. */
  url: string;
  /** ID of the retailer, as in GET /retailers. */
  retailer: string;
  /** Image URL. */
  image: string | null;
  /** Brand or manufacturer. */
  brand: string | null;
  /** Price in cents. Null if the store shows none. */
  price: number;
  /** ISO 4217. */
  currency: string;
  /** Average customer rating, from 0 to 5. */
  stars: number | null;
  /** Number of customer reviews. */
  num_reviews: number | null;
  /** Whether it can be bought now. */
  available: boolean;
  /** Whether it ships free. */
  free_shipping: boolean;
  /** Whether an order must specify a variant (see GET /products/{product_id}). Null: unknown. */
  variant_required: boolean | null;
  /** EAN, UPC or ISBN as 14 digits. Null: unknown. */
  gtin: string | null;
  /** The same product (by `gtin`) at other retailers. */
  also_at: {
    /** ID of the retailer, as in GET /retailers. */
    retailer: string;
    /** That store's ID for the product. */
    product_id: string;
    /** Product page on that store's site. */
    url: string;
    /** Price in cents. */
    price: number;
    /** Currency of the amounts (ISO 4217). */
    currency: string;
  }[];
};

/** Search results from all retailers. */
export type SearchOfAllResults = {
  /** Whether the search worked. */
  status: "completed" | "failed";
  /** Why it failed. Only if `status` is `failed`. `search_unavailable`: this store has no search, but its products can be bought by ID or URL. */
  code?: "retailer_unavailable" | "search_unavailable";
  /** Why it failed, in plain language. Only if `status` is `failed`. */
  message?: string;
  /** The search term. */
  query: string;
  /** Products from all retailers, best match first. */
  results: SearchOfAllHit[];
  /** Stores whose products are missing from the list, and why. */
  left_out: {
    /** ID of the retailer, as in GET /retailers. */
    retailer: string;
    /** Why there are no results. `too_slow`: the retailer did not respond in time. */
    reason: "too_slow" | "unavailable";
  }[];
};

/** A page of search results from one retailer. */
export type SearchResults = {
  /** Whether the search worked. */
  status: "completed" | "failed";
  /** Why it failed. Only if `status` is `failed`. `search_unavailable`: this store has no search, but its products can be bought by ID or URL. */
  code?: "retailer_unavailable" | "search_unavailable";
  /** Why it failed, in plain language. Only if `status` is `failed`. */
  message?: string;
  /** Products on this page, best match first. */
  results: SearchHit[];
  /** Next page of a `free_shipping` search. Request it even after an empty page. Null: no more pages. */
  next_page: number | null;
};

/** Where to ship the order. */
export type ShippingAddress = {
  /** First name of the recipient. */
  first_name: string;
  /** Last name of the recipient. */
  last_name: string;
  /** Street address. */
  address_line1: string;
  /** Apartment, suite, unit or company. */
  address_line2?: string | null;
  /** City or town. */
  city: string;
  /** State or region. Required in the US, as a two-letter code. */
  state?: string | null;
  /** ZIP or postal code. */
  postal_code: string;
  /** Two-letter country code (ISO 3166-1): US, DE or IT. */
  country?: string;
  /** Phone number for the carrier, with country code. */
  phone_number: string;
};

/** An app that requests access to your account. */
export type SignInRequest = {
  /** Unique ID. */
  id: string;
  /** Name that the app gave itself. Not verified. */
  name: string;
  /** Where the user is sent next. Show them the full URL. */
  redirect_uri: string;
  /** Host of `redirect_uri`, or its scheme if it opens an app. */
  redirect_host: string;
  /** Scopes that the app requests. */
  scopes: ("read" | "order")[];
  /** Status of the request. */
  status: "pending" | "approved" | "denied" | "used" | "expired";
  /** When it expires. */
  expires_at: string;
};

/** A spending limit per period. */
export type SpendWindow = {
  /** Calendar period. `total` never resets. */
  per: "hour" | "day" | "week" | "month" | "total";
  /** The most that can be held and spent in the period, in cents. */
  amount_cents?: number;
  /** The most orders in the period. */
  count?: number;
  /** Time zone in which the period starts (IANA). */
  timezone?: string;
};

/** A member of the account. */
export type TeamMember = {
  /** Unique ID. */
  id: string;
  /** Email address that the member signs in with. */
  email: string;
  /** Name of the member, if they gave one. */
  name: string | null;
  /** What the member can do on the account. */
  role: "viewer" | "buyer" | "owner";
  /** When the member joined the account. */
  joined_at: string;
  /** Whether this is you. */
  is_you: boolean;
};

/** A sandbox test clock. */
export type TestClock = {
  /** Unique ID. */
  id: string;
  /** Name that you gave it. */
  name: string | null;
  /** Current time of the clock. It doesn't move until you advance it. */
  now: string;
  /** `advancing` until everything that is due by the new time has happened. */
  status: "ready" | "advancing";
};

/** Funds that were added to the wallet, or a payment for them. */
export type TopUp = {
  /** Unique ID. */
  id: string;
  /** `pending` until it is paid. `refunded` once the whole amount has been refunded. */
  status: "requires_action" | "succeeded" | "failed" | "expired" | "refunded";
  /** Amount of the top-up, in the minor unit of the currency. */
  amount_cents: number;
  /** Amount refunded or being refunded, in the minor unit of the currency. */
  refunded_cents: number;
  /** Currency of the amounts (ISO 4217). */
  currency: string;
  /** Payment page. Null once it is paid or expired. */
  pay_url: string | null;
  /** Page that the payer can continue to. */
  return_url: string | null;
  /** When the payment page expires. */
  expires_at: string;
  /** Receipt as PDF. Null until it is paid. */
  receipt_url: string | null;
  /** When it was created. */
  created_at: string;
  /** When the payment was confirmed. */
  paid_at: string | null;
};

/** A carrier scan. */
export type TrackingCheckpoint = {
  /** When the carrier recorded the scan. */
  checkpoint_time: string;
  /** Status of the package at this scan. */
  status: "pending" | "in_transit" | "delivered" | "undeliverable";
  /** The carrier's text. */
  message: string;
  /** City of the scan. */
  city: string | null;
  /** State or region of the scan. */
  state: string | null;
  /** Country of the scan. */
  country: string | null;
  /** ZIP or postal code of the scan. */
  zip: string | null;
  /** Place of the scan as free text, if the carrier does not provide a city and state. */
  location: string | null;
};

/** A carrier scan of one of the order's packages. */
export type TrackingEvent = {
  /** Carrier that delivers the package. */
  carrier: string;
  /** The carrier's tracking number. */
  tracking_number: string;
  /** When the carrier recorded the scan. */
  checkpoint_time: string;
  /** Status of the package at this scan. */
  status: "pending" | "in_transit" | "delivered" | "undeliverable";
  /** The carrier's text. */
  message: string;
  /** City of the scan. */
  city: string | null;
  /** State or region of the scan. */
  state: string | null;
  /** Country of the scan. */
  country: string | null;
  /** ZIP or postal code of the scan. */
  zip: string | null;
  /** Place of the scan as free text, if the carrier does not provide a city and state. */
  location: string | null;
};

/** A package in an order. */
export type TrackingNumber = {
  /** Unique ID. */
  id: string;
  /** Carrier that delivers the package. */
  carrier: string;
  /** The carrier's tracking number. */
  tracking_number: string;
  /** Where the package is. */
  status: "pending" | "in_transit" | "delivered" | "undeliverable";
  /** Day on which the carrier expects to deliver, in the time zone of the address. */
  estimated_delivery_date: string | null;
  /** Carrier scans, newest first. */
  checkpoints: TrackingCheckpoint[];
  /** When it was created. */
  created_at: string;
};

/** Calls to one endpoint. */
export type UsageMetric = {
  /** Calls in the window. */
  total: number;
  /** Calls in the period of the same length before the window. */
  prev_total: number;
  /** Calls per day, oldest first. The last entry is today. */
  series: number[];
};

/** Result of the dry run for one row. */
export type ValidatedRow = {
  /** Position of the row, from 0. */
  index: number;
  /** Whether the row can be ordered. */
  ok: boolean;
  /** What to fix, in plain language. Entries that start with `Warning:` don't stop the order. */
  errors: string[];
  /** Product URLs in the row. */
  product_urls: string[];
  /** Units of each product. 0 if the cell is not a number. */
  quantities: number[];
  /** Name of the recipient. */
  recipient: string | null;
  /** Where the order ships to, in one line. */
  destination: string | null;
  /** The most that the store may charge for this row, as in the file. */
  max_price: number | null;
  /** Your retailer account used for this row. */
  retailer_credentials_id: string | null;
  /** Columns that Errand does not recognize. They are copied to the results file. */
  passthrough: Record<string, string>;
};

/** Every problem with the request. */
export type ValidationErrorBody = {
  /** One entry for each problem. */
  detail: {
    /** Path to the field, starting with `body`, `query`, `path` or `header`. */
    loc: (string | number)[];
    /** What is wrong, in plain language. */
    msg: string;
    /** Machine-readable type of the problem, such as `missing`. */
    type: string;
  }[];
  /** Whether the same request can succeed later. */
  retryable: boolean;
  /** What to do, in one sentence. */
  next_step: string;
  /** Docs page for this error. Add `.md` for Markdown. */
  docs: string;
};

/** A delivery of an event to an endpoint. */
export type WebhookDelivery = {
  /** Unique ID. */
  id: string;
  /** Value of the webhook-id header, the same for every attempt. */
  webhook_id: string;
  /** Type of the event. */
  event: "request_succeeded" | "request_failed" | "tracking_obtained" | "tracking_updated" | "status_updated" | "case_updated" | "order.created" | "order.placed" | "order.failed" | "order.cancelled" | "order.cancelled_by_retailer" | "order.refunded" | "order.action_required" | "order.late" | "tracking.obtained" | "tracking.updated" | "return.updated" | "case.updated" | "bulk.completed" | "policy.alert" | "managed_account.paused";
  /** ID of the event. Null for legacy API webhooks. */
  event_id: string | null;
  /** The endpoint. Null for legacy API URLs. */
  endpoint_id: string | null;
  /** What the event is about. */
  subject: {
    /** Kind of object. */
    type: "order" | "return" | "cancellation" | "case" | "bulk" | "policy" | "managed_account" | "test";
    /** ID of the object. */
    id: string;
  };
  /** The order that the event is about, if any. */
  order_id: string | null;
  /** URL of the endpoint, without credentials. */
  url: string;
  /** `pending` until it is delivered or retries end. `stopped`: the endpoint returned 410 Gone. */
  status: "pending" | "delivered" | "failed" | "stopped";
  /** Number of attempts so far. */
  attempts: number;
  /** When the next attempt starts. Null if there is none. */
  next_attempt_at: string | null;
  /** HTTP status of the last attempt. Null if there was no response. */
  response_status: number | null;
  /** Start of the last response body. */
  response: string | null;
  /** Why the last attempt failed. */
  error: string | null;
  /** The last attempts, oldest first. */
  tries: {
    /** When the attempt was made. */
    at: string;
    /** HTTP status of the response. */
    response_status: number | null;
    /** Start of the response body. */
    response: string | null;
    /** Why the attempt failed. */
    error: string | null;
    /** How long the attempt took, in milliseconds. */
    duration_ms: number | null;
  }[];
  /** The request body, byte for byte. */
  body: string;
  /** The original delivery, if a user edited its body to send this one. Null otherwise. */
  edited_from: string | null;
  /** Email address of that person. */
  edited_by: string | null;
  /** When it was created. */
  created_at: string;
  /** When the endpoint accepted it. */
  delivered_at: string | null;
};

/** A URL that receives events. */
export type WebhookEndpoint = {
  /** Unique ID. */
  id: string;
  /** URL of the endpoint, without credentials. */
  url: string;
  /** Event types to send. Null: all of them. */
  events: EventType[] | null;
  /** Your note about the endpoint. */
  description: string | null;
  /** Whether new events are sent to it. */
  is_active: boolean;
  /** When it returned 410 Gone, which stops deliveries. Null otherwise. */
  stopped_at: string | null;
  /** When deliveries to its URL began to fail. Null if the last message was delivered. */
  failing_since: string | null;
  /** Attempts in the last 24 hours. */
  last_day: {
    /** Number of attempts. */
    attempts: number;
    /** Attempts that the endpoint accepted. */
    succeeded: number;
    /** Share of attempts that succeeded, from 0 to 1. Null if there were none. */
    success_rate: number | null;
    /** Average duration of an attempt, in milliseconds. */
    average_ms: number | null;
    /** Duration of the slowest attempt, in milliseconds. */
    max_ms: number | null;
  };
  /** When it was created. */
  created_at: string;
  /** When it last changed. */
  updated_at: string;
};

/** How an endpoint responded in a period. */
export type WebhookEndpointHealth = {
  /** ID of the webhook endpoint. */
  endpoint_id: string;
  /** When deliveries to its URL began to fail. Null if the last message was delivered. */
  failing_since: string | null;
  /** Number of attempts. */
  attempts: number;
  /** Attempts that the endpoint accepted. */
  succeeded: number;
  /** Share of attempts that succeeded, from 0 to 1. Null if there were none. */
  success_rate: number | null;
  /** Average duration of an attempt, in milliseconds. */
  average_ms: number | null;
  /** Duration of the slowest attempt, in milliseconds. */
  max_ms: number | null;
  /** The same for each step of the period, oldest first. */
  steps: {
    /** Start of the step. */
    at: string;
    /** Number of attempts. */
    attempts: number;
    /** Attempts that the endpoint accepted. */
    succeeded: number;
    /** Share of attempts that succeeded, from 0 to 1. Null if there were none. */
    success_rate: number | null;
    /** Average duration of an attempt, in milliseconds. */
    average_ms: number | null;
    /** Duration of the slowest attempt, in milliseconds. */
    max_ms: number | null;
  }[];
};

/** A URL that receives events, with its secret. */
export type WebhookEndpointWithSecret = {
  /** Unique ID. */
  id: string;
  /** URL of the endpoint, without credentials. */
  url: string;
  /** Event types to send. Null: all of them. */
  events: EventType[] | null;
  /** Your note about the endpoint. */
  description: string | null;
  /** Whether new events are sent to it. */
  is_active: boolean;
  /** When it returned 410 Gone, which stops deliveries. Null otherwise. */
  stopped_at: string | null;
  /** When deliveries to its URL began to fail. Null if the last message was delivered. */
  failing_since: string | null;
  /** Attempts in the last 24 hours. */
  last_day: {
    /** Number of attempts. */
    attempts: number;
    /** Attempts that the endpoint accepted. */
    succeeded: number;
    /** Share of attempts that succeeded, from 0 to 1. Null if there were none. */
    success_rate: number | null;
    /** Average duration of an attempt, in milliseconds. */
    average_ms: number | null;
    /** Duration of the slowest attempt, in milliseconds. */
    max_ms: number | null;
  };
  /** When it was created. */
  created_at: string;
  /** When it last changed. */
  updated_at: string;
  /** Secret that messages are signed with, for Standard Webhooks libraries. */
  secret: string;
};

/** Something that happened on your account. */
export type WebhookEvent = {
  /** Unique ID. */
  id: string;
  /** Type of an event. */
  type: EventType;
  /** When it happened. */
  timestamp: string;
  /** The order that it is about, if any. */
  order_id: string | null;
  /** The order, return, case, batch, policy or account at the time of the event. */
  data: Record<string, unknown>;
};

/** An event with its deliveries. */
export type WebhookEventDetail = {
  /** Unique ID. */
  id: string;
  /** Type of an event. */
  type: EventType;
  /** When it happened. */
  timestamp: string;
  /** The order that it is about, if any. */
  order_id: string | null;
  /** The order, return, case, batch, policy or account at the time of the event. */
  data: Record<string, unknown>;
  /** Its deliveries to your endpoints, newest first. */
  deliveries: WebhookDelivery[];
};

/** The texts of each EventType. */
export const eventTypes = {
  "order.created": {
    "title": "Order created",
    "description": "Errand accepted an order"
  },
  "order.placed": {
    "title": "Order placed",
    "description": "Errand placed an order with the store"
  },
  "order.failed": {
    "title": "Order failed",
    "description": "An order could not be placed"
  },
  "order.cancelled": {
    "title": "Order canceled",
    "description": "An order was canceled before it was placed"
  },
  "order.cancelled_by_retailer": {
    "title": "Order canceled by the store",
    "description": "The store canceled an order"
  },
  "order.refunded": {
    "title": "Order refunded",
    "description": "Support refunded all or part of an order"
  },
  "order.action_required": {
    "title": "Action required",
    "description": "An order is waiting for someone to take action"
  },
  "order.late": {
    "title": "Order late",
    "description": "A package in an order is late"
  },
  "tracking.obtained": {
    "title": "Tracking number received",
    "description": "An order got its first tracking number"
  },
  "tracking.updated": {
    "title": "Tracking updated",
    "description": "A package has new tracking information"
  },
  "return.updated": {
    "title": "Return updated",
    "description": "A return was requested or resolved"
  },
  "case.updated": {
    "title": "Case updated",
    "description": "A case has a new message or status"
  },
  "bulk.completed": {
    "title": "Bulk order completed",
    "description": "The last order in a batch was completed"
  },
  "policy.alert": {
    "title": "Spending alert",
    "description": "Spending reached 50%, 80% or 100% of a limit"
  },
  "managed_account.paused": {
    "title": "Retailer account paused",
    "description": "A retailer account was paused"
  }
} as const;

/** The texts of each FailureReason. */
export const failureReasons = {
  "product_not_found": {
    "title": "Product not found",
    "advice": "Check the product link."
  },
  "product_out_of_stock": {
    "title": "Out of stock",
    "advice": "Try placing the order again later, or choose another offer."
  },
  "product_unavailable": {
    "title": "Not available",
    "advice": "Choose another offer or another condition."
  },
  "product_variant_required": {
    "title": "Variant required",
    "advice": "Order again and choose the size, color or other options."
  },
  "product_variant_unavailable": {
    "title": "Variant not available",
    "advice": "Order again with another variant."
  },
  "product_quantity_unavailable": {
    "title": "Not enough in stock",
    "advice": "Order again with a smaller quantity."
  },
  "quantity_limit_exceeded": {
    "title": "Quantity limit exceeded",
    "advice": "Order again with a smaller quantity."
  },
  "max_price_exceeded": {
    "title": "Over the maximum price",
    "advice": "Order again with a higher maximum price."
  },
  "shipping_unavailable": {
    "title": "Shipping not available",
    "advice": "Choose another address, shipping option or store."
  },
  "shipping_address_invalid": {
    "title": "Address not accepted",
    "advice": "Check the address, then place the order again."
  },
  "handling_days_exceeded": {
    "title": "Ships too late",
    "advice": "Allow more handling days, or choose another offer."
  },
  "gift_option_unavailable": {
    "title": "Gift options not available",
    "advice": "Order again without gift options."
  },
  "payment_declined": {
    "title": "Payment declined",
    "advice": "Check the retailer account's payment method, or use another card."
  },
  "login_failed": {
    "title": "Login failed",
    "advice": "Check the retailer account's password."
  },
  "checkout_failed": {
    "title": "Checkout failed",
    "advice": "Order again. If it fails again, open a case."
  },
  "currency_unsupported": {
    "title": "Currency not supported",
    "advice": "Add funds in the store's currency, or try again when exchange rates are available."
  },
  "account_locked": {
    "title": "Retailer account locked",
    "advice": "Unlock the account on the store's site, then order again."
  },
  "account_verification_required": {
    "title": "Verification code required",
    "advice": "Set up email forwarding or TOTP for the retailer account, then order again."
  },
  "retailer_unavailable": {
    "title": "Store unavailable",
    "advice": "Try placing the order again later."
  },
  "retailer_rate_limited": {
    "title": "Rate limited by the store",
    "advice": "Try placing the order again later."
  },
  "outcome_unknown": {
    "title": "Outcome unknown",
    "advice": "Order again if you still want the items."
  },
  "timed_out": {
    "title": "Timed out",
    "advice": "Try placing the order again later."
  },
  "price_changed": {
    "title": "Price changed",
    "advice": "Get a new quote or allow a larger price difference, then order again."
  },
  "action_expired": {
    "title": "Action expired",
    "advice": "Order again, and complete the action before it expires."
  },
  "approval_denied": {
    "title": "Not approved",
    "advice": "Check with the approver before you order again."
  }
} as const;

/** The messages that endpoints receive, by type. */
export interface WebhookMessages {
  /** Errand accepted an order. */
  'order.created': {
    /** What happened. */
    type: "order.created";
    /** When the event happened. */
    timestamp: string;
    /** The object at the time of the event. */
    data: Order;
  };
  /** Errand placed an order with the store. */
  'order.placed': {
    /** What happened. */
    type: "order.placed";
    /** When the event happened. */
    timestamp: string;
    /** The object at the time of the event. */
    data: Order;
  };
  /** An order could not be placed. */
  'order.failed': {
    /** What happened. */
    type: "order.failed";
    /** When the event happened. */
    timestamp: string;
    /** The object at the time of the event. */
    data: Order;
  };
  /** An order was canceled before it was placed. */
  'order.cancelled': {
    /** What happened. */
    type: "order.cancelled";
    /** When the event happened. */
    timestamp: string;
    /** The object at the time of the event. */
    data: Order;
  };
  /** The store canceled an order. */
  'order.cancelled_by_retailer': {
    /** What happened. */
    type: "order.cancelled_by_retailer";
    /** When the event happened. */
    timestamp: string;
    /** The object at the time of the event. */
    data: Order;
  };
  /** Support refunded all or part of an order. */
  'order.refunded': {
    /** What happened. */
    type: "order.refunded";
    /** When the event happened. */
    timestamp: string;
    /** The object at the time of the event. */
    data: Order;
  };
  /** An order is waiting for someone to take action. */
  'order.action_required': {
    /** What happened. */
    type: "order.action_required";
    /** When the event happened. */
    timestamp: string;
    /** The object at the time of the event. */
    data: Order;
  };
  /** A package in an order is late. */
  'order.late': {
    /** What happened. */
    type: "order.late";
    /** When the event happened. */
    timestamp: string;
    /** The object at the time of the event. */
    data: Order;
  };
  /** An order got its first tracking number. */
  'tracking.obtained': {
    /** What happened. */
    type: "tracking.obtained";
    /** When the event happened. */
    timestamp: string;
    /** The object at the time of the event. */
    data: Order;
  };
  /** A package has new tracking information. */
  'tracking.updated': {
    /** What happened. */
    type: "tracking.updated";
    /** When the event happened. */
    timestamp: string;
    /** The object at the time of the event. */
    data: Order;
  };
  /** A return was requested or resolved. */
  'return.updated': {
    /** What happened. */
    type: "return.updated";
    /** When the event happened. */
    timestamp: string;
    /** The object at the time of the event. */
    data: Return;
  };
  /** A case has a new message or status. */
  'case.updated': {
    /** What happened. */
    type: "case.updated";
    /** When the event happened. */
    timestamp: string;
    /** The object at the time of the event. */
    data: Case;
  };
  /** The last order in a batch was completed. */
  'bulk.completed': {
    /** What happened. */
    type: "bulk.completed";
    /** When the event happened. */
    timestamp: string;
    /** The object at the time of the event. */
    data: BulkOrder;
  };
  /** Spending reached 50%, 80% or 100% of a limit. */
  'policy.alert': {
    /** What happened. */
    type: "policy.alert";
    /** When the event happened. */
    timestamp: string;
    /** The object at the time of the event. */
    data: Policy;
  };
  /** A retailer account was paused. */
  'managed_account.paused': {
    /** What happened. */
    type: "managed_account.paused";
    /** When the event happened. */
    timestamp: string;
    /** The object at the time of the event. */
    data: ManagedAccount;
  };
}

/** A message that an endpoint receives. Check `type` to know what `data` is. */
export type WebhookMessage = WebhookMessages[keyof WebhookMessages];

export type AddCaseAttachmentInput = {
  /** UUID of the order. */
  order_id: string;
  /** The request body. */
  body: {
    /** Name of the file. */
    name: string;
    /** Media type of the file. */
    content_type: "application/pdf" | "image/png" | "image/jpeg";
    /** Content of the file in Base64. It must match `content_type`. */
    data: string;
  };
};

export type AddCaseAttachmentOutput = CaseAttachment;

export type AdvanceSandboxOrderInput = {
  /** UUID of the order. */
  order_id: string;
  /** The request body. */
  body: {
    /** New status of the package. `late`: in transit, and expected three days ago. */
    to: "in_transit" | "late" | "delivered" | "undeliverable" | "cancelled_by_retailer";
  };
};

export type AdvanceSandboxOrderOutput = Order;

export type AdvanceTestClockInput = {
  /** UUID of the clock. */
  clock_id: string;
  /** The request body. */
  body: {
    /** New time of the clock. Cannot be earlier than its current time. */
    to?: string;
    /** How far to advance, instead of `to`. */
    by_seconds?: number;
  };
};

export type AdvanceTestClockOutput = TestClock;

export type AgentCreateOrderInput = {
  /** Return a challenge for this payment method only. */
  method?: "sandbox";
  /** The request body. */
  body?: NewOrder;
};

export type AgentCreateOrderOutput = Order;

export type AgentGetProductInput = {
  /** The store's ID for the product, or the URL of its page. */
  product_id: string;
  /** Retailer that sells the product. */
  retailer: "amazon" | "walmart";
  /** Accept a cached response up to this many seconds old. 300 by default. Can't be combined with `newer_than`. */
  max_age?: number;
  /** Accept a response retrieved at this time or later. Can't be combined with `max_age`. ISO 8601 with a time zone, Unix seconds or Unix milliseconds. */
  newer_than?: number | string;
  /** Respond right away. While the data is being fetched, `status` is `processing`: send the request again. */
  async?: boolean;
};

export type AgentGetProductOutput = Product;

export type AgentGetProductOffersInput = {
  /** The store's ID for the product, or the URL of its page. */
  product_id: string;
  /** Retailer that sells the product. */
  retailer: "amazon" | "walmart";
  /** Accept a cached response up to this many seconds old. 300 by default. Can't be combined with `newer_than`. */
  max_age?: number;
  /** Accept a response retrieved at this time or later. Can't be combined with `max_age`. ISO 8601 with a time zone, Unix seconds or Unix milliseconds. */
  newer_than?: number | string;
  /** Respond right away. While the data is being fetched, `status` is `processing`: send the request again. */
  async?: boolean;
};

export type AgentGetProductOffersOutput = Product;

export type AgentSearchInput = {
  /** What to search for. */
  q: string;
  /** US cents. Other currencies are compared at the current exchange rate. */
  min_price?: number;
  /** US cents. Other currencies are compared at the current exchange rate. */
  max_price?: number;
};

export type AgentSearchOutput = SearchOfAllResults;

export type AgentSearchProductsInput = {
  /** What to search for. */
  query: string;
  /** An identifier from GET /retailers, or the domain of a store that this service supports. */
  retailer: string;
  /** Page of results, from 1. */
  page?: number;
};

export type AgentSearchProductsOutput = SearchResults;

export type AgentSearchProductsByGetInput = {
  /** What to search for. */
  query: string;
  /** An identifier from GET /retailers, or the domain of a store that this service supports. */
  retailer: string;
  /** Page of results, from 1. */
  page?: number;
};

export type AgentSearchProductsByGetOutput = SearchResults;

export type AnswerApprovalInput = {
  /** UUID of the approval. */
  approval_id: string;
  /** The request body. */
  body: {
    /** True to approve the purchase, false to decline it. */
    approved: boolean;
  };
};

export type AnswerApprovalOutput = PurchaseApproval;

export type AnswerInvitationInput = {
  /** Token from the link in the invitation email. */
  token: string;
  /** The request body. */
  body: {
    /** True to accept, false to decline. Either way, the invitation can't be used again. */
    accepted: boolean;
  };
};

export type AnswerInvitationOutput = {
  /** UUID of the account that invited you. */
  account_id: string;
  /** Email address of the account. */
  account: string;
  /** viewer: can view. buyer: can also buy, cancel, return and write to support. owner: can do everything. */
  role: "viewer" | "buyer" | "owner";
  /** Who invited you. */
  invited_by: string | null;
  /** When it expires. */
  expires_at: string;
};

export type AnswerOrderActionInput = {
  /** UUID of the order. */
  order_id: string;
  /** UUID of the order's `next_action`. */
  action_id: string;
  /** The request body. */
  body: {
    /** The answer, matching the action's `answer_schema`. */
    answer: unknown;
  };
};

export type AnswerOrderActionOutput = Order;

export type ApproveDeviceInput = {
  /** The request body. */
  body: {
    /** Code that the app shows. */
    user_code: string;
    /** True to give the app a key, false to deny the request. */
    granted: boolean;
    /** Scopes to grant. All requested scopes by default. */
    scopes?: ("read" | "order" | "manage" | "policies")[];
  };
};

export type ApproveDeviceOutput = {
  /** What you decided. */
  status: "approved" | "denied";
  /** Name of the key. */
  name: string | null;
  /** What happened, in plain language. */
  message: string;
};

export type AskForDeviceCodeInput = {
  /** The request body. */
  body?: {
    /** Name of the key. */
    name?: string;
    /** What the key can do. `read` and `order` by default. The user sees this before they approve. */
    scopes?: ("read" | "order" | "manage" | "policies")[];
  };
};

export type AskForDeviceCodeOutput = {
  /** Code for POST /device/token. Keep it secret. */
  device_code: string;
  /** Code that the user enters. */
  user_code: string;
  /** Page where the user enters the code. */
  verification_uri: string;
  /** The same page with the code filled in. */
  verification_uri_complete: string;
  /** Seconds until the code expires. */
  expires_in: number;
  /** Seconds to wait between calls to POST /device/token. */
  interval: number;
  /** Message to show to the user. */
  human_message: string;
  /** What to do next, in one or two sentences. */
  next: string;
};

export type CancelOrderInput = {
  /** UUID of the order. */
  order_id: string;
};

export type CancelOrderOutput = undefined;

export type CancelOrdersInput = {
  /** The request body. */
  body: {
    /** Only orders with this status. */
    status_filter?: "pending" | "in_progress" | "order_placed" | "order_failed" | "cancelled" | "cancelled_by_retailer";
    /** Only orders at this stage, as counted by `GET /overview`. Placed orders are `preparing`, `on_the_way`, `late`, `delivered` or `undeliverable`. */
    progress?: "pending" | "in_progress" | "preparing" | "on_the_way" | "late" | "delivered" | "undeliverable" | "order_failed" | "cancelled" | "cancelled_by_retailer";
    /** Start of an order ID, store order number or tracking number, or part of the recipient's name, PO number or product title. Case and accents don't matter. */
    search?: string;
    /** An order ID, or part of one. Case doesn't matter. */
    order_id?: string;
    /** The store's order number, in full. */
    merchant_order_id?: string;
    /** Only orders with a package in this status. */
    tracking_status?: "pending" | "in_transit" | "delivered" | "undeliverable";
    /** Only orders with a return in this status. */
    return_status?: "open" | "approved" | "denied" | "credited";
    /** Only orders from this retailer. */
    retailer?: string;
    /** Created at this time or later. */
    created_after?: string;
    /** Only orders created before this time, so that you don't cancel orders you haven't seen. */
    created_before: string;
    /** True: only orders with a tracking number. False: only orders without one. */
    has_tracking?: boolean;
    /** Part of a teammate's email address. Matches orders they placed in the dashboard or with a key they created. */
    user_email?: string;
    /** Only orders whose metadata has this key. */
    metadata_key?: string;
    /** Only orders whose metadata has this value under `metadata_key`. */
    metadata_value?: string;
    /** Only these orders: up to 200 IDs, separated by commas. */
    order_ids?: string;
  };
};

export type CancelOrdersOutput = CancelledOrders;

export type ChangeRoleInput = {
  /** UUID of the person. */
  person_id: string;
  /** The request body. */
  body: {
    /** viewer: can view. buyer: can also buy, cancel, return and write to support. owner: can do everything. */
    role: "viewer" | "buyer" | "owner";
  };
};

export type ChangeRoleOutput = TeamMember;

export type CheckRetailerInput = {
  /** URL of a product page. */
  url: string;
  /** Country to ship to (ISO 3166-1). */
  country?: string;
};

export type CheckRetailerOutput = {
  /** The URL that was checked. */
  url: string;
  /** Domain of the store. */
  domain: string | null;
  /** Whether POST /orders accepts this URL. */
  orderable: boolean;
  /** How well Errand supports the store. */
  support: "supported" | "partial" | "unsupported";
  /** The store, if Errand knows it. */
  retailer: {
    /** ID of the retailer, as in GET /retailers. */
    retailer: string;
    /** Catalog brand that the store belongs to. */
    brand: string | null;
    /** Display name of the store. */
    display_name: string;
    /** Country of the store (ISO 3166-1). */
    country: string | null;
  } | null;
  /** E-commerce platform that the store runs on, if known. */
  platform: string | null;
  /** How Errand checks out at this store. */
  checkout: {
    /** Whether Errand buys without a retailer account. */
    guest_checkout: boolean;
    /** Whether you can buy with your own retailer account. */
    use_your_account: boolean;
  } | null;
  /** Countries that it ships to (ISO 3166-1). Null: it depends on the store. */
  ships_to: string[] | null;
  /** Purchases that Errand made from this store. */
  evidence: {
    /** Whether Errand has placed orders with this store. */
    orders_placed: boolean;
    /** Number of placed orders, counted up to 1,001. */
    orders_placed_count: number;
    /** When the last order was placed. */
    last_order_at: string | null;
  } | null;
  /** What is supported, in plain language. */
  support_detail: string;
  /** Why it can't be ordered. Null if it can. */
  unsupported_reason: string | null;
  /** What to send, in plain language. Null if it can't be ordered. */
  how_to_order: string | null;
};

export type ChooseAccountInput = {
  /** The request body. */
  body: {
    /** UUID of the account to switch to. */
    account_id: string;
  };
};

export type ChooseAccountOutput = undefined;

export type ClaimSandboxInput = {
  /** The request body. */
  body: {
    /** The last part of claim_url. */
    token: string;
  };
};

export type ClaimSandboxOutput = {
  /** Always true. */
  claimed: boolean;
  /** Orders that moved to your account. */
  orders_moved: number;
  /** Keys that moved to your account. */
  keys_moved: number;
  /** What happened, in plain language. */
  message: string;
};

export type CompareOrdersInput = {
  /** Length of a period in days, from 1 to 90. */
  window_days?: number;
  /** How orders are grouped. */
  by?: "retailer" | "key" | "person";
};

export type CompareOrdersOutput = OrderComparison;

export type CreateCardSetupInput = {
  /** The request body. */
  body: {
    /** Page that the user returns to. */
    return_url?: string | null;
  };
};

export type CreateCardSetupOutput = CardSetup;

export type CreateCheckoutSessionInput = {
  /** UUID of the payment. */
  payment_id: string;
};

export type CreateCheckoutSessionOutput = CheckoutSession;

export type CreateKeyInput = {
  /** The request body. */
  body: {
    /** Name of the key. */
    label: string;
    /** Mode of the key. */
    world: "test" | "live";
    /** The key's spending limits. */
    limits?: {
      /** The most that the key's orders can put on hold per day (UTC), in cents. Null: no limit. */
      spend_per_day_cents?: number | null;
      /** The highest `max_price` allowed for an order, in cents. Null: no limit. */
      spend_per_order_cents?: number | null;
      /** IDs of the retailers that the key can buy from. Null: all of them. */
      allowed_retailers?: string[] | null;
    };
    /** What the key can do. `read`: view. `order`: buy, cancel and return. `manage`: retailer accounts and webhooks. `policies`: write spending policies. */
    scopes?: ("read" | "order" | "manage" | "policies")[];
    /** When the key stops working. Null: never. */
    expires_at?: string | null;
    /** IP addresses and CIDR ranges that the key can be used from. Null: anywhere. */
    allowed_addresses?: string[] | null;
    /** Web origins whose scripts can use the key (CORS), such as https://shop.example.com, or * for any. Null: none. Anyone who opens the page can read the key, so give it as few permissions as possible. */
    allowed_origins?: string[] | null;
  };
};

export type CreateKeyOutput = NewKey;

export type CreateManagedAccountInput = {
  /** The request body. */
  body: {
    /** Email address used to log in to the retailer. */
    email: string;
    /** Password of the retailer account. Encrypted at rest and never returned. */
    password?: string | null;
    /** Base32 secret or otpauth:// URL of the authenticator app. Encrypted at rest and never returned. */
    totp_secret?: string | null;
    /** ID of the retailer or domain of the store. Leave it out for default credentials. */
    retailer?: string | null;
    /** Settings for the store, up to 16 KiB. Encrypted at rest. Returned with secrets masked. */
    retailer_config?: Record<string, unknown> | null;
    /** While true, orders stay queued and the account is not used. */
    is_paused?: boolean;
    /** Minimum minutes between two uses. Null: no cooldown. */
    cooldown_minutes?: number | null;
    /** Follow this sandbox test clock instead of real time. Test keys only. */
    test_clock?: string | null;
  };
};

export type CreateManagedAccountOutput = ManagedAccount;

export type CreateOrderInput = {
  /** The request body. */
  body: NewOrder;
};

export type CreateOrderOutput = Order;

export type CreateReturnInput = {
  /** The request body. */
  body: NewReturn;
};

export type CreateReturnOutput = Return;

export type CreateTestClockInput = {
  /** The request body. */
  body?: {
    /** Display name. */
    name?: string | null;
    /** Start time of the clock, within 400 days of now. Now by default. */
    frozen_at?: string | null;
  };
};

export type CreateTestClockOutput = TestClock;

export type CreateTopUpInput = {
  /** The request body. */
  body: {
    /** Amount to add to your wallet, in the minor unit of the currency: cents for dollars and euros, whole yen for yen. */
    amount_cents: number;
    /** Currency of the wallet to add funds to (ISO 4217). The wallet is opened if you don't have one. */
    currency?: string;
    /** Page that the payer can continue to after the payment. */
    return_url?: string | null;
  };
};

export type CreateTopUpOutput = TopUp;

export type CreateWebhookEndpointInput = {
  /** The request body. */
  body: {
    /** URL that receives events by POST. If it contains a username and password, they are sent as Basic authentication. */
    url: string;
    /** Event types to send. Null: all of them. */
    events?: EventType[] | null;
    /** Your note about the endpoint. */
    description?: string | null;
  };
};

export type CreateWebhookEndpointOutput = WebhookEndpointWithSecret;

export type DecideSignInRequestInput = {
  /** UUID of the request. */
  request_id: string;
  /** The request body. */
  body: {
    /** True to give the app a key, false to deny the request. */
    granted: boolean;
    /** Mode: `test` is the sandbox, `live` is real money. */
    world?: "test" | "live";
  };
};

export type DecideSignInRequestOutput = {
  /** Where to send the user now. */
  redirect_to: string;
};

export type DeleteCardInput = {
  /** ID of a saved card. */
  card_id: string;
};

export type DeleteCardOutput = undefined;

export type DeleteKeyGroupPolicyInput = {
  /** Name of the group of keys. */
  name: string;
};

export type DeleteKeyGroupPolicyOutput = undefined;

export type DeleteKeyPolicyInput = {
  /** Unique ID. */
  id: string;
};

export type DeleteKeyPolicyOutput = undefined;

export type DeleteManagedAccountInput = {
  /** The `short_id` of the retailer account. */
  short_id: string;
};

export type DeleteManagedAccountOutput = undefined;

export type DeleteMeOutput = undefined;

export type DeleteOrderViewInput = {
  /** UUID of the view. */
  view_id: string;
};

export type DeleteOrderViewOutput = undefined;

export type DeleteTestClockInput = {
  /** UUID of the clock. */
  clock_id: string;
};

export type DeleteTestClockOutput = undefined;

export type DeleteWebhookEndpointOutput = undefined;

export type DeleteWebhookEndpointByIdInput = {
  /** UUID of the endpoint. */
  endpoint_id: string;
};

export type DeleteWebhookEndpointByIdOutput = undefined;

export type ExportOrdersInput = {
  /** Only orders with this status. */
  status_filter?: "pending" | "in_progress" | "order_placed" | "order_failed" | "cancelled" | "cancelled_by_retailer";
  /** Only orders at this stage, as counted by `GET /overview`. Placed orders are `preparing`, `on_the_way`, `late`, `delivered` or `undeliverable`. */
  progress?: "pending" | "in_progress" | "preparing" | "on_the_way" | "late" | "delivered" | "undeliverable" | "order_failed" | "cancelled" | "cancelled_by_retailer";
  /** Start of an order ID, store order number or tracking number, or part of the recipient's name, PO number or product title. Case and accents don't matter. */
  search?: string;
  /** An order ID, or part of one. Case doesn't matter. */
  order_id?: string;
  /** The store's order number, in full. */
  merchant_order_id?: string;
  /** Only orders with a package in this status. */
  tracking_status?: "pending" | "in_transit" | "delivered" | "undeliverable";
  /** Only orders with a return in this status. */
  return_status?: "open" | "approved" | "denied" | "credited";
  /** Only orders from this retailer. */
  retailer?: string;
  /** Created at this time or later. */
  created_after?: string;
  /** Created before this time. */
  created_before?: string;
  /** True: only orders with a tracking number. False: only orders without one. */
  has_tracking?: boolean;
  /** Part of a teammate's email address. Matches orders they placed in the dashboard or with a key they created. */
  user_email?: string;
  /** `tracking_events` adds the tracking events for all packages, as a field of each order or a column of the file. */
  include?: "tracking_events";
  /** Only orders whose metadata has this key. */
  metadata_key?: string;
  /** Only orders whose metadata has this value under `metadata_key`. */
  metadata_value?: string;
  /** Only these orders: up to 200 IDs, separated by commas. */
  order_ids?: string;
};

export type ExportOrdersOutput = string;

export type FetchDeviceKeyInput = {
  /** The request body. */
  body: {
    /** The `device_code` from POST /device/code. */
    device_code: string;
  };
};

export type FetchDeviceKeyOutput = {
  /** Unique ID. */
  id: string;
  /** The key. Shown only once: Errand stores a hash. */
  key: string;
  /** The same key under another name. */
  api_key: string;
  /** Name of the key. */
  name: string;
  /** Always true: the key works now. */
  is_active: boolean;
  /** Whether it is a test key. */
  is_test: boolean;
  /** When it was created. */
  created_at: string;
  /** What is available in the wallet, in cents. */
  wallet_balance_cents: number;
  /** What the key can do. */
  scopes: ("read" | "order" | "manage" | "policies")[];
  /** What happened to the app's sandbox. */
  sandbox: {
    /** Whether the user claimed the sandbox. */
    claimed: boolean;
    /** Orders that moved to the account. */
    orders_moved: number;
    /** Keys that moved to the account. */
    keys_moved: number;
  };
};

export type FinishManagedAccountLinkInput = {
  /** The request body. */
  body: {
    /** The `state` parameter of the store's redirect. */
    state: string;
    /** The `code` parameter of the store's redirect. */
    code?: string | null;
    /** The `iss` parameter of the store's redirect. */
    iss?: string | null;
    /** The `error` parameter of the store's redirect. */
    error?: string | null;
  };
};

export type FinishManagedAccountLinkOutput = {
  /** The account that was linked. */
  short_id: string;
};

export type GetAccountPolicyOutput = Policy;

export type GetApprovalInput = {
  /** UUID of the approval. */
  approval_id: string;
};

export type GetApprovalOutput = PurchaseApproval;

export type GetBulkOrderInput = {
  /** UUID of the batch. */
  batch_id: string;
};

export type GetBulkOrderOutput = BulkOrder;

export type GetBulkOrderResultsInput = {
  /** UUID of the batch. */
  batch_id: string;
};

export type GetBulkOrderResultsOutput = string;

export type GetBulkOrderTemplateOutput = string;

export type GetCancellationInput = {
  /** UUID of the order. */
  order_id: string;
};

export type GetCancellationOutput = Cancellation;

export type GetCardSetupInput = {
  /** UUID of the setup. */
  setup_id: string;
};

export type GetCardSetupOutput = CardSetup;

export type GetCaseInput = {
  /** UUID of the order. */
  order_id: string;
};

export type GetCaseOutput = Case;

export type GetCaseAttachmentInput = {
  /** UUID of the order. */
  order_id: string;
  /** UUID of the attachment. */
  attachment_id: string;
};

export type GetCaseAttachmentOutput = Uint8Array;

export type GetDeviceCodeInput = {
  /** Code that the app shows. */
  user_code: string;
};

export type GetDeviceCodeOutput = {
  /** Code that the app shows. */
  user_code: string;
  /** Name of the requested key. */
  name: string | null;
  /** What the app says it is. Not verified. */
  source: string | null;
  /** Scopes that the app requests. After approval, the scopes that were granted. */
  scopes: ("read" | "order" | "manage" | "policies")[];
  /** Whether approving also claims the app's sandbox. */
  sandbox_attached: boolean;
  /** Always 0. Keys come without credit. */
  starter_credit_cents: number;
  /** Status of the request. */
  status: "pending" | "approved" | "denied" | "used" | "expired";
};

export type GetEventInput = {
  /** UUID of the event. */
  event_id: string;
};

export type GetEventOutput = WebhookEventDetail;

export type GetHealthOutput = {
  /** Status of the whole service. */
  status: "up" | "degraded" | "down";
  /** When the oldest of these checks ran. */
  updated_at: string;
  /** Status of the database. */
  db: "up" | "degraded" | "down";
  /** Whether orders are accepted and placed. */
  ordering: "up" | "degraded" | "down";
  /** Status of each component in one word. Open customer actions don't affect it. */
  components: {
    /** The database. */
    db: "up" | "warning" | "down";
    /** The job queue and its workers. */
    queue: "up" | "warning" | "down";
    /** Whether orders are accepted and placed. */
    ordering: "up" | "warning" | "down";
  };
  /** Status of each part, with details. */
  details: {
    /** PostgreSQL. */
    database: {
      /** Status of this part. */
      status: "up" | "degraded" | "down";
    };
    /** The job queue and its workers. */
    queue: {
      /** Status of this part. */
      status: "up" | "degraded" | "down";
    };
    /** Outgoing mail. */
    mail: {
      /** Status of this part. */
      status: "up" | "degraded" | "down";
    };
    /** Connections to stores. */
    connectors: {
      /** Status of this part. */
      status: "up" | "degraded" | "down";
    };
    /** Free disk space. */
    disk: {
      /** Status of this part. */
      status: "up" | "degraded" | "down";
    };
    /** Clock skew between this server and the database. */
    clock: {
      /** Status of this part. */
      status: "up" | "degraded" | "down";
    };
  };
};

export type GetInvitationInput = {
  /** Token from the link in the invitation email. */
  token: string;
};

export type GetInvitationOutput = {
  /** UUID of the account that invited you. */
  account_id: string;
  /** Email address of the account. */
  account: string;
  /** viewer: can view. buyer: can also buy, cancel, return and write to support. owner: can do everything. */
  role: "viewer" | "buyer" | "owner";
  /** Who invited you. */
  invited_by: string | null;
  /** When it expires. */
  expires_at: string;
};

export type GetKeyGroupPolicyInput = {
  /** Name of the group of keys. */
  name: string;
};

export type GetKeyGroupPolicyOutput = Policy;

export type GetKeyPolicyInput = {
  /** Unique ID. */
  id: string;
};

export type GetKeyPolicyOutput = Policy;

export type GetLifetimeStatsOutput = {
  /** Live orders that were placed. */
  orders_successful: number;
  /** What stores charged for those orders, in cents. */
  gmv_cents: number;
  /** When the numbers were read. */
  v2_as_of: string;
  /** Orders placed through the legacy API (/v1). */
  v1: {
    /** Live orders that were placed. */
    orders_successful: number;
    /** What stores charged for those orders, in cents. */
    gmv_cents: number;
    /** When the numbers were read. */
    as_of: string;
    /** Where the numbers come from. */
    source: string;
  };
  /** Both APIs together. */
  combined: {
    /** Live orders that were placed. */
    orders_successful: number;
    /** What stores charged for those orders, in cents. */
    gmv_cents: number;
  };
};

export type GetMailPreferencesOutput = MailPreferences;

export type GetManagedAccountInput = {
  /** The `short_id` of the retailer account. */
  short_id: string;
};

export type GetManagedAccountOutput = ManagedAccount;

export type GetManagedAccountLinkInput = {
  /** The `short_id` of the retailer account. */
  short_id: string;
};

export type GetManagedAccountLinkOutput = {
  /** Whether the account is linked. `unsupported`: the store does not support linking, or could not be reached. */
  status: "linked" | "not_linked" | "unsupported";
  /** Who issued the tokens. */
  issuer: string | null;
  /** What the user agreed to. */
  scopes: string[];
  /** When the account was linked. */
  linked_at: string | null;
  /** Page where a signed-in user links the account. */
  page_url: string;
};

export type GetMeOutput = {
  /** Email address that you sign in with. */
  email: string;
  /** Your own UUID. */
  person_id: string;
  /** Your name, if you gave one. */
  name: string | null;
  /** UUID of the account you are using. */
  account_id: string;
  /** viewer: can view. buyer: can also buy, cancel, return and write to support. owner: can do everything. */
  role: "viewer" | "buyer" | "owner";
  /** The accounts that you belong to, your own first. Switch with POST /me/account. */
  accounts: {
    /** UUID of the account. */
    account_id: string;
    /** Email address of the account. */
    account: string;
    /** viewer: can view. buyer: can also buy, cancel, return and write to support. owner: can do everything. */
    role: "viewer" | "buyer" | "owner";
  }[];
  /** Whether you are an operator of this service. */
  is_operator: boolean;
  /** When it was created. */
  created_at: string;
  /** Whether this service receives email forwarded for retailer accounts. */
  mail_forwarding: boolean;
  /** Plugins that this service runs. */
  plugins: ("browser" | "desk" | "agent" | "mcp" | "ucp")[];
  /** Sandboxes that this account claimed, newest first. */
  claims: {
    /** When the sandbox was claimed. */
    claimed_at: string;
    /** Orders that moved to the account. */
    orders_moved: number;
    /** Keys that moved to the account. */
    keys_moved: number;
  }[];
};

export type GetOrderInput = {
  /** Wait up to this many seconds for the order to change after `since`. */
  wait_seconds?: number;
  /** The last `updated_at` you received. Defaults to the current one. */
  since?: string;
  /** UUID of the order. */
  order_id: string;
};

export type GetOrderOutput = Order;

export type GetOrderDocumentInput = {
  /** UUID of the order. */
  order_id: string;
  /** UUID of the document. */
  document_id: string;
};

export type GetOrderDocumentOutput = Uint8Array;

export type GetOrderTimelineInput = {
  /** UUID of the order. */
  order_id: string;
};

export type GetOrderTimelineOutput = OrderTimeline;

export type GetOrderTotalsInput = {
  /** Only orders with this status. */
  status_filter?: "pending" | "in_progress" | "order_placed" | "order_failed" | "cancelled" | "cancelled_by_retailer";
  /** Only orders at this stage, as counted by `GET /overview`. Placed orders are `preparing`, `on_the_way`, `late`, `delivered` or `undeliverable`. */
  progress?: "pending" | "in_progress" | "preparing" | "on_the_way" | "late" | "delivered" | "undeliverable" | "order_failed" | "cancelled" | "cancelled_by_retailer";
  /** Start of an order ID, store order number or tracking number, or part of the recipient's name, PO number or product title. Case and accents don't matter. */
  search?: string;
  /** An order ID, or part of one. Case doesn't matter. */
  order_id?: string;
  /** The store's order number, in full. */
  merchant_order_id?: string;
  /** Only orders with a package in this status. */
  tracking_status?: "pending" | "in_transit" | "delivered" | "undeliverable";
  /** Only orders with a return in this status. */
  return_status?: "open" | "approved" | "denied" | "credited";
  /** Only orders from this retailer. */
  retailer?: string;
  /** Created at this time or later. */
  created_after?: string;
  /** Created before this time. */
  created_before?: string;
  /** True: only orders with a tracking number. False: only orders without one. */
  has_tracking?: boolean;
  /** Part of a teammate's email address. Matches orders they placed in the dashboard or with a key they created. */
  user_email?: string;
  /** Only orders whose metadata has this key. */
  metadata_key?: string;
  /** Only orders whose metadata has this value under `metadata_key`. */
  metadata_value?: string;
  /** Only these orders: up to 200 IDs, separated by commas. */
  order_ids?: string;
};

export type GetOrderTotalsOutput = OrderTotals;

export type GetOverviewOutput = {
  /** Your wallet in this mode. */
  wallet: {
    /** Balance in cents, including money on hold. */
    balance_cents: number;
    /** On hold for open orders, in cents. */
    held_cents: number;
    /** What new orders can use, in cents. */
    available_cents: number;
  };
  /** Paid to retailers and for fees, less refunds and credits, on the day each was booked. */
  spending: {
    /** Spent in the last 30 days, in cents. */
    total_cents: number;
    /** The last 30 days (UTC), oldest first. */
    days: {
      /** Date of the day (UTC). */
      day: string;
      /** Spent on that day, in cents. */
      cents: number;
    }[];
  };
  /** The account's orders in this mode, each counted once. Each number is exact up to 10,000. 10,001 means more than 10,000. */
  orders: {
    /** Waiting to be placed. */
    pending: number;
    /** Being placed. */
    in_progress: number;
    /** `order_placed`, and nothing has shipped yet. */
    preparing: number;
    /** `order_placed`, and a package is in transit. */
    on_the_way: number;
    /** `order_placed`, and a package is late. */
    late: number;
    /** `order_placed`, and every package was delivered. */
    delivered: number;
    /** `order_placed`, and a package was lost or could not be delivered. */
    undeliverable: number;
    /** Could not be placed. */
    order_failed: number;
    /** Canceled before the purchase. */
    cancelled: number;
    /** Canceled by the store. */
    cancelled_by_retailer: number;
  };
  /** What needs attention. */
  attention: {
    /** Number of days for which failed and canceled orders are counted. */
    days: number;
    /** Orders that need an action from you. */
    waiting_for_answer: number;
    /** The order that has been waiting longest. */
    waiting_order_id: string | null;
    /** Orders that failed. */
    failed: number;
    /** Orders that the store canceled. */
    cancelled_by_retailer: number;
    /** Orders with a late package. */
    late: number;
    /** The order that has been late the longest. */
    late_order_id: string | null;
    /** Orders with a package that was recently lost or could not be delivered. */
    undeliverable: number;
    /** The latest of these orders. */
    undeliverable_order_id: string | null;
    /** Cases that are not closed. */
    open_cases: number;
    /** Returns that haven't been decided yet. */
    open_returns: number;
    /** Retailer accounts that Errand paused. */
    paused_accounts: number;
    /** Webhook endpoints whose deliveries are failing. */
    failing_endpoints: number;
  };
  /** Setup progress of the account. */
  getting_started: {
    /** Whether you created an API key. */
    has_key: boolean;
    /** Whether you added a webhook endpoint in this mode. */
    has_endpoint: boolean;
    /** Whether someone else is on the account, or invited. */
    has_team: boolean;
    /** Whether you placed a live order. */
    has_live_order: boolean;
  };
  /** Currency of the amounts (ISO 4217). */
  currency: string;
};

export type GetPaymentInput = {
  /** UUID of the payment. */
  payment_id: string;
};

export type GetPaymentOutput = Payment;

export type GetPolicyOutput = {
  /** What is left of each limit, across all policies that apply to you. */
  rules: PolicyRule[];
  /** The policies that apply to you. */
  policies: {
    /** Decision for orders that no rule applies to. `allow` by default. */
    default?: "allow" | "approve" | "deny";
    /** The most that one order can hold, in cents, including the fee. */
    max_order_cents?: number;
    /** Spending limits per day, week, month or in total. */
    windows?: SpendWindow[];
    /** The most that can be on hold at the same time, in cents. */
    max_open_cents?: number;
    /** Retailers that orders can be placed with. */
    retailers?: {
      /** Only these retailers. */
      allow?: string[];
      /** Never these retailers. */
      deny?: string[];
    };
    /** Countries that orders can ship to. */
    countries?: {
      /** Only these countries (ISO 3166-1). */
      allow: string[];
    };
    /** Addresses that orders can ship to. */
    addresses?: {
      /** Only addresses that the account has an approved or placed order for. */
      only_known?: boolean;
    };
    /** Reject products whose title contains one of these words. */
    deny_words?: string[];
    /** The most units in one order. */
    max_quantity?: number;
    /** When the order requires approval. */
    approve?: {
      /** Ask for approval above this amount, in cents. */
      above_cents?: number;
      /** Ask for approval of the first order from each retailer. */
      new_retailer?: boolean;
      /** Ask for approval of the first order to each address. */
      new_address?: boolean;
      /** Ask for approval of the first order that this policy applies to. */
      first_order?: boolean;
    };
    /** Email addresses of owners and buyers who can approve. The owners by default. */
    approvers?: string[];
    /** Minutes until the approval expires. 1440 (one day) by default. */
    approve_within_minutes?: number;
    /** Orders are allowed from this time on. */
    not_before?: string;
    /** Orders are allowed until this time. */
    not_after?: string;
    /** Orders need a `reason` in their metadata. */
    require_reason?: boolean;
    /** Stop all purchases, including orders in the queue. */
    frozen?: boolean;
    /** What is left of each limit. */
    rules: PolicyRule[];
    /** ID of the policy. Null: no policy is set. */
    id: string | null;
    /** What it applies to: the account, a group of keys or one key. */
    scope: "account" | "group" | "key";
    /** ID of the key or name of the group. Null for the account. */
    subject: string | null;
    /** Number of changes. 0: no policy is set. */
    version: number;
    /** Who changed it last. */
    updated_by: string | null;
    /** When it was first written. */
    created_at: string | null;
    /** When it last changed. */
    updated_at: string | null;
  }[];
};

export type GetProductInput = {
  /** An identifier from GET /retailers, or the domain of a store that this service supports. */
  retailer: string;
  /** Accept a cached response up to this many seconds old. 300 by default. Can't be combined with `newer_than`. */
  max_age?: number;
  /** Accept a response retrieved at this time or later. Can't be combined with `max_age`. ISO 8601 with a time zone, Unix seconds or Unix milliseconds. */
  newer_than?: number | string;
  /** Respond right away. While the data is being fetched, `status` is `processing`: send the request again. */
  async?: boolean;
  /** The store's ID for the product (the ASIN for Amazon), or the URL of its page, URL-encoded. */
  product_id: string;
};

export type GetProductOutput = Product;

export type GetProductOffersInput = {
  /** An identifier from GET /retailers, or the domain of a store that this service supports. */
  retailer: string;
  /** Accept a cached response up to this many seconds old. 300 by default. Can't be combined with `newer_than`. */
  max_age?: number;
  /** Accept a response retrieved at this time or later. Can't be combined with `max_age`. ISO 8601 with a time zone, Unix seconds or Unix milliseconds. */
  newer_than?: number | string;
  /** Respond right away. While the data is being fetched, `status` is `processing`: send the request again. */
  async?: boolean;
  /** The store's ID for the product (the ASIN for Amazon), or the URL of its page, URL-encoded. */
  product_id: string;
};

export type GetProductOffersOutput = Product;

export type GetRequestInput = {
  /** ID of the request, as in the X-Request-Id header. */
  request_id: string;
};

export type GetRequestOutput = LoggedRequestDetail;

export type GetReturnInput = {
  /** UUID of the return request. */
  return_request_id: string;
};

export type GetReturnOutput = Return;

export type GetReturnLabelInput = {
  /** When the link expires, in Unix seconds. Part of the signed link. */
  expires?: string;
  /** Signature of the link. */
  signature?: string;
  /** UUID of the label. */
  label_id: string;
};

export type GetReturnLabelOutput = Uint8Array;

export type GetReturnRefundInput = {
  /** UUID of the return request. */
  return_request_id: string;
};

export type GetReturnRefundOutput = {
  /** UUID of the return. */
  return_id: string;
  /** Who refunds you. `retailer`: the order was placed with your own retailer account, and the retailer pays you directly. */
  paid_by: "wallet" | "retailer";
  /** What was added to your wallet, in cents. Null: nothing. */
  credited_cents: number | null;
  /** Currency of the amounts (ISO 4217). */
  currency: string;
  /** When the return was resolved. */
  resolved_at: string | null;
};

export type GetSandboxHoldOutput = {
  /** Whether new orders are held. */
  on: boolean;
  /** Orders created since this time are held. */
  since: string | null;
};

export type GetSandboxStatusOutput = {
  /** Whether someone has claimed this sandbox. */
  claimed: boolean;
  /** What to do next, in plain language. */
  hint: string;
  /** Email address of the person who claimed it. Only present if claimed. */
  claimed_by_email?: string;
};

export type GetSignInHintOutput = {
  /** Whether sign-in emails are sent, or kept on the server. */
  mail: "sent" | "kept";
  /** Page on this machine that shows the kept emails. */
  mailbox_url: string | null;
};

export type GetSignInRequestInput = {
  /** UUID of the request. */
  request_id: string;
};

export type GetSignInRequestOutput = SignInRequest;

export type GetStatementInput = {
  /** The wallet, by its currency (ISO 4217). */
  currency?: string;
  /** Month in UTC, such as `2026-08`. */
  month: string;
};

export type GetStatementOutput = Uint8Array;

export type GetStatementCsvInput = {
  /** The wallet, by its currency (ISO 4217). */
  currency?: string;
  /** Month in UTC, such as `2026-08`. */
  month: string;
};

export type GetStatementCsvOutput = string;

export type GetStatusOutput = {
  /** Status of the whole service. */
  status: "up" | "degraded" | "down" | "unknown";
  /** When it last changed. */
  updated_at: string;
  /** Parts of the service. */
  components: {
    /** Identifier of the part. */
    name: string;
    /** Display name of the part. */
    label: string;
    /** Whether it is a part of the service or a store. */
    group: "service" | "stores";
    /** Status now. Null: unknown. */
    status: "up" | "degraded" | "down" | null;
    /** Share of time that it was up, from 0 to 1. */
    uptime: number | null;
    /** The last 90 days, oldest first. */
    days: {
      /** Date of the day (UTC). */
      day: string;
      /** Worst status of the day. */
      status: "up" | "degraded" | "down" | "unknown";
      /** Share of the day that it was up, from 0 to 1. Null: not measured. */
      uptime: number | null;
    }[];
  }[];
  /** Incidents, newest first. */
  incidents: {
    /** Unique ID. */
    id: string;
    /** What is wrong, in a few words. */
    title: string;
    /** Status of the incident. */
    state: "investigating" | "identified" | "monitoring" | "resolved";
    /** Parts of the service that are affected. */
    components: ("api" | "placing" | "tracking" | "mail" | "webhooks")[];
    /** When the incident started. */
    started_at: string;
    /** When the incident was resolved. Null: it is open. */
    resolved_at: string | null;
    /** Updates, newest first. */
    updates: {
      /** Unique ID. */
      id: string;
      /** State of the incident at this update. */
      state: "investigating" | "identified" | "monitoring" | "resolved";
      /** The update, as plain text. */
      text: string;
      /** When it was posted. */
      at: string;
    }[];
  }[];
};

export type GetTeamOutput = {
  /** Members of the account. */
  people: TeamMember[];
  /** Invitations that can still be accepted. */
  invitations: Invitation[];
  /** Total number of entries. */
  total: number;
};

export type GetTestClockInput = {
  /** UUID of the clock. */
  clock_id: string;
};

export type GetTestClockOutput = TestClock;

export type GetTopUpInput = {
  /** UUID of the top-up. */
  top_up_id: string;
};

export type GetTopUpOutput = TopUp;

export type GetTopUpReceiptInput = {
  /** UUID of the top-up. */
  top_up_id: string;
};

export type GetTopUpReceiptOutput = Uint8Array;

export type GetTopUpReceiptCsvInput = {
  /** UUID of the top-up. */
  top_up_id: string;
};

export type GetTopUpReceiptCsvOutput = string;

export type GetUsageInput = {
  /** Number of days to report, ending today (UTC). */
  window_days?: number;
  /** Number of recent calls to return. */
  recent?: number;
};

export type GetUsageOutput = {
  /** Number of days in the report. */
  window_days: number;
  /** Start of the window. */
  since: string;
  /** Calls by endpoint. Every endpoint is listed. */
  metrics: Record<string, UsageMetric>;
  /** Recent calls, newest first. */
  recent: {
    /** What was called. */
    endpoint: "products.search" | "products.details" | "products.offers" | "search" | "orders.create" | "orders.bulk" | "returns.create";
    /** When it was called. */
    at: string;
    /** Search term, if it was a search. */
    query: string | null;
    /** ID of the retailer, if the call named one. */
    retailer: string | null;
    /** ID of the product, if the call named one. */
    product_id: string | null;
    /** Number of results, if it was a search. */
    result_count: number | null;
  }[];
};

export type GetWalletInput = {
  /** Currency code (ISO 4217), such as `USD`, `EUR` or `JPY`. */
  currency?: string;
};

export type GetWalletOutput = {
  /** Balance in cents, including money on hold. */
  balance_cents: number;
  /** On hold for open orders, in cents. */
  held_cents: number;
  /** What new orders can use, in cents. */
  available_cents: number;
  /** Currency code (ISO 4217). All amounts are in its minor unit: cents, yen or fils. */
  currency: string;
};

export type GetWalletOfMeInput = {
  /** `purchases` pays for orders, `api_consumption` for calls. Calls with a key are free. */
  wallet_type?: "purchases" | "api_consumption";
};

export type GetWalletOfMeOutput = {
  /** Unique ID. */
  id: string;
  /** Number that identifies the account, for clients that need one. */
  user_id: number;
  /** Balance in cents, including money on hold. */
  balance: number;
  /** What the wallet pays for. */
  wallet_type: "purchases" | "api_consumption";
  /** When it was created. */
  created_at: string;
  /** When it last changed. */
  updated_at: string;
  /** What new orders can use, in cents. */
  spendable_balance: number;
  /** Fee for each placed order, in cents. */
  order_fee_cents: number;
  /** Always false: orders are paid from the wallet. */
  billed_by_invoice: boolean;
};

export type GetWebhookDeliveryInput = {
  /** UUID of the delivery. */
  delivery_id: string;
};

export type GetWebhookDeliveryOutput = WebhookDelivery;

export type GetWebhookEndpointOutput = {
  /** URL that receives every event. Null: none. */
  webhook_url: string | null;
  /** Secret that messages are signed with. Null: none. */
  webhook_secret: string | null;
};

export type GetWebhookEndpointByIdInput = {
  /** UUID of the endpoint. */
  endpoint_id: string;
};

export type GetWebhookEndpointByIdOutput = WebhookEndpointWithSecret;

export type GetWebhookEndpointHealthInput = {
  /** The last 24 hours in hourly steps, 7 days in 6-hour steps, or 30 days in daily steps. */
  period?: "day" | "week" | "month";
  /** UUID of the endpoint. */
  endpoint_id: string;
};

export type GetWebhookEndpointHealthOutput = WebhookEndpointHealth;

export type GetWebhookSecretOutput = {
  /** Secret for Standard Webhooks libraries. */
  secret: string;
  /** When it was created. */
  created_at: string;
  /** Replaced secrets that messages are still signed with, in addition to the current one. */
  previous: {
    /** A replaced secret. */
    secret: string;
    /** When messages are no longer signed with it. */
    valid_until: string;
  }[];
};

export type HoldSandboxOrderInput = {
  /** UUID of the order. */
  order_id: string;
  /** The request body. */
  body: {
    /** `pause` holds a pending order. `step` places a held order, or moves the package in a placed one. `run` lets the order continue. */
    do: "pause" | "step" | "run";
  };
};

export type HoldSandboxOrderOutput = Order;

export type InvitePersonInput = {
  /** The request body. */
  body: {
    /** Email address to invite. */
    email: string;
    /** viewer: can view. buyer: can also buy, cancel, return and write to support. owner: can do everything. */
    role: "viewer" | "buyer" | "owner";
  };
};

export type InvitePersonOutput = Invitation;

export type LeaveTeamOutput = undefined;

export type LegacyAbortOrderInput = {
  /** The `request_id` from POST /v1/orders, or from the call that started it. */
  request_id: string;
};

export type LegacyAbortOrderOutput = LegacyOrder | LegacyState;

export type LegacyCancelOrderInput = {
  /** The `request_id` from POST /v1/orders, or from the call that started it. */
  request_id: string;
  /** The request body. */
  body?: {
    /** The store's order number. Required if the order has several. */
    merchant_order_id?: string | null;
    /** URLs that Errand calls when something happens. */
    webhooks?: {
      /** One or more URLs to call when a request succeeds. */
      request_succeeded?: string | string[] | null;
      /** One or more URLs to call when a request fails. */
      request_failed?: string | string[] | null;
    } | null;
    /** A unique value for this request. A request with the same value cancels only once. */
    idempotency_key?: string | null;
  };
};

export type LegacyCancelOrderOutput = LegacyRequestId;

export type LegacyCreateOrderInput = {
  /** The request body. */
  body: {
    /** ID of the retailer from GET /retailers, or domain of a supported store. */
    retailer: string;
    /** What to buy. All products must be from one store. */
    products: {
      /** The store's ID for the product, or the URL of its page. */
      product_id: string;
      /** Number of units, from 1 to 100. */
      quantity: number;
      /** Options to choose, such as size and color. */
      variants?: {
        /** Name of the option. */
        dimension: string;
        /** Chosen value. */
        value: string;
      }[] | null;
      /** Which offers to accept. */
      seller_selection_criteria?: {
        /** Whether the offer may be an add-on item. */
        addon?: boolean | null;
        /** Whether the offer must be the one that the store features. */
        buy_box?: boolean | null;
        /** Whether the store itself must be the seller. */
        first_party_seller?: boolean | null;
        /** Whether the offer may ship from abroad. */
        international?: boolean | null;
        /** Whether the offer must ship under the store's membership. */
        prime?: boolean | null;
        /** Whether to accept an offer that is out of stock. */
        allow_oos?: boolean | null;
        /** Conditions to accept. */
        condition_in?: ("New" | "Refurbished" | "Used - Like New" | "Used - Very Good" | "Used - Good" | "Used - Acceptable")[] | null;
        /** Conditions to reject. */
        condition_not_in?: ("New" | "Refurbished" | "Used - Like New" | "Used - Very Good" | "Used - Good" | "Used - Acceptable")[] | null;
        /** IDs of sellers to accept. */
        merchant_id_in?: string[] | null;
        /** IDs of sellers to reject. */
        merchant_id_not_in?: string[] | null;
        /** Maximum number of days the seller can take to ship. */
        handling_days_max?: number | null;
        /** Maximum price per unit, in cents. */
        max_item_price?: number | null;
        /** Minimum number of seller ratings. */
        min_seller_num_ratings?: number | null;
        /** Minimum share of positive ratings, in percent. */
        min_seller_percent_positive_feedback?: number | null;
      } | null;
    }[];
    /** Where the order ships to. */
    shipping_address: {
      /** First name of the recipient. */
      first_name: string;
      /** Last name of the recipient. */
      last_name: string;
      /** Street address. */
      address_line1: string;
      /** Apartment, suite, unit or company. */
      address_line2?: string | null;
      /** ZIP or postal code. */
      zip_code: string;
      /** City or town. */
      city: string;
      /** State or region. Required in the US. */
      state?: string | null;
      /** Country: US (default), DE or IT. */
      country?: string | null;
      /** Phone number for the carrier. */
      phone_number?: string | null;
      /** Delivery instructions for the carrier. */
      instructions?: string | null;
    };
    /** Send the order as a gift, without prices. */
    is_gift: boolean;
    /** One of cheapest, fastest, market_day, free. */
    shipping_method?: string | null;
    /** Card to pay with, for an order with `retailer_credentials`. */
    payment_method?: {
      /** Name of the cardholder, as printed. */
      name_on_card?: string | null;
      /** Card number. Erased when the order is completed. */
      number?: string | null;
      /** Security code of the card. */
      security_code?: string | null;
      /** Expiration month of the card, from 1 to 12. */
      expiration_month?: number | null;
      /** Expiration year of the card, with four digits. */
      expiration_year?: number | null;
      /** Pay with the gift balance of the retailer account instead of the card. */
      use_gift?: boolean | null;
    } | null;
    /** Your retailer account to buy with. */
    retailer_credentials?: {
      /** Email address used to log in to the retailer. */
      email: string;
      /** Password of the retailer account. Erased when the order is completed. */
      password: string;
      /** Base32 secret of the authenticator app. */
      totp_2fa_key?: string | null;
      /** One-time code that the store has already emailed. */
      verification_code?: string | null;
    } | null;
    /** Buy with one of Errand's own accounts. True by default, unless you send `retailer_credentials`. */
    addax?: boolean | null;
    /** Message for the recipient. */
    gift_message?: string | null;
    /** Fail if the store can't send it as a gift. `is_gift` does the same. */
    require_gift?: boolean | null;
    /** Have the store wrap it. The store may charge for this. */
    use_gift_wrap?: boolean | null;
    /** URLs that Errand calls when something happens. */
    webhooks?: {
      /** One or more URLs to call when a request succeeds. */
      request_succeeded?: string | string[] | null;
      /** One or more URLs to call when a request fails. */
      request_failed?: string | string[] | null;
      /** One or more URLs to call when tracking becomes available. */
      tracking_obtained?: string | string[] | null;
      /** One or more URLs to call when tracking changes. */
      tracking_updated?: string | string[] | null;
      /** One or more URLs to call when the status changes. */
      status_updated?: string | string[] | null;
      /** One or more URLs to call when a case changes. */
      case_updated?: string | string[] | null;
    } | null;
    /** Your own data, returned with the order. */
    client_notes?: Record<string, unknown> | null;
    /** Promo codes to try. */
    promo_codes?: {
      /** The promo code. */
      code: string;
      /** Continue without the code if it doesn't work. */
      optional?: boolean | null;
      /** Use the code only for products from this seller. */
      merchant_id?: string | null;
      /** The code must save at least this much, in cents. */
      discount_amount?: number | null;
      /** The code must save at least this share, in percent. */
      discount_percentage?: number | null;
      /** The most that one unit may cost with the code, in cents. */
      cost_override?: number | null;
    }[] | null;
    /** Fail if the store has replaced a product with another one. */
    strict_expired_product_id?: boolean | null;
    /** Your purchase order number. */
    po_number?: number | string | null;
    /** Day of the week to deliver on. */
    market_day?: string | null;
    /** Fail if the store charges tax. */
    fail_if_taxed?: boolean | null;
    /** Maximum number of days until delivery. */
    max_delivery_days?: number | null;
    /** Buy the offer that the store features, if it meets the criteria. */
    take_buybox_offers?: boolean | null;
    /** Read the offers for this postal code. */
    force_offers_postal_code?: string | null;
    /** Lower `max_price` by this share, in percent (0 to -50). */
    mgd_discount?: number | null;
    /** Seconds until an order that can't be placed times out. 14400 (4 hours) by default. */
    addax_queue_timeout?: number | null;
    /** Skip offers that are only for store members. */
    mgd_prime_optout?: boolean | null;
    /** Orders with a higher number are placed first. */
    mgd_priority_bid?: number | null;
    /** The most that the store may charge, in cents. Required unless you send `retailer_credentials`. */
    max_price?: number | null;
    /** Customs ID number, in countries that require one. */
    customs_id_number?: string | null;
    /** Pay tax even if the retailer account is exempt. */
    tax_exemption_opt_out?: boolean | null;
    /** Don't deliver on Saturdays and Sundays. */
    disable_weekend_shipping?: boolean | null;
    /** A unique value for this order. A request with the same value never buys twice. */
    idempotency_key?: string | null;
  };
};

export type LegacyCreateOrderOutput = LegacyRequestId;

export type LegacyCreateReturnInput = {
  /** The `request_id` from POST /v1/orders, or from the call that started it. */
  request_id: string;
  /** The request body. */
  body: {
    /** What to return. */
    products: {
      /** A product in the order. */
      product_id: string;
      /** Number of units to return. */
      quantity: number;
    }[];
    /** Return reason, exactly as the retailer spells it. */
    reason_code: string;
    /** How to send it back, as a retailer code. Drop-off by default, if the retailer offers it. */
    method_code?: string | null;
    /** Explanation for the retailer or seller. Some reasons require one. */
    explanation?: string | null;
    /** Cancel pending returns for this order first. */
    cancel_pending?: boolean | null;
    /** Where to send the items. The retailer's address by default. */
    return_address?: {
      /** First name of the recipient. */
      first_name: string;
      /** Last name of the recipient. */
      last_name: string;
      /** Street address. */
      address_line1: string;
      /** Apartment, suite, unit or company. */
      address_line2?: string | null;
      /** ZIP or postal code. */
      zip_code: string;
      /** City or town. */
      city: string;
      /** State or region. Required in the US. */
      state?: string | null;
      /** Country: US (default), DE or IT. */
      country?: string | null;
      /** Phone number for the carrier. */
      phone_number?: string | null;
      /** Delivery instructions for the carrier. */
      instructions?: string | null;
    } | null;
    /** URLs that Errand calls when something happens. */
    webhooks?: {
      /** One or more URLs to call when a request succeeds. */
      request_succeeded?: string | string[] | null;
      /** One or more URLs to call when a request fails. */
      request_failed?: string | string[] | null;
    } | null;
    /** A unique value for this return. A request with the same value never creates a second return. */
    idempotency_key?: string | null;
  };
};

export type LegacyCreateReturnOutput = LegacyRequestId;

export type LegacyGetCancellationInput = {
  /** The `request_id` from POST /v1/orders, or from the call that started it. */
  request_id: string;
};

export type LegacyGetCancellationOutput = LegacyCancellation | LegacyState;

export type LegacyGetCaseInput = {
  /** The `request_id` from POST /v1/orders, or from the call that started it. */
  request_id: string;
};

export type LegacyGetCaseOutput = LegacyCase;

export type LegacyGetOffersInput = {
  /** ID of the retailer, as in GET /retailers. */
  retailer: string;
  /** Accept a cached response up to this many seconds old. Can't be combined with `newer_than`. */
  max_age?: number;
  /** Accept a response retrieved at this time or later. Can't be combined with `max_age`. ISO 8601 with a time zone, Unix seconds or Unix milliseconds. */
  newer_than?: number | string;
  /** Respond right away. While the data is being fetched, `status` is `processing`. */
  async?: boolean;
  /** The store's ID for the product, or the URL of its page, URL-encoded. */
  product_id: string;
};

export type LegacyGetOffersOutput = LegacyOffers;

export type LegacyGetOrderInput = {
  /** The `request_id` from POST /v1/orders, or from the call that started it. */
  request_id: string;
};

export type LegacyGetOrderOutput = LegacyOrder | LegacyState;

export type LegacyGetProductInput = {
  /** ID of the retailer, as in GET /retailers. */
  retailer: string;
  /** Accept a cached response up to this many seconds old. Can't be combined with `newer_than`. */
  max_age?: number;
  /** Accept a response retrieved at this time or later. Can't be combined with `max_age`. ISO 8601 with a time zone, Unix seconds or Unix milliseconds. */
  newer_than?: number | string;
  /** Respond right away. While the data is being fetched, `status` is `processing`. */
  async?: boolean;
  /** The store's ID for the product, or the URL of its page, URL-encoded. */
  product_id: string;
};

export type LegacyGetProductOutput = LegacyProduct;

export type LegacyGetReturnInput = {
  /** The `request_id` from POST /v1/orders, or from the call that started it. */
  request_id: string;
};

export type LegacyGetReturnOutput = LegacyReturn | LegacyState;

export type LegacyListOrdersInput = {
  /** Maximum number of entries per page. */
  limit?: number;
  /** Number of orders to skip. */
  offset?: number;
  /** The same as `offset`. */
  skip?: number;
  /** Created at this time or later, in Unix milliseconds. */
  starting_after?: number;
  /** Created before this time, in Unix milliseconds. */
  ending_before?: number;
  /** Only orders from this retailer. */
  retailer?: string;
};

export type LegacyListOrdersOutput = (LegacyOrder | LegacyState)[];

export type LegacyPostToCaseInput = {
  /** The `request_id` from POST /v1/orders, or from the call that started it. */
  request_id: string;
  /** The request body. */
  body: {
    /** Text of your message. */
    message: string;
    /** Opens or reopens a case. Omit it to reply to an open one. One of return.request_label, nondelivery.not_delivered, nondelivery.damaged, nondelivery.empty_box, tracking.request_update, cancel.forced_cancellation, other. */
    reason?: string | null;
    /** A unique value for this message. A request with the same value posts it only once. */
    idempotency_key?: string | null;
  };
};

export type LegacyPostToCaseOutput = LegacyCase;

export type LegacyRetryOrderInput = {
  /** The `request_id` from POST /v1/orders, or from the call that started it. */
  request_id: string;
  /** The request body. */
  body?: {
    /** Credentials of the retailer account, for an order that was placed with one. */
    retailer_credentials?: {
      /** Email address used to log in to the retailer. */
      email: string;
      /** Password of the retailer account. Erased when the order is completed. */
      password: string;
      /** Base32 secret of the authenticator app. */
      totp_2fa_key?: string | null;
      /** One-time code that the store has already emailed. */
      verification_code?: string | null;
    } | null;
    /** Card to pay with, for an order that was placed with one. */
    payment_method?: {
      /** Name of the cardholder, as printed. */
      name_on_card?: string | null;
      /** Card number. Erased when the order is completed. */
      number?: string | null;
      /** Security code of the card. */
      security_code?: string | null;
      /** Expiration month of the card, from 1 to 12. */
      expiration_month?: number | null;
      /** Expiration year of the card, with four digits. */
      expiration_year?: number | null;
      /** Pay with the gift balance of the retailer account instead of the card. */
      use_gift?: boolean | null;
    } | null;
    /** A unique value for this retry. A request with the same value never buys twice. */
    idempotency_key?: string | null;
  };
};

export type LegacyRetryOrderOutput = LegacyRequestId;

export type LegacySearchInput = {
  /** Search term. */
  query: string;
  /** ID of the retailer, as in GET /retailers. */
  retailer: string;
  /** Page of results, from 1. */
  page?: number;
};

export type LegacySearchOutput = LegacySearch;

export type LinkManagedAccountInput = {
  /** The `short_id` of the retailer account. */
  short_id: string;
};

export type LinkManagedAccountOutput = {
  /** Page to open: the store's own page for a signed-in user, or an Errand page for a key. */
  url: string;
  /** When the page expires. */
  expires_at: string | null;
};

export type ListActivityInput = {
  /** Maximum number of entries per page. */
  limit?: number;
  /** Number of entries to skip. */
  offset?: number;
  /** Only what this person did. */
  person_id?: string;
  /** Only entries about this order, key, return or person. */
  subject_id?: string;
  /** Only calls to this operation. */
  action?: string;
};

export type ListActivityOutput = {
  /** Entries, newest first. */
  activity: {
    /** Unique ID. */
    id: string;
    /** When it happened. */
    at: string;
    /** Mode: `test` is the sandbox, `live` is real money. */
    world: "test" | "live";
    /** Who did it: a member of the account or an operator. */
    actor: "person" | "operator";
    /** ID of the person. Null for operators. */
    person_id: string | null;
    /** Name or email address of the person. Null for operators and deleted people. */
    person: string | null;
    /** Email address of the person. */
    email: string | null;
    /** The operation that was called. */
    action: string;
    /** ID of the object that it changed. */
    subject_id: string | null;
    /** More about the change. */
    details: Record<string, unknown>;
    /** `unknown`: the service stopped before the result was recorded. */
    outcome: "done" | "unknown";
  }[];
  /** Total number of entries. */
  total: number;
  /** Maximum number of entries per page. */
  limit: number;
  /** Number of entries to skip. */
  offset: number;
  /** The `offset` of the next page. Null: this is the last page. */
  next_offset: number | null;
};

export type ListBulkOrdersInput = {
  /** Maximum number of entries per page. */
  limit?: number;
  /** Number of entries to skip. */
  offset?: number;
  /** The ID of the last entry on the previous page. Faster than `offset` on deep pages. */
  after?: string;
};

export type ListBulkOrdersOutput = BulkOrderList;

export type ListCardsOutput = {
  /** Your cards, the default first. */
  cards: SavedCard[];
  /** Total number of entries. */
  total: number;
};

export type ListCasesInput = {
  /** Maximum number of entries per page. */
  limit?: number;
  /** Number of entries to skip. */
  offset?: number;
  /** The order_id of the last entry on the previous page. Faster than `offset` on deep pages. */
  after?: string;
  /** Only cases in this state. */
  state?: "open" | "closed";
};

export type ListCasesOutput = {
  /** Cases on this page. */
  cases: ListedCase[];
  /** Total number of entries. */
  total: number;
};

export type ListEventsInput = {
  /** Maximum number of entries per page. */
  limit?: number;
  /** Only events of this type. */
  type?: "order.created" | "order.placed" | "order.failed" | "order.cancelled" | "order.cancelled_by_retailer" | "order.refunded" | "order.action_required" | "order.late" | "tracking.obtained" | "tracking.updated" | "return.updated" | "case.updated" | "bulk.completed" | "policy.alert" | "managed_account.paused";
  /** Only events about this order. */
  order_id?: string;
  /** Return events after this one: the `next_cursor` of the previous page. `latest` skips everything so far. */
  after?: string;
  /** If there is no event yet, wait up to this many seconds for one. */
  wait_seconds?: number;
};

export type ListEventsOutput = {
  /** Events, oldest first. */
  events: WebhookEvent[];
  /** Whether there are more events after this page. */
  has_more: boolean;
  /** Send it as `after` to continue. Null if there have been no events. */
  next_cursor: string | null;
};

export type ListKeyGroupsOutput = {
  /** Groups of keys. */
  groups: KeyGroup[];
  /** Total number of entries. */
  total: number;
};

export type ListKeysInput = {
  /** Maximum number of entries per page. */
  limit?: number;
  /** Number of entries to skip. */
  offset?: number;
  /** Only keys that this person created. */
  created_by?: string;
};

export type ListKeysOutput = {
  /** Keys, newest first. */
  keys: Key[];
  /** Total number of entries. */
  total: number;
};

export type ListManagedAccountEventsInput = {
  /** Maximum number of entries per page. */
  limit?: number;
  /** Number of entries to skip. */
  offset?: number;
  /** The `short_id` of the retailer account. */
  short_id: string;
};

export type ListManagedAccountEventsOutput = {
  /** Newest first. */
  events: {
    /** What happened. */
    type: "mail.code_received" | "mail.forwarding_requested" | "mail.forwarding_verified" | "mail.received" | "code.used" | "login.succeeded" | "login.failed" | "account.locked" | "account.verification_required" | "account.paused" | "account.resumed" | "account.linked" | "account.unlinked";
    /** When it happened. */
    occurred_at: string;
    /** More about it. Never contains a code or secret. */
    detail: Record<string, unknown>;
    /** Link that confirms email forwarding. Shown for 15 minutes. */
    confirmation_url: string | null;
  }[];
  /** Total number of entries. */
  total: number;
};

export type ListManagedAccountsInput = {
  /** Maximum number of entries per page. */
  limit?: number;
  /** Number of entries to skip. */
  offset?: number;
  /** Part of the email address, `short_id` or retailer. */
  search?: string;
};

export type ListManagedAccountsOutput = {
  /** Retailer accounts, newest first. */
  credentials: ManagedAccount[];
  /** Total number of entries. */
  total: number;
};

export type ListOrderDocumentsInput = {
  /** UUID of the order. */
  order_id: string;
};

export type ListOrderDocumentsOutput = {
  /** The order's documents, oldest first. */
  documents: OrderDocument[];
};

export type ListOrderViewsOutput = {
  /** Saved views, sorted by name. */
  views: SavedView[];
};

export type ListOrderedProductsInput = {
  /** Up to 200 order IDs, separated by commas. */
  order_ids: string;
};

export type ListOrderedProductsOutput = {
  /** The requested orders that belong to you. */
  orders: {
    /** ID of one of the requested orders. */
    order_id: string;
    /** One entry per item, in the same sequence as `items`. Null if the store doesn't provide it. */
    products: {
      /** Title of the product in the store. */
      title: string | null;
      /** URL of the store's image. */
      image: string | null;
    }[];
  }[];
};

export type ListOrdersInput = {
  /** Maximum number of entries per page. */
  limit?: number;
  /** Number of entries to skip. */
  offset?: number;
  /** ID of the last order on the previous page. Faster than `offset` on deep pages. Works with the default sort only. */
  after?: string;
  /** Only orders with this status. */
  status_filter?: "pending" | "in_progress" | "order_placed" | "order_failed" | "cancelled" | "cancelled_by_retailer";
  /** Only orders at this stage, as counted by `GET /overview`. Placed orders are `preparing`, `on_the_way`, `late`, `delivered` or `undeliverable`. */
  progress?: "pending" | "in_progress" | "preparing" | "on_the_way" | "late" | "delivered" | "undeliverable" | "order_failed" | "cancelled" | "cancelled_by_retailer";
  /** Start of an order ID, store order number or tracking number, or part of the recipient's name, PO number or product title. Case and accents don't matter. */
  search?: string;
  /** An order ID, or part of one. Case doesn't matter. */
  order_id?: string;
  /** The store's order number, in full. */
  merchant_order_id?: string;
  /** Only orders with a package in this status. */
  tracking_status?: "pending" | "in_transit" | "delivered" | "undeliverable";
  /** Only orders with a return in this status. */
  return_status?: "open" | "approved" | "denied" | "credited";
  /** Only orders from this retailer. */
  retailer?: string;
  /** Created at this time or later. */
  created_after?: string;
  /** Created before this time. */
  created_before?: string;
  /** True: only orders with a tracking number. False: only orders without one. */
  has_tracking?: boolean;
  /** Part of a teammate's email address. Matches orders they placed in the dashboard or with a key they created. */
  user_email?: string;
  /** `tracking_events` adds the tracking events for all packages, as a field of each order or a column of the file. */
  include?: "tracking_events";
  /** Only orders whose metadata has this key. */
  metadata_key?: string;
  /** Only orders whose metadata has this value under `metadata_key`. */
  metadata_value?: string;
  /** Sort by creation time or by cost. Newest first by default. `late` lists late orders only, longest overdue first. */
  sort?: "newest" | "oldest" | "highest" | "lowest" | "late";
};

export type ListOrdersOutput = OrderList;

export type ListPolicyDecisionsInput = {
  /** Format of the response. */
  format?: "json" | "csv";
};

export type ListPolicyDecisionsOutput = {
  /** Decisions, oldest first. */
  decisions: {
    /** Position in the log. */
    position: number;
    /** When it was created. */
    created_at: string;
    /** What was decided. */
    decision: "allow" | "approve" | "deny";
    /** The rule that decided it. Null: none applied. */
    rule: string | null;
    /** The order it belongs to. */
    order_id: string;
    /** Key that placed the order. */
    key_id: string | null;
    /** SHA-256 over this entry and the one before, in hexadecimal. */
    hash: string;
    /** What the decision was based on, as JSON text. */
    inputs: string;
  }[];
};

export type ListRequestsInput = {
  /** A request ID, or part of a path or error code. */
  search?: string;
  /** Only requests with this HTTP method. */
  method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** A status, or a class such as `4xx`. */
  status?: string;
  /** Only requests made with this key. */
  key_id?: string;
  /** Only requests after this time. */
  after?: string;
  /** Only requests before this time. */
  before?: string;
  /** Maximum number of entries per page. */
  limit?: number;
  /** Number of entries to skip. */
  offset?: number;
};

export type ListRequestsOutput = {
  /** Requests, newest first. */
  requests: LoggedRequest[];
  /** Total number of entries. */
  total: number;
};

export type ListRetailersInput = {
  /** Maximum number of entries per page. */
  limit?: number;
  /** Number of entries to skip. */
  offset?: number;
  /** Part of a name or ID. Case and accents don't matter. */
  name?: string;
};

export type ListRetailersOutput = {
  /** Retailers on this page. */
  retailers: Retailer[];
  /** Total number of entries. */
  total: number;
};

export type ListReturnsInput = {
  /** Maximum number of entries per page. */
  limit?: number;
  /** Number of entries to skip. */
  offset?: number;
  /** The ID of the last entry on the previous page. Faster than `offset` on deep pages. */
  after?: string;
  /** Only returns with this status. */
  status?: "open" | "approved" | "denied" | "credited";
  /** Start of a return ID, order ID or store return number. */
  search?: string;
};

export type ListReturnsOutput = {
  /** Returns, newest first. */
  return_requests: Return[];
  /** Total number of entries. */
  total: number;
  /** Maximum number of entries per page. */
  limit: number;
  /** Number of entries to skip. */
  offset: number;
  /** The `offset` of the next page. Null: this is the last page. */
  next_offset: number | null;
};

export type ListStatementsInput = {
  /** The wallet, by its currency (ISO 4217). */
  currency?: string;
};

export type ListStatementsOutput = {
  /** Months with at least one transaction, newest first. */
  statements: {
    /** Month in UTC, such as `2026-08`. */
    month: string;
    /** Statement for the month, as PDF. */
    pdf_url: string;
    /** Statement for the month, as CSV. */
    csv_url: string;
  }[];
};

export type ListTestClocksInput = {
  /** Maximum number of entries per page. */
  limit?: number;
  /** Number of entries to skip. */
  offset?: number;
};

export type ListTestClocksOutput = {
  /** Newest first. */
  clocks: TestClock[];
  /** Total number of entries. */
  total: number;
};

export type ListTestProductsOutput = {
  /** Products in the sandbox store, one for each scenario. */
  products: {
    /** Product page to put in an order. */
    url: string;
    /** What happens when you order this product. */
    scenario: string;
    /** Name of the product. */
    name: string;
    /** True if POST /orders rejects the order. Otherwise the order is accepted and the scenario plays out later. */
    is_synchronous_error: boolean;
  }[];
  /** Test cards. Order with `payment: {mode: "card", payment_method}`. */
  cards: {
    /** Card to send as `payment.payment_method`. */
    payment_method: string;
    /** What happens to an order paid with this card. */
    scenario: string;
    /** Name of the card. */
    name: string;
    /** True if POST /orders rejects the order. Otherwise the order is accepted and the scenario plays out later. */
    is_synchronous_error: boolean;
  }[];
};

export type ListTopUpsInput = {
  /** Maximum number of entries per page. */
  limit?: number;
  /** Number of entries to skip. */
  offset?: number;
};

export type ListTopUpsOutput = {
  /** Top-ups, newest first. */
  top_ups: TopUp[];
  /** Total number of entries. */
  total: number;
};

export type ListWalletTransactionsInput = {
  /** Maximum number of entries per page. */
  limit?: number;
  /** Number of entries to skip. */
  offset?: number;
  /** Currency code (ISO 4217), such as `USD`, `EUR` or `JPY`. */
  currency?: string;
  /** ID of the last transaction on the previous page. Faster than `offset` on deep pages. */
  after?: string;
};

export type ListWalletTransactionsOutput = {
  /** Transactions, newest first. */
  transactions: {
    /** Unique ID. */
    id: string;
    /** Kind of transaction. */
    type: "fund" | "hold" | "release" | "capture" | "fee" | "refund" | "refund_fee" | "credit" | "debit";
    /** Amount in cents, always positive. `from` and `to` give the direction. */
    amount_cents: number;
    /** Ledger account that the money came from. */
    from: string;
    /** Ledger account that the money went to. */
    to: string;
    /** The order that this transaction is for, if any. */
    order_id: string | null;
    /** The bulk order that this transaction is for, if any. */
    batch_id: string | null;
    /** The return that this transaction is for, if any. */
    return_id: string | null;
    /** Note from the operator, if any. */
    note: string | null;
    /** Balance after the transaction, in cents, including money on hold. */
    balance_cents: number;
    /** When it was created. */
    created_at: string;
  }[];
  /** Total number of entries. */
  total: number;
};

export type ListWalletsOutput = {
  /** Your wallets: US dollars first, then by currency. */
  wallets: {
    /** Balance in cents, including money on hold. */
    balance_cents: number;
    /** On hold for open orders, in cents. */
    held_cents: number;
    /** What new orders can use, in cents. */
    available_cents: number;
    /** Currency code (ISO 4217). All amounts are in its minor unit: cents, yen or fils. */
    currency: string;
  }[];
  /** Total number of entries. */
  total: number;
};

export type ListWebhookDeliveriesInput = {
  /** Maximum number of entries per page. */
  limit?: number;
  /** Number of entries to skip. */
  offset?: number;
  /** The ID of the last entry on the previous page. Faster than `offset` on deep pages. */
  after?: string;
  /** Only deliveries with this status. `retrying`: pending deliveries that failed at least once. */
  status?: "pending" | "delivered" | "failed" | "stopped" | "retrying";
  /** Only deliveries of this event type. */
  event?: "request_succeeded" | "request_failed" | "tracking_obtained" | "tracking_updated" | "status_updated" | "case_updated" | "order.created" | "order.placed" | "order.failed" | "order.cancelled" | "order.cancelled_by_retailer" | "order.refunded" | "order.action_required" | "order.late" | "tracking.obtained" | "tracking.updated" | "return.updated" | "case.updated" | "bulk.completed" | "policy.alert" | "managed_account.paused";
  /** Only deliveries about this order: its ID, or its `request_id` in the legacy API. */
  order_id?: string;
  /** Only deliveries to this endpoint. */
  endpoint_id?: string;
  /** Only deliveries of this event. */
  event_id?: string;
  /** Only deliveries created at or after this time. */
  created_after?: string;
  /** Part of the endpoint URL. Searches the newest 2,000 deliveries that match the other filters. */
  url?: string;
};

export type ListWebhookDeliveriesOutput = {
  /** Deliveries, newest first. */
  deliveries: WebhookDelivery[];
  /** Total number of entries. */
  total: number;
  /** Maximum number of entries per page. */
  limit: number;
  /** Number of entries to skip. */
  offset: number;
};

export type ListWebhookEndpointsInput = {
  /** Maximum number of entries per page. */
  limit?: number;
  /** Number of entries to skip. */
  offset?: number;
};

export type ListWebhookEndpointsOutput = {
  /** Endpoints in this mode. */
  endpoints: WebhookEndpoint[];
  /** Total number of entries. */
  total: number;
};

export type MintSandboxKeyInput = {
  /** The request body. */
  body?: {
    /** Email address of the person who may claim the sandbox later. */
    email?: string | null;
    /** Name of the key. */
    name?: string | null;
  };
};

export type MintSandboxKeyOutput = {
  /** The test key. Shown only once. Send it as Authorization: Bearer. */
  api_key: string;
  /** The same as api_key. */
  key: string;
  /** When the key expires, in plain language. */
  expires_policy: string;
  /** Quickstart as Markdown. */
  quickstart_url: string;
  /** A complete request body for POST /orders. */
  example_order: NewOrder;
  /** Link for the person who wants to keep the sandbox. Shown only once. */
  claim_url: string;
  /** What to do next, step by step. */
  next: string[];
};

export type OpenWalletInput = {
  /** The request body. */
  body: {
    /** Currency code (ISO 4217), such as `USD`, `EUR` or `JPY`. */
    currency: string;
  };
};

export type OpenWalletOutput = {
  /** Balance in cents, including money on hold. */
  balance_cents: number;
  /** On hold for open orders, in cents. */
  held_cents: number;
  /** What new orders can use, in cents. */
  available_cents: number;
  /** Currency code (ISO 4217). All amounts are in its minor unit: cents, yen or fils. */
  currency: string;
};

export type PlaceBulkOrderInput = {
  /** The request body. */
  body: {
    /** Name of the file, for display. */
    filename?: string | null;
    /** Rows of the file: each maps column headers to cells, all as text. */
    rows: Record<string, string>[];
    /** Email the account holder once every order in the batch is placed, failed or canceled. */
    notify_on_complete?: boolean;
    /** Follow this sandbox test clock instead of real time. Test keys only. */
    test_clock?: string | null;
    /** A unique value for this batch. A request with the same value never places it twice. */
    idempotency_key?: string | null;
  };
};

export type PlaceBulkOrderOutput = BulkOrder;

export type PostToCaseInput = {
  /** UUID of the order. */
  order_id: string;
  /** The request body. */
  body: {
    /** Text of your message. */
    message: string;
    /** Why you are opening the case. Reopens a closed case. Leave it out to reply to an open one. */
    reason?: "return.request_label" | "nondelivery.not_delivered" | "nondelivery.damaged" | "nondelivery.empty_box" | "tracking.request_update" | "cancel.forced_cancellation" | "other" | null;
  };
};

export type PostToCaseOutput = Case;

export type PreviewPolicyInput = {
  /** The request body. */
  body: {
    /** The rules to try out. */
    policy: PolicyRules;
    /** Try the rules on this key's orders only. All orders by default. */
    key_id?: string;
    /** Try the rules on orders from this group of keys only. Can't be combined with `key_id`. */
    group?: string;
  };
};

export type PreviewPolicyOutput = {
  /** Start of the period that was checked. */
  since: string;
  /** Number of orders that were checked. */
  orders: number;
  /** Orders that the rules would allow. */
  allowed: number;
  /** Orders that would need approval. */
  needed_approval: number;
  /** Orders that the rules would deny. */
  denied: number;
};

export type PreviewSandboxClaimInput = {
  /** The last part of claim_url. */
  token: string;
};

export type PreviewSandboxClaimOutput = {
  /** Number of orders in the sandbox. */
  orders: number;
  /** Number of keys in the sandbox. */
  keys: number;
  /** Test money in its wallet, in cents, including money on hold. */
  balance_cents: number;
  /** When it was created. */
  created_at: string;
};

export type PutAccountPolicyInput = {
  /** The request body. */
  body: PolicyRules;
};

export type PutAccountPolicyOutput = Policy;

export type PutKeyGroupInput = {
  /** Name of the group of keys. */
  name: string;
  /** The request body. */
  body: {
    /** IDs of the keys in the group. */
    key_ids: string[];
  };
};

export type PutKeyGroupOutput = KeyGroup;

export type PutKeyGroupPolicyInput = {
  /** Name of the group of keys. */
  name: string;
  /** The request body. */
  body: PolicyRules;
};

export type PutKeyGroupPolicyOutput = Policy;

export type PutKeyPolicyInput = {
  /** Unique ID. */
  id: string;
  /** The request body. */
  body: PolicyRules;
};

export type PutKeyPolicyOutput = Policy;

export type PutMailPreferencesInput = {
  /** The request body. */
  body: MailPreferences;
};

export type PutMailPreferencesOutput = MailPreferences;

export type PutWebhookEndpointInput = {
  /** The request body. */
  body: {
    /** URL that receives events by POST. If it contains a username and password, they are sent as Basic authentication. */
    url: string;
  };
};

export type PutWebhookEndpointOutput = {
  /** URL that receives every event. Null: none. */
  webhook_url: string | null;
  /** Secret that messages are signed with. Null: none. */
  webhook_secret: string | null;
};

export type QuoteOrderInput = {
  /** The request body. */
  body: {
    /** What to buy. All products must be from one store. */
    products: OrderedProduct[];
    /** Where to ship the order. */
    shipping_address: ShippingAddress;
    /** Currency of `max_price` (ISO 4217): `USD` (the default) or the store's currency. `max_price` is in that currency's minor unit. */
    max_price_currency?: string | null;
    /** The `short_id` of the retailer account to buy with. Errand uses its own account by default. */
    retailer_credentials_id?: string | null;
    /** A unique value for this order. A request with the same value never buys twice. The Idempotency-Key header works too. */
    idempotency_key?: string | null;
    /** Your own data, returned with the order. Up to 50 keys and 16 KiB. */
    metadata?: Record<string, unknown>;
    /** Your purchase order number. */
    po_number?: string | null;
    /** VAT or tax ID of the buying business. Sent to stores that accept one. */
    tax_id?: string | null;
    /** Maximum number of days the seller can take to ship. Slower offers are skipped. */
    handling_days_max?: number | null;
    /** Send the order as a gift, without prices, where the store supports it. */
    is_gift?: boolean;
    /** Message for the recipient. Requires `is_gift`. */
    gift_message?: string | null;
    /** What to do if the store cannot fulfill the whole order. `strict` (default): the order fails. */
    fulfillment?: Fulfillment | null;
    /** Buy at the price of this quote from POST /orders/quote, before its `expires_at`. */
    quote_id?: string | null;
    /** How far the total may rise above the quote, in cents. Beyond that, the order fails with `price_changed`. */
    max_drift_cents?: number;
    /** Payment source. Default: the wallet. */
    payment?: {
      /** `card`: a saved card is authorized for max_price and the fee, and charged the actual cost. */
      mode: "wallet" | "card";
      /** A card from GET /wallet/cards. Default: the default card. */
      payment_method?: string | null;
    } | null;
    /** Follow this sandbox test clock instead of real time. Test keys only. */
    test_clock?: string | null;
    /** Email the recipient about shipping and delivery. */
    customer_notifications?: {
      /** Email address of the recipient. */
      email: string;
    } | null;
    /** The most that the store may charge, in cents, including tax and shipping. Errand never pays more. */
    max_price?: number;
  };
};

export type QuoteOrderOutput = Quote;

export type RefundTopUpInput = {
  /** UUID of the top-up. */
  top_up_id: string;
};

export type RefundTopUpOutput = TopUp;

export type RemovePersonInput = {
  /** Also revoke every key that this person created on the account. */
  revoke_keys?: boolean;
  /** UUID of the person. */
  person_id: string;
};

export type RemovePersonOutput = undefined;

export type ReplayFailedWebhookDeliveriesInput = {
  /** The request body. */
  body: {
    /** Resend failed deliveries of events since this time. */
    failed_since?: string;
    /** Only deliveries with this status. Failed and stopped ones by default. */
    status?: "failed" | "stopped" | "retrying";
    /** Only deliveries of this event type. */
    event?: "request_succeeded" | "request_failed" | "tracking_obtained" | "tracking_updated" | "status_updated" | "case_updated" | "order.created" | "order.placed" | "order.failed" | "order.cancelled" | "order.cancelled_by_retailer" | "order.refunded" | "order.action_required" | "order.late" | "tracking.obtained" | "tracking.updated" | "return.updated" | "case.updated" | "bulk.completed" | "policy.alert" | "managed_account.paused";
    /** Only deliveries about this order. */
    order_id?: string;
    /** Only deliveries to this endpoint. */
    endpoint_id?: string;
    /** Part of the endpoint URL. Searches the newest 2,000 deliveries that match the other filters. */
    url?: string;
  };
};

export type ReplayFailedWebhookDeliveriesOutput = {
  /** Number of deliveries that are being resent. */
  replayed: number;
};

export type ReplayWebhookDeliveryInput = {
  /** UUID of the delivery. */
  delivery_id: string;
};

export type ReplayWebhookDeliveryOutput = WebhookDelivery;

export type ReplyToSandboxCaseInput = {
  /** UUID of the order. */
  order_id: string;
  /** The request body. */
  body: {
    /** Text of the reply. */
    message: string;
    /** Close the case with this reply. */
    close?: boolean;
  };
};

export type ReplyToSandboxCaseOutput = {
  /** State of the case. Null: no case yet. */
  state: "open" | "closed" | null;
  /** Messages, oldest first. */
  messages: {
    /** Type of message, such as case.opened.return.request_label, case.freetext or case.closed. */
    type: string;
    /** Text of the message. */
    message: string;
    /** When it was written. */
    timestamp: string;
  }[];
};

export type RequestCancellationInput = {
  /** UUID of the order. */
  order_id: string;
};

export type RequestCancellationOutput = Cancellation;

export type ResendEditedWebhookDeliveryInput = {
  /** UUID of the delivery. */
  delivery_id: string;
  /** The request body. */
  body: {
    /** JSON text to send instead. `type` and `data.id` must match the original delivery. */
    body: string;
  };
};

export type ResendEditedWebhookDeliveryOutput = WebhookDelivery;

export type ResendEventInput = {
  /** UUID of the event. */
  event_id: string;
  /** The request body. */
  body?: {
    /** Send it to this endpoint only. */
    endpoint_id?: string;
  };
};

export type ResendEventOutput = {
  /** The event that was resent. */
  event: WebhookEvent;
  /** The deliveries that were started. */
  deliveries: WebhookDelivery[];
};

export type ResolveSandboxReturnInput = {
  /** UUID of the return request. */
  return_request_id: string;
  /** The request body. */
  body: {
    /** An open return can become any status. An approved one can become `credited` (refunded) or `denied`. */
    status: "approved" | "denied" | "credited";
    /** Reason, shown to the customer. */
    resolution_notes?: string | null;
    /** With `credited`, what the retailer refunds, in cents. Defaults to the full amount paid. */
    amount_cents?: number | null;
  };
};

export type ResolveSandboxReturnOutput = Return;

export type RevokeKeyInput = {
  /** Unique ID. */
  id: string;
};

export type RevokeKeyOutput = undefined;

export type RotateWebhookEndpointSecretInput = {
  /** UUID of the endpoint. */
  endpoint_id: string;
};

export type RotateWebhookEndpointSecretOutput = WebhookEndpointWithSecret;

export type RotateWebhookSecretOutput = {
  /** Secret for Standard Webhooks libraries. */
  secret: string;
  /** When it was created. */
  created_at: string;
  /** Replaced secrets that messages are still signed with, in addition to the current one. */
  previous: {
    /** A replaced secret. */
    secret: string;
    /** When messages are no longer signed with it. */
    valid_until: string;
  }[];
};

export type SaveOrderViewInput = {
  /** The request body. */
  body: {
    /** Name of the view. */
    name: string;
    /** Query string of the page URL, without `?`: filters, sort and columns. */
    query: string;
  };
};

export type SaveOrderViewOutput = SavedView;

export type SearchEverywhereInput = {
  /** What to search for. */
  q: string;
  /** US cents. Other currencies are compared at the current exchange rate. */
  min_price?: number;
  /** US cents. Other currencies are compared at the current exchange rate. */
  max_price?: number;
};

export type SearchEverywhereOutput = SearchOfAllResults;

export type SearchProductsInput = {
  /** What to search for. */
  query: string;
  /** An identifier from GET /retailers, or the domain of a store that this service supports. */
  retailer: string;
  /** Page of results, from 1. */
  page?: number;
  /** Only products that ship free. Filters after paging, so pages vary in length. */
  free_shipping?: boolean;
};

export type SearchProductsOutput = SearchResults;

export type SetSandboxHoldInput = {
  /** The request body. */
  body: {
    /** True to hold every new order until you release it. */
    on: boolean;
  };
};

export type SetSandboxHoldOutput = {
  /** Whether new orders are held. */
  on: boolean;
  /** Orders created since this time are held. */
  since: string | null;
};

export type SignOutEverywhereOutput = undefined;

export type SimulatePolicyInput = {
  /** The request body. */
  body: NewOrder;
};

export type SimulatePolicyOutput = PolicyVerdict;

export type TakeInvitationBackInput = {
  /** UUID of the invitation. */
  invitation_id: string;
};

export type TakeInvitationBackOutput = undefined;

export type TestWebhookEndpointInput = {
  /** UUID of the endpoint. */
  endpoint_id: string;
  /** The request body. */
  body?: {
    /** Event type to send. */
    type?: "order.created" | "order.placed" | "order.failed" | "order.cancelled" | "order.cancelled_by_retailer" | "order.refunded" | "order.action_required" | "order.late" | "tracking.obtained" | "tracking.updated" | "return.updated" | "case.updated" | "bulk.completed" | "policy.alert" | "managed_account.paused";
  };
};

export type TestWebhookEndpointOutput = WebhookDelivery;

export type TrackOrderInput = {
  /** UUID of the order. */
  order_id: string;
};

export type TrackOrderOutput = {
  /** UUID of the order. */
  order_id: string;
  /** Status of the order now. */
  current_status: "pending" | "in_progress" | "order_placed" | "order_failed" | "cancelled" | "cancelled_by_retailer";
  /** Best estimate for the whole order, as a date in the time zone of the address. */
  estimated_delivery_date: string | null;
  /** Where the order ships to, without the name and phone number. */
  destination: {
    /** Street address. */
    address_line1: string | null;
    /** Apartment, suite, unit or company. */
    address_line2: string | null;
    /** City or town. */
    city: string | null;
    /** State or region. */
    state: string | null;
    /** ZIP or postal code. */
    postal_code: string | null;
    /** Country (ISO 3166-1). */
    country: string | null;
  };
  /** Packages in the order. */
  shipments: {
    /** Carrier that delivers the package. */
    carrier: string;
    /** The carrier's tracking number. */
    tracking_number: string;
    /** Where the package is. Null: not known yet. */
    status: "pending" | "in_transit" | "delivered" | "undeliverable" | null;
    /** Day on which the carrier expects to deliver. */
    estimated_delivery_date: string | null;
    /** Carrier scans, newest first. */
    checkpoints: TrackingCheckpoint[];
  }[];
  /** Items in the order. */
  items: {
    /** Product page. */
    url: string;
    /** Number of units. */
    quantity: number;
    /** Options that were chosen. */
    variant: {
      /** Name of the option. */
      label: string;
      /** Chosen value. */
      value: string;
    }[] | null;
    /** Status of the item. */
    status: "pending" | "processing" | "ordered" | "shipped" | "delivered" | "cancelled" | "failed";
  }[];
};

export type UnlinkManagedAccountInput = {
  /** The `short_id` of the retailer account. */
  short_id: string;
};

export type UnlinkManagedAccountOutput = undefined;

export type UpdateCardInput = {
  /** ID of a saved card. */
  card_id: string;
  /** The request body. */
  body: {
    /** Charge this card when an order doesn't specify one. */
    is_default: true;
  };
};

export type UpdateCardOutput = SavedCard;

export type UpdateKeyInput = {
  /** Unique ID. */
  id: string;
  /** The request body. */
  body: {
    /** Name of the key. */
    label?: string;
    /** The key's spending limits. */
    limits?: {
      /** The most that the key's orders can put on hold per day (UTC), in cents. Null: no limit. */
      spend_per_day_cents?: number | null;
      /** The highest `max_price` allowed for an order, in cents. Null: no limit. */
      spend_per_order_cents?: number | null;
      /** IDs of the retailers that the key can buy from. Null: all of them. */
      allowed_retailers?: string[] | null;
    };
    /** What the key can do. `read`: view. `order`: buy, cancel and return. `manage`: retailer accounts and webhooks. `policies`: write spending policies. */
    scopes?: ("read" | "order" | "manage" | "policies")[];
    /** When the key stops working. Null: never. */
    expires_at?: string | null;
    /** IP addresses and CIDR ranges that the key can be used from. Null: anywhere. */
    allowed_addresses?: string[] | null;
    /** Web origins whose scripts can use the key (CORS), such as https://shop.example.com, or * for any. Null: none. Anyone who opens the page can read the key, so give it as few permissions as possible. */
    allowed_origins?: string[] | null;
  };
};

export type UpdateKeyOutput = Key;

export type UpdateManagedAccountInput = {
  /** The `short_id` of the retailer account. */
  short_id: string;
  /** The request body. */
  body: {
    /** Email address used to log in to the retailer. */
    email?: string;
    /** Password of the retailer account. Encrypted at rest and never returned. */
    password?: string | null;
    /** Base32 secret or otpauth:// URL of the authenticator app. Encrypted at rest and never returned. */
    totp_secret?: string | null;
    /** ID of the retailer or domain of the store. Leave it out for default credentials. */
    retailer?: string | null;
    /** Settings for the store, up to 16 KiB. Encrypted at rest. Returned with secrets masked. */
    retailer_config?: Record<string, unknown> | null;
    /** While true, orders stay queued and the account is not used. */
    is_paused?: boolean;
    /** Minimum minutes between two uses. Null: no cooldown. */
    cooldown_minutes?: number | null;
  };
};

export type UpdateManagedAccountOutput = ManagedAccount;

export type UpdateMeInput = {
  /** The request body. */
  body: {
    /** Name that other people on your accounts see. */
    name: string | null;
  };
};

export type UpdateMeOutput = undefined;

export type UpdateWebhookEndpointInput = {
  /** UUID of the endpoint. */
  endpoint_id: string;
  /** The request body. */
  body: {
    /** URL that receives events by POST. If it contains a username and password, they are sent as Basic authentication. */
    url?: string;
    /** Event types to send. Null: all of them. */
    events?: EventType[] | null;
    /** Your note about the endpoint. */
    description?: string | null;
    /** Set to false to stop sending new events. */
    is_active?: boolean;
  };
};

export type UpdateWebhookEndpointOutput = WebhookEndpoint;

export type ValidateBulkOrderInput = {
  /** The request body. */
  body: {
    /** Name of the file, for display. */
    filename?: string | null;
    /** Rows of the file: each maps column headers to cells, all as text. */
    rows: Record<string, string>[];
    /** Email the account holder once every order in the batch is placed, failed or canceled. */
    notify_on_complete?: boolean;
    /** Follow this sandbox test clock instead of real time. Test keys only. */
    test_clock?: string | null;
  };
};

export type ValidateBulkOrderOutput = BulkValidation;

export type VerifyManagedAccountInput = {
  /** The `short_id` of the retailer account. */
  short_id: string;
  /** The request body. */
  body?: {
    /** Where to log in. Required for default credentials. */
    retailer?: string | null;
  };
};

export type VerifyManagedAccountOutput = {
  /** Whether the login worked. */
  verified: boolean;
  /** Why it failed, as the `error_type` of an order. */
  error_type: string | null;
  /** Why it failed, in plain language. */
  message: string | null;
  /** Your retailer account, without its secrets. */
  account: ManagedAccount;
};

/** Every operation for customers, by its operationId. */
export interface Operations {
  /** Attach a file to a case. A PDF or image up to 5 MiB, up to 20 files per case. In the sandbox, up to 100 MiB per account. Open the case first. */
  addCaseAttachment: { input: AddCaseAttachmentInput; output: AddCaseAttachmentOutput };
  /** Move a sandbox package. Sets the order's tracking status. From then on, the package moves only when you call this. Test keys only. */
  advanceSandboxOrder: { input: AdvanceSandboxOrderInput; output: AdvanceSandboxOrderOutput };
  /** Advance a test clock. Send `to` or `by_seconds`, up to 400 days at a time. Everything that is due by then happens in order, in the background: read the clock until `status` is `ready`. Test keys only. */
  advanceTestClock: { input: AdvanceTestClockInput; output: AdvanceTestClockOutput };
  /** Buy without an account. The request pays for the order: `max_price` plus 1 USD is charged up front. The difference is refunded to the same payment method, or everything if the order fails or is canceled. The response has a key for this order in X-Api-Key. Without a body, the 402 explains the price. With `Prefer: payment-link`, the 402 has `error.details.pay_url`, where someone can pay instead, and an X-Api-Key for the order that this creates. */
  agentCreateOrder: { input: AgentCreateOrderInput; output: AgentCreateOrderOutput };
  /** Get a product, paid per call. For amazon and walmart. An unknown product returns a 200 with `status` `failed`. Costs 0.01 USD per call and needs no account or key. */
  agentGetProduct: { input: AgentGetProductInput; output: AgentGetProductOutput };
  /** Get the offers for a product, paid per call. For amazon and walmart. An unknown product returns a 200 with `status` `failed`. Costs 0.01 USD per call and needs no account or key. */
  agentGetProductOffers: { input: AgentGetProductOffersInput; output: AgentGetProductOffersOutput };
  /** Search all retailers. Beta: the response shape may change. You can pass the `url` of a result to POST /agent/orders. Costs 0.01 USD per call and needs no account or key. */
  agentSearch: { input: AgentSearchInput; output: AgentSearchOutput };
  /** Search one retailer, paid per call. Returns one page of results. Costs 0.01 USD per call and needs no account or key. */
  agentSearchProducts: { input: AgentSearchProductsInput; output: AgentSearchProductsOutput };
  /** Search one retailer with GET, paid per call. Returns one page of results. Costs 0.01 USD per call and needs no account or key. */
  agentSearchProductsByGet: { input: AgentSearchProductsByGetInput; output: AgentSearchProductsByGetOutput };
  /** Approve or decline a purchase. Only a signed-in user can approve or decline, once, before the request expires. If a policy requires the approval, the user must be one of its approvers. Keys can't approve or decline. */
  answerApproval: { input: AnswerApprovalInput; output: AnswerApprovalOutput };
  /** Accept or decline an invitation. Works once. If you accept, this session switches to the account. */
  answerInvitation: { input: AnswerInvitationInput; output: AnswerInvitationOutput };
  /** Complete an action. Send what `next_action.answer_schema` asks for. Only the party in `asked_of` can complete the action. An approval requires a signed-in user, never a key. */
  answerOrderAction: { input: AnswerOrderActionInput; output: AnswerOrderActionOutput };
  /** Approve or deny a key request. A signed-in user approves or denies the app that shows this code. They can grant fewer scopes than requested. An unknown, expired or already used code returns 404. */
  approveDevice: { input: ApproveDeviceInput; output: ApproveDeviceOutput };
  /** Request a key for an app. Starts the device flow: the user approves in the browser, and the app receives its key directly. Send a sandbox key to let the user claim that sandbox too. A key that is not used for 90 days expires. */
  askForDeviceCode: { input: AskForDeviceCodeInput; output: AskForDeviceCodeOutput };
  /** Cancel a pending order. Works until Errand starts the purchase. The hold is released. */
  cancelOrder: { input: CancelOrderInput; output: CancelOrderOutput };
  /** Cancel pending orders. Takes the same filters as GET /orders, cancels the pending orders that match and releases their holds. Other orders stay as they are. */
  cancelOrders: { input: CancelOrdersInput; output: CancelOrdersOutput };
  /** Change a member's role. Takes effect within a second. An account must keep an owner, otherwise the response is 409 `last_owner`. */
  changeRole: { input: ChangeRoleInput; output: ChangeRoleOutput };
  /** Check a product URL. Shows whether POST /orders would accept the URL and, if not, why. Uses the mode of your key. Without a key, it applies to live mode if this service has a live store, otherwise to the sandbox. */
  checkRetailer: { input: CheckRetailerInput; output: CheckRetailerOutput };
  /** Switch accounts. Switches this session to another of your accounts. Pages that are already open stay on their account. */
  chooseAccount: { input: ChooseAccountInput; output: ChooseAccountOutput };
  /** Claim a sandbox. Moves its orders, test money and keys to your account, once. The keys keep working. */
  claimSandbox: { input: ClaimSandboxInput; output: ClaimSandboxOutput };
  /** Compare periods. Compares a period with the previous one of the same length: spending, orders, failure rate, time to purchase and time to delivery, by store, key or person. */
  compareOrders: { input: CompareOrdersInput; output: CompareOrdersOutput };
  /** Save a card. Open `url` in a browser: the user enters the card on a Stripe page, or chooses a test card in the sandbox. Card numbers never pass through this API. */
  createCardSetup: { input: CreateCardSetupInput; output: CreateCardSetupOutput };
  /** Start checkout for a payment link. Returns a Stripe page, or a test page in the sandbox. Repeating the request returns the same page. */
  createCheckoutSession: { input: CreateCheckoutSessionInput; output: CreateCheckoutSessionOutput };
  /** Create an API key. The key is shown in this response only. If you repeat the request with the same Idempotency-Key, you get the same key again. */
  createKey: { input: CreateKeyInput; output: CreateKeyOutput };
  /** Add a retailer account. Orders can then be placed with your own account. Secrets are encrypted before they are stored and never returned. Supports Idempotency-Key. */
  createManagedAccount: { input: CreateManagedAccountInput; output: CreateManagedAccountOutput };
  /** Create an order. Accepts the order and puts `max_price` and the fee on hold in your wallet. Errand then places it with the store in the background. To follow it, read the order or its timeline, or use webhooks. Send an Idempotency-Key header (or `idempotency_key`) so that a retry never buys twice. With `Prefer: payment-link`, a 402 has `details.pay_url`, where someone can pay for the order. */
  createOrder: { input: CreateOrderInput; output: CreateOrderOutput };
  /** Create a return. For items in a placed order that aren't already being returned. The retailer decides in the background: read the return until `status` is no longer `open`. Send an Idempotency-Key header so that a retry creates only one return. */
  createReturn: { input: CreateReturnInput; output: CreateReturnOutput };
  /** Create a test clock. Send its ID as `test_clock` when you create orders, batches, quotes or retailer accounts. They then follow this clock instead of real time. An account can have up to 20. Test keys only. */
  createTestClock: { input: CreateTestClockInput; output: CreateTestClockOutput };
  /** Add funds. Open `pay_url` in a browser: a Stripe page with a live key, a test page with a test key. The funds are added when the payment is confirmed. Send an Idempotency-Key header so that a retry creates only one top-up. */
  createTopUp: { input: CreateTopUpInput; output: CreateTopUpOutput };
  /** Add a webhook endpoint. Up to 20 per mode. Each has its own secret. */
  createWebhookEndpoint: { input: CreateWebhookEndpointInput; output: CreateWebhookEndpointOutput };
  /** Approve or deny a sign-in request. A signed-in user lets an app use their account, or denies the request. The app gets its own key, which you can list and revoke like any other. */
  decideSignInRequest: { input: DecideSignInRequestInput; output: DecideSignInRequestOutput };
  /** Remove a card. Orders that are already authorized are still charged and refunded to the card. */
  deleteCard: { input: DeleteCardInput; output: DeleteCardOutput };
  /** Delete a key group's policy. Keys in the group keep their own policies and the account's policy. */
  deleteKeyGroupPolicy: { input: DeleteKeyGroupPolicyInput; output: DeleteKeyGroupPolicyOutput };
  /** Delete a key's policy. The policies of its group and its account still apply. */
  deleteKeyPolicy: { input: DeleteKeyPolicyInput; output: DeleteKeyPolicyOutput };
  /** Delete a retailer account. Deletes its secrets too. Orders waiting for it fail with `login_failed`. Returns 409 while a job is using the account. */
  deleteManagedAccount: { input: DeleteManagedAccountInput; output: DeleteManagedAccountOutput };
  /** Delete your account. Sessions and keys end right away. A job then erases addresses, retailer accounts, messages, webhooks and files. Ledger entries that must be kept no longer identify you. Returns 409 while orders are open, real money is in the wallet, or the account has other members. */
  deleteMe: { input: Record<never, never>; output: DeleteMeOutput };
  /** Delete a saved view. Deletes it for everyone on the account. Orders stay as they are. */
  deleteOrderView: { input: DeleteOrderViewInput; output: DeleteOrderViewOutput };
  /** Delete a test clock. Orders and accounts that follow it continue in real time. Anything due in an hour is still due in an hour. Test keys only. */
  deleteTestClock: { input: DeleteTestClockInput; output: DeleteTestClockOutput };
  /** Delete the single webhook URL. Errand stops sending events to it. */
  deleteWebhookEndpoint: { input: Record<never, never>; output: DeleteWebhookEndpointOutput };
  /** Delete a webhook endpoint. Pending deliveries to it are dropped. The delivery log is kept. */
  deleteWebhookEndpointById: { input: DeleteWebhookEndpointByIdInput; output: DeleteWebhookEndpointByIdOutput };
  /** Export orders as CSV. Takes the same filters as GET /orders. Streams any number of orders, newest first. Safe to open in a spreadsheet. */
  exportOrders: { input: ExportOrdersInput; output: ExportOrdersOutput };
  /** Get the approved key. Returns the key once. Until the user approves, you get a 400 that says what to do: `authorization_pending`, `slow_down`, `access_denied` or `expired_token`. */
  fetchDeviceKey: { input: FetchDeviceKeyInput; output: FetchDeviceKeyOutput };
  /** Finish linking a retailer account. Takes the parameters from the store's redirect. Only the user who was sent to the store can finish, once, within 10 minutes. */
  finishManagedAccountLink: { input: FinishManagedAccountLinkInput; output: FinishManagedAccountLinkOutput };
  /** Get the account's spending policy. Returns the policy for the mode of your request. An account without a policy has no limits; its policy has version 0. */
  getAccountPolicy: { input: Record<never, never>; output: GetAccountPolicyOutput };
  /** Get an approval request. Shows what the user is asked to approve. Everyone on the account can read it, and so can the account's keys. */
  getApproval: { input: GetApprovalInput; output: GetApprovalOutput };
  /** Get a batch. Returns the batch with every row and the status of its order. */
  getBulkOrder: { input: GetBulkOrderInput; output: GetBulkOrderOutput };
  /** Download batch results. Your columns in their original order, then `order_id`, `status` and `error`. Safe to open in a spreadsheet. */
  getBulkOrderResults: { input: GetBulkOrderResultsInput; output: GetBulkOrderResultsOutput };
  /** Download the CSV template. With a test key, it has a row that you can place as it is. With a live key, it has only the header. */
  getBulkOrderTemplate: { input: Record<never, never>; output: GetBulkOrderTemplateOutput };
  /** Get an order's cancellation. Returns the latest cancellation request to the store. */
  getCancellation: { input: GetCancellationInput; output: GetCancellationOutput };
  /** Check whether a card was saved. Checks with Stripe until the card is saved, so you can poll it. */
  getCardSetup: { input: GetCardSetupInput; output: GetCardSetupOutput };
  /** Get an order's case. Returns all messages and files. 404 if the order has no case. */
  getCase: { input: GetCaseInput; output: GetCaseOutput };
  /** Download a case attachment. Returns the file with its media type. */
  getCaseAttachment: { input: GetCaseAttachmentInput; output: GetCaseAttachmentOutput };
  /** Get a key request. Shows which app is requesting a key, so that you can decide. */
  getDeviceCode: { input: GetDeviceCodeInput; output: GetDeviceCodeOutput };
  /** Get an event. Returns one event from the last 30 days, as it was sent to your endpoints, with its deliveries. */
  getEvent: { input: GetEventInput; output: GetEventOutput };
  /** Check the health of the service. Reports the status of the database, job queue, mail, stores, disk and clock. Returns 503 if the service is down. */
  getHealth: { input: Record<never, never>; output: GetHealthOutput };
  /** Get an invitation. Shows the account that invited you. Needs the token from the emailed link. Returns 404 if the invitation was used, revoked or expired, or is for another email address. */
  getInvitation: { input: GetInvitationInput; output: GetInvitationOutput };
  /** Get a key group's policy. Returns the rules and what is left of each limit, for all keys in the group combined. */
  getKeyGroupPolicy: { input: GetKeyGroupPolicyInput; output: GetKeyGroupPolicyOutput };
  /** Get a key's policy. Returns the rules and what is left of each limit. */
  getKeyPolicy: { input: GetKeyPolicyInput; output: GetKeyPolicyOutput };
  /** Get lifetime statistics. Live purchases only. Returns 404 unless the operator set PUBLIC_STATS=true. */
  getLifetimeStats: { input: Record<never, never>; output: GetLifetimeStatsOutput };
  /** Get your email preferences. They apply to every account you belong to. Sign-in links and invitations are always emailed. */
  getMailPreferences: { input: Record<never, never>; output: GetMailPreferencesOutput };
  /** Get a retailer account. Returns its settings and whether it is paused or in use. Secrets are never returned. */
  getManagedAccount: { input: GetManagedAccountInput; output: GetManagedAccountOutput };
  /** Get a retailer account's link. Shows whether the account is linked, and what the user agreed to. */
  getManagedAccountLink: { input: GetManagedAccountLinkInput; output: GetManagedAccountLinkOutput };
  /** Get the signed-in user. Returns who you are, the account you are using and your other accounts. */
  getMe: { input: Record<never, never>; output: GetMeOutput };
  /** Get an order. Returns the order with its status. With `wait_seconds`, the request waits until the order changes after `since`, or until the time runs out. */
  getOrder: { input: GetOrderInput; output: GetOrderOutput };
  /** Download an order document. Returns the file with its media type. */
  getOrderDocument: { input: GetOrderDocumentInput; output: GetOrderDocumentOutput };
  /** Get an order's timeline. What happened to the order, oldest first, from placement to delivery. */
  getOrderTimeline: { input: GetOrderTimelineInput; output: GetOrderTimelineOutput };
  /** Get order totals. Takes the same filters as GET /orders. Counts and sums up to 10,000 orders. */
  getOrderTotals: { input: GetOrderTotalsInput; output: GetOrderTotalsOutput };
  /** Get the account overview. Wallet, spending, orders and what needs attention, for the key's mode, in one request. */
  getOverview: { input: Record<never, never>; output: GetOverviewOutput };
  /** Get a payment link. POST /orders and POST /agent/orders return `payment_id` and `pay_url` in a 402 if you send `Prefer: payment-link` and only funds are missing. Give `pay_url` to the payer. The order is created once it is paid for, so don't send it again. */
  getPayment: { input: GetPaymentInput; output: GetPaymentOutput };
  /** Get the policies that apply to you. Returns every policy that applies to the calling key, and what is left of each limit. */
  getPolicy: { input: Record<never, never>; output: GetPolicyOutput };
  /** Get a product. Returns product data from the retailer. An unknown product or an unreachable retailer returns a 200 with `status` `failed`. After `async`, send the same request again to get the result. */
  getProduct: { input: GetProductInput; output: GetProductOutput };
  /** Get the offers for a product. Who sells it, at what price and in what condition. Takes the same parameters as GET /products/{product_id}. */
  getProductOffers: { input: GetProductOffersInput; output: GetProductOffersOutput };
  /** Get an API request. Looks up a request by its X-Request-Id. Returns the body as it was sent, and the response. */
  getRequest: { input: GetRequestInput; output: GetRequestOutput };
  /** Get a return. The links to its labels are new each time. */
  getReturn: { input: GetReturnInput; output: GetReturnOutput };
  /** Download a return label. Returns a PDF. Needs no key: use the full link from the return's `label_urls`. The link works for 7 days. */
  getReturnLabel: { input: GetReturnLabelInput; output: GetReturnLabelOutput };
  /** Get the refund for a return. What was added to your wallet, who refunds you, and when the return was resolved. */
  getReturnRefund: { input: GetReturnRefundInput; output: GetReturnRefundOutput };
  /** Get the hold switch. Whether new sandbox orders wait before they are placed. Test keys only. */
  getSandboxHold: { input: Record<never, never>; output: GetSandboxHoldOutput };
  /** Get the sandbox status. Whether someone has claimed this key's sandbox. */
  getSandboxStatus: { input: Record<never, never>; output: GetSandboxStatusOutput };
  /** Check how sign-in emails are delivered. Without a mail server, sign-in emails stay on the server: in a local mailbox, or in the `mail` folder of its data directory. */
  getSignInHint: { input: Record<never, never>; output: GetSignInHintOutput };
  /** Get a sign-in request. Shows which app is requesting access to your account, and which scopes. */
  getSignInRequest: { input: GetSignInRequestInput; output: GetSignInRequestOutput };
  /** Download a statement as PDF. Every transaction in a month (UTC), with the opening and closing balance. */
  getStatement: { input: GetStatementInput; output: GetStatementOutput };
  /** Download a statement as CSV. Every transaction in a month (UTC), with the opening and closing balance. */
  getStatementCsv: { input: GetStatementCsvInput; output: GetStatementCsvOutput };
  /** Get the status page as JSON. Current status of every part of the service, the last 90 days, and incidents. The page is at /status. Cached for 30 seconds. */
  getStatus: { input: Record<never, never>; output: GetStatusOutput };
  /** List members of your account. Also lists pending invitations. */
  getTeam: { input: Record<never, never>; output: GetTeamOutput };
  /** Get a test clock. After an advance, read it until `status` is `ready`. Test keys only. */
  getTestClock: { input: GetTestClockInput; output: GetTestClockOutput };
  /** Get a top-up. While it is not paid, Errand checks with the payment provider, so polling shows the payment as soon as it arrives. */
  getTopUp: { input: GetTopUpInput; output: GetTopUpOutput };
  /** Download a receipt as PDF. For a paid top-up. Returns 404 until it is paid. */
  getTopUpReceipt: { input: GetTopUpReceiptInput; output: GetTopUpReceiptOutput };
  /** Download a receipt as CSV. For a paid top-up. Returns 404 until it is paid. */
  getTopUpReceiptCsv: { input: GetTopUpReceiptCsvInput; output: GetTopUpReceiptCsvOutput };
  /** Get your usage. Counts this account's calls in the key's mode. Calls appear within a second. Idempotent repeats are counted once. */
  getUsage: { input: GetUsageInput; output: GetUsageOutput };
  /** Get your wallet. Returns the balance, what is on hold and what new orders can use. Without `currency`, returns the US dollar wallet. */
  getWallet: { input: GetWalletInput; output: GetWalletOutput };
  /** Get your wallet (newer clients). The wallet in the format that newer clients expect. */
  getWalletOfMe: { input: GetWalletOfMeInput; output: GetWalletOfMeOutput };
  /** Get a delivery. Returns one delivery with its body, its attempts and their responses. */
  getWebhookDelivery: { input: GetWebhookDeliveryInput; output: GetWebhookDeliveryOutput };
  /** Get the single webhook URL. Returns the URL and its secret, or null for both. For accounts with one endpoint. */
  getWebhookEndpoint: { input: Record<never, never>; output: GetWebhookEndpointOutput };
  /** Get a webhook endpoint. Returns the endpoint with its secret. */
  getWebhookEndpointById: { input: GetWebhookEndpointByIdInput; output: GetWebhookEndpointByIdOutput };
  /** Get an endpoint's success rate and latency. Outcomes of delivery attempts over time. Kept for 30 days. */
  getWebhookEndpointHealth: { input: GetWebhookEndpointHealthInput; output: GetWebhookEndpointHealthOutput };
  /** Get the webhook secret. The secret used to sign messages to legacy API webhook URLs. */
  getWebhookSecret: { input: Record<never, never>; output: GetWebhookSecretOutput };
  /** Control a sandbox order. `pause` keeps a pending order from being placed. `step` takes the next step: places a held order, or ships or delivers a placed one. `run` lets a held order continue. Test keys only. */
  holdSandboxOrder: { input: HoldSandboxOrderInput; output: HoldSandboxOrderOutput };
  /** Invite someone. Emails a link that works once, for 7 days, and only for the person who signs in with this address. Inviting the address again replaces the earlier link. */
  invitePerson: { input: InvitePersonInput; output: InvitePersonOutput };
  /** Leave the account. Ends your sessions. You can sign in again for your other accounts. The last owner can't leave. */
  leaveTeam: { input: Record<never, never>; output: LeaveTeamOutput };
  /** Cancel a pending order (legacy API). Works until Errand starts the purchase. */
  legacyAbortOrder: { input: LegacyAbortOrderInput; output: LegacyAbortOrderOutput };
  /** Ask the store to cancel an order (legacy API). For a placed order, until the store ships it. Read the result with GET /v1/cancellations/{request_id}. */
  legacyCancelOrder: { input: LegacyCancelOrderInput; output: LegacyCancelOrderOutput };
  /** Create an order (legacy API). Managed (addax) orders are placed with Errand's own accounts and paid from the wallet. With `retailer_credentials`, `payment_method` and `shipping_method`, the order is placed with your own account and card. */
  legacyCreateOrder: { input: LegacyCreateOrderInput; output: LegacyCreateOrderOutput };
  /** Create a return (legacy API). Read the result with GET /v1/returns/{request_id}. */
  legacyCreateReturn: { input: LegacyCreateReturnInput; output: LegacyCreateReturnOutput };
  /** Get a cancellation (legacy API). Returns an error object with status 200 while the store decides, and if it declines. */
  legacyGetCancellation: { input: LegacyGetCancellationInput; output: LegacyGetCancellationOutput };
  /** Get the case for an order (legacy API). Returns its state and messages. Poll it for replies. */
  legacyGetCase: { input: LegacyGetCaseInput; output: LegacyGetCaseOutput };
  /** Get the offers for a product (legacy API). Who sells it, at what price and in what condition. */
  legacyGetOffers: { input: LegacyGetOffersInput; output: LegacyGetOffersOutput };
  /** Get an order (legacy API). Returns an error object with status 200 while the order is in progress (`request_processing`) and if it failed. */
  legacyGetOrder: { input: LegacyGetOrderInput; output: LegacyGetOrderOutput };
  /** Get a product (legacy API). Returns product data from the retailer, with `status`. */
  legacyGetProduct: { input: LegacyGetProductInput; output: LegacyGetProductOutput };
  /** Get a return (legacy API). Returns an error object with status 200 while the retailer decides, and if it denies the return. */
  legacyGetReturn: { input: LegacyGetReturnInput; output: LegacyGetReturnOutput };
  /** List your orders (legacy API). Newest first. Orders that are in progress or failed appear as error objects. */
  legacyListOrders: { input: LegacyListOrdersInput; output: LegacyListOrdersOutput };
  /** Post to the case for an order (legacy API). Opens a case, replies to it or reopens it. For managed orders only; contact the retailer about self-managed ones. */
  legacyPostToCase: { input: LegacyPostToCaseInput; output: LegacyPostToCaseOutput };
  /** Retry a failed order (legacy API). Sends the same request as a new order. Credentials and card were erased when the first order failed, so send them again for a self-managed order. */
  legacyRetryOrder: { input: LegacyRetryOrderInput; output: LegacyRetryOrderOutput };
  /** Search one retailer (legacy API). Returns one page of results. */
  legacySearch: { input: LegacySearchInput; output: LegacySearchOutput };
  /** Link a retailer account. For stores that support UCP account linking: no password needed. The user agrees on the store's site. With a key, you get the page where the user starts. */
  linkManagedAccount: { input: LinkManagedAccountInput; output: LinkManagedAccountOutput };
  /** List account activity. What people did in the dashboard in both modes, and what operators did to the account's money and sessions. Newest first. For calls made with keys, see GET /requests. */
  listActivity: { input: ListActivityInput; output: ListActivityOutput };
  /** List your batches. Newest first, each with its first 100 rows. */
  listBulkOrders: { input: ListBulkOrdersInput; output: ListBulkOrdersOutput };
  /** List saved cards. The default card first. A sandbox has test cards: one that works, one that is declined, and more. */
  listCards: { input: Record<never, never>; output: ListCardsOutput };
  /** List your cases. Cases for all your orders, most recently changed first. */
  listCases: { input: ListCasesInput; output: ListCasesOutput };
  /** List events. Events from the last 30 days, oldest first. Your webhook endpoints get the same events. Continue with `after` set to `next_cursor`. With `wait_seconds`, the request waits for the next event. */
  listEvents: { input: ListEventsInput; output: ListEventsOutput };
  /** List key groups. Groups of keys that share a spending policy. */
  listKeyGroups: { input: Record<never, never>; output: ListKeyGroupsOutput };
  /** List your API keys. Test and live keys, newest first, including revoked ones. Requires a signed-in user. */
  listKeys: { input: ListKeysInput; output: ListKeysOutput };
  /** List a retailer account's events. Received emails, used codes, logins, locks and pauses, newest first. Codes themselves are never shown. */
  listManagedAccountEvents: { input: ListManagedAccountEventsInput; output: ListManagedAccountEventsOutput };
  /** List your retailer accounts. Newest first. Passwords and TOTP secrets are never returned. */
  listManagedAccounts: { input: ListManagedAccountsInput; output: ListManagedAccountsOutput };
  /** List an order's documents. Invoices, credit notes and receipts that the store provides or an operator added. */
  listOrderDocuments: { input: ListOrderDocumentsInput; output: ListOrderDocumentsOutput };
  /** List saved views. Saved views of the order list, shared by everyone on the account. */
  listOrderViews: { input: Record<never, never>; output: ListOrderViewsOutput };
  /** List titles and images of order items. Titles and images of the items, as the stores show them. */
  listOrderedProducts: { input: ListOrderedProductsInput; output: ListOrderedProductsOutput };
  /** List your orders. Newest first by default. Combine filters to narrow the list. */
  listOrders: { input: ListOrdersInput; output: ListOrdersOutput };
  /** Export policy decisions. Every policy decision, oldest first, as a tamper-evident log: `hash` covers the previous entry, and `inputs` is what the decision was based on. */
  listPolicyDecisions: { input: ListPolicyDecisionsInput; output: ListPolicyDecisionsOutput };
  /** List API requests. Requests made with this account's keys in this mode, newest first, for up to 30 days. They appear within 2 seconds. Secrets in bodies are masked. */
  listRequests: { input: ListRequestsInput; output: ListRequestsOutput };
  /** List retailers. Catalog brands and connected stores, sorted by ID. Needs no key. `supported` shows what you can buy: in the sandbox with a test key, live with a live key. Without a key, it applies to live mode if this service has a live store, otherwise to the sandbox. */
  listRetailers: { input: ListRetailersInput; output: ListRetailersOutput };
  /** List your returns. Newest first, each with its items and refund. */
  listReturns: { input: ListReturnsInput; output: ListReturnsOutput };
  /** List monthly statements. Months in which your balance changed, newest first, with links to PDF and CSV. Each wallet has its own. */
  listStatements: { input: ListStatementsInput; output: ListStatementsOutput };
  /** List your test clocks. Newest first. Test keys only. */
  listTestClocks: { input: ListTestClocksInput; output: ListTestClocksOutput };
  /** List test products. Products in the sandbox store. Each triggers one scenario, such as out of stock or a price change. */
  listTestProducts: { input: Record<never, never>; output: ListTestProductsOutput };
  /** List top-ups. Funds that you added or started to add, newest first. */
  listTopUps: { input: ListTopUpsInput; output: ListTopUpsOutput };
  /** List wallet transactions. Every change to your balance, newest first. */
  listWalletTransactions: { input: ListWalletTransactionsInput; output: ListWalletTransactionsOutput };
  /** List your wallets. Every account has a US dollar wallet, plus one for each currency that you added. */
  listWallets: { input: Record<never, never>; output: ListWalletsOutput };
  /** List webhook deliveries. What was sent to your endpoints, newest first. Finished deliveries are kept for 30 days. */
  listWebhookDeliveries: { input: ListWebhookDeliveriesInput; output: ListWebhookDeliveriesOutput };
  /** List webhook endpoints. Endpoints in this mode, without their secrets, newest first. */
  listWebhookEndpoints: { input: ListWebhookEndpointsInput; output: ListWebhookEndpointsOutput };
  /** Create a test key. Needs no account. Limited per IP address and in total per day (UTC); a 429 says when the limit resets. Reuse a key instead of creating many. */
  mintSandboxKey: { input: MintSandboxKeyInput; output: MintSandboxKeyOutput };
  /** Open a wallet. Opens an empty wallet in another currency. Orders from stores that charge in that currency are paid from this wallet. If it does not have enough funds, the US dollar wallet pays. If it is already open, it is returned with status 200. */
  openWallet: { input: OpenWalletInput; output: OpenWalletOutput };
  /** Place a batch. All or nothing: the funds for every row are held at once, then the orders are created in the background. The response has the first 100 rows. Send an Idempotency-Key header (or `idempotency_key`) so that a retry never places it twice. */
  placeBulkOrder: { input: PlaceBulkOrderInput; output: PlaceBulkOrderOutput };
  /** Post to an order's case. Opens a case, replies to it or reopens it. For orders that Errand placed with its own accounts; contact the retailer about orders placed with yours. Send an Idempotency-Key header so that a retry posts only once. */
  postToCase: { input: PostToCaseInput; output: PostToCaseOutput };
  /** Preview a policy. Tries the rules on orders from the last 30 days. Changes nothing. Past titles and addresses are not checked. */
  previewPolicy: { input: PreviewPolicyInput; output: PreviewPolicyOutput };
  /** Preview a sandbox claim. What claiming the sandbox would move to your account. An unknown, used or expired link returns 404. */
  previewSandboxClaim: { input: PreviewSandboxClaimInput; output: PreviewSandboxClaimOutput };
  /** Set the account's spending policy. Replaces the whole policy. It applies to every key, so only a signed-in user can write it. Send an empty object to remove all limits. */
  putAccountPolicy: { input: PutAccountPolicyInput; output: PutAccountPolicyOutput };
  /** Set the keys in a group. Replaces the keys in the group. A key can be in one group only. An empty list deletes the group. */
  putKeyGroup: { input: PutKeyGroupInput; output: PutKeyGroupOutput };
  /** Set a key group's policy. Replaces the whole policy. Its limits apply to all keys in the group combined. */
  putKeyGroupPolicy: { input: PutKeyGroupPolicyInput; output: PutKeyGroupPolicyOutput };
  /** Set a key's policy. Replaces the whole policy. Requires a signed-in owner, or a key with the `policies` scope that has no policy itself. */
  putKeyPolicy: { input: PutKeyPolicyInput; output: PutKeyPolicyOutput };
  /** Set your email preferences. Replaces all preferences. They apply to every account you belong to. */
  putMailPreferences: { input: PutMailPreferencesInput; output: PutMailPreferencesOutput };
  /** Set the single webhook URL. The URL receives every event. The secret stays the same when you change the URL. */
  putWebhookEndpoint: { input: PutWebhookEndpointInput; output: PutWebhookEndpointOutput };
  /** Get a quote. Takes the same body as POST /orders, but `max_price` is optional. Errand fills a cart, reads the exact tax and shipping, and empties the cart again. Nothing is bought or put on hold. Send the `quote_id` with the order to lock the price. */
  quoteOrder: { input: QuoteOrderInput; output: QuoteOrderOutput };
  /** Refund a top-up. Refunds the unused part to the original payment method. Only a signed-in user can do this. Funds that are on hold or spent aren't refunded. Repeat the request when more is available. */
  refundTopUp: { input: RefundTopUpInput; output: RefundTopUpOutput };
  /** Remove a member. Their sessions end within a second. Keys that they created keep working unless `revoke_keys` is true. `GET /keys?created_by=` lists these keys. */
  removePerson: { input: RemovePersonInput; output: RemovePersonOutput };
  /** Resend failed deliveries. Resends every failed or stopped delivery that matches the filters, with the same IDs and bodies. With status `retrying`, pending deliveries are attempted again now. */
  replayFailedWebhookDeliveries: { input: ReplayFailedWebhookDeliveriesInput; output: ReplayFailedWebhookDeliveriesOutput };
  /** Resend a delivery. Sends the same ID and body now, and retries if it fails. If the endpoint was disabled by a 410 response, a successful resend starts it again. */
  replayWebhookDelivery: { input: ReplayWebhookDeliveryInput; output: ReplayWebhookDeliveryOutput };
  /** Reply to a sandbox case. Replies to an open case as an operator would. Test keys only. */
  replyToSandboxCase: { input: ReplyToSandboxCaseInput; output: ReplyToSandboxCaseOutput };
  /** Ask the store to cancel. For a placed order, until the store ships it. If the store agrees, the order becomes `cancelled_by_retailer` and is refunded. Not every store supports this. */
  requestCancellation: { input: RequestCancellationInput; output: RequestCancellationOutput };
  /** Edit a delivery and resend it. Sends your body to the endpoint as a new delivery, signed as usual. Its `webhook-id` starts with `msg_edited_`, and the log shows the original delivery and who edited it. Only signed-in owners can do this. Keys can't. */
  resendEditedWebhookDelivery: { input: ResendEditedWebhookDeliveryInput; output: ResendEditedWebhookDeliveryOutput };
  /** Resend an event. Sends the event to every active endpoint that subscribes to its type, or to one endpoint. An endpoint that already received it gets the same ID and body. */
  resendEvent: { input: ResendEventInput; output: ResendEventOutput };
  /** Resolve a sandbox return. Decides an open return in place of the simulated store, or refunds or rejects an approved one. Test keys only. */
  resolveSandboxReturn: { input: ResolveSandboxReturnInput; output: ResolveSandboxReturnOutput };
  /** Revoke an API key. The key stops working within a second. It stays in the list. */
  revokeKey: { input: RevokeKeyInput; output: RevokeKeyOutput };
  /** Rotate an endpoint's secret. For 24 hours, messages are signed with both the new and the old secret. */
  rotateWebhookEndpointSecret: { input: RotateWebhookEndpointSecretInput; output: RotateWebhookEndpointSecretOutput };
  /** Rotate the webhook secret. For 24 hours, messages are signed with both the new and the old secret. */
  rotateWebhookSecret: { input: Record<never, never>; output: RotateWebhookSecretOutput };
  /** Save a view. Replaces the view with the same name. */
  saveOrderView: { input: SaveOrderViewInput; output: SaveOrderViewOutput };
  /** Search all retailers. Returns up to 50 products that can be bought now, best match first, then the lowest price. A limit in words ("under ten dollars") works like `max_price`. The same product at several retailers is one entry. Slow or failing retailers are listed in `left_out`. With `Accept: application/x-ndjson`, results stream as one JSON object per line: `store` for each retailer, `left_out`, and `end` with the whole response. */
  searchEverywhere: { input: SearchEverywhereInput; output: SearchEverywhereOutput };
  /** Search one retailer. `free_shipping` keeps products that ship free. It works for walmart, bestbuy and every brand that marks free shipping. It has no effect on amazon and some others, and is rejected for store domains. It filters after paging, so an empty page with a `next_page` is not the end. */
  searchProducts: { input: SearchProductsInput; output: SearchProductsOutput };
  /** Set the hold switch. While the switch is on, every new order stays `pending` with `waiting_for: hold` until you step, run or cancel it. Turning it off doesn't release orders that are waiting. Test keys only. */
  setSandboxHold: { input: SetSandboxHoldInput; output: SetSandboxHoldOutput };
  /** Sign out everywhere. Ends all your sessions, including this one, within a second. Keys keep working. */
  signOutEverywhere: { input: Record<never, never>; output: SignOutEverywhereOutput };
  /** Simulate a policy decision. Takes the same body as POST /orders and returns what your policies would decide. Nothing is stored, and no store is contacted. */
  simulatePolicy: { input: SimulatePolicyInput; output: SimulatePolicyOutput };
  /** Revoke an invitation. Its link stops working. */
  takeInvitationBack: { input: TakeInvitationBackInput; output: TakeInvitationBackOutput };
  /** Send a test event. Sends an example event of any type now. Read the delivery to see the response. */
  testWebhookEndpoint: { input: TestWebhookEndpointInput; output: TestWebhookEndpointOutput };
  /** Track an order. Needs no key: anyone who has the order ID can track it. Browsers get a page in English, German, French, Italian or Spanish: the language they ask for, or that of the destination. Everyone else gets JSON. The recipient's name and phone number are never included. */
  trackOrder: { input: TrackOrderInput; output: TrackOrderOutput };
  /** Unlink a retailer account. Erases the account's tokens and revokes them with the store. Returns 409 while a job is using the account. */
  unlinkManagedAccount: { input: UnlinkManagedAccountInput; output: UnlinkManagedAccountOutput };
  /** Make a card the default. Orders that don't specify a card are charged to it from now on. Orders already authorized keep their card. */
  updateCard: { input: UpdateCardInput; output: UpdateCardOutput };
  /** Update an API key. Changes the label, limits or permissions. Fields that you leave out stay as they are. Null removes a limit. */
  updateKey: { input: UpdateKeyInput; output: UpdateKeyOutput };
  /** Update a retailer account. Changes only the fields you send. Null clears a field. A masked value that you send back stays as it is. */
  updateManagedAccount: { input: UpdateManagedAccountInput; output: UpdateManagedAccountOutput };
  /** Update your name. Other people on your accounts see this name. */
  updateMe: { input: UpdateMeInput; output: UpdateMeOutput };
  /** Update a webhook endpoint. Fields that you leave out stay as they are. Pending deliveries go to the new URL. */
  updateWebhookEndpoint: { input: UpdateWebhookEndpointInput; output: UpdateWebhookEndpointOutput };
  /** Validate a batch. A dry run: checks every row as POST /orders would and lists what to fix. Nothing is ordered. Place the batch only if `invalid_rows` is 0 and `sufficient_funds` is true. */
  validateBulkOrder: { input: ValidateBulkOrderInput; output: ValidateBulkOrderOutput };
  /** Verify a retailer account. Logs in to the retailer without buying anything. If it works, a pause that Errand set is lifted. If it fails, the account is paused. */
  verifyManagedAccount: { input: VerifyManagedAccountInput; output: VerifyManagedAccountOutput };
}

/** How each operation is called. */
export const operations = {
  addCaseAttachment: { name: 'cases.addAttachment', method: 'POST', path: '/orders/{order_id}/case/attachments', query: [], isRepeatable: true, takesKey: true, takesBody: true, leastRole: 'buyer' },
  advanceSandboxOrder: { name: 'sandbox.advanceOrder', method: 'POST', path: '/sandbox/orders/{order_id}/advance', query: [], isRepeatable: true, takesKey: true, takesBody: true, leastRole: 'buyer' },
  advanceTestClock: { name: 'sandbox.advanceTestClock', method: 'POST', path: '/sandbox/clocks/{clock_id}/advance', query: [], isRepeatable: true, takesKey: true, takesBody: true, leastRole: 'buyer' },
  agentCreateOrder: { name: 'agent.createOrder', method: 'POST', path: '/agent/orders', query: ['method'], isRepeatable: true, takesKey: true, takesBody: true },
  agentGetProduct: { name: 'agent.getProduct', method: 'POST', path: '/agent/products/details', query: ['product_id', 'retailer', 'max_age', 'newer_than', 'async'], isRepeatable: true, takesKey: true },
  agentGetProductOffers: { name: 'agent.getProductOffers', method: 'POST', path: '/agent/products/offers', query: ['product_id', 'retailer', 'max_age', 'newer_than', 'async'], isRepeatable: true, takesKey: true },
  agentSearch: { name: 'agent.search', method: 'POST', path: '/agent/search', query: ['q', 'min_price', 'max_price'], isRepeatable: true, takesKey: true },
  agentSearchProducts: { name: 'agent.searchProducts', method: 'POST', path: '/agent/products/search', query: ['query', 'retailer', 'page'], isRepeatable: true, takesKey: true },
  agentSearchProductsByGet: { name: 'agent.searchProductsByGet', method: 'GET', path: '/agent/products/search', query: ['query', 'retailer', 'page'], isRepeatable: true, takesKey: true },
  answerApproval: { name: 'approvals.answer', method: 'POST', path: '/approvals/{approval_id}', query: [], isRepeatable: true, takesKey: true, takesBody: true, leastRole: 'buyer' },
  answerInvitation: { name: 'team.answerInvitation', method: 'POST', path: '/invitations/{token}', query: [], isRepeatable: false, takesKey: false, takesBody: true },
  answerOrderAction: { name: 'orders.answerAction', method: 'POST', path: '/orders/{order_id}/actions/{action_id}', query: [], isRepeatable: true, takesKey: true, takesBody: true, leastRole: 'buyer' },
  approveDevice: { name: 'devices.approve', method: 'POST', path: '/device/approve', query: [], isRepeatable: true, takesKey: true, takesBody: true, leastRole: 'owner' },
  askForDeviceCode: { name: 'devices.askForCode', method: 'POST', path: '/device/code', query: [], isRepeatable: false, takesKey: false, takesBody: true },
  cancelOrder: { name: 'orders.cancel', method: 'POST', path: '/orders/{order_id}/cancel', query: [], isRepeatable: true, takesKey: true, leastRole: 'buyer' },
  cancelOrders: { name: 'orders.cancelMany', method: 'POST', path: '/orders/cancel', query: [], isRepeatable: true, takesKey: true, takesBody: true, leastRole: 'buyer' },
  changeRole: { name: 'team.changeRole', method: 'PATCH', path: '/team/people/{person_id}', query: [], isRepeatable: true, takesKey: false, takesBody: true, leastRole: 'owner' },
  checkRetailer: { name: 'retailers.check', method: 'GET', path: '/retailers/check', query: ['url', 'country'], isRepeatable: true, takesKey: false },
  chooseAccount: { name: 'team.chooseAccount', method: 'POST', path: '/me/account', query: [], isRepeatable: false, takesKey: false, takesBody: true },
  claimSandbox: { name: 'sandbox.claim', method: 'POST', path: '/sandbox/claim', query: [], isRepeatable: true, takesKey: true, takesBody: true, leastRole: 'owner' },
  compareOrders: { name: 'orders.compare', method: 'GET', path: '/orders/compare', query: ['window_days', 'by'], isRepeatable: true, takesKey: false },
  createCardSetup: { name: 'cards.createSetup', method: 'POST', path: '/wallet/cards', query: [], isRepeatable: true, takesKey: true, takesBody: true, leastRole: 'owner' },
  createCheckoutSession: { name: 'payments.createCheckoutSession', method: 'POST', path: '/payments/{payment_id}/checkout-session', query: [], isRepeatable: false, takesKey: false },
  createKey: { name: 'keys.create', method: 'POST', path: '/keys', query: [], isRepeatable: true, takesKey: true, takesBody: true, leastRole: 'owner' },
  createManagedAccount: { name: 'managedAccounts.create', method: 'POST', path: '/managed-accounts', query: [], isRepeatable: true, takesKey: true, takesBody: true, leastRole: 'owner' },
  createOrder: { name: 'orders.create', method: 'POST', path: '/orders', query: [], isRepeatable: true, takesKey: true, takesBody: true, leastRole: 'buyer' },
  createReturn: { name: 'returns.create', method: 'POST', path: '/returns', query: [], isRepeatable: true, takesKey: true, takesBody: true, leastRole: 'buyer' },
  createTestClock: { name: 'sandbox.createTestClock', method: 'POST', path: '/sandbox/clocks', query: [], isRepeatable: true, takesKey: true, takesBody: true, leastRole: 'buyer' },
  createTopUp: { name: 'topUps.create', method: 'POST', path: '/wallet/top-ups', query: [], isRepeatable: true, takesKey: true, takesBody: true, leastRole: 'owner' },
  createWebhookEndpoint: { name: 'webhookEndpoints.create', method: 'POST', path: '/webhooks/endpoints', query: [], isRepeatable: true, takesKey: true, takesBody: true, leastRole: 'owner' },
  decideSignInRequest: { name: 'oauth.decideRequest', method: 'POST', path: '/oauth/requests/{request_id}', query: [], isRepeatable: true, takesKey: true, takesBody: true, leastRole: 'owner' },
  deleteCard: { name: 'cards.delete', method: 'DELETE', path: '/wallet/cards/{card_id}', query: [], isRepeatable: true, takesKey: false, leastRole: 'owner' },
  deleteKeyGroupPolicy: { name: 'keyGroups.deletePolicy', method: 'DELETE', path: '/key-groups/{name}/policy', query: [], isRepeatable: true, takesKey: false, leastRole: 'owner' },
  deleteKeyPolicy: { name: 'policies.deleteForKey', method: 'DELETE', path: '/keys/{id}/policy', query: [], isRepeatable: true, takesKey: false, leastRole: 'owner' },
  deleteManagedAccount: { name: 'managedAccounts.delete', method: 'DELETE', path: '/managed-accounts/{short_id}', query: [], isRepeatable: true, takesKey: false, leastRole: 'owner' },
  deleteMe: { name: 'account.delete', method: 'DELETE', path: '/me', query: [], isRepeatable: true, takesKey: false, leastRole: 'owner' },
  deleteOrderView: { name: 'orders.deleteView', method: 'DELETE', path: '/orders/views/{view_id}', query: [], isRepeatable: true, takesKey: false, leastRole: 'buyer' },
  deleteTestClock: { name: 'sandbox.deleteTestClock', method: 'DELETE', path: '/sandbox/clocks/{clock_id}', query: [], isRepeatable: true, takesKey: false, leastRole: 'buyer' },
  deleteWebhookEndpoint: { name: 'webhooks.deleteEndpoint', method: 'DELETE', path: '/webhooks/endpoint', query: [], isRepeatable: true, takesKey: false, leastRole: 'owner' },
  deleteWebhookEndpointById: { name: 'webhookEndpoints.delete', method: 'DELETE', path: '/webhooks/endpoints/{endpoint_id}', query: [], isRepeatable: true, takesKey: false, leastRole: 'owner' },
  exportOrders: { name: 'orders.export', method: 'GET', path: '/orders/export', query: ['status_filter', 'progress', 'search', 'order_id', 'merchant_order_id', 'tracking_status', 'return_status', 'retailer', 'created_after', 'created_before', 'has_tracking', 'user_email', 'include', 'metadata_key', 'metadata_value', 'order_ids'], isRepeatable: true, takesKey: false, isFile: true },
  fetchDeviceKey: { name: 'devices.fetchKey', method: 'POST', path: '/device/token', query: [], isRepeatable: false, takesKey: false, takesBody: true },
  finishManagedAccountLink: { name: 'managedAccounts.finishLink', method: 'POST', path: '/managed-accounts/links', query: [], isRepeatable: true, takesKey: true, takesBody: true, leastRole: 'owner' },
  getAccountPolicy: { name: 'policies.getForAccount', method: 'GET', path: '/account/policy', query: [], isRepeatable: true, takesKey: false },
  getApproval: { name: 'approvals.get', method: 'GET', path: '/approvals/{approval_id}', query: [], isRepeatable: true, takesKey: false },
  getBulkOrder: { name: 'bulk.get', method: 'GET', path: '/orders/bulk/{batch_id}', query: [], isRepeatable: true, takesKey: false },
  getBulkOrderResults: { name: 'bulk.getResults', method: 'GET', path: '/orders/bulk/{batch_id}/results.csv', query: [], isRepeatable: true, takesKey: false, isFile: true },
  getBulkOrderTemplate: { name: 'bulk.getTemplate', method: 'GET', path: '/orders/bulk/template.csv', query: [], isRepeatable: true, takesKey: false, isFile: true },
  getCancellation: { name: 'orders.getCancellation', method: 'GET', path: '/orders/{order_id}/cancellation', query: [], isRepeatable: true, takesKey: false },
  getCardSetup: { name: 'cards.getSetup', method: 'GET', path: '/wallet/card-setups/{setup_id}', query: [], isRepeatable: true, takesKey: false },
  getCase: { name: 'cases.get', method: 'GET', path: '/orders/{order_id}/case', query: [], isRepeatable: true, takesKey: false },
  getCaseAttachment: { name: 'cases.getAttachment', method: 'GET', path: '/orders/{order_id}/case/attachments/{attachment_id}', query: [], isRepeatable: true, takesKey: false, isFile: true },
  getDeviceCode: { name: 'devices.getCode', method: 'GET', path: '/device/codes/{user_code}', query: [], isRepeatable: true, takesKey: false },
  getEvent: { name: 'events.get', method: 'GET', path: '/events/{event_id}', query: [], isRepeatable: true, takesKey: false },
  getHealth: { name: 'status.getHealth', method: 'GET', path: '/health', query: [], isRepeatable: true, takesKey: false },
  getInvitation: { name: 'team.getInvitation', method: 'GET', path: '/invitations/{token}', query: [], isRepeatable: true, takesKey: false },
  getKeyGroupPolicy: { name: 'keyGroups.getPolicy', method: 'GET', path: '/key-groups/{name}/policy', query: [], isRepeatable: true, takesKey: false },
  getKeyPolicy: { name: 'policies.getForKey', method: 'GET', path: '/keys/{id}/policy', query: [], isRepeatable: true, takesKey: false },
  getLifetimeStats: { name: 'status.getLifetimeStats', method: 'GET', path: '/stats/lifetime', query: [], isRepeatable: true, takesKey: false },
  getMailPreferences: { name: 'account.getMailPreferences', method: 'GET', path: '/me/mails', query: [], isRepeatable: true, takesKey: false },
  getManagedAccount: { name: 'managedAccounts.get', method: 'GET', path: '/managed-accounts/{short_id}', query: [], isRepeatable: true, takesKey: false },
  getManagedAccountLink: { name: 'managedAccounts.getLink', method: 'GET', path: '/managed-accounts/{short_id}/link', query: [], isRepeatable: true, takesKey: false, leastRole: 'owner' },
  getMe: { name: 'account.get', method: 'GET', path: '/me', query: [], isRepeatable: true, takesKey: false },
  getOrder: { name: 'orders.get', method: 'GET', path: '/orders/{order_id}', query: ['wait_seconds', 'since'], isRepeatable: true, takesKey: false },
  getOrderDocument: { name: 'orders.getDocument', method: 'GET', path: '/orders/{order_id}/documents/{document_id}', query: [], isRepeatable: true, takesKey: false, isFile: true },
  getOrderTimeline: { name: 'orders.getTimeline', method: 'GET', path: '/orders/{order_id}/timeline', query: [], isRepeatable: true, takesKey: false },
  getOrderTotals: { name: 'orders.getTotals', method: 'GET', path: '/orders/totals', query: ['status_filter', 'progress', 'search', 'order_id', 'merchant_order_id', 'tracking_status', 'return_status', 'retailer', 'created_after', 'created_before', 'has_tracking', 'user_email', 'metadata_key', 'metadata_value', 'order_ids'], isRepeatable: true, takesKey: false },
  getOverview: { name: 'wallet.getOverview', method: 'GET', path: '/overview', query: [], isRepeatable: true, takesKey: false },
  getPayment: { name: 'payments.get', method: 'GET', path: '/payments/{payment_id}', query: [], isRepeatable: true, takesKey: false },
  getPolicy: { name: 'policies.get', method: 'GET', path: '/policy', query: [], isRepeatable: true, takesKey: false },
  getProduct: { name: 'products.get', method: 'GET', path: '/products/{product_id}', query: ['retailer', 'max_age', 'newer_than', 'async'], isRepeatable: true, takesKey: false },
  getProductOffers: { name: 'products.getOffers', method: 'GET', path: '/products/{product_id}/offers', query: ['retailer', 'max_age', 'newer_than', 'async'], isRepeatable: true, takesKey: false },
  getRequest: { name: 'requests.get', method: 'GET', path: '/requests/{request_id}', query: [], isRepeatable: true, takesKey: false },
  getReturn: { name: 'returns.get', method: 'GET', path: '/returns/{return_request_id}', query: [], isRepeatable: true, takesKey: false },
  getReturnLabel: { name: 'returns.getLabel', method: 'GET', path: '/labels/{label_id}.pdf', query: ['expires', 'signature'], isRepeatable: true, takesKey: false, isFile: true },
  getReturnRefund: { name: 'returns.getRefund', method: 'GET', path: '/returns/{return_request_id}/refund', query: [], isRepeatable: true, takesKey: false },
  getSandboxHold: { name: 'sandbox.getHold', method: 'GET', path: '/sandbox/hold', query: [], isRepeatable: true, takesKey: false },
  getSandboxStatus: { name: 'sandbox.getStatus', method: 'GET', path: '/sandbox/status', query: [], isRepeatable: true, takesKey: false },
  getSignInHint: { name: 'account.getSignInHint', method: 'GET', path: '/me/sign-in-hint', query: [], isRepeatable: true, takesKey: false },
  getSignInRequest: { name: 'oauth.getRequest', method: 'GET', path: '/oauth/requests/{request_id}', query: [], isRepeatable: true, takesKey: false, leastRole: 'owner' },
  getStatement: { name: 'statements.get', method: 'GET', path: '/wallet/statements/{month}/statement.pdf', query: ['currency'], isRepeatable: true, takesKey: false, isFile: true },
  getStatementCsv: { name: 'statements.getCsv', method: 'GET', path: '/wallet/statements/{month}/statement.csv', query: ['currency'], isRepeatable: true, takesKey: false, isFile: true },
  getStatus: { name: 'status.get', method: 'GET', path: '/status.json', query: [], isRepeatable: true, takesKey: false },
  getTeam: { name: 'team.get', method: 'GET', path: '/team', query: [], isRepeatable: true, takesKey: false },
  getTestClock: { name: 'sandbox.getTestClock', method: 'GET', path: '/sandbox/clocks/{clock_id}', query: [], isRepeatable: true, takesKey: false },
  getTopUp: { name: 'topUps.get', method: 'GET', path: '/wallet/top-ups/{top_up_id}', query: [], isRepeatable: true, takesKey: false },
  getTopUpReceipt: { name: 'topUps.getReceipt', method: 'GET', path: '/wallet/top-ups/{top_up_id}/receipt.pdf', query: [], isRepeatable: true, takesKey: false, isFile: true },
  getTopUpReceiptCsv: { name: 'topUps.getReceiptCsv', method: 'GET', path: '/wallet/top-ups/{top_up_id}/receipt.csv', query: [], isRepeatable: true, takesKey: false, isFile: true },
  getUsage: { name: 'usage.get', method: 'GET', path: '/usage', query: ['window_days', 'recent'], isRepeatable: true, takesKey: false },
  getWallet: { name: 'wallet.get', method: 'GET', path: '/wallet', query: ['currency'], isRepeatable: true, takesKey: false },
  getWalletOfMe: { name: 'wallet.getMine', method: 'GET', path: '/wallet/me', query: ['wallet_type'], isRepeatable: true, takesKey: false },
  getWebhookDelivery: { name: 'webhookDeliveries.get', method: 'GET', path: '/webhooks/deliveries/{delivery_id}', query: [], isRepeatable: true, takesKey: false },
  getWebhookEndpoint: { name: 'webhooks.getEndpoint', method: 'GET', path: '/webhooks/endpoint', query: [], isRepeatable: true, takesKey: false, leastRole: 'owner' },
  getWebhookEndpointById: { name: 'webhookEndpoints.get', method: 'GET', path: '/webhooks/endpoints/{endpoint_id}', query: [], isRepeatable: true, takesKey: false, leastRole: 'owner' },
  getWebhookEndpointHealth: { name: 'webhookEndpoints.getHealth', method: 'GET', path: '/webhooks/endpoints/{endpoint_id}/health', query: ['period'], isRepeatable: true, takesKey: false },
  getWebhookSecret: { name: 'webhooks.getSecret', method: 'GET', path: '/webhooks/secret', query: [], isRepeatable: true, takesKey: false, leastRole: 'owner' },
  holdSandboxOrder: { name: 'sandbox.holdOrder', method: 'POST', path: '/sandbox/orders/{order_id}/hold', query: [], isRepeatable: true, takesKey: true, takesBody: true, leastRole: 'buyer' },
  invitePerson: { name: 'team.invitePerson', method: 'POST', path: '/team/invitations', query: [], isRepeatable: true, takesKey: true, takesBody: true, leastRole: 'owner' },
  leaveTeam: { name: 'team.leave', method: 'POST', path: '/team/leave', query: [], isRepeatable: true, takesKey: true },
  legacyAbortOrder: { name: 'legacy.abortOrder', method: 'POST', path: '/v1/orders/{request_id}/abort', query: [], isRepeatable: false, takesKey: false, isEarlier: true },
  legacyCancelOrder: { name: 'legacy.cancelOrder', method: 'POST', path: '/v1/orders/{request_id}/cancel', query: [], isRepeatable: true, takesKey: true, takesBody: true, isEarlier: true },
  legacyCreateOrder: { name: 'legacy.createOrder', method: 'POST', path: '/v1/orders', query: [], isRepeatable: true, takesKey: true, takesBody: true, isEarlier: true },
  legacyCreateReturn: { name: 'legacy.createReturn', method: 'POST', path: '/v1/orders/{request_id}/return', query: [], isRepeatable: true, takesKey: true, takesBody: true, isEarlier: true },
  legacyGetCancellation: { name: 'legacy.getCancellation', method: 'GET', path: '/v1/cancellations/{request_id}', query: [], isRepeatable: true, takesKey: false, isEarlier: true },
  legacyGetCase: { name: 'legacy.getCase', method: 'GET', path: '/v1/orders/{request_id}/case', query: [], isRepeatable: true, takesKey: false, isEarlier: true },
  legacyGetOffers: { name: 'legacy.getOffers', method: 'GET', path: '/v1/products/{product_id}/offers', query: ['retailer', 'max_age', 'newer_than', 'async'], isRepeatable: true, takesKey: false, isEarlier: true },
  legacyGetOrder: { name: 'legacy.getOrder', method: 'GET', path: '/v1/orders/{request_id}', query: [], isRepeatable: true, takesKey: false, isEarlier: true },
  legacyGetProduct: { name: 'legacy.getProduct', method: 'GET', path: '/v1/products/{product_id}', query: ['retailer', 'max_age', 'newer_than', 'async'], isRepeatable: true, takesKey: false, isEarlier: true },
  legacyGetReturn: { name: 'legacy.getReturn', method: 'GET', path: '/v1/returns/{request_id}', query: [], isRepeatable: true, takesKey: false, isEarlier: true },
  legacyListOrders: { name: 'legacy.listOrders', method: 'GET', path: '/v1/orders', query: ['limit', 'offset', 'skip', 'starting_after', 'ending_before', 'retailer'], isRepeatable: true, takesKey: false, isEarlier: true },
  legacyPostToCase: { name: 'legacy.postToCase', method: 'POST', path: '/v1/orders/{request_id}/case', query: [], isRepeatable: true, takesKey: true, takesBody: true, isEarlier: true },
  legacyRetryOrder: { name: 'legacy.retryOrder', method: 'POST', path: '/v1/orders/{request_id}/retry', query: [], isRepeatable: true, takesKey: true, takesBody: true, isEarlier: true },
  legacySearch: { name: 'legacy.search', method: 'GET', path: '/v1/search', query: ['query', 'retailer', 'page'], isRepeatable: true, takesKey: false, isEarlier: true },
  linkManagedAccount: { name: 'managedAccounts.link', method: 'POST', path: '/managed-accounts/{short_id}/link', query: [], isRepeatable: true, takesKey: true, leastRole: 'owner' },
  listActivity: { name: 'activity.list', method: 'GET', path: '/activity', query: ['limit', 'offset', 'person_id', 'subject_id', 'action'], isRepeatable: true, takesKey: false, list: 'activity' },
  listBulkOrders: { name: 'bulk.list', method: 'GET', path: '/orders/bulk', query: ['limit', 'offset', 'after'], isRepeatable: true, takesKey: false, list: 'batches', cursor: 'id' },
  listCards: { name: 'cards.list', method: 'GET', path: '/wallet/cards', query: [], isRepeatable: true, takesKey: false },
  listCases: { name: 'cases.list', method: 'GET', path: '/cases', query: ['limit', 'offset', 'after', 'state'], isRepeatable: true, takesKey: false, list: 'cases', cursor: 'order_id' },
  listEvents: { name: 'events.list', method: 'GET', path: '/events', query: ['limit', 'type', 'order_id', 'after', 'wait_seconds'], isRepeatable: true, takesKey: false, list: 'events', isCursor: true },
  listKeyGroups: { name: 'keyGroups.list', method: 'GET', path: '/key-groups', query: [], isRepeatable: true, takesKey: false },
  listKeys: { name: 'keys.list', method: 'GET', path: '/keys', query: ['limit', 'offset', 'created_by'], isRepeatable: true, takesKey: false, list: 'keys' },
  listManagedAccountEvents: { name: 'managedAccounts.listEvents', method: 'GET', path: '/managed-accounts/{short_id}/events', query: ['limit', 'offset'], isRepeatable: true, takesKey: false, list: 'events' },
  listManagedAccounts: { name: 'managedAccounts.list', method: 'GET', path: '/managed-accounts', query: ['limit', 'offset', 'search'], isRepeatable: true, takesKey: false, list: 'credentials' },
  listOrderDocuments: { name: 'orders.listDocuments', method: 'GET', path: '/orders/{order_id}/documents', query: [], isRepeatable: true, takesKey: false },
  listOrderViews: { name: 'orders.listViews', method: 'GET', path: '/orders/views', query: [], isRepeatable: true, takesKey: false },
  listOrderedProducts: { name: 'products.listOrdered', method: 'GET', path: '/orders/products', query: ['order_ids'], isRepeatable: true, takesKey: false },
  listOrders: { name: 'orders.list', method: 'GET', path: '/orders', query: ['limit', 'offset', 'after', 'status_filter', 'progress', 'search', 'order_id', 'merchant_order_id', 'tracking_status', 'return_status', 'retailer', 'created_after', 'created_before', 'has_tracking', 'user_email', 'include', 'metadata_key', 'metadata_value', 'sort'], isRepeatable: true, takesKey: false, list: 'orders', cursor: 'id' },
  listPolicyDecisions: { name: 'policies.listDecisions', method: 'GET', path: '/policy/decisions', query: ['format'], isRepeatable: true, takesKey: false },
  listRequests: { name: 'requests.list', method: 'GET', path: '/requests', query: ['search', 'method', 'status', 'key_id', 'after', 'before', 'limit', 'offset'], isRepeatable: true, takesKey: false, list: 'requests' },
  listRetailers: { name: 'retailers.list', method: 'GET', path: '/retailers', query: ['limit', 'offset', 'name'], isRepeatable: true, takesKey: false, list: 'retailers' },
  listReturns: { name: 'returns.list', method: 'GET', path: '/returns', query: ['limit', 'offset', 'after', 'status', 'search'], isRepeatable: true, takesKey: false, list: 'return_requests', cursor: 'id' },
  listStatements: { name: 'statements.list', method: 'GET', path: '/wallet/statements', query: ['currency'], isRepeatable: true, takesKey: false },
  listTestClocks: { name: 'sandbox.listTestClocks', method: 'GET', path: '/sandbox/clocks', query: ['limit', 'offset'], isRepeatable: true, takesKey: false, list: 'clocks' },
  listTestProducts: { name: 'orders.listTestProducts', method: 'GET', path: '/orders/test-products', query: [], isRepeatable: true, takesKey: false },
  listTopUps: { name: 'topUps.list', method: 'GET', path: '/wallet/top-ups', query: ['limit', 'offset'], isRepeatable: true, takesKey: false, list: 'top_ups' },
  listWalletTransactions: { name: 'wallet.listTransactions', method: 'GET', path: '/wallet/transactions', query: ['limit', 'offset', 'currency', 'after'], isRepeatable: true, takesKey: false, list: 'transactions', cursor: 'id' },
  listWallets: { name: 'wallet.list', method: 'GET', path: '/wallets', query: [], isRepeatable: true, takesKey: false },
  listWebhookDeliveries: { name: 'webhookDeliveries.list', method: 'GET', path: '/webhooks/deliveries', query: ['limit', 'offset', 'after', 'status', 'event', 'order_id', 'endpoint_id', 'event_id', 'created_after', 'url'], isRepeatable: true, takesKey: false, list: 'deliveries', cursor: 'id' },
  listWebhookEndpoints: { name: 'webhookEndpoints.list', method: 'GET', path: '/webhooks/endpoints', query: ['limit', 'offset'], isRepeatable: true, takesKey: false, list: 'endpoints' },
  mintSandboxKey: { name: 'sandbox.mintKey', method: 'POST', path: '/sandbox/keys', query: [], isRepeatable: false, takesKey: false, takesBody: true },
  openWallet: { name: 'wallet.open', method: 'POST', path: '/wallets', query: [], isRepeatable: true, takesKey: true, takesBody: true, leastRole: 'owner' },
  placeBulkOrder: { name: 'bulk.place', method: 'POST', path: '/orders/bulk', query: [], isRepeatable: true, takesKey: true, takesBody: true, leastRole: 'buyer' },
  postToCase: { name: 'cases.post', method: 'POST', path: '/orders/{order_id}/case', query: [], isRepeatable: true, takesKey: true, takesBody: true, leastRole: 'buyer' },
  previewPolicy: { name: 'policies.preview', method: 'POST', path: '/policy/preview', query: [], isRepeatable: true, takesKey: true, takesBody: true, leastRole: 'owner' },
  previewSandboxClaim: { name: 'sandbox.previewClaim', method: 'GET', path: '/sandbox/claim/{token}', query: [], isRepeatable: true, takesKey: false },
  putAccountPolicy: { name: 'policies.setForAccount', method: 'PUT', path: '/account/policy', query: [], isRepeatable: true, takesKey: false, takesBody: true, leastRole: 'owner' },
  putKeyGroup: { name: 'keyGroups.set', method: 'PUT', path: '/key-groups/{name}', query: [], isRepeatable: true, takesKey: false, takesBody: true, leastRole: 'owner' },
  putKeyGroupPolicy: { name: 'keyGroups.setPolicy', method: 'PUT', path: '/key-groups/{name}/policy', query: [], isRepeatable: true, takesKey: false, takesBody: true, leastRole: 'owner' },
  putKeyPolicy: { name: 'policies.setForKey', method: 'PUT', path: '/keys/{id}/policy', query: [], isRepeatable: true, takesKey: false, takesBody: true, leastRole: 'owner' },
  putMailPreferences: { name: 'account.setMailPreferences', method: 'PUT', path: '/me/mails', query: [], isRepeatable: true, takesKey: false, takesBody: true },
  putWebhookEndpoint: { name: 'webhooks.setEndpoint', method: 'PUT', path: '/webhooks/endpoint', query: [], isRepeatable: true, takesKey: false, takesBody: true, leastRole: 'owner' },
  quoteOrder: { name: 'orders.quote', method: 'POST', path: '/orders/quote', query: [], isRepeatable: true, takesKey: true, takesBody: true, leastRole: 'buyer' },
  refundTopUp: { name: 'topUps.refund', method: 'POST', path: '/wallet/top-ups/{top_up_id}/refund', query: [], isRepeatable: true, takesKey: true, leastRole: 'owner' },
  removePerson: { name: 'team.removePerson', method: 'DELETE', path: '/team/people/{person_id}', query: ['revoke_keys'], isRepeatable: true, takesKey: false, leastRole: 'owner' },
  replayFailedWebhookDeliveries: { name: 'webhookDeliveries.replayFailed', method: 'POST', path: '/webhooks/deliveries/replay', query: [], isRepeatable: true, takesKey: true, takesBody: true, leastRole: 'owner' },
  replayWebhookDelivery: { name: 'webhookDeliveries.replay', method: 'POST', path: '/webhooks/deliveries/{delivery_id}/replay', query: [], isRepeatable: true, takesKey: true, leastRole: 'owner' },
  replyToSandboxCase: { name: 'sandbox.replyToCase', method: 'POST', path: '/sandbox/orders/{order_id}/case/reply', query: [], isRepeatable: true, takesKey: true, takesBody: true, leastRole: 'buyer' },
  requestCancellation: { name: 'orders.requestCancellation', method: 'POST', path: '/orders/{order_id}/cancellation', query: [], isRepeatable: true, takesKey: true, leastRole: 'buyer' },
  resendEditedWebhookDelivery: { name: 'webhookDeliveries.resendEdited', method: 'POST', path: '/webhooks/deliveries/{delivery_id}/resend-edited', query: [], isRepeatable: true, takesKey: true, takesBody: true, leastRole: 'owner' },
  resendEvent: { name: 'events.resend', method: 'POST', path: '/events/{event_id}/resend', query: [], isRepeatable: true, takesKey: true, takesBody: true, leastRole: 'owner' },
  resolveSandboxReturn: { name: 'sandbox.resolveReturn', method: 'POST', path: '/sandbox/returns/{return_request_id}/resolve', query: [], isRepeatable: true, takesKey: true, takesBody: true, leastRole: 'buyer' },
  revokeKey: { name: 'keys.revoke', method: 'DELETE', path: '/keys/{id}', query: [], isRepeatable: true, takesKey: false, leastRole: 'owner' },
  rotateWebhookEndpointSecret: { name: 'webhookEndpoints.rotateSecret', method: 'POST', path: '/webhooks/endpoints/{endpoint_id}/rotate', query: [], isRepeatable: true, takesKey: true, leastRole: 'owner' },
  rotateWebhookSecret: { name: 'webhooks.rotateSecret', method: 'POST', path: '/webhooks/secret', query: [], isRepeatable: true, takesKey: true, leastRole: 'owner' },
  saveOrderView: { name: 'orders.saveView', method: 'POST', path: '/orders/views', query: [], isRepeatable: true, takesKey: true, takesBody: true },
  searchEverywhere: { name: 'products.searchEverywhere', method: 'GET', path: '/search', query: ['q', 'min_price', 'max_price'], isRepeatable: true, takesKey: false },
  searchProducts: { name: 'products.search', method: 'GET', path: '/products/search', query: ['query', 'retailer', 'page', 'free_shipping'], isRepeatable: true, takesKey: false },
  setSandboxHold: { name: 'sandbox.setHold', method: 'PUT', path: '/sandbox/hold', query: [], isRepeatable: true, takesKey: false, takesBody: true, leastRole: 'buyer' },
  signOutEverywhere: { name: 'account.signOutEverywhere', method: 'POST', path: '/me/sign-out-everywhere', query: [], isRepeatable: true, takesKey: true },
  simulatePolicy: { name: 'policies.simulate', method: 'POST', path: '/policy/simulate', query: [], isRepeatable: true, takesKey: true, takesBody: true },
  takeInvitationBack: { name: 'team.takeInvitationBack', method: 'DELETE', path: '/team/invitations/{invitation_id}', query: [], isRepeatable: true, takesKey: false, leastRole: 'owner' },
  testWebhookEndpoint: { name: 'webhookEndpoints.test', method: 'POST', path: '/webhooks/endpoints/{endpoint_id}/test', query: [], isRepeatable: true, takesKey: true, takesBody: true, leastRole: 'owner' },
  trackOrder: { name: 'tracking.get', method: 'GET', path: '/track/{order_id}', query: [], isRepeatable: true, takesKey: false },
  unlinkManagedAccount: { name: 'managedAccounts.unlink', method: 'DELETE', path: '/managed-accounts/{short_id}/link', query: [], isRepeatable: true, takesKey: false, leastRole: 'owner' },
  updateCard: { name: 'cards.update', method: 'PATCH', path: '/wallet/cards/{card_id}', query: [], isRepeatable: true, takesKey: false, takesBody: true, leastRole: 'owner' },
  updateKey: { name: 'keys.update', method: 'PUT', path: '/keys/{id}', query: [], isRepeatable: true, takesKey: false, takesBody: true, leastRole: 'owner' },
  updateManagedAccount: { name: 'managedAccounts.update', method: 'PUT', path: '/managed-accounts/{short_id}', query: [], isRepeatable: true, takesKey: false, takesBody: true, leastRole: 'owner' },
  updateMe: { name: 'team.updateMe', method: 'PATCH', path: '/me', query: [], isRepeatable: true, takesKey: false, takesBody: true },
  updateWebhookEndpoint: { name: 'webhookEndpoints.update', method: 'PATCH', path: '/webhooks/endpoints/{endpoint_id}', query: [], isRepeatable: true, takesKey: false, takesBody: true, leastRole: 'owner' },
  validateBulkOrder: { name: 'bulk.validate', method: 'POST', path: '/orders/bulk/validate', query: [], isRepeatable: true, takesKey: true, takesBody: true, leastRole: 'buyer' },
  verifyManagedAccount: { name: 'managedAccounts.verify', method: 'POST', path: '/managed-accounts/{short_id}/verify', query: [], isRepeatable: true, takesKey: true, takesBody: true, leastRole: 'owner' },
} as const;

