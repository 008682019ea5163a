import { Type } from 'typebox';
import { recordOf } from '../../../kit/known-keys.ts';
import { moment, nullable, pageQuery, uuid, withExample } from '../../../platform/http/index.ts';
import { orderStatuses } from '../../orders/orders/index.ts';

export const world = () => Type.Enum(['test', 'live']);
export const count = () => Type.Integer({ minimum: 0 });
export const at = '2026-08-21T10:00:00.000Z';
export const exampleAccount = {
  world: 'live' as const,
  account_id: '5d0c3f5e-61a6-4a3a-8e5b-6d7c8b9a0f1e',
  account_email: 'jane@example.com',
};
export const accountFields = {
  world: world(),
  account_id: uuid(),
  account_email: nullable(Type.String({ description: 'Null for a sandbox that nobody has claimed.' })),
};

export const PageQuery = Type.Object(pageQuery);

/** From when on orders are counted where there were too many. */
export const OrdersSince = Type.Object(
  { test: nullable(moment()), live: nullable(moment()) },
  {
    description:
      'Null: every order of the last 24 hours is counted. Otherwise more than 2,000 were made; the newest 2,000 are counted, which were made since then.',
  },
);

// ---- overview ----

const healthStatus = () => Type.Enum(['up', 'degraded', 'down']);
const StatusCounts = Type.Object(recordOf(orderStatuses, () => count()));
const noOrders = {
  pending: 0,
  in_progress: 0,
  order_placed: 0,
  order_failed: 0,
  cancelled: 0,
  cancelled_by_retailer: 0,
};

export const FailingJobView = Type.Object({
  id: Type.String(),
  kind: Type.String(),
  attempts: count(),
  error: Type.String(),
  next_attempt_at: nullable(moment()),
  dead_at: nullable(moment()),
  created_at: moment(),
});

export const OverviewView = withExample(
  Type.Object({
    health: Type.Object(
      {
        status: healthStatus(),
        components: Type.Record(Type.String(), Type.Object({ status: healthStatus() }, { additionalProperties: true })),
      },
      { additionalProperties: true, description: 'As GET /health tells it.' },
    ),
    queue: Type.Object({
      kinds: Type.Array(
        Type.Object({
          kind: Type.String(),
          ready: count(),
          running: count(),
          later: Type.Integer({ minimum: 0, description: 'Not due yet.' }),
          failing: Type.Integer({ minimum: 0, description: 'Failed at the last try and will be tried again.' }),
          dead: Type.Integer({ minimum: 0, description: 'Given up: somebody has to look.' }),
          oldest_ready_at: nullable(moment()),
        }),
      ),
      oldest_ready: nullable(Type.Object({ kind: Type.String(), due_at: moment() })),
      failing: Type.Array(FailingJobView, { description: 'At most 20, the dead first.' }),
    }),
    orders_24h: Type.Object(
      { test: StatusCounts, live: StatusCounts },
      { description: 'Orders made in the last 24 hours, by how they stand now.' },
    ),
    orders_since: OrdersSince,
    waiting: Type.Object({
      doubts: count(),
      open_charges: count(),
      open_returns: count(),
      open_cases: count(),
      failing_webhook_receivers: count(),
      desk: Type.Integer({ minimum: 0, description: 'Orders that people buy.' }),
      firing_alerts: count(),
      switched_off_retailers: count(),
    }),
    ledger: Type.Object({
      is_sound: Type.Boolean(),
      problems: Type.Array(Type.Object({ account_id: nullable(uuid()), world: world(), problem: Type.String() })),
      checked_at: moment(),
    }),
  }),
  {
    health: { status: 'up', components: { database: { status: 'up' } } },
    queue: {
      kinds: [{ kind: 'orders.place', ready: 2, running: 1, later: 0, failing: 0, dead: 0, oldest_ready_at: at }],
      oldest_ready: { kind: 'orders.place', due_at: at },
      failing: [],
    },
    orders_24h: { test: noOrders, live: { ...noOrders, order_placed: 3 } },
    orders_since: { test: null, live: null },
    waiting: {
      doubts: 0,
      open_charges: 0,
      open_returns: 1,
      open_cases: 2,
      failing_webhook_receivers: 0,
      desk: 0,
      firing_alerts: 0,
      switched_off_retailers: 0,
    },
    ledger: { is_sound: true, problems: [], checked_at: at },
  },
);

