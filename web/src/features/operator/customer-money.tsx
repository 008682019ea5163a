import { useState } from 'react';
import type { GetCustomerOutput } from '../../../../sdk/src/index.ts';
import { useOpenDialog } from '../../lib/address.ts';
import { currencyOptions } from '../../lib/currencies.ts';
import { formatCount } from '../../lib/format.ts';
import { humanizeName } from '../../lib/labels.ts';
import { worldNames } from '../../lib/world.tsx';
import { Badge, WorldBadge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card, Figure } from '../../ui/card.tsx';
import { Select } from '../../ui/field.tsx';
import type { Column } from '../../ui/table.tsx';
import { Money, TimeAgo } from '../../ui/text.tsx';
import { AmountDialog } from './amount-dialog.tsx';
import { OrderLink } from './cells.tsx';
import { Related } from './subject-page.tsx';

type Customer = GetCustomerOutput;
type Side = Customer['worlds'][number];
type Move = Customer['money'][number];

const directionTexts = {
  credit: { verb: 'Credit', title: 'Credit this wallet?', done: 'credited', kind: 'primary' },
  debit: { verb: 'Debit', title: 'Debit this wallet?', done: 'debited', kind: 'danger' },
} as const;
type Direction = keyof typeof directionTexts;

interface Wallet extends Pick<Side, 'world' | 'available_cents' | 'held_cents'> {
  currency: string;
  /** Orders in its mode, for the wallet in US dollars. */
  orders: number | null;
}

/** The wallets of a mode: US dollars first. */
const walletsOf = ({ world, other_wallets: others, ...dollars }: Side): Wallet[] => [
  { ...dollars, world, currency: 'USD' },
  ...others.map((wallet) => ({ ...wallet, world, orders: null })),
];

const keyOf = ({ world, currency }: Wallet): string => `${world}:${currency}`;
/** Such as "Live wallet, EUR". */
const nameOf = ({ world, currency }: Wallet): string => `${worldNames[world]} wallet, ${currency}`;

/** The sandbox and live wallets, with credit and debit. */
export function Wallets({ customer }: { customer: Customer }) {
  const [asked, ask, close] = useOpenDialog<Direction>('wallet', ['credit', 'debit']);
  const wallets = customer.worlds.flatMap(walletsOf);
  const chosen = wallets.find((wallet) => keyOf(wallet) === asked?.about);
  const email = customer.account_email;
  return (
    <div className="grid figures">
      {wallets.map((wallet) => (
        <Card key={keyOf(wallet)}>
          <Figure
            label={nameOf(wallet)}
            value={<Money cents={wallet.available_cents} currency={wallet.currency} />}
            note={
              <>
                <Money cents={wallet.held_cents} currency={wallet.currency} /> on hold
                {wallet.orders !== null &&
                  ` · ${formatCount(wallet.orders)} ${wallet.orders === 1 ? 'order' : 'orders'}`}
              </>
            }
          />
          {email && (
            <p className="amounts">
              <Button size="small" icon="wallet" onClick={() => ask('credit', keyOf(wallet))}>
                Credit<span className="hidden"> the {nameOf(wallet)}</span>
              </Button>
              {wallet.available_cents > 0 && (
                <Button size="small" onClick={() => ask('debit', keyOf(wallet))}>
                  Debit<span className="hidden"> the {nameOf(wallet)}</span>
                </Button>
              )}
            </p>
          )}
        </Card>
      ))}
      {asked && chosen && email && <MoveDialog wallet={chosen} direction={asked.act} email={email} onClose={close} />}
    </div>
  );
}

interface MoveDialogProps {
  wallet: Wallet;
  direction: Direction;
  email: string;
  onClose(): void;
}

function MoveDialog({ wallet, direction, email, onClose }: MoveDialogProps) {
  const { world, available_cents: available } = wallet;
  const isCredit = direction === 'credit';
  const [currency, setCurrency] = useState(wallet.currency);
  const options = currencyOptions.some(({ value }) => value === wallet.currency)
    ? currencyOptions
    : [{ value: wallet.currency, label: wallet.currency }, ...currencyOptions];
  return (
    <AmountDialog
      {...directionTexts[direction]}
      max={isCredit ? null : available}
      currency={currency}
      above={isCredit && <Select label="Currency" options={options} value={currency} onChoose={setCurrency} />}
      subject={`${world} ${currency} ${email}`}
      changes={['operator-customer', 'wallet']}
      move={(api, move) => {
        const body = { ...move, email, world, currency };
        return isCredit ? api.creditWallet({ body }) : api.debitWallet({ body });
      }}
      onClose={onClose}
    >
      <p className="break">
        {email}, {nameOf({ ...wallet, currency })}. {world === 'live' ? 'This is real money.' : 'This is test money.'}
        {!isCredit && ' Money on hold is not affected.'}
      </p>
    </AmountDialog>
  );
}

/** How a movement changed the wallet's balance. */
const changeOf = ({ from, to, amount_cents: cents }: Move): number =>
  (to.startsWith('wallet.') ? cents : 0) - (from.startsWith('wallet.') ? cents : 0);

const columns: readonly Column<Move>[] = [
  {
    name: 'Type',
    cell: (move) => (
      <span className="return-name">
        <span>
          <strong>{humanizeName(move.type)}</strong> <WorldBadge world={move.world} />{' '}
          {move.by_operator && <Badge>By an operator</Badge>}
        </span>
        {move.note && <span className="quiet small break">{move.note}</span>}
        {move.order_id && (
          <span className="small">
            <OrderLink id={move.order_id}>Order {move.order_id.slice(0, 8)}</OrderLink>
          </span>
        )}
      </span>
    ),
  },
  { name: 'Amount', isNumber: true, cell: (move) => <Money cents={move.amount_cents} currency={move.currency} /> },
  {
    name: 'Wallet',
    isNumber: true,
    cell: (move) => <Money cents={changeOf(move)} currency={move.currency} withSign />,
  },
  { name: 'Time', cell: (move) => <TimeAgo at={move.created_at} /> },
];

export const MoneyHistory = ({ customer }: { customer: Customer }) => (
  <Related
    title="Money"
    rows={customer.money}
    columns={columns}
    keyOf={(move) => move.id}
    empty={{ icon: 'wallet', title: 'No transactions yet' }}
  />
);
