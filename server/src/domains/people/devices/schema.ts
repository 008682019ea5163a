import { Type } from 'typebox';
import { closed, nullable, optionalBody, uuid, withExample } from '../../../platform/http/index.ts';
import { scopes } from '../../access/accounts/index.ts';
import { deviceStatuses } from './model.ts';

const scopeList = (description: string) =>
  Type.Array(Type.Enum([...scopes]), { minItems: 1, maxItems: scopes.length, uniqueItems: true, description });

export const DeviceCodeBody = optionalBody(
  closed(
    {
      name: Type.Optional(Type.String({ minLength: 1, maxLength: 100, description: 'What the key will be called.' })),
      scopes: Type.Optional(
        scopeList('What the key may do; read and order unless told. The person sees this and can reduce it.'),
      ),
    },
    { examples: [{ name: 'errand on laptop', scopes: ['read', 'order'] }] },
  ),
);

export const DeviceCodeAnswer = withExample(
  Type.Object({
    device_code: Type.String({ description: 'For POST /device/token; keep it to yourself.' }),
    user_code: Type.String(),
    verification_uri: Type.String(),
    verification_uri_complete: Type.String(),
    expires_in: Type.Integer({ description: 'Seconds.' }),
    interval: Type.Integer({ description: 'Seconds to wait between two requests for the key.' }),
    human_message: Type.String({ description: 'Show this to the person.' }),
    next: Type.Array(Type.String()),
  }),
  {
    device_code: 'mP0bq1K9xv3Rf7Zc5Yt2Wn8Ls4Hd6Gj0AaBbCcDd',
    user_code: 'WDJB-MJHT',
    verification_uri: 'http://127.0.0.1:8080/device',
    verification_uri_complete: 'http://127.0.0.1:8080/device?code=WDJB-MJHT',
    expires_in: 900,
    interval: 5,
    human_message: 'Open http://127.0.0.1:8080/device and enter WDJB-MJHT to give this app a key.',
    next: ['Show human_message to the person you work for.'],
  },
);

export const CodePath = Type.Object({
  user_code: Type.String({ minLength: 8, maxLength: 20, examples: ['WDJB-MJHT'] }),
});

export const CodeView = withExample(
  Type.Object({
    user_code: Type.String(),
    name: nullable(Type.String()),
    source: nullable(Type.String({ description: 'What the program said it is.' })),
    scopes: scopeList('What the program asks for; once decided, what it was given.'),
    sandbox_attached: Type.Boolean({ description: 'Approving also claims the sandbox that asked.' }),
    starter_credit_cents: Type.Integer(),
    status: Type.Enum([...deviceStatuses]),
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
    user_code: Type.String({ minLength: 8, maxLength: 20 }),
    granted: Type.Boolean(),
    scopes: Type.Optional(scopeList('What you give of what was asked for; all of it unless told.')),
  },
  { examples: [{ user_code: 'WDJB-MJHT', granted: true }] },
);

export const Approved = withExample(
  Type.Object({ status: Type.Enum(['approved', 'denied']), name: nullable(Type.String()), message: Type.String() }),
  { status: 'approved' as const, name: 'errand on laptop', message: 'The app receives its key now.' },
);

export const TokenBody = closed(
  { device_code: Type.String({ minLength: 1, maxLength: 100 }) },
  { examples: [{ device_code: 'mP0bq1K9xv3Rf7Zc5Yt2Wn8Ls4Hd6Gj0AaBbCcDd' }] },
);

export const Token = withExample(
  Type.Object({
    id: uuid(),
    key: Type.String({ description: 'Shown once: only its hash is kept.' }),
    api_key: Type.String({ description: 'The same.' }),
    name: Type.String(),
    is_active: Type.Boolean(),
    is_test: Type.Boolean(),
    created_at: Type.String({ format: 'date-time' }),
    wallet_balance_cents: Type.Integer(),
    scopes: scopeList('What the key may do.'),
    sandbox: Type.Object({ claimed: Type.Boolean() }),
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
    sandbox: { claimed: true },
  },
);
