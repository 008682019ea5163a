import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import type { Dial } from '../../platform/outgoing/index.ts';
import type { Answered, QuestionKind, ReadAccount, StoreAccount } from '../contract.ts';
import type { Store } from '../store.ts';
import type { Chromium } from './chromium.ts';
import { Film } from './film.ts';
import { type Gate, openGate } from './gate.ts';
import type { Walk } from './page-watch.ts';
import { PersonAtPage } from './person-at-page.ts';
import type { Recipe, Step } from './recipe.ts';
import { says } from './targets.ts';
import type { Scope } from './words.ts';

export interface VisitNeeds {
  store: Store;
  recipe: Recipe;
  chromium: Chromium;
  dial: Dial;
  /** A picture after every step. */
  isThorough?: boolean;
}

interface Visitor {
  account: ReadAccount | StoreAccount | null;
  answers?: readonly Answered[];
  signal: AbortSignal;
  /** Whether a person can be asked to act at the page. */
  hasPerson?: boolean;
  /** Takes the steps that something in the way needs. */
  takeSteps: TakeSteps;
}

type TakeSteps = (visit: Visit, walk: Walk, steps: readonly Step[], place: string) => Promise<void>;

/** Where a visit goes on that a question interrupted. */
export interface Resumed {
  state: string;
  url: string;
  step: number;
}

export interface Visit {
  readonly storeName: string;
  readonly account: ReadAccount | StoreAccount | null;
  readonly page: Page;
  readonly film: Film;
  readonly person: PersonAtPage;
  /** What a question that was answered left to go on with. */
  readonly resumed: Resumed | null;
  signal: AbortSignal;
  /** The part of the recipe that is being walked, such as `add`. */
  readonly part: string;
  /** The step of the part that is being taken. */
  topStep: number;
  logInBeganAt: Date;
  walk(part: string, scope: Scope, isBought?: boolean): Walk;
  takeAnswer(kind: QuestionKind): Answered | null;
  resumeHere(): Promise<string>;
  /** Cookies and what the pages keep: a trusted device, a session. */
  state(): Promise<string>;
  /** A second tab of the same session; this page stays as it is. Close it after use. */
  openTab(): Promise<Visit>;
  /** Makes room for another visit while it waits for a person. */
  setAside(): void;
  close(): Promise<void>;
}

