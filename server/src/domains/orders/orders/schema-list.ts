import { Type } from 'typebox';
import { trackingStatuses } from '../../../connectors/contract.ts';
import { cursorOf, pageQuery, uuid } from '../../../platform/http/index.ts';
import { orderPlaces, orderSorts, orderStatuses } from './model.ts';
import { OrderView } from './order-view.ts';

export const OrderList = Type.Object(
  {
    orders: Type.Array(OrderView, { description: 'Orders on this page.' }),
    total: Type.Integer({
      description: 'Number of orders that match: the exact number, or a lower bound if `is_total_exact` is false.',
    }),
    is_total_exact: Type.Boolean({
      description:
        'Counting stops after 10,000 orders, or 1,000 with filters other than status, progress and time. Some filters only count among the newest orders.',
    }),
    limit: Type.Integer(),
    offset: Type.Integer(),
  },
  { title: 'OrderList', description: 'A page of orders.' },
);

export const OrderListQuery = Type.Object({
  ...pageQuery,
  after: Type.Optional(
    uuid({
      description:
        'ID of the last order on the previous page. Faster than `offset` on deep pages. Works with the default sort only.',
      ...cursorOf('id'),
    }),
  ),
  status_filter: Type.Optional(Type.Enum([...orderStatuses], { description: 'Only orders with this status.' })),
  progress: Type.Optional(
    Type.Enum([...orderPlaces], {
      description:
        'Only orders at this stage, as counted by `GET /overview`. Placed orders are `preparing`, `on_the_way`, `late`, `delivered` or `undeliverable`.',
    }),
  ),
  search: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 255,
      description:
        "Start of an order ID, store order number or tracking number, or part of the recipient's name, PO number or product title. Case and accents don't matter.",
    }),
  ),
  order_id: Type.Optional(
    Type.String({
      pattern: '^[0-9a-fA-F-]{1,36}$',
      description: "An order ID, or part of one. Case doesn't matter.",
    }),
  ),
  merchant_order_id: Type.Optional(
    Type.String({ minLength: 1, maxLength: 255, description: "The store's order number, in full." }),
  ),
  tracking_status: Type.Optional(
    Type.Enum([...trackingStatuses], { description: 'Only orders with a package in this status.' }),
  ),
  return_status: Type.Optional(
    Type.Enum(['open', 'approved', 'denied', 'credited'], { description: 'Only orders with a return in this status.' }),
  ),
  retailer: Type.Optional(
    Type.String({ description: 'Only orders from this retailer.', minLength: 1, maxLength: 253 }),
  ),
  created_after: Type.Optional(Type.String({ format: 'date-time', description: 'Created at this time or later.' })),
  created_before: Type.Optional(Type.String({ format: 'date-time', description: 'Created before this time.' })),
  has_tracking: Type.Optional(
    Type.Boolean({ description: 'True: only orders with a tracking number. False: only orders without one.' }),
  ),
  user_email: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 254,
      description:
        "Part of a teammate's email address. Matches orders they placed in the dashboard or with a key they created.",
    }),
  ),
  include: Type.Optional(
    Type.Enum(['tracking_events'], {
      description:
        '`tracking_events` adds the tracking events for all packages, as a field of each order or a column of the file.',
    }),
  ),
  metadata_key: Type.Optional(
    Type.String({ description: 'Only orders whose metadata has this key.', minLength: 1, maxLength: 255 }),
  ),
  metadata_value: Type.Optional(
    Type.String({ description: 'Only orders whose metadata has this value under `metadata_key`.', maxLength: 1000 }),
  ),
  sort: Type.Optional(
    Type.Enum([...orderSorts], {
      description:
        'Sort by creation time or by cost. Newest first by default. `late` lists late orders only, longest overdue first.',
    }),
  ),
});

const { limit: _limit, offset: _offset, sort: _sort, after: _after, ...filters } = OrderListQuery.properties;
const uuidPattern = '[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}';
export const OrderExportQuery = Type.Object({
  ...filters,
  order_ids: Type.Optional(
    Type.String({
      maxLength: 37 * 200,
      pattern: `^${uuidPattern}(?:,${uuidPattern}){0,199}$`,
      description: 'Only these orders: up to 200 IDs, separated by commas.',
    }),
  ),
});

const { include: _include, ...selected } = OrderExportQuery.properties;
export const OrderTotalsQuery = Type.Object(selected);

const orderCount = (description: string) => Type.Integer({ minimum: 0, description });

const openTotals = {
  orders: orderCount('Number of orders.'),
  max_price: Type.Integer({ description: 'The most that they may cost in total, in US cents.' }),
};

export const OrderTotals = Type.Object(
  {
    orders: orderCount('Number of orders that match.'),
    has_more: Type.Boolean({
      description: 'True: more orders match than were counted, so every number here is a lower bound.',
    }),
    charged: Type.Array(
      Type.Object({
        currency: Type.String({ description: 'Currency that the stores charged (ISO 4217).' }),
        orders: orderCount('Number of orders that were charged in it.'),
        total: Type.Integer({ description: 'What the stores charged, in minor units of the currency.' }),
      }),
      { description: 'What was charged, by currency. Amounts in different currencies are never added together.' },
    ),
    open: Type.Object(openTotals, { description: 'Orders that are pending or being placed.' }),
    cancellable: Type.Object(openTotals, { description: 'Pending orders, which `POST /orders/cancel` would cancel.' }),
  },
  { title: 'OrderTotals', description: 'Totals for the orders that match a filter.' },
);

export const CancelOrdersBody = Type.Object(
  {
    ...selected,
    created_before: Type.String({
      format: 'date-time',
      description: "Only orders created before this time, so that you don't cancel orders you haven't seen.",
    }),
  },
  { additionalProperties: false },
);

export const CancelledOrders = Type.Object(
  {
    cancelled: orderCount('Number of orders that were canceled.'),
    not_cancelled: orderCount(
      'Number of orders that could not be canceled because Errand had already started to place them.',
    ),
    has_more: Type.Boolean({ description: 'True: call again to cancel more. One request cancels up to 200 orders.' }),
  },
  { title: 'CancelledOrders', description: 'Result of canceling the orders that match a filter.' },
);
