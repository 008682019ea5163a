import { describe, expect, it } from 'vitest';
import { errorCatalog } from '../../src/wire/error-catalog.ts';
import { failureReasons } from '../../src/wire/failure-reasons.ts';
import { legacyStateCodes } from '../../src/wire/legacy-codes.ts';
import { bodyOf, checkFields, enter, inputOf, operationOf, valuesAt } from '../harness/api-shapes.ts';

// Names, values, limits and codes of the contract, compared with the API documents and the error catalogs.

const words = (text: string): string[] => text.split(/[\s,]+/).filter((word) => word !== '');

const product = 'url:string! quantity:integer variant:array? condition_in:string[] condition_not_in:string[]';
const prices = 'subtotal:integer shipping:integer tax:integer fees:integer total:integer';
const topUp =
  'id:uuid status:string amount_cents:integer pay_url:string expires_at:date-time receipt_url:string currency:string';

const shapes: [statement: string, body: string, into: string, fields: string][] = [
  ['A product of an order', 'POST /orders body', 'products', product],
  [
    'The shipping_address of an order',
    'POST /orders body',
    'shipping_address',
    'first_name:string! last_name:string! address_line1:string! address_line2:string? city:string! state:string postal_code:string! phone_number:string! country:string',
  ],
  [
    'The body of POST /orders',
    'POST /orders body',
    '',
    'products:object[]! shipping_address:object! max_price:integer! retailer_credentials_id:string idempotency_key:string metadata:object po_number:string handling_days_max:integer is_gift:boolean gift_message:string customer_notifications:object quote_id:uuid max_drift_cents:integer fulfillment:object payment:object test_clock:uuid max_price_currency:string',
  ],
  [
    'The order object',
    'POST /orders 201',
    '',
    'id:uuid! status:string! max_price:integer! currency:string! attempts:integer! items:array! shipping_address:object! metadata:object! po_number:string? handling_days_max:integer? is_gift:boolean! gift_message:string? retailer:string! retailer_credentials_id:string? job_result:object? merchant_order_ids:string[]! tracking_numbers:array! returns:array! created_at:date-time! updated_at:date-time!',
  ],
  [
    'An item of an order',
    'GET /orders/{order_id} 200',
    'items',
    'id:uuid url:string quantity:integer variant:array? condition_in:string[] condition_not_in:string[] status:string unit_price_cents:integer? error_type:string? cancellation_reason:string? created_at:date-time updated_at:date-time',
  ],
  [
    'job_result',
    'GET /orders/{order_id} 200',
    'job_result',
    'success:boolean error:string? error_type:string? error_details:object? price_components:object? estimated_delivery:date? merchant_order_ids:object[]',
  ],
  [
    'The price components of an order',
    'GET /orders/{order_id} 200',
    'job_result.price_components',
    `${prices} currency:string`,
  ],
  [
    'The merchant orders of job_result',
    'GET /orders/{order_id} 200',
    'job_result.merchant_order_ids',
    'merchant_order_id:string merchant:string account:string placed_at:date-time',
  ],
  [
    'tracking_numbers',
    'GET /orders/{order_id} 200',
    'tracking_numbers',
    'id:uuid carrier:string tracking_number:string status:string estimated_delivery_date:date? checkpoints:array created_at:date-time',
  ],
  ['The list of orders', 'GET /orders 200', '', 'orders:array! total:integer! limit:integer! offset:integer!'],
  [
    'The wallet',
    'GET /wallet 200',
    '',
    'balance_cents:integer! held_cents:integer! available_cents:integer! currency:string!',
  ],
  ['Wallet transactions', 'GET /wallet/transactions 200', '', 'transactions:array! total:integer!'],
  [
    'The claim of a sandbox',
    'POST /sandbox/claim 200',
    '',
    'claimed:boolean orders_moved:integer keys_moved:integer message:string',
  ],
  [
    'A test product',
    'GET /orders/test-products 200',
    'products',
    'url:string scenario:string name:string is_synchronous_error:boolean',
  ],
  ['The list of managed accounts', 'GET /managed-accounts 200', '', 'credentials:array! total:integer!'],
  [
    'A legacy return response',
    'GET /v1/returns/{request_id} 200',
    '',
    '_type:string merchant_return_id:string return_by:string label_urls:string[] request:object request_id:string client_notes:object occurred_at:date-time',
  ],
  [
    'A legacy cancellation',
    'GET /v1/cancellations/{request_id} 200',
    '',
    '_type:string merchant_order_id:string request:object request_id:string client_notes:object occurred_at:date-time',
  ],
  ['A legacy delivery date', 'GET /v1/orders/{request_id} 200', 'delivery_dates', 'delivery_date:date products:array'],
  [
    'The names in a legacy retrieve call',
    'GET /v1/orders/{request_id} 200',
    '',
    'request_id:string client_notes:object occurred_at:date-time',
  ],
  [
    'The legacy cancel body',
    'POST /v1/orders/{request_id}/cancel body',
    '',
    'merchant_order_id:string webhooks:object',
  ],
  [
    'The payment of an agent order',
    'GET /orders/{order_id} 200',
    'payment',
    'method:string amount_cents:integer refunded_cents:integer receipt:string refunds:array state:string authorized_cents:integer captured_cents:integer fee_cents:integer simulated:boolean mode:string stripe_fee_cents:integer payment_method:string',
  ],
  [
    'next_action',
    'GET /orders/{order_id} 200',
    'next_action',
    'id:uuid kind:string asked_of:string message:string details:object answer_schema:object url:string? expires_at:date-time',
  ],
  [
    'next_step and poll_after_ms',
    'GET /orders/{order_id} 200',
    '',
    'next_step:string! poll_after_ms:integer? waiting_for:string? last_attempt:object?',
  ],
  ['last_attempt', 'GET /orders/{order_id} 200', 'last_attempt', 'at:date-time reason:string message:string'],
  [
    'A quote',
    'POST /orders/quote 200',
    '',
    'quote_id:uuid retailer:string currency:string expires_at:date-time items:array price_components:object service_fee_cents:integer would_hold_cents:integer estimated_delivery:string suggested_max_price:integer policy:object warnings:string[]',
  ],
  [
    'An item of a quote',
    'POST /orders/quote 200',
    'items',
    'url:string quantity:integer variant:array unit_price_cents:integer available:boolean',
  ],
  ['The price of a quote', 'POST /orders/quote 200', 'price_components', prices],
  ['A rule of POST /policy/simulate', 'POST /policy/simulate 200', 'rules', 'rule:string used:integer left:integer'],
  [
    'A policy',
    'PUT /account/policy body',
    '',
    'default:string max_order_cents:integer windows:object[] max_open_cents:integer retailers:object countries:object addresses:object deny_words:string[] max_quantity:integer approve:object approvers:string[] approve_within_minutes:integer not_before:date-time not_after:date-time require_reason:boolean frozen:boolean',
  ],
  [
    'A window of a policy',
    'PUT /account/policy body',
    'windows',
    'per:string! amount_cents:integer count:integer timezone:string',
  ],
  [
    'approve of a policy',
    'PUT /account/policy body',
    'approve',
    'above_cents:integer new_retailer:boolean new_address:boolean first_order:boolean',
  ],
  ['The webhook endpoint', 'PUT /webhooks/endpoint 200', '', 'webhook_url:string webhook_secret:string'],
  [
    'fulfillment of an order',
    'GET /orders/{order_id} 200',
    'fulfillment.concessions',
    'concern:string code:string message:string item_id:uuid url:string requested_quantity:integer fulfilled_quantity:integer',
  ],
  ['A top-up', 'POST /wallet/top-ups 201', '', topUp],
  ['A test clock', 'POST /sandbox/clocks 201', '', 'id:uuid name:string now:date-time status:string'],
];

