import type { ListManagedAccountEventsOutput } from '../../../../sdk/src/index.ts';
import { Card } from '../../ui/card.tsx';
import { PagedRows, usePages } from '../../ui/paged-rows.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { TimeAgo } from '../../ui/text.tsx';
import { eventLabelOf, type RetailerAccount } from './retailer-account.ts';

type Event = ListManagedAccountEventsOutput['events'][number];

export function EventsCard({ account: { short_id } }: { account: RetailerAccount }) {
  const pages = usePages(
    ['retailer-account-events', short_id],
    20,
    (api, page, options) => api.listManagedAccountEvents({ short_id, ...page }, options),
    { refresh: 10_000 },
  );
  return (
    <Card title="Activity" isFlush>
      <PagedRows
        {...pages}
        label="Activity"
        rowsOf={({ events }) => events}
        empty={
          <EmptyState icon="clock" title="No activity yet">
            Logins, codes and pauses appear here. They are kept for 90 days.
          </EmptyState>
        }
      >
        {(events) => (
          <ul className="retailer-account-events">
            {events.map((event) => (
              <li key={`${event.occurred_at} ${event.type}`}>
                <span>
                  <strong>{eventLabelOf(event.type)}</strong>
                  <span className="quiet small break">{detailText(event)}</span>
                </span>
                <span className="quiet small">
                  <TimeAgo at={event.occurred_at} />
                </span>
              </li>
            ))}
          </ul>
        )}
      </PagedRows>
    </Card>
  );
}

function detailText({ detail }: Event): string {
  const { message, reason, from, by } = detail;
  if (typeof message === 'string') return message;
  if (typeof from === 'string' && from) return `from ${from}${proofText(detail)}`;
  if (typeof by === 'string') return `by ${by}`;
  return typeof reason === 'string' ? reason.replaceAll('_', ' ') : '';
}

/** Whether the sender's domain vouches for the email. */
function proofText({ verdict, code_ignored: ignored }: Event['detail']): string {
  if (typeof ignored === 'string') return `: code not used. ${ignored}`;
  if (verdict === 'proven') return ', authenticated';
  return verdict === 'unproven' ? ', not authenticated' : '';
}
