import { useSearchParams } from 'wouter';
import type { ListOperatorActionsInput } from '../../../../sdk/src/index.ts';
import { useData } from '../../lib/data.ts';
import { saveCsv } from '../../lib/download.ts';
import { useWorld } from '../../lib/world.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Input, Select } from '../../ui/field.tsx';
import { Page } from '../../ui/page.tsx';
import { Pager } from '../../ui/pager.tsx';
import { EmptyState, Loaded } from '../../ui/states.tsx';
import { notify } from '../../ui/toast.tsx';
import { AuditEntries, actionWords } from './audit-entries.tsx';
import './operator.css';

const pageSize = 50;
const names = ['operator', 'action', 'subject_id', 'from', 'until'] as const;
type Name = (typeof names)[number];

const actionOptions = [
  { value: '', label: 'Any action' },
  ...Object.entries(actionWords).map(([value, label]) => ({ value, label })),
];

const startOf = (day: string, daysLater = 0): string | null => {
  const date = new Date(`${day}T00:00:00`);
  date.setDate(date.getDate() + daysLater);
  return Number.isNaN(date.getTime()) ? null : date.toISOString();
};

/** What the address of the page asks for, in the words of the service. */
function askedBy(params: URLSearchParams): ListOperatorActionsInput {
  const text = (name: Name) => params.get(name)?.trim() || null;
  const [from, until] = [text('from'), text('until')];
  const after = from && startOf(from);
  const before = until && startOf(until, 1);
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
  const offset = Number(params.get('offset') ?? 0) || 0;
  const asked = askedBy(params);
  const audit = useData(
    ['operator-audit', asked, offset],
    (client, options) => client.listOperatorActions({ ...asked, limit: pageSize, offset }, options),
    { keepPrevious: true, refresh: 15_000 },
  );
  const set = (name: Name | 'offset', value: string) =>
    setParams(
      (now) => {
        if (name !== 'offset') now.delete('offset');
        if (value === '') now.delete(name);
        else now.set(name, value);
        return now;
      },
      { replace: name !== 'offset' },
    );
  const save = () =>
    api.exportOperatorActions(asked).then(
      (text) => saveCsv('audit.csv', String(text)),
      () => notify('The log could not be fetched. Try again.', 'bad'),
    );
  return (
    <Page
      title="Audit log"
      lead="Everything that operators changed, newest first. Nobody can change or delete an entry."
      actions={
        <Button icon="download" onClick={save}>
          Export
        </Button>
      }
    >
      <search className="operator-filters">
        <Input
          label="Operator"
          type="email"
          value={params.get('operator') ?? ''}
          onChange={(event) => set('operator', event.target.value)}
        />
        <Select
          label="Action"
          options={actionOptions}
          value={params.get('action') ?? ''}
          onChange={(event) => set('action', event.target.value)}
        />
        <Input
          label="About (id)"
          value={params.get('subject_id') ?? ''}
          onChange={(event) => set('subject_id', event.target.value)}
        />
        <Input
          label="From"
          type="date"
          value={params.get('from') ?? ''}
          onChange={(event) => set('from', event.target.value)}
        />
        <Input
          label="Until"
          type="date"
          value={params.get('until') ?? ''}
          onChange={(event) => set('until', event.target.value)}
        />
      </search>
      <Card isFlush>
        <Loaded data={audit}>
          {({ entries, total }) =>
            entries.length === 0 ? (
              <EmptyState
                icon="operator"
                title={names.some((name) => params.get(name)) ? 'None like this' : 'Nothing was changed yet'}
              >
                What operators switch, credit, decide and answer is written here as they do it.
              </EmptyState>
            ) : (
              <>
                <AuditEntries entries={entries} />
                <Pager
                  offset={offset}
                  limit={pageSize}
                  total={total}
                  onMove={(to) => set('offset', to > 0 ? String(to) : '')}
                />
              </>
            )
          }
        </Loaded>
      </Card>
    </Page>
  );
}
