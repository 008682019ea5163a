import { Type } from 'typebox';
import { closed, moment, nullable, uuid, withExample } from '../../../platform/http/index.ts';
import { CheckpointView } from '../../orders/orders/index.ts';
import { ActionView, accountFields, at, count, exampleAccount, world } from './schema.ts';

export const ParcelPath = Type.Object({ parcel_id: uuid({ description: "Any parcel's id." }) });
export const SessionPath = Type.Object({ session_id: uuid({ description: "Any session's id." }) });

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

const cents = () => nullable(Type.Integer({ minimum: 0, maximum: 100_000_000_000 }));
const limits = {
  spend_per_day_cents: cents(),
  spend_per_order_cents: cents(),
  allowed_retailers: nullable(
    Type.Array(Type.String({ minLength: 1, maxLength: 253 }), { minItems: 1, maxItems: 100 }),
  ),
};

export const KeyLimitsBody = withExample(
  closed({
    spend_per_day_cents: Type.Optional(limits.spend_per_day_cents),
    spend_per_order_cents: Type.Optional(limits.spend_per_order_cents),
    allowed_retailers: Type.Optional(limits.allowed_retailers),
    reason: Type.String({ minLength: 1, maxLength: 500, description: 'For your colleagues and the audit log.' }),
  }),
  { spend_per_day_cents: 50_000, spend_per_order_cents: null, reason: 'Agreed with the customer.' },
);

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

export const RefundBody = closed(
  {
    id: uuid({ description: 'Names this refund: the same id again refunds nothing.' }),
    amount_cents: Type.Integer({ minimum: 1, maximum: 100_000_000_000 }),
    note: Type.String({ minLength: 1, maxLength: 500, description: 'Why; the customer sees it in the transactions.' }),
  },
  { examples: [{ id: '1b4e28ba-2fa1-4d2e-883f-0016d3cca427', amount_cents: 500, note: 'It came scratched.' }] },
);

export const RefundView = withExample(
  Type.Object({
    id: uuid(),
    order_id: uuid(),
    account_id: uuid(),
    world: world(),
    amount_cents: count(),
    note: Type.String(),
    refundable_cents: Type.Integer({ minimum: 0, description: 'What could still be given back.' }),
    created_at: moment(),
  }),
  {
    id: '1b4e28ba-2fa1-4d2e-883f-0016d3cca427',
    order_id: exampleOwned.order_id,
    account_id: exampleAccount.account_id,
    world: 'live' as const,
    amount_cents: 500,
    note: 'It came scratched.',
    refundable_cents: 1499,
    created_at: at,
  },
);
