// Generated from server/openapi.json by sdk/generate.ts: change the routes, not this file.

export type ErrorCode = 'bad_request' | 'authorization_pending' | 'slow_down' | 'access_denied' | 'expired_token' | 'unsupported_retailer' | 'unsupported_country' | 'mixed_retailers' | 'invalid_shipping_address' | 'url_unreachable' | 'invalid_profile_url' | 'digest_mismatch' | 'algorithm_unsupported' | 'unauthorized' | 'signature_invalid' | 'key_not_found' | 'insufficient_funds' | 'payment_required' | 'payment_failed' | 'forbidden' | 'spend_limit_exceeded' | 'policy_denied' | 'not_found' | 'method_not_allowed' | 'already_exists' | 'idempotency_in_flight' | 'task_taken' | 'lease_lost' | 'action_closed' | 'order_not_cancellable' | 'return_not_allowed' | 'cancellation_running' | 'account_in_use' | 'last_owner' | 'team_full' | 'link_refused' | 'quote_refused' | 'currency_unsupported' | 'store_in_use' | 'batch_not_placeable' | 'checkout_closed' | 'checkout_changed' | 'checkout_not_ready' | 'payment_instrument_unavailable' | 'top_up_unavailable' | 'nothing_to_refund' | 'payment_closed' | 'payload_too_large' | 'unsupported_media_type' | 'profile_unreachable' | 'rate_limit_exceeded' | 'internal_error' | 'external_service_error' | 'service_unavailable';

export type ErrorBody = {
  error: {
    code: "bad_request" | "authorization_pending" | "slow_down" | "access_denied" | "expired_token" | "unsupported_retailer" | "unsupported_country" | "mixed_retailers" | "invalid_shipping_address" | "url_unreachable" | "invalid_profile_url" | "digest_mismatch" | "algorithm_unsupported" | "unauthorized" | "signature_invalid" | "key_not_found" | "insufficient_funds" | "payment_required" | "payment_failed" | "forbidden" | "spend_limit_exceeded" | "policy_denied" | "not_found" | "method_not_allowed" | "already_exists" | "idempotency_in_flight" | "task_taken" | "lease_lost" | "action_closed" | "order_not_cancellable" | "return_not_allowed" | "cancellation_running" | "account_in_use" | "last_owner" | "team_full" | "link_refused" | "quote_refused" | "currency_unsupported" | "store_in_use" | "batch_not_placeable" | "checkout_closed" | "checkout_changed" | "checkout_not_ready" | "payment_instrument_unavailable" | "top_up_unavailable" | "nothing_to_refund" | "payment_closed" | "payload_too_large" | "unsupported_media_type" | "profile_unreachable" | "rate_limit_exceeded" | "internal_error" | "external_service_error" | "service_unavailable";
    message: string;
    details: Record<string, unknown>;
    /** Whether the same request may succeed later, unchanged. */
    retryable: boolean;
    /** What to do about it. */
    next_step: string;
    /** The page about this error; add .md for Markdown. */
    docs: string;
  };
};

export type ValidationErrorBody = {
  detail: {
    loc: (string | number)[];
    msg: string;
    type: string;
  }[];
  /** Whether the same request may succeed later, unchanged. */
  retryable: boolean;
  /** What to do about it. */
  next_step: string;
  /** The page about this error; add .md for Markdown. */
  docs: string;
};

export type BulkOrder = {
  id: string;
  status: "pending" | "processing" | "completed" | "failed";
  row_count: number;
  placed_count: number;
  failed_count: number;
  filename: string | null;
  notify_on_complete: boolean;
  notified_at: string | null;
  created_at: string;
  updated_at: string;
  rows: BulkRow[];
};

export type BulkOrderList = {
  /** Newest first, each with its first 100 rows; GET /orders/bulk/{batch_id} has all. */
  batches: BulkOrder[];
  /** How many there are in all. */
  total: number;
  limit: number;
  offset: number;
  /** Send this as `offset` to see the next ones; null when there are no more. */
  next_offset: number | null;
};

export type BulkRow = {
  /** From 0. */
  index: number;
  status: "pending" | "placed" | "failed" | "cancelled";
  order_id: string | null;
  order_status: "pending" | "in_progress" | "order_placed" | "order_failed" | "cancelled" | "cancelled_by_retailer" | null;
  /** Of its parcels, once it is placed. */
  tracking_statuses: ("pending" | "in_transit" | "delivered" | "undeliverable")[];
  error: string | null;
  recipient: string;
  product_urls: string[];
  /** The columns that mean nothing to the service, as they came. */
  passthrough: Record<string, string>;
};

export type BulkValidation = {
  total_rows: number;
  valid_rows: number;
  invalid_rows: number;
  /** The most that the valid rows can cost: max_price and fee of each. */
  estimated_total_cents: number;
  /** What the wallet has available for new orders. */
  wallet_balance_cents: number;
  sufficient_funds: boolean;
  filename: string | null;
  rows: ValidatedRow[];
};

export type Cancellation = {
  id: string;
  order_id: string;
  merchant_order_id: string;
  /** Everything but pending is final. */
  status: "pending" | "cancelled" | "refused";
  /** Why the retailer refused. */
  message: string | null;
  created_at: string;
};

export type Case = {
  order_id: string;
  state: "open" | "closed";
  /** What it was last opened for. */
  reason: "return.request_label" | "nondelivery.not_delivered" | "nondelivery.damaged" | "nondelivery.empty_box" | "tracking.request_update" | "cancel.forced_cancellation" | "other";
  created_at: string;
  updated_at: string;
  /** Oldest first. */
  messages: CaseMessage[];
  /** Files on the case, oldest first. */
  attachments: CaseAttachment[];
};

export type CaseAttachment = {
  id: string;
  author: "customer" | "operator";
  name: string;
  content_type: "application/pdf" | "image/png" | "image/jpeg";
  bytes: number;
  created_at: string;
};

export type CaseMessage = {
  /** Such as case.opened.return.request_label, case.freetext or case.closed. */
  type: string;
  author: "customer" | "operator" | "system";
  body: string;
  created_at: string;
};

export type CheckoutSession = {
  /** Send the person there. */
  url: string;
};

export type DeskOrder = {
  task: {
    state: "waiting" | "taken" | "bought" | "failed";
    holder: string | null;
    is_mine: boolean;
    lease: number;
    lease_until: string | null;
    asked_at: string | null;
    expires_at: string | null;
    why: string | null;
    note: string | null;
  };
  world: "test" | "live";
  account: string | null;
  mail_address: string | null;
  order: Order;
  receipts: DeskReceipt[];
};

export type DeskReceipt = {
  id: string;
  name: string;
  content_type: string;
  bytes: number;
  uploaded_by: string;
  created_at: string;
};

/** What happened. */
export type EventType = "order.created" | "order.placed" | "order.failed" | "order.cancelled" | "order.cancelled_by_retailer" | "order.action_required" | "tracking.obtained" | "tracking.updated" | "return.updated" | "case.updated" | "bulk.completed" | "policy.alert" | "managed_account.paused";

/** Why an order failed. */
export type FailureReason = "product_not_found" | "product_out_of_stock" | "product_unavailable" | "product_variant_required" | "product_variant_unavailable" | "product_quantity_unavailable" | "quantity_limit_exceeded" | "max_price_exceeded" | "shipping_unavailable" | "shipping_address_invalid" | "handling_days_exceeded" | "gift_option_unavailable" | "payment_declined" | "login_failed" | "checkout_failed" | "currency_unsupported" | "account_locked" | "account_verification_required" | "retailer_unavailable" | "retailer_rate_limited" | "outcome_unknown" | "timed_out" | "price_changed" | "action_expired" | "approval_denied";

export type Invitation = {
  id: string;
  email: string;
  /** viewer: looks. buyer: also buys, cancels, returns and writes to support. owner: everything. */
  role: "viewer" | "buyer" | "owner";
  created_at: string;
  expires_at: string;
};

export type JobResult = {
  success: boolean;
  error: string | null;
  error_type: FailureReason | null;
  error_details: Record<string, unknown> | null;
  price_components: PriceComponents | null;
  estimated_delivery: string | null;
  merchant_order_ids: string[];
};

export type Key = {
  id: string;
  label: string;
  /** What the key sees and touches. */
  world: "test" | "live";
  /** The last characters of the key. */
  hint: string;
  created_at: string;
  created_by: string | null;
  last_used_at: string | null;
  revoked_at: string | null;
  limits: {
    /** What its orders may hold on one day (UTC); null is no limit. */
    spend_per_day_cents: number | null;
    /** The highest max_price of an order; null is no limit. */
    spend_per_order_cents: number | null;
    /** Identifiers of retailers; null is every one. */
    allowed_retailers: string[] | null;
  };
  /** read: view. order: buy, cancel, return. manage: retailer accounts and webhooks. policies: write spending policies. A new key has read, order and manage unless told. */
  scopes: ("read" | "order" | "manage" | "policies")[];
  /** It is refused from then on; null is never. */
  expires_at: string | null;
  /** IP addresses and CIDR ranges that it may be used from; null is everywhere. */
  allowed_addresses: string[] | null;
  /** Origins of web pages whose scripts may use it (CORS), such as https://shop.example.com, or * for any; null is none. Give a key that is in a page as little power as you can: anyone who opens the page has it. */
  allowed_origins: string[] | null;
};

export type KeyGroup = {
  name: string;
  key_ids: string[];
};

export type LegacyAccountStatus = {
  prime: boolean;
  fresh: boolean;
  business: boolean;
  charity: string;
};

export type LegacyCancellation = {
  _type: "cancellation_response";
  merchant_order_id: string | null;
  request: Record<string, unknown>;
};

/** The case; its state is null while there is none. */
export type LegacyCase = {
  state: string | null;
  messages: LegacyCaseMessage[];
};

export type LegacyCaseMessage = {
  type: string;
  message: string;
  timestamp: string;
};

export type LegacyDays = {
  min: number;
  max: number;
};

export type LegacyDeliveryDate = {
  delivery_date: string | null;
  products: LegacyOrderedProduct[];
};

export type LegacyMerchantOrder = {
  merchant_order_id: string;
  merchant: string;
  account: string;
  placed_at: string | null;
};

export type LegacyOffer = {
  offer_id: string;
  addon: boolean;
  available: boolean;
  condition: string;
  handling_days: LegacyDays | null;
  international: boolean;
  marketplace_fulfilled: boolean;
  member_only: boolean;
  prime_only: boolean;
  /** Cents. */
  price: number;
  seller: LegacySeller;
  shipping_options: LegacyShippingOption[];
};

/** The offers, in cents. */
export type LegacyOffers = {
  status: "completed" | "processing" | "failed";
  retailer?: string;
  product_id?: string;
  /** Only when failed. */
  code?: string;
  /** Only when failed. */
  message?: string;
  offers?: LegacyOffer[];
};

export type LegacyOrder = {
  _type: "order_response";
  order_status: "order_placed" | "cancelled_by_retailer";
  price_components: LegacyPriceComponents | null;
  merchant_order_ids: LegacyMerchantOrder[];
  tracking: LegacyTracking[];
  delivery_dates: LegacyDeliveryDate[];
  /** As it was sent, without its secrets. */
  request: Record<string, unknown>;
  account_status?: LegacyAccountStatus;
  /** In lists. */
  request_id?: string;
  _created_at?: string;
};

export type LegacyOrderedProduct = {
  product_id: string | null;
  quantity: number;
};

export type LegacyPriceComponents = {
  currency: string;
  payment_currency: string;
  /** Cents. */
  subtotal: number;
  /** Cents. */
  shipping: number;
  /** Cents. */
  tax: number;
  /** Cents. */
  fees: number;
  /** Cents. */
  total: number;
  /** Cents. */
  converted_payment_total: number;
};

/** What the retailer said, and the status. */
export type LegacyProduct = {
  status: "completed" | "processing" | "failed";
  retailer?: string;
  product_id?: string;
  /** Only when failed. */
  code?: string;
  /** Only when failed. */
  message?: string;
};

/** By which name to ask for it. */
export type LegacyRequestId = {
  /** Ask for it by this name. */
  request_id: string;
};

export type LegacyReturn = {
  _type: "return_response";
  return_status: "approved" | "credited";
  merchant_return_id: string | null;
  return_by: string | null;
  label_urls: string[];
  credited_cents: number | null;
  request: Record<string, unknown>;
};

/** One page of results. */
export type LegacySearch = {
  retailer: string;
  page: number;
  status: "completed" | "failed";
  /** Only when failed. search_unavailable: this store has no search; its products can be bought by id or URL. */
  code?: "retailer_unavailable" | "search_unavailable";
  /** Only when failed. */
  message?: string;
  results: SearchHit[];
  /** Only set on searches that filter for free shipping; ask for it even after an empty page. */
  next_page: number | null;
};

export type LegacySeller = {
  id: string;
  name: string;
  num_ratings: number | null;
  percent_positive: number | null;
  first_party: boolean;
};

export type LegacyShippingOption = {
  name: string;
  /** Cents. */
  price: number;
  delivery_days: LegacyDays | null;
};

export type LegacyState = {
  _type: "error";
  /** request_processing while it is under way. */
  code: string;
  message: string;
  data: Record<string, unknown>;
  /** In lists. */
  request_id?: string;
  _created_at?: string;
};

export type LegacyTracking = {
  product_id: string | null;
  product_ids: string[];
  merchant_order_id: string | null;
  carrier: string;
  tracking_number: string;
  obtained_at: string;
  delivery_status: "pending" | "in_transit" | "delivered" | "undeliverable";
};

export type ListedCase = {
  order_id: string;
  state: "open" | "closed";
  /** What it was last opened for. */
  reason: "return.request_label" | "nondelivery.not_delivered" | "nondelivery.damaged" | "nondelivery.empty_box" | "tracking.request_update" | "cancel.forced_cancellation" | "other";
  created_at: string;
  updated_at: string;
  last_message: CaseMessage;
};

export type LoggedRequest = {
  /** As X-Request-Id said. */
  request_id: string;
  at: string;
  method: string;
  /** The path with its parameters as names. */
  route: string;
  path: string;
  query: string | null;
  status: number;
  /** From the last byte of the headers to the last of the answer. */
  ms: number;
  error_code: string | null;
  error_message: string | null;
  key: {
    id: string;
    label: string | null;
  };
  /** whole · masked: secrets were taken out · cut: its first 4 KiB · too_large: over 64 KiB, not kept · none */
  body_state: "none" | "whole" | "masked" | "cut" | "too_large";
  /** Under load one of several requests is kept: this one stands for so many. */
  stands_for: number;
};

export type LoggedRequestDetail = {
  /** As X-Request-Id said. */
  request_id: string;
  at: string;
  method: string;
  /** The path with its parameters as names. */
  route: string;
  path: string;
  query: string | null;
  status: number;
  /** From the last byte of the headers to the last of the answer. */
  ms: number;
  error_code: string | null;
  error_message: string | null;
  key: {
    id: string;
    label: string | null;
  };
  /** whole · masked: secrets were taken out · cut: its first 4 KiB · too_large: over 64 KiB, not kept · none */
  body_state: "none" | "whole" | "masked" | "cut" | "too_large";
  /** Under load one of several requests is kept: this one stands for so many. */
  stands_for: number;
  /** The JSON that was sent, as text, without secrets. */
  body: string | null;
};

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
  /** 0 never is low. */
  low_wallet_cents: number;
};

export type ManagedAccount = {
  id: string;
  short_id: string;
  email: string;
  retailer: string | null;
  /** Forward the retailer's mail here: codes are read from it. */
  forwarding_email: string;
  created_at: string;
  updated_at: string;
  has_totp: boolean;
  /** True once a forwarded mail arrived. */
  has_forwarding: boolean;
  is_paused: boolean;
  pause_reason: string | null;
  locked_by_job_id: string | null;
  cooldown_minutes: number | null;
  last_used_at: string | null;
  retailer_config: Record<string, unknown> | null;
};

export type NewKey = {
  id: string;
  label: string;
  /** What the key sees and touches. */
  world: "test" | "live";
  /** The last characters of the key. */
  hint: string;
  created_at: string;
  created_by: string | null;
  last_used_at: string | null;
  revoked_at: string | null;
  limits: {
    /** What its orders may hold on one day (UTC); null is no limit. */
    spend_per_day_cents: number | null;
    /** The highest max_price of an order; null is no limit. */
    spend_per_order_cents: number | null;
    /** Identifiers of retailers; null is every one. */
    allowed_retailers: string[] | null;
  };
  /** read: view. order: buy, cancel, return. manage: retailer accounts and webhooks. policies: write spending policies. A new key has read, order and manage unless told. */
  scopes: ("read" | "order" | "manage" | "policies")[];
  /** It is refused from then on; null is never. */
  expires_at: string | null;
  /** IP addresses and CIDR ranges that it may be used from; null is everywhere. */
  allowed_addresses: string[] | null;
  /** Origins of web pages whose scripts may use it (CORS), such as https://shop.example.com, or * for any; null is none. Give a key that is in a page as little power as you can: anyone who opens the page has it. */
  allowed_origins: string[] | null;
  /** Shown once: only its hash is kept. */
  api_key: string;
};

export type NewOrder = {
  /** All of one retailer. */
  products: OrderedProduct[];
  shipping_address: ShippingAddress;
  /** The most that the retailer may charge, in cents, tax and shipping included. */
  max_price: number;
  retailer_credentials_id?: string | null;
  idempotency_key?: string | null;
  /** At most 50 keys and 16 KiB. */
  metadata?: Record<string, unknown>;
  po_number?: string | null;
  handling_days_max?: number | null;
  is_gift?: boolean;
  gift_message?: string | null;
  quote_id?: string | null;
  /** By how much the total may be above the quoted one; more ends the order with `price_changed`. */
  max_drift_cents?: number;
  customer_notifications?: {
    email: string;
  } | null;
};

export type NewReturn = {
  /** An order of yours that was placed. */
  order_id: string;
  /** What is to go back. An item that is listed twice is meant twice. */
  items: {
    /** The id of one of the order's items. */
    order_item_id: string;
    quantity: number;
  }[];
  reason: "damaged" | "not_delivered" | "empty_box" | "wrong_item" | "defective" | "not_as_described" | "wrong_size" | "no_longer_needed" | "forced_cancellation" | "other";
  notes?: string | null;
};

export type Order = {
  id: string;
  status: "pending" | "in_progress" | "order_placed" | "order_failed" | "cancelled" | "cancelled_by_retailer";
  max_price: number;
  currency: string;
  attempts: number;
  items: OrderItem[];
  shipping_address: OrderAddress;
  metadata: Record<string, unknown>;
  po_number: string | null;
  handling_days_max: number | null;
  is_gift: boolean;
  gift_message: string | null;
  retailer: string;
  retailer_credentials_id: string | null;
  waiting_for: "account" | "code" | "retailer" | "action" | "policy" | "hold" | "retry" | null;
  last_attempt: OrderLastAttempt | null;
  next_action: OrderAction | null;
  /** One sentence on what to do next. */
  next_step: string;
  poll_after_ms: number | null;
  job_result: JobResult | null;
  merchant_order_ids: string[];
  tracking_numbers: TrackingNumber[];
  returns: ReturnSummary[];
  payment?: OrderPayment;
  created_at: string;
  updated_at: string;
};

/** What the order asks a person before it goes on. */
export type OrderAction = {
  id: string;
  kind: "approve" | "review" | "choose_variant" | "enter_code" | "open_url" | "buy";
  asked_of: "customer" | "operator";
  message: string;
  details: Record<string, unknown>;
  /** JSON Schema of the answer. */
  answer_schema: Record<string, unknown>;
  /** A page to open, where it is about one. */
  url: string | null;
  /** Unanswered by then, the order fails; null while an operator works on it. */
  expires_at: string | null;
};

export type OrderAddress = {
  first_name: string;
  last_name: string;
  address_line1: string;
  address_line2: string | null;
  city: string;
  state: string | null;
  postal_code: string;
  /** ISO 3166-1 alpha-2, in either case; US, DE or IT. */
  country: string;
  phone_number: string | null;
};

export type OrderItem = {
  id: string;
  url: string;
  quantity: number;
  variant: {
    label: string;
    value: string;
  }[] | null;
  condition_in: ("New" | "Refurbished" | "UsedLikeNew" | "UsedVeryGood" | "UsedGood" | "UsedAcceptable")[];
  condition_not_in: ("New" | "Refurbished" | "UsedLikeNew" | "UsedVeryGood" | "UsedGood" | "UsedAcceptable")[];
  status: "pending" | "processing" | "ordered" | "shipped" | "delivered" | "cancelled" | "failed";
  /** How many of them the retailer called off. */
  cancelled_quantity: number;
  unit_price_cents: number | null;
  error_type: FailureReason | null;
  cancellation_reason: string | null;
  created_at: string;
  updated_at: string;
};

/** Why the last attempt that was retried bought nothing; null if there was none. How the order ended is in job_result. */
export type OrderLastAttempt = {
  at: string;
  /** An error_type. */
  reason: string;
  message: string;
};

export type OrderList = {
  orders: Order[];
  /** How many there are, counted to 10,000, with a search or another filter than status and time to 1,000: a higher number means more than that. */
  total: number;
  limit: number;
  offset: number;
};

/** Only on orders that an agent paid for with the order itself. */
export type OrderPayment = {
  method: string;
  amount_cents: number;
  /** What has gone back so far. */
  refunded_cents: number;
  /** captured: the order was placed; refunded: nothing of the payment is left. */
  state: "authorized" | "captured" | "refunded";
  /** What was paid, and may be used at most. */
  authorized_cents: number;
  /** What the order took. */
  captured_cents: number;
  /** Of that, our fee. */
  fee_cents: number;
  /** Whether no real money moved. */
  simulated: boolean;
  /** As sent in the Payment-Receipt header. */
  receipt: string;
  refunds: {
    id: string;
    amount_cents: number;
    status: "pending" | "completed";
    reference: string | null;
    created_at: string;
  }[];
};

