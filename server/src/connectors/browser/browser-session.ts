import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { cutText } from '../../kit/storable-text.ts';
import type { Dial } from '../../platform/outgoing/index.ts';
import type { ActionKind, AnsweredAction, ReadOnlyRetailerAccount, RetailerAccount } from '../contract.ts';
import type { Store } from '../store.ts';
import { type PageWatcher, watchPage } from './agreement.ts';
import type { Chromium } from './chromium.ts';
import { type EgressProxy, openEgressProxy } from './egress-proxy.ts';
import type { RecipeRun } from './page-watch.ts';
import { PersonAtPage } from './person-at-page.ts';
import type { Recipe, Step } from './recipe.ts';
import { SessionRecorder } from './recorder.ts';
import { matchesText } from './targets.ts';
import type { Scope } from './templates.ts';

export interface BrowserSessionNeeds {
  store: Store;
  recipe: Recipe;
  chromium: Chromium;
  dial: Dial;
  /** A picture after every step. */
  isThorough?: boolean;
  /** For the author of a recipe. */
  watcher?: PageWatcher;
}

interface SessionOwner {
  account: ReadOnlyRetailerAccount | RetailerAccount | null;
  answers?: readonly AnsweredAction[];
  signal: AbortSignal;
  /** Whether a person can be asked to act at the page. */
  hasPerson?: boolean;
  /** Runs the steps that remove a banner. */
  runSteps: RunSteps;
}

type RunSteps = (
  browserSession: BrowserSession,
  run: RecipeRun,
  steps: readonly Step[],
  place: string,
) => Promise<void>;

/** Where a session continues after a person answered. */
export interface ResumedSession {
  state: string;
  url: string;
  step: number;
}

export interface BrowserSession {
  readonly storeName: string;
  readonly account: ReadOnlyRetailerAccount | RetailerAccount | null;
  readonly page: Page;
  readonly recorder: SessionRecorder;
  readonly person: PersonAtPage;
  /** Set if a person answered since. */
  readonly resumed: ResumedSession | null;
  signal: AbortSignal;
  /** The part of the recipe that is running, such as `add`. */
  readonly part: string;
  /** The running step of that part. */
  topStep: number;
  logInBeganAt: Date;
  startPart(part: string, scope: Scope, isBought?: boolean): RecipeRun;
  takeAnswer(kind: ActionKind): AnsweredAction | null;
  resumeHere(): Promise<string>;
  /** Cookies and storage: a trusted device, a login. */
  state(): Promise<string>;
  /** A second tab of the same session; this page stays as it is. Close it after use. */
  openTab(): Promise<BrowserSession>;
  /** Frees the slot while it waits for a person. */
  park(): void;
  close(): Promise<void>;
}

/** Opens new tabs in this one, and makes closed shadow roots open. */
const singleTabScript = `
  const attach = Element.prototype.attachShadow;
  Element.prototype.attachShadow = function (options) { return attach.call(this, { ...options, mode: 'open' }); };
  const isHere = (name) => {
    if (!name || /^_(self|top|parent)$/i.test(name)) return true;
    // The window of another site does not say which frames it has.
    try { return !/^_/.test(name) && name in window.top; } catch { return false; }
  };
  window.open = (url) => { if (url) top.location.href = new URL(url, document.baseURI).href; return top; };
  const stay = (part) => {
    if (part.formTarget && !isHere(part.formTarget)) part.formTarget = '_top';
    const general = document.querySelector('base[target]')?.target;
    for (const one of new Set([part, part.form ?? part])) {
      if (!/^(a|area|form)$/i.test(one.tagName)) continue;
      if (!isHere(one.getAttribute('target') || general)) one.setAttribute('target', '_top');
    }
  };
  document.addEventListener('click', (event) => event.composedPath().forEach(stay), true);
  document.addEventListener('submit', (event) => stay(event.target), true);
  const submit = HTMLFormElement.prototype.submit;
  HTMLFormElement.prototype.submit = function () { stay(this); return submit.call(this); };
`;

/** A separate browser context: sessions share nothing. */
export async function openBrowserSession(needs: BrowserSessionNeeds, visitor: SessionOwner): Promise<BrowserSession> {
  const { store, recipe } = needs;
  const answers = [...(visitor.answers ?? [])];
  const resumed = resumedIn(answers);
  const saved = resumed?.state ?? (await visitor.account?.session.load()) ?? null;
  const { browser, release, park } = await needs.chromium.lease(visitor.signal);
  let gate: EgressProxy | null = null;
  let context: BrowserContext | null = null;
  const close = async (): Promise<void> => {
    await context?.close().catch(() => {});
    gate?.close();
    release();
  };
  try {
    gate = await openEgressProxy(hostsOf(store, recipe), needs.dial);
    context = await browser.newContext({
      proxy: { server: gate.url },
      acceptDownloads: false,
      serviceWorkers: 'block',
      viewport: { width: 1280, height: 900 },
      locale: recipe.locale ?? 'en-US',
      ...stateFrom(saved),
    });
    await context.addInitScript(singleTabScript);
    const tabs = keepSingleTab(context);
    const page = await tabs.open();
    if (needs.watcher) watchPage(page, needs.watcher);
    return createBrowserSession(needs, visitor, { context, tabs, page, answers, resumed, close, park });
  } catch (error) {
    await close();
    throw error;
  }
}

