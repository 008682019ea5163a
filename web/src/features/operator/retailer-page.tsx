import { useParams } from 'wouter';
import type { GetRetailerStatisticsOutput } from '../../../../sdk/src/index.ts';
import { useAddressPart } from '../../lib/address.ts';
import { useData } from '../../lib/data.ts';
import { formatNumber, formatShortDay } from '../../lib/format.ts';
import { failureWords, plainWords } from '../../lib/words.ts';
import { useWorld } from '../../lib/world.tsx';
import { Badge, WorldBadge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card, Facts, Figure } from '../../ui/card.tsx';
import { BarChart } from '../../ui/chart.tsx';
import { Page } from '../../ui/page.tsx';
import { EmptyState, Loaded, Skeleton } from '../../ui/states.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import './operator.css';
import { SwitchDialog } from './retailers-page.tsx';

type Statistics = GetRetailerStatisticsOutput;
type Bucket = Omit<Statistics['days'][number], 'day'> & { label: string };

/** One retailer or store of the world that is shown: how buying there goes, with its switch beside it. */
export function OperatorRetailerPage() {
  const { retailer = '' } = useParams();
  const name = decodeURIComponent(retailer);
  const { world } = useWorld();
  const [dialog, setDialog] = useAddressPart('dialog');
  const list = useData(['operator-retailers'], (api, options) => api.listAllRetailers({}, options), {
    refresh: 15_000,
  });
  const statistics = useData(
    ['operator-retailers', 'statistics', world, name],
    (api, options) => api.getRetailerStatistics({ retailer: name, world }, options),
    { refresh: 60_000 },
  );
  const own = list.data?.retailers.find((one) => one.retailer === name && one.world === world);
  return (
    <Page
      title={own?.display_name ?? name}
      heading={
        <>
          <span className="break">{own?.display_name ?? name}</span>
          {own && (own.enabled ? <Badge tone="good">On</Badge> : <Badge tone="warn">Off</Badge>)}
          <WorldBadge world={world} />
        </>
      }
      lead={own && !own.enabled && own.reason ? <p className="break">Off: {own.reason}</p> : undefined}
      back={{ to: '/app/operator/retailers', label: 'Retailers' }}
      actions={
        own?.connector != null && (
          <Button kind={own.enabled ? 'plain' : 'primary'} onClick={() => setDialog('switch')}>
            Switch {own.enabled ? 'off' : 'on'}
          </Button>
        )
      }
    >
      <Loaded data={statistics} skeleton={<Skeleton height={300} />}>
        {(value) => <Numbers statistics={value} />}
      </Loaded>
      {dialog === 'switch' && own && <SwitchDialog retailer={own} onClose={() => setDialog(null)} />}
    </Page>
  );
}

const percent = (share: number | null): string => (share === null ? '–' : `${(share * 100).toFixed(1)} %`);
const seconds = (value: number | null): string => (value === null ? '–' : `${formatNumber(Math.round(value))} s`);

/** Day and hour, where the reader is. */
const hourOf = (at: string): string =>
  new Date(at).toLocaleString('en-US', { weekday: 'short', hour: '2-digit', minute: '2-digit', hour12: false });

function Numbers({ statistics }: { statistics: Statistics }) {
  const [part, setPart] = useAddressPart('by');
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
            label="Success, 30 days"
            value={percent(statistics.success_rate)}
            note={`${formatNumber(statistics.placed)} placed`}
          />
        </Card>
        <Card>
          <Figure
            label="Time to place"
            value={seconds(statistics.median_seconds)}
            note={`19 of 20 within ${seconds(statistics.p95_seconds)}`}
          />
        </Card>
        <Card>
          <Figure
            label="Refused"
            value={formatNumber(statistics.failed)}
            note={`${formatNumber(statistics.doubts)} in doubt`}
          />
        </Card>
      </div>
      <Tabs
        label="Steps"
        tabs={[
          { name: 'days', label: '30 days' },
          { name: 'hours', label: '48 hours' },
        ]}
        current={by}
        onChoose={(name) => setPart(name === 'hours' ? name : null)}
      >
        <div className="grid charts">
          <Chart
            title="Success"
            buckets={buckets}
            of={(one) => (one.success_rate ?? 0) * 100}
            format={(value) => `${formatNumber(Math.round(value))} %`}
          />
          <Chart
            title="Time to place, median"
            buckets={buckets}
            of={(one) => one.median_seconds ?? 0}
            format={(value) => `${formatNumber(Math.round(value))} s`}
          />
          <Chart title="Placed" buckets={buckets} of={(one) => one.placed} format={formatNumber} />
          <Chart title="Refused" buckets={buckets} of={(one) => one.failed} format={formatNumber} />
          <Chart title="In doubt" buckets={buckets} of={(one) => one.doubts} format={formatNumber} />
          <Card title="Refusals by reason, 30 days">
            {statistics.refusals.length === 0 ? (
              <EmptyState icon="check" title="Nothing was refused" />
            ) : (
              <Facts
                rows={statistics.refusals.map(
                  (one) =>
                    [
                      failureWords[one.error_type]?.title ?? plainWords(one.error_type),
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
  of(bucket: Bucket): number;
  format(value: number): string;
}

const Chart = ({ title, buckets, of, format }: ChartProps) => (
  <Card title={title}>
    <BarChart
      label={title}
      bars={buckets.map((bucket) => ({ label: bucket.label, value: of(bucket) }))}
      format={format}
      summary={`At most ${format(Math.max(0, ...buckets.map(of)))}`}
      height={90}
    />
  </Card>
);
