import { Type } from 'typebox';
import { pluginNames } from '../../platform/config.ts';
import { closed, nullable, uuid, withExample } from '../../platform/http/index.ts';
import { nextPathLengthMax, nextPathPattern } from './model.ts';
import { roleField } from './schema-team.ts';

export const LinkBody = closed(
  {
    email: Type.String({ format: 'email' }),
    callbackURL: Type.Optional(
      Type.String({
        pattern: nextPathPattern,
        maxLength: nextPathLengthMax,
        description: 'Where to go once signed in: a path of this service.',
      }),
    ),
  },
  { examples: [{ email: 'jane@example.com', callbackURL: '/app' }] },
);

/** What the page that asks before signing in sends. */
export const ConfirmBody = closed({ token: Type.String(), callbackURL: Type.Optional(Type.String()) });

const time = Type.String({ format: 'date-time' });

export const Me = withExample(
  Type.Object({
    email: Type.String(),
    person_id: uuid(),
    name: nullable(Type.String()),
    account_id: uuid({ description: 'The account that you act for.' }),
    role: roleField(),
    accounts: Type.Array(
      Type.Object({ account_id: uuid(), account: Type.String({ description: 'Its address.' }), role: roleField() }),
      { description: 'The accounts that you belong to, your own first; POST /me/account chooses one.' },
    ),
    is_operator: Type.Boolean({ description: 'Whether OPERATOR_EMAILS names this address.' }),
    created_at: time,
    mail_forwarding: Type.Boolean({
      description: 'Whether this service takes the mail that is forwarded to the addresses of retailer accounts.',
    }),
    plugins: Type.Array(Type.Enum([...pluginNames]), {
      description: 'The optional parts that this service has loaded, by the names that PLUGINS takes.',
    }),
    claims: Type.Array(Type.Object({ claimed_at: time, orders_moved: Type.Integer(), keys_moved: Type.Integer() }), {
      description: 'The sandboxes that this account took over, newest first.',
    }),
  }),
  {
    email: 'jane@example.com',
    person_id: '0b9c1c5e-6d0f-4c1b-9f43-2f6f4b7f1a52',
    name: 'Jane',
    account_id: '0b9c1c5e-6d0f-4c1b-9f43-2f6f4b7f1a52',
    role: 'owner',
    accounts: [{ account_id: '0b9c1c5e-6d0f-4c1b-9f43-2f6f4b7f1a52', account: 'jane@example.com', role: 'owner' }],
    is_operator: false,
    created_at: '2026-08-21T10:00:00.000Z',
    mail_forwarding: true,
    plugins: ['browser', 'desk', 'agent', 'mcp', 'ucp'],
    claims: [{ claimed_at: '2026-08-21T10:05:00.000Z', orders_moved: 3, keys_moved: 1 }],
  },
);

export const SignInHint = withExample(
  Type.Object({
    mail: Type.Enum(['sent', 'kept']),
    mailbox_url: nullable(Type.String(), { description: 'Where kept mail is read on this machine.' }),
  }),
  { mail: 'kept', mailbox_url: '/dev/mail' },
);
