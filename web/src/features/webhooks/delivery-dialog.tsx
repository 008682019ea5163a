import { Link } from 'wouter';
import { useChange } from '../../lib/data.ts';
import { formatNumber } from '../../lib/format.ts';
import { deliveryStatusLabels, deliveryStatusOf, webhookEventLabels } from '../../lib/labels.ts';
import { StatusBadge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Facts, fact } from '../../ui/card.tsx';
import { Actions, Dialog } from '../../ui/dialog.tsx';
import { ErrorNote, Note } from '../../ui/states.tsx';
import { Code, JsonView, Moment, ShortId } from '../../ui/text.tsx';
import { notify } from '../../ui/toast.tsx';
import type { Delivery } from './delivery.ts';

/** The message and the response. */
export function DeliveryDialog({ delivery, onEdit, onClose }: { delivery: Delivery; onEdit(): void; onClose(): void }) {
  const replay = useChange((api, _input, options) => api.replayWebhookDelivery({ delivery_id: delivery.id }, options), {
    changes: ['deliveries'],
    onDone: () => notify('Resent with the same ID and body.'),
  });
  return (
    <Dialog title={webhookEventLabels[delivery.event].title} isOpen onClose={onClose}>
      {delivery.error !== null && <Note tone="bad">{delivery.error}</Note>}
      {delivery.response && <Code label="Response">{delivery.response}</Code>}
      <Facts rows={factsOf(delivery)} />
      <Attempts tries={delivery.tries} />
      <details className="delivery-body">
        <summary>Message body</summary>
        <Body text={delivery.body} />
      </details>
      {replay.error && <ErrorNote error={replay.error} />}
      <Actions>
        <Button onClick={onClose}>Close</Button>
        {delivery.endpoint_id !== null && (
          <Button does="resendEditedWebhookDelivery" onClick={onEdit}>
            Edit and resend
          </Button>
        )}
        <Button
          kind="primary"
          icon="refresh"
          does="replayWebhookDelivery"
          isBusy={replay.isPending}
          onClick={() => replay.mutate()}
        >
          Resend
        </Button>
      </Actions>
    </Dialog>
  );
}

function factsOf(delivery: Delivery): [string, React.ReactNode][] {
  return [
    ['Status', <StatusBadge key="status" labels={deliveryStatusLabels} status={deliveryStatusOf(delivery)} />],
    ['To', delivery.url],
    ['webhook-id', <code key="id">{delivery.webhook_id}</code>],
    ...orderRow(delivery.order_id),
    ...(delivery.edited_from === null
      ? []
      : [fact('Edited', `By ${delivery.edited_by}. Not an original Errand event.`)]),
    ['Attempts', formatNumber(delivery.attempts)],
    ['Response', delivery.response_status],
    ['Created', <Moment key="made" at={delivery.created_at} />],
    ...(delivery.delivered_at ? [fact('Delivered', <Moment key="delivered" at={delivery.delivered_at} />)] : []),
    ...(delivery.next_attempt_at ? [fact('Next attempt', <Moment key="next" at={delivery.next_attempt_at} />)] : []),
  ];
}

const orderRow = (id: string | null): [string, React.ReactNode][] =>
  id === null
    ? []
    : [
        [
          'Order',
          <Link key="order" href={`/app/orders/${id}`}>
            <ShortId id={id} />
          </Link>,
        ],
      ];

/** Earlier attempts and their responses. */
function Attempts({ tries }: { tries: Delivery['tries'] }) {
  if (tries.length < 2) return null;
  return (
    <>
      <h3>Earlier attempts</h3>
      <ul className="tries">
        {tries
          .slice(0, -1)
          .toReversed()
          .map((one) => (
            <li key={one.at}>
              <Moment at={one.at} /> <strong>{one.response_status ?? 'No response'}</strong>{' '}
              <span className="quiet small">
                {one.error ?? one.response}
                {one.duration_ms !== null && ` · ${formatNumber(one.duration_ms)} ms`}
              </span>
            </li>
          ))}
      </ul>
    </>
  );
}

function Body({ text }: { text: string }) {
  try {
    return <JsonView label="Body" value={JSON.parse(text)} />;
  } catch {
    return <Code label="Body">{text}</Code>;
  }
}
