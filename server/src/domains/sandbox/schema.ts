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
        nullable(Type.String({ maxLength: 254 }), { description: 'Of the future claimer; used for nothing else.' }),
      ),
      name: Type.Optional(nullable(Type.String({ maxLength: 100 }), { description: "Becomes the key's label." })),
    },
    { examples: [{ name: 'my first agent' }] },
  ),
);

const publicUrl = 'http://127.0.0.1:8080';

export const MintedKey = withExample(
  Type.Object({
    api_key: Type.String({ description: 'Shown once. Send it as Authorization: Bearer.' }),
    key: Type.String({ description: 'The same as api_key.' }),
    expires_policy: Type.String(),
    quickstart_url: Type.String(),
    example_order: Type.Record(Type.String(), Type.Unknown(), { description: 'A complete body for POST /orders.' }),
    claim_url: Type.String({ description: 'For the person behind the agent. Shown only here.' }),
    next: Type.Array(Type.String()),
  }),
  {
    api_key: 'svc_test_7Hq2mVbX0aTzR4cKe9LdWf3yPn6sGuJ1K0a1b2',
    key: 'svc_test_7Hq2mVbX0aTzR4cKe9LdWf3yPn6sGuJ1K0a1b2',
    expires_policy: expiresPolicy,
    quickstart_url: `${publicUrl}/sandbox/quickstart`,
    example_order: exampleOrder(`${publicUrl}/shop/products/test-success`),
    claim_url: `${publicUrl}/claim/0a1b2c3d4e5f6g7h8i9j0a1b2c3d4e5f6g7h8i9j`,
    next: ['Keep api_key.', 'Read quickstart_url.'],
  },
);

export const SandboxStatus = withExample(
  Type.Object({
    claimed: Type.Boolean(),
    hint: Type.String(),
    claimed_by_email: Type.Optional(Type.String({ description: 'Present when claimed.' })),
  }),
  { claimed: false, hint: claimHints.provisional },
);

export const AdvanceBody = closed({ to: Type.Enum([...advances]) }, { examples: [{ to: 'delivered' }] });

export const HoldBody = closed({ do: Type.Enum([...holdMoves]) }, { examples: [{ do: 'run' }] });

export const HoldSwitchBody = closed({ on: Type.Boolean() }, { examples: [{ on: false }] });

export const HoldSwitchView = withExample(
  Type.Object({
    on: Type.Boolean(),
    since: nullable(Type.String({ format: 'date-time' }), {
      description: 'Orders that were made from then on are held.',
    }),
  }),
  { on: true, since: '2026-08-21T10:00:00.000Z' },
);

export const ResolveBody = closed(
  {
    status: Type.Enum(['approved', 'denied', 'credited'], {
      description:
        'An open return takes each; an approved one takes credited (refunded) and denied (rejected on inspection).',
    }),
    resolution_notes: Type.Optional(nullable(Type.String({ maxLength: 2000 }))),
    amount_cents: Type.Optional(
      nullable(
        Type.Integer({
          minimum: 0,
          maximum: 1_000_000_000,
          description: 'With credited: what the retailer refunds, if not all. At most what was paid for the items.',
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
    orders: Type.Integer(),
    keys: Type.Integer(),
    balance_cents: Type.Integer({ description: 'Play money, held money included.' }),
    created_at: Type.String({ format: 'date-time' }),
  }),
  { orders: 3, keys: 1, balance_cents: 1_000_000, created_at: '2026-08-21T10:00:00.000Z' },
);

export const Claimed = withExample(
  Type.Object({
    claimed: Type.Boolean(),
    orders_moved: Type.Integer(),
    keys_moved: Type.Integer(),
    message: Type.String(),
  }),
  { claimed: true, orders_moved: 3, keys_moved: 1, message: claimedText(3, 1) },
);
