import { type Static, type TObject, Type } from 'typebox';
import { abilities } from '../../../connectors/contract.ts';
import { storeKindNames, storeModes } from '../../../connectors/store.ts';
import { closed, nullable, optionalBody, plainMoment, withExample } from '../../../platform/http/index.ts';
import { accountPolicies } from './configured-store.ts';
import { storeStatuses } from './model.ts';

const origin = (description: string) =>
  Type.String({
    pattern: '^https?://[^/?#@\\s]+/?$',
    maxLength: 300,
    description,
    examples: ['https://shop.example.com'],
  });
const country = Type.String({ pattern: '^[A-Z]{2}$', description: 'ISO 3166-1 alpha-2.' });

export const storeName = Type.String({
  pattern: '^[a-z0-9-]{1,64}$',
  description: "The retailer's identifier in the API, or a brand of the catalogue.",
  examples: ['acme-books'],
});

const AddressFields = closed({
  first_name: Type.String({ minLength: 1, maxLength: 100 }),
  last_name: Type.String({ minLength: 1, maxLength: 100 }),
  address_line1: Type.String({ minLength: 1, maxLength: 200 }),
  address_line2: Type.Optional(nullable(Type.String({ maxLength: 200 }))),
  city: Type.String({ minLength: 1, maxLength: 100 }),
  state: Type.Optional(nullable(Type.String({ maxLength: 100 }))),
  postal_code: Type.String({ minLength: 1, maxLength: 20 }),
  country,
  phone_number: Type.Optional(nullable(Type.String({ maxLength: 40 }))),
});

const Limits = closed({
  per_minute: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 60_000, description: 'Calls a minute, all processes together.' }),
  ),
  at_once: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, description: 'Visits at the same time.' })),
  timeout_seconds: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 300, description: 'For one answer of the store.' }),
  ),
});

/** What can be said about a store; by kind: credentials, payment and settings. */
const fields = {
  url: nullable(
    origin("The storefront's origin: product addresses under it are this store's. Null only for the desk."),
  ),
  also: Type.Array(origin('Another origin of the same store.'), { maxItems: 20 }),
  api_url: nullable(
    Type.String({
      pattern: '^https?://[^?#@\\s]+$',
      maxLength: 300,
      description: 'Where the API is, if not at the url.',
    }),
  ),
  world: Type.Enum(['live', 'test']),
  currency: Type.String({ pattern: '^[A-Z]{3}$', description: 'ISO 4217. Only USD until wallets have others.' }),
  countries: nullable(Type.Array(country, { minItems: 1, maxItems: 250, description: 'Null: the store decides.' })),
  credentials: nullable(
    Type.Record(Type.String({ pattern: '^[a-z_]{1,40}$' }), Type.String({ minLength: 1, maxLength: 8192 }), {
      description:
        "The service's own account: `email`, `password`, `totp_secret`, and tokens by kind. Kept sealed, never shown.",
    }),
  ),
  payment: Type.Unknown({ description: "By kind: the payment method's code at the store." }),
  mode: Type.Enum([...storeModes]),
  limits: Limits,
  contact: nullable(
    Type.String({ format: 'email', maxLength: 254, description: 'The address that the store is given.' }),
  ),
  bill_to: nullable(AddressFields),
  accounts: Type.Enum([...accountPolicies], { description: 'Whose account buys where the order names none.' }),
  track_every: Type.String({ pattern: '^[1-9]\\d{0,4}[smhd]$', examples: ['30m'] }),
  consent: nullable(
    closed({
      by: Type.String({ minLength: 1, maxLength: 200, description: 'Who allowed automated buying there.' }),
      on: Type.String({ format: 'date' }),
    }),
  ),
  settings: Type.Record(Type.String({ maxLength: 64 }), Type.Unknown(), { description: 'By kind.' }),
  enabled: Type.Boolean(),
};

type Fields = typeof fields;
const optional = Object.fromEntries(Object.entries(fields).map(([name, schema]) => [name, Type.Optional(schema)])) as {
  [Name in keyof Fields]: ReturnType<typeof Type.Optional<Fields[Name]>>;
};

export const StoreBody = closed(
  { ...optional, name: storeName, kind: Type.Enum([...storeKindNames]) },
  {
    examples: [
      {
        name: 'acme-books',
        kind: 'vendure',
        url: 'https://books.example.com',
        currency: 'USD',
        payment: 'invoice',
        consent: { by: 'Acme Books, Jane Doe', on: '2026-08-21' },
      },
    ],
  },
);
export type StoreBody = Static<typeof StoreBody>;

const { world: _world, ...changeable } = optional;
export const StorePatch = closed(changeable, { examples: [{ enabled: false }] });
export type StorePatch = Static<typeof StorePatch>;

export const StoresFile = closed({
  '//': Type.Optional(Type.String()),
  stores: Type.Array(StoreBody, { maxItems: 1000 }),
});

export const StorePath = Type.Object({ name: storeName });

