import { type FormEvent, useState } from 'react';
import { useLocation } from 'wouter';
import type { CreateReturnInput, ListReturnsOutput } from '../../../../sdk/src/index.ts';
import { useChange, useData } from '../../lib/data.ts';
import { nameOfUrl, orderName } from '../../lib/products.ts';
import { returnReasonWords } from '../../lib/words.ts';
import { Button } from '../../ui/button.tsx';
import { Actions, Dialog } from '../../ui/dialog.tsx';
import { Select, Textarea } from '../../ui/field.tsx';
import { ErrorNote, Loaded, Note } from '../../ui/states.tsx';
import { notify } from '../../ui/toast.tsx';
import type { Order } from './progress.ts';

type Reason = CreateReturnInput['body']['reason'];

const reasonOptions = Object.entries(returnReasonWords).map(([value, label]) => ({ value, label }));

/** How many of each item may still go back: what is under return already, or was denied, is told apart. */
function remainingOf(order: Order, returns: ListReturnsOutput['return_requests']): Map<string, number> {
  const remaining = new Map(order.items.map((item) => [item.id, item.quantity]));
  for (const entry of returns) {
    if (entry.order_id !== order.id || entry.status === 'denied') continue;
    for (const { order_item_id, quantity } of entry.items) {
      remaining.set(order_item_id, (remaining.get(order_item_id) ?? 0) - quantity);
    }
  }
  return remaining;
}

interface ReturnDialogProps {
  order: Order;
  isOpen: boolean;
  onClose(): void;
}

export function ReturnDialog({ order, isOpen, onClose }: ReturnDialogProps) {
  const returns = useData(
    ['returns', 'of-order', order.id],
    (api, options) => api.listReturns({ search: order.id, limit: 200 }, options),
    { enabled: isOpen, freshFor: 0 },
  );
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
      notify('The return is on its way to the retailer.');
      onClose();
      goTo(`/app/returns/${made.id}`);
    },
  });
  if (items.length === 0) {
    return <Note title="Nothing left to return">Every item of this order is under return already.</Note>;
  }
  const chosen = items.flatMap((item) => {
    const quantity = quantities.get(item.id) ?? 0;
    return quantity > 0 ? [{ order_item_id: item.id, quantity }] : [];
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    create.mutate({ order_id: order.id, items: chosen, reason, notes: notes.trim() || null });
  };
  return (
    <form className="form" onSubmit={submit}>
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
      <Select
        label="Reason"
        value={reason}
        options={reasonOptions}
        onChange={(event) => setReason(event.target.value as Reason)}
      />
      <Textarea
        label="Notes"
        isOptional
        maxLength={2000}
        value={notes}
        hint="The retailer reads this."
        onChange={(event) => setNotes(event.target.value)}
      />
      {create.error && <ErrorNote error={create.error} />}
      <Actions>
        <Button onClick={onClose}>Not now</Button>
        <Button type="submit" kind="primary" disabled={chosen.length === 0} isBusy={create.isPending}>
          Request return
        </Button>
      </Actions>
    </form>
  );
}
