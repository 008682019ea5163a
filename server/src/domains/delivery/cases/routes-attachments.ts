import type { FastifyReply } from 'fastify';
import { Type } from 'typebox';
import type { Clock } from '../../../kit/clock.ts';
import type { Blobs } from '../../../platform/blobs/index.ts';
import type { Database } from '../../../platform/database/index.ts';
import { type App, withExample } from '../../../platform/http/index.ts';
import { errors, everyBody, everyRoute, validationError } from '../../../wire/index.ts';
import { callerOf, type Guard } from '../../access/accounts/index.ts';
import { OrderPath, type OrderReader, readOwnOrder } from '../../orders/orders/index.ts';
import { addAttachment, readAttachment } from './attachments.ts';
import { presentAttachment } from './present.ts';
import { AttachmentBody, AttachmentPath, AttachmentView, exampleAttachment } from './schema-attachments.ts';
import type { AttachmentRow } from './sql-attachments.ts';

export interface AttachmentRouteNeeds {
  database: Database;
  clock: Clock;
  guard: Guard;
  read: OrderReader;
  blobs: Blobs;
}

const file = Type.Unsafe<Buffer>({
  description: 'The file, as it was uploaded.',
  content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } },
});
const everyWrite = [...everyRoute, 'not_found', ...everyBody] as const;
/** Five MiB as Base64, and what stands around it. */
const bodyLimit = 8 * 1024 * 1024;
const added = withExample(AttachmentView, exampleAttachment);

/** The bytes are a stranger's: a browser saves them, whatever they look like, and runs nothing of them. */
const sendFile = (reply: FastifyReply, { row, bytes }: { row: AttachmentRow; bytes: Buffer }) =>
  reply
    .type(row.content_type)
    .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(row.name)}`)
    .header('x-content-type-options', 'nosniff')
    .header('content-security-policy', "default-src 'none'; sandbox")
    .header('cache-control', 'private, no-store')
    .send(bytes);

export function attachmentRoutes(app: App, needs: AttachmentRouteNeeds): void {
  customerRoutes(app, needs);
  operatorRoutes(app, needs);
}

function customerRoutes(app: App, { database: { db }, clock, guard, read, blobs }: AttachmentRouteNeeds): void {
  const shared = { tags: ['Cases'], security: [{ bearer: [] }] };
  app.post(
    '/orders/:order_id/case/attachments',
    {
      onRequest: guard.key,
      bodyLimit,
      schema: {
        ...shared,
        operationId: 'addCaseAttachment',
        summary: 'Put a file on the case of an order: a PDF or a picture of at most 5 MiB',
        description: 'A case takes 20 files. Open the case first.',
        params: OrderPath,
        body: AttachmentBody,
        response: { 201: added, 422: validationError, ...errors(...everyWrite) },
      },
    },
    async (request, reply) => {
      const order = await readOwnOrder(read, callerOf(request), request.params.order_id);
      const { name, content_type: contentType, data } = request.body;
      const given = { orderId: order.id, author: 'customer' as const, name, contentType, data };
      return reply.code(201).send(presentAttachment(await addAttachment({ db, clock, blobs }, given)));
    },
  );

  app.get(
    '/orders/:order_id/case/attachments/:attachment_id',
    {
      onRequest: guard.key,
      schema: {
        ...shared,
        operationId: 'getCaseAttachment',
        summary: 'The bytes of a file on a case',
        params: AttachmentPath,
        response: { 200: file, 422: validationError, ...errors(...everyRoute, 'not_found') },
      },
    },
    async (request, reply) => {
      const order = await readOwnOrder(read, callerOf(request), request.params.order_id);
      return sendFile(reply, await readAttachment({ db, blobs }, order.id, request.params.attachment_id));
    },
  );
}

function operatorRoutes(app: App, { database: { db }, clock, guard, blobs }: AttachmentRouteNeeds): void {
  const shared = { tags: ['Operator'], security: [{ session: [] }] };
  app.post(
    '/operator/cases/:order_id/attachments',
    {
      onRequest: guard.operator,
      bodyLimit,
      schema: {
        ...shared,
        operationId: 'addAnyCaseAttachment',
        summary: "Put a file on a customer's case: a PDF or a picture of at most 5 MiB",
        params: OrderPath,
        body: AttachmentBody,
        response: { 201: added, 422: validationError, ...errors(...everyWrite) },
      },
    },
    async (request, reply) => {
      const { name, content_type: contentType, data } = request.body;
      const orderId = request.params.order_id.toLowerCase();
      const given = { orderId, author: 'operator' as const, name, contentType, data };
      return reply.code(201).send(presentAttachment(await addAttachment({ db, clock, blobs }, given)));
    },
  );

  app.get(
    '/operator/cases/:order_id/attachments/:attachment_id',
    {
      onRequest: guard.operator,
      schema: {
        ...shared,
        operationId: 'getAnyCaseAttachment',
        summary: "The bytes of a file on a customer's case",
        params: AttachmentPath,
        response: { 200: file, 422: validationError, ...errors(...everyRoute, 'not_found') },
      },
    },
    async (request, reply) => {
      const { order_id: orderId, attachment_id: id } = request.params;
      return sendFile(reply, await readAttachment({ db, blobs }, orderId.toLowerCase(), id));
    },
  );
}
