import { type ReactNode, useState } from 'react';
import type { CreateReturnInput, GetOrderTotalsInput } from '../../../../sdk/src/index.ts';
import { useOpenDialog } from '../../lib/address.ts';
import { sendBeforeLeaving } from '../../lib/api.ts';
import { useChange, useData } from '../../lib/data.ts';
import { fieldsOf } from '../../lib/fields.ts';
import { formatMoney, formatNumber, plural } from '../../lib/format.ts';
import { useMay } from '../../lib/role.ts';
import type { World } from '../../lib/world.tsx';
import { Button } from '../../ui/button.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { DownloadButton } from '../../ui/download-button.tsx';
import { Select } from '../../ui/field.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { notify } from '../../ui/toast.tsx';
import { canWait, useCancelLater } from './cancel-order.tsx';
import type { Listed } from './list-view.tsx';
import { hasShipped } from './progress.ts';
import { reasonOptions } from './return-dialog.tsx';
import { countText, sumText, type Totals, totalsOf } from './totals.ts';

type Reason = CreateReturnInput['body']['reason'];

interface Outcome {
  done: number;
  failed: number;
}

/** One after the other. A failure does not stop the rest. */
async function forEach(orders: readonly Listed[], act: (order: Listed) => Promise<unknown>): Promise<Outcome> {
  const outcome = { done: 0, failed: 0 };
  for (const order of orders) {
    await act(order).then(
      () => {
        outcome.done += 1;
      },
      () => {
        outcome.failed += 1;
      },
    );
  }
  return outcome;
}

const outcomeText = (what: string, { done, failed }: Outcome): string =>
  `${plural(done, 'order')} ${what}.${failed > 0 ? ` ${plural(failed, 'order')} couldn't be changed. Open ${failed === 1 ? 'it' : 'them'} to see why.` : ''}`;

const showOutcome = (what: string, outcome: Outcome) =>
  notify(outcomeText(what, outcome), outcome.failed > 0 ? 'bad' : 'good');

/** Cancels orders in one request, which can be sent while the page closes. It lists the orders by ID, so it can be sent later. */
async function cancelOrders(world: World, ids: string): Promise<string> {
  const created_before = new Date(Date.now() + 86_400_000).toISOString();
  const answer = fieldsOf(await sendBeforeLeaving(world, '/orders/cancel', { order_ids: ids, created_before }));
  return outcomeText('canceled', { done: Number(answer.cancelled), failed: Number(answer.not_cancelled) });
}

const changes = ['orders', 'order', 'overview', 'wallet', 'returns'];

/** The open dialog with its orders, kept in the URL. */
const bulkActionParam = 'several';
export const selectedOrders = (params: URLSearchParams): string[] =>
  params.get(bulkActionParam)?.replace(/^\w+:/, '').split(',') ?? [];

/** Actions on the selected orders. */
export function BulkActions({
  chosen,
  children,
  onClear,
}: {
  chosen: readonly Listed[];
  children?: ReactNode;
  onClear(): void;
}) {
  const may = useMay();
  const [asked, ask, close] = useOpenDialog(bulkActionParam, ['cancel', 'return']);
  const asks = asked?.act ?? null;
  const ids = chosen.map((order) => order.id).join(',');
  const [reason, setReason] = useState<Reason>('no_longer_needed');
  const pending = chosen.filter((order) => order.status === 'pending');
  const shipped = chosen.filter((order) => hasShipped(order) && order.returns.length === 0);
  const end = (what: string) => (outcome: Outcome) => {
    close();
    onClear();
    showOutcome(what, outcome);
  };
  const cancel = useChange((client) => forEach(pending, (order) => client.cancelOrder({ order_id: order.id })), {
    changes,
    onDone: end('canceled'),
  });
  const cancelLater = useCancelLater();
  const startCancel = () => {
    if (!pending.every(canWait)) return ask('cancel', ids);
    const cancelled = pending.map((order) => order.id).join(',');
    const send = (world: World) => cancelOrders(world, cancelled);
    cancelLater({ key: `cancel ${cancelled}`, what: plural(pending.length, 'order'), send });
    onClear();
  };
  const createReturns = useChange(
    (client, _input, { idempotencyKey }) =>
      forEach(shipped, (order) => {
        const items = order.items.map((item) => ({ order_item_id: item.id, quantity: item.quantity }));
        const once = { idempotencyKey: `${idempotencyKey}-${order.id}` };
        return client.createReturn({ body: { order_id: order.id, items, reason } }, once);
      }),
    { changes, onDone: end('submitted for return') },
  );
  const totals = totalsOf(chosen);
  return (
    <div className="several" role="status">
      <Selected totals={totals} />
      {children}
      <DownloadButton size="small" name="orders.csv" load={(api) => api.exportOrders({ order_ids: ids })} />
      <Button size="small" does="cancelOrder" disabled={pending.length === 0} onClick={startCancel}>
        Cancel {pending.length > 0 && formatNumber(pending.length)}
      </Button>
      <Button
        size="small"
        icon="back"
        does="createReturn"
        disabled={shipped.length === 0}
        onClick={() => ask('return', ids)}
      >
        Return {shipped.length > 0 && formatNumber(shipped.length)}
      </Button>
      <Button size="small" kind="quiet" onClick={onClear}>
        Clear
      </Button>
      <Confirm
        title={`Cancel ${plural(pending.length, 'order')}?`}
        isOpen={asks === 'cancel' && pending.length > 0 && may('cancelOrder')}
        action="Cancel orders"
        otherwise="Keep orders"
        isBusy={cancel.isPending}
        error={cancel.error}
        onConfirm={() => cancel.mutate()}
        onClose={close}
      >
        <CancelTexts totals={totalsOf(pending)} />
      </Confirm>
      <Confirm
        title={`Return ${plural(shipped.length, 'order')}?`}
        isOpen={asks === 'return' && shipped.length > 0 && may('createReturn')}
        action="Request returns"
        kind="primary"
        isBusy={createReturns.isPending}
        error={createReturns.error}
        onConfirm={() => createReturns.mutate()}
        onClose={close}
      >
        <p>Every item in these orders will be returned for the same reason.</p>
        <Select label="Reason" value={reason} options={reasonOptions} onChoose={setReason} />
      </Confirm>
    </div>
  );
}