/** What would open a new tab is opened in this one, so that there is one page to look at; a closed shadow root is an open one. */
const oneTab = `
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

/** A context of its own for one account at one store: nothing of another visitor is in it. */
export async function openVisit(needs: VisitNeeds, visitor: Visitor): Promise<Visit> {
  const { store, recipe } = needs;
  const answers = [...(visitor.answers ?? [])];
  const resumed = resumedIn(answers);
  const saved = resumed?.state ?? (await visitor.account?.session.load()) ?? null;
  const { browser, giveBack, setAside } = await needs.chromium.borrow(visitor.signal);
  let gate: Gate | null = null;
  let context: BrowserContext | null = null;
  const close = async (): Promise<void> => {
    await context?.close().catch(() => {});
    gate?.close();
    giveBack();
  };
  try {
    gate = await openGate(hostsOf(store, recipe), needs.dial);
    context = await browser.newContext({
      proxy: { server: gate.url },
      acceptDownloads: false,
      serviceWorkers: 'block',
      viewport: { width: 1280, height: 900 },
      locale: recipe.locale ?? 'en-US',
      ...stateFrom(saved),
    });
    await context.addInitScript(oneTab);
    const tabs = keepOneTab(context);
    const page = await tabs.open();
    return visitOf(needs, visitor, { context, tabs, page, answers, resumed, close, setAside });
  } catch (error) {
    await close();
    throw error;
  }
}

/** Tabs that a page opens by itself are closed; those that are opened here stay. */
function keepOneTab(context: BrowserContext) {
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

interface Opened extends Pick<Visit, 'close' | 'setAside'> {
  context: BrowserContext;
  tabs: ReturnType<typeof keepOneTab>;
  page: Page;
  answers: Answered[];
  resumed: Resumed | null;
}

function visitOf(needs: VisitNeeds, visitor: Visitor, more: Opened): Visit {
  const { store, recipe, isThorough = false } = needs;
  const { account, signal, hasPerson = false, takeSteps } = visitor;
  const { context, page, answers, close } = more;
  const film = new Film(isThorough);
  const person = new PersonAtPage(hasPerson);
  let current: Walk | null = null;
  page.on('dialog', (dialog) => {
    current?.dialogs.push(dialog.message());
    const { decline_dialogs: declined } = recipe;
    const isDeclined = declined !== undefined && says(dialog.message(), declined, current?.scope ?? {});
    void (isDeclined ? dialog.dismiss() : dialog.accept()).catch(() => {});
  });
  page.on('response', (response) => {
    const answer = { url: response.url(), status: response.status() };
    current?.answers.push(answer);
    const { type } = { type: response.request().resourceType() };
    if (type === 'document' || type === 'xhr' || type === 'fetch') {
      film.answers.push({ ...answer, url: film.clean(answer.url.split('?')[0] ?? '') });
      if (film.answers.length > 200) film.answers.shift();
    }
  });
  const visit: Visit = {
    storeName: store.name,
    account,
    page,
    film,
    person,
    resumed: more.resumed,
    signal,
    get part() {
      return current?.part ?? '';
    },
    topStep: 0,
    logInBeganAt: new Date(),
    walk(part, scope, isBought = false) {
      current = walkOf({ page, recipe, scope, part, isBought, visit, takeSteps });
      return current;
    },
    takeAnswer(kind) {
      const index = answers.findLastIndex((answer) => answer.kind === kind);
      return index < 0 ? null : (answers.splice(index, 1)[0] ?? null);
    },
    async resumeHere() {
      const resumed: Resumed = { state: await visit.state(), url: page.url(), step: visit.topStep };
      return JSON.stringify(resumed);
    },
    state: async () => JSON.stringify(await context.storageState({ indexedDB: true })),
    async openTab() {
      const tab = await more.tabs.open();
      const closeTab = (): Promise<void> => tab.close().catch(() => {});
      const asked = { account, signal: visit.signal, takeSteps };
      return visitOf(needs, asked, { ...more, page: tab, answers: [], resumed: null, close: closeTab });
    },
    setAside: more.setAside,
    close,
  };
  return visit;
}

function walkOf({
  visit,
  takeSteps,
  ...more
}: Pick<Walk, 'page' | 'recipe' | 'scope' | 'part' | 'isBought'> & { visit: Visit; takeSteps: TakeSteps }): Walk {
  const walk: Walk = {
    ...more,
    person: visit.person,
    answers: [],
    dialogs: [],
    typed: [],
    get signal() {
      return visit.signal;
    },
    // What the interrupted step waits for is not forgotten, and nothing interrupts this.
    clearAway: (steps) =>
      takeSteps(
        visit,
        { ...walk, recipe: { ...more.recipe, banners: [] }, forgetSeen() {} },
        steps,
        `${more.part}/banners`,
      ),
    forgetSeen() {
      walk.answers.length = 0;
      walk.dialogs.length = 0;
    },
  };
  return walk;
}

function hostsOf(store: Store, recipe: Recipe): string[] {
  const own = [store.url, ...store.also].flatMap((origin) => (origin === null ? [] : [new URL(origin).host]));
  return [...own, ...(recipe.hosts ?? [])];
}

/** The last code that was given belongs to the page that asked for it. */
function resumedIn(answers: readonly Answered[]): Resumed | null {
  const resume = answers.findLast(({ kind }) => kind === 'enter_code')?.resume;
  return parsed<Resumed>(resume ?? null);
}

function stateFrom(saved: string | null): Pick<BrowserContextOptions, 'storageState'> {
  const storageState = parsed<Exclude<BrowserContextOptions['storageState'], string | undefined>>(saved);
  return storageState ? { storageState } : {};
}

export function parsed<T>(text: string | null): T | null {
  try {
    return text === null ? null : (JSON.parse(text) as T);
  } catch {
    return null;
  }
}
