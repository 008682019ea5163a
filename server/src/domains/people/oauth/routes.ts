import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { Clock } from '../../../kit/clock.ts';
import { Failure, notFound } from '../../../kit/failure.ts';
import { fieldsOf } from '../../../kit/fields.ts';
import type { Db } from '../../../platform/database/index.ts';
import { type App, closed, uuid, withExample } from '../../../platform/http/index.ts';
import { type Authenticator, createRouter, type Guard } from '../../access/accounts/index.ts';
import { decideRequest } from './decide-request.ts';
import { exchangeCode, refreshToken, type Token } from './exchange-code.ts';
import { OauthProblem, unsupportedGrant } from './failures.ts';
import { grantableScopes, redirectTargetOf } from './model.ts';
import { findRequest } from './sql.ts';
import { registerClient, startAuthorization } from './start-authorization.ts';

const RequestView = withExample(
  Type.Object(
    {
      id: uuid(),
      name: Type.String({ description: 'Name that the app gave itself. Not verified.' }),
      redirect_uri: Type.String({ description: 'Where the user is sent next. Show them the full URL.' }),
      redirect_host: Type.String({ description: 'Host of `redirect_uri`, or its scheme if it opens an app.' }),
      scopes: Type.Array(Type.Enum([...grantableScopes]), { description: 'Scopes that the app requests.' }),
      status: Type.Enum(['pending', 'approved', 'denied', 'used', 'expired'], {
        description: 'Status of the request.',
      }),
      expires_at: Type.String({ format: 'date-time' }),
    },
    { title: 'SignInRequest', description: 'An app that requests access to your account.' },
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

const DecideBody = withExample(
  closed({
    granted: Type.Boolean({ description: 'True to give the app a key, false to deny the request.' }),
    world: Type.Enum(['test', 'live'], { default: 'test' }),
  }),
  { granted: true, world: 'test' },
);

const Decided = withExample(
  Type.Object({ redirect_to: Type.String({ description: 'Where to send the user now.', format: 'uri' }) }),
  {
    redirect_to: 'http://127.0.0.1:53682/callback?code=4b1c',
  },
);

interface Needs {
  db: Db;
  clock: Clock;
  guard: Guard;
  authenticator: Authenticator;
  publicUrl: string;
}

/** OAuth 2.1 for MCP hosts: a person approves a program without copying a key. */
export function oauthRoutes(app: App, needs: Needs): void {
  programRoutes(app, needs);
  personRoutes(app, needs);
}

function metadataOf(publicUrl: string) {
  return {
    issuer: publicUrl,
    authorization_endpoint: `${publicUrl}/oauth/authorize`,
    token_endpoint: `${publicUrl}/oauth/token`,
    registration_endpoint: `${publicUrl}/oauth/register`,
    scopes_supported: [...grantableScopes],
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    token_endpoint_auth_methods_supported: ['none'],
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
    service_documentation: `${publicUrl}/docs/interface/mcp`,
  };
}

/** Paths and error formats of the OAuth protocol. */
function programRoutes(app: App, needs: Needs): void {
  const { guard, publicUrl } = needs;
  const door = { onRequest: guard.anyone, schema: { hide: true } };
  const metadata = metadataOf(publicUrl);
  app.get('/.well-known/oauth-authorization-server', door, () => metadata);

  app.get('/oauth/authorize', { ...door, exposeHeadRoute: false }, async (request, reply) => {
    try {
      const id = await startAuthorization(needs, fieldsOf(request.query));
      return reply.redirect(`${publicUrl}/app/connect/${id}`, 302);
    } catch (problem) {
      if (problem instanceof OauthProblem) throw new Failure('bad_request', 400, problem.message);
      throw problem;
    }
  });

  app.post('/oauth/register', door, (request, reply) =>
    replyInProtocol(reply, async () => {
      const client = await registerClient(needs, formOf(request));
      return reply.code(201).send({
        client_id: client.id,
        client_id_issued_at: Math.floor(client.created_at.getTime() / 1000),
        client_name: client.name,
        redirect_uris: client.redirect_uris,
        token_endpoint_auth_method: 'none',
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
      });
    }),
  );

  app.post('/oauth/token', { ...door, config: { takesForm: true } }, (request, reply) =>
    replyInProtocol(reply, async () => reply.send(await issueTokenFor(needs, formOf(request)))),
  );
}

function issueTokenFor(needs: Needs, form: Record<string, unknown>): Promise<Token> {
  if (form.grant_type === 'authorization_code') return exchangeCode(needs, form);
  if (form.grant_type === 'refresh_token') return refreshToken(needs, form);
  throw unsupportedGrant();
}

const formOf = ({ body }: FastifyRequest): Record<string, unknown> => fieldsOf(body);

async function replyInProtocol(reply: FastifyReply, answer: () => Promise<FastifyReply>): Promise<FastifyReply> {
  reply.header('cache-control', 'no-store');
  try {
    return await answer();
  } catch (problem) {
    if (!(problem instanceof OauthProblem)) throw problem;
    return reply.code(400).send({ error: problem.error, error_description: problem.message });
  }
}

function personRoutes(app: App, needs: Needs): void {
  const router = createRouter(app, needs.guard, 'Sign-in');
  const { db, clock } = needs;
  router.get('/oauth/requests/:request_id', {
    auth: 'person',
    operationId: 'getSignInRequest',
    summary: 'Get a sign-in request',
    description: 'Shows which app is requesting access to your account, and which scopes.',
    response: { 200: RequestView },
    async handler({ params }) {
      const row = await findRequest(db, params.request_id.toLowerCase());
      if (!row) throw notFound();
      const isOver = row.status === 'pending' && row.expires_at <= clock.now();
      const target = redirectTargetOf(row.redirect_uri);
      return {
        id: row.id,
        name: row.name,
        redirect_uri: target.uri,
        redirect_host: target.host,
        scopes: row.scopes,
        status: isOver ? ('expired' as const) : row.status,
        expires_at: row.expires_at.toISOString(),
      };
    },
  });

  router.post('/oauth/requests/:request_id', {
    auth: 'person',
    operationId: 'decideSignInRequest',
    summary: 'Approve or deny a sign-in request',
    description:
      'A signed-in user lets an app use their account, or denies the request. The app gets its own key, which you can list and revoke like any other.',
    body: DecideBody,
    response: { 200: Decided },
    errors: ['action_closed'],
    async handler({ person, params, body }) {
      const { granted: isGranted, world } = body;
      const id = params.request_id.toLowerCase();
      return { redirect_to: await decideRequest(needs, person, { id, isGranted, world }) };
    },
  });
}