function Selected({ totals }: { totals: Totals }) {
  const sum = sumText(totals);
  return (
    <p className="several-totals">
      <span>
        <strong>{countText(totals)}</strong> selected
      </span>
      {sum !== '' && <span className="quiet small">{sum}</span>}
    </p>
  );
}

function CancelTexts({ totals }: { totals: Totals }) {
  return (
    <>
      <p>
        These orders haven't been placed with the stores yet. Canceling releases their holds:{' '}
        {totals.has_more ? 'more than' : 'up to'} {formatMoney(totals.cancellable.max_price)} plus fees.
      </p>
      <p>You can't undo this. Orders that are already being placed won't be canceled.</p>
    </>
  );
}

type Selection = GetOrderTotalsInput & { created_before: string };

/** Actions on all orders that matched the filter when they were selected. */
export function FilterActions({ selection, onClear }: { selection: Selection; onClear(): void }) {
  const [isAsked, setIsAsked] = useState(false);
  const data = useData(['orders', 'totals', selection], (client, options) => client.getOrderTotals(selection, options));
  const cancel = useChange(
    async (client, _input, { idempotencyKey }) => {
      const outcome = { done: 0, failed: 0 };
      for (let part = 0; ; part += 1) {
        const once = { idempotencyKey: `${idempotencyKey}-${part}` };
        const { cancelled, not_cancelled, has_more } = await client.cancelOrders({ body: selection }, once);
        outcome.done += cancelled;
        outcome.failed += not_cancelled;
        if (!has_more || cancelled === 0) return outcome;
      }
    },
    {
      changes,
      onDone: (outcome) => {
        setIsAsked(false);
        onClear();
        showOutcome('canceled', outcome);
      },
    },
  );
  const totals = data.data;
  const cancellable = totals?.cancellable.orders ?? 0;
  const count = totals?.has_more ? `all ${formatNumber(cancellable)}+` : formatNumber(cancellable);
  return (
    <div className="several" role="status">
      {totals ? <Selected totals={totals} /> : <Skeleton lines={1} />}
      <DownloadButton size="small" name="orders.csv" load={(api) => api.exportOrders(selection)} />
      <Button size="small" does="cancelOrders" disabled={cancellable === 0} onClick={() => setIsAsked(true)}>
        Cancel {cancellable > 0 && count}
      </Button>
      <Button size="small" kind="quiet" onClick={onClear}>
        Clear
      </Button>
      <Confirm
        title={`Cancel ${count} pending ${cancellable === 1 ? 'order' : 'orders'}?`}
        isOpen={isAsked}
        action="Cancel orders"
        otherwise="Keep orders"
        isBusy={cancel.isPending}
        error={cancel.error}
        onConfirm={() => cancel.mutate()}
        onClose={() => setIsAsked(false)}
      >
        {totals && <CancelTexts totals={totals} />}
      </Confirm>
    </div>
  );
}
