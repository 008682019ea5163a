import { useState } from 'react';
import { useChange } from '../../lib/data.ts';
import { Card, Facts } from '../../ui/card.tsx';
import { Input, Select } from '../../ui/field.tsx';
import { SubmitForm } from '../../ui/submit-form.tsx';
import { notify } from '../../ui/toast.tsx';
import { useTexts } from '../../ui/use-texts.ts';
import type { DeskTask } from './files.ts';

const statuses = [
  { value: 'pending', label: 'Label created' },
  { value: 'in_transit', label: 'In transit' },
  { value: 'delivered', label: 'Delivered' },
  { value: 'undeliverable', label: 'Undeliverable' },
] as const;

/** After the purchase: tracking numbers, and a cancellation by the store. */
export function AfterCard({ file: { order, task, receipts } }: { file: DeskTask }) {
  const parcels = order.tracking_numbers.map((parcel) => `${parcel.tracking_number} (${parcel.status})`);
  return (
    <Card title="After purchase">
      <Facts
        rows={[
          ['Order numbers', order.merchant_order_ids.join(', ')],
          ['Packages', parcels.join(', ')],
          ['Receipts', receipts.map(({ name }) => name).join(', ')],
          ['Note', task.note],
        ]}
      />
      {order.status === 'order_placed' && (
        <>
          <ParcelForm orderId={order.id} />
          <CancelForm orderId={order.id} />
        </>
      )}
    </Card>
  );
}

function ParcelForm({ orderId }: { orderId: string }) {
  const { typed, field } = useTexts({ carrier: '', number: '' });
  const [status, setStatus] = useState<(typeof statuses)[number]['value']>('in_transit');
  const add = useChange<void>(
    (api) => {
      const body = { carrier: typed.carrier.trim() || null, tracking_number: typed.number.trim(), status };
      return api.addDeskParcel({ order_id: orderId, body });
    },
    { changes: ['operator-desk'], onDone: () => notify('Package added.') },
  );
  return (
    <SubmitForm
      name="parcel"
      action="Add package"
      isDisabled={typed.number.trim() === ''}
      change={add}
      onSubmit={() => add.mutate()}
    >
      <div className="form-row">
        <Input label="Carrier" isOptional {...field('carrier')} />
        <Input label="Tracking number" {...field('number')} />
      </div>
      <Select label="Status" options={statuses} value={status} onChoose={setStatus} />
    </SubmitForm>
  );
}

function CancelForm({ orderId }: { orderId: string }) {
  const { typed, field } = useTexts({ reason: '' });
  const cancel = useChange<string>((api, reason) => api.callOffDeskPurchase({ order_id: orderId, body: { reason } }), {
    changes: ['operator-desk'],
    onDone: () => notify('Canceled and refunded.'),
  });
  const reason = typed.reason.trim();
  return (
    <details className="desk-other">
      <summary>Canceled by the retailer</summary>
      <SubmitForm
        name="cancel"
        action="Cancel and refund"
        kind="danger"
        isDisabled={reason === ''}
        change={cancel}
        onSubmit={() => cancel.mutate(reason)}
      >
        <Input label="What the retailer said" {...field('reason')} />
      </SubmitForm>
    </details>
  );
}
