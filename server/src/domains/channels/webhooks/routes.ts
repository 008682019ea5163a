import { Type } from 'typebox';
import { type Database, inTransaction } from '../../../platform/database/index.ts';
import type { App } from '../../../platform/http/index.ts';
import { errors, everyBody, everyRoute, validationError } from '../../../wire/index.ts';
import { callerOf, doOnce, type Guard, onceFrom } from '../../access/accounts/index.ts';
import { presentDelivery, presentSecrets } from './present.ts';
import { replayDelivery, replayFailed } from './replay-delivery.ts';
import {
  Delivery,
  DeliveryList,
  DeliveryPath,
  DeliveryQuery,
  Replayed,
  ReplayFailedBody,
  SecretView,
} from './schema.ts';
import { readSecrets, rotateSecret, type SecretNeeds } from './secrets.ts';
import { type DeliveryFilter, listDeliveries } from './sql-deliveries.ts';

interface Needs extends SecretNeeds {
  database: Database;
  guard: Guard;
}

const shared = { tags: ['Webhooks'], security: [{ bearer: [] }] };

export function webhookRoutes(app: App, needs: Needs): void {
  deliveryRoutes(app, needs);
  replayRoutes(app, needs);
  secretRoutes(app, needs);
}

function deliveryRoutes(app: App, { database, guard }: Needs): void {
  app.get(
    '/webhooks/deliveries',
    {
      onRequest: guard.key,
      schema: {
        ...shared,
        operationId: 'listWebhookDeliveries',
        summary: 'What was sent to your webhook URLs, newest first',
        description: 'Deliveries that ended are kept for 30 days.',
        querystring: DeliveryQuery,
        response: { 200: DeliveryList, 422: validationError, ...errors(...everyRoute) },
      },
    },
    async (request) => {
      const { limit, offset, after, status, event, order_id: orderId, ...more } = request.query;
      const { accountId, world } = callerOf(request);
      const filter: DeliveryFilter = { accountId, world };
      if (status) filter.status = status;
      if (event) filter.event = event;
      if (orderId) filter.orderId = orderId.replaceAll('-', '');
      if (more.endpoint_id) filter.endpointId = more.endpoint_id;
      if (more.event_id) filter.eventId = more.event_id;
      if (more.url) filter.url = more.url;
      const { rows, total } = await listDeliveries(database.db, filter, { limit, offset, after });
      return { deliveries: rows.map(presentDelivery), total, limit, offset };
    },
  );
}

function replayRoutes(app: App, { database, clock, guard }: Needs): void {
  app.post(
    '/webhooks/deliveries/replay',
    {
      onRequest: guard.manage,
      schema: {
        ...shared,
        operationId: 'replayFailedWebhookDeliveries',
        summary: 'Send again whatever failed since a time',
        description: 'Every message that was given up or stopped; the same ids and the same bytes.',
        body: ReplayFailedBody,
        response: {
          202: Replayed,
          422: validationError,
          ...errors(...everyRoute, ...everyBody),
        },
      },
    },
    async (request, reply) => {
      const since = new Date(request.body.failed_since);
      const replayed = await inTransaction(database.db, (tx) => replayFailed({ tx, clock }, callerOf(request), since));
      return reply.code(202).send({ replayed });
    },
  );

  app.post(
    '/webhooks/deliveries/:delivery_id/replay',
    {
      onRequest: guard.manage,
      schema: {
        ...shared,
        operationId: 'replayWebhookDelivery',
        summary: 'Send a delivery again',
        description:
          'The same id and the same bytes, now, and again by the retry schedule if need be. ' +
          'A receiver that was stopped by its 410 is told of new events again once a replay succeeds.',
        params: DeliveryPath,
        response: { 202: Delivery, 422: validationError, ...errors(...everyRoute, 'not_found') },
      },
    },
    async (request, reply) => {
      const caller = callerOf(request);
      const row = await inTransaction(database.db, (tx) =>
        replayDelivery({ tx, clock }, caller, request.params.delivery_id),
      );
      return reply.code(202).send(presentDelivery(row));
    },
  );
}

function secretRoutes(app: App, needs: Needs): void {
  const { db } = needs.database;

  app.get(
    '/webhooks/secret',
    {
      onRequest: needs.guard.manage,
      schema: {
        ...shared,
        operationId: 'getWebhookSecret',
        summary: 'What your webhooks are signed with',
        response: { 200: SecretView, ...errors(...everyRoute) },
      },
    },
    async (request, reply) => {
      const secrets = await readSecrets(needs, db, callerOf(request));
      return reply.header('cache-control', 'no-store').send(presentSecrets(secrets));
    },
  );

  app.post(
    '/webhooks/secret',
    {
      onRequest: needs.guard.manage,
      schema: {
        ...shared,
        operationId: 'rotateWebhookSecret',
        summary: 'Make a new secret',
        description: 'Messages are signed with both the new and the old one for 24 hours; then the old one ends.',
        headers: Type.Object({ 'idempotency-key': Type.Optional(Type.String({ maxLength: 255 })) }),
        response: {
          201: SecretView,
          422: validationError,
          ...errors(...everyRoute, 'already_exists', 'idempotency_in_flight'),
        },
      },
    },
    async (request, reply) => {
      const caller = callerOf(request);
      const header = request.headers['idempotency-key'];
      const once = onceFrom({ caller, operation: 'POST /webhooks/secret', header, body: {} });
      // Only the secret's id is remembered: an answer that is kept in the clear must not hold the secret.
      const { isReplay } = await doOnce({ db, clock: needs.clock }, once, async (tx) => {
        const resourceId = await rotateSecret(needs, tx, caller);
        return { status: 201, text: '', resource: 'webhook_secret', resourceId };
      });
      if (isReplay) reply.header('Idempotent-Replayed', 'true');
      const secrets = await readSecrets(needs, db, caller);
      return reply.code(201).header('cache-control', 'no-store').send(presentSecrets(secrets));
    },
  );
}
