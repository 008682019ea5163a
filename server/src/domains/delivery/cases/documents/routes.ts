import { assertDefined } from '../../../../kit/assert-defined.ts';
import type { Clock } from '../../../../kit/clock.ts';
import { notFound } from '../../../../kit/failure.ts';
import type { Blobs } from '../../../../platform/blobs/index.ts';
import type { Database } from '../../../../platform/database/index.ts';
import { type App, fileAnswer, withExample } from '../../../../platform/http/index.ts';
import { createRouter, type Guard } from '../../../access/accounts/index.ts';
import { fileBodyLimit, fileFrom, type OrderReader, readFile, readOwnOrder } from '../../../orders/orders/index.ts';
import { sendFile } from '../routes-attachments.ts';
import { fileDocument } from './file-document.ts';
import { DocumentBody, DocumentList, DocumentView, exampleDocument } from './schema.ts';
import { type DocumentRow, findDocument, listDocuments } from './sql.ts';

interface DocumentRouteNeeds {
  database: Database;
  clock: Clock;
  guard: Guard;
  read: OrderReader;
  blobs: Blobs;
}

export function documentRoutes(app: App, { database: { db }, clock, guard, read, blobs }: DocumentRouteNeeds): void {
  const router = createRouter(app, guard, 'Orders');
  router.get('/orders/:order_id/documents', {
    auth: 'key',
    operationId: 'listOrderDocuments',
    summary: "List an order's documents",
    description: 'Invoices, credit notes and receipts that the store provides or an operator added.',
    response: { 200: withExample(DocumentList, { documents: [exampleDocument] }) },
    async handler({ caller, params }) {
      const order = await readOwnOrder(read, caller, params.order_id);
      return { documents: (await listDocuments(db, order.id)).map(presentDocument) };
    },
  });

  router.get('/orders/:order_id/documents/:document_id', {
    auth: 'key',
    operationId: 'getOrderDocument',
    summary: 'Download an order document',
    description: 'Returns the file with its media type.',
    response: { 200: fileAnswer('The file, as the store provided it.', 'application/octet-stream') },
    async handler({ caller, params }, reply) {
      const order = await readOwnOrder(read, caller, params.order_id);
      return sendFile(reply, await readFile(blobs, await findDocument(db, order.id, params.document_id)));
    },
  });

  createRouter(app, guard, 'Operator cases and returns').post('/operator/orders/:order_id/documents', {
    auth: 'operator',
    operationId: 'fileOrderDocument',
    summary: 'Attach a document to an order',
    description: 'An invoice, credit note or receipt as a PDF or image up to 5 MiB. The customer sees it.',
    bodyLimit: fileBodyLimit,
    body: DocumentBody,
    response: { 201: withExample(DocumentView, { ...exampleDocument, source: 'operator' }) },
    async handler({ person, params, body }) {
      const order = await read(params.order_id.toLowerCase());
      if (!order) throw notFound();
      const about = { kind: body.kind ?? 'invoice', store_document_id: null, filed_by: person.email };
      const filed = await fileDocument({ db, clock, blobs }, fileFrom(order.id, body), about);
      return presentDocument(assertDefined(filed));
    },
  });
}

export const presentDocument = (row: DocumentRow) => ({
  id: row.id,
  kind: row.kind,
  name: row.name,
  content_type: row.content_type,
  bytes: row.bytes,
  source: row.filed_by === null ? ('store' as const) : ('operator' as const),
  created_at: row.created_at.toISOString(),
});
