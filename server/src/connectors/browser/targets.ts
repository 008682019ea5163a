import type { FrameLocator, Locator, Page } from 'playwright-core';
import { RecipeBroken } from './attempt-errors.ts';
import { matchPattern } from './match-pattern.ts';
import type { Locator as OneTarget, Target, TargetParts, TextMatch } from './recipe.ts';
import { fillTemplate, patternOf, type Scope } from './templates.ts';

type Place = Page | Locator | FrameLocator;
type Role = Parameters<Page['getByRole']>[0];

/** Everything that any locator of a target finds on the page or in a row. */
export function locate(place: Place, target: Target, scope: Scope): Locator {
  if (!Array.isArray(target)) return locateOne(place, target, scope);
  return combine(place, target, scope, (one, other) => one.or(other));
}

/** Joins the locators of one target. All search in the frame of the first. */
export function combine(
  place: Place,
  targets: readonly OneTarget[],
  scope: Scope,
  join: (one: Locator, other: Locator) => Locator,
): Locator {
  const [first = '', ...others] = targets;
  const frame = frameOf(first);
  if (others.some((other) => frameOf(other) !== frame)) {
    throw new RecipeBroken(`All locators for a target must be in the same frame: ${describeTarget(targets)}.`);
  }
  const alone = others.map((other) => locateOne(place, frame === '' ? other : withoutFrame(other), scope));
  return alone.reduce(join, locateOne(place, first, scope));
}

const frameOf = (target: OneTarget): string =>
  typeof target === 'string' || target.frame === undefined ? '' : JSON.stringify(target.frame);
function withoutFrame(target: OneTarget): OneTarget {
  if (typeof target === 'string') return target;
  const { frame: _frame, ...inside } = target;
  return inside;
}

function locateOne(place: Place, target: OneTarget, scope: Scope): Locator {
  if (typeof target === 'string') return place.locator(fillTemplate(target, scope)).filter({ visible: true });
  const inside =
    target.frame === undefined ? place : locateOne(place, hidden(target.frame), scope).first().contentFrame();
  const start = target.in === undefined ? inside : locateOne(inside, target.in, scope).first();
  const [first, ...more] = candidates(start, target, scope);
  if (!first)
    throw new RecipeBroken(`A target needs css, role, label, text, placeholder or test_id: ${describeTarget(target)}.`);
  const found = more.reduce((locator, another) => locator.and(another), first);
  return narrowLocator(found, target, scope);
}

/** An iframe may be transparent. */
const hidden = (frame: OneTarget): OneTarget => ({
  ...(typeof frame === 'string' ? { css: frame } : frame),
  hidden: true,
});

function candidates(start: Place, target: TargetParts, scope: Scope): Locator[] {
  const exact = target.exact ?? false;
  const words = (value: TextMatch): string | RegExp => textMatchOf(value, scope);
  const found: Locator[] = [];
  if (target.css !== undefined) found.push(start.locator(fillTemplate(target.css, scope)));
  if (target.role !== undefined) {
    const name = target.name === undefined ? {} : { name: words(target.name), exact };
    found.push(
      start.getByRole(fillTemplate(target.role, scope) as Role, { ...name, includeHidden: target.hidden ?? false }),
    );
  }
  if (target.label !== undefined) found.push(start.getByLabel(words(target.label), { exact }));
  if (target.placeholder !== undefined) found.push(start.getByPlaceholder(words(target.placeholder), { exact }));
  if (target.test_id !== undefined) found.push(start.getByTestId(fillTemplate(target.test_id, scope)));
  // Alone, text finds the innermost element. With another criterion, it may be anywhere inside.
  if (target.text !== undefined && found.length === 0) found.push(start.getByText(words(target.text), { exact }));
  return found;
}

function narrowLocator(found: Locator, target: TargetParts, scope: Scope): Locator {
  const isTextBeside = target.css !== undefined || target.role !== undefined || target.test_id !== undefined;
  let locator = found;
  if (target.text !== undefined && isTextBeside) {
    const words = textMatchOf(target.text, scope);
    const hasText = target.exact && typeof words === 'string' ? whole(words) : words;
    locator = locator.filter({ hasText });
  }
  if (target.has !== undefined) locator = locator.filter({ has: locateOne(found.page(), target.has, scope) });
  if (!target.hidden) locator = locator.filter({ visible: true });
  return target.nth === undefined ? locator : locator.nth(target.nth);
}

const whole = (words: string): RegExp => new RegExp(`^\\s*${words.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}\\s*$`, 'i');

const textMatchOf = (words: TextMatch, scope: Scope): string | RegExp =>
  typeof words === 'string' ? fillTemplate(words, scope) : patternOf(words.matches, scope);

/** Whether a text contains these words. */
export function matchesText(text: string, words: TextMatch, scope: Scope): boolean {
  const wanted = textMatchOf(words, scope);
  if (typeof wanted === 'string') return text.toLowerCase().includes(wanted.toLowerCase());
  return matchPattern(wanted, text, scope.store) !== null;
}

/** A target as text, for messages. */
export const describeTarget = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));
