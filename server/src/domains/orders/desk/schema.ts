import { Type } from 'typebox';
import { refusals, trackingStatuses } from '../../../connectors/contract.ts';
import { closed, described, nullable, plainMoment, uuid } from '../../../platform/http/index.ts';
import { OrderView } from '../orders/index.ts';

const cents = (more: object = {}) => Type.Integer({ minimum: 0, maximum: 1_000_000_000, ...more });
const lease = Type.Integer({ minimum: 1, description: 'The `lease` from claiming the order.' });

const Task = Type.Object({
  state: Type.Enum(['waiting', 'taken', 'bought', 'failed'], { description: 'Status of the task.' }),
  holder: nullable(Type.String({ description: 'Operator who claimed it most recently.' })),
  is_mine: Type.Boolean({ description: 'Whether you claimed it.' }),
  lease: Type.Integer({ description: 'Number of your claim. Send it when you record the result.' }),
  lease_until: nullable(plainMoment(), { description: 'When the claim expires.' }),
  asked_at: nullable(plainMoment(), { description: 'When the task was created.' }),
  expires_at: nullable(plainMoment(), { description: 'When the order fails if nobody places it.' }),
  why: nullable(Type.String({ description: 'Why an operator has to place the order.' })),
  note: nullable(Type.String(), { description: 'Note from the last operator.' }),
});

const Receipt = Type.Object(
  {
    id: uuid(),
    name: Type.String({ description: 'Name of the file.' }),
    content_type: Type.String({ description: 'Media type of the file.' }),
    bytes: Type.Integer({ description: 'Size of the file in bytes.' }),
    uploaded_by: Type.String({ description: 'Operator who uploaded it.' }),
    created_at: plainMoment(),
  },
  { title: 'DeskReceipt', description: 'A receipt for a purchase.' },
);
export const ReceiptView = Receipt;

export const TaskView = Type.Object(
  {
    task: described(Task, 'Who is placing the order, and until when.'),
    world: Type.Enum(['test', 'live']),
    account: nullable(Type.String({ description: 'Email address of the customer.' })),
    mail_address: nullable(
      Type.String({
        description: 'Give this address to the retailer. Errand reads tracking numbers from emails that arrive there.',
      }),
    ),
    order: OrderView,
    receipts: Type.Array(Receipt, { description: 'Receipts for the purchase.' }),
  },
  { title: 'DeskOrder', description: 'An order to place manually.' },
);

export const QueueView = Type.Object({
  tasks: Type.Array(TaskView, { description: 'Tasks, longest waiting first.' }),
  total: Type.Integer(),
});
export const PurchasesView = Type.Object({
  orders: Type.Array(TaskView, { description: 'Orders that were placed manually and have not arrived.' }),
  total: Type.Integer(),
});

export const PageQuery = Type.Object({
  limit: Type.Integer({ minimum: 1, maximum: 100, default: 50 }),
  offset: Type.Integer({ minimum: 0, maximum: 1_000_000, default: 0 }),
});

export const ClaimBody = closed(
  {
    take_over: Type.Optional(Type.Boolean({ description: 'Confirms that the previous operator bought nothing.' })),
  },
  { examples: [{ take_over: false }] },
);

const note = Type.Optional(nullable(Type.String({ maxLength: 2000, description: 'Note for other operators.' })));

export const ReturnTaskBody = closed({ lease, note }, { examples: [{ lease: 1, note: 'Sold out until Monday.' }] });

export const FailBody = closed(
  {
    lease,
    error_type: Type.Enum([...refusals], { description: "Why the order can't be placed." }),
    message: Type.String({ minLength: 1, maxLength: 500, description: 'Message for the customer.' }),
  },
  { examples: [{ lease: 1, error_type: 'product_out_of_stock', message: 'Sold out at the retailer.' }] },
);

export const PurchaseBody = closed(
  {
    lease,
    merchant_order_ids: Type.Array(Type.String({ minLength: 1, maxLength: 100, pattern: '\\S' }), {
      description: "The store's order numbers.",
      minItems: 1,
      maxItems: 20,
      uniqueItems: true,
    }),
    lines: Type.Array(
      closed({
        item_id: uuid({ description: "UUID of the item, from the order's `items`." }),
        unit_price_cents: described(cents(), 'Price of one unit, in cents.'),
        quantity: Type.Optional(
          Type.Integer({
            minimum: 0,
            maximum: 100,
            description:
              "Number of units bought. All by default. Fewer, or 0, only if the order's `fulfillment` allows it.",
          }),
        ),
      }),
      { description: 'Price of each item.', minItems: 1, maxItems: 50 },
    ),
    shipping_cents: described(cents(), 'Shipping cost, in cents.'),
    tax_cents: described(cents(), 'Sales tax or VAT, in cents.'),
    fees_cents: Type.Optional(described(cents({ default: 0 }), 'Other store fees, in cents.')),
    discount_cents: Type.Optional(described(cents({ default: 0 }), 'Store discount, in cents.')),
    total_cents: cents({ minimum: 1, description: 'What the retailer charged, in cents. At most `max_price`.' }),
    estimated_delivery: Type.Optional(
      nullable(Type.String({ format: 'date' }), { description: 'Day on which the store expects to deliver.' }),
    ),
    note,
  },
  {
    examples: [
      {
        lease: 1,
        merchant_order_ids: ['112-5551234-0001'],
        lines: [{ item_id: '6a2f41a3-c54c-4b8a-8b8a-0d1e2f3a4b5c', unit_price_cents: 1999 }],
        shipping_cents: 0,
        tax_cents: 165,
        total_cents: 2164,
      },
    ],
  },
);

export const ParcelBody = closed(
  {
    carrier: Type.Optional(
      nullable(Type.String({ minLength: 1, maxLength: 100 }), { description: 'Carrier that delivers the package.' }),
    ),
    tracking_number: Type.String({
      description: "The carrier's tracking number.",
      minLength: 1,
      maxLength: 100,
      pattern: '\\S',
    }),
    status: Type.Enum([...trackingStatuses], { description: 'Where the package is.' }),
    estimated_delivery_date: Type.Optional(
      nullable(Type.String({ format: 'date' }), { description: 'Day on which the carrier expects to deliver.' }),
    ),
    item_ids: Type.Optional(
      Type.Array(uuid(), { maxItems: 50, description: 'IDs of the items in the package. All items by default.' }),
    ),
  },
  { examples: [{ carrier: 'UPS', tracking_number: '1Z999AA10123456784', status: 'in_transit' }] },
);

export const CancelPurchaseBody = closed(
  { reason: Type.String({ description: 'Why the store canceled, for the customer.', minLength: 1, maxLength: 500 }) },
  { examples: [{ reason: 'The retailer ran out of stock.' }] },
);