export type OrderTimeline = {
  order_id: string;
  current_status: "pending" | "in_progress" | "order_placed" | "order_failed" | "cancelled" | "cancelled_by_retailer";
  /** Oldest first. */
  milestones: {
    type: "order_created" | "placement_started" | "action_required" | "action_answered" | "order_placed" | "order_failed" | "tracking_acquired" | "shipped" | "out_for_delivery" | "delivered" | "undeliverable" | "cancelled" | "cancelled_by_retailer" | "return_requested" | "return_resolved";
    label: string;
    occurred_at: string;
    source: "service" | "retailer" | "carrier";
    detail: Record<string, unknown>;
  }[];
};

export type OrderedProduct = {
  /** The product's page at the retailer. */
  url: string;
  quantity?: number;
  variant?: {
    label: string;
    value: string;
  }[] | null;
  /** Default ["New"]. */
  condition_in?: ("New" | "Refurbished" | "UsedLikeNew" | "UsedVeryGood" | "UsedGood" | "UsedAcceptable")[];
  condition_not_in?: ("New" | "Refurbished" | "UsedLikeNew" | "UsedVeryGood" | "UsedGood" | "UsedAcceptable")[];
};

export type Payment = {
  id: string;
  /** authorized: paid, and the order is being carried out. placed: the retailer has the order. failed: the order could not be made or failed; what was paid is on the wallet, or on its way back to an agent’s payer. */
  status: "requires_action" | "authorized" | "placed" | "expired" | "failed";
  order_id: string | null;
  pay_url: string | null;
  expires_at: string;
  quote: {
    /** The most that the retailer may charge. */
    max_price_cents: number;
    order_fee_cents: number;
    /** What paying by card costs on top; nothing. */
    stripe_fee_cents: number;
    /** What the person pays. What the order does not need is not kept. */
    hold_cents: number;
  };
  products: {
    url: string;
    quantity: number;
    variant: {
      label: string;
      value: string;
    }[] | null;
  }[];
  /** Who asks for the money: the label of the key, or an agent. */
  client: string;
  /** Where it goes, without a name or a street. */
  ship_to_summary: string;
};

export type Policy = {
  /** What is decided when no rule speaks of an order; `allow` unless told. */
  default?: "allow" | "approve" | "deny";
  /** The most that one order may hold, fee included. */
  max_order_cents?: number;
  windows?: SpendWindow[];
  /** The most that may be held and not settled at a time. */
  max_open_cents?: number;
  retailers?: {
    allow?: string[];
    deny?: string[];
  };
  countries?: {
    allow: string[];
  };
  addresses?: {
    only_known?: boolean;
  };
  /** Words that must not be in a title. */
  deny_words?: string[];
  /** The most units in one order. */
  max_quantity?: number;
  approve?: {
    /** A person is asked above this. */
    above_cents?: number;
    new_retailer?: boolean;
    new_address?: boolean;
    first_order?: boolean;
  };
  /** Who may approve, of the owners and buyers of the account; its owners unless told. */
  approvers?: string[];
  /** 1440 unless told. */
  approve_within_minutes?: number;
  not_before?: string;
  not_after?: string;
  /** Orders need `reason` in their metadata. */
  require_reason?: boolean;
  /** Nothing is bought, not even what is queued. */
  frozen?: boolean;
  /** What each of its limits has left. */
  rules: PolicyRule[];
  id: string | null;
  scope: "account" | "group" | "key";
  /** The key's id, the group's name, or null for the account. */
  subject: string | null;
  /** 0: none was ever written. */
  version: number;
  updated_by: string | null;
  created_at: string | null;
  updated_at: string | null;
};

export type PolicyRule = {
  rule: string;
  decision: "allow" | "approve" | "deny";
  limit: unknown;
  used: number | null;
  left: number | null;
};

export type PolicyRules = {
  /** What is decided when no rule speaks of an order; `allow` unless told. */
  default?: "allow" | "approve" | "deny";
  /** The most that one order may hold, fee included. */
  max_order_cents?: number;
  windows?: SpendWindow[];
  /** The most that may be held and not settled at a time. */
  max_open_cents?: number;
  retailers?: {
    allow?: string[];
    deny?: string[];
  };
  countries?: {
    allow: string[];
  };
  addresses?: {
    only_known?: boolean;
  };
  /** Words that must not be in a title. */
  deny_words?: string[];
  /** The most units in one order. */
  max_quantity?: number;
  approve?: {
    /** A person is asked above this. */
    above_cents?: number;
    new_retailer?: boolean;
    new_address?: boolean;
    first_order?: boolean;
  };
  /** Who may approve, of the owners and buyers of the account; its owners unless told. */
  approvers?: string[];
  /** 1440 unless told. */
  approve_within_minutes?: number;
  not_before?: string;
  not_after?: string;
  /** Orders need `reason` in their metadata. */
  require_reason?: boolean;
  /** Nothing is bought, not even what is queued. */
  frozen?: boolean;
};

export type PolicyVerdict = {
  decision: "allow" | "approve" | "deny";
  rules: PolicyRule[];
};

export type PriceComponents = {
  subtotal: number;
  shipping: number;
  tax: number;
  fees: number;
  total: number;
  currency: string;
};

/** What the retailer said, unmodified, and the status. */
export type Product = {
  /** The only field that is always there. */
  status: "completed" | "processing" | "failed";
  /** Only when failed. */
  code?: "product_not_found" | "retailer_unavailable";
  /** Only when failed. */
  message?: string;
};

export type PurchaseApproval = {
  id: string;
  /** mcp: place_order asks. policy: a spending policy asks. */
  kind: "mcp" | "policy";
  state: "open" | "approved" | "denied" | "used" | "expired" | "closed";
  /** The name of the key that wants to buy. */
  key: string;
  /** Who asks. The agent says its name and reason itself: treat them as data. */
  requested_by: {
    key: string;
    agent: string | null;
    reason: string | null;
  };
  retailer: string;
  currency: string;
  items: {
    url: string;
    title: string | null;
    variant: {
      label: string;
      value: string;
    }[] | null;
    quantity: number;
    unit_price_cents: number | null;
  }[];
  ship_to: {
    first_name: string;
    last_name: string;
    address_line1: string;
    address_line2: string | null;
    city: string;
    state: string | null;
    postal_code: string;
    country: string;
    phone_number: string | null;
  } | null;
  price_components: {
    subtotal: number;
    shipping: number;
    tax: number;
    fees: number;
    total: number;
  } | null;
  service_fee_cents: number;
  /** The most that the store may charge. */
  max_price: number;
  /** The most that can be charged, service fee included. */
  max_charge_cents: number;
  not_known_yet: string | null;
  /** Why a person is asked. */
  rules: {
    rule: string;
    limit: unknown;
    text: string;
  }[];
  order_id: string | null;
  /** The page where a person of the account answers. */
  url: string;
  expires_at: string | null;
};

export type Quote = {
  quote_id: string;
  retailer: string;
  currency: string;
  expires_at: string;
  items: {
    url: string;
    /** What the store calls it, where that is known. */
    title: string | null;
    quantity: number;
    variant: {
      label: string;
      value: string;
    }[] | null;
    unit_price_cents: number;
    available: boolean;
  }[];
  price_components: {
    subtotal: number;
    shipping: number;
    tax: number;
    fees: number;
    total: number;
  };
  service_fee_cents: number;
  would_hold_cents: number;
  estimated_delivery: string | null;
  suggested_max_price: number;
  policy: PolicyVerdict;
  warnings: string[];
};

export type Retailer = {
  /** The identifier that other calls take. */
  retailer: string;
  display_name: string;
  /** Whether this deployment can buy there now. */
  supported: boolean;
  /** The main domain of the store. */
  base_url: string;
  /** ISO 3166-1 alpha-2 codes. Empty: the store decides. */
  supported_countries: string[];
  /** Free shipping is offered, always or above the threshold. */
  free_shipping: boolean;
  /** Null means no minimum. */
  free_shipping_threshold_cents: number | null;
};

export type Return = {
  id: string;
  order_id: string;
  /** open: the retailer has not decided. approved: send it back; the refund follows. credited: the money is on your wallet. denied: the retailer refused, or rejected what came back. An approved return becomes credited or denied, unless the retailer refunds you directly (refund.status paid_by_retailer). */
  status: "open" | "approved" | "denied" | "credited";
  reason: "damaged" | "not_delivered" | "empty_box" | "wrong_item" | "defective" | "not_as_described" | "wrong_size" | "no_longer_needed" | "forced_cancellation" | "other";
  notes: string | null;
  items: {
    order_item_id: string;
    quantity: number;
  }[];
  /** One PDF per parcel. Each link is good for seven days; fetching the return again makes fresh ones. */
  label_urls: string[];
  merchant_return_id: string | null;
  resolution_notes: string | null;
  refund: ReturnRefundState | null;
  created_at: string;
  updated_at: string;
};

/** Where the money is. Null when the return was denied. */
export type ReturnRefundState = {
  /** waiting: expected from the retailer. credited: added to your wallet. paid_by_retailer: bought with your own retailer account, so the retailer refunds you directly. */
  status: "waiting" | "credited" | "paid_by_retailer";
  expected_cents: number | null;
  credited_cents: number | null;
  credited_at: string | null;
};

export type ReturnSummary = {
  id: string;
  status: string;
  reason: string;
  created_at: string;
  updated_at: string;
};

export type SearchHit = {
  product_id: string;
  title: string;
  /** Can be ordered with POST /orders. */
  url: string;
  retailer: string;
  image: string | null;
  brand: string | null;
  /** Cents. */
  price: number;
  /** ISO 4217. */
  currency: string;
  stars: number | null;
  num_reviews: number | null;
  available: boolean;
  free_shipping: boolean;
  /** An order has to name a variant (GET /products/{product_id} lists them). Null: this store does not say. */
  variant_required: boolean | null;
  /** EAN, UPC or ISBN as 14 digits. Null: this store does not say. */
  gtin: string | null;
};

export type SearchOfAllHit = {
  product_id: string;
  title: string;
  /** Can be ordered with POST /orders. */
  url: string;
  retailer: string;
  image: string | null;
  brand: string | null;
  /** Cents. */
  price: number;
  /** ISO 4217. */
  currency: string;
  stars: number | null;
  num_reviews: number | null;
  available: boolean;
  free_shipping: boolean;
  /** An order has to name a variant (GET /products/{product_id} lists them). Null: this store does not say. */
  variant_required: boolean | null;
  /** EAN, UPC or ISBN as 14 digits. Null: this store does not say. */
  gtin: string | null;
  /** The same article (by its gtin) at other retailers. */
  also_at: {
    retailer: string;
    product_id: string;
    url: string;
    /** Cents. */
    price: number;
    currency: string;
  }[];
};

export type ShippingAddress = {
  first_name: string;
  last_name: string;
  address_line1: string;
  address_line2?: string | null;
  city: string;
  state?: string | null;
  postal_code: string;
  /** ISO 3166-1 alpha-2, in either case; US, DE or IT. */
  country?: string;
  phone_number: string;
};

export type SignInRequest = {
  id: string;
  /** What the program calls itself. Nobody checked it. */
  name: string;
  /** Where the person is sent back to, whole. Show it to them. */
  redirect_uri: string;
  /** Its host; for an app, its scheme. */
  redirect_host: string;
  scopes: ("read" | "order")[];
  status: "pending" | "approved" | "denied" | "used" | "expired";
  expires_at: string;
};

export type SpendWindow = {
  /** Calendar periods; `total` never begins again. */
  per: "hour" | "day" | "week" | "month" | "total";
  /** The most that may be held and spent in the period. */
  amount_cents?: number;
  /** The most orders in the period. */
  count?: number;
  timezone?: string;
};

export type Store = {
  name: string;
  kind: "vendure" | "medusa" | "woocommerce" | "shopify" | "ucp" | "browser" | "desk";
  world: "live" | "test";
  enabled: boolean;
  /** Managed by STORES_FILE: the file is applied again at the next start. */
  from_file: boolean;
  url: string | null;
  also: string[];
  api_url: string | null;
  currency: string;
  countries: string[] | null;
  /** The names of what is kept sealed; the values are never shown. */
  credentials: string[];
  payment: unknown;
  mode: "automatic" | "review" | "link" | "catalogue";
  limits: {
    per_minute: number;
    at_once: number;
    timeout_seconds: number;
  };
  contact: string | null;
  bill_to: Record<string, unknown> | null;
  accounts: "own" | "guest" | "client";
  track_every: string;
  consent: {
    by: string;
    on: string;
  } | null;
  settings: Record<string, unknown>;
  abilities: ("search" | "product" | "offers" | "checkout" | "quote" | "find" | "fence" | "history" | "track" | "cancel" | "return" | "login")[];
  health: {
    status: "off" | "up" | "degraded" | "down" | "needs_credentials" | "unknown";
    /** In a row. */
    failures: number;
    closed_until: string | null;
    last_ok_at: string | null;
    last_failure_at: string | null;
    last_failure: string | null;
  };
  created_at: string;
  updated_at: string;
};

export type TeamMember = {
  id: string;
  email: string;
  name: string | null;
  /** viewer: looks. buyer: also buys, cancels, returns and writes to support. owner: everything. */
  role: "viewer" | "buyer" | "owner";
  joined_at: string;
  is_you: boolean;
};

export type TopUp = {
  id: string;
  /** refunded once all of it went back; see refunded_cents for a part. */
  status: "requires_action" | "succeeded" | "failed" | "expired" | "refunded";
  amount_cents: number;
  /** Refunded, or being refunded. */
  refunded_cents: number;
  currency: string;
  pay_url: string | null;
  return_url: string | null;
  expires_at: string;
  receipt_url: string | null;
  created_at: string;
  paid_at: string | null;
};

export type TrackingCheckpoint = {
  checkpoint_time: string;
  status: "pending" | "in_transit" | "delivered" | "undeliverable";
  /** The carrier's words. */
  message: string;
  city: string | null;
  state: string | null;
  country: string | null;
  zip: string | null;
  location: string | null;
};

export type TrackingNumber = {
  id: string;
  carrier: string;
  tracking_number: string;
  status: "pending" | "in_transit" | "delivered" | "undeliverable";
  estimated_delivery_date: string | null;
  /** Newest first. */
  checkpoints: TrackingCheckpoint[];
  created_at: string;
};

export type UsageMetric = {
  /** Calls in the window. */
  total: number;
  /** Calls in as many days before the window. */
  prev_total: number;
  /** Calls per day, oldest first; the last is today. */
  series: number[];
};

export type ValidatedRow = {
  /** From 0. */
  index: number;
  /** Whether this row can be ordered. */
  ok: boolean;
  /** What is wrong, in plain words. A row that is ok may still carry lines that start with "Warning:". */
  errors: string[];
  product_urls: string[];
  /** One for each product; 0 where the cell is not a number. */
  quantities: number[];
  recipient: string | null;
  destination: string | null;
  max_price: number | null;
  retailer_credentials_id: string | null;
  /** The columns that mean nothing to the service, as they came. */
  passthrough: Record<string, string>;
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
    "advice": "Check the payment method of the retailer account."
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
    token: string;
    inputs: ({
      type: "click" | "down" | "up" | "move";
      x: number;
      y: number;
    } | {
      type: "scroll";
      x: number;
      y: number;
      by: number;
    } | {
      type: "text";
      text: string;
    } | {
      type: "key";
      key: "Enter" | "Tab" | "Shift+Tab" | "Backspace" | "Delete" | "Escape" | "Home" | "End" | "ArrowUp" | "ArrowDown" | "ArrowLeft" | "ArrowRight" | "Space";
    })[];
  };
};

export type ActInVisitOutput = undefined;

export type AddAlertChannelInput = {
  body: {
    kind: "mail" | "webhook";
    /** An address, or a URL. */
    target: string;
  };
};

export type AddAlertChannelOutput = {
  id: string;
  kind: "mail" | "webhook";
  target: string;
  created_at: string;
  created_by: string;
  secret: string | null;
};

export type AddAlertRuleInput = {
  body: {
    id: string;
    title: string;
    reading: "doubts.oldest_minutes" | "doubts.waiting" | "queue.dead" | "queue.ready" | "queue.oldest_seconds" | "workers.processes" | "stores.down" | "mail.refusing" | "disk.free_bytes" | "database.bytes" | "database.connections" | "ledger.problems" | "wallets.available_cents";
    fires_when: "above" | "below";
    /** Beyond it the rule fires. */
    threshold: number;
    /** Only here it is well again, so that a reading at the threshold stays quiet. */
    clears_at: number;
    /** How long it must be beyond the threshold. */
    for_seconds: number;
    enabled: boolean;
  };
};

export type AddAlertRuleOutput = {
  id: string;
  title: string;
  reading: string;
  fires_when: "above" | "below";
  /** Beyond it the rule fires. */
  threshold: number;
  /** Only here it is well again, so that a reading at the threshold stays quiet. */
  clears_at: number;
  /** How long it must be beyond the threshold. */
  for_seconds: number;
  enabled: boolean;
  unit: string;
  reading_label: string;
  is_firing: boolean;
  updated_at: string;
  updated_by: string | null;
};

export type AddAnyCaseAttachmentInput = {
  order_id: string;
  body: {
    name: string;
    content_type: "application/pdf" | "image/png" | "image/jpeg";
    /** Base64. The bytes have to be what content_type says. */
    data: string;
  };
};

export type AddAnyCaseAttachmentOutput = CaseAttachment;

export type AddCaseAttachmentInput = {
  order_id: string;
  body: {
    name: string;
    content_type: "application/pdf" | "image/png" | "image/jpeg";
    /** Base64. The bytes have to be what content_type says. */
    data: string;
  };
};

export type AddCaseAttachmentOutput = CaseAttachment;

export type AddDeskParcelInput = {
  order_id: string;
  body: {
    carrier?: string | null;
    tracking_number: string;
    status: "pending" | "in_transit" | "delivered" | "undeliverable";
    estimated_delivery_date?: string | null;
    /** All of them where none is named. */
    item_ids?: string[];
  };
};

export type AddDeskParcelOutput = DeskOrder;

export type AddDeskReceiptInput = {
  order_id: string;
  body: {
    name: string;
    content_type: "application/pdf" | "image/png" | "image/jpeg";
    /** Base64. */
    data: string;
  };
};

export type AddDeskReceiptOutput = DeskReceipt;

export type AddStoreInput = {
  body: {
    url?: string | null;
    also?: string[];
    api_url?: string | null;
    world?: "live" | "test";
    /** ISO 4217. Only USD until wallets have others. */
    currency?: string;
    countries?: string[] | null;
    credentials?: Record<string, string> | null;
    /** By kind: the payment method's code at the store. */
    payment?: unknown;
    mode?: "automatic" | "review" | "link" | "catalogue";
    limits?: {
      /** Calls a minute, all processes together. */
      per_minute?: number;
      /** Visits at the same time. */
      at_once?: number;
      /** For one answer of the store. */
      timeout_seconds?: number;
    };
    contact?: string | null;
    bill_to?: {
      first_name: string;
      last_name: string;
      address_line1: string;
      address_line2?: string | null;
      city: string;
      state?: string | null;
      postal_code: string;
      /** ISO 3166-1 alpha-2. */
      country: string;
      phone_number?: string | null;
    } | null;
    /** Whose account buys where the order names none. */
    accounts?: "own" | "guest" | "client";
    track_every?: string;
    consent?: {
      /** Who allowed automated buying there. */
      by: string;
      on: string;
    } | null;
    /** By kind. */
    settings?: Record<string, unknown>;
    enabled?: boolean;
    /** The retailer's identifier in the API, or a brand of the catalogue. */
    name: string;
    kind: "vendure" | "medusa" | "woocommerce" | "shopify" | "ucp" | "browser" | "desk";
  };
};

export type AddStoreOutput = Store;

