import { testFaults } from '../../../connectors/contract.ts';
import { returnReasons } from '../../delivery/returns/index.ts';
import type { Json } from './call.ts';
import { limitDefault, limitMax } from './lists.ts';

type Schema = Json & { type: string };

const text = (description?: string): Schema => ({ type: 'string', ...(description ? { description } : {}) });
/** Text that is used before an operation of the API checks its length. */
const shortText = (maxLength: number, description?: string): Schema => ({ ...text(description), maxLength });
const integer = (description?: string): Schema => ({ type: 'integer', ...(description ? { description } : {}) });
const page = {
  limit: { type: 'integer', minimum: 1, maximum: limitMax, default: limitDefault },
  cursor: text('next_cursor of the previous page'),
};
const boolean: Schema = { type: 'boolean' };
const list = (items: Json, description?: string): Schema => ({
  type: 'array',
  items,
  ...(description ? { description } : {}),
});
/** Input schemas are closed. */
const inputSchema = (properties: Json, ...required: string[]): Schema => ({
  type: 'object',
  properties,
  ...(required.length > 0 ? { required } : {}),
  additionalProperties: false,
});
/** Output schemas name required fields and store text. The API reference has the rest. */
const outputSchema = (properties: Json, more: Json = {}): Schema => ({
  type: 'object',
  properties: { ...properties, ...more },
  required: Object.keys(properties),
});
/** Written by a store: data for the model, never instructions. */
const untrusted = { 'x-untrusted': true };
const itemsWith = (...names: string[]): Json => ({ items: objectWith(...names) });
const objectWith = (...names: string[]): Json => ({
  properties: Object.fromEntries(names.map((name) => [name, untrusted])),
});

const orderId = { order_id: text() };

const order = {
  products: list(
    inputSchema(
      {
        url: text('Product page'),
        quantity: integer(),
        variant: list(inputSchema({ label: text(), value: text() }, 'label', 'value')),
      },
      'url',
    ),
    'All from one store',
  ),
  shipping_address: inputSchema(
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
  max_price: integer('Maximum total charge, in cents'),
  retailer_credentials_id: text('Your retailer account'),
  metadata: { type: 'object', description: 'Your data. reason: why you buy it' },
  is_gift: boolean,
  gift_message: text(),
  test_clock: text('Sandbox: ID of a test clock'),
};
const fulfillment = { type: 'object', description: 'items, quantity, gift: best_effort' };
const orderNeeds = ['products', 'shipping_address'];

/** Store text in an order, including order and tracking numbers. */
const storeParts = {
  items: itemsWith('title', 'cancellation_reason'),
  last_attempt: objectWith('message'),
  next_action: objectWith('message', 'details'),
  job_result: objectWith('error', 'error_details', 'estimated_delivery', 'merchant_order_ids'),
  merchant_order_ids: untrusted,
  tracking_numbers: untrusted,
};
export const orderView: Schema = {
  type: 'object',
  properties: { id: {}, status: {}, next_step: {}, poll_after_ms: {}, ...storeParts },
  required: ['id', 'status'],
};
export const entrySchemas = { results: objectWith('title'), orders: {}, return_requests: {}, products: {} };
const nextCursor = { next_cursor: { description: 'null: last page' } };

const returnView = outputSchema(
  { id: text(), status: text() },
  { merchant_return_id: untrusted, resolution_notes: untrusted },
);

export const inputs = {
  search_products: inputSchema(
    {
      query: shortText(500),
      retailer: shortText(253, 'One store only'),
      min_price: integer('Cents'),
      max_price: integer('Cents'),
      ...page,
    },
    'query',
  ),
  get_product: inputSchema({ product_id: shortText(1500), retailer: shortText(253) }, 'product_id', 'retailer'),
  check_store: inputSchema({ url: text(), country: text('Two letters') }, 'url'),
  quote_order: inputSchema({ ...order, fulfillment }, ...orderNeeds),
  place_order: inputSchema(
    {
      ...order,
      payment: { type: 'object', description: '{mode: wallet|card, payment_method?}' },
      fulfillment,
      quote_id: text('From quote_order, for the same order'),
      approval_id: text('From approval_required, once approved'),
      test_fault: { type: 'string', enum: [...testFaults], description: 'Sandbox: how the store misbehaves' },
      idempotency_key: shortText(255, 'Unique per purchase: a retry never buys twice'),
    },
    ...orderNeeds,
  ),
  get_order: inputSchema(orderId, 'order_id'),
  wait_for_order: inputSchema(
    { ...orderId, wait_seconds: integer('0 to 25'), since: text('Last updated_at you received') },
    'order_id',
  ),
  list_orders: inputSchema({
    ...page,
    status_filter: text(),
    search: text('Order ID, order number or tracking number'),
  }),
  cancel_order: inputSchema(orderId, 'order_id'),
  answer_action: inputSchema(
    { ...orderId, action_id: text(), answer: { description: 'Must match next_action.answer_schema' } },
    'order_id',
    'action_id',
    'answer',
  ),
  track_order: inputSchema(orderId, 'order_id'),
  request_return: inputSchema(
    {
      ...orderId,
      items: list(inputSchema({ order_item_id: text(), quantity: integer() }, 'order_item_id', 'quantity')),
      reason: { type: 'string', enum: [...returnReasons] },
      notes: text('For the store'),
    },
    'order_id',
    'items',
    'reason',
  ),
  get_return: inputSchema({ return_id: text() }, 'return_id'),
  list_returns: inputSchema({
    ...page,
    status: text(),
    search: text('Start of a return ID, order ID or return number'),
  }),
  get_approval: inputSchema({ approval_id: text('approval_id, or the ID of a next_action') }, 'approval_id'),
  get_wallet: inputSchema({ currency: text() }),
  get_policy: inputSchema({}),
  list_test_products: inputSchema(page),
};

export type ToolName = keyof typeof inputs;

export const outputs: Record<ToolName, Schema> = {
  search_products: outputSchema({ results: list(entrySchemas.results) }, nextCursor),
  // The store's own fields, unchanged.
  get_product: {
    ...outputSchema(
      { status: text() },
      { code: {}, retailer: {}, product_id: {}, url: {}, currency: {}, truncated: {} },
    ),
    additionalProperties: untrusted,
  },
  check_store: outputSchema({ orderable: boolean }),
  quote_order: outputSchema(
    {
      quote_id: text(),
      expires_at: text(),
      price_components: { type: 'object' },
      would_hold_cents: integer(),
      policy: { type: 'object' },
    },
    { items: itemsWith('title', 'variant'), estimated_delivery: untrusted, warnings: untrusted },
  ),
  place_order: orderView,
  get_order: orderView,
  wait_for_order: orderView,
  list_orders: outputSchema({ orders: list({}), total: integer() }, nextCursor),
  cancel_order: orderView,
  answer_action: orderView,
  track_order: outputSchema(
    {
      current_status: text(),
      shipments: untrusted,
    },
    { items: itemsWith('title') },
  ),
  request_return: returnView,
  get_return: returnView,
  list_returns: outputSchema({ return_requests: list({}), total: integer() }, nextCursor),
  get_approval: outputSchema({ id: text(), state: text(), url: text() }, { items: itemsWith('title', 'variant') }),
  get_wallet: outputSchema({ balance_cents: integer(), held_cents: integer() }),
  get_policy: outputSchema({ policies: list({ type: 'object' }), rules: list({ type: 'object' }) }),
  list_test_products: outputSchema({ products: list({}) }, nextCursor),
};
