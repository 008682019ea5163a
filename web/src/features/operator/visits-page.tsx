import { useState } from 'react';
import { useSearchParams } from 'wouter';
import { useData } from '../../lib/data.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { FilmStrip } from '../../ui/film-strip.tsx';
import { LivePicture } from '../../ui/live-picture.tsx';
import { Page } from '../../ui/page.tsx';
import { Pager } from '../../ui/pager.tsx';
import { EmptyState, Loaded, Skeleton } from '../../ui/states.tsx';
import { ShortId } from '../../ui/text.tsx';

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
      <Underway />
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

/** What browsers are doing now: to be watched, and to be taken over where a person is needed. */
function Underway() {
  const visits = useData(['operator-visits'], (api, options) => api.listVisits({}, options), { refresh: 3000 });
  const list = visits.data?.visits ?? [];
  if (list.length === 0) return null;
  return (
    <Card title="Under way">
      {list.map((visit) => (
        <article key={visit.id} className="film">
          <p className="film-head">
            <strong>{visit.store}</strong> <ShortId id={visit.reference} />
            <span className="quiet small break">{visit.page_url}</span>
          </p>
          {visit.waits_for !== null && (
            <p>
              <strong>{visit.waits_for}</strong>{' '}
              {visit.taken_by === null ? (
                <ButtonLink to={`/app/operator/visits/${visit.id}`}>Take over</ButtonLink>
              ) : (
                <span className="quiet">{visit.taken_by} is at it.</span>
              )}
            </p>
          )}
          <LivePicture src={visit.image_url} alt={`What the browser sees at ${visit.store}`} />
        </article>
      ))}
    </Card>
  );
}
