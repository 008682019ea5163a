import type { ListOperatorActionsInput } from '../../../../sdk/src/index.ts';
import { startOfDay, useFilters } from '../../lib/filters.ts';
import { DownloadButton } from '../../ui/download-button.tsx';
import { Input, Select } from '../../ui/field.tsx';
import { ListPage } from '../../ui/list-page.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { AuditEntries, actionLabels } from './audit-entries.tsx';
import './operator.css';

const names = ['operator', 'action', 'subject_id', 'from', 'until'] as const;
type Name = (typeof names)[number];

const actionOptions = [
  { value: '', label: 'Any action' },
  ...Object.entries(actionLabels).map(([value, label]) => ({ value, label })),
];

/** The filters in the API's format. */
function askedBy(text: (name: Name) => string | null): ListOperatorActionsInput {
  const [from, until] = [text('from'), text('until')];
  const after = from && startOfDay(from);
  const before = until && startOfDay(until, 1);
  const [operator, action, subject] = [text('operator'), text('action'), text('subject_id')];
  return {
    ...(operator ? { operator } : {}),
    ...(action ? { action } : {}),
    ...(subject ? { subject_id: subject } : {}),
    ...(after ? { from: after } : {}),
    ...(before ? { before } : {}),
  };
}

export function AuditPage() {
  const { read, field, isSet } = useFilters(names);
  const asked = askedBy(read);
  return (
    <ListPage
      title="Audit log"
      lead="Every change made by operators, newest first. Entries can't be changed or deleted."
      actions={<DownloadButton name="audit.csv" load={(api) => api.exportOperatorActions(asked)} />}
      above={
        <search className="operator-filters">
          <Input label="Operator" type="email" {...field('operator')} />
          <Select label="Action" options={actionOptions} {...field('action')} />
          <Input label="Subject ID" {...field('subject_id')} />
          <Input label="From" type="date" {...field('from')} />
          <Input label="To" type="date" {...field('until')} />
        </search>
      }
      name={['operator-audit', asked]}
      load={(client, page, options) => client.listOperatorActions({ ...asked, ...page }, options)}
      rowsOf={({ entries }) => entries}
      refresh={false}
      empty={
        <EmptyState icon="operator" title={isSet ? 'No matching entries' : 'No entries yet'}>
          Changes that operators make appear here.
        </EmptyState>
      }
    >
      {(entries) => <AuditEntries entries={entries} />}
    </ListPage>
  );
}
