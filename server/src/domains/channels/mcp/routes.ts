import { hostHeaderValidation, originValidation } from '@modelcontextprotocol/fastify';
import { localhostAllowedHostnames } from '@modelcontextprotocol/server';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { Registry } from '../../../connectors/registry.ts';
import { Failure } from '../../../kit/failure.ts';
import { fieldsOf, listOf } from '../../../kit/fields.ts';
import type { Database } from '../../../platform/database/index.ts';
import { type App, answerParseError, closed, type PageParts, sendPage } from '../../../platform/http/index.ts';
import type { Logger } from '../../../platform/logger.ts';
import type { Vault } from '../../../platform/secrets/index.ts';
import { bearerOf, type Guard } from '../../access/accounts/index.ts';
import type { ProductNeeds } from '../../catalog/products/index.ts';
import { type ApprovalNeeds, approverOf, decideApproval, findApprovalByHandle } from './approvals.ts';
import { createApiCall } from './call.ts';
import { createEndpoint } from './endpoint.ts';
import { createKeylessTools } from './keyless-tools.ts';
import { handleFrom } from './model.ts';
import { approvalPage, approvedPage, closedPage, deniedPage } from './page.ts';
import { createServer, type Extension } from './server.ts';
import { isCompleteSummary } from './summary.ts';

export interface McpRouteNeeds extends ApprovalNeeds {
  database: Database;
  vault: Vault;
  guard: Guard;
  logger: Logger;
  publicUrl: string;
  trustedProxies: readonly string[];
  products: ProductNeeds;
  registry: Registry;
  feeCents: number;
  testProducts: Parameters<typeof createKeylessTools>[0]['testProducts'];
  extend?: Extension;
}

const hidden = { hide: true };
/** The MCP package refuses longer batches. */
const batchMax = 100;
const metadataPath = '/.well-known/oauth-protected-resource';

export function mcpRoutes(app: App, needs: McpRouteNeeds): void {
  endpointRoutes(app, needs);
  approvalRoutes(app, needs);
  const { publicUrl } = needs;
  const metadata = {
    resource: `${publicUrl}/mcp`,
    resource_name: 'Errand',
    authorization_servers: [publicUrl],
    bearer_methods_supported: ['header'],
    scopes_supported: ['read', 'order'],
    resource_documentation: `${publicUrl}/docs/interface/mcp`,
  };
  for (const path of [metadataPath, `${metadataPath}/mcp`]) {
    app.get(path, { onRequest: needs.guard.anyone, schema: hidden }, () => metadata);
  }
}

function endpointRoutes(app: App, needs: McpRouteNeeds): void {
  const { clock, logger, publicUrl, trustedProxies, guard, extend } = needs;
  const tools = { ...needs, call: createApiCall(app), open: createKeylessTools(needs) };
  const endpoint = createEndpoint({
    clock,
    logger,
    publicUrl,
    trustedProxies,
    serverFor: () => createServer(tools, extend),
  });
  app.addHook('preClose', () => endpoint.close());

  async function admit(request: FastifyRequest): Promise<void> {
    if (request.headers.authorization === undefined) {
      if (wantsSignIn(request)) throw keyRefused(publicUrl);
      await guard.anyone(request);
      // Browser sessions cannot use tools.
      request.caller = null;
      return;
    }
    request.caller = await guard.admit(request, bearerOf(request), () => keyRefused(publicUrl));
  }
  const { hostname } = new URL(publicUrl);
  const here = localhostAllowedHostnames();
  const hosts = [...new Set([hostname, ...here])];
  const origins = here.includes(hostname) ? hosts : [hostname];
  const door = { onRequest: [hostHeaderValidation(hosts), originValidation(origins), admit], schema: hidden };
  const answer = async (request: FastifyRequest, reply: FastifyReply) => {
    // Each message of a batch counts as a request.
    for (const _message of listOf(request.body).slice(1, batchMax)) await admit(request);
    return reply.send(await endpoint.answer(request, reply));
  };
  app.post('/mcp', { ...door, errorHandler: answerParseError }, answer);
  app.get('/mcp', { ...door, exposeHeadRoute: false }, answer);
  app.delete('/mcp', door, answer);
}

/** A 401 makes OAuth hosts sign in. Everyone else can look around without a key. */
const wantsSignIn = ({ query }: FastifyRequest): boolean => 'sign_in' in fieldsOf(query);

const keyRefused = (publicUrl: string): Failure =>
  new Failure('unauthorized', 401, 'Send a valid API key in the Authorization header: Bearer <key>.', {
    headers: { 'www-authenticate': `Bearer resource_metadata="${publicUrl}${metadataPath}/mcp"` },
  });

const HandlePath = Type.Object({ handle: Type.String({ maxLength: 100 }) });
const AnswerForm = closed({ answer: Type.Enum(['approve', 'deny']) });

/**
 * For unclaimed sandboxes: without a person to ask, the URL is the secret, for one answer while the quote is valid.
 * Once the account has a person, only they can answer, signed in.
 */
function approvalRoutes(app: App, needs: McpRouteNeeds): void {
  const { guard, clock } = needs;
  const path = '/mcp/approvals/:handle';

  async function openRow(text: string) {
    const handle = handleFrom(text);
    const row = handle && (await findApprovalByHandle(needs, handle));
    return row?.state === 'open' && isCompleteSummary(row.summary) && row.expires_at > clock.now() ? row : null;
  }
  const signInFor = (reply: FastifyReply, id: string) =>
    reply.header('cache-control', 'no-store').redirect(`${needs.publicUrl}/app/approvals/${id}`, 303) as never;
  const send = (reply: FastifyReply, status: number, page: PageParts) =>
    sendPage(reply.code(status).header('cache-control', 'no-store'), page) as never;

  app.get(path, { onRequest: guard.anyone, schema: { ...hidden, params: HandlePath } }, async (request, reply) => {
    const row = await openRow(request.params.handle);
    if (!row) return send(reply, 404, closedPage());
    if (await approverOf(needs, row)) return signInFor(reply, row.id);
    return send(reply, 200, approvalPage(row.summary, row.expires_at, request.url));
  });

  app.post(
    path,
    {
      onRequest: guard.anyone,
      config: { takesForm: true },
      schema: { ...hidden, params: HandlePath, body: AnswerForm },
    },
    async (request, reply) => {
      const row = await openRow(request.params.handle);
      const isApproved = request.body.answer === 'approve';
      if (row && (await approverOf(needs, row))) return signInFor(reply, row.id);
      if (!row || !(await decideApproval(needs, row.id, isApproved))) return send(reply, 404, closedPage());
      return send(reply, 200, isApproved ? approvedPage() : deniedPage());
    },
  );
}
