import { Type } from 'typebox';
import { recordOf } from '../../../kit/known-keys.ts';
import { described, moment, nullable, pageQuery, uuid, withExample } from '../../../platform/http/index.ts';
import { orderStatuses } from '../../orders/orders/index.ts';

export const world = () => Type.Enum(['test', 'live']);
export const count = (description?: string) =>
  Type.Integer({ minimum: 0, ...(description === undefined ? {} : { description }) });
export const at = '2026-08-21T10:00:00.000Z';
export const exampleAccount = {
  world: 'live' as const,
  account_id: '5d0c3f5e-61a6-4a3a-8e5b-6d7c8b9a0f1e',
  account_email: 'jane@example.com',
};
export const accountFields = {
  world: world(),
  account_id: uuid(),
  account_email: nullable(
    Type.String({ description: 'Email address of the customer account. Null for an unclaimed sandbox.' }),
  ),
};

export const PageQuery = Type.Object(pageQuery);

export const OrdersSince = Type.Object(
  {
    test: nullable(moment(), { description: 'Time from which test orders are counted.' }),
    live: nullable(moment(), { description: 'Time from which live orders are counted.' }),
  },
  {
    description:
      'Null if every order from the last 24 hours is counted. If there are more than 2,000, only the newest 2,000 are counted, from this time on.',
  },
);

// ---- overview ----

const healthStatus = () => Type.Enum(['up', 'degraded', 'down']);
const StatusCounts = Type.Object(recordOf(orderStatuses, (status) => count(`Orders with status \`${status}\`.`)));
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
  kind: Type.String({ description: 'Kind of job.' }),
  attempts: count('Number of attempts so far.'),
  error: Type.String({ description: 'Why the last attempt failed.' }),
  next_attempt_at: nullable(moment(), { description: 'When the next attempt starts. Null: none.' }),
  dead_at: nullable(moment(), { description: 'When it failed permanently. Null: it will be retried.' }),
  created_at: moment(),
});

export const OverviewView = withExample(
  Type.Object({
    health: Type.Object(
      {
        status: described(healthStatus(), 'Status of the whole service.'),
        details: Type.Record(
          Type.String(),
          Type.Object({ status: described(healthStatus(), 'Status of the part.') }, { additionalProperties: true }),
          { description: 'Status of each part.' },
        ),
      },
      { additionalProperties: true, description: 'The report of GET /health.' },
    ),
    queue: Type.Object(
      {
        kinds: Type.Array(
          Type.Object({
            kind: Type.String({ description: 'Kind of job.' }),
            ready: count('Jobs that are due.'),
            running: count('Jobs that are running.'),
            later: Type.Integer({ minimum: 0, description: 'Jobs that are not due yet.' }),
            failing: Type.Integer({
              minimum: 0,
              description: 'Jobs whose last attempt failed and that will be retried.',
            }),
            dead: Type.Integer({ minimum: 0, description: 'Jobs that failed permanently and need an operator.' }),
            oldest_ready_at: nullable(moment(), { description: 'When the oldest due job became due.' }),
          }),
          { description: 'Jobs by kind.' },
        ),
        oldest_ready: nullable(
          Type.Object({
            kind: Type.String({ description: 'Kind of job.' }),
            due_at: moment({ description: 'When it became due.' }),
          }),
          { description: 'The job that has been due longest.' },
        ),
        failing: Type.Array(FailingJobView, {
          description: 'Failing jobs, up to 20, those that failed permanently first.',
        }),
      },
      { description: 'The job queue.' },
    ),
    orders_24h: Type.Object(
      { test: described(StatusCounts, 'Test orders.'), live: described(StatusCounts, 'Live orders.') },
      { description: 'Orders created in the last 24 hours, by status.' },
    ),
    orders_since: OrdersSince,
    waiting: Type.Object(
      {
        doubts: count('Orders that need review.'),
        open_charges: count('Charges and refunds that have not settled.'),
        open_returns: count('Returns to resolve.'),
        overdue_refunds: count('Live returns whose refund has not arrived 30 days after approval, or cannot be read.'),
        open_cases: count('Cases awaiting a reply.'),
        failing_webhook_receivers: count('Failing webhook endpoints.'),
        desk: Type.Integer({ minimum: 0, description: 'Orders to place manually.' }),
        firing_alerts: count('Active alerts.'),
        switched_off_retailers: count('Disabled retailers.'),
      },
      { description: 'Open tasks for operators.' },
    ),
    ledger: Type.Object(
      {
        is_sound: Type.Boolean({ description: 'Whether the ledger balances.' }),
        problems: Type.Array(
          Type.Object({
            account_id: nullable(uuid(), { description: 'The customer account, if it is about one.' }),
            world: world(),
            problem: Type.String({ description: 'What is wrong.' }),
          }),
          { description: 'What does not balance.' },
        ),
        checked_at: moment({ description: 'When the ledger was checked.' }),
      },
      { description: 'Result of the last ledger check.' },
    ),
  }),
  {
    health: { status: 'up', details: { database: { status: 'up' } } },
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
      overdue_refunds: 0,
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
  kind: Type.Enum(['charge', 'refund'], { description: 'Whether it is a charge or a refund.' }),
  world: world(),
  account_id: nullable(uuid()),
  method: Type.String({ description: 'Payment method.' }),
  reference: nullable(Type.String({ description: "The payment provider's ID. Null if its response was lost." })),
  amount_cents: count("What is charged or refunded, in the currency's minor unit."),
  currency: Type.String({ description: 'Currency of the amount (ISO 4217).' }),
  since: moment({ description: 'When it was started.' }),
  looks: Type.Integer({ minimum: 0, description: 'Number of times Errand checked with the provider.' }),
  last_answer: nullable(Type.String(), { description: 'Last response from the provider.' }),
});

