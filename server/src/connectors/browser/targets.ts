import type { FrameLocator, Locator, Page } from 'playwright-core';
import { RecipeBroken } from './endings.ts';
import type { Target, TargetParts, Words } from './recipe.ts';
import { fillIn, patternOf, type Scope } from './words.ts';

type Place = Page | Locator | FrameLocator;
type Role = Parameters<Page['getByRole']>[0];

/** What a target finds on the page, or in the row that is being read. It may find nothing, or several. */
export function locate(place: Place, target: Target, scope: Scope): Locator {
  if (typeof target === 'string') return place.locator(fillIn(target, scope)).filter({ visible: true });
  const inside = target.frame === undefined ? place : locate(place, hidden(target.frame), scope).first().contentFrame();
  const start = target.in === undefined ? inside : locate(inside, target.in, scope).first();
  const [first, ...more] = candidates(start, target, scope);
  if (!first) throw new RecipeBroken(`A target needs css, role, label, text, placeholder or test_id: ${show(target)}.`);
  const found = more.reduce((locator, another) => locator.and(another), first);
  return narrow(found, target, scope);
}

/** An iframe may be see-through. */
const hidden = (frame: Target): Target => ({ ...(typeof frame === 'string' ? { css: frame } : frame), hidden: true });

function candidates(start: Place, target: TargetParts, scope: Scope): Locator[] {
  const exact = target.exact ?? false;
  const words = (value: Words): string | RegExp => wordsOf(value, scope);
  const found: Locator[] = [];
  if (target.css !== undefined) found.push(start.locator(fillIn(target.css, scope)));
  if (target.role !== undefined) {
    const name = target.name === undefined ? {} : { name: words(target.name), exact };
    found.push(start.getByRole(fillIn(target.role, scope) as Role, { ...name, includeHidden: target.hidden ?? false }));
  }
  if (target.label !== undefined) found.push(start.getByLabel(words(target.label), { exact }));
  if (target.placeholder !== undefined) found.push(start.getByPlaceholder(words(target.placeholder), { exact }));
  if (target.test_id !== undefined) found.push(start.getByTestId(fillIn(target.test_id, scope)));
  // With another criterion the words may stand anywhere inside; alone, the innermost element that has them is meant.
  if (target.text !== undefined && found.length === 0) found.push(start.getByText(words(target.text), { exact }));
  return found;
}

function narrow(found: Locator, target: TargetParts, scope: Scope): Locator {
  const isTextBeside = target.css !== undefined || target.role !== undefined || target.test_id !== undefined;
  let locator = found;
  if (target.text !== undefined && isTextBeside) {
    const words = wordsOf(target.text, scope);
    const hasText = target.exact && typeof words === 'string' ? whole(words) : words;
    locator = locator.filter({ hasText });
  }
  if (target.has !== undefined) locator = locator.filter({ has: locate(found.page(), target.has, scope) });
  if (!target.hidden) locator = locator.filter({ visible: true });
  return target.nth === undefined ? locator : locator.nth(target.nth);
}

const whole = (words: string): RegExp => new RegExp(`^\\s*${words.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}\\s*$`, 'i');

const wordsOf = (words: Words, scope: Scope): string | RegExp =>
  typeof words === 'string' ? fillIn(words, scope) : patternOf(words.matches, scope);

/** Whether a text says these words. */
export function says(text: string, words: Words, scope: Scope): boolean {
  const wanted = wordsOf(words, scope);
  return typeof wanted === 'string' ? text.toLowerCase().includes(wanted.toLowerCase()) : wanted.test(text);
}

/** A target in words, for messages. */
export const show = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));
