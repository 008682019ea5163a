import { Type } from 'typebox';
import { assertDefined } from '../../../../kit/assert-defined.ts';
import { dayMs, plusMs } from '../../../../kit/clock.ts';
import { type App, noContent, optionalBody, pageQuery } from '../../../../platform/http/index.ts';
import {
  createdIdOf,
  createRouter,
  type Guard,
  onceOf,
  type Router,
  runIdempotent,
} from '../../../access/accounts/index.ts';
import { maskedUrl } from '../model.ts';
import { presentDelivery } from '../present.ts';
import { Delivery } from '../schema.ts';
import { rotateSecret } from '../secrets.ts';
import { type EndpointRow, findEndpoint, findSingleEndpoint, listEndpoints } from '../sql-endpoints.ts';
import { countAttempts } from '../sql-health.ts';
import { presentEndpoint } from './compose-event.ts';
import { readHealth } from './read-health.ts';
import {
  EndpointBody,
  EndpointChangesBody,
  EndpointHealth,
  EndpointList,
  EndpointView,
  EndpointWithSecret,
  HealthQuery,
  SingleBody,
  SingleView,
  TestBody,
} from './schema.ts';
import { testEndpoint } from './test-endpoint.ts';
import {
  changeEndpoint,
  createEndpoint,
  currentSecret,
  type EndpointNeeds,
  ownEndpoint,
  putSingleEndpoint,
  removeEndpoint,
} from './write-endpoint.ts';

interface Needs extends EndpointNeeds {
  guard: Guard;
}

export function endpointRoutes(app: App, needs: Needs): void {
  const router = createRouter(app, needs.guard, 'Webhooks');
  singleRoutes(router, needs);
  readRoutes(router, needs);
  healthRoute(router, needs);
  createRoute(router, needs);
  changeRoutes(router, needs);
  testRoutes(router, needs);
}

function singleRoutes(router: Router, needs: Needs): void {
  const { database } = needs;
  router.get('/webhooks/endpoint', {
    auth: 'manage',
    operationId: 'getWebhookEndpoint',
    summary: 'Get the single webhook URL',
    description: 'Returns the URL and its secret, or null for both. For accounts with one endpoint.',
    response: { 200: SingleView },
    async handler({ caller }, reply) {
      const row = await findSingleEndpoint(database.db, caller);
      const secret = row && (await currentSecret(needs, database.db, caller, row.id));
      reply.header('cache-control', 'no-store');
      return { webhook_url: row && maskedUrl(row.url), webhook_secret: secret };
    },
  });

  router.put('/webhooks/endpoint', {
    auth: 'manage',
    operationId: 'putWebhookEndpoint',
    summary: 'Set the single webhook URL',
    description: 'The URL receives every event. The secret stays the same when you change the URL.',
    body: SingleBody,
    response: { 200: SingleView },
    async handler({ caller, body }, reply) {
      const { url, secret } = await putSingleEndpoint(needs, caller, body.url);
      reply.header('cache-control', 'no-store');
      return { webhook_url: maskedUrl(url), webhook_secret: secret };
    },
  });

  router.delete('/webhooks/endpoint', {
    auth: 'manage',
    operationId: 'deleteWebhookEndpoint',
    summary: 'Delete the single webhook URL',
    description: 'Errand stops sending events to it.',
    response: { 204: noContent('Deleted.') },
    errors: ['not_found'],
    async handler({ caller }) {
      await removeEndpoint(needs, caller, (tx) => findSingleEndpoint(tx, caller));
    },
  });
}

function readRoutes(router: Router, needs: Needs): void {
  const { database } = needs;
  router.get('/webhooks/endpoints', {
    auth: 'manage',
    operationId: 'listWebhookEndpoints',
    summary: 'List webhook endpoints',
    description: 'Endpoints in this mode, without their secrets, newest first.',
    query: Type.Object(pageQuery),
    response: { 200: EndpointList },
    async handler({ caller, query: { limit, offset } }) {
      const rows = await listEndpoints(database.db, caller);
      return {
        endpoints: await present(needs, rows.toReversed().slice(offset, offset + limit)),
        total: rows.length,
      };
    },
  });

  router.get('/webhooks/endpoints/:endpoint_id', {
    auth: 'manage',
    operationId: 'getWebhookEndpointById',
    summary: 'Get a webhook endpoint',
    description: 'Returns the endpoint with its secret.',
    response: { 200: EndpointWithSecret },
    async handler({ caller, params }, reply) {
      const row = await ownEndpoint(database.db, caller, params.endpoint_id);
      reply.header('cache-control', 'no-store');
      return { ...(await presentOne(needs, row)), secret: await currentSecret(needs, database.db, caller, row.id) };
    },
  });
}

/** Endpoints with their health of the last day. */
async function present({ database, clock }: Needs, rows: EndpointRow[]) {
  const ids = rows.map(({ id }) => id);
  const counts = await countAttempts(database.db, ids, plusMs(clock.now(), -dayMs));
  return rows.map((row) => presentEndpoint(row, counts.get(row.id)));
}

