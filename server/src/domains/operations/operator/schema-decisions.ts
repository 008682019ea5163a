import { type Static, Type } from 'typebox';
import { trackingStatuses } from '../../../connectors/contract.ts';
import { closed, moment, nullable, pageQuery, uuid, withExample } from '../../../platform/http/index.ts';
import { caseFields, exampleCase, exampleListedCase, listedCaseFields } from '../../delivery/cases/index.ts';
import { exampleReturn, returnFields, returnStatuses } from '../../delivery/returns/index.ts';
import { exampleOrderView, OrderView, orderStatuses, TimelineView } from '../../orders/orders/index.ts';
import { accountFields, at, count, exampleAccount } from './schema.ts';

// ---- unknown outcomes ----

export const DoubtView = Type.Object({
  order_id: uuid(),
  ...accountFields,
  retailer: Type.String(),
  max_price_cents: count('The most that the store may charge, in cents.'),
  fee_cents: count('Service fee for the order, in cents.'),
  paid_by_client: Type.Boolean({
    description: "Whether the customer's own card pays, so that the wallet holds only the fee.",
  }),
  submitted_at: Type.String({ format: 'date-time', description: 'When the order was submitted to the store.' }),
  needs_review_at: Type.String({ format: 'date-time', description: 'When automatic checks stopped.' }),
  evidence: Type.Object(
    {
      reference: Type.String({ description: "What to search for in the store's order history." }),
      checkout_kept: Type.Boolean({ description: 'Whether the details of the cart were kept.' }),
      bought_with: nullable(
        Type.Object({
          short_id: Type.String({ description: 'Short ID of the account.' }),
          email: Type.String({ description: 'Email address used to log in to the retailer.' }),
          is_own: Type.Boolean({ description: 'Whether the account belongs to the service.' }),
        }),
        { description: 'Retailer account that was used.' },
      ),
      times_asked: nullable(count(), { description: 'Number of times Errand checked with the store.' }),
      last_answer: nullable(Type.String({ description: 'Last response from the store.' })),
      timeline: TimelineView.properties.milestones,
    },
    { description: 'Evidence about the purchase.' },
  ),
  order: OrderView,
});

export const UnknownOutcomeList = withExample(
  Type.Object({
    doubts: Type.Array(DoubtView, { description: 'Orders that need review, longest waiting first.' }),
    total: count(),
  }),
  {
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
          timeline: [
            { type: 'order_created', label: 'Order received', occurred_at: at, source: 'service', detail: {} },
          ],
        },
        order: exampleOrderView,
      },
    ],
    total: 1,
  },
);

export const DecideBody = closed(
  {
    outcome: Type.Enum(['bought', 'not_bought'], { description: "What the store's order history shows." }),
    total_cents: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 100_000_000_000,
        description: 'What the store charged, in cents. Required if bought.',
      }),
    ),
    merchant_order_id: Type.Optional(
      Type.String({ minLength: 1, maxLength: 255, description: "The store's order number. Required if bought." }),
    ),
    note: Type.String({ minLength: 1, maxLength: 2000, description: 'What you saw, for the audit log.' }),
  },
  {
    examples: [
      {
        outcome: 'bought',
        total_cents: 1999,
        merchant_order_id: '112-5550123',
        note: "Found in the account's order history, delivered on Tuesday.",
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
  merchant_order_ids: Type.Array(Type.String(), { description: "The store's order numbers." }),
  charged_cents: nullable(count(), { description: 'What the store charged for the order, in cents.' }),
  worth_cents: Type.Integer({ minimum: 0, description: 'What a credit would add to the wallet, in cents.' }),
  credited_cents: nullable(count(), { description: 'What was added to the wallet, in cents.' }),
  approved_at: nullable(moment(), { description: 'When the return was approved.' }),
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
  status: Type.Optional(Type.Enum([...returnStatuses], { description: 'Only returns with this status.' })),
  refund: Type.Optional(
    Type.Enum(['waiting', 'overdue'], {
      description:
        'Only approved returns whose refund has not arrived, longest waiting first. `overdue`: live returns approved more than 30 days ago, and those with a refund that Errand cannot read.',
    }),
  ),
});

export const OperatorReturnList = withExample(
  Type.Object({
    returns: Type.Array(Type.Object(operatorReturn), { description: 'Returns, newest first.' }),
    total: count(),
  }),
  { returns: [exampleOperatorReturn], total: 1 },
);

export const OperatorReturnView = withExample(Type.Object(operatorReturn), exampleOperatorReturn);

export const ResolveBody = closed(
  {
    status: Type.Enum(['approved', 'denied', 'credited'], {
      description:
        'An open return can become any status. An approved one can become `credited` (refunded) or `denied`.',
    }),
    resolution_notes: Type.Optional(
      nullable(
        Type.String({ maxLength: 2000, description: 'Reason. The customer sees it, and it is kept in the audit log.' }),
      ),
    ),
    amount_cents: Type.Optional(
      nullable(
        Type.Integer({
          minimum: 0,
          maximum: 1_000_000_000,
          description: 'With `credited`, what the retailer refunded, in cents. Defaults to the full amount paid.',
        }),
      ),
    ),
  },
  { examples: [{ status: 'credited', resolution_notes: 'Keep it.' }] },
);

export const ResolvedView = withExample(
  Type.Object({ ...operatorReturn, message: Type.String({ description: 'What happened, in plain language.' }) }),
  { ...exampleOperatorReturn, message: 'Approved, with 1 label.' },
);

// ---- cases ----

const caseOwner = {
  ...accountFields,
  retailer: Type.String(),
  order_status: Type.Enum([...orderStatuses], { description: 'Status of the order that the case is about.' }),
  tracking_statuses: Type.Array(Type.Enum([...trackingStatuses]), { description: 'Status of each package.' }),
  is_late: Type.Boolean({ description: 'Whether a package in the order is late.' }),
};
const exampleOwner = {
  ...exampleAccount,
  retailer: 'walmart',
  order_status: 'order_placed' as const,
  tracking_statuses: ['in_transit' as const],
  is_late: false,
};

export const OperatorCaseList = withExample(
  Type.Object({
    cases: Type.Array(Type.Object({ ...listedCaseFields, ...caseOwner }), {
      description: 'Cases, most recently changed first.',
    }),
    total: count(),
  }),
  { cases: [{ ...exampleListedCase, ...exampleOwner }], total: 1 },
);

export const OperatorCaseView = withExample(
  Type.Object({
    ...caseFields,
    ...caseOwner,
    refundable_cents: Type.Integer({
      minimum: 0,
      description: 'What can still be refunded, in cents.',
    }),
  }),
  { ...exampleCase, ...exampleOwner, refundable_cents: 1999 },
);
