import type { Clock } from '../../kit/clock.ts';
import type { Logger } from '../../platform/logger.ts';
import type { Answered, Blocked, Needed, Prepared, ReadAccount, Refused, StoreAccount } from '../contract.ts';
import { notUnderstood } from '../refuse.ts';
import { noChromium } from './chromium.ts';
import { PersonNeeded, RecipeBroken, StoreSaysNo } from './endings.ts';
import type { FilmRecord } from './film.ts';
import { type LiveView, type LiveViews, showLive } from './live-view.ts';
import type { OpenVisits } from './open-visits.ts';
import { openVisit, parsed, type Visit, type VisitNeeds } from './visit.ts';
import { askAtPage, type Kept, type WaitingVisits } from './waiting-visits.ts';
import { takeAll } from './walk.ts';

export interface BrowserNeeds extends VisitNeeds {
  clock: Clock;
  logger: Logger;
  /** Prepared and not bought yet, by the visit in the handle. */
  open: OpenVisits;
  /** Where the film of an attempt goes. */
  keepFilm(film: FilmRecord): Promise<void>;
  /** Visits that wait for a person at their page. */
  waiting: WaitingVisits;
  /** Lets operators watch, and take over. */
  views?: LiveViews;
}

export interface Purpose {
  reference: string;
  purpose: 'prepare' | 'submit' | 'find' | 'fence' | 'track' | 'log_in' | 'look' | 'return';
  account: ReadAccount | StoreAccount | null;
  answers?: readonly Answered[];
  signal: AbortSignal;
}

export interface Attempt {
  visit: Visit;
  /** Where it can be watched. */
  view: Promise<LiveView> | null;
  /** Closes the page and keeps the film. */
  end(ending: string): Promise<void>;
}

type Ended = Refused | Blocked | Needed;
/** Keeps a visit that waits for a person. */
type Hold<T> = (id: string, kept: Kept<T | Ended>) => void;

/** Visits the store, and takes a picture of whatever goes wrong. The page stays open when the work was a success. */
export async function attempt<T>(
  needs: BrowserNeeds,
  purpose: Purpose,
  work: (attempt: Attempt) => Promise<T>,
  hold?: Hold<T>,
): Promise<T | Ended> {
  const hasPerson = needs.views !== undefined && hold !== undefined;
  let visit: Visit;
  try {
    visit = await openVisit(needs, { ...purpose, hasPerson, takeSteps: takeAll });
  } catch (error) {
    if (purpose.signal.aborted) throw purpose.signal.reason ?? error;
    return answerTo(needs, purpose, error, null);
  }
  const opening = needs.views?.open({ ...purpose, store: needs.store.name }) ?? null;
  const running = carryOut(needs, purpose, { visit, view: opening }, work);
  return opening && hold ? untilAsked({ visit, view: opening, running }, hold) : running;
}

interface Begun {
  visit: Visit;
  view: Promise<LiveView> | null;
}

async function carryOut<T>(
  needs: BrowserNeeds,
  purpose: Purpose,
  { visit, view }: Begun,
  work: (attempt: Attempt) => Promise<T>,
): Promise<T | Ended> {
  const startedAt = needs.clock.now();
  const stopShowing = view ? showLive(visit, view) : async () => {};
  const end = async (ending: string): Promise<void> => {
    await stopShowing();
    await endVisit(needs, visit, purpose, startedAt, ending);
  };
  try {
    return await work({ visit, view, end });
  } catch (error) {
    if (!(error instanceof PersonNeeded)) await visit.film.take(visit.page, 'failed');
    const answer = visit.signal.aborted ? null : answerTo(needs, purpose, error, visit);
    await end(answer ? wordsOf(answer) : 'broken off');
    if (!answer) throw visit.signal.reason ?? error;
    return answer;
  }
}

/** The result, or a question when the walk comes to a page that only a person gets past. The walk waits at that page. */
async function untilAsked<T>(kept: Kept<T | Ended>, hold: Hold<T>): Promise<T | Ended> {
  const { visit, view: opening, running } = kept;
  const asked = await Promise.race([visit.person.asked, running.then(over, over)]);
  if (asked === null) return running;
  const view = await opening.catch(() => null);
  if (!view) {
    visit.person.giveUp();
    return running;
  }
  await visit.film.take(visit.page, 'a person is needed');
  visit.setAside();
  hold(view.id, kept);
  return askAtPage(view, visit, asked, { resume: JSON.stringify({ waiting: view.id }) });
}

const over = (): null => null;

/** Goes on with a visit that waited for a person; null where it is not in this process. */
export async function goOn(needs: BrowserNeeds, answers: readonly Answered[], signal: AbortSignal) {
  const resume = answers.findLast(({ kind }) => kind === 'open_url')?.resume ?? null;
  const { waiting: id } = parsed<{ waiting?: string }>(resume) ?? {};
  const kept = id === undefined ? null : needs.waiting.take(id);
  if (!kept) return null;
  kept.visit.signal = signal;
  kept.visit.person.goOn();
  return untilAsked<Prepared>(kept, needs.waiting.keep);
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
    ? `The store's pages are not what the recipe ${recipe.name} expects at ${place || 'this point'}: ${clean}`
    : `The browser could not go on: ${clean}`;
  if (isBroken || said.startsWith(noChromium)) {
    logger.error({ store: store.name, reference, step: place, expected: clean }, 'a recipe does not fit its store');
  }
  if (isBroken) return { ...notUnderstood(message), isBroken };
  return { kind: 'blocked', reason: 'retailer_unavailable', message };
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
