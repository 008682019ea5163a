// Generated from the API documents in server/ by sdk/generate.ts: change the routes, not this file.

export type ErrorCode = 'bad_request' | 'authorization_pending' | 'slow_down' | 'access_denied' | 'expired_token' | 'unsupported_retailer' | 'unsupported_country' | 'mixed_retailers' | 'invalid_shipping_address' | 'url_unreachable' | 'invalid_profile_url' | 'digest_mismatch' | 'algorithm_unsupported' | 'unauthorized' | 'signature_invalid' | 'key_not_found' | 'insufficient_funds' | 'payment_required' | 'payment_failed' | 'forbidden' | 'spend_limit_exceeded' | 'policy_denied' | 'not_found' | 'method_not_allowed' | 'already_exists' | 'idempotency_in_flight' | 'task_taken' | 'lease_lost' | 'action_closed' | 'order_not_cancellable' | 'return_not_allowed' | 'cancellation_running' | 'account_in_use' | 'last_owner' | 'team_full' | 'link_refused' | 'quote_refused' | 'currency_unsupported' | 'store_in_use' | 'batch_not_placeable' | 'checkout_closed' | 'checkout_changed' | 'checkout_not_ready' | 'payment_instrument_unavailable' | 'top_up_unavailable' | 'cards_unavailable' | 'nothing_to_refund' | 'payment_closed' | 'payload_too_large' | 'unsupported_media_type' | 'profile_unreachable' | 'rate_limit_exceeded' | 'internal_error' | 'external_service_error' | 'service_unavailable';

/** A batch of orders from one file. */
export type BulkOrder = {
  /** Unique id. */
  id: string;
  /** Where the batch is. `completed` means that every order has ended. */
  status: "pending" | "processing" | "completed" | "failed";
  /** Number of rows. */
  row_count: number;
  /** Orders that were placed. */
  placed_count: number;
  /** Orders that failed or were canceled. */
  failed_count: number;
  /** Name of the file, as sent. */
  filename: string | null;
  /** Whether the account holder is mailed when the batch completes. */
  notify_on_complete: boolean;
  /** When that mail was sent. */
  notified_at: string | null;
  /** When it was created. */
  created_at: string;
  /** When it last changed. */
  updated_at: string;
  /** Rows of the batch, each with its order. */
  rows: BulkRow[];
};

/** A page of batches. */
export type BulkOrderList = {
  /** Batches, newest first, each with its first 100 rows. GET /orders/bulk/{batch_id} returns all rows. */
  batches: BulkOrder[];
  /** How many there are in all. */
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
  /** Where the row is. */
  status: "pending" | "placed" | "failed" | "cancelled";
  /** The order of this row. Null until it exists. */
  order_id: string | null;
  /** Where the order of this row is. */
  order_status: "pending" | "in_progress" | "order_placed" | "order_failed" | "cancelled" | "cancelled_by_retailer" | null;
  /** Status of each parcel, once the order is placed. */
  tracking_statuses: ("pending" | "in_transit" | "delivered" | "undeliverable")[];
  /** Why the row failed, for people. */
  error: string | null;
  /** Name of the recipient. */
  recipient: string;
  /** Products of the row. */
  product_urls: string[];
  /** Columns that Errand does not know. They are copied to the results file. */
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
  /** The most that the valid rows can cost, in cents: `max_price` and fee of each. */
  estimated_total_cents: number;
  /** What your wallet has available, in cents. */
  wallet_balance_cents: number;
  /** Whether the wallet covers `estimated_total_cents`. */
  sufficient_funds: boolean;
  /** Name of the file, as sent. */
  filename: string | null;
  /** Result for each row. */
  rows: ValidatedRow[];
};

/** A request to the store to cancel a placed order. */
export type Cancellation = {
  /** Unique id. */
  id: string;
  /** The order that it belongs to. */
  order_id: string;
  /** Order number of the store. */
  merchant_order_id: string;
  /** Whether the store canceled. Every value but `pending` is final. */
  status: "pending" | "cancelled" | "refused";
  /** Why the store refused to cancel. */
  message: string | null;
  /** When it was created. */
  created_at: string;
};

/** A page where a person saves a card. */
export type CardSetup = {
  /** Unique id. */
  id: string;
  /** `succeeded` once the card is saved. */
  status: "requires_action" | "succeeded" | "expired";
  /** Open it in a browser to save the card; null once there is nothing to do. */
  url: string | null;
  /** The saved card, once there is one. */
  card_id: string | null;
  /** Page that the person returns to. */
  return_url: string | null;
  /** When it expires. */
  expires_at: string;
  /** When it was created. */
  created_at: string;
};

/** A conversation with support about an order. */
export type Case = {
  /** The order that it belongs to. */
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
  /** Files of the case, oldest first. */
  attachments: CaseAttachment[];
};

/** A file on a case. */
export type CaseAttachment = {
  /** Unique id. */
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
  /** Such as case.opened.return.request_label, case.freetext or case.closed. */
  type: string;
  /** Who wrote it. */
  author: "customer" | "operator" | "system";
  /** Text of the message. */
  body: string;
  /** When it was created. */
  created_at: string;
};

/** Where a person pays. */
export type CheckoutSession = {
  /** Page of the payment provider. Send the person there. */
  url: string;
};

