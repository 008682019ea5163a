import type { ListOpenChargesOutput } from '../../../../sdk/src/index.ts';
import { formatNumber } from '../../lib/format.ts';
import { worldNames } from '../../lib/world.tsx';
import { ListPage } from '../../ui/list-page.tsx';
import { EmptyState } from '../../ui/states.tsx';
import type { Column } from '../../ui/table.tsx';
import { Money, TimeAgo } from '../../ui/text.tsx';
import { NameCell } from './cells.tsx';

const columns: readonly Column<ListOpenChargesOutput['charges'][number]>[] = [
  {
    name: 'Provider reference',
    cell: (one) => (
      <NameCell name={one.reference ?? `${one.method}, no reference`} note={one.last_answer ?? 'Not checked yet'} />
    ),
  },
  { name: 'Type', cell: (one) => (one.kind === 'charge' ? 'Charge' : 'Refund') },
  { name: 'Mode', cell: (one) => worldNames[one.world], isMinor: true },
  { name: 'Amount', cell: (one) => <Money cents={one.amount_cents} currency={one.currency} />, isNumber: true },
  { name: 'Checks', cell: (one) => formatNumber(one.looks), isNumber: true, isMinor: true },
  { name: 'Since', cell: (one) => <TimeAgo at={one.since} /> },
];

export const ChargesPage = () => (
  <ListPage
    title="Unsettled charges"
    lead="Charges and refunds that haven't settled with the payment provider. Errand checks each one until it settles, and refunds any overcharge. If one stays here for days, check the provider's dashboard."
    name={['operator-charges']}
    load={(api, page, options) => api.listOpenCharges(page, options)}
    rowsOf={({ charges }) => charges}
    table={{ columns, keyOf: (one) => one.id }}
    empty={<EmptyState icon="check" title="All charges and refunds are settled" />}
  />
);
