import { useChange } from '../../lib/data.ts';
import { Button } from '../../ui/button.tsx';
import { Actions, Dialog } from '../../ui/dialog.tsx';
import { ErrorNote } from '../../ui/states.tsx';
import { Money } from '../../ui/text.tsx';
import { notify } from '../../ui/toast.tsx';
import type { Order } from './progress.ts';

export function CancelDialog({ order, isOpen, onClose }: { order: Order; isOpen: boolean; onClose(): void }) {
  const cancel = useChange((api) => api.cancelOrder({ order_id: order.id }), {
    changes: ['order', 'orders', 'order-timeline', 'wallet'],
    onDone: () => {
      notify('The order is cancelled.');
      onClose();
    },
  });
  return (
    <Dialog title="Cancel this order?" isOpen={isOpen} onClose={onClose}>
      <p>
        It has not been bought yet. Cancelling frees the <Money cents={order.max_price} /> that is set aside for it.
      </p>
      {cancel.error && <ErrorNote error={cancel.error} />}
      <Actions>
        <Button onClick={onClose}>Keep it</Button>
        <Button kind="danger" isBusy={cancel.isPending} onClick={() => cancel.mutate()}>
          Cancel order
        </Button>
      </Actions>
    </Dialog>
  );
}
