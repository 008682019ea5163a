import type { Clock } from '../../kit/clock.ts';
import type { Logger } from '../../platform/logger.ts';
import type {
  ActionRequired,
  AnsweredAction,
  Blocked,
  Prepared,
  ReadOnlyRetailerAccount,
  Refused,
  RetailerAccount,
} from '../contract.ts';
import { unexpectedAnswer } from '../refuse.ts';
import { missedLocatorsOn } from './agreement.ts';
import { PersonRequired, RecipeBroken, StoreRefusal } from './attempt-errors.ts';
import { type BrowserSession, type BrowserSessionNeeds, openBrowserSession, parseState } from './browser-session.ts';
import { noChromium } from './chromium.ts';
import { type LiveView, type LiveViews, startLiveView } from './live-view.ts';
import type { OpenCheckouts } from './open-checkouts.ts';
import type { RecipeVersions } from './recipe-versions.ts';
import { pressedEndings, type SessionRecording } from './recorder.ts';
import { runAllSteps } from './run-steps.ts';
import { requestPersonAtPage, type WaitingSession, type WaitingSessions } from './waiting-sessions.ts';

export interface BrowserNeeds extends BrowserSessionNeeds {
  clock: Clock;
  logger: Logger;
  /** Prepared and not yet bought, by the handle's `visit`. */
  open: OpenCheckouts;
  /** Stores the recording of an attempt. */
  saveRecording(recording: SessionRecording): Promise<void>;
  /** Sessions that wait for a person at their page. */
  waiting: WaitingSessions;
  /** Lets operators watch, and take over. */
  views?: LiveViews;
  /** Numbers every version of a recipe. Tools that only try a recipe leave it out. */
  versions?: RecipeVersions;
  /** The version that is running, if known. */
  recipeVersion?: number;
  /** Pauses the store and notifies operators. */
  reportBroken?(message: string): void;
}

export interface Purpose {
  reference: string;
  purpose: 'prepare' | 'submit' | 'find' | 'fence' | 'track' | 'log_in' | 'look' | 'return';
  account: ReadOnlyRetailerAccount | RetailerAccount | null;
  answers?: readonly AnsweredAction[];
  signal: AbortSignal;
}

export interface Attempt {
  browserSession: BrowserSession;
  /** Lets an operator watch. */
  view: Promise<LiveView> | null;
  /** Closes the page and saves the recording. */
  end(ending: string): Promise<void>;
}

type EndedAttempt = Refused | Blocked | ActionRequired;
/** Keeps a session that waits for a person. */
type HoldSession<T> = (id: string, kept: WaitingSession<T | EndedAttempt>) => void;

/** Opens a session at the store. A failure is recorded with a picture; after a success the page stays open. */
export async function attemptAtStore<T>(
  needs: BrowserNeeds,
  purpose: Purpose,
  work: (attempt: Attempt) => Promise<T>,
  hold?: HoldSession<T>,
): Promise<T | EndedAttempt> {
  const hasPerson = needs.views !== undefined && hold !== undefined;
  let browserSession: BrowserSession;
  try {
    browserSession = await openBrowserSession(needs, { ...purpose, hasPerson, runSteps: runAllSteps });
  } catch (error) {
    if (purpose.signal.aborted) throw purpose.signal.reason ?? error;
    return answerForError(needs, purpose, error, null);
  }
  const opening = needs.views?.open({ ...purpose, store: needs.store.name }) ?? null;
  const running = runAttempt(needs, purpose, { browserSession, view: opening }, work);
  return opening && hold ? waitUntilAction({ browserSession, view: opening, running }, hold) : running;
}

interface StartedAttempt {
  browserSession: BrowserSession;
  view: Promise<LiveView> | null;
}

async function runAttempt<T>(
  needs: BrowserNeeds,
  purpose: Purpose,
  { browserSession, view }: StartedAttempt,
  work: (attempt: Attempt) => Promise<T>,
): Promise<T | EndedAttempt> {
  const startedAt = needs.clock.now();
  const stopShowing = view ? startLiveView(browserSession, view) : async () => {};
  const end = async (ending: string): Promise<void> => {
    await stopShowing();
    await endSession(needs, browserSession, purpose, startedAt, ending);
  };
  try {
    return await work({ browserSession, view, end });
  } catch (error) {
    if (!(error instanceof PersonRequired)) await browserSession.recorder.take(browserSession.page, 'failed');
    if (error instanceof RecipeBroken) await needs.watcher?.onBroken(browserSession.page, error);
    const answer = browserSession.signal.aborted ? null : answerForError(needs, purpose, error, browserSession);
    await end(answer ? describeAnswer(answer) : 'interrupted');
    if (!answer) throw browserSession.signal.reason ?? error;
    return answer;
  }
}

