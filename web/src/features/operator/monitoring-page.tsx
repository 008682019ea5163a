import type { CompareRetailersOutput, GetMonitoringOutput } from '../../../../sdk/src/index.ts';
import { useQueryParam } from '../../lib/address.ts';
import { useData } from '../../lib/data.ts';
import { keysOf } from '../../lib/fields.ts';
import { formatNumber } from '../../lib/format.ts';
import { failureTexts, humanizeName } from '../../lib/labels.ts';
import { useRetailerName } from '../../lib/retailers.ts';
import { useWorld, worldNames } from '../../lib/world.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { BarChart } from '../../ui/chart.tsx';
import { Page } from '../../ui/page.tsx';
import { Loaded, Skeleton } from '../../ui/states.tsx';
import type { Column } from '../../ui/table.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { Related } from './subject-page.tsx';

type Series = GetMonitoringOutput['series'][number];
type Retailer = CompareRetailersOutput['retailers'][number];

const spans = {
  hours: '3 hours',
  day: '1 day',
  month: '30 days',
  quarter: '90 days',
} as const;
type Span = keyof typeof spans;
const spanNames = keysOf(spans);

export function MonitoringPage() {
  const [part, setPart] = useQueryParam('span');
  const span = spanNames.find((name) => name === part) ?? 'day';
  const monitoring = useData(['operator-monitoring', span], (api, options) => api.getMonitoring({ span }, options), {
    refresh: 60_000,
    keepPrevious: true,
  });
  return (
    <Page
      title="Monitoring"
      lead="Service metrics over time, sampled every minute. Use the arrow keys to read a chart's values."
      actions={
        <>
          <ButtonLink icon="warning" to="/app/operator/alerts">
            Alerts
          </ButtonLink>
          <ButtonLink icon="out" to="/app/operator/incidents">
            Status page
          </ButtonLink>
        </>
      }
    >
      <Tabs
        label="Time range"
        tabs={spanNames.map((name) => ({ name, label: spans[name] }))}
        current={span}
        onChoose={(name) => setPart(name === 'day' ? null : name)}
      >
        <Loaded data={monitoring} skeleton={<Skeleton height={1400} />}>
          {({ series }) => (
            <div className="stack">
              <div className="grid charts">
                {series.map((one) => (
                  <SeriesCard key={one.name} series={one} span={span} />
                ))}
              </div>
              <RetailersCard />
            </div>
          )}
        </Loaded>
      </Tabs>
    </Page>
  );
}

const formats: Record<Series['unit'], (value: number) => string> = {
  count: (value) => formatNumber(Math.round(value * 10) / 10),
  seconds: (value) => `${formatNumber(Math.round(value))} s`,
  milliseconds: (value) => `${value < 10 ? value.toFixed(1) : formatNumber(Math.round(value))} ms`,
  bytes: (value) =>
    value >= 1024 ** 3 ? `${(value / 1024 ** 3).toFixed(1)} GB` : `${formatNumber(Math.round(value / 1024 ** 2))} MB`,
  share: (value) => `${Math.round(value * 100)}%`,
};

const dayOf = (at: string): string => at.slice(5, 10);
const clockOf = (at: string): string =>
  new Date(at).toLocaleTimeString('en-US', { hour: '2-digit', minute: '2-digit', hour12: false });

function SeriesCard({ series, span }: { series: Series; span: Span }) {
  const format = formats[series.unit];
  const isDaily = span === 'month' || span === 'quarter';
  const latest = series.points.findLast((point) => point.average !== null)?.average ?? null;
  const highest = Math.max(...series.points.map((point) => point.high ?? 0));
  return (
    <Card title={series.label}>
      {latest === null ? (
        <p className="quiet">No data in this period.</p>
      ) : (
        <BarChart
          label={series.label}
          bars={series.points.map((point) => ({
            label: isDaily ? dayOf(point.at) : clockOf(point.at),
            value: point.average,
          }))}
          format={format}
          summary={
            series.unit === 'share'
              ? `Latest ${format(latest)} of the time, highest ${format(highest)}.`
              : `Latest ${format(latest)}, highest ${format(highest)}. Bars show averages.`
          }
          height={80}
        />
      )}
    </Card>
  );
}

const percent = (share: number | null): string => (share === null ? '–' : `${(share * 100).toFixed(1)}%`);
const seconds = (value: number | null): string => (value === null ? '–' : `${formatNumber(Math.round(value))} s`);

const columnsFor = (nameOf: (retailer: string) => string): readonly Column<Retailer>[] => [
  { name: 'Retailer', cell: (one) => <strong className="break">{nameOf(one.retailer)}</strong> },
  { name: 'Success rate', isNumber: true, cell: (one) => percent(one.success_rate) },
  { name: 'Placed', isNumber: true, cell: (one) => formatNumber(one.placed) },
  { name: 'Failed', isNumber: true, cell: (one) => formatNumber(one.failed) },
  { name: 'Needs review', isNumber: true, cell: (one) => formatNumber(one.doubts) },
  { name: 'Time to place', isNumber: true, cell: (one) => seconds(one.median_seconds), isMinor: true },
  {
    name: 'Top reason',
    isMinor: true,
    cell: (one) => {
      const [first] = one.refusals;
      return first ? (failureTexts[first.error_type]?.title ?? humanizeName(first.error_type)) : '–';
    },
  },
];

function RetailersCard() {
  const { world } = useWorld();
  const nameOf = useRetailerName();
  const compared = useData(
    ['operator-monitoring', 'retailers', world],
    (api, options) => api.compareRetailers({ world }, options),
    { refresh: 60_000 },
  );
  return (
    <Loaded data={compared}>
      {({ retailers }) => (
        <Related
          title={`Retailers, last 24 hours (${worldNames[world]})`}
          rows={retailers}
          columns={columnsFor(nameOf)}
          keyOf={(one) => one.retailer}
          linkOf={(one) => `/app/operator/retailers/${encodeURIComponent(one.retailer)}`}
          empty={{ icon: 'store', title: 'No orders in the last 24 hours' }}
        />
      )}
    </Loaded>
  );
}
