import { type Static, type TObject, Type } from 'typebox';
import { abilities } from '../../../connectors/contract.ts';
import { storeKindNames, storeModes } from '../../../connectors/store.ts';
import { closed, described, nullable, plainMoment, withExample } from '../../../platform/http/index.ts';
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
  description: 'Name of the store: its ID in the API, or a brand of the catalog.',
  examples: ['acme-books'],
});

export const AddressFields = closed({
  first_name: Type.String({ description: 'First name of the recipient.', minLength: 1, maxLength: 100 }),
  last_name: Type.String({ description: 'Last name of the recipient.', minLength: 1, maxLength: 100 }),
  address_line1: Type.String({ description: 'Street address.', minLength: 1, maxLength: 200 }),
  address_line2: Type.Optional(
    nullable(Type.String({ maxLength: 200 }), { description: 'Apartment, suite, unit or company.' }),
  ),
  city: Type.String({ description: 'City or town.', minLength: 1, maxLength: 100 }),
  state: Type.Optional(nullable(Type.String({ maxLength: 100 }), { description: 'State or region.' })),
  postal_code: Type.String({ description: 'ZIP or postal code.', minLength: 1, maxLength: 20 }),
  country,
  phone_number: Type.Optional(
    nullable(Type.String({ maxLength: 40 }), { description: 'Phone number for the carrier.' }),
  ),
});

const Limits = closed({
  per_minute: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 60_000, description: 'Maximum requests per minute, across all processes.' }),
  ),
  at_once: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 100, description: 'Maximum purchases at the same time.' }),
  ),
  timeout_seconds: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 300, description: 'Seconds to wait for a response from the store.' }),
  ),
});

/** Fields of a store. Credentials, payment and settings depend on the kind. */
const fields = {
  url: nullable(
    origin('Origin of the storefront. Product pages under it belong to this store. Null only for the desk.'),
  ),
  also: Type.Array(origin('Another origin of the same store.'), {
    description: 'Other origins of the same store.',
    maxItems: 20,
  }),
  api_url: nullable(
    Type.String({
      pattern: '^https?://[^?#@\\s]+$',
      maxLength: 300,
      description: "URL of the store's API, if it differs from `url`.",
    }),
  ),
  world: Type.Enum(['live', 'test']),
  brand: nullable(
    Type.String({
      pattern: '^[a-z0-9-]{1,64}$',
      description: "Catalog brand that this store serves. Null: the store's name is the brand.",
      examples: ['amazon'],
    }),
  ),
  priority: nullable(
    Type.Integer({
      minimum: 1,
      maximum: 99,
      description:
        'If a brand has several stores, orders go to the available store with the lowest number. Null: 10 for APIs, 20 for recipes, 30 for the desk.',
    }),
  ),
  currency: Type.String({
    pattern: '^[A-Z]{3}$',
    description: 'Currency that the store sells in (ISO 4217).',
  }),
  countries: nullable(
    Type.Array(country, {
      minItems: 1,
      maxItems: 250,
      description: 'Countries that it ships to (ISO 3166-1). Null: it depends on the store.',
    }),
  ),
  credentials: nullable(
    Type.Record(Type.String({ pattern: '^[a-z_]{1,40}$' }), Type.String({ minLength: 1, maxLength: 8192 }), {
      description:
        "The service's account with the store: `email`, `password`, `totp_secret`, and tokens by kind. Encrypted and never shown.",
    }),
  ),
  payment: Type.Unknown({
    description: 'Payment method to use for the store. Its format depends on the kind of store.',
  }),
  mode: Type.Enum([...storeModes], { description: 'How much of a purchase is automated.' }),
  limits: described(Limits, 'Limits for requests to the store.'),
  contact: nullable(
    Type.String({ format: 'email', maxLength: 254, description: 'Contact email address that is given to the store.' }),
  ),
  bill_to: nullable(AddressFields, { description: 'Billing address.' }),
  accounts: Type.Enum([...accountPolicies], {
    description: "Whose retailer account is used if the order doesn't specify one.",
  }),
  track_every: Type.String({
    description: 'How often to check packages, such as `30m`.',
    pattern: '^[1-9]\\d{0,4}[smhd]$',
    examples: ['30m'],
  }),
  consent: nullable(
    closed({
      by: Type.String({ minLength: 1, maxLength: 200, description: 'Who allowed automated purchases.' }),
      on: Type.String({ description: 'When they allowed it.', format: 'date' }),
    }),
    { description: 'Who allowed automated purchases, for stores that require it.' },
  ),
  settings: Type.Record(Type.String({ maxLength: 64 }), Type.Unknown(), {
    description: 'Settings for this kind of store.',
  }),
  enabled: Type.Boolean({ description: 'Whether new orders are placed.' }),
};

