import { Type } from 'typebox';
import { moment, nullable, uuid, withExample } from '../../../platform/http/index.ts';
import { returnStatuses } from '../../delivery/returns/index.ts';
import { currencyField } from '../../money/wallet/index.ts';
import { orderStatuses } from '../../orders/orders/index.ts';
import { taskKinds } from './read-today.ts';
import { accountFields, at, count, exampleAccount, world } from './schema.ts';
import { ListedOrderView, MoveView } from './schema-subjects.ts';

const worldFilter = { world: Type.Optional(Type.Enum(['test', 'live'], { description: 'Mode. `live` by default.' })) };
const accountFilter = { account_id: Type.Optional(uuid({ description: 'Only movements on this account.' })) };
const cursor = {
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, description: 'Rows on the page. 50 by default.' })),
  after: Type.Optional(
    Type.String({ minLength: 1, maxLength: 254, description: 'Where the page starts: `next` from the previous page.' }),
  ),
};
const nextFields = {
  next: nullable(Type.String(), {
    description: 'Send it as `after` to get the next page. Null: this is the last page.',
  }),
  scanned_until: nullable(moment(), {
    description:
      'Set if few rows match: the page ends here because 2,000 rows were scanned, and `next` continues. Null otherwise.',
  }),
};

export const anyOrderFilters = {
  ...worldFilter,
  ...accountFilter,
  status: Type.Optional(Type.Enum([...orderStatuses], { description: 'Only orders with this status.' })),
  late: Type.Optional(Type.Literal('true', { description: 'Only orders that are late.' })),
  retailer: Type.Optional(Type.String({ minLength: 1, maxLength: 253, description: 'Only orders from this store.' })),
  search: Type.Optional(
    Type.String({
      minLength: 2,
      maxLength: 255,
      description: 'ID, number, recipient or product. Returns the newest 50 that match.',
    }),
  ),
  from: Type.Optional(Type.String({ format: 'date-time', description: 'Created at this time or later.' })),
  before: Type.Optional(Type.String({ format: 'date-time', description: 'Created before this time.' })),
};
export const AnyOrderQuery = Type.Object({ ...anyOrderFilters, ...cursor });
export const AnyOrderExportQuery = Type.Object(anyOrderFilters);

const AnyOrderRow = Type.Object({
  ...ListedOrderView.properties,
  ...accountFields,
  refunded_cents: count('Refunded by support or for partial cancellations by the store, in cents.'),
  error_type: nullable(Type.String(), { description: 'Why it failed, if it did.' }),
});
export const AnyOrderList = withExample(
  Type.Object({ orders: Type.Array(AnyOrderRow, { description: 'Orders, newest first.' }), ...nextFields }),
  {
    orders: [
      {
        ...exampleAccount,
        id: '0b9c1c5e-6d0f-4c1b-9f43-2f6f4b7f1a52',
        status: 'order_placed' as const,
        retailer: 'walmart',
        recipient: 'Jane Doe',
        max_price_cents: 5000,
        charged_cents: 1999,
        refunded_cents: 0,
        error_type: null,
        tracking_numbers: [],
        is_late: false,
        created_at: at,
      },
    ],
    next: null,
    scanned_until: null,
  },
);

export const customerFilters = {
  ...worldFilter,
  search: Type.Optional(Type.String({ minLength: 2, maxLength: 254, description: 'Part of the email address.' })),
};
export const CustomerQuery = Type.Object({ ...customerFilters, ...cursor });
export const CustomerExportQuery = Type.Object(customerFilters);

export const CustomerList = withExample(
  Type.Object({
    customers: Type.Array(
      Type.Object({
        account_id: uuid(),
        account_email: Type.String({ description: 'Email address of the account.' }),
        available_cents: Type.Integer({ description: 'What new orders can use, in cents.' }),
        held_cents: Type.Integer({ description: 'On hold, in cents.' }),
        last_order_at: nullable(moment(), { description: 'When the last order in this mode was created.' }),
        created_at: moment(),
      }),
      { description: 'Customers, sorted by email address.' },
    ),
    ...nextFields,
  }),
  {
    customers: [
      {
        account_id: exampleAccount.account_id,
        account_email: exampleAccount.account_email,
        available_cents: 5000,
        held_cents: 0,
        last_order_at: at,
        created_at: at,
      },
    ],
    next: null,
    scanned_until: null,
  },
);

export const moveFilters = {
  ...worldFilter,
  ...accountFilter,
  currency: Type.Optional(currencyField({ default: 'USD' })),
  type: Type.Optional(
    Type.Enum(['fund', 'debit', 'hold', 'capture', 'fee', 'release', 'refund', 'refund_fee', 'credit'], {
      description: 'Only movements of this type.',
    }),
  ),
};
export const MoveQuery = Type.Object({ ...moveFilters, ...cursor });
export const MoveExportQuery = Type.Object(moveFilters);

export const MoveList = withExample(
  Type.Object({
    movements: Type.Array(Type.Object({ ...MoveView.properties, ...accountFields, world: world() }), {
      description: 'Ledger entries, newest first.',
    }),
    ...nextFields,
  }),
  { movements: [], next: null, scanned_until: null },
);

export const ReturnExportQuery = Type.Object({
  status: Type.Optional(Type.Enum([...returnStatuses], { description: 'Only returns with this status.' })),
});

export const TodayView = withExample(
  Type.Object({
    tasks: Type.Array(
      Type.Object({
        kind: Type.Enum([...taskKinds], { description: 'What has to be done.' }),
        id: Type.String({ description: 'ID of the order, case, return, charge, alert, job or endpoint.' }),
        since: moment({ description: 'When it started waiting.' }),
        world: nullable(world(), { description: 'Mode. Null: it concerns the whole service.' }),
        order_id: nullable(uuid(), { description: 'The order that it is about, if any.' }),
        account_id: nullable(uuid(), { description: 'The customer, if it is about one.' }),
        account_email: nullable(Type.String(), { description: 'Email address of the customer.' }),
        retailer: nullable(Type.String(), { description: 'Store where the order is placed.' }),
        note: nullable(Type.String(), { description: 'More about the task.' }),
      }),
      { description: 'Tasks, longest waiting first.' },
    ),
    has_more: Type.Boolean({
      description: 'True if a kind has more than 100 tasks. Up to 100 of each kind are listed.',
    }),
  }),
  {
    has_more: false,
    tasks: [
      {
        kind: 'case' as const,
        id: '0b9c1c5e-6d0f-4c1b-9f43-2f6f4b7f1a52',
        since: at,
        ...exampleAccount,
        order_id: '0b9c1c5e-6d0f-4c1b-9f43-2f6f4b7f1a52',
        retailer: 'walmart',
        note: 'Where is my package?',
      },
    ],
  },
);
