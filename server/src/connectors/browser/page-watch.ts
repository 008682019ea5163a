import { setTimeout as pause } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { Locator, Page } from 'playwright-core';
import { assertDefined } from '../../kit/assert-defined.ts';
import { fieldsOf, textOf } from '../../kit/fields.ts';
import { type Block, blocks, type LineLimit, type Refusal } from '../contract.ts';
import { refuse } from '../refuse.ts';
import { agreeOn } from './agreement.ts';
import { RecipeBroken, StoreRefusal } from './attempt-errors.ts';
import { matchPattern } from './match-pattern.ts';
import type { PersonAtPage } from './person-at-page.ts';
import { readNow } from './reading.ts';
import type { Condition, PersonSign, Read, Recipe, RefusalSign, Step, Target } from './recipe.ts';
import { describeTarget, locate, matchesText } from './targets.ts';
import { fillTemplate, patternOf, type Scope } from './templates.ts';

/** A running part of a recipe. */
export interface RecipeRun {
  page: Page;
  recipe: Recipe;
  scope: Scope;
  readonly signal: AbortSignal;
  readonly person: PersonAtPage;
  /** The part of the recipe, such as `add`. */
  part: string;
  /** The store's responses since the last acting step. */
  answers: { url: string; status: number }[];
  /** Texts of dialogs since then. */
  dialogs: string[];
  forgetSeen(): void;
  /** What was typed into the open page. */
  typed: { field: Locator; text: string; at: string }[];
  /** After the button, nothing on the page is a refusal. */
  isBought: boolean;
  /** Runs the steps that remove a banner. */
  clearAway(steps: readonly Step[]): Promise<void>;
}

/** Interval between two checks of the page. */
const checkEveryMs = 60;
/** What takes long is looked at less often: a look takes processor time. */
const checkEveryMsMax = 250;
/** With twice the recipe's patience, longer than any check of a working page takes. */
const stuckMs = 10_000;

export async function meetsCondition(run: RecipeRun, condition: Condition): Promise<boolean> {
  const { page, scope } = run;
  if ('any' in condition) return someAsync(condition.any, (one) => meetsCondition(run, one));
  if ('all' in condition) return !(await someAsync(condition.all, async (one) => !(await meetsCondition(run, one))));
  if ('not' in condition) return !(await meetsCondition(run, condition.not));
  if ('there' in condition) return (await locate(page, condition.there, scope).count()) > 0;
  if ('gone' in condition) return (await locate(page, condition.gone, scope).count()) === 0;
  if ('url' in condition) return isMatch(condition.url, page.url(), scope);
  if ('equal' in condition) return fillTemplate(condition.equal[0], scope) === fillTemplate(condition.equal[1], scope);
  if ('less' in condition) return numberIn(condition.less[0], scope) < numberIn(condition.less[1], scope);
  if ('answered' in condition) {
    const { answered, status: wanted } = condition;
    return run.answers.some(
      ({ url, status }) => (wanted === undefined ? status < 400 : status === wanted) && isMatch(answered, url, scope),
    );
  }
  if ('dialog' in condition) return run.dialogs.some((text) => matchesText(text, condition.dialog, scope));
  if ('chosen' in condition) return isChosen(run, condition.chosen);
  if ('value' in condition) {
    const value = await readNow(page, { read: condition.value, attribute: 'value' }, scope);
    return value !== null && value === fillTemplate(condition.is, scope);
  }
  const text = await readNow(page, { read: condition.text }, scope);
  return text !== null && matchesText(text, condition.has, scope);
}

const isMatch = (source: string, text: string, scope: Scope): boolean =>
  matchPattern(patternOf(source, scope), text, scope.store) !== null;

/** The first number in a text, or NaN, which is not less than anything. */
function numberIn(text: string, scope: Scope): number {
  const [digits] = /-?\d+(?:\.\d+)?/.exec(fillTemplate(text, scope)) ?? [];
  return Number(digits ?? Number.NaN);
}

async function someAsync<T>(list: readonly T[], test: (entry: T) => Promise<boolean>): Promise<boolean> {
  for (const entry of list) if (await test(entry)) return true;
  return false;
}

/** Whether a radio button, checkbox or option is selected, native or by ARIA. */
export async function isChosen({ page, scope }: RecipeRun, target: Parameters<typeof locate>[1]): Promise<boolean> {
  const { element } = await agreeOn(page, target, scope);
  return (await element?.evaluate(chosenInPage).catch(() => false)) ?? false;
}

