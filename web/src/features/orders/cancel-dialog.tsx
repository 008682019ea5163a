import { useChange } from '../../lib/data.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { Money } from '../../ui/text.tsx';
import { notify } from '../../ui/toast.tsx';
import type { Order } from './progress.ts';

export function CancelDialog({ order, isOpen, onClose }: { order: Order; isOpen: boolean; onClose(): void }) {
  const cancel = useChange((api) => api.cancelOrder({ order_id: order.id }), {
    changes: ['order', 'orders', 'order-timeline', 'wallet'],
    onDone: () => {
      notify('Order canceled.');
      onClose();
    },
  });
  return (
    <Confirm
      title="Cancel this order?"
      isOpen={isOpen}
      action="Cancel order"
      otherwise="Keep it"
      isBusy={cancel.isPending}
      error={cancel.error}
      onConfirm={() => cancel.mutate()}
      onClose={onClose}
    >
      <p>
        It has not been bought yet. Canceling releases the hold of <Money cents={order.max_price} />
        {(order.exchange?.payment_currency ?? 'USD') === 'USD' ? '' : ` in ${order.exchange?.payment_currency}`}.
      </p>
    </Confirm>
  );
}
