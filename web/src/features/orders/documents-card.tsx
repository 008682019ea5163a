import { useData } from '../../lib/data.ts';
import { useWorld } from '../../lib/world.tsx';
import { openFile } from '../../ui/attachments.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import type { Order } from './progress.ts';

const kindLabels = { invoice: 'Invoice', credit_note: 'Credit note', receipt: 'Receipt' } as const;

/** Invoices, credit notes and receipts. */
export function DocumentsCard({ order }: { order: Order }) {
  const isBought = order.status === 'order_placed' || order.status === 'cancelled_by_retailer';
  const { world } = useWorld();
  const found = useData(
    ['order-documents', order.id],
    (api, options) => api.listOrderDocuments({ order_id: order.id }, options),
    { enabled: isBought },
  );
  const documents = found.data?.documents ?? [];
  if (documents.length === 0) return null;
  const open = openFile(world, (id) => `/orders/${order.id}/documents/${id}`);
  return (
    <Card title="Documents">
      <ul className="attachments" aria-label="Documents">
        {documents.map((document) => (
          <li key={document.id}>
            <Button size="small" icon="download" onClick={() => open(document)}>
              {kindLabels[document.kind]}
            </Button>
            <span className="quiet small">{document.name}</span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
