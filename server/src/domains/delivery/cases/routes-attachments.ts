import type { FastifyReply } from 'fastify';
import type { Clock } from '../../../kit/clock.ts';
import type { Blobs } from '../../../platform/blobs/index.ts';
import type { Database } from '../../../platform/database/index.ts';
import { type App, fileAnswer, withExample } from '../../../platform/http/index.ts';
import { createRouter, type Guard, type Router } from '../../access/accounts/index.ts';
import { fileBodyLimit, fileFrom, type OrderReader, readFile, readOwnOrder } from '../../orders/orders/index.ts';
import { addAttachment } from './attachments.ts';
import { presentAttachment } from './present.ts';
import { AttachmentBody, AttachmentView, exampleAttachment } from './schema-attachments.ts';
import { findAttachment } from './sql-attachments.ts';

export interface AttachmentRouteNeeds {
  database: Database;
  clock: Clock;
  guard: Guard;
  read: OrderReader;
  blobs: Blobs;
}

const file = fileAnswer('The uploaded file.', 'application/octet-stream');
const added = withExample(AttachmentView, exampleAttachment);

/** The bytes are untrusted: browsers save them and run nothing. */
export const sendFile = (
  reply: FastifyReply,
  { row, bytes }: { row: { content_type: string; name: string }; bytes: Buffer },
) =>
  reply
    .type(row.content_type)
    .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(row.name)}`)
    .header('x-content-type-options', 'nosniff')
    .header('content-security-policy', "default-src 'none'; sandbox")
    .header('cache-control', 'private, no-store')
    .send(bytes);

export function attachmentRoutes(app: App, needs: AttachmentRouteNeeds): void {
  customerRoutes(createRouter(app, needs.guard, 'Cases'), needs);
  operatorRoutes(createRouter(app, needs.guard, 'Operator cases and returns'), needs);
}

function customerRoutes(router: Router, { database: { db }, clock, read, blobs }: AttachmentRouteNeeds): void {
  router.post('/orders/:order_id/case/attachments', {
    auth: 'key',
    operationId: 'addCaseAttachment',
    summary: 'Attach a file to a case',
    description:
      'A PDF or image up to 5 MiB, up to 20 files per case. In the sandbox, up to 100 MiB per account. Open the case first.',
    bodyLimit: fileBodyLimit,
    body: AttachmentBody,
    response: { 201: added },
    async handler({ caller, params, body }) {
      const order = await readOwnOrder(read, caller, params.order_id);
      return presentAttachment(await addAttachment({ db, clock, blobs }, 'customer', fileFrom(order.id, body)));
    },
  });

  router.get('/orders/:order_id/case/attachments/:attachment_id', {
    auth: 'key',
    operationId: 'getCaseAttachment',
    summary: 'Download a case attachment',
    description: 'Returns the file with its media type.',
    response: { 200: file },
    async handler({ caller, params }, reply) {
      const order = await readOwnOrder(read, caller, params.order_id);
      return sendFile(reply, await readFile(blobs, await findAttachment(db, order.id, params.attachment_id)));
    },
  });
}

function operatorRoutes(router: Router, { database: { db }, clock, blobs }: AttachmentRouteNeeds): void {
  router.post('/operator/cases/:order_id/attachments', {
    auth: 'operator',
    operationId: 'addAnyCaseAttachment',
    summary: 'Attach a file to any case',
    description: 'A PDF or image up to 5 MiB. The customer sees it.',
    bodyLimit: fileBodyLimit,
    body: AttachmentBody,
    response: { 201: added },
    async handler({ params, body }) {
      const file = fileFrom(params.order_id.toLowerCase(), body);
      return presentAttachment(await addAttachment({ db, clock, blobs }, 'operator', file));
    },
  });

  router.get('/operator/cases/:order_id/attachments/:attachment_id', {
    auth: 'operator',
    operationId: 'getAnyCaseAttachment',
    summary: 'Download an attachment from any case',
    description: 'Returns the file with its media type.',
    response: { 200: file },
    async handler({ params }, reply) {
      const { order_id: orderId, attachment_id: id } = params;
      return sendFile(reply, await readFile(blobs, await findAttachment(db, orderId.toLowerCase(), id)));
    },
  });
}
