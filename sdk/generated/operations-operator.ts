// Generated from the API documents in server/ by sdk/generate.ts: change the routes, not this file.

import type { CaseAttachment, CaseMessage, Order, OrderAction, OrderDocument, ReturnRefundState, TrackingCheckpoint } from './operations.ts';

/** An order to place manually. */
export type DeskOrder = {
  /** Who is placing the order, and until when. */
  task: {
    /** Status of the task. */
    state: "waiting" | "taken" | "bought" | "failed";
    /** Operator who claimed it most recently. */
    holder: string | null;
    /** Whether you claimed it. */
    is_mine: boolean;
    /** Number of your claim. Send it when you record the result. */
    lease: number;
    /** When the claim expires. */
    lease_until: string | null;
    /** When the task was created. */
    asked_at: string | null;
    /** When the order fails if nobody places it. */
    expires_at: string | null;
    /** Why an operator has to place the order. */
    why: string | null;
    /** Note from the last operator. */
    note: string | null;
  };
  /** Mode: `test` is the sandbox, `live` is real money. */
  world: "test" | "live";
  /** Email address of the customer. */
  account: string | null;
  /** Give this address to the retailer. Errand reads tracking numbers from emails that arrive there. */
  mail_address: string | null;
  /** An order with its items, packages, returns and payment. */
  order: Order;
  /** Receipts for the purchase. */
  receipts: DeskReceipt[];
};

