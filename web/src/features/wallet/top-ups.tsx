import type { ListTopUpsOutput } from '../../../../sdk/src/index.ts';
import { useSelectedRow } from '../../lib/address.ts';
import { useChange, useData } from '../../lib/data.ts';
import { saveFile } from '../../lib/download.ts';
import { useMay } from '../../lib/role.ts';
import { useWorld } from '../../lib/world.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { EmptyState, Loaded, Skeleton } from '../../ui/states.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { Moment, Money } from '../../ui/text.tsx';
import { notify } from '../../ui/toast.tsx';

type TopUp = ListTopUpsOutput['top_ups'][number];

const statusLabels: Record<TopUp['status'], string> = {
  requires_action: 'Unpaid',
  succeeded: 'Paid',
  failed: 'Declined',
  expired: 'Expired',
  refunded: 'Refunded',
};

const toneOf = (status: TopUp['status']) =>
  status === 'succeeded' ? ('good' as const) : status === 'failed' ? ('bad' as const) : ('neutral' as const);

const isPaying = ({ status, paid_at: at }: TopUp): boolean =>
  status === 'requires_action' || (at !== null && Date.parse(at) > Date.now() - 60_000);

/** Payments and corrections have no events, so they are refetched often while a payment is open, and rarely otherwise. */
const refreshMs = (data: ListTopUpsOutput | undefined): number => (data?.top_ups.some(isPaying) ? 5000 : 60_000);

const useTopUps = () =>
  useData(['top-ups'], (api, options) => api.listTopUps({ limit: 20 }, options), { refresh: refreshMs });

export const useWalletRefresh = (): number => refreshMs(useTopUps().data);

/** Payments to the wallet: their status, receipts and refunds. */
export function TopUps({ currency }: { currency: string }) {
  const { api } = useWorld();
  const may = useMay();
  const list = useTopUps();
  const paid = list.data?.top_ups.filter((one) => one.status === 'succeeded');
  const [returning, setReturning] = useSelectedRow('give-back', paid, (one) => one.id);
  const refund = useChange<TopUp>((client, topUp) => client.refundTopUp({ top_up_id: topUp.id }), {
    changes: ['top-ups', 'wallet', 'transactions'],
    onDone() {
      notify('Refund requested for the unused amount.');
      setReturning(null);
    },
  });
  const saveReceipt = (topUp: TopUp) =>
    api.getTopUpReceipt({ top_up_id: topUp.id }).then(
      (file) => saveFile(`receipt-${topUp.id}.pdf`, file, 'application/pdf'),
      () => notify("Couldn't download the receipt. Try again.", 'bad'),
    );
  const columns: Column<TopUp>[] = [
    { name: 'Date', cell: (one) => <Moment at={one.created_at} /> },
    { name: 'Amount', isNumber: true, cell: (one) => <Money cents={one.amount_cents} currency={one.currency} /> },
    { name: 'Status', cell: (one) => <Badge tone={toneOf(one.status)}>{statusLabels[one.status]}</Badge> },
    {
      name: 'Refunded',
      isNumber: true,
      cell: (one) =>
        one.refunded_cents > 0 ? (
          <Money cents={one.refunded_cents} currency={one.currency} />
        ) : (
          <span className="quiet">–</span>
        ),
    },
    {
      name: 'Actions',
      cell: (one) => (
        <span className="amounts">
          {one.pay_url !== null && <a href={one.pay_url}>Pay</a>}
          {one.receipt_url !== null && (
            <Button size="small" icon="download" onClick={() => saveReceipt(one)}>
              Receipt
            </Button>
          )}
          {one.status === 'succeeded' && (
            <Button size="small" does="refundTopUp" onClick={() => setReturning(one)}>
              Refund
            </Button>
          )}
        </span>
      ),
    },
  ];
  return (
    <Card title="Added funds" isFlush>
      <Loaded data={list} skeleton={<Skeleton lines={3} />}>
        {({ top_ups: all }) => {
          const rows = all.filter((one) => one.currency === currency);
          return rows.length === 0 ? (
            <EmptyState icon="wallet" title="No funds added yet" />
          ) : (
            <Table label="Added funds" columns={columns} rows={rows} keyOf={(one) => one.id} />
          );
        }}
      </Loaded>
      <Confirm
        title="Refund the unused amount?"
        isOpen={returning !== null && may('refundTopUp')}
        action="Refund"
        isBusy={refund.isPending}
        error={refund.error}
        onConfirm={() => returning && refund.mutate(returning)}
        onClose={() => setReturning(null)}
      >
        <p>The refund goes to the original payment method. Money that is on hold or spent is not refunded.</p>
      </Confirm>
    </Card>
  );
}