const momentOrNull = nullable(plainMoment());
const StoreView = Type.Object(
  {
    name: Type.String(),
    kind: Type.Enum([...storeKindNames]),
    world: Type.Enum(['live', 'test']),
    enabled: Type.Boolean(),
    from_file: Type.Boolean({ description: 'Managed by STORES_FILE: the file is applied again at the next start.' }),
    url: nullable(Type.String()),
    also: Type.Array(Type.String()),
    api_url: nullable(Type.String()),
    currency: Type.String(),
    countries: nullable(Type.Array(Type.String())),
    credentials: Type.Array(Type.String(), {
      description: 'The names of what is kept sealed; the values are never shown.',
    }),
    payment: Type.Unknown(),
    mode: Type.Enum([...storeModes]),
    limits: Type.Object({ per_minute: Type.Integer(), at_once: Type.Integer(), timeout_seconds: Type.Integer() }),
    contact: nullable(Type.String()),
    bill_to: nullable(Type.Object({}, { additionalProperties: true })),
    accounts: Type.Enum([...accountPolicies]),
    track_every: Type.String(),
    consent: nullable(Type.Object({ by: Type.String(), on: Type.String() })),
    settings: Type.Object({}, { additionalProperties: true }),
    abilities: Type.Array(Type.Enum([...abilities])),
    health: Type.Object({
      status: Type.Enum([...storeStatuses]),
      failures: Type.Integer({ description: 'In a row.' }),
      closed_until: momentOrNull,
      last_ok_at: momentOrNull,
      last_failure_at: momentOrNull,
      last_failure: nullable(Type.String()),
    }),
    created_at: Type.String({ format: 'date-time' }),
    updated_at: Type.String({ format: 'date-time' }),
  },
  { title: 'Store' },
);

const exampleStore = {
  name: 'acme-books',
  kind: 'vendure' as const,
  world: 'live' as const,
  enabled: true,
  from_file: false,
  url: 'https://books.example.com',
  also: [],
  api_url: null,
  currency: 'USD',
  countries: null,
  credentials: ['email', 'password'],
  payment: 'invoice',
  mode: 'automatic' as const,
  limits: { per_minute: 120, at_once: 4, timeout_seconds: 20 },
  contact: 'orders@example.com',
  bill_to: null,
  accounts: 'own' as const,
  track_every: '30m',
  consent: { by: 'Acme Books, Jane Doe', on: '2026-08-21' },
  settings: {},
  abilities: ['search' as const, 'product' as const, 'checkout' as const],
  health: {
    status: 'up' as const,
    failures: 0,
    closed_until: null,
    last_ok_at: '2026-08-21T12:00:00.000Z',
    last_failure_at: null,
    last_failure: null,
  },
  created_at: '2026-08-21T12:00:00.000Z',
  updated_at: '2026-08-21T12:00:00.000Z',
};

export const StoreAnswer = withExample(StoreView, exampleStore);
export const StoreList = withExample(Type.Object({ stores: Type.Array(StoreView), total: Type.Integer() }), {
  stores: [exampleStore],
  total: 1,
});

export const ProbeBody = closed(
  { url: Type.String({ pattern: '^https?://', maxLength: 2000 }) },
  { examples: [{ url: 'https://books.example.com' }] },
);
export const ProbeAnswer = withExample(
  Type.Object({
    url: Type.String(),
    kind: nullable(Type.Enum([...storeKindNames], { description: 'Null: no kind that this service knows.' })),
    name: nullable(Type.String({ description: 'A proposal.' })),
    display_name: nullable(Type.String()),
    api_url: nullable(Type.String()),
    currency: nullable(Type.String()),
    countries: nullable(Type.Array(Type.String())),
    abilities: Type.Array(Type.Enum([...abilities])),
    settings: Type.Object({}, { additionalProperties: true }),
    missing: Type.Array(Type.String(), { description: 'What is still to be said before it can buy.' }),
  }),
  {
    url: 'https://books.example.com',
    kind: 'vendure',
    name: 'books',
    display_name: 'Acme Books',
    api_url: 'https://books.example.com/shop-api',
    currency: 'USD',
    countries: ['US'],
    abilities: ['search', 'product', 'checkout'],
    settings: {},
    missing: ['payment: the code of the payment method', 'consent: who allowed automated buying'],
  },
);

export const CheckBody = optionalBody(
  closed(
    {
      product_url: Type.Optional(
        Type.String({
          pattern: '^https?://',
          maxLength: 2000,
          description: 'What to put into the cart; else the first thing that a search finds.',
        }),
      ),
      query: Type.Optional(Type.String({ minLength: 1, maxLength: 200, description: 'What to search for.' })),
      variant: Type.Optional(
        Type.Array(closed({ label: Type.String({ maxLength: 200 }), value: Type.String({ maxLength: 200 }) }), {
          maxItems: 20,
        }),
      ),
      ship_to: Type.Optional(AddressFields),
    },
    { examples: [{ query: 'book' }] },
  ),
);
export type CheckBody = NonNullable<Static<typeof CheckBody>>;
export type AddressBody = Static<typeof AddressFields>;

export const CheckAnswer = withExample(
  Type.Object({
    store: Type.String(),
    ok: Type.Boolean({ description: 'Nothing failed. What was left out is said in the steps.' }),
    warnings: Type.Array(Type.String(), { description: 'Settings that may cost money or lose orders.' }),
    steps: Type.Array(
      Type.Object({
        step: Type.Enum(['search', 'product', 'cart', 'total', 'release', 'lookup']),
        status: Type.Enum(['ok', 'failed', 'skipped']),
        message: Type.String(),
        duration_ms: Type.Integer(),
      }),
    ),
  }),
  {
    store: 'acme-books',
    ok: true,
    warnings: [],
    steps: [{ step: 'search', status: 'ok', message: '12 products for "book".', duration_ms: 180 }],
  },
);

export type KindSchema = TObject;