/** The result, or an action if the page needs a person. The session then waits at that page. */
async function waitUntilAction<T>(
  kept: WaitingSession<T | EndedAttempt>,
  hold: HoldSession<T>,
): Promise<T | EndedAttempt> {
  const { browserSession, view: opening, running } = kept;
  const asked = await Promise.race([browserSession.person.asked, running.then(alwaysNull, alwaysNull)]);
  if (asked === null) return running;
  const view = await opening.catch(() => null);
  if (!view) {
    browserSession.person.timeOut();
    return running;
  }
  await browserSession.recorder.take(browserSession.page, 'manual input needed');
  browserSession.park();
  hold(view.id, kept);
  return requestPersonAtPage(view, browserSession, asked, { resume: JSON.stringify({ waiting: view.id }) });
}

const alwaysNull = (): null => null;

/** Continues a session that waited for a person. Null if it is in another process. */
export async function resumeSession(needs: BrowserNeeds, answers: readonly AnsweredAction[], signal: AbortSignal) {
  const resume = answers.findLast(({ kind }) => kind === 'open_url')?.resume ?? null;
  const { waiting: id } = parseState<{ waiting?: string }>(resume) ?? {};
  const kept = id === undefined ? null : needs.waiting.take(id);
  if (!kept) return null;
  kept.browserSession.signal = signal;
  kept.browserSession.person.resume();
  return waitUntilAction<Prepared>(kept, needs.waiting.keep);
}

const describeAnswer = (answer: Refused | Blocked | ActionRequired): string =>
  answer.kind === 'needs' ? `needs ${answer.question.kind}` : `${answer.kind}: ${answer.reason}: ${answer.message}`;

function answerForError(
  { logger, recipe, store }: BrowserNeeds,
  { reference }: Purpose,
  error: unknown,
  browserSession: BrowserSession | null,
): Refused | Blocked | ActionRequired {
  const step = browserSession?.part ? `${browserSession.part}/${browserSession.topStep}` : 'start';
  if (error instanceof StoreRefusal) return error.answerAt(browserSession?.part || 'start');
  if (error instanceof PersonRequired) return { kind: 'needs', question: error.question };
  const said = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error);
  const clean = browserSession?.recorder.clean(said) ?? said;
  const isBroken = error instanceof RecipeBroken;
  const place = isBroken ? (error.place ?? browserSession?.part ?? step) : step;
  const message = isBroken
    ? `The store's pages do not match the recipe ${recipe.name}. At ${place}: ${clean}`
    : `The browser could not continue. At ${place}: ${clean}`;
  if (isBroken || said.startsWith(noChromium)) {
    logger.error({ store: store.name, reference, step: place, expected: clean }, 'recipe does not match the store');
  }
  if (isBroken) return { ...unexpectedAnswer(message), isBroken };
  return { kind: 'blocked', reason: 'retailer_unavailable', message };
}

async function endSession(
  needs: BrowserNeeds,
  browserSession: BrowserSession,
  { reference, purpose }: Purpose,
  startedAt: Date,
  ending: string,
): Promise<void> {
  await browserSession.close();
  const { recorder } = browserSession;
  if (purpose === 'look') return;
  const { steps, pictures, answers } = recorder;
  try {
    const store = needs.store.name;
    await needs.saveRecording({
      reference,
      store,
      purpose,
      recipe: needs.recipe.name,
      isPressed: Object.values<string>(pressedEndings).includes(ending),
      recipeVersion: needs.recipeVersion ?? null,
      missedLocators: missedLocatorsOn(browserSession.page),
      startedAt,
      ending: recorder.clean(ending),
      steps,
      pictures,
      answers,
    });
  } catch (error) {
    needs.logger.warn({ err: error, reference }, 'recording not saved');
  }
}
