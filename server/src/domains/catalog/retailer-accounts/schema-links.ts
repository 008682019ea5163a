import { type Static, Type } from 'typebox';
import { closed, moment, nullable, withExample } from '../../../platform/http/index.ts';

export const LinkView = withExample(
  Type.Object({
    status: Type.Enum(['linked', 'not_linked', 'unsupported'], {
      description:
        'Whether the account is linked. `unsupported`: the store does not support linking, or could not be reached.',
    }),
    issuer: nullable(Type.String({ description: 'Who issued the tokens.' })),
    scopes: Type.Array(Type.String(), { description: 'What the user agreed to.' }),
    linked_at: nullable(moment(), { description: 'When the account was linked.' }),
    page_url: Type.String({ description: 'Page where a signed-in user links the account.' }),
  }),
  {
    status: 'linked',
    issuer: 'https://shop.example.com',
    scopes: ['dev.ucp.shopping.checkout:manage', 'dev.ucp.shopping.order:read'],
    linked_at: '2026-08-21T10:00:00.000Z',
    page_url: 'https://errand.example.com/app/accounts/svc_acct_abcdefgh23',
  },
);

export const LinkBeginView = withExample(
  Type.Object({
    url: Type.String({
      description: "Page to open: the store's own page for a signed-in user, or an Errand page for a key.",
    }),
    expires_at: nullable(moment(), { description: 'When the page expires.' }),
  }),
  {
    url: 'https://shop.example.com/oauth/authorize?response_type=code&client_id=errand&state=live.k3Jx',
    expires_at: '2026-08-21T10:10:00.000Z',
  },
);

export const LinkAnswerBody = withExample(
  closed({
    state: Type.String({
      description: "The `state` parameter of the store's redirect.",
      minLength: 1,
      maxLength: 200,
    }),
    code: Type.Optional(
      nullable(Type.String({ minLength: 1, maxLength: 4096 }), {
        description: "The `code` parameter of the store's redirect.",
      }),
    ),
    iss: Type.Optional(
      nullable(Type.String({ minLength: 1, maxLength: 2048 }), {
        description: "The `iss` parameter of the store's redirect.",
      }),
    ),
    error: Type.Optional(
      nullable(Type.String({ maxLength: 200 }), { description: "The `error` parameter of the store's redirect." }),
    ),
  }),
  { state: 'live.k3Jx', code: 'SplxlOBeZQQYbYS6WxSbIA', iss: 'https://shop.example.com' },
);
export type LinkAnswerBody = Static<typeof LinkAnswerBody>;

export const LinkedView = withExample(
  Type.Object({ short_id: Type.String({ description: 'The account that was linked.' }) }),
  { short_id: 'svc_acct_abcdefgh23' },
);