/** A part of the order that the store does not sell. */
export type Concession = {
  /** What is missing: gift options, an item, or units of it. */
  concern: "gift" | "items" | "quantity";
  /** Why, as an error_type. */
  code: string;
  /** What the store does not sell, for people. */
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

/** An order to buy by hand. */
export type DeskOrder = {
  /** Who buys the order, and until when. */
  task: {
    /** Where the task is. */
    state: "waiting" | "taken" | "bought" | "failed";
    /** Operator who claimed it, or claimed it last. */
    holder: string | null;
    /** Whether you claimed it. */
    is_mine: boolean;
    /** Number of your claim. Send it with what you record. */
    lease: number;
    /** When the claim expires. */
    lease_until: string | null;
    /** When the task was created. */
    asked_at: string | null;
    /** When the order fails if nobody buys it. */
    expires_at: string | null;
    /** Why an operator has to buy it. */
    why: string | null;
    /** Note of the last operator. */
    note: string | null;
  };
  /** Mode: `test` is the sandbox, `live` is real money. */
  world: "test" | "live";
  /** Email address of the customer. */
  account: string | null;
  /** Give this address to the retailer. Errand reads tracking numbers from mail that arrives there. */
  mail_address: string | null;
  order: Order;
  /** Receipts of the purchase. */
  receipts: DeskReceipt[];
};

/** A receipt of a purchase. */
export type DeskReceipt = {
  /** Unique id. */
  id: string;
  /** Name of the file. */
  name: string;
  /** Media type of the file. */
  content_type: string;
  /** Size of the file in bytes. */
  bytes: number;
  /** Operator who uploaded it. */
  uploaded_by: string;
  /** When it was created. */
  created_at: string;
};

/** An error: what happened, whether a retry helps, and what to do. */
export type ErrorBody = {
  /** What went wrong. */
  error: {
    /** What happened, for programs. */
    code: "bad_request" | "authorization_pending" | "slow_down" | "access_denied" | "expired_token" | "unsupported_retailer" | "unsupported_country" | "mixed_retailers" | "invalid_shipping_address" | "url_unreachable" | "invalid_profile_url" | "digest_mismatch" | "algorithm_unsupported" | "unauthorized" | "signature_invalid" | "key_not_found" | "insufficient_funds" | "payment_required" | "payment_failed" | "forbidden" | "spend_limit_exceeded" | "policy_denied" | "not_found" | "method_not_allowed" | "already_exists" | "idempotency_in_flight" | "task_taken" | "lease_lost" | "action_closed" | "order_not_cancellable" | "return_not_allowed" | "cancellation_running" | "account_in_use" | "last_owner" | "team_full" | "link_refused" | "quote_refused" | "currency_unsupported" | "store_in_use" | "batch_not_placeable" | "checkout_closed" | "checkout_changed" | "checkout_not_ready" | "payment_instrument_unavailable" | "top_up_unavailable" | "cards_unavailable" | "nothing_to_refund" | "payment_closed" | "payload_too_large" | "unsupported_media_type" | "profile_unreachable" | "rate_limit_exceeded" | "internal_error" | "external_service_error" | "service_unavailable";
    /** What happened, for people. */
    message: string;
    /** More about this error, by code. */
    details: Record<string, unknown>;
    /** Whether the same request can succeed later. */
    retryable: boolean;
    /** What to do, in one sentence. */
    next_step: string;
    /** Page about this error. Add .md for Markdown. */
    docs: string;
  };
};

/** Type of an event. */
export type EventType = "order.created" | "order.placed" | "order.failed" | "order.cancelled" | "order.cancelled_by_retailer" | "order.action_required" | "tracking.obtained" | "tracking.updated" | "return.updated" | "case.updated" | "bulk.completed" | "policy.alert" | "managed_account.paused";

/** Why an order failed. */
export type FailureReason = "product_not_found" | "product_out_of_stock" | "product_unavailable" | "product_variant_required" | "product_variant_unavailable" | "product_quantity_unavailable" | "quantity_limit_exceeded" | "max_price_exceeded" | "shipping_unavailable" | "shipping_address_invalid" | "handling_days_exceeded" | "gift_option_unavailable" | "payment_declined" | "login_failed" | "checkout_failed" | "currency_unsupported" | "account_locked" | "account_verification_required" | "retailer_unavailable" | "retailer_rate_limited" | "outcome_unknown" | "timed_out" | "price_changed" | "action_expired" | "approval_denied";

/** What to do when the store cannot sell all of it. `strict` (default): the order fails. */
export type Fulfillment = {
  /** best_effort: a store without a gift option gets an ordinary order. */
  gift?: "strict" | "best_effort";
  /** best_effort: an item that cannot be bought is left out, and the rest is ordered. */
  items?: "strict" | "best_effort";
  /** best_effort: if the store sells fewer units of an item, those are bought. */
  quantity?: "strict" | "best_effort";
};

/** An invitation to the account. */
export type Invitation = {
  /** Unique id. */
  id: string;
  /** Email address that was invited. */
  email: string;
  /** viewer: looks. buyer: also buys, cancels, returns and writes to support. owner: everything. */
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
  /** What went wrong, for people. Null if the order was placed. */
  error: string | null;
  /** Why the order failed, for programs. Null if the order was placed. */
  error_type: FailureReason | null;
  /** More about the failure, such as the price that was too high. */
  error_details: Record<string, unknown> | null;
  /** What the store charged. Null if the order failed. */
  price_components: PriceComponents | null;
  /** Day on which the store expects to deliver. */
  estimated_delivery: string | null;
  /** Orders at the store, with their numbers. */
  merchant_order_ids: MerchantOrder[];
};

/** An API key, without its secret. */
export type Key = {
  /** Unique id. */
  id: string;
  /** Name of the key. */
  label: string;
  /** What the key sees and touches. */
  world: "test" | "live";
  /** Last characters of the key. */
  hint: string;
  /** When it was created. */
  created_at: string;
  /** UUID of the person who created it. Null if unknown. */
  created_by: string | null;
  /** When the key was last used. */
  last_used_at: string | null;
  /** When the key was revoked. Null: it works. */
  revoked_at: string | null;
  /** Spending limits of the key. */
  limits: {
    /** The most that its orders can hold in a day (UTC), in cents. Null: no limit. */
    spend_per_day_cents: number | null;
    /** The highest `max_price` of an order, in cents. Null: no limit. */
    spend_per_order_cents: number | null;
    /** Ids of the retailers that it can buy from. Null: all of them. */
    allowed_retailers: string[] | null;
  };
  /** What the key can do. `read`: view. `order`: buy, cancel and return. `manage`: retailer accounts and webhooks. `policies`: write spending policies. */
  scopes: ("read" | "order" | "manage" | "policies")[];
  /** When the key stops working. Null: never. */
  expires_at: string | null;
  /** IP addresses and CIDR ranges that it can be used from. Null: anywhere. */
  allowed_addresses: string[] | null;
  /** Origins of web pages whose scripts may use it (CORS), such as https://shop.example.com, or * for any; null is none. Give a key that is in a page as little power as you can: anyone who opens the page has it. */
  allowed_origins: string[] | null;
};

/** Keys that share a spending policy. */
export type KeyGroup = {
  /** Name of the group. */
  name: string;
  /** Ids of the keys in the group. */
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
  /** The request as it was sent. */
  request: Record<string, unknown>;
  /** Id to retrieve it with. */
  request_id: string;
  /** Notes of the order, as they were sent. */
  client_notes: Record<string, unknown> | null;
  /** When it last changed. */
  occurred_at: string | null;
  /** Id of the order that it belongs to. */
  order_request_id: string;
};

/** The case. Its state is null if there is none. */
export type LegacyCase = {
  /** State of the case. Null: no case yet. */
  state: string | null;
  /** Messages, oldest first. */
  messages: LegacyCaseMessage[];
  /** Id to retrieve it with. */
  request_id: string;
  /** Notes of the order, as they were sent. */
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
  /** Fewest days. */
  min: number;
  /** Most days. */
  max: number;
};

/** When products are expected to arrive. */
export type LegacyDeliveryDate = {
  /** Expected day. Null until the store names one. */
  delivery_date: string | null;
  /** Products that arrive on that day. */
  products: LegacyOrderedProduct[];
};

/** An error of the earlier API. */
export type LegacyError = {
  /** Always `error`, to distinguish it from an order. */
  _type: "error";
  /** What went wrong, for programs. */
  code: string;
  /** What went wrong, for people. */
  message: string;
  /** More about this code; often empty. */
  data: Record<string, unknown>;
};

/** An order at the store. */
export type LegacyMerchantOrder = {
  /** Order number of the store. */
  merchant_order_id: string;
  /** Store that has the order. */
  merchant: string;
  /** Retailer account that it was bought with. */
  account: string;
  /** When the order was placed. */
  placed_at: string | null;
};

/** An offer for a product. */
export type LegacyOffer = {
  /** Id of the offer at the store. */
  offer_id: string;
  /** Whether it ships only with a larger order. */
  addon: boolean;
  /** Whether it can be bought now. */
  available: boolean;
  /** Condition of the item, such as `New`. */
  condition: string;
  /** Days until the seller ships. */
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
  seller: LegacySeller;
  /** How it can be shipped. */
  shipping_options: LegacyShippingOption[];
};

/** The offers, with prices in cents. */
export type LegacyOffers = {
  /** `processing` only if `async` was requested and the data is still being fetched. */
  status: "completed" | "processing" | "failed";
  /** Id of the retailer. */
  retailer?: string;
  /** Id of the product at the store. */
  product_id?: string;
  /** Why it failed, for programs. Only if failed. */
  code?: string;
  /** Why it failed, for people. Only if failed. */
  message?: string;
  /** Offers for the product. */
  offers?: LegacyOffer[];
};

/** An order that was placed. */
export type LegacyOrder = {
  /** Always `order_response`. */
  _type: "order_response";
  /** Whether the order stands or the store canceled it. */
  order_status: "order_placed" | "cancelled_by_retailer";
  /** What the store charged. */
  price_components: LegacyPriceComponents | null;
  /** Orders at the store. */
  merchant_order_ids: LegacyMerchantOrder[];
  /** Parcels of the order. */
  tracking: LegacyTracking[];
  /** Expected delivery dates. */
  delivery_dates: LegacyDeliveryDate[];
  /** The request as it was sent, without secrets. */
  request: Record<string, unknown>;
  account_status?: LegacyAccountStatus;
  /** Id to retrieve it with. */
  request_id: string;
  /** Notes of the order, as they were sent. */
  client_notes: Record<string, unknown> | null;
  /** When it last changed. */
  occurred_at: string | null;
  /** When the request was created. Only in lists. */
  _created_at?: string;
};

/** A product of an order. */
export type LegacyOrderedProduct = {
  /** Id of the product at the store. */
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
  /** Other fees of the store, in cents. */
  fees: number;
  /** What the store charged in all, in cents. */
  total: number;
  /** The total in `payment_currency`, in cents. */
  converted_payment_total: number;
};

/** Product data of the retailer, with `status`. */
export type LegacyProduct = {
  /** `processing` only if `async` was requested and the data is still being fetched. */
  status: "completed" | "processing" | "failed";
  /** Id of the retailer. */
  retailer?: string;
  /** Id of the product at the store. */
  product_id?: string;
  /** Why it failed, for programs. Only if failed. */
  code?: string;
  /** Why it failed, for people. Only if failed. */
  message?: string;
};

/** The id of the request. */
export type LegacyRequestId = {
  /** Id of the request. Use it to read the result. */
  request_id: string;
};

/** A return that succeeded. */
export type LegacyReturn = {
  /** Always `return_response`. */
  _type: "return_response";
  /** Whether the return was approved, or already credited. */
  return_status: "approved" | "credited";
  /** Return number of the store. */
  merchant_return_id: string | null;
  /** Last day to send the items back, if known. */
  return_by: string | null;
  /** Return labels as PDF. Each link works for 7 days. */
  label_urls: string[];
  /** What was added to your wallet, in cents. */
  credited_cents: number | null;
  /** The request as it was sent. */
  request: Record<string, unknown>;
  /** Id to retrieve it with. */
  request_id: string;
  /** Notes of the order, as they were sent. */
  client_notes: Record<string, unknown> | null;
  /** When it last changed. */
  occurred_at: string | null;
  /** Id of the order that it belongs to. */
  order_request_id: string;
};

/** One page of results. */
export type LegacySearch = {
  /** Id of the retailer that was searched. */
  retailer: string;
  /** Page of results. */
  page: number;
  /** Whether the search worked. */
  status: "completed" | "failed";
  /** Why it failed. Only if failed. `search_unavailable`: this store has no search, but its products can be bought by id or URL. */
  code?: "retailer_unavailable" | "search_unavailable";
  /** Why it failed, for people. Only if failed. */
  message?: string;
  /** Products of this page, best match first. */
  results: SearchHit[];
  /** Next page of a `free_shipping` search. Request it even after an empty page. Null: no more pages. */
  next_page: number | null;
};

/** Who sells it. */
export type LegacySeller = {
  /** Id of the seller. */
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
  /** What happened, for people. */
  message: string;
  /** More about this code. Often empty. */
  data: Record<string, unknown>;
  /** Id to retrieve it with. */
  request_id: string;
  /** Notes of the order, as they were sent. */
  client_notes: Record<string, unknown> | null;
  /** When it last changed. */
  occurred_at: string | null;
  /** When the request was created. Only in lists. */
  _created_at?: string;
  /** Id of the order that it belongs to. */
  order_request_id?: string;
};

/** A parcel of an order. */
export type LegacyTracking = {
  /** First product in the parcel. */
  product_id: string | null;
  /** Products in the parcel. */
  product_ids: string[];
  /** Order number of the store. */
  merchant_order_id: string | null;
  /** Carrier that delivers the parcel. */
  carrier: string;
  /** Number to look the parcel up with at the carrier. */
  tracking_number: string;
  /** When Errand got the tracking number. */
  obtained_at: string;
  /** Where the parcel is. */
  delivery_status: "pending" | "in_transit" | "delivered" | "undeliverable";
};

/** A case with its last message. */
export type ListedCase = {
  /** The order that it belongs to. */
  order_id: string;
  /** Whether the case is open or closed. */
  state: "open" | "closed";
  /** Why the case was last opened. */
  reason: "return.request_label" | "nondelivery.not_delivered" | "nondelivery.damaged" | "nondelivery.empty_box" | "tracking.request_update" | "cancel.forced_cancellation" | "other";
  /** When it was created. */
  created_at: string;
  /** When it last changed. */
  updated_at: string;
  last_message: CaseMessage;
};

/** A request to the API, as logged. */
export type LoggedRequest = {
  /** Id of the request, as in the X-Request-Id header. */
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
  /** Error message of the response, if it failed. */
  error_message: string | null;
  /** Key that made the request. */
  key: {
    /** UUID of the key. */
    id: string;
    /** Name of the key. */
    label: string | null;
  };
  /** How much of the body was kept. `masked`: without secrets. `cut`: the first 4 KiB. `too_large`: over 64 KiB, not kept. */
  body_state: "none" | "whole" | "masked" | "cut" | "too_large";
  /** Under load only some requests are logged. This one stands for this many. */
  stands_for: number;
};

/** A request to the API, with its body. */
export type LoggedRequestDetail = {
  /** Id of the request, as in the X-Request-Id header. */
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
  /** Error message of the response, if it failed. */
  error_message: string | null;
  /** Key that made the request. */
  key: {
    /** UUID of the key. */
    id: string;
    /** Name of the key. */
    label: string | null;
  };
  /** How much of the body was kept. `masked`: without secrets. `cut`: the first 4 KiB. `too_large`: over 64 KiB, not kept. */
  body_state: "none" | "whole" | "masked" | "cut" | "too_large";
  /** Under load only some requests are logged. This one stands for this many. */
  stands_for: number;
  /** The JSON that was sent, as text, without secrets. */
  body: string | null;
};

/** What Errand mails you about. */
export type MailPreferences = {
  /** An order waits for your approval or your answer. */
  approvals: boolean;
  /** An order failed. Several failures are grouped into one email. Orders of a batch are reported with the batch. */
  failed_orders: boolean;
  /** Support answered on a case. */
  case_answers: boolean;
  /** A bulk order that was placed with notify_on_complete is done. */
  batches: boolean;
  /** A spending limit reached 50%, 80% or 100%. For owners. */
  spend_alerts: boolean;
  /** The wallet fell below low_wallet_cents. For owners. */
  low_wallet: boolean;
  /** Balance below which the mail is sent, in cents. 0: never. */
  low_wallet_cents: number;
};

/** Your account at a retailer, without its secrets. */
export type ManagedAccount = {
  /** Unique id. */
  id: string;
  /** Short id to use in paths and orders. */
  short_id: string;
  /** Email address that logs in at the retailer. */
  email: string;
  /** Id of the retailer. Null: default credentials for every retailer. */
  retailer: string | null;
  /** Forward the retailer's mail to this address. Errand reads verification codes from it. */
  forwarding_email: string;
  /** When it was created. */
  created_at: string;
  /** When it last changed. */
  updated_at: string;
  /** Whether a TOTP secret is set up. */
  has_totp: boolean;
  /** Whether a forwarded mail has arrived. */
  has_forwarding: boolean;
  /** While true, orders wait and the account is not used. */
  is_paused: boolean;
  /** Why Errand paused it. Null if you did. */
  pause_reason: string | null;
  /** Job that uses the account now. */
  locked_by_job_id: string | null;
  /** Minimum minutes between two uses. Null: no cooldown. */
  cooldown_minutes: number | null;
  /** When a job last finished with the account. */
  last_used_at: string | null;
  /** Settings for the store, with secrets masked. */
  retailer_config: Record<string, unknown> | null;
};

/** An order at the store. */
export type MerchantOrder = {
  /** The store's number of the order. */
  merchant_order_id: string;
  /** The retailer. */
  merchant: string;
  /** The retailer account that bought it: an id, an email address, or `managed`. */
  account: string;
  /** When the store accepted it. */
  placed_at: string | null;
};

/** A new API key, with its secret. */
export type NewKey = {
  /** Unique id. */
  id: string;
  /** Name of the key. */
  label: string;
  /** What the key sees and touches. */
  world: "test" | "live";
  /** Last characters of the key. */
  hint: string;
  /** When it was created. */
  created_at: string;
  /** UUID of the person who created it. Null if unknown. */
  created_by: string | null;
  /** When the key was last used. */
  last_used_at: string | null;
  /** When the key was revoked. Null: it works. */
  revoked_at: string | null;
  /** Spending limits of the key. */
  limits: {
    /** The most that its orders can hold in a day (UTC), in cents. Null: no limit. */
    spend_per_day_cents: number | null;
    /** The highest `max_price` of an order, in cents. Null: no limit. */
    spend_per_order_cents: number | null;
    /** Ids of the retailers that it can buy from. Null: all of them. */
    allowed_retailers: string[] | null;
  };
  /** What the key can do. `read`: view. `order`: buy, cancel and return. `manage`: retailer accounts and webhooks. `policies`: write spending policies. */
  scopes: ("read" | "order" | "manage" | "policies")[];
  /** When the key stops working. Null: never. */
  expires_at: string | null;
  /** IP addresses and CIDR ranges that it can be used from. Null: anywhere. */
  allowed_addresses: string[] | null;
  /** Origins of web pages whose scripts may use it (CORS), such as https://shop.example.com, or * for any; null is none. Give a key that is in a page as little power as you can: anyone who opens the page has it. */
  allowed_origins: string[] | null;
  /** The key. Shown only once: Errand stores a hash. */
  api_key: string;
};

/** An order to place. */
export type NewOrder = {
  /** What to buy. All products must be from one store. */
  products: OrderedProduct[];
  shipping_address: ShippingAddress;
  /** The most that the store may charge, in cents, including tax and shipping. Errand never pays more. */
  max_price: number;
  /** Buy with this retailer account of yours (`short_id`). Errand uses its own account by default. */
  retailer_credentials_id?: string | null;
  /** A unique value for this order. A request with the same value never buys twice. The Idempotency-Key header works too. */
  idempotency_key?: string | null;
  /** Your own data, returned with the order. Up to 50 keys and 16 KiB. */
  metadata?: Record<string, unknown>;
  /** Your purchase order number. */
  po_number?: string | null;
  /** The most days that the seller may take to ship. Slower offers are skipped. */
  handling_days_max?: number | null;
  /** Send the order as a gift, without prices, where the store supports it. */
  is_gift?: boolean;
  /** Message for the recipient. Requires `is_gift`. */
  gift_message?: string | null;
  fulfillment?: Fulfillment | null;
  /** Buy at the price of this quote from POST /orders/quote, before its `expires_at`. */
  quote_id?: string | null;
  /** How far the total may rise above the quote, in cents. Beyond that, the order fails with `price_changed`. */
  max_drift_cents?: number;
  /** What pays for the order; the wallet if absent. */
  payment?: {
    /** `card`: a saved card is authorized for max_price and the fee, and charged what was bought. */
    mode: "wallet" | "card";
    /** One of GET /wallet/cards; the default card if absent. */
    payment_method?: string | null;
  } | null;
  /** Mail the recipient about shipping and delivery. */
  customer_notifications?: {
    /** Email address of the recipient. */
    email: string;
  } | null;
};

/** A return to request. */
export type NewReturn = {
  /** An order of yours that was placed. */
  order_id: string;
  /** What to return. If an item is listed twice, the quantities add up. */
  items: {
    /** UUID of an item, as in `items` of the order. */
    order_item_id: string;
    /** Number of units to return. */
    quantity: number;
  }[];
  /** Why you return it. */
  reason: "damaged" | "not_delivered" | "empty_box" | "wrong_item" | "defective" | "not_as_described" | "wrong_size" | "no_longer_needed" | "forced_cancellation" | "other";
  /** More about the reason, for the retailer. */
  notes?: string | null;
};

/** An order and everything that is known about it. */
export type Order = {
  /** Unique id. */
  id: string;
  /** Where the order is. `order_placed`, `order_failed`, `cancelled` and `cancelled_by_retailer` are final, except that the store may still cancel a placed order. */
  status: "pending" | "in_progress" | "order_placed" | "order_failed" | "cancelled" | "cancelled_by_retailer";
  /** The most that the store may charge, in cents, as in the request. */
  max_price: number;
  /** Currency of the amounts (ISO 4217). */
  currency: string;
  /** How often Errand has tried to buy it. */
  attempts: number;
  /** Products of the order with their own status. */
  items: OrderItem[];
  shipping_address: OrderAddress;
  /** Your own data, as sent with the order. */
  metadata: Record<string, unknown>;
  /** Your purchase order number. */
  po_number: string | null;
  /** The most days that the seller may take to ship. */
  handling_days_max: number | null;
  /** Whether the order is sent as a gift. */
  is_gift: boolean;
  /** Message for the recipient of the gift. */
  gift_message: string | null;
  /** What the order may do without, and what it does without. */
  fulfillment: OrderFulfillment;
  /** Id or domain of the store that the order is placed at. */
  retailer: string;
  /** Your retailer account that the order is bought with. Null: an account of the service. */
  retailer_credentials_id: string | null;
  /** What a pending order waits for. `account`: its turn at a retailer account. `code`: a code that the retailer mails. `retailer`: a retailer that is switched off. `action`: an answer to `next_action`. `policy`: a frozen spending policy. `hold`: a hold that you set in the sandbox. `retry`: the next attempt (see `last_attempt`). Null: nothing. */
  waiting_for: "account" | "code" | "retailer" | "action" | "policy" | "hold" | "retry" | null;
  /** Why the last attempt failed, if the order is retried. Null otherwise. The final result is in `job_result`. */
  last_attempt: OrderLastAttempt | null;
  /** What a person has to do before the order continues. Null if nothing. */
  next_action: OrderAction | null;
  /** What to do next, in one sentence. */
  next_step: string;
  /** When to read the order again, in milliseconds. Null: the order won't change anymore. With `waiting_for` `retry`, the time until the next attempt. */
  poll_after_ms: number | null;
  /** Result of the purchase. Null until the order is placed or failed. */
  job_result: JobResult | null;
  /** Order numbers of the store, once the order is placed. */
  merchant_order_ids: string[];
  /** Parcels of the order. */
  tracking_numbers: TrackingNumber[];
  /** Returns of items of this order, newest first. */
  returns: ReturnSummary[];
  /** What pays for the order. */
  payment: OrderPayment;
  /** Events of all parcels, newest first. Only in lists with `include=tracking_events`. */
  tracking_events?: TrackingEvent[];
  /** When it was created. */
  created_at: string;
  /** When it last changed. */
  updated_at: string;
};

/** What the order asks a person before it goes on. */
export type OrderAction = {
  /** Id to answer the action with. */
  id: string;
  /** What is needed. */
  kind: "approve" | "review" | "choose_variant" | "enter_code" | "open_url" | "buy";
  /** Who has to act. */
  asked_of: "customer" | "operator";
  /** What to do, for people. */
  message: string;
  /** What the answer depends on, such as the choices. */
  details: Record<string, unknown>;
  /** JSON Schema that the answer must match. */
  answer_schema: Record<string, unknown>;
  /** Page where a person can act, if there is one. */
  url: string | null;
  /** When the order fails if nobody answers. Null while an operator works on it. */
  expires_at: string | null;
};

/** Where the order ships to. */
export type OrderAddress = {
  /** First name of the recipient. */
  first_name: string;
  /** Last name of the recipient. */
  last_name: string;
  /** Street and house number. */
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

/** What the order may do without, and what it does without. */
export type OrderFulfillment = {
  /** Whether the order goes ahead without all gift options. */
  gift: "strict" | "best_effort";
  /** Whether the order goes ahead without all items. */
  items: "strict" | "best_effort";
  /** Whether the order goes ahead without all units of an item. */
  quantity: "strict" | "best_effort";
  /** What the order does without. Empty: nothing. */
  concessions: Concession[];
};

/** A product of an order. */
export type OrderItem = {
  /** UUID of the item, which returns refer to. */
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
  /** Where the item is between order and delivery. */
  status: "pending" | "processing" | "ordered" | "shipped" | "delivered" | "cancelled" | "failed";
  /** Number of units that the store canceled. */
  cancelled_quantity: number;
  /** Price of one unit, in cents. Null until the order is placed. */
  unit_price_cents: number | null;
  /** Why this item could not be bought. Null unless the order failed because of it. */
  error_type: FailureReason | null;
  /** Why the store canceled it, in the words of the store. */
  cancellation_reason: string | null;
  /** When it was created. */
  created_at: string;
  /** When it last changed. */
  updated_at: string;
};

/** Why the last attempt that was retried bought nothing; null if there was none. How the order ended is in job_result. */
export type OrderLastAttempt = {
  /** When the attempt ended. */
  at: string;
  /** Why the attempt failed, as an `error_type`. */
  reason: string;
  /** What went wrong, for people. */
  message: string;
};

/** A page of orders. */
export type OrderList = {
  /** Orders of this page. */
  orders: Order[];
  /** Number of orders that match, counted up to 10,000 (up to 1,000 with filters other than status and time). */
  total: number;
  /** Maximum number of entries per page. */
  limit: number;
  /** Number of entries to skip. */
  offset: number;
};

/** What pays for the order, and how much of it. */
export type OrderPayment = {
  /** What pays; absent where an agent paid. */
  mode?: "wallet" | "card";
  /** authorized: on hold. captured: the order was placed. released: nothing was bought. refunded: everything was refunded. */
  state: "authorized" | "captured" | "released" | "refunded";
  /** The most that the order may take. */
  authorized_cents: number;
  /** What the order cost, in cents, including the fee. */
  captured_cents: number;
  /** What was refunded so far. */
  refunded_cents: number;
  /** Service fee within `captured_cents`. */
  fee_cents: number;
  /** Fee for paying by card, in cents. Always 0. */
  stripe_fee_cents?: number;
  /** The card that pays; null for the wallet. */
  payment_method?: string | null;
  /** Whether no real money moved. */
  simulated: boolean;
  /** Only on orders that an agent paid for with the order itself. */
  method?: string;
  /** Only on orders that an agent paid for with the order itself. */
  amount_cents?: number;
  /** As sent in the Payment-Receipt header. */
  receipt?: string;
  /** Only on orders that an agent paid for with the order itself. */
  refunds?: {
    /** Unique id. */
    id: string;
    /** Amount of the refund, in cents. */
    amount_cents: number;
    /** `completed` once the payment provider has paid it out. */
    status: "pending" | "completed";
    /** Id of the refund at the payment provider. */
    reference: string | null;
    /** When it was created. */
    created_at: string;
  }[];
};

/** What happened to an order. */
export type OrderTimeline = {
  /** UUID of the order. */
  order_id: string;
  /** Status of the order now. */
  current_status: "pending" | "in_progress" | "order_placed" | "order_failed" | "cancelled" | "cancelled_by_retailer";
  /** What happened to the order, oldest first. */
  milestones: {
    /** What happened, for programs. */
    type: "order_created" | "placement_started" | "action_required" | "action_answered" | "order_placed" | "order_failed" | "tracking_acquired" | "shipped" | "out_for_delivery" | "delivered" | "undeliverable" | "cancelled" | "cancelled_by_retailer" | "return_requested" | "return_resolved";
    /** What happened, for people. */
    label: string;
    /** When it happened. */
    occurred_at: string;
    /** Who reported it: Errand, the retailer or the carrier. */
    source: "service" | "retailer" | "carrier";
    /** More about the milestone, such as the carrier and tracking number. */
    detail: Record<string, unknown>;
  }[];
};

/** A product to buy. */
export type OrderedProduct = {
  /** Product page at the store. */
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
  /** Unique id. */
  id: string;
  /** authorized: paid, and the order is being carried out. placed: the retailer has the order. failed: the order could not be made or failed; what was paid is on the wallet, or on its way back to an agent’s payer. */
  status: "requires_action" | "authorized" | "placed" | "expired" | "failed";
  /** The order, once it is paid. */
  order_id: string | null;
  /** Page where a person pays. Null once there is nothing to pay. */
  pay_url: string | null;
  /** When the link expires. */
  expires_at: string;
  /** What the person pays. */
  quote: {
    /** The most that the store may charge, in cents. */
    max_price_cents: number;
    /** Service fee, in cents. */
    order_fee_cents: number;
    /** Fee for paying by card, in cents. Always 0. */
    stripe_fee_cents: number;
    /** What the person pays, in cents. Whatever the order does not need is refunded. */
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
  /** Who asks for the payment. */
  client: {
    /** Label of the key, or name of the agent. */
    name: string;
    /** Page of the agent, if known. */
    url: string | null;
  };
  /** Where it ships to, without name and street. */
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
  /** What happened, for people. */
  detail: string;
  /** What happened, for programs. */
  code: "payment_required" | "payment_failed";
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
  /** Which retailers can be bought from. */
  retailers?: {
    /** Only these retailers. */
    allow?: string[];
    /** Never these retailers. */
    deny?: string[];
  };
  /** Which countries can be shipped to. */
  countries?: {
    /** Only these countries (ISO 3166-1). */
    allow: string[];
  };
  /** Which addresses can be shipped to. */
  addresses?: {
    /** Only addresses that an order was delivered to before. */
    only_known?: boolean;
  };
  /** Reject products whose title contains one of these words. */
  deny_words?: string[];
  /** The most units in one order. */
  max_quantity?: number;
  /** When a person has to approve the order. */
  approve?: {
    /** Ask for approval above this amount, in cents. */
    above_cents?: number;
    /** Ask for approval of the first order at a retailer. */
    new_retailer?: boolean;
    /** Ask for approval of the first order to an address. */
    new_address?: boolean;
    /** Ask for approval of the first order of a key. */
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
  /** Id of the policy. Null: none was written yet. */
  id: string | null;
  /** What it applies to: the account, a group of keys or one key. */
  scope: "account" | "group" | "key";
  /** Id of the key or name of the group. Null for the account. */
  subject: string | null;
  /** Number of changes. 0: none was written yet. */
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
  /** Which retailers can be bought from. */
  retailers?: {
    /** Only these retailers. */
    allow?: string[];
    /** Never these retailers. */
    deny?: string[];
  };
  /** Which countries can be shipped to. */
  countries?: {
    /** Only these countries (ISO 3166-1). */
    allow: string[];
  };
  /** Which addresses can be shipped to. */
  addresses?: {
    /** Only addresses that an order was delivered to before. */
    only_known?: boolean;
  };
  /** Reject products whose title contains one of these words. */
  deny_words?: string[];
  /** The most units in one order. */
  max_quantity?: number;
  /** When a person has to approve the order. */
  approve?: {
    /** Ask for approval above this amount, in cents. */
    above_cents?: number;
    /** Ask for approval of the first order at a retailer. */
    new_retailer?: boolean;
    /** Ask for approval of the first order to an address. */
    new_address?: boolean;
    /** Ask for approval of the first order of a key. */
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

/** What the store charges, by part. */
export type PriceComponents = {
  /** Price of all items, in cents. */
  subtotal: number;
  /** Shipping cost, in cents. */
  shipping: number;
  /** Sales tax or VAT, in cents. */
  tax: number;
  /** Other fees of the store, in cents. */
  fees: number;
  /** What the store charges in all, in cents. */
  total: number;
  /** Currency of the amounts (ISO 4217). */
  currency: string;
};

/** What the retailer said, unmodified, and the status. */
export type Product = {
  /** `processing` only if `async` was requested. The only field that is always present. */
  status: "completed" | "processing" | "failed";
  /** Why it failed. Only if failed. */
  code?: "product_not_found" | "retailer_unavailable";
  /** Why it failed, for people. Only if failed. */
  message?: string;
};

/** A purchase that waits for approval. */
export type PurchaseApproval = {
  /** Unique id. */
  id: string;
  /** Who asks. `mcp`: an agent that calls place_order. `policy`: a spending policy. */
  kind: "mcp" | "policy";
  /** Where the approval is. */
  state: "open" | "approved" | "denied" | "used" | "expired" | "closed";
  /** Name of the key that wants to buy. */
  key: string;
  /** Who asks. The agent gives its own name and reason, so treat them as untrusted text. */
  requested_by: {
    /** Name of the key. */
    key: string;
    /** Name that the agent gave. */
    agent: string | null;
    /** Reason that the agent gave. */
    reason: string | null;
  };
  /** Store that would be bought from. */
  retailer: string;
  /** Currency of the amounts (ISO 4217). */
  currency: string;
  /** What would be bought. */
  items: {
    /** Product page. */
    url: string;
    /** Title of the product at the store. */
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
  /** Where it ships to. Null once the approval has ended. */
  ship_to: {
    /** First name of the recipient. */
    first_name: string;
    /** Last name of the recipient. */
    last_name: string;
    /** Street and house number. */
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
    /** Other fees of the store, in cents. */
    fees: number;
    /** What the store would charge in all, in cents. */
    total: number;
  } | null;
  /** Fee that Errand adds, in cents. */
  service_fee_cents: number;
  /** The most that the store may charge, in cents. */
  max_price: number;
  /** The most that can be charged in all, in cents, including the fee. */
  max_charge_cents: number;
  /** What is known only at checkout, for people. */
  not_known_yet: string | null;
  /** Rules that ask for the approval. */
  rules: {
    /** Name of the rule. */
    rule: string;
    /** Value of the rule in the policy. */
    limit: unknown;
    /** The rule, for people. */
    text: string;
  }[];
  /** The order, once it exists. */
  order_id: string | null;
  /** Page where a person approves or declines. */
  url: string;
  /** When the approval expires. */
  expires_at: string | null;
};

/** What an order would cost now. */
export type Quote = {
  /** Send it as `quote_id` of the order to buy at this price. */
  quote_id: string;
  /** Id of the retailer, as in GET /retailers. */
  retailer: string;
  /** Currency of the amounts (ISO 4217). */
  currency: string;
  /** When the quote expires. */
  expires_at: string;
  /** What was quoted. */
  items: {
    /** Product page. */
    url: string;
    /** Title of the product at the store, if known. */
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
    /** Other fees of the store, in cents. */
    fees: number;
    /** What the store would charge in all, in cents. */
    total: number;
  };
  /** Fee that Errand adds, in cents. */
  service_fee_cents: number;
  /** What an order with `suggested_max_price` would hold on your wallet, in cents, fee included. */
  would_hold_cents: number;
  /** Day on which the store expects to deliver, if known. */
  estimated_delivery: string | null;
  /** A `max_price` that leaves room for small changes, in cents. */
  suggested_max_price: number;
  /** What your spending policies say about this order. */
  policy: PolicyVerdict;
  /** What to know before you buy, for people. */
  warnings: string[];
};

/** A retailer that Errand knows. */
export type Retailer = {
  /** Id of the retailer, to use in other calls. */
  retailer: string;
  /** Name of the retailer, for people. */
  display_name: string;
  /** Whether Errand can buy there now. */
  supported: boolean;
  /** Domain of the store. */
  base_url: string;
  /** Countries that it ships to (ISO 3166-1). Empty: the store decides. */
  supported_countries: string[];
  /** Whether it ships free, always or above the threshold. */
  free_shipping: boolean;
  /** Order total from which shipping is free, in cents. Null: no minimum. */
  free_shipping_threshold_cents: number | null;
  /** How this service buys there now. Null in the sandbox, and where it cannot. */
  bought_by: "api" | "recipe" | "desk" | null;
  /** Every way to buy from a brand, the best one first. */
  ways_to_buy: {
    /** An ordering API, a recipe for its pages, or a person. */
    way: "api" | "recipe" | "desk";
    /** Kind of store to add. */
    kind: "vendure" | "medusa" | "woocommerce" | "shopify" | "amazon-business" | "mouser" | "ucp" | "browser" | "desk";
    /** What an operator needs for it. */
    needs: string;
    /** Page that explains it. */
    docs: string;
  }[];
};

/** A return and its refund. */
export type Return = {
  /** Unique id. */
  id: string;
  /** The order that it belongs to. */
  order_id: string;
  /** `open`: the retailer has not decided. `approved`: send the items to the retailer; the refund follows. `credited`: the money is in your wallet. `denied`: the retailer refused, or rejected the items on inspection. */
  status: "open" | "approved" | "denied" | "credited";
  /** Why the items are returned. */
  reason: "damaged" | "not_delivered" | "empty_box" | "wrong_item" | "defective" | "not_as_described" | "wrong_size" | "no_longer_needed" | "forced_cancellation" | "other";
  /** Your notes for the retailer. */
  notes: string | null;
  /** What is returned. */
  items: {
    /** UUID of the item, as in `items` of the order. */
    order_item_id: string;
    /** Number of units returned. */
    quantity: number;
  }[];
  /** Return labels as PDF, one per parcel. Each link works for 7 days. Read the return again for new links. */
  label_urls: string[];
  /** Return number of the store. */
  merchant_return_id: string | null;
  /** Why the return ended as it did, for people. */
  resolution_notes: string | null;
  refund: ReturnRefundState | null;
  /** When it was created. */
  created_at: string;
  /** When it last changed. */
  updated_at: string;
};

/** Where the money is. Null when the return was denied. */
export type ReturnRefundState = {
  /** waiting: expected from the retailer. credited: added to your wallet. paid_by_retailer: bought with your own retailer account, so the retailer refunds you directly. */
  status: "waiting" | "credited" | "paid_by_retailer";
  /** What you get if the store refunds everything, in cents. */
  expected_cents: number | null;
  /** What was added to your wallet, in cents. */
  credited_cents: number | null;
  /** When it was added to your wallet. */
  credited_at: string | null;
};

/** A return, in short. */
export type ReturnSummary = {
  /** Unique id. */
  id: string;
  /** Status of the return: `open`, `approved`, `denied` or `credited`. */
  status: string;
  /** Why the items are returned. */
  reason: string;
  /** When it was created. */
  created_at: string;
  /** When it last changed. */
  updated_at: string;
};

/** A card that can pay for orders. */
export type SavedCard = {
  /** Send it as payment.payment_method of an order. */
  id: string;
  /** Card network, such as `visa`. */
  brand: string;
  /** Last four digits of the card number. */
  last4: string;
  /** Month in which the card expires, 1 to 12. */
  exp_month: number;
  /** Year in which the card expires. */
  exp_year: number;
  /** Charged where an order names no card. */
  is_default: boolean;
  /** A test card of the sandbox. */
  simulated: boolean;
  /** When it was created. */
  created_at: string;
};

/** A product in search results. */
export type SearchHit = {
  /** Id of the product at the store. */
  product_id: string;
  /** Title of the product at the store. */
  title: string;
  /** Product page. Use it in POST /orders. */
  url: string;
  /** Id of the retailer, as in GET /retailers. */
  retailer: string;
  /** Address of a picture. */
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
  /** Whether an order has to choose a variant (see GET /products/{product_id}). Null: unknown. */
  variant_required: boolean | null;
  /** EAN, UPC or ISBN as 14 digits. Null: unknown. */
  gtin: string | null;
};

/** A product in search results, with the other stores that sell it. */
export type SearchOfAllHit = {
  /** Id of the product at the store. */
  product_id: string;
  /** Title of the product at the store. */
  title: string;
  /** Product page. Use it in POST /orders. */
  url: string;
  /** Id of the retailer, as in GET /retailers. */
  retailer: string;
  /** Address of a picture. */
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
  /** Whether an order has to choose a variant (see GET /products/{product_id}). Null: unknown. */
  variant_required: boolean | null;
  /** EAN, UPC or ISBN as 14 digits. Null: unknown. */
  gtin: string | null;
  /** The same product (by `gtin`) at other retailers. */
  also_at: {
    /** Id of the retailer, as in GET /retailers. */
    retailer: string;
    /** Id of the product at that store. */
    product_id: string;
    /** Product page at that store. */
    url: string;
    /** Price in cents. */
    price: number;
    /** Currency of the amounts (ISO 4217). */
    currency: string;
  }[];
};

/** Search results of all retailers. */
export type SearchOfAllResults = {
  /** Whether the search worked. */
  status: "completed" | "failed";
  /** Why it failed. Only if failed. `search_unavailable`: this store has no search, but its products can be bought by id or URL. */
  code?: "retailer_unavailable" | "search_unavailable";
  /** Why it failed, for people. Only if failed. */
  message?: string;
  /** The search term. */
  query: string;
  /** Products of all retailers, best match first. */
  results: SearchOfAllHit[];
  /** Stores whose products are missing from the list, and why. */
  left_out: {
    /** Id of the retailer, as in GET /retailers. */
    retailer: string;
    /** Why there are no results. `too_slow`: the retailer did not answer in time. */
    reason: "too_slow" | "unavailable";
  }[];
};

/** A page of search results of one retailer. */
export type SearchResults = {
  /** Whether the search worked. */
  status: "completed" | "failed";
  /** Why it failed. Only if failed. `search_unavailable`: this store has no search, but its products can be bought by id or URL. */
  code?: "retailer_unavailable" | "search_unavailable";
  /** Why it failed, for people. Only if failed. */
  message?: string;
  /** Products of this page, best match first. */
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
  /** Street and house number. */
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

/** A program that asks for access to your account. */
export type SignInRequest = {
  /** Unique id. */
  id: string;
  /** Name that the program gave itself. Not verified. */
  name: string;
  /** Where the person is sent next. Show it to them in full. */
  redirect_uri: string;
  /** Host of `redirect_uri`, or the scheme of an app. */
  redirect_host: string;
  /** What the program asks for. */
  scopes: ("read" | "order")[];
  /** Where the request is. */
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

/** A store that Errand buys from. */
export type Store = {
  /** Name of the store. */
  name: string;
  /** Kind of store. */
  kind: "vendure" | "medusa" | "woocommerce" | "shopify" | "amazon-business" | "mouser" | "ucp" | "browser" | "desk";
  /** Mode: `test` is the sandbox, `live` is real money. */
  world: "live" | "test";
  /** Whether orders are placed there. */
  enabled: boolean;
  /** Managed by STORES_FILE, which is applied again at the next start. */
  from_file: boolean;
  /** Origin of the storefront. Product pages under it belong to this store. */
  url: string | null;
  /** Other origins of the same store. */
  also: string[];
  /** Address of the store's API, if it differs from `url`. */
  api_url: string | null;
  /** Currency of the amounts (ISO 4217). */
  currency: string;
  /** Countries that it ships to (ISO 3166-1). Null: the store decides. */
  countries: string[] | null;
  /** Names of the stored credentials. Values are never shown. */
  credentials: string[];
  /** Payment method of the store, by kind. */
  payment: unknown;
  /** How far a purchase goes without a person. */
  mode: "automatic" | "review" | "link" | "catalogue";
  /** Limits for requests to the store. */
  limits: {
    /** Requests per minute, across all processes. */
    per_minute: number;
    /** Purchases at the same time. */
    at_once: number;
    /** Seconds to wait for a response of the store. */
    timeout_seconds: number;
  };
  /** Email address that the store gets. */
  contact: string | null;
  /** Billing address. */
  bill_to: Record<string, unknown> | null;
  /** Whose retailer account buys if the order names none. */
  accounts: "own" | "guest" | "client";
  /** How often to check parcels, such as `30m`. */
  track_every: string;
  /** Who allowed automated purchases, for stores that require it. */
  consent: {
    /** Who allowed automated purchases. */
    by: string;
    /** When they allowed it. */
    on: string;
  } | null;
  /** Settings of this kind of store. */
  settings: Record<string, unknown>;
  /** What the connector can do at this store. */
  abilities: ("search" | "product" | "offers" | "checkout" | "quote" | "find" | "fence" | "history" | "track" | "cancel" | "return" | "login")[];
  /** How the last requests went. */
  health: {
    /** Whether the store is reachable. */
    status: "off" | "up" | "degraded" | "down" | "needs_credentials" | "unknown";
    /** Failed requests in a row. */
    failures: number;
    /** No requests are sent until then. Null: the store is used. */
    closed_until: string | null;
    /** When a request last succeeded. */
    last_ok_at: string | null;
    /** When a request last failed. */
    last_failure_at: string | null;
    /** Why it failed. */
    last_failure: string | null;
  };
  /** When it was created. */
  created_at: string;
  /** When it last changed. */
  updated_at: string;
};

/** A person on the account. */
export type TeamMember = {
  /** Unique id. */
  id: string;
  /** Email address that the person signs in with. */
  email: string;
  /** Name of the person, if they gave one. */
  name: string | null;
  /** What the person can do on the account. */
  role: "viewer" | "buyer" | "owner";
  /** When the person joined the account. */
  joined_at: string;
  /** Whether this is you. */
  is_you: boolean;
};

/** Funds that were added to the wallet, or a payment for them. */
export type TopUp = {
  /** Unique id. */
  id: string;
  /** `pending` until it is paid. `refunded` once the whole amount was refunded. */
  status: "requires_action" | "succeeded" | "failed" | "expired" | "refunded";
  /** Amount of the top-up, in cents. */
  amount_cents: number;
  /** Refunded, or being refunded, in cents. */
  refunded_cents: number;
  /** Currency of the amounts (ISO 4217). */
  currency: string;
  /** Page to pay on. Null once it is paid or expired. */
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

/** A scan of the carrier. */
export type TrackingCheckpoint = {
  /** When the carrier recorded the scan. */
  checkpoint_time: string;
  /** Status of the parcel at this scan. */
  status: "pending" | "in_transit" | "delivered" | "undeliverable";
  /** Text of the carrier. */
  message: string;
  /** City of the scan. */
  city: string | null;
  /** State or region of the scan. */
  state: string | null;
  /** Country of the scan. */
  country: string | null;
  /** ZIP or postal code of the scan. */
  zip: string | null;
  /** Place of the scan as free text, if the carrier gives no city and state. */
  location: string | null;
};

/** A scan of one of the parcels of an order. */
export type TrackingEvent = {
  /** Carrier that delivers the parcel. */
  carrier: string;
  /** Number of the parcel at the carrier. */
  tracking_number: string;
  /** When the carrier recorded the scan. */
  checkpoint_time: string;
  /** Status of the parcel at this scan. */
  status: "pending" | "in_transit" | "delivered" | "undeliverable";
  /** Text of the carrier. */
  message: string;
  /** City of the scan. */
  city: string | null;
  /** State or region of the scan. */
  state: string | null;
  /** Country of the scan. */
  country: string | null;
  /** ZIP or postal code of the scan. */
  zip: string | null;
  /** Place of the scan as free text, if the carrier gives no city and state. */
  location: string | null;
};

/** A parcel of an order. */
export type TrackingNumber = {
  /** Unique id. */
  id: string;
  /** Carrier that delivers the parcel. */
  carrier: string;
  /** Number to look the parcel up with at the carrier. */
  tracking_number: string;
  /** Where the parcel is. */
  status: "pending" | "in_transit" | "delivered" | "undeliverable";
  /** Day on which the carrier expects to deliver, in the time zone of the address. */
  estimated_delivery_date: string | null;
  /** Scans of the carrier, newest first. */
  checkpoints: TrackingCheckpoint[];
  /** When it was created. */
  created_at: string;
};

/** Calls of one endpoint. */
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
  /** What to fix, for people. Lines that start with `Warning:` don't stop the order. */
  errors: string[];
  /** Products of the row. */
  product_urls: string[];
  /** Units of each product. 0 if the cell is not a number. */
  quantities: number[];
  /** Name of the recipient. */
  recipient: string | null;
  /** Where the order ships to, in one line. */
  destination: string | null;
  /** The most that the store may charge for this row, in cents. */
  max_price: number | null;
  /** Your retailer account that the row is bought with. */
  retailer_credentials_id: string | null;
  /** Columns that Errand does not know. They are copied to the results file. */
  passthrough: Record<string, string>;
};

/** Every problem with the request. */
export type ValidationErrorBody = {
  /** One entry for each problem. */
  detail: {
    /** Path to the field, starting with `body`, `query`, `path` or `header`. */
    loc: (string | number)[];
    /** What is wrong, for people. */
    msg: string;
    /** What is wrong, for programs, such as `missing`. */
    type: string;
  }[];
  /** Whether the same request can succeed later. */
  retryable: boolean;
  /** What to do, in one sentence. */
  next_step: string;
  /** Page about this error. Add .md for Markdown. */
  docs: string;
};

/** An event on its way to an endpoint. */
export type WebhookDelivery = {
  /** Unique id. */
  id: string;
  /** Value of the webhook-id header, the same for every attempt. */
  webhook_id: string;
  /** Type of the event. */
  event: "request_succeeded" | "request_failed" | "tracking_obtained" | "tracking_updated" | "status_updated" | "case_updated" | "order.created" | "order.placed" | "order.failed" | "order.cancelled" | "order.cancelled_by_retailer" | "order.action_required" | "tracking.obtained" | "tracking.updated" | "return.updated" | "case.updated" | "bulk.completed" | "policy.alert" | "managed_account.paused";
  /** Id of the event. Null for webhooks of the earlier API. */
  event_id: string | null;
  /** The endpoint. Null for URLs of the earlier API. */
  endpoint_id: string | null;
  /** What the event is about. */
  subject: {
    /** Kind of object. */
    type: "order" | "return" | "cancellation" | "case" | "bulk" | "policy" | "managed_account" | "test";
    /** Id of the object. */
    id: string;
  };
  /** The order that the event is about, if any. */
  order_id: string | null;
  /** URL of the endpoint, without credentials. */
  url: string;
  /** `pending` while it is retried. `stopped`: the endpoint answered 410 Gone. */
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
  }[];
  /** The request body, byte for byte. */
  body: string;
  /** When it was created. */
  created_at: string;
  /** When the endpoint accepted it. */
  delivered_at: string | null;
};

/** A URL that receives events. */
export type WebhookEndpoint = {
  /** Unique id. */
  id: string;
  /** URL of the endpoint, without credentials. */
  url: string;
  /** Event types to send. Null: all of them. */
  events: EventType[] | null;
  /** Your note about the endpoint. */
  description: string | null;
  /** Whether new events are sent to it. */
  is_active: boolean;
  /** When it answered 410 Gone, which stops deliveries. Null otherwise. */
  stopped_at: string | null;
  /** When it was created. */
  created_at: string;
  /** When it last changed. */
  updated_at: string;
};

/** A URL that receives events, with its secret. */
export type WebhookEndpointWithSecret = {
  /** Unique id. */
  id: string;
  /** URL of the endpoint, without credentials. */
  url: string;
  /** Event types to send. Null: all of them. */
  events: EventType[] | null;
  /** Your note about the endpoint. */
  description: string | null;
  /** Whether new events are sent to it. */
  is_active: boolean;
  /** When it answered 410 Gone, which stops deliveries. Null otherwise. */
  stopped_at: string | null;
  /** When it was created. */
  created_at: string;
  /** When it last changed. */
  updated_at: string;
  /** Secret that messages are signed with, for Standard Webhooks libraries. */
  secret: string;
};

/** Something that happened on your account. */
export type WebhookEvent = {
  /** Unique id. */
  id: string;
  type: EventType;
  /** When it happened. */
  timestamp: string;
  /** The order that it is about, if any. */
  order_id: string | null;
  /** The order, return, case, batch, policy or account as it was at that moment. */
  data: Record<string, unknown>;
};

/** The texts of each EventType. */
export const eventTypes = {
  "order.created": {
    "title": "Order created",
    "description": "Errand accepted an order"
  },
  "order.placed": {
    "title": "Order placed",
    "description": "Errand bought an order at the store"
  },
  "order.failed": {
    "title": "Order failed",
    "description": "An order could not be bought"
  },
  "order.cancelled": {
    "title": "Order canceled",
    "description": "An order was canceled before it was bought"
  },
  "order.cancelled_by_retailer": {
    "title": "Order canceled by the retailer",
    "description": "The retailer canceled an order"
  },
  "order.action_required": {
    "title": "Action required",
    "description": "An order waits for a person"
  },
  "tracking.obtained": {
    "title": "Tracking obtained",
    "description": "An order got its first tracking number"
  },
  "tracking.updated": {
    "title": "Tracking updated",
    "description": "A parcel moved"
  },
  "return.updated": {
    "title": "Return updated",
    "description": "A return was requested or resolved"
  },
  "case.updated": {
    "title": "Case updated",
    "description": "A case has a new message or state"
  },
  "bulk.completed": {
    "title": "Bulk order completed",
    "description": "The last order of a batch ended"
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
    "advice": "Order again later, or choose another offer."
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
    "advice": "Check the address and order again."
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
    "advice": "Check the payment method of the retailer account, or use another card."
  },
  "login_failed": {
    "title": "Login failed",
    "advice": "Check the password of the retailer account."
  },
  "checkout_failed": {
    "title": "Checkout failed",
    "advice": "Order again. If it fails again, open a case."
  },
  "currency_unsupported": {
    "title": "Currency not supported",
    "advice": "Choose a store that sells in the currency of your wallet."
  },
  "account_locked": {
    "title": "Retailer account locked",
    "advice": "Unlock the account at the retailer, then order again."
  },
  "account_verification_required": {
    "title": "Verification code required",
    "advice": "Set up mail forwarding or TOTP for the retailer account, then order again."
  },
  "retailer_unavailable": {
    "title": "Store unavailable",
    "advice": "Order again later."
  },
  "retailer_rate_limited": {
    "title": "Rate limited by the store",
    "advice": "Order again later."
  },
  "outcome_unknown": {
    "title": "Outcome was unknown",
    "advice": "Order again if you still want it."
  },
  "timed_out": {
    "title": "Timed out",
    "advice": "Order again later."
  },
  "price_changed": {
    "title": "Price changed",
    "advice": "Get a new quote, or allow a larger difference, and order again."
  },
  "action_expired": {
    "title": "Action expired",
    "advice": "Order again, and answer before the action expires."
  },
  "approval_denied": {
    "title": "Approval denied",
    "advice": "Ask the approver, then order again."
  }
} as const;

export type ActInVisitInput = {
  visit_id: string;
  body: {
    /** Token of the take-over. */
    token: string;
    /** What to do on the page, in order. */
    inputs: ({
      /** What the mouse does. */
      type: "click" | "down" | "up" | "move";
      /** Distance from the left edge, in pixels. */
      x: number;
      /** Distance from the top edge, in pixels. */
      y: number;
    } | {
      /** Scrolls the page. */
      type: "scroll";
      /** Distance from the left edge, in pixels. */
      x: number;
      /** Distance from the top edge, in pixels. */
      y: number;
      /** How far to scroll down, in pixels. */
      by: number;
    } | {
      /** Types text. */
      type: "text";
      /** Text to type. */
      text: string;
    } | {
      /** Presses a key. */
      type: "key";
      /** Key to press. */
      key: "Enter" | "Tab" | "Shift+Tab" | "Backspace" | "Delete" | "Escape" | "Home" | "End" | "ArrowUp" | "ArrowDown" | "ArrowLeft" | "ArrowRight" | "Space";
    })[];
  };
};

export type ActInVisitOutput = undefined;

export type AddAlertChannelInput = {
  body: {
    /** How alerts are sent. */
    kind: "mail" | "webhook";
    /** Email address or URL. */
    target: string;
  };
};

export type AddAlertChannelOutput = {
  /** Unique id. */
  id: string;
  /** How alerts are sent. */
  kind: "mail" | "webhook";
  /** Email address or URL. */
  target: string;
  /** When it was created. */
  created_at: string;
  /** Operator who added it. */
  created_by: string;
  /** Secret that the webhook is signed with (Standard Webhooks). Shown only once. Null for mail. */
  secret: string | null;
};

export type AddAlertRuleInput = {
  body: {
    /** Name of the rule, for programs. */
    id: string;
    /** Name of the alert, for people. */
    title: string;
    /** Metric to watch. */
    reading: "doubts.oldest_minutes" | "doubts.waiting" | "queue.dead" | "queue.ready" | "queue.oldest_seconds" | "workers.processes" | "refunds.overdue" | "backups.missed" | "backups.unrestorable" | "stores.down" | "mail.refusing" | "disk.free_bytes" | "database.bytes" | "database.connections" | "ledger.problems" | "wallets.available_cents";
    /** Whether the alert fires above or below the threshold. */
    fires_when: "above" | "below";
    /** The alert fires beyond this value. */
    threshold: number;
    /** The alert resolves only at this value, so that it doesn't flap at the threshold. */
    clears_at: number;
    /** How long the value must be beyond the threshold, in seconds. */
    for_seconds: number;
    /** Whether the rule is active. */
    enabled: boolean;
  };
};

export type AddAlertRuleOutput = {
  /** Name of the rule, for programs. */
  id: string;
  /** Name of the alert, for people. */
  title: string;
  /** Metric that is watched. */
  reading: string;
  /** Whether the alert fires above or below the threshold. */
  fires_when: "above" | "below";
  /** The alert fires beyond this value. */
  threshold: number;
  /** The alert resolves only at this value, so that it doesn't flap at the threshold. */
  clears_at: number;
  /** How long the value must be beyond the threshold, in seconds. */
  for_seconds: number;
  /** Whether the rule is active. */
  enabled: boolean;
  /** Unit of the metric. */
  unit: string;
  /** Name of the metric, for people. */
  reading_label: string;
  /** Whether the alert is active now. */
  is_firing: boolean;
  /** When it last changed. */
  updated_at: string;
  /** Operator who changed it last. Null: unchanged default. */
  updated_by: string | null;
};

export type AddAnyCaseAttachmentInput = {
  order_id: string;
  body: {
    /** Name of the file. */
    name: string;
    /** Media type of the file. */
    content_type: "application/pdf" | "image/png" | "image/jpeg";
    /** Content of the file in Base64. It must match `content_type`. */
    data: string;
  };
};

export type AddAnyCaseAttachmentOutput = CaseAttachment;

export type AddCaseAttachmentInput = {
  order_id: string;
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

export type AddDeskParcelInput = {
  order_id: string;
  body: {
    /** Carrier that delivers the parcel. */
    carrier?: string | null;
    /** Number to look the parcel up with at the carrier. */
    tracking_number: string;
    /** Where the parcel is. */
    status: "pending" | "in_transit" | "delivered" | "undeliverable";
    /** Day on which the carrier expects to deliver. */
    estimated_delivery_date?: string | null;
    /** Ids of the items in the parcel. All items by default. */
    item_ids?: string[];
  };
};

export type AddDeskParcelOutput = DeskOrder;

export type AddDeskReceiptInput = {
  order_id: string;
  body: {
    /** Name of the file. */
    name: string;
    /** Media type of the file. */
    content_type: "application/pdf" | "image/png" | "image/jpeg";
    /** Content of the file in Base64. */
    data: string;
  };
};

export type AddDeskReceiptOutput = DeskReceipt;

export type AddStoreInput = {
  body: {
    /** The storefront's origin: product addresses under it are this store's. Null only for the desk. */
    url?: string | null;
    /** Other origins of the same store. */
    also?: string[];
    /** Address of the store's API, if it differs from `url`. */
    api_url?: string | null;
    /** Mode: `test` is the sandbox, `live` is real money. */
    world?: "live" | "test";
    /** Currency of the store (ISO 4217). Only USD is supported. */
    currency?: string;
    /** Countries that it ships to (ISO 3166-1). Null: the store decides. */
    countries?: string[] | null;
    /** Account of the service at the store: `email`, `password`, `totp_secret`, and tokens by kind. Encrypted and never shown. */
    credentials?: Record<string, string> | null;
    /** Payment method of the store, by kind. */
    payment?: unknown;
    /** How far a purchase goes without a person. */
    mode?: "automatic" | "review" | "link" | "catalogue";
    /** Limits for requests to the store. */
    limits?: {
      /** Requests per minute, across all processes. */
      per_minute?: number;
      /** Purchases at the same time. */
      at_once?: number;
      /** Seconds to wait for a response of the store. */
      timeout_seconds?: number;
    };
    /** Email address that the store gets. */
    contact?: string | null;
    /** Billing address. */
    bill_to?: {
      /** First name of the recipient. */
      first_name: string;
      /** Last name of the recipient. */
      last_name: string;
      /** Street and house number. */
      address_line1: string;
      /** Apartment, suite, unit or company. */
      address_line2?: string | null;
      /** City or town. */
      city: string;
      /** State or region. */
      state?: string | null;
      /** ZIP or postal code. */
      postal_code: string;
      /** ISO 3166-1 alpha-2. */
      country: string;
      /** Phone number for the carrier. */
      phone_number?: string | null;
    } | null;
    /** Whose retailer account buys if the order names none. */
    accounts?: "own" | "guest" | "client";
    /** How often to check parcels, such as `30m`. */
    track_every?: string;
    /** Who allowed automated purchases, for stores that require it. */
    consent?: {
      /** Who allowed automated purchases. */
      by: string;
      /** When they allowed it. */
      on: string;
    } | null;
    /** Settings of this kind of store. */
    settings?: Record<string, unknown>;
    /** Whether orders are placed there. */
    enabled?: boolean;
    /** Name of the store: its id in the API, or a brand of the catalog. */
    name: string;
    /** Kind of store. */
    kind: "vendure" | "medusa" | "woocommerce" | "shopify" | "amazon-business" | "mouser" | "ucp" | "browser" | "desk";
  };
};

export type AddStoreOutput = Store;

export type AdvanceSandboxOrderInput = {
  order_id: string;
  body: {
    /** Status that the parcel moves to. */
    to: "in_transit" | "delivered" | "undeliverable" | "cancelled_by_retailer";
  };
};

export type AdvanceSandboxOrderOutput = Order;

export type AgentCreateOrderInput = {
  method?: "sandbox";
  body?: NewOrder;
};

export type AgentCreateOrderOutput = Order;

export type AgentGetProductInput = {
  product_id: string;
  retailer: "amazon" | "walmart";
  max_age?: number;
  newer_than?: number | string;
  async?: boolean;
};

export type AgentGetProductOutput = Product;

export type AgentGetProductOffersInput = {
  product_id: string;
  retailer: "amazon" | "walmart";
  max_age?: number;
  newer_than?: number | string;
  async?: boolean;
};

export type AgentGetProductOffersOutput = Product;

export type AgentSearchInput = {
  q: string;
  min_price?: number;
  max_price?: number;
};

export type AgentSearchOutput = SearchOfAllResults;

export type AgentSearchProductsInput = {
  query: string;
  retailer: string;
  page?: number;
};

export type AgentSearchProductsOutput = SearchResults;

export type AgentSearchProductsByGetInput = {
  query: string;
  retailer: string;
  page?: number;
};

export type AgentSearchProductsByGetOutput = SearchResults;

export type AnswerApprovalInput = {
  approval_id: string;
  body: {
    /** True to approve the purchase, false to decline it. */
    approved: boolean;
  };
};

export type AnswerApprovalOutput = PurchaseApproval;

export type AnswerInvitationInput = {
  token: string;
  body: {
    /** True to accept, false to decline. Either way, the invitation can't be used again. */
    accepted: boolean;
  };
};

export type AnswerInvitationOutput = {
  /** UUID of the account that invites you. */
  account_id: string;
  /** Email address of the account. */
  account: string;
  /** viewer: looks. buyer: also buys, cancels, returns and writes to support. owner: everything. */
  role: "viewer" | "buyer" | "owner";
  /** Who invited you. */
  invited_by: string | null;
  /** When it expires. */
  expires_at: string;
};

export type AnswerOrderActionInput = {
  order_id: string;
  action_id: string;
  body: {
    /** The answer, in the form of the action's `answer_schema`. */
    answer: unknown;
  };
};

export type AnswerOrderActionOutput = Order;

export type ApproveDeviceInput = {
  body: {
    /** Code that the program shows. */
    user_code: string;
    /** True to give the program a key, false to refuse. */
    granted: boolean;
    /** What you grant of what was asked for. Everything by default. */
    scopes?: ("read" | "order" | "manage" | "policies")[];
  };
};

export type ApproveDeviceOutput = {
  /** What you decided. */
  status: "approved" | "denied";
  /** Name of the key. */
  name: string | null;
  /** What happened, for people. */
  message: string;
};

export type AskForDeviceCodeInput = {
  body?: {
    /** Name of the key. */
    name?: string;
    /** What the key can do. `read` and `order` by default. The person sees this before they approve. */
    scopes?: ("read" | "order" | "manage" | "policies")[];
  };
};

export type AskForDeviceCodeOutput = {
  /** Code for POST /device/token. Keep it secret. */
  device_code: string;
  /** Code that the person enters. */
  user_code: string;
  /** Page where the person enters the code. */
  verification_uri: string;
  /** The same page with the code filled in. */
  verification_uri_complete: string;
  /** Seconds until the code expires. */
  expires_in: number;
  /** Seconds to wait between two calls of POST /device/token. */
  interval: number;
  /** Message to show to the person. */
  human_message: string;
  /** What to do next, in one or two sentences. */
  next: string;
};

export type CallOffDeskPurchaseInput = {
  order_id: string;
  body: {
    /** Why the store canceled, for the customer. */
    reason: string;
  };
};

export type CallOffDeskPurchaseOutput = DeskOrder;

export type CancelOrderInput = {
  order_id: string;
};

export type CancelOrderOutput = undefined;

export type ChangeAlertRuleInput = {
  rule: string;
  body: {
    /** The alert fires beyond this value. */
    threshold?: number;
    /** The alert resolves only at this value, so that it doesn't flap at the threshold. */
    clears_at?: number;
    /** How long the value must be beyond the threshold, in seconds. */
    for_seconds?: number;
    /** Whether the rule is active. */
    enabled?: boolean;
  };
};

export type ChangeAlertRuleOutput = {
  /** Name of the rule, for programs. */
  id: string;
  /** Name of the alert, for people. */
  title: string;
  /** Metric that is watched. */
  reading: string;
  /** Whether the alert fires above or below the threshold. */
  fires_when: "above" | "below";
  /** The alert fires beyond this value. */
  threshold: number;
  /** The alert resolves only at this value, so that it doesn't flap at the threshold. */
  clears_at: number;
  /** How long the value must be beyond the threshold, in seconds. */
  for_seconds: number;
  /** Whether the rule is active. */
  enabled: boolean;
  /** Unit of the metric. */
  unit: string;
  /** Name of the metric, for people. */
  reading_label: string;
  /** Whether the alert is active now. */
  is_firing: boolean;
  /** When it last changed. */
  updated_at: string;
  /** Operator who changed it last. Null: unchanged default. */
  updated_by: string | null;
};

export type ChangeRoleInput = {
  person_id: string;
  body: {
    /** viewer: looks. buyer: also buys, cancels, returns and writes to support. owner: everything. */
    role: "viewer" | "buyer" | "owner";
  };
};

export type ChangeRoleOutput = TeamMember;

export type ChangeStoreInput = {
  name: string;
  body: {
    /** The storefront's origin: product addresses under it are this store's. Null only for the desk. */
    url?: string | null;
    /** Other origins of the same store. */
    also?: string[];
    /** Address of the store's API, if it differs from `url`. */
    api_url?: string | null;
    /** Currency of the store (ISO 4217). Only USD is supported. */
    currency?: string;
    /** Countries that it ships to (ISO 3166-1). Null: the store decides. */
    countries?: string[] | null;
    /** Account of the service at the store: `email`, `password`, `totp_secret`, and tokens by kind. Encrypted and never shown. */
    credentials?: Record<string, string> | null;
    /** Payment method of the store, by kind. */
    payment?: unknown;
    /** How far a purchase goes without a person. */
    mode?: "automatic" | "review" | "link" | "catalogue";
    /** Limits for requests to the store. */
    limits?: {
      /** Requests per minute, across all processes. */
      per_minute?: number;
      /** Purchases at the same time. */
      at_once?: number;
      /** Seconds to wait for a response of the store. */
      timeout_seconds?: number;
    };
    /** Email address that the store gets. */
    contact?: string | null;
    /** Billing address. */
    bill_to?: {
      /** First name of the recipient. */
      first_name: string;
      /** Last name of the recipient. */
      last_name: string;
      /** Street and house number. */
      address_line1: string;
      /** Apartment, suite, unit or company. */
      address_line2?: string | null;
      /** City or town. */
      city: string;
      /** State or region. */
      state?: string | null;
      /** ZIP or postal code. */
      postal_code: string;
      /** ISO 3166-1 alpha-2. */
      country: string;
      /** Phone number for the carrier. */
      phone_number?: string | null;
    } | null;
    /** Whose retailer account buys if the order names none. */
    accounts?: "own" | "guest" | "client";
    /** How often to check parcels, such as `30m`. */
    track_every?: string;
    /** Who allowed automated purchases, for stores that require it. */
    consent?: {
      /** Who allowed automated purchases. */
      by: string;
      /** When they allowed it. */
      on: string;
    } | null;
    /** Settings of this kind of store. */
    settings?: Record<string, unknown>;
    /** Whether orders are placed there. */
    enabled?: boolean;
  };
};

export type ChangeStoreOutput = Store;

export type CheckRetailerInput = {
  url: string;
  country?: string;
};

export type CheckRetailerOutput = {
  /** The address that was checked. */
  url: string;
  /** Domain of the store. */
  domain: string | null;
  /** Whether POST /orders accepts this address. */
  orderable: boolean;
  /** How well Errand supports the store. */
  support: "supported" | "partial" | "unsupported";
  /** The store, if Errand knows it. */
  retailer: {
    /** Id of the retailer, as in GET /retailers. */
    retailer: string;
    /** Brand of the catalog that the store belongs to. */
    brand: string | null;
    /** Name of the store, for people. */
    display_name: string;
    /** Country of the store (ISO 3166-1). */
    country: string | null;
  } | null;
  /** Shop software that the store runs on, if known. */
  platform: string | null;
  /** How Errand checks out there. */
  checkout: {
    /** Whether Errand buys without a retailer account. */
    guest_checkout: boolean;
    /** Whether you can buy with your own retailer account. */
    use_your_account: boolean;
  } | null;
  /** Countries that it ships to (ISO 3166-1). Null: the store decides. */
  ships_to: string[] | null;
  /** Purchases that Errand made there. */
  evidence: {
    /** Whether Errand has placed orders there. */
    orders_placed: boolean;
    /** Number of placed orders, counted up to 1,001. */
    orders_placed_count: number;
    /** When the last order was placed. */
    last_order_at: string | null;
  } | null;
  /** What is supported, for people. */
  support_detail: string;
  /** Why it can't be ordered. Null if it can. */
  unsupported_reason: string | null;
  /** What to send, for people. Null if it can't be ordered. */
  how_to_order: string | null;
};

export type CheckSettingsOutput = {
  /** Whether this service can move real money. */
  is_live: boolean;
  /** Settings that need attention. */
  findings: {
    /** Name of the check. */
    id: string;
    /** `unsafe` must be fixed before going live, `advice` should be. */
    severity: "unsafe" | "advice";
    /** What is wrong. */
    title: string;
    /** How to fix it. */
    action: string;
  }[];
};

export type CheckStoreInput = {
  name: string;
  body?: {
    /** Product to put in the cart. The first search result by default. */
    product_url?: string;
    /** What to search for. */
    query?: string;
    /** Options to choose. */
    variant?: {
      /** Name of the option. */
      label: string;
      /** Chosen value. */
      value: string;
    }[];
    /** Address to get a total for. */
    ship_to?: {
      /** First name of the recipient. */
      first_name: string;
      /** Last name of the recipient. */
      last_name: string;
      /** Street and house number. */
      address_line1: string;
      /** Apartment, suite, unit or company. */
      address_line2?: string | null;
      /** City or town. */
      city: string;
      /** State or region. */
      state?: string | null;
      /** ZIP or postal code. */
      postal_code: string;
      /** ISO 3166-1 alpha-2. */
      country: string;
      /** Phone number for the carrier. */
      phone_number?: string | null;
    };
  };
};

export type CheckStoreOutput = {
  /** Name of the store. */
  store: string;
  /** Whether nothing failed. The steps say what was skipped. */
  ok: boolean;
  /** Settings that may cost money or lose orders. */
  warnings: string[];
  /** Steps of the check. */
  steps: {
    /** What was checked. */
    step: "search" | "product" | "cart" | "total" | "release" | "lookup";
    /** Whether it worked. */
    status: "ok" | "failed" | "skipped";
    /** What was found, for people. */
    message: string;
    /** Duration in milliseconds. */
    duration_ms: number;
  }[];
};

export type ChooseAccountInput = {
  body: {
    /** UUID of the account to switch to. */
    account_id: string;
  };
};

export type ChooseAccountOutput = undefined;

export type ClaimSandboxInput = {
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
  /** What happened, for people. */
  message: string;
};

export type CompareRetailersInput = {
  world: "test" | "live";
};

export type CompareRetailersOutput = {
  /** Retailers with orders in the period. */
  retailers: {
    /** Id of the retailer, as in GET /retailers. */
    retailer: string;
    /** Orders that were placed. */
    placed: number;
    /** Orders that failed. */
    failed: number;
    /** Orders that need review. */
    doubts: number;
    /** Share of placed orders, from 0 to 1. Null if no order ended. */
    success_rate: number | null;
    /** Median time from the request to the purchase, in seconds. */
    median_seconds: number | null;
    /** 95th percentile of that time, in seconds. */
    p95_seconds: number | null;
    /** Why orders failed, most frequent first. */
    refusals: {
      /** Why orders failed. */
      error_type: string;
      /** Number of orders that failed for this reason. */
      count: number;
    }[];
  }[];
};

export type CreateBackupOutput = {
  /** Id of the backup. */
  id: string;
  /** How far it is. */
  status: "requested" | "running" | "done" | "failed";
  /** When it was requested. */
  requested_at: string;
  /** Operator who requested it. Null: the schedule. */
  requested_by: string | null;
  /** When it was complete or failed. */
  finished_at: string | null;
  /** The moment that its data is from. */
  taken_at: string | null;
  /** File name in `BACKUP_TO`. */
  name: string | null;
  /** Size of the file. */
  bytes: number | null;
  /** Rows of all tables. */
  row_count: number | null;
  /** Labels, receipts and other files. */
  file_count: number | null;
  /** Why it failed. */
  error: string | null;
  /** When it was restored as a test. Null: not tested. */
  verified_at: string | null;
  /** Why the test restore failed. Null: it succeeded. */
  verify_error: string | null;
};

export type CreateCardSetupInput = {
  body: {
    /** Page that the person returns to. */
    return_url?: string | null;
  };
};

export type CreateCardSetupOutput = CardSetup;

export type CreateCheckoutSessionInput = {
  payment_id: string;
};

export type CreateCheckoutSessionOutput = CheckoutSession;

export type CreateKeyInput = {
  body: {
    /** For you to recognise it by. */
    label: string;
    /** What the key sees and touches. */
    world: "test" | "live";
    /** Spending limits of the key. */
    limits?: {
      /** The most that its orders can hold in a day (UTC), in cents. Null: no limit. */
      spend_per_day_cents?: number | null;
      /** The highest `max_price` of an order, in cents. Null: no limit. */
      spend_per_order_cents?: number | null;
      /** Ids of the retailers that it can buy from. Null: all of them. */
      allowed_retailers?: string[] | null;
    };
    /** What the key can do. `read`: view. `order`: buy, cancel and return. `manage`: retailer accounts and webhooks. `policies`: write spending policies. */
    scopes?: ("read" | "order" | "manage" | "policies")[];
    /** When the key stops working. Null: never. */
    expires_at?: string | null;
    /** IP addresses and CIDR ranges that it can be used from. Null: anywhere. */
    allowed_addresses?: string[] | null;
    /** Origins of web pages whose scripts may use it (CORS), such as https://shop.example.com, or * for any; null is none. Give a key that is in a page as little power as you can: anyone who opens the page has it. */
    allowed_origins?: string[] | null;
  };
};

export type CreateKeyOutput = NewKey;

export type CreateManagedAccountInput = {
  body: {
    /** Email address that logs in at the retailer. */
    email: string;
    /** Password of the retailer account. Encrypted at rest and never returned. */
    password?: string | null;
    /** Base32 secret or otpauth:// URL of the authenticator app. Encrypted at rest and never returned. */
    totp_secret?: string | null;
    /** Id of the retailer or domain of the store. Leave it out for default credentials. */
    retailer?: string | null;
    /** Settings for the store, up to 16 KiB. Encrypted at rest. Returned with secrets masked. */
    retailer_config?: Record<string, unknown> | null;
    /** While true, orders wait and the account is not used. */
    is_paused?: boolean;
    /** Minimum minutes between two uses. Null: no cooldown. */
    cooldown_minutes?: number | null;
  };
};

export type CreateManagedAccountOutput = ManagedAccount;

export type CreateOrderInput = {
  body: NewOrder;
};

export type CreateOrderOutput = Order;

export type CreateReturnInput = {
  body: NewReturn;
};

export type CreateReturnOutput = Return;

export type CreateTopUpInput = {
  body: {
    /** Amount to add to your wallet, in cents. */
    amount_cents: number;
    /** Page that the payer can continue to after the payment. */
    return_url?: string | null;
  };
};

export type CreateTopUpOutput = TopUp;

export type CreateWebhookEndpointInput = {
  body: {
    /** URL that receives events by POST. A user name and password in it are sent as Basic authentication. */
    url: string;
    /** Event types to send. Null: all of them. */
    events?: EventType[] | null;
    /** Your note about the endpoint. */
    description?: string | null;
  };
};

export type CreateWebhookEndpointOutput = WebhookEndpointWithSecret;

export type CreditWalletInput = {
  body: {
    /** UUID of the transaction. A request with the same id moves nothing more. */
    id: string;
    /** Email address of the customer account. */
    email: string;
    /** Mode: `test` is the sandbox, `live` is real money. */
    world: "test" | "live";
    /** How much to move, in cents. */
    amount_cents: number;
    /** Why. The customer sees it in the transactions. */
    note: string;
  };
};

export type CreditWalletOutput = {
  /** UUID of the transaction. A request with the same id moves nothing more. */
  id: string;
  /** Email address of the customer account. */
  email: string;
  /** Mode: `test` is the sandbox, `live` is real money. */
  world: "test" | "live";
  /** How much to move, in cents. */
  amount_cents: number;
  /** Why. The customer sees it in the transactions. */
  note: string;
  /** The customer account that it belongs to. */
  account_id: string;
  /** What the wallet has available now, in cents. */
  available_cents: number;
  /** When it was created. */
  created_at: string;
};

export type DebitWalletInput = {
  body: {
    /** UUID of the transaction. A request with the same id moves nothing more. */
    id: string;
    /** Email address of the customer account. */
    email: string;
    /** Mode: `test` is the sandbox, `live` is real money. */
    world: "test" | "live";
    /** How much to move, in cents. */
    amount_cents: number;
    /** Why. The customer sees it in the transactions. */
    note: string;
  };
};

export type DebitWalletOutput = {
  /** UUID of the transaction. A request with the same id moves nothing more. */
  id: string;
  /** Email address of the customer account. */
  email: string;
  /** Mode: `test` is the sandbox, `live` is real money. */
  world: "test" | "live";
  /** How much to move, in cents. */
  amount_cents: number;
  /** Why. The customer sees it in the transactions. */
  note: string;
  /** The customer account that it belongs to. */
  account_id: string;
  /** What the wallet has available now, in cents. */
  available_cents: number;
  /** When it was created. */
  created_at: string;
};

export type DecideDoubtInput = {
  order_id: string;
  body: {
    /** What the store's order history shows. */
    outcome: "bought" | "not_bought";
    /** What the store charged, in cents. Required if bought. */
    total_cents?: number;
    /** Order number of the store. Required if bought. */
    merchant_order_id?: string;
    /** What you saw, for the audit log. */
    note: string;
  };
};

export type DecideDoubtOutput = Order;

export type DecideJobInput = {
  job_id: string;
  body: {
    /** `retry` runs the job again, `discard` deletes it. */
    verdict: "retry" | "discard";
    /** Why, for the audit log. */
    reason: string;
  };
};

export type DecideJobOutput = undefined;

export type DecideSignInRequestInput = {
  request_id: string;
  body: {
    /** True to give the program a key, false to refuse. */
    granted: boolean;
    /** Mode: `test` is the sandbox, `live` is real money. */
    world?: "test" | "live";
  };
};

export type DecideSignInRequestOutput = {
  /** Where to send the person now. */
  redirect_to: string;
};

export type DeleteCardInput = {
  card_id: string;
};

export type DeleteCardOutput = undefined;

export type DeleteKeyGroupPolicyInput = {
  name: string;
};

export type DeleteKeyGroupPolicyOutput = undefined;

export type DeleteKeyPolicyInput = {
  id: string;
};

export type DeleteKeyPolicyOutput = undefined;

export type DeleteManagedAccountInput = {
  short_id: string;
};

export type DeleteManagedAccountOutput = undefined;

export type DeleteMeOutput = undefined;

export type DeleteWebhookEndpointOutput = undefined;

export type DeleteWebhookEndpointByIdInput = {
  endpoint_id: string;
};

export type DeleteWebhookEndpointByIdOutput = undefined;

export type EndAnySessionInput = {
  session_id: string;
  body: {
    /** Why, for the audit log. */
    reason: string;
  };
};

export type EndAnySessionOutput = undefined;

export type ExportOperatorActionsInput = {
  operator?: string;
  action?: string;
  subject_type?: string;
  subject_id?: string;
  from?: string;
  before?: string;
};

export type ExportOperatorActionsOutput = string;

export type ExportOrdersInput = {
  status_filter?: "pending" | "in_progress" | "order_placed" | "order_failed" | "cancelled" | "cancelled_by_retailer";
  search?: string;
  order_id?: string;
  merchant_order_id?: string;
  tracking_status?: "pending" | "in_transit" | "delivered" | "undeliverable";
  return_status?: "open" | "approved" | "denied" | "credited";
  retailer?: string;
  created_after?: string;
  created_before?: string;
  has_tracking?: boolean;
  user_email?: string;
  include?: "tracking_events";
  metadata_key?: string;
  metadata_value?: string;
  order_ids?: string;
};

export type ExportOrdersOutput = string;

export type FailDeskTaskInput = {
  order_id: string;
  body: {
    /** As taking the order answered it. */
    lease: number;
    /** Why it can't be bought. */
    error_type: "product_not_found" | "product_out_of_stock" | "product_unavailable" | "product_variant_required" | "product_variant_unavailable" | "product_quantity_unavailable" | "quantity_limit_exceeded" | "max_price_exceeded" | "shipping_unavailable" | "shipping_address_invalid" | "handling_days_exceeded" | "gift_option_unavailable" | "payment_declined" | "login_failed" | "checkout_failed" | "currency_unsupported" | "price_changed";
    /** Message for the customer. */
    message: string;
  };
};

export type FailDeskTaskOutput = DeskOrder;

export type FetchDeviceKeyInput = {
  body: {
    /** The `device_code` of POST /device/code. */
    device_code: string;
  };
};

export type FetchDeviceKeyOutput = {
  /** Unique id. */
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
  /** What is on the wallet, in cents. */
  wallet_balance_cents: number;
  /** What the key may do. */
  scopes: ("read" | "order" | "manage" | "policies")[];
  /** What happened to the sandbox of the program. */
  sandbox: {
    /** Whether the person claimed the sandbox. */
    claimed: boolean;
    /** Orders that moved to the account. */
    orders_moved: number;
    /** Keys that moved to the account. */
    keys_moved: number;
  };
};

export type FinishManagedAccountLinkInput = {
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

export type FreezeKeyInput = {
  key_id: string;
  body: {
    /** True to freeze the key, false to unfreeze it. */
    frozen: boolean;
    /** Why, for the audit log. */
    reason: string;
  };
};

export type FreezeKeyOutput = undefined;

export type GetAccountPolicyOutput = Policy;

export type GetAnyCaseInput = {
  order_id: string;
};

export type GetAnyCaseOutput = {
  /** The order that it belongs to. */
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
  /** Files of the case, oldest first. */
  attachments: CaseAttachment[];
  /** Mode: `test` is the sandbox, `live` is real money. */
  world: "test" | "live";
  /** The customer account that it belongs to. */
  account_id: string;
  /** Email address of the customer account. Null for a sandbox that nobody claimed. */
  account_email: string | null;
  /** Id of the retailer, as in GET /retailers. */
  retailer: string;
  /** Where the order is. */
  order_status: "pending" | "in_progress" | "order_placed" | "order_failed" | "cancelled" | "cancelled_by_retailer";
  /** Status of each parcel. */
  tracking_statuses: ("pending" | "in_transit" | "delivered" | "undeliverable")[];
  /** What could still be refunded, in cents. */
  refundable_cents: number;
};

export type GetAnyCaseAttachmentInput = {
  order_id: string;
  attachment_id: string;
};

export type GetAnyCaseAttachmentOutput = Uint8Array;

export type GetAnyKeyInput = {
  key_id: string;
};

export type GetAnyKeyOutput = {
  /** Unique id. */
  id: string;
  /** Mode: `test` is the sandbox, `live` is real money. */
  world: "test" | "live";
  /** The customer account that it belongs to. */
  account_id: string;
  /** Email address of the customer account. Null for a sandbox that nobody claimed. */
  account_email: string | null;
  /** Name of the key. */
  label: string;
  /** Last four characters of the key. */
  hint: string;
  /** What the key can do. */
  scopes: string[];
  /** Spending limits of the key. */
  limits: {
    /** The most that its orders can hold in a day (UTC), in cents. Null: no limit. */
    spend_per_day_cents: number | null;
    /** The highest `max_price` of an order, in cents. Null: no limit. */
    spend_per_order_cents: number | null;
    /** Ids of the retailers that it can buy from. Null: all of them. */
    allowed_retailers: string[] | null;
  };
  /** IP addresses and CIDR ranges that it can be used from. Null: anywhere. */
  allowed_addresses: string[] | null;
  /** Held by its orders of today (UTC), in cents. */
  spent_today_cents: number;
  /** When the key stops working. Null: never. */
  expires_at: string | null;
  /** When it was created. */
  created_at: string;
  /** When the key was last used. */
  last_used_at: string | null;
  /** When the key was revoked. Null: it works. */
  revoked_at: string | null;
  /** When an operator froze the key. Null: it is not frozen. */
  frozen_at: string | null;
  /** The latest 30 requests. */
  requests: {
    /** Id of the request, as in the X-Request-Id header. */
    request_id: string;
    /** When the request arrived. */
    at: string;
    /** HTTP method. */
    method: string;
    /** Path that was called. */
    path: string;
    /** HTTP status of the response. */
    status: number;
    /** Duration in milliseconds. */
    ms: number;
    /** Error code of the response, if it failed. */
    error_code: string | null;
  }[];
  /** What operators did to it. */
  audit: {
    /** Unique id. */
    id: string;
    /** When it was done. */
    at: string;
    /** Email address of the operator, or `command line`. */
    operator_email: string;
    /** What was done, such as `wallet.credited`. */
    action: string;
    /** Kind of object that was changed. */
    subject_type: string;
    /** Id of the object. */
    subject_id: string;
    /** The object before the change. */
    before: Record<string, unknown> | null;
    /** The object after the change. */
    after: Record<string, unknown> | null;
    /** Note of the operator. */
    note: string | null;
  }[];
};

export type GetAnyMailsInput = {
  order_id: string;
};

export type GetAnyMailsOutput = {
  /** Mode: `test` is the sandbox, `live` is real money. */
  world: "test" | "live";
  /** The customer account that it belongs to. */
  account_id: string;
  /** Email address of the customer account. Null for a sandbox that nobody claimed. */
  account_email: string | null;
  /** The order that it belongs to. */
  order_id: string;
  /** Id of the retailer, as in GET /retailers. */
  retailer: string;
  /** Name of the recipient. */
  recipient: string;
  /** Email address of the recipient. */
  to: string;
  /** Mails to the recipient, newest first. */
  mails: {
    /** What the mail is about. */
    stage: string;
    /** When it was written. */
    at: string;
    /** Subject of the mail. */
    subject: string;
    /** Plain text of the mail. */
    text: string;
    /** Whether it was sent. `given_up`: sending failed for good. */
    state: "sent" | "waiting" | "given_up";
    /** Why sending failed. */
    error: string | null;
  }[];
};

export type GetAnyOrderInput = {
  order_id: string;
};

export type GetAnyOrderOutput = {
  /** Mode: `test` is the sandbox, `live` is real money. */
  world: "test" | "live";
  /** The customer account that it belongs to. */
  account_id: string;
  /** Email address of the customer account. Null for a sandbox that nobody claimed. */
  account_email: string | null;
  /** Key that placed the order. */
  api_key_id: string | null;
  /** Email address of the recipient, if given. */
  recipient_email: string | null;
  order: Order;
  /** What happened to the order, oldest first. */
  timeline: {
    /** What happened, for programs. */
    type: "order_created" | "placement_started" | "action_required" | "action_answered" | "order_placed" | "order_failed" | "tracking_acquired" | "shipped" | "out_for_delivery" | "delivered" | "undeliverable" | "cancelled" | "cancelled_by_retailer" | "return_requested" | "return_resolved";
    /** What happened, for people. */
    label: string;
    /** When it happened. */
    occurred_at: string;
    /** Who reported it: Errand, the retailer or the carrier. */
    source: "service" | "retailer" | "carrier";
    /** More about the milestone, such as the carrier and tracking number. */
    detail: Record<string, unknown>;
  }[];
  /** Transactions of the order. */
  money: {
    /** Unique id. */
    id: string;
    /** Kind of transaction. */
    type: string;
    /** How much was moved, in cents. */
    amount_cents: number;
    /** Ledger account that the money left. */
    from: string;
    /** Ledger account that the money went to. */
    to: string;
    /** Note of the operator. */
    note: string | null;
    /** When it was created. */
    created_at: string;
  }[];
  /** Mails to the recipient. */
  mails: {
    /** What the mail is about. */
    stage: string;
    /** When it was created. */
    created_at: string;
  }[];
  /** Webhook deliveries, newest first. */
  deliveries: {
    /** Unique id. */
    id: string;
    /** Type of the event. */
    event: string;
    /** Status of the delivery. */
    status: string;
    /** Number of attempts so far. */
    attempts: number;
    /** HTTP status of the last attempt. */
    response_status: number | null;
    /** When it was created. */
    created_at: string;
  }[];
  /** Jobs that are still to run for it. */
  jobs: {
    /** Unique id. */
    id: string;
    /** Kind of job. */
    kind: string;
    /** Number of attempts so far. */
    attempts: number;
    /** Why the last attempt failed. */
    error: string | null;
    /** When the next attempt starts. Null: none. */
    next_attempt_at: string | null;
    /** When it failed for good. Null: it is retried. */
    dead_at: string | null;
  }[];
  /** Events, newest first. */
  events: {
    /** Unique id. */
    id: string;
    /** Type of the event. */
    type: string;
    /** When it was created. */
    created_at: string;
  }[];
  /** API requests about it, newest first. */
  requests: {
    /** Id of the request, as in the X-Request-Id header. */
    request_id: string;
    /** When the request arrived. */
    at: string;
    /** HTTP method. */
    method: string;
    /** Path that was called. */
    path: string;
    /** HTTP status of the response. */
    status: number;
    /** Duration in milliseconds. */
    ms: number;
    /** Error code of the response, if it failed. */
    error_code: string | null;
  }[];
  /** What operators did to it. */
  audit: {
    /** Unique id. */
    id: string;
    /** When it was done. */
    at: string;
    /** Email address of the operator, or `command line`. */
    operator_email: string;
    /** What was done, such as `wallet.credited`. */
    action: string;
    /** Kind of object that was changed. */
    subject_type: string;
    /** Id of the object. */
    subject_id: string;
    /** The object before the change. */
    before: Record<string, unknown> | null;
    /** The object after the change. */
    after: Record<string, unknown> | null;
    /** Note of the operator. */
    note: string | null;
  }[];
};

export type GetAnyParcelInput = {
  parcel_id: string;
};

export type GetAnyParcelOutput = {
  /** Mode: `test` is the sandbox, `live` is real money. */
  world: "test" | "live";
  /** The customer account that it belongs to. */
  account_id: string;
  /** Email address of the customer account. Null for a sandbox that nobody claimed. */
  account_email: string | null;
  /** The order that it belongs to. */
  order_id: string;
  /** Id of the retailer, as in GET /retailers. */
  retailer: string;
  /** Name of the recipient. */
  recipient: string;
  /** Unique id. */
  id: string;
  /** Carrier that delivers the parcel. */
  carrier: string | null;
  /** Number to look the parcel up with at the carrier. */
  tracking_number: string | null;
  /** Where the parcel is. */
  status: string;
  /** Order number of the store. */
  merchant_order_id: string | null;
  /** Day on which the carrier expects to deliver. */
  estimated_delivery_date: string | null;
  /** Scans of the carrier, newest first. */
  checkpoints: TrackingCheckpoint[];
};

export type GetApprovalInput = {
  approval_id: string;
};

export type GetApprovalOutput = PurchaseApproval;

export type GetBulkOrderInput = {
  batch_id: string;
};

export type GetBulkOrderOutput = BulkOrder;

export type GetBulkOrderResultsInput = {
  batch_id: string;
};

export type GetBulkOrderResultsOutput = string;

export type GetBulkOrderTemplateOutput = string;

export type GetCancellationInput = {
  order_id: string;
};

export type GetCancellationOutput = Cancellation;

export type GetCardSetupInput = {
  setup_id: string;
};

export type GetCardSetupOutput = CardSetup;

export type GetCaseInput = {
  order_id: string;
};

export type GetCaseOutput = Case;

export type GetCaseAttachmentInput = {
  order_id: string;
  attachment_id: string;
};

export type GetCaseAttachmentOutput = Uint8Array;

export type GetCustomerInput = {
  account_id: string;
};

export type GetCustomerOutput = {
  /** The customer account that it belongs to. */
  account_id: string;
  /** Email address of the customer account. */
  account_email: string | null;
  /** When it was created. */
  created_at: string;
  /** Number of signed-in browsers. */
  sessions: number;
  /** When somebody last signed in. */
  last_signed_in_at: string | null;
  /** Wallets of both modes. */
  worlds: {
    /** Mode: `test` is the sandbox, `live` is real money. */
    world: "test" | "live";
    /** What new orders can use, in cents. */
    available_cents: number;
    /** On hold, in cents. */
    held_cents: number;
    /** Number of orders in this mode. */
    orders: number;
  }[];
  /** People on the account. */
  people: {
    /** Unique id. */
    id: string;
    /** Email address that the person signs in with. */
    email: string;
    /** Name of the person. */
    name: string | null;
    /** What the person can do on the account. */
    role: "viewer" | "buyer" | "owner";
    /** When the person joined the account. */
    joined_at: string;
  }[];
  /** Sessions, newest first. */
  session_list: {
    /** Unique id. */
    id: string;
    /** Who is signed in. */
    email: string;
    /** When the session started. */
    signed_in_at: string;
    /** When the session expires. */
    expires_at: string;
    /** IP address that signed in. */
    ip_address: string | null;
    /** User agent of the browser. */
    browser: string | null;
  }[];
  /** The latest 25 transactions of each wallet. */
  money: {
    /** Unique id. */
    id: string;
    /** Mode: `test` is the sandbox, `live` is real money. */
    world: "test" | "live";
    /** Kind of transaction. */
    type: string;
    /** How much was moved, in cents. */
    amount_cents: number;
    /** Ledger account that the money left. */
    from: string;
    /** Ledger account that the money went to. */
    to: string;
    /** The order that it is for, if any. */
    order_id: string | null;
    /** Whether an operator did it. */
    by_operator: boolean;
    /** Note of the operator. */
    note: string | null;
    /** When it was created. */
    created_at: string;
  }[];
  /** Keys of the account. */
  keys: {
    /** Unique id. */
    id: string;
    /** Mode: `test` is the sandbox, `live` is real money. */
    world: "test" | "live";
    /** Name of the key. */
    label: string;
    /** Last four characters of the key. */
    hint: string;
    /** What the key can do. */
    scopes: string[];
    /** The most that its orders can hold in a day (UTC), in cents. */
    spend_per_day_cents: number | null;
    /** The highest `max_price` of an order, in cents. */
    spend_per_order_cents: number | null;
    /** When it was created. */
    created_at: string;
    /** When the key was last used. */
    last_used_at: string | null;
    /** When the key was revoked. Null: it works. */
    revoked_at: string | null;
    /** When an operator froze the key. Null: it is not frozen. */
    frozen_at: string | null;
  }[];
  /** The latest 20 orders of both modes. */
  orders: {
    /** Unique id. */
    id: string;
    /** Mode: `test` is the sandbox, `live` is real money. */
    world: "test" | "live";
    /** Status of the order. */
    status: "pending" | "in_progress" | "order_placed" | "order_failed" | "cancelled" | "cancelled_by_retailer";
    /** Id of the retailer, as in GET /retailers. */
    retailer: string;
    /** Name of the recipient. */
    recipient: string;
    /** The most that the store may charge, in cents. */
    max_price_cents: number;
    /** What the store charged, in cents. */
    charged_cents: number | null;
    /** Parcels of the order. */
    tracking_numbers: {
      /** Where the parcel is. */
      status: string;
    }[];
    /** When it was created. */
    created_at: string;
  }[];
  /** What operators did to it. */
  audit: {
    /** Unique id. */
    id: string;
    /** When it was done. */
    at: string;
    /** Email address of the operator, or `command line`. */
    operator_email: string;
    /** What was done, such as `wallet.credited`. */
    action: string;
    /** Kind of object that was changed. */
    subject_type: string;
    /** Id of the object. */
    subject_id: string;
    /** The object before the change. */
    before: Record<string, unknown> | null;
    /** The object after the change. */
    after: Record<string, unknown> | null;
    /** Note of the operator. */
    note: string | null;
  }[];
};

export type GetDeskReceiptInput = {
  order_id: string;
  receipt_id: string;
};

export type GetDeskReceiptOutput = Uint8Array;

export type GetDeskTaskInput = {
  order_id: string;
};

export type GetDeskTaskOutput = DeskOrder;

export type GetDeviceCodeInput = {
  user_code: string;
};

export type GetDeviceCodeOutput = {
  /** Code that the program shows. */
  user_code: string;
  /** Name of the key that the program asks for. */
  name: string | null;
  /** What the program says it is. Not verified. */
  source: string | null;
  /** What the program asks for; once decided, what it was given. */
  scopes: ("read" | "order" | "manage" | "policies")[];
  /** Whether approving also claims the sandbox of the program. */
  sandbox_attached: boolean;
  /** Always 0: no credit comes with the key. */
  starter_credit_cents: number;
  /** Where the request is. */
  status: "pending" | "approved" | "denied" | "used" | "expired";
};

export type GetEventInput = {
  event_id: string;
};

export type GetEventOutput = WebhookEvent;

export type GetFilmPictureInput = {
  film_id: string;
  number: string;
};

export type GetFilmPictureOutput = Uint8Array;

export type GetHealthOutput = {
  /** Status of the whole service. */
  status: "up" | "degraded" | "down";
  /** When the oldest of these checks ran. */
  updated_at: string;
  /** Status of the database. */
  db: "up" | "degraded" | "down";
  /** Whether orders are accepted and bought. */
  ordering: "up" | "degraded" | "down";
  /** Status of each component in one word. A customer's open action changes none of them. */
  components: {
    /** The database. */
    db: "up" | "warning" | "down";
    /** The job queue and its workers. */
    queue: "up" | "warning" | "down";
    /** Whether orders are accepted and bought. */
    ordering: "up" | "warning" | "down";
  };
  /** Status of each part, with its numbers. */
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
    /** The clock, compared with the database. */
    clock: {
      /** Status of this part. */
      status: "up" | "degraded" | "down";
    };
  };
};

export type GetInvitationInput = {
  token: string;
};

export type GetInvitationOutput = {
  /** UUID of the account that invites you. */
  account_id: string;
  /** Email address of the account. */
  account: string;
  /** viewer: looks. buyer: also buys, cancels, returns and writes to support. owner: everything. */
  role: "viewer" | "buyer" | "owner";
  /** Who invited you. */
  invited_by: string | null;
  /** When it expires. */
  expires_at: string;
};

export type GetKeyGroupPolicyInput = {
  name: string;
};

export type GetKeyGroupPolicyOutput = Policy;

export type GetKeyPolicyInput = {
  id: string;
};

export type GetKeyPolicyOutput = Policy;

export type GetLifetimeStatsOutput = {
  /** Live orders that were placed. */
  orders_successful: number;
  /** What stores charged for them, in cents. */
  gmv_cents: number;
  /** When the numbers were read. */
  v2_as_of: string;
  /** Orders of the earlier API (/v1). */
  v1: {
    /** Live orders that were placed. */
    orders_successful: number;
    /** What stores charged for them, in cents. */
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
    /** What stores charged for them, in cents. */
    gmv_cents: number;
  };
};

export type GetMailPreferencesOutput = MailPreferences;

export type GetManagedAccountInput = {
  short_id: string;
};

export type GetManagedAccountOutput = ManagedAccount;

export type GetManagedAccountLinkInput = {
  short_id: string;
};

export type GetManagedAccountLinkOutput = {
  /** Whether the account is linked. `unsupported`: the store does not support linking, or could not be reached. */
  status: "linked" | "not_linked" | "unsupported";
  /** Who issued the tokens. */
  issuer: string | null;
  /** What the person agreed to. */
  scopes: string[];
  /** When the account was linked. */
  linked_at: string | null;
  /** Page where a signed-in person links the account. */
  page_url: string;
};

export type GetMeOutput = {
  /** Email address that you sign in with. */
  email: string;
  /** Your own UUID. */
  person_id: string;
  /** Your name, if you gave one. */
  name: string | null;
  /** UUID of the account that you act for. */
  account_id: string;
  /** viewer: looks. buyer: also buys, cancels, returns and writes to support. owner: everything. */
  role: "viewer" | "buyer" | "owner";
  /** The accounts that you belong to, your own first; POST /me/account chooses one. */
  accounts: {
    /** UUID of the account. */
    account_id: string;
    /** Email address of the account. */
    account: string;
    /** viewer: looks. buyer: also buys, cancels, returns and writes to support. owner: everything. */
    role: "viewer" | "buyer" | "owner";
  }[];
  /** Whether you are an operator of this service. */
  is_operator: boolean;
  /** When it was created. */
  created_at: string;
  /** Whether this service receives mail that is forwarded to retailer accounts. */
  mail_forwarding: boolean;
  /** Optional parts that this service runs. */
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

export type GetMonitoringInput = {
  span?: "hours" | "day" | "month" | "quarter";
};

export type GetMonitoringOutput = {
  /** One series for each metric. */
  series: {
    /** Name of the metric, for programs. */
    name: string;
    /** Name of the metric, for people. */
    label: string;
    /** Unit of the values. */
    unit: "count" | "seconds" | "milliseconds" | "bytes" | "share";
    /** One point per step, oldest first. Null where nothing was measured. */
    points: {
      /** Start of the step. */
      at: string;
      /** Lowest value in the step. */
      low: number | null;
      /** Highest value in the step. */
      high: number | null;
      /** Average value in the step. */
      average: number | null;
    }[];
  }[];
};

export type GetOperatorOverviewOutput = {
  /** The report of GET /health. */
  health: {
    /** Status of the whole service. */
    status: "up" | "degraded" | "down";
    /** Status of each part. */
    details: Record<string, {
      /** Status of the part. */
      status: "up" | "degraded" | "down";
    }>;
  };
  /** The job queue. */
  queue: {
    /** Jobs by kind. */
    kinds: {
      /** Kind of job. */
      kind: string;
      /** Jobs that are due. */
      ready: number;
      /** Jobs that run now. */
      running: number;
      /** Jobs that are not due yet. */
      later: number;
      /** Jobs whose last attempt failed and that are retried. */
      failing: number;
      /** Jobs that failed for good and need an operator. */
      dead: number;
      /** When the oldest due job became due. */
      oldest_ready_at: string | null;
    }[];
    /** The job that has been due longest. */
    oldest_ready: {
      /** Kind of job. */
      kind: string;
      /** When it became due. */
      due_at: string;
    } | null;
    /** Failing jobs, up to 20, those that failed for good first. */
    failing: {
      /** Unique id. */
      id: string;
      /** Kind of job. */
      kind: string;
      /** Number of attempts so far. */
      attempts: number;
      /** Why the last attempt failed. */
      error: string;
      /** When the next attempt starts. Null: none. */
      next_attempt_at: string | null;
      /** When it failed for good. Null: it is retried. */
      dead_at: string | null;
      /** When it was created. */
      created_at: string;
    }[];
  };
  /** Orders created in the last 24 hours, by status. */
  orders_24h: {
    /** Test orders. */
    test: {
      /** Orders with status `pending`. */
      pending: number;
      /** Orders with status `in_progress`. */
      in_progress: number;
      /** Orders with status `order_placed`. */
      order_placed: number;
      /** Orders with status `order_failed`. */
      order_failed: number;
      /** Orders with status `cancelled`. */
      cancelled: number;
      /** Orders with status `cancelled_by_retailer`. */
      cancelled_by_retailer: number;
    };
    /** Live orders. */
    live: {
      /** Orders with status `pending`. */
      pending: number;
      /** Orders with status `in_progress`. */
      in_progress: number;
      /** Orders with status `order_placed`. */
      order_placed: number;
      /** Orders with status `order_failed`. */
      order_failed: number;
      /** Orders with status `cancelled`. */
      cancelled: number;
      /** Orders with status `cancelled_by_retailer`. */
      cancelled_by_retailer: number;
    };
  };
  /** Null: every order of the last 24 hours is counted. Otherwise more than 2,000 were made; the newest 2,000 are counted, which were made since then. */
  orders_since: {
    /** Since when test orders are counted. */
    test: string | null;
    /** Since when live orders are counted. */
    live: string | null;
  };
  /** Open tasks for operators. */
  waiting: {
    /** Orders that need review. */
    doubts: number;
    /** Charges and refunds that are not final. */
    open_charges: number;
    /** Returns to decide. */
    open_returns: number;
    /** Live returns approved more than 30 days ago whose refund has not arrived. */
    overdue_refunds: number;
    /** Cases to answer. */
    open_cases: number;
    /** Webhook endpoints that fail. */
    failing_webhook_receivers: number;
    /** Orders to buy by hand. */
    desk: number;
    /** Active alerts. */
    firing_alerts: number;
    /** Retailers that are switched off. */
    switched_off_retailers: number;
  };
  /** Result of the last ledger check. */
  ledger: {
    /** Whether the ledger balances. */
    is_sound: boolean;
    /** What does not balance. */
    problems: {
      /** The customer account, if it is about one. */
      account_id: string | null;
      /** Mode: `test` is the sandbox, `live` is real money. */
      world: "test" | "live";
      /** What is wrong. */
      problem: string;
    }[];
    /** When the ledger was checked. */
    checked_at: string;
  };
};

export type GetOrderInput = {
  wait_seconds?: number;
  since?: string;
  order_id: string;
};

export type GetOrderOutput = Order;

export type GetOrderTimelineInput = {
  order_id: string;
};

export type GetOrderTimelineOutput = OrderTimeline;

export type GetOverviewOutput = {
  /** Your wallet in this mode. */
  wallet: {
    /** Balance in cents, including money on hold. */
    balance_cents: number;
    /** On hold for orders that have not ended, in cents. */
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
  /** Orders of the account in this mode, each counted once. */
  orders: {
    /** Waiting to be bought. */
    pending: number;
    /** Being bought. */
    in_progress: number;
    /** `order_placed`, and nothing has shipped yet. */
    preparing: number;
    /** `order_placed`, and a parcel is in transit. */
    on_the_way: number;
    /** `order_placed`, and every parcel was delivered. */
    delivered: number;
    /** `order_placed`, and a parcel was lost or could not be delivered. */
    undeliverable: number;
    /** Could not be bought. */
    order_failed: number;
    /** Canceled before the purchase. */
    cancelled: number;
    /** Canceled by the store. */
    cancelled_by_retailer: number;
  };
  /** What needs attention. */
  attention: {
    /** Number of days that failed and canceled orders are counted for. */
    days: number;
    /** Orders that need an action from you. */
    waiting_for_answer: number;
    /** The order that has waited longest. */
    waiting_order_id: string | null;
    /** Orders that failed. */
    failed: number;
    /** Orders that the store canceled. */
    cancelled_by_retailer: number;
    /** Orders with a parcel that was recently lost or could not be delivered. */
    undeliverable: number;
    /** The latest of these orders. */
    undeliverable_order_id: string | null;
    /** Cases that are not closed. */
    open_cases: number;
    /** Returns that are not decided yet. */
    open_returns: number;
    /** Retailer accounts that Errand paused. */
    paused_accounts: number;
  };
  /** What an account that is set up for work has. */
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
    /** Which retailers can be bought from. */
    retailers?: {
      /** Only these retailers. */
      allow?: string[];
      /** Never these retailers. */
      deny?: string[];
    };
    /** Which countries can be shipped to. */
    countries?: {
      /** Only these countries (ISO 3166-1). */
      allow: string[];
    };
    /** Which addresses can be shipped to. */
    addresses?: {
      /** Only addresses that an order was delivered to before. */
      only_known?: boolean;
    };
    /** Reject products whose title contains one of these words. */
    deny_words?: string[];
    /** The most units in one order. */
    max_quantity?: number;
    /** When a person has to approve the order. */
    approve?: {
      /** Ask for approval above this amount, in cents. */
      above_cents?: number;
      /** Ask for approval of the first order at a retailer. */
      new_retailer?: boolean;
      /** Ask for approval of the first order to an address. */
      new_address?: boolean;
      /** Ask for approval of the first order of a key. */
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
    /** Id of the policy. Null: none was written yet. */
    id: string | null;
    /** What it applies to: the account, a group of keys or one key. */
    scope: "account" | "group" | "key";
    /** Id of the key or name of the group. Null for the account. */
    subject: string | null;
    /** Number of changes. 0: none was written yet. */
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
  retailer: string;
  max_age?: number;
  newer_than?: number | string;
  async?: boolean;
  product_id: string;
};

export type GetProductOutput = Product;

export type GetProductOffersInput = {
  retailer: string;
  max_age?: number;
  newer_than?: number | string;
  async?: boolean;
  product_id: string;
};

export type GetProductOffersOutput = Product;

export type GetRequestInput = {
  request_id: string;
};

export type GetRequestOutput = LoggedRequestDetail;

export type GetRetailerStatisticsInput = {
  world: "test" | "live";
  retailer: string;
};

export type GetRetailerStatisticsOutput = {
  /** Orders that were placed. */
  placed: number;
  /** Orders that failed. */
  failed: number;
  /** Orders that need review. */
  doubts: number;
  /** Share of placed orders, from 0 to 1. Null if no order ended. */
  success_rate: number | null;
  /** Median time from the request to the purchase, in seconds. */
  median_seconds: number | null;
  /** 95th percentile of that time, in seconds. */
  p95_seconds: number | null;
  /** The last 48 hours, oldest first. */
  hours: {
    /** Start of the hour. */
    at: string;
    /** Orders that were placed. */
    placed: number;
    /** Orders that failed. */
    failed: number;
    /** Orders that need review. */
    doubts: number;
    /** Share of placed orders, from 0 to 1. Null if no order ended. */
    success_rate: number | null;
    /** Median time from the request to the purchase, in seconds. */
    median_seconds: number | null;
    /** 95th percentile of that time, in seconds. */
    p95_seconds: number | null;
  }[];
  /** The last 30 days (UTC), oldest first. */
  days: {
    /** Date of the day (UTC). */
    day: string;
    /** Orders that were placed. */
    placed: number;
    /** Orders that failed. */
    failed: number;
    /** Orders that need review. */
    doubts: number;
    /** Share of placed orders, from 0 to 1. Null if no order ended. */
    success_rate: number | null;
    /** Median time from the request to the purchase, in seconds. */
    median_seconds: number | null;
    /** 95th percentile of that time, in seconds. */
    p95_seconds: number | null;
  }[];
  /** Why orders failed, most frequent first. */
  refusals: {
    /** Why orders failed. */
    error_type: string;
    /** Number of orders that failed for this reason. */
    count: number;
  }[];
};

export type GetReturnInput = {
  return_request_id: string;
};

export type GetReturnOutput = Return;

export type GetReturnLabelInput = {
  expires?: string;
  signature?: string;
  label_id: string;
};

export type GetReturnLabelOutput = Uint8Array;

export type GetReturnRefundInput = {
  return_request_id: string;
};

export type GetReturnRefundOutput = {
  /** UUID of the return that is refunded. */
  return_id: string;
  /** Who refunds you. retailer: it was bought with your own account there, and the retailer pays you directly. */
  paid_by: "wallet" | "retailer";
  /** What was added to your wallet, in cents. Null: nothing. */
  credited_cents: number | null;
  /** Currency of the amounts (ISO 4217). */
  currency: string;
  /** When the return ended. */
  resolved_at: string | null;
};

export type GetSandboxHoldOutput = {
  /** Whether new orders are held. */
  on: boolean;
  /** Orders created since this time are held. */
  since: string | null;
};

export type GetSandboxStatusOutput = {
  /** Whether a person claimed this sandbox. */
  claimed: boolean;
  /** What to do next, for people. */
  hint: string;
  /** Email address of the person who claimed it. Only present if claimed. */
  claimed_by_email?: string;
};

export type GetSecondFactorOutput = {
  /** Always true: moving live money requires a code. */
  is_required: boolean;
  /** Whether you set up a second factor. */
  is_enrolled: boolean;
  /** Until then, this session can move live money without another code. */
  proven_until: string | null;
};

export type GetSignInHintOutput = {
  /** Whether sign-in mail is sent, or kept on the server. */
  mail: "sent" | "kept";
  /** Where kept mail can be read on this machine. */
  mailbox_url: string | null;
};

export type GetSignInRequestInput = {
  request_id: string;
};

export type GetSignInRequestOutput = SignInRequest;

export type GetStatementInput = {
  month: string;
};

export type GetStatementOutput = Uint8Array;

export type GetStatementCsvInput = {
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
    /** Name of the part, for programs. */
    name: string;
    /** Name of the part, for people. */
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
    /** Unique id. */
    id: string;
    /** What is wrong, in a few words. */
    title: string;
    /** Where the incident is. */
    state: "investigating" | "identified" | "monitoring" | "resolved";
    /** Parts of the service that are affected. */
    components: ("api" | "placing" | "tracking" | "mail" | "webhooks")[];
    /** When the incident started. */
    started_at: string;
    /** When the incident was resolved. Null: it is open. */
    resolved_at: string | null;
    /** Updates, newest first. */
    updates: {
      /** Unique id. */
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

export type GetStoreInput = {
  name: string;
};

export type GetStoreOutput = Store;

export type GetTeamOutput = {
  /** People on the account. */
  people: TeamMember[];
  /** Invitations that can still be accepted. */
  invitations: Invitation[];
  /** Number of entries in all pages. */
  total: number;
};

export type GetTopUpInput = {
  top_up_id: string;
};

export type GetTopUpOutput = TopUp;

export type GetTopUpReceiptInput = {
  top_up_id: string;
};

export type GetTopUpReceiptOutput = Uint8Array;

export type GetTopUpReceiptCsvInput = {
  top_up_id: string;
};

export type GetTopUpReceiptCsvOutput = string;

export type GetUsageInput = {
  window_days?: number;
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
    /** Id of the retailer, if the call named one. */
    retailer: string | null;
    /** Id of the product, if the call named one. */
    product_id: string | null;
    /** Number of results, if it was a search. */
    result_count: number | null;
  }[];
};

export type GetWalletOutput = {
  /** Balance in cents, including money on hold. */
  balance_cents: number;
  /** On hold for orders that have not ended, in cents. */
  held_cents: number;
  /** What new orders can use, in cents. */
  available_cents: number;
  /** Currency of the amounts (ISO 4217). */
  currency: string;
};

export type GetWalletOfMeInput = {
  wallet_type?: "purchases" | "api_consumption";
};

export type GetWalletOfMeOutput = {
  /** Unique id. */
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

export type GetWebhookEndpointOutput = {
  /** URL that receives every event. Null: none. */
  webhook_url: string | null;
  /** Secret that messages are signed with. Null: none. */
  webhook_secret: string | null;
};

export type GetWebhookEndpointByIdInput = {
  endpoint_id: string;
};

export type GetWebhookEndpointByIdOutput = WebhookEndpointWithSecret;

export type GetWebhookSecretOutput = {
  /** Secret for Standard Webhooks libraries. */
  secret: string;
  /** When it was created. */
  created_at: string;
  /** Replaced secrets that still sign messages beside the current one. */
  previous: {
    /** A replaced secret. */
    secret: string;
    /** When it stops signing messages. */
    valid_until: string;
  }[];
};

export type GiveSecondFactorInput = {
  body: {
    /** The 6 digits that the authenticator app shows. */
    code: string;
  };
};

export type GiveSecondFactorOutput = undefined;

export type HandBackDeskTaskInput = {
  order_id: string;
  body: {
    /** As taking the order answered it. */
    lease: number;
    /** Note for other operators. */
    note?: string | null;
  };
};

export type HandBackDeskTaskOutput = DeskOrder;

export type HoldSandboxOrderInput = {
  order_id: string;
  body: {
    /** `hold` stops the order before it is bought, `release` lets it continue. */
    do: "pause" | "step" | "run";
  };
};

export type HoldSandboxOrderOutput = Order;

export type InvitePersonInput = {
  body: {
    /** Email address to invite. */
    email: string;
    /** viewer: looks. buyer: also buys, cancels, returns and writes to support. owner: everything. */
    role: "viewer" | "buyer" | "owner";
  };
};

export type InvitePersonOutput = Invitation;

export type LeaveTeamOutput = undefined;

export type LegacyAbortOrderInput = {
  request_id: string;
};

export type LegacyAbortOrderOutput = LegacyOrder | LegacyState;

export type LegacyCancelOrderInput = {
  request_id: string;
  body?: {
    /** Order number of the store. Required if the order has several. */
    merchant_order_id?: string | null;
    /** URLs that Errand calls when something happens. */
    webhooks?: {
      /** URL, or several, to call on request succeeded. */
      request_succeeded?: string | string[] | null;
      /** URL, or several, to call on request failed. */
      request_failed?: string | string[] | null;
    } | null;
    /** A unique value for this request. A request with the same value cancels only once. */
    idempotency_key?: string | null;
  };
};

export type LegacyCancelOrderOutput = LegacyRequestId;

export type LegacyCreateOrderInput = {
  body: {
    /** Id of the retailer from GET /retailers, or domain of a supported store. */
    retailer: string;
    /** What to buy. All products must be from one store. */
    products: {
      /** Id of the product at the store, or the address of its page. */
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
        /** Ids of sellers to accept. */
        merchant_id_in?: string[] | null;
        /** Ids of sellers to reject. */
        merchant_id_not_in?: string[] | null;
        /** The most days that the seller may take to ship. */
        handling_days_max?: number | null;
        /** The highest price of one unit, in cents. */
        max_item_price?: number | null;
        /** The fewest ratings that the seller may have. */
        min_seller_num_ratings?: number | null;
        /** The lowest share of positive ratings, in percent. */
        min_seller_percent_positive_feedback?: number | null;
      } | null;
    }[];
    /** Where the order ships to. */
    shipping_address: {
      /** First name of the recipient. */
      first_name: string;
      /** Last name of the recipient. */
      last_name: string;
      /** Street and house number. */
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
      /** Card number. Erased when the order ends. */
      number?: string | null;
      /** Security code of the card. */
      security_code?: string | null;
      /** Month that the card expires in, from 1 to 12. */
      expiration_month?: number | null;
      /** Year that the card expires in, with four digits. */
      expiration_year?: number | null;
      /** Pay with the gift balance of the retailer account instead of the card. */
      use_gift?: boolean | null;
    } | null;
    /** Buy with this retailer account of yours. */
    retailer_credentials?: {
      /** Email address that logs in at the retailer. */
      email: string;
      /** Password of the retailer account. Erased when the order ends. */
      password: string;
      /** Base32 secret of the authenticator app. */
      totp_2fa_key?: string | null;
      /** One-time code that the store has already mailed. */
      verification_code?: string | null;
    } | null;
    /** Buy with an account of the service. True by default, unless you send `retailer_credentials`. */
    addax?: boolean | null;
    /** Message for the recipient. */
    gift_message?: string | null;
    /** Fail if the store can't send it as a gift. `is_gift` does the same. */
    require_gift?: boolean | null;
    /** Have the store wrap it. The store may charge for this. */
    use_gift_wrap?: boolean | null;
    /** URLs that Errand calls when something happens. */
    webhooks?: {
      /** URL, or several, to call on request succeeded. */
      request_succeeded?: string | string[] | null;
      /** URL, or several, to call on request failed. */
      request_failed?: string | string[] | null;
      /** URL, or several, to call on tracking obtained. */
      tracking_obtained?: string | string[] | null;
      /** URL, or several, to call on tracking updated. */
      tracking_updated?: string | string[] | null;
      /** URL, or several, to call on status updated. */
      status_updated?: string | string[] | null;
      /** URL, or several, to call on case updated. */
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
      /** Use the code only for products of this seller. */
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
    /** The most days until delivery. */
    max_delivery_days?: number | null;
    /** Buy the offer that the store features, if it meets the criteria. */
    take_buybox_offers?: boolean | null;
    /** Read the offers for this postal code. */
    force_offers_postal_code?: string | null;
    /** Lower `max_price` by this share, in percent (0 to -50). */
    mgd_discount?: number | null;
    /** Seconds until an order that can't be placed times out. 14400 (4 hours) by default. */
    addax_queue_timeout?: number | null;
    /** Skip offers for members of the store. */
    mgd_prime_optout?: boolean | null;
    /** Orders with a higher number are placed first. */
    mgd_priority_bid?: number | null;
    /** The most that the store may charge, in cents. Required unless you send `retailer_credentials`. */
    max_price?: number | null;
    /** Number for customs, in countries that require one. */
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
  request_id: string;
  body: {
    /** What to return. */
    products: {
      /** A product of the order. */
      product_id: string;
      /** Number of units to return. */
      quantity: number;
    }[];
    /** Reason, exactly as the retailer names it. */
    reason_code: string;
    /** How to send it back, as a code of the retailer. Drop-off by default, if the retailer offers it. */
    method_code?: string | null;
    /** Explanation for the retailer or seller. Some reasons require one. */
    explanation?: string | null;
    /** Cancel pending returns of this order first. */
    cancel_pending?: boolean | null;
    /** Where to send the items. The retailer's address by default. */
    return_address?: {
      /** First name of the recipient. */
      first_name: string;
      /** Last name of the recipient. */
      last_name: string;
      /** Street and house number. */
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
      /** URL, or several, to call on request succeeded. */
      request_succeeded?: string | string[] | null;
      /** URL, or several, to call on request failed. */
      request_failed?: string | string[] | null;
    } | null;
    /** A unique value for this return. A request with the same value creates no second return. */
    idempotency_key?: string | null;
  };
};

export type LegacyCreateReturnOutput = LegacyRequestId;

export type LegacyGetCancellationInput = {
  request_id: string;
};

export type LegacyGetCancellationOutput = LegacyCancellation | LegacyState;

export type LegacyGetCaseInput = {
  request_id: string;
};

export type LegacyGetCaseOutput = LegacyCase;

export type LegacyGetOffersInput = {
  retailer: string;
  max_age?: number;
  newer_than?: number | string;
  async?: boolean;
  product_id: string;
};

export type LegacyGetOffersOutput = LegacyOffers;

export type LegacyGetOrderInput = {
  request_id: string;
};

export type LegacyGetOrderOutput = LegacyOrder | LegacyState;

export type LegacyGetProductInput = {
  retailer: string;
  max_age?: number;
  newer_than?: number | string;
  async?: boolean;
  product_id: string;
};

export type LegacyGetProductOutput = LegacyProduct;

export type LegacyGetReturnInput = {
  request_id: string;
};

export type LegacyGetReturnOutput = LegacyReturn | LegacyState;

export type LegacyListOrdersInput = {
  limit?: number;
  offset?: number;
  skip?: number;
  starting_after?: number;
  ending_before?: number;
  retailer?: string;
};

export type LegacyListOrdersOutput = (LegacyOrder | LegacyState)[];

export type LegacyPostToCaseInput = {
  request_id: string;
  body: {
    /** Text of your message. */
    message: string;
    /** Opens a case, also a closed one anew; left out to continue an open one. One of return.request_label, nondelivery.not_delivered, nondelivery.damaged, nondelivery.empty_box, tracking.request_update, cancel.forced_cancellation, other. */
    reason?: string | null;
    /** A unique value for this message. A request with the same value posts it only once. */
    idempotency_key?: string | null;
  };
};

export type LegacyPostToCaseOutput = LegacyCase;

export type LegacyRetryOrderInput = {
  request_id: string;
  body?: {
    /** Credentials of the retailer account, for an order that was placed with one. */
    retailer_credentials?: {
      /** Email address that logs in at the retailer. */
      email: string;
      /** Password of the retailer account. Erased when the order ends. */
      password: string;
      /** Base32 secret of the authenticator app. */
      totp_2fa_key?: string | null;
      /** One-time code that the store has already mailed. */
      verification_code?: string | null;
    } | null;
    /** Card to pay with, for an order that was placed with one. */
    payment_method?: {
      /** Name of the cardholder, as printed. */
      name_on_card?: string | null;
      /** Card number. Erased when the order ends. */
      number?: string | null;
      /** Security code of the card. */
      security_code?: string | null;
      /** Month that the card expires in, from 1 to 12. */
      expiration_month?: number | null;
      /** Year that the card expires in, with four digits. */
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
  query: string;
  retailer: string;
  page?: number;
};

export type LegacySearchOutput = LegacySearch;

export type LimitKeyInput = {
  key_id: string;
  body: {
    /** The most that its orders can hold in a day (UTC), in cents. Null: no limit. */
    spend_per_day_cents?: number | null;
    /** The highest `max_price` of an order, in cents. Null: no limit. */
    spend_per_order_cents?: number | null;
    /** Ids of the retailers that it can buy from. Null: all of them. */
    allowed_retailers?: string[] | null;
    /** Why, for the audit log. */
    reason: string;
  };
};

export type LimitKeyOutput = {
  /** Unique id. */
  id: string;
  /** Mode: `test` is the sandbox, `live` is real money. */
  world: "test" | "live";
  /** The customer account that it belongs to. */
  account_id: string;
  /** Email address of the customer account. Null for a sandbox that nobody claimed. */
  account_email: string | null;
  /** Name of the key. */
  label: string;
  /** Last four characters of the key. */
  hint: string;
  /** What the key can do. */
  scopes: string[];
  /** Spending limits of the key. */
  limits: {
    /** The most that its orders can hold in a day (UTC), in cents. Null: no limit. */
    spend_per_day_cents: number | null;
    /** The highest `max_price` of an order, in cents. Null: no limit. */
    spend_per_order_cents: number | null;
    /** Ids of the retailers that it can buy from. Null: all of them. */
    allowed_retailers: string[] | null;
  };
  /** IP addresses and CIDR ranges that it can be used from. Null: anywhere. */
  allowed_addresses: string[] | null;
  /** Held by its orders of today (UTC), in cents. */
  spent_today_cents: number;
  /** When the key stops working. Null: never. */
  expires_at: string | null;
  /** When it was created. */
  created_at: string;
  /** When the key was last used. */
  last_used_at: string | null;
  /** When the key was revoked. Null: it works. */
  revoked_at: string | null;
  /** When an operator froze the key. Null: it is not frozen. */
  frozen_at: string | null;
  /** The latest 30 requests. */
  requests: {
    /** Id of the request, as in the X-Request-Id header. */
    request_id: string;
    /** When the request arrived. */
    at: string;
    /** HTTP method. */
    method: string;
    /** Path that was called. */
    path: string;
    /** HTTP status of the response. */
    status: number;
    /** Duration in milliseconds. */
    ms: number;
    /** Error code of the response, if it failed. */
    error_code: string | null;
  }[];
  /** What operators did to it. */
  audit: {
    /** Unique id. */
    id: string;
    /** When it was done. */
    at: string;
    /** Email address of the operator, or `command line`. */
    operator_email: string;
    /** What was done, such as `wallet.credited`. */
    action: string;
    /** Kind of object that was changed. */
    subject_type: string;
    /** Id of the object. */
    subject_id: string;
    /** The object before the change. */
    before: Record<string, unknown> | null;
    /** The object after the change. */
    after: Record<string, unknown> | null;
    /** Note of the operator. */
    note: string | null;
  }[];
};

export type LinkManagedAccountInput = {
  short_id: string;
};

export type LinkManagedAccountOutput = {
  /** Page to open: the store's own page for a signed-in person, or a page of Errand for a key. */
  url: string;
  /** When the page expires. */
  expires_at: string | null;
};

export type ListActivityInput = {
  limit?: number;
  offset?: number;
  person_id?: string;
  subject_id?: string;
  action?: string;
};

export type ListActivityOutput = {
  /** Entries, newest first. */
  activity: {
    /** Unique id. */
    id: string;
    /** When it happened. */
    at: string;
    /** Mode: `test` is the sandbox, `live` is real money. */
    world: "test" | "live";
    /** Who did it: a person of the account or an operator. */
    actor: "person" | "operator";
    /** Id of the person. Null for operators. */
    person_id: string | null;
    /** Name or email address of the person. Null for operators and deleted people. */
    person: string | null;
    /** Email address of the person. */
    email: string | null;
    /** The operation that was called. */
    action: string;
    /** Id of the object that it changed. */
    subject_id: string | null;
    /** More about the change. */
    details: Record<string, unknown>;
    /** `unknown`: the service stopped before the result was recorded. */
    outcome: "done" | "unknown";
  }[];
  /** How many there are in all. */
  total: number;
  /** Maximum number of entries per page. */
  limit: number;
  /** Number of entries to skip. */
  offset: number;
  /** The `offset` of the next page. Null: this is the last page. */
  next_offset: number | null;
};

export type ListAlertsOutput = {
  /** Alert rules. */
  rules: {
    /** Name of the rule, for programs. */
    id: string;
    /** Name of the alert, for people. */
    title: string;
    /** Metric that is watched. */
    reading: string;
    /** Whether the alert fires above or below the threshold. */
    fires_when: "above" | "below";
    /** The alert fires beyond this value. */
    threshold: number;
    /** The alert resolves only at this value, so that it doesn't flap at the threshold. */
    clears_at: number;
    /** How long the value must be beyond the threshold, in seconds. */
    for_seconds: number;
    /** Whether the rule is active. */
    enabled: boolean;
    /** Unit of the metric. */
    unit: string;
    /** Name of the metric, for people. */
    reading_label: string;
    /** Whether the alert is active now. */
    is_firing: boolean;
    /** When it last changed. */
    updated_at: string;
    /** Operator who changed it last. Null: unchanged default. */
    updated_by: string | null;
  }[];
  /** Active alerts first, then resolved ones, up to 100. */
  alerts: {
    /** Unique id. */
    id: string;
    /** Name of the rule. */
    rule: string;
    /** Name of the alert, for people. */
    title: string;
    /** What was measured, for people. */
    detail: string;
    /** The value that fired it. */
    value: number;
    /** When it fired. */
    fired_at: string;
    /** When it was resolved. Null: it is active. */
    resolved_at: string | null;
  }[];
  /** Who is alerted besides the operators. */
  channels: {
    /** Unique id. */
    id: string;
    /** How alerts are sent. */
    kind: "mail" | "webhook";
    /** Email address or URL. */
    target: string;
    /** When it was created. */
    created_at: string;
    /** Operator who added it. */
    created_by: string;
  }[];
  /** Metrics that rules can watch. */
  readings: {
    /** Name of the metric, for programs. */
    name: string;
    /** Name of the metric, for people. */
    label: string;
    /** Unit of the values. */
    unit: string;
  }[];
};

export type ListAllCasesInput = {
  limit?: number;
  offset?: number;
  after?: string;
  state?: "open" | "closed";
};

export type ListAllCasesOutput = {
  /** Cases, last changed first. */
  cases: {
    /** The order that it belongs to. */
    order_id: string;
    /** Whether the case is open or closed. */
    state: "open" | "closed";
    /** Why the case was last opened. */
    reason: "return.request_label" | "nondelivery.not_delivered" | "nondelivery.damaged" | "nondelivery.empty_box" | "tracking.request_update" | "cancel.forced_cancellation" | "other";
    /** When it was created. */
    created_at: string;
    /** When it last changed. */
    updated_at: string;
    last_message: CaseMessage;
    /** Mode: `test` is the sandbox, `live` is real money. */
    world: "test" | "live";
    /** The customer account that it belongs to. */
    account_id: string;
    /** Email address of the customer account. Null for a sandbox that nobody claimed. */
    account_email: string | null;
    /** Id of the retailer, as in GET /retailers. */
    retailer: string;
    /** Where the order is. */
    order_status: "pending" | "in_progress" | "order_placed" | "order_failed" | "cancelled" | "cancelled_by_retailer";
    /** Status of each parcel. */
    tracking_statuses: ("pending" | "in_transit" | "delivered" | "undeliverable")[];
  }[];
  /** Number of entries in all pages. */
  total: number;
};

export type ListAllRetailersOutput = {
  /** Retailers in both modes. */
  retailers: {
    /** Id of the retailer, as in GET /retailers. */
    retailer: string;
    /** Name of the retailer, for people. */
    display_name: string;
    /** Mode: `test` is the sandbox, `live` is real money. */
    world: "test" | "live";
    /** Connector that serves it. Null: none in this mode. */
    connector: string | null;
    /** What the connector can do. */
    abilities: string[];
    /** Whether orders are placed there. */
    enabled: boolean;
    /** Why it was switched off. */
    reason: string | null;
    /** Operator who switched it last. */
    switched_by: string | null;
    /** When it was switched last. */
    switched_at: string | null;
    /** Orders of the last 24 hours. */
    orders_24h: {
      /** Orders that were placed. */
      placed: number;
      /** Orders that failed. */
      failed: number;
      /** Orders in progress. */
      under_way: number;
    };
  }[];
  /** Number of entries in all pages. */
  total: number;
  /** Null: every order of the last 24 hours is counted. Otherwise more than 2,000 were made; the newest 2,000 are counted, which were made since then. */
  orders_since: {
    /** Since when test orders are counted. */
    test: string | null;
    /** Since when live orders are counted. */
    live: string | null;
  };
};

export type ListAllReturnsInput = {
  limit?: number;
  offset?: number;
  status?: "open" | "approved" | "denied" | "credited";
  refund?: "waiting" | "overdue";
};

export type ListAllReturnsOutput = {
  /** Returns, newest first. */
  returns: {
    /** Unique id. */
    id: string;
    /** The order that it belongs to. */
    order_id: string;
    /** `open`: the retailer has not decided. `approved`: send the items to the retailer; the refund follows. `credited`: the money is in your wallet. `denied`: the retailer refused, or rejected the items on inspection. */
    status: "open" | "approved" | "denied" | "credited";
    /** Why the items are returned. */
    reason: "damaged" | "not_delivered" | "empty_box" | "wrong_item" | "defective" | "not_as_described" | "wrong_size" | "no_longer_needed" | "forced_cancellation" | "other";
    /** Your notes for the retailer. */
    notes: string | null;
    /** What is returned. */
    items: {
      /** UUID of the item, as in `items` of the order. */
      order_item_id: string;
      /** Number of units returned. */
      quantity: number;
    }[];
    /** Return labels as PDF, one per parcel. Each link works for 7 days. Read the return again for new links. */
    label_urls: string[];
    /** Return number of the store. */
    merchant_return_id: string | null;
    /** Why the return ended as it did, for people. */
    resolution_notes: string | null;
    refund: ReturnRefundState | null;
    /** When it was created. */
    created_at: string;
    /** When it last changed. */
    updated_at: string;
    /** Mode: `test` is the sandbox, `live` is real money. */
    world: "test" | "live";
    /** The customer account that it belongs to. */
    account_id: string;
    /** Email address of the customer account. Null for a sandbox that nobody claimed. */
    account_email: string | null;
    /** Id of the retailer, as in GET /retailers. */
    retailer: string;
    /** Order numbers of the store. */
    merchant_order_ids: string[];
    /** What the store charged for the order, in cents. */
    charged_cents: number | null;
    /** What a credit would add to the wallet, in cents. */
    worth_cents: number;
    /** What was added to the wallet, in cents. */
    credited_cents: number | null;
    /** When the return was approved. */
    approved_at: string | null;
  }[];
  /** Number of entries in all pages. */
  total: number;
};

export type ListBackupsOutput = {
  /** Whether `BACKUP_TO` is set. Without it, no backups are made here. */
  is_scheduled: boolean;
  /** How often a backup is made. */
  every_seconds: number;
  /** Newest first, at most 100. */
  backups: {
    /** Id of the backup. */
    id: string;
    /** How far it is. */
    status: "requested" | "running" | "done" | "failed";
    /** When it was requested. */
    requested_at: string;
    /** Operator who requested it. Null: the schedule. */
    requested_by: string | null;
    /** When it was complete or failed. */
    finished_at: string | null;
    /** The moment that its data is from. */
    taken_at: string | null;
    /** File name in `BACKUP_TO`. */
    name: string | null;
    /** Size of the file. */
    bytes: number | null;
    /** Rows of all tables. */
    row_count: number | null;
    /** Labels, receipts and other files. */
    file_count: number | null;
    /** Why it failed. */
    error: string | null;
    /** When it was restored as a test. Null: not tested. */
    verified_at: string | null;
    /** Why the test restore failed. Null: it succeeded. */
    verify_error: string | null;
  }[];
};

export type ListBulkOrdersInput = {
  limit?: number;
  offset?: number;
  after?: string;
};

export type ListBulkOrdersOutput = BulkOrderList;

export type ListCardsOutput = {
  /** Your cards, the default first. */
  cards: SavedCard[];
  /** Number of entries in all pages. */
  total: number;
};

export type ListCasesInput = {
  limit?: number;
  offset?: number;
  after?: string;
  state?: "open" | "closed";
};

export type ListCasesOutput = {
  /** Cases of this page. */
  cases: ListedCase[];
  /** Number of entries in all pages. */
  total: number;
};

export type ListClaimsInput = {
  kind: "case" | "order" | "desk" | "return" | "doubt" | "customer";
};

export type ListClaimsOutput = {
  /** What operators claimed. */
  claims: {
    /** Id of the object. */
    subject: string;
    /** Email address of the operator. */
    operator: string;
  }[];
};

export type ListDeskPurchasesInput = {
  limit?: number;
  offset?: number;
};

export type ListDeskPurchasesOutput = {
  /** Orders that were bought by hand and have not arrived. */
  orders: DeskOrder[];
  /** Number of entries in all pages. */
  total: number;
};

export type ListDeskTasksInput = {
  limit?: number;
  offset?: number;
};

export type ListDeskTasksOutput = {
  /** Tasks, longest waiting first. */
  tasks: DeskOrder[];
  /** Number of entries in all pages. */
  total: number;
};

export type ListDoubtsInput = {
  limit?: number;
  offset?: number;
};

export type ListDoubtsOutput = {
  /** Orders that need review, longest waiting first. */
  doubts: {
    /** The order that it belongs to. */
    order_id: string;
    /** Mode: `test` is the sandbox, `live` is real money. */
    world: "test" | "live";
    /** The customer account that it belongs to. */
    account_id: string;
    /** Email address of the customer account. Null for a sandbox that nobody claimed. */
    account_email: string | null;
    /** Id of the retailer, as in GET /retailers. */
    retailer: string;
    /** The most that the store may charge, in cents. */
    max_price_cents: number;
    /** Service fee of the order, in cents. */
    fee_cents: number;
    /** The customer's own card pays. The wallet holds only the fee. */
    paid_by_client: boolean;
    /** When the order was submitted to the store. */
    submitted_at: string;
    /** When automatic checks stopped. */
    needs_review_at: string;
    /** What is known about the purchase. */
    evidence: {
      /** What to search for in the store's order history. */
      reference: string;
      /** Whether the details of the cart were kept. */
      checkout_kept: boolean;
      /** Retailer account that was used. */
      bought_with: {
        /** Short id of the account. */
        short_id: string;
        /** Email address that logs in at the retailer. */
        email: string;
        /** Whether the account belongs to the service. */
        is_own: boolean;
      } | null;
      /** How often the store was asked. */
      times_asked: number | null;
      /** Last response of the store. */
      last_answer: string | null;
      /** What happened to the order, oldest first. */
      timeline: {
        /** What happened, for programs. */
        type: "order_created" | "placement_started" | "action_required" | "action_answered" | "order_placed" | "order_failed" | "tracking_acquired" | "shipped" | "out_for_delivery" | "delivered" | "undeliverable" | "cancelled" | "cancelled_by_retailer" | "return_requested" | "return_resolved";
        /** What happened, for people. */
        label: string;
        /** When it happened. */
        occurred_at: string;
        /** Who reported it: Errand, the retailer or the carrier. */
        source: "service" | "retailer" | "carrier";
        /** More about the milestone, such as the carrier and tracking number. */
        detail: Record<string, unknown>;
      }[];
    };
    order: Order;
  }[];
  /** Number of entries in all pages. */
  total: number;
};

export type ListEventsInput = {
  limit?: number;
  type?: "order.created" | "order.placed" | "order.failed" | "order.cancelled" | "order.cancelled_by_retailer" | "order.action_required" | "tracking.obtained" | "tracking.updated" | "return.updated" | "case.updated" | "bulk.completed" | "policy.alert" | "managed_account.paused";
  order_id?: string;
  after?: string;
  wait_seconds?: number;
};

export type ListEventsOutput = {
  /** Events, oldest first. */
  events: WebhookEvent[];
  /** Whether there are more events after this page. */
  has_more: boolean;
  /** Send it as `after` to continue. Null if there was never an event. */
  next_cursor: string | null;
};

export type ListFailingWebhookReceiversInput = {
  limit?: number;
  offset?: number;
};

export type ListFailingWebhookReceiversOutput = {
  /** Failing endpoints, worst first. */
  receivers: {
    /** Mode: `test` is the sandbox, `live` is real money. */
    world: "test" | "live";
    /** The customer account that it belongs to. */
    account_id: string;
    /** Email address of the customer account. Null for a sandbox that nobody claimed. */
    account_email: string | null;
    /** Host of the endpoint. */
    host: string;
    /** URL of the endpoint, without credentials and query. */
    url: string;
    /** Failed attempts in a row of the delivery that failed most often. */
    failures: number;
    /** HTTP status of the last attempt. Null: no response. */
    last_status: number | null;
    /** Why the last attempt failed. */
    last_error: string | null;
    /** When the next attempt starts. Null: none. */
    next_attempt_at: string | null;
    /** Deliveries that failed and are retried. */
    waiting: number;
    /** When it started to fail. */
    failing_since: string;
  }[];
  /** Number of entries in all pages. */
  total: number;
};

export type ListFilmsInput = {
  order_id?: string;
  store?: string;
  limit?: number;
  offset?: number;
};

export type ListFilmsOutput = {
  /** Recordings, newest first. */
  films: {
    /** Unique id. */
    id: string;
    /** Name of the store. */
    store: string;
    /** Id of the order, or what the recording is for. */
    reference: string;
    /** What the browser did: `prepare`, `find`, `fence` or `log_in`. */
    purpose: string;
    /** When it started. */
    started_at: string;
    /** When it ended. */
    ended_at: string;
    /** When it is deleted. */
    expires_at: string;
    /** How it ended. */
    ending: string;
    /** Steps of the recipe. */
    steps: {
      /** Place in the recipe. */
      at: string;
      /** What the step does. */
      what: string;
      /** Duration in milliseconds. */
      duration_ms: number;
      /** Why the step failed. */
      error: string | null;
    }[];
    /** Screenshots. */
    pictures: {
      /** What the screenshot shows. */
      name: string;
      /** Milliseconds since the start. */
      at_ms: number;
      /** Address of the page. */
      page_url: string;
      /** Address of the image in this API. */
      image_url: string;
    }[];
    /** Last responses of the store. */
    answers: {
      /** Address that was requested. */
      url: string;
      /** HTTP status of the response. */
      status: number;
    }[];
  }[];
  /** Number of entries in all pages. */
  total: number;
};

export type ListIncidentsOutput = {
  /** Incidents, newest first. */
  incidents: {
    /** Unique id. */
    id: string;
    /** What is wrong, in a few words. */
    title: string;
    /** Where the incident is. */
    state: "investigating" | "identified" | "monitoring" | "resolved";
    /** Parts of the service that are affected. */
    components: ("api" | "placing" | "tracking" | "mail" | "webhooks")[];
    /** When the incident started. */
    started_at: string;
    /** When the incident was resolved. Null: it is open. */
    resolved_at: string | null;
    /** Updates, newest first. */
    updates: {
      /** Unique id. */
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

export type ListKeyGroupsOutput = {
  /** Groups of keys. */
  groups: KeyGroup[];
  /** Number of entries in all pages. */
  total: number;
};

export type ListKeysInput = {
  limit?: number;
  offset?: number;
  created_by?: string;
};

export type ListKeysOutput = {
  /** Keys, newest first. */
  keys: Key[];
  /** Number of entries in all pages. */
  total: number;
};

export type ListManagedAccountEventsInput = {
  limit?: number;
  offset?: number;
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
    /** Link that confirms mail forwarding. Shown for 15 minutes. */
    confirmation_url: string | null;
  }[];
  /** Number of entries in all pages. */
  total: number;
};

export type ListManagedAccountsInput = {
  limit?: number;
  offset?: number;
  search?: string;
};

export type ListManagedAccountsOutput = {
  /** Retailer accounts, newest first. */
  credentials: ManagedAccount[];
  /** Number of entries in all pages. */
  total: number;
};

export type ListOpenChargesInput = {
  limit?: number;
  offset?: number;
};

export type ListOpenChargesOutput = {
  /** Charges and refunds, longest waiting first. */
  charges: {
    /** Unique id. */
    id: string;
    /** Whether it is a charge or a refund. */
    kind: "charge" | "refund";
    /** Mode: `test` is the sandbox, `live` is real money. */
    world: "test" | "live";
    /** The customer account that it belongs to. */
    account_id: string | null;
    /** Payment method. */
    method: string;
    /** Id at the payment provider. Null if its response was lost. */
    reference: string | null;
    /** What is charged or refunded, in cents. */
    amount_cents: number;
    /** When it was started. */
    since: string;
    /** How often the provider was asked. */
    looks: number;
    /** Last response of the provider. */
    last_answer: string | null;
  }[];
  /** Number of entries in all pages. */
  total: number;
};

export type ListOperatorActionsInput = {
  limit?: number;
  offset?: number;
  operator?: string;
  action?: string;
  subject_type?: string;
  subject_id?: string;
  from?: string;
  before?: string;
};

export type ListOperatorActionsOutput = {
  /** Entries, newest first. */
  entries: {
    /** Unique id. */
    id: string;
    /** When it was done. */
    at: string;
    /** Email address of the operator, or `command line`. */
    operator_email: string;
    /** What was done, such as `wallet.credited`. */
    action: string;
    /** Kind of object that was changed. */
    subject_type: string;
    /** Id of the object. */
    subject_id: string;
    /** The object before the change. */
    before: Record<string, unknown> | null;
    /** The object after the change. */
    after: Record<string, unknown> | null;
    /** Note of the operator. */
    note: string | null;
  }[];
  /** Number of entries in all pages. */
  total: number;
};

export type ListOperatorQuestionsOutput = {
  /** Orders that need an operator, longest waiting first. */
  actions: {
    /** The order that it belongs to. */
    order_id: string;
    /** Mode: `test` is the sandbox, `live` is real money. */
    world: "test" | "live";
    /** Id of the retailer, as in GET /retailers. */
    retailer: string;
    /** When the action was created. */
    asked_at: string;
    /** What to do. */
    action: OrderAction;
  }[];
};

export type ListOrdersInput = {
  limit?: number;
  offset?: number;
  after?: string;
  status_filter?: "pending" | "in_progress" | "order_placed" | "order_failed" | "cancelled" | "cancelled_by_retailer";
  search?: string;
  order_id?: string;
  merchant_order_id?: string;
  tracking_status?: "pending" | "in_transit" | "delivered" | "undeliverable";
  return_status?: "open" | "approved" | "denied" | "credited";
  retailer?: string;
  created_after?: string;
  created_before?: string;
  has_tracking?: boolean;
  user_email?: string;
  include?: "tracking_events";
  metadata_key?: string;
  metadata_value?: string;
  sort?: "newest" | "oldest" | "highest" | "lowest";
};

export type ListOrdersOutput = OrderList;

export type ListPolicyDecisionsInput = {
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
    /** The order that it belongs to. */
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
  search?: string;
  method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  status?: string;
  key_id?: string;
  after?: string;
  before?: string;
  limit?: number;
  offset?: number;
};

export type ListRequestsOutput = {
  /** Requests, newest first. */
  requests: LoggedRequest[];
  /** Number of entries in all pages. */
  total: number;
};

export type ListRetailersInput = {
  limit?: number;
  offset?: number;
  name?: string;
};

export type ListRetailersOutput = {
  /** Retailers of this page. */
  retailers: Retailer[];
  /** Number of entries in all pages. */
  total: number;
};

export type ListReturnsInput = {
  limit?: number;
  offset?: number;
  after?: string;
  status?: "open" | "approved" | "denied" | "credited";
  search?: string;
};

export type ListReturnsOutput = {
  /** Returns, newest first. */
  return_requests: Return[];
  /** How many there are in all. */
  total: number;
  /** Maximum number of entries per page. */
  limit: number;
  /** Number of entries to skip. */
  offset: number;
  /** The `offset` of the next page. Null: this is the last page. */
  next_offset: number | null;
};

export type ListStatementsOutput = {
  /** Months with at least one transaction, newest first. */
  statements: {
    /** Month in UTC, such as `2026-08`. */
    month: string;
    /** Statement of the month as PDF. */
    pdf_url: string;
    /** Statement of the month as CSV. */
    csv_url: string;
  }[];
};

export type ListStoresOutput = {
  /** Stores in both modes. */
  stores: Store[];
  /** Number of entries in all pages. */
  total: number;
};

export type ListTestProductsOutput = {
  /** Products of the sandbox store, one for each scenario. */
  products: {
    /** Product page to put in an order. */
    url: string;
    /** What happens to an order of this product. */
    scenario: string;
    /** Name of the product. */
    name: string;
    /** True if POST /orders rejects the order. Otherwise the order is accepted and ends as the scenario says. */
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
    /** True if POST /orders rejects the order. Otherwise the order is accepted and ends as the scenario says. */
    is_synchronous_error: boolean;
  }[];
};

export type ListTopUpsInput = {
  limit?: number;
  offset?: number;
};

export type ListTopUpsOutput = {
  /** Top-ups, newest first. */
  top_ups: TopUp[];
  /** Number of entries in all pages. */
  total: number;
};

export type ListVisitsOutput = {
  /** Browsers that are open now. */
  visits: {
    /** Unique id. */
    id: string;
    /** Name of the store. */
    store: string;
    /** Id of the order, or what the browser is open for. */
    reference: string;
    /** What the browser does. */
    purpose: string;
    /** When it started. */
    started_at: string;
    /** Address of the page when it was last viewed. Empty before. */
    page_url: string;
    /** Address of the image in this API. */
    image_url: string;
    /** What a person has to do on the page. Null: nothing, it can only be watched. */
    waits_for: string | null;
    /** Operator who took it over. */
    taken_by: string | null;
  }[];
  /** Number of entries in all pages. */
  total: number;
};

export type ListWalletTransactionsInput = {
  limit?: number;
  offset?: number;
  after?: string;
};

export type ListWalletTransactionsOutput = {
  /** Transactions, newest first. */
  transactions: {
    /** Unique id. */
    id: string;
    /** What kind of transaction it is. */
    type: "fund" | "hold" | "release" | "capture" | "fee" | "refund" | "refund_fee" | "credit" | "debit";
    /** Amount in cents, always positive. `from` and `to` give the direction. */
    amount_cents: number;
    /** Ledger account that the money left. */
    from: string;
    /** Ledger account that the money went to. */
    to: string;
    /** The order that it is for, if any. */
    order_id: string | null;
    /** The bulk order that it is for, if any. */
    batch_id: string | null;
    /** The return that it is for, if any. */
    return_id: string | null;
    /** Note of the operator, if any. */
    note: string | null;
    /** Balance after the transaction, in cents, including money on hold. */
    balance_cents: number;
    /** When it was created. */
    created_at: string;
  }[];
  /** Number of entries in all pages. */
  total: number;
};

export type ListWebhookDeliveriesInput = {
  limit?: number;
  offset?: number;
  after?: string;
  status?: "pending" | "delivered" | "failed" | "stopped";
  event?: "request_succeeded" | "request_failed" | "tracking_obtained" | "tracking_updated" | "status_updated" | "case_updated" | "order.created" | "order.placed" | "order.failed" | "order.cancelled" | "order.cancelled_by_retailer" | "order.action_required" | "tracking.obtained" | "tracking.updated" | "return.updated" | "case.updated" | "bulk.completed" | "policy.alert" | "managed_account.paused";
  order_id?: string;
  endpoint_id?: string;
  event_id?: string;
  url?: string;
};

export type ListWebhookDeliveriesOutput = {
  /** Deliveries, newest first. */
  deliveries: WebhookDelivery[];
  /** Number of entries in all pages. */
  total: number;
  /** Maximum number of entries per page. */
  limit: number;
  /** Number of entries to skip. */
  offset: number;
};

export type ListWebhookEndpointsOutput = {
  /** Endpoints of this mode. */
  endpoints: WebhookEndpoint[];
  /** Number of entries in all pages. */
  total: number;
};

export type MintSandboxKeyInput = {
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
  /** When the key expires, for people. */
  expires_policy: string;
  /** Quickstart as Markdown. */
  quickstart_url: string;
  /** A complete request body for POST /orders. */
  example_order: Record<string, unknown>;
  /** Link for the person who wants to keep the sandbox. Shown only once. */
  claim_url: string;
  /** What to do next, step by step. */
  next: string[];
};

export type NotePresenceInput = {
  kind: "case" | "order" | "desk" | "return" | "doubt" | "customer";
  subject: string;
  body: {
    /** True to claim it, false to release it. Leave it out to only view. */
    claim?: boolean;
  };
};

export type NotePresenceOutput = {
  /** Whether you claimed it. */
  is_mine: boolean;
  /** Other operators who view it or claimed it. */
  others: {
    /** Email address of the operator. */
    operator: string;
    /** When the operator last viewed it. */
    seen_at: string;
    /** When the operator claimed it. Null: only viewing. */
    claimed_at: string | null;
  }[];
};

export type OpenIncidentInput = {
  body: {
    /** UUID of the new incident. A request with the same id opens no second one. */
    id?: string;
    /** What is wrong, in a few words. Public. */
    title: string;
    /** Where the incident is. */
    state: "investigating" | "identified" | "monitoring" | "resolved";
    /** Parts of the service that are affected. */
    components: ("api" | "placing" | "tracking" | "mail" | "webhooks")[];
    /** For the public, as plain text. */
    text: string;
  };
};

export type OpenIncidentOutput = {
  /** Unique id. */
  id: string;
  /** What is wrong, in a few words. */
  title: string;
  /** Where the incident is. */
  state: "investigating" | "identified" | "monitoring" | "resolved";
  /** Parts of the service that are affected. */
  components: ("api" | "placing" | "tracking" | "mail" | "webhooks")[];
  /** When the incident started. */
  started_at: string;
  /** When the incident was resolved. Null: it is open. */
  resolved_at: string | null;
  /** Updates, newest first. */
  updates: {
    /** Unique id. */
    id: string;
    /** State of the incident at this update. */
    state: "investigating" | "identified" | "monitoring" | "resolved";
    /** The update, as plain text. */
    text: string;
    /** When it was posted. */
    at: string;
  }[];
};

export type PlaceBulkOrderInput = {
  body: {
    /** Name of the file, for display. */
    filename?: string | null;
    /** Rows of the file: each maps column headers to cells, all as text. */
    rows: Record<string, string>[];
    /** Mail the account holder once every order of the batch is placed, failed or canceled. */
    notify_on_complete?: boolean;
    /** A unique value for this batch. A request with the same value never places it twice. */
    idempotency_key?: string | null;
  };
};

export type PlaceBulkOrderOutput = BulkOrder;

export type PostToCaseInput = {
  order_id: string;
  body: {
    /** Text of your message. */
    message: string;
    /** Why you open the case. Reopens a closed case. Leave it out to reply to an open one. */
    reason?: "return.request_label" | "nondelivery.not_delivered" | "nondelivery.damaged" | "nondelivery.empty_box" | "tracking.request_update" | "cancel.forced_cancellation" | "other" | null;
  };
};

export type PostToCaseOutput = Case;

export type PreviewPolicyInput = {
  body: {
    /** The rules to try out. */
    policy: PolicyRules;
    /** Try the rules on the orders of this key only. By default, on all orders. */
    key_id?: string;
    /** Try the rules on the orders of this group of keys only. Can't be combined with `key_id`. */
    group?: string;
  };
};

export type PreviewPolicyOutput = {
  /** First day of the orders that were checked. */
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
  token: string;
};

export type PreviewSandboxClaimOutput = {
  /** Number of orders in the sandbox. */
  orders: number;
  /** Number of keys in the sandbox. */
  keys: number;
  /** Test money on its wallet, in cents, including money on hold. */
  balance_cents: number;
  /** When it was created. */
  created_at: string;
};

export type ProbeStoreInput = {
  body: {
    /** Address of the storefront. */
    url: string;
  };
};

export type ProbeStoreOutput = {
  /** Origin of the storefront. */
  url: string;
  /** Kind of store. Null: not supported. */
  kind: "vendure" | "medusa" | "woocommerce" | "shopify" | "amazon-business" | "mouser" | "ucp" | "browser" | "desk" | null;
  /** Suggested name. */
  name: string | null;
  /** Name of the store, for people. */
  display_name: string | null;
  /** Address of the store's API. */
  api_url: string | null;
  /** Currency of the amounts (ISO 4217). */
  currency: string | null;
  /** Countries that it ships to (ISO 3166-1). */
  countries: string[] | null;
  /** What the connector could do there. */
  abilities: ("search" | "product" | "offers" | "checkout" | "quote" | "find" | "fence" | "history" | "track" | "cancel" | "return" | "login")[];
  /** Settings that were detected. */
  settings: Record<string, unknown>;
  /** What you still have to provide. */
  missing: string[];
};

export type PutAccountPolicyInput = {
  body: PolicyRules;
};

export type PutAccountPolicyOutput = Policy;

export type PutKeyGroupInput = {
  name: string;
  body: {
    /** Ids of the keys in the group. */
    key_ids: string[];
  };
};

export type PutKeyGroupOutput = KeyGroup;

export type PutKeyGroupPolicyInput = {
  name: string;
  body: PolicyRules;
};

export type PutKeyGroupPolicyOutput = Policy;

export type PutKeyPolicyInput = {
  id: string;
  body: PolicyRules;
};

export type PutKeyPolicyOutput = Policy;

export type PutMailPreferencesInput = {
  body: MailPreferences;
};

export type PutMailPreferencesOutput = MailPreferences;

export type PutWebhookEndpointInput = {
  body: {
    /** URL that receives events by POST. A user name and password in it are sent as Basic authentication. */
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
  body: {
    /** What to buy. All products must be from one store. */
    products: OrderedProduct[];
    shipping_address: ShippingAddress;
    /** Buy with this retailer account of yours (`short_id`). Errand uses its own account by default. */
    retailer_credentials_id?: string | null;
    /** A unique value for this order. A request with the same value never buys twice. The Idempotency-Key header works too. */
    idempotency_key?: string | null;
    /** Your own data, returned with the order. Up to 50 keys and 16 KiB. */
    metadata?: Record<string, unknown>;
    /** Your purchase order number. */
    po_number?: string | null;
    /** The most days that the seller may take to ship. Slower offers are skipped. */
    handling_days_max?: number | null;
    /** Send the order as a gift, without prices, where the store supports it. */
    is_gift?: boolean;
    /** Message for the recipient. Requires `is_gift`. */
    gift_message?: string | null;
    fulfillment?: Fulfillment | null;
    /** Buy at the price of this quote from POST /orders/quote, before its `expires_at`. */
    quote_id?: string | null;
    /** How far the total may rise above the quote, in cents. Beyond that, the order fails with `price_changed`. */
    max_drift_cents?: number;
    /** What pays for the order; the wallet if absent. */
    payment?: {
      /** `card`: a saved card is authorized for max_price and the fee, and charged what was bought. */
      mode: "wallet" | "card";
      /** One of GET /wallet/cards; the default card if absent. */
      payment_method?: string | null;
    } | null;
    /** Mail the recipient about shipping and delivery. */
    customer_notifications?: {
      /** Email address of the recipient. */
      email: string;
    } | null;
    /** The most that the store may charge, in cents, including tax and shipping. Errand never pays more. */
    max_price?: number;
  };
};

export type QuoteOrderOutput = Quote;

export type ReceiveStripeEventInput = {
  body: unknown;
};

export type ReceiveStripeEventOutput = {
  /** Always true. */
  received: boolean;
};

export type RecordDeskPurchaseInput = {
  order_id: string;
  body: {
    /** As taking the order answered it. */
    lease: number;
    /** Order numbers of the store. */
    merchant_order_ids: string[];
    /** Price of each item. */
    lines: {
      /** UUID of the item, as in `items` of the order. */
      item_id: string;
      /** Price of one unit, in cents. */
      unit_price_cents: number;
      /** Units bought; all by default. Fewer, or 0, only if the order's `fulfillment` allows it. */
      quantity?: number;
    }[];
    /** Shipping cost, in cents. */
    shipping_cents: number;
    /** Sales tax or VAT, in cents. */
    tax_cents: number;
    /** Other fees of the store, in cents. */
    fees_cents?: number;
    /** Discount of the store, in cents. */
    discount_cents?: number;
    /** What the retailer charged; not above max_price. */
    total_cents: number;
    /** Day on which the store expects to deliver. */
    estimated_delivery?: string | null;
    /** Note for other operators. */
    note?: string | null;
  };
};

export type RecordDeskPurchaseOutput = DeskOrder;

export type RefundFromCaseInput = {
  order_id: string;
  body: {
    /** UUID of the refund. A request with the same id refunds nothing more. */
    id: string;
    /** Amount to refund, in cents. */
    amount_cents: number;
    /** Why. The customer sees it in the transactions. */
    note: string;
  };
};

export type RefundFromCaseOutput = {
  /** Unique id. */
  id: string;
  /** The order that it belongs to. */
  order_id: string;
  /** The customer account that it belongs to. */
  account_id: string;
  /** Mode: `test` is the sandbox, `live` is real money. */
  world: "test" | "live";
  /** Amount that was refunded, in cents. */
  amount_cents: number;
  /** Why it was refunded. */
  note: string;
  /** What could still be refunded, in cents. */
  refundable_cents: number;
  /** When it was created. */
  created_at: string;
};

export type RefundTopUpInput = {
  top_up_id: string;
};

export type RefundTopUpOutput = TopUp;

export type RemoveAlertChannelInput = {
  channel_id: string;
};

export type RemoveAlertChannelOutput = undefined;

export type RemoveAlertRuleInput = {
  rule: string;
};

export type RemoveAlertRuleOutput = undefined;

export type RemovePersonInput = {
  revoke_keys?: boolean;
  person_id: string;
};

export type RemovePersonOutput = undefined;

export type RemoveStoreInput = {
  name: string;
};

export type RemoveStoreOutput = undefined;

export type ReplayFailedWebhookDeliveriesInput = {
  body: {
    /** Resend failed deliveries of events since this time. */
    failed_since: string;
  };
};

export type ReplayFailedWebhookDeliveriesOutput = {
  /** Number of deliveries that are sent again. */
  replayed: number;
};

export type ReplayWebhookDeliveryInput = {
  delivery_id: string;
};

export type ReplayWebhookDeliveryOutput = WebhookDelivery;

export type ReplyToCaseInput = {
  order_id: string;
  body: {
    /** Text of the reply. */
    message: string;
    /** Close the case with this reply. */
    close?: boolean;
  };
};

export type ReplyToCaseOutput = {
  /** The order that it belongs to. */
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
  /** Files of the case, oldest first. */
  attachments: CaseAttachment[];
  /** Mode: `test` is the sandbox, `live` is real money. */
  world: "test" | "live";
  /** The customer account that it belongs to. */
  account_id: string;
  /** Email address of the customer account. Null for a sandbox that nobody claimed. */
  account_email: string | null;
  /** Id of the retailer, as in GET /retailers. */
  retailer: string;
  /** Where the order is. */
  order_status: "pending" | "in_progress" | "order_placed" | "order_failed" | "cancelled" | "cancelled_by_retailer";
  /** Status of each parcel. */
  tracking_statuses: ("pending" | "in_transit" | "delivered" | "undeliverable")[];
  /** What could still be refunded, in cents. */
  refundable_cents: number;
};

export type ReplyToSandboxCaseInput = {
  order_id: string;
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
    /** Such as case.opened.return.request_label, case.freetext or case.closed. */
    type: string;
    /** Text of the message. */
    message: string;
    /** When it was written. */
    timestamp: string;
  }[];
};

export type RequestCancellationInput = {
  order_id: string;
};

export type RequestCancellationOutput = Cancellation;

export type ResendEventInput = {
  event_id: string;
  body?: {
    /** Send it to this endpoint only. */
    endpoint_id?: string;
  };
};

export type ResendEventOutput = {
  /** What was sent again. */
  event: WebhookEvent;
  /** The deliveries that were started. */
  deliveries: WebhookDelivery[];
};

export type ResolveReturnInput = {
  return_request_id: string;
  body: {
    /** An open return can become any status. An approved one can become `credited` (refunded) or `denied`. */
    status: "approved" | "denied" | "credited";
    /** Why. The customer sees it, and it is kept in the audit log. */
    resolution_notes?: string | null;
    /** With `credited`, what the retailer refunded, in cents. Everything that was paid by default. */
    amount_cents?: number | null;
  };
};

export type ResolveReturnOutput = {
  /** Unique id. */
  id: string;
  /** The order that it belongs to. */
  order_id: string;
  /** `open`: the retailer has not decided. `approved`: send the items to the retailer; the refund follows. `credited`: the money is in your wallet. `denied`: the retailer refused, or rejected the items on inspection. */
  status: "open" | "approved" | "denied" | "credited";
  /** Why the items are returned. */
  reason: "damaged" | "not_delivered" | "empty_box" | "wrong_item" | "defective" | "not_as_described" | "wrong_size" | "no_longer_needed" | "forced_cancellation" | "other";
  /** Your notes for the retailer. */
  notes: string | null;
  /** What is returned. */
  items: {
    /** UUID of the item, as in `items` of the order. */
    order_item_id: string;
    /** Number of units returned. */
    quantity: number;
  }[];
  /** Return labels as PDF, one per parcel. Each link works for 7 days. Read the return again for new links. */
  label_urls: string[];
  /** Return number of the store. */
  merchant_return_id: string | null;
  /** Why the return ended as it did, for people. */
  resolution_notes: string | null;
  refund: ReturnRefundState | null;
  /** When it was created. */
  created_at: string;
  /** When it last changed. */
  updated_at: string;
  /** Mode: `test` is the sandbox, `live` is real money. */
  world: "test" | "live";
  /** The customer account that it belongs to. */
  account_id: string;
  /** Email address of the customer account. Null for a sandbox that nobody claimed. */
  account_email: string | null;
  /** Id of the retailer, as in GET /retailers. */
  retailer: string;
  /** Order numbers of the store. */
  merchant_order_ids: string[];
  /** What the store charged for the order, in cents. */
  charged_cents: number | null;
  /** What a credit would add to the wallet, in cents. */
  worth_cents: number;
  /** What was added to the wallet, in cents. */
  credited_cents: number | null;
  /** When the return was approved. */
  approved_at: string | null;
  /** What happened, for people. */
  message: string;
};

export type ResolveSandboxReturnInput = {
  return_request_id: string;
  body: {
    /** An open return can become any status. An approved one can become `credited` (refunded) or `denied`. */
    status: "approved" | "denied" | "credited";
    /** Why, for the customer. */
    resolution_notes?: string | null;
    /** With `credited`, what the retailer refunds, in cents. Everything that was paid by default. */
    amount_cents?: number | null;
  };
};

export type ResolveSandboxReturnOutput = Return;

export type RevokeKeyInput = {
  id: string;
};

export type RevokeKeyOutput = undefined;

export type RotateWebhookEndpointSecretInput = {
  endpoint_id: string;
};

export type RotateWebhookEndpointSecretOutput = WebhookEndpointWithSecret;

export type RotateWebhookSecretOutput = {
  /** Secret for Standard Webhooks libraries. */
  secret: string;
  /** When it was created. */
  created_at: string;
  /** Replaced secrets that still sign messages beside the current one. */
  previous: {
    /** A replaced secret. */
    secret: string;
    /** When it stops signing messages. */
    valid_until: string;
  }[];
};

export type SearchAsOperatorInput = {
  q: string;
};

export type SearchAsOperatorOutput = {
  /** Results, up to eight of each kind. */
  results: {
    /** Kind of object. */
    kind: "order" | "parcel" | "customer" | "key" | "mail";
    /** Id of the order (also for parcels and mails), the account or the key. */
    id: string;
    /** Id in the address of its page: the id of a parcel, otherwise `id`. */
    page_id: string;
    /** The customer account that it belongs to. */
    account_id: string | null;
    /** Mode: `test` is the sandbox, `live` is real money. */
    world: "test" | "live" | null;
    /** Headline of the result. */
    title: string;
    /** More about the result, in one line. */
    note: string;
  }[];
};

export type SearchEverywhereInput = {
  q: string;
  min_price?: number;
  max_price?: number;
};

export type SearchEverywhereOutput = SearchOfAllResults;

export type SearchProductsInput = {
  query: string;
  retailer: string;
  page?: number;
  free_shipping?: boolean;
};

export type SearchProductsOutput = SearchResults;

export type SetSandboxHoldInput = {
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

export type SignCustomerOutInput = {
  account_id: string;
  body: {
    /** Why, for the audit log. */
    reason: string;
  };
};

export type SignCustomerOutOutput = undefined;

export type SignOutEverywhereOutput = undefined;

export type SimulatePolicyInput = {
  body: NewOrder;
};

export type SimulatePolicyOutput = PolicyVerdict;

export type StartSecondFactorOutput = {
  /** Secret to type into an authenticator app. */
  secret: string;
  /** Link or QR code for an authenticator app. */
  otpauth_url: string;
};

export type SwitchRetailerInput = {
  retailer: string;
  body: {
    /** Mode: `test` is the sandbox, `live` is real money. */
    world: "test" | "live";
    /** False to stop placing orders there. Pending orders wait. */
    enabled: boolean;
    /** Why, for the audit log. */
    reason: string;
  };
};

export type SwitchRetailerOutput = {
  /** Id of the retailer, as in GET /retailers. */
  retailer: string;
  /** Name of the retailer, for people. */
  display_name: string;
  /** Mode: `test` is the sandbox, `live` is real money. */
  world: "test" | "live";
  /** Connector that serves it. Null: none in this mode. */
  connector: string | null;
  /** What the connector can do. */
  abilities: string[];
  /** Whether orders are placed there. */
  enabled: boolean;
  /** Why it was switched off. */
  reason: string | null;
  /** Operator who switched it last. */
  switched_by: string | null;
  /** When it was switched last. */
  switched_at: string | null;
  /** Orders of the last 24 hours. */
  orders_24h: {
    /** Orders that were placed. */
    placed: number;
    /** Orders that failed. */
    failed: number;
    /** Orders in progress. */
    under_way: number;
  };
};

export type TakeDeskTaskInput = {
  order_id: string;
  body: {
    /** Confirms that the previous operator bought nothing. */
    take_over?: boolean;
  };
};

export type TakeDeskTaskOutput = DeskOrder;

export type TakeInvitationBackInput = {
  invitation_id: string;
};

export type TakeInvitationBackOutput = undefined;

export type TakeOverVisitInput = {
  visit_id: string;
};

export type TakeOverVisitOutput = {
  /** Token to control the browser with. Shown only once. */
  token: string;
  /** Name of the store. */
  store: string;
  /** Id of the order. */
  reference: string;
  /** What to do on the page. */
  message: string;
  /** Width of the page in pixels. */
  width: number;
  /** Height of the page in pixels. */
  height: number;
  /** When control ends. Every input extends it. */
  expires_at: string;
};

export type TestWebhookEndpointInput = {
  endpoint_id: string;
  body?: {
    /** Event type to send. */
    type?: "order.created" | "order.placed" | "order.failed" | "order.cancelled" | "order.cancelled_by_retailer" | "order.action_required" | "tracking.obtained" | "tracking.updated" | "return.updated" | "case.updated" | "bulk.completed" | "policy.alert" | "managed_account.paused";
  };
};

export type TestWebhookEndpointOutput = WebhookDelivery;

export type TrackOrderInput = {
  order_id: string;
};

export type TrackOrderOutput = {
  /** UUID of the order. */
  order_id: string;
  /** Status of the order now. */
  current_status: "pending" | "in_progress" | "order_placed" | "order_failed" | "cancelled" | "cancelled_by_retailer";
  /** Best estimate for the whole order, as a day at the address. */
  estimated_delivery_date: string | null;
  /** Where the order ships to, without name and phone number. */
  destination: {
    /** Street and house number. */
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
  /** Parcels of the order. */
  shipments: {
    /** Carrier that delivers the parcel. */
    carrier: string;
    /** Number to look the parcel up with at the carrier. */
    tracking_number: string;
    /** Where the parcel is. Null: not known yet. */
    status: "pending" | "in_transit" | "delivered" | "undeliverable" | null;
    /** Day on which the carrier expects to deliver. */
    estimated_delivery_date: string | null;
    /** Scans of the carrier, newest first. */
    checkpoints: TrackingCheckpoint[];
  }[];
  /** Products of the order. */
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
    /** Where the item is between order and delivery. */
    status: "pending" | "processing" | "ordered" | "shipped" | "delivered" | "cancelled" | "failed";
  }[];
};

export type UnlinkManagedAccountInput = {
  short_id: string;
};

export type UnlinkManagedAccountOutput = undefined;

export type UpdateCardInput = {
  card_id: string;
  body: {
    /** Charge this card when an order names none. */
    is_default: true;
  };
};

export type UpdateCardOutput = SavedCard;

export type UpdateIncidentInput = {
  incident_id: string;
  body: {
    /** Where the incident is now. */
    state: "investigating" | "identified" | "monitoring" | "resolved";
    /** For the public, as plain text. */
    text: string;
  };
};

export type UpdateIncidentOutput = {
  /** Unique id. */
  id: string;
  /** What is wrong, in a few words. */
  title: string;
  /** Where the incident is. */
  state: "investigating" | "identified" | "monitoring" | "resolved";
  /** Parts of the service that are affected. */
  components: ("api" | "placing" | "tracking" | "mail" | "webhooks")[];
  /** When the incident started. */
  started_at: string;
  /** When the incident was resolved. Null: it is open. */
  resolved_at: string | null;
  /** Updates, newest first. */
  updates: {
    /** Unique id. */
    id: string;
    /** State of the incident at this update. */
    state: "investigating" | "identified" | "monitoring" | "resolved";
    /** The update, as plain text. */
    text: string;
    /** When it was posted. */
    at: string;
  }[];
};

export type UpdateKeyInput = {
  id: string;
  body: {
    /** For you to recognise it by. */
    label?: string;
    /** Spending limits of the key. */
    limits?: {
      /** The most that its orders can hold in a day (UTC), in cents. Null: no limit. */
      spend_per_day_cents?: number | null;
      /** The highest `max_price` of an order, in cents. Null: no limit. */
      spend_per_order_cents?: number | null;
      /** Ids of the retailers that it can buy from. Null: all of them. */
      allowed_retailers?: string[] | null;
    };
    /** What the key can do. `read`: view. `order`: buy, cancel and return. `manage`: retailer accounts and webhooks. `policies`: write spending policies. */
    scopes?: ("read" | "order" | "manage" | "policies")[];
    /** When the key stops working. Null: never. */
    expires_at?: string | null;
    /** IP addresses and CIDR ranges that it can be used from. Null: anywhere. */
    allowed_addresses?: string[] | null;
    /** Origins of web pages whose scripts may use it (CORS), such as https://shop.example.com, or * for any; null is none. Give a key that is in a page as little power as you can: anyone who opens the page has it. */
    allowed_origins?: string[] | null;
  };
};

export type UpdateKeyOutput = Key;

export type UpdateManagedAccountInput = {
  short_id: string;
  body: {
    /** Email address that logs in at the retailer. */
    email?: string;
    /** Password of the retailer account. Encrypted at rest and never returned. */
    password?: string | null;
    /** Base32 secret or otpauth:// URL of the authenticator app. Encrypted at rest and never returned. */
    totp_secret?: string | null;
    /** Id of the retailer or domain of the store. Leave it out for default credentials. */
    retailer?: string | null;
    /** Settings for the store, up to 16 KiB. Encrypted at rest. Returned with secrets masked. */
    retailer_config?: Record<string, unknown> | null;
    /** While true, orders wait and the account is not used. */
    is_paused?: boolean;
    /** Minimum minutes between two uses. Null: no cooldown. */
    cooldown_minutes?: number | null;
  };
};

export type UpdateManagedAccountOutput = ManagedAccount;

export type UpdateMeInput = {
  body: {
    /** Name that other people on your accounts see. */
    name: string | null;
  };
};

export type UpdateMeOutput = undefined;

export type UpdateWebhookEndpointInput = {
  endpoint_id: string;
  body: {
    /** URL that receives events by POST. A user name and password in it are sent as Basic authentication. */
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
  body: {
    /** Name of the file, for display. */
    filename?: string | null;
    /** Rows of the file: each maps column headers to cells, all as text. */
    rows: Record<string, string>[];
    /** Mail the account holder once every order of the batch is placed, failed or canceled. */
    notify_on_complete?: boolean;
  };
};

export type ValidateBulkOrderOutput = BulkValidation;

export type VerifyManagedAccountInput = {
  short_id: string;
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
  /** Why it failed, for people. */
  message: string | null;
  account: ManagedAccount;
};

export type WatchVisitInput = {
  visit_id: string;
};

export type WatchVisitOutput = Uint8Array;

/** Every operation of the service, by its operationId. */
export interface Operations {
  /** Control a browser. Clicks, types or scrolls in a page that you took over, in order. Then answer the action of the order (`POST /orders/{order_id}/actions/{action_id}`) and the purchase continues. */
  actInVisit: { input: ActInVisitInput; output: ActInVisitOutput };
  /** Add an alert channel. Operators are always mailed. A webhook gets `alert.fired` and `alert.resolved`, signed as Standard Webhooks with the secret in this response, and is retried for about a day. */
  addAlertChannel: { input: AddAlertChannelInput; output: AddAlertChannelOutput };
  /** Add an alert rule. Watches one more metric. */
  addAlertRule: { input: AddAlertRuleInput; output: AddAlertRuleOutput };
  /** Attach a file to any case. A PDF or image up to 5 MiB. The customer sees it. */
  addAnyCaseAttachment: { input: AddAnyCaseAttachmentInput; output: AddAnyCaseAttachmentOutput };
  /** Attach a file to a case. A PDF or image up to 5 MiB, up to 20 files per case. Open the case first. */
  addCaseAttachment: { input: AddCaseAttachmentInput; output: AddCaseAttachmentOutput };
  /** Add or update a parcel. Enters a tracking number, or where a parcel is now. */
  addDeskParcel: { input: AddDeskParcelInput; output: AddDeskParcelOutput };
  /** Add a receipt. A PDF or image up to 5 MiB. */
  addDeskReceipt: { input: AddDeskReceiptInput; output: AddDeskReceiptOutput };
  /** Add a store. All processes use it within a second. `automatic` requires `consent`. A currency that wallets don't have is rejected, and so is a host that another store has. */
  addStore: { input: AddStoreInput; output: AddStoreOutput };
  /** Move a sandbox parcel. Sets the tracking status of the order. From then on, the parcel moves only when you call this. Test keys only. */
  advanceSandboxOrder: { input: AdvanceSandboxOrderInput; output: AdvanceSandboxOrderOutput };
  /** Buy without an account. The request pays for the order: it is charged `max_price` plus 1 USD up front. The difference is refunded to the same payment method, or everything if the order fails or is canceled. The response has a key for this order in X-Api-Key. Without a body, the 402 explains the price. With `Prefer: payment-link`, the 402 has `error.details.pay_url`, where a person can pay instead, and an X-Api-Key for the order that this creates. */
  agentCreateOrder: { input: AgentCreateOrderInput; output: AgentCreateOrderOutput };
  /** Get a product, paid per call. For amazon and walmart. An unknown product is a 200 with `status` `failed`. Costs 0.01 USD per call and needs no account or key. */
  agentGetProduct: { input: AgentGetProductInput; output: AgentGetProductOutput };
  /** Get the offers for a product, paid per call. For amazon and walmart. An unknown product is a 200 with `status` `failed`. Costs 0.01 USD per call and needs no account or key. */
  agentGetProductOffers: { input: AgentGetProductOffersInput; output: AgentGetProductOffersOutput };
  /** Search all retailers. Beta: the response shape may change. You can pass the `url` of a result to POST /agent/orders. Costs 0.01 USD per call and needs no account or key. */
  agentSearch: { input: AgentSearchInput; output: AgentSearchOutput };
  /** Search one retailer, paid per call. Returns one page of results. Costs 0.01 USD per call and needs no account or key. */
  agentSearchProducts: { input: AgentSearchProductsInput; output: AgentSearchProductsOutput };
  /** Search one retailer by GET, paid per call. Returns one page of results. Costs 0.01 USD per call and needs no account or key. */
  agentSearchProductsByGet: { input: AgentSearchProductsByGetInput; output: AgentSearchProductsByGetOutput };
  /** Approve or decline a purchase. Only a signed-in person can answer, once, before the request expires. If a policy asks, the person must be one of its approvers. Keys can't answer. */
  answerApproval: { input: AnswerApprovalInput; output: AnswerApprovalOutput };
  /** Accept or decline an invitation. Works once. If you accept, this session switches to the account. */
  answerInvitation: { input: AnswerInvitationInput; output: AnswerInvitationOutput };
  /** Answer an action. Send what `next_action.answer_schema` asks for. Only the party in `asked_of` can answer. An approval needs a signed-in person, never a key. */
  answerOrderAction: { input: AnswerOrderActionInput; output: AnswerOrderActionOutput };
  /** Give a program a key. A signed-in person approves or refuses the program that shows this code. They can grant fewer scopes than the program asked for. An unknown, expired or already decided code returns 404. */
  approveDevice: { input: ApproveDeviceInput; output: ApproveDeviceOutput };
  /** Request a key for a program. Starts the device flow: the person approves in the browser, and the program gets its key without anyone copying it. Send a sandbox key to let the person claim that sandbox too. A key that is not used for 90 days expires. */
  askForDeviceCode: { input: AskForDeviceCodeInput; output: AskForDeviceCodeOutput };
  /** Record a cancellation by the store. For an order that was bought by hand. What was captured is refunded. */
  callOffDeskPurchase: { input: CallOffDeskPurchaseInput; output: CallOffDeskPurchaseOutput };
  /** Cancel a pending order. Works until Errand starts to buy. The hold is released. */
  cancelOrder: { input: CancelOrderInput; output: CancelOrderOutput };
  /** Update an alert rule. Changes its bounds, or enables or disables it. An active alert of a disabled rule is resolved at the next check. */
  changeAlertRule: { input: ChangeAlertRuleInput; output: ChangeAlertRuleOutput };
  /** Change a person's role. Takes effect in all processes within a second. An account must keep an owner, otherwise the response is 409 `last_owner`. */
  changeRole: { input: ChangeRoleInput; output: ChangeRoleOutput };
  /** Update a store. Changes only the fields you send, or enables or disables it. `credentials` are replaced as a whole, `limits` are merged. */
  changeStore: { input: ChangeStoreInput; output: ChangeStoreOutput };
  /** Check a product address. Says whether POST /orders would accept the address, and why not. Uses the mode of your key. Without a key, it is about live mode if this service has a live store, otherwise about the sandbox. */
  checkRetailer: { input: CheckRetailerInput; output: CheckRetailerOutput };
  /** Check settings. What is unsafe about the current settings, and how to fix it. The same list as `npm run admin -- doctor`. */
  checkSettings: { input: Record<never, never>; output: CheckSettingsOutput };
  /** Check a store. Searches, fills a cart, reads the total and empties the cart again. Buys nothing. Each step says what worked. */
  checkStore: { input: CheckStoreInput; output: CheckStoreOutput };
  /** Switch accounts. Acts for another of your accounts in this session. Pages that are already open stay on their account. */
  chooseAccount: { input: ChooseAccountInput; output: ChooseAccountOutput };
  /** Claim a sandbox. Moves its orders, test money and keys to your account, once. The keys keep working. */
  claimSandbox: { input: ClaimSandboxInput; output: ClaimSandboxOutput };
  /** Compare retailers. The last 24 hours of every retailer and store: success rate, time to place, failure reasons and orders that need review. */
  compareRetailers: { input: CompareRetailersInput; output: CompareRetailersOutput };
  /** Start a backup. A worker makes it within a minute. 409 if one is already requested or running, or `BACKUP_TO` is not set. */
  createBackup: { input: Record<never, never>; output: CreateBackupOutput };
  /** Save a card. Open url in a browser: a person enters the card on a page of Stripe, or chooses a test card in the sandbox. Card numbers never pass through this API. */
  createCardSetup: { input: CreateCardSetupInput; output: CreateCardSetupOutput };
  /** Start the payment of a link. Returns a Stripe page, or a test page in the sandbox. Repeating the request returns the same page. */
  createCheckoutSession: { input: CreateCheckoutSessionInput; output: CreateCheckoutSessionOutput };
  /** Create an API key. The key is shown in this response only. If you repeat the request with the same Idempotency-Key, you get the same key again. */
  createKey: { input: CreateKeyInput; output: CreateKeyOutput };
  /** Add a retailer account. Orders can then be bought with your own account. Secrets are encrypted before they are stored and never returned. Supports Idempotency-Key. */
  createManagedAccount: { input: CreateManagedAccountInput; output: CreateManagedAccountOutput };
  /** Create an order. Accepts the order and puts `max_price` and the fee on hold in your wallet. Errand then buys it in the background: read the order or its timeline, or use webhooks. Send an Idempotency-Key header (or `idempotency_key`) so that a retry never buys twice. With `Prefer: payment-link`, a 402 has `details.pay_url`, where a person can pay for the order. */
  createOrder: { input: CreateOrderInput; output: CreateOrderOutput };
  /** Create a return. For items of a placed order that are not being returned already. The retailer decides in the background: read the return until `status` is no longer `open`. Send an Idempotency-Key header so that a retry creates only one return. */
  createReturn: { input: CreateReturnInput; output: CreateReturnOutput };
  /** Add funds. Open `pay_url` in a browser: a Stripe page with a live key, a test page with a test key. The funds are added when the payment is confirmed. Send an Idempotency-Key header so that a retry creates only one top-up. */
  createTopUp: { input: CreateTopUpInput; output: CreateTopUpOutput };
  /** Add a webhook endpoint. Up to 20 per mode. Each has its own secret. */
  createWebhookEndpoint: { input: CreateWebhookEndpointInput; output: CreateWebhookEndpointOutput };
  /** Credit a wallet. Adds money to a customer's wallet. Repeating the request with the same id changes nothing. Live money needs a second factor. */
  creditWallet: { input: CreditWalletInput; output: CreditWalletOutput };
  /** Debit a wallet. Takes money from a customer's wallet, up to what is available. Repeating the request with the same id changes nothing. Live money needs a second factor. */
  debitWallet: { input: DebitWalletInput; output: DebitWalletOutput };
  /** Decide an order that needs review. Enter what the retailer's order history shows. This settles the order and its money for good. An order that needs no decision returns `bad_request`. */
  decideDoubt: { input: DecideDoubtInput; output: DecideDoubtOutput };
  /** Retry or discard a failed job. Jobs that end an order or move money can't be discarded: retry them, or decide the order. */
  decideJob: { input: DecideJobInput; output: DecideJobOutput };
  /** Answer a sign-in request. A signed-in person lets a program use their account, or refuses. The program gets its own key, which you can list and revoke like any other. */
  decideSignInRequest: { input: DecideSignInRequestInput; output: DecideSignInRequestOutput };
  /** Remove a card. Orders that it was authorized for are still charged to it. Refunds still reach it. */
  deleteCard: { input: DeleteCardInput; output: DeleteCardOutput };
  /** Delete the policy of a key group. The keys of the group keep their own policies and the account's policy. */
  deleteKeyGroupPolicy: { input: DeleteKeyGroupPolicyInput; output: DeleteKeyGroupPolicyOutput };
  /** Delete the policy of a key. The policies of its group and of the account still apply. */
  deleteKeyPolicy: { input: DeleteKeyPolicyInput; output: DeleteKeyPolicyOutput };
  /** Delete a retailer account. Deletes its secrets too. Orders that wait for it fail with `login_failed`. Returns 409 while a job uses the account. */
  deleteManagedAccount: { input: DeleteManagedAccountInput; output: DeleteManagedAccountOutput };
  /** Delete your account. Sessions and keys end at once. A job then erases addresses, retailer accounts, messages, webhooks and files. Ledger entries that must be kept no longer name you. Refused while orders are open, live money is on the wallet, or other people are on the account. */
  deleteMe: { input: Record<never, never>; output: DeleteMeOutput };
  /** Delete the single webhook URL. Errand stops sending events to it. */
  deleteWebhookEndpoint: { input: Record<never, never>; output: DeleteWebhookEndpointOutput };
  /** Delete a webhook endpoint. Pending deliveries to it are dropped. The delivery log stays. */
  deleteWebhookEndpointById: { input: DeleteWebhookEndpointByIdInput; output: DeleteWebhookEndpointByIdOutput };
  /** End a session. That browser has to sign in again. Other sessions of the person continue. */
  endAnySession: { input: EndAnySessionInput; output: EndAnySessionOutput };
  /** Export the audit log. CSV, newest first. */
  exportOperatorActions: { input: ExportOperatorActionsInput; output: ExportOperatorActionsOutput };
  /** Export orders as CSV. Takes the filters of GET /orders. Streams any number of orders, newest first. Safe to open in a spreadsheet. */
  exportOrders: { input: ExportOrdersInput; output: ExportOrdersOutput };
  /** Fail an order. Records that it can't be bought. The hold is released. */
  failDeskTask: { input: FailDeskTaskInput; output: FailDeskTaskOutput };
  /** Get the approved key. Returns the key once. Until the person approves, you get a 400 that says what to do: `authorization_pending`, `slow_down`, `access_denied` or `expired_token`. */
  fetchDeviceKey: { input: FetchDeviceKeyInput; output: FetchDeviceKeyOutput };
  /** Finish linking a retailer account. Takes the parameters of the store's redirect. Only the person who was sent to the store can finish, once, within 10 minutes. */
  finishManagedAccountLink: { input: FinishManagedAccountLinkInput; output: FinishManagedAccountLinkOutput };
  /** Freeze or unfreeze a key. A frozen key is rejected everywhere within a second. Its existing orders continue. */
  freezeKey: { input: FreezeKeyInput; output: FreezeKeyOutput };
  /** Get the account's spending policy. Returns the policy for the mode you ask in. An account without a policy has no limits; its policy has version 0. */
  getAccountPolicy: { input: Record<never, never>; output: GetAccountPolicyOutput };
  /** Get any case. Returns all messages, files and what could still be refunded. */
  getAnyCase: { input: GetAnyCaseInput; output: GetAnyCaseOutput };
  /** Download a file of any case. Returns the file with its media type. */
  getAnyCaseAttachment: { input: GetAnyCaseAttachmentInput; output: GetAnyCaseAttachmentOutput };
  /** Get any key. Limits, what it spent today, latest requests and audit log. */
  getAnyKey: { input: GetAnyKeyInput; output: GetAnyKeyOutput };
  /** List mails to a recipient. Mails to the recipient of an order, and whether they were sent. */
  getAnyMails: { input: GetAnyMailsInput; output: GetAnyMailsOutput };
  /** Get any order. With its money, mails, webhooks, jobs, requests and audit log. */
  getAnyOrder: { input: GetAnyOrderInput; output: GetAnyOrderOutput };
  /** Get any parcel. With its scans and its order. */
  getAnyParcel: { input: GetAnyParcelInput; output: GetAnyParcelOutput };
  /** Get an approval request. Shows what a person is asked to approve. Open to people and keys of the account. Reading it decides nothing. */
  getApproval: { input: GetApprovalInput; output: GetApprovalOutput };
  /** Get a batch. Returns the batch with every row and the status of its order. */
  getBulkOrder: { input: GetBulkOrderInput; output: GetBulkOrderOutput };
  /** Download batch results. Your columns in their original order, then `order_id`, `status` and `error`. Safe to open in a spreadsheet. */
  getBulkOrderResults: { input: GetBulkOrderResultsInput; output: GetBulkOrderResultsOutput };
  /** Download the CSV template. With a test key, it has a row that you can place as it is. With a live key, it has only the header. */
  getBulkOrderTemplate: { input: Record<never, never>; output: GetBulkOrderTemplateOutput };
  /** Get the cancellation of an order. Returns the latest request to the store to cancel. */
  getCancellation: { input: GetCancellationInput; output: GetCancellationOutput };
  /** Check whether a card was saved. Asks Stripe while the card is not saved yet, so polling works. */
  getCardSetup: { input: GetCardSetupInput; output: GetCardSetupOutput };
  /** Get the case of an order. Returns all messages and files. 404 if the order has no case. */
  getCase: { input: GetCaseInput; output: GetCaseOutput };
  /** Download a file of a case. Returns the file with its media type. */
  getCaseAttachment: { input: GetCaseAttachmentInput; output: GetCaseAttachmentOutput };
  /** Get a customer. Wallets, people, keys, sessions, latest orders and audit log. */
  getCustomer: { input: GetCustomerInput; output: GetCustomerOutput };
  /** Download a receipt. Returns the file with its media type. */
  getDeskReceipt: { input: GetDeskReceiptInput; output: GetDeskReceiptOutput };
  /** Get an order to buy by hand. Address, items, who claimed it, and receipts. */
  getDeskTask: { input: GetDeskTaskInput; output: GetDeskTaskOutput };
  /** Get a key request. Shows which program asks for a key, so that the person can decide. */
  getDeviceCode: { input: GetDeviceCodeInput; output: GetDeviceCodeOutput };
  /** Get an event. Returns one event of the last 30 days, as it was sent to your endpoints. */
  getEvent: { input: GetEventInput; output: GetEventOutput };
  /** Download a screenshot of a recording. Returns the image. Secrets are covered. */
  getFilmPicture: { input: GetFilmPictureInput; output: GetFilmPictureOutput };
  /** Check the health of the service. Reports the database, job queue, mail, stores, disk and clock. Returns 503 if the service is down. */
  getHealth: { input: Record<never, never>; output: GetHealthOutput };
  /** Get an invitation. Shows the account that invites you. Needs the token of the mailed link. Returns 404 if the invitation was used, withdrawn or expired, or is for another email address. */
  getInvitation: { input: GetInvitationInput; output: GetInvitationOutput };
  /** Get the policy of a key group. Returns the rules and what is left of each limit, for all keys of the group together. */
  getKeyGroupPolicy: { input: GetKeyGroupPolicyInput; output: GetKeyGroupPolicyOutput };
  /** Get the policy of a key. Returns the rules and what is left of each limit. */
  getKeyPolicy: { input: GetKeyPolicyInput; output: GetKeyPolicyOutput };
  /** Get lifetime statistics. Live purchases only. Returns 404 unless the operator set PUBLIC_STATS=true. */
  getLifetimeStats: { input: Record<never, never>; output: GetLifetimeStatsOutput };
  /** Get your mail preferences. They apply to every account you are on. Sign-in links and invitations are always mailed. */
  getMailPreferences: { input: Record<never, never>; output: GetMailPreferencesOutput };
  /** Get a retailer account. Returns its settings and whether it is paused or in use. Secrets are never returned. */
  getManagedAccount: { input: GetManagedAccountInput; output: GetManagedAccountOutput };
  /** Get the link of a retailer account. Shows whether the account is linked at its store, and what the person agreed to. */
  getManagedAccountLink: { input: GetManagedAccountLinkInput; output: GetManagedAccountLinkOutput };
  /** Get the signed-in person. Returns who you are, the account you act for and your other accounts. */
  getMe: { input: Record<never, never>; output: GetMeOutput };
  /** Get service metrics. Queue, workers, database, mail and disk over time. */
  getMonitoring: { input: GetMonitoringInput; output: GetMonitoringOutput };
  /** Get the operations overview. System status and open tasks. */
  getOperatorOverview: { input: Record<never, never>; output: GetOperatorOverviewOutput };
  /** Get an order. With `wait_seconds`, the request waits until the order changes after `since`, or until the time is over. */
  getOrder: { input: GetOrderInput; output: GetOrderOutput };
  /** Get the timeline of an order. What happened to the order, oldest first, from placement to delivery. */
  getOrderTimeline: { input: GetOrderTimelineInput; output: GetOrderTimelineOutput };
  /** Get the account overview. Wallet, spending, orders and what needs attention, for the mode of the key, in one request. */
  getOverview: { input: Record<never, never>; output: GetOverviewOutput };
  /** Get a payment link. POST /orders and POST /agent/orders return `payment_id` and `pay_url` in a 402 if you send `Prefer: payment-link` and only funds are missing. Give `pay_url` to a person. The order is created once it is paid, so don't send it again. */
  getPayment: { input: GetPaymentInput; output: GetPaymentOutput };
  /** Get the policies that apply to you. Returns every policy that applies to the calling key, and what is left of each limit. */
  getPolicy: { input: Record<never, never>; output: GetPolicyOutput };
  /** Get a product. Returns what the retailer says about it. An unknown product or an unreachable retailer is a 200 with `status` `failed`. After `async`, send the same request again to get the result. */
  getProduct: { input: GetProductInput; output: GetProductOutput };
  /** Get the offers for a product. Who sells it, at which price and in which condition. Takes the same parameters as GET /products/{product_id}. */
  getProductOffers: { input: GetProductOffersInput; output: GetProductOffersOutput };
  /** Get an API request. Looks a request up by its X-Request-Id, with its body and response. */
  getRequest: { input: GetRequestInput; output: GetRequestOutput };
  /** Get the statistics of a retailer. Success rate, time to place and failure reasons, by hour and by day. */
  getRetailerStatistics: { input: GetRetailerStatisticsInput; output: GetRetailerStatisticsOutput };
  /** Get a return. Returns the return with fresh links to its labels. */
  getReturn: { input: GetReturnInput; output: GetReturnOutput };
  /** Download a return label. Returns a PDF. Needs no key: use the full link from `label_urls` of the return. The link works for 7 days. */
  getReturnLabel: { input: GetReturnLabelInput; output: GetReturnLabelOutput };
  /** Get the refund of a return. What was added to your wallet, who refunds you, and when it was decided. */
  getReturnRefund: { input: GetReturnRefundInput; output: GetReturnRefundOutput };
  /** Get the hold switch. Whether new sandbox orders wait before they are bought. Test keys only. */
  getSandboxHold: { input: Record<never, never>; output: GetSandboxHoldOutput };
  /** Get the sandbox status. Whether a person claimed the sandbox of this key. */
  getSandboxStatus: { input: Record<never, never>; output: GetSandboxStatusOutput };
  /** Get your second factor. Whether it is set up, and until when this session can move live money. */
  getSecondFactor: { input: Record<never, never>; output: GetSecondFactorOutput };
  /** Find out where sign-in mail goes. Without a mail server, sign-in mail stays on the server: in a local mailbox, or in the `mail` folder of its data. */
  getSignInHint: { input: Record<never, never>; output: GetSignInHintOutput };
  /** Get a sign-in request. Shows which program wants to use your account, and what it asks for. */
  getSignInRequest: { input: GetSignInRequestInput; output: GetSignInRequestOutput };
  /** Download a statement as PDF. Every transaction of a month (UTC), with the opening and closing balance. */
  getStatement: { input: GetStatementInput; output: GetStatementOutput };
  /** Download a statement as CSV. Every transaction of a month (UTC), with the opening and closing balance. */
  getStatementCsv: { input: GetStatementCsvInput; output: GetStatementCsvOutput };
  /** Get the status page as JSON. Status of every part of the service now and over 90 days, and incidents. The page is at /status. Cached for 30 seconds. */
  getStatus: { input: Record<never, never>; output: GetStatusOutput };
  /** Get a store. Returns its settings and health. Credentials are never shown. */
  getStore: { input: GetStoreInput; output: GetStoreOutput };
  /** List people on your account. Also lists open invitations. */
  getTeam: { input: Record<never, never>; output: GetTeamOutput };
  /** Get a top-up. While it is not paid, Errand asks the payment provider, so polling shows the payment as soon as it is there. */
  getTopUp: { input: GetTopUpInput; output: GetTopUpOutput };
  /** Download a receipt as PDF. For a top-up that was paid. Returns 404 before. */
  getTopUpReceipt: { input: GetTopUpReceiptInput; output: GetTopUpReceiptOutput };
  /** Download a receipt as CSV. For a top-up that was paid. Returns 404 before. */
  getTopUpReceiptCsv: { input: GetTopUpReceiptCsvInput; output: GetTopUpReceiptCsvOutput };
  /** Get your usage. Counts the calls of this account in the mode of the key. Calls appear within a second. Idempotent repeats are counted once. */
  getUsage: { input: GetUsageInput; output: GetUsageOutput };
  /** Get your wallet. Returns the balance, what is on hold and what new orders can use. */
  getWallet: { input: Record<never, never>; output: GetWalletOutput };
  /** Get your wallet (newer clients). The wallet in the shape that newer clients read. */
  getWalletOfMe: { input: GetWalletOfMeInput; output: GetWalletOfMeOutput };
  /** Get the single webhook URL. Returns the URL and its secret, or null for both. For accounts with one endpoint. */
  getWebhookEndpoint: { input: Record<never, never>; output: GetWebhookEndpointOutput };
  /** Get a webhook endpoint. Returns the endpoint with its secret. */
  getWebhookEndpointById: { input: GetWebhookEndpointByIdInput; output: GetWebhookEndpointByIdOutput };
  /** Get the webhook secret. The secret that signs messages to URLs of the earlier API. */
  getWebhookSecret: { input: Record<never, never>; output: GetWebhookSecretOutput };
  /** Verify a code. For 10 minutes, this session can then move live money. */
  giveSecondFactor: { input: GiveSecondFactorInput; output: GiveSecondFactorOutput };
  /** Release an order. Returns your claim. Nothing was bought, so another operator can take it. */
  handBackDeskTask: { input: HandBackDeskTaskInput; output: HandBackDeskTaskOutput };
  /** Control a sandbox order. `pause` keeps a pending order from being bought. `step` does the next thing: buys a held order, or ships or delivers a placed one. `run` lets a held order continue. Test keys only. */
  holdSandboxOrder: { input: HoldSandboxOrderInput; output: HoldSandboxOrderOutput };
  /** Invite a person. Mails a link that works once, for 7 days, and only for the person who signs in with this address. Inviting the address again replaces the earlier link. */
  invitePerson: { input: InvitePersonInput; output: InvitePersonOutput };
  /** Leave the account. Ends your sessions. You can sign in again for your other accounts. The last owner can't leave. */
  leaveTeam: { input: Record<never, never>; output: LeaveTeamOutput };
  /** Cancel a pending order (earlier API). Works until Errand starts to buy. */
  legacyAbortOrder: { input: LegacyAbortOrderInput; output: LegacyAbortOrderOutput };
  /** Ask the store to cancel an order (earlier API). For a placed order, until the store ships. Read the result with GET /v1/cancellations/{request_id}. */
  legacyCancelOrder: { input: LegacyCancelOrderInput; output: LegacyCancelOrderOutput };
  /** Create an order (earlier API). Managed (addax) orders are bought with accounts of the service and paid from the wallet. With `retailer_credentials`, `payment_method` and `shipping_method`, the order is bought with your own account and card. */
  legacyCreateOrder: { input: LegacyCreateOrderInput; output: LegacyCreateOrderOutput };
  /** Create a return (earlier API). Read the result with GET /v1/returns/{request_id}. */
  legacyCreateReturn: { input: LegacyCreateReturnInput; output: LegacyCreateReturnOutput };
  /** Get a cancellation (earlier API). Returns an error object with status 200 while the store decides, and if it refuses. */
  legacyGetCancellation: { input: LegacyGetCancellationInput; output: LegacyGetCancellationOutput };
  /** Get the case of an order (earlier API). Returns its state and messages. Read it regularly for replies. */
  legacyGetCase: { input: LegacyGetCaseInput; output: LegacyGetCaseOutput };
  /** Get the offers for a product (earlier API). Who sells it, at which price and in which condition. */
  legacyGetOffers: { input: LegacyGetOffersInput; output: LegacyGetOffersOutput };
  /** Get an order (earlier API). Returns an error object with status 200 while the order is in progress (`request_processing`) and if it failed. */
  legacyGetOrder: { input: LegacyGetOrderInput; output: LegacyGetOrderOutput };
  /** Get a product (earlier API). Returns what the retailer says about it, with `status`. */
  legacyGetProduct: { input: LegacyGetProductInput; output: LegacyGetProductOutput };
  /** Get a return (earlier API). Returns an error object with status 200 while the retailer decides, and if it denies the return. */
  legacyGetReturn: { input: LegacyGetReturnInput; output: LegacyGetReturnOutput };
  /** List your orders (earlier API). Newest first. Orders that are in progress or failed appear as error objects. */
  legacyListOrders: { input: LegacyListOrdersInput; output: LegacyListOrdersOutput };
  /** Write to the case of an order (earlier API). Opens a case, replies to it or reopens it. For managed orders only; contact the retailer about self-managed ones. */
  legacyPostToCase: { input: LegacyPostToCaseInput; output: LegacyPostToCaseOutput };
  /** Retry a failed order (earlier API). Sends the same request as a new order. Credentials and card were erased when the first order ended, so send them again for a self-managed order. */
  legacyRetryOrder: { input: LegacyRetryOrderInput; output: LegacyRetryOrderOutput };
  /** Search one retailer (earlier API). Returns one page of results. */
  legacySearch: { input: LegacySearchInput; output: LegacySearchOutput };
  /** Limit a key. Changes what the key can spend, and where. Fields that you leave out stay as they are. Null removes a limit. Applies from the next order on. */
  limitKey: { input: LimitKeyInput; output: LimitKeyOutput };
  /** Link a retailer account. For stores that support UCP account linking: no password needed. A person agrees at the store. With a key, you get the page where a person starts. */
  linkManagedAccount: { input: LinkManagedAccountInput; output: LinkManagedAccountOutput };
  /** List account activity. What people did in the dashboard in both modes, and what operators did to the account's money and sessions. Newest first. For calls made with keys, see GET /requests. */
  listActivity: { input: ListActivityInput; output: ListActivityOutput };
  /** List alerts. Alert rules, active and recent alerts, and who is alerted. */
  listAlerts: { input: Record<never, never>; output: ListAlertsOutput };
  /** List cases of all accounts. Last changed first. */
  listAllCases: { input: ListAllCasesInput; output: ListAllCasesOutput };
  /** List retailers in both modes. With their connector, whether they are enabled, and orders of the last 24 hours. */
  listAllRetailers: { input: Record<never, never>; output: ListAllRetailersOutput };
  /** List returns of all accounts. Newest first. */
  listAllReturns: { input: ListAllReturnsInput; output: ListAllReturnsOutput };
  /** List backups. Scheduled backups and those that operators requested, with their test restores. */
  listBackups: { input: Record<never, never>; output: ListBackupsOutput };
  /** List your batches. Newest first, each with its first 100 rows. */
  listBulkOrders: { input: ListBulkOrdersInput; output: ListBulkOrdersOutput };
  /** List saved cards. The default card first. A sandbox has test cards: one that works, one that declines, and more. */
  listCards: { input: Record<never, never>; output: ListCardsOutput };
  /** List your cases. Cases of all your orders, last changed first. */
  listCases: { input: ListCasesInput; output: ListCasesOutput };
  /** List claimed objects. What operators have claimed, of one kind. */
  listClaims: { input: ListClaimsInput; output: ListClaimsOutput };
  /** List orders bought by hand. Orders that have not arrived yet, newest first. */
  listDeskPurchases: { input: ListDeskPurchasesInput; output: ListDeskPurchasesOutput };
  /** List orders to buy by hand. Waiting and claimed orders, longest waiting first. */
  listDeskTasks: { input: ListDeskTasksInput; output: ListDeskTasksOutput };
  /** List orders that need review. Orders with an unknown outcome after submit, with the evidence, longest waiting first. */
  listDoubts: { input: ListDoubtsInput; output: ListDoubtsOutput };
  /** List events. Events of the last 30 days, oldest first. Your webhook endpoints get the same events. Continue with `after` set to `next_cursor`. With `wait_seconds`, the request waits for the next event. */
  listEvents: { input: ListEventsInput; output: ListEventsOutput };
  /** List failing webhook endpoints. Worst first. Includes endpoints whose deliveries failed for good in the last 24 hours without a success since. */
  listFailingWebhookReceivers: { input: ListFailingWebhookReceiversInput; output: ListFailingWebhookReceiversOutput };
  /** List recordings. Browser purchases at stores without an API, newest first, with steps, times and screenshots. Secrets are covered. */
  listFilms: { input: ListFilmsInput; output: ListFilmsOutput };
  /** List incidents. Newest first, with their updates. */
  listIncidents: { input: Record<never, never>; output: ListIncidentsOutput };
  /** List key groups. Groups of keys that share a spending policy. */
  listKeyGroups: { input: Record<never, never>; output: ListKeyGroupsOutput };
  /** List your API keys. Keys of both modes, newest first, including revoked ones. For a signed-in person. */
  listKeys: { input: ListKeysInput; output: ListKeysOutput };
  /** List events of a retailer account. Received mail, used codes, logins, locks and pauses, newest first. Codes themselves are never shown. */
  listManagedAccountEvents: { input: ListManagedAccountEventsInput; output: ListManagedAccountEventsOutput };
  /** List your retailer accounts. Newest first. Passwords and TOTP secrets are never returned. */
  listManagedAccounts: { input: ListManagedAccountsInput; output: ListManagedAccountsOutput };
  /** List open charges. Charges and refunds that are not final at the payment provider, longest waiting first. Errand asks the provider at least once an hour. Unused charges are refunded automatically. */
  listOpenCharges: { input: ListOpenChargesInput; output: ListOpenChargesOutput };
  /** List the audit log. Everything that operators changed, newest first. */
  listOperatorActions: { input: ListOperatorActionsInput; output: ListOperatorActionsOutput };
  /** List actions for operators. Orders that need an operator for something other than buying. Answer with POST /orders/{order_id}/actions/{action_id}. */
  listOperatorQuestions: { input: Record<never, never>; output: ListOperatorQuestionsOutput };
  /** List your orders. Newest first by default. Combine filters to narrow the list. */
  listOrders: { input: ListOrdersInput; output: ListOrdersOutput };
  /** Export policy decisions. Every decision of your policies, oldest first, as a tamper-evident log: `hash` covers the entry before, `inputs` is what was decided on. */
  listPolicyDecisions: { input: ListPolicyDecisionsInput; output: ListPolicyDecisionsOutput };
  /** List API requests. Requests of every key of this account in this mode, newest first, for up to 30 days. They appear within 2 seconds. Secrets in bodies are masked. */
  listRequests: { input: ListRequestsInput; output: ListRequestsOutput };
  /** List retailers. Catalog brands and connected stores, by id. Needs no key. `supported` says what you can buy: in the sandbox with a test key, live with a live key. Without a key, it is about live mode if this service has a live store, otherwise about the sandbox. */
  listRetailers: { input: ListRetailersInput; output: ListRetailersOutput };
  /** List your returns. Newest first, each with its items and refund. */
  listReturns: { input: ListReturnsInput; output: ListReturnsOutput };
  /** List monthly statements. Months in which your balance changed, newest first, with links to PDF and CSV. */
  listStatements: { input: Record<never, never>; output: ListStatementsOutput };
  /** List stores. Every configured store with its health. */
  listStores: { input: Record<never, never>; output: ListStoresOutput };
  /** List test products. Products of the sandbox store. Each plays one scenario, such as out of stock or a price change. */
  listTestProducts: { input: Record<never, never>; output: ListTestProductsOutput };
  /** List top-ups. Funds that you added or started to add, newest first. */
  listTopUps: { input: ListTopUpsInput; output: ListTopUpsOutput };
  /** List open browsers. What browsers are doing at stores now. */
  listVisits: { input: Record<never, never>; output: ListVisitsOutput };
  /** List wallet transactions. Every change of your balance, newest first. */
  listWalletTransactions: { input: ListWalletTransactionsInput; output: ListWalletTransactionsOutput };
  /** List webhook deliveries. What was sent to your endpoints, newest first. Finished deliveries are kept for 30 days. */
  listWebhookDeliveries: { input: ListWebhookDeliveriesInput; output: ListWebhookDeliveriesOutput };
  /** List webhook endpoints. Endpoints of this mode, without their secrets. */
  listWebhookEndpoints: { input: Record<never, never>; output: ListWebhookEndpointsOutput };
  /** Create a test key. Needs no account. Limited per IP address and in total per day (UTC); a 429 says when the limit resets. Reuse a key instead of creating many. */
  mintSandboxKey: { input: MintSandboxKeyInput; output: MintSandboxKeyOutput };
  /** Report your presence. Shows other operators that you view or work on something, and returns who else does. Send it every 10 seconds; it expires after 30. A claim lasts 15 minutes after its page was last seen. It doesn't lock anything. */
  notePresence: { input: NotePresenceInput; output: NotePresenceOutput };
  /** Open an incident. Appears on the public status page until it is resolved. */
  openIncident: { input: OpenIncidentInput; output: OpenIncidentOutput };
  /** Place a batch. All or nothing: the funds for every row are held at once, then the orders are created in the background. The response has the first 100 rows. Send an Idempotency-Key header (or `idempotency_key`) so that a retry never places it twice. */
  placeBulkOrder: { input: PlaceBulkOrderInput; output: PlaceBulkOrderOutput };
  /** Write to the case of an order. Opens a case, replies to it or reopens it. For orders that Errand bought with its own accounts; contact the retailer about orders bought with yours. Send an Idempotency-Key header so that a retry posts only once. */
  postToCase: { input: PostToCaseInput; output: PostToCaseOutput };
  /** Preview a policy. Tries the rules on the orders of the last 30 days. Changes nothing. Past titles and addresses are not checked. */
  previewPolicy: { input: PreviewPolicyInput; output: PreviewPolicyOutput };
  /** Preview a sandbox claim. What claiming the sandbox would move to your account. An unknown, used or expired link returns 404. */
  previewSandboxClaim: { input: PreviewSandboxClaimInput; output: PreviewSandboxClaimOutput };
  /** Probe a store. Detects the kind of store at an address and what it still needs. Changes nothing. `kind` is null if the store is not supported. */
  probeStore: { input: ProbeStoreInput; output: ProbeStoreOutput };
  /** Set the account's spending policy. Replaces the whole policy. It applies to every key, so only a signed-in person can write it. Send an empty object to remove all limits. */
  putAccountPolicy: { input: PutAccountPolicyInput; output: PutAccountPolicyOutput };
  /** Set the keys of a group. Replaces the keys of the group. A key can be in one group only. An empty list deletes the group. */
  putKeyGroup: { input: PutKeyGroupInput; output: PutKeyGroupOutput };
  /** Set the policy of a key group. Replaces the whole policy. Its limits count for all keys of the group together. */
  putKeyGroupPolicy: { input: PutKeyGroupPolicyInput; output: PutKeyGroupPolicyOutput };
  /** Set the policy of a key. Replaces the whole policy. Requires a signed-in owner, or a key with the `policies` scope that has no policy itself. */
  putKeyPolicy: { input: PutKeyPolicyInput; output: PutKeyPolicyOutput };
  /** Set your mail preferences. Replaces all preferences. They apply to every account you are on. */
  putMailPreferences: { input: PutMailPreferencesInput; output: PutMailPreferencesOutput };
  /** Set the single webhook URL. It receives every event. The secret stays the same when you change the URL. */
  putWebhookEndpoint: { input: PutWebhookEndpointInput; output: PutWebhookEndpointOutput };
  /** Get a quote. Takes the body of an order; `max_price` is optional. Errand fills a cart, reads the real tax and shipping, and empties the cart again. Nothing is bought or held. Send the `quote_id` with the order to lock the price. */
  quoteOrder: { input: QuoteOrderInput; output: QuoteOrderOutput };
  /** Receive Stripe events. Verified with STRIPE_WEBHOOK_SECRET. Configure it at Stripe for checkout.session.*, payment_intent.canceled, charge.refunded and charge.dispute.* events. */
  receiveStripeEvent: { input: ReceiveStripeEventInput; output: ReceiveStripeEventOutput };
  /** Record a purchase. Places the order and captures the money, once. Lines, shipping, tax, fees and discount must add up to the total, and the total can't exceed `max_price`. If another operator took the order over, the response is `lease_lost` and the record is kept in the audit log. */
  recordDeskPurchase: { input: RecordDeskPurchaseInput; output: RecordDeskPurchaseOutput };
  /** Refund part of an order. Adds the amount to the customer's wallet, up to what was captured and not refunded yet. The case mentions it. A later return or cancellation doesn't refund the same money again. Repeating the request with the same id returns 200 and changes nothing. */
  refundFromCase: { input: RefundFromCaseInput; output: RefundFromCaseOutput };
  /** Refund a top-up. Refunds the unused part to where it was paid from. Only a signed-in person can do this. Funds that orders hold or have spent stay; repeat the request when more is available. */
  refundTopUp: { input: RefundTopUpInput; output: RefundTopUpOutput };
  /** Remove an alert channel. Alerts are no longer sent to it. */
  removeAlertChannel: { input: RemoveAlertChannelInput; output: RemoveAlertChannelOutput };
  /** Remove an alert rule. Disable a rule with an active alert first. */
  removeAlertRule: { input: RemoveAlertRuleInput; output: RemoveAlertRuleOutput };
  /** Remove a person. Their sessions end in all processes within a second. Keys that they created keep working unless `revoke_keys` is true. `GET /keys?created_by=` lists these keys. */
  removePerson: { input: RemovePersonInput; output: RemovePersonOutput };
  /** Remove a store. Deletes its secrets too. While orders are in progress there, you can only disable it. Placed orders are no longer tracked. */
  removeStore: { input: RemoveStoreInput; output: RemoveStoreOutput };
  /** Resend failed deliveries. Resends every delivery since a time that failed or was stopped, with the same ids and bodies. */
  replayFailedWebhookDeliveries: { input: ReplayFailedWebhookDeliveriesInput; output: ReplayFailedWebhookDeliveriesOutput };
  /** Resend a delivery. Sends the same id and body now, and retries if it fails. If an endpoint was stopped by its 410 response, a successful resend starts it again. */
  replayWebhookDelivery: { input: ReplayWebhookDeliveryInput; output: ReplayWebhookDeliveryOutput };
  /** Reply to a case. Can close the case too. Only the customer can reopen a closed case: a reply to one returns `bad_request`. Send an Idempotency-Key header so that a retry posts only once. */
  replyToCase: { input: ReplyToCaseInput; output: ReplyToCaseOutput };
  /** Reply to a sandbox case. Answers an open case as an operator would. Test keys only. */
  replyToSandboxCase: { input: ReplyToSandboxCaseInput; output: ReplyToSandboxCaseOutput };
  /** Ask the store to cancel. For a placed order, until the store ships. If the store agrees, the order becomes `cancelled_by_retailer` and is refunded. Not every store can be asked. */
  requestCancellation: { input: RequestCancellationInput; output: RequestCancellationOutput };
  /** Resend an event. Sends the event to every active endpoint that subscribes to its type, or to one endpoint. An endpoint that already received it gets the same id and body. */
  resendEvent: { input: ResendEventInput; output: ResendEventOutput };
  /** Resolve a return. Decides an open return in place of the retailer. `approved` creates labels if the store can be asked for them; `message` says if not. `credited` adds `worth_cents` to the wallet. */
  resolveReturn: { input: ResolveReturnInput; output: ResolveReturnOutput };
  /** Resolve a sandbox return. Decides an open return in place of the simulated store, or refunds or rejects an approved one. Test keys only. */
  resolveSandboxReturn: { input: ResolveSandboxReturnInput; output: ResolveSandboxReturnOutput };
  /** Revoke an API key. The key stops working at once, in all processes within a second. It stays in the list. */
  revokeKey: { input: RevokeKeyInput; output: RevokeKeyOutput };
  /** Rotate the secret of an endpoint. For 24 hours, messages are signed with both the new and the old secret. */
  rotateWebhookEndpointSecret: { input: RotateWebhookEndpointSecretInput; output: RotateWebhookEndpointSecretOutput };
  /** Rotate the webhook secret. For 24 hours, messages are signed with both the new and the old secret. */
  rotateWebhookSecret: { input: Record<never, never>; output: RotateWebhookSecretOutput };
  /** Search everything. Finds orders, parcels, customers, keys and mails by id, number, name or address. */
  searchAsOperator: { input: SearchAsOperatorInput; output: SearchAsOperatorOutput };
  /** Search all retailers. Returns up to 50 products that can be bought now, best match first, then the lowest price. A limit in words ("below ten dollars") works like `max_price`. The same product at several retailers is one entry. Slow or failing retailers are listed in `left_out`. With `Accept: application/x-ndjson`, results stream as one JSON object per line: `store` for each retailer, `left_out`, and `end` with the whole response. */
  searchEverywhere: { input: SearchEverywhereInput; output: SearchEverywhereOutput };
  /** Search one retailer. `free_shipping` keeps products that ship free. It works for walmart, bestbuy and every brand that marks them, has no effect on amazon and some others, and is rejected for store domains. It filters after paging, so an empty page with a `next_page` is not the end. */
  searchProducts: { input: SearchProductsInput; output: SearchProductsOutput };
  /** Set the hold switch. While it is on, every new order stays `pending` with `waiting_for: hold` until you step, run or cancel it. Turning it off doesn't release orders that wait. Test keys only. */
  setSandboxHold: { input: SetSandboxHoldInput; output: SetSandboxHoldOutput };
  /** Sign a customer out. Ends every session of the account. Keys keep working. */
  signCustomerOut: { input: SignCustomerOutInput; output: SignCustomerOutOutput };
  /** Sign out everywhere. Ends all your sessions, including this one, in all processes within a second. Keys keep working. */
  signOutEverywhere: { input: Record<never, never>; output: SignOutEverywhereOutput };
  /** Simulate a policy decision. Takes the body of an order and returns what your policies would decide. Nothing is stored and no store is asked. */
  simulatePolicy: { input: SimulatePolicyInput; output: SimulatePolicyOutput };
  /** Set up your second factor. The secret is shown in this response only. It becomes active once you verify a code. */
  startSecondFactor: { input: Record<never, never>; output: StartSecondFactorOutput };
  /** Switch a retailer on or off. While it is off, it is not searched, new orders are rejected with `unsupported_retailer`, and accepted ones wait. Placed orders are still tracked, canceled and returned. Takes effect in all processes within a second. */
  switchRetailer: { input: SwitchRetailerInput; output: SwitchRetailerOutput };
  /** Claim an order. Claims an order to buy it, or extends your claim. Meanwhile nobody else can claim it and the customer can't cancel. To take over an expired claim, ask the operator who had it, then send `take_over`. */
  takeDeskTask: { input: TakeDeskTaskInput; output: TakeDeskTaskOutput };
  /** Withdraw an invitation. Its link stops working. */
  takeInvitationBack: { input: TakeInvitationBackInput; output: TakeInvitationBackOutput };
  /** Take over a browser. For a captcha or 3-D Secure. One operator controls the page at a time, until 2 minutes after their last input. The token is for them alone. Recorded in the audit log. */
  takeOverVisit: { input: TakeOverVisitInput; output: TakeOverVisitOutput };
  /** Send a test event. Sends an example of any event type now. Read the delivery to see the response. */
  testWebhookEndpoint: { input: TestWebhookEndpointInput; output: TestWebhookEndpointOutput };
  /** Track an order. Needs no key: anyone who has the order id can track it. Browsers get a page in English, German, French or Spanish, everyone else gets JSON. Name and phone number are never included. */
  trackOrder: { input: TrackOrderInput; output: TrackOrderOutput };
  /** Unlink a retailer account. Erases its tokens and revokes them at the store. Returns 409 while a job uses the account. */
  unlinkManagedAccount: { input: UnlinkManagedAccountInput; output: UnlinkManagedAccountOutput };
  /** Make a card the default. Orders that name no card are charged to it from now on. Orders already authorized keep their card. */
  updateCard: { input: UpdateCardInput; output: UpdateCardOutput };
  /** Update an incident. Posts an update to the public status page. The state `resolved` closes the incident. */
  updateIncident: { input: UpdateIncidentInput; output: UpdateIncidentOutput };
  /** Update an API key. Changes the label, limits or permissions. Fields that you leave out stay as they are. Null removes a limit. */
  updateKey: { input: UpdateKeyInput; output: UpdateKeyOutput };
  /** Update a retailer account. Changes only the fields you send. Null clears a field. A masked value that you send back stays as it is. */
  updateManagedAccount: { input: UpdateManagedAccountInput; output: UpdateManagedAccountOutput };
  /** Update your name. Other people on your accounts see this name. */
  updateMe: { input: UpdateMeInput; output: UpdateMeOutput };
  /** Update a webhook endpoint. Fields that you leave out stay as they are. Pending deliveries go to the new URL. */
  updateWebhookEndpoint: { input: UpdateWebhookEndpointInput; output: UpdateWebhookEndpointOutput };
  /** Validate a batch. A dry run: checks every row by the rules of POST /orders and lists what to fix. Orders nothing. Place the batch only if `invalid_rows` is 0 and `sufficient_funds` is true. */
  validateBulkOrder: { input: ValidateBulkOrderInput; output: ValidateBulkOrderOutput };
  /** Verify a retailer account. Logs in at the retailer and buys nothing. If it works, a pause that Errand set is lifted. If it fails, the account is paused. */
  verifyManagedAccount: { input: VerifyManagedAccountInput; output: VerifyManagedAccountOutput };
  /** Watch a browser. Returns a screenshot with secrets covered, about one per second, several while someone has taken over. 404 before the first one and after the end. */
  watchVisit: { input: WatchVisitInput; output: WatchVisitOutput };
}

/** How each operation is called. */
export const operations = {
  actInVisit: { method: 'POST', path: '/operator/visits/{visit_id}/input', query: [], isRepeatable: true, takesKey: true },
  addAlertChannel: { method: 'POST', path: '/operator/alerts/channels', query: [], isRepeatable: true, takesKey: true },
  addAlertRule: { method: 'POST', path: '/operator/alerts/rules', query: [], isRepeatable: true, takesKey: true },
  addAnyCaseAttachment: { method: 'POST', path: '/operator/cases/{order_id}/attachments', query: [], isRepeatable: true, takesKey: true },
  addCaseAttachment: { method: 'POST', path: '/orders/{order_id}/case/attachments', query: [], isRepeatable: true, takesKey: true, leastRole: 'buyer' },
  addDeskParcel: { method: 'POST', path: '/operator/desk/{order_id}/parcels', query: [], isRepeatable: true, takesKey: true },
  addDeskReceipt: { method: 'POST', path: '/operator/desk/{order_id}/receipts', query: [], isRepeatable: true, takesKey: true },
  addStore: { method: 'POST', path: '/operator/stores', query: [], isRepeatable: true, takesKey: true },
  advanceSandboxOrder: { method: 'POST', path: '/sandbox/orders/{order_id}/advance', query: [], isRepeatable: true, takesKey: true, leastRole: 'buyer' },
  agentCreateOrder: { method: 'POST', path: '/agent/orders', query: ['method'], isRepeatable: true, takesKey: true },
  agentGetProduct: { method: 'POST', path: '/agent/products/details', query: ['product_id', 'retailer', 'max_age', 'newer_than', 'async'], isRepeatable: true, takesKey: true },
  agentGetProductOffers: { method: 'POST', path: '/agent/products/offers', query: ['product_id', 'retailer', 'max_age', 'newer_than', 'async'], isRepeatable: true, takesKey: true },
  agentSearch: { method: 'POST', path: '/agent/search', query: ['q', 'min_price', 'max_price'], isRepeatable: true, takesKey: true },
  agentSearchProducts: { method: 'POST', path: '/agent/products/search', query: ['query', 'retailer', 'page'], isRepeatable: true, takesKey: true },
  agentSearchProductsByGet: { method: 'GET', path: '/agent/products/search', query: ['query', 'retailer', 'page'], isRepeatable: true, takesKey: true },
  answerApproval: { method: 'POST', path: '/approvals/{approval_id}', query: [], isRepeatable: true, takesKey: true, leastRole: 'buyer' },
  answerInvitation: { method: 'POST', path: '/invitations/{token}', query: [], isRepeatable: false, takesKey: false },
  answerOrderAction: { method: 'POST', path: '/orders/{order_id}/actions/{action_id}', query: [], isRepeatable: true, takesKey: true, leastRole: 'buyer' },
  approveDevice: { method: 'POST', path: '/device/approve', query: [], isRepeatable: true, takesKey: true, leastRole: 'owner' },
  askForDeviceCode: { method: 'POST', path: '/device/code', query: [], isRepeatable: false, takesKey: false },
  callOffDeskPurchase: { method: 'POST', path: '/operator/desk/{order_id}/call-off', query: [], isRepeatable: true, takesKey: true },
  cancelOrder: { method: 'POST', path: '/orders/{order_id}/cancel', query: [], isRepeatable: true, takesKey: true, leastRole: 'buyer' },
  changeAlertRule: { method: 'PATCH', path: '/operator/alerts/rules/{rule}', query: [], isRepeatable: true, takesKey: false },
  changeRole: { method: 'PATCH', path: '/team/people/{person_id}', query: [], isRepeatable: true, takesKey: false, leastRole: 'owner' },
  changeStore: { method: 'PATCH', path: '/operator/stores/{name}', query: [], isRepeatable: true, takesKey: false },
  checkRetailer: { method: 'GET', path: '/retailers/check', query: ['url', 'country'], isRepeatable: true, takesKey: false },
  checkSettings: { method: 'GET', path: '/operator/settings-check', query: [], isRepeatable: true, takesKey: false },
  checkStore: { method: 'POST', path: '/operator/stores/{name}/check', query: [], isRepeatable: true, takesKey: true },
  chooseAccount: { method: 'POST', path: '/me/account', query: [], isRepeatable: false, takesKey: false },
  claimSandbox: { method: 'POST', path: '/sandbox/claim', query: [], isRepeatable: true, takesKey: true, leastRole: 'owner' },
  compareRetailers: { method: 'GET', path: '/operator/monitoring/retailers', query: ['world'], isRepeatable: true, takesKey: false },
  createBackup: { method: 'POST', path: '/operator/backups', query: [], isRepeatable: true, takesKey: true },
  createCardSetup: { method: 'POST', path: '/wallet/cards', query: [], isRepeatable: true, takesKey: true, leastRole: 'owner' },
  createCheckoutSession: { method: 'POST', path: '/payments/{payment_id}/checkout-session', query: [], isRepeatable: false, takesKey: false },
  createKey: { method: 'POST', path: '/keys', query: [], isRepeatable: true, takesKey: true, leastRole: 'owner' },
  createManagedAccount: { method: 'POST', path: '/managed-accounts', query: [], isRepeatable: true, takesKey: true, leastRole: 'owner' },
  createOrder: { method: 'POST', path: '/orders', query: [], isRepeatable: true, takesKey: true, leastRole: 'buyer' },
  createReturn: { method: 'POST', path: '/returns', query: [], isRepeatable: true, takesKey: true, leastRole: 'buyer' },
  createTopUp: { method: 'POST', path: '/wallet/top-ups', query: [], isRepeatable: true, takesKey: true, leastRole: 'owner' },
  createWebhookEndpoint: { method: 'POST', path: '/webhooks/endpoints', query: [], isRepeatable: true, takesKey: true, leastRole: 'owner' },
  creditWallet: { method: 'POST', path: '/operator/wallet-credits', query: [], isRepeatable: true, takesKey: true },
  debitWallet: { method: 'POST', path: '/operator/wallet-debits', query: [], isRepeatable: true, takesKey: true },
  decideDoubt: { method: 'POST', path: '/operator/doubts/{order_id}/decide', query: [], isRepeatable: true, takesKey: true },
  decideJob: { method: 'POST', path: '/operator/jobs/{job_id}', query: [], isRepeatable: true, takesKey: true },
  decideSignInRequest: { method: 'POST', path: '/oauth/requests/{request_id}', query: [], isRepeatable: true, takesKey: true, leastRole: 'owner' },
  deleteCard: { method: 'DELETE', path: '/wallet/cards/{card_id}', query: [], isRepeatable: true, takesKey: false, leastRole: 'owner' },
  deleteKeyGroupPolicy: { method: 'DELETE', path: '/key-groups/{name}/policy', query: [], isRepeatable: true, takesKey: false, leastRole: 'owner' },
  deleteKeyPolicy: { method: 'DELETE', path: '/keys/{id}/policy', query: [], isRepeatable: true, takesKey: false, leastRole: 'owner' },
  deleteManagedAccount: { method: 'DELETE', path: '/managed-accounts/{short_id}', query: [], isRepeatable: true, takesKey: false, leastRole: 'owner' },
  deleteMe: { method: 'DELETE', path: '/me', query: [], isRepeatable: true, takesKey: false, leastRole: 'owner' },
  deleteWebhookEndpoint: { method: 'DELETE', path: '/webhooks/endpoint', query: [], isRepeatable: true, takesKey: false, leastRole: 'owner' },
  deleteWebhookEndpointById: { method: 'DELETE', path: '/webhooks/endpoints/{endpoint_id}', query: [], isRepeatable: true, takesKey: false, leastRole: 'owner' },
  endAnySession: { method: 'POST', path: '/operator/sessions/{session_id}/end', query: [], isRepeatable: true, takesKey: true },
  exportOperatorActions: { method: 'GET', path: '/operator/audit/export', query: ['operator', 'action', 'subject_type', 'subject_id', 'from', 'before'], isRepeatable: true, takesKey: false, isFile: true },
  exportOrders: { method: 'GET', path: '/orders/export', query: ['status_filter', 'search', 'order_id', 'merchant_order_id', 'tracking_status', 'return_status', 'retailer', 'created_after', 'created_before', 'has_tracking', 'user_email', 'include', 'metadata_key', 'metadata_value', 'order_ids'], isRepeatable: true, takesKey: false, isFile: true },
  failDeskTask: { method: 'POST', path: '/operator/desk/{order_id}/fail', query: [], isRepeatable: true, takesKey: true },
  fetchDeviceKey: { method: 'POST', path: '/device/token', query: [], isRepeatable: false, takesKey: false },
  finishManagedAccountLink: { method: 'POST', path: '/managed-accounts/links', query: [], isRepeatable: true, takesKey: true, leastRole: 'owner' },
  freezeKey: { method: 'PUT', path: '/operator/keys/{key_id}/frozen', query: [], isRepeatable: true, takesKey: false },
  getAccountPolicy: { method: 'GET', path: '/account/policy', query: [], isRepeatable: true, takesKey: false },
  getAnyCase: { method: 'GET', path: '/operator/cases/{order_id}', query: [], isRepeatable: true, takesKey: false },
  getAnyCaseAttachment: { method: 'GET', path: '/operator/cases/{order_id}/attachments/{attachment_id}', query: [], isRepeatable: true, takesKey: false, isFile: true },
  getAnyKey: { method: 'GET', path: '/operator/keys/{key_id}', query: [], isRepeatable: true, takesKey: false },
  getAnyMails: { method: 'GET', path: '/operator/mails/{order_id}', query: [], isRepeatable: true, takesKey: false },
  getAnyOrder: { method: 'GET', path: '/operator/orders/{order_id}', query: [], isRepeatable: true, takesKey: false },
  getAnyParcel: { method: 'GET', path: '/operator/parcels/{parcel_id}', query: [], isRepeatable: true, takesKey: false },
  getApproval: { method: 'GET', path: '/approvals/{approval_id}', query: [], isRepeatable: true, takesKey: false },
  getBulkOrder: { method: 'GET', path: '/orders/bulk/{batch_id}', query: [], isRepeatable: true, takesKey: false },
  getBulkOrderResults: { method: 'GET', path: '/orders/bulk/{batch_id}/results.csv', query: [], isRepeatable: true, takesKey: false, isFile: true },
  getBulkOrderTemplate: { method: 'GET', path: '/orders/bulk/template.csv', query: [], isRepeatable: true, takesKey: false, isFile: true },
  getCancellation: { method: 'GET', path: '/orders/{order_id}/cancellation', query: [], isRepeatable: true, takesKey: false },
  getCardSetup: { method: 'GET', path: '/wallet/card-setups/{setup_id}', query: [], isRepeatable: true, takesKey: false },
  getCase: { method: 'GET', path: '/orders/{order_id}/case', query: [], isRepeatable: true, takesKey: false },
  getCaseAttachment: { method: 'GET', path: '/orders/{order_id}/case/attachments/{attachment_id}', query: [], isRepeatable: true, takesKey: false, isFile: true },
  getCustomer: { method: 'GET', path: '/operator/customers/{account_id}', query: [], isRepeatable: true, takesKey: false },
  getDeskReceipt: { method: 'GET', path: '/operator/desk/{order_id}/receipts/{receipt_id}', query: [], isRepeatable: true, takesKey: false, isFile: true },
  getDeskTask: { method: 'GET', path: '/operator/desk/{order_id}', query: [], isRepeatable: true, takesKey: false },
  getDeviceCode: { method: 'GET', path: '/device/codes/{user_code}', query: [], isRepeatable: true, takesKey: false },
  getEvent: { method: 'GET', path: '/events/{event_id}', query: [], isRepeatable: true, takesKey: false },
  getFilmPicture: { method: 'GET', path: '/operator/films/{film_id}/pictures/{number}', query: [], isRepeatable: true, takesKey: false, isFile: true },
  getHealth: { method: 'GET', path: '/health', query: [], isRepeatable: true, takesKey: false },
  getInvitation: { method: 'GET', path: '/invitations/{token}', query: [], isRepeatable: true, takesKey: false },
  getKeyGroupPolicy: { method: 'GET', path: '/key-groups/{name}/policy', query: [], isRepeatable: true, takesKey: false },
  getKeyPolicy: { method: 'GET', path: '/keys/{id}/policy', query: [], isRepeatable: true, takesKey: false },
  getLifetimeStats: { method: 'GET', path: '/stats/lifetime', query: [], isRepeatable: true, takesKey: false },
  getMailPreferences: { method: 'GET', path: '/me/mails', query: [], isRepeatable: true, takesKey: false },
  getManagedAccount: { method: 'GET', path: '/managed-accounts/{short_id}', query: [], isRepeatable: true, takesKey: false },
  getManagedAccountLink: { method: 'GET', path: '/managed-accounts/{short_id}/link', query: [], isRepeatable: true, takesKey: false, leastRole: 'owner' },
  getMe: { method: 'GET', path: '/me', query: [], isRepeatable: true, takesKey: false },
  getMonitoring: { method: 'GET', path: '/operator/monitoring', query: ['span'], isRepeatable: true, takesKey: false },
  getOperatorOverview: { method: 'GET', path: '/operator/overview', query: [], isRepeatable: true, takesKey: false },
  getOrder: { method: 'GET', path: '/orders/{order_id}', query: ['wait_seconds', 'since'], isRepeatable: true, takesKey: false },
  getOrderTimeline: { method: 'GET', path: '/orders/{order_id}/timeline', query: [], isRepeatable: true, takesKey: false },
  getOverview: { method: 'GET', path: '/overview', query: [], isRepeatable: true, takesKey: false },
  getPayment: { method: 'GET', path: '/payments/{payment_id}', query: [], isRepeatable: true, takesKey: false },
  getPolicy: { method: 'GET', path: '/policy', query: [], isRepeatable: true, takesKey: false },
  getProduct: { method: 'GET', path: '/products/{product_id}', query: ['retailer', 'max_age', 'newer_than', 'async'], isRepeatable: true, takesKey: false },
  getProductOffers: { method: 'GET', path: '/products/{product_id}/offers', query: ['retailer', 'max_age', 'newer_than', 'async'], isRepeatable: true, takesKey: false },
  getRequest: { method: 'GET', path: '/requests/{request_id}', query: [], isRepeatable: true, takesKey: false },
  getRetailerStatistics: { method: 'GET', path: '/operator/retailers/{retailer}/statistics', query: ['world'], isRepeatable: true, takesKey: false },
  getReturn: { method: 'GET', path: '/returns/{return_request_id}', query: [], isRepeatable: true, takesKey: false },
  getReturnLabel: { method: 'GET', path: '/labels/{label_id}.pdf', query: ['expires', 'signature'], isRepeatable: true, takesKey: false, isFile: true },
  getReturnRefund: { method: 'GET', path: '/returns/{return_request_id}/refund', query: [], isRepeatable: true, takesKey: false },
  getSandboxHold: { method: 'GET', path: '/sandbox/hold', query: [], isRepeatable: true, takesKey: false },
  getSandboxStatus: { method: 'GET', path: '/sandbox/status', query: [], isRepeatable: true, takesKey: false },
  getSecondFactor: { method: 'GET', path: '/operator/second-factor', query: [], isRepeatable: true, takesKey: false },
  getSignInHint: { method: 'GET', path: '/me/sign-in-hint', query: [], isRepeatable: true, takesKey: false },
  getSignInRequest: { method: 'GET', path: '/oauth/requests/{request_id}', query: [], isRepeatable: true, takesKey: false, leastRole: 'owner' },
  getStatement: { method: 'GET', path: '/wallet/statements/{month}/statement.pdf', query: [], isRepeatable: true, takesKey: false, isFile: true },
  getStatementCsv: { method: 'GET', path: '/wallet/statements/{month}/statement.csv', query: [], isRepeatable: true, takesKey: false, isFile: true },
  getStatus: { method: 'GET', path: '/status.json', query: [], isRepeatable: true, takesKey: false },
  getStore: { method: 'GET', path: '/operator/stores/{name}', query: [], isRepeatable: true, takesKey: false },
  getTeam: { method: 'GET', path: '/team', query: [], isRepeatable: true, takesKey: false },
  getTopUp: { method: 'GET', path: '/wallet/top-ups/{top_up_id}', query: [], isRepeatable: true, takesKey: false },
  getTopUpReceipt: { method: 'GET', path: '/wallet/top-ups/{top_up_id}/receipt.pdf', query: [], isRepeatable: true, takesKey: false, isFile: true },
  getTopUpReceiptCsv: { method: 'GET', path: '/wallet/top-ups/{top_up_id}/receipt.csv', query: [], isRepeatable: true, takesKey: false, isFile: true },
  getUsage: { method: 'GET', path: '/usage', query: ['window_days', 'recent'], isRepeatable: true, takesKey: false },
  getWallet: { method: 'GET', path: '/wallet', query: [], isRepeatable: true, takesKey: false },
  getWalletOfMe: { method: 'GET', path: '/wallet/me', query: ['wallet_type'], isRepeatable: true, takesKey: false },
  getWebhookEndpoint: { method: 'GET', path: '/webhooks/endpoint', query: [], isRepeatable: true, takesKey: false, leastRole: 'owner' },
  getWebhookEndpointById: { method: 'GET', path: '/webhooks/endpoints/{endpoint_id}', query: [], isRepeatable: true, takesKey: false, leastRole: 'owner' },
  getWebhookSecret: { method: 'GET', path: '/webhooks/secret', query: [], isRepeatable: true, takesKey: false, leastRole: 'owner' },
  giveSecondFactor: { method: 'POST', path: '/operator/second-factor/verify', query: [], isRepeatable: false, takesKey: false },
  handBackDeskTask: { method: 'POST', path: '/operator/desk/{order_id}/hand-back', query: [], isRepeatable: true, takesKey: true },
  holdSandboxOrder: { method: 'POST', path: '/sandbox/orders/{order_id}/hold', query: [], isRepeatable: true, takesKey: true, leastRole: 'buyer' },
  invitePerson: { method: 'POST', path: '/team/invitations', query: [], isRepeatable: true, takesKey: true, leastRole: 'owner' },
  leaveTeam: { method: 'POST', path: '/team/leave', query: [], isRepeatable: true, takesKey: true },
  legacyAbortOrder: { method: 'POST', path: '/v1/orders/{request_id}/abort', query: [], isRepeatable: false, takesKey: false, isEarlier: true },
  legacyCancelOrder: { method: 'POST', path: '/v1/orders/{request_id}/cancel', query: [], isRepeatable: true, takesKey: true, isEarlier: true },
  legacyCreateOrder: { method: 'POST', path: '/v1/orders', query: [], isRepeatable: true, takesKey: true, isEarlier: true },
  legacyCreateReturn: { method: 'POST', path: '/v1/orders/{request_id}/return', query: [], isRepeatable: true, takesKey: true, isEarlier: true },
  legacyGetCancellation: { method: 'GET', path: '/v1/cancellations/{request_id}', query: [], isRepeatable: true, takesKey: false, isEarlier: true },
  legacyGetCase: { method: 'GET', path: '/v1/orders/{request_id}/case', query: [], isRepeatable: true, takesKey: false, isEarlier: true },
  legacyGetOffers: { method: 'GET', path: '/v1/products/{product_id}/offers', query: ['retailer', 'max_age', 'newer_than', 'async'], isRepeatable: true, takesKey: false, isEarlier: true },
  legacyGetOrder: { method: 'GET', path: '/v1/orders/{request_id}', query: [], isRepeatable: true, takesKey: false, isEarlier: true },
  legacyGetProduct: { method: 'GET', path: '/v1/products/{product_id}', query: ['retailer', 'max_age', 'newer_than', 'async'], isRepeatable: true, takesKey: false, isEarlier: true },
  legacyGetReturn: { method: 'GET', path: '/v1/returns/{request_id}', query: [], isRepeatable: true, takesKey: false, isEarlier: true },
  legacyListOrders: { method: 'GET', path: '/v1/orders', query: ['limit', 'offset', 'skip', 'starting_after', 'ending_before', 'retailer'], isRepeatable: true, takesKey: false, isEarlier: true },
  legacyPostToCase: { method: 'POST', path: '/v1/orders/{request_id}/case', query: [], isRepeatable: true, takesKey: true, isEarlier: true },
  legacyRetryOrder: { method: 'POST', path: '/v1/orders/{request_id}/retry', query: [], isRepeatable: true, takesKey: true, isEarlier: true },
  legacySearch: { method: 'GET', path: '/v1/search', query: ['query', 'retailer', 'page'], isRepeatable: true, takesKey: false, isEarlier: true },
  limitKey: { method: 'PUT', path: '/operator/keys/{key_id}/limits', query: [], isRepeatable: true, takesKey: false },
  linkManagedAccount: { method: 'POST', path: '/managed-accounts/{short_id}/link', query: [], isRepeatable: true, takesKey: true, leastRole: 'owner' },
  listActivity: { method: 'GET', path: '/activity', query: ['limit', 'offset', 'person_id', 'subject_id', 'action'], isRepeatable: true, takesKey: false, list: 'activity' },
  listAlerts: { method: 'GET', path: '/operator/alerts', query: [], isRepeatable: true, takesKey: false },
  listAllCases: { method: 'GET', path: '/operator/cases', query: ['limit', 'offset', 'after', 'state'], isRepeatable: true, takesKey: false, list: 'cases' },
  listAllRetailers: { method: 'GET', path: '/operator/retailers', query: [], isRepeatable: true, takesKey: false },
  listAllReturns: { method: 'GET', path: '/operator/returns', query: ['limit', 'offset', 'status', 'refund'], isRepeatable: true, takesKey: false, list: 'returns' },
  listBackups: { method: 'GET', path: '/operator/backups', query: [], isRepeatable: true, takesKey: false },
  listBulkOrders: { method: 'GET', path: '/orders/bulk', query: ['limit', 'offset', 'after'], isRepeatable: true, takesKey: false, list: 'batches' },
  listCards: { method: 'GET', path: '/wallet/cards', query: [], isRepeatable: true, takesKey: false },
  listCases: { method: 'GET', path: '/cases', query: ['limit', 'offset', 'after', 'state'], isRepeatable: true, takesKey: false, list: 'cases' },
  listClaims: { method: 'GET', path: '/operator/presence/{kind}', query: [], isRepeatable: true, takesKey: false },
  listDeskPurchases: { method: 'GET', path: '/operator/desk/bought', query: ['limit', 'offset'], isRepeatable: true, takesKey: false, list: 'orders' },
  listDeskTasks: { method: 'GET', path: '/operator/desk', query: ['limit', 'offset'], isRepeatable: true, takesKey: false, list: 'tasks' },
  listDoubts: { method: 'GET', path: '/operator/doubts', query: ['limit', 'offset'], isRepeatable: true, takesKey: false, list: 'doubts' },
  listEvents: { method: 'GET', path: '/events', query: ['limit', 'type', 'order_id', 'after', 'wait_seconds'], isRepeatable: true, takesKey: false, list: 'events', isCursor: true },
  listFailingWebhookReceivers: { method: 'GET', path: '/operator/webhooks/failing', query: ['limit', 'offset'], isRepeatable: true, takesKey: false, list: 'receivers' },
  listFilms: { method: 'GET', path: '/operator/films', query: ['order_id', 'store', 'limit', 'offset'], isRepeatable: true, takesKey: false, list: 'films' },
  listIncidents: { method: 'GET', path: '/operator/incidents', query: [], isRepeatable: true, takesKey: false },
  listKeyGroups: { method: 'GET', path: '/key-groups', query: [], isRepeatable: true, takesKey: false },
  listKeys: { method: 'GET', path: '/keys', query: ['limit', 'offset', 'created_by'], isRepeatable: true, takesKey: false, list: 'keys' },
  listManagedAccountEvents: { method: 'GET', path: '/managed-accounts/{short_id}/events', query: ['limit', 'offset'], isRepeatable: true, takesKey: false, list: 'events' },
  listManagedAccounts: { method: 'GET', path: '/managed-accounts', query: ['limit', 'offset', 'search'], isRepeatable: true, takesKey: false, list: 'credentials' },
  listOpenCharges: { method: 'GET', path: '/operator/charges', query: ['limit', 'offset'], isRepeatable: true, takesKey: false, list: 'charges' },
  listOperatorActions: { method: 'GET', path: '/operator/audit', query: ['limit', 'offset', 'operator', 'action', 'subject_type', 'subject_id', 'from', 'before'], isRepeatable: true, takesKey: false, list: 'entries' },
  listOperatorQuestions: { method: 'GET', path: '/operator/actions', query: [], isRepeatable: true, takesKey: false },
  listOrders: { method: 'GET', path: '/orders', query: ['limit', 'offset', 'after', 'status_filter', 'search', 'order_id', 'merchant_order_id', 'tracking_status', 'return_status', 'retailer', 'created_after', 'created_before', 'has_tracking', 'user_email', 'include', 'metadata_key', 'metadata_value', 'sort'], isRepeatable: true, takesKey: false, list: 'orders' },
  listPolicyDecisions: { method: 'GET', path: '/policy/decisions', query: ['format'], isRepeatable: true, takesKey: false },
  listRequests: { method: 'GET', path: '/requests', query: ['search', 'method', 'status', 'key_id', 'after', 'before', 'limit', 'offset'], isRepeatable: true, takesKey: false, list: 'requests' },
  listRetailers: { method: 'GET', path: '/retailers', query: ['limit', 'offset', 'name'], isRepeatable: true, takesKey: false, list: 'retailers' },
  listReturns: { method: 'GET', path: '/returns', query: ['limit', 'offset', 'after', 'status', 'search'], isRepeatable: true, takesKey: false, list: 'return_requests' },
  listStatements: { method: 'GET', path: '/wallet/statements', query: [], isRepeatable: true, takesKey: false },
  listStores: { method: 'GET', path: '/operator/stores', query: [], isRepeatable: true, takesKey: false },
  listTestProducts: { method: 'GET', path: '/orders/test-products', query: [], isRepeatable: true, takesKey: false },
  listTopUps: { method: 'GET', path: '/wallet/top-ups', query: ['limit', 'offset'], isRepeatable: true, takesKey: false, list: 'top_ups' },
  listVisits: { method: 'GET', path: '/operator/visits', query: [], isRepeatable: true, takesKey: false },
  listWalletTransactions: { method: 'GET', path: '/wallet/transactions', query: ['limit', 'offset', 'after'], isRepeatable: true, takesKey: false, list: 'transactions' },
  listWebhookDeliveries: { method: 'GET', path: '/webhooks/deliveries', query: ['limit', 'offset', 'after', 'status', 'event', 'order_id', 'endpoint_id', 'event_id', 'url'], isRepeatable: true, takesKey: false, list: 'deliveries' },
  listWebhookEndpoints: { method: 'GET', path: '/webhooks/endpoints', query: [], isRepeatable: true, takesKey: false },
  mintSandboxKey: { method: 'POST', path: '/sandbox/keys', query: [], isRepeatable: false, takesKey: false },
  notePresence: { method: 'PUT', path: '/operator/presence/{kind}/{subject}', query: [], isRepeatable: true, takesKey: false },
  openIncident: { method: 'POST', path: '/operator/incidents', query: [], isRepeatable: true, takesKey: true },
  placeBulkOrder: { method: 'POST', path: '/orders/bulk', query: [], isRepeatable: true, takesKey: true, leastRole: 'buyer' },
  postToCase: { method: 'POST', path: '/orders/{order_id}/case', query: [], isRepeatable: true, takesKey: true, leastRole: 'buyer' },
  previewPolicy: { method: 'POST', path: '/policy/preview', query: [], isRepeatable: true, takesKey: true, leastRole: 'owner' },
  previewSandboxClaim: { method: 'GET', path: '/sandbox/claim/{token}', query: [], isRepeatable: true, takesKey: false },
  probeStore: { method: 'POST', path: '/operator/stores/probe', query: [], isRepeatable: true, takesKey: true },
  putAccountPolicy: { method: 'PUT', path: '/account/policy', query: [], isRepeatable: true, takesKey: false, leastRole: 'owner' },
  putKeyGroup: { method: 'PUT', path: '/key-groups/{name}', query: [], isRepeatable: true, takesKey: false, leastRole: 'owner' },
  putKeyGroupPolicy: { method: 'PUT', path: '/key-groups/{name}/policy', query: [], isRepeatable: true, takesKey: false, leastRole: 'owner' },
  putKeyPolicy: { method: 'PUT', path: '/keys/{id}/policy', query: [], isRepeatable: true, takesKey: false, leastRole: 'owner' },
  putMailPreferences: { method: 'PUT', path: '/me/mails', query: [], isRepeatable: true, takesKey: false },
  putWebhookEndpoint: { method: 'PUT', path: '/webhooks/endpoint', query: [], isRepeatable: true, takesKey: false, leastRole: 'owner' },
  quoteOrder: { method: 'POST', path: '/orders/quote', query: [], isRepeatable: true, takesKey: true, leastRole: 'buyer' },
  receiveStripeEvent: { method: 'POST', path: '/stripe/events', query: [], isRepeatable: false, takesKey: false },
  recordDeskPurchase: { method: 'POST', path: '/operator/desk/{order_id}/purchase', query: [], isRepeatable: true, takesKey: true },
  refundFromCase: { method: 'POST', path: '/operator/cases/{order_id}/refund', query: [], isRepeatable: true, takesKey: true },
  refundTopUp: { method: 'POST', path: '/wallet/top-ups/{top_up_id}/refund', query: [], isRepeatable: true, takesKey: true, leastRole: 'owner' },
  removeAlertChannel: { method: 'DELETE', path: '/operator/alerts/channels/{channel_id}', query: [], isRepeatable: true, takesKey: false },
  removeAlertRule: { method: 'DELETE', path: '/operator/alerts/rules/{rule}', query: [], isRepeatable: true, takesKey: false },
  removePerson: { method: 'DELETE', path: '/team/people/{person_id}', query: ['revoke_keys'], isRepeatable: true, takesKey: false, leastRole: 'owner' },
  removeStore: { method: 'DELETE', path: '/operator/stores/{name}', query: [], isRepeatable: true, takesKey: false },
  replayFailedWebhookDeliveries: { method: 'POST', path: '/webhooks/deliveries/replay', query: [], isRepeatable: true, takesKey: true, leastRole: 'owner' },
  replayWebhookDelivery: { method: 'POST', path: '/webhooks/deliveries/{delivery_id}/replay', query: [], isRepeatable: true, takesKey: true, leastRole: 'owner' },
  replyToCase: { method: 'POST', path: '/operator/cases/{order_id}/reply', query: [], isRepeatable: true, takesKey: true },
  replyToSandboxCase: { method: 'POST', path: '/sandbox/orders/{order_id}/case/reply', query: [], isRepeatable: true, takesKey: true, leastRole: 'buyer' },
  requestCancellation: { method: 'POST', path: '/orders/{order_id}/cancellation', query: [], isRepeatable: true, takesKey: true, leastRole: 'buyer' },
  resendEvent: { method: 'POST', path: '/events/{event_id}/resend', query: [], isRepeatable: true, takesKey: true, leastRole: 'owner' },
  resolveReturn: { method: 'POST', path: '/operator/returns/{return_request_id}/resolve', query: [], isRepeatable: true, takesKey: true },
  resolveSandboxReturn: { method: 'POST', path: '/sandbox/returns/{return_request_id}/resolve', query: [], isRepeatable: true, takesKey: true, leastRole: 'buyer' },
  revokeKey: { method: 'DELETE', path: '/keys/{id}', query: [], isRepeatable: true, takesKey: false, leastRole: 'owner' },
  rotateWebhookEndpointSecret: { method: 'POST', path: '/webhooks/endpoints/{endpoint_id}/rotate', query: [], isRepeatable: true, takesKey: true, leastRole: 'owner' },
  rotateWebhookSecret: { method: 'POST', path: '/webhooks/secret', query: [], isRepeatable: true, takesKey: true, leastRole: 'owner' },
  searchAsOperator: { method: 'GET', path: '/operator/search', query: ['q'], isRepeatable: true, takesKey: false },
  searchEverywhere: { method: 'GET', path: '/search', query: ['q', 'min_price', 'max_price'], isRepeatable: true, takesKey: false },
  searchProducts: { method: 'GET', path: '/products/search', query: ['query', 'retailer', 'page', 'free_shipping'], isRepeatable: true, takesKey: false },
  setSandboxHold: { method: 'PUT', path: '/sandbox/hold', query: [], isRepeatable: true, takesKey: false, leastRole: 'buyer' },
  signCustomerOut: { method: 'POST', path: '/operator/customers/{account_id}/sign-out', query: [], isRepeatable: true, takesKey: true },
  signOutEverywhere: { method: 'POST', path: '/me/sign-out-everywhere', query: [], isRepeatable: true, takesKey: true },
  simulatePolicy: { method: 'POST', path: '/policy/simulate', query: [], isRepeatable: true, takesKey: true },
  startSecondFactor: { method: 'POST', path: '/operator/second-factor', query: [], isRepeatable: false, takesKey: false },
  switchRetailer: { method: 'PUT', path: '/operator/retailers/{retailer}', query: [], isRepeatable: true, takesKey: false },
  takeDeskTask: { method: 'POST', path: '/operator/desk/{order_id}/take', query: [], isRepeatable: true, takesKey: true },
  takeInvitationBack: { method: 'DELETE', path: '/team/invitations/{invitation_id}', query: [], isRepeatable: true, takesKey: false, leastRole: 'owner' },
  takeOverVisit: { method: 'POST', path: '/operator/visits/{visit_id}/take-over', query: [], isRepeatable: true, takesKey: true },
  testWebhookEndpoint: { method: 'POST', path: '/webhooks/endpoints/{endpoint_id}/test', query: [], isRepeatable: true, takesKey: true, leastRole: 'owner' },
  trackOrder: { method: 'GET', path: '/track/{order_id}', query: [], isRepeatable: true, takesKey: false },
  unlinkManagedAccount: { method: 'DELETE', path: '/managed-accounts/{short_id}/link', query: [], isRepeatable: true, takesKey: false, leastRole: 'owner' },
  updateCard: { method: 'PATCH', path: '/wallet/cards/{card_id}', query: [], isRepeatable: true, takesKey: false, leastRole: 'owner' },
  updateIncident: { method: 'POST', path: '/operator/incidents/{incident_id}/updates', query: [], isRepeatable: true, takesKey: true },
  updateKey: { method: 'PUT', path: '/keys/{id}', query: [], isRepeatable: true, takesKey: false, leastRole: 'owner' },
  updateManagedAccount: { method: 'PUT', path: '/managed-accounts/{short_id}', query: [], isRepeatable: true, takesKey: false, leastRole: 'owner' },
  updateMe: { method: 'PATCH', path: '/me', query: [], isRepeatable: true, takesKey: false },
  updateWebhookEndpoint: { method: 'PATCH', path: '/webhooks/endpoints/{endpoint_id}', query: [], isRepeatable: true, takesKey: false, leastRole: 'owner' },
  validateBulkOrder: { method: 'POST', path: '/orders/bulk/validate', query: [], isRepeatable: true, takesKey: true, leastRole: 'buyer' },
  verifyManagedAccount: { method: 'POST', path: '/managed-accounts/{short_id}/verify', query: [], isRepeatable: true, takesKey: true, leastRole: 'owner' },
  watchVisit: { method: 'GET', path: '/operator/visits/{visit_id}/picture', query: [], isRepeatable: true, takesKey: false, isFile: true },
} as const;

