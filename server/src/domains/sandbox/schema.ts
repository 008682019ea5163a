import { Type } from 'typebox';
import { closed, nullable, optionalBody, withExample } from '../../platform/http/index.ts';
import { exampleOrder } from '../orders/orders/index.ts';
import { advances } from './advance-order.ts';
import { holdMoves } from './hold-order.ts';
import { claimedText, claimHints, expiresPolicy } from './model.ts';

export const MintBody = optionalBody(
  closed(
    {
      email: Type.Optional(
        nullable(Type.String({ maxLength: 254 }), {
          description: 'Email address of the person who may claim the sandbox later.',
        }),
      ),
      name: Type.Optional(nullable(Type.String({ maxLength: 100 }), { description: 'Name of the key.' })),
    },
    { examples: [{ name: 'my first agent' }] },
  ),
);

const publicUrl = 'http://127.0.0.1:8080';

export const MintedKey = withExample(
  Type.Object({
    api_key: Type.String({ description: 'The test key. Shown only once. Send it as Authorization: Bearer.' }),
    key: Type.String({ description: 'The same as api_key.' }),
    expires_policy: Type.String({ description: 'When the key expires, in plain language.' }),
    quickstart_url: Type.String({ description: 'Quickstart as Markdown.' }),
    example_order: Type.Record(Type.String(), Type.Unknown(), {
      'x-model': 'NewOrder',
      description: 'A complete request body for POST /orders.',
    }),
    claim_url: Type.String({ description: 'Link for the person who wants to keep the sandbox. Shown only once.' }),
    next: Type.Array(Type.String(), { description: 'What to do next, step by step.' }),
  }),
  {
    api_key: 'svc_test_7Hq2mVbX0aTzR4cKe9LdWf3yPn6sGuJ1K0a1b2',
    key: 'svc_test_7Hq2mVbX0aTzR4cKe9LdWf3yPn6sGuJ1K0a1b2',
    expires_policy: expiresPolicy,
    quickstart_url: `${publicUrl}/sandbox/quickstart`,
    example_order: exampleOrder(`${publicUrl}/shop/products/test-success`),
    claim_url: `${publicUrl}/claim/0a1b2c3d4e5f6g7h8i9j0a1b2c3d4e5f6g7h8i9j`,
    next: ['Save api_key.', 'Read quickstart_url.'],
  },
);

export const SandboxStatus = withExample(
  Type.Object({
    claimed: Type.Boolean({ description: 'Whether someone has claimed this sandbox.' }),
    hint: Type.String({ description: 'What to do next, in plain language.' }),
    claimed_by_email: Type.Optional(
      Type.String({ description: 'Email address of the person who claimed it. Only present if claimed.' }),
    ),
  }),
  { claimed: false, hint: claimHints.provisional },
);

export const AdvanceBody = closed(
  {
    to: Type.Enum([...advances], {
      description: 'New status of the package. `late`: in transit, and expected three days ago.',
    }),
  },
  { examples: [{ to: 'delivered' }] },
);

export const HoldBody = closed(
  {
    do: Type.Enum([...holdMoves], {
      description:
        '`pause` holds a pending order. `step` places a held order, or moves the package in a placed one. `run` lets the order continue.',
    }),
  },
  { examples: [{ do: 'run' }] },
);

export const HoldSwitchBody = closed(
  { on: Type.Boolean({ description: 'True to hold every new order until you release it.' }) },
  { examples: [{ on: false }] },
);

export const HoldSwitchView = withExample(
  Type.Object({
    on: Type.Boolean({ description: 'Whether new orders are held.' }),
    since: nullable(Type.String({ format: 'date-time' }), {
      description: 'Orders created since this time are held.',
    }),
  }),
  { on: true, since: '2026-08-21T10:00:00.000Z' },
);

export const ResolveBody = closed(
  {
    status: Type.Enum(['approved', 'denied', 'credited'], {
      description:
        'An open return can become any status. An approved one can become `credited` (refunded) or `denied`.',
    }),
    resolution_notes: Type.Optional(
      nullable(Type.String({ maxLength: 2000 }), { description: 'Reason, shown to the customer.' }),
    ),
    amount_cents: Type.Optional(
      nullable(
        Type.Integer({
          minimum: 0,
          maximum: 1_000_000_000,
          description: 'With `credited`, what the retailer refunds, in cents. Defaults to the full amount paid.',
        }),
      ),
    ),
  },
  { examples: [{ status: 'credited', resolution_notes: 'Keep it.' }] },
);

const claimToken = Type.String({
  minLength: 1,
  maxLength: 100,
  description: 'The last part of claim_url.',
  examples: ['0a1b2c3d4e5f6g7h8i9j0a1b2c3d4e5f6g7h8i9j'],
});

export const ClaimPath = Type.Object({ token: claimToken });
export const ClaimBody = closed(
  { token: claimToken },
  { examples: [{ token: '0a1b2c3d4e5f6g7h8i9j0a1b2c3d4e5f6g7h8i9j' }] },
);

export const Claimable = withExample(
  Type.Object({
    orders: Type.Integer({ description: 'Number of orders in the sandbox.' }),
    keys: Type.Integer({ description: 'Number of keys in the sandbox.' }),
    balance_cents: Type.Integer({ description: 'Test money in its wallet, in cents, including money on hold.' }),
    created_at: Type.String({ format: 'date-time' }),
  }),
  { orders: 3, keys: 1, balance_cents: 1_000_000, created_at: '2026-08-21T10:00:00.000Z' },
);

export const Claimed = withExample(
  Type.Object({
    claimed: Type.Boolean({ description: 'Always true.' }),
    orders_moved: Type.Integer({ description: 'Orders that moved to your account.' }),
    keys_moved: Type.Integer({ description: 'Keys that moved to your account.' }),
    message: Type.String({ description: 'What happened, in plain language.' }),
  }),
  { claimed: true, orders_moved: 3, keys_moved: 1, message: claimedText(3, 1) },
);
