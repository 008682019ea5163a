import { useState } from 'react';
import type { GetAnyOrderOutput } from '../../../../sdk/src/index.ts';
import { useQueryParam } from '../../lib/address.ts';
import { useChange } from '../../lib/data.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Textarea } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Menu } from '../../ui/menu.tsx';
import { notify } from '../../ui/toast.tsx';
import { DecideDialog } from './decide-dialog.tsx';
import { ReasonDialog } from './reason-dialog.tsx';
import { RefundDialog } from './refund-dialog.tsx';

type File = GetAnyOrderOutput;

const canCancel = ({ order }: File) => order.status === 'pending' || order.status === 'order_placed';

/** Operator actions on an order: the common ones as buttons, the rest in a menu. */
export function OrderActions({ file }: { file: File }) {
  const [dialog, setDialog] = useQueryParam('dialog');
  const close = () => setDialog(null);
  const { order } = file;
  const menu = [
    order.status === 'pending' && { label: 'Retry now', icon: 'refresh' as const, onChoose: () => setDialog('retry') },
    file.needs_review && { label: 'Record as not bought', onChoose: () => setDialog('not_bought') },
    canCancel(file) && {
      label: order.status === 'pending' ? 'Cancel order' : 'Ask the store to cancel',
      isDangerous: true,
      onChoose: () => setDialog('cancel'),
    },
  ].filter((item) => item !== false);
  return (
    <>
      {file.case_state === null ? (
        <Button icon="chat" onClick={() => setDialog('message')}>
          Message customer
        </Button>
      ) : (
        <ButtonLink icon="chat" to={`/app/operator/cases/${order.id}`}>
          Open case
        </ButtonLink>
      )}
      {file.needs_review && <Button onClick={() => setDialog('bought')}>Record as bought</Button>}
      {file.refund.refundable_cents > 0 && (
        <Button kind="primary" icon="wallet" onClick={() => setDialog('refund')}>
          Refund
        </Button>
      )}
      {menu.length > 0 && (
        <Menu
          label="More actions"
          className="button button-plain button-normal"
          button={
            <>
              More <Icon name="down" size={16} />
            </>
          }
          groups={[menu]}
        />
      )}
      {dialog === 'refund' && file.refund.refundable_cents > 0 && <RefundDialog file={file} onClose={close} />}
      {dialog === 'message' && <MessageDialog orderId={order.id} onClose={close} />}
      {dialog === 'retry' && order.status === 'pending' && <RetryDialog orderId={order.id} onClose={close} />}
      {dialog === 'cancel' && canCancel(file) && <CancelDialog file={file} onClose={close} />}
      {(dialog === 'bought' || dialog === 'not_bought') && file.needs_review && (
        <DecideDialog
          of={{ order, account_email: file.account_email, max_price_cents: order.max_price }}
          outcome={dialog}
          onClose={close}
        />
      )}
    </>
  );
}

const changed = ['operator-order', 'operator-orders', 'operator-today', 'operator-overview'];

const RetryDialog = ({ orderId, onClose }: { orderId: string; onClose(): void }) => (
  <ReasonDialog
    title="Retry this order now?"
    action="Retry now"
    kind="primary"
    act={(api, reason) => api.retryAnyOrder({ order_id: orderId, body: { reason } })}
    done="The next attempt starts now."
    changes={changed}
    onClose={onClose}
  >
    The next attempt starts now instead of at its scheduled time. Nothing will be bought twice.
  </ReasonDialog>
);

function CancelDialog({ file: { order }, onClose }: { file: File; onClose(): void }) {
  const isPending = order.status === 'pending';
  return (
    <ReasonDialog
      title={isPending ? 'Cancel this order?' : 'Ask the store to cancel?'}
      action={isPending ? 'Cancel order' : 'Ask the store'}
      act={(api, reason) => api.cancelAnyOrder({ order_id: order.id, body: { reason } })}
      done={isPending ? 'Order canceled.' : 'Cancellation requested.'}
      changes={changed}
      hint="The customer sees this on the order."
      onClose={onClose}
    >
      {isPending
        ? "Nothing was bought. The hold is released. This can't be undone."
        : 'If the store cancels the order, the customer is refunded. The store may decline the request.'}
    </ReasonDialog>
  );
}

function MessageDialog({ orderId, onClose }: { orderId: string; onClose(): void }) {
  const [message, setMessage] = useState('');
  const [isTried, setIsTried] = useState(false);
  const send = useChange<string>((api, text) => api.messageCustomer({ order_id: orderId, body: { message: text } }), {
    changes: [...changed, 'operator-cases', 'operator-audit'],
    onDone() {
      notify('Message sent.');
      onClose();
    },
  });
  const text = message.trim();
  return (
    <FormDialog
      title="Message the customer"
      lead="This opens a case on the order. The customer gets an email and can reply."
      action="Send"
      isBusy={send.isPending}
      error={send.error}
      onSubmit={() => {
        setIsTried(true);
        if (text !== '') send.mutate(text);
      }}
      onClose={onClose}
    >
      <Textarea
        label="Message"
        rows={5}
        maxLength={10_000}
        dir="auto"
        value={message}
        error={isTried && text === '' ? 'Enter a message.' : undefined}
        onChange={(event) => setMessage(event.target.value)}
      />
    </FormDialog>
  );
}
