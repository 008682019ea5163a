import { Link, useSearchParams } from 'wouter';
import type { ListWalletsOutput, ListWalletTransactionsOutput } from '../../../../sdk/src/index.ts';
import { useData } from '../../lib/data.ts';
import { Allowed } from '../../ui/allowed.tsx';
import { Card, Figure } from '../../ui/card.tsx';
import { Page } from '../../ui/page.tsx';
import { Pager } from '../../ui/pager.tsx';
import { EmptyState, Loaded, Skeleton } from '../../ui/states.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { Moment, Money, ShortId } from '../../ui/text.tsx';
import { AddFunds } from './add-funds.tsx';
import { describeTransaction } from './describe-transaction.ts';
import { SavedCards } from './saved-cards.tsx';
import { Statements } from './statements.tsx';
import { TopUps } from './top-ups.tsx';
import './wallet.css';

type Transaction = ListWalletTransactionsOutput['transactions'][number];

const pageSize = 25;

export function WalletPage() {
  const [params, setParams] = useSearchParams();
  const offset = Number(params.get('offset') ?? 0) || 0;
  const wallet = useData(['wallet'], (api, options) => api.getWallet({}, options), { refresh: 10_000 });
  const list = useData(
    ['transactions', offset],
    (api, options) => api.listWalletTransactions({ limit: pageSize, offset }, options),
    { keepPrevious: true, refresh: 10_000 },
  );
  return (
    <Page
      title="Wallet"
      lead="Each order puts its maximum price on hold. You pay what the store charges, and the rest is released."
    >
      <Loaded data={wallet} skeleton={<Skeleton height={110} />}>
        {(money) => (
          <div className="grid figures">
            <Card>
              <Figure label="Available" value={<Money cents={money.available_cents} />} note="For new orders" />
            </Card>
            <Card>
              <Figure label="On hold" value={<Money cents={money.held_cents} />} note="For orders in progress" />
            </Card>
            <Card>
              <Figure label="Balance" value={<Money cents={money.balance_cents} />} note="Available plus on hold" />
            </Card>
          </div>
        )}
      </Loaded>
      <OtherWallets />
      <div className="grid wallet-money">
        <Allowed to="createTopUp">
          <AddFunds />
        </Allowed>
        <Statements />
      </div>
      <SavedCards />
      <TopUps />
      <Card title="Transactions" isFlush>
        <Loaded data={list} skeleton={<Skeleton lines={8} />}>
          {({ transactions, total }) =>
            transactions.length === 0 ? (
              <EmptyState icon="wallet" title="No transactions yet">
                Every charge, hold, refund and top-up appears here.
              </EmptyState>
            ) : (
              <>
                <Table
                  label="Wallet transactions"
                  columns={columns}
                  rows={transactions}
                  keyOf={(entry) => entry.id}
                  isStale={list.isPlaceholderData}
                />
                <Pager
                  offset={offset}
                  limit={pageSize}
                  total={total}
                  onMove={(to) => setParams(to > 0 ? { offset: String(to) } : {})}
                />
              </>
            )
          }
        </Loaded>
      </Card>
    </Page>
  );
}

type OtherWallet = ListWalletsOutput['wallets'][number];

/** Wallets in other currencies. They are never added up. */
function OtherWallets() {
  const list = useData(['wallets'], (api, options) => api.listWallets({}, options), { refresh: 10_000 });
  const others = list.data?.wallets.filter(({ currency }) => currency !== 'USD') ?? [];
  if (others.length === 0) return null;
  return (
    <Card title="Other currencies" isFlush>
      <Table
        label="Wallets in other currencies"
        columns={walletColumns}
        rows={others}
        keyOf={({ currency }) => currency}
      />
    </Card>
  );
}

const walletColumns: Column<OtherWallet>[] = [
  { name: 'Currency', cell: ({ currency }) => <strong>{currency}</strong> },
  {
    name: 'On hold',
    isNumber: true,
    cell: ({ held_cents, currency }) => <Money cents={held_cents} currency={currency} />,
  },
  {
    name: 'Available',
    isNumber: true,
    cell: ({ available_cents, currency }) => <Money cents={available_cents} currency={currency} />,
  },
];

const columns: Column<Transaction>[] = [
  {
    name: 'What happened',
    cell: (entry) => (
      <span className="movement">
        <strong>{describeTransaction(entry).label}</strong>
        {entry.note && <span className="quiet small">{entry.note}</span>}
      </span>
    ),
  },
  { name: 'For', cell: (entry) => <Cause entry={entry} /> },
  { name: 'Date', cell: (entry) => <Moment at={entry.created_at} /> },
  { name: 'On hold', isNumber: true, cell: (entry) => <Change cents={describeTransaction(entry).held} /> },
  { name: 'Amount', isNumber: true, cell: (entry) => <Change cents={describeTransaction(entry).balance} /> },
  { name: 'Balance', isNumber: true, cell: (entry) => <Money cents={entry.balance_cents} /> },
];

function Cause({ entry }: { entry: Transaction }) {
  if (entry.order_id) {
    return (
      <Link href={`/app/orders/${entry.order_id}`}>
        Order <ShortId id={entry.order_id} />
      </Link>
    );
  }
  if (entry.return_id) {
    return (
      <Link href={`/app/returns/${entry.return_id}`}>
        Return <ShortId id={entry.return_id} />
      </Link>
    );
  }
  if (entry.batch_id) {
    return (
      <Link href={`/app/bulk/${entry.batch_id}`}>
        Batch <ShortId id={entry.batch_id} />
      </Link>
    );
  }
  return <span className="quiet">–</span>;
}

function Change({ cents }: { cents: number }) {
  if (cents === 0) return <span className="quiet">–</span>;
  return (
    <span className={cents > 0 ? 'change-up' : undefined}>
      <Money cents={cents} withSign />
    </span>
  );
}