export const OpenChargeList = withExample(
  Type.Object({
    charges: Type.Array(OpenChargeView, { description: 'Charges and refunds, longest waiting first.' }),
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
        currency: 'USD',
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
  host: Type.String({ description: 'Host of the endpoint.' }),
  url: Type.String({ description: 'URL of the endpoint, without credentials and query.' }),
  failures: Type.Integer({
    minimum: 1,
    description: 'Consecutive failed attempts for the delivery that failed the most.',
  }),
  last_status: nullable(Type.Integer(), { description: 'HTTP status of the last attempt. Null: no response.' }),
  last_error: nullable(Type.String(), { description: 'Why the last attempt failed.' }),
  next_attempt_at: nullable(moment(), { description: 'When the next attempt starts. Null: none.' }),
  waiting: Type.Integer({ minimum: 0, description: 'Deliveries that failed and will be retried.' }),
  failing_since: moment({ description: 'When it started to fail.' }),
});

export const FailingList = withExample(
  Type.Object({
    receivers: Type.Array(FailingView, { description: 'Failing endpoints, worst first.' }),
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
        last_error: 'The endpoint returned 500.',
        next_attempt_at: at,
        waiting: 1,
        failing_since: at,
      },
    ],
    total: 1,
  },
);

const anything = (options: { description?: string } = {}) => Type.Record(Type.String(), Type.Unknown(), options);

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
  at: moment({ description: 'When it was done.' }),
  operator_email: Type.String({ description: 'Email address of the operator, or `command line`.' }),
  action: Type.String({ description: 'What was done, such as `wallet.credited`.' }),
  subject_type: Type.String({ description: 'Kind of object that was changed.' }),
  subject_id: Type.String({ description: 'ID of the object.' }),
  before: nullable(anything(), { description: 'The object before the change.' }),
  after: nullable(anything(), { description: 'The object after the change.' }),
  note: nullable(Type.String(), { description: 'Note from the operator.' }),
});

const auditFilters = {
  operator: Type.Optional(
    Type.String({ description: 'Only what this operator did (email address).', minLength: 1, maxLength: 254 }),
  ),
  action: Type.Optional(
    Type.String({ description: 'Only this action.', minLength: 1, maxLength: 100, examples: ['wallet.credited'] }),
  ),
  subject_type: Type.Optional(
    Type.String({
      description: 'Only changes to this kind of object.',
      minLength: 1,
      maxLength: 100,
      examples: ['order'],
    }),
  ),
  subject_id: Type.Optional(Type.String({ description: 'Only changes to this object.', minLength: 1, maxLength: 255 })),
  from: Type.Optional(Type.String({ format: 'date-time', description: 'At this time or later.' })),
  before: Type.Optional(Type.String({ format: 'date-time', description: 'Before this time.' })),
};
export const AuditQuery = Type.Object({ ...pageQuery, ...auditFilters });
export const AuditExportQuery = Type.Object(auditFilters);

export const AuditList = withExample(
  Type.Object({ entries: Type.Array(ActionView, { description: 'Entries, newest first.' }), total: count() }),
  {
    entries: [exampleAction],
    total: 1,
  },
);
