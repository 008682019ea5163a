import { type Static, Type } from 'typebox';
import { closed, moment, nullable, withExample } from '../../../platform/http/index.ts';

export const LinkView = withExample(
  Type.Object({
    status: Type.Enum(['linked', 'not_linked', 'unsupported'], {
      description: 'unsupported: the store does not let accounts be linked, or could not be asked.',
    }),
    issuer: nullable(Type.String({ description: 'Who gave the tokens.' })),
    scopes: Type.Array(Type.String(), { description: 'What the person agreed to.' }),
    linked_at: nullable(moment()),
    page_url: Type.String({ description: 'Where a signed-in person of this account links it.' }),
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
      description:
        "The page to open. For a signed-in person the store's own, for a key the page of this service where a person begins.",
    }),
    expires_at: nullable(moment()),
  }),
  {
    url: 'https://shop.example.com/oauth/authorize?response_type=code&client_id=errand&state=live.k3Jx',
    expires_at: '2026-08-21T10:10:00.000Z',
  },
);

export const LinkAnswerBody = withExample(
  closed({
    state: Type.String({ minLength: 1, maxLength: 200 }),
    code: Type.Optional(nullable(Type.String({ minLength: 1, maxLength: 4096 }))),
    iss: Type.Optional(nullable(Type.String({ minLength: 1, maxLength: 2048 }))),
    error: Type.Optional(nullable(Type.String({ maxLength: 200 }))),
  }),
  { state: 'live.k3Jx', code: 'SplxlOBeZQQYbYS6WxSbIA', iss: 'https://shop.example.com' },
);
export type LinkAnswerBody = Static<typeof LinkAnswerBody>;

export const LinkedView = withExample(Type.Object({ short_id: Type.String() }), { short_id: 'svc_acct_abcdefgh23' });
