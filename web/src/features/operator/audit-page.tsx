import { useState } from 'react';
import type { ListOperatorActionsOutput } from '../../../../sdk/src/index.ts';
import { useData } from '../../lib/data.ts';
import { plainWords } from '../../lib/words.ts';
import { Card } from '../../ui/card.tsx';
import { Page } from '../../ui/page.tsx';
import { Pager } from '../../ui/pager.tsx';
import { EmptyState, Loaded } from '../../ui/states.tsx';
import { JsonView, Moment } from '../../ui/text.tsx';
import './operator.css';

type Entry = ListOperatorActionsOutput['entries'][number];

const pageSize = 50;

const actionWords: Record<string, string> = {
  'order.decided': 'Decided an order',
  'return.resolved': 'Resolved a return',
  'case.answered': 'Answered a case',
  'case.closed': 'Closed a case',
  'retailer.switched_off': 'Switched a retailer off',
  'retailer.switched_on': 'Switched a retailer on',
  'wallet.credited': 'Credited a wallet',
  'key.created': 'Created a key',
  'key.revoked': 'Revoked a key',
  'managed_account.added': 'Added a retailer account',
  'secrets.rotated': 'Rotated the secrets',
  'second_factor.reset': 'Reset a second factor',
};

export function AuditPage() {
  const [offset, setOffset] = useState(0);
  const audit = useData(
    ['operator-audit', offset],
    (api, options) => api.listOperatorActions({ limit: pageSize, offset }, options),
    { keepPrevious: true, refresh: 15_000 },
  );
  return (
    <Page
      title="Audit log"
      lead="Everything that operators changed, newest first. Nobody can change or delete an entry."
    >
      <Card isFlush>
        <Loaded data={audit}>
          {({ entries, total }) =>
            entries.length === 0 ? (
              <EmptyState icon="operator" title="Nothing was changed yet" />
            ) : (
              <>
                <ol className="audit">
                  {entries.map((entry) => (
                    <AuditEntry key={entry.id} entry={entry} />
                  ))}
                </ol>
                <Pager offset={offset} limit={pageSize} total={total} onMove={setOffset} />
              </>
            )
          }
        </Loaded>
      </Card>
    </Page>
  );
}

function AuditEntry({ entry }: { entry: Entry }) {
  return (
    <li>
      <div className="audit-head">
        <p>
          <strong>{actionWords[entry.action] ?? plainWords(entry.action)}</strong>{' '}
          <span className="break">
            {plainWords(entry.subject_type)} <code>{entry.subject_id}</code>
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
