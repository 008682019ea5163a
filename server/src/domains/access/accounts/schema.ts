import { Type } from 'typebox';
import { closed, described, nullable, pageQuery, uuid, withExample } from '../../../platform/http/index.ts';
import { scopes } from './model.ts';

const nullableTime = nullable(Type.String({ format: 'date-time' }));
const cents = (description: string) =>
  Type.Union([Type.Integer({ minimum: 0, maximum: 100_000_000_000 }), Type.Null()], { description });

const limits = {
  spend_per_day_cents: cents("The most that the key's orders can put on hold per day (UTC), in cents. Null: no limit."),
  spend_per_order_cents: cents('The highest `max_price` allowed for an order, in cents. Null: no limit.'),
  allowed_retailers: nullable(
    Type.Array(Type.String({ minLength: 1, maxLength: 253, pattern: '^[a-z0-9.-]+$' }), {
      minItems: 1,
      maxItems: 100,
    }),
    { description: 'IDs of the retailers that the key can buy from. Null: all of them.' },
  ),
};

const LimitsBody = closed({
  spend_per_day_cents: Type.Optional(limits.spend_per_day_cents),
  spend_per_order_cents: Type.Optional(limits.spend_per_order_cents),
  allowed_retailers: Type.Optional(limits.allowed_retailers),
});

const label = Type.String({ minLength: 1, maxLength: 100, description: 'Name of the key.' });
const world = Type.Enum(['test', 'live'], { description: 'Mode of the key.' });

const permissions = {
  scopes: Type.Array(Type.Enum([...scopes]), {
    minItems: 1,
    maxItems: scopes.length,
    uniqueItems: true,
    description:
      'What the key can do. `read`: view. `order`: buy, cancel and return. `manage`: retailer accounts and webhooks. `policies`: write spending policies.',
  }),
  expires_at: nullable(Type.String({ format: 'date-time' }), {
    description: 'When the key stops working. Null: never.',
  }),
  allowed_addresses: nullable(Type.Array(Type.String({ maxLength: 64 }), { minItems: 1, maxItems: 100 }), {
    description: 'IP addresses and CIDR ranges that the key can be used from. Null: anywhere.',
  }),
  allowed_origins: nullable(Type.Array(Type.String({ maxLength: 300 }), { minItems: 1, maxItems: 50 }), {
    description:
      'Web origins whose scripts can use the key (CORS), such as https://shop.example.com, or * for any. Null: none. Anyone ' +
      'who opens the page can read the key, so give it as few permissions as possible.',
  }),
};

const PermissionsBody = {
  scopes: Type.Optional(permissions.scopes),
  expires_at: Type.Optional(permissions.expires_at),
  allowed_addresses: Type.Optional(permissions.allowed_addresses),
  allowed_origins: Type.Optional(permissions.allowed_origins),
};

export const NewKeyBody = closed(
  { label, world, limits: Type.Optional(described(LimitsBody, "The key's spending limits.")), ...PermissionsBody },
  {
    examples: [
      { label: 'Warehouse', world: 'live', limits: { spend_per_day_cents: 50_000 }, scopes: ['read', 'order'] },
    ],
  },
);

export const KeyChangesBody = closed(
  {
    label: Type.Optional(label),
    limits: Type.Optional(described(LimitsBody, "The key's spending limits.")),
    ...PermissionsBody,
  },
  { examples: [{ label: 'Warehouse', limits: { spend_per_order_cents: null } }] },
);

const keyFields = {
  id: uuid(),
  label: Type.String({ description: 'Name of the key.' }),
  world,
  hint: Type.String({ description: 'Last characters of the key.' }),
  created_at: Type.String({ format: 'date-time' }),
  created_by: nullable(uuid({ description: 'UUID of the person who created it. Null if unknown.' })),
  last_used_at: described(nullableTime, 'When the key was last used.'),
  revoked_at: described(nullableTime, 'When the key was revoked. Null: it is active.'),
  limits: Type.Object(limits, { description: "The key's spending limits." }),
  ...permissions,
};

const exampleKey = {
  id: '0b9c1c5e-6d0f-4c1b-9f43-2f6f4b7f1a52',
  label: 'Warehouse',
  world: 'live' as const,
  hint: '1b2c',
  created_at: '2026-08-21T10:00:00.000Z',
  created_by: '5f0c7a9e-2b1d-4e3f-8a6b-9c0d1e2f3a4b',
  last_used_at: null,
  revoked_at: null,
  limits: { spend_per_day_cents: 50_000, spend_per_order_cents: null, allowed_retailers: null },
  scopes: ['read' as const, 'order' as const],
  expires_at: null,
  allowed_addresses: null,
  allowed_origins: null,
};

const Key = Type.Object(keyFields, { title: 'Key', description: 'An API key, without its secret.' });

export const KeyView = withExample(Key, exampleKey);

export const NewKeyView = withExample(
  Type.Object(
    { ...keyFields, api_key: Type.String({ description: 'The key. Shown only once: Errand stores a hash.' }) },
    { title: 'NewKey', description: 'A new API key, with its secret.' },
  ),
  { ...exampleKey, api_key: 'svc_live_7Hq2mVbX0aTzR4cKe9LdWf3yPn6sGuJ1K0a1b2' },
);

export const KeyList = withExample(
  Type.Object({ keys: Type.Array(Key, { description: 'Keys, newest first.' }), total: Type.Integer() }),
  {
    keys: [exampleKey],
    total: 1,
  },
);

export const KeyQuery = Type.Object({
  ...pageQuery,
  created_by: Type.Optional(uuid({ description: 'Only keys that this person created.' })),
});
