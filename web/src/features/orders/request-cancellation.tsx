import { useChange, useData } from '../../lib/data.ts';
import { isNotFound } from '../../lib/errors.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Actions, Dialog } from '../../ui/dialog.tsx';
import { ErrorNote, Note } from '../../ui/states.tsx';
import { notify } from '../../ui/toast.tsx';
import { useActivityOf } from './people-rows.ts';
import type { Order } from './progress.ts';

/** Placed and not shipped: the store may still cancel it. */
export const canRequestCancellation = (order: Order): boolean =>
  order.status === 'order_placed' && order.tracking_numbers.every((parcel) => parcel.status === 'pending');

export function RequestCancellationDialog({
  order,
  isOpen,
  onClose,
}: {
  order: Order;
  isOpen: boolean;
  onClose(): void;
}) {
  const ask = useChange((api, _input, options) => api.requestCancellation({ order_id: order.id }, options), {
    changes: ['order', 'orders', 'order-timeline', 'activity', 'cancellation', 'overview'],
    onDone: () => {
      notify('Cancellation requested.');
      onClose();
    },
  });
  return (
    <Dialog title="Request cancellation?" isOpen={isOpen} onClose={onClose}>
      <p>
        The order has already been placed. If the store agrees to cancel it, the full amount is refunded to your wallet.
        If the order has shipped, return the items instead.
      </p>
      {ask.error && <ErrorNote error={ask.error} />}
      <Actions>
        {ask.error ? (
          <ButtonLink icon="chat" to={`/app/cases/${order.id}`}>
            Open a case
          </ButtonLink>
        ) : (
          <Button onClick={onClose}>Keep order</Button>
        )}
        <Button kind="danger" isBusy={ask.isPending} onClick={() => ask.mutate()}>
          Send request
        </Button>
      </Actions>
    </Dialog>
  );
}

/** The store's reply to a cancellation request. */
export function CancellationNote({ order }: { order: Order }) {
  // Without a person's request there is nothing to load.
  const isRequested = useActivityOf(order.id).some(({ action }) => action === 'requestCancellation');
  const isWanted = order.status === 'order_placed' && isRequested;
  const asked = useData(
    ['cancellation', order.id, order.updated_at],
    (api, options) =>
      api.getCancellation({ order_id: order.id }, options).catch((error: unknown) => {
        if (isNotFound(error)) return null;
        throw error;
      }),
    { enabled: isWanted, refresh: (found) => (found?.status === 'pending' ? 3000 : false), keepPrevious: true },
  );
  if (!isWanted || !asked.data) return null;
  if (asked.data.status === 'pending') {
    return <Note title="Cancellation requested">The store's reply will appear here.</Note>;
  }
  if (asked.data.status === 'refused') {
    return (
      <Note tone="warn" title="The store didn't cancel the order">
        {asked.data.message ?? 'The store gave no reason.'} The order is still active.
      </Note>
    );
  }
  return null;
}
