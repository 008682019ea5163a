import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useAddressPart } from '../lib/address.ts';
import { Card } from './card.tsx';
import { Page } from './page.tsx';
import { Pager } from './pager.tsx';
import { Loaded } from './states.tsx';
import { type Column, Table } from './table.tsx';
import { Tabs } from './tabs.tsx';

export const casesAPage = 25;

const tabs = [
  { name: 'open', label: 'Open' },
  { name: 'closed', label: 'Closed' },
] as const;

export type CaseState = (typeof tabs)[number]['name'];

/** Which of the cases are shown, named in the address so that they can be linked to. */
export function useShownCases() {
  const [part, setPart] = useAddressPart('state');
  const [from, setFrom] = useAddressPart('offset');
  const state: CaseState = part === 'closed' ? 'closed' : 'open';
  const offset = Math.max(0, Number.parseInt(from ?? '0', 10) || 0);
  return {
    state,
    offset,
    showState(name: CaseState) {
      setFrom(null);
      setPart(name === 'closed' ? name : null);
    },
    showFrom: (next: number) => setFrom(next === 0 ? null : String(next)),
  };
}

interface CaseListProps<Case> {
  lead: string;
  shown: ReturnType<typeof useShownCases>;
  data: UseQueryResult<{ cases: Case[]; total: number }>;
  columns: readonly Column<Case>[];
  linkOf(one: Case): string;
  empty: ReactNode;
}

/** The conversations about orders, as a customer or as an operator sees them. */
export function CaseList<Case extends { order_id: string }>(props: CaseListProps<Case>) {
  const { lead, shown, data, columns, linkOf, empty } = props;
  return (
    <Page title="Cases" lead={lead}>
      <Tabs label="Cases by state" tabs={tabs} current={shown.state} onChoose={shown.showState}>
        <Card isFlush>
          <Loaded data={data}>
            {({ cases, total }) =>
              cases.length === 0 ? (
                empty
              ) : (
                <>
                  <Table
                    label="Cases"
                    columns={columns}
                    rows={cases}
                    keyOf={(one) => one.order_id}
                    linkOf={linkOf}
                    isStale={data.isPlaceholderData}
                  />
                  <Pager offset={shown.offset} limit={casesAPage} total={total} onMove={shown.showFrom} />
                </>
              )
            }
          </Loaded>
        </Card>
      </Tabs>
    </Page>
  );
}
