import type { GetOrderTimelineOutput } from '../../../../sdk/src/index.ts';
import { useData } from '../../lib/data.ts';
import { formatMoney } from '../../lib/format.ts';
import { failureTexts, timelineSourceLabels } from '../../lib/labels.ts';
import { Card } from '../../ui/card.tsx';
import { Loaded } from '../../ui/states.tsx';
import { Moment } from '../../ui/text.tsx';
import type { Order } from './progress.ts';

type Milestone = GetOrderTimelineOutput['milestones'][number];
type ShownMilestone = Omit<Milestone, 'type'> & { type: Milestone['type'] | 'late' };

const bad = new Set(['order_failed', 'late', 'undeliverable', 'cancelled', 'cancelled_by_retailer']);

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
            {newestFirst(milestones, order).map((milestone) => (
              <li
                key={milestone.type + milestone.occurred_at + JSON.stringify(milestone.detail)}
                className={bad.has(milestone.type) ? 'trail-undeliverable' : 'trail-delivered'}
              >
                <p>
                  {milestone.label}
                  {detailText(milestone, order) && <span className="quiet"> · {detailText(milestone, order)}</span>}
                </p>
                <p className="quiet small">
                  <Moment at={milestone.occurred_at} /> · {timelineSourceLabels[milestone.source]}
                </p>
              </li>
            ))}
          </ol>
        )}
      </Loaded>
    </Card>
  );
}

/** The API has no milestone for a late order: it is late only until the package arrives. */
function newestFirst(milestones: readonly Milestone[], { late }: Order): ShownMilestone[] {
  const shown: ShownMilestone[] = [...milestones];
  if (late) shown.push({ type: 'late', label: 'Late', occurred_at: late.since, source: 'service', detail: {} });
  return shown.toSorted((a, b) => a.occurred_at.localeCompare(b.occurred_at)).toReversed();
}

function detailText({ type, detail }: ShownMilestone, { job_result: result }: Order): string {
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
