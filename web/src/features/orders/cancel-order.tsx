import { useQueryClient } from '@tanstack/react-query';
import { sendBeforeLeaving } from '../../lib/api.ts';
import { useChange } from '../../lib/data.ts';
import { errorTextOf } from '../../lib/errors.ts';
import { sendUnlessUndone, useIsUnsent } from '../../lib/unsent.ts';
import { useWorld } from '../../lib/world.tsx';
import { Button } from '../../ui/button.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { Money } from '../../ui/text.tsx';
import { notify } from '../../ui/toast.tsx';
import type { Order } from './progress.ts';

const changes = ['order', 'orders', 'order-timeline', 'overview', 'wallet'];

const unsentKey = (order: Order): string => `cancel ${order.id}`;

/** The person canceled it and can still undo that. */
export const useIsCanceling = (order: Order): boolean => useIsUnsent(unsentKey(order));

/** It cannot be bought before a person acts, so nothing is lost if its cancellation is sent ten seconds later. */
const canWait = ({ waiting_for: reason }: Order): boolean =>
  reason === 'action' || reason === 'policy' || reason === 'retailer' || reason === 'hold';

/** Offers "Undo" if the order can wait. An order that may be bought any second is canceled at once, after a confirmation. */
export function CancelButton({ order, onAsk }: { order: Order; onAsk(): void }) {
  const { world } = useWorld();
  const queries = useQueryClient();
  const isCanceling = useIsCanceling(order);
  const cancelLater = () => {
    const undo = sendUnlessUndone(unsentKey(order), async () => {
      closeToast();
      await sendBeforeLeaving(world, `/orders/${order.id}/cancel`).then(
        () => notify('Order canceled.'),
        (error: unknown) => notify(`The order was not canceled. ${errorTextOf(error).text}`, 'bad'),
      );
      for (const kind of changes) void queries.invalidateQueries({ queryKey: [world, kind] });
    });
    const closeToast = notify('Canceling this order in 10 seconds.', 'good', { label: 'Undo', onAct: undo });
  };
  return (
    <Button kind="danger" does="cancelOrder" isBusy={isCanceling} onClick={canWait(order) ? cancelLater : onAsk}>
      {isCanceling ? 'Canceling' : 'Cancel order'}
    </Button>
  );
}

export function CancelDialog({ order, isOpen, onClose }: { order: Order; isOpen: boolean; onClose(): void }) {
  const paidIn = order.exchange?.payment_currency ?? 'USD';
  const cancel = useChange((api) => api.cancelOrder({ order_id: order.id }), {
    changes,
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
        It has not been bought yet. Canceling releases the hold{' '}
        {paidIn === 'USD' ? (
          <>
            of <Money cents={order.max_price} />
          </>
        ) : (
          `in your ${paidIn} wallet`
        )}
        . A canceled order cannot be restored.
      </p>
    </Confirm>
  );
}
