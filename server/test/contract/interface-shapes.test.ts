import { describe, it } from 'vitest';
import { bodyOf, checkFields, enter } from '../harness/api-shapes.ts';

// Field names and types of the interface, compared with the API document. Tests of operations compare each response with that document.

const checkpoint =
  'checkpoint_time:date-time! status:string! message:string! city:string? state:string? country:string? zip:string? location:string?';
const price = 'converted_payment_total:number shipping:number subtotal:number tax:number total:number';
const batchRow =
  'index:integer status:string order_id:uuid order_status:string error:string recipient:string product_urls:string[] passthrough:object';

const shapes: [statement: string, body: string, into: string, fields: string][] = [
  [
    'The public tracking view',
    'GET /track/{order_id} 200',
    '',
    'order_id:uuid! current_status:string! estimated_delivery_date:date? destination:object! shipments:array! items:array!',
  ],
  [
    'PublicTrackingDestination',
    'GET /track/{order_id} 200',
    'destination',
    'address_line1:string? address_line2:string? city:string? state:string? postal_code:string? country:string?',
  ],
  [
    'PublicTrackingShipment',
    'GET /track/{order_id} 200',
    'shipments',
    'carrier:string! tracking_number:string! status:string? estimated_delivery_date:date? checkpoints:array',
  ],
  ['TrackingCheckpointResponse', 'GET /track/{order_id} 200', 'shipments.checkpoints', checkpoint],
  ['Checkpoints of an order', 'GET /orders/{order_id} 200', 'tracking_numbers.checkpoints', checkpoint],
  [
    'PublicTrackingItem',
    'GET /track/{order_id} 200',
    'items',
    'url:string! quantity:integer! variant:array? status:string!',
  ],
  [
    'A sandbox key',
    'POST /sandbox/keys 201',
    '',
    'api_key:string! expires_policy:string! quickstart_url:string! example_order:object! claim_url:string! next:string[]! key:string!',
  ],
  ['The sandbox status', 'GET /sandbox/status 200', '', 'claimed:boolean! hint:string! claimed_by_email:string'],
  [
    'A managed account',
    'POST /managed-accounts 201',
    '',
    'id:uuid short_id:string email:string retailer:string? forwarding_email:string created_at:date-time updated_at:date-time has_totp:boolean has_forwarding:boolean is_paused:boolean locked_by_job_id:uuid? cooldown_minutes:integer? last_used_at:date-time? retailer_config:object?',
  ],
  [
    'The body of POST /managed-accounts',
    'POST /managed-accounts body',
    '',
    'email:string! password:string retailer:string totp_secret:string retailer_config:object is_paused:boolean cooldown_minutes:integer?',
  ],
  [
    'The bulk validation result',
    'POST /orders/bulk/validate 200',
    '',
    'total_rows:integer valid_rows:integer invalid_rows:integer estimated_total_cents:integer wallet_balance_cents:integer sufficient_funds:boolean filename:string rows:array',
  ],
  [
    'A row of the validation result',
    'POST /orders/bulk/validate 200',
    'rows',
    'index:integer ok:boolean errors:string[] product_urls:string[] quantities:integer[] recipient:string destination:string max_price:integer retailer_credentials_id:string passthrough:object',
  ],
  [
    'The body of POST /orders/bulk/validate',
    'POST /orders/bulk/validate body',
    '',
    'filename:string rows:object[]! notify_on_complete:boolean',
  ],
  [
    'A bulk batch',
    'GET /orders/bulk 200',
    'batches',
    'id:uuid status:string row_count:integer placed_count:integer failed_count:integer created_at:date-time updated_at:date-time filename:string notify_on_complete:boolean notified_at:date-time rows:array',
  ],
  ['A row of a batch', 'GET /orders/bulk 200', 'batches.rows', batchRow],
  ['A row of one batch', 'GET /orders/bulk/{batch_id} 200', 'rows', batchRow],
  ['The list of batches', 'GET /orders/bulk 200', '', 'total:integer! batches:array!'],
  [
    'The order timeline',
    'GET /orders/{order_id}/timeline 200',
    '',
    'order_id:uuid current_status:string milestones:array',
  ],
  [
    'A milestone',
    'GET /orders/{order_id}/timeline 200',
    'milestones',
    'type:string label:string occurred_at:date-time source:string detail:object',
  ],
  ...['GET /returns/{return_request_id} 200', 'GET /returns 200'].map((operation): [string, string, string, string] => [
    `A return request of ${operation}`,
    operation,
    operation === 'GET /returns 200' ? 'return_requests' : '',
    'id:uuid order_id:uuid status:string reason:string notes:string created_at:date-time updated_at:date-time resolution_notes:string items:array label_urls:string[] merchant_return_id:string refund:object?',
  ]),
  [
    'The refund of a return',
    'GET /returns/{return_request_id} 200',
    'refund',
    'status:string expected_cents:integer? credited_cents:integer? credited_at:date-time?',
  ],
  ['The body of POST /returns', 'POST /returns body', '', 'order_id:uuid! items:object[]! reason:string! notes:string'],
  ['An item of a return', 'POST /returns body', 'items', 'order_item_id:uuid! quantity:integer!'],
  [
    'A retailer catalogue entry',
    'GET /retailers 200',
    'retailers',
    'retailer:string display_name:string supported:boolean base_url:string supported_countries:string[] free_shipping:boolean free_shipping_threshold_cents:integer?',
  ],
  ['The list of retailers', 'GET /retailers 200', '', 'retailers:array! total:integer!'],
  ['The usage report', 'GET /usage 200', '', 'window_days:integer since:date-time metrics:object recent:array'],
  [
    'A recent call of the usage report',
    'GET /usage 200',
    'recent',
    'endpoint:string at:date-time query:string retailer:string product_id:string result_count:integer',
  ],
  ['The search response', 'GET /products/search 200', '', 'status:string! results:array! next_page:integer?'],
  [
    'A search element',
    'GET /products/search 200',
    'results',
    'product_id:string title:string url:string retailer:string image:string? brand:string? price:integer stars:number? num_reviews:integer? available:boolean free_shipping:boolean',
  ],
  [
    'A cross-retailer element',
    'GET /search 200',
    'results',
    'product_id:string title:string url:string retailer:string image:string? brand:string? price:integer stars:number? num_reviews:integer? available:boolean free_shipping:boolean',
  ],
  ['The agent search response', 'POST /agent/search 200', '', 'status:string! query:string! results:array!'],
  [
    'The legacy order request',
    'POST /v1/orders body',
    '',
    'retailer:string! products:object[]! shipping_address:object! is_gift:boolean! shipping_method:string payment_method:object retailer_credentials:object addax:boolean gift_message:string require_gift:boolean use_gift_wrap:boolean webhooks:object client_notes:object promo_codes:object[] strict_expired_product_id:boolean po_number:number market_day:string fail_if_taxed:boolean max_delivery_days:number take_buybox_offers:boolean force_offers_postal_code:string mgd_discount:number addax_queue_timeout:number mgd_prime_optout:boolean mgd_priority_bid:number max_price:number customs_id_number:string tax_exemption_opt_out:boolean disable_weekend_shipping:boolean',
  ],
  ['The legacy product object', 'POST /v1/orders body', 'products', 'product_id:string! quantity:number!'],
  [
    'seller_selection_criteria',
    'POST /v1/orders body',
    'products.seller_selection_criteria',
    'addon:boolean buy_box:boolean first_party_seller:boolean international:boolean prime:boolean allow_oos:boolean condition_in:string[] condition_not_in:string[] merchant_id_in:string[] merchant_id_not_in:string[] handling_days_max:number max_item_price:number min_seller_num_ratings:number min_seller_percent_positive_feedback:number',
  ],
  [
    'The legacy shipping_address',
    'POST /v1/orders body',
    'shipping_address',
    'first_name:string last_name:string address_line1:string zip_code:string city:string state:string country:string phone_number:string address_line2:string instructions:string',
  ],
  [
    'The legacy payment_method',
    'POST /v1/orders body',
    'payment_method',
    'name_on_card:string number:string security_code:string expiration_month:number expiration_year:number use_gift:boolean',
  ],
  [
    'The legacy retailer_credentials',
    'POST /v1/orders body',
    'retailer_credentials',
    'email:string password:string totp_2fa_key:string',
  ],
  [
    'The legacy promo object',
    'POST /v1/orders body',
    'promo_codes',
    'code:string optional:boolean merchant_id:string discount_amount:number discount_percentage:number cost_override:number',
  ],
  [
    'The legacy webhooks of an order',
    'POST /v1/orders body',
    'webhooks',
    'request_succeeded:string request_failed:string tracking_obtained:string tracking_updated:string status_updated:string case_updated:string',
  ],
  ['The legacy request id', 'POST /v1/orders 200', '', 'request_id:string!'],
  [
    'The legacy order response',
    'GET /v1/orders/{request_id} 200',
    '',
    '_type:string price_components:object merchant_order_ids:array tracking:array request:object delivery_dates:array account_status:object',
  ],
  [
    'The legacy price_components',
    'GET /v1/orders/{request_id} 200',
    'price_components',
    `${price} currency:string payment_currency:string`,
  ],
  [
    'The legacy merchant_order_ids',
    'GET /v1/orders/{request_id} 200',
    'merchant_order_ids',
    'merchant_order_id:string merchant:string account:string placed_at:date-time',
  ],
  [
    'The legacy tracking',
    'GET /v1/orders/{request_id} 200',
    'tracking',
    'product_id:string merchant_order_id:string carrier:string tracking_number:string obtained_at:date-time delivery_status:string product_ids:string[]',
  ],
  [
    'The legacy delivery_dates',
    'GET /v1/orders/{request_id} 200',
    'delivery_dates.products',
    'product_id:string quantity:integer',
  ],
  [
    'The legacy account_status',
    'GET /v1/orders/{request_id} 200',
    'account_status',
    'prime:boolean fresh:boolean business:boolean charity:string',
  ],
  ['The legacy list of orders', 'GET /v1/orders 200', '', '_type:string request:object tracking:array'],
  [
    'The legacy product offers response',
    'GET /v1/products/{product_id}/offers 200',
    '',
    'status:string! retailer:string offers:array',
  ],
  [
    'A legacy offer',
    'GET /v1/products/{product_id}/offers 200',
    'offers',
    'addon:boolean international:boolean marketplace_fulfilled:boolean prime_only:boolean member_only:boolean available:boolean condition:string handling_days:object offer_id:string price:number seller:object shipping_options:array',
  ],
  [
    'The seller of a legacy offer',
    'GET /v1/products/{product_id}/offers 200',
    'offers.seller',
    'id:string name:string num_ratings:integer percent_positive:number first_party:boolean',
  ],
  [
    'The shipping options of a legacy offer',
    'GET /v1/products/{product_id}/offers 200',
    'offers.shipping_options',
    'price:number delivery_days:object name:string',
  ],
  [
    'The days of a legacy offer',
    'GET /v1/products/{product_id}/offers 200',
    'offers.handling_days',
    'min:integer max:integer',
  ],
  ['A legacy case', 'GET /v1/orders/{request_id}/case 200', '', 'state:string messages:array'],
  [
    'A message of a legacy case',
    'GET /v1/orders/{request_id}/case 200',
    'messages',
    'type:string message:string timestamp:date-time',
  ],
  ['The body of a legacy case', 'POST /v1/orders/{request_id}/case body', '', 'message:string! reason:string'],
  [
    'The legacy return request',
    'POST /v1/orders/{request_id}/return body',
    '',
    'products:object[]! reason_code:string method_code:string explanation:string webhooks:object cancel_pending:boolean return_address:object',
  ],
  ['The response of a legacy return', 'POST /v1/orders/{request_id}/return 200', '', 'request_id:string!'],
];

describe('the API document', () => {
  it.each(shapes)('%s has every field with its type', (statement, body, into, fields) => {
    checkFields(enter(bodyOf(body), into), fields, statement);
  });
});