/** Values of an enum. "…" says that there may be more. */
const values: [statement: string, body: string, path: string, values: string][] = [
  [
    'OrderStatus',
    'GET /track/{order_id} 200',
    'current_status',
    'pending in_progress order_placed order_failed cancelled cancelled_by_retailer',
  ],
  ['TrackingStatus', 'GET /track/{order_id} 200', 'shipments.status', 'pending in_transit delivered undeliverable'],
  [
    'OrderItemStatus',
    'GET /track/{order_id} 200',
    'items.status',
    'pending processing ordered shipped delivered cancelled failed',
  ],
  ['The status of a return', 'GET /returns 200', 'return_requests.status', 'open approved denied credited'],
  [
    'The reason of a return',
    'POST /returns body',
    'reason',
    'damaged not_delivered empty_box wrong_item defective not_as_described wrong_size no_longer_needed forced_cancellation other',
  ],
  ['The status of a batch', 'GET /orders/bulk 200', 'batches.status', 'pending processing completed failed'],
  ['The status of a row', 'GET /orders/bulk 200', 'batches.rows.status', 'pending placed failed cancelled'],
  [
    'The types of milestones',
    'GET /orders/{order_id}/timeline 200',
    'milestones.type',
    'order_created placement_started order_placed order_failed tracking_acquired shipped out_for_delivery delivered undeliverable cancelled cancelled_by_retailer return_requested return_resolved action_required action_answered',
  ],
  ['The sources of milestones', 'GET /orders/{order_id}/timeline 200', 'milestones.source', 'service retailer carrier'],
  ['The status of product details', 'GET /products/{product_id} 200', 'status', 'completed processing failed'],
  [
    'Conditions',
    'POST /orders body',
    'products.condition_in',
    'New Refurbished UsedLikeNew UsedVeryGood UsedGood UsedAcceptable',
  ],
  [
    'The refund status of a return',
    'GET /returns/{return_request_id} 200',
    'refund.status',
    'waiting credited paid_by_retailer',
  ],
  [
    'advance',
    'POST /sandbox/orders/{order_id}/advance body',
    'to',
    'in_transit delivered undeliverable cancelled_by_retailer …',
  ],
  ['resolve', 'POST /sandbox/returns/{return_request_id}/resolve body', 'status', 'approved denied credited'],
  [
    'Kinds of actions',
    'GET /orders/{order_id} 200',
    'next_action.kind',
    'approve review choose_variant enter_code open_url buy',
  ],
  ['Who an action asks', 'GET /orders/{order_id} 200', 'next_action.asked_of', 'customer operator'],
  ['The decision of a policy', 'POST /policy/simulate 200', 'decision', 'allow approve deny'],
  ['The default of a policy', 'PUT /account/policy body', 'default', 'allow approve deny'],
  ['The period of a window', 'PUT /account/policy body', 'windows.per', 'hour day week month total'],
  [
    'Types of events',
    'GET /events 200',
    'events.type',
    'order.created order.placed order.failed order.cancelled order.cancelled_by_retailer order.action_required tracking.obtained tracking.updated return.updated case.updated bulk.completed policy.alert managed_account.paused …',
  ],
  ['The mode of a payment', 'POST /orders body', 'payment.mode', 'wallet card'],
  ['The state of a payment', 'GET /orders/{order_id} 200', 'payment.state', 'authorized captured released refunded'],
  ['The status of a top-up', 'POST /wallet/top-ups 201', 'status', 'requires_action succeeded failed expired refunded'],
  [
    'The status of a payment link',
    'GET /payments/{payment_id} 200',
    'status',
    'requires_action authorized placed expired failed',
  ],
  ['The status of a clock', 'POST /sandbox/clocks 201', 'status', 'ready advancing'],
  [
    'Offer conditions of /v1',
    'POST /v1/orders body',
    'products.seller_selection_criteria.condition_in',
    'New|Refurbished|Used - Like New|Used - Very Good|Used - Good|Used - Acceptable',
  ],
];

