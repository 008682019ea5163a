import { useSearchParams } from 'wouter';
import type { ListOperatorActionsInput } from '../../../../sdk/src/index.ts';
import { saveCsv } from '../../lib/download.ts';
import { useWorld } from '../../lib/world.tsx';
import { Button } from '../../ui/button.tsx';
import { Input, Select } from '../../ui/field.tsx';
import { ListPage } from '../../ui/list-page.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { notify } from '../../ui/toast.tsx';
import { AuditEntries, actionLabels } from './audit-entries.tsx';
import './operator.css';
import { startOfDay } from './use-filters.ts';

const names = ['operator', 'action', 'subject_id', 'from', 'until'] as const;
type Name = (typeof names)[number];

const actionOptions = [
  { value: '', label: 'Any action' },
  ...Object.entries(actionLabels).map(([value, label]) => ({ value, label })),
];

/** The filters of the URL in the form of the API. */
function askedBy(params: URLSearchParams): ListOperatorActionsInput {
  const text = (name: Name) => params.get(name)?.trim() || null;
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
  const { api } = useWorld();
  const [params, setParams] = useSearchParams();
  const asked = askedBy(params);
  const field = (name: Name) => ({
    value: params.get(name) ?? '',
    onChange: ({ target: { value } }: { target: { value: string } }) =>
      setParams(
        (now) => {
          now.delete('offset');
          if (value === '') now.delete(name);
          else now.set(name, value);
          return now;
        },
        { replace: true },
      ),
  });
  const save = () =>
    api.exportOperatorActions(asked).then(
      (text) => saveCsv('audit.csv', String(text)),
      () => notify('Export failed. Try again.', 'bad'),
    );
  return (
    <ListPage
      title="Audit log"
      lead="Everything operators changed, newest first. Nobody can change or delete an entry."
      actions={
        <Button icon="download" onClick={save}>
          Export
        </Button>
      }
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
      refresh={15_000}
      empty={
        <EmptyState
          icon="operator"
          title={names.some((name) => params.get(name)) ? 'No matching entries' : 'No entries yet'}
        >
          Each change that an operator makes is recorded here.
        </EmptyState>
      }
    >
      {(entries) => <AuditEntries entries={entries} />}
    </ListPage>
  );
}
