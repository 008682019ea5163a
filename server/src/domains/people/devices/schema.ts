import { Type } from 'typebox';
import { closed, nullable, optionalBody, uuid, withExample } from '../../../platform/http/index.ts';
import { scopes } from '../../access/accounts/index.ts';
import { deviceStatuses } from './model.ts';

const scopeList = (description: string) =>
  Type.Array(Type.Enum([...scopes]), { minItems: 1, maxItems: scopes.length, uniqueItems: true, description });

export const DeviceCodeBody = optionalBody(
  closed(
    {
      name: Type.Optional(Type.String({ minLength: 1, maxLength: 100, description: 'Name of the key.' })),
      scopes: Type.Optional(
        scopeList('What the key can do. `read` and `order` by default. The user sees this before they approve.'),
      ),
    },
    { examples: [{ name: 'errand on laptop', scopes: ['read', 'order'] }] },
  ),
);

export const DeviceCodeAnswer = withExample(
  Type.Object({
    device_code: Type.String({ description: 'Code for POST /device/token. Keep it secret.' }),
    user_code: Type.String({ description: 'Code that the user enters.' }),
    verification_uri: Type.String({ description: 'Page where the user enters the code.' }),
    verification_uri_complete: Type.String({ description: 'The same page with the code filled in.' }),
    expires_in: Type.Integer({ description: 'Seconds until the code expires.' }),
    interval: Type.Integer({ description: 'Seconds to wait between calls to POST /device/token.' }),
    human_message: Type.String({ description: 'Message to show to the user.' }),
    next: Type.String({ description: 'What to do next, in one or two sentences.' }),
  }),
  {
    device_code: 'mP0bq1K9xv3Rf7Zc5Yt2Wn8Ls4Hd6Gj0AaBbCcDd',
    user_code: 'WDJB-MJHT',
    verification_uri: 'http://127.0.0.1:8080/device',
    verification_uri_complete: 'http://127.0.0.1:8080/device?code=WDJB-MJHT',
    expires_in: 900,
    interval: 5,
    human_message: 'Open http://127.0.0.1:8080/device and enter WDJB-MJHT to give this app a key.',
    next: 'Show human_message to your user. Then send {"device_code": …} to POST http://127.0.0.1:8080/device/token every 5 seconds until it returns 200.',
  },
);

export const CodePath = Type.Object({
  user_code: Type.String({
    description: 'Code that the app shows.',
    minLength: 8,
    maxLength: 20,
    examples: ['WDJB-MJHT'],
  }),
});

export const CodeView = withExample(
  Type.Object({
    user_code: Type.String({ description: 'Code that the app shows.' }),
    name: nullable(Type.String(), { description: 'Name of the requested key.' }),
    source: nullable(Type.String({ description: 'What the app says it is. Not verified.' })),
    scopes: scopeList('Scopes that the app requests. After approval, the scopes that were granted.'),
    sandbox_attached: Type.Boolean({ description: "Whether approving also claims the app's sandbox." }),
    starter_credit_cents: Type.Integer({ description: 'Always 0. Keys come without credit.' }),
    status: Type.Enum([...deviceStatuses], { description: 'Status of the request.' }),
  }),
  {
    user_code: 'WDJB-MJHT',
    name: 'errand on laptop',
    source: 'errand-cli/1.0',
    scopes: ['read' as const, 'order' as const],
    sandbox_attached: true,
    starter_credit_cents: 0,
    status: 'pending' as const,
  },
);

export const ApproveBody = closed(
  {
    user_code: Type.String({ description: 'Code that the app shows.', minLength: 8, maxLength: 20 }),
    granted: Type.Boolean({ description: 'True to give the app a key, false to deny the request.' }),
    scopes: Type.Optional(scopeList('Scopes to grant. All requested scopes by default.')),
  },
  { examples: [{ user_code: 'WDJB-MJHT', granted: true }] },
);

export const Approved = withExample(
  Type.Object({
    status: Type.Enum(['approved', 'denied'], { description: 'What you decided.' }),
    name: nullable(Type.String(), { description: 'Name of the key.' }),
    message: Type.String({ description: 'What happened, in plain language.' }),
  }),
  { status: 'approved' as const, name: 'errand on laptop', message: 'The app now has its key.' },
);

export const TokenBody = closed(
  {
    device_code: Type.String({
      description: 'The `device_code` from POST /device/code.',
      minLength: 1,
      maxLength: 100,
    }),
  },
  { examples: [{ device_code: 'mP0bq1K9xv3Rf7Zc5Yt2Wn8Ls4Hd6Gj0AaBbCcDd' }] },
);

export const Token = withExample(
  Type.Object({
    id: uuid(),
    key: Type.String({ description: 'The key. Shown only once: Errand stores a hash.' }),
    api_key: Type.String({ description: 'The same key under another name.' }),
    name: Type.String({ description: 'Name of the key.' }),
    is_active: Type.Boolean({ description: 'Always true: the key works now.' }),
    is_test: Type.Boolean({ description: 'Whether it is a test key.' }),
    created_at: Type.String({ format: 'date-time' }),
    wallet_balance_cents: Type.Integer({ description: 'What is available in the wallet, in cents.' }),
    scopes: scopeList('What the key can do.'),
    sandbox: Type.Object(
      {
        claimed: Type.Boolean({ description: 'Whether the user claimed the sandbox.' }),
        orders_moved: Type.Integer({ description: 'Orders that moved to the account.' }),
        keys_moved: Type.Integer({ description: 'Keys that moved to the account.' }),
      },
      { description: "What happened to the app's sandbox." },
    ),
  }),
  {
    id: '0b9c1c5e-6d0f-4c1b-9f43-2f6f4b7f1a52',
    key: 'svc_live_7Hq2mVbX0aTzR4cKe9LdWf3yPn6sGuJ1K0a1b2',
    api_key: 'svc_live_7Hq2mVbX0aTzR4cKe9LdWf3yPn6sGuJ1K0a1b2',
    name: 'errand on laptop',
    is_active: true,
    is_test: false,
    created_at: '2026-08-21T10:00:00.000Z',
    wallet_balance_cents: 0,
    scopes: ['read' as const, 'order' as const],
    sandbox: { claimed: true, orders_moved: 3, keys_moved: 1 },
  },
);