/** The parts of an element used below. */
interface Choosable {
  tagName: string;
  control?: Choosable | null;
  checked?: boolean;
  selected?: boolean;
  matches(selector: string): boolean;
  querySelector(selector: string): Choosable | null;
  getAttribute(name: string): string | null;
}

/** Runs in the page: can't use anything else from this file. */
function chosenInPage(given: Choosable): boolean {
  const field = given.tagName === 'LABEL' && given.control ? given.control : given;
  const inner = field.matches('input,option,[role]') ? field : (field.querySelector('input,[role]') ?? field);
  if (inner.checked === true || inner.selected === true) return true;
  return ['aria-checked', 'aria-selected', 'aria-pressed', 'data-state', 'data-selected', 'data-checked'].some((name) =>
    /^(true|checked|selected|on|active)$/.test(inner.getAttribute(name) ?? ''),
  );
}

/** Waits until a test passes. Meanwhile, dismisses banners and checks for refusals. */
export async function waitUntil(
  run: RecipeRun,
  test: () => Promise<boolean>,
  { withinMs = patienceMsOf(run.recipe), expected }: { withinMs?: number; expected: string },
): Promise<void> {
  if (await waitWithin(run, test, withinMs)) return;
  throw new RecipeBroken(`No ${expected} appeared at ${run.page.url()} within ${withinMs / 1000} s.`);
}

export const patienceMsOf = ({ patience_seconds: seconds = 20 }: Pick<Recipe, 'patience_seconds'>): number =>
  1000 * seconds;

/** Reads until two reads are equal: rows appear one by one. */
export async function readSettled<T>(
  run: RecipeRun,
  read: () => Promise<T>,
  limits: { withinMs?: number; expected: string },
): Promise<T> {
  let last: T | undefined;
  let before: T | undefined;
  const isSettled = async (): Promise<boolean> => {
    [last, before] = [await read(), last];
    return isDeepStrictEqual(last, before);
  };
  await waitUntil(run, isSettled, limits);
  return assertDefined(last);
}

/** Playwright keeps the last 200 messages and errors of a page, which can have megabytes each. */
function forgetOutput(page: Page): void {
  void page.clearConsoleMessages().catch(() => {});
  void page.clearPageErrors().catch(() => {});
}

export async function waitWithin(run: RecipeRun, test: () => Promise<boolean>, withinMs: number): Promise<boolean> {
  const startedAt = Date.now();
  let endsAt = startedAt + withinMs;
  for (;;) {
    run.signal.throwIfAborted();
    forgetOutput(run.page);
    if (run.page.isClosed()) throw new Error('The page was closed.');
    if (await testUnlessReplaced(run, test)) return true;
    await clearBanners(run);
    // Time that a person takes doesn't count.
    endsAt += await checkSigns(run);
    if (Date.now() >= endsAt) return false;
    const waitedMs = Date.now() - startedAt;
    await pause(Math.min(checkEveryMsMax, checkEveryMs + waitedMs / 10), undefined, { signal: run.signal });
  }
}

/** Checks a condition once. If the page is being replaced, waits for the next one. */
export async function checkOnce(run: RecipeRun, condition: Condition): Promise<boolean> {
  let isSo = false;
  const check = async (): Promise<boolean> => {
    isSo = await meetsCondition(run, condition);
    return true;
  };
  await waitUntil(run, check, { expected: 'loaded page' });
  return isSo;
}

/** A script or a pattern of the recipe can block a page, and queries of a page have no timeout of their own. */
async function unlessStuck<T>(run: RecipeRun, work: Promise<T>): Promise<T> {
  const done = new AbortController();
  const wait = { signal: AbortSignal.any([run.signal, done.signal]) };
  const stuck = pause(stuckMs + 2 * patienceMsOf(run.recipe), undefined, wait).then((): never => {
    throw new RecipeBroken(`The page at ${run.page.url()} does not respond.`);
  });
  try {
    return await Promise.race([work, stuck]);
  } finally {
    done.abort();
  }
}

/** False while the page is being replaced. */
async function testUnlessReplaced(run: RecipeRun, test: () => Promise<boolean>): Promise<boolean> {
  try {
    return await unlessStuck(run, test());
  } catch (error) {
    if (isReplaced(error)) return false;
    throw error;
  }
}