const presentOne = async (needs: Needs, row: EndpointRow) => assertDefined((await present(needs, [row]))[0]);

function healthRoute(router: Router, { database, clock }: Needs): void {
  router.get('/webhooks/endpoints/:endpoint_id/health', {
    auth: 'manage',
    operationId: 'getWebhookEndpointHealth',
    summary: "Get an endpoint's success rate and latency",
    description: 'Outcomes of delivery attempts over time. Kept for 30 days.',
    query: HealthQuery,
    response: { 200: EndpointHealth },
    async handler({ caller, params, query }) {
      const row = await ownEndpoint(database.db, caller, params.endpoint_id);
      return readHealth({ db: database.db, clock }, row, query.period);
    },
  });
}

function createRoute(router: Router, needs: Needs): void {
  const { database, clock } = needs;
  router.post('/webhooks/endpoints', {
    auth: 'manage',
    operationId: 'createWebhookEndpoint',
    summary: 'Add a webhook endpoint',
    description: 'Up to 20 per mode. Each has its own secret.',
    isIdempotent: true,
    body: EndpointBody,
    response: { 201: EndpointWithSecret },
    errors: ['not_found'],
    async handler(request, reply) {
      const { caller, body } = request;
      const { url, events = null, description = null } = body;
      // Only the id is stored: a stored response must not contain the secret.
      const answer = await runIdempotent({ db: database.db, clock }, onceOf(request), async (tx) => {
        const id = await createEndpoint(needs, tx, caller, { url, events, description });
        return { status: 201, text: JSON.stringify({ id }), resource: 'webhook_endpoint', resourceId: id };
      });
      if (answer.isReplay) reply.header('Idempotent-Replayed', 'true');
      const row = await ownEndpoint(database.db, caller, createdIdOf(answer));
      reply.header('cache-control', 'no-store');
      return { ...(await presentOne(needs, row)), secret: await currentSecret(needs, database.db, caller, row.id) };
    },
  });
}

function changeRoutes(router: Router, needs: Needs): void {
  router.patch('/webhooks/endpoints/:endpoint_id', {
    auth: 'manage',
    operationId: 'updateWebhookEndpoint',
    summary: 'Update a webhook endpoint',
    description: 'Fields that you leave out stay as they are. Pending deliveries go to the new URL.',
    body: EndpointChangesBody,
    response: { 200: EndpointView },
    async handler({ caller, params, body }) {
      const { is_active: isActive, ...changes } = body;
      const given = { ...changes, ...(isActive === undefined ? {} : { isActive }) };
      return presentOne(needs, await changeEndpoint(needs, caller, params.endpoint_id, given));
    },
  });

  router.delete('/webhooks/endpoints/:endpoint_id', {
    auth: 'manage',
    operationId: 'deleteWebhookEndpointById',
    summary: 'Delete a webhook endpoint',
    description: 'Pending deliveries to it are dropped. The delivery log is kept.',
    response: { 204: noContent('Deleted.') },
    async handler({ caller, params }) {
      await removeEndpoint(needs, caller, (tx) => findEndpoint(tx, caller, params.endpoint_id));
    },
  });
}

function testRoutes(router: Router, needs: Needs): void {
  const { database, clock } = needs;
  router.post('/webhooks/endpoints/:endpoint_id/test', {
    auth: 'manage',
    operationId: 'testWebhookEndpoint',
    summary: 'Send a test event',
    description: 'Sends an example event of any type now. Read the delivery to see the response.',
    body: optionalBody(TestBody),
    response: { 202: Delivery },
    async handler({ caller, params, body }) {
      const endpoint = await ownEndpoint(database.db, caller, params.endpoint_id);
      const sent = await testEndpoint({ database, clock }, caller, endpoint, body?.type ?? 'order.placed');
      return presentDelivery(sent);
    },
  });

  router.post('/webhooks/endpoints/:endpoint_id/rotate', {
    auth: 'manage',
    operationId: 'rotateWebhookEndpointSecret',
    summary: "Rotate an endpoint's secret",
    description: 'For 24 hours, messages are signed with both the new and the old secret.',
    isIdempotent: true,
    response: { 201: EndpointWithSecret },
    async handler(request, reply) {
      const { caller, params } = request;
      const row = await ownEndpoint(database.db, caller, params.endpoint_id);
      const { isReplay } = await runIdempotent({ db: database.db, clock }, onceOf(request, {}), async (tx) => {
        const resourceId = await rotateSecret(needs, tx, { ...caller, endpointId: row.id });
        return { status: 201, text: '', resource: 'webhook_secret', resourceId };
      });
      if (isReplay) reply.header('Idempotent-Replayed', 'true');
      reply.header('cache-control', 'no-store');
      return { ...(await presentOne(needs, row)), secret: await currentSecret(needs, database.db, caller, row.id) };
    },
  });
}
