import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { Api } from '../lib/api.ts';
import { type DataOptions, useData } from '../lib/data.ts';
import { Pager } from './pager.tsx';
import { Loaded } from './states.tsx';
import { Table, type TableProps } from './table.tsx';

interface Pages<Answer> {
  list: UseQueryResult<Answer>;
  offset: number;
  limit: number;
  onMove(offset: number): void;
}

export type LoadPage<Answer> = (
  api: Api,
  page: { limit: number; offset: number },
  options: { signal: AbortSignal },
) => Promise<Answer>;

/** A paged list whose offset is not in the URL. */
export function usePages<Answer>(
  name: readonly unknown[],
  limit: number,
  load: LoadPage<Answer>,
  options: Omit<DataOptions<Answer>, 'keepPrevious'> = {},
): Pages<Answer> {
  const [offset, onMove] = useState(0);
  const list = useData([...name, offset], (api, signal) => load(api, { limit, offset }, signal), {
    keepPrevious: true,
    ...options,
  });
  return { list, offset, limit, onMove };
}

export interface RowsOf<Answer, Row> {
  rowsOf(answer: Answer): Row[];
  table?: Pick<TableProps<Row>, 'columns' | 'keyOf' | 'linkOf'> | undefined;
  /** Renders rows other than as a table. */
  children?: ((rows: Row[]) => ReactNode) | undefined;
  /** Shown if there are no rows. */
  empty: ReactNode;
}

interface PagedRowsProps<Answer, Row> extends Pages<Answer>, RowsOf<Answer, Row> {
  label: string;
  skeleton?: ReactNode;
}

/** The rows of a page with a pager, or a message if there are none. */
export function PagedRows<Answer extends { total: number }, Row>(props: PagedRowsProps<Answer, Row>) {
  const { list, label, rowsOf, table, children, empty, skeleton, ...page } = props;
  return (
    <Loaded data={list} {...(skeleton ? { skeleton } : {})}>
      {(answer) => {
        const rows = rowsOf(answer);
        if (rows.length === 0) return empty;
        return (
          <>
            {table && <Table label={label} rows={rows} isStale={list.isPlaceholderData} {...table} />}
            {children?.(rows)}
            <Pager {...page} total={answer.total} />
          </>
        );
      }}
    </Loaded>
  );
}