export type AdvanceSandboxOrderInput = {
  order_id: string;
  body: {
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

export type AgentSearchOutput = {
  status: "completed" | "failed";
  /** Only when failed. search_unavailable: this store has no search; its products can be bought by id or URL. */
  code?: "retailer_unavailable" | "search_unavailable";
  /** Only when failed. */
  message?: string;
  query: string;
  results: SearchOfAllHit[];
  /** Stores whose products are missing from the list, and why. */
  left_out: {
    retailer: string;
    /** too_slow: it did not answer in time. */
    reason: "too_slow" | "unavailable";
  }[];
};

export type AgentSearchProductsInput = {
  query: string;
  retailer: string;
  page?: number;
};

export type AgentSearchProductsOutput = {
  status: "completed" | "failed";
  /** Only when failed. search_unavailable: this store has no search; its products can be bought by id or URL. */
  code?: "retailer_unavailable" | "search_unavailable";
  /** Only when failed. */
  message?: string;
  results: SearchHit[];
  /** Only set on searches that filter for free shipping; ask for it even after an empty page. */
  next_page: number | null;
};

export type AgentSearchProductsByGetInput = {
  query: string;
  retailer: string;
  page?: number;
};

export type AgentSearchProductsByGetOutput = {
  status: "completed" | "failed";
  /** Only when failed. search_unavailable: this store has no search; its products can be bought by id or URL. */
  code?: "retailer_unavailable" | "search_unavailable";
  /** Only when failed. */
  message?: string;
  results: SearchHit[];
  /** Only set on searches that filter for free shipping; ask for it even after an empty page. */
  next_page: number | null;
};

export type AnswerApprovalInput = {
  approval_id: string;
  body: {
    approved: boolean;
  };
};

export type AnswerApprovalOutput = PurchaseApproval;

export type AnswerInvitationInput = {
  token: string;
  body: {
    /** false refuses; the invitation is used up either way. */
    accepted: boolean;
  };
};

export type AnswerInvitationOutput = {
  account_id: string;
  /** The address that the account carries. */
  account: string;
  /** viewer: looks. buyer: also buys, cancels, returns and writes to support. owner: everything. */
  role: "viewer" | "buyer" | "owner";
  invited_by: string | null;
  expires_at: string;
};

export type AnswerOrderActionInput = {
  order_id: string;
  action_id: string;
  body: {
    /** As the action's answer_schema says. */
    answer: unknown;
  };
};

export type AnswerOrderActionOutput = Order;

export type ApproveDeviceInput = {
  body: {
    user_code: string;
    granted: boolean;
    /** What you give of what was asked for; all of it unless told. */
    scopes?: ("read" | "order" | "manage" | "policies")[];
  };
};

export type ApproveDeviceOutput = {
  status: "approved" | "denied";
  name: string | null;
  message: string;
};

export type AskForDeviceCodeInput = {
  body?: {
    /** What the key will be called. */
    name?: string;
    /** What the key may do; read and order unless told. The person sees this and can reduce it. */
    scopes?: ("read" | "order" | "manage" | "policies")[];
  };
};

export type AskForDeviceCodeOutput = {
  /** For POST /device/token; keep it to yourself. */
  device_code: string;
  user_code: string;
  verification_uri: string;
  verification_uri_complete: string;
  /** Seconds. */
  expires_in: number;
  /** Seconds to wait between two requests for the key. */
  interval: number;
  /** Show this to the person. */
  human_message: string;
  next: string[];
};

export type CallOffDeskPurchaseInput = {
  order_id: string;
  body: {
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
    /** Beyond it the rule fires. */
    threshold?: number;
    /** Only here it is well again, so that a reading at the threshold stays quiet. */
    clears_at?: number;
    /** How long it must be beyond the threshold. */
    for_seconds?: number;
    enabled?: boolean;
  };
};

export type ChangeAlertRuleOutput = {
  id: string;
  title: string;
  reading: string;
  fires_when: "above" | "below";
  /** Beyond it the rule fires. */
  threshold: number;
  /** Only here it is well again, so that a reading at the threshold stays quiet. */
  clears_at: number;
  /** How long it must be beyond the threshold. */
  for_seconds: number;
  enabled: boolean;
  unit: string;
  reading_label: string;
  is_firing: boolean;
  updated_at: string;
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
    url?: string | null;
    also?: string[];
    api_url?: string | null;
    /** ISO 4217. Only USD until wallets have others. */
    currency?: string;
    countries?: string[] | null;
    credentials?: Record<string, string> | null;
    /** By kind: the payment method's code at the store. */
    payment?: unknown;
    mode?: "automatic" | "review" | "link" | "catalogue";
    limits?: {
      /** Calls a minute, all processes together. */
      per_minute?: number;
      /** Visits at the same time. */
      at_once?: number;
      /** For one answer of the store. */
      timeout_seconds?: number;
    };
    contact?: string | null;
    bill_to?: {
      first_name: string;
      last_name: string;
      address_line1: string;
      address_line2?: string | null;
      city: string;
      state?: string | null;
      postal_code: string;
      /** ISO 3166-1 alpha-2. */
      country: string;
      phone_number?: string | null;
    } | null;
    /** Whose account buys where the order names none. */
    accounts?: "own" | "guest" | "client";
    track_every?: string;
    consent?: {
      /** Who allowed automated buying there. */
      by: string;
      on: string;
    } | null;
    /** By kind. */
    settings?: Record<string, unknown>;
    enabled?: boolean;
  };
};

export type ChangeStoreOutput = Store;

export type CheckRetailerInput = {
  url: string;
  country?: string;
};

export type CheckRetailerOutput = {
  url: string;
  domain: string | null;
  /** Whether POST /orders takes this address. */
  orderable: boolean;
  support: "supported" | "partial" | "unsupported";
  retailer: {
    retailer: string;
    brand: string | null;
    display_name: string;
    country: string | null;
  } | null;
  platform: string | null;
  checkout: {
    guest_checkout: boolean;
    use_your_account: boolean;
  } | null;
  /** Null: the store decides. */
  ships_to: string[] | null;
  evidence: {
    orders_placed: number;
    last_order_at: string | null;
  } | null;
  support_detail: string;
  unsupported_reason: string | null;
  how_to_order: string | null;
};

export type CheckSettingsOutput = {
  /** Whether real money can move here. */
  is_live: boolean;
  findings: {
    id: string;
    severity: "unsafe" | "advice";
    title: string;
    /** What to do about it. */
    action: string;
  }[];
};

export type CheckStoreInput = {
  name: string;
  body?: {
    /** What to put into the cart; else the first thing that a search finds. */
    product_url?: string;
    /** What to search for. */
    query?: string;
    variant?: {
      label: string;
      value: string;
    }[];
    ship_to?: {
      first_name: string;
      last_name: string;
      address_line1: string;
      address_line2?: string | null;
      city: string;
      state?: string | null;
      postal_code: string;
      /** ISO 3166-1 alpha-2. */
      country: string;
      phone_number?: string | null;
    };
  };
};

export type CheckStoreOutput = {
  store: string;
  /** Nothing failed. What was left out is said in the steps. */
  ok: boolean;
  steps: {
    step: "search" | "product" | "cart" | "total" | "release" | "lookup";
    status: "ok" | "failed" | "skipped";
    message: string;
    duration_ms: number;
  }[];
};

export type ChooseAccountInput = {
  body: {
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
  claimed: boolean;
  orders_moved: number;
  keys_moved: number;
  message: string;
};

export type CompareRetailersInput = {
  world: "test" | "live";
};

export type CompareRetailersOutput = {
  retailers: {
    retailer: string;
    placed: number;
    failed: number;
    doubts: number;
    success_rate: number | null;
    median_seconds: number | null;
    p95_seconds: number | null;
    refusals: {
      error_type: string;
      count: number;
    }[];
  }[];
};

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
    limits?: {
      /** What its orders may hold on one day (UTC); null is no limit. */
      spend_per_day_cents?: number | null;
      /** The highest max_price of an order; null is no limit. */
      spend_per_order_cents?: number | null;
      /** Identifiers of retailers; null is every one. */
      allowed_retailers?: string[] | null;
    };
    /** read: view. order: buy, cancel, return. manage: retailer accounts and webhooks. policies: write spending policies. A new key has read, order and manage unless told. */
    scopes?: ("read" | "order" | "manage" | "policies")[];
    /** It is refused from then on; null is never. */
    expires_at?: string | null;
    /** IP addresses and CIDR ranges that it may be used from; null is everywhere. */
    allowed_addresses?: string[] | null;
    /** Origins of web pages whose scripts may use it (CORS), such as https://shop.example.com, or * for any; null is none. Give a key that is in a page as little power as you can: anyone who opens the page has it. */
    allowed_origins?: string[] | null;
  };
};

export type CreateKeyOutput = NewKey;

export type CreateManagedAccountInput = {
  body: {
    email: string;
    password?: string | null;
    totp_secret?: string | null;
    retailer?: string | null;
    retailer_config?: Record<string, unknown> | null;
    /** While true, orders wait and no job uses the account. */
    is_paused?: boolean;
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
    /** What comes onto the wallet. */
    amount_cents: number;
    return_url?: string | null;
  };
};

export type CreateTopUpOutput = TopUp;

export type CreateWebhookEndpointInput = {
  body: {
    /** Called with POST. A user name and password in it are sent as Basic authentication. */
    url: string;
    events?: ("order.created" | "order.placed" | "order.failed" | "order.cancelled" | "order.cancelled_by_retailer" | "order.action_required" | "tracking.obtained" | "tracking.updated" | "return.updated" | "case.updated" | "bulk.completed" | "policy.alert" | "managed_account.paused")[] | null;
    description?: string | null;
  };
};

export type CreateWebhookEndpointOutput = {
  id: string;
  /** Without its credentials. */
  url: string;
  events: ("order.created" | "order.placed" | "order.failed" | "order.cancelled" | "order.cancelled_by_retailer" | "order.action_required" | "tracking.obtained" | "tracking.updated" | "return.updated" | "case.updated" | "bulk.completed" | "policy.alert" | "managed_account.paused")[] | null;
  description: string | null;
  is_active: boolean;
  stopped_at: string | null;
  created_at: string;
  updated_at: string;
  /** What its messages are signed with, as Standard Webhooks libraries take it. */
  secret: string;
};

export type CreditWalletInput = {
  body: {
    /** Names this movement: the same id again moves nothing. */
    id: string;
    email: string;
    world: "test" | "live";
    amount_cents: number;
    /** Why; the customer sees it in the transactions. */
    note: string;
  };
};

export type CreditWalletOutput = {
  /** Names this movement: the same id again moves nothing. */
  id: string;
  email: string;
  world: "test" | "live";
  amount_cents: number;
  /** Why; the customer sees it in the transactions. */
  note: string;
  account_id: string;
  available_cents: number;
  created_at: string;
};

export type DebitWalletInput = {
  body: {
    /** Names this movement: the same id again moves nothing. */
    id: string;
    email: string;
    world: "test" | "live";
    amount_cents: number;
    /** Why; the customer sees it in the transactions. */
    note: string;
  };
};

export type DebitWalletOutput = {
  /** Names this movement: the same id again moves nothing. */
  id: string;
  email: string;
  world: "test" | "live";
  amount_cents: number;
  /** Why; the customer sees it in the transactions. */
  note: string;
  account_id: string;
  available_cents: number;
  created_at: string;
};

export type DecideDoubtInput = {
  order_id: string;
  body: {
    outcome: "bought" | "not_bought";
    /** What the retailer charged; for bought. */
    total_cents?: number;
    /** The retailer's order number; for bought. */
    merchant_order_id?: string;
    /** What you saw, for the audit log. */
    note: string;
  };
};

export type DecideDoubtOutput = Order;

export type DecideJobInput = {
  job_id: string;
  body: {
    verdict: "retry" | "discard";
    reason: string;
  };
};

export type DecideJobOutput = undefined;

export type DecideSignInRequestInput = {
  request_id: string;
  body: {
    granted: boolean;
    world?: "test" | "live";
  };
};

export type DecideSignInRequestOutput = {
  redirect_to: string;
};

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
    /** Why it cannot be bought. */
    error_type: "product_not_found" | "product_out_of_stock" | "product_unavailable" | "product_variant_required" | "product_variant_unavailable" | "product_quantity_unavailable" | "quantity_limit_exceeded" | "max_price_exceeded" | "shipping_unavailable" | "shipping_address_invalid" | "handling_days_exceeded" | "gift_option_unavailable" | "payment_declined" | "login_failed" | "checkout_failed" | "currency_unsupported";
    /** The customer reads it. */
    message: string;
  };
};

export type FailDeskTaskOutput = DeskOrder;

export type FetchDeviceKeyInput = {
  body: {
    device_code: string;
  };
};

export type FetchDeviceKeyOutput = {
  id: string;
  /** Shown once: only its hash is kept. */
  key: string;
  /** The same. */
  api_key: string;
  name: string;
  is_active: boolean;
  is_test: boolean;
  created_at: string;
  wallet_balance_cents: number;
  /** What the key may do. */
  scopes: ("read" | "order" | "manage" | "policies")[];
  sandbox: {
    claimed: boolean;
  };
};

export type FinishManagedAccountLinkInput = {
  body: {
    state: string;
    code?: string | null;
    iss?: string | null;
    error?: string | null;
  };
};

export type FinishManagedAccountLinkOutput = {
  short_id: string;
};

export type FreezeKeyInput = {
  key_id: string;
  body: {
    frozen: boolean;
    reason: string;
  };
};

export type FreezeKeyOutput = undefined;

export type GetAccountPolicyOutput = Policy;

export type GetAnyCaseInput = {
  order_id: string;
};

export type GetAnyCaseOutput = {
  order_id: string;
  state: "open" | "closed";
  /** What it was last opened for. */
  reason: "return.request_label" | "nondelivery.not_delivered" | "nondelivery.damaged" | "nondelivery.empty_box" | "tracking.request_update" | "cancel.forced_cancellation" | "other";
  created_at: string;
  updated_at: string;
  /** Oldest first. */
  messages: CaseMessage[];
  /** Files on the case, oldest first. */
  attachments: CaseAttachment[];
  world: "test" | "live";
  account_id: string;
  account_email: string | null;
  retailer: string;
  order_status: "pending" | "in_progress" | "order_placed" | "order_failed" | "cancelled" | "cancelled_by_retailer";
  /** Of its parcels. */
  tracking_statuses: ("pending" | "in_transit" | "delivered" | "undeliverable")[];
  /** What of the captured money could still be given back. */
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
  id: string;
  world: "test" | "live";
  account_id: string;
  account_email: string | null;
  label: string;
  hint: string;
  scopes: string[];
  limits: {
    spend_per_day_cents: number | null;
    spend_per_order_cents: number | null;
    allowed_retailers: string[] | null;
  };
  allowed_addresses: string[] | null;
  /** Held by its orders of today (UTC). */
  spent_today_cents: number;
  expires_at: string | null;
  created_at: string;
  last_used_at: string | null;
  revoked_at: string | null;
  frozen_at: string | null;
  /** The latest thirty. */
  requests: {
    request_id: string;
    at: string;
    method: string;
    path: string;
    status: number;
    ms: number;
    error_code: string | null;
  }[];
  audit: {
    id: string;
    at: string;
    /** Or "command line". */
    operator_email: string;
    action: string;
    subject_type: string;
    subject_id: string;
    before: Record<string, unknown> | null;
    after: Record<string, unknown> | null;
    note: string | null;
  }[];
};

export type GetAnyMailsInput = {
  order_id: string;
};

export type GetAnyMailsOutput = {
  world: "test" | "live";
  account_id: string;
  account_email: string | null;
  order_id: string;
  retailer: string;
  recipient: string;
  to: string;
  mails: {
    stage: string;
    at: string;
    subject: string;
    text: string;
    state: "sent" | "waiting" | "given_up";
    error: string | null;
  }[];
};

export type GetAnyOrderInput = {
  order_id: string;
};

export type GetAnyOrderOutput = {
  world: "test" | "live";
  account_id: string;
  account_email: string | null;
  api_key_id: string | null;
  recipient_email: string | null;
  order: Order;
  /** Oldest first. */
  timeline: {
    type: "order_created" | "placement_started" | "action_required" | "action_answered" | "order_placed" | "order_failed" | "tracking_acquired" | "shipped" | "out_for_delivery" | "delivered" | "undeliverable" | "cancelled" | "cancelled_by_retailer" | "return_requested" | "return_resolved";
    label: string;
    occurred_at: string;
    source: "service" | "retailer" | "carrier";
    detail: Record<string, unknown>;
  }[];
  money: {
    id: string;
    type: string;
    amount_cents: number;
    from: string;
    to: string;
    note: string | null;
    created_at: string;
  }[];
  /** What the recipient was told by mail. */
  mails: {
    stage: string;
    created_at: string;
  }[];
  /** Webhook messages, newest first. */
  deliveries: {
    id: string;
    event: string;
    status: string;
    attempts: number;
    response_status: number | null;
    created_at: string;
  }[];
  /** Work that is still to be done for it. */
  jobs: {
    id: string;
    kind: string;
    attempts: number;
    error: string | null;
    next_attempt_at: string | null;
    dead_at: string | null;
  }[];
  /** What was told of it, newest first. */
  events: {
    id: string;
    type: string;
    created_at: string;
  }[];
  /** Calls that named it, newest first. */
  requests: {
    request_id: string;
    at: string;
    method: string;
    path: string;
    status: number;
    ms: number;
    error_code: string | null;
  }[];
  audit: {
    id: string;
    at: string;
    /** Or "command line". */
    operator_email: string;
    action: string;
    subject_type: string;
    subject_id: string;
    before: Record<string, unknown> | null;
    after: Record<string, unknown> | null;
    note: string | null;
  }[];
};

export type GetAnyParcelInput = {
  parcel_id: string;
};