/** Also true for a text that the pattern cannot be matched with: nobody catches an error of an event. */
function isDeclined({ decline_dialogs: declined }: Recipe, message: string, scope: Scope = {}): boolean {
  try {
    return declined !== undefined && matchesText(message, declined, scope);
  } catch {
    return true;
  }
}

/** A page can send requests and open dialogs as long as it is open. */
const seenMax = 2_000;
const recordedMax = 200;
const seenTextMax = 4_000;

/** Adds to a list of which only the newest entries are kept. */
function keepNewest<T>(list: T[], entry: T, most: number): void {
  list.push(entry);
  if (list.length > most) list.shift();
}

/** Closes tabs that a page opens. */
function keepSingleTab(context: BrowserContext) {
  let opening = 0;
  context.on('page', (tab) => void (opening === 0 && tab.close().catch(() => {})));
  return {
    async open(): Promise<Page> {
      opening += 1;
      try {
        return await context.newPage();
      } finally {
        opening -= 1;
      }
    },
  };
}

interface OpenedContext extends Pick<BrowserSession, 'close' | 'park'> {
  context: BrowserContext;
  tabs: ReturnType<typeof keepSingleTab>;
  page: Page;
  answers: AnsweredAction[];
  resumed: ResumedSession | null;
}

function createBrowserSession(needs: BrowserSessionNeeds, visitor: SessionOwner, more: OpenedContext): BrowserSession {
  const { store, recipe, isThorough = false } = needs;
  const { account, signal, hasPerson = false, runSteps } = visitor;
  const { context, page, answers, close } = more;
  const recorder = new SessionRecorder(isThorough);
  const person = new PersonAtPage(hasPerson);
  let current: RecipeRun | null = null;
  page.on('dialog', (dialog) => {
    if (current) keepNewest(current.dialogs, cutText(dialog.message(), seenTextMax), seenMax);
    void (isDeclined(recipe, dialog.message(), current?.scope) ? dialog.dismiss() : dialog.accept()).catch(() => {});
  });
  page.on('response', (response) => {
    const answer = { url: cutText(response.url(), seenTextMax), status: response.status() };
    if (current) keepNewest(current.answers, answer, seenMax);
    const { type } = { type: response.request().resourceType() };
    if (type === 'document' || type === 'xhr' || type === 'fetch') {
      keepNewest(recorder.answers, { ...answer, url: recorder.clean(answer.url.split('?')[0] ?? '') }, recordedMax);
    }
  });
  const browserSession: BrowserSession = {
    storeName: store.name,
    account,
    page,
    recorder,
    person,
    resumed: more.resumed,
    signal,
    get part() {
      return current?.part ?? '';
    },
    topStep: 0,
    logInBeganAt: new Date(),
    startPart(part, scope, isBought = false) {
      current = createRecipeRun({ page, recipe, scope, part, isBought, browserSession, runSteps });
      return current;
    },
    takeAnswer(kind) {
      const index = answers.findLastIndex((answer) => answer.kind === kind);
      return index < 0 ? null : (answers.splice(index, 1)[0] ?? null);
    },
    async resumeHere() {
      const resumed: ResumedSession = {
        state: await browserSession.state(),
        url: page.url(),
        step: browserSession.topStep,
      };
      return JSON.stringify(resumed);
    },
    state: async () => JSON.stringify(await context.storageState({ indexedDB: true })),
    async openTab() {
      const tab = await more.tabs.open();
      const closeTab = (): Promise<void> => tab.close().catch(() => {});
      const asked = { account, signal: browserSession.signal, runSteps };
      return createBrowserSession(needs, asked, { ...more, page: tab, answers: [], resumed: null, close: closeTab });
    },
    park: more.park,
    close,
  };
  return browserSession;
}

function createRecipeRun({
  browserSession,
  runSteps,
  ...more
}: Pick<RecipeRun, 'page' | 'recipe' | 'scope' | 'part' | 'isBought'> & {
  browserSession: BrowserSession;
  runSteps: RunSteps;
}): RecipeRun {
  const run: RecipeRun = {
    ...more,
    person: browserSession.person,
    answers: [],
    dialogs: [],
    typed: [],
    get signal() {
      return browserSession.signal;
    },
    // The interrupted step keeps what it saw, and no banner interrupts these steps.
    clearAway: (steps) =>
      runSteps(
        browserSession,
        { ...run, recipe: { ...more.recipe, banners: [] }, forgetSeen() {} },
        steps,
        `${more.part}/banners`,
      ),
    forgetSeen() {
      run.answers.length = 0;
      run.dialogs.length = 0;
    },
  };
  return run;
}

function hostsOf(store: Store, recipe: Recipe): string[] {
  const own = [store.url, ...store.also].flatMap((origin) => (origin === null ? [] : [new URL(origin).host]));
  return [...own, ...(recipe.hosts ?? [])];
}

/** Only the last code belongs to the open page. */
function resumedIn(answers: readonly AnsweredAction[]): ResumedSession | null {
  const resume = answers.findLast(({ kind }) => kind === 'enter_code')?.resume;
  return parseState<ResumedSession>(resume ?? null);
}

function stateFrom(saved: string | null): Pick<BrowserContextOptions, 'storageState'> {
  const storageState = parseState<Exclude<BrowserContextOptions['storageState'], string | undefined>>(saved);
  return storageState ? { storageState } : {};
}

export function parseState<T>(text: string | null): T | null {
  try {
    return text === null ? null : (JSON.parse(text) as T);
  } catch {
    return null;
  }
}
