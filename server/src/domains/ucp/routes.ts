import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { notFound } from '../../kit/failure.ts';
import type { App } from '../../platform/http/index.ts';
import { type SigningKey, signResponse } from '../../platform/message-signatures.ts';
import { type Caller, callerOf, type Guard, requireScope } from '../accounts/index.ts';
import { versions } from './checkout.ts';
import {
  type Asked,
  isOperation,
  type OperationName,
  type OperationNeeds,
  operations,
  refusalOf,
} from './operations.ts';
import { businessProfile, platformProfile } from './profile.ts';

export interface UcpRouteNeeds extends OperationNeeds {
  guard: Guard;
  identity(): Promise<{ key: SigningKey; jwk: Record<string, string> }>;
  /** The versions that this service speaks as a client. */
  clientVersions: readonly string[];
}

const hidden = { hide: true } as const;
const withId = { hide: true, params: Type.Object({ id: Type.String({ maxLength: 100 }) }) } as const;
const withVersion = { hide: true, params: Type.Object({ version: Type.String({ maxLength: 20 }) }) } as const;

/** The service as a store of the Universal Commerce Protocol. Its interface is written down at ucp.dev, not here. */
export function ucpRoutes(app: App, needs: UcpRouteNeeds): void {
  profileRoutes(app, needs);
  restRoutes(app, needs);
  mcpRoute(app, needs);
}

function profileRoutes(app: App, { guard, identity, shown, clientVersions }: UcpRouteNeeds): void {
  const onRequest = guard.anyone;
  const send = (reply: FastifyReply, profile: unknown) =>
    reply.header('cache-control', 'public, max-age=300').send(profile);
  app.get('/.well-known/ucp', { onRequest, schema: hidden }, async (_request, reply) => {
    const { jwk } = await identity();
    return send(reply, businessProfile(versions[0], shown.publicUrl, jwk));
  });
  app.get('/ucp/business/:version', { onRequest, schema: withVersion }, async (request, reply) => {
    const version = versions.find((known) => known === request.params.version);
    if (version === undefined) throw notFound();
    return send(reply, businessProfile(version, shown.publicUrl, (await identity()).jwk));
  });
  app.get('/ucp/profiles/:version', { onRequest, schema: withVersion }, async (request, reply) => {
    const version = clientVersions.find((known) => known === request.params.version);
    if (version === undefined) throw notFound();
    return send(reply, platformProfile(version, (await identity()).jwk));
  });
}

/** Every answer that is about buying is signed with the key of the profile. */
const signer =
  ({ identity, clock }: UcpRouteNeeds) =>
  async (_request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown> => {
    if (typeof payload !== 'string') return payload;
    const { key } = await identity();
    const headers = { 'content-type': String(reply.getHeader('content-type') ?? '') };
    reply.headers(signResponse(key, { status: reply.statusCode, headers, body: payload }, clock.now()));
    return payload;
  };

function restRoutes(app: App, needs: UcpRouteNeeds): void {
  const { guard } = needs;
  const onSend = signer(needs);
  const run =
    (name: OperationName, status = 200) =>
    async (request: FastifyRequest, reply: FastifyReply) => {
      const { id = '' } = (request.params ?? {}) as { id?: string };
      const outcome = await attempt(needs, name, callerOf(request), { id, body: request.body ?? {} });
      if ('refusal' in outcome) {
        const { status: refused, code, content } = outcome.refusal;
        return reply.code(refused).send({ code, content });
      }
      return reply.code(status).send(outcome.data);
    };
  const looks = { onRequest: guard.read, onSend };
  const acts = { onRequest: guard.key, onSend };
  app.post('/ucp/catalog/search', { ...looks, schema: hidden }, run('search_catalog'));
  app.post('/ucp/catalog/lookup', { ...looks, schema: hidden }, run('lookup_catalog'));
  app.post('/ucp/catalog/product', { ...looks, schema: hidden }, run('get_product'));
  app.post('/ucp/checkout-sessions', { ...acts, schema: hidden }, run('create_checkout', 201));
  app.get('/ucp/checkout-sessions/:id', { ...looks, schema: withId }, run('get_checkout'));
  app.put('/ucp/checkout-sessions/:id', { ...acts, schema: withId }, run('update_checkout'));
  app.post('/ucp/checkout-sessions/:id/complete', { ...acts, schema: withId }, run('complete_checkout'));
  app.post('/ucp/checkout-sessions/:id/cancel', { ...acts, schema: withId }, run('cancel_checkout'));
  app.get('/ucp/orders/:id', { ...looks, schema: withId }, run('get_order'));
}

type Outcome = { data: Record<string, unknown> } | { refusal: { status: number; code: string; content: string } };

async function attempt(needs: UcpRouteNeeds, name: OperationName, caller: Caller, asked: Asked): Promise<Outcome> {
  try {
    requireScope(caller, operations[name].scope);
    return { data: await operations[name].run(needs, caller, asked) };
  } catch (error) {
    const refusal = refusalOf(error);
    if (!refusal) throw error;
    return { refusal };
  }
}

/** The tools, with what they take. */
const tools = Object.entries(operations).map(([name, { summary, subject, hasId, body }]) => ({
  name,
  description: summary,
  inputSchema: {
    type: 'object',
    properties: {
      meta: { type: 'object' },
      ...(hasId ? { id: { type: 'string' } } : {}),
      ...(subject === null ? {} : { [subject]: body }),
    },
    required: [
      'meta',
      ...(hasId ? ['id'] : []),
      ...(subject === null || name === 'complete_checkout' ? [] : [subject]),
    ],
  },
}));

interface RpcCall {
  id?: unknown;
  method?: unknown;
  params?: { name?: unknown; arguments?: Record<string, unknown> };
}

/** The same operations as tools over JSON-RPC: one request, one answer, no session. */
function mcpRoute(app: App, needs: UcpRouteNeeds): void {
  app.post(
    '/ucp/mcp',
    { onRequest: needs.guard.anyone, onSend: signer(needs), schema: hidden },
    async (request, reply) => {
      const { id = null, method, params } = (request.body ?? {}) as RpcCall;
      const fail = (status: number, code: number, message: string, data: unknown = null) =>
        reply.code(status).send({ jsonrpc: '2.0', id, error: { code, message, ...(data === null ? {} : { data }) } });
      const succeed = (result: unknown) => reply.send({ jsonrpc: '2.0', id, result });
      if (method === 'tools/list') return succeed({ tools });
      if (method !== 'tools/call') return fail(200, -32601, 'This endpoint takes tools/list and tools/call.');
      const name = params?.name;
      if (!isOperation(name)) return fail(200, -32602, 'There is no such tool.');
      const { caller } = request;
      if (!caller || caller.orderId !== null)
        return fail(401, -32000, 'Send a key as a bearer token.', { code: 'unauthorized' });
      const args = params?.arguments ?? {};
      const { subject } = operations[name];
      const body = subject === null ? {} : (args[subject] ?? {});
      const outcome = await attempt(needs, name, caller, { id: String(args.id ?? ''), body });
      if ('refusal' in outcome) {
        const { status, code, content } = outcome.refusal;
        return fail(status, -32000, content, { code });
      }
      return succeed({
        structuredContent: outcome.data,
        content: [{ type: 'text', text: JSON.stringify(outcome.data) }],
      });
    },
  );
}
