import { Type } from 'typebox';
import { trackingStatuses } from '../../../connectors/contract.ts';
import { pageQuery, uuid } from '../../../platform/http/index.ts';
import { orderSorts, orderStatuses } from './model.ts';
import { OrderView } from './order-view.ts';

export const OrderList = Type.Object(
  {
    orders: Type.Array(OrderView),
    total: Type.Integer({
      description:
        'How many there are, counted to 10,000, with a search or another filter than status and time to 1,000: a higher number means more than that.',
    }),
    limit: Type.Integer(),
    offset: Type.Integer(),
  },
  { title: 'OrderList' },
);

export const OrderListQuery = Type.Object({
  ...pageQuery,
  after: Type.Optional(
    uuid({
      description:
        'The id of the last order of the former page: the list goes on behind it, as quickly on the thousandth page as on the first. Newest first only.',
    }),
  ),
  status_filter: Type.Optional(Type.Enum([...orderStatuses])),
  search: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 255,
      description:
        "The beginning of an order id, merchant order id or tracking number, or a part of the recipient's name, the PO number or a product's title.",
    }),
  ),
  order_id: Type.Optional(
    Type.String({ pattern: '^[0-9a-fA-F-]{1,36}$', description: 'An order id or a part of one, in either case.' }),
  ),
  merchant_order_id: Type.Optional(Type.String({ minLength: 1, maxLength: 255, description: 'The whole of it.' })),
  tracking_status: Type.Optional(Type.Enum([...trackingStatuses], { description: 'Of one of its parcels.' })),
  return_status: Type.Optional(
    Type.Enum(['open', 'approved', 'denied', 'credited'], { description: 'Of one of its returns.' }),
  ),
  retailer: Type.Optional(Type.String({ minLength: 1, maxLength: 253 })),
  created_after: Type.Optional(Type.String({ format: 'date-time', description: 'Inclusive.' })),
  created_before: Type.Optional(Type.String({ format: 'date-time', description: 'Exclusive.' })),
  has_tracking: Type.Optional(Type.Boolean()),
  user_email: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 254,
      description:
        "A part of a teammate's email address: orders that they placed on the web, or with a key that they created.",
    }),
  ),
  include: Type.Optional(
    Type.Enum(['tracking_events'], {
      description: '`tracking_events` adds what happened to all parcels: a field of each order, a column of the file.',
    }),
  ),
  metadata_key: Type.Optional(Type.String({ minLength: 1, maxLength: 255 })),
  metadata_value: Type.Optional(Type.String({ maxLength: 1000 })),
  sort: Type.Optional(
    Type.Enum([...orderSorts], {
      description: 'By the time of ordering, or by what it cost (before that: may cost). Newest first without it.',
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
      description: 'Only these of them: up to 200 ids with commas between.',
    }),
  ),
});
