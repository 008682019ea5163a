import { notFound } from '../../../kit/failure.ts';
import { type Database, inTransaction } from '../../../platform/database/index.ts';
import type { App } from '../../../platform/http/index.ts';
import { createRouter, type Guard, onceOf, type Router, runIdempotent } from '../../access/accounts/index.ts';
import { presentDelivery, presentSecrets } from './present.ts';
import { replayDelivery, replayFailed } from './replay-delivery.ts';
import { resendEdited } from './resend-edited.ts';
import { Delivery, DeliveryList, DeliveryQuery, EditedBody, Replayed, ReplayFailedBody, SecretView } from './schema.ts';
import { readSecrets, rotateSecret, type SecretNeeds } from './secrets.ts';
import { type DeliveryFilter, findDelivery, listDeliveries } from './sql-deliveries.ts';

interface Needs extends SecretNeeds {
  database: Database;
  guard: Guard;
}

export function webhookRoutes(app: App, needs: Needs): void {
  const router = createRouter(app, needs.guard, 'Webhooks');
  deliveryRoutes(router, needs);
  deliveryRoute(router, needs);
  replayRoutes(router, needs);
  secretRoutes(router, needs);
}

function deliveryRoutes(router: Router, { database }: Needs): void {
  router.get('/webhooks/deliveries', {
    auth: 'key',
    operationId: 'listWebhookDeliveries',
    summary: 'List webhook deliveries',
    description: 'What was sent to your endpoints, newest first. Finished deliveries are kept for 30 days.',
    query: DeliveryQuery,
    response: { 200: DeliveryList },
    async handler({ caller, query }) {
      const { limit, offset, after, status, event, order_id: orderId, ...more } = query;
      const { accountId, world } = caller;
      const filter: DeliveryFilter = { accountId, world };
      if (status) filter.status = status;
      if (event) filter.event = event;
      if (orderId) filter.orderId = orderId.replaceAll('-', '');
      if (more.endpoint_id) filter.endpointId = more.endpoint_id;
      if (more.event_id) filter.eventId = more.event_id;
      if (more.url) filter.url = more.url;
      if (more.created_after) filter.createdAfter = new Date(more.created_after);
      const { rows, total } = await listDeliveries(database.db, filter, { limit, offset, after });
      return { deliveries: rows.map(presentDelivery), total, limit, offset };
    },
  });
}

function deliveryRoute(router: Router, { database }: Needs): void {
  router.get('/webhooks/deliveries/:delivery_id', {
    auth: 'key',
    operationId: 'getWebhookDelivery',
    summary: 'Get a delivery',
    description: 'Returns one delivery with its body, its attempts and their responses.',
    response: { 200: Delivery },
    async handler({ caller, params }) {
      const row = await findDelivery(database.db, caller, params.delivery_id);
      if (!row) throw notFound();
      return presentDelivery(row);
    },
  });
}

function replayRoutes(router: Router, { database, clock }: Needs): void {
  router.post('/webhooks/deliveries/replay', {
    auth: 'manage',
    operationId: 'replayFailedWebhookDeliveries',
    summary: 'Resend failed deliveries',
    description:
      'Resends every failed or stopped delivery that matches the filters, with the same IDs and bodies. With status `retrying`, pending deliveries are attempted again now.',
    body: ReplayFailedBody,
    response: { 202: Replayed },
    async handler({ caller, body }) {
      const { failed_since: since, status, event, order_id: orderId, endpoint_id: endpointId, url } = body;
      const failed = {
        ...(since === undefined ? {} : { failedSince: new Date(since) }),
        ...(status === undefined ? {} : { status }),
        ...(event === undefined ? {} : { event }),
        ...(orderId === undefined ? {} : { orderId }),
        ...(endpointId === undefined ? {} : { endpointId }),
        ...(url === undefined ? {} : { url }),
      };
      const replayed = await inTransaction(database.db, (tx) => replayFailed({ tx, clock }, caller, failed));
      return { replayed };
    },
  });

  router.post('/webhooks/deliveries/:delivery_id/resend-edited', {
    auth: 'person',
    operationId: 'resendEditedWebhookDelivery',
    summary: 'Edit a delivery and resend it',
    description:
      "Sends your body to the endpoint as a new delivery, signed as usual. Its `webhook-id` starts with `msg_edited_`, and the log shows the original delivery and who edited it. Only signed-in owners can do this. Keys can't.",
    body: EditedBody,
    response: { 202: Delivery },
    async handler({ person, params, body }) {
      const row = await resendEdited({ database }, person, { deliveryId: params.delivery_id, body: body.body });
      return presentDelivery(row);
    },
  });

  router.post('/webhooks/deliveries/:delivery_id/replay', {
    auth: 'manage',
    operationId: 'replayWebhookDelivery',
    summary: 'Resend a delivery',
    description:
      'Sends the same ID and body now, and retries if it fails. If the endpoint was disabled by a 410 response, a successful resend starts it again.',
    response: { 202: Delivery },
    async handler({ caller, params }) {
      const row = await inTransaction(database.db, (tx) => replayDelivery({ tx, clock }, caller, params.delivery_id));
      return presentDelivery(row);
    },
  });
}

function secretRoutes(router: Router, needs: Needs): void {
  const { db } = needs.database;

  router.get('/webhooks/secret', {
    auth: 'manage',
    operationId: 'getWebhookSecret',
    summary: 'Get the webhook secret',
    description: 'The secret used to sign messages to legacy API webhook URLs.',
    response: { 200: SecretView },
    async handler({ caller }, reply) {
      reply.header('cache-control', 'no-store');
      return presentSecrets(await readSecrets(needs, db, caller));
    },
  });

  router.post('/webhooks/secret', {
    auth: 'manage',
    operationId: 'rotateWebhookSecret',
    summary: 'Rotate the webhook secret',
    description: 'For 24 hours, messages are signed with both the new and the old secret.',
    isIdempotent: true,
    response: { 201: SecretView },
    async handler(request, reply) {
      const { caller } = request;
      // Only the secret's id is stored: a stored response must not contain the secret.
      const { isReplay } = await runIdempotent({ db, clock: needs.clock }, onceOf(request, {}), async (tx) => {
        const resourceId = await rotateSecret(needs, tx, caller);
        return { status: 201, text: '', resource: 'webhook_secret', resourceId };
      });
      if (isReplay) reply.header('Idempotent-Replayed', 'true');
      reply.header('cache-control', 'no-store');
      return presentSecrets(await readSecrets(needs, db, caller));
    },
  });
}
