import { useState } from 'react';
import type { ListManagedAccountEventsOutput } from '../../../../sdk/src/index.ts';
import { useData } from '../../lib/data.ts';
import { Card } from '../../ui/card.tsx';
import { Pager } from '../../ui/pager.tsx';
import { EmptyState, Loaded } from '../../ui/states.tsx';
import { TimeAgo } from '../../ui/text.tsx';
import { eventLabelOf, type RetailerAccount } from './retailer-account.ts';

type Event = ListManagedAccountEventsOutput['events'][number];

const pageSize = 20;

export function EventsCard({ account }: { account: RetailerAccount }) {
  const [offset, setOffset] = useState(0);
  const events = useData(
    ['retailer-account-events', account.short_id, offset],
    (api, options) => api.listManagedAccountEvents({ short_id: account.short_id, limit: pageSize, offset }, options),
    { keepPrevious: true, refresh: 10_000 },
  );
  return (
    <Card title="What happened" isFlush>
      <Loaded data={events}>
        {({ events: rows, total }) =>
          rows.length === 0 ? (
            <EmptyState icon="clock" title="Nothing yet">
              Logins, codes and pauses appear here. They are kept for 90 days.
            </EmptyState>
          ) : (
            <>
              <ul className="retailer-account-events">
                {rows.map((event) => (
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
              <Pager offset={offset} limit={pageSize} total={total} onMove={setOffset} />
            </>
          )
        }
      </Loaded>
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
  if (typeof ignored === 'string') return `: its code was not used. ${ignored}`;
  if (verdict === 'proven') return ', authenticated';
  return verdict === 'unproven' ? ', not authenticated' : '';
}
