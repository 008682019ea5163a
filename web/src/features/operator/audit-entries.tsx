import { Link } from 'wouter';
import type { ListOperatorActionsOutput } from '../../../../sdk/src/index.ts';
import { humanizeName } from '../../lib/labels.ts';
import { JsonView, Moment } from '../../ui/text.tsx';
import './operator.css';

export type Entry = ListOperatorActionsOutput['entries'][number];

export const actionLabels: Record<string, string> = {
  'order.decided': "Recorded an order's outcome",
  'visit.taken_over': 'Took over a browser session',
  'return.resolved': 'Resolved a return',
  'case.answered': 'Replied to a case',
  'case.closed': 'Closed a case',
  'retailer.switched_off': 'Disabled a retailer',
  'retailer.switched_on': 'Enabled a retailer',
  'wallet.credited': 'Credited a wallet',
  'wallet.debited': 'Debited a wallet',
  'order.refunded': 'Refunded an order',
  'order.cancelled': 'Canceled an order',
  'order.retried': 'Retried an order',
  'key.limited': "Changed a key's limits",
  'session.ended': 'Ended a session',
  'key.created': 'Created a key',
  'key.revoked': 'Revoked a key',
  'managed_account.added': 'Added a retailer account',
  'secrets.rotated': 'Rotated secrets',
  'second_factor.reset': 'Reset a second factor',
  'job.retried': 'Retried a job',
  'job.discarded': 'Discarded a job',
  'key.frozen': 'Froze a key',
  'key.thawed': 'Unfroze a key',
  'customer.signed_out': "Ended a customer's sessions",
};

const pages: Record<string, string> = {
  order: 'orders',
  case: 'cases',
  customer: 'customers',
  wallet: 'customers',
  key: 'keys',
  store: 'stores',
  retailer: 'retailers',
};

/** The page of an entry's subject; null if it has none. Subjects of wallets and retailers include the mode. */
function pathOf({ subject_type: type, subject_id: id }: Entry): string | null {
  const page = pages[type];
  return page === undefined ? null : `/app/operator/${page}/${id.split('/').at(-1)}`;
}

export function AuditEntries({ entries }: { entries: readonly Entry[] }) {
  if (entries.length === 0) return <p className="quiet">No operator activity.</p>;
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
          <strong>{actionLabels[entry.action] ?? humanizeName(entry.action)}</strong>{' '}
          <span className="break">
            {humanizeName(entry.subject_type)} <Subject entry={entry} />
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
