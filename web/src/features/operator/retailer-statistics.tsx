import type { GetRetailerStatisticsOutput } from '../../../../sdk/src/index.ts';
import { useData } from '../../lib/data.ts';
import { formatNumber, formatShortDay } from '../../lib/format.ts';
import { failureWords, plainWords } from '../../lib/words.ts';
import type { World } from '../../lib/world.tsx';
import { Facts } from '../../ui/card.tsx';
import { BarChart } from '../../ui/chart.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { EmptyState, Loaded } from '../../ui/states.tsx';

type Statistics = GetRetailerStatisticsOutput;

interface RetailerStatisticsProps {
  world: World;
  retailer: string;
  name: string;
  onClose(): void;
}

/** Thirty days of buying at one retailer: what went well, what did not and why, and how long it took. */
export function RetailerStatistics({ world, retailer, name, onClose }: RetailerStatisticsProps) {
  const statistics = useData(['operator-retailers', 'statistics', world, retailer], (api, options) =>
    api.getRetailerStatistics({ retailer, world }, options),
  );
  return (
    <Dialog title={`${name}, last 30 days`} isOpen onClose={onClose}>
      <Loaded data={statistics}>
        {(value) =>
          value.days.length === 0 ? (
            <EmptyState icon="chart" title="Nothing was ordered there" />
          ) : (
            <Numbers statistics={value} />
          )
        }
      </Loaded>
    </Dialog>
  );
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);

function Numbers({ statistics: { days, refusals } }: { statistics: Statistics }) {
  const placed = sum(days.map((day) => day.placed));
  const failed = sum(days.map((day) => day.failed));
  const ended = placed + failed;
  const times = days.flatMap((day) => (day.median_seconds === null ? [] : [day.median_seconds]));
  return (
    <div className="stack">
      <Facts
        rows={[
          ['Success', ended === 0 ? '–' : `${((placed / ended) * 100).toFixed(1)} %`],
          ['Placed', formatNumber(placed)],
          ['Failed', formatNumber(failed)],
          ['In doubt', formatNumber(sum(days.map((day) => day.doubts)))],
          ['Time to place, latest day', times.length === 0 ? '–' : `${formatNumber(times.at(-1) ?? 0)} s`],
          ...refusals.map(
            (one) =>
              [failureWords[one.error_type]?.title ?? plainWords(one.error_type), formatNumber(one.count)] as const,
          ),
        ]}
      />
      <BarChart
        label="Placed per day"
        bars={days.map((day) => ({ label: formatShortDay(day.day), value: day.placed }))}
        format={formatNumber}
        summary="Placed per day (UTC)"
        height={90}
      />
      <BarChart
        label="Failed per day"
        bars={days.map((day) => ({ label: formatShortDay(day.day), value: day.failed }))}
        format={formatNumber}
        summary="Failed per day (UTC)"
        height={90}
      />
    </div>
  );
}