export type GetAnyParcelOutput = {
  world: "test" | "live";
  account_id: string;
  account_email: string | null;
  order_id: string;
  retailer: string;
  recipient: string;
  id: string;
  carrier: string | null;
  tracking_number: string | null;
  status: string;
  merchant_order_id: string | null;
  estimated_delivery_date: string | null;
  /** Newest first. */
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
  account_id: string;
  account_email: string | null;
  created_at: string;
  /** Browsers that are signed in. */
  sessions: number;
  last_signed_in_at: string | null;
  worlds: {
    world: "test" | "live";
    available_cents: number;
    held_cents: number;
    orders: number;
  }[];
  /** Who works on the account. */
  people: {
    id: string;
    email: string;
    name: string | null;
    role: "viewer" | "buyer" | "owner";
    joined_at: string;
  }[];
  /** Who is signed in where, newest first. */
  session_list: {
    id: string;
    /** Who is signed in. */
    email: string;
    signed_in_at: string;
    expires_at: string;
    ip_address: string | null;
    browser: string | null;
  }[];
  /** The latest 25 movements of each wallet. */
  money: {
    id: string;
    world: "test" | "live";
    type: string;
    amount_cents: number;
    from: string;
    to: string;
    order_id: string | null;
    by_operator: boolean;
    note: string | null;
    created_at: string;
  }[];
  keys: {
    id: string;
    world: "test" | "live";
    label: string;
    /** The last four characters. */
    hint: string;
    scopes: string[];
    spend_per_day_cents: number | null;
    spend_per_order_cents: number | null;
    created_at: string;
    last_used_at: string | null;
    revoked_at: string | null;
    frozen_at: string | null;
  }[];
  /** The latest twenty of both worlds. */
  orders: {
    id: string;
    world: "test" | "live";
    status: "pending" | "in_progress" | "order_placed" | "order_failed" | "cancelled" | "cancelled_by_retailer";
    retailer: string;
    recipient: string;
    max_price_cents: number;
    charged_cents: number | null;
    /** Where its parcels are. */
    tracking_numbers: {
      status: string;
    }[];
    created_at: string;
  }[];
  audit: {
    id: string;
    at: string;
    /** Or "command line". */
    operator_email: string;
    action: string;
    subject_type: string;
    subject_id: string;
    before: Record<string, unknown> | null;
    after: Record<string, unknown> | null;
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
  user_code: string;
  name: string | null;
  source: string | null;
  /** What the program asks for; once decided, what it was given. */
  scopes: ("read" | "order" | "manage" | "policies")[];
  /** Approving also claims the sandbox that asked. */
  sandbox_attached: boolean;
  starter_credit_cents: number;
  status: "pending" | "approved" | "denied" | "used" | "expired";
};

export type GetEventInput = {
  event_id: string;
};

export type GetEventOutput = {
  id: string;
  type: EventType;
  timestamp: string;
  order_id: string | null;
  /** The order, return, case, batch, policy or account, as its GET showed it at that moment, with its id. */
  data: Record<string, unknown>;
};

export type GetFilmPictureInput = {
  film_id: string;
  number: string;
};

export type GetFilmPictureOutput = Uint8Array;

export type GetHealthOutput = {
  status: "up" | "degraded" | "down";
  /** When the oldest component check ran. */
  updated_at: string;
  db: "up" | "degraded" | "down";
  /** Whether orders are taken and bought. */
  ordering: "up" | "degraded" | "down";
  components: {
    database: {
      status: "up" | "degraded" | "down";
    };
    queue: {
      status: "up" | "degraded" | "down";
    };
    mail: {
      status: "up" | "degraded" | "down";
    };
    connectors: {
      status: "up" | "degraded" | "down";
    };
    disk: {
      status: "up" | "degraded" | "down";
    };
    clock: {
      status: "up" | "degraded" | "down";
    };
  };
};

export type GetInvitationInput = {
  token: string;
};

export type GetInvitationOutput = {
  account_id: string;
  /** The address that the account carries. */
  account: string;
  /** viewer: looks. buyer: also buys, cancels, returns and writes to support. owner: everything. */
  role: "viewer" | "buyer" | "owner";
  invited_by: string | null;
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
  orders_successful: number;
  gmv_cents: number;
  v2_as_of: string;
  v1: {
    orders_successful: number;
    gmv_cents: number;
    as_of: string;
    source: string;
  };
  combined: {
    orders_successful: number;
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
  /** unsupported: the store does not let accounts be linked, or could not be asked. */
  status: "linked" | "not_linked" | "unsupported";
  issuer: string | null;
  /** What the person agreed to. */
  scopes: string[];
  linked_at: string | null;
  /** Where a signed-in person of this account links it. */
  page_url: string;
};

export type GetMeOutput = {
  email: string;
  person_id: string;
  name: string | null;
  /** The account that you act for. */
  account_id: string;
  /** viewer: looks. buyer: also buys, cancels, returns and writes to support. owner: everything. */
  role: "viewer" | "buyer" | "owner";
  /** The accounts that you belong to, your own first; POST /me/account chooses one. */
  accounts: {
    account_id: string;
    /** Its address. */
    account: string;
    /** viewer: looks. buyer: also buys, cancels, returns and writes to support. owner: everything. */
    role: "viewer" | "buyer" | "owner";
  }[];
  /** Whether OPERATOR_EMAILS names this address. */
  is_operator: boolean;
  created_at: string;
  /** Whether this service takes the mail that is forwarded to the addresses of retailer accounts. */
  mail_forwarding: boolean;
  /** The optional parts that this service has loaded, by the names that PLUGINS takes. */
  plugins: ("browser" | "desk" | "agent" | "mcp" | "ucp")[];
  /** The sandboxes that this account took over, newest first. */
  claims: {
    claimed_at: string;
    orders_moved: number;
    keys_moved: number;
  }[];
};

export type GetMonitoringInput = {
  span?: "hours" | "day" | "month" | "quarter";
};

export type GetMonitoringOutput = {
  series: {
    name: string;
    label: string;
    unit: "count" | "seconds" | "milliseconds" | "bytes" | "share";
    /** One for each step, oldest first; null where nothing was measured. */
    points: {
      at: string;
      low: number | null;
      high: number | null;
      average: number | null;
    }[];
  }[];
};

export type GetOperatorOverviewOutput = {
  /** As GET /health tells it. */
  health: {
    status: "up" | "degraded" | "down";
    components: Record<string, {
      status: "up" | "degraded" | "down";
    }>;
  };
  queue: {
    kinds: {
      kind: string;
      ready: number;
      running: number;
      /** Not due yet. */
      later: number;
      /** Failed at the last try and will be tried again. */
      failing: number;
      /** Given up: somebody has to look. */
      dead: number;
      oldest_ready_at: string | null;
    }[];
    oldest_ready: {
      kind: string;
      due_at: string;
    } | null;
    /** At most 20, the dead first. */
    failing: {
      id: string;
      kind: string;
      attempts: number;
      error: string;
      next_attempt_at: string | null;
      dead_at: string | null;
      created_at: string;
    }[];
  };
  /** Orders made in the last 24 hours, by how they stand now. */
  orders_24h: {
    test: {
      pending: number;
      in_progress: number;
      order_placed: number;
      order_failed: number;
      cancelled: number;
      cancelled_by_retailer: number;
    };
    live: {
      pending: number;
      in_progress: number;
      order_placed: number;
      order_failed: number;
      cancelled: number;
      cancelled_by_retailer: number;
    };
  };
  /** Null: every order of the last 24 hours is counted. Otherwise more than 2,000 were made; the newest 2,000 are counted, which were made since then. */
  orders_since: {
    test: string | null;
    live: string | null;
  };
  waiting: {
    doubts: number;
    open_charges: number;
    open_returns: number;
    open_cases: number;
    failing_webhook_receivers: number;
    /** Orders that people buy. */
    desk: number;
    firing_alerts: number;
    switched_off_retailers: number;
  };
  ledger: {
    is_sound: boolean;
    problems: {
      account_id: string | null;
      world: "test" | "live";
      problem: string;
    }[];
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
  wallet: {
    balance_cents: number;
    held_cents: number;
    available_cents: number;
  };
  /** Paid to retailers and for fees, less refunds and credits, on the day each was booked. */
  spending: {
    /** Of all thirty days. */
    total_cents: number;
    /** Thirty days (UTC), oldest first, today among them. */
    days: {
      day: string;
      cents: number;
    }[];
  };
  /** Every order of the account in this world, each counted once, by where it is. */
  orders: {
    /** Not begun yet, or waiting for something. */
    pending: number;
    /** Being bought. */
    in_progress: number;
    /** `order_placed`; nothing has left the store yet. */
    preparing: number;
    /** `order_placed`; a parcel is under way. */
    on_the_way: number;
    /** `order_placed`; every parcel arrived. */
    delivered: number;
    /** `order_placed`; a parcel was lost or could not be delivered. */
    undeliverable: number;
    /** Not bought. */
    order_failed: number;
    /** Cancelled before it was bought. */
    cancelled: number;
    /** Called off by the retailer. */
    cancelled_by_retailer: number;
  };
  /** What somebody should look at. */
  attention: {
    /** How far back failed and cancelled orders count. */
    days: number;
    /** Orders that wait for an answer of yours. */
    waiting_for_answer: number;
    /** The one that waits longest. */
    waiting_order_id: string | null;
    /** Orders that failed. */
    failed: number;
    /** Orders that retailers called off. */
    cancelled_by_retailer: number;
    /** Orders with a parcel that was lost or could not be delivered lately. */
    undeliverable: number;
    /** The latest of them. */
    undeliverable_order_id: string | null;
    /** Cases that are not closed. */
    open_cases: number;
    /** Returns that are not decided. */
    open_returns: number;
    /** Retailer accounts that the service paused. */
    paused_accounts: number;
  };
  /** What an account that is set up for work has. */
  getting_started: {
    /** A key was made for a program. */
    has_key: boolean;
    /** A webhook endpoint is told of events in this world. */
    has_endpoint: boolean;
    /** Somebody else belongs to the account, or is invited. */
    has_team: boolean;
    /** Something was ordered for real. */
    has_live_order: boolean;
  };
  currency: string;
};

export type GetPaymentInput = {
  payment_id: string;
};

export type GetPaymentOutput = Payment;

export type GetPolicyOutput = {
  /** What every limit has left, of all policies that bind you. */
  rules: PolicyRule[];
  policies: {
    /** What is decided when no rule speaks of an order; `allow` unless told. */
    default?: "allow" | "approve" | "deny";
    /** The most that one order may hold, fee included. */
    max_order_cents?: number;
    windows?: SpendWindow[];
    /** The most that may be held and not settled at a time. */
    max_open_cents?: number;
    retailers?: {
      allow?: string[];
      deny?: string[];
    };
    countries?: {
      allow: string[];
    };
    addresses?: {
      only_known?: boolean;
    };
    /** Words that must not be in a title. */
    deny_words?: string[];
    /** The most units in one order. */
    max_quantity?: number;
    approve?: {
      /** A person is asked above this. */
      above_cents?: number;
      new_retailer?: boolean;
      new_address?: boolean;
      first_order?: boolean;
    };
    /** Who may approve, of the owners and buyers of the account; its owners unless told. */
    approvers?: string[];
    /** 1440 unless told. */
    approve_within_minutes?: number;
    not_before?: string;
    not_after?: string;
    /** Orders need `reason` in their metadata. */
    require_reason?: boolean;
    /** Nothing is bought, not even what is queued. */
    frozen?: boolean;
    /** What each of its limits has left. */
    rules: PolicyRule[];
    id: string | null;
    scope: "account" | "group" | "key";
    /** The key's id, the group's name, or null for the account. */
    subject: string | null;
    /** 0: none was ever written. */
    version: number;
    updated_by: string | null;
    created_at: string | null;
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
  placed: number;
  failed: number;
  doubts: number;
  success_rate: number | null;
  median_seconds: number | null;
  p95_seconds: number | null;
  /** The last 48 hours, oldest first. */
  hours: {
    at: string;
    placed: number;
    failed: number;
    doubts: number;
    success_rate: number | null;
    median_seconds: number | null;
    p95_seconds: number | null;
  }[];
  /** The last 30 days (UTC), oldest first. */
  days: {
    day: string;
    placed: number;
    failed: number;
    doubts: number;
    success_rate: number | null;
    median_seconds: number | null;
    p95_seconds: number | null;
  }[];
  refusals: {
    error_type: string;
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
  return_id: string;
  /** Who refunds you. retailer: it was bought with your own account there, and the retailer pays you directly. */
  paid_by: "wallet" | "retailer";
  credited_cents: number | null;
  currency: string;
  resolved_at: string | null;
};

export type GetSandboxHoldOutput = {
  on: boolean;
  /** Orders that were made from then on are held. */
  since: string | null;
};

export type GetSandboxStatusOutput = {
  claimed: boolean;
  hint: string;
  /** Present when claimed. */
  claimed_by_email?: string;
};

export type GetSecondFactorOutput = {
  /** Always true: moving live money needs a code. */
  is_required: boolean;
  is_enrolled: boolean;
  /** Until then this session can move live money without another code. */
  proven_until: string | null;
};

export type GetSignInHintOutput = {
  mail: "sent" | "kept";
  /** Where kept mail is read on this machine. */
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
  status: "up" | "degraded" | "down" | "unknown";
  updated_at: string;
  components: {
    name: string;
    label: string;
    group: "service" | "stores";
    status: "up" | "degraded" | "down" | null;
    uptime: number | null;
    /** Ninety, oldest first. */
    days: {
      day: string;
      status: "up" | "degraded" | "down" | "unknown";
      uptime: number | null;
    }[];
  }[];
  incidents: {
    id: string;
    title: string;
    state: "investigating" | "identified" | "monitoring" | "resolved";
    components: ("api" | "placing" | "tracking" | "mail" | "webhooks")[];
    started_at: string;
    resolved_at: string | null;
    /** Newest first. */
    updates: {
      id: string;
      state: "investigating" | "identified" | "monitoring" | "resolved";
      text: string;
      at: string;
    }[];
  }[];
};

export type GetStoreInput = {
  name: string;
};

export type GetStoreOutput = Store;

export type GetTeamOutput = {
  people: TeamMember[];
  /** Those that can still be accepted. */
  invitations: Invitation[];
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
  window_days: number;
  /** The first moment of the window. */
  since: string;
  /** By endpoint; every endpoint is there. */
  metrics: Record<string, UsageMetric>;
  /** The calls of the window, newest first. */
  recent: {
    endpoint: "products.search" | "products.details" | "products.offers" | "search" | "orders.create" | "orders.bulk" | "returns.create";
    at: string;
    query: string | null;
    retailer: string | null;
    product_id: string | null;
    result_count: number | null;
  }[];
};

export type GetWalletOutput = {
  /** What is on the wallet, held money included. */
  balance_cents: number;
  /** Set aside for orders that are not settled yet. */
  held_cents: number;
  /** What a new order may use. */
  available_cents: number;
  currency: string;
};

export type GetWalletOfMeInput = {
  wallet_type?: "purchases" | "api_consumption";
};

export type GetWalletOfMeOutput = {
  id: string;
  /** Names the account to clients that want a number. */
  user_id: number;
  /** In cents, held money included. */
  balance: number;
  wallet_type: "purchases" | "api_consumption";
  created_at: string;
  updated_at: string;
  /** In cents: what a new order may use. */
  spendable_balance: number;
  /** What we add to each order that is placed. */
  order_fee_cents: number;
  billed_by_invoice: boolean;
};

export type GetWebhookEndpointOutput = {
  webhook_url: string | null;
  webhook_secret: string | null;
};

export type GetWebhookEndpointByIdInput = {
  endpoint_id: string;
};

export type GetWebhookEndpointByIdOutput = {
  id: string;
  /** Without its credentials. */
  url: string;
  events: ("order.created" | "order.placed" | "order.failed" | "order.cancelled" | "order.cancelled_by_retailer" | "order.action_required" | "tracking.obtained" | "tracking.updated" | "return.updated" | "case.updated" | "bulk.completed" | "policy.alert" | "managed_account.paused")[] | null;
  description: string | null;
  is_active: boolean;
  stopped_at: string | null;
  created_at: string;
  updated_at: string;
  /** What its messages are signed with, as Standard Webhooks libraries take it. */
  secret: string;
};

export type GetWebhookSecretOutput = {
  /** As Standard Webhooks libraries take it. */
  secret: string;
  created_at: string;
  /** Replaced ones that still sign, beside the current one. */
  previous: {
    secret: string;
    valid_until: string;
  }[];
};

export type GiveSecondFactorInput = {
  body: {
    code: string;
  };
};

export type GiveSecondFactorOutput = undefined;

export type HandBackDeskTaskInput = {
  order_id: string;
  body: {
    /** As taking the order answered it. */
    lease: number;
    note?: string | null;
  };
};

export type HandBackDeskTaskOutput = DeskOrder;

export type HoldSandboxOrderInput = {
  order_id: string;
  body: {
    do: "pause" | "step" | "run";
  };
};

export type HoldSandboxOrderOutput = Order;

export type InvitePersonInput = {
  body: {
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
    /** Which purchase of the order; not needed when it has one. */
    merchant_order_id?: string | null;
    webhooks?: {
      request_succeeded?: string | string[] | null;
      request_failed?: string | string[] | null;
    } | null;
    idempotency_key?: string | null;
  };
};

export type LegacyCancelOrderOutput = LegacyRequestId;

export type LegacyCreateOrderInput = {
  body: {
    /** An identifier from GET /retailers, or the domain of a store that is served here. */
    retailer: string;
    products: {
      /** The retailer's own id of the product; its address will do too. */
      product_id: string;
      /** 1 to 100. */
      quantity: number;
      variants?: {
        dimension: string;
        value: string;
      }[] | null;
      seller_selection_criteria?: {
        addon?: boolean | null;
        buy_box?: boolean | null;
        first_party_seller?: boolean | null;
        international?: boolean | null;
        prime?: boolean | null;
        allow_oos?: boolean | null;
        condition_in?: ("New" | "Refurbished" | "Used - Like New" | "Used - Very Good" | "Used - Good" | "Used - Acceptable")[] | null;
        condition_not_in?: ("New" | "Refurbished" | "Used - Like New" | "Used - Very Good" | "Used - Good" | "Used - Acceptable")[] | null;
        merchant_id_in?: string[] | null;
        merchant_id_not_in?: string[] | null;
        handling_days_max?: number | null;
        max_item_price?: number | null;
        min_seller_num_ratings?: number | null;
        min_seller_percent_positive_feedback?: number | null;
      } | null;
    }[];
    shipping_address: {
      first_name: string;
      last_name: string;
      address_line1: string;
      address_line2?: string | null;
      zip_code: string;
      city: string;
      state?: string | null;
      country?: string | null;
      phone_number?: string | null;
      instructions?: string | null;
    };
    is_gift: boolean;
    shipping_method?: string | null;
    payment_method?: {
      name_on_card?: string | null;
      number?: string | null;
      security_code?: string | null;
      expiration_month?: number | null;
      expiration_year?: number | null;
      use_gift?: boolean | null;
    } | null;
    retailer_credentials?: {
      email: string;
      password: string;
      totp_2fa_key?: string | null;
      verification_code?: string | null;
    } | null;
    addax?: boolean | null;
    gift_message?: string | null;
    require_gift?: boolean | null;
    use_gift_wrap?: boolean | null;
    webhooks?: {
      request_succeeded?: string | string[] | null;
      request_failed?: string | string[] | null;
      tracking_obtained?: string | string[] | null;
      tracking_updated?: string | string[] | null;
      status_updated?: string | string[] | null;
      case_updated?: string | string[] | null;
    } | null;
    client_notes?: Record<string, unknown> | null;
    promo_codes?: {
      code: string;
      optional?: boolean | null;
      merchant_id?: string | null;
      discount_amount?: number | null;
      discount_percentage?: number | null;
      cost_override?: number | null;
    }[] | null;
    strict_expired_product_id?: boolean | null;
    po_number?: number | string | null;
    market_day?: string | null;
    fail_if_taxed?: boolean | null;
    max_delivery_days?: number | null;
    take_buybox_offers?: boolean | null;
    force_offers_postal_code?: string | null;
    mgd_discount?: number | null;
    addax_queue_timeout?: number | null;
    mgd_prime_optout?: boolean | null;
    mgd_priority_bid?: number | null;
    max_price?: number | null;
    customs_id_number?: string | null;
    tax_exemption_opt_out?: boolean | null;
    disable_weekend_shipping?: boolean | null;
    idempotency_key?: string | null;
  };
};

export type LegacyCreateOrderOutput = LegacyRequestId;

export type LegacyCreateReturnInput = {
  request_id: string;
  body: {
    products: {
      /** A product of the order. */
      product_id: string;
      quantity: number;
    }[];
    /** Exactly one of those that the retailer takes. */
    reason_code: string;
    method_code?: string | null;
    explanation?: string | null;
    cancel_pending?: boolean | null;
    return_address?: {
      first_name: string;
      last_name: string;
      address_line1: string;
      address_line2?: string | null;
      zip_code: string;
      city: string;
      state?: string | null;
      country?: string | null;
      phone_number?: string | null;
      instructions?: string | null;
    } | null;
    webhooks?: {
      request_succeeded?: string | string[] | null;
      request_failed?: string | string[] | null;
    } | null;
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
    message: string;
    /** Opens a case, also a closed one anew; left out to continue an open one. One of return.request_label, nondelivery.not_delivered, nondelivery.damaged, nondelivery.empty_box, tracking.request_update, cancel.forced_cancellation, other. */
    reason?: string | null;
    idempotency_key?: string | null;
  };
};

export type LegacyPostToCaseOutput = LegacyCase;

export type LegacyRetryOrderInput = {
  request_id: string;
  body?: {
    retailer_credentials?: {
      email: string;
      password: string;
      totp_2fa_key?: string | null;
      verification_code?: string | null;
    } | null;
    payment_method?: {
      name_on_card?: string | null;
      number?: string | null;
      security_code?: string | null;
      expiration_month?: number | null;
      expiration_year?: number | null;
      use_gift?: boolean | null;
    } | null;
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
    spend_per_day_cents?: number | null;
    spend_per_order_cents?: number | null;
    allowed_retailers?: string[] | null;
    /** For your colleagues and the audit log. */
    reason: string;
  };
};

export type LimitKeyOutput = {
  id: string;
  world: "test" | "live";
  account_id: string;
  account_email: string | null;
  label: string;
  hint: string;
  scopes: string[];
  limits: {
    spend_per_day_cents: number | null;
    spend_per_order_cents: number | null;
    allowed_retailers: string[] | null;
  };
  allowed_addresses: string[] | null;
  /** Held by its orders of today (UTC). */
  spent_today_cents: number;
  expires_at: string | null;
  created_at: string;
  last_used_at: string | null;
  revoked_at: string | null;
  frozen_at: string | null;
  /** The latest thirty. */
  requests: {
    request_id: string;
    at: string;
    method: string;
    path: string;
    status: number;
    ms: number;
    error_code: string | null;
  }[];
  audit: {
    id: string;
    at: string;
    /** Or "command line". */
    operator_email: string;
    action: string;
    subject_type: string;
    subject_id: string;
    before: Record<string, unknown> | null;
    after: Record<string, unknown> | null;
    note: string | null;
  }[];
};

export type LinkManagedAccountInput = {
  short_id: string;
};

export type LinkManagedAccountOutput = {
  /** The page to open. For a signed-in person the store's own, for a key the page of this service where a person begins. */
  url: string;
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
  activity: {
    id: string;
    at: string;
    world: "test" | "live";
    actor: "person" | "operator";
    person_id: string | null;
    /** Their name, or their address where they gave none; null for operators and for people who are deleted. */
    person: string | null;
    email: string | null;
    /** The operation of this API that they called. */
    action: string;
    /** What it was done to. */
    subject_id: string | null;
    details: Record<string, unknown>;
    /** unknown: the service stopped before the end was seen. */
    outcome: "done" | "unknown";
  }[];
  /** How many there are in all. */
  total: number;
  limit: number;
  offset: number;
  /** Send this as `offset` to see the next ones; null when there are no more. */
  next_offset: number | null;
};

export type ListAlertsOutput = {
  rules: {
    id: string;
    title: string;
    reading: string;
    fires_when: "above" | "below";
    /** Beyond it the rule fires. */
    threshold: number;
    /** Only here it is well again, so that a reading at the threshold stays quiet. */
    clears_at: number;
    /** How long it must be beyond the threshold. */
    for_seconds: number;
    enabled: boolean;
    unit: string;
    reading_label: string;
    is_firing: boolean;
    updated_at: string;
    updated_by: string | null;
  }[];
  /** What fires first, then what is over; at most 100. */
  alerts: {
    id: string;
    rule: string;
    title: string;
    detail: string;
    value: number;
    fired_at: string;
    resolved_at: string | null;
  }[];
  /** Who is told beside the operators themselves. */
  channels: {
    id: string;
    kind: "mail" | "webhook";
    target: string;
    created_at: string;
    created_by: string;
  }[];
  readings: {
    name: string;
    label: string;
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
  cases: {
    order_id: string;
    state: "open" | "closed";
    /** What it was last opened for. */
    reason: "return.request_label" | "nondelivery.not_delivered" | "nondelivery.damaged" | "nondelivery.empty_box" | "tracking.request_update" | "cancel.forced_cancellation" | "other";
    created_at: string;
    updated_at: string;
    last_message: CaseMessage;
    world: "test" | "live";
    account_id: string;
    account_email: string | null;
    retailer: string;
    order_status: "pending" | "in_progress" | "order_placed" | "order_failed" | "cancelled" | "cancelled_by_retailer";
    /** Of its parcels. */
    tracking_statuses: ("pending" | "in_transit" | "delivered" | "undeliverable")[];
  }[];
  total: number;
};

export type ListAllRetailersOutput = {
  retailers: {
    retailer: string;
    display_name: string;
    world: "test" | "live";
    connector: string | null;
    abilities: string[];
    enabled: boolean;
    reason: string | null;
    switched_by: string | null;
    switched_at: string | null;
    orders_24h: {
      placed: number;
      failed: number;
      under_way: number;
    };
  }[];
  total: number;
  /** Null: every order of the last 24 hours is counted. Otherwise more than 2,000 were made; the newest 2,000 are counted, which were made since then. */
  orders_since: {
    test: string | null;
    live: string | null;
  };
};

export type ListAllReturnsInput = {
  limit?: number;
  offset?: number;
  status?: "open" | "approved" | "denied" | "credited";
  refund?: "waiting";
};

export type ListAllReturnsOutput = {
  returns: {
    id: string;
    order_id: string;
    /** open: the retailer has not decided. approved: send it back; the refund follows. credited: the money is on your wallet. denied: the retailer refused, or rejected what came back. An approved return becomes credited or denied, unless the retailer refunds you directly (refund.status paid_by_retailer). */
    status: "open" | "approved" | "denied" | "credited";
    reason: "damaged" | "not_delivered" | "empty_box" | "wrong_item" | "defective" | "not_as_described" | "wrong_size" | "no_longer_needed" | "forced_cancellation" | "other";
    notes: string | null;
    items: {
      order_item_id: string;
      quantity: number;
    }[];
    /** One PDF per parcel. Each link is good for seven days; fetching the return again makes fresh ones. */
    label_urls: string[];
    merchant_return_id: string | null;
    resolution_notes: string | null;
    refund: ReturnRefundState | null;
    created_at: string;
    updated_at: string;
    world: "test" | "live";
    account_id: string;
    account_email: string | null;
    retailer: string;
    merchant_order_ids: string[];
    charged_cents: number | null;
    /** What crediting it would put on the wallet. */
    worth_cents: number;
    credited_cents: number | null;
    approved_at: string | null;
  }[];
  total: number;
};

export type ListBulkOrdersInput = {
  limit?: number;
  offset?: number;
  after?: string;
};

export type ListBulkOrdersOutput = BulkOrderList;

export type ListCasesInput = {
  limit?: number;
  offset?: number;
  after?: string;
  state?: "open" | "closed";
};

export type ListCasesOutput = {
  cases: ListedCase[];
  total: number;
};

export type ListClaimsInput = {
  kind: "case" | "order" | "desk" | "return" | "doubt" | "customer";
};

export type ListClaimsOutput = {
  claims: {
    subject: string;
    operator: string;
  }[];
};

export type ListDeskPurchasesInput = {
  limit?: number;
  offset?: number;
};

export type ListDeskPurchasesOutput = {
  orders: DeskOrder[];
  total: number;
};

export type ListDeskTasksInput = {
  limit?: number;
  offset?: number;
};

export type ListDeskTasksOutput = {
  /** The longest waiting first. */
  tasks: DeskOrder[];
  total: number;
};

export type ListDoubtsInput = {
  limit?: number;
  offset?: number;
};

export type ListDoubtsOutput = {
  doubts: {
    order_id: string;
    world: "test" | "live";
    account_id: string;
    account_email: string | null;
    retailer: string;
    max_price_cents: number;
    fee_cents: number;
    /** The client's own card pays: the wallet holds nothing but the fee. */
    paid_by_client: boolean;
    /** When the buy button was pressed. */
    submitted_at: string;
    /** When the reconciler gave up. */
    needs_review_at: string;
    evidence: {
      /** What the store's order history was searched for. */
      reference: string;
      /** Whether the connector kept, sealed, what it knows of the cart. */
      checkout_kept: boolean;
      bought_with: {
        short_id: string;
        email: string;
        /** One of the service's own accounts. */
        is_own: boolean;
      } | null;
      times_asked: number | null;
      last_answer: string | null;
      /** Oldest first. */
      timeline: {
        type: "order_created" | "placement_started" | "action_required" | "action_answered" | "order_placed" | "order_failed" | "tracking_acquired" | "shipped" | "out_for_delivery" | "delivered" | "undeliverable" | "cancelled" | "cancelled_by_retailer" | "return_requested" | "return_resolved";
        label: string;
        occurred_at: string;
        source: "service" | "retailer" | "carrier";
        detail: Record<string, unknown>;
      }[];
    };
    order: Order;
  }[];
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
  events: {
    id: string;
    type: EventType;
    timestamp: string;
    order_id: string | null;
    /** The order, return, case, batch, policy or account, as its GET showed it at that moment, with its id. */
    data: Record<string, unknown>;
  }[];
  has_more: boolean;
  next_cursor: string | null;
};

export type ListFailingWebhookReceiversInput = {
  limit?: number;
  offset?: number;
};

export type ListFailingWebhookReceiversOutput = {
  receivers: {
    world: "test" | "live";
    account_id: string;
    account_email: string | null;
    host: string;
    /** Without its credentials and its query. */
    url: string;
    /** In a row, of the message that failed most often. */
    failures: number;
    last_status: number | null;
    last_error: string | null;
    next_attempt_at: string | null;
    /** Messages that failed and will be tried again. */
    waiting: number;
    failing_since: string;
  }[];
  total: number;
};

export type ListFilmsInput = {
  order_id?: string;
  store?: string;
  limit?: number;
  offset?: number;
};

export type ListFilmsOutput = {
  films: {
    id: string;
    store: string;
    /** The order's id, or whatever the visit was for. */
    reference: string;
    /** prepare, find, fence, log_in; a prepare that was bought ends with it. */
    purpose: string;
    started_at: string;
    ended_at: string;
    /** When it is deleted. */
    expires_at: string;
    /** What came of it. */
    ending: string;
    steps: {
      /** Where in the recipe. */
      at: string;
      what: string;
      duration_ms: number;
      error: string | null;
    }[];
    pictures: {
      name: string;
      /** Milliseconds since the visit began. */
      at_ms: number;
      page_url: string;
      /** Of this API. */
      image_url: string;
    }[];
    /** What the store answered, the last ones. */
    answers: {
      url: string;
      status: number;
    }[];
  }[];
  total: number;
};

export type ListIncidentsOutput = {
  incidents: {
    id: string;
    title: string;
    state: "investigating" | "identified" | "monitoring" | "resolved";
    components: ("api" | "placing" | "tracking" | "mail" | "webhooks")[];
    started_at: string;
    resolved_at: string | null;
    /** Newest first. */
    updates: {
      id: string;
      state: "investigating" | "identified" | "monitoring" | "resolved";
      text: string;
      at: string;
    }[];
  }[];
};

export type ListKeyGroupsOutput = {
  groups: KeyGroup[];
  total: number;
};

export type ListKeysInput = {
  limit?: number;
  offset?: number;
  created_by?: string;
};

export type ListKeysOutput = {
  keys: Key[];
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
    type: "mail.code_received" | "mail.forwarding_requested" | "mail.forwarding_verified" | "mail.received" | "code.used" | "login.succeeded" | "login.failed" | "account.locked" | "account.verification_required" | "account.paused" | "account.resumed" | "account.linked" | "account.unlinked";
    occurred_at: string;
    /** Never a code or another secret. */
    detail: Record<string, unknown>;
    confirmation_url: string | null;
  }[];
  total: number;
};

export type ListManagedAccountsInput = {
  limit?: number;
  offset?: number;
  search?: string;
};

export type ListManagedAccountsOutput = {
  credentials: ManagedAccount[];
  total: number;
};

export type ListOpenChargesInput = {
  limit?: number;
  offset?: number;
};

export type ListOpenChargesOutput = {
  charges: {
    id: string;
    kind: "charge" | "refund";
    world: "test" | "live";
    account_id: string | null;
    method: string;
    reference: string | null;
    amount_cents: number;
    since: string;
    /** How often the provider was asked. */
    looks: number;
    last_answer: string | null;
  }[];
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
  entries: {
    id: string;
    at: string;
    /** Or "command line". */
    operator_email: string;
    action: string;
    subject_type: string;
    subject_id: string;
    before: Record<string, unknown> | null;
    after: Record<string, unknown> | null;
    note: string | null;
  }[];
  total: number;
};

export type ListOperatorQuestionsOutput = {
  /** The longest waiting first. */
  actions: {
    order_id: string;
    world: "test" | "live";
    retailer: string;
    asked_at: string;
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
  metadata_key?: string;
  metadata_value?: string;
  sort?: "newest" | "oldest" | "highest" | "lowest";
};

export type ListOrdersOutput = OrderList;

export type ListPolicyDecisionsInput = {
  format?: "json" | "csv";
};

export type ListPolicyDecisionsOutput = {
  decisions: {
    position: number;
    created_at: string;
    decision: "allow" | "approve" | "deny";
    rule: string | null;
    order_id: string;
    key_id: string | null;
    /** SHA-256, hexadecimal. */
    hash: string;
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
  requests: LoggedRequest[];
  total: number;
};

export type ListRetailersInput = {
  limit?: number;
  offset?: number;
  name?: string;
};

export type ListRetailersOutput = {
  retailers: Retailer[];
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
  return_requests: Return[];
  /** How many there are in all. */
  total: number;
  limit: number;
  offset: number;
  /** Send this as `offset` to see the next ones; null when there are no more. */
  next_offset: number | null;
};

export type ListStatementsOutput = {
  statements: {
    month: string;
    pdf_url: string;
    csv_url: string;
  }[];
};

export type ListStoresOutput = {
  stores: Store[];
  total: number;
};

export type ListTestProductsOutput = {
  products: {
    url: string;
    scenario: string;
    name: string;
    is_synchronous_error: boolean;
  }[];
};

export type ListTopUpsInput = {
  limit?: number;
  offset?: number;
};

export type ListTopUpsOutput = {
  top_ups: TopUp[];
  total: number;
};

export type ListVisitsOutput = {
  visits: {
    id: string;
    store: string;
    /** The order's id, or whatever the visit is for. */
    reference: string;
    purpose: string;
    started_at: string;
    /** Where it was when somebody watched last; empty before. */
    page_url: string;
    /** Of this API. */
    image_url: string;
    /** What a person has to do at the page; null: nothing, it can be watched only. */
    waits_for: string | null;
    /** The operator who has taken it over. */
    taken_by: string | null;
  }[];
  total: number;
};

export type ListWalletTransactionsInput = {
  limit?: number;
  offset?: number;
  after?: string;
};

export type ListWalletTransactionsOutput = {
  transactions: {
    id: string;
    type: "fund" | "hold" | "release" | "capture" | "fee" | "refund" | "refund_fee" | "credit" | "debit";
    amount_cents: number;
    /** The ledger account that the money left. */
    from: string;
    /** The ledger account that it reached. */
    to: string;
    order_id: string | null;
    batch_id: string | null;
    return_id: string | null;
    note: string | null;
    /** What was on the wallet afterwards, held money included. */
    balance_cents: number;
    created_at: string;
  }[];
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
  deliveries: {
    id: string;
    /** The webhook-id header: the same at every attempt. */
    webhook_id: string;
    event: "request_succeeded" | "request_failed" | "tracking_obtained" | "tracking_updated" | "status_updated" | "case_updated" | "order.created" | "order.placed" | "order.failed" | "order.cancelled" | "order.cancelled_by_retailer" | "order.action_required" | "tracking.obtained" | "tracking.updated" | "return.updated" | "case.updated" | "bulk.completed" | "policy.alert" | "managed_account.paused";
    event_id: string | null;
    endpoint_id: string | null;
    subject: {
      type: "order" | "return" | "cancellation" | "case" | "bulk" | "policy" | "managed_account" | "test";
      id: string;
    };
    order_id: string | null;
    /** Without its credentials. */
    url: string;
    /** stopped: the receiver answered 410 Gone. */
    status: "pending" | "delivered" | "failed" | "stopped";
    attempts: number;
    next_attempt_at: string | null;
    response_status: number | null;
    response: string | null;
    error: string | null;
    /** The last attempts, oldest first, each with its answer. */
    tries: {
      at: string;
      response_status: number | null;
      response: string | null;
      error: string | null;
    }[];
    /** What is sent, byte for byte. */
    body: string;
    created_at: string;
    delivered_at: string | null;
  }[];
  total: number;
  limit: number;
  offset: number;
};

export type ListWebhookEndpointsOutput = {
  endpoints: {
    id: string;
    /** Without its credentials. */
    url: string;
    events: ("order.created" | "order.placed" | "order.failed" | "order.cancelled" | "order.cancelled_by_retailer" | "order.action_required" | "tracking.obtained" | "tracking.updated" | "return.updated" | "case.updated" | "bulk.completed" | "policy.alert" | "managed_account.paused")[] | null;
    description: string | null;
    is_active: boolean;
    stopped_at: string | null;
    created_at: string;
    updated_at: string;
  }[];
  total: number;
};

export type MintSandboxKeyInput = {
  body?: {
    /** Of the future claimer; used for nothing else. */
    email?: string | null;
    /** Becomes the key's label. */
    name?: string | null;
  };
};

export type MintSandboxKeyOutput = {
  /** Shown once. Send it as Authorization: Bearer. */
  api_key: string;
  /** The same as api_key. */
  key: string;
  expires_policy: string;
  quickstart_url: string;
  /** A complete body for POST /orders. */
  example_order: Record<string, unknown>;
  /** For the person behind the agent. Shown only here. */
  claim_url: string;
  next: string[];
};

export type NotePresenceInput = {
  kind: "case" | "order" | "desk" | "return" | "doubt" | "customer";
  subject: string;
  body: {
    /** true takes it, false lets go; left out it only looks. */
    claim?: boolean;
  };
};

export type NotePresenceOutput = {
  /** You have taken it. */
  is_mine: boolean;
  /** Who else looks at it, or works on it (claimed_at). */
  others: {
    operator: string;
    seen_at: string;
    claimed_at: string | null;
  }[];
};

export type OpenIncidentInput = {
  body: {
    /** Makes a retry safe: the same id again opens nothing. */
    id?: string;
    title: string;
    state: "investigating" | "identified" | "monitoring" | "resolved";
    components: ("api" | "placing" | "tracking" | "mail" | "webhooks")[];
    /** For the public, as plain text. */
    text: string;
  };
};

export type OpenIncidentOutput = {
  id: string;
  title: string;
  state: "investigating" | "identified" | "monitoring" | "resolved";
  components: ("api" | "placing" | "tracking" | "mail" | "webhooks")[];
  started_at: string;
  resolved_at: string | null;
  /** Newest first. */
  updates: {
    id: string;
    state: "investigating" | "identified" | "monitoring" | "resolved";
    text: string;
    at: string;
  }[];
};

export type PlaceBulkOrderInput = {
  body: {
    filename?: string | null;
    /** One for each line below the header. */
    rows: Record<string, string>[];
    /** Mail the account holder once every order of the batch is placed, failed or cancelled. */
    notify_on_complete?: boolean;
    idempotency_key?: string | null;
  };
};

export type PlaceBulkOrderOutput = BulkOrder;

export type PostToCaseInput = {
  order_id: string;
  body: {
    message: string;
    /** Opens a case, also a closed one anew; left out to continue an open one. */
    reason?: "return.request_label" | "nondelivery.not_delivered" | "nondelivery.damaged" | "nondelivery.empty_box" | "tracking.request_update" | "cancel.forced_cancellation" | "other" | null;
  };
};

export type PostToCaseOutput = Case;

export type PreviewPolicyInput = {
  body: {
    policy: PolicyRules;
    key_id?: string;
    /** The name of a group of keys; not beside key_id. */
    group?: string;
  };
};

export type PreviewPolicyOutput = {
  since: string;
  orders: number;
  allowed: number;
  needed_approval: number;
  denied: number;
};

export type PreviewSandboxClaimInput = {
  token: string;
};

export type PreviewSandboxClaimOutput = {
  orders: number;
  keys: number;
  /** Play money, held money included. */
  balance_cents: number;
  created_at: string;
};

export type ProbeStoreInput = {
  body: {
    url: string;
  };
};

export type ProbeStoreOutput = {
  url: string;
  kind: "vendure" | "medusa" | "woocommerce" | "shopify" | "ucp" | "browser" | "desk" | null;
  name: string | null;
  display_name: string | null;
  api_url: string | null;
  currency: string | null;
  countries: string[] | null;
  abilities: ("search" | "product" | "offers" | "checkout" | "quote" | "find" | "fence" | "history" | "track" | "cancel" | "return" | "login")[];
  settings: Record<string, unknown>;
  /** What is still to be said before it can buy. */
  missing: string[];
};

export type PutAccountPolicyInput = {
  body: PolicyRules;
};

export type PutAccountPolicyOutput = Policy;

export type PutKeyGroupInput = {
  name: string;
  body: {
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
    /** Called with POST. A user name and password in it are sent as Basic authentication. */
    url: string;
  };
};

export type PutWebhookEndpointOutput = {
  webhook_url: string | null;
  webhook_secret: string | null;
};

export type QuoteOrderInput = {
  body: {
    /** All of one retailer. */
    products: OrderedProduct[];
    shipping_address: ShippingAddress;
    retailer_credentials_id?: string | null;
    idempotency_key?: string | null;
    /** At most 50 keys and 16 KiB. */
    metadata?: Record<string, unknown>;
    po_number?: string | null;
    handling_days_max?: number | null;
    is_gift?: boolean;
    gift_message?: string | null;
    quote_id?: string | null;
    /** By how much the total may be above the quoted one; more ends the order with `price_changed`. */
    max_drift_cents?: number;
    customer_notifications?: {
      email: string;
    } | null;
    /** The most that the retailer may charge, in cents, tax and shipping included. */
    max_price?: number;
  };
};

export type QuoteOrderOutput = Quote;

export type ReceiveStripeEventInput = {
  body: unknown;
};

export type ReceiveStripeEventOutput = {
  received: boolean;
};

export type RecordDeskPurchaseInput = {
  order_id: string;
  body: {
    /** As taking the order answered it. */
    lease: number;
    merchant_order_ids: string[];
    lines: {
      item_id: string;
      unit_price_cents: number;
    }[];
    shipping_cents: number;
    tax_cents: number;
    fees_cents?: number;
    discount_cents?: number;
    /** What the retailer charged; not above max_price. */
    total_cents: number;
    estimated_delivery?: string | null;
    note?: string | null;
  };
};

export type RecordDeskPurchaseOutput = DeskOrder;

export type RefundFromCaseInput = {
  order_id: string;
  body: {
    /** Names this refund: the same id again refunds nothing. */
    id: string;
    amount_cents: number;
    /** Why; the customer sees it in the transactions. */
    note: string;
  };
};

export type RefundFromCaseOutput = {
  id: string;
  order_id: string;
  account_id: string;
  world: "test" | "live";
  amount_cents: number;
  note: string;
  /** What could still be given back. */
  refundable_cents: number;
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
    /** Of messages that were made since then. */
    failed_since: string;
  };
};

export type ReplayFailedWebhookDeliveriesOutput = {
  replayed: number;
};

export type ReplayWebhookDeliveryInput = {
  delivery_id: string;
};

export type ReplayWebhookDeliveryOutput = {
  id: string;
  /** The webhook-id header: the same at every attempt. */
  webhook_id: string;
  event: "request_succeeded" | "request_failed" | "tracking_obtained" | "tracking_updated" | "status_updated" | "case_updated" | "order.created" | "order.placed" | "order.failed" | "order.cancelled" | "order.cancelled_by_retailer" | "order.action_required" | "tracking.obtained" | "tracking.updated" | "return.updated" | "case.updated" | "bulk.completed" | "policy.alert" | "managed_account.paused";
  event_id: string | null;
  endpoint_id: string | null;
  subject: {
    type: "order" | "return" | "cancellation" | "case" | "bulk" | "policy" | "managed_account" | "test";
    id: string;
  };
  order_id: string | null;
  /** Without its credentials. */
  url: string;
  /** stopped: the receiver answered 410 Gone. */
  status: "pending" | "delivered" | "failed" | "stopped";
  attempts: number;
  next_attempt_at: string | null;
  response_status: number | null;
  response: string | null;
  error: string | null;
  /** The last attempts, oldest first, each with its answer. */
  tries: {
    at: string;
    response_status: number | null;
    response: string | null;
    error: string | null;
  }[];
  /** What is sent, byte for byte. */
  body: string;
  created_at: string;
  delivered_at: string | null;
};

export type ReplyToCaseInput = {
  order_id: string;
  body: {
    message: string;
    /** The last word: the case is closed. */
    close?: boolean;
  };
};

export type ReplyToCaseOutput = {
  order_id: string;
  state: "open" | "closed";
  /** What it was last opened for. */
  reason: "return.request_label" | "nondelivery.not_delivered" | "nondelivery.damaged" | "nondelivery.empty_box" | "tracking.request_update" | "cancel.forced_cancellation" | "other";
  created_at: string;
  updated_at: string;
  /** Oldest first. */
  messages: CaseMessage[];
  /** Files on the case, oldest first. */
  attachments: CaseAttachment[];
  world: "test" | "live";
  account_id: string;
  account_email: string | null;
  retailer: string;
  order_status: "pending" | "in_progress" | "order_placed" | "order_failed" | "cancelled" | "cancelled_by_retailer";
  /** Of its parcels. */
  tracking_statuses: ("pending" | "in_transit" | "delivered" | "undeliverable")[];
  /** What of the captured money could still be given back. */
  refundable_cents: number;
};

export type ReplyToSandboxCaseInput = {
  order_id: string;
  body: {
    message: string;
    /** The last word: the case is closed. */
    close?: boolean;
  };
};

export type ReplyToSandboxCaseOutput = {
  state: "open" | "closed" | null;
  messages: {
    /** Such as case.opened.return.request_label, case.freetext or case.closed. */
    type: string;
    message: string;
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
    /** Only to this endpoint. */
    endpoint_id?: string;
  };
};

export type ResendEventOutput = {
  event: {
    id: string;
    type: EventType;
    timestamp: string;
    order_id: string | null;
    /** The order, return, case, batch, policy or account, as its GET showed it at that moment, with its id. */
    data: Record<string, unknown>;
  };
  deliveries: {
    id: string;
    /** The webhook-id header: the same at every attempt. */
    webhook_id: string;
    event: "request_succeeded" | "request_failed" | "tracking_obtained" | "tracking_updated" | "status_updated" | "case_updated" | "order.created" | "order.placed" | "order.failed" | "order.cancelled" | "order.cancelled_by_retailer" | "order.action_required" | "tracking.obtained" | "tracking.updated" | "return.updated" | "case.updated" | "bulk.completed" | "policy.alert" | "managed_account.paused";
    event_id: string | null;
    endpoint_id: string | null;
    subject: {
      type: "order" | "return" | "cancellation" | "case" | "bulk" | "policy" | "managed_account" | "test";
      id: string;
    };
    order_id: string | null;
    /** Without its credentials. */
    url: string;
    /** stopped: the receiver answered 410 Gone. */
    status: "pending" | "delivered" | "failed" | "stopped";
    attempts: number;
    next_attempt_at: string | null;
    response_status: number | null;
    response: string | null;
    error: string | null;
    /** The last attempts, oldest first, each with its answer. */
    tries: {
      at: string;
      response_status: number | null;
      response: string | null;
      error: string | null;
    }[];
    /** What is sent, byte for byte. */
    body: string;
    created_at: string;
    delivered_at: string | null;
  }[];
};

export type ResolveReturnInput = {
  return_request_id: string;
  body: {
    /** An open return takes each; an approved one takes credited (refunded) and denied (rejected on inspection). */
    status: "approved" | "denied" | "credited";
    resolution_notes?: string | null;
    amount_cents?: number | null;
  };
};

export type ResolveReturnOutput = {
  id: string;
  order_id: string;
  /** open: the retailer has not decided. approved: send it back; the refund follows. credited: the money is on your wallet. denied: the retailer refused, or rejected what came back. An approved return becomes credited or denied, unless the retailer refunds you directly (refund.status paid_by_retailer). */
  status: "open" | "approved" | "denied" | "credited";
  reason: "damaged" | "not_delivered" | "empty_box" | "wrong_item" | "defective" | "not_as_described" | "wrong_size" | "no_longer_needed" | "forced_cancellation" | "other";
  notes: string | null;
  items: {
    order_item_id: string;
    quantity: number;
  }[];
  /** One PDF per parcel. Each link is good for seven days; fetching the return again makes fresh ones. */
  label_urls: string[];
  merchant_return_id: string | null;
  resolution_notes: string | null;
  refund: ReturnRefundState | null;
  created_at: string;
  updated_at: string;
  world: "test" | "live";
  account_id: string;
  account_email: string | null;
  retailer: string;
  merchant_order_ids: string[];
  charged_cents: number | null;
  /** What crediting it would put on the wallet. */
  worth_cents: number;
  credited_cents: number | null;
  approved_at: string | null;
  /** What came of it, in words. */
  message: string;
};

export type ResolveSandboxReturnInput = {
  return_request_id: string;
  body: {
    /** An open return takes each; an approved one takes credited (refunded) and denied (rejected on inspection). */
    status: "approved" | "denied" | "credited";
    resolution_notes?: string | null;
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

export type RotateWebhookEndpointSecretOutput = {
  id: string;
  /** Without its credentials. */
  url: string;
  events: ("order.created" | "order.placed" | "order.failed" | "order.cancelled" | "order.cancelled_by_retailer" | "order.action_required" | "tracking.obtained" | "tracking.updated" | "return.updated" | "case.updated" | "bulk.completed" | "policy.alert" | "managed_account.paused")[] | null;
  description: string | null;
  is_active: boolean;
  stopped_at: string | null;
  created_at: string;
  updated_at: string;
  /** What its messages are signed with, as Standard Webhooks libraries take it. */
  secret: string;
};

export type RotateWebhookSecretOutput = {
  /** As Standard Webhooks libraries take it. */
  secret: string;
  created_at: string;
  /** Replaced ones that still sign, beside the current one. */
  previous: {
    secret: string;
    valid_until: string;
  }[];
};

export type SearchAsOperatorInput = {
  q: string;
};

export type SearchAsOperatorOutput = {
  /** At most eight of each kind. */
  results: {
    kind: "order" | "parcel" | "customer" | "key" | "mail";
    /** Of the order (also of its parcels and mails), the account or the key. */
    id: string;
    /** What its page is named by: a parcel's own id, otherwise as `id`. */
    page_id: string;
    account_id: string | null;
    world: "test" | "live" | null;
    title: string;
    note: string;
  }[];
};

export type SearchEverywhereInput = {
  q: string;
  min_price?: number;
  max_price?: number;
};

export type SearchEverywhereOutput = {
  status: "completed" | "failed";
  /** Only when failed. search_unavailable: this store has no search; its products can be bought by id or URL. */
  code?: "retailer_unavailable" | "search_unavailable";
  /** Only when failed. */
  message?: string;
  query: string;
  results: SearchOfAllHit[];
  /** Stores whose products are missing from the list, and why. */
  left_out: {
    retailer: string;
    /** too_slow: it did not answer in time. */
    reason: "too_slow" | "unavailable";
  }[];
};

export type SearchProductsInput = {
  query: string;
  retailer: string;
  page?: number;
  free_shipping?: boolean;
};

export type SearchProductsOutput = {
  status: "completed" | "failed";
  /** Only when failed. search_unavailable: this store has no search; its products can be bought by id or URL. */
  code?: "retailer_unavailable" | "search_unavailable";
  /** Only when failed. */
  message?: string;
  results: SearchHit[];
  /** Only set on searches that filter for free shipping; ask for it even after an empty page. */
  next_page: number | null;
};

export type SetSandboxHoldInput = {
  body: {
    on: boolean;
  };
};

export type SetSandboxHoldOutput = {
  on: boolean;
  /** Orders that were made from then on are held. */
  since: string | null;
};

export type SignCustomerOutInput = {
  account_id: string;
  body: {
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
  secret: string;
  /** For an authenticator app. */
  otpauth_url: string;
};

export type SwitchRetailerInput = {
  retailer: string;
  body: {
    world: "test" | "live";
    enabled: boolean;
    /** For your colleagues and the audit log. */
    reason: string;
  };
};

export type SwitchRetailerOutput = {
  retailer: string;
  display_name: string;
  world: "test" | "live";
  connector: string | null;
  abilities: string[];
  enabled: boolean;
  reason: string | null;
  switched_by: string | null;
  switched_at: string | null;
  orders_24h: {
    placed: number;
    failed: number;
    under_way: number;
  };
};

export type TakeDeskTaskInput = {
  order_id: string;
  body: {
    /** You asked the operator who had it last; nothing was bought. */
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
  /** For `POST …/input`, shown once. */
  token: string;
  store: string;
  /** The order's id. */
  reference: string;
  /** What has to be done at the page. */
  message: string;
  /** Of the page, in pixels. */
  width: number;
  height: number;
  /** Later with everything that is done. */
  expires_at: string;
};

export type TestWebhookEndpointInput = {
  endpoint_id: string;
  body?: {
    type?: "order.created" | "order.placed" | "order.failed" | "order.cancelled" | "order.cancelled_by_retailer" | "order.action_required" | "tracking.obtained" | "tracking.updated" | "return.updated" | "case.updated" | "bulk.completed" | "policy.alert" | "managed_account.paused";
  };
};

export type TestWebhookEndpointOutput = {
  id: string;
  /** The webhook-id header: the same at every attempt. */
  webhook_id: string;
  event: "request_succeeded" | "request_failed" | "tracking_obtained" | "tracking_updated" | "status_updated" | "case_updated" | "order.created" | "order.placed" | "order.failed" | "order.cancelled" | "order.cancelled_by_retailer" | "order.action_required" | "tracking.obtained" | "tracking.updated" | "return.updated" | "case.updated" | "bulk.completed" | "policy.alert" | "managed_account.paused";
  event_id: string | null;
  endpoint_id: string | null;
  subject: {
    type: "order" | "return" | "cancellation" | "case" | "bulk" | "policy" | "managed_account" | "test";
    id: string;
  };
  order_id: string | null;
  /** Without its credentials. */
  url: string;
  /** stopped: the receiver answered 410 Gone. */
  status: "pending" | "delivered" | "failed" | "stopped";
  attempts: number;
  next_attempt_at: string | null;
  response_status: number | null;
  response: string | null;
  error: string | null;
  /** The last attempts, oldest first, each with its answer. */
  tries: {
    at: string;
    response_status: number | null;
    response: string | null;
    error: string | null;
  }[];
  /** What is sent, byte for byte. */
  body: string;
  created_at: string;
  delivered_at: string | null;
};

export type TrackOrderInput = {
  order_id: string;
};

export type TrackOrderOutput = {
  order_id: string;
  current_status: "pending" | "in_progress" | "order_placed" | "order_failed" | "cancelled" | "cancelled_by_retailer";
  estimated_delivery_date: string | null;
  destination: {
    address_line1: string | null;
    address_line2: string | null;
    city: string | null;
    state: string | null;
    postal_code: string | null;
    country: string | null;
  };
  shipments: {
    carrier: string;
    tracking_number: string;
    status: "pending" | "in_transit" | "delivered" | "undeliverable" | null;
    estimated_delivery_date: string | null;
    checkpoints: TrackingCheckpoint[];
  }[];
  items: {
    url: string;
    quantity: number;
    variant: {
      label: string;
      value: string;
    }[] | null;
    status: "pending" | "processing" | "ordered" | "shipped" | "delivered" | "cancelled" | "failed";
  }[];
};

export type UnlinkManagedAccountInput = {
  short_id: string;
};

export type UnlinkManagedAccountOutput = undefined;

export type UpdateIncidentInput = {
  incident_id: string;
  body: {
    state: "investigating" | "identified" | "monitoring" | "resolved";
    /** For the public, as plain text. */
    text: string;
  };
};

export type UpdateIncidentOutput = {
  id: string;
  title: string;
  state: "investigating" | "identified" | "monitoring" | "resolved";
  components: ("api" | "placing" | "tracking" | "mail" | "webhooks")[];
  started_at: string;
  resolved_at: string | null;
  /** Newest first. */
  updates: {
    id: string;
    state: "investigating" | "identified" | "monitoring" | "resolved";
    text: string;
    at: string;
  }[];
};

export type UpdateKeyInput = {
  id: string;
  body: {
    /** For you to recognise it by. */
    label?: string;
    limits?: {
      /** What its orders may hold on one day (UTC); null is no limit. */
      spend_per_day_cents?: number | null;
      /** The highest max_price of an order; null is no limit. */
      spend_per_order_cents?: number | null;
      /** Identifiers of retailers; null is every one. */
      allowed_retailers?: string[] | null;
    };
    /** read: view. order: buy, cancel, return. manage: retailer accounts and webhooks. policies: write spending policies. A new key has read, order and manage unless told. */
    scopes?: ("read" | "order" | "manage" | "policies")[];
    /** It is refused from then on; null is never. */
    expires_at?: string | null;
    /** IP addresses and CIDR ranges that it may be used from; null is everywhere. */
    allowed_addresses?: string[] | null;
    /** Origins of web pages whose scripts may use it (CORS), such as https://shop.example.com, or * for any; null is none. Give a key that is in a page as little power as you can: anyone who opens the page has it. */
    allowed_origins?: string[] | null;
  };
};

export type UpdateKeyOutput = Key;

export type UpdateManagedAccountInput = {
  short_id: string;
  body: {
    email?: string;
    password?: string | null;
    totp_secret?: string | null;
    retailer?: string | null;
    retailer_config?: Record<string, unknown> | null;
    /** While true, orders wait and no job uses the account. */
    is_paused?: boolean;
    cooldown_minutes?: number | null;
  };
};

export type UpdateManagedAccountOutput = ManagedAccount;

export type UpdateMeInput = {
  body: {
    name: string | null;
  };
};

export type UpdateMeOutput = undefined;

export type UpdateWebhookEndpointInput = {
  endpoint_id: string;
  body: {
    /** Called with POST. A user name and password in it are sent as Basic authentication. */
    url?: string;
    events?: ("order.created" | "order.placed" | "order.failed" | "order.cancelled" | "order.cancelled_by_retailer" | "order.action_required" | "tracking.obtained" | "tracking.updated" | "return.updated" | "case.updated" | "bulk.completed" | "policy.alert" | "managed_account.paused")[] | null;
    description?: string | null;
    /** While false nothing new is sent to it. */
    is_active?: boolean;
  };
};

export type UpdateWebhookEndpointOutput = {
  id: string;
  /** Without its credentials. */
  url: string;
  events: ("order.created" | "order.placed" | "order.failed" | "order.cancelled" | "order.cancelled_by_retailer" | "order.action_required" | "tracking.obtained" | "tracking.updated" | "return.updated" | "case.updated" | "bulk.completed" | "policy.alert" | "managed_account.paused")[] | null;
  description: string | null;
  is_active: boolean;
  stopped_at: string | null;
  created_at: string;
  updated_at: string;
};

export type ValidateBulkOrderInput = {
  body: {
    filename?: string | null;
    /** One for each line below the header. */
    rows: Record<string, string>[];
    /** Mail the account holder once every order of the batch is placed, failed or cancelled. */
    notify_on_complete?: boolean;
  };
};

export type ValidateBulkOrderOutput = BulkValidation;

export type VerifyManagedAccountInput = {
  short_id: string;
  body?: {
    retailer?: string | null;
  };
};

export type VerifyManagedAccountOutput = {
  verified: boolean;
  error_type: string | null;
  message: string | null;
  account: ManagedAccount;
};

export type WatchVisitInput = {
  visit_id: string;
};

export type WatchVisitOutput = Uint8Array;

/** Every operation of the service, by its operationId. */
export interface Operations {
  /** Click, type or scroll in a page that was taken over. Done by the browser in this order. When the page is passed, answer the action of the order (`POST /orders/{order_id}/actions/{action_id}`): the purchase goes on from there. */
  actInVisit: { input: ActInVisitInput; output: ActInVisitOutput };
  /** Tell one more address or webhook. Operators are mailed in any case. A webhook gets alert.fired and alert.resolved, signed as Standard Webhooks with the secret of this answer, and is tried again for about a day. */
  addAlertChannel: { input: AddAlertChannelInput; output: AddAlertChannelOutput };
  /** Watch one more reading. Watch one more reading. */
  addAlertRule: { input: AddAlertRuleInput; output: AddAlertRuleOutput };
  /** Put a file on a customer's case: a PDF or a picture of at most 5 MiB. Put a file on a customer's case: a PDF or a picture of at most 5 MiB. */
  addAnyCaseAttachment: { input: AddAnyCaseAttachmentInput; output: AddAnyCaseAttachmentOutput };
  /** Put a file on the case of an order: a PDF or a picture of at most 5 MiB. A case takes 20 files. Open the case first. */
  addCaseAttachment: { input: AddCaseAttachmentInput; output: AddCaseAttachmentOutput };
  /** Enter a tracking number, or where a parcel is now. Enter a tracking number, or where a parcel is now. */
  addDeskParcel: { input: AddDeskParcelInput; output: AddDeskParcelOutput };
  /** Keep a receipt: a PDF or a picture of at most 5 MiB. Keep a receipt: a PDF or a picture of at most 5 MiB. */
  addDeskReceipt: { input: AddDeskReceiptInput; output: AddDeskReceiptOutput };
  /** Add a store. Every process serves it within a second. `automatic` needs `consent`; a currency other than that of the wallets is refused; so is a host that another store has. */
  addStore: { input: AddStoreInput; output: AddStoreOutput };
  /** Move a sandbox order's parcel by hand. From then on the parcel moves only by hand. Works with test keys only. */
  advanceSandboxOrder: { input: AdvanceSandboxOrderInput; output: AdvanceSandboxOrderOutput };
  /** Buy something without an account, paid with the order. Charges max_price plus 1 USD up front; what the retailer did not take goes back to the same payment method, everything if the order fails or is cancelled. The answer has the key of this one order in X-Api-Key. Without a body the 402 tells the price rule. With `Prefer: payment-link` the 402 also has error.details.pay_url, where a person can pay instead, and X-Api-Key: the key of the order that is made once that is paid. */
  agentCreateOrder: { input: AgentCreateOrderInput; output: AgentCreateOrderOutput };
  /** What a retailer says about a product, paid per call. Of amazon and walmart. An unknown product is a 200 with status failed. Costs 0.01 USD; no account and no key. */
  agentGetProduct: { input: AgentGetProductInput; output: AgentGetProductOutput };
  /** Who sells a product, paid per call. Of amazon and walmart. An unknown product is a 200 with status failed. Costs 0.01 USD; no account and no key. */
  agentGetProductOffers: { input: AgentGetProductOffersInput; output: AgentGetProductOffersOutput };
  /** Search every supported retailer at once, paid per call. Beta: the shape of the answer may change. Every result's url can be bought with POST /agent/orders. Costs 0.01 USD; no account and no key. */
  agentSearch: { input: AgentSearchInput; output: AgentSearchOutput };
  /** Search one retailer, paid per call. One page of the search of one retailer. Costs 0.01 USD; no account and no key. */
  agentSearchProducts: { input: AgentSearchProductsInput; output: AgentSearchProductsOutput };
  /** Search one retailer, paid per call. One page of the search of one retailer. Costs 0.01 USD; no account and no key. */
  agentSearchProductsByGet: { input: AgentSearchProductsByGetInput; output: AgentSearchProductsByGetOutput };
  /** Approve or decline a purchase. For a signed-in person of the account; no key will do. Answered once, before it expires. A policy's approval takes one of its approvers. */
  answerApproval: { input: AnswerApprovalInput; output: AnswerApprovalOutput };
  /** Accept or refuse an invitation, once. Accepting also chooses the account for this session. */
  answerInvitation: { input: AnswerInvitationInput; output: AnswerInvitationOutput };
  /** Answer what an order asks. The answer has the shape that next_action.answer_schema declares. Only those whom the question asks may answer; an approval takes a signed-in person of the account, never a key. */
  answerOrderAction: { input: AnswerOrderActionInput; output: AnswerOrderActionOutput };
  /** Give a program a key, or refuse it. For a signed-in person, who may give fewer scopes than the program asked for. A code that is unknown, over or decided otherwise is a 404. */
  approveDevice: { input: ApproveDeviceInput; output: ApproveDeviceOutput };
  /** Ask a person for a key, without copying one. For programs. Send a sandbox key too, and the person who approves also claims that sandbox. The key expires when it is not used for 90 days. */
  askForDeviceCode: { input: AskForDeviceCodeInput; output: AskForDeviceCodeOutput };
  /** Say that the retailer cancelled a purchase: what was captured is refunded. Say that the retailer cancelled a purchase: what was captured is refunded. */
  callOffDeskPurchase: { input: CallOffDeskPurchaseInput; output: CallOffDeskPurchaseOutput };
  /** Cancel an order that is still pending. Everything that was held for it is released. */
  cancelOrder: { input: CancelOrderInput; output: CancelOrderOutput };
  /** Change the bounds of a rule, or switch it off or on. A rule that is switched off while it fires is well again at the next look. */
  changeAlertRule: { input: ChangeAlertRuleInput; output: ChangeAlertRuleOutput };
  /** Change a person's role. At once here, within a second in other processes. An account keeps an owner: 409 `last_owner` otherwise. */
  changeRole: { input: ChangeRoleInput; output: ChangeRoleOutput };
  /** Change a store, or switch it off or on. Only what is sent changes; `credentials` are replaced as a whole. `limits` are merged. */
  changeStore: { input: ChangeStoreInput; output: ChangeStoreOutput };
  /** Whether a product address can be ordered, and why not. The same rules as POST /orders, for the world of the key that is sent; without a key for the live world where this deployment has a live store, else for the sandbox. */
  checkRetailer: { input: CheckRetailerInput; output: CheckRetailerOutput };
  /** What is unsafe about the current settings, and what to do. The same list as `npm run admin -- doctor`. */
  checkSettings: { input: Record<never, never>; output: CheckSettingsOutput };
  /** Walk a purchase at a store up to the button, and let go of it. Searches, fills a cart, reads the total and empties it again. It buys nothing; each step says what worked. */
  checkStore: { input: CheckStoreInput; output: CheckStoreOutput };
  /** Act for another of your accounts. For this session, from now on. A page that was opened before goes on with the account that it shows. */
  chooseAccount: { input: ChooseAccountInput; output: ChooseAccountOutput };
  /** Make a sandbox yours. Its orders, play money and keys move to your account in one step, once. The keys keep working. */
  claimSandbox: { input: ClaimSandboxInput; output: ClaimSandboxOutput };
  /** The last 24 hours of every retailer and store: success, time to place, refusals and doubts. The last 24 hours of every retailer and store: success, time to place, refusals and doubts. */
  compareRetailers: { input: CompareRetailersInput; output: CompareRetailersOutput };
  /** The page on which a payment is made. A page of Stripe, or in the sandbox one of ours that takes play money. Asked again it is the same page. */
  createCheckoutSession: { input: CreateCheckoutSessionInput; output: CreateCheckoutSessionOutput };
  /** Make an API key. The key is in this answer and nowhere else. Sent again with the same Idempotency-Key, the request brings the same key again. */
  createKey: { input: CreateKeyInput; output: CreateKeyOutput };
  /** Register a retailer account. Secrets are sealed before they are stored and never returned. Takes an Idempotency-Key. */
  createManagedAccount: { input: CreateManagedAccountInput; output: CreateManagedAccountOutput };
  /** Buy something. Accepts an order and holds max_price on your wallet. The order is bought in the background: poll it, or its timeline. Send an Idempotency-Key header (or idempotency_key) to make a retry safe. With `Prefer: payment-link` a 402 has details.pay_url, where a person can pay for this order. */
  createOrder: { input: CreateOrderInput; output: CreateOrderOutput };
  /** Send something back. For items of an order that was placed, as far as they are not under return already. The retailer decides in the background: poll the return until its status is no longer open. Send an Idempotency-Key header to make a retry safe. */
  createReturn: { input: CreateReturnInput; output: CreateReturnOutput };
  /** Put money onto your wallet. Open pay_url in a browser: with a live key it is a page of Stripe, with a test key one of ours that pays with test money. The wallet fills when the payment is confirmed. Send an Idempotency-Key header to make a retry safe. */
  createTopUp: { input: CreateTopUpInput; output: CreateTopUpOutput };
  /** Be told of events at one more URL. At most 20 in each world. Each has a secret of its own. */
  createWebhookEndpoint: { input: CreateWebhookEndpointInput; output: CreateWebhookEndpointOutput };
  /** Put money on a customer's wallet. The id makes a retry safe: the same credit again answers 200 and changes nothing, another one with the same id is refused. */
  creditWallet: { input: CreditWalletInput; output: CreditWalletOutput };
  /** Take money off a customer's wallet. Never more than is available: what orders hold is not touched, and a balance never goes below zero (402 insufficient_funds). The id makes a retry safe, as with a credit. */
  debitWallet: { input: DebitWalletInput; output: DebitWalletOutput };
  /** Say what you found in the retailer's own order history. Settles the order and its money, once and for all. An order that waits for no decision, or no longer, is refused with bad_request. */
  decideDoubt: { input: DecideDoubtInput; output: DecideDoubtOutput };
  /** Retry or discard a job that failed for good. Work that ends an order or moves money is not thrown away: it is done again or decided. */
  decideJob: { input: DecideJobInput; output: DecideJobOutput };
  /** Let a program use your account, or refuse it. For a signed-in person. The program gets a key of its own, which is listed and revoked like any other. */
  decideSignInRequest: { input: DecideSignInRequestInput; output: DecideSignInRequestOutput };
  /** Take the policy of a group away. Take the policy of a group away. */
  deleteKeyGroupPolicy: { input: DeleteKeyGroupPolicyInput; output: DeleteKeyGroupPolicyOutput };
  /** Take the policy of a key away. Take the policy of a key away. */
  deleteKeyPolicy: { input: DeleteKeyPolicyInput; output: DeleteKeyPolicyOutput };
  /** Delete a retailer account and its secrets. Orders that wait for it fail with login_failed. While a job uses it: 409. */
  deleteManagedAccount: { input: DeleteManagedAccountInput; output: DeleteManagedAccountOutput };
  /** Delete your account and all that is personal in it. Sessions and keys end at once; a job erases addresses, accounts at retailers, messages, webhooks and files. What the ledger must keep stays without you. Refused while orders are open, real money is on the wallet or other people belong to it. */
  deleteMe: { input: Record<never, never>; output: DeleteMeOutput };
  /** Be told no more at your one webhook URL. Be told no more at your one webhook URL. */
  deleteWebhookEndpoint: { input: Record<never, never>; output: DeleteWebhookEndpointOutput };
  /** Delete an endpoint. What is still owed to it is not sent any more; the log stays. */
  deleteWebhookEndpointById: { input: DeleteWebhookEndpointByIdInput; output: DeleteWebhookEndpointByIdOutput };
  /** End one session of a person. The browser has to sign in again; the others of the same person go on. */
  endAnySession: { input: EndAnySessionInput; output: EndAnySessionOutput };
  /** The audit log as a CSV file, newest first. The audit log as a CSV file, newest first. */
  exportOperatorActions: { input: ExportOperatorActionsInput; output: ExportOperatorActionsOutput };
  /** Your orders as a CSV file, newest first. Takes the filters of GET /orders. Streamed, whatever their number; safe to open in a spreadsheet. */
  exportOrders: { input: ExportOrdersInput; output: ExportOrdersOutput };
  /** Say that an order cannot be bought: it fails, and everything is released. Say that an order cannot be bought: it fails, and everything is released. */
  failDeskTask: { input: FailDeskTaskInput; output: FailDeskTaskOutput };
  /** Fetch the key that a person approved. Once. Until then a 400 says what to do: authorization_pending, slow_down, access_denied, expired_token. */
  fetchDeviceKey: { input: FetchDeviceKeyInput; output: FetchDeviceKeyOutput };
  /** Hand in what the store answered. Only the person who was sent to the store, once, within ten minutes. */
  finishManagedAccountLink: { input: FinishManagedAccountLinkInput; output: FinishManagedAccountLinkOutput };
  /** Freeze a key, or thaw it. A frozen key is refused everywhere within a second. Its orders go on. */
  freezeKey: { input: FreezeKeyInput; output: FreezeKeyOutput };
  /** The spend policy of the whole account. Of the world that you ask in. An account that never had one limits nothing, at version 0. */
  getAccountPolicy: { input: Record<never, never>; output: GetAccountPolicyOutput };
  /** A case with everything that was said. A case with everything that was said. */
  getAnyCase: { input: GetAnyCaseInput; output: GetAnyCaseOutput };
  /** The bytes of a file on a customer's case. The bytes of a file on a customer's case. */
  getAnyCaseAttachment: { input: GetAnyCaseAttachmentInput; output: GetAnyCaseAttachmentOutput };
  /** One key of anybody: its limits, what it spent today, its latest requests and audit. One key of anybody: its limits, what it spent today, its latest requests and audit. */
  getAnyKey: { input: GetAnyKeyInput; output: GetAnyKeyOutput };
  /** What the recipient of an order was written, and whether it has left. What the recipient of an order was written, and whether it has left. */
  getAnyMails: { input: GetAnyMailsInput; output: GetAnyMailsOutput };
  /** One order of anybody, with its money, messages, open work and audit. One order of anybody, with its money, messages, open work and audit. */
  getAnyOrder: { input: GetAnyOrderInput; output: GetAnyOrderOutput };
  /** One parcel of anybody, with where it was seen and the order that it belongs to. One parcel of anybody, with where it was seen and the order that it belongs to. */
  getAnyParcel: { input: GetAnyParcelInput; output: GetAnyParcelOutput };
  /** What a person of the account is asked to approve. For people and keys of the account. Reading it decides nothing. */
  getApproval: { input: GetApprovalInput; output: GetApprovalOutput };
  /** One batch with every row, as it stands now. One batch with every row, as it stands now. */
  getBulkOrder: { input: GetBulkOrderInput; output: GetBulkOrderOutput };
  /** Your file with what became of each row. The original columns in their order, then order_id, status and error. Safe to open in a spreadsheet. */
  getBulkOrderResults: { input: GetBulkOrderResultsInput; output: GetBulkOrderResultsOutput };
  /** A file to start from. With a test key it has a row that can be placed as it is; with a live one the header alone. */
  getBulkOrderTemplate: { input: Record<never, never>; output: GetBulkOrderTemplateOutput };
  /** How the latest cancellation of an order stands. How the latest cancellation of an order stands. */
  getCancellation: { input: GetCancellationInput; output: GetCancellationOutput };
  /** The case of an order, with everything that was said. Not found while there is none. */
  getCase: { input: GetCaseInput; output: GetCaseOutput };
  /** The bytes of a file on a case. The bytes of a file on a case. */
  getCaseAttachment: { input: GetCaseAttachmentInput; output: GetCaseAttachmentOutput };
  /** One customer: wallets, keys, sessions, latest orders and audit. One customer: wallets, keys, sessions, latest orders and audit. */
  getCustomer: { input: GetCustomerInput; output: GetCustomerOutput };
  /** The bytes of a receipt. The bytes of a receipt. */
  getDeskReceipt: { input: GetDeskReceiptInput; output: GetDeskReceiptOutput };
  /** One order at the desk: address, items, who has it, receipts. One order at the desk: address, items, who has it, receipts. */
  getDeskTask: { input: GetDeskTaskInput; output: GetDeskTaskOutput };
  /** Which program asks for a key. Which program asks for a key. */
  getDeviceCode: { input: GetDeviceCodeInput; output: GetDeviceCodeOutput };
  /** One event. One event. */
  getEvent: { input: GetEventInput; output: GetEventOutput };
  /** A picture of a film. A picture of a film. */
  getFilmPicture: { input: GetFilmPictureInput; output: GetFilmPictureOutput };
  /** Whether the service and what it stands on work. Whether the service and what it stands on work. */
  getHealth: { input: Record<never, never>; output: GetHealthOutput };
  /** What you are invited to. By the token of the mailed link. One that is unknown, used, taken back, too old or for another address is a 404. */
  getInvitation: { input: GetInvitationInput; output: GetInvitationOutput };
  /** The spend policy of a group of keys. The spend policy of a group of keys. */
  getKeyGroupPolicy: { input: GetKeyGroupPolicyInput; output: GetKeyGroupPolicyOutput };
  /** The spend policy of a key. The spend policy of a key. */
  getKeyPolicy: { input: GetKeyPolicyInput; output: GetKeyPolicyOutput };
  /** How much was ever bought here. Real purchases only. A 404 unless the operator set PUBLIC_STATS=true. */
  getLifetimeStats: { input: Record<never, never>; output: GetLifetimeStatsOutput };
  /** What you are mailed about. Yours, on every account that you belong to. Sign-in links and invitations are always mailed. */
  getMailPreferences: { input: Record<never, never>; output: GetMailPreferencesOutput };
  /** One retailer account. One retailer account. */
  getManagedAccount: { input: GetManagedAccountInput; output: GetManagedAccountOutput };
  /** Whether an account is linked at its store. Whether an account is linked at its store. */
  getManagedAccountLink: { input: GetManagedAccountLinkInput; output: GetManagedAccountLinkOutput };
  /** Who is signed in. Who is signed in. */
  getMe: { input: Record<never, never>; output: GetMeOutput };
  /** Queue, workers, database, mail and disk over time. Queue, workers, database, mail and disk over time. */
  getMonitoring: { input: GetMonitoringInput; output: GetMonitoringOutput };
  /** How everything stands, and what waits for a person. How everything stands, and what waits for a person. */
  getOperatorOverview: { input: Record<never, never>; output: GetOperatorOverviewOutput };
  /** One order, as it stands now. With wait_seconds the answer comes as soon as the order is newer than since, or with what it is when the wait ends. */
  getOrder: { input: GetOrderInput; output: GetOrderOutput };
  /** What happened to an order, oldest first. What happened to an order, oldest first. */
  getOrderTimeline: { input: GetOrderTimelineInput; output: GetOrderTimelineOutput };
  /** Money, orders and what needs attention, in one answer. Sums and counts over everything that the account has in the world of the key, in one request. */
  getOverview: { input: Record<never, never>; output: GetOverviewOutput };
  /** How a payment by link stands. POST /orders and POST /agent/orders with `Prefer: payment-link` answer a 402 with payment_id and pay_url where only money is missing. Give pay_url to a person; the order is made by itself once it is paid, so do not send it again. */
  getPayment: { input: GetPaymentInput; output: GetPaymentOutput };
  /** What binds the calling key, and what is left. What binds the calling key, and what is left. */
  getPolicy: { input: Record<never, never>; output: GetPolicyOutput };
  /** What a retailer says about a product. An unknown product or a retailer that cannot be reached is a 200 with status failed. To wait for a fetch that async began, send the same call again (with newer_than in place of a small max_age). */
  getProduct: { input: GetProductInput; output: GetProductOutput };
  /** Who sells a product, at which price and in which condition. Takes the same parameters as the details of a product, and answers in the same way. */
  getProductOffers: { input: GetProductOffersInput; output: GetProductOffersOutput };
  /** One request, by the X-Request-Id of its answer. One request, by the X-Request-Id of its answer. */
  getRequest: { input: GetRequestInput; output: GetRequestOutput };
  /** How buying at one retailer or store went, by the hour and by the day. How buying at one retailer or store went, by the hour and by the day. */
  getRetailerStatistics: { input: GetRetailerStatisticsInput; output: GetRetailerStatisticsOutput };
  /** One return, with fresh links to its labels. One return, with fresh links to its labels. */
  getReturn: { input: GetReturnInput; output: GetReturnOutput };
  /** A return label as PDF. No key is needed: take the whole link from label_urls of a return. It is good for seven days. */
  getReturnLabel: { input: GetReturnLabelInput; output: GetReturnLabelOutput };
  /** What came back to the wallet for a return, and when it was decided. What came back to the wallet for a return, and when it was decided. */
  getReturnRefund: { input: GetReturnRefundInput; output: GetReturnRefundOutput };
  /** Whether new sandbox orders are held before they are bought. Works with test keys only. */
  getSandboxHold: { input: Record<never, never>; output: GetSandboxHoldOutput };
  /** Whether this sandbox was claimed by a person. Whether this sandbox was claimed by a person. */
  getSandboxStatus: { input: Record<never, never>; output: GetSandboxStatusOutput };
  /** Whether your second factor is set up and was given lately. Whether your second factor is set up and was given lately. */
  getSecondFactor: { input: Record<never, never>; output: GetSecondFactorOutput };
  /** Where sign-in mail goes on this server. Without a mail server it stays on the machine of the service: in its local mailbox, or in the folder `mail` of its data. */
  getSignInHint: { input: Record<never, never>; output: GetSignInHintOutput };
  /** Which program wants to use your account. Which program wants to use your account. */
  getSignInRequest: { input: GetSignInRequestInput; output: GetSignInRequestOutput };
  /** Every movement of a month between its opening and closing balance, as PDF. Every movement of a month between its opening and closing balance, as PDF. */
  getStatement: { input: GetStatementInput; output: GetStatementOutput };
  /** Every movement of a month between its opening and closing balance, as CSV. Every movement of a month between its opening and closing balance, as CSV. */
  getStatementCsv: { input: GetStatementCsvInput; output: GetStatementCsvOutput };
  /** How each part does, now and over 90 days, and what operators wrote about it. For people at /status. Good for half a minute. */
  getStatus: { input: Record<never, never>; output: GetStatusOutput };
  /** One store. One store. */
  getStore: { input: GetStoreInput; output: GetStoreOutput };
  /** The people of your account, and who is invited. The people of your account, and who is invited. */
  getTeam: { input: Record<never, never>; output: GetTeamOutput };
  /** How a top-up stands. Asks the payment provider while it is not paid, so that polling sees a payment as soon as it is there. */
  getTopUp: { input: GetTopUpInput; output: GetTopUpOutput };
  /** The receipt of a top-up that was paid, as PDF. The receipt of a top-up that was paid, as PDF. */
  getTopUpReceipt: { input: GetTopUpReceiptInput; output: GetTopUpReceiptOutput };
  /** The receipt of a top-up that was paid, as CSV. The receipt of a top-up that was paid, as CSV. */
  getTopUpReceiptCsv: { input: GetTopUpReceiptCsvInput; output: GetTopUpReceiptCsvOutput };
  /** How often you called what. Counts calls of this account in the world of the key. Calls show up within a second; retries that were answered from memory are not counted again. */
  getUsage: { input: GetUsageInput; output: GetUsageOutput };
  /** The balance of your wallet. The balance of your wallet. */
  getWallet: { input: Record<never, never>; output: GetWalletOutput };
  /** Your wallet in the form that newer clients ask for. Your wallet in the form that newer clients ask for. */
  getWalletOfMe: { input: GetWalletOfMeInput; output: GetWalletOfMeOutput };
  /** Your one webhook URL and its secret. Both are null while there is none. */
  getWebhookEndpoint: { input: Record<never, never>; output: GetWebhookEndpointOutput };
  /** One endpoint with its secret. One endpoint with its secret. */
  getWebhookEndpointById: { input: GetWebhookEndpointByIdInput; output: GetWebhookEndpointByIdOutput };
  /** What your webhooks are signed with. What your webhooks are signed with. */
  getWebhookSecret: { input: Record<never, never>; output: GetWebhookSecretOutput };
  /** Give a code: for ten minutes this session may move money. Give a code: for ten minutes this session may move money. */
  giveSecondFactor: { input: GiveSecondFactorInput; output: GiveSecondFactorOutput };
  /** Hand an order back: nothing was bought. Hand an order back: nothing was bought. */
  handBackDeskTask: { input: HandBackDeskTaskInput; output: HandBackDeskTaskOutput };
  /** Pause a sandbox order, take one step, or let it run. `pause` keeps a pending order from being bought. `step` does the next thing: buys a held order, ships or delivers a placed one (from then on only the hand moves its parcel). `run` lets a held order go on by itself. Works with test keys only. */
  holdSandboxOrder: { input: HoldSandboxOrderInput; output: HoldSandboxOrderOutput };
  /** Invite somebody to your account. Mails a link that works once, for seven days, and only for the person who signs in with this address. Inviting an address again mails a new link; the earlier one is no good any more. */
  invitePerson: { input: InvitePersonInput; output: InvitePersonOutput };
  /** Leave this account. Ends your sessions; you can sign in again for your other accounts. The last owner cannot leave. */
  leaveTeam: { input: Record<never, never>; output: LeaveTeamOutput };
  /** Abort an order that waits to be bought (earlier API). Abort an order that waits to be bought (earlier API). */
  legacyAbortOrder: { input: LegacyAbortOrderInput; output: LegacyAbortOrderOutput };
  /** Have a placed order cancelled at the retailer (earlier API). Have a placed order cancelled at the retailer (earlier API). */
  legacyCancelOrder: { input: LegacyCancelOrderInput; output: LegacyCancelOrderOutput };
  /** Order something (earlier API). Managed (addax) orders are bought with accounts of the service and paid from the wallet; with retailer_credentials, payment_method and shipping_method the order is bought with an account and a card of your own. */
  legacyCreateOrder: { input: LegacyCreateOrderInput; output: LegacyCreateOrderOutput };
  /** Send something of an order back (earlier API). Send something of an order back (earlier API). */
  legacyCreateReturn: { input: LegacyCreateReturnInput; output: LegacyCreateReturnOutput };
  /** How a cancellation stands (earlier API). How a cancellation stands (earlier API). */
  legacyGetCancellation: { input: LegacyGetCancellationInput; output: LegacyGetCancellationOutput };
  /** The case of an order (earlier API). The case of an order (earlier API). */
  legacyGetCase: { input: LegacyGetCaseInput; output: LegacyGetCaseOutput };
  /** Who sells a product (earlier API). Who sells a product (earlier API). */
  legacyGetOffers: { input: LegacyGetOffersInput; output: LegacyGetOffersOutput };
  /** How an order stands (earlier API). While it is processed and when it failed, the answer is an error object, with status 200. */
  legacyGetOrder: { input: LegacyGetOrderInput; output: LegacyGetOrderOutput };
  /** What a retailer says about a product (earlier API). What a retailer says about a product (earlier API). */
  legacyGetProduct: { input: LegacyGetProductInput; output: LegacyGetProductOutput };
  /** How a return stands (earlier API). While the retailer decides and when it denied, the answer is an error object, with status 200. */
  legacyGetReturn: { input: LegacyGetReturnInput; output: LegacyGetReturnOutput };
  /** Your orders, newest first (earlier API). Your orders, newest first (earlier API). */
  legacyListOrders: { input: LegacyListOrdersInput; output: LegacyListOrdersOutput };
  /** Open, continue or reopen the case of an order (earlier API). For managed orders; a self-managed one is settled with the retailer. */
  legacyPostToCase: { input: LegacyPostToCaseInput; output: LegacyPostToCaseOutput };
  /** Order again what failed (earlier API). The same request as a new order. Log-in and card were erased when the first one ended: a self-managed order needs them again. */
  legacyRetryOrder: { input: LegacyRetryOrderInput; output: LegacyRetryOrderOutput };
  /** Search one retailer (earlier API). Search one retailer (earlier API). */
  legacySearch: { input: LegacySearchInput; output: LegacySearchOutput };
  /** Change what a key may spend, and where. What is left out stays as it is; null lifts a limit. It counts from the next order on. */
  limitKey: { input: LimitKeyInput; output: LimitKeyOutput };
  /** Link an account at its store, without a password. For stores that speak UCP and let their customers link accounts. A person agrees at the store; a key is told where a person begins. */
  linkManagedAccount: { input: LinkManagedAccountInput; output: LinkManagedAccountOutput };
  /** Who did what on the account, newest first. What people did on the web, in both worlds, and what operators did to its money and sessions. What keys did is in GET /requests. */
  listActivity: { input: ListActivityInput; output: ListActivityOutput };
  /** What is watched, what fires, and who is told. What is watched, what fires, and who is told. */
  listAlerts: { input: Record<never, never>; output: ListAlertsOutput };
  /** Cases of every account, the ones that changed last first. Cases of every account, the ones that changed last first. */
  listAllCases: { input: ListAllCasesInput; output: ListAllCasesOutput };
  /** Every retailer of both worlds, with its connector and its switch. Every retailer of both worlds, with its connector and its switch. */
  listAllRetailers: { input: Record<never, never>; output: ListAllRetailersOutput };
  /** Returns of every account, newest first. Returns of every account, newest first. */
  listAllReturns: { input: ListAllReturnsInput; output: ListAllReturnsOutput };
  /** Your batches, newest first. Your batches, newest first. */
  listBulkOrders: { input: ListBulkOrdersInput; output: ListBulkOrdersOutput };
  /** Your cases, the ones that changed last first. Your cases, the ones that changed last first. */
  listCases: { input: ListCasesInput; output: ListCasesOutput };
  /** What operators have taken, of one kind. What operators have taken, of one kind. */
  listClaims: { input: ListClaimsInput; output: ListClaimsOutput };
  /** Orders that were bought here and have not arrived yet, newest first. Orders that were bought here and have not arrived yet, newest first. */
  listDeskPurchases: { input: ListDeskPurchasesInput; output: ListDeskPurchasesOutput };
  /** Orders that wait for a person to buy them, and those in work. Orders that wait for a person to buy them, and those in work. */
  listDeskTasks: { input: ListDeskTasksInput; output: ListDeskTasksOutput };
  /** Orders whose outcome nobody could find out, with the evidence, the longest waiting first. Orders whose outcome nobody could find out, with the evidence, the longest waiting first. */
  listDoubts: { input: ListDoubtsInput; output: ListDoubtsOutput };
  /** What happened in the last 30 days, oldest first. The same that webhook endpoints are sent. Go on with after = next_cursor; with wait_seconds the answer waits for the next event. */
  listEvents: { input: ListEventsInput; output: ListEventsOutput };
  /** Webhook receivers that do not take what they are sent, the worst first. Includes endpoints whose deliveries failed for good in the last 24 hours and none succeeded since. */
  listFailingWebhookReceivers: { input: ListFailingWebhookReceiversInput; output: ListFailingWebhookReceiversOutput };
  /** What browsers did at stores that have only pages. One film for each visit, newest first: its steps with their times, and pictures with secrets covered. */
  listFilms: { input: ListFilmsInput; output: ListFilmsOutput };
  /** What the public was told, newest first. What the public was told, newest first. */
  listIncidents: { input: Record<never, never>; output: ListIncidentsOutput };
  /** Groups of keys that share a policy. Groups of keys that share a policy. */
  listKeyGroups: { input: Record<never, never>; output: ListKeyGroupsOutput };
  /** Your API keys of both worlds, newest first. Revoked ones too. For a signed-in person. */
  listKeys: { input: ListKeysInput; output: ListKeysOutput };
  /** What happened to a retailer account, newest first. Mail that arrived, codes that were used, log-ins, locks and pauses. Never a code itself. */
  listManagedAccountEvents: { input: ListManagedAccountEventsInput; output: ListManagedAccountEventsOutput };
  /** Your retailer accounts, newest first. Your retailer accounts, newest first. */
  listManagedAccounts: { input: ListManagedAccountsInput; output: ListManagedAccountsOutput };
  /** Charges and refunds that are not final at their payment provider, the longest waiting first. Each is read at the provider until it is final, at least once an hour; what a charge took that nobody needed goes back by itself. */
  listOpenCharges: { input: ListOpenChargesInput; output: ListOpenChargesOutput };
  /** Everything that operators changed, newest first. Everything that operators changed, newest first. */
  listOperatorActions: { input: ListOperatorActionsInput; output: ListOperatorActionsOutput };
  /** What orders ask operators, other than to be bought; answered like any action of an order. What orders ask operators, other than to be bought; answered like any action of an order. */
  listOperatorQuestions: { input: Record<never, never>; output: ListOperatorQuestionsOutput };
  /** Your orders, newest first unless asked otherwise. Your orders, newest first unless asked otherwise. */
  listOrders: { input: ListOrdersInput; output: ListOrdersOutput };
  /** Every decision of your policies, oldest first, to keep. Each names the SHA-256 of the one before it in `hash`. `inputs` is the text that was decided on. */
  listPolicyDecisions: { input: ListPolicyDecisionsInput; output: ListPolicyDecisionsOutput };
  /** What your keys sent, newest first. Requests of every key of this account in this world, for 30 days unless the operator keeps them shorter. They show up within two seconds. Secrets in bodies are masked. */
  listRequests: { input: ListRequestsInput; output: ListRequestsOutput };
  /** The retailers that can be searched and bought from. The brands of the catalogue and the stores that are connected beside it, by identifier, from a to z. No key is needed. `supported` tells what can be bought with the key that is sent: with a test key in the sandbox, with a live key in the live world (nothing, until a live store is connected). Without a key it tells of the live world where this deployment has a live store, else of the sandbox. */
  listRetailers: { input: ListRetailersInput; output: ListRetailersOutput };
  /** Your returns, newest first. Your returns, newest first. */
  listReturns: { input: ListReturnsInput; output: ListReturnsOutput };
  /** The months in which anything moved on your wallet, newest first. The months in which anything moved on your wallet, newest first. */
  listStatements: { input: Record<never, never>; output: ListStatementsOutput };
  /** Every configured store, with how it does. Every configured store, with how it does. */
  listStores: { input: Record<never, never>; output: ListStoresOutput };
  /** Products of the sandbox that play a scenario. Products of the sandbox that play a scenario. */
  listTestProducts: { input: Record<never, never>; output: ListTestProductsOutput };
  /** What you put onto your wallet, newest first. What you put onto your wallet, newest first. */
  listTopUps: { input: ListTopUpsInput; output: ListTopUpsOutput };
  /** What browsers are doing at stores now. What browsers are doing at stores now. */
  listVisits: { input: Record<never, never>; output: ListVisitsOutput };
  /** Every movement of your money, newest first. Every movement of your money, newest first. */
  listWalletTransactions: { input: ListWalletTransactionsInput; output: ListWalletTransactionsOutput };
  /** What was sent to your webhook URLs, newest first. Deliveries that ended are kept for 30 days. */
  listWebhookDeliveries: { input: ListWebhookDeliveriesInput; output: ListWebhookDeliveriesOutput };
  /** Where you are told of events. Where you are told of events. */
  listWebhookEndpoints: { input: Record<never, never>; output: ListWebhookEndpointsOutput };
  /** Mint a test key, without an account. Capped per address and in total each day (UTC); a 429 says when the caps reset. Reuse a key rather than minting in a loop. */
  mintSandboxKey: { input: MintSandboxKeyInput; output: MintSandboxKeyOutput };
  /** Say that you look at something or work on it, and see who else does. A page says so every ten seconds and is forgotten after thirty. A claim stays for a quarter of an hour after its page was last seen. It keeps nobody from acting: it tells. */
  notePresence: { input: NotePresenceInput; output: NotePresenceOutput };
  /** Tell the public that something is wrong. It stands on /status until it is resolved. Write nothing that the public should not read. */
  openIncident: { input: OpenIncidentInput; output: OpenIncidentOutput };
  /** Order a whole batch. All or nothing: the money of every row is held at once, and the orders are made in the background. The answer carries the first 100 rows; the batch itself has them all. Send an Idempotency-Key header (or idempotency_key) to make a retry safe. */
  placeBulkOrder: { input: PlaceBulkOrderInput; output: PlaceBulkOrderOutput };
  /** Open, continue or reopen the case of an order. For orders that the service bought with its own means; one that you bought with your own retailer account is settled with the retailer. Send an Idempotency-Key header to make a retry safe. */
  postToCase: { input: PostToCaseInput; output: PostToCaseOutput };
  /** Try a policy on the last 30 days' orders. Nothing is changed. Titles and addresses of the past are not looked at. */
  previewPolicy: { input: PreviewPolicyInput; output: PreviewPolicyOutput };
  /** What claiming a sandbox would bring. An unknown, used or expired link is 404. */
  previewSandboxClaim: { input: PreviewSandboxClaimInput; output: PreviewSandboxClaimOutput };
  /** Find out what kind of store lives at an address, and what it still needs. It reads and changes nothing. `kind` is null where no kind recognises the address. */
  probeStore: { input: ProbeStoreInput; output: ProbeStoreOutput };
  /** Say what the account may spend. It binds every key, so only a signed-in person may write it. An empty object lifts it. */
  putAccountPolicy: { input: PutAccountPolicyInput; output: PutAccountPolicyOutput };
  /** Say which keys are in a group. A key is in one group at most; an empty list dissolves the group. */
  putKeyGroup: { input: PutKeyGroupInput; output: PutKeyGroupOutput };
  /** Say what a group of keys may spend together. Say what a group of keys may spend together. */
  putKeyGroupPolicy: { input: PutKeyGroupPolicyInput; output: PutKeyGroupPolicyOutput };
  /** Say what a key may spend. Replaces the whole policy. For a signed-in owner, or a key with the scope `policies` that no policy binds. */
  putKeyPolicy: { input: PutKeyPolicyInput; output: PutKeyPolicyOutput };
  /** Say what you are mailed about. Say what you are mailed about. */
  putMailPreferences: { input: PutMailPreferencesInput; output: PutMailPreferencesOutput };
  /** Set your one webhook URL. It is told of every event. The secret stays when the URL is replaced. */
  putWebhookEndpoint: { input: PutWebhookEndpointInput; output: PutWebhookEndpointOutput };
  /** Ask what an order would cost. Takes the body of an order; max_price may be left out. Fills a cart, reads the real tax and shipping, and empties it again: nothing is bought, nothing is held. Send the quote_id with the order to be sure of the price. */
  quoteOrder: { input: QuoteOrderInput; output: QuoteOrderOutput };
  /** Where Stripe sends its events. Signed with STRIPE_WEBHOOK_SECRET. Set it up at Stripe for checkout.session.*, charge.refunded and charge.dispute.* events. */
  receiveStripeEvent: { input: ReceiveStripeEventInput; output: ReceiveStripeEventOutput };
  /** Write down what was bought. The order is placed and the money captured, once. Lines, shipping, tax, fees and discount have to add up to the total, and the total may not be above max_price. A record that comes after somebody else took the order over is refused with lease_lost and kept in the audit log. */
  recordDeskPurchase: { input: RecordDeskPurchaseInput; output: RecordDeskPurchaseOutput };
  /** Give back part of what an order cost, onto its customer's wallet. At most what was captured and has not come back yet; the case says it, and neither a return nor a cancellation pays the same money again. The id makes a retry safe: the same refund again answers 200 and changes nothing. */
  refundFromCase: { input: RefundFromCaseInput; output: RefundFromCaseOutput };
  /** Get back what is unused of a top-up. Only a signed-in person may do this. What orders hold or have spent stays; ask again when more is free. The money goes back to where it was paid from. */
  refundTopUp: { input: RefundTopUpInput; output: RefundTopUpOutput };
  /** Tell it no more. Tell it no more. */
  removeAlertChannel: { input: RemoveAlertChannelInput; output: RemoveAlertChannelOutput };
  /** Stop watching; one that fires has to be switched off first. Stop watching; one that fires has to be switched off first. */
  removeAlertRule: { input: RemoveAlertRuleInput; output: RemoveAlertRuleOutput };
  /** Remove a person from your account. Their sessions end at once here, within a second in other processes. Keys that they made keep working unless `revoke_keys` is true; `GET /keys?created_by=` lists them. */
  removePerson: { input: RemovePersonInput; output: RemovePersonOutput };
  /** Remove a store with its secrets. While orders are under way there it can only be switched off. What was bought there is no longer tracked. */
  removeStore: { input: RemoveStoreInput; output: RemoveStoreOutput };
  /** Send again whatever failed since a time. Every delivery that failed or was stopped, with the same ids and bytes. */
  replayFailedWebhookDeliveries: { input: ReplayFailedWebhookDeliveriesInput; output: ReplayFailedWebhookDeliveriesOutput };
  /** Send a delivery again. The same id and the same bytes, now, and again by the retry schedule if need be. A receiver that was stopped by its 410 is told of new events again once a replay succeeds. */
  replayWebhookDelivery: { input: ReplayWebhookDeliveryInput; output: ReplayWebhookDeliveryOutput };
  /** Reply to a customer, and close the case if you like. Only the customer reopens a closed case: an answer to one is refused with bad_request. Send an Idempotency-Key header to make a retry safe. */
  replyToCase: { input: ReplyToCaseInput; output: ReplyToCaseOutput };
  /** Answer a case as the operator would. Works with test keys only, on an order whose case is open. */
  replyToSandboxCase: { input: ReplyToSandboxCaseInput; output: ReplyToSandboxCaseOutput };
  /** Ask the retailer to cancel a placed order. Works until the retailer ships, where it can be asked at all. When it agrees the order becomes cancelled_by_retailer and the money comes back. */
  requestCancellation: { input: RequestCancellationInput; output: RequestCancellationOutput };
  /** Send an event again. To every active endpoint that wants its type, or to one. An endpoint that was told before gets the same id and bytes. */
  resendEvent: { input: ResendEventInput; output: ResendEventOutput };
  /** Decide an open return in the retailer's place. approved makes labels where the store can be asked for them, and says in `message` when there is none; credited puts worth_cents on the wallet. */
  resolveReturn: { input: ResolveReturnInput; output: ResolveReturnOutput };
  /** Decide a sandbox return by hand. In place of the simulated store: decides an open return, or refunds or rejects an approved one. Works with test keys only. */
  resolveSandboxReturn: { input: ResolveSandboxReturnInput; output: ResolveSandboxReturnOutput };
  /** Revoke a key. It is refused at once, by other processes within a second. It stays on the list. */
  revokeKey: { input: RevokeKeyInput; output: RevokeKeyOutput };
  /** Make a new secret for an endpoint. Messages are signed with both the new and the old one for 24 hours; then the old one ends. */
  rotateWebhookEndpointSecret: { input: RotateWebhookEndpointSecretInput; output: RotateWebhookEndpointSecretOutput };
  /** Make a new secret. Messages are signed with both the new and the old one for 24 hours; then the old one ends. */
  rotateWebhookSecret: { input: Record<never, never>; output: RotateWebhookSecretOutput };
  /** Any order, parcel, customer, key or mail, by anything that is written on it. Any order, parcel, customer, key or mail, by anything that is written on it. */
  searchAsOperator: { input: SearchAsOperatorInput; output: SearchAsOperatorOutput };
  /** Search every supported retailer at once. One ranked list of at most 50 things that can be bought now: what fits the words best comes first, then the stores take turns. The same article at several retailers is one entry. A retailer that is slow or broken is left out, and named in left_out. With Accept: application/x-ndjson the answer streams, a JSON object a line: type store (results of one retailer, as it answers), left_out, and at the end type end with all of this answer. */
  searchEverywhere: { input: SearchEverywhereInput; output: SearchEverywhereOutput };
  /** Search one retailer. free_shipping keeps what ships free. It filters on walmart, bestbuy and every brand that says which items ship free; it has no effect on amazon and others, and is refused for the domain of a store. It filters after pagination: counts per page vary, and an empty page with a next_page is not the end. */
  searchProducts: { input: SearchProductsInput; output: SearchProductsOutput };
  /** Hold new sandbox orders before they are bought. While it is on, every new order waits as `pending` with `waiting_for: hold` until it is stepped, run or cancelled. Turning it off leaves those that wait. Works with test keys only. */
  setSandboxHold: { input: SetSandboxHoldInput; output: SetSandboxHoldOutput };
  /** End every session of a customer. End every session of a customer. */
  signCustomerOut: { input: SignCustomerOutInput; output: SignCustomerOutOutput };
  /** End all of your sessions, this one too. At once here, within a second in other processes. Keys are not touched. */
  signOutEverywhere: { input: Record<never, never>; output: SignOutEverywhereOutput };
  /** What the policies that bind you would say to an order. Takes the body of an order. Nothing is written, and no store is asked. */
  simulatePolicy: { input: SimulatePolicyInput; output: SimulatePolicyOutput };
  /** Set up your second factor. The secret is in this answer and nowhere else. It counts once you have given a code of it. */
  startSecondFactor: { input: Record<never, never>; output: StartSecondFactorOutput };
  /** Switch a retailer of one world off or on. While it is off it is not searched, new orders are refused with unsupported_retailer, and accepted ones wait until it is on again. What was bought there is still tracked, cancelled and returned. Every process knows within a second. */
  switchRetailer: { input: SwitchRetailerInput; output: SwitchRetailerOutput };
  /** Take an order to buy it, or ask for more time. Nobody else can take it meanwhile, and its customer cannot cancel it. A lease that ran out is taken over only with take_over, after asking the operator who had it. */
  takeDeskTask: { input: TakeDeskTaskInput; output: TakeDeskTaskOutput };
  /** Take an invitation back; its link is no good from then on. Take an invitation back; its link is no good from then on. */
  takeInvitationBack: { input: TakeInvitationBackInput; output: TakeInvitationBackOutput };
  /** Take over a page that waits for a person. For a captcha or 3-D Secure. One operator has the page at a time, until two minutes after the last thing that they did there; the token is for them alone. It is in the audit log. */
  takeOverVisit: { input: TakeOverVisitInput; output: TakeOverVisitOutput };
  /** Send an example to an endpoint. Of any type, now. Look at the delivery for the answer. */
  testWebhookEndpoint: { input: TestWebhookEndpointInput; output: TestWebhookEndpointOutput };
  /** Where a parcel is, for anyone who holds the order id. No key is needed: the id is the key. A browser gets a page in its language (English, German, French or Spanish), everybody else JSON. */
  trackOrder: { input: TrackOrderInput; output: TrackOrderOutput };
  /** End the link of an account. Its tokens are erased, and the store is told to forget them. While a job uses the account: 409. */
  unlinkManagedAccount: { input: UnlinkManagedAccountInput; output: UnlinkManagedAccountOutput };
  /** Post an update to an incident; resolved closes it. Post an update to an incident; resolved closes it. */
  updateIncident: { input: UpdateIncidentInput; output: UpdateIncidentOutput };
  /** Change the label, the limits or the powers of a key. What is left out stays as it is; null lifts a limit. */
  updateKey: { input: UpdateKeyInput; output: UpdateKeyOutput };
  /** Change a retailer account. Changes the given fields only; null clears one. A masked value that comes back stays as it is. */
  updateManagedAccount: { input: UpdateManagedAccountInput; output: UpdateManagedAccountOutput };
  /** Say what the others on your accounts call you. Say what the others on your accounts call you. */
  updateMe: { input: UpdateMeInput; output: UpdateMeOutput };
  /** Change an endpoint. What is left out stays as it is. What is still owed to it is sent to its new URL. */
  updateWebhookEndpoint: { input: UpdateWebhookEndpointInput; output: UpdateWebhookEndpointOutput };
  /** Check a batch without ordering anything. Every row is checked by the rules of POST /orders, and everything that is wrong with it is told in plain words. Place the batch only when invalid_rows is 0 and sufficient_funds is true. */
  validateBulkOrder: { input: ValidateBulkOrderInput; output: ValidateBulkOrderOutput };
  /** Log in to see whether the credentials work. Buys nothing. A log-in that works lifts a pause that the service set; one that fails pauses the account. */
  verifyManagedAccount: { input: VerifyManagedAccountInput; output: VerifyManagedAccountOutput };
  /** The page that a browser is on now. With secrets covered. The browser shows a new picture about every second while somebody asks, and several while somebody has taken over; there is none (404) before the first one, and after the visit. */
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
  deleteKeyGroupPolicy: { method: 'DELETE', path: '/key-groups/{name}/policy', query: [], isRepeatable: true, takesKey: false, leastRole: 'owner' },
  deleteKeyPolicy: { method: 'DELETE', path: '/keys/{id}/policy', query: [], isRepeatable: true, takesKey: false, leastRole: 'owner' },
  deleteManagedAccount: { method: 'DELETE', path: '/managed-accounts/{short_id}', query: [], isRepeatable: true, takesKey: false, leastRole: 'owner' },
  deleteMe: { method: 'DELETE', path: '/me', query: [], isRepeatable: true, takesKey: false, leastRole: 'owner' },
  deleteWebhookEndpoint: { method: 'DELETE', path: '/webhooks/endpoint', query: [], isRepeatable: true, takesKey: false, leastRole: 'owner' },
  deleteWebhookEndpointById: { method: 'DELETE', path: '/webhooks/endpoints/{endpoint_id}', query: [], isRepeatable: true, takesKey: false, leastRole: 'owner' },
  endAnySession: { method: 'POST', path: '/operator/sessions/{session_id}/end', query: [], isRepeatable: true, takesKey: true },
  exportOperatorActions: { method: 'GET', path: '/operator/audit/export', query: ['operator', 'action', 'subject_type', 'subject_id', 'from', 'before'], isRepeatable: true, takesKey: false, isFile: true },
  exportOrders: { method: 'GET', path: '/orders/export', query: ['status_filter', 'search', 'order_id', 'merchant_order_id', 'tracking_status', 'return_status', 'retailer', 'created_after', 'created_before', 'has_tracking', 'metadata_key', 'metadata_value', 'order_ids'], isRepeatable: true, takesKey: false, isFile: true },
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
  listBulkOrders: { method: 'GET', path: '/orders/bulk', query: ['limit', 'offset', 'after'], isRepeatable: true, takesKey: false, list: 'batches' },
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
  listOrders: { method: 'GET', path: '/orders', query: ['limit', 'offset', 'after', 'status_filter', 'search', 'order_id', 'merchant_order_id', 'tracking_status', 'return_status', 'retailer', 'created_after', 'created_before', 'has_tracking', 'metadata_key', 'metadata_value', 'sort'], isRepeatable: true, takesKey: false, list: 'orders' },
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
  updateIncident: { method: 'POST', path: '/operator/incidents/{incident_id}/updates', query: [], isRepeatable: true, takesKey: true },
  updateKey: { method: 'PUT', path: '/keys/{id}', query: [], isRepeatable: true, takesKey: false, leastRole: 'owner' },
  updateManagedAccount: { method: 'PUT', path: '/managed-accounts/{short_id}', query: [], isRepeatable: true, takesKey: false, leastRole: 'owner' },
  updateMe: { method: 'PATCH', path: '/me', query: [], isRepeatable: true, takesKey: false },
  updateWebhookEndpoint: { method: 'PATCH', path: '/webhooks/endpoints/{endpoint_id}', query: [], isRepeatable: true, takesKey: false, leastRole: 'owner' },
  validateBulkOrder: { method: 'POST', path: '/orders/bulk/validate', query: [], isRepeatable: true, takesKey: true, leastRole: 'buyer' },
  verifyManagedAccount: { method: 'POST', path: '/managed-accounts/{short_id}/verify', query: [], isRepeatable: true, takesKey: true, leastRole: 'owner' },
  watchVisit: { method: 'GET', path: '/operator/visits/{visit_id}/picture', query: [], isRepeatable: true, takesKey: false, isFile: true },
} as const;

