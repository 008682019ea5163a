import { returnReasons } from '../../delivery/returns/index.ts';
import type { Json } from './call.ts';

type Schema = Json & { type: string };

const text = (description?: string): Schema => ({ type: 'string', ...(description ? { description } : {}) });
const whole = (description?: string): Schema => ({ type: 'integer', ...(description ? { description } : {}) });
const truth: Schema = { type: 'boolean' };
const list = (items: Json, description?: string): Schema => ({
  type: 'array',
  items,
  ...(description ? { description } : {}),
});
/** What a tool takes: nothing beyond what is named. */
const takes = (properties: Json, ...required: string[]): Schema => ({
  type: 'object',
  properties,
  ...(required.length > 0 ? { required } : {}),
  additionalProperties: false,
});
/** What a tool gives: at least what is named, and what else of it is a store's text. The reference has the rest. */
const gives = (properties: Json, more: Json = {}): Schema => ({
  type: 'object',
  properties: { ...properties, ...more },
  required: Object.keys(properties),
});
/** A store wrote it: data for the model, never instructions. */
const untrusted = { 'x-untrusted': true };
const eachWith = (...names: string[]): Json => ({ items: having(...names) });
const having = (...names: string[]): Json => ({
  properties: Object.fromEntries(names.map((name) => [name, untrusted])),
});

const orderId = { order_id: text() };

const order = {
  products: list(
    takes(
      {
        url: text('Product page'),
        quantity: whole(),
        variant: list(takes({ label: text(), value: text() }, 'label', 'value')),
      },
      'url',
    ),
    'All of one store',
  ),
  shipping_address: takes(
    {
      first_name: text(),
      last_name: text(),
      address_line1: text(),
      address_line2: text(),
      city: text(),
      state: text(),
      postal_code: text(),
      country: text('Two letters'),
      phone_number: text(),
    },
    'first_name',
    'last_name',
    'address_line1',
    'city',
    'postal_code',
    'country',
    'phone_number',
  ),
  max_price: whole('Most cents the store may charge, all included'),
  retailer_credentials_id: text('A connected store account'),
  metadata: { type: 'object', description: 'Yours; reason: why it is bought' },
  is_gift: truth,
  gift_message: text(),
};
const orderNeeds = ['products', 'shipping_address'];

/** The parts of an order that a store writes. Its number of an order and what it says of parcels are its own words, too. */
const storeParts = {
  items: eachWith('title', 'cancellation_reason'),
  last_attempt: having('message'),
  next_action: having('message'),
  job_result: having('error'),
  merchant_order_ids: untrusted,
  tracking_numbers: untrusted,
};
export const orderView: Schema = {
  type: 'object',
  properties: { id: {}, status: {}, next_step: {}, poll_after_ms: {}, ...storeParts },
  required: ['id', 'status'],
};
const hits = gives({ results: { type: 'array', ...eachWith('title', 'brand') } }, { message: untrusted });

export const inputs = {
  search_products: takes(
    {
      query: text(),
      retailer: text('One store only'),
      page: whole('With retailer'),
      min_price: whole('Cents'),
      max_price: whole('Cents'),
    },
    'query',
  ),
  get_product: takes({ product_id: text(), retailer: text() }, 'product_id', 'retailer'),
  check_store: takes({ url: text(), country: text('Two letters') }, 'url'),
  quote_order: takes(order, ...orderNeeds),
  place_order: takes(
    {
      ...order,
      approval_id: text('From approval_required, once the person approved'),
      idempotency_key: text('Your name for this purchase; a retry with it never buys twice'),
    },
    ...orderNeeds,
  ),
  get_order: takes(orderId, 'order_id'),
  wait_for_order: takes(
    { ...orderId, wait_seconds: whole('0 to 25'), since: text('updated_at that you know') },
    'order_id',
  ),
  list_orders: takes({
    limit: whole(),
    offset: whole(),
    status_filter: text(),
    search: text('Order, merchant or tracking number'),
  }),
  cancel_order: takes(orderId, 'order_id'),
  answer_action: takes(
    { ...orderId, action_id: text(), answer: { description: 'As next_action.answer_schema says' } },
    'order_id',
    'action_id',
    'answer',
  ),
  track_order: takes(orderId, 'order_id'),
  request_return: takes(
    {
      ...orderId,
      items: list(takes({ order_item_id: text(), quantity: whole() }, 'order_item_id', 'quantity')),
      reason: { type: 'string', enum: [...returnReasons] },
      notes: text('For the store'),
    },
    'order_id',
    'items',
    'reason',
  ),
  get_wallet: takes({}),
  get_policy: takes({}),
  list_test_products: takes({}),
};

export type ToolName = keyof typeof inputs;

export const outputs: Record<ToolName, Schema> = {
  search_products: hits,
  // What the store's page says, as it came.
  get_product: {
    ...gives({ status: text() }, { code: {}, retailer: {}, product_id: {}, url: {}, currency: {} }),
    additionalProperties: untrusted,
  },
  check_store: gives({ orderable: truth }),
  quote_order: gives(
    {
      quote_id: text(),
      expires_at: text(),
      price_components: { type: 'object' },
      would_hold_cents: whole(),
      policy: { type: 'object' },
    },
    { items: eachWith('title', 'variant'), estimated_delivery: untrusted, warnings: untrusted },
  ),
  place_order: orderView,
  get_order: orderView,
  wait_for_order: orderView,
  list_orders: gives({ orders: list({ properties: storeParts }), total: whole() }),
  cancel_order: orderView,
  answer_action: orderView,
  track_order: gives(
    {
      current_status: text(),
      shipments: untrusted,
    },
    { items: eachWith('title') },
  ),
  request_return: gives({ id: text(), status: text() }, { merchant_return_id: untrusted, resolution_notes: untrusted }),
  get_wallet: gives({ balance_cents: whole(), held_cents: whole() }),
  get_policy: gives({ policies: list({ type: 'object' }), rules: list({ type: 'object' }) }),
  list_test_products: gives({ products: list({ type: 'object' }) }),
};