type Fields = typeof fields;
const optional = Object.fromEntries(Object.entries(fields).map(([name, schema]) => [name, Type.Optional(schema)])) as {
  [Name in keyof Fields]: ReturnType<typeof Type.Optional<Fields[Name]>>;
};

export const StoreBody = closed(
  { ...optional, name: storeName, kind: Type.Enum([...storeKindNames], { description: 'Kind of store.' }) },
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
    name: Type.String({ description: 'Name of the store.' }),
    kind: Type.Enum([...storeKindNames], { description: 'Kind of store.' }),
    world: Type.Enum(['live', 'test']),
    brand: nullable(Type.String(), {
      description: "Catalog brand that this store serves. Null: the store's name is the brand.",
    }),
    priority: Type.Integer({
      description: 'If a brand has several stores, orders go to the available store with the lowest number.',
    }),
    enabled: Type.Boolean({ description: 'Whether new orders are placed.' }),
    from_file: Type.Boolean({
      description: 'Managed by STORES_FILE, which is applied again the next time Errand starts.',
    }),
    url: nullable(Type.String(), {
      description: 'Origin of the storefront. Product pages under it belong to this store.',
    }),
    also: Type.Array(Type.String(), { description: 'Other origins of the same store.' }),
    api_url: nullable(Type.String(), { description: "URL of the store's API, if it differs from `url`." }),
    currency: Type.String(),
    countries: nullable(Type.Array(Type.String()), {
      description: 'Countries that it ships to (ISO 3166-1). Null: it depends on the store.',
    }),
    credentials: Type.Array(Type.String(), {
      description: 'Names of the stored credentials. Values are never shown.',
    }),
    payment: Type.Unknown({
      description: 'Payment method to use for the store. Its format depends on the kind of store.',
    }),
    mode: Type.Enum([...storeModes], { description: 'How much of a purchase is automated.' }),
    limits: Type.Object(
      {
        per_minute: Type.Integer({ description: 'Maximum requests per minute, across all processes.' }),
        at_once: Type.Integer({ description: 'Maximum purchases at the same time.' }),
        timeout_seconds: Type.Integer({ description: 'Seconds to wait for a response from the store.' }),
      },
      { description: 'Limits for requests to the store.' },
    ),
    contact: nullable(Type.String(), { description: 'Contact email address that is given to the store.' }),
    bill_to: nullable(Type.Object({}, { additionalProperties: true }), { description: 'Billing address.' }),
    accounts: Type.Enum([...accountPolicies], {
      description: "Whose retailer account is used if the order doesn't specify one.",
    }),
    track_every: Type.String({ description: 'How often to check packages, such as `30m`.' }),
    consent: nullable(
      Type.Object({
        by: Type.String({ description: 'Who allowed automated purchases.' }),
        on: Type.String({ description: 'When they allowed it.' }),
      }),
      { description: 'Who allowed automated purchases, for stores that require it.' },
    ),
    settings: Type.Object({}, { description: 'Settings for this kind of store.', additionalProperties: true }),
    abilities: Type.Array(Type.Enum([...abilities]), { description: 'What the connector can do with this store.' }),
    health: Type.Object(
      {
        status: Type.Enum([...storeStatuses], { description: 'Whether the store is reachable.' }),
        failures: Type.Integer({ description: 'Failed requests in a row.' }),
        closed_until: described(momentOrNull, 'No requests are sent until this time. Null: requests are sent.'),
        last_ok_at: described(momentOrNull, 'When a request last succeeded.'),
        last_failure_at: described(momentOrNull, 'When a request last failed.'),
        last_failure: nullable(Type.String(), { description: 'Why it failed.' }),
      },
      { description: 'Results of recent requests.' },
    ),
    created_at: Type.String({ format: 'date-time' }),
    updated_at: Type.String({ format: 'date-time' }),
  },
  { title: 'Store', description: 'A store that Errand buys from.' },
);

const exampleStore = {
  name: 'acme-books',
  kind: 'vendure' as const,
  world: 'live' as const,
  brand: null,
  priority: 10,
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
export const StoreList = withExample(
  Type.Object({ stores: Type.Array(StoreView, { description: 'Stores in both modes.' }), total: Type.Integer() }),
  {
    stores: [exampleStore],
    total: 1,
  },
);
export type AddressBody = Static<typeof AddressFields>;

export type KindSchema = TObject;
