import { assertDefined } from '../../../kit/assert-defined.ts';
import { notFound } from '../../../kit/failure.ts';
import { asAttachment, fileAnswer } from '../../../platform/http/index.ts';
import type { Router } from '../../access/accounts/index.ts';
import { FileBody, fileBodyLimit, fileFrom, loadOrders, readFile, storeFile } from '../orders/index.ts';
import { presentReceipt } from './present.ts';
import type { DeskRouteNeeds } from './route-needs.ts';
import { ReceiptView } from './schema.ts';
import { findReceipt, insertReceipt } from './sql.ts';

export function receiptRoutes(router: Router, needs: DeskRouteNeeds): void {
  const { blobs } = needs;
  const { db } = needs.database;
  router.post('/operator/desk/:order_id/receipts', {
    auth: 'operator',
    operationId: 'addDeskReceipt',
    summary: 'Add a receipt',
    description: 'A PDF or image up to 5 MiB.',
    bodyLimit: fileBodyLimit,
    body: FileBody,
    response: { 201: ReceiptView },
    async handler({ person, params, body }) {
      const orderId = params.order_id.toLowerCase();
      if (!(await loadOrders(db, [orderId])).has(orderId)) throw notFound();
      const added = await storeFile(needs, 'receipts', fileFrom(orderId, body), async (stored) => {
        const row = { ...stored, uploaded_by: person.email };
        await insertReceipt(db, row);
        return row;
      });
      return presentReceipt(assertDefined(added));
    },
  });

  router.get('/operator/desk/:order_id/receipts/:receipt_id', {
    auth: 'operator',
    operationId: 'getDeskReceipt',
    summary: 'Download a receipt',
    description: 'Returns the file with its media type.',
    response: { 200: fileAnswer('The uploaded file.', 'application/octet-stream') },
    async handler({ params }, reply) {
      const { order_id: orderId, receipt_id: id } = params;
      const { row, bytes } = await readFile(blobs, await findReceipt(db, orderId.toLowerCase(), id));
      return asAttachment(reply, row.content_type, `receipt-${row.id}`).send(bytes);
    },
  });
}