const limits: [operation: string, input: string, limit: Record<string, unknown>][] = [
  ['GET /orders/bulk', 'limit', { minimum: 1, maximum: 200, default: 50 }],
  ['GET /orders/bulk', 'offset', { minimum: 0, default: 0 }],
  ['GET /retailers', 'limit', { minimum: 1, maximum: 1000, default: 100 }],
  ['GET /retailers', 'offset', { minimum: 0 }],
  ['GET /usage', 'window_days', { minimum: 1, maximum: 90, default: 30 }],
  ['GET /usage', 'recent', { minimum: 0, maximum: 200, default: 50 }],
  ['GET /v1/orders', 'limit', { maximum: 1000, default: 10 }],
  ['GET /orders', 'limit', { minimum: 1, maximum: 200, default: 50 }],
  ['GET /managed-accounts', 'limit', { maximum: 500, default: 50 }],
  ['GET /products/search', 'query', { minLength: 1 }],
  ['GET /products/search', 'page', { default: 1 }],
  ['GET /products/search', 'free_shipping', { type: 'boolean', default: false }],
  ['GET /v1/products/{product_id}/offers', 'async', { type: 'boolean', default: false }],
  ['GET /orders/{order_id}', 'wait_seconds', { minimum: 0, maximum: 25 }],
  ['POST /sandbox/keys', 'email', { maxLength: 254 }],
  ['POST /sandbox/keys', 'name', { maxLength: 100 }],
  ['POST /orders/bulk/validate', 'notify_on_complete', { default: false }],
  ['POST /orders/bulk/validate', 'rows', { maxItems: 10_000 }],
  ['POST /orders', 'products', { minItems: 1, maxItems: 50 }],
  ['POST /orders', 'products.quantity', { minimum: 1, maximum: 100, default: 1 }],
  ['POST /orders', 'shipping_address.country', { default: 'US' }],
  ['POST /orders', 'max_price', { type: 'integer', minimum: 1 }],
  ['POST /orders', 'handling_days_max', { minimum: 1 }],
  ['POST /orders', 'gift_message', { maxLength: 240 }],
  ['POST /orders', 'max_drift_cents', { default: 0 }],
  ['POST /returns', 'items', { minItems: 1 }],
  ['POST /returns', 'notes', { maxLength: 2000 }],
  ['POST /managed-accounts', 'cooldown_minutes', { minimum: 0, maximum: 10_080 }],
  ['POST /v1/orders', 'mgd_discount', { minimum: -50, maximum: 0 }],
  ['POST /sandbox/clocks/{clock_id}/advance', 'by_seconds', { maximum: 400 * 86_400 }],
];

