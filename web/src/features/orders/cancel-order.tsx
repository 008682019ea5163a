import { useQueryClient } from '@tanstack/react-query';
import { sendBeforeLeaving } from '../../lib/api.ts';
import { useChange } from '../../lib/data.ts';
import { errorTextOf } from '../../lib/errors.ts';
import { sendUnlessUndone, useIsUnsent } from '../../lib/unsent.ts';
import { useWorld, type World } from '../../lib/world.tsx';
import { Button } from '../../ui/button.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { Money } from '../../ui/text.tsx';
import { notify } from '../../ui/toast.tsx';
import type { Order } from './progress.ts';

const changes = ['order', 'orders', 'order-timeline', 'overview', 'wallet'];

const unsentKey = (order: Order): string => `cancel ${order.id}`;

/** The person canceled it and can still undo that. */
export const useIsCanceling = (order: Order): boolean => useIsUnsent(unsentKey(order));

/** It can't be placed before a person acts, so nothing is lost if its cancellation is sent ten seconds later. */
export const canWait = ({ waiting_for: reason }: Pick<Order, 'waiting_for'>): boolean =>
  reason === 'action' || reason === 'policy' || reason === 'retailer' || reason === 'hold';

interface Cancellation {
  key: string;
  /** What is canceled, such as "2 orders". */
  what: string;
  /** Resolves to the text of the toast. */
  send(world: World): Promise<string>;
}

/** Sends a cancellation in ten seconds, with "Undo" until then. */
export function useCancelLater(): (cancellation: Cancellation) => void {
  const { world } = useWorld();
  const queries = useQueryClient();
  return ({ key, what, send }) => {
    const undo = sendUnlessUndone(key, async () => {
      closeToast();
      await send(world).then(notify, (error: unknown) => notify(`Not canceled. ${errorTextOf(error).text}`, 'bad'));
      for (const kind of changes) void queries.invalidateQueries({ queryKey: [world, kind] });
    });
    const closeToast = notify(`Canceling ${what} in 10 seconds.`, 'good', { label: 'Undo', onAct: undo });
  };
}

/** Offers "Undo" if the order can wait. An order that may be placed at any second is canceled at once, after a confirmation. */
export function CancelButton({ order, onAsk }: { order: Order; onAsk(): void }) {
  const cancelLater = useCancelLater();
  const isCanceling = useIsCanceling(order);
  const send = async (world: World) => {
    await sendBeforeLeaving(world, `/orders/${order.id}/cancel`);
    return 'Order canceled.';
  };
  return (
    <Button
      kind="danger"
      does="cancelOrder"
      isBusy={isCanceling}
      onClick={() => (canWait(order) ? cancelLater({ key: unsentKey(order), what: 'this order', send }) : onAsk())}
    >
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
      otherwise="Keep order"
      isBusy={cancel.isPending}
      error={cancel.error}
      onConfirm={() => cancel.mutate()}
      onClose={onClose}
    >
      <p>
        This order hasn't been placed with the store yet. Canceling releases the hold{' '}
        {paidIn === 'USD' ? (
          <>
            of <Money cents={order.max_price} />
          </>
        ) : (
          `in your ${paidIn} wallet`
        )}
        . A canceled order can't be restored.
      </p>
    </Confirm>
  );
}
