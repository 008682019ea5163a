import { useSearchParams } from 'wouter';
import { useData } from '../../lib/data.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ListPage } from '../../ui/list-page.tsx';
import { LivePicture } from '../../ui/live-picture.tsx';
import { RecordingStrip } from '../../ui/recording-strip.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { ShortId } from '../../ui/text.tsx';

/** Recordings of purchases in the browser; `?order=` filters by order. */
export function RecordingsPage() {
  const [params] = useSearchParams();
  const order = params.get('order');
  return (
    <ListPage
      title="Recordings"
      lead="Browser sessions at stores that don't have an API, with a timestamp for every step and a screenshot at every decision point. Passwords, codes and card numbers are hidden."
      name={['operator-films', order]}
      load={(api, page, options) => api.listFilms({ ...page, ...(order === null ? {} : { order_id: order }) }, options)}
      rowsOf={({ films }) => films}
      pageSize={10}
      look="padded"
      refresh={5000}
      above={<ActiveSessions />}
      empty={
        <EmptyState icon="store" title="No recordings">
          Recordings of orders placed in a browser appear here. BROWSER_FILMS sets how long they're kept.
        </EmptyState>
      }
    >
      {(films) => films.map((film) => <RecordingStrip key={film.id} film={film} />)}
    </ListPage>
  );
}

/** Running browsers, to watch and to take over. */
function ActiveSessions() {
  const visits = useData(['operator-visits'], (api, options) => api.listVisits({}, options), { refresh: 3000 });
  const list = visits.data?.visits ?? [];
  if (list.length === 0) return null;
  return (
    <Card title="In progress">
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
                <span className="quiet">{visit.taken_by} has taken over.</span>
              )}
            </p>
          )}
          <LivePicture src={visit.image_url} alt={`Browser view of ${visit.store}`} />
        </article>
      ))}
    </Card>
  );
}
