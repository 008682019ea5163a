import { Link } from 'wouter';
import { humanizeName, returnReasonLabels, returnStatusLabels } from '../../lib/labels.ts';
import { StatusBadge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { Moment } from '../../ui/text.tsx';
import type { Order } from './progress.ts';

const reasons: Record<string, string> = returnReasonLabels;

export function ReturnsCard({ order }: { order: Order }) {
  if (order.returns.length === 0) return null;
  return (
    <Card title="Returns">
      <ul className="returns">
        {order.returns.map((entry) => (
          <li key={entry.id}>
            <Link href={`/app/returns/${entry.id}`}>{reasons[entry.reason] ?? humanizeName(entry.reason)}</Link>
            <StatusBadge labels={returnStatusLabels} status={entry.status} />
            <span className="quiet small">
              <Moment at={entry.created_at} />
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
