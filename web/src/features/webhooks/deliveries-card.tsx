import { useState } from 'react';
import type { ListWebhookDeliveriesInput } from '../../../../sdk/src/index.ts';
import { useQueryParam } from '../../lib/address.ts';
import { useData } from '../../lib/data.ts';
import { keysOf } from '../../lib/fields.ts';
import { deliveryStatusLabels, webhookEventLabels } from '../../lib/labels.ts';
import { StatusBadge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Input, Select } from '../../ui/field.tsx';
import { Pager } from '../../ui/pager.tsx';
import { EmptyState, Loaded, Skeleton } from '../../ui/states.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { TimeAgo } from '../../ui/text.tsx';
import { type Delivery, deliveryStatusOf, reasonOf } from './delivery.ts';
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

/** Deliveries to all endpoints or to one. The URL can name the status. */
export function DeliveriesCard({ endpointId }: { endpointId?: string }) {
  const [linked, setLinked] = useQueryParam('status');
  const status = statusOptions.find(({ value }) => value === linked)?.value ?? '';
  const [event, setEvent] = useState<Event | ''>('');
  const [search, setSearch] = useState('');
  const [offset, setOffset] = useState(0);
  const [openId, setOpenId] = useQueryParam('delivery');
  const [editId, setEditId] = useState<string | null>(null);
  const filter = {
    ...(status ? { status } : {}),
    ...(event ? { event } : {}),
    ...(endpointId === undefined ? {} : { endpoint_id: endpointId }),
    ...searchFor(search.trim()),
  };
  const deliveries = useData(
    ['deliveries', filter, offset],
    (api, options) => api.listWebhookDeliveries({ ...filter, limit: pageSize, offset }, options),
    {
      keepPrevious: true,
      // New deliveries come with events; their attempts have none.
      refresh: (data) =>
        data?.deliveries.some((one) => one.status === 'pending' && one.attempts === 0) ? 2000 : 30_000,
    },
  );
  const isFiltered = status !== '' || event !== '' || search.trim() !== '';
  const open = deliveries.data?.deliveries.find((delivery) => delivery.id === openId);
  return (
    <Card title="Deliveries" action={<ReplayFailed filter={filter} />} isFlush>
      <div className="delivery-filter">
        <Input
          label="Order or URL"
          type="search"
          value={search}
          onChange={(change) => {
            setSearch(change.target.value);
            setOffset(0);
          }}
        />
        <Select
          label="Status"
          options={statusOptions}
          value={status}
          onChoose={(chosen) => {
            setLinked(chosen === '' ? null : chosen);
            setOffset(0);
          }}
        />
        <Select
          label="Event"
          options={eventOptions}
          value={event}
          onChoose={(chosen) => {
            setEvent(chosen);
            setOffset(0);
          }}
        />
      </div>
      <Loaded data={deliveries} skeleton={<Skeleton height={480} />}>
        {({ deliveries: rows, total }) =>
          rows.length === 0 ? (
            <EmptyState icon="webhook" title={isFiltered ? 'No matching deliveries' : 'No deliveries yet'}>
              {isFiltered
                ? 'Try another status, event or search.'
                : 'Add an endpoint, or set a URL in the webhooks of an order. Deliveries and responses appear here.'}
            </EmptyState>
          ) : (
            <>
              <Table
                label="Deliveries"
                columns={columnsFor(setOpenId)}
                rows={rows}
                keyOf={(delivery) => delivery.id}
                isStale={deliveries.isPlaceholderData}
              />
              <Pager offset={offset} limit={pageSize} total={total} onMove={setOffset} />
            </>
          )
        }
      </Loaded>
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
    cell: (delivery) => <StatusBadge labels={deliveryStatusLabels} status={deliveryStatusOf(delivery)} />,
  },
  { name: 'Reason', cell: (delivery) => <span className="delivery-reason">{reasonOf(delivery)}</span> },
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
