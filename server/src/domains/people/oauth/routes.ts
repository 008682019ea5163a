import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../../../kit/clock.ts';
import { Failure, notFound } from '../../../kit/failure.ts';
import { fieldsOf } from '../../../kit/fields.ts';
import type { Db } from '../../../platform/database/index.ts';
import type { App } from '../../../platform/http/index.ts';
import { errors, everyBody, validationError } from '../../../wire/index.ts';
import { type Authenticator, type Guard, personOf } from '../../access/accounts/index.ts';
import { askPerson } from './ask-person.ts';
import { decideRequest } from './decide-request.ts';
import { exchangeCode, type Token } from './exchange-code.ts';
import { OauthProblem, unsupportedGrant } from './failures.ts';
import { grantable, redirectTarget } from './model.ts';
import { refreshToken } from './refresh-token.ts';
import { registerClient } from './register-client.ts';
import { DecideBody, Decided, RequestPath, RequestView } from './schema.ts';
import { findRequest } from './sql.ts';

interface Needs {
  db: Db;
  clock: Clock;
  guard: Guard;
  authenticator: Authenticator;
  publicUrl: string;
}

/** How a person lets a program in without copying a key: OAuth 2.1, for hosts of MCP. */
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
    scopes_supported: [...grantable],
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    token_endpoint_auth_methods_supported: ['none'],
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
    service_documentation: `${publicUrl}/docs/interface/mcp`,
  };
}

/** Programs know these paths from the protocol's own metadata, and read its own shapes of errors. */
function programRoutes(app: App, needs: Needs): void {
  const { guard, publicUrl } = needs;
  const door = { onRequest: guard.anyone, schema: { hide: true } };
  const metadata = metadataOf(publicUrl);
  app.get('/.well-known/oauth-authorization-server', door, () => metadata);

  app.get('/oauth/authorize', { ...door, exposeHeadRoute: false }, async (request, reply) => {
    try {
      const way = await askPerson(needs, fieldsOf(request.query));
      return reply.redirect('ask' in way ? `${publicUrl}/app/connect/${way.ask}` : way.back, 302);
    } catch (problem) {
      if (problem instanceof OauthProblem) throw new Failure('bad_request', 400, problem.message);
      throw problem;
    }
  });

  app.post('/oauth/register', door, (request, reply) =>
    inProtocol(reply, async () => {
      const client = await registerClient(needs, bodyOf(request));
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
    inProtocol(reply, async () => reply.send(await giveToken(needs, bodyOf(request)))),
  );
}

function giveToken(needs: Needs, form: Record<string, unknown>): Promise<Token> {
  if (form.grant_type === 'authorization_code') return exchangeCode(needs, form);
  if (form.grant_type === 'refresh_token') return refreshToken(needs, form);
  throw unsupportedGrant();
}

const bodyOf = ({ body }: FastifyRequest): Record<string, unknown> => fieldsOf(body);

async function inProtocol(reply: FastifyReply, answer: () => Promise<FastifyReply>): Promise<FastifyReply> {
  reply.header('cache-control', 'no-store');
  try {
    return await answer();
  } catch (problem) {
    if (!(problem instanceof OauthProblem)) throw problem;
    return reply.code(400).send({ error: problem.error, error_description: problem.message });
  }
}

const shared = { tags: ['Account'], security: [{ session: [] }] };
const refusals = ['unauthorized', 'not_found', 'rate_limit_exceeded', 'service_unavailable'] as const;

function personRoutes(app: App, needs: Needs): void {
  const { db, clock, guard } = needs;
  app.get(
    '/oauth/requests/:request_id',
    {
      onRequest: guard.person,
      schema: {
        ...shared,
        operationId: 'getSignInRequest',
        summary: 'Which program wants to use your account',
        params: RequestPath,
        response: { 200: RequestView, 422: validationError, ...errors(...refusals) },
      },
    },
    async (request) => {
      const row = await findRequest(db, request.params.request_id.toLowerCase());
      if (!row) throw notFound();
      const isOver = row.status === 'pending' && row.expires_at <= clock.now();
      const target = redirectTarget(row.redirect_uri);
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
  );

  app.post(
    '/oauth/requests/:request_id',
    {
      onRequest: guard.person,
      schema: {
        ...shared,
        operationId: 'decideSignInRequest',
        summary: 'Let a program use your account, or refuse it',
        description:
          'For a signed-in person. The program gets a key of its own, which is listed and revoked like any other.',
        params: RequestPath,
        body: DecideBody,
        response: {
          200: Decided,
          422: validationError,
          ...errors(...refusals, 'action_closed', ...everyBody),
        },
      },
    },
    async (request) => {
      const { granted: isGranted, world } = request.body;
      const id = request.params.request_id.toLowerCase();
      return { redirect_to: await decideRequest(needs, personOf(request), { id, isGranted, world }) };
    },
  );
}
