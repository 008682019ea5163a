import { Type } from 'typebox';
import { closed, uuid, withExample } from '../../../platform/http/index.ts';
import { grantableScopes } from './model.ts';

export const RequestView = withExample(
  Type.Object(
    {
      id: uuid(),
      name: Type.String({ description: 'What the program calls itself. Nobody checked it.' }),
      redirect_uri: Type.String({ description: 'Where the person is sent back to, whole. Show it to them.' }),
      redirect_host: Type.String({ description: 'Its host; for an app, its scheme.' }),
      scopes: Type.Array(Type.Enum([...grantableScopes])),
      status: Type.Enum(['pending', 'approved', 'denied', 'used', 'expired']),
      expires_at: Type.String({ format: 'date-time' }),
    },
    { title: 'SignInRequest' },
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
  closed({ granted: Type.Boolean(), world: Type.Enum(['test', 'live'], { default: 'test' }) }),
  { granted: true, world: 'test' },
);

export const Decided = withExample(Type.Object({ redirect_to: Type.String({ format: 'uri' }) }), {
  redirect_to: 'http://127.0.0.1:53682/callback?code=4b1c',
});
