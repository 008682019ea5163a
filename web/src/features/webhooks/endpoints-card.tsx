import { Link } from 'wouter';
import type { ListWebhookEndpointsOutput } from '../../../../sdk/src/index.ts';
import { useOpenDialog, useQueryParam } from '../../lib/address.ts';
import { useChange, useData } from '../../lib/data.ts';
import { formatNumber, plural } from '../../lib/format.ts';
import { Allowed } from '../../ui/allowed.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { EmptyState, ErrorNote, Loaded, Skeleton } from '../../ui/states.tsx';
import { TimeAgo } from '../../ui/text.tsx';
import { notify } from '../../ui/toast.tsx';
import { AddEndpoint } from './add-endpoint.tsx';
import { EditEndpoint, RotateSecret } from './edit-endpoint.tsx';
import { percentOf } from './percent.ts';

type Endpoint = ListWebhookEndpointsOutput['endpoints'][number];

export const useEndpoints = () => useData(['endpoints'], (api, options) => api.listWebhookEndpoints({}, options));

/** The account's endpoints. */
export function EndpointsCard() {
  const [dialog, setDialog] = useQueryParam('dialog');
  const endpoints = useEndpoints();
  return (
    <Card
      title="Endpoints"
      action={
        <Button size="small" icon="plus" does="createWebhookEndpoint" onClick={() => setDialog('add')}>
          Add
        </Button>
      }
      isFlush
    >
      <Loaded data={endpoints} skeleton={<Skeleton height={220} />}>
        {({ endpoints: rows }) =>
          rows.length === 0 ? (
            <EmptyState icon="webhook" title="No endpoints yet">
              Add the URL of your app to receive order events.
            </EmptyState>
          ) : (
            rows.map((endpoint) => <EndpointRow key={endpoint.id} endpoint={endpoint} />)
          )
        }
      </Loaded>
      <Allowed to="createWebhookEndpoint">
        {dialog === 'add' && <AddEndpoint onClose={() => setDialog(null)} />}
      </Allowed>
    </Card>
  );
}

/** Success rate and latency of the last day, in one line. */
const rateText = ({ success_rate: rate, average_ms: ms }: Endpoint['last_day']): string =>
  rate === null || ms === null
    ? 'No attempts in the last day'
    : `${percentOf(rate)} successful in the last day, ${formatNumber(ms)} ms on average`;

export function EndpointRow({ endpoint }: { endpoint: Endpoint }) {
  const [asked, ask, close] = useOpenDialog('endpoint', ['edit', 'rotate', 'delete']);
  const open = asked?.about === endpoint.id ? asked.act : null;
  const test = useChange((api, _input, options) => api.testWebhookEndpoint({ endpoint_id: endpoint.id }, options), {
    changes: ['deliveries'],
    onDone: () => notify('Test event sent. See Deliveries for the response.'),
  });
  const remove = useChange((api) => api.deleteWebhookEndpointById({ endpoint_id: endpoint.id }), {
    changes: ['endpoints', 'deliveries'],
    onDone: close,
  });
  return (
    <div className="endpoint">
      <span className="delivery-name">
        <Link href={`/app/webhooks/${endpoint.id}`}>{endpoint.url}</Link>
        <span className="quiet small">
          {endpointStatusOf(endpoint)} · {rateText(endpoint.last_day)}
        </span>
        {endpoint.failing_since !== null && (
          <span className="small endpoint-failing">
            Failing since <TimeAgo at={endpoint.failing_since} />
          </span>
        )}
      </span>
      <span className="endpoint-actions">
        <Button size="small" does="testWebhookEndpoint" isBusy={test.isPending} onClick={() => test.mutate()}>
          Send test
        </Button>
        <Button size="small" kind="quiet" does="updateWebhookEndpoint" onClick={() => ask('edit', endpoint.id)}>
          Edit<span className="hidden"> {endpoint.url}</span>
        </Button>
        <Button size="small" kind="quiet" does="rotateWebhookEndpointSecret" onClick={() => ask('rotate', endpoint.id)}>
          New secret<span className="hidden"> for {endpoint.url}</span>
        </Button>
        <Button size="small" kind="quiet" does="deleteWebhookEndpointById" onClick={() => ask('delete', endpoint.id)}>
          Delete<span className="hidden"> {endpoint.url}</span>
        </Button>
      </span>
      {test.error && <ErrorNote error={test.error} />}
      <Allowed to="updateWebhookEndpoint">
        {open === 'edit' && <EditEndpoint endpoint={endpoint} onClose={close} />}
        {open === 'rotate' && <RotateSecret endpoint={endpoint} onClose={close} />}
        <Confirm
          title="Delete this endpoint?"
          isOpen={open === 'delete'}
          action="Delete endpoint"
          isBusy={remove.isPending}
          error={remove.error}
          onConfirm={() => remove.mutate()}
          onClose={close}
        >
          <p>Errand will stop sending to {endpoint.url} and drop pending deliveries. The delivery log is kept.</p>
        </Confirm>
      </Allowed>
    </div>
  );
}

function endpointStatusOf({ events, is_active: isActive, stopped_at: stoppedAt }: Endpoint): string {
  if (!isActive) return 'Disabled';
  if (stoppedAt !== null) return 'Stopped: the endpoint returned 410. A successful test resumes deliveries.';
  return events === null ? 'All events' : plural(events.length, 'event');
}