/** A receipt for a purchase. */
export type DeskReceipt = {
  /** Unique ID. */
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

/** A store that Errand buys from. */
export type Store = {
  /** Name of the store. */
  name: string;
  /** Kind of store. */
  kind: "vendure" | "medusa" | "woocommerce" | "shopify" | "amazon-business" | "mouser" | "ucp" | "browser" | "desk";
  /** Mode: `test` is the sandbox, `live` is real money. */
  world: "live" | "test";
  /** Catalog brand that this store serves. Null: the store's name is the brand. */
  brand: string | null;
  /** If a brand has several stores, orders go to the available store with the lowest number. */
  priority: number;
  /** Whether new orders are placed. */
  enabled: boolean;
  /** Managed by STORES_FILE, which is applied again the next time Errand starts. */
  from_file: boolean;
  /** Origin of the storefront. Product pages under it belong to this store. */
  url: string | null;
  /** Other origins of the same store. */
  also: string[];
  /** URL of the store's API, if it differs from `url`. */
  api_url: string | null;
  /** Currency of the amounts (ISO 4217). */
  currency: string;
  /** Countries that it ships to (ISO 3166-1). Null: it depends on the store. */
  countries: string[] | null;
  /** Names of the stored credentials. Values are never shown. */
  credentials: string[];
  /** Payment method to use for the store. Its format depends on the kind of store. */
  payment: unknown;
  /** How much of a purchase is automated. */
  mode: "automatic" | "review" | "link" | "catalogue";
  /** Limits for requests to the store. */
  limits: {
    /** Maximum requests per minute, across all processes. */
    per_minute: number;
    /** Maximum purchases at the same time. */
    at_once: number;
    /** Seconds to wait for a response from the store. */
    timeout_seconds: number;
  };
  /** Contact email address that is given to the store. */
  contact: string | null;
  /** Billing address. */
  bill_to: Record<string, unknown> | null;
  /** Whose retailer account is used if the order doesn't specify one. */
  accounts: "own" | "guest" | "client";
  /** How often to check packages, such as `30m`. */
  track_every: string;
  /** Who allowed automated purchases, for stores that require it. */
  consent: {
    /** Who allowed automated purchases. */
    by: string;
    /** When they allowed it. */
    on: string;
  } | null;
  /** Settings for this kind of store. */
  settings: Record<string, unknown>;
  /** What the connector can do with this store. */
  abilities: ("search" | "product" | "offers" | "checkout" | "quote" | "find" | "fence" | "history" | "track" | "cancel" | "return" | "login")[];
  /** Results of recent requests. */
  health: {
    /** Whether the store is reachable. */
    status: "off" | "up" | "degraded" | "down" | "needs_credentials" | "unknown";
    /** Failed requests in a row. */
    failures: number;
    /** No requests are sent until this time. Null: requests are sent. */
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

export type ActInVisitInput = {
  /** UUID of the open browser. */
  visit_id: string;
  /** The request body. */
  body: {
    /** Token from taking over the browser. */
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
  /** The request body. */
  body: {
    /** How alerts are sent. */
    kind: "mail" | "webhook";
    /** Email address or URL. */
    target: string;
  };
};

export type AddAlertChannelOutput = {
  /** Unique ID. */
  id: string;
  /** How alerts are sent. */
  kind: "mail" | "webhook";
  /** Email address or URL. */
  target: string;
  /** When it was created. */
  created_at: string;
  /** Operator who added it. */
  created_by: string;
  /** Secret that the webhook is signed with (Standard Webhooks). Shown only once. Null for email. */
  secret: string | null;
};

export type AddAlertRuleInput = {
  /** The request body. */
  body: {
    /** Identifier of the rule. */
    id: string;
    /** Display name of the alert. */
    title: string;
    /** Metric to watch. */
    reading: "doubts.oldest_minutes" | "doubts.waiting" | "queue.dead" | "queue.ready" | "queue.oldest_seconds" | "workers.processes" | "refunds.overdue" | "backups.missed" | "backups.unrestorable" | "stores.down" | "mail.refusing" | "disk.free_bytes" | "database.bytes" | "database.connections" | "ledger.problems" | "wallets.available_cents";
    /** Whether the alert fires above or below the threshold. */
    fires_when: "above" | "below";
    /** The alert fires beyond this value. */
    threshold: number;
    /** The alert resolves only at this value, so that it doesn't flap at the threshold. */
    clears_at: number;
    /** How long the value must stay beyond the threshold, in seconds. */
    for_seconds: number;
    /** Whether the rule is active. */
    enabled: boolean;
  };
};

export type AddAlertRuleOutput = {
  /** Identifier of the rule. */
  id: string;
  /** Display name of the alert. */
  title: string;
  /** Metric that is watched. */
  reading: string;
  /** Whether the alert fires above or below the threshold. */
  fires_when: "above" | "below";
  /** The alert fires beyond this value. */
  threshold: number;
  /** The alert resolves only at this value, so that it doesn't flap at the threshold. */
  clears_at: number;
  /** How long the value must stay beyond the threshold, in seconds. */
  for_seconds: number;
  /** Whether the rule is active. */
  enabled: boolean;
  /** Unit of the metric. */
  unit: string;
  /** Display name of the metric. */
  reading_label: string;
  /** Whether the alert is active now. */
  is_firing: boolean;
  /** When it last changed. */
  updated_at: string;
  /** Operator who changed it last. Null: unchanged default. */
  updated_by: string | null;
};

export type AddAnyCaseAttachmentInput = {
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

export type AddAnyCaseAttachmentOutput = CaseAttachment;

export type AddDeskParcelInput = {
  /** UUID of the order. */
  order_id: string;
  /** The request body. */
  body: {
    /** Carrier that delivers the package. */
    carrier?: string | null;
    /** The carrier's tracking number. */
    tracking_number: string;
    /** Where the package is. */
    status: "pending" | "in_transit" | "delivered" | "undeliverable";
    /** Day on which the carrier expects to deliver. */
    estimated_delivery_date?: string | null;
    /** IDs of the items in the package. All items by default. */
    item_ids?: string[];
  };
};

export type AddDeskParcelOutput = DeskOrder;

export type AddDeskReceiptInput = {
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

export type AddDeskReceiptOutput = DeskReceipt;

export type AddStoreInput = {
  /** The request body. */
  body: {
    /** Origin of the storefront. Product pages under it belong to this store. Null only for the desk. */
    url?: string | null;
    /** Other origins of the same store. */
    also?: string[];
    /** URL of the store's API, if it differs from `url`. */
    api_url?: string | null;
    /** Mode: `test` is the sandbox, `live` is real money. */
    world?: "live" | "test";
    /** Catalog brand that this store serves. Null: the store's name is the brand. */
    brand?: string | null;
    /** If a brand has several stores, orders go to the available store with the lowest number. Null: 10 for APIs, 20 for recipes, 30 for the desk. */
    priority?: number | null;
    /** Currency that the store sells in (ISO 4217). */
    currency?: string;
    /** Countries that it ships to (ISO 3166-1). Null: it depends on the store. */
    countries?: string[] | null;
    /** The service's account with the store: `email`, `password`, `totp_secret`, and tokens by kind. Encrypted and never shown. */
    credentials?: Record<string, string> | null;
    /** Payment method to use for the store. Its format depends on the kind of store. */
    payment?: unknown;
    /** How much of a purchase is automated. */
    mode?: "automatic" | "review" | "link" | "catalogue";
    /** Limits for requests to the store. */
    limits?: {
      /** Maximum requests per minute, across all processes. */
      per_minute?: number;
      /** Maximum purchases at the same time. */
      at_once?: number;
      /** Seconds to wait for a response from the store. */
      timeout_seconds?: number;
    };
    /** Contact email address that is given to the store. */
    contact?: string | null;
    /** Billing address. */
    bill_to?: {
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
      /** State or region. */
      state?: string | null;
      /** ZIP or postal code. */
      postal_code: string;
      /** ISO 3166-1 alpha-2. */
      country: string;
      /** Phone number for the carrier. */
      phone_number?: string | null;
    } | null;
    /** Whose retailer account is used if the order doesn't specify one. */
    accounts?: "own" | "guest" | "client";
    /** How often to check packages, such as `30m`. */
    track_every?: string;
    /** Who allowed automated purchases, for stores that require it. */
    consent?: {
      /** Who allowed automated purchases. */
      by: string;
      /** When they allowed it. */
      on: string;
    } | null;
    /** Settings for this kind of store. */
    settings?: Record<string, unknown>;
    /** Whether new orders are placed. */
    enabled?: boolean;
    /** Name of the store: its ID in the API, or a brand of the catalog. */
    name: string;
    /** Kind of store. */
    kind: "vendure" | "medusa" | "woocommerce" | "shopify" | "amazon-business" | "mouser" | "ucp" | "browser" | "desk";
  };
};

export type AddStoreOutput = Store;

export type CallOffDeskPurchaseInput = {
  /** UUID of the order. */
  order_id: string;
  /** The request body. */
  body: {
    /** Why the store canceled, for the customer. */
    reason: string;
  };
};

export type CallOffDeskPurchaseOutput = DeskOrder;

export type CancelAnyOrderInput = {
  /** UUID of the order. */
  order_id: string;
  /** The request body. */
  body: {
    /** Reason, for the audit log. */
    reason: string;
  };
};

export type CancelAnyOrderOutput = undefined;

export type ChangeAlertRuleInput = {
  /** Identifier of the rule. */
  rule: string;
  /** The request body. */
  body: {
    /** The alert fires beyond this value. */
    threshold?: number;
    /** The alert resolves only at this value, so that it doesn't flap at the threshold. */
    clears_at?: number;
    /** How long the value must stay beyond the threshold, in seconds. */
    for_seconds?: number;
    /** Whether the rule is active. */
    enabled?: boolean;
  };
};

export type ChangeAlertRuleOutput = {
  /** Identifier of the rule. */
  id: string;
  /** Display name of the alert. */
  title: string;
  /** Metric that is watched. */
  reading: string;
  /** Whether the alert fires above or below the threshold. */
  fires_when: "above" | "below";
  /** The alert fires beyond this value. */
  threshold: number;
  /** The alert resolves only at this value, so that it doesn't flap at the threshold. */
  clears_at: number;
  /** How long the value must stay beyond the threshold, in seconds. */
  for_seconds: number;
  /** Whether the rule is active. */
  enabled: boolean;
  /** Unit of the metric. */
  unit: string;
  /** Display name of the metric. */
  reading_label: string;
  /** Whether the alert is active now. */
  is_firing: boolean;
  /** When it last changed. */
  updated_at: string;
  /** Operator who changed it last. Null: unchanged default. */
  updated_by: string | null;
};

export type ChangeStoreInput = {
  /** Name of the store: its ID in the API, or a brand of the catalog. */
  name: string;
  /** The request body. */
  body: {
    /** Origin of the storefront. Product pages under it belong to this store. Null only for the desk. */
    url?: string | null;
    /** Other origins of the same store. */
    also?: string[];
    /** URL of the store's API, if it differs from `url`. */
    api_url?: string | null;
    /** Catalog brand that this store serves. Null: the store's name is the brand. */
    brand?: string | null;
    /** If a brand has several stores, orders go to the available store with the lowest number. Null: 10 for APIs, 20 for recipes, 30 for the desk. */
    priority?: number | null;
    /** Currency that the store sells in (ISO 4217). */
    currency?: string;
    /** Countries that it ships to (ISO 3166-1). Null: it depends on the store. */
    countries?: string[] | null;
    /** The service's account with the store: `email`, `password`, `totp_secret`, and tokens by kind. Encrypted and never shown. */
    credentials?: Record<string, string> | null;
    /** Payment method to use for the store. Its format depends on the kind of store. */
    payment?: unknown;
    /** How much of a purchase is automated. */
    mode?: "automatic" | "review" | "link" | "catalogue";
    /** Limits for requests to the store. */
    limits?: {
      /** Maximum requests per minute, across all processes. */
      per_minute?: number;
      /** Maximum purchases at the same time. */
      at_once?: number;
      /** Seconds to wait for a response from the store. */
      timeout_seconds?: number;
    };
    /** Contact email address that is given to the store. */
    contact?: string | null;
    /** Billing address. */
    bill_to?: {
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
      /** State or region. */
      state?: string | null;
      /** ZIP or postal code. */
      postal_code: string;
      /** ISO 3166-1 alpha-2. */
      country: string;
      /** Phone number for the carrier. */
      phone_number?: string | null;
    } | null;
    /** Whose retailer account is used if the order doesn't specify one. */
    accounts?: "own" | "guest" | "client";
    /** How often to check packages, such as `30m`. */
    track_every?: string;
    /** Who allowed automated purchases, for stores that require it. */
    consent?: {
      /** Who allowed automated purchases. */
      by: string;
      /** When they allowed it. */
      on: string;
    } | null;
    /** Settings for this kind of store. */
    settings?: Record<string, unknown>;
    /** Whether new orders are placed. */
    enabled?: boolean;
  };
};

export type ChangeStoreOutput = Store;

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
  /** Name of the store: its ID in the API, or a brand of the catalog. */
  name: string;
  /** The request body. */
  body?: {
    /** Product to put in the cart. Defaults to a search result that is in stock. */
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
      /** Street address. */
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
  /** True if nothing failed. The steps say what was skipped. */
  ok: boolean;
  /** Settings that may cost money or lose orders. */
  warnings: string[];
  /** Steps of the check. */
  steps: {
    /** What was checked. */
    step: "search" | "product" | "cart" | "total" | "release" | "lookup";
    /** Whether it worked. */
    status: "ok" | "failed" | "skipped";
    /** What was found, in plain language. */
    message: string;
    /** Duration in milliseconds. */
    duration_ms: number;
  }[];
};

export type CompareRetailersInput = {
  /** Mode: `test` is the sandbox, `live` is real money. */
  world: "test" | "live";
};

export type CompareRetailersOutput = {
  /** Retailers with orders in the period. */
  retailers: {
    /** ID of the retailer, as in GET /retailers. */
    retailer: string;
    /** Orders that were placed. */
    placed: number;
    /** Orders that failed. */
    failed: number;
    /** Orders that need review. */
    doubts: number;
    /** Share of finished orders that were placed, from 0 to 1. Null if no order finished. */
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
  /** ID of the backup. */
  id: string;
  /** Status of the backup. */
  status: "requested" | "running" | "done" | "failed";
  /** When it was requested. */
  requested_at: string;
  /** Operator who requested it. Null: the schedule. */
  requested_by: string | null;
  /** When it completed or failed. */
  finished_at: string | null;
  /** Time of the data in the backup. */
  taken_at: string | null;
  /** File name in `BACKUP_TO`. */
  name: string | null;
  /** Size of the file. */
  bytes: number | null;
  /** Number of rows in all tables. */
  row_count: number | null;
  /** Number of labels, receipts and other files. */
  file_count: number | null;
  /** Why it failed. */
  error: string | null;
  /** When it was restored as a test. Null: not tested. */
  verified_at: string | null;
  /** Why the test restore failed. Null: it succeeded. */
  verify_error: string | null;
};

export type CreditWalletInput = {
  /** The request body. */
  body: {
    /** UUID of the transaction. A request with the same ID moves nothing more. */
    id: string;
    /** Email address of the customer account. */
    email: string;
    /** Mode: `test` is the sandbox, `live` is real money. */
    world: "test" | "live";
    /** How much to move, in the minor unit of the currency. */
    amount_cents: number;
    /** Reason. The customer sees it in their transactions. */
    note: string;
    /** Currency code (ISO 4217), such as `USD`, `EUR` or `JPY`. */
    currency?: string;
  };
};

export type CreditWalletOutput = {
  /** UUID of the transaction. A request with the same ID moves nothing more. */
  id: string;
  /** Email address of the customer account. */
  email: string;
  /** Mode: `test` is the sandbox, `live` is real money. */
  world: "test" | "live";
  /** How much to move, in the minor unit of the currency. */
  amount_cents: number;
  /** Reason. The customer sees it in their transactions. */
  note: string;
  /** Currency code (ISO 4217), such as `USD`, `EUR` or `JPY`. */
  currency: string;
  /** The customer account it belongs to. */
  account_id: string;
  /** What the wallet has available now, in the minor unit of the currency. */
  available_cents: number;
  /** When it was created. */
  created_at: string;
};

export type DebitWalletInput = {
  /** The request body. */
  body: {
    /** UUID of the transaction. A request with the same ID moves nothing more. */
    id: string;
    /** Email address of the customer account. */
    email: string;
    /** Mode: `test` is the sandbox, `live` is real money. */
    world: "test" | "live";
    /** How much to move, in the minor unit of the currency. */
    amount_cents: number;
    /** Reason. The customer sees it in their transactions. */
    note: string;
    /** Currency code (ISO 4217), such as `USD`, `EUR` or `JPY`. */
    currency?: string;
  };
};

export type DebitWalletOutput = {
  /** UUID of the transaction. A request with the same ID moves nothing more. */
  id: string;
  /** Email address of the customer account. */
  email: string;
  /** Mode: `test` is the sandbox, `live` is real money. */
  world: "test" | "live";
  /** How much to move, in the minor unit of the currency. */
  amount_cents: number;
  /** Reason. The customer sees it in their transactions. */
  note: string;
  /** Currency code (ISO 4217), such as `USD`, `EUR` or `JPY`. */
  currency: string;
  /** The customer account it belongs to. */
  account_id: string;
  /** What the wallet has available now, in the minor unit of the currency. */
  available_cents: number;
  /** When it was created. */
  created_at: string;
};

export type DecideDoubtInput = {
  /** UUID of the order. */
  order_id: string;
  /** The request body. */
  body: {
    /** What the store's order history shows. */
    outcome: "bought" | "not_bought";
    /** What the store charged, in cents. Required if bought. */
    total_cents?: number;
    /** The store's order number. Required if bought. */
    merchant_order_id?: string;
    /** What you saw, for the audit log. */
    note: string;
  };
};

export type DecideDoubtOutput = Order;

export type DecideJobInput = {
  /** Number of the job. */
  job_id: string;
  /** The request body. */
  body: {
    /** `retry` runs the job again, `discard` deletes it. */
    verdict: "retry" | "discard";
    /** Reason, for the audit log. */
    reason: string;
  };
};

export type DecideJobOutput = undefined;

export type EndAnySessionInput = {
  /** UUID of the session. */
  session_id: string;
  /** The request body. */
  body: {
    /** Reason, for the audit log. */
    reason: string;
  };
};

export type EndAnySessionOutput = undefined;

export type ExportAllReturnsInput = {
  /** Only returns with this status. */
  status?: "open" | "approved" | "denied" | "credited";
};

export type ExportAllReturnsOutput = string;

export type ExportAnyOrdersInput = {
  /** Mode. `live` by default. */
  world?: "test" | "live";
  /** Only movements on this account. */
  account_id?: string;
  /** Only orders with this status. */
  status?: "pending" | "in_progress" | "order_placed" | "order_failed" | "cancelled" | "cancelled_by_retailer";
  /** Only orders that are late. */
  late?: "true";
  /** Only orders from this store. */
  retailer?: string;
  /** ID, number, recipient or product. Returns the newest 50 that match. */
  search?: string;
  /** Created at this time or later. */
  from?: string;
  /** Created before this time. */
  before?: string;
};

export type ExportAnyOrdersOutput = string;

export type ExportCustomersInput = {
  /** Mode. `live` by default. */
  world?: "test" | "live";
  /** Part of the email address. */
  search?: string;
};

export type ExportCustomersOutput = string;

export type ExportMoneyInput = {
  /** Mode. `live` by default. */
  world?: "test" | "live";
  /** Only movements on this account. */
  account_id?: string;
  /** Currency code (ISO 4217), such as `USD`, `EUR` or `JPY`. */
  currency?: string;
  /** Only movements of this type. */
  type?: "fund" | "debit" | "hold" | "capture" | "fee" | "release" | "refund" | "refund_fee" | "credit";
};

export type ExportMoneyOutput = string;

export type ExportOperatorActionsInput = {
  /** Only what this operator did (email address). */
  operator?: string;
  /** Only this action. */
  action?: string;
  /** Only changes to this kind of object. */
  subject_type?: string;
  /** Only changes to this object. */
  subject_id?: string;
  /** At this time or later. */
  from?: string;
  /** Before this time. */
  before?: string;
};

export type ExportOperatorActionsOutput = string;

export type FailDeskTaskInput = {
  /** UUID of the order. */
  order_id: string;
  /** The request body. */
  body: {
    /** The `lease` from claiming the order. */
    lease: number;
    /** Why the order can't be placed. */
    error_type: "product_not_found" | "product_out_of_stock" | "product_unavailable" | "product_variant_required" | "product_variant_unavailable" | "product_quantity_unavailable" | "quantity_limit_exceeded" | "max_price_exceeded" | "shipping_unavailable" | "shipping_address_invalid" | "handling_days_exceeded" | "gift_option_unavailable" | "payment_declined" | "login_failed" | "checkout_failed" | "currency_unsupported" | "price_changed";
    /** Message for the customer. */
    message: string;
  };
};

export type FailDeskTaskOutput = DeskOrder;

export type FileOrderDocumentInput = {
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
    /** Type of document. */
    kind?: "invoice" | "credit_note" | "receipt";
  };
};

export type FileOrderDocumentOutput = OrderDocument;

export type FreezeKeyInput = {
  /** UUID of the key. */
  key_id: string;
  /** The request body. */
  body: {
    /** True to freeze the key, false to unfreeze it. */
    frozen: boolean;
    /** Reason, for the audit log. */
    reason: string;
  };
};

export type FreezeKeyOutput = undefined;

export type GetAnyCaseInput = {
  /** UUID of the order. */
  order_id: string;
};

export type GetAnyCaseOutput = {
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
  /** Mode: `test` is the sandbox, `live` is real money. */
  world: "test" | "live";
  /** The customer account it belongs to. */
  account_id: string;
  /** Email address of the customer account. Null for an unclaimed sandbox. */
  account_email: string | null;
  /** ID of the retailer, as in GET /retailers. */
  retailer: string;
  /** Status of the order that the case is about. */
  order_status: "pending" | "in_progress" | "order_placed" | "order_failed" | "cancelled" | "cancelled_by_retailer";
  /** Status of each package. */
  tracking_statuses: ("pending" | "in_transit" | "delivered" | "undeliverable")[];
  /** Whether a package in the order is late. */
  is_late: boolean;
  /** What can still be refunded, in cents. */
  refundable_cents: number;
};

export type GetAnyCaseAttachmentInput = {
  /** UUID of the order. */
  order_id: string;
  /** UUID of the attachment. */
  attachment_id: string;
};

export type GetAnyCaseAttachmentOutput = Uint8Array;

export type GetAnyKeyInput = {
  /** UUID of the key. */
  key_id: string;
};

export type GetAnyKeyOutput = {
  /** Unique ID. */
  id: string;
  /** Mode: `test` is the sandbox, `live` is real money. */
  world: "test" | "live";
  /** The customer account it belongs to. */
  account_id: string;
  /** Email address of the customer account. Null for an unclaimed sandbox. */
  account_email: string | null;
  /** Name of the key. */
  label: string;
  /** Last four characters of the key. */
  hint: string;
  /** What the key can do. */
  scopes: string[];
  /** The key's spending limits. */
  limits: {
    /** The most that the key's orders can put on hold per day (UTC), in cents. Null: no limit. */
    spend_per_day_cents: number | null;
    /** The highest `max_price` allowed for an order, in cents. Null: no limit. */
    spend_per_order_cents: number | null;
    /** IDs of the retailers that the key can buy from. Null: all of them. */
    allowed_retailers: string[] | null;
  };
  /** IP addresses and CIDR ranges that the key can be used from. Null: anywhere. */
  allowed_addresses: string[] | null;
  /** On hold for its orders today (UTC), in cents. */
  spent_today_cents: number;
  /** When the key stops working. Null: never. */
  expires_at: string | null;
  /** When it was created. */
  created_at: string;
  /** When the key was last used. */
  last_used_at: string | null;
  /** When the key was revoked. Null: it is active. */
  revoked_at: string | null;
  /** When an operator froze the key. Null: it is not frozen. */
  frozen_at: string | null;
  /** The latest 30 requests. */
  requests: {
    /** ID of the request, as in the X-Request-Id header. */
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
  /** What operators did to the account. */
  audit: {
    /** Unique ID. */
    id: string;
    /** When it was done. */
    at: string;
    /** Email address of the operator, or `command line`. */
    operator_email: string;
    /** What was done, such as `wallet.credited`. */
    action: string;
    /** Kind of object that was changed. */
    subject_type: string;
    /** ID of the object. */
    subject_id: string;
    /** The object before the change. */
    before: Record<string, unknown> | null;
    /** The object after the change. */
    after: Record<string, unknown> | null;
    /** Note from the operator. */
    note: string | null;
  }[];
};

export type GetAnyMailsInput = {
  /** UUID of the order. */
  order_id: string;
};

export type GetAnyMailsOutput = {
  /** Mode: `test` is the sandbox, `live` is real money. */
  world: "test" | "live";
  /** The customer account it belongs to. */
  account_id: string;
  /** Email address of the customer account. Null for an unclaimed sandbox. */
  account_email: string | null;
  /** The order it belongs to. */
  order_id: string;
  /** ID of the retailer, as in GET /retailers. */
  retailer: string;
  /** Name of the recipient. */
  recipient: string;
  /** Email address of the recipient. */
  to: string;
  /** Emails to the recipient, newest first. */
  mails: {
    /** What the email is about. */
    stage: string;
    /** When it was written. */
    at: string;
    /** Subject of the email. */
    subject: string;
    /** Plain text of the email. */
    text: string;
    /** Whether it was sent. `given_up`: sending failed permanently. */
    state: "sent" | "waiting" | "given_up";
    /** Why sending failed. */
    error: string | null;
  }[];
};

export type GetAnyOrderInput = {
  /** UUID of the order. */
  order_id: string;
};

export type GetAnyOrderOutput = {
  /** Mode: `test` is the sandbox, `live` is real money. */
  world: "test" | "live";
  /** The customer account it belongs to. */
  account_id: string;
  /** Email address of the customer account. Null for an unclaimed sandbox. */
  account_email: string | null;
  /** Key that placed the order. */
  api_key_id: string | null;
  /** Email address of the recipient, if given. */
  recipient_email: string | null;
  /** An order with its items, packages, returns and payment. */
  order: Order;
  /** Product titles, in the same sequence as the items. Null where the title is not known. */
  titles: (string | null)[];
  /** State of its case. Null: it has none. */
  case_state: "open" | "closed" | null;
  /** Whether an operator has to decide if the order was placed. */
  needs_review: boolean;
  /** What can be refunded. */
  refund: {
    /** What was charged for the order, in cents. */
    charged_cents: number;
    /** What was refunded so far, including returns, in cents. */
    refunded_cents: number;
    /** What can still be refunded, in cents. */
    refundable_cents: number;
    /** Units that can still be refunded, by item. */
    items: {
      /** UUID of the item. */
      order_item_id: string;
      /** What was paid for each unit that has not been refunded yet. */
      unit_cents: number[];
    }[];
  };
  /** Recipe that placed the order, for a browser store. */
  recipe: {
    /** Name of the recipe. */
    name: string;
    /** Version of the recipe that was used. */
    version: number;
  } | null;
  /** Purchase attempts, oldest first. */
  attempts: {
    /** When the attempt ended. While it is running, when it started. */
    at: string;
    /** How it ended. `retried`: nothing was bought, and Errand retries the order. */
    outcome: "retried" | "placed" | "failed" | "running" | "needs_review";
    /** Failure reason, if any. */
    reason: string | null;
    /** The store's response. */
    message: string | null;
  }[];
  /** What happened to the order, oldest first. */
  timeline: {
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
  /** Transactions for the order. */
  money: {
    /** Unique ID. */
    id: string;
    /** Kind of transaction. */
    type: string;
    /** How much was moved, in the minor unit of the currency. */
    amount_cents: number;
    /** Currency code (ISO 4217), such as `USD`, `EUR` or `JPY`. */
    currency: string;
    /** Ledger account that the money came from. */
    from: string;
    /** Ledger account that the money went to. */
    to: string;
    /** Note from the operator. */
    note: string | null;
    /** When it was created. */
    created_at: string;
  }[];
  /** Emails to the recipient. */
  mails: {
    /** What the email is about. */
    stage: string;
    /** When it was created. */
    created_at: string;
  }[];
  /** Webhook deliveries, newest first. */
  deliveries: {
    /** Unique ID. */
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
  /** Pending jobs for the order. */
  jobs: {
    /** Unique ID. */
    id: string;
    /** Kind of job. */
    kind: string;
    /** Number of attempts so far. */
    attempts: number;
    /** Why the last attempt failed. */
    error: string | null;
    /** When the next attempt starts. Null: none. */
    next_attempt_at: string | null;
    /** When it failed permanently. Null: it will be retried. */
    dead_at: string | null;
  }[];
  /** Events, newest first. */
  events: {
    /** Unique ID. */
    id: string;
    /** Type of the event. */
    type: string;
    /** When it was created. */
    created_at: string;
  }[];
  /** API requests about it, newest first. */
  requests: {
    /** ID of the request, as in the X-Request-Id header. */
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
  /** What operators did to the account. */
  audit: {
    /** Unique ID. */
    id: string;
    /** When it was done. */
    at: string;
    /** Email address of the operator, or `command line`. */
    operator_email: string;
    /** What was done, such as `wallet.credited`. */
    action: string;
    /** Kind of object that was changed. */
    subject_type: string;
    /** ID of the object. */
    subject_id: string;
    /** The object before the change. */
    before: Record<string, unknown> | null;
    /** The object after the change. */
    after: Record<string, unknown> | null;
    /** Note from the operator. */
    note: string | null;
  }[];
};

export type GetAnyParcelInput = {
  /** UUID of the package. */
  parcel_id: string;
};

export type GetAnyParcelOutput = {
  /** Mode: `test` is the sandbox, `live` is real money. */
  world: "test" | "live";
  /** The customer account it belongs to. */
  account_id: string;
  /** Email address of the customer account. Null for an unclaimed sandbox. */
  account_email: string | null;
  /** The order it belongs to. */
  order_id: string;
  /** ID of the retailer, as in GET /retailers. */
  retailer: string;
  /** Name of the recipient. */
  recipient: string;
  /** Unique ID. */
  id: string;
  /** Carrier that delivers the package. */
  carrier: string | null;
  /** The carrier's tracking number. */
  tracking_number: string | null;
  /** Where the package is. */
  status: string;
  /** The store's order number. */
  merchant_order_id: string | null;
  /** Day on which the carrier expects to deliver. */
  estimated_delivery_date: string | null;
  /** Carrier scans, newest first. */
  checkpoints: TrackingCheckpoint[];
};

export type GetAnyReturnInput = {
  /** UUID of the return request. */
  return_request_id: string;
};

export type GetAnyReturnOutput = {
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
  /** Mode: `test` is the sandbox, `live` is real money. */
  world: "test" | "live";
  /** The customer account it belongs to. */
  account_id: string;
  /** Email address of the customer account. Null for an unclaimed sandbox. */
  account_email: string | null;
  /** ID of the retailer, as in GET /retailers. */
  retailer: string;
  /** The store's order numbers. */
  merchant_order_ids: string[];
  /** What the store charged for the order, in cents. */
  charged_cents: number | null;
  /** What a credit would add to the wallet, in cents. */
  worth_cents: number;
  /** What was added to the wallet, in cents. */
  credited_cents: number | null;
  /** When the return was approved. */
  approved_at: string | null;
};

export type GetCustomerInput = {
  /** UUID of the account. */
  account_id: string;
};

export type GetCustomerOutput = {
  /** The customer account it belongs to. */
  account_id: string;
  /** Email address of the customer account. */
  account_email: string | null;
  /** When it was created. */
  created_at: string;
  /** Number of signed-in browsers. */
  sessions: number;
  /** When a member of the account last signed in. */
  last_signed_in_at: string | null;
  /** Wallets in both modes. */
  worlds: {
    /** Mode: `test` is the sandbox, `live` is real money. */
    world: "test" | "live";
    /** What new orders can use, in cents. */
    available_cents: number;
    /** On hold, in cents. */
    held_cents: number;
    /** Wallets in currencies other than US dollars. */
    other_wallets: {
      /** Currency code (ISO 4217), such as `USD`, `EUR` or `JPY`. */
      currency: string;
      /** What new orders can use, in the minor unit of the currency. */
      available_cents: number;
      /** On hold, in the minor unit of the currency. */
      held_cents: number;
    }[];
    /** Number of orders in this mode. */
    orders: number;
  }[];
  /** Members of the account. */
  people: {
    /** Unique ID. */
    id: string;
    /** Email address that the member signs in with. */
    email: string;
    /** Name of the person. */
    name: string | null;
    /** What the member can do on the account. */
    role: "viewer" | "buyer" | "owner";
    /** When the member joined the account. */
    joined_at: string;
  }[];
  /** Sessions, newest first. */
  session_list: {
    /** Unique ID. */
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
    /** Unique ID. */
    id: string;
    /** Mode: `test` is the sandbox, `live` is real money. */
    world: "test" | "live";
    /** Kind of transaction. */
    type: string;
    /** How much was moved, in the minor unit of the currency. */
    amount_cents: number;
    /** Currency code (ISO 4217), such as `USD`, `EUR` or `JPY`. */
    currency: string;
    /** Ledger account that the money came from. */
    from: string;
    /** Ledger account that the money went to. */
    to: string;
    /** The order it is for, if any. */
    order_id: string | null;
    /** Whether an operator did it. */
    by_operator: boolean;
    /** Note from the operator. */
    note: string | null;
    /** When it was created. */
    created_at: string;
  }[];
  /** The account's keys. */
  keys: {
    /** Unique ID. */
    id: string;
    /** Mode: `test` is the sandbox, `live` is real money. */
    world: "test" | "live";
    /** Name of the key. */
    label: string;
    /** Last four characters of the key. */
    hint: string;
    /** What the key can do. */
    scopes: string[];
    /** The most that the key's orders can put on hold per day (UTC), in cents. */
    spend_per_day_cents: number | null;
    /** The highest `max_price` allowed for an order, in cents. */
    spend_per_order_cents: number | null;
    /** When it was created. */
    created_at: string;
    /** When the key was last used. */
    last_used_at: string | null;
    /** When the key was revoked. Null: it is active. */
    revoked_at: string | null;
    /** When an operator froze the key. Null: it is not frozen. */
    frozen_at: string | null;
  }[];
  /** The latest 20 orders in both modes. */
  orders: {
    /** Unique ID. */
    id: string;
    /** Mode: `test` is the sandbox, `live` is real money. */
    world: "test" | "live";
    /** Status of the order. */
    status: "pending" | "in_progress" | "order_placed" | "order_failed" | "cancelled" | "cancelled_by_retailer";
    /** ID of the retailer, as in GET /retailers. */
    retailer: string;
    /** Name of the recipient. */
    recipient: string;
    /** The most that the store may charge, in cents. */
    max_price_cents: number;
    /** What the store charged, in cents. */
    charged_cents: number | null;
    /** Packages in the order. */
    tracking_numbers: {
      /** Where the package is. */
      status: string;
    }[];
    /** Whether a package in the order is late. */
    is_late: boolean;
    /** When it was created. */
    created_at: string;
  }[];
  /** What operators did to the account. */
  audit: {
    /** Unique ID. */
    id: string;
    /** When it was done. */
    at: string;
    /** Email address of the operator, or `command line`. */
    operator_email: string;
    /** What was done, such as `wallet.credited`. */
    action: string;
    /** Kind of object that was changed. */
    subject_type: string;
    /** ID of the object. */
    subject_id: string;
    /** The object before the change. */
    before: Record<string, unknown> | null;
    /** The object after the change. */
    after: Record<string, unknown> | null;
    /** Note from the operator. */
    note: string | null;
  }[];
};

export type GetDeskReceiptInput = {
  /** UUID of the order. */
  order_id: string;
  /** UUID of the receipt. */
  receipt_id: string;
};

export type GetDeskReceiptOutput = Uint8Array;

export type GetDeskTaskInput = {
  /** UUID of the order. */
  order_id: string;
};

export type GetDeskTaskOutput = DeskOrder;

export type GetFilmPictureInput = {
  /** ID of the recording. */
  film_id: string;
  /** Number of the screenshot, from 1. */
  number: string;
};

export type GetFilmPictureOutput = Uint8Array;

export type GetMonitoringInput = {
  /** Period and resolution: `hours` is 3 hours in 5-minute steps, `day` is in half-hour steps, `month` and `quarter` are in daily steps. */
  span?: "hours" | "day" | "month" | "quarter";
};

export type GetMonitoringOutput = {
  /** One series for each metric. */
  series: {
    /** Identifier of the metric. */
    name: string;
    /** Display name of the metric. */
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
      /** Jobs that are running. */
      running: number;
      /** Jobs that are not due yet. */
      later: number;
      /** Jobs whose last attempt failed and that will be retried. */
      failing: number;
      /** Jobs that failed permanently and need an operator. */
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
    /** Failing jobs, up to 20, those that failed permanently first. */
    failing: {
      /** Unique ID. */
      id: string;
      /** Kind of job. */
      kind: string;
      /** Number of attempts so far. */
      attempts: number;
      /** Why the last attempt failed. */
      error: string;
      /** When the next attempt starts. Null: none. */
      next_attempt_at: string | null;
      /** When it failed permanently. Null: it will be retried. */
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
  /** Null if every order from the last 24 hours is counted. If there are more than 2,000, only the newest 2,000 are counted, from this time on. */
  orders_since: {
    /** Time from which test orders are counted. */
    test: string | null;
    /** Time from which live orders are counted. */
    live: string | null;
  };
  /** Open tasks for operators. */
  waiting: {
    /** Orders that need review. */
    doubts: number;
    /** Charges and refunds that have not settled. */
    open_charges: number;
    /** Returns to resolve. */
    open_returns: number;
    /** Live returns whose refund has not arrived 30 days after approval, or cannot be read. */
    overdue_refunds: number;
    /** Cases awaiting a reply. */
    open_cases: number;
    /** Failing webhook endpoints. */
    failing_webhook_receivers: number;
    /** Orders to place manually. */
    desk: number;
    /** Active alerts. */
    firing_alerts: number;
    /** Disabled retailers. */
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

export type GetRetailerStatisticsInput = {
  /** Mode: `test` is the sandbox, `live` is real money. */
  world: "test" | "live";
  /** ID of the retailer, or domain of the store. */
  retailer: string;
};

export type GetRetailerStatisticsOutput = {
  /** Orders that were placed. */
  placed: number;
  /** Orders that failed. */
  failed: number;
  /** Orders that need review. */
  doubts: number;
  /** Share of finished orders that were placed, from 0 to 1. Null if no order finished. */
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
    /** Share of finished orders that were placed, from 0 to 1. Null if no order finished. */
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
    /** Share of finished orders that were placed, from 0 to 1. Null if no order finished. */
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

export type GetSecondFactorOutput = {
  /** Always true: moving real money requires a code. */
  is_required: boolean;
  /** Whether you set up a second factor. */
  is_enrolled: boolean;
  /** Until then, this session can move real money without another code. */
  proven_until: string | null;
};

export type GetStoreInput = {
  /** Name of the store: its ID in the API, or a brand of the catalog. */
  name: string;
};

export type GetStoreOutput = Store;

export type GetTodayOutput = {
  /** Tasks, longest waiting first. */
  tasks: {
    /** What has to be done. */
    kind: "needs_review" | "desk" | "action" | "case" | "return" | "overdue_refund" | "charge" | "alert" | "job" | "endpoint" | "recipe";
    /** ID of the order, case, return, charge, alert, job or endpoint. */
    id: string;
    /** When it started waiting. */
    since: string;
    /** Mode. Null: it concerns the whole service. */
    world: "test" | "live" | null;
    /** The order that it is about, if any. */
    order_id: string | null;
    /** The customer, if it is about one. */
    account_id: string | null;
    /** Email address of the customer. */
    account_email: string | null;
    /** Store where the order is placed. */
    retailer: string | null;
    /** More about the task. */
    note: string | null;
  }[];
  /** True if a kind has more than 100 tasks. Up to 100 of each kind are listed. */
  has_more: boolean;
};

export type GiveSecondFactorInput = {
  /** The request body. */
  body: {
    /** The 6 digits that the authenticator app shows. */
    code: string;
  };
};

export type GiveSecondFactorOutput = undefined;

export type HandBackDeskTaskInput = {
  /** UUID of the order. */
  order_id: string;
  /** The request body. */
  body: {
    /** The `lease` from claiming the order. */
    lease: number;
    /** Note for other operators. */
    note?: string | null;
  };
};

export type HandBackDeskTaskOutput = DeskOrder;

export type LimitKeyInput = {
  /** UUID of the key. */
  key_id: string;
  /** The request body. */
  body: {
    /** The most that the key's orders can put on hold per day (UTC), in cents. Null: no limit. */
    spend_per_day_cents?: number | null;
    /** The highest `max_price` allowed for an order, in cents. Null: no limit. */
    spend_per_order_cents?: number | null;
    /** IDs of the retailers that the key can buy from. Null: all of them. */
    allowed_retailers?: string[] | null;
    /** Reason, for the audit log. */
    reason: string;
  };
};

export type LimitKeyOutput = {
  /** Unique ID. */
  id: string;
  /** Mode: `test` is the sandbox, `live` is real money. */
  world: "test" | "live";
  /** The customer account it belongs to. */
  account_id: string;
  /** Email address of the customer account. Null for an unclaimed sandbox. */
  account_email: string | null;
  /** Name of the key. */
  label: string;
  /** Last four characters of the key. */
  hint: string;
  /** What the key can do. */
  scopes: string[];
  /** The key's spending limits. */
  limits: {
    /** The most that the key's orders can put on hold per day (UTC), in cents. Null: no limit. */
    spend_per_day_cents: number | null;
    /** The highest `max_price` allowed for an order, in cents. Null: no limit. */
    spend_per_order_cents: number | null;
    /** IDs of the retailers that the key can buy from. Null: all of them. */
    allowed_retailers: string[] | null;
  };
  /** IP addresses and CIDR ranges that the key can be used from. Null: anywhere. */
  allowed_addresses: string[] | null;
  /** On hold for its orders today (UTC), in cents. */
  spent_today_cents: number;
  /** When the key stops working. Null: never. */
  expires_at: string | null;
  /** When it was created. */
  created_at: string;
  /** When the key was last used. */
  last_used_at: string | null;
  /** When the key was revoked. Null: it is active. */
  revoked_at: string | null;
  /** When an operator froze the key. Null: it is not frozen. */
  frozen_at: string | null;
  /** The latest 30 requests. */
  requests: {
    /** ID of the request, as in the X-Request-Id header. */
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
  /** What operators did to the account. */
  audit: {
    /** Unique ID. */
    id: string;
    /** When it was done. */
    at: string;
    /** Email address of the operator, or `command line`. */
    operator_email: string;
    /** What was done, such as `wallet.credited`. */
    action: string;
    /** Kind of object that was changed. */
    subject_type: string;
    /** ID of the object. */
    subject_id: string;
    /** The object before the change. */
    before: Record<string, unknown> | null;
    /** The object after the change. */
    after: Record<string, unknown> | null;
    /** Note from the operator. */
    note: string | null;
  }[];
};

export type ListAlertsOutput = {
  /** Alert rules. */
  rules: {
    /** Identifier of the rule. */
    id: string;
    /** Display name of the alert. */
    title: string;
    /** Metric that is watched. */
    reading: string;
    /** Whether the alert fires above or below the threshold. */
    fires_when: "above" | "below";
    /** The alert fires beyond this value. */
    threshold: number;
    /** The alert resolves only at this value, so that it doesn't flap at the threshold. */
    clears_at: number;
    /** How long the value must stay beyond the threshold, in seconds. */
    for_seconds: number;
    /** Whether the rule is active. */
    enabled: boolean;
    /** Unit of the metric. */
    unit: string;
    /** Display name of the metric. */
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
    /** Unique ID. */
    id: string;
    /** Name of the rule. */
    rule: string;
    /** Display name of the alert. */
    title: string;
    /** What was measured, in plain language. */
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
    /** Unique ID. */
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
    /** Identifier of the metric. */
    name: string;
    /** Display name of the metric. */
    label: string;
    /** Unit of the values. */
    unit: string;
  }[];
};

export type ListAllCasesInput = {
  /** Maximum number of entries per page. */
  limit?: number;
  /** Number of entries to skip. */
  offset?: number;
  /** The order_id of the last entry on the previous page. Faster than `offset` on deep pages. */
  after?: string;
  /** Only cases in this state. */
  state?: "open" | "closed";
};

export type ListAllCasesOutput = {
  /** Cases, most recently changed first. */
  cases: {
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
    /** Mode: `test` is the sandbox, `live` is real money. */
    world: "test" | "live";
    /** The customer account it belongs to. */
    account_id: string;
    /** Email address of the customer account. Null for an unclaimed sandbox. */
    account_email: string | null;
    /** ID of the retailer, as in GET /retailers. */
    retailer: string;
    /** Status of the order that the case is about. */
    order_status: "pending" | "in_progress" | "order_placed" | "order_failed" | "cancelled" | "cancelled_by_retailer";
    /** Status of each package. */
    tracking_statuses: ("pending" | "in_transit" | "delivered" | "undeliverable")[];
    /** Whether a package in the order is late. */
    is_late: boolean;
  }[];
  /** Total number of entries. */
  total: number;
};

export type ListAllRetailersOutput = {
  /** Retailers in both modes. */
  retailers: {
    /** ID of the retailer, as in GET /retailers. */
    retailer: string;
    /** Display name of the retailer. */
    display_name: string;
    /** Mode: `test` is the sandbox, `live` is real money. */
    world: "test" | "live";
    /** Connector that serves it. Null: none in this mode. */
    connector: string | null;
    /** What the connector can do. */
    abilities: string[];
    /** Whether new orders are placed. */
    enabled: boolean;
    /** Why the retailer was disabled. */
    reason: string | null;
    /** Operator who last enabled or disabled the retailer. */
    switched_by: string | null;
    /** When the retailer was last enabled or disabled. */
    switched_at: string | null;
    /** Orders from the last 24 hours. */
    orders_24h: {
      /** Orders that were placed. */
      placed: number;
      /** Orders that failed. */
      failed: number;
      /** Orders in progress. */
      under_way: number;
    };
  }[];
  /** Total number of entries. */
  total: number;
  /** Null if every order from the last 24 hours is counted. If there are more than 2,000, only the newest 2,000 are counted, from this time on. */
  orders_since: {
    /** Time from which test orders are counted. */
    test: string | null;
    /** Time from which live orders are counted. */
    live: string | null;
  };
};

export type ListAllReturnsInput = {
  /** Maximum number of entries per page. */
  limit?: number;
  /** Number of entries to skip. */
  offset?: number;
  /** Only returns with this status. */
  status?: "open" | "approved" | "denied" | "credited";
  /** Only approved returns whose refund has not arrived, longest waiting first. `overdue`: live returns approved more than 30 days ago, and those with a refund that Errand cannot read. */
  refund?: "waiting" | "overdue";
};

export type ListAllReturnsOutput = {
  /** Returns, newest first. */
  returns: {
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
    /** Mode: `test` is the sandbox, `live` is real money. */
    world: "test" | "live";
    /** The customer account it belongs to. */
    account_id: string;
    /** Email address of the customer account. Null for an unclaimed sandbox. */
    account_email: string | null;
    /** ID of the retailer, as in GET /retailers. */
    retailer: string;
    /** The store's order numbers. */
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
  /** Total number of entries. */
  total: number;
};

export type ListAnyOrdersInput = {
  /** Mode. `live` by default. */
  world?: "test" | "live";
  /** Only movements on this account. */
  account_id?: string;
  /** Only orders with this status. */
  status?: "pending" | "in_progress" | "order_placed" | "order_failed" | "cancelled" | "cancelled_by_retailer";
  /** Only orders that are late. */
  late?: "true";
  /** Only orders from this store. */
  retailer?: string;
  /** ID, number, recipient or product. Returns the newest 50 that match. */
  search?: string;
  /** Created at this time or later. */
  from?: string;
  /** Created before this time. */
  before?: string;
  /** Rows on the page. 50 by default. */
  limit?: number;
  /** Where the page starts: `next` from the previous page. */
  after?: string;
};

export type ListAnyOrdersOutput = {
  /** Orders, newest first. */
  orders: {
    /** Unique ID. */
    id: string;
    /** Mode: `test` is the sandbox, `live` is real money. */
    world: "test" | "live";
    /** Status of the order. */
    status: "pending" | "in_progress" | "order_placed" | "order_failed" | "cancelled" | "cancelled_by_retailer";
    /** ID of the retailer, as in GET /retailers. */
    retailer: string;
    /** Name of the recipient. */
    recipient: string;
    /** The most that the store may charge, in cents. */
    max_price_cents: number;
    /** What the store charged, in cents. */
    charged_cents: number | null;
    /** Packages in the order. */
    tracking_numbers: {
      /** Where the package is. */
      status: string;
    }[];
    /** Whether a package in the order is late. */
    is_late: boolean;
    /** When it was created. */
    created_at: string;
    /** The customer account it belongs to. */
    account_id: string;
    /** Email address of the customer account. Null for an unclaimed sandbox. */
    account_email: string | null;
    /** Refunded by support or for partial cancellations by the store, in cents. */
    refunded_cents: number;
    /** Why it failed, if it did. */
    error_type: string | null;
  }[];
  /** Send it as `after` to get the next page. Null: this is the last page. */
  next: string | null;
  /** Set if few rows match: the page ends here because 2,000 rows were scanned, and `next` continues. Null otherwise. */
  scanned_until: string | null;
};

export type ListBackupsOutput = {
  /** Whether `BACKUP_TO` is set. Without it, no backups are made here. */
  is_scheduled: boolean;
  /** How often a backup is made. */
  every_seconds: number;
  /** Newest first, up to 100. */
  backups: {
    /** ID of the backup. */
    id: string;
    /** Status of the backup. */
    status: "requested" | "running" | "done" | "failed";
    /** When it was requested. */
    requested_at: string;
    /** Operator who requested it. Null: the schedule. */
    requested_by: string | null;
    /** When it completed or failed. */
    finished_at: string | null;
    /** Time of the data in the backup. */
    taken_at: string | null;
    /** File name in `BACKUP_TO`. */
    name: string | null;
    /** Size of the file. */
    bytes: number | null;
    /** Number of rows in all tables. */
    row_count: number | null;
    /** Number of labels, receipts and other files. */
    file_count: number | null;
    /** Why it failed. */
    error: string | null;
    /** When it was restored as a test. Null: not tested. */
    verified_at: string | null;
    /** Why the test restore failed. Null: it succeeded. */
    verify_error: string | null;
  }[];
};

export type ListClaimsInput = {
  /** Kind of object. */
  kind: "case" | "order" | "desk" | "return" | "doubt" | "customer";
};

export type ListClaimsOutput = {
  /** What operators have claimed. */
  claims: {
    /** ID of the object. */
    subject: string;
    /** Email address of the operator. */
    operator: string;
  }[];
};

export type ListCustomersInput = {
  /** Mode. `live` by default. */
  world?: "test" | "live";
  /** Part of the email address. */
  search?: string;
  /** Rows on the page. 50 by default. */
  limit?: number;
  /** Where the page starts: `next` from the previous page. */
  after?: string;
};

export type ListCustomersOutput = {
  /** Customers, sorted by email address. */
  customers: {
    /** The customer account it belongs to. */
    account_id: string;
    /** Email address of the account. */
    account_email: string;
    /** What new orders can use, in cents. */
    available_cents: number;
    /** On hold, in cents. */
    held_cents: number;
    /** When the last order in this mode was created. */
    last_order_at: string | null;
    /** When it was created. */
    created_at: string;
  }[];
  /** Send it as `after` to get the next page. Null: this is the last page. */
  next: string | null;
  /** Set if few rows match: the page ends here because 2,000 rows were scanned, and `next` continues. Null otherwise. */
  scanned_until: string | null;
};

export type ListDeskPurchasesInput = {
  /** Maximum number of entries per page. */
  limit?: number;
  /** Number of entries to skip. */
  offset?: number;
};

export type ListDeskPurchasesOutput = {
  /** Orders that were placed manually and have not arrived. */
  orders: DeskOrder[];
  /** Total number of entries. */
  total: number;
};

export type ListDeskTasksInput = {
  /** Maximum number of entries per page. */
  limit?: number;
  /** Number of entries to skip. */
  offset?: number;
};

export type ListDeskTasksOutput = {
  /** Tasks, longest waiting first. */
  tasks: DeskOrder[];
  /** Total number of entries. */
  total: number;
};

export type ListDoubtsInput = {
  /** Maximum number of entries per page. */
  limit?: number;
  /** Number of entries to skip. */
  offset?: number;
};

export type ListDoubtsOutput = {
  /** Orders that need review, longest waiting first. */
  doubts: {
    /** The order it belongs to. */
    order_id: string;
    /** Mode: `test` is the sandbox, `live` is real money. */
    world: "test" | "live";
    /** The customer account it belongs to. */
    account_id: string;
    /** Email address of the customer account. Null for an unclaimed sandbox. */
    account_email: string | null;
    /** ID of the retailer, as in GET /retailers. */
    retailer: string;
    /** The most that the store may charge, in cents. */
    max_price_cents: number;
    /** Service fee for the order, in cents. */
    fee_cents: number;
    /** Whether the customer's own card pays, so that the wallet holds only the fee. */
    paid_by_client: boolean;
    /** When the order was submitted to the store. */
    submitted_at: string;
    /** When automatic checks stopped. */
    needs_review_at: string;
    /** Evidence about the purchase. */
    evidence: {
      /** What to search for in the store's order history. */
      reference: string;
      /** Whether the details of the cart were kept. */
      checkout_kept: boolean;
      /** Retailer account that was used. */
      bought_with: {
        /** Short ID of the account. */
        short_id: string;
        /** Email address used to log in to the retailer. */
        email: string;
        /** Whether the account belongs to the service. */
        is_own: boolean;
      } | null;
      /** Number of times Errand checked with the store. */
      times_asked: number | null;
      /** Last response from the store. */
      last_answer: string | null;
      /** What happened to the order, oldest first. */
      timeline: {
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
    /** An order with its items, packages, returns and payment. */
    order: Order;
  }[];
  /** Total number of entries. */
  total: number;
};

export type ListFailingWebhookReceiversInput = {
  /** Maximum number of entries per page. */
  limit?: number;
  /** Number of entries to skip. */
  offset?: number;
};

export type ListFailingWebhookReceiversOutput = {
  /** Failing endpoints, worst first. */
  receivers: {
    /** Mode: `test` is the sandbox, `live` is real money. */
    world: "test" | "live";
    /** The customer account it belongs to. */
    account_id: string;
    /** Email address of the customer account. Null for an unclaimed sandbox. */
    account_email: string | null;
    /** Host of the endpoint. */
    host: string;
    /** URL of the endpoint, without credentials and query. */
    url: string;
    /** Consecutive failed attempts for the delivery that failed the most. */
    failures: number;
    /** HTTP status of the last attempt. Null: no response. */
    last_status: number | null;
    /** Why the last attempt failed. */
    last_error: string | null;
    /** When the next attempt starts. Null: none. */
    next_attempt_at: string | null;
    /** Deliveries that failed and will be retried. */
    waiting: number;
    /** When it started to fail. */
    failing_since: string;
  }[];
  /** Total number of entries. */
  total: number;
};

export type ListFilmsInput = {
  /** Only recordings for this order. */
  order_id?: string;
  /** Only recordings for this store. */
  store?: string;
  /** Maximum number of entries per page. */
  limit?: number;
  /** Number of entries to skip. */
  offset?: number;
};

export type ListFilmsOutput = {
  /** Recordings, newest first. */
  films: {
    /** Unique ID. */
    id: string;
    /** Name of the store. */
    store: string;
    /** ID of the order, or what the recording is for. */
    reference: string;
    /** What the browser did: `prepare`, `find`, `fence` or `log_in`. */
    purpose: string;
    /** Version of the recipe that was used. */
    recipe_version: number | null;
    /** Locators that found nothing where others found the element: the pages changed. */
    missed_locators: {
      /** All locators for the target. */
      target: string;
      /** Locator that found nothing. */
      locator: string;
    }[];
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
      /** Position in the recipe. */
      at: string;
      /** What the step did. */
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
      /** URL of the page in the screenshot. */
      page_url: string;
      /** URL of the image in this API. */
      image_url: string;
    }[];
    /** Last responses from the store. */
    answers: {
      /** URL that was requested. */
      url: string;
      /** HTTP status of the response. */
      status: number;
    }[];
  }[];
  /** Total number of entries. */
  total: number;
};

export type ListIncidentsOutput = {
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

export type ListMoneyInput = {
  /** Mode. `live` by default. */
  world?: "test" | "live";
  /** Only movements on this account. */
  account_id?: string;
  /** Currency code (ISO 4217), such as `USD`, `EUR` or `JPY`. */
  currency?: string;
  /** Only movements of this type. */
  type?: "fund" | "debit" | "hold" | "capture" | "fee" | "release" | "refund" | "refund_fee" | "credit";
  /** Rows on the page. 50 by default. */
  limit?: number;
  /** Where the page starts: `next` from the previous page. */
  after?: string;
};

export type ListMoneyOutput = {
  /** Ledger entries, newest first. */
  movements: {
    /** Unique ID. */
    id: string;
    /** Mode: `test` is the sandbox, `live` is real money. */
    world: "test" | "live";
    /** Kind of transaction. */
    type: string;
    /** How much was moved, in the minor unit of the currency. */
    amount_cents: number;
    /** Currency code (ISO 4217), such as `USD`, `EUR` or `JPY`. */
    currency: string;
    /** Ledger account that the money came from. */
    from: string;
    /** Ledger account that the money went to. */
    to: string;
    /** The order it is for, if any. */
    order_id: string | null;
    /** Whether an operator did it. */
    by_operator: boolean;
    /** Note from the operator. */
    note: string | null;
    /** When it was created. */
    created_at: string;
    /** The customer account it belongs to. */
    account_id: string;
    /** Email address of the customer account. Null for an unclaimed sandbox. */
    account_email: string | null;
  }[];
  /** Send it as `after` to get the next page. Null: this is the last page. */
  next: string | null;
  /** Set if few rows match: the page ends here because 2,000 rows were scanned, and `next` continues. Null otherwise. */
  scanned_until: string | null;
};

export type ListOpenChargesInput = {
  /** Maximum number of entries per page. */
  limit?: number;
  /** Number of entries to skip. */
  offset?: number;
};

export type ListOpenChargesOutput = {
  /** Charges and refunds, longest waiting first. */
  charges: {
    /** Unique ID. */
    id: string;
    /** Whether it is a charge or a refund. */
    kind: "charge" | "refund";
    /** Mode: `test` is the sandbox, `live` is real money. */
    world: "test" | "live";
    /** The customer account it belongs to. */
    account_id: string | null;
    /** Payment method. */
    method: string;
    /** The payment provider's ID. Null if its response was lost. */
    reference: string | null;
    /** What is charged or refunded, in the currency's minor unit. */
    amount_cents: number;
    /** Currency of the amount (ISO 4217). */
    currency: string;
    /** When it was started. */
    since: string;
    /** Number of times Errand checked with the provider. */
    looks: number;
    /** Last response from the provider. */
    last_answer: string | null;
  }[];
  /** Total number of entries. */
  total: number;
};

export type ListOperatorActionsInput = {
  /** Maximum number of entries per page. */
  limit?: number;
  /** Number of entries to skip. */
  offset?: number;
  /** Only what this operator did (email address). */
  operator?: string;
  /** Only this action. */
  action?: string;
  /** Only changes to this kind of object. */
  subject_type?: string;
  /** Only changes to this object. */
  subject_id?: string;
  /** At this time or later. */
  from?: string;
  /** Before this time. */
  before?: string;
};

export type ListOperatorActionsOutput = {
  /** Entries, newest first. */
  entries: {
    /** Unique ID. */
    id: string;
    /** When it was done. */
    at: string;
    /** Email address of the operator, or `command line`. */
    operator_email: string;
    /** What was done, such as `wallet.credited`. */
    action: string;
    /** Kind of object that was changed. */
    subject_type: string;
    /** ID of the object. */
    subject_id: string;
    /** The object before the change. */
    before: Record<string, unknown> | null;
    /** The object after the change. */
    after: Record<string, unknown> | null;
    /** Note from the operator. */
    note: string | null;
  }[];
  /** Total number of entries. */
  total: number;
};

export type ListOperatorQuestionsOutput = {
  /** Orders that need an operator, longest waiting first. */
  actions: {
    /** The order it belongs to. */
    order_id: string;
    /** Mode: `test` is the sandbox, `live` is real money. */
    world: "test" | "live";
    /** ID of the retailer, as in GET /retailers. */
    retailer: string;
    /** When the action was created. */
    asked_at: string;
    /** What to do. */
    action: OrderAction;
  }[];
};

export type ListStoreWalksInput = {
  /** Name of the store: its ID in the API, or a brand of the catalog. */
  name: string;
};

export type ListStoreWalksOutput = {
  /** The last 30 checks, newest first. */
  walks: {
    /** Reference of the check. Its recording has the same reference. */
    id: string;
    /** When it started. */
    started_at: string;
    /** When it ended. */
    ended_at: string | null;
    /** Version of the recipe that was used. */
    recipe_version: number | null;
    /** Steps that failed, and why. */
    failures: string[];
    /** Locators that found nothing where others found the element. */
    missed_locators: {
      /** All locators for the target. */
      target: string;
      /** Locator that found nothing. */
      locator: string;
    }[];
  }[];
};

export type ListStoresOutput = {
  /** Stores in both modes. */
  stores: Store[];
  /** Total number of entries. */
  total: number;
};

export type ListVisitsOutput = {
  /** Browsers that are open now. */
  visits: {
    /** Unique ID. */
    id: string;
    /** Name of the store. */
    store: string;
    /** ID of the order, or what the browser is open for. */
    reference: string;
    /** What the browser is doing. */
    purpose: string;
    /** When it started. */
    started_at: string;
    /** URL of the page when it was last viewed. Empty if it was never viewed. */
    page_url: string;
    /** URL of the image in this API. */
    image_url: string;
    /** What someone has to do on the page. Null: nothing, so it can only be watched. */
    waits_for: string | null;
    /** Operator who took it over. */
    taken_by: string | null;
  }[];
  /** Total number of entries. */
  total: number;
};

export type MessageCustomerInput = {
  /** UUID of the order. */
  order_id: string;
  /** The request body. */
  body: {
    /** Text of the message. */
    message: string;
  };
};

export type MessageCustomerOutput = undefined;

export type NotePresenceInput = {
  /** Kind of object. */
  kind: "case" | "order" | "desk" | "return" | "doubt" | "customer";
  /** ID of the object. */
  subject: string;
  /** The request body. */
  body: {
    /** True to claim it, false to release it. Leave it out to only view. */
    claim?: boolean;
  };
};

export type NotePresenceOutput = {
  /** Whether you claimed it. */
  is_mine: boolean;
  /** Other operators who are viewing it or have claimed it. */
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
  /** The request body. */
  body: {
    /** UUID of the new incident. A request with the same ID never opens a second one. */
    id?: string;
    /** What is wrong, in a few words. Public. */
    title: string;
    /** Status of the incident. */
    state: "investigating" | "identified" | "monitoring" | "resolved";
    /** Parts of the service that are affected. */
    components: ("api" | "placing" | "tracking" | "mail" | "webhooks")[];
    /** Public message, as plain text. */
    text: string;
  };
};

export type OpenIncidentOutput = {
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
};

export type ProbeStoreInput = {
  /** The request body. */
  body: {
    /** URL of the storefront. */
    url: string;
  };
};

export type ProbeStoreOutput = {
  /** Origin of the storefront. */
  url: string;
  /** Whether the URL responded. */
  reachable: boolean;
  /** Kind of store. Null: not supported. */
  kind: "vendure" | "medusa" | "woocommerce" | "shopify" | "amazon-business" | "mouser" | "ucp" | "browser" | "desk" | null;
  /** Suggested name. */
  name: string | null;
  /** Display name of the store. */
  display_name: string | null;
  /** URL of the store's API. */
  api_url: string | null;
  /** Currency of the amounts (ISO 4217). */
  currency: string | null;
  /** Countries that it ships to (ISO 3166-1). */
  countries: string[] | null;
  /** What the connector could do with this store. */
  abilities: ("search" | "product" | "offers" | "checkout" | "quote" | "find" | "fence" | "history" | "track" | "cancel" | "return" | "login")[];
  /** Settings that were detected. */
  settings: Record<string, unknown>;
  /** What you still have to provide. */
  missing: string[];
};

export type RecordDeskPurchaseInput = {
  /** UUID of the order. */
  order_id: string;
  /** The request body. */
  body: {
    /** The `lease` from claiming the order. */
    lease: number;
    /** The store's order numbers. */
    merchant_order_ids: string[];
    /** Price of each item. */
    lines: {
      /** UUID of the item, from the order's `items`. */
      item_id: string;
      /** Price of one unit, in cents. */
      unit_price_cents: number;
      /** Number of units bought. All by default. Fewer, or 0, only if the order's `fulfillment` allows it. */
      quantity?: number;
    }[];
    /** Shipping cost, in cents. */
    shipping_cents: number;
    /** Sales tax or VAT, in cents. */
    tax_cents: number;
    /** Other store fees, in cents. */
    fees_cents?: number;
    /** Store discount, in cents. */
    discount_cents?: number;
    /** What the retailer charged, in cents. At most `max_price`. */
    total_cents: number;
    /** Day on which the store expects to deliver. */
    estimated_delivery?: string | null;
    /** Note for other operators. */
    note?: string | null;
  };
};

export type RecordDeskPurchaseOutput = DeskOrder;

export type RefundFromCaseInput = {
  /** UUID of the order. */
  order_id: string;
  /** The request body. */
  body: {
    /** UUID of the refund. A request with the same ID refunds nothing more. */
    id: string;
    /** Amount to refund, in cents. */
    amount_cents: number;
    /** Units that the refund is for. The amount can be at most what was paid for them, and they cannot be refunded again by a return. Without items, the amount is for the whole order. */
    items?: {
      /** UUID of the item. */
      order_item_id: string;
      /** Number of units that are refunded. */
      quantity: number;
    }[];
    /** Reason. The customer sees it in their transactions. */
    note: string;
  };
};

export type RefundFromCaseOutput = {
  /** Unique ID. */
  id: string;
  /** The order it belongs to. */
  order_id: string;
  /** The customer account it belongs to. */
  account_id: string;
  /** Mode: `test` is the sandbox, `live` is real money. */
  world: "test" | "live";
  /** Amount that was refunded, in cents. */
  amount_cents: number;
  /** Why it was refunded. */
  note: string;
  /** What can still be refunded, in cents. */
  refundable_cents: number;
  /** When it was created. */
  created_at: string;
};

export type RefundOrderInput = {
  /** UUID of the order. */
  order_id: string;
  /** The request body. */
  body: {
    /** UUID of the refund. A request with the same ID refunds nothing more. */
    id: string;
    /** Amount to refund, in cents. */
    amount_cents: number;
    /** Units that the refund is for. The amount can be at most what was paid for them, and they cannot be refunded again by a return. Without items, the amount is for the whole order. */
    items?: {
      /** UUID of the item. */
      order_item_id: string;
      /** Number of units that are refunded. */
      quantity: number;
    }[];
    /** Reason. The customer sees it in their transactions. */
    note: string;
  };
};

export type RefundOrderOutput = {
  /** Unique ID. */
  id: string;
  /** The order it belongs to. */
  order_id: string;
  /** The customer account it belongs to. */
  account_id: string;
  /** Mode: `test` is the sandbox, `live` is real money. */
  world: "test" | "live";
  /** Amount that was refunded, in cents. */
  amount_cents: number;
  /** Why it was refunded. */
  note: string;
  /** What can still be refunded, in cents. */
  refundable_cents: number;
  /** When it was created. */
  created_at: string;
};

export type RemoveAlertChannelInput = {
  /** UUID of the channel. */
  channel_id: string;
};

export type RemoveAlertChannelOutput = undefined;

export type RemoveAlertRuleInput = {
  /** Identifier of the rule. */
  rule: string;
};

export type RemoveAlertRuleOutput = undefined;

export type RemoveStoreInput = {
  /** Name of the store: its ID in the API, or a brand of the catalog. */
  name: string;
};

export type RemoveStoreOutput = undefined;

export type ReplyToCaseInput = {
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

export type ReplyToCaseOutput = {
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
  /** Mode: `test` is the sandbox, `live` is real money. */
  world: "test" | "live";
  /** The customer account it belongs to. */
  account_id: string;
  /** Email address of the customer account. Null for an unclaimed sandbox. */
  account_email: string | null;
  /** ID of the retailer, as in GET /retailers. */
  retailer: string;
  /** Status of the order that the case is about. */
  order_status: "pending" | "in_progress" | "order_placed" | "order_failed" | "cancelled" | "cancelled_by_retailer";
  /** Status of each package. */
  tracking_statuses: ("pending" | "in_transit" | "delivered" | "undeliverable")[];
  /** Whether a package in the order is late. */
  is_late: boolean;
  /** What can still be refunded, in cents. */
  refundable_cents: number;
};

export type ResolveReturnInput = {
  /** UUID of the return request. */
  return_request_id: string;
  /** The request body. */
  body: {
    /** An open return can become any status. An approved one can become `credited` (refunded) or `denied`. */
    status: "approved" | "denied" | "credited";
    /** Reason. The customer sees it, and it is kept in the audit log. */
    resolution_notes?: string | null;
    /** With `credited`, what the retailer refunded, in cents. Defaults to the full amount paid. */
    amount_cents?: number | null;
  };
};

export type ResolveReturnOutput = {
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
  /** Mode: `test` is the sandbox, `live` is real money. */
  world: "test" | "live";
  /** The customer account it belongs to. */
  account_id: string;
  /** Email address of the customer account. Null for an unclaimed sandbox. */
  account_email: string | null;
  /** ID of the retailer, as in GET /retailers. */
  retailer: string;
  /** The store's order numbers. */
  merchant_order_ids: string[];
  /** What the store charged for the order, in cents. */
  charged_cents: number | null;
  /** What a credit would add to the wallet, in cents. */
  worth_cents: number;
  /** What was added to the wallet, in cents. */
  credited_cents: number | null;
  /** When the return was approved. */
  approved_at: string | null;
  /** What happened, in plain language. */
  message: string;
};

export type RetryAnyOrderInput = {
  /** UUID of the order. */
  order_id: string;
  /** The request body. */
  body: {
    /** Reason, for the audit log. */
    reason: string;
  };
};

export type RetryAnyOrderOutput = undefined;

export type SearchAsOperatorInput = {
  /** An ID, number, name, address, or the last characters of a key. */
  q: string;
};

export type SearchAsOperatorOutput = {
  /** Results, up to eight of each kind. */
  results: {
    /** Kind of object. */
    kind: "order" | "parcel" | "customer" | "key" | "mail";
    /** ID of the order (also for packages and emails), the account or the key. */
    id: string;
    /** ID in the URL of its page: the ID of a package, otherwise `id`. */
    page_id: string;
    /** The customer account it belongs to. */
    account_id: string | null;
    /** Mode: `test` is the sandbox, `live` is real money. */
    world: "test" | "live" | null;
    /** Headline of the result. */
    title: string;
    /** More about the result, in one line. */
    note: string;
  }[];
};

export type SignCustomerOutInput = {
  /** UUID of the account. */
  account_id: string;
  /** The request body. */
  body: {
    /** Reason, for the audit log. */
    reason: string;
  };
};

export type SignCustomerOutOutput = undefined;

export type StartSecondFactorOutput = {
  /** Secret to enter in an authenticator app. */
  secret: string;
  /** Link or QR code for an authenticator app. */
  otpauth_url: string;
};

export type SwitchRetailerInput = {
  /** ID of the retailer, or domain of the store. */
  retailer: string;
  /** The request body. */
  body: {
    /** Mode: `test` is the sandbox, `live` is real money. */
    world: "test" | "live";
    /** False to stop placing orders with this retailer. Pending orders stay queued. */
    enabled: boolean;
    /** Reason, for the audit log. */
    reason: string;
  };
};

export type SwitchRetailerOutput = {
  /** ID of the retailer, as in GET /retailers. */
  retailer: string;
  /** Display name of the retailer. */
  display_name: string;
  /** Mode: `test` is the sandbox, `live` is real money. */
  world: "test" | "live";
  /** Connector that serves it. Null: none in this mode. */
  connector: string | null;
  /** What the connector can do. */
  abilities: string[];
  /** Whether new orders are placed. */
  enabled: boolean;
  /** Why the retailer was disabled. */
  reason: string | null;
  /** Operator who last enabled or disabled the retailer. */
  switched_by: string | null;
  /** When the retailer was last enabled or disabled. */
  switched_at: string | null;
  /** Orders from the last 24 hours. */
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
  /** UUID of the order. */
  order_id: string;
  /** The request body. */
  body: {
    /** Confirms that the previous operator bought nothing. */
    take_over?: boolean;
  };
};

export type TakeDeskTaskOutput = DeskOrder;

export type TakeOverVisitInput = {
  /** UUID of the open browser. */
  visit_id: string;
};

export type TakeOverVisitOutput = {
  /** Token to control the browser with. Shown only once. */
  token: string;
  /** Name of the store. */
  store: string;
  /** ID of the order. */
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

export type UpdateIncidentInput = {
  /** UUID of the incident. */
  incident_id: string;
  /** The request body. */
  body: {
    /** Current state of the incident. */
    state: "investigating" | "identified" | "monitoring" | "resolved";
    /** Public message, as plain text. */
    text: string;
  };
};

export type UpdateIncidentOutput = {
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
};

export type WatchVisitInput = {
  /** UUID of the open browser. */
  visit_id: string;
};

export type WatchVisitOutput = Uint8Array;

/** Every operation for operators, by its operationId. */
export interface OperatorOperations {
  /** Control a browser. Clicks, types or scrolls in a page that you took over, in order. Then complete the order's action (`POST /orders/{order_id}/actions/{action_id}`), and the purchase continues. */
  actInVisit: { input: ActInVisitInput; output: ActInVisitOutput };
  /** Add an alert channel. Operators are always emailed. A webhook gets `alert.fired` and `alert.resolved`, signed as Standard Webhooks with the secret in this response, and is retried for about a day. */
  addAlertChannel: { input: AddAlertChannelInput; output: AddAlertChannelOutput };
  /** Add an alert rule. Watches one more metric. */
  addAlertRule: { input: AddAlertRuleInput; output: AddAlertRuleOutput };
  /** Attach a file to any case. A PDF or image up to 5 MiB. The customer sees it. */
  addAnyCaseAttachment: { input: AddAnyCaseAttachmentInput; output: AddAnyCaseAttachmentOutput };
  /** Add or update a package. Records a tracking number or the current status of a package. */
  addDeskParcel: { input: AddDeskParcelInput; output: AddDeskParcelOutput };
  /** Add a receipt. A PDF or image up to 5 MiB. */
  addDeskReceipt: { input: AddDeskReceiptInput; output: AddDeskReceiptOutput };
  /** Add a store. All processes use it within a second. `automatic` requires `consent`. A currency that Errand doesn't know is rejected, and so is a host that another store already uses. */
  addStore: { input: AddStoreInput; output: AddStoreOutput };
  /** Record a cancellation by the store. For an order that was placed manually. The captured amount is refunded. */
  callOffDeskPurchase: { input: CallOffDeskPurchaseInput; output: CallOffDeskPurchaseOutput };
  /** Cancel any order. Cancels a pending order and releases its hold. For a placed order, asks the store to cancel it, if the store supports this. */
  cancelAnyOrder: { input: CancelAnyOrderInput; output: CancelAnyOrderOutput };
  /** Update an alert rule. Changes its thresholds, or enables or disables it. When you disable a rule, its active alert is resolved at the next check. */
  changeAlertRule: { input: ChangeAlertRuleInput; output: ChangeAlertRuleOutput };
  /** Update a store. Changes only the fields you send, or enables or disables it. `credentials` are replaced as a whole, `limits` are merged. */
  changeStore: { input: ChangeStoreInput; output: ChangeStoreOutput };
  /** Check settings. What is unsafe about the current settings, and how to fix it. The same list as `npm run admin -- doctor`. */
  checkSettings: { input: Record<never, never>; output: CheckSettingsOutput };
  /** Check a store. Runs a search, fills a cart, reads the total and empties the cart again. Buys nothing. Each step shows what worked. */
  checkStore: { input: CheckStoreInput; output: CheckStoreOutput };
  /** Compare retailers. The last 24 hours for every retailer and store: success rate, time to place, failure reasons and orders that need review. */
  compareRetailers: { input: CompareRetailersInput; output: CompareRetailersOutput };
  /** Start a backup. A worker starts it within a minute. Returns 409 if one has already been requested or is running, or if `BACKUP_TO` is not set. */
  createBackup: { input: Record<never, never>; output: CreateBackupOutput };
  /** Credit a wallet. Adds money to a customer's wallet. Repeating the request with the same ID changes nothing. Live money needs a second factor. */
  creditWallet: { input: CreditWalletInput; output: CreditWalletOutput };
  /** Debit a wallet. Takes money from a customer's wallet, up to what is available. Repeating the request with the same ID changes nothing. Live money needs a second factor. */
  debitWallet: { input: DebitWalletInput; output: DebitWalletOutput };
  /** Resolve an order that needs review. Enter what the store's order history shows. This is final for the order and its money. An order that doesn't need review returns `bad_request`. */
  decideDoubt: { input: DecideDoubtInput; output: DecideDoubtOutput };
  /** Retry or discard a failed job. Jobs that end an order or move money can't be discarded: retry them, or resolve the order. */
  decideJob: { input: DecideJobInput; output: DecideJobOutput };
  /** End a session. That browser has to sign in again. Other sessions of the person continue. */
  endAnySession: { input: EndAnySessionInput; output: EndAnySessionOutput };
  /** Export returns from all accounts. CSV, newest first. */
  exportAllReturns: { input: ExportAllReturnsInput; output: ExportAllReturnsOutput };
  /** Export orders from all accounts. CSV, newest first. Takes the same filters as the list. */
  exportAnyOrders: { input: ExportAnyOrdersInput; output: ExportAnyOrdersOutput };
  /** Export customers. CSV, sorted by email address. Takes the same filters as the list. */
  exportCustomers: { input: ExportCustomersInput; output: ExportCustomersOutput };
  /** Export money movements. CSV, newest first. Takes the same filters as the list. */
  exportMoney: { input: ExportMoneyInput; output: ExportMoneyOutput };
  /** Export the audit log. CSV, newest first. */
  exportOperatorActions: { input: ExportOperatorActionsInput; output: ExportOperatorActionsOutput };
  /** Fail an order. Records that the order can't be placed. The hold is released. */
  failDeskTask: { input: FailDeskTaskInput; output: FailDeskTaskOutput };
  /** Attach a document to an order. An invoice, credit note or receipt as a PDF or image up to 5 MiB. The customer sees it. */
  fileOrderDocument: { input: FileOrderDocumentInput; output: FileOrderDocumentOutput };
  /** Freeze or unfreeze a key. A frozen key is rejected everywhere within a second. Its existing orders continue. Unfreezing a live key needs a second factor. */
  freezeKey: { input: FreezeKeyInput; output: FreezeKeyOutput };
  /** Get any case. Returns all messages and files, and what can still be refunded. */
  getAnyCase: { input: GetAnyCaseInput; output: GetAnyCaseOutput };
  /** Download an attachment from any case. Returns the file with its media type. */
  getAnyCaseAttachment: { input: GetAnyCaseAttachmentInput; output: GetAnyCaseAttachmentOutput };
  /** Get any key. Limits, what it spent today, latest requests and audit log. */
  getAnyKey: { input: GetAnyKeyInput; output: GetAnyKeyOutput };
  /** List emails to a recipient. Emails to the recipient of an order, and whether they were sent. */
  getAnyMails: { input: GetAnyMailsInput; output: GetAnyMailsOutput };
  /** Get any order. Includes its transactions, emails, webhooks, jobs, requests and audit log. */
  getAnyOrder: { input: GetAnyOrderInput; output: GetAnyOrderOutput };
  /** Get any package. Includes its scans and its order. */
  getAnyParcel: { input: GetAnyParcelInput; output: GetAnyParcelOutput };
  /** Get any return. Returns what is known about it, and what a credit would add to the wallet. */
  getAnyReturn: { input: GetAnyReturnInput; output: GetAnyReturnOutput };
  /** Get a customer. Wallets, people, keys, sessions, latest orders and audit log. */
  getCustomer: { input: GetCustomerInput; output: GetCustomerOutput };
  /** Download a receipt. Returns the file with its media type. */
  getDeskReceipt: { input: GetDeskReceiptInput; output: GetDeskReceiptOutput };
  /** Get an order to place manually. Address, items, who claimed it, and receipts. */
  getDeskTask: { input: GetDeskTaskInput; output: GetDeskTaskOutput };
  /** Download a screenshot from a recording. Returns the image. Secrets are hidden. */
  getFilmPicture: { input: GetFilmPictureInput; output: GetFilmPictureOutput };
  /** Get service metrics. Queue, workers, database, mail and disk over time. */
  getMonitoring: { input: GetMonitoringInput; output: GetMonitoringOutput };
  /** Get the operations overview. System status and open tasks. */
  getOperatorOverview: { input: Record<never, never>; output: GetOperatorOverviewOutput };
  /** Get retailer statistics. Success rate, time to place and failure reasons, by hour and by day. */
  getRetailerStatistics: { input: GetRetailerStatisticsInput; output: GetRetailerStatisticsOutput };
  /** Get your second factor. Whether it is set up, and until when this session can move real money. */
  getSecondFactor: { input: Record<never, never>; output: GetSecondFactorOutput };
  /** Get a store. Returns its settings and health. Credentials are never shown. */
  getStore: { input: GetStoreInput; output: GetStoreOutput };
  /** List open tasks. Orders, cases, returns, charges, alerts, jobs, endpoints and recipes that need attention, longest waiting first. */
  getToday: { input: Record<never, never>; output: GetTodayOutput };
  /** Verify a code. For 10 minutes, this session can then move real money. */
  giveSecondFactor: { input: GiveSecondFactorInput; output: GiveSecondFactorOutput };
  /** Release an order. Releases your claim without a purchase, so that another operator can claim the order. */
  handBackDeskTask: { input: HandBackDeskTaskInput; output: HandBackDeskTaskOutput };
  /** Limit a key. Changes how much the key can spend, and where. Fields that you leave out stay as they are. Null removes a limit. Applies from the next order on. A live key needs a second factor. */
  limitKey: { input: LimitKeyInput; output: LimitKeyOutput };
  /** List alerts. Alert rules, active and recent alerts, and who is alerted. */
  listAlerts: { input: Record<never, never>; output: ListAlertsOutput };
  /** List cases from all accounts. Most recently changed first. */
  listAllCases: { input: ListAllCasesInput; output: ListAllCasesOutput };
  /** List retailers in both modes. Includes their connector, whether they are enabled, and orders from the last 24 hours. */
  listAllRetailers: { input: Record<never, never>; output: ListAllRetailersOutput };
  /** List returns from all accounts. Newest first. */
  listAllReturns: { input: ListAllReturnsInput; output: ListAllReturnsOutput };
  /** List orders from all accounts. Newest first, one mode at a time. */
  listAnyOrders: { input: ListAnyOrdersInput; output: ListAnyOrdersOutput };
  /** List backups. Scheduled backups and those that operators requested, with their test restores. */
  listBackups: { input: Record<never, never>; output: ListBackupsOutput };
  /** List claimed objects. Objects of one kind that operators have claimed. */
  listClaims: { input: ListClaimsInput; output: ListClaimsOutput };
  /** List customers. Sorted by email address, with the wallet for one mode. Unclaimed sandboxes are left out. */
  listCustomers: { input: ListCustomersInput; output: ListCustomersOutput };
  /** List manually placed orders. Orders that have not arrived yet, newest first. */
  listDeskPurchases: { input: ListDeskPurchasesInput; output: ListDeskPurchasesOutput };
  /** List orders to place manually. Waiting and claimed orders, longest waiting first. */
  listDeskTasks: { input: ListDeskTasksInput; output: ListDeskTasksOutput };
  /** List orders that need review. Orders with an unknown outcome after submit, with the evidence, longest waiting first. */
  listDoubts: { input: ListDoubtsInput; output: ListDoubtsOutput };
  /** List failing webhook endpoints. Worst first. Includes endpoints whose deliveries failed permanently in the last 24 hours, with no success since. */
  listFailingWebhookReceivers: { input: ListFailingWebhookReceiversInput; output: ListFailingWebhookReceiversOutput };
  /** List recordings. Browser purchases at stores without an API, newest first, with steps, timestamps and screenshots. Secrets are hidden. */
  listFilms: { input: ListFilmsInput; output: ListFilmsOutput };
  /** List incidents. Newest first, with their updates. */
  listIncidents: { input: Record<never, never>; output: ListIncidentsOutput };
  /** List money movements from all accounts. Ledger entries in one mode and currency, newest first. */
  listMoney: { input: ListMoneyInput; output: ListMoneyOutput };
  /** List open charges. Charges and refunds that have not settled with the payment provider, longest waiting first. Errand checks with the provider at least once an hour. Unused charges are refunded automatically. */
  listOpenCharges: { input: ListOpenChargesInput; output: ListOpenChargesOutput };
  /** List the audit log. Everything that operators changed, newest first. */
  listOperatorActions: { input: ListOperatorActionsInput; output: ListOperatorActionsOutput };
  /** List actions for operators. Orders that need an operator for something other than buying. Complete an action with POST /orders/{order_id}/actions/{action_id}. */
  listOperatorQuestions: { input: Record<never, never>; output: ListOperatorQuestionsOutput };
  /** List a store's nightly checks. Errand checks every browser store each night, up to the last page before the buy button. Shows which locators of the recipe no longer match. */
  listStoreWalks: { input: ListStoreWalksInput; output: ListStoreWalksOutput };
  /** List stores. Every configured store with its health. */
  listStores: { input: Record<never, never>; output: ListStoresOutput };
  /** List open browsers. What browsers are doing on stores' sites now. */
  listVisits: { input: Record<never, never>; output: ListVisitsOutput };
  /** Message the customer about an order. Adds a message to the order's case and emails it. Opens the case if there is none, and reopens a closed one. */
  messageCustomer: { input: MessageCustomerInput; output: MessageCustomerOutput };
  /** Report your presence. Shows other operators that you are viewing or working on something, and returns who else is. Send it every 10 seconds; it expires after 30. A claim expires 15 minutes after its page was last open. It doesn't lock anything. */
  notePresence: { input: NotePresenceInput; output: NotePresenceOutput };
  /** Open an incident. Appears on the public status page until it is resolved. */
  openIncident: { input: OpenIncidentInput; output: OpenIncidentOutput };
  /** Probe a store. Detects the kind of store at a URL and what you still have to provide. Changes nothing. `kind` is null if the URL did not respond (`reachable: false`) or has no API that Errand supports; `missing` says what to do. */
  probeStore: { input: ProbeStoreInput; output: ProbeStoreOutput };
  /** Record a purchase. Places the order and captures the money, once. Lines, shipping, tax, fees and discount must add up to the total, and the total can't exceed `max_price`. If another operator took over the order, the response is `lease_lost`, and what you sent is kept in the audit log. */
  recordDeskPurchase: { input: RecordDeskPurchaseInput; output: RecordDeskPurchaseOutput };
  /** Refund an order from its case. Refunds an order that has a case, and adds a message to the case. Otherwise the same as `refundOrder`. */
  refundFromCase: { input: RefundFromCaseInput; output: RefundFromCaseOutput };
  /** Refund an order. Refunds the amount to the customer's wallet or card, up to what was captured and has not been refunded yet. The customer gets an email and the `order.refunded` event. A later return or cancellation doesn't refund the same money again. Repeating the request with the same ID returns 200 and changes nothing. */
  refundOrder: { input: RefundOrderInput; output: RefundOrderOutput };
  /** Remove an alert channel. Alerts are no longer sent to it. */
  removeAlertChannel: { input: RemoveAlertChannelInput; output: RemoveAlertChannelOutput };
  /** Remove an alert rule. If the rule has an active alert, disable it first. */
  removeAlertRule: { input: RemoveAlertRuleInput; output: RemoveAlertRuleOutput };
  /** Remove a store. Deletes its secrets too. While it has orders in progress, you can only disable it. Placed orders are no longer tracked. */
  removeStore: { input: RemoveStoreInput; output: RemoveStoreOutput };
  /** Reply to a case. Can close the case too. Only the customer can reopen a closed case: a reply to one returns `bad_request`. Send an Idempotency-Key header so that a retry posts only once. */
  replyToCase: { input: ReplyToCaseInput; output: ReplyToCaseOutput };
  /** Resolve a return. Decides an open return in place of the retailer. `approved` creates labels if the store provides them; otherwise, `message` says so. `credited` adds `worth_cents` to the wallet. */
  resolveReturn: { input: ResolveReturnInput; output: ResolveReturnOutput };
  /** Retry any order now. Starts a pending order's next attempt now. Retry a failed job with `decideJob`. */
  retryAnyOrder: { input: RetryAnyOrderInput; output: RetryAnyOrderOutput };
  /** Search everything. Finds orders, packages, customers, keys and emails by ID, number, name or address. */
  searchAsOperator: { input: SearchAsOperatorInput; output: SearchAsOperatorOutput };
  /** Sign a customer out. Ends all of the account's sessions. Keys keep working. */
  signCustomerOut: { input: SignCustomerOutInput; output: SignCustomerOutOutput };
  /** Set up your second factor. The secret is shown in this response only. It becomes active once you verify a code. */
  startSecondFactor: { input: Record<never, never>; output: StartSecondFactorOutput };
  /** Enable or disable a retailer. A disabled retailer is not searched, new orders are rejected with `unsupported_retailer`, and accepted orders stay queued. Placed orders are still tracked, canceled and returned. Takes effect within a second. */
  switchRetailer: { input: SwitchRetailerInput; output: SwitchRetailerOutput };
  /** Claim an order. Claims an order to place it, or extends your claim. While your claim lasts, nobody else can claim it and the customer can't cancel. To take over an expired claim, ask the operator who had it, then send `take_over`. */
  takeDeskTask: { input: TakeDeskTaskInput; output: TakeDeskTaskOutput };
  /** Take over a browser. For a captcha or 3-D Secure. One operator controls the page at a time, until 2 minutes after their last input. Only they can use the token. Recorded in the audit log. */
  takeOverVisit: { input: TakeOverVisitInput; output: TakeOverVisitOutput };
  /** Update an incident. Posts an update to the public status page. The state `resolved` closes the incident. */
  updateIncident: { input: UpdateIncidentInput; output: UpdateIncidentOutput };
  /** Watch a browser. Returns a screenshot with secrets hidden. There is a new one about once per second, or several times per second while someone has taken over. Returns 404 before the first one and after the browser closes. */
  watchVisit: { input: WatchVisitInput; output: WatchVisitOutput };
}

/** How each operation is called. */
export const operatorOperations = {
  actInVisit: { name: 'visits.act', method: 'POST', path: '/operator/visits/{visit_id}/input', query: [], isRepeatable: true, takesKey: true, takesBody: true },
  addAlertChannel: { name: 'alerts.addChannel', method: 'POST', path: '/operator/alerts/channels', query: [], isRepeatable: true, takesKey: true, takesBody: true },
  addAlertRule: { name: 'alerts.addRule', method: 'POST', path: '/operator/alerts/rules', query: [], isRepeatable: true, takesKey: true, takesBody: true },
  addAnyCaseAttachment: { name: 'cases.addAttachment', method: 'POST', path: '/operator/cases/{order_id}/attachments', query: [], isRepeatable: true, takesKey: true, takesBody: true },
  addDeskParcel: { name: 'desk.addParcel', method: 'POST', path: '/operator/desk/{order_id}/parcels', query: [], isRepeatable: true, takesKey: true, takesBody: true },
  addDeskReceipt: { name: 'desk.addReceipt', method: 'POST', path: '/operator/desk/{order_id}/receipts', query: [], isRepeatable: true, takesKey: true, takesBody: true },
  addStore: { name: 'stores.add', method: 'POST', path: '/operator/stores', query: [], isRepeatable: true, takesKey: true, takesBody: true },
  callOffDeskPurchase: { name: 'desk.callOffPurchase', method: 'POST', path: '/operator/desk/{order_id}/call-off', query: [], isRepeatable: true, takesKey: true, takesBody: true },
  cancelAnyOrder: { name: 'orders.cancel', method: 'POST', path: '/operator/orders/{order_id}/cancel', query: [], isRepeatable: true, takesKey: true, takesBody: true },
  changeAlertRule: { name: 'alerts.changeRule', method: 'PATCH', path: '/operator/alerts/rules/{rule}', query: [], isRepeatable: true, takesKey: false, takesBody: true },
  changeStore: { name: 'stores.change', method: 'PATCH', path: '/operator/stores/{name}', query: [], isRepeatable: true, takesKey: false, takesBody: true },
  checkSettings: { name: 'settingsCheck.get', method: 'GET', path: '/operator/settings-check', query: [], isRepeatable: true, takesKey: false },
  checkStore: { name: 'stores.check', method: 'POST', path: '/operator/stores/{name}/check', query: [], isRepeatable: true, takesKey: true, takesBody: true },
  compareRetailers: { name: 'monitoring.compareRetailers', method: 'GET', path: '/operator/monitoring/retailers', query: ['world'], isRepeatable: true, takesKey: false },
  createBackup: { name: 'backups.create', method: 'POST', path: '/operator/backups', query: [], isRepeatable: true, takesKey: true },
  creditWallet: { name: 'walletCredits.create', method: 'POST', path: '/operator/wallet-credits', query: [], isRepeatable: true, takesKey: true, takesBody: true },
  debitWallet: { name: 'walletDebits.create', method: 'POST', path: '/operator/wallet-debits', query: [], isRepeatable: true, takesKey: true, takesBody: true },
  decideDoubt: { name: 'doubts.decide', method: 'POST', path: '/operator/doubts/{order_id}/decide', query: [], isRepeatable: true, takesKey: true, takesBody: true },
  decideJob: { name: 'jobs.decide', method: 'POST', path: '/operator/jobs/{job_id}', query: [], isRepeatable: true, takesKey: true, takesBody: true },
  endAnySession: { name: 'sessions.end', method: 'POST', path: '/operator/sessions/{session_id}/end', query: [], isRepeatable: true, takesKey: true, takesBody: true },
  exportAllReturns: { name: 'returns.export', method: 'GET', path: '/operator/returns/export', query: ['status'], isRepeatable: true, takesKey: false, isFile: true },
  exportAnyOrders: { name: 'orders.export', method: 'GET', path: '/operator/orders/export', query: ['world', 'account_id', 'status', 'late', 'retailer', 'search', 'from', 'before'], isRepeatable: true, takesKey: false, isFile: true },
  exportCustomers: { name: 'customers.export', method: 'GET', path: '/operator/customers/export', query: ['world', 'search'], isRepeatable: true, takesKey: false, isFile: true },
  exportMoney: { name: 'money.export', method: 'GET', path: '/operator/money/export', query: ['world', 'account_id', 'currency', 'type'], isRepeatable: true, takesKey: false, isFile: true },
  exportOperatorActions: { name: 'audit.exportActions', method: 'GET', path: '/operator/audit/export', query: ['operator', 'action', 'subject_type', 'subject_id', 'from', 'before'], isRepeatable: true, takesKey: false, isFile: true },
  failDeskTask: { name: 'desk.failTask', method: 'POST', path: '/operator/desk/{order_id}/fail', query: [], isRepeatable: true, takesKey: true, takesBody: true },
  fileOrderDocument: { name: 'orders.fileDocument', method: 'POST', path: '/operator/orders/{order_id}/documents', query: [], isRepeatable: true, takesKey: true, takesBody: true },
  freezeKey: { name: 'keys.freeze', method: 'PUT', path: '/operator/keys/{key_id}/frozen', query: [], isRepeatable: true, takesKey: false, takesBody: true },
  getAnyCase: { name: 'cases.get', method: 'GET', path: '/operator/cases/{order_id}', query: [], isRepeatable: true, takesKey: false },
  getAnyCaseAttachment: { name: 'cases.getAttachment', method: 'GET', path: '/operator/cases/{order_id}/attachments/{attachment_id}', query: [], isRepeatable: true, takesKey: false, isFile: true },
  getAnyKey: { name: 'keys.get', method: 'GET', path: '/operator/keys/{key_id}', query: [], isRepeatable: true, takesKey: false },
  getAnyMails: { name: 'mails.get', method: 'GET', path: '/operator/mails/{order_id}', query: [], isRepeatable: true, takesKey: false },
  getAnyOrder: { name: 'orders.get', method: 'GET', path: '/operator/orders/{order_id}', query: [], isRepeatable: true, takesKey: false },
  getAnyParcel: { name: 'parcels.get', method: 'GET', path: '/operator/parcels/{parcel_id}', query: [], isRepeatable: true, takesKey: false },
  getAnyReturn: { name: 'returns.get', method: 'GET', path: '/operator/returns/{return_request_id}', query: [], isRepeatable: true, takesKey: false },
  getCustomer: { name: 'customers.get', method: 'GET', path: '/operator/customers/{account_id}', query: [], isRepeatable: true, takesKey: false },
  getDeskReceipt: { name: 'desk.getReceipt', method: 'GET', path: '/operator/desk/{order_id}/receipts/{receipt_id}', query: [], isRepeatable: true, takesKey: false, isFile: true },
  getDeskTask: { name: 'desk.getTask', method: 'GET', path: '/operator/desk/{order_id}', query: [], isRepeatable: true, takesKey: false },
  getFilmPicture: { name: 'films.getPicture', method: 'GET', path: '/operator/films/{film_id}/pictures/{number}', query: [], isRepeatable: true, takesKey: false, isFile: true },
  getMonitoring: { name: 'monitoring.get', method: 'GET', path: '/operator/monitoring', query: ['span'], isRepeatable: true, takesKey: false },
  getOperatorOverview: { name: 'overview.get', method: 'GET', path: '/operator/overview', query: [], isRepeatable: true, takesKey: false },
  getRetailerStatistics: { name: 'retailers.getStatistics', method: 'GET', path: '/operator/retailers/{retailer}/statistics', query: ['world'], isRepeatable: true, takesKey: false },
  getSecondFactor: { name: 'secondFactor.get', method: 'GET', path: '/operator/second-factor', query: [], isRepeatable: true, takesKey: false },
  getStore: { name: 'stores.get', method: 'GET', path: '/operator/stores/{name}', query: [], isRepeatable: true, takesKey: false },
  getToday: { name: 'today.get', method: 'GET', path: '/operator/today', query: [], isRepeatable: true, takesKey: false },
  giveSecondFactor: { name: 'secondFactor.give', method: 'POST', path: '/operator/second-factor/verify', query: [], isRepeatable: false, takesKey: false, takesBody: true },
  handBackDeskTask: { name: 'desk.handBackTask', method: 'POST', path: '/operator/desk/{order_id}/hand-back', query: [], isRepeatable: true, takesKey: true, takesBody: true },
  limitKey: { name: 'keys.limit', method: 'PUT', path: '/operator/keys/{key_id}/limits', query: [], isRepeatable: true, takesKey: false, takesBody: true },
  listAlerts: { name: 'alerts.list', method: 'GET', path: '/operator/alerts', query: [], isRepeatable: true, takesKey: false },
  listAllCases: { name: 'cases.list', method: 'GET', path: '/operator/cases', query: ['limit', 'offset', 'after', 'state'], isRepeatable: true, takesKey: false, list: 'cases', cursor: 'order_id' },
  listAllRetailers: { name: 'retailers.list', method: 'GET', path: '/operator/retailers', query: [], isRepeatable: true, takesKey: false },
  listAllReturns: { name: 'returns.list', method: 'GET', path: '/operator/returns', query: ['limit', 'offset', 'status', 'refund'], isRepeatable: true, takesKey: false, list: 'returns' },
  listAnyOrders: { name: 'orders.list', method: 'GET', path: '/operator/orders', query: ['world', 'account_id', 'status', 'late', 'retailer', 'search', 'from', 'before', 'limit', 'after'], isRepeatable: true, takesKey: false },
  listBackups: { name: 'backups.list', method: 'GET', path: '/operator/backups', query: [], isRepeatable: true, takesKey: false },
  listClaims: { name: 'presence.listClaims', method: 'GET', path: '/operator/presence/{kind}', query: [], isRepeatable: true, takesKey: false },
  listCustomers: { name: 'customers.list', method: 'GET', path: '/operator/customers', query: ['world', 'search', 'limit', 'after'], isRepeatable: true, takesKey: false },
  listDeskPurchases: { name: 'desk.listPurchases', method: 'GET', path: '/operator/desk/bought', query: ['limit', 'offset'], isRepeatable: true, takesKey: false, list: 'orders' },
  listDeskTasks: { name: 'desk.listTasks', method: 'GET', path: '/operator/desk', query: ['limit', 'offset'], isRepeatable: true, takesKey: false, list: 'tasks' },
  listDoubts: { name: 'doubts.list', method: 'GET', path: '/operator/doubts', query: ['limit', 'offset'], isRepeatable: true, takesKey: false, list: 'doubts' },
  listFailingWebhookReceivers: { name: 'webhooks.listFailingReceivers', method: 'GET', path: '/operator/webhooks/failing', query: ['limit', 'offset'], isRepeatable: true, takesKey: false, list: 'receivers' },
  listFilms: { name: 'films.list', method: 'GET', path: '/operator/films', query: ['order_id', 'store', 'limit', 'offset'], isRepeatable: true, takesKey: false, list: 'films' },
  listIncidents: { name: 'incidents.list', method: 'GET', path: '/operator/incidents', query: [], isRepeatable: true, takesKey: false },
  listMoney: { name: 'money.list', method: 'GET', path: '/operator/money', query: ['world', 'account_id', 'currency', 'type', 'limit', 'after'], isRepeatable: true, takesKey: false },
  listOpenCharges: { name: 'charges.listOpen', method: 'GET', path: '/operator/charges', query: ['limit', 'offset'], isRepeatable: true, takesKey: false, list: 'charges' },
  listOperatorActions: { name: 'audit.listActions', method: 'GET', path: '/operator/audit', query: ['limit', 'offset', 'operator', 'action', 'subject_type', 'subject_id', 'from', 'before'], isRepeatable: true, takesKey: false, list: 'entries' },
  listOperatorQuestions: { name: 'actions.listQuestions', method: 'GET', path: '/operator/actions', query: [], isRepeatable: true, takesKey: false },
  listStoreWalks: { name: 'stores.listWalks', method: 'GET', path: '/operator/stores/{name}/walks', query: [], isRepeatable: true, takesKey: false },
  listStores: { name: 'stores.list', method: 'GET', path: '/operator/stores', query: [], isRepeatable: true, takesKey: false },
  listVisits: { name: 'visits.list', method: 'GET', path: '/operator/visits', query: [], isRepeatable: true, takesKey: false },
  messageCustomer: { name: 'orders.messageCustomer', method: 'POST', path: '/operator/orders/{order_id}/message', query: [], isRepeatable: true, takesKey: true, takesBody: true },
  notePresence: { name: 'presence.note', method: 'PUT', path: '/operator/presence/{kind}/{subject}', query: [], isRepeatable: true, takesKey: false, takesBody: true },
  openIncident: { name: 'incidents.open', method: 'POST', path: '/operator/incidents', query: [], isRepeatable: true, takesKey: true, takesBody: true },
  probeStore: { name: 'stores.probe', method: 'POST', path: '/operator/stores/probe', query: [], isRepeatable: true, takesKey: true, takesBody: true },
  recordDeskPurchase: { name: 'desk.recordPurchase', method: 'POST', path: '/operator/desk/{order_id}/purchase', query: [], isRepeatable: true, takesKey: true, takesBody: true },
  refundFromCase: { name: 'cases.refund', method: 'POST', path: '/operator/cases/{order_id}/refund', query: [], isRepeatable: true, takesKey: true, takesBody: true },
  refundOrder: { name: 'orders.refund', method: 'POST', path: '/operator/orders/{order_id}/refund', query: [], isRepeatable: true, takesKey: true, takesBody: true },
  removeAlertChannel: { name: 'alerts.removeChannel', method: 'DELETE', path: '/operator/alerts/channels/{channel_id}', query: [], isRepeatable: true, takesKey: false },
  removeAlertRule: { name: 'alerts.removeRule', method: 'DELETE', path: '/operator/alerts/rules/{rule}', query: [], isRepeatable: true, takesKey: false },
  removeStore: { name: 'stores.remove', method: 'DELETE', path: '/operator/stores/{name}', query: [], isRepeatable: true, takesKey: false },
  replyToCase: { name: 'cases.reply', method: 'POST', path: '/operator/cases/{order_id}/reply', query: [], isRepeatable: true, takesKey: true, takesBody: true },
  resolveReturn: { name: 'returns.resolve', method: 'POST', path: '/operator/returns/{return_request_id}/resolve', query: [], isRepeatable: true, takesKey: true, takesBody: true },
  retryAnyOrder: { name: 'orders.retry', method: 'POST', path: '/operator/orders/{order_id}/retry', query: [], isRepeatable: true, takesKey: true, takesBody: true },
  searchAsOperator: { name: 'search.query', method: 'GET', path: '/operator/search', query: ['q'], isRepeatable: true, takesKey: false },
  signCustomerOut: { name: 'customers.signOut', method: 'POST', path: '/operator/customers/{account_id}/sign-out', query: [], isRepeatable: true, takesKey: true, takesBody: true },
  startSecondFactor: { name: 'secondFactor.start', method: 'POST', path: '/operator/second-factor', query: [], isRepeatable: false, takesKey: false },
  switchRetailer: { name: 'retailers.switch', method: 'PUT', path: '/operator/retailers/{retailer}', query: [], isRepeatable: true, takesKey: false, takesBody: true },
  takeDeskTask: { name: 'desk.takeTask', method: 'POST', path: '/operator/desk/{order_id}/take', query: [], isRepeatable: true, takesKey: true, takesBody: true },
  takeOverVisit: { name: 'visits.takeOver', method: 'POST', path: '/operator/visits/{visit_id}/take-over', query: [], isRepeatable: true, takesKey: true },
  updateIncident: { name: 'incidents.update', method: 'POST', path: '/operator/incidents/{incident_id}/updates', query: [], isRepeatable: true, takesKey: true, takesBody: true },
  watchVisit: { name: 'visits.watch', method: 'GET', path: '/operator/visits/{visit_id}/picture', query: [], isRepeatable: true, takesKey: false, isFile: true },
} as const;

