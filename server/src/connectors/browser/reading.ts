import type { Locator, Page } from 'playwright-core';
import { fieldsOf, textOf } from '../../kit/fields.ts';
import { type Cents, toCents } from '../../kit/money.ts';
import { storableText } from '../../kit/storable-text.ts';
import { amountFromText } from '../prices.ts';
import { noteMissed, votesNeeded } from './agreement.ts';
import { RecipeBroken } from './attempt-errors.ts';
import { matchPattern } from './match-pattern.ts';
import type { Locator as OneTarget, Read, Recipe, Target } from './recipe.ts';
import { describeTarget, locate } from './targets.ts';
import { patternOf, type Scope } from './templates.ts';

const readTimeoutMs = 2_000;

/** Reads a value now; null if there is none. */
export async function readNow(place: Page | Locator, reading: Read, scope: Scope): Promise<string | null> {
  if (Array.isArray(reading.read)) return readAgreed(place, { ...reading, read: reading.read }, scope);
  const locator = locate(place, reading.read, scope).first();
  if ((await locator.count()) === 0) return null;
  const raw = await rawText(locator, reading.attribute).catch(() => null);
  if (raw === null) return null;
  const text = storableText(raw.replace(/[\s\u00a0\u202f]+/g, ' ').trim());
  if (reading.pattern === undefined) return text;
  const match = matchPattern(patternOf(reading.pattern, scope), text, scope.store);
  if (!match) return null;
  if (reading.join === undefined) return match[1] ?? match[0];
  return match
    .slice(1)
    .filter((group) => group !== undefined)
    .join(reading.join);
}

/** The text that at least half of the locators read; null if any reads another one. */
async function readAgreed(
  place: Page | Locator,
  reading: Read & { read: OneTarget[] },
  scope: Scope,
): Promise<string | null> {
  const { read: targets } = reading;
  const texts = await Promise.all(targets.map((read) => readNow(place, { ...reading, read }, scope)));
  const found = texts.filter((text) => text !== null);
  const [first, ...others] = new Set(found);
  if (first === undefined || others.length > 0 || found.length < votesNeeded(targets.length, 'step')) return null;
  const page = 'page' in place ? place.page() : place;
  await noteMissed(
    page,
    targets,
    texts.map((text) => (text === null ? 0 : 1)),
  );
  return first;
}

/** More than any cart, order list or page of results has. Reading each takes a round trip to the page. */
const rowsMax = 5_000;

/** All rows of a list. */
export async function rowsIn(place: Page | Locator, target: Target, scope: Scope): Promise<Locator[]> {
  const rows = locate(place, target, scope);
  const count = await rows.count();
  if (count > rowsMax) throw new RecipeBroken(`${describeTarget(target)} finds ${count} rows, more than ${rowsMax}.`);
  return Array.from({ length: count }, (_, index) => rows.nth(index));
}

/** What each locator reads, for messages. */
export async function describeReading(place: Page | Locator, reading: Read, scope: Scope): Promise<string> {
  if (!Array.isArray(reading.read)) return '';
  const said = reading.read.map(async (read) => {
    const text = await readNow(place, { ...reading, read }, scope).catch(() => null);
    return `${describeTarget(read)} reads ${text === null ? 'nothing' : JSON.stringify(text)}`;
  });
  return ` The locators disagree: ${(await Promise.all(said)).join(', ')}.`;
}

function rawText(locator: Locator, attribute: string | undefined): Promise<string | null> {
  const limits = { timeout: readTimeoutMs };
  if (attribute === undefined) return locator.evaluate(textInPage, undefined, limits);
  if (attribute === 'page_url') return Promise.resolve(locator.page().url());
  return attribute === 'value' ? locator.inputValue(limits) : locator.getAttribute(attribute, limits);
}

interface PageNode {
  nodeName: string;
  nodeValue: string | null;
  childNodes: Iterable<PageNode>;
}

interface PageElement extends PageNode {
  innerText?: string;
  getClientRects(): { length: number };
}

/** Runs in the page. Text that isn't shown has no lines, so its line breaks are kept here. */
function textInPage(element: PageElement): string {
  const textOfNode = ({ nodeName, nodeValue, childNodes }: PageNode): string => {
    if (nodeName === 'BR') return '\n';
    if (nodeName === '#comment') return '';
    return nodeValue ?? [...childNodes].map(textOfNode).join('');
  };
  const isShown = element.getClientRects().length > 0;
  return isShown && element.innerText !== undefined ? element.innerText : textOfNode(element);
}

/** Reads a value in a row: `or`, or empty, if there is none. */
export async function readIn(row: Locator, reading: Read | undefined, scope: Scope): Promise<string> {
  if (!reading) return '';
  return (await readNow(row, reading, scope)) ?? reading.or ?? '';
}

const freePattern =
  '\\b(free|gratis|kostenlos|kostenfrei|gratuite?|offerte?|gratuito|zdarma|ingyenes|included|inklusive|inbegriffen|compris)\\b|無料|免费|무료|^(-|–|—)$';

/** A price in the store's notation and currency; null if it is none. */
export function moneyIn(text: string, recipe: Pick<Recipe, 'decimal' | 'free'>, { store }: Scope): Cents | null {
  const amount = amountFromText(text, textOf(fieldsOf(store).currency) ?? '', recipe.decimal);
  if (amount !== null || /\d/.test(text)) return amount;
  return matchPattern(patternOf(recipe.free ?? freePattern, {}), text.trim(), store) ? toCents(0) : null;
}

export function countIn(text: string): number {
  const [digits] = /\d+/.exec(text) ?? [];
  if (digits === undefined) throw new RecipeBroken(`${JSON.stringify(text)} is not a quantity.`);
  return Number(digits);
}
