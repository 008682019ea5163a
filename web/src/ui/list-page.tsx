import type { ReactNode } from 'react';
import { useQueryParam } from '../lib/address.ts';
import { useData } from '../lib/data.ts';
import { Card } from './card.tsx';
import { Page } from './page.tsx';
import { type LoadPage, PagedRows, type RowsOf } from './paged-rows.tsx';
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

/** A list's tab, kept in the URL unless it is the first. */
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

interface ListPageProps<Answer extends { total: number }, Row, View extends string> extends RowsOf<Answer, Row> {
  title: string;
  lead: ReactNode;
  actions?: ReactNode;
  views?: Views<View>;
  /** The kind of object, and the filter. */
  name: readonly [kind: string, ...filter: unknown[]];
  load: LoadPage<Answer>;
  pageSize?: number;
  /** Refetch interval; false if events report changes. */
  refresh?: number | false;
  /** One card without or with padding, or each row renders its own card. */
  look?: 'flush' | 'padded' | 'cards';
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
    table,
    children,
    empty,
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
      <PagedRows
        label={title}
        list={list}
        rowsOf={rowsOf}
        table={table}
        empty={look === 'cards' ? <Card>{empty}</Card> : empty}
        offset={offset}
        limit={pageSize}
        onMove={(next) => setFrom(next === 0 ? null : String(next))}
      >
        {children}
      </PagedRows>
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
