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
      order_id: uuid({ description: 'An order of yours that was placed.' }),
      items: Type.Array(
        closed({
          order_item_id: uuid({ description: "The id of one of the order's items." }),
          quantity: Type.Integer({ minimum: 1, maximum: 10_000, examples: [1] }),
        }),
        { minItems: 1, maxItems: 100, description: 'What is to go back. An item that is listed twice is meant twice.' },
      ),
      reason: Type.Enum([...returnReasons]),
      notes: Type.Optional(nullable(Type.String({ maxLength: 2000, description: 'For the retailer.' }))),
    },
    { title: 'NewReturn' },
  ),
  { order_id: exampleReturn.order_id, items: exampleReturn.items, reason: 'wrong_size', notes: exampleReturn.notes },
);
export type ReturnBody = Static<typeof ReturnBody>;

export const returnFields = {
  id: uuid(),
  order_id: uuid(),
  status: Type.Enum([...returnStatuses], {
    description:
      'open: the retailer has not decided. approved: send it back; the refund follows. credited: the money is on your wallet. ' +
      'denied: the retailer refused, or rejected what came back. An approved return becomes credited or denied, unless the ' +
      'retailer refunds you directly (refund.status paid_by_retailer).',
  }),
  reason: Type.Enum([...returnReasons]),
  notes: nullable(Type.String()),
  items: Type.Array(Type.Object({ order_item_id: uuid(), quantity: Type.Integer() })),
  label_urls: Type.Array(Type.String(), {
    description: 'One PDF per parcel. Each link is good for seven days; fetching the return again makes fresh ones.',
  }),
  merchant_return_id: nullable(Type.String({ description: "The retailer's own number for it." })),
  resolution_notes: nullable(Type.String()),
  refund: nullable(
    Type.Object(
      {
        status: Type.Enum(['waiting', 'credited', 'paid_by_retailer'], {
          description:
            'waiting: expected from the retailer. credited: added to your wallet. paid_by_retailer: bought with your own ' +
            'retailer account, so the retailer refunds you directly.',
        }),
        expected_cents: nullable(
          Type.Integer({ description: 'What you will be credited if the retailer refunds all of it.' }),
        ),
        credited_cents: nullable(Type.Integer({ description: 'What was added to your wallet.' })),
        credited_at: nullable(moment()),
      },
      { title: 'ReturnRefundState', description: 'Where the money is. Null when the return was denied.' },
    ),
  ),
  created_at: moment(),
  updated_at: moment(),
};

const Return = Type.Object(returnFields, { title: 'Return' });

export const ReturnView = withExample(Return, exampleReturn);

export const ReturnRefund = withExample(
  Type.Object({
    return_id: uuid(),
    paid_by: Type.Enum(['wallet', 'retailer'], {
      description:
        'Who refunds you. retailer: it was bought with your own account there, and the retailer pays you directly.',
    }),
    credited_cents: nullable(Type.Integer({ description: 'Null where nothing was credited.' })),
    currency: Type.String(),
    resolved_at: nullable(moment()),
  }),
  {
    return_id: exampleReturn.id,
    paid_by: 'wallet',
    credited_cents: 1999,
    currency: 'USD',
    resolved_at: '2026-08-21T10:00:02.000Z',
  },
);

export const ReturnList = withExample(Type.Object({ return_requests: Type.Array(Return), ...pageFields }), {
  return_requests: [exampleReturn],
  ...pageOf(1, { limit: 50, offset: 0 }),
});

export const ReturnListQuery = Type.Object({
  ...pageQuery,
  after: afterField('id'),
  status: Type.Optional(Type.Enum([...returnStatuses])),
  search: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 255,
      description: 'The beginning of a return id, order id or merchant return id.',
    }),
  ),
});

export const ReturnPath = Type.Object({ return_request_id: uuid({ description: "The return's id." }) });

export const LabelPath = Type.Object({ label_id: uuid({ description: "The label's id." }) });

/** A link that people open, and that mail programs and chats add their own parameters to. */
export const LabelQuery = Type.Object(
  {
    expires: Type.Optional(Type.String({ maxLength: 100, description: 'Unix seconds; part of the signed link.' })),
    signature: Type.Optional(Type.String({ maxLength: 1000 })),
  },
  { additionalProperties: true },
);
