import { type Static, Type } from 'typebox';
import { closed, moment, nullable, optionalBody, uuid, withExample } from '../../../platform/http/index.ts';
import { TestClockChoice, TestClockShown } from '../../access/accounts/index.ts';
import { cooldownMinutesMax } from './model.ts';
import { eventTypes } from './sql-events.ts';

const email = Type.String({
  format: 'email',
  maxLength: 254,
  examples: ['buyer@example.com'],
  description: 'Email address used to log in to the retailer.',
});
const secretFields = {
  password: Type.Optional(
    nullable(
      Type.String({
        minLength: 1,
        maxLength: 1024,
        description: 'Password of the retailer account. Encrypted at rest and never returned.',
      }),
    ),
  ),
  totp_secret: Type.Optional(
    nullable(
      Type.String({
        minLength: 1,
        maxLength: 2048,
        description: 'Base32 secret or otpauth:// URL of the authenticator app. Encrypted at rest and never returned.',
      }),
    ),
  ),
};
const plainFields = {
  retailer: Type.Optional(
    nullable(
      Type.String({
        minLength: 1,
        maxLength: 253,
        description: 'ID of the retailer or domain of the store. Leave it out for default credentials.',
        examples: ['walmart'],
      }),
    ),
  ),
  retailer_config: Type.Optional(
    nullable(
      Type.Record(Type.String(), Type.Unknown(), {
        description: 'Settings for the store, up to 16 KiB. Encrypted at rest. Returned with secrets masked.',
      }),
    ),
  ),
  is_paused: Type.Optional(
    Type.Boolean({ description: 'While true, orders stay queued and the account is not used.' }),
  ),
  cooldown_minutes: Type.Optional(
    nullable(
      Type.Integer({
        minimum: 0,
        maximum: cooldownMinutesMax,
        description: 'Minimum minutes between two uses. Null: no cooldown.',
      }),
    ),
  ),
};

export const AccountBody = withExample(
  closed({ email, ...secretFields, ...plainFields, test_clock: TestClockChoice }),
  {
    email: 'buyer@example.com',
    password: 'correct horse battery staple',
    retailer: 'walmart',
    totp_secret: 'JBSW Y3DP EHPK 3PXP',
    cooldown_minutes: 15,
  },
);
export type AccountBody = Static<typeof AccountBody>;

export const AccountChangesBody = withExample(
  closed({ email: Type.Optional(email), ...secretFields, ...plainFields }),
  { is_paused: false, cooldown_minutes: null },
);
export type AccountChangesBody = Static<typeof AccountChangesBody>;

export const VerifyBody = optionalBody(
  withExample(
    closed({
      retailer: Type.Optional(
        nullable(
          Type.String({
            minLength: 1,
            maxLength: 253,
            description: 'Where to log in. Required for default credentials.',
          }),
        ),
      ),
    }),
    { retailer: 'walmart' },
  ),
);

export const AccountPath = Type.Object({
  short_id: Type.String({
    maxLength: 100,
    description: 'The `short_id` of the retailer account.',
    examples: ['svc_acct_abcdefgh23'],
  }),
});

export const ListQuery = Type.Object({
  limit: Type.Integer({ minimum: 1, maximum: 500, default: 50 }),
  offset: Type.Integer({ minimum: 0, maximum: 1_000_000_000, default: 0 }),
  search: Type.Optional(
    Type.String({ maxLength: 255, description: 'Part of the email address, `short_id` or retailer.' }),
  ),
});

export const PageQuery = Type.Object({ limit: ListQuery.properties.limit, offset: ListQuery.properties.offset });

const exampleAccount = {
  id: '0b9c1c5e-6d0f-4c1b-9f43-2f6f4b7f1a52',
  short_id: 'svc_acct_abcdefgh23',
  email: 'buyer@example.com',
  retailer: 'walmart',
  forwarding_email: 'svc_acct_abcdefgh23@mail.example.com',
  created_at: '2026-08-21T10:00:00.000Z',
  updated_at: '2026-08-21T10:00:00.000Z',
  has_totp: true,
  has_forwarding: false,
  is_paused: false,
  pause_reason: null,
  locked_by_job_id: null,
  cooldown_minutes: 15,
  test_clock: null,
  last_used_at: null,
  retailer_config: { locale: 'en-US', api_token: '********' },
};

const Account = Type.Object(
  {
    id: uuid(),
    short_id: Type.String({ description: 'Short ID to use in paths and orders.' }),
    email: Type.String({ description: 'Email address used to log in to the retailer.' }),
    retailer: nullable(
      Type.String({ description: 'ID of the retailer. Null: default credentials for every retailer.' }),
    ),
    forwarding_email: Type.String({
      description: "Forward the retailer's emails to this address. Errand reads verification codes from them.",
    }),
    created_at: moment(),
    updated_at: moment(),
    has_totp: Type.Boolean({ description: 'Whether a TOTP secret is set up.' }),
    has_forwarding: Type.Boolean({ description: 'Whether a forwarded email has arrived.' }),
    is_paused: Type.Boolean({ description: 'While true, orders stay queued and the account is not used.' }),
    pause_reason: nullable(Type.String({ description: 'Why Errand paused the account. Null if you paused it.' })),
    locked_by_job_id: nullable(uuid({ description: 'Job that is using the account.' })),
    cooldown_minutes: nullable(Type.Integer(), { description: 'Minimum minutes between two uses. Null: no cooldown.' }),
    test_clock: TestClockShown,
    last_used_at: nullable(moment(), { description: 'When a job last finished using the account.' }),
    retailer_config: nullable(Type.Record(Type.String(), Type.Unknown()), {
      description: 'Settings for the store, with secrets masked.',
    }),
  },
  { title: 'ManagedAccount', description: 'Your retailer account, without its secrets.' },
);

export const AccountView = withExample(Account, exampleAccount);

export const AccountList = withExample(
  Type.Object({
    credentials: Type.Array(Account, { description: 'Retailer accounts, newest first.' }),
    total: Type.Integer(),
  }),
  {
    credentials: [exampleAccount],
    total: 1,
  },
);

export const VerificationView = withExample(
  Type.Object({
    verified: Type.Boolean({ description: 'Whether the login worked.' }),
    error_type: nullable(Type.String({ description: 'Why it failed, as the `error_type` of an order.' })),
    message: nullable(Type.String(), { description: 'Why it failed, in plain language.' }),
    account: Account,
  }),
  { verified: true, error_type: null, message: null, account: exampleAccount },
);

export const EventList = withExample(
  Type.Object({
    events: Type.Array(
      Type.Object({
        type: Type.Enum([...eventTypes], { description: 'What happened.' }),
        occurred_at: moment({ description: 'When it happened.' }),
        detail: Type.Record(Type.String(), Type.Unknown(), {
          description: 'More about it. Never contains a code or secret.',
        }),
        confirmation_url: nullable(
          Type.String({
            description: 'Link that confirms email forwarding. Shown for 15 minutes.',
          }),
        ),
      }),
      { description: 'Newest first.' },
    ),
    total: Type.Integer(),
  }),
  {
    events: [
      {
        type: 'mail.code_received',
        occurred_at: '2026-08-21T10:00:00.000Z',
        detail: { from: 'walmart.com' },
        confirmation_url: null,
      },
    ],
    total: 1,
  },
);