// ---- charges ----

export const OpenChargeView = Type.Object({
  id: uuid(),
  kind: Type.Enum(['charge', 'refund']),
  world: world(),
  account_id: nullable(uuid()),
  method: Type.String(),
  reference: nullable(Type.String({ description: "The provider's own name for it; null where its answer was lost." })),
  amount_cents: count(),
  since: moment(),
  looks: Type.Integer({ minimum: 0, description: 'How often the provider was asked.' }),
  last_answer: nullable(Type.String()),
});

export const OpenChargeList = withExample(
  Type.Object({
    charges: Type.Array(OpenChargeView),
    total: count(),
  }),
  {
    charges: [
      {
        id: '0b9c1c5e-6d0f-4c1b-9f43-2f6f4b7f1a52',
        kind: 'charge' as const,
        world: 'live' as const,
        account_id: '5d0c3f5e-61a6-4a3a-8e5b-6d7c8b9a0f1e',
        method: 'stripe',
        reference: 'pi_3Q0000000000',
        amount_cents: 5100,
        since: at,
        looks: 3,
        last_answer: 'Stripe reports the status processing',
      },
    ],
    total: 1,
  },
);

// ---- webhooks and the audit log ----

export const FailingView = Type.Object({
  ...accountFields,
  host: Type.String(),
  url: Type.String({ description: 'Without its credentials and its query.' }),
  failures: Type.Integer({ minimum: 1, description: 'In a row, of the message that failed most often.' }),
  last_status: nullable(Type.Integer()),
  last_error: nullable(Type.String()),
  next_attempt_at: nullable(moment()),
  waiting: Type.Integer({ minimum: 0, description: 'Messages that failed and will be tried again.' }),
  failing_since: moment(),
});

export const FailingList = withExample(
  Type.Object({
    receivers: Type.Array(FailingView),
    total: count(),
  }),
  {
    receivers: [
      {
        ...exampleAccount,
        host: 'hooks.example.com',
        url: 'https://hooks.example.com/orders',
        failures: 4,
        last_status: 500,
        last_error: 'The receiver answered 500.',
        next_attempt_at: at,
        waiting: 1,
        failing_since: at,
      },
    ],
    total: 1,
  },
);

const anything = () => Type.Record(Type.String(), Type.Unknown());

export const exampleAction = {
  id: '7',
  at,
  operator_email: 'operator@example.com',
  action: 'retailer.switched_off',
  subject_type: 'retailer',
  subject_id: 'live/walmart',
  before: { enabled: true, reason: null },
  after: { enabled: false, reason: 'Their checkout is down.' },
  note: 'Their checkout is down.',
};

export const ActionView = Type.Object({
  id: Type.String(),
  at: moment(),
  operator_email: Type.String({ description: 'Or "command line".' }),
  action: Type.String(),
  subject_type: Type.String(),
  subject_id: Type.String(),
  before: nullable(anything()),
  after: nullable(anything()),
  note: nullable(Type.String()),
});

const auditFilters = {
  operator: Type.Optional(Type.String({ minLength: 1, maxLength: 254 })),
  action: Type.Optional(Type.String({ minLength: 1, maxLength: 100, examples: ['wallet.credited'] })),
  subject_type: Type.Optional(Type.String({ minLength: 1, maxLength: 100, examples: ['order'] })),
  subject_id: Type.Optional(Type.String({ minLength: 1, maxLength: 255 })),
  from: Type.Optional(Type.String({ format: 'date-time', description: 'Inclusive.' })),
  before: Type.Optional(Type.String({ format: 'date-time', description: 'Exclusive.' })),
};
export const AuditQuery = Type.Object({ ...pageQuery, ...auditFilters });
export const AuditExportQuery = Type.Object(auditFilters);

export const AuditList = withExample(Type.Object({ entries: Type.Array(ActionView), total: count() }), {
  entries: [exampleAction],
  total: 1,
});
