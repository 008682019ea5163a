import { returnReasons } from '../returns/index.ts';
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
/** What a tool gives: at least what is named. The reference has the rest. */
const gives = (properties: Json): Schema => ({ type: 'object', properties, required: Object.keys(properties) });

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

const orderView = gives({
  id: text(),
  status: text(),
  next_step: text(),
  poll_after_ms: { type: ['integer', 'null'] },
});
const hits = gives({ results: list({ type: 'object' }) });

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
  get_product: gives({ status: text() }),
  check_store: gives({ orderable: truth }),
  quote_order: gives({
    quote_id: text(),
    expires_at: text(),
    price_components: { type: 'object' },
    would_hold_cents: whole(),
    policy: { type: 'object' },
  }),
  place_order: orderView,
  get_order: orderView,
  wait_for_order: orderView,
  list_orders: gives({ orders: list({ type: 'object' }), total: whole() }),
  cancel_order: orderView,
  answer_action: orderView,
  track_order: gives({ current_status: text(), shipments: list({ type: 'object' }) }),
  request_return: gives({ id: text(), status: text() }),
  get_wallet: gives({ balance_cents: whole(), held_cents: whole() }),
  get_policy: gives({ policies: list({ type: 'object' }), rules: list({ type: 'object' }) }),
  list_test_products: gives({ products: list({ type: 'object' }) }),
};
