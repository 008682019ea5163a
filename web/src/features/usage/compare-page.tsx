import { useState } from 'react';
import { useSearchParams } from 'wouter';
import type { CompareOrdersOutput } from '../../../../sdk/src/index.ts';
import { useData } from '../../lib/data.ts';
import { saveCsv } from '../../lib/download.ts';
import { useRetailerName } from '../../lib/retailers.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Select } from '../../ui/field.tsx';
import { Page } from '../../ui/page.tsx';
import { EmptyState, Loaded, Skeleton } from '../../ui/states.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { type Compared, changeOf, compareCsv, figures } from './compare.ts';
import './usage.css';

const windows = [1, 7, 30, 90].map((days) => ({
  value: String(days),
  label: days === 1 ? 'Last 24 hours' : `Last ${days} days`,
}));
const groupings = [
  { value: 'retailer', label: 'By store' },
  { value: 'key', label: 'By API key' },
  { value: 'person', label: 'By person' },
] as const;
const nameless = { retailer: 'Unknown', key: 'Dashboard', person: 'Unknown' };

type Row = Compared & { key: string; label: string };

/** Compares a period with the one before it. */
export function ComparePage() {
  const [params, setParams] = useSearchParams();
  const days = windows.find(({ value }) => value === params.get('days'))?.value ?? '30';
  const by = groupings.find(({ value }) => value === params.get('by'))?.value ?? 'retailer';
  const show = (next: { days?: string; by?: string }) =>
    setParams({ view: 'compare', days, by, ...next }, { replace: true });
  const asked = { window_days: Number(days), by };
  const data = useData(['orders', 'compare', asked], (api, options) => api.compareOrders(asked, options), {
    keepPrevious: true,
  });
  return (
    <Page
      title="Compare periods"
      back={{ to: '/app/usage', label: 'Usage' }}
      lead="Compare this period's orders with the previous period's, in the current mode. Spend is in US dollars, before refunds."
      actions={
        <>
          <Select
            label="Group"
            hideLabel
            options={groupings}
            value={by}
            onChange={(event) => show({ by: event.target.value })}
          />
          <Select
            label="Period"
            hideLabel
            options={windows}
            value={days}
            onChange={(event) => show({ days: event.target.value })}
          />
        </>
      }
    >
      <Loaded data={data} skeleton={<Skeleton height={260} />}>
        {(report) => <Report key={by} report={report} by={by} />}
      </Loaded>
    </Page>
  );
}

function Report({ report, by }: { report: CompareOrdersOutput; by: keyof typeof nameless }) {
  const nameOf = useRetailerName();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const labelOf = (name: string | null) => (name === null ? nameless[by] : by === 'retailer' ? nameOf(name) : name);
  const groups: Row[] = report.groups.map((group) => ({
    ...group,
    key: group.name ?? '',
    label: labelOf(group.name),
  }));
  const selected = groups.filter((row) => chosen.has(row.key));
  const total: Row = { ...report.total, key: 'total', label: 'All orders' };
  if (report.has_more) {
    return (
      <Card isFlush>
        <EmptyState icon="chart" title="Too many orders to compare">
          This period or the previous one has more than 50,000 orders. Choose a shorter period.
        </EmptyState>
      </Card>
    );
  }
  if (groups.length === 0) {
    return (
      <Card isFlush>
        <EmptyState icon="chart" title="No orders">
          No orders in this period or the previous one.
        </EmptyState>
      </Card>
    );
  }
  const shown = selected.length > 0 ? selected : groups;
  return (
    <>
      <dl className="compared">
        {figures.map((figure) => (
          <div key={figure.name}>
            <dt>{figure.name}</dt>
            <dd>
              <Value figure={figure} row={total} />
            </dd>
          </div>
        ))}
      </dl>
      <Card
        title={selected.length > 0 ? selectedText(selected) : 'Groups'}
        isFlush
        action={
          <Button
            size="small"
            icon="download"
            onClick={() => saveCsv('comparison.csv', compareCsv(selected.length > 0 ? shown : [...shown, total]))}
          >
            Export
          </Button>
        }
      >
        <Table<Row>
          label="Order comparison"
          columns={columns}
          rows={groups}
          keyOf={(row) => row.key}
          chosen={{ keys: chosen, nameOf: (row) => row.label, onChange: setChosen }}
        />
      </Card>
    </>
  );
}

/** Sums of the selected rows. Medians cannot be added. */
function selectedText(rows: readonly Row[]): string {
  const sum = (of: (row: Row) => number) => rows.reduce((total, row) => total + of(row), 0);
  const texts = figures.slice(0, 2).map(({ name, of, format }) => {
    const [now, before] = [sum((row) => of(row.current) ?? 0), sum((row) => of(row.previous) ?? 0)];
    return `${name} ${format(now)} (before: ${format(before)})`;
  });
  return `${rows.length} selected: ${texts.join(', ')}`;
}

function Value({ figure, row }: { figure: (typeof figures)[number]; row: Compared }) {
  const [now, before] = [figure.of(row.current), figure.of(row.previous)];
  const change = changeOf(figure, row);
  return (
    <span className="compared-value">
      <span>{now === null ? '–' : figure.format(now)}</span>
      <span className="quiet small">
        {change && <span className={`compared-${change.tone}`}>{change.text} </span>}
        {before === null ? 'no earlier data' : `from ${figure.format(before)}`}
      </span>
    </span>
  );
}

const columns: Column<Row>[] = [
  { name: 'Name', cell: (row) => <strong className="break">{row.label}</strong> },
  ...figures.map(
    (figure): Column<Row> => ({
      name: figure.name,
      isNumber: true,
      cell: (row) => <Value figure={figure} row={row} />,
    }),
  ),
];