const security: [scheme: string, operations: string][] = [
  [
    '',
    'GET /track/{order_id}, POST /sandbox/keys, POST /device/code, POST /device/token, GET /payments/{payment_id}, GET /health',
  ],
  [
    'payment',
    'POST /agent/search, POST /agent/products/search, GET /agent/products/search, POST /agent/products/details, POST /agent/products/offers, POST /agent/orders',
  ],
  [
    'basic',
    'POST /v1/orders, GET /v1/orders, GET /v1/orders/{request_id}, POST /v1/orders/{request_id}/abort, POST /v1/orders/{request_id}/retry, POST /v1/orders/{request_id}/cancel, GET /v1/cancellations/{request_id}, POST /v1/orders/{request_id}/return, GET /v1/returns/{request_id}, GET /v1/orders/{request_id}/case, POST /v1/orders/{request_id}/case, GET /v1/search, GET /v1/products/{product_id}, GET /v1/products/{product_id}/offers',
  ],
  [
    'bearer',
    'GET /sandbox/status, POST /managed-accounts, GET /managed-accounts, GET /managed-accounts/{short_id}, PUT /managed-accounts/{short_id}, DELETE /managed-accounts/{short_id}, POST /orders, GET /orders, GET /orders/{order_id}, GET /orders/{order_id}/timeline, POST /orders/{order_id}/cancel, GET /orders/test-products, GET /orders/export, POST /orders/quote, POST /orders/bulk, POST /orders/bulk/validate, GET /orders/bulk, GET /orders/bulk/{batch_id}, GET /orders/bulk/{batch_id}/results.csv, GET /orders/bulk/template.csv, POST /returns, GET /returns, GET /returns/{return_request_id}, GET /returns/{return_request_id}/refund, GET /usage, GET /products/search, GET /products/{product_id}, GET /products/{product_id}/offers, GET /search, GET /wallet, GET /wallet/transactions, GET /wallet/me, GET /wallets, POST /wallets, POST /wallet/top-ups, GET /webhooks/deliveries, POST /webhooks/deliveries/{delivery_id}/replay, GET /events, POST /orders/{order_id}/actions/{action_id}, POST /policy/simulate, POST /sandbox/clocks, GET /sandbox/clocks, POST /sandbox/clocks/{clock_id}/advance, GET /webhooks/endpoint, PUT /webhooks/endpoint, DELETE /webhooks/endpoint, GET /webhooks/endpoints, POST /webhooks/endpoints, PATCH /webhooks/endpoints/{endpoint_id}, POST /webhooks/endpoints/{endpoint_id}/test, POST /webhooks/endpoints/{endpoint_id}/rotate',
  ],
  [
    'session',
    'POST /device/approve, POST /sandbox/claim, POST /wallet/top-ups/{top_up_id}/refund, GET /operator/stores, POST /operator/stores, GET /operator/stores/{name}, PATCH /operator/stores/{name}, DELETE /operator/stores/{name}, POST /operator/stores/probe, POST /operator/stores/{name}/check',
  ],
];

