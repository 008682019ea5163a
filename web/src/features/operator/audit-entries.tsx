import { Link } from 'wouter';
import type { ListOperatorActionsOutput } from '../../../../sdk/src/index.ts';
import { plainWords } from '../../lib/words.ts';
import { JsonView, Moment } from '../../ui/text.tsx';
import './operator.css';

export type Entry = ListOperatorActionsOutput['entries'][number];

export const actionWords: Record<string, string> = {
  'order.decided': 'Decided an order',
  'visit.taken_over': 'Took over a page of a store',
  'return.resolved': 'Resolved a return',
  'case.answered': 'Answered a case',
  'case.closed': 'Closed a case',
  'retailer.switched_off': 'Switched a retailer off',
  'retailer.switched_on': 'Switched a retailer on',
  'wallet.credited': 'Credited a wallet',
  'wallet.debited': 'Took money off a wallet',
  'order.refunded': 'Refunded part of an order',
  'key.limited': 'Changed the limits of a key',
  'session.ended': 'Ended a session',
  'key.created': 'Created a key',
  'key.revoked': 'Revoked a key',
  'managed_account.added': 'Added a retailer account',
  'secrets.rotated': 'Rotated the secrets',
  'second_factor.reset': 'Reset a second factor',
  'job.retried': 'Had a job tried again',
  'job.discarded': 'Threw a job away',
  'key.frozen': 'Froze a key',
  'key.thawed': 'Thawed a key',
  'customer.signed_out': 'Ended the sessions of a customer',
};

/** Where the thing that an entry is about is looked at; null where it has no page. */
function pathOf({ subject_type: type, subject_id: id }: Entry): string | null {
  if (type === 'order') return `/app/operator/orders/${id}`;
  if (type === 'case') return `/app/operator/cases/${id}`;
  if (type === 'customer') return `/app/operator/customers/${id}`;
  if (type === 'wallet') return `/app/operator/customers/${id.split('/').at(-1)}`;
  if (type === 'key') return `/app/operator/keys/${id}`;
  if (type === 'store') return `/app/operator/stores/${id}`;
  if (type === 'retailer') return `/app/operator/retailers/${id.split('/').at(-1)}`;
  return null;
}

export function AuditEntries({ entries }: { entries: readonly Entry[] }) {
  if (entries.length === 0) return <p className="quiet">Nothing was changed by hand.</p>;
  return (
    <ol className="audit">
      {entries.map((entry) => (
        <AuditEntry key={entry.id} entry={entry} />
      ))}
    </ol>
  );
}

function AuditEntry({ entry }: { entry: Entry }) {
  return (
    <li>
      <div className="audit-head">
        <p>
          <strong>{actionWords[entry.action] ?? plainWords(entry.action)}</strong>{' '}
          <span className="break">
            {plainWords(entry.subject_type)} <Subject entry={entry} />
          </span>
        </p>
        <p className="quiet small">
          <span className="break">{entry.operator_email}</span> · <Moment at={entry.at} />
        </p>
      </div>
      {entry.note && (
        <p className="audit-note break" dir="auto">
          {entry.note}
        </p>
      )}
      {(entry.before || entry.after) && (
        <details>
          <summary>What changed</summary>
          <div className="evidence">
            <div className="stack">
              <p className="quiet small">Before</p>
              <JsonView label={`Before, entry ${entry.id}`} value={entry.before} />
            </div>
            <div className="stack">
              <p className="quiet small">After</p>
              <JsonView label={`After, entry ${entry.id}`} value={entry.after} />
            </div>
          </div>
        </details>
      )}
    </li>
  );
}

function Subject({ entry }: { entry: Entry }) {
  const path = pathOf(entry);
  const id = <code>{entry.subject_id}</code>;
  return path === null ? id : <Link href={path}>{id}</Link>;
}
