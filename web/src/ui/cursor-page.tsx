import type { ReactNode } from 'react';
import { useQueryParam } from '../lib/address.ts';
import type { Api } from '../lib/api.ts';
import { useData } from '../lib/data.ts';
import { Button } from './button.tsx';
import { Card } from './card.tsx';
import { DownloadButton } from './download-button.tsx';
import { Page } from './page.tsx';
import './pager.css';
import { EmptyState, Loaded } from './states.tsx';
import { type Column, Table } from './table.tsx';
import { Moment } from './text.tsx';

interface CursorAnswer {
  next: string | null;
  scanned_until: string | null;
}

interface CursorPageProps<Answer extends CursorAnswer, Row> {
  title: string;
  lead: ReactNode;
  /** The kind of object, and the filter. */
  name: readonly [kind: string, ...filter: unknown[]];
  load(api: Api, page: { after?: string }, options: { signal: AbortSignal }): Promise<Answer>;
  rowsOf(answer: Answer): Row[];
  columns: readonly Column<Row>[];
  keyOf(row: Row): string;
  linkOf?(row: Row): string;
  filter: ReactNode;
  /** Refetch interval; false if events report changes. */
  refresh?: number | false;
  /** Exports the same rows. */
  exportAs: { name: string; load(api: Api): Promise<unknown> };
}

/** A list of any length, paged by cursor. */
export function CursorPage<Answer extends CursorAnswer, Row>(props: CursorPageProps<Answer, Row>) {
  const { title, lead, name, load, rowsOf, exportAs, filter, refresh = 15_000, ...table } = props;
  const [after, setAfter] = useQueryParam('after');
  const list = useData([...name, after], (api, options) => load(api, after === null ? {} : { after }, options), {
    keepPrevious: true,
    refresh,
  });
  return (
    <Page title={title} lead={lead} actions={<DownloadButton {...exportAs} />}>
      {filter}
      <Card isFlush>
        <Loaded data={list}>
          {(answer) => (
            <>
              {rowsOf(answer).length === 0 ? (
                <EmptyState icon="search" title="No results">
                  {answer.scanned_until === null ? 'Nothing matches this filter.' : 'Nothing on this page matches.'}
                </EmptyState>
              ) : (
                <Table label={title} rows={rowsOf(answer)} isStale={list.isPlaceholderData} {...table} />
              )}
              {(after !== null || answer.next !== null) && (
                <nav className="pager" aria-label="Pages">
                  {answer.scanned_until !== null && (
                    <p>
                      Searched back to <Moment at={answer.scanned_until} />
                    </p>
                  )}
                  <Button size="small" icon="left" disabled={after === null} onClick={() => setAfter(null)}>
                    First page
                  </Button>
                  <Button size="small" disabled={answer.next === null} onClick={() => setAfter(answer.next)}>
                    Next page
                  </Button>
                </nav>
              )}
            </>
          )}
        </Loaded>
      </Card>
    </Page>
  );
}
