import { useState } from 'react';
import type { ListWebhookDeliveriesInput } from '../../../../sdk/src/index.ts';
import { useQueryParam } from '../../lib/address.ts';
import { useData } from '../../lib/data.ts';
import { keysOf } from '../../lib/fields.ts';
import { deliveryStatusLabels, deliveryStatusOf, webhookEventLabels } from '../../lib/labels.ts';
import { StatusBadge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Input, Select } from '../../ui/field.tsx';
import { PagedRows, usePages } from '../../ui/paged-rows.tsx';
import { EmptyState, Skeleton } from '../../ui/states.tsx';
import type { Column } from '../../ui/table.tsx';
import { TimeAgo } from '../../ui/text.tsx';
import { type Delivery, reasonOf } from './delivery.ts';
import { DeliveryDialog } from './delivery-dialog.tsx';
import { EditDelivery } from './edit-delivery.tsx';
import { ReplayFailed } from './replay-failed.tsx';

type Event = NonNullable<ListWebhookDeliveriesInput['event']>;

const pageSize = 25;
const any = { value: '' as const, label: 'All' };
const statusOptions = [
  any,
  ...keysOf(deliveryStatusLabels).map((value) => ({ value, label: deliveryStatusLabels[value].label })),
];
const eventOptions = [
  any,
  ...keysOf(webhookEventLabels).map((value) => ({ value, label: webhookEventLabels[value].title })),
];

/** While a delivery is sent, its next attempt is 20 s away. */
const soonMs = 25_000;

/** Also a resent delivery, which keeps its earlier attempts. */
const isAttemptedSoon = ({ status, next_attempt_at: next }: Delivery): boolean =>
  status === 'pending' && (next === null || Date.parse(next) < Date.now() + soonMs);

/** New deliveries come with events; their attempts have none. */
const refreshOf = (shown: readonly Delivery[] = []): number => (shown.some(isAttemptedSoon) ? 2000 : 30_000);

/** Deliveries to all endpoints or to one. The URL can set the status. */
export function DeliveriesCard({ endpointId }: { endpointId?: string }) {
  const [linked, setLinked] = useQueryParam('status');
  const status = statusOptions.find(({ value }) => value === linked)?.value ?? '';
  const [event, setEvent] = useState<Event | ''>('');
  const [search, setSearch] = useState('');
  const [openId, setOpenId] = useQueryParam('delivery');
  const [editId, setEditId] = useState<string | null>(null);
  const filter = {
    ...(status ? { status } : {}),
    ...(event ? { event } : {}),
    ...(endpointId === undefined ? {} : { endpoint_id: endpointId }),
    ...searchFor(search.trim()),
  };
  const pages = usePages(
    ['deliveries', filter],
    pageSize,
    (api, page, options) => api.listWebhookDeliveries({ ...filter, ...page }, options),
    { refresh: (data) => refreshOf(data?.deliveries) },
  );
  const isFiltered = status !== '' || event !== '' || search.trim() !== '';
  const open = useDelivery(
    openId,
    pages.list.data?.deliveries.find((delivery) => delivery.id === openId),
  );
  return (
    <Card title="Deliveries" action={<ReplayFailed filter={filter} />} isFlush>
      <div className="delivery-filter">
        <Input
          label="Order or URL"
          type="search"
          value={search}
          onChange={(change) => {
            setSearch(change.target.value);
            pages.onMove(0);
          }}
        />
        <Select
          label="Status"
          options={statusOptions}
          value={status}
          onChoose={(chosen) => {
            setLinked(chosen === '' ? null : chosen);
            pages.onMove(0);
          }}
        />
        <Select
          label="Event"
          options={eventOptions}
          value={event}
          onChoose={(chosen) => {
            setEvent(chosen);
            pages.onMove(0);
          }}
        />
      </div>
      <PagedRows
        {...pages}
        label="Deliveries"
        skeleton={<Skeleton height={480} />}
        rowsOf={({ deliveries }) => deliveries}
        table={{ columns: columnsFor(setOpenId), keyOf: (delivery) => delivery.id }}
        empty={
          <EmptyState icon="webhook" title={isFiltered ? 'No matching deliveries' : 'No deliveries yet'}>
            {isFiltered
              ? 'Try another status, event or search.'
              : 'Add an endpoint, or set a webhook URL on an order. Deliveries and responses appear here.'}
          </EmptyState>
        }
      />
      {open && editId !== open.id && (
        <DeliveryDialog delivery={open} onEdit={() => setEditId(open.id)} onClose={() => setOpenId(null)} />
      )}
      {open && editId === open.id && (
        <EditDelivery
          delivery={open}
          onClose={() => {
            setEditId(null);
            setOpenId(null);
          }}
        />
      )}
    </Card>
  );
}

/** The open delivery. It stays open when the list shows others. */
function useDelivery(id: string | null, listed: Delivery | undefined): Delivery | undefined {
  const found = useData(
    ['deliveries', id],
    (api, options) => api.getWebhookDelivery({ delivery_id: id ?? '' }, options),
    { enabled: id !== null, refresh: (delivery) => refreshOf(delivery && [delivery]) },
  );
  return id === null ? undefined : (found.data ?? listed);
}

const orderId = /^[0-9a-f]{8}-?([0-9a-f]{4}-?){3}[0-9a-f]{12}$/i;

/** An order ID finds its deliveries. Anything else is a part of the URL. */
function searchFor(text: string): Pick<ListWebhookDeliveriesInput, 'order_id' | 'url'> {
  if (text === '') return {};
  return orderId.test(text) ? { order_id: text } : { url: text };
}

const columnsFor = (open: (id: string) => void): readonly Column<Delivery>[] => [
  {
    name: 'Event',
    cell: (delivery) => (
      <span className="delivery-name">
        <span>
          {webhookEventLabels[delivery.event].title}
          {delivery.edited_from !== null && <span className="quiet small"> · Edited</span>}
        </span>
        <span className="quiet small">{delivery.url}</span>
      </span>
    ),
  },
  {
    name: 'Status',
    cell: (delivery) => (
      <span className="delivery-state">
        <span>
          <StatusBadge labels={deliveryStatusLabels} status={deliveryStatusOf(delivery)} />
        </span>
        <span className="quiet small">{reasonOf(delivery)}</span>
      </span>
    ),
  },
  { name: 'Created', cell: (delivery) => <TimeAgo at={delivery.created_at} />, isMinor: true },
  {
    name: 'Details',
    hideName: true,
    cell: (delivery) => (
      <Button size="small" kind="quiet" onClick={() => open(delivery.id)}>
        View<span className="hidden"> {webhookEventLabels[delivery.event].title}</span>
      </Button>
    ),
  },
];
