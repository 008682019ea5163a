import { Type } from 'typebox';
import { refusals, trackingStatuses } from '../../../connectors/contract.ts';
import { keysOf } from '../../../kit/known-keys.ts';
import { closed, nullable, plainMoment, uuid } from '../../../platform/http/index.ts';
import { OrderView } from '../orders/index.ts';
import { receiptTypes } from './receipts.ts';

const cents = (more: object = {}) => Type.Integer({ minimum: 0, maximum: 1_000_000_000, ...more });
const lease = Type.Integer({ minimum: 1, description: 'As taking the order answered it.' });

const Task = Type.Object({
  state: Type.Enum(['waiting', 'taken', 'bought', 'failed']),
  holder: nullable(Type.String({ description: 'The operator who has it, or had it last.' })),
  is_mine: Type.Boolean(),
  lease: Type.Integer(),
  lease_until: nullable(plainMoment()),
  asked_at: nullable(plainMoment()),
  expires_at: nullable(plainMoment()),
  why: nullable(Type.String({ description: 'Why people buy it.' })),
  note: nullable(Type.String()),
});

const Receipt = Type.Object(
  {
    id: uuid(),
    name: Type.String(),
    content_type: Type.String(),
    bytes: Type.Integer(),
    uploaded_by: Type.String(),
    created_at: plainMoment(),
  },
  { title: 'DeskReceipt' },
);
export const ReceiptView = Receipt;

export const TaskView = Type.Object(
  {
    task: Task,
    world: Type.Enum(['test', 'live']),
    account: nullable(Type.String({ description: "The customer's address." })),
    mail_address: nullable(
      Type.String({
        description:
          "Give it to the retailer as the buyer's address: tracking numbers in its mails are entered by themselves.",
      }),
    ),
    order: OrderView,
    receipts: Type.Array(Receipt),
  },
  { title: 'DeskOrder' },
);

export const QueueView = Type.Object({
  tasks: Type.Array(TaskView, { description: 'The longest waiting first.' }),
  total: Type.Integer(),
});
export const PurchasesView = Type.Object({ orders: Type.Array(TaskView), total: Type.Integer() });

export const PageQuery = Type.Object({
  limit: Type.Integer({ minimum: 1, maximum: 100, default: 50 }),
  offset: Type.Integer({ minimum: 0, maximum: 1_000_000, default: 0 }),
});

export const ClaimBody = closed(
  {
    take_over: Type.Optional(
      Type.Boolean({ description: 'You asked the operator who had it last; nothing was bought.' }),
    ),
  },
  { examples: [{ take_over: false }] },
);

const note = Type.Optional(nullable(Type.String({ maxLength: 2000 })));

export const ReturnTaskBody = closed({ lease, note }, { examples: [{ lease: 1, note: 'Sold out until Monday.' }] });

export const FailBody = closed(
  {
    lease,
    error_type: Type.Enum([...refusals], { description: 'Why it cannot be bought.' }),
    message: Type.String({ minLength: 1, maxLength: 500, description: 'The customer reads it.' }),
  },
  { examples: [{ lease: 1, error_type: 'product_out_of_stock', message: 'Sold out at the retailer.' }] },
);

export const PurchaseBody = closed(
  {
    lease,
    merchant_order_ids: Type.Array(Type.String({ minLength: 1, maxLength: 100, pattern: '\\S' }), {
      minItems: 1,
      maxItems: 20,
      uniqueItems: true,
    }),
    lines: Type.Array(
      closed({
        item_id: uuid(),
        unit_price_cents: cents(),
        quantity: Type.Optional(
          Type.Integer({
            minimum: 0,
            maximum: 100,
            description:
              'How many were bought; all by default. Fewer, or 0, only where `fulfillment` of the order allows it.',
          }),
        ),
      }),
      { minItems: 1, maxItems: 50 },
    ),
    shipping_cents: cents(),
    tax_cents: cents(),
    fees_cents: Type.Optional(cents({ default: 0 })),
    discount_cents: Type.Optional(cents({ default: 0 })),
    total_cents: cents({ minimum: 1, description: 'What the retailer charged; not above max_price.' }),
    estimated_delivery: Type.Optional(nullable(Type.String({ format: 'date' }))),
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

export const ReceiptBody = closed(
  {
    name: Type.String({ minLength: 1, maxLength: 200, pattern: '^[^\\\\/\\x00-\\x1f]+$' }),
    content_type: Type.Enum(keysOf(receiptTypes)),
    data: Type.String({
      minLength: 4,
      maxLength: 7_000_000,
      pattern: '^[A-Za-z0-9+/]+={0,2}$',
      description: 'Base64.',
    }),
  },
  { examples: [{ name: 'receipt.pdf', content_type: 'application/pdf', data: 'JVBERi0xLjQK' }] },
);

export const ParcelBody = closed(
  {
    carrier: Type.Optional(nullable(Type.String({ minLength: 1, maxLength: 100 }))),
    tracking_number: Type.String({ minLength: 1, maxLength: 100, pattern: '\\S' }),
    status: Type.Enum([...trackingStatuses]),
    estimated_delivery_date: Type.Optional(nullable(Type.String({ format: 'date' }))),
    item_ids: Type.Optional(Type.Array(uuid(), { maxItems: 50, description: 'All of them where none is named.' })),
  },
  { examples: [{ carrier: 'UPS', tracking_number: '1Z999AA10123456784', status: 'in_transit' }] },
);

export const CancelPurchaseBody = closed(
  { reason: Type.String({ minLength: 1, maxLength: 500 }) },
  { examples: [{ reason: 'The retailer ran out of stock.' }] },
);
