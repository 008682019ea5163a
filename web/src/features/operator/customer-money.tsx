import type { GetCustomerOutput } from '../../../../sdk/src/index.ts';
import { useOpenDialog } from '../../lib/address.ts';
import { plural } from '../../lib/format.ts';
import { humanizeName } from '../../lib/labels.ts';
import { worldNames } from '../../lib/world.tsx';
import { Badge, WorldBadge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card, Figure } from '../../ui/card.tsx';
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

/** The sandbox and live wallets, with credit and debit. */
export function Wallets({ customer }: { customer: Customer }) {
  const [asked, ask, close] = useOpenDialog<Direction>('wallet', ['credit', 'debit']);
  const side = customer.worlds.find(({ world }) => world === asked?.about);
  const email = customer.account_email;
  return (
    <div className="grid figures">
      {customer.worlds.map((side) => (
        <Card key={side.world}>
          <Figure
            label={`${worldNames[side.world]} wallet, US dollars`}
            value={<Money cents={side.available_cents} />}
            note={
              <>
                <Money cents={side.held_cents} /> on hold · {plural(side.orders, 'order')}
              </>
            }
          />
          {email && (
            <p className="amounts">
              <Button size="small" icon="wallet" onClick={() => ask('credit', side.world)}>
                Credit<span className="hidden"> the {worldNames[side.world]} wallet</span>
              </Button>
              {side.available_cents > 0 && (
                <Button size="small" onClick={() => ask('debit', side.world)}>
                  Debit<span className="hidden"> the {worldNames[side.world]} wallet</span>
                </Button>
              )}
            </p>
          )}
        </Card>
      ))}
      {asked && side && email && <MoveDialog side={side} direction={asked.act} email={email} onClose={close} />}
    </div>
  );
}

interface MoveDialogProps {
  side: Side;
  direction: Direction;
  email: string;
  onClose(): void;
}

const MoveDialog = ({ side: { world, available_cents: available }, direction, email, onClose }: MoveDialogProps) => (
  <AmountDialog
    {...directionTexts[direction]}
    max={direction === 'credit' ? null : available}
    subject={`${world} ${email}`}
    changes={['operator-customer', 'wallet']}
    move={(api, move) => {
      const body = { ...move, email, world };
      return direction === 'credit' ? api.creditWallet({ body }) : api.debitWallet({ body });
    }}
    onClose={onClose}
  >
    <p className="break">
      {email}, {worldNames[world]}, US dollars
      {world === 'live' ? ': this is real money.' : ': no real money.'}
      {direction === 'debit' && ' Money on hold is not affected.'}
    </p>
  </AmountDialog>
);

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
  { name: 'Amount', isNumber: true, cell: (move) => <Money cents={move.amount_cents} /> },
  { name: 'Wallet', isNumber: true, cell: (move) => <Money cents={changeOf(move)} withSign /> },
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
