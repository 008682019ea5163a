import { useState } from 'react';
import { useLocation } from 'wouter';
import type { CreateReturnInput } from '../../../../sdk/src/index.ts';
import { useChange, useData } from '../../lib/data.ts';
import { keysOf } from '../../lib/fields.ts';
import { returnReasonLabels } from '../../lib/labels.ts';
import { nameOfUrl, orderName } from '../../lib/products.ts';
import { Button } from '../../ui/button.tsx';
import { Actions, Dialog } from '../../ui/dialog.tsx';
import { Select, Textarea } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { ErrorNote, Loaded, Note } from '../../ui/states.tsx';
import { notify } from '../../ui/toast.tsx';
import { hasShipped, type Order, remainingOf } from './progress.ts';

type Reason = CreateReturnInput['body']['reason'];

export const reasonOptions = keysOf(returnReasonLabels).map((value) => ({ value, label: returnReasonLabels[value] }));

/** The returns of an order. Nothing is requested if the order has none. */
function useReturnsOf(order: Order, isWanted: boolean) {
  return useData(
    ['returns', 'of-order', order.id, order.updated_at],
    (api, options) => api.listReturns({ search: order.id, limit: 200 }, options),
    { enabled: isWanted, freshFor: 0, keepPrevious: true },
  );
}

/** Whether something has shipped that is not being returned yet. */
export function useCanReturn(order: Order): boolean {
  const isAsked = hasShipped(order) && order.returns.length > 0;
  const returns = useReturnsOf(order, isAsked);
  if (!hasShipped(order)) return false;
  if (!isAsked) return true;
  if (!returns.data) return false;
  return [...remainingOf(order, returns.data.return_requests).values()].some((count) => count > 0);
}

interface ReturnDialogProps {
  order: Order;
  isOpen: boolean;
  onClose(): void;
}

export function ReturnDialog({ order, isOpen, onClose }: ReturnDialogProps) {
  const returns = useReturnsOf(order, isOpen);
  return (
    <Dialog title="Return items" isOpen={isOpen} onClose={onClose}>
      <Loaded data={returns}>
        {({ return_requests }) => (
          <ReturnForm order={order} remaining={remainingOf(order, return_requests)} onClose={onClose} />
        )}
      </Loaded>
    </Dialog>
  );
}

interface ReturnFormProps {
  order: Order;
  remaining: Map<string, number>;
  onClose(): void;
}

function ReturnForm({ order, remaining, onClose }: ReturnFormProps) {
  const items = order.items.filter((item) => (remaining.get(item.id) ?? 0) > 0);
  const [quantities, setQuantities] = useState(() => new Map(items.length === 1 ? remaining : []));
  const [reason, setReason] = useState<Reason>('no_longer_needed');
  const [notes, setNotes] = useState('');
  const [, goTo] = useLocation();
  const create = useChange((api, body: CreateReturnInput['body'], options) => api.createReturn({ body }, options), {
    changes: ['order', 'order-timeline', 'returns', 'overview'],
    onDone: (made) => {
      notify('Return requested.');
      onClose();
      goTo(`/app/returns/${made.id}`);
    },
  });
  if (items.length === 0) {
    return <Note title="Nothing left to return">Every item in this order is already being returned.</Note>;
  }
  const chosen = items.flatMap((item) => {
    const quantity = quantities.get(item.id) ?? 0;
    return quantity > 0 ? [{ order_item_id: item.id, quantity }] : [];
  });
  const submit = () => {
    create.mutate({ order_id: order.id, items: chosen, reason, notes: notes.trim() || null });
  };
  return (
    <Form name="return" onSubmit={submit}>
      {items.map((item) => (
        <Select
          key={item.id}
          label={items.length === 1 ? orderName(order) : nameOfUrl(item.url)}
          value={String(quantities.get(item.id) ?? 0)}
          options={Array.from({ length: (remaining.get(item.id) ?? 0) + 1 }, (_, count) => ({
            value: String(count),
            label: count === 0 ? 'Keep' : `Return ${count}`,
          }))}
          onChange={(event) => setQuantities(new Map(quantities).set(item.id, Number(event.target.value)))}
        />
      ))}
      <Select label="Reason" value={reason} options={reasonOptions} onChoose={setReason} />
      <Textarea
        label="Notes"
        isOptional
        maxLength={2000}
        value={notes}
        hint="The store sees this."
        onChange={(event) => setNotes(event.target.value)}
      />
      {create.error && <ErrorNote error={create.error} />}
      <Actions>
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" kind="primary" disabled={chosen.length === 0} isBusy={create.isPending}>
          Request return
        </Button>
      </Actions>
    </Form>
  );
}
