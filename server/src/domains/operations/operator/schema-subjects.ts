import { Type } from 'typebox';
import { moment, nullable, uuid, withExample } from '../../../platform/http/index.ts';
import { roles } from '../../access/accounts/index.ts';
import { CheckpointView, exampleOrderView, OrderView, TimelineView } from '../../orders/orders/index.ts';
import { ActionView, accountFields, at, count, exampleAccount, exampleAction, world } from './schema.ts';

// ---- rows that belong to a subject ----

export const SessionView = Type.Object({
  id: uuid(),
  email: Type.String({ description: 'Who is signed in.' }),
  signed_in_at: moment(),
  expires_at: moment(),
  ip_address: nullable(Type.String()),
  browser: nullable(Type.String({ description: 'As the browser names itself.' })),
});

export const MoveView = Type.Object({
  id: Type.String(),
  world: world(),
  type: Type.String(),
  amount_cents: Type.Integer(),
  from: Type.String(),
  to: Type.String(),
  order_id: nullable(uuid()),
  by_operator: Type.Boolean(),
  note: nullable(Type.String()),
  created_at: moment(),
});

export const RequestView = Type.Object({
  request_id: Type.String(),
  at: moment(),
  method: Type.String(),
  path: Type.String(),
  status: Type.Integer(),
  ms: Type.Integer(),
  error_code: nullable(Type.String()),
});

export const MoneyView = Type.Object({
  id: Type.String(),
  type: Type.String(),
  amount_cents: Type.Integer(),
  from: Type.String(),
  to: Type.String(),
  note: nullable(Type.String()),
  created_at: moment(),
});

export const ToldView = Type.Object({ stage: Type.String(), created_at: moment() });

export const DeliveryView = Type.Object({
  id: uuid(),
  event: Type.String(),
  status: Type.String(),
  attempts: count(),
  response_status: nullable(Type.Integer()),
  created_at: moment(),
});

export const JobView = Type.Object({
  id: Type.String(),
  kind: Type.String(),
  attempts: count(),
  error: nullable(Type.String()),
  next_attempt_at: nullable(moment()),
  dead_at: nullable(moment()),
});

export const NamedEventView = Type.Object({ id: uuid(), type: Type.String(), created_at: moment() });

export const PersonView = Type.Object({
  id: uuid(),
  email: Type.String(),
  name: nullable(Type.String()),
  role: Type.Enum([...roles]),
  joined_at: moment(),
});

export const KeyView = Type.Object({
  id: uuid(),
  world: world(),
  label: Type.String(),
  hint: Type.String({ description: 'The last four characters.' }),
  scopes: Type.Array(Type.String()),
  spend_per_day_cents: nullable(Type.Integer()),
  spend_per_order_cents: nullable(Type.Integer()),
  created_at: moment(),
  last_used_at: nullable(moment()),
  revoked_at: nullable(moment()),
  frozen_at: nullable(moment()),
});

export const ListedOrderView = Type.Object({
  id: uuid(),
  world: world(),
  status: OrderView.properties.status,
  retailer: Type.String(),
  recipient: Type.String(),
  max_price_cents: Type.Integer(),
  charged_cents: nullable(Type.Integer()),
  tracking_numbers: Type.Array(Type.Object({ status: Type.String() }), {
    description: 'Where its parcels are.',
  }),
  created_at: moment(),
});

// ---- subjects ----

export const OrderFileView = withExample(
  Type.Object({
    ...accountFields,
    api_key_id: nullable(uuid()),
    recipient_email: nullable(Type.String()),
    order: OrderView,
    timeline: TimelineView.properties.milestones,
    money: Type.Array(MoneyView),
    mails: Type.Array(ToldView, {
      description: 'What the recipient was told by mail.',
    }),
    deliveries: Type.Array(DeliveryView, { description: 'Webhook messages, newest first.' }),
    jobs: Type.Array(JobView, { description: 'Work that is still to be done for it.' }),
    events: Type.Array(NamedEventView, {
      description: 'What was told of it, newest first.',
    }),
    requests: Type.Array(RequestView, { description: 'Calls that named it, newest first.' }),
    audit: Type.Array(ActionView),
  }),
  {
    ...exampleAccount,
    api_key_id: null,
    recipient_email: null,
    order: exampleOrderView,
    timeline: [],
    money: [],
    mails: [],
    deliveries: [],
    jobs: [],
    events: [],
    requests: [],
    audit: [exampleAction],
  },
);

