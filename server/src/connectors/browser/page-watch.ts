import { setTimeout as pause } from 'node:timers/promises';
import type { Locator, Page } from 'playwright-core';
import { fieldsOf, textOf } from '../../kit/fields.ts';
import { type Block, blocks, type LineLimit, type Refusal } from '../contract.ts';
import { refuse } from '../refuse.ts';
import { agreeOn } from './agreement.ts';
import { RecipeBroken, StoreRefusal } from './attempt-errors.ts';
import type { PersonAtPage } from './person-at-page.ts';
import { readNow } from './reading.ts';
import type { Condition, PersonSign, Read, Recipe, RefusalSign, Step, Target } from './recipe.ts';
import { describeTarget, locate, matchesText } from './targets.ts';
import { fillTemplate, patternOf, type Scope } from './templates.ts';

/** Where a walk is. */
export interface RecipeRun {
  page: Page;
  recipe: Recipe;
  scope: Scope;
  readonly signal: AbortSignal;
  readonly person: PersonAtPage;
  /** The part of the recipe, such as `add`. */
  part: string;
  /** Answers of the store since the last step that did something. */
  answers: { url: string; status: number }[];
  /** What dialogs said since then. */
  dialogs: string[];
  forgetSeen(): void;
  /** What was typed into the page that is open. */
  typed: { field: Locator; text: string; at: string }[];
  /** After the button nothing that the page says is a refusal. */
  isBought: boolean;
  /** Takes the steps that something in the way needs. */
  clearAway(steps: readonly Step[]): Promise<void>;
}

/** Between two looks at the page. Nothing is waited for but what the page shows. */
const checkEveryMs = 60;

