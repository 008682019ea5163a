import { type Static, Type } from 'typebox';
import { trackingStatuses } from '../../../connectors/contract.ts';
import { closed, moment, nullable, pageQuery, uuid, withExample } from '../../../platform/http/index.ts';
import { caseFields, exampleCase, exampleListedCase, listedCaseFields } from '../../delivery/cases/index.ts';
import { exampleReturn, returnFields, returnStatuses } from '../../delivery/returns/index.ts';
import { exampleOrderView, OrderView, orderStatuses, TimelineView } from '../../orders/orders/index.ts';
import { accountFields, at, count, exampleAccount } from './schema.ts';

// ---- doubts ----

export const DoubtView = Type.Object({
  order_id: uuid(),
  ...accountFields,
  retailer: Type.String(),
  max_price_cents: count(),
  fee_cents: count(),
  paid_by_client: Type.Boolean({ description: "The client's own card pays: the wallet holds nothing but the fee." }),
  submitted_at: Type.String({ format: 'date-time', description: 'When the buy button was pressed.' }),
  needs_review_at: Type.String({ format: 'date-time', description: 'When the reconciler gave up.' }),
  evidence: Type.Object({
    reference: Type.String({ description: "What the store's order history was searched for." }),
    checkout_kept: Type.Boolean({ description: 'Whether the connector kept, sealed, what it knows of the cart.' }),
    bought_with: nullable(
      Type.Object({
        short_id: Type.String(),
        email: Type.String(),
        is_own: Type.Boolean({ description: "One of the service's own accounts." }),
      }),
    ),
    times_asked: nullable(count()),
    last_answer: nullable(Type.String({ description: 'The last thing that came of asking.' })),
    timeline: TimelineView.properties.milestones,
  }),
  order: OrderView,
});

export const UnknownOutcomeList = withExample(Type.Object({ doubts: Type.Array(DoubtView), total: count() }), {
  doubts: [
    {
      order_id: exampleOrderView.id,
      ...exampleAccount,
      retailer: 'walmart',
      max_price_cents: 5000,
      fee_cents: 0,
      paid_by_client: false,
      submitted_at: at,
      needs_review_at: at,
      evidence: {
        reference: exampleOrderView.id,
        checkout_kept: true,
        bought_with: null,
        times_asked: 104,
        last_answer: 'The history page does not load.',
        timeline: [{ type: 'order_created', label: 'Order received', occurred_at: at, source: 'service', detail: {} }],
      },
      order: exampleOrderView,
    },
  ],
  total: 1,
});

export const DecideBody = closed(
  {
    outcome: Type.Enum(['bought', 'not_bought']),
    total_cents: Type.Optional(
      Type.Integer({ minimum: 0, maximum: 100_000_000_000, description: 'What the retailer charged; for bought.' }),
    ),
    merchant_order_id: Type.Optional(
      Type.String({ minLength: 1, maxLength: 255, description: "The retailer's order number; for bought." }),
    ),
    note: Type.String({ minLength: 1, maxLength: 2000, description: 'What you saw, for the audit log.' }),
  },
  {
    examples: [
      {
        outcome: 'bought',
        total_cents: 1999,
        merchant_order_id: '112-5550123',
        note: 'In the order history of the account, delivered on Tuesday.',
      },
    ],
  },
);
export type DecideBody = Static<typeof DecideBody>;
export const DecidedView = withExample(OrderView, exampleOrderView);

// ---- returns ----

const operatorReturn = {
  ...returnFields,
  ...accountFields,
  retailer: Type.String(),
  merchant_order_ids: Type.Array(Type.String()),
  charged_cents: nullable(count()),
  worth_cents: Type.Integer({ minimum: 0, description: 'What crediting it would put on the wallet.' }),
  credited_cents: nullable(count()),
  approved_at: nullable(moment()),
};
const exampleOperatorReturn = {
  ...exampleReturn,
  ...exampleAccount,
  retailer: 'walmart',
  merchant_order_ids: ['200012345678'],
  charged_cents: 1999,
  worth_cents: 1999,
  credited_cents: null,
  approved_at: '2026-08-21T10:00:02.000Z',
};

export const ReturnQuery = Type.Object({
  ...pageQuery,
  status: Type.Optional(Type.Enum([...returnStatuses])),
  refund: Type.Optional(
    Type.Enum(['waiting', 'overdue'], {
      description:
        'Approved returns whose refund has not arrived, the longest waiting first. overdue: live returns approved more ' +
        'than 30 days ago.',
    }),
  ),
});

export const OperatorReturnList = withExample(
  Type.Object({ returns: Type.Array(Type.Object(operatorReturn)), total: count() }),
  { returns: [exampleOperatorReturn], total: 1 },
);

export const ResolveBody = closed(
  {
    status: Type.Enum(['approved', 'denied', 'credited'], {
      description:
        'An open return takes each; an approved one takes credited (refunded) and denied (rejected on inspection).',
    }),
    resolution_notes: Type.Optional(
      nullable(Type.String({ maxLength: 2000, description: 'Shown to the customer, and in the audit log.' })),
    ),
    amount_cents: Type.Optional(
      nullable(
        Type.Integer({
          minimum: 0,
          maximum: 1_000_000_000,
          description: 'With credited: what the retailer refunded, if not all. At most what was paid for the items.',
        }),
      ),
    ),
  },
  { examples: [{ status: 'credited', resolution_notes: 'Keep it.' }] },
);

export const ResolvedView = withExample(
  Type.Object({ ...operatorReturn, message: Type.String({ description: 'What came of it, in words.' }) }),
  { ...exampleOperatorReturn, message: 'Approved, with 1 label.' },
);

// ---- cases ----

const caseOwner = {
  ...accountFields,
  retailer: Type.String(),
  order_status: Type.Enum([...orderStatuses]),
  tracking_statuses: Type.Array(Type.Enum([...trackingStatuses]), { description: 'Of its parcels.' }),
};
const exampleOwner = {
  ...exampleAccount,
  retailer: 'walmart',
  order_status: 'order_placed' as const,
  tracking_statuses: ['in_transit' as const],
};

export const OperatorCaseList = withExample(
  Type.Object({ cases: Type.Array(Type.Object({ ...listedCaseFields, ...caseOwner })), total: count() }),
  { cases: [{ ...exampleListedCase, ...exampleOwner }], total: 1 },
);

export const OperatorCaseView = withExample(
  Type.Object({
    ...caseFields,
    ...caseOwner,
    refundable_cents: Type.Integer({
      minimum: 0,
      description: 'What of the captured money could still be given back.',
    }),
  }),
  { ...exampleCase, ...exampleOwner, refundable_cents: 1999 },
);