const codesByStatus: Record<number, string> = {
  400: 'bad_request unsupported_retailer unsupported_country mixed_retailers invalid_shipping_address url_unreachable authorization_pending slow_down access_denied expired_token',
  401: 'unauthorized',
  402: 'insufficient_funds payment_required payment_failed',
  403: 'forbidden spend_limit_exceeded policy_denied',
  404: 'not_found',
  405: 'method_not_allowed',
  409: 'already_exists idempotency_in_flight order_not_cancellable return_not_allowed account_in_use batch_not_placeable action_closed quote_refused top_up_unavailable',
  413: 'payload_too_large',
  415: 'unsupported_media_type',
  429: 'rate_limit_exceeded',
  500: 'internal_error',
  502: 'external_service_error',
  503: 'service_unavailable',
};

const legacyCodes = words(`account_locked account_locked_verification_required account_login_failed
  additional_information_required aborted_request attempting_to_cancel credit_card_declined duplicate_order
  expired_product_id insufficient_mgd_balance insufficient_variants internal_error invalid_address invalid_card_number
  invalid_client_token invalid_expiration_date invalid_gift_options invalid_json invalid_login_credentials
  invalid_payment_method invalid_promo_code invalid_quantity invalid_request invalid_request_id invalid_security_code
  invalid_shipping_method invalid_variant item_not_supported max_delivery_days_exceeded max_price_exceeded
  max_quantity_exceeded mgd_temporarily_overloaded mismatching_retailer no_free_shipping no_gift_shipping
  order_probably_placed payment_info_problem product_unavailable request_processing return_in_progress
  shipping_address_refused shipping_method_unavailable tax_charged unauthorized_access unknown_retailer
  unsupported_product_id`);

describe('the API documents', () => {
  it.each(shapes)('%s has every field of the contract', (statement, body, into, fields) => {
    checkFields(enter(bodyOf(body), into), fields, statement);
  });

  it.each(values)('%s has the values of the contract', (_statement, body, path, listed) => {
    const wanted = listed.includes('|') ? listed.split('|') : words(listed).filter((value) => value !== '…');
    const found = valuesAt(body, path).filter((value) => !listed.endsWith('…') || wanted.includes(String(value)));
    expect(found.toSorted()).toEqual(wanted.toSorted());
  });

  it.each(limits)('%s limits %s', (operation, input, limit) => {
    expect(inputOf(operation, input)).toMatchObject(limit);
  });

  it.each(security)('operations take the credential "%s"', (scheme, operations) => {
    for (const name of operations.split(', ')) {
      const schemes = (operationOf(name).security ?? []).map((each) => Object.keys(each).join());
      expect(schemes, name).toEqual(scheme === '' ? [] : expect.arrayContaining([scheme]));
    }
    expect(operationOf('GET /retailers').security).toContainEqual({});
  });

  it('say that POST /agent/search is in beta', () => {
    expect(operationOf('POST /agent/search').description).toMatch(/^Beta: the response shape may change/);
  });
});

describe('error codes', () => {
  it('have the status of the table', () => {
    for (const [status, codes] of Object.entries(codesByStatus)) {
      for (const code of words(codes)) {
        const [found] = Object.entries(errorCatalog).find(([name]) => name === code)?.[1] ?? [];
        expect(found, code).toBe(Number(status));
      }
    }
  });

  it('of /v1 are those of the contract', () => {
    const used = [
      ...legacyStateCodes,
      ...Object.values(errorCatalog).map(([, , code]) => code),
      ...Object.values(failureReasons).map(({ legacyCode }) => legacyCode),
    ];
    // The two that the contract has for both APIs.
    const shared = ['rate_limit_exceeded', 'idempotency_in_flight'];
    expect([...new Set(used)].filter((code) => !legacyCodes.includes(code) && !shared.includes(code))).toEqual([]);
  });
});
