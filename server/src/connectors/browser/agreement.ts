import type { Locator, Page } from 'playwright-core';
import type { RecipeBroken } from './attempt-errors.ts';
import type { Locator as OneTarget, Target } from './recipe.ts';
import { combine, describeTarget, locate } from './targets.ts';
import type { Scope } from './templates.ts';

/** The element that a target's locators agree on. */
export interface Agreement {
  element: Locator | null;
  /** Whether any locator finds something. */
  isSeen: boolean;
  /** What each locator finds, for messages; empty if nothing is wrong. */
  problem: string;
}

/** A step needs half of the locators. The button needs more than half, and nothing else may match any of them. */
export type Strictness = 'step' | 'button';

/**
 * The one element that the locators of a target agree on. A locator that finds nothing has drifted and is reported; one
 * that finds something else stops the step.
 */
export async function agreeOn(page: Page, target: Target, scope: Scope, how: Strictness = 'step'): Promise<Agreement> {
  const targets = Array.isArray(target) ? target : [target];
  const counts = await Promise.all(targets.map((one) => locate(page, one, scope).count()));
  const matching = targets.filter((_, index) => (counts[index] ?? 0) > 0);
  if (matching.length === 0) return { element: null, isSeen: false, problem: '' };
  const agreed = combine(page, matching, scope, (one, other) => one.and(other));
  const isAlone = targets.length === 1 && how === 'step';
  const found = isAlone ? 1 : await agreed.count();
  const isUnique = how === 'step' || counts.every((count) => count <= 1);
  if (found === 1 && isUnique && matching.length >= votesNeeded(targets.length, how)) {
    await noteMissed(page, targets, counts, isAlone ? null : agreed);
    return { element: isAlone ? agreed.first() : agreed, isSeen: true, problem: '' };
  }
  const said = targets.map((one, index) => `${describeTarget(one)} finds ${counts[index] || 'nothing'}`).join(', ');
  const problem =
    targets.length === 1
      ? `More than one element matches ${describeTarget(target)}.`
      : `The locators disagree: ${said}.`;
  return { element: null, isSeen: true, problem };
}

export const votesNeeded = (locators: number, how: Strictness): number =>
  how === 'button' ? Math.floor(locators / 2) + 1 : Math.ceil(locators / 2);

/** A locator that found nothing while the others found the element. */
export interface MissedLocator {
  target: string;
  locator: string;
}

const missedOn = new WeakMap<Page, Map<string, MissedLocator>>();

/** Lets `recipe repair` see the page while a locator fails. */
export interface PageWatcher {
  onDrift(page: Page, target: OneTarget[], missed: OneTarget[], element: Locator | null): Promise<void>;
  onBroken(page: Page, error: RecipeBroken): Promise<void>;
}
const watchers = new WeakMap<Page, PageWatcher>();
export const watchPage = (page: Page, watcher: PageWatcher): unknown => watchers.set(page, watcher);

/** Remembers the locators of a found target that found nothing. */
export async function noteMissed(
  page: Page,
  targets: readonly OneTarget[],
  counts: readonly number[],
  element: Locator | null = null,
): Promise<void> {
  const gone = targets.filter((_, index) => counts[index] === 0);
  if (gone.length > 0) await watchers.get(page)?.onDrift(page, [...targets], gone, element);
  const missed = missedOn.get(page) ?? new Map<string, MissedLocator>();
  missedOn.set(page, missed);
  for (const [index, one] of targets.entries()) {
    const entry = { target: describeTarget(targets), locator: describeTarget(one) };
    if (counts[index] === 0) missed.set(`${entry.target} ${entry.locator}`, entry);
  }
}

export const missedLocatorsOn = (page: Page): MissedLocator[] => [...(missedOn.get(page)?.values() ?? [])];
