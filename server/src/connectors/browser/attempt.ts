import type { Clock } from '../../kit/clock.ts';
import type { Logger } from '../../platform/logger.ts';
import type { Answered, Blocked, Needed, ReadAccount, Refused, StoreAccount } from '../contract.ts';
import { noChromium } from './chromium.ts';
import { PersonNeeded, RecipeBroken, StoreSaysNo } from './endings.ts';
import type { FilmRecord } from './film.ts';
import { type OpenLiveView, showLive } from './live-view.ts';
import type { OpenVisits } from './open-visits.ts';
import { openVisit, type Visit, type VisitNeeds } from './visit.ts';

export interface BrowserNeeds extends VisitNeeds {
  clock: Clock;
  logger: Logger;
  /** Prepared and not bought yet, by the visit in the handle. */
  open: OpenVisits;
  /** Where the film of an attempt goes. */
  keepFilm(film: FilmRecord): Promise<void>;
  /** Lets operators watch. */
  openLiveView?: OpenLiveView;
}

export interface Purpose {
  reference: string;
  purpose: 'prepare' | 'submit' | 'find' | 'fence' | 'track' | 'log_in' | 'look';
  account: ReadAccount | StoreAccount | null;
  answers?: readonly Answered[];
  signal: AbortSignal;
}

export interface Attempt {
  visit: Visit;
  /** Closes the page and keeps the film. */
  end(ending: string): Promise<void>;
}

/** Visits the store, and takes a picture of whatever goes wrong. The page stays open when the work was a success. */
export async function attempt<T>(
  needs: BrowserNeeds,
  purpose: Purpose,
  work: (attempt: Attempt) => Promise<T>,
): Promise<T | Refused | Blocked | Needed> {
  let begun: Attempt | null = null;
  try {
    const visit = await openVisit(needs, purpose);
    const startedAt = needs.clock.now();
    const stopShowing = needs.openLiveView
      ? showLive(visit, needs.openLiveView({ ...purpose, store: needs.store.name }))
      : async () => {};
    const end = async (ending: string): Promise<void> => {
      await stopShowing();
      await endVisit(needs, visit, purpose, startedAt, ending);
    };
    begun = { visit, end };
    return await work(begun);
  } catch (error) {
    if (begun && !(error instanceof PersonNeeded)) await begun.visit.film.take(begun.visit.page, 'failed');
    const answer = purpose.signal.aborted ? null : answerTo(needs, purpose, error, begun?.visit ?? null);
    await begun?.end(answer ? wordsOf(answer) : 'broken off');
    if (!answer) throw purpose.signal.reason ?? error;
    return answer;
  }
}

const wordsOf = (answer: Refused | Blocked | Needed): string =>
  answer.kind === 'needs' ? `needs ${answer.question.kind}` : `${answer.kind}: ${answer.reason}: ${answer.message}`;

function answerTo(
  { logger, recipe, store }: BrowserNeeds,
  { reference }: Purpose,
  error: unknown,
  visit: Visit | null,
): Refused | Blocked | Needed {
  if (error instanceof StoreSaysNo) return error.answer;
  if (error instanceof PersonNeeded) return { kind: 'needs', question: error.question };
  const said = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error);
  const clean = visit?.film.clean(said) ?? said;
  const isBroken = error instanceof RecipeBroken;
  const place = isBroken ? (error.place ?? visit?.part ?? '') : '';
  const message = isBroken
    ? `The recipe ${recipe.name} does not fit the store's pages at ${place || 'this point'}: ${clean}`
    : `The browser could not go on: ${clean}`;
  if (isBroken || said === noChromium) {
    logger.error({ store: store.name, reference, step: place, expected: clean }, 'a recipe does not fit its store');
  }
  return { kind: 'blocked', reason: 'retailer_unavailable', message, ...(isBroken && { isBroken }) };
}

async function endVisit(
  needs: BrowserNeeds,
  visit: Visit,
  { reference, purpose }: Purpose,
  startedAt: Date,
  ending: string,
): Promise<void> {
  await visit.close();
  const { film } = visit;
  if (purpose === 'look') return;
  const { steps, pictures, answers } = film;
  try {
    const store = needs.store.name;
    await needs.keepFilm({
      reference,
      store,
      purpose,
      startedAt,
      ending: film.clean(ending),
      steps,
      pictures,
      answers,
    });
  } catch (error) {
    needs.logger.warn({ err: error, reference }, 'the film of an attempt was not kept');
  }
}
