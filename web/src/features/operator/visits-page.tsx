import { useState } from 'react';
import { useSearchParams } from 'wouter';
import { useData } from '../../lib/data.ts';
import { Card } from '../../ui/card.tsx';
import { FilmStrip } from '../../ui/film-strip.tsx';
import { Page } from '../../ui/page.tsx';
import { Pager } from '../../ui/pager.tsx';
import { EmptyState, Loaded, Skeleton } from '../../ui/states.tsx';

const pageSize = 10;

/** What browsers did at stores that have only pages; `?order=` shows one order's. */
export function VisitsPage() {
  const [offset, setOffset] = useState(0);
  const [params] = useSearchParams();
  const order = params.get('order');
  const films = useData(
    ['operator-films', order, offset],
    (api, options) =>
      api.listFilms({ limit: pageSize, offset, ...(order === null ? {} : { order_id: order }) }, options),
    { keepPrevious: true, refresh: 5000 },
  );
  return (
    <Page
      title="Store visits"
      lead="What the browser did at stores that have only pages: a picture at every decision, each step with its time. Passwords, codes and cards are covered."
    >
      <Loaded data={films} skeleton={<Skeleton height={260} />}>
        {({ films: list, total }) => (
          <Card>
            {list.length === 0 && (
              <EmptyState icon="store" title="No visits">
                Stores of the kind "browser" leave them here for as long as BROWSER_FILMS says.
              </EmptyState>
            )}
            {list.map((film) => (
              <FilmStrip key={film.id} film={film} />
            ))}
            <Pager offset={offset} limit={pageSize} total={total} onMove={setOffset} />
          </Card>
        )}
      </Loaded>
    </Page>
  );
}