export async function meetsCondition(run: RecipeRun, condition: Condition): Promise<boolean> {
  const { page, scope } = run;
  if ('any' in condition) return someAsync(condition.any, (one) => meetsCondition(run, one));
  if ('all' in condition) return !(await someAsync(condition.all, async (one) => !(await meetsCondition(run, one))));
  if ('not' in condition) return !(await meetsCondition(run, condition.not));
  if ('there' in condition) return (await locate(page, condition.there, scope).count()) > 0;
  if ('gone' in condition) return (await locate(page, condition.gone, scope).count()) === 0;
  if ('url' in condition) return patternOf(condition.url, scope).test(page.url());
  if ('equal' in condition) return fillTemplate(condition.equal[0], scope) === fillTemplate(condition.equal[1], scope);
  if ('less' in condition) return numberIn(condition.less[0], scope) < numberIn(condition.less[1], scope);
  if ('answered' in condition) {
    const pattern = patternOf(condition.answered, scope);
    return run.answers.some(
      ({ url, status }) =>
        pattern.test(url) && (condition.status === undefined ? status < 400 : status === condition.status),
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

/** The first number in a text; a text without one is no number, and smaller than nothing. */
function numberIn(text: string, scope: Scope): number {
  const [digits] = /-?\d+(?:\.\d+)?/.exec(fillTemplate(text, scope)) ?? [];
  return Number(digits ?? Number.NaN);
}

async function someAsync<T>(list: readonly T[], test: (entry: T) => Promise<boolean>): Promise<boolean> {
  for (const entry of list) if (await test(entry)) return true;
  return false;
}

/** A radio or box that is checked, or what stands for one; an option that is selected. */
export async function isChosen({ page, scope }: RecipeRun, target: Parameters<typeof locate>[1]): Promise<boolean> {
  const { element } = await agreeOn(page, target, scope);
  return (await element?.evaluate(chosenInPage).catch(() => false)) ?? false;
}

/** As much of an element as is looked at below. */
interface Choosable {
  tagName: string;
  control?: Choosable | null;
  checked?: boolean;
  selected?: boolean;
  matches(selector: string): boolean;
  querySelector(selector: string): Choosable | null;
  getAttribute(name: string): string | null;
}

/** Runs in the page, so it knows nothing of this file. */
function chosenInPage(given: Choosable): boolean {
  const field = given.tagName === 'LABEL' && given.control ? given.control : given;
  const inner = field.matches('input,option,[role]') ? field : (field.querySelector('input,[role]') ?? field);
  if (inner.checked === true || inner.selected === true) return true;
  return ['aria-checked', 'aria-selected', 'aria-pressed', 'data-state', 'data-selected', 'data-checked'].some((name) =>
    /^(true|checked|selected|on|active)$/.test(inner.getAttribute(name) ?? ''),
  );
}

/** Waits until something holds. Meanwhile banners are clicked away, and a refusal of the store ends the walk. */
export async function waitUntil(
  run: RecipeRun,
  test: () => Promise<boolean>,
  { withinMs, expected }: { withinMs: number; expected: string },
): Promise<void> {
  if (await waitWithin(run, test, withinMs)) return;
  throw new RecipeBroken(`No ${expected} appeared at ${run.page.url()} within ${withinMs / 1000} s.`);
}

export async function waitWithin(run: RecipeRun, test: () => Promise<boolean>, withinMs: number): Promise<boolean> {
  let endsAt = Date.now() + withinMs;
  for (;;) {
    run.signal.throwIfAborted();
    if (run.page.isClosed()) throw new Error('The page was closed.');
    if (await testUnlessReplaced(test)) return true;
    await clearBanners(run);
    // The time that a person takes is not the store's.
    endsAt += await checkSigns(run);
    if (Date.now() >= endsAt) return false;
    await pause(checkEveryMs, undefined, { signal: run.signal });
  }
}

/** Looks once; a page that is just being replaced is looked at when the next one is there. */
export async function checkOnce(run: RecipeRun, condition: Condition): Promise<boolean> {
  let isSo = false;
  const check = async (): Promise<boolean> => {
    isSo = await meetsCondition(run, condition);
    return true;
  };
  await waitUntil(run, check, { withinMs: 1000 * (run.recipe.patience_seconds ?? 20), expected: 'loaded page' });
  return isSo;
}

/** A page that is just being replaced has no answer yet. */
async function testUnlessReplaced(test: () => Promise<boolean>): Promise<boolean> {
  try {
    return await test();
  } catch (error) {
    if (isReplaced(error)) return false;
    throw error;
  }
}

export const isReplaced = (error: unknown): boolean =>
  error instanceof Error &&
  /context was destroyed|frame was detached|navigat|not attached|detached from the DOM/i.test(error.message);

async function clearBanners(run: RecipeRun): Promise<void> {
  for (const banner of run.recipe.banners ?? []) {
    if (typeof banner === 'string' || !('when' in banner)) await dismissBanner(run, banner);
    else if (await meetsCondition(run, banner.when).catch(() => false)) await run.clearAway(banner.do);
  }
}

async function dismissBanner({ page, scope }: RecipeRun, banner: Target): Promise<void> {
  const locator = locate(page, banner, scope).first();
  const isThere = await locator.count().catch(() => 0);
  if (isThere > 0) await locator.click({ timeout: 1_000, noWaitAfter: true }).catch(() => {});
}

/** Ends the walk where the page says no, and waits where it asks for a person. Returns how long a person took. */
export async function checkSigns(run: RecipeRun): Promise<number> {
  let tookMs = 0;
  for (const sign of run.recipe.signs ?? []) {
    if (sign.during && !sign.during.includes(run.part)) continue;
    if ('person' in sign) tookMs += await waitForPerson(run, sign);
    else if (!run.isBought && (await testUnlessReplaced(() => meetsCondition(run, sign.when))))
      throw await createRefusal(run, sign);
  }
  return tookMs;
}

const personTriesMax = 3;
/** How long the page may take to go on after a person said that it is done. */
const passedMs = 5_000;

async function disappearsSoon(run: RecipeRun, when: Condition): Promise<boolean> {
  const endsAt = Date.now() + passedMs;
  const isThere = (): Promise<boolean> => meetsCondition(run, when).catch(() => true);
  while (await isThere()) {
    if (Date.now() >= endsAt) return false;
    await pause(checkEveryMs, undefined, { signal: run.signal });
  }
  return true;
}

/** A page that only a person gets past. It is theirs until they say that it is done. */
async function waitForPerson(run: RecipeRun, { when, person }: PersonSign): Promise<number> {
  if (!(await testUnlessReplaced(() => meetsCondition(run, when)))) return 0;
  const startedAt = Date.now();
  for (let round = 0; round < personTriesMax; round += 1) {
    await run.person.ask(fillTemplate(person, run.scope));
    if (await disappearsSoon(run, when)) return Date.now() - startedAt;
  }
  const message = 'A person completed the page, but the store still asks for one.';
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
