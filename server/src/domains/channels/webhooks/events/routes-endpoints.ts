import { Type } from 'typebox';
import { type App, optionalBody } from '../../../../platform/http/index.ts';
import { errors, everyBody, everyRoute, validationError } from '../../../../wire/index.ts';
import { callerOf, doOnce, type Guard, madeId, onceFrom } from '../../../access/accounts/index.ts';
import { maskedUrl } from '../model.ts';
import { presentDelivery } from '../present.ts';
import { Delivery } from '../schema.ts';
import { rotateSecret } from '../secrets.ts';
import { findEndpoint, findSingleEndpoint, listEndpoints } from '../sql-endpoints.ts';
import { presentEndpoint } from './present.ts';
import {
  EndpointBody,
  EndpointChangesBody,
  EndpointList,
  EndpointPath,
  EndpointView,
  EndpointWithSecret,
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

const bodyRoute = [...everyRoute, ...everyBody] as const;
const shared = { tags: ['Webhooks'], security: [{ bearer: [] }] };
const idempotent = Type.Object({ 'idempotency-key': Type.Optional(Type.String({ maxLength: 255 })) });

export function endpointRoutes(app: App, needs: Needs): void {
  singleRoutes(app, needs);
  readRoutes(app, needs);
  createRoute(app, needs);
  changeRoutes(app, needs);
  testRoutes(app, needs);
}

function singleRoutes(app: App, needs: Needs): void {
  const { guard, database } = needs;
  app.get(
    '/webhooks/endpoint',
    {
      onRequest: guard.manage,
      schema: {
        ...shared,
        operationId: 'getWebhookEndpoint',
        summary: 'Your one webhook URL and its secret',
        description: 'Both are null while there is none.',
        response: { 200: SingleView, ...errors(...everyRoute) },
      },
    },
    async (request, reply) => {
      const caller = callerOf(request);
      const row = await findSingleEndpoint(database.db, caller);
      const secret = row && (await currentSecret(needs, database.db, caller, row.id));
      reply.header('cache-control', 'no-store');
      return { webhook_url: row && maskedUrl(row.url), webhook_secret: secret };
    },
  );

  app.put(
    '/webhooks/endpoint',
    {
      onRequest: guard.manage,
      schema: {
        ...shared,
        operationId: 'putWebhookEndpoint',
        summary: 'Set your one webhook URL',
        description: 'It is told of every event. The secret stays when the URL is replaced.',
        body: SingleBody,
        response: { 200: SingleView, 422: validationError, ...errors(...bodyRoute) },
      },
    },
    async (request, reply) => {
      const { url, secret } = await putSingleEndpoint(needs, callerOf(request), request.body.url);
      reply.header('cache-control', 'no-store');
      return { webhook_url: maskedUrl(url), webhook_secret: secret };
    },
  );

  app.delete(
    '/webhooks/endpoint',
    {
      onRequest: guard.manage,
      schema: {
        ...shared,
        operationId: 'deleteWebhookEndpoint',
        summary: 'Be told no more at your one webhook URL',
        response: { 204: Type.Null({ description: 'Deleted.' }), ...errors(...everyRoute, 'not_found') },
      },
    },
    async (request, reply) => {
      const caller = callerOf(request);
      await removeEndpoint(needs, caller, (tx) => findSingleEndpoint(tx, caller));
      return reply.code(204).send(null);
    },
  );
}

function readRoutes(app: App, needs: Needs): void {
  const { guard, database } = needs;
  app.get(
    '/webhooks/endpoints',
    {
      onRequest: guard.manage,
      schema: {
        ...shared,
        operationId: 'listWebhookEndpoints',
        summary: 'Where you are told of events',
        response: { 200: EndpointList, ...errors(...everyRoute) },
      },
    },
    async (request) => {
      const rows = await listEndpoints(database.db, callerOf(request));
      return { endpoints: rows.map(presentEndpoint), total: rows.length };
    },
  );

  app.get(
    '/webhooks/endpoints/:endpoint_id',
    {
      onRequest: guard.manage,
      schema: {
        ...shared,
        operationId: 'getWebhookEndpointById',
        summary: 'One endpoint with its secret',
        params: EndpointPath,
        response: { 200: EndpointWithSecret, 422: validationError, ...errors(...everyRoute, 'not_found') },
      },
    },
    async (request, reply) => {
      const caller = callerOf(request);
      const row = await ownEndpoint(database.db, caller, request.params.endpoint_id);
      reply.header('cache-control', 'no-store');
      return { ...presentEndpoint(row), secret: await currentSecret(needs, database.db, caller, row.id) };
    },
  );
}

function createRoute(app: App, needs: Needs): void {
  const { guard, database, clock } = needs;
  app.post(
    '/webhooks/endpoints',
    {
      onRequest: guard.manage,
      schema: {
        ...shared,
        operationId: 'createWebhookEndpoint',
        summary: 'Be told of events at one more URL',
        description: 'At most 20 in each world. Each has a secret of its own.',
        headers: idempotent,
        body: EndpointBody,
        response: {
          201: EndpointWithSecret,
          422: validationError,
          ...errors(...bodyRoute, 'not_found', 'already_exists', 'idempotency_in_flight'),
        },
      },
    },
    async (request, reply) => {
      const caller = callerOf(request);
      const { url, events = null, description = null } = request.body;
      const header = request.headers['idempotency-key'];
      const once = onceFrom({ caller, operation: 'POST /webhooks/endpoints', header, body: request.body });
      // Only the id is remembered: an answer that is kept in the clear must not hold the secret.
      const answer = await doOnce({ db: database.db, clock }, once, async (tx) => {
        const id = await createEndpoint(needs, tx, caller, { url, events, description });
        return { status: 201, text: JSON.stringify({ id }), resource: 'webhook_endpoint', resourceId: id };
      });
      if (answer.isReplay) reply.header('Idempotent-Replayed', 'true');
      const row = await ownEndpoint(database.db, caller, madeId(answer));
      reply.code(201).header('cache-control', 'no-store');
      return { ...presentEndpoint(row), secret: await currentSecret(needs, database.db, caller, row.id) };
    },
  );
}

function changeRoutes(app: App, needs: Needs): void {
  const { guard } = needs;
  app.patch(
    '/webhooks/endpoints/:endpoint_id',
    {
      onRequest: guard.manage,
      schema: {
        ...shared,
        operationId: 'updateWebhookEndpoint',
        summary: 'Change an endpoint',
        description: 'What is left out stays as it is. What is still owed to it is sent to its new URL.',
        params: EndpointPath,
        body: EndpointChangesBody,
        response: { 200: EndpointView, 422: validationError, ...errors(...bodyRoute, 'not_found') },
      },
    },
    async (request) => {
      const { is_active: isActive, ...changes } = request.body;
      const given = { ...changes, ...(isActive === undefined ? {} : { isActive }) };
      return presentEndpoint(await changeEndpoint(needs, callerOf(request), request.params.endpoint_id, given));
    },
  );

  app.delete(
    '/webhooks/endpoints/:endpoint_id',
    {
      onRequest: guard.manage,
      schema: {
        ...shared,
        operationId: 'deleteWebhookEndpointById',
        summary: 'Delete an endpoint',
        description: 'What is still owed to it is not sent any more; the log stays.',
        params: EndpointPath,
        response: {
          204: Type.Null({ description: 'Deleted.' }),
          422: validationError,
          ...errors(...everyRoute, 'not_found'),
        },
      },
    },
    async (request, reply) => {
      const caller = callerOf(request);
      await removeEndpoint(needs, caller, (tx) => findEndpoint(tx, caller, request.params.endpoint_id));
      return reply.code(204).send(null);
    },
  );
}

function testRoutes(app: App, needs: Needs): void {
  const { guard, database, clock } = needs;
  app.post(
    '/webhooks/endpoints/:endpoint_id/test',
    {
      onRequest: guard.manage,
      schema: {
        ...shared,
        operationId: 'testWebhookEndpoint',
        summary: 'Send an example to an endpoint',
        description: 'Of any type, now. Look at the delivery for the answer.',
        params: EndpointPath,
        body: optionalBody(TestBody),
        response: { 202: Delivery, 422: validationError, ...errors(...bodyRoute, 'not_found') },
      },
    },
    async (request, reply) => {
      const caller = callerOf(request);
      const endpoint = await ownEndpoint(database.db, caller, request.params.endpoint_id);
      const sent = await testEndpoint({ database, clock }, caller, endpoint, request.body?.type ?? 'order.placed');
      return reply.code(202).send(presentDelivery(sent));
    },
  );

  app.post(
    '/webhooks/endpoints/:endpoint_id/rotate',
    {
      onRequest: guard.manage,
      schema: {
        ...shared,
        operationId: 'rotateWebhookEndpointSecret',
        summary: 'Make a new secret for an endpoint',
        description: 'Messages are signed with both the new and the old one for 24 hours; then the old one ends.',
        headers: idempotent,
        params: EndpointPath,
        response: {
          201: EndpointWithSecret,
          422: validationError,
          ...errors(...everyRoute, 'not_found', 'already_exists', 'idempotency_in_flight'),
        },
      },
    },
    async (request, reply) => {
      const caller = callerOf(request);
      const row = await ownEndpoint(database.db, caller, request.params.endpoint_id);
      const operation = `POST /webhooks/endpoints/${row.id}/rotate`;
      const once = onceFrom({ caller, operation, header: request.headers['idempotency-key'], body: {} });
      const { isReplay } = await doOnce({ db: database.db, clock }, once, async (tx) => {
        const resourceId = await rotateSecret(needs, tx, { ...caller, endpointId: row.id });
        return { status: 201, text: '', resource: 'webhook_secret', resourceId };
      });
      if (isReplay) reply.header('Idempotent-Replayed', 'true');
      reply.code(201).header('cache-control', 'no-store');
      return { ...presentEndpoint(row), secret: await currentSecret(needs, database.db, caller, row.id) };
    },
  );
}