export const isReplaced = (error: unknown): boolean =>
  error instanceof Error &&
  !(error instanceof RecipeBroken) &&
  /context was destroyed|frame was detached|navigat|not attached|detached from the DOM/i.test(error.message);

/** A value for errors that pass, such as a page that is being replaced. */
const unlessBroken =
  <T>(value: T) =>
  (error: unknown): T => {
    if (error instanceof RecipeBroken) throw error;
    return value;
  };

async function clearBanners(run: RecipeRun): Promise<void> {
  for (const banner of run.recipe.banners ?? []) {
    if (typeof banner === 'string' || !('when' in banner)) await dismissBanner(run, banner);
    else if (await unlessStuck(run, meetsCondition(run, banner.when)).catch(unlessBroken(false)))
      await run.clearAway(banner.do);
  }
}

async function dismissBanner(run: RecipeRun, banner: Target): Promise<void> {
  const locator = locate(run.page, banner, run.scope).first();
  const isThere = await unlessStuck(run, locator.count()).catch(unlessBroken(0));
  if (isThere > 0) await locator.click({ timeout: 1_000, noWaitAfter: true }).catch(() => {});
}

/** Throws a refusal that the page shows, and waits where it needs a person. Returns how long the person took. */
export async function checkSigns(run: RecipeRun): Promise<number> {
  let tookMs = 0;
  for (const sign of run.recipe.signs ?? []) {
    if (sign.during && !sign.during.includes(run.part)) continue;
    if ('person' in sign) tookMs += await waitForPerson(run, sign);
    else if (!run.isBought && (await testUnlessReplaced(run, () => meetsCondition(run, sign.when))))
      throw await createRefusal(run, sign);
  }
  return tookMs;
}

const personTriesMax = 3;
/** How long the page may take to continue after a person is done. */
const passedMs = 5_000;

async function disappearsSoon(run: RecipeRun, when: Condition): Promise<boolean> {
  const endsAt = Date.now() + passedMs;
  const isThere = (): Promise<boolean> => meetsCondition(run, when).catch(unlessBroken(true));
  while (await isThere()) {
    if (Date.now() >= endsAt) return false;
    await pause(checkEveryMs, undefined, { signal: run.signal });
  }
  return true;
}

/** Waits until a person has completed the page. */
async function waitForPerson(run: RecipeRun, { when, person }: PersonSign): Promise<number> {
  if (!(await testUnlessReplaced(run, () => meetsCondition(run, when)))) return 0;
  const startedAt = Date.now();
  for (let round = 0; round < personTriesMax; round += 1) {
    await run.person.ask(fillTemplate(person, run.scope));
    if (await disappearsSoon(run, when)) return Date.now() - startedAt;
  }
  const message = 'The steps on the page were completed, but the store still requires manual input.';
  throw new StoreRefusal({ kind: 'blocked', reason: 'account_verification_required', message });
}

const isBlock = (reason: Refusal | Block): reason is Block => blocks.some((block) => block === reason);

export async function createRefusal(
  run: RecipeRun,
  { reason, message, limit }: Omit<RefusalSign, 'when'> & { limit?: string },
): Promise<StoreRefusal> {
  const words = await messageOf(run, message).catch(() => null);
  const said = words || `The store's page says: ${reason.replaceAll('_', ' ')}.`;
  const id = textOf(fieldsOf(run.scope.line).id);
  if (run.part !== 'add' || id === undefined) return new StoreRefusal(answerFor(reason, said));
  const quantity = limit === undefined ? Number.NaN : Math.floor(numberIn(limit, run.scope));
  const limits = quantity >= 0 ? { limits: [{ lineId: id, quantity }] } : {};
  return new StoreRefusal(answerFor(reason, said, { lineIds: [id], ...limits }));
}

export const answerFor = (
  reason: Refusal | Block,
  message: string,
  more: { lineIds?: string[]; limits?: LineLimit[] } = {},
) => (isBlock(reason) ? { kind: 'blocked' as const, reason, message } : refuse(reason, message, more));

async function messageOf({ page, scope }: RecipeRun, message: string | Read | undefined): Promise<string | null> {
  if (message === undefined) return null;
  return typeof message === 'string' ? fillTemplate(message, scope) : readNow(page, message, scope);
}

export const describeCondition = (condition: Condition): string => describeTarget(condition);
