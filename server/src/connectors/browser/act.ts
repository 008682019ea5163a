import type { Locator } from 'playwright-core';
import { type Agreement, agreeOn, type Strictness } from './agreement.ts';
import { isFinal, RecipeBroken } from './attempt-errors.ts';
import { checkedElement } from './choices.ts';
import { patienceMsOf, type RecipeRun, waitWithin } from './page-watch.ts';
import type { Recipe, Step, Target } from './recipe.ts';
import { describeTarget } from './targets.ts';

/** Timeout of one try. A step tries again until its own timeout. */
export const actMs = 1_500;
/** Later tries get more time: on a busy machine, a click takes seconds. */
export const attemptMs = (tries: number): number => actMs * 2 ** Math.min(tries, 3);

export const stepTimeoutMsOf = (recipe: Recipe, step?: Step): number =>
  step?.within_seconds === undefined ? patienceMsOf(recipe) : 1000 * step.within_seconds;

/** The element, as soon as it is there. Null: the step is optional and it is not. */
export async function findTarget(run: RecipeRun, target: Target, step: Step): Promise<Locator | null> {
  const withinMs = step.optional ? 1000 * (step.within_seconds ?? 0) : stepTimeoutMsOf(run.recipe, step);
  return awaitAgreement(run, target, { withinMs, isOptional: step.optional ?? false });
}

/** The element that a target's locators agree on. If they never do, the step fails and says which still match. */
export async function awaitAgreement(
  run: RecipeRun,
  target: Target,
  { withinMs, isOptional = false, how = 'step' }: { withinMs: number; isOptional?: boolean; how?: Strictness },
): Promise<Locator | null> {
  let last: Agreement = { element: null, isSeen: false, problem: '' };
  const isAgreed = async (): Promise<boolean> => {
    last = await agreeOn(run.page, target, run.scope, how);
    return last.element !== null;
  };
  if (await waitWithin(run, isAgreed, withinMs)) return last.element;
  if (last.isSeen) throw new RecipeBroken(`${last.problem} Nothing was done at ${run.page.url()}.`);
  if (isOptional) return null;
  throw new RecipeBroken(`No ${describeTarget(target)} appeared at ${run.page.url()} within ${withinMs / 1000} s.`);
}

/** The one button that the locators agree on. No other element may match any of them. */
export async function awaitButton(run: RecipeRun, button: Target): Promise<Locator> {
  try {
    const found = await awaitAgreement(run, button, { withinMs: patienceMsOf(run.recipe), how: 'button' });
    if (found) return found;
  } catch (error) {
    if (error instanceof RecipeBroken) error.place = 'buy/button';
    throw error;
  }
  throw new RecipeBroken(`Could not find ${describeTarget(button)}.`);
}

/** Acts on an element, and tries again if a banner was in the way or the page was replaced. */
export async function act(
  run: RecipeRun,
  step: Step,
  what: string,
  work: (tries: number) => Promise<void>,
): Promise<void> {
  let last = '';
  let tries = 0;
  const attempt = async (): Promise<boolean> => {
    try {
      await work(tries);
      return true;
    } catch (error) {
      if (isFinal(error)) throw error;
      tries += 1;
      last = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error);
      return false;
    }
  };
  if (!(await waitWithin(run, attempt, stepTimeoutMsOf(run.recipe, step)))) {
    throw new RecipeBroken(`${what} did not work at ${run.page.url()}: ${last}`);
  }
}

/** Clicks. Text that has disappeared since it was typed is typed again: a page's scripts may clear it as they start. */
export async function press(run: RecipeRun, locator: Locator, step: Step, tries = 0, isAgain = false): Promise<void> {
  const timeout = attemptMs(tries);
  const element = 'click' in step ? await checkedElement(run, locator, timeout) : locator;
  await retypeLostText(run, isAgain);
  const force = 'force' in step && step.force === true;
  await element.click({ timeout, noWaitAfter: true, force });
}

/**
 * A script that starts late may clear a filled field, or ignore the text in it. The second can't be seen: it is assumed
 * when a click had no effect.
 */
async function retypeLostText({ page, typed }: RecipeRun, isSuspected: boolean): Promise<void> {
  for (const { field, text, at } of typed) {
    if (page.url() !== at || text === '') continue;
    const held = await field.inputValue({ timeout: 200 }).catch(() => null);
    if (held === null || (held !== '' && !isSuspected)) continue;
    const retype = async (): Promise<void> => {
      await field.fill('', { timeout: actMs });
      await field.fill(text, { timeout: actMs });
    };
    await retype().catch(() => {});
  }
}