export const CustomerView = withExample(
  Type.Object({
    account_id: uuid(),
    account_email: nullable(Type.String()),
    created_at: moment(),
    sessions: Type.Integer({ minimum: 0, description: 'Browsers that are signed in.' }),
    last_signed_in_at: nullable(moment()),
    worlds: Type.Array(
      Type.Object({ world: world(), available_cents: Type.Integer(), held_cents: Type.Integer(), orders: count() }),
    ),
    people: Type.Array(PersonView, { description: 'Who works on the account.' }),
    session_list: Type.Array(SessionView, { description: 'Who is signed in where, newest first.' }),
    money: Type.Array(MoveView, { description: 'The latest 25 movements of each wallet.' }),
    keys: Type.Array(KeyView),
    orders: Type.Array(ListedOrderView, { description: 'The latest twenty of both worlds.' }),
    audit: Type.Array(ActionView),
  }),
  {
    account_id: exampleAccount.account_id,
    account_email: exampleAccount.account_email,
    created_at: at,
    sessions: 1,
    last_signed_in_at: at,
    worlds: [{ world: 'live', available_cents: 5000, held_cents: 0, orders: 3 }],
    people: [],
    session_list: [],
    money: [],
    keys: [],
    orders: [],
    audit: [],
  },
);
const cents = () => nullable(Type.Integer({ minimum: 0, maximum: 100_000_000_000 }));
export const limits = {
  spend_per_day_cents: cents(),
  spend_per_order_cents: cents(),
  allowed_retailers: nullable(
    Type.Array(Type.String({ minLength: 1, maxLength: 253 }), { minItems: 1, maxItems: 100 }),
  ),
};

export const KeyFileView = withExample(
  Type.Object({
    id: uuid(),
    ...accountFields,
    label: Type.String(),
    hint: Type.String(),
    scopes: Type.Array(Type.String()),
    limits: Type.Object(limits),
    allowed_addresses: nullable(Type.Array(Type.String())),
    spent_today_cents: Type.Integer({ description: 'Held by its orders of today (UTC).' }),
    expires_at: nullable(moment()),
    created_at: moment(),
    last_used_at: nullable(moment()),
    revoked_at: nullable(moment()),
    frozen_at: nullable(moment()),
    requests: Type.Array(RequestView, { description: 'The latest thirty.' }),
    audit: Type.Array(ActionView),
  }),
  {
    id: '8f14e45f-ceea-4c67-a1a2-6f4922f45568',
    ...exampleAccount,
    label: 'Warehouse',
    hint: 'x9Kq',
    scopes: ['read', 'order'],
    limits: { spend_per_day_cents: 50_000, spend_per_order_cents: null, allowed_retailers: null },
    allowed_addresses: null,
    spent_today_cents: 1999,
    expires_at: null,
    created_at: at,
    last_used_at: at,
    revoked_at: null,
    frozen_at: null,
    requests: [],
    audit: [],
  },
);

const owned = { ...accountFields, order_id: uuid(), retailer: Type.String(), recipient: Type.String() };
const exampleOwned = {
  ...exampleAccount,
  order_id: '0b9c1c5e-6d0f-4c1b-9f43-2f6f4b7f1a52',
  retailer: 'walmart',
  recipient: 'Jane Doe',
};

export const ParcelFileView = withExample(
  Type.Object({
    ...owned,
    id: uuid(),
    carrier: nullable(Type.String()),
    tracking_number: nullable(Type.String()),
    status: Type.String(),
    merchant_order_id: nullable(Type.String()),
    estimated_delivery_date: nullable(Type.String()),
    checkpoints: Type.Array(CheckpointView, { description: 'Newest first.' }),
  }),
  {
    ...exampleOwned,
    id: '3f2b1a90-7c1d-4d0e-9a55-0e6f1f1b2c3d',
    carrier: 'UPS',
    tracking_number: '1Z999AA10123456784',
    status: 'in_transit',
    merchant_order_id: '200012345678',
    estimated_delivery_date: '2026-08-24',
    checkpoints: [],
  },
);

export const MailFileView = withExample(
  Type.Object({
    ...owned,
    to: Type.String(),
    mails: Type.Array(
      Type.Object({
        stage: Type.String(),
        at: moment(),
        subject: Type.String(),
        text: Type.String(),
        state: Type.Enum(['sent', 'waiting', 'given_up']),
        error: nullable(Type.String()),
      }),
    ),
  }),
  {
    ...exampleOwned,
    to: 'friend@example.com',
    mails: [
      { stage: 'placed', at, subject: 'Your order', text: 'It was placed.', state: 'sent' as const, error: null },
    ],
  },
);
