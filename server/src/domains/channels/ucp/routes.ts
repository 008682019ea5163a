import type { FastifyReply } from 'fastify';
import { Type } from 'typebox';
import { notFound } from '../../../kit/failure.ts';
import type { App } from '../../../platform/http/index.ts';
import { type Version, versions } from './checkout.ts';
import { mcpRoute } from './mcp-route.ts';
import { businessProfile, orderUpdatePath, platformProfile } from './profile.ts';
import { receiveOrderUpdate } from './receive-order-update.ts';
import { restRoutes } from './rest-routes.ts';
import { hidden, runOperation, type UcpRouteNeeds } from './run-operation.ts';

const withVersion = { hide: true, params: Type.Object({ version: Type.String({ maxLength: 20 }) }) } as const;

/** Errand as a UCP store. ucp.dev describes the interface. */
export function ucpRoutes(app: App, needs: UcpRouteNeeds): void {
  profileRoutes(app, needs);
  orderUpdateRoute(app, needs);
  for (const version of versions) {
    const asked = { ...needs, shown: { ...needs.shown, version } };
    restRoutes(app, asked);
    mcpRoute(app, asked);
  }
}

function profileRoutes(app: App, { guard, identity, shown, clientVersions }: UcpRouteNeeds): void {
  const onRequest = guard.anyone;
  const { publicUrl, agentMethods: byWorld } = shown;
  const agentMethods = [...new Set([...byWorld.live, ...byWorld.test])];
  const send = (reply: FastifyReply, profile: unknown) =>
    reply.header('cache-control', 'public, max-age=300').send(profile);
  const business = async (version: Version) =>
    businessProfile(version, { publicUrl, jwk: (await identity()).jwk, agentMethods });
  app.get('/.well-known/ucp', { onRequest, schema: hidden }, async (_request, reply) =>
    send(reply, await business(versions[0])),
  );
  app.get('/ucp/business/:version', { onRequest, schema: withVersion }, async (request, reply) => {
    const version = versions.find((known) => known === request.params.version);
    if (version === undefined) throw notFound();
    return send(reply, await business(version));
  });
  app.get('/ucp/profiles/:version', { onRequest, schema: withVersion }, async (request, reply) => {
    const version = clientVersions.find((known) => known === request.params.version);
    if (version === undefined) throw notFound();
    return send(reply, platformProfile(version, { publicUrl, jwk: (await identity()).jwk }));
  });
}

/** Receives order updates from stores. A job handles them later. */
function orderUpdateRoute(app: App, { guard, receiveUpdate, shown }: UcpRouteNeeds): void {
  const door = { onRequest: guard.anyone, config: { keepsBytes: true }, schema: hidden };
  app.post(orderUpdatePath, door, async (request, reply) => {
    const outcome = await runOperation(async () => {
      await receiveOrderUpdate(receiveUpdate, request);
      return { data: { ucp: { version: shown.version } } };
    });
    if (!('refusal' in outcome)) return reply.code(202).send(outcome.data);
    const { status, code, content } = outcome.refusal;
    return reply.code(status).send({ code, content });
  });
}
