import type { ListFilmsOutput } from '../../../sdk/src/index.ts';
import { plural } from '../lib/format.ts';
import { usePrivatePicture } from '../lib/private-picture.ts';
import './recording-strip.css';
import { TimeAgo } from './text.tsx';

export type Recording = ListFilmsOutput['films'][number];

const purposes: Record<string, string> = {
  prepare: 'Buying',
  find: 'Checking the order history',
  fence: 'Emptying the cart',
  log_in: 'Logging in',
};

const endings: Record<string, string> = {
  placed: 'Order placed',
  fenced: 'Cart emptied',
  released: 'Cart released',
  'handed over': 'Handed to the customer',
};

/** Other endings are sentences about what went wrong. */
const endingText = (ending: string): string => endings[ending] ?? ending.charAt(0).toUpperCase() + ending.slice(1);

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;

/** A recording: its pictures side by side, its steps below. */
export function RecordingStrip({ film }: { film: Recording }) {
  const lasted = Date.parse(film.ended_at) - Date.parse(film.started_at);
  return (
    <article className="film">
      <p className="film-head">
        <strong>{purposes[film.purpose] ?? film.purpose}</strong>
        <span className="break">{endingText(film.ending)}</span>
        <span className="quiet small">
          {film.store}, {seconds(lasted)}, <TimeAgo at={film.started_at} />
        </span>
      </p>
      {film.pictures.length > 0 && (
        <ul className="film-strip">
          {film.pictures.map((picture) => (
            <li key={picture.image_url}>
              <figure>
                <RecordingPicture src={picture.image_url} name={picture.name} />
                <figcaption>
                  {picture.name} <span className="quiet">{seconds(picture.at_ms)}</span>
                </figcaption>
              </figure>
            </li>
          ))}
        </ul>
      )}
      <details>
        <summary>{plural(film.steps.length, 'step')}</summary>
        <ol className="film-steps">
          {film.steps.map((step, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a recording's steps never change order.
            <li key={index} className={step.error === null ? '' : 'is-wrong'}>
              <code>{step.at}</code> {step.what} <span className="quiet">{seconds(step.duration_ms)}</span>
              {step.error !== null && <div>{step.error}</div>}
            </li>
          ))}
        </ol>
      </details>
    </article>
  );
}

function RecordingPicture({ src, name }: { src: string; name: string }) {
  const shown = usePrivatePicture(src);
  if (shown === null) return <p className="quiet small">Loading image…</p>;
  return (
    <a href={shown} target="_blank" rel="noreferrer">
      <img src={shown} alt={`The page at "${name}"`} />
    </a>
  );
}
