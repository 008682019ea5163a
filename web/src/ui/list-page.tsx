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

/** The tab of a list. The URL names it unless it is the first. */
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
  /** The kind of object, and the filter. */
  name: readonly [kind: string, ...filter: unknown[]];
  load(api: Api, page: { limit: number; offset: number }, options: { signal: AbortSignal }): Promise<Answer>;
  rowsOf(answer: Answer): Row[];
  pageSize?: number;
  /** Refetch interval; false if events tell what changes. */
  refresh?: number | false;
  table?: { columns: readonly Column<Row>[]; keyOf(row: Row): string; linkOf?(row: Row): string };
  /** Renders rows other than as a table. */
  children?(rows: Row[]): ReactNode;
  /** One card without or with padding, or each row renders its own card. */
  look?: 'flush' | 'padded' | 'cards';
  empty: ReactNode;
  /** Shown above the list. */
  above?: ReactNode;
  /** Shown in the card, above the rows. */
  filter?: ReactNode;
  /** The open dialog about one of the rows. */
  dialog?(rows: Row[]): ReactNode;
}

/** A page with a list: loads rows, shows a message if there are none, and pages. */
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
