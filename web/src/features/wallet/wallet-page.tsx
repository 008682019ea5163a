import { Link, useSearchParams } from 'wouter';
import type { ListWalletTransactionsOutput } from '../../../../sdk/src/index.ts';
import { useQueryParam } from '../../lib/address.ts';
import { useData } from '../../lib/data.ts';
import { Allowed } from '../../ui/allowed.tsx';
import { Button } from '../../ui/button.tsx';
import { Card, Figure } from '../../ui/card.tsx';
import { Page } from '../../ui/page.tsx';
import { PagedRows } from '../../ui/paged-rows.tsx';
import { EmptyState, Loaded, Shape, Skeleton } from '../../ui/states.tsx';
import type { Column } from '../../ui/table.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { Moment, Money, ShortId } from '../../ui/text.tsx';
import { AddFunds } from './add-funds.tsx';
import { describeTransaction } from './describe-transaction.ts';
import { OpenWallet } from './open-wallet.tsx';
import { SavedCards } from './saved-cards.tsx';
import { Statements } from './statements.tsx';
import { TopUps, useWalletRefresh } from './top-ups.tsx';
import './wallet.css';

type Transaction = ListWalletTransactionsOutput['transactions'][number];

const pageSize = 25;

export function WalletPage() {
  const [params, setParams] = useSearchParams();
  const currency = params.get('currency') ?? 'USD';
  const wallets = useData(['wallets'], (api, options) => api.listWallets({}, options));
  const [isOpening, setIsOpening] = useQueryParam('open-wallet');
  const show = (chosen: string) => setParams(chosen === 'USD' ? {} : { currency: chosen });
  const open = wallets.data?.wallets.map((wallet) => wallet.currency) ?? [currency];
  return (
    <Page
      title="Wallet"
      lead="Each order places a hold for its maximum price. You pay what the store charges, and the rest is released."
      actions={
        <Button icon="plus" does="openWallet" onClick={() => setIsOpening('1')}>
          Add a currency
        </Button>
      }
    >
      {wallets.isLoading ? (
        <Skeleton height={900} />
      ) : open.length > 1 ? (
        <Tabs label="Wallets" tabs={open.map((name) => ({ name, label: name }))} current={currency} onChoose={show}>
          <WalletIn key={currency} currency={currency} />
        </Tabs>
      ) : (
        <WalletIn currency={currency} />
      )}
      <SavedCards />
      {isOpening !== null && <OpenWallet has={open} onOpen={show} onClose={() => setIsOpening(null)} />}
    </Page>
  );
}

/** One wallet. Wallets are never added up. */
function WalletIn({ currency }: { currency: string }) {
  const [params, setParams] = useSearchParams();
  const offset = Number(params.get('offset') ?? 0) || 0;
  const refresh = useWalletRefresh();
  const wallet = useData(['wallet', currency], (api, options) => api.getWallet({ currency }, options), { refresh });
  const list = useData(
    ['transactions', currency, offset],
    (api, options) => api.listWalletTransactions({ currency, limit: pageSize, offset }, options),
    { keepPrevious: true, refresh },
  );
  return (
    <div className="stack">
      <Loaded
        data={wallet}
        skeleton={
          <Shape>
            <Balances money={nothing} currency={currency} />
          </Shape>
        }
      >
        {(money) => <Balances money={money} currency={currency} />}
      </Loaded>
      <div className="grid wallet-money">
        <Allowed to="createTopUp">
          <AddFunds currency={currency} />
        </Allowed>
        <Statements currency={currency} />
      </div>
      <TopUps currency={currency} />
      <Card title="Transactions" isFlush>
        <PagedRows
          label="Wallet transactions"
          list={list}
          skeleton={<Skeleton lines={8} />}
          rowsOf={({ transactions }) => transactions}
          table={{ columns: columnsIn(currency), keyOf: (entry) => entry.id }}
          empty={
            <EmptyState icon="wallet" title="No transactions yet">
              Every charge, hold, refund and top-up appears here.
            </EmptyState>
          }
          offset={offset}
          limit={pageSize}
          onMove={(to) => {
            const next = new URLSearchParams(params);
            if (to > 0) next.set('offset', String(to));
            else next.delete('offset');
            setParams(next);
          }}
        />
      </Card>
    </div>
  );
}

const figures = [
  ['Available', 'available_cents', 'For new orders'],
  ['On hold', 'held_cents', 'For orders in progress'],
  ['Balance', 'balance_cents', 'Available plus on hold'],
] as const;
type Cents = Record<(typeof figures)[number][1], number>;
const nothing: Cents = { available_cents: 0, held_cents: 0, balance_cents: 0 };

const Balances = ({ money, currency }: { money: Cents; currency: string }) => (
  <div className="grid figures">
    {figures.map(([label, name, note]) => (
      <Card key={name}>
        <Figure label={label} value={<Money cents={money[name]} currency={currency} />} note={note} />
      </Card>
    ))}
  </div>
);

const columnsIn = (currency: string): Column<Transaction>[] => [
  {
    name: 'Transaction',
    cell: (entry) => (
      <span className="movement">
        <strong>{describeTransaction(entry).label}</strong>
        {entry.note && <span className="quiet small break">{entry.note}</span>}
      </span>
    ),
  },
  { name: 'For', cell: (entry) => <Cause entry={entry} /> },
  { name: 'Date', cell: (entry) => <Moment at={entry.created_at} /> },
  {
    name: 'On hold',
    isNumber: true,
    cell: (entry) => <Change cents={describeTransaction(entry).held} currency={currency} />,
  },
  {
    name: 'Amount',
    isNumber: true,
    cell: (entry) => <Change cents={describeTransaction(entry).balance} currency={currency} />,
  },
  { name: 'Balance', isNumber: true, cell: (entry) => <Money cents={entry.balance_cents} currency={currency} /> },
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

function Change({ cents, currency }: { cents: number; currency: string }) {
  if (cents === 0) return <span className="quiet">–</span>;
  return (
    <span className={cents > 0 ? 'change-up' : undefined}>
      <Money cents={cents} currency={currency} withSign />
    </span>
  );
}
