import { useState } from 'react';
import type { ListOpenChargesOutput } from '../../../../sdk/src/index.ts';
import { useData } from '../../lib/data.ts';
import { formatNumber } from '../../lib/format.ts';
import { Card } from '../../ui/card.tsx';
import { Page } from '../../ui/page.tsx';
import { Pager } from '../../ui/pager.tsx';
import { EmptyState, Loaded } from '../../ui/states.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { Money, TimeAgo } from '../../ui/text.tsx';
import './operator.css';

type OpenCharge = ListOpenChargesOutput['charges'][number];

const pageSize = 50;

const columns: readonly Column<OpenCharge>[] = [
  {
    name: 'At the provider',
    cell: (one) => (
      <span className="return-name">
        <strong className="break">{one.reference ?? `${one.method}, name not known`}</strong>
        <span className="small break">{one.last_answer ?? 'Not asked yet'}</span>
      </span>
    ),
  },
  { name: 'What', cell: (one) => (one.kind === 'charge' ? 'Charge' : 'Refund') },
  { name: 'World', cell: (one) => one.world, isMinor: true },
  { name: 'Amount', cell: (one) => <Money cents={one.amount_cents} />, isNumber: true },
  { name: 'Asked', cell: (one) => formatNumber(one.looks), isNumber: true, isMinor: true },
  { name: 'Since', cell: (one) => <TimeAgo at={one.since} /> },
];

export function ChargesPage() {
  const [offset, setOffset] = useState(0);
  const charges = useData(
    ['operator-charges', offset],
    (api, options) => api.listOpenCharges({ limit: pageSize, offset }, options),
    { keepPrevious: true, refresh: 10_000 },
  );
  return (
    <Page
      title="Charges in doubt"
      lead="Charges and refunds that are not final at their payment provider. Each is read until it is, and what nobody needed goes back by itself. One that stays for days is worth a look into the provider's own dashboard."
    >
      <Card isFlush>
        <Loaded data={charges}>
          {({ charges: rows, total }) =>
            rows.length === 0 ? (
              <EmptyState icon="check" title="Every charge and refund is final" />
            ) : (
              <>
                <Table label="Charges in doubt" columns={columns} rows={rows} keyOf={(one) => one.id} />
                <Pager offset={offset} limit={pageSize} total={total} onMove={setOffset} />
              </>
            )
          }
        </Loaded>
      </Card>
    </Page>
  );
}
