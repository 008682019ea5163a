import { useParams } from 'wouter';
import type { GetWebhookEndpointHealthOutput } from '../../../../sdk/src/index.ts';
import { useQueryParam } from '../../lib/address.ts';
import { useData } from '../../lib/data.ts';
import { formatHour, formatNumber, formatShortDay, plural } from '../../lib/format.ts';
import { Card, Figure } from '../../ui/card.tsx';
import { BarChart } from '../../ui/chart.tsx';
import { MissingPage } from '../../ui/detail-page.tsx';
import { Select } from '../../ui/field.tsx';
import { Page } from '../../ui/page.tsx';
import { Loaded, Note, Skeleton } from '../../ui/states.tsx';
import { TimeAgo } from '../../ui/text.tsx';
import { DeliveriesCard } from './deliveries-card.tsx';
import { EndpointRow, useEndpoints } from './endpoints-card.tsx';
import { percentOf } from './percent.ts';
import './webhooks.css';

const back = { to: '/app/webhooks', label: 'Webhooks' };
const periods = [
  { value: 'day', label: 'Last 24 hours' },
  { value: 'week', label: 'Last 7 days' },
  { value: 'month', label: 'Last 30 days' },
] as const;

/** An endpoint with its success rate, latency and deliveries. */
export function EndpointPage() {
  const { id = '' } = useParams();
  const endpoints = useEndpoints();
  const endpoint = endpoints.data?.endpoints.find((row) => row.id === id);
  if (endpoints.data && !endpoint) return <MissingPage title="Endpoint" icon="webhook" back={back} />;
  return (
    <Page title="Webhook endpoint" back={back}>
      {endpoint ? (
        <>
          <Card isFlush>
            <EndpointRow endpoint={endpoint} />
          </Card>
          <HealthCard id={id} />
          <DeliveriesCard endpointId={id} />
        </>
      ) : (
        <Loaded data={endpoints} skeleton={<Skeleton height={640} />}>
          {() => null}
        </Loaded>
      )}
    </Page>
  );
}

function HealthCard({ id }: { id: string }) {
  const [asked, setAsked] = useQueryParam('period');
  const period = periods.find(({ value }) => value === asked)?.value ?? 'day';
  const health = useData(
    ['endpoints', id, 'health', period],
    (api, options) => api.getWebhookEndpointHealth({ endpoint_id: id, period }, options),
    { keepPrevious: true },
  );
  return (
    <Card
      title="Success rate and latency"
      action={<Select label="Period" hideLabel options={periods} value={period} onChoose={setAsked} />}
    >
      <Loaded data={health} skeleton={<Skeleton height={300} />}>
        {(found) => <Health health={found} isDay={period === 'day'} />}
      </Loaded>
    </Card>
  );
}

function Health({ health, isDay }: { health: GetWebhookEndpointHealthOutput; isDay: boolean }) {
  const { success_rate: rate, average_ms: average, max_ms: max, attempts, steps } = health;
  const labelOf = (at: string) => (isDay ? formatHour(at) : formatShortDay(at));
  const barsOf = (value: (step: (typeof steps)[number]) => number | null) =>
    steps.map((step) => ({ label: labelOf(step.at), value: value(step) }));
  return (
    <div className="stack">
      {health.failing_since !== null && (
        <Note tone="bad">
          Failing since <TimeAgo at={health.failing_since} />. Errand retries each message for three days.
        </Note>
      )}
      <div className="endpoint-figures">
        <Figure label="Success rate" value={rate === null ? '–' : percentOf(rate)} />
        <Figure label="Attempts" value={formatNumber(attempts)} />
        <Figure label="Average latency" value={average === null ? '–' : `${formatNumber(average)} ms`} />
        <Figure label="Slowest" value={max === null ? '–' : `${formatNumber(max)} ms`} />
      </div>
      <div className="endpoint-charts">
        <BarChart
          label="Success rate"
          bars={barsOf((step) => (step.success_rate === null ? null : step.success_rate * 100))}
          format={(value) => percentOf(value / 100)}
          max={100}
          summary={`Success rate over ${plural(attempts, 'attempt')}`}
        />
        <BarChart
          label="Average latency"
          bars={barsOf((step) => step.average_ms)}
          format={(value) => `${formatNumber(Math.round(value))} ms`}
          summary="Average latency"
        />
      </div>
    </div>
  );
}
