import type { ListMoneyInput, ListMoneyOutput } from '../../../../sdk/src/index.ts';
import { humanizeName } from '../../lib/labels.ts';
import { Badge } from '../../ui/badge.tsx';
import { CursorPage } from '../../ui/cursor-page.tsx';
import { Input, Select } from '../../ui/field.tsx';
import type { Column } from '../../ui/table.tsx';
import { Money, TimeAgo } from '../../ui/text.tsx';
import { CustomerLink, NameCell, OrderLink } from './cells.tsx';
import './operator.css';
import { useFilters, worldOptions } from '../../lib/filters.ts';

type Move = ListMoneyOutput['movements'][number];

const types = ['fund', 'debit', 'hold', 'capture', 'fee', 'release', 'refund', 'refund_fee', 'credit'] as const;
const typeOptions = [
  { value: '', label: 'Any type' },
  ...types.map((type) => ({ value: type, label: humanizeName(type) })),
];

const columns: readonly Column<Move>[] = [
  {
    name: 'Type',
    cell: (move) => (
      <span className="return-name">
        <span>
          <NameCell name={humanizeName(move.type)} note={move.note} />{' '}
          {move.by_operator && <Badge>By an operator</Badge>}
        </span>
      </span>
    ),
  },
  { name: 'Customer', cell: (move) => <CustomerLink of={move} />, isWide: true },
  { name: 'Order', cell: (move) => (move.order_id ? <OrderLink id={move.order_id} /> : '–') },
  { name: 'Amount', isNumber: true, cell: (move) => <Money cents={move.amount_cents} currency={move.currency} /> },
  {
    name: 'Transfer',
    cell: (move) => (
      <span className="return-name">
        <code>{move.from}</code>
        <code>→ {move.to}</code>
      </span>
    ),
    isMinor: true,
  },
  { name: 'Time', cell: (move) => <TimeAgo at={move.created_at} /> },
];

export function MoneyPage() {
  const { field, read } = useFilters(['world', 'currency', 'type', 'account_id']);
  const type = types.find((one) => one === read('type'));
  const account = read('account_id');
  const currency = read('currency')?.toUpperCase();
  const asked: ListMoneyInput = {
    world: read('world') === 'test' ? 'test' : 'live',
    ...(currency && /^[A-Z]{3}$/.test(currency) ? { currency } : {}),
    ...(type ? { type } : {}),
    ...(account ? { account_id: account } : {}),
  };
  return (
    <CursorPage
      title="Money"
      lead="Ledger entries for all customers, newest first."
      name={['operator-money', asked]}
      load={(api, page, options) => api.listMoney({ ...asked, ...page }, options)}
      rowsOf={({ movements }) => movements}
      columns={columns}
      keyOf={(move) => move.id}
      exportAs={{ name: 'money.csv', load: (api) => api.exportMoney(asked) }}
      filter={
        <search className="operator-filters">
          <Select label="Mode" options={worldOptions} {...field('world')} />
          <Input label="Currency" placeholder="USD" maxLength={3} {...field('currency')} />
          <Select label="Type" options={typeOptions} {...field('type')} />
        </search>
      }
    />
  );
}
