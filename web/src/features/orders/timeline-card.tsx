import type { GetOrderTimelineOutput } from '../../../../sdk/src/index.ts';
import { useData } from '../../lib/data.ts';
import { formatMoney } from '../../lib/format.ts';
import { failureTexts } from '../../lib/labels.ts';
import { Card } from '../../ui/card.tsx';
import { Loaded } from '../../ui/states.tsx';
import { Moment } from '../../ui/text.tsx';
import type { Order } from './progress.ts';

type Milestone = GetOrderTimelineOutput['milestones'][number];

const sourceLabels = { service: 'Errand', retailer: 'Store', carrier: 'Carrier' };

const bad = new Set(['order_failed', 'undeliverable', 'cancelled', 'cancelled_by_retailer']);

export function TimelineCard({ order }: { order: Order }) {
  const timeline = useData(
    ['order-timeline', order.id, order.updated_at],
    (api, options) => api.getOrderTimeline({ order_id: order.id }, options),
    { keepPrevious: true },
  );
  return (
    <Card title="Timeline">
      <Loaded data={timeline}>
        {({ milestones }) => (
          <ol className="trail">
            {milestones.toReversed().map((milestone) => (
              <li
                key={milestone.type + milestone.occurred_at + JSON.stringify(milestone.detail)}
                className={bad.has(milestone.type) ? 'trail-undeliverable' : 'trail-delivered'}
              >
                <p>
                  {milestone.label}
                  {detailText(milestone, order) && <span className="quiet"> · {detailText(milestone, order)}</span>}
                </p>
                <p className="quiet small">
                  <Moment at={milestone.occurred_at} /> · {sourceLabels[milestone.source]}
                </p>
              </li>
            ))}
          </ol>
        )}
      </Loaded>
    </Card>
  );
}

function detailText({ type, detail }: Milestone, { job_result: result }: Order): string {
  if (type === 'tracking_acquired') return `${detail.carrier} ${detail.tracking_number}`;
  if (typeof detail.total_cents === 'number') {
    const price = result?.price_components;
    // What the store charged. The milestone has US cents.
    return price ? formatMoney(price.total, price.currency) : formatMoney(detail.total_cents);
  }
  if (typeof detail.error_type === 'string') return failureTexts[detail.error_type]?.title ?? '';
  if (detail.waiting_for === 'account') return 'waiting for the retailer account';
  if (detail.waiting_for === 'code') return 'waiting for an emailed code';
  if (detail.waiting_for === 'retry') return 'retrying';
  return '';
}
