import type { GetRetailerStatisticsOutput } from '../../../sdk/src/index.ts';
import { useQueryParam } from '../lib/address.ts';
import { useData } from '../lib/data.ts';
import { formatNumber, formatShortDay } from '../lib/format.ts';
import { failureTexts, humanizeName } from '../lib/labels.ts';
import type { World } from '../lib/world.tsx';
import { Card, Facts, Figure } from './card.tsx';
import { BarChart } from './chart.tsx';
import { EmptyState, Loaded, Skeleton } from './states.tsx';
import { Tabs } from './tabs.tsx';

type Statistics = GetRetailerStatisticsOutput;
type Bucket = Omit<Statistics['days'][number], 'day'> & { label: string };

/** Results of one retailer or store over time: success, time to place, failures by reason, orders that need review. */
export function RetailerNumbers({ retailer, world }: { retailer: string; world: World }) {
  const statistics = useData(
    ['operator-retailers', 'statistics', world, retailer],
    (api, options) => api.getRetailerStatistics({ retailer, world }, options),
    { refresh: 60_000 },
  );
  return (
    <Loaded data={statistics} skeleton={<Skeleton height={300} />}>
      {(value) => <Numbers statistics={value} />}
    </Loaded>
  );
}

const percent = (share: number | null): string => (share === null ? '–' : `${(share * 100).toFixed(1)}%`);
const seconds = (value: number | null): string => (value === null ? '–' : `${formatNumber(Math.round(value))} s`);

/** Local day and hour. */
const hourOf = (at: string): string =>
  new Date(at).toLocaleString('en-US', { weekday: 'short', hour: '2-digit', minute: '2-digit', hour12: false });

function Numbers({ statistics }: { statistics: Statistics }) {
  const [part, setPart] = useQueryParam('by');
  const by = part === 'hours' ? 'hours' : 'days';
  const buckets: Bucket[] =
    by === 'days'
      ? statistics.days.map(({ day, ...sums }) => ({ label: formatShortDay(day), ...sums }))
      : statistics.hours.map(({ at, ...sums }) => ({ label: hourOf(at), ...sums }));
  return (
    <>
      <div className="grid figures">
        <Card>
          <Figure
            label="Success rate, 30 days"
            value={percent(statistics.success_rate)}
            note={`${formatNumber(statistics.placed)} placed`}
          />
        </Card>
        <Card>
          <Figure
            label="Time to place"
            value={seconds(statistics.median_seconds)}
            note={
              statistics.p95_seconds === null ? 'No orders placed yet' : `95% within ${seconds(statistics.p95_seconds)}`
            }
          />
        </Card>
        <Card>
          <Figure
            label="Failed"
            value={formatNumber(statistics.failed)}
            note={`${formatNumber(statistics.doubts)} needed review`}
          />
        </Card>
      </div>
      <Tabs
        label="Time range"
        tabs={[
          { name: 'days', label: '30 days' },
          { name: 'hours', label: '48 hours' },
        ]}
        current={by}
        onChoose={(name) => setPart(name === 'hours' ? name : null)}
      >
        <div className="grid charts">
          <Chart
            title="Success rate"
            buckets={buckets}
            of={(one) => (one.success_rate === null ? null : one.success_rate * 100)}
            format={(value) => `${formatNumber(Math.round(value))}%`}
          />
          <Chart
            title="Median time to place"
            buckets={buckets}
            of={(one) => one.median_seconds}
            format={(value) => `${formatNumber(Math.round(value))} s`}
          />
          <Chart title="Placed" buckets={buckets} of={(one) => one.placed} format={formatNumber} />
          <Chart title="Failed" buckets={buckets} of={(one) => one.failed} format={formatNumber} />
          <Chart title="Needs review" buckets={buckets} of={(one) => one.doubts} format={formatNumber} />
          <Card title="Failures by reason, 30 days">
            {statistics.refusals.length === 0 ? (
              <EmptyState icon="check" title="No failures" />
            ) : (
              <Facts
                rows={statistics.refusals.map(
                  (one) =>
                    [
                      failureTexts[one.error_type]?.title ?? humanizeName(one.error_type),
                      formatNumber(one.count),
                    ] as const,
                )}
              />
            )}
          </Card>
        </div>
      </Tabs>
    </>
  );
}

interface ChartProps {
  title: string;
  buckets: readonly Bucket[];
  /** Null: nothing was ordered. */
  of(bucket: Bucket): number | null;
  format(value: number): string;
}

function rangeOf(values: readonly (number | null)[], format: (value: number) => string): string {
  const known = values.filter((value) => value !== null);
  if (known.every((value) => value === 0)) return known.length === 0 ? 'No orders' : `${format(0)} every day`;
  const [least, most] = [Math.min(...known), Math.max(...known)];
  return least === most ? format(most) : `From ${format(least)} to ${format(most)}`;
}

const Chart = ({ title, buckets, of, format }: ChartProps) => (
  <Card title={title}>
    <BarChart
      label={title}
      bars={buckets.map((bucket) => ({ label: bucket.label, value: of(bucket) }))}
      format={format}
      summary={rangeOf(buckets.map(of), format)}
      height={90}
    />
  </Card>
);
