import { type App, fileAnswer, withOwnExample } from '../../../platform/http/index.ts';
import { errors, everyRoute, validationError } from '../../../wire/index.ts';
import { personOf } from '../../access/accounts/index.ts';
import { presentReceipt } from './present.ts';
import { addReceipt, readReceipt } from './receipts.ts';
import { type DeskRouteNeeds, everyWrite, shared } from './route-needs.ts';
import { DeskPath, ReceiptBody, ReceiptPath, ReceiptView } from './schema.ts';

const uploadedFile = fileAnswer('The file, as it was uploaded.', 'application/octet-stream', {
  type: 'string',
  format: 'binary',
});

export function receiptRoutes(app: App, needs: DeskRouteNeeds): void {
  const { database, clock, blobs, guard } = needs;
  app.post(
    '/operator/desk/:order_id/receipts',
    {
      onRequest: guard.operator,
      bodyLimit: 8 * 1024 * 1024,
      schema: {
        ...shared,
        operationId: 'addDeskReceipt',
        summary: 'Keep a receipt: a PDF or a picture of at most 5 MiB',
        params: DeskPath,
        body: ReceiptBody,
        response: { 201: withOwnExample(ReceiptView), 422: validationError, ...errors(...everyWrite) },
      },
    },
    async (request, reply) => {
      const { name, content_type: contentType, data } = request.body;
      const orderId = request.params.order_id.toLowerCase();
      const receipt = { orderId, name, contentType, data, operator: personOf(request).email };
      return reply.code(201).send(presentReceipt(await addReceipt({ db: database.db, clock, blobs }, receipt)));
    },
  );

  app.get(
    '/operator/desk/:order_id/receipts/:receipt_id',
    {
      onRequest: guard.operator,
      schema: {
        ...shared,
        operationId: 'getDeskReceipt',
        summary: 'The bytes of a receipt',
        params: ReceiptPath,
        response: {
          200: uploadedFile,
          422: validationError,
          ...errors(...everyRoute, 'not_found'),
        },
      },
    },
    async (request, reply) => {
      const { order_id: orderId, receipt_id: id } = request.params;
      const { row, bytes } = await readReceipt({ db: database.db, clock, blobs }, orderId.toLowerCase(), id);
      return reply
        .type(row.content_type)
        .header('content-disposition', `attachment; filename="receipt-${row.id}"`)
        .send(bytes);
    },
  );
}
