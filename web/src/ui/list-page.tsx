import type { ReactNode } from 'react';
import { useQueryParam } from '../lib/address.ts';
import type { Api } from '../lib/api.ts';
import { useData } from '../lib/data.ts';
import { Card } from './card.tsx';
import { Page } from './page.tsx';
import { Pager } from './pager.tsx';
import { Loaded } from './states.tsx';
import { type Column, Table } from './table.tsx';
import { Tabs } from './tabs.tsx';

interface Tab<View extends string> {
  name: View;
  label: string;
}

interface Views<View extends string> {
  label: string;
  tabs: readonly Tab<View>[];
  current: View;
  onChoose(name: View): void;
}

/** Which part of a list is shown, named in the address unless it is the first. */
export function useViews<const View extends string>(
  part: string,
  label: string,
  tabs: readonly [Tab<View>, ...Tab<View>[]],
): Views<View> {
  const [chosen, setChosen] = useQueryParam(part);
  const [, setOffset] = useQueryParam('offset');
  const first = tabs[0].name;
  return {
    label,
    tabs,
    current: tabs.find(({ name }) => name === chosen)?.name ?? first,
    onChoose(name) {
      setOffset(null);
      setChosen(name === first ? null : name);
    },
  };
}

interface ListPageProps<Answer extends { total: number }, Row, View extends string> {
  title: string;
  lead: ReactNode;
  actions?: ReactNode;
  views?: Views<View>;
  /** The kind of thing, and whatever else tells this list from others of its kind. */
  name: readonly [kind: string, ...filter: unknown[]];
  load(api: Api, page: { limit: number; offset: number }, options: { signal: AbortSignal }): Promise<Answer>;
  rowsOf(answer: Answer): Row[];
  pageSize?: number;
  /** False where events tell what changes. */
  refresh?: number | false;
  /** Rows as a table. */
  table?: { columns: readonly Column<Row>[]; keyOf(row: Row): string; linkOf?(row: Row): string };
  /** Rows that are no table. */
  children?(rows: Row[]): ReactNode;
  /** In one card, to its edges or not; or each row is a card itself. */
  look?: 'flush' | 'padded' | 'cards';
  empty: ReactNode;
  /** Above the list. */
  above?: ReactNode;
  /** In the card, above the rows. */
  filter?: ReactNode;
  /** What is open about one of the rows. */
  dialog?(rows: Row[]): ReactNode;
}

/** A page of rows: loads them, says where there are none, and leads to older ones. */
export function ListPage<Answer extends { total: number }, Row, View extends string = never>(
  props: ListPageProps<Answer, Row, View>,
) {
  const {
    title,
    lead,
    actions,
    views,
    name,
    load,
    rowsOf,
    pageSize = 50,
    refresh = 10_000,
    look = 'flush',
    dialog,
  } = props;
  const [from, setFrom] = useQueryParam('offset');
  const offset = Math.max(0, Number.parseInt(from ?? '0', 10) || 0);
  const list = useData([...name, offset], (api, options) => load(api, { limit: pageSize, offset }, options), {
    keepPrevious: true,
    refresh,
  });
  const frame = (content: ReactNode) =>
    look === 'cards' ? content : <Card isFlush={look === 'flush'}>{content}</Card>;
  const shown = frame(
    <>
      {props.filter}
      <Loaded data={list}>
        {(answer) =>
          rowsOf(answer).length === 0 ? (
            look === 'cards' ? (
              <Card>{props.empty}</Card>
            ) : (
              props.empty
            )
          ) : (
            <>
              {props.table && (
                <Table label={title} rows={rowsOf(answer)} isStale={list.isPlaceholderData} {...props.table} />
              )}
              {props.children?.(rowsOf(answer))}
              <Pager
                offset={offset}
                limit={pageSize}
                total={answer.total}
                onMove={(next) => setFrom(next === 0 ? null : String(next))}
              />
            </>
          )
        }
      </Loaded>
    </>,
  );
  return (
    <Page title={title} lead={lead} actions={actions}>
      {props.above}
      {views ? <Tabs {...views}>{shown}</Tabs> : shown}
      {list.data && dialog?.(rowsOf(list.data))}
    </Page>
  );
}
