import { Type } from 'typebox';
import { closed, uuid, withExample } from '../../../platform/http/index.ts';
import { grantableScopes } from './model.ts';

export const RequestView = withExample(
  Type.Object(
    {
      id: uuid(),
      name: Type.String({ description: 'Name that the app gave itself. Not verified.' }),
      redirect_uri: Type.String({ description: 'Where the person is sent next. Show it to them in full.' }),
      redirect_host: Type.String({ description: 'Host of `redirect_uri`, or the scheme of an app.' }),
      scopes: Type.Array(Type.Enum([...grantableScopes]), { description: 'What the app asks for.' }),
      status: Type.Enum(['pending', 'approved', 'denied', 'used', 'expired'], {
        description: 'Status of the request.',
      }),
      expires_at: Type.String({ format: 'date-time' }),
    },
    { title: 'SignInRequest', description: 'An app that asks for access to your account.' },
  ),
  {
    id: '5b0e3f7a-6a51-4d0c-8f39-0c8f7f3d9e11',
    name: 'Assistant',
    redirect_uri: 'http://127.0.0.1:53682/callback',
    redirect_host: '127.0.0.1',
    scopes: ['read', 'order'],
    status: 'pending',
    expires_at: '2026-08-21T10:15:00.000Z',
  },
);

export const DecideBody = withExample(
  closed({
    granted: Type.Boolean({ description: 'True to give the app a key, false to refuse.' }),
    world: Type.Enum(['test', 'live'], { default: 'test' }),
  }),
  { granted: true, world: 'test' },
);

export const Decided = withExample(
  Type.Object({ redirect_to: Type.String({ description: 'Where to send the person now.', format: 'uri' }) }),
  {
    redirect_to: 'http://127.0.0.1:53682/callback?code=4b1c',
  },
);
