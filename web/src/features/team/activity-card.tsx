import { useState } from 'react';
import { Link } from 'wouter';
import { useData } from '../../lib/data.ts';
import { formatMoney } from '../../lib/format.ts';
import { WorldBadge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { Select } from '../../ui/field.tsx';
import { PagedRows, usePages } from '../../ui/paged-rows.tsx';
import { EmptyState } from '../../ui/states.tsx';
import type { Column } from '../../ui/table.tsx';
import { TimeAgo } from '../../ui/text.tsx';
import { type ActivityEntry, actionLinkOf, actionTextOf } from './action-texts.ts';

const pageSize = 50;

const whoOf = (line: ActivityEntry): string =>
  line.actor === 'operator' ? 'An operator' : (line.person ?? 'A deleted user');

/** Details of a request worth showing: an amount, a name, a role. */
function moreOf({ details }: ActivityEntry): string {
  const amount = typeof details.amount_cents === 'number' ? formatMoney(details.amount_cents) : null;
  const answer = typeof details.approved === 'boolean' ? (details.approved ? 'yes' : 'no') : null;
  return [details.label, details.email, details.role, amount, answer].filter((part) => part != null).join(' · ');
}

const columns: readonly Column<ActivityEntry>[] = [
  {
    name: 'Member',
    cell: (line) => (
      <span className="team-person">
        {whoOf(line)}
        {line.email !== null && line.email !== line.person && <span className="quiet small">{line.email}</span>}
      </span>
    ),
  },
  {
    name: 'Action',
    isWide: true,
    cell: (line) => {
      const to = actionLinkOf(line);
      const more = moreOf(line);
      return (
        <>
          {to ? <Link href={to}>{actionTextOf(line)}</Link> : actionTextOf(line)}
          {more && <span className="quiet"> {more}</span>}
          {line.outcome === 'unknown' && <span className="quiet"> (result unknown)</span>}
        </>
      );
    },
  },
  { name: 'Mode', cell: (line) => <WorldBadge world={line.world} />, isMinor: true },
  { name: 'Date', cell: (line) => <TimeAgo at={line.at} /> },
];

export function ActivityCard() {
  const [personId, setPersonId] = useState('');
  const team = useData(['team'], (api, options) => api.getTeam({}, options));
  const pages = usePages(['activity', personId], pageSize, (api, page, options) =>
    api.listActivity({ ...page, ...(personId && { person_id: personId }) }, options),
  );
  const people = (team.data?.people ?? []).map((each) => ({ value: each.id, label: each.name ?? each.email }));
  return (
    <Card isFlush>
      <div className="team-filter">
        <Select
          label="Member"
          options={[{ value: '', label: 'Everyone' }, ...people]}
          value={personId}
          onChange={(event) => {
            setPersonId(event.target.value);
            pages.onMove(0);
          }}
        />
      </div>
      <PagedRows
        {...pages}
        label="Activity"
        rowsOf={({ activity }) => activity}
        table={{ columns, keyOf: (line) => line.id }}
        empty={
          <EmptyState icon="people" title="No activity yet">
            What your team does in this account appears here. For requests made with API keys, see Requests.
          </EmptyState>
        }
      />
    </Card>
  );
}
