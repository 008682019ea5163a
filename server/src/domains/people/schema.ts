import { Type } from 'typebox';
import { pluginNames } from '../../platform/config.ts';
import { closed, described, nullable, uuid, withExample } from '../../platform/http/index.ts';
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

/** Sent by the page that asks before signing in. */
export const ConfirmBody = closed({ token: Type.String(), callbackURL: Type.Optional(Type.String()) });

const time = Type.String({ format: 'date-time' });

export const Me = withExample(
  Type.Object({
    email: Type.String({ description: 'Email address that you sign in with.' }),
    person_id: uuid({ description: 'Your own UUID.' }),
    name: nullable(Type.String(), { description: 'Your name, if you gave one.' }),
    account_id: uuid({ description: 'UUID of the account you are using.' }),
    role: roleField(),
    accounts: Type.Array(
      Type.Object({
        account_id: uuid({ description: 'UUID of the account.' }),
        account: Type.String({ description: 'Email address of the account.' }),
        role: roleField(),
      }),
      { description: 'The accounts that you belong to, your own first. Switch with POST /me/account.' },
    ),
    is_operator: Type.Boolean({ description: 'Whether you are an operator of this service.' }),
    created_at: time,
    mail_forwarding: Type.Boolean({
      description: 'Whether this service receives email forwarded for retailer accounts.',
    }),
    plugins: Type.Array(Type.Enum([...pluginNames]), {
      description: 'Plugins that this service runs.',
    }),
    claims: Type.Array(
      Type.Object({
        claimed_at: described(time, 'When the sandbox was claimed.'),
        orders_moved: Type.Integer({ description: 'Orders that moved to the account.' }),
        keys_moved: Type.Integer({ description: 'Keys that moved to the account.' }),
      }),
      {
        description: 'Sandboxes that this account claimed, newest first.',
      },
    ),
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
    mail: Type.Enum(['sent', 'kept'], { description: 'Whether sign-in emails are sent, or kept on the server.' }),
    mailbox_url: nullable(Type.String(), { description: 'Page on this machine that shows the kept emails.' }),
  }),
  { mail: 'kept', mailbox_url: '/dev/mail' },
);
