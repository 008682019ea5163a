import { asAttachment, fileAnswer } from '../../../platform/http/index.ts';
import type { Router } from '../../access/accounts/index.ts';
import { presentReceipt } from './present.ts';
import { addReceipt, readReceipt } from './receipts.ts';
import type { DeskRouteNeeds } from './route-needs.ts';
import { ReceiptBody, ReceiptView } from './schema.ts';

export function receiptRoutes(router: Router, needs: DeskRouteNeeds): void {
  const { database, clock, blobs } = needs;
  router.post('/operator/desk/:order_id/receipts', {
    auth: 'operator',
    operationId: 'addDeskReceipt',
    summary: 'Add a receipt',
    description: 'A PDF or image up to 5 MiB.',
    bodyLimit: 8 * 1024 * 1024,
    body: ReceiptBody,
    response: { 201: ReceiptView },
    async handler({ person, params, body }) {
      const { name, content_type: contentType, data } = body;
      const orderId = params.order_id.toLowerCase();
      const receipt = { orderId, name, contentType, data, operator: person.email };
      return presentReceipt(await addReceipt({ db: database.db, clock, blobs }, receipt));
    },
  });

  router.get('/operator/desk/:order_id/receipts/:receipt_id', {
    auth: 'operator',
    operationId: 'getDeskReceipt',
    summary: 'Download a receipt',
    description: 'Returns the file with its media type.',
    response: { 200: fileAnswer('The file, as it was uploaded.', 'application/octet-stream') },
    async handler({ params }, reply) {
      const { order_id: orderId, receipt_id: id } = params;
      const { row, bytes } = await readReceipt({ db: database.db, clock, blobs }, orderId.toLowerCase(), id);
      return asAttachment(reply, row.content_type, `receipt-${row.id}`).send(bytes);
    },
  });
}
