import { useSearchParams } from 'wouter';
import type { GetUsageOutput } from '../../../../sdk/src/index.ts';
import { useData } from '../../lib/data.ts';
import { formatNumber, formatShortDay, plural } from '../../lib/format.ts';
import { useRetailerName } from '../../lib/retailers.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { BarChart, Sparkline } from '../../ui/chart.tsx';
import { Select } from '../../ui/field.tsx';
import { Page } from '../../ui/page.tsx';
import { EmptyState, Loaded, Skeleton } from '../../ui/states.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { TimeAgo } from '../../ui/text.tsx';
import { ComparePage } from './compare-page.tsx';
import './usage.css';

const endpointNames: Record<string, string> = {
  search: 'Search, all stores',
  'products.search': 'Search, one store',
  'products.details': 'Product details',
  'products.offers': 'Product offers',
  'orders.create': 'Orders placed',
  'orders.bulk': 'Batches placed',
  'returns.create': 'Returns requested',
};

const windows = [7, 30, 90].map((days) => ({ value: String(days), label: `Last ${days} days` }));
const dayMs = 86_400_000;

interface Metric {
  endpoint: string;
  total: number;
  before: number;
  series: number[];
}

const metricsOf = (report: GetUsageOutput): Metric[] =>
  Object.entries(report.metrics)
    .map(([endpoint, { total, prev_total, series }]) => ({ endpoint, total, before: prev_total, series }))
    .toSorted((a, b) => b.total - a.total);

/** Calls of all kinds, day by day. */
function daysOf(report: GetUsageOutput): { label: string; value: number }[] {
  const since = new Date(report.since).getTime();
  return Array.from({ length: report.window_days }, (_, day) => ({
    label: formatShortDay(new Date(since + day * dayMs)),
    value: Object.values(report.metrics).reduce((sum, { series }) => sum + (series[day] ?? 0), 0),
  }));
}

export function UsagePage() {
  const [params] = useSearchParams();
  return params.get('view') === 'compare' ? <ComparePage /> : <CallsPage />;
}

function CallsPage() {
  const [params, setParams] = useSearchParams();
  const days = windows.find(({ value }) => value === params.get('days'))?.value ?? '30';
  const usage = useData(
    ['usage', days],
    (api, options) => api.getUsage({ window_days: Number(days), recent: 20 }, options),
    { keepPrevious: true, refresh: 30_000 },
  );
  return (
    <Page
      title="Usage"
      lead="API calls by you, your keys and your agents in the current mode. Days are in UTC."
      actions={
        <>
          <ButtonLink icon="chart" to="/app/usage?view=compare">
            Compare periods
          </ButtonLink>
          <Select
            label="Period"
            hideLabel
            options={windows}
            value={days}
            onChange={(event) => setParams({ days: event.target.value }, { replace: true })}
          />
        </>
      }
    >
      <Loaded data={usage} skeleton={<Skeleton height={260} />}>
        {(report) => <Report report={report} />}
      </Loaded>
    </Page>
  );
}

function Report({ report }: { report: GetUsageOutput }) {
  const metrics = metricsOf(report);
  const total = metrics.reduce((sum, metric) => sum + metric.total, 0);
  if (total === 0) {
    return (
      <Card isFlush>
        <EmptyState
          icon="chart"
          title="No calls yet"
          action={
            <ButtonLink to="/app/buy" does="createOrder">
              Search for products
            </ButtonLink>
          }
        >
          Searches, product lookups, orders and returns appear here within a second.
        </EmptyState>
      </Card>
    );
  }
  return (
    <>
      <Card title="Calls per day">
        <BarChart
          label="Calls per day"
          bars={daysOf(report)}
          format={(value) => plural(value, 'call')}
          summary={`${plural(total, 'call')} in the last ${report.window_days} days`}
          height={180}
        />
      </Card>
      <Card title="By operation" isFlush>
        <Table label="Calls by operation" columns={metricColumns} rows={metrics} keyOf={(metric) => metric.endpoint} />
      </Card>
      <Recent calls={report.recent} />
    </>
  );
}

const metricColumns: Column<Metric>[] = [
  {
    name: 'Operation',
    cell: ({ endpoint }) => (
      <span className="operation">
        <strong>{endpointNames[endpoint] ?? endpoint}</strong>
        <code className="quiet">{endpoint}</code>
      </span>
    ),
  },
  {
    name: 'Trend',
    isWide: true,
    cell: ({ endpoint, series }) => (
      <span className="course">
        <Sparkline values={series} label={`${endpoint} per day, peak ${Math.max(0, ...series)}`} />
      </span>
    ),
  },
  { name: 'Calls', isNumber: true, cell: ({ total }) => formatNumber(total) },
  { name: 'Previous period', isNumber: true, cell: ({ before }) => formatNumber(before) },
];

type Call = GetUsageOutput['recent'][number];

function Recent({ calls }: { calls: readonly Call[] }) {
  const nameOf = useRetailerName();
  const columns: Column<Call & { index: number }>[] = [
    { name: 'Operation', cell: (call) => endpointNames[call.endpoint] ?? call.endpoint },
    { name: 'Query', cell: (call) => call.query ?? call.product_id ?? <span className="quiet">–</span> },
    { name: 'Store', cell: (call) => (call.retailer ? nameOf(call.retailer) : <span className="quiet">–</span>) },
    { name: 'Results', isNumber: true, cell: (call) => call.result_count ?? <span className="quiet">–</span> },
    { name: 'Time', cell: (call) => <TimeAgo at={call.at} /> },
  ];
  if (calls.length === 0) return null;
  return (
    <Card title="Latest calls" isFlush>
      <Table
        label="Latest calls"
        columns={columns}
        rows={calls.map((call, index) => ({ ...call, index }))}
        keyOf={(call) => `${call.at}-${call.index}`}
      />
    </Card>
  );
}
