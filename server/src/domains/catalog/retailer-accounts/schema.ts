import { type Static, Type } from 'typebox';
import { closed, moment, nullable, optionalBody, uuid, withExample } from '../../../platform/http/index.ts';
import { cooldownMinutesMax } from './model.ts';
import { eventTypes } from './sql-events.ts';

const email = Type.String({ format: 'email', maxLength: 254, examples: ['buyer@example.com'] });
const secretFields = {
  password: Type.Optional(
    nullable(Type.String({ minLength: 1, maxLength: 1024, description: 'Sealed at rest and never returned.' })),
  ),
  totp_secret: Type.Optional(
    nullable(
      Type.String({
        minLength: 1,
        maxLength: 2048,
        description:
          'Base32, with spaces and in any case, or an otpauth:// address. Sealed at rest and never returned.',
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
        description: 'An identifier of GET /retailers or the domain of a store. Null or absent: default credentials.',
        examples: ['walmart'],
      }),
    ),
  ),
  retailer_config: Type.Optional(
    nullable(
      Type.Record(Type.String(), Type.Unknown(), {
        description: 'At most 16 KiB. Sealed at rest; returned with what looks like a secret masked.',
      }),
    ),
  ),
  is_paused: Type.Optional(Type.Boolean({ description: 'While true, orders wait and no job uses the account.' })),
  cooldown_minutes: Type.Optional(
    nullable(Type.Integer({ minimum: 0, maximum: cooldownMinutesMax, description: 'Least pause between two uses.' })),
  ),
};

export const AccountBody = withExample(closed({ email, ...secretFields, ...plainFields }), {
  email: 'buyer@example.com',
  password: 'correct horse battery staple',
  retailer: 'walmart',
  totp_secret: 'JBSW Y3DP EHPK 3PXP',
  cooldown_minutes: 15,
});
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
            description: 'Where to log in; needed for default credentials.',
          }),
        ),
      ),
    }),
    { retailer: 'walmart' },
  ),
);

export const AccountPath = Type.Object({
  short_id: Type.String({ maxLength: 100, description: "The account's short_id.", examples: ['svc_acct_abcdefgh23'] }),
});

export const ListQuery = Type.Object({
  limit: Type.Integer({ minimum: 1, maximum: 500, default: 50 }),
  offset: Type.Integer({ minimum: 0, maximum: 1_000_000_000, default: 0 }),
  search: Type.Optional(
    Type.String({ minLength: 1, maxLength: 255, description: 'A part of the email, short_id or retailer.' }),
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
  last_used_at: null,
  retailer_config: { locale: 'en-US', api_token: '********' },
};

const Account = Type.Object(
  {
    id: uuid(),
    short_id: Type.String(),
    email: Type.String(),
    retailer: nullable(Type.String({ description: 'Null: default credentials, good for every retailer.' })),
    forwarding_email: Type.String({ description: "Forward the retailer's mail here: codes are read from it." }),
    created_at: moment(),
    updated_at: moment(),
    has_totp: Type.Boolean(),
    has_forwarding: Type.Boolean({ description: 'True once a forwarded mail arrived.' }),
    is_paused: Type.Boolean(),
    pause_reason: nullable(Type.String({ description: 'Why the service paused it; null when its owner did.' })),
    locked_by_job_id: nullable(uuid({ description: 'The job that uses it now.' })),
    cooldown_minutes: nullable(Type.Integer()),
    last_used_at: nullable(moment()),
    retailer_config: nullable(Type.Record(Type.String(), Type.Unknown())),
  },
  { title: 'ManagedAccount' },
);

export const AccountView = withExample(Account, exampleAccount);

export const AccountList = withExample(Type.Object({ credentials: Type.Array(Account), total: Type.Integer() }), {
  credentials: [exampleAccount],
  total: 1,
});

export const VerificationView = withExample(
  Type.Object({
    verified: Type.Boolean(),
    error_type: nullable(Type.String({ description: 'As the error_type of an order.' })),
    message: nullable(Type.String()),
    account: Account,
  }),
  { verified: true, error_type: null, message: null, account: exampleAccount },
);

export const EventList = withExample(
  Type.Object({
    events: Type.Array(
      Type.Object({
        type: Type.Enum([...eventTypes]),
        occurred_at: moment(),
        detail: Type.Record(Type.String(), Type.Unknown(), { description: 'Never a code or another secret.' }),
        confirmation_url: nullable(
          Type.String({
            description: "Where the mail provider's forwarding is confirmed; for 15 minutes after it asked.",
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
