import { useState } from 'react';
import { useChange } from '../../lib/data.ts';
import { Button } from '../../ui/button.tsx';
import { Card, Facts } from '../../ui/card.tsx';
import { Actions } from '../../ui/dialog.tsx';
import { Input, Select } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { ErrorNote } from '../../ui/states.tsx';
import { notify } from '../../ui/toast.tsx';
import type { DeskTask } from './files.ts';

const statuses = [
  { value: 'pending', label: 'Announced' },
  { value: 'in_transit', label: 'On its way' },
  { value: 'delivered', label: 'Delivered' },
  { value: 'undeliverable', label: 'Could not be delivered' },
] as const;

/** What comes after the purchase: tracking numbers, and a retailer that calls it off. */
export function AfterCard({ file: { order, task, receipts } }: { file: DeskTask }) {
  return (
    <Card title="After the purchase">
      <Facts
        rows={[
          ['Order numbers', order.merchant_order_ids.join(', ')],
          [
            'Parcels',
            order.tracking_numbers.map((parcel) => `${parcel.tracking_number} (${parcel.status})`).join(', ') ||
              'none yet',
          ],
          ['Receipts', receipts.map(({ name }) => name).join(', ') || 'none'],
          ['Note', task.note ?? 'none'],
        ]}
      />
      {order.status === 'order_placed' && <ParcelForm orderId={order.id} />}
      {order.status === 'order_placed' && <CallOffForm orderId={order.id} />}
    </Card>
  );
}

interface ParcelFields {
  carrier: string;
  number: string;
  status: (typeof statuses)[number]['value'];
}

function ParcelForm({ orderId }: { orderId: string }) {
  const [form, setForm] = useState<ParcelFields>({ carrier: '', number: '', status: 'in_transit' });
  const add = useChange<typeof form>(
    (api, given) =>
      api.addDeskParcel({
        order_id: orderId,
        body: {
          carrier: given.carrier.trim() || null,
          tracking_number: given.number.trim(),
          status: given.status,
        },
      }),
    { changes: ['operator-desk'], onDone: () => notify('The parcel is entered.') },
  );
  return (
    <Form name="parcel" onSubmit={() => add.mutate(form)}>
      <div className="form-row">
        <Input
          label="Carrier"
          isOptional
          value={form.carrier}
          onChange={(event) => setForm({ ...form, carrier: event.target.value })}
        />
        <Input
          label="Tracking number"
          required
          value={form.number}
          onChange={(event) => setForm({ ...form, number: event.target.value })}
        />
      </div>
      <Select
        label="Where it is"
        options={statuses}
        value={form.status}
        onChoose={(status) => setForm({ ...form, status })}
      />
      {add.error && <ErrorNote error={add.error} />}
      <Actions>
        <Button type="submit" kind="primary" isBusy={add.isPending}>
          Enter parcel
        </Button>
      </Actions>
    </Form>
  );
}

function CallOffForm({ orderId }: { orderId: string }) {
  const [reason, setReason] = useState('');
  const callOff = useChange<string>(
    (api, given) => api.callOffDeskPurchase({ order_id: orderId, body: { reason: given } }),
    {
      changes: ['operator-desk'],
      onDone: () => notify('Called off; the money is back.'),
    },
  );
  return (
    <details className="desk-other">
      <summary>The retailer cancelled it</summary>
      <Form name="call off" onSubmit={() => callOff.mutate(reason.trim())}>
        <Input label="What the retailer said" value={reason} onChange={(event) => setReason(event.target.value)} />
        {callOff.error && <ErrorNote error={callOff.error} />}
        <Actions>
          <Button type="submit" kind="danger" isBusy={callOff.isPending} disabled={reason.trim() === ''}>
            Call off and refund
          </Button>
        </Actions>
      </Form>
    </details>
  );
}
