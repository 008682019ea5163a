import { type Static, Type } from 'typebox';
import {
  afterField,
  closed,
  moment,
  nullable,
  pageFields,
  pageOf,
  pageQuery,
  uuid,
  withExample,
} from '../../../platform/http/index.ts';
import { returnReasons, returnStatuses } from './model.ts';

export const exampleReturn = {
  id: '3f0d5a6e-8c1b-4f57-9a2e-7b6c5d4e3f2a',
  order_id: '0b9c1c5e-6d0f-4c1b-9f43-2f6f4b7f1a52',
  status: 'approved' as const,
  reason: 'wrong_size' as const,
  notes: 'One size too small.',
  items: [{ order_item_id: '6a2f41a3-c54c-4b8a-8b8a-0d1e2f3a4b5c', quantity: 1 }],
  label_urls: [
    'http://127.0.0.1:8080/labels/9d1c7a52-5f0e-4b8e-8f3d-2a1b0c9d8e7f.pdf?expires=1787911200&signature=mPq3…',
  ],
  merchant_return_id: 'RMA-7K3N9PQR',
  resolution_notes: null,
  refund: { status: 'waiting' as const, expected_cents: 1999, credited_cents: null, credited_at: null },
  created_at: '2026-08-21T10:00:00.000Z',
  updated_at: '2026-08-21T10:00:02.000Z',
};

export const ReturnBody = withExample(
  closed(
    {
      order_id: uuid({ description: 'One of your placed orders.' }),
      items: Type.Array(
        closed({
          order_item_id: uuid({ description: "UUID of an item, from the order's `items`." }),
          quantity: Type.Integer({
            description: 'Number of units to return.',
            minimum: 1,
            maximum: 10_000,
            examples: [1],
          }),
        }),
        {
          minItems: 1,
          maxItems: 100,
          description: 'What to return. If an item is listed twice, the quantities are added together.',
        },
      ),
      reason: Type.Enum([...returnReasons], { description: 'Why you are returning it.' }),
      notes: Type.Optional(
        nullable(Type.String({ maxLength: 2000, description: 'More about the reason, for the retailer.' })),
      ),
    },
    { title: 'NewReturn', description: 'A return to request.' },
  ),
  { order_id: exampleReturn.order_id, items: exampleReturn.items, reason: 'wrong_size', notes: exampleReturn.notes },
);
export type ReturnBody = Static<typeof ReturnBody>;

export const returnFields = {
  id: uuid(),
  order_id: uuid(),
  status: Type.Enum([...returnStatuses], {
    description:
      '`open`: the retailer has not decided. `approved`: send the items to the retailer; the refund follows. `credited`: the money is in your wallet. `denied`: the retailer declined the return, or rejected the items after inspection.',
  }),
  reason: Type.Enum([...returnReasons], { description: 'Why the items are being returned.' }),
  notes: nullable(Type.String(), { description: 'Your notes for the retailer.' }),
  items: Type.Array(
    Type.Object({
      order_item_id: uuid({ description: "UUID of the item, from the order's `items`." }),
      quantity: Type.Integer({ description: 'Number of units returned.' }),
    }),
    { description: 'What is returned.' },
  ),
  label_urls: Type.Array(Type.String(), {
    description:
      'Return labels as PDF, one per package. Each link works for 7 days. Fetch the return again for new links.',
  }),
  merchant_return_id: nullable(Type.String({ description: "The store's return number." })),
  resolution_notes: nullable(Type.String(), {
    description: 'Why the return was resolved this way, in plain language.',
  }),
  refund: nullable(
    Type.Object(
      {
        status: Type.Enum(['waiting', 'credited', 'paid_by_retailer'], {
          description:
            '`waiting`: expected from the retailer. `credited`: added to your wallet. `paid_by_retailer`: bought with your own ' +
            'retailer account, so the retailer refunds you directly.',
        }),
        expected_cents: nullable(
          Type.Integer({ description: 'Amount you get if the store refunds everything, in cents.' }),
        ),
        credited_cents: nullable(Type.Integer({ description: 'What was added to your wallet, in cents.' })),
        credited_at: nullable(moment(), { description: 'When it was added to your wallet.' }),
      },
      { title: 'ReturnRefundState', description: 'Status of the refund. Null if the return was denied.' },
    ),
  ),
  created_at: moment(),
  updated_at: moment(),
};

const Return = Type.Object(returnFields, { title: 'Return', description: 'A return and its refund.' });

export const ReturnView = withExample(Return, exampleReturn);

export const ReturnRefund = withExample(
  Type.Object({
    return_id: uuid({ description: 'UUID of the return.' }),
    paid_by: Type.Enum(['wallet', 'retailer'], {
      description:
        'Who refunds you. `retailer`: the order was placed with your own retailer account, and the retailer pays you directly.',
    }),
    credited_cents: nullable(Type.Integer({ description: 'What was added to your wallet, in cents. Null: nothing.' })),
    currency: Type.String(),
    resolved_at: nullable(moment(), { description: 'When the return was resolved.' }),
  }),
  {
    return_id: exampleReturn.id,
    paid_by: 'wallet',
    credited_cents: 1999,
    currency: 'USD',
    resolved_at: '2026-08-21T10:00:02.000Z',
  },
);

export const ReturnList = withExample(
  Type.Object({ return_requests: Type.Array(Return, { description: 'Returns, newest first.' }), ...pageFields }),
  {
    return_requests: [exampleReturn],
    ...pageOf(1, { limit: 50, offset: 0 }),
  },
);

export const ReturnListQuery = Type.Object({
  ...pageQuery,
  after: afterField('id'),
  status: Type.Optional(Type.Enum([...returnStatuses], { description: 'Only returns with this status.' })),
  search: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 255,
      description: 'Start of a return ID, order ID or store return number.',
    }),
  ),
});

export const LabelPath = Type.Object({ label_id: uuid({ description: 'UUID of the label.' }) });

/** People open this link, and mail programs and chats add their own parameters. */
export const LabelQuery = Type.Object(
  {
    expires: Type.Optional(
      Type.String({ maxLength: 100, description: 'When the link expires, in Unix seconds. Part of the signed link.' }),
    ),
    signature: Type.Optional(Type.String({ description: 'Signature of the link.', maxLength: 1000 })),
  },
  { additionalProperties: true },
);
