import type { ElementHandle, Locator, Page } from 'playwright-core';
import { fieldsOf, listOf, textOf } from '../../kit/fields.ts';
import type { CatalogProduct } from '../catalog-product.ts';
import type { Refused } from '../contract.ts';
import { refuse } from '../refuse.ts';
import { StoreRefusal } from './attempt-errors.ts';
import { type RecipeRun, waitWithin } from './page-watch.ts';
import { readIn, rowsIn } from './reading.ts';
import type { Recipe, Target } from './recipe.ts';
import { matchesText } from './targets.ts';
import { fold, type Scope } from './templates.ts';

const readTimeoutMs = 2_000;
/** A page that is still being built may show a choice without its label. */
const settleMs = 2_000;

export interface Choice {
  label: string;
  values: string[];
}

/** What a product page lets a buyer choose, by `product.choices`. */
export async function readChoices({ product }: Recipe, page: Page, scope: Scope): Promise<Choice[]> {
  const { choices } = product ?? {};
  if (!choices) return [];
  const found: Choice[] = [];
  for (const row of await rowsIn(page, choices.rows, scope)) {
    const label = await readIn(row, choices.label, scope);
    const values: string[] = [];
    for (const value of await valuesIn(row, choices.values, scope)) {
      if (await value.evaluate(isPlaceholderInPage, undefined, { timeout: readTimeoutMs })) continue;
      values.push(await readIn(value, { ...choices.value, read: { css: ':scope', hidden: true } }, scope));
    }
    found.push({ label, values: values.filter((value) => value !== '') });
  }
  return found;
}

/** The options of a closed list are not visible. */
async function valuesIn(row: Locator, values: Target, scope: Scope): Promise<Locator[]> {
  const shown = await rowsIn(row, values, scope);
  return shown.length > 0 ? shown : rowsIn(row, withHidden(values), scope);
}

function withHidden(target: Target): Target {
  if (Array.isArray(target))
    return target.map((one) => (typeof one === 'string' ? { css: one, hidden: true } : { ...one, hidden: true }));
  return typeof target === 'string' ? { css: target, hidden: true } : { ...target, hidden: true };
}

/** Runs in the page: "Choose a size" is no size. */
const isPlaceholderInPage = (option: { tagName: string; getAttribute(name: string): string | null }): boolean =>
  option.tagName === 'OPTION' && option.getAttribute('value') === '';

const mayKeepDefault = ({ optional_choices: optional }: Recipe, label: string, scope: Scope): boolean =>
  optional !== undefined && matchesText(label, optional, scope);

/** The choices as product details show them. */
export const describeChoices = (recipe: Recipe, choices: readonly Choice[], scope: Scope): CatalogProduct['choices'] =>
  choices.map((choice) => ({ ...choice, isRequired: isOpen(choice) && !mayKeepDefault(recipe, choice.label, scope) }));

/** With one value, there is nothing to choose. A list whose values can't be read may have several. */
const isOpen = ({ values }: Choice): boolean => values.length !== 1;

interface NamedValue {
  label: string;
  value: string;
}

/**
 * Before a click of `add`: the customer named a value for everything that `product.choices` finds on the page. A
 * preselected option is still a choice: nothing may be bought in a variant that the customer did not name.
 */
export async function checkChoices(run: RecipeRun): Promise<void> {
  if (!isChecked(run)) return;
  const { variant } = fieldsOf(run.scope.line);
  const named = listOf(variant)
    .map(fieldsOf)
    .map(({ label, value }) => ({
      label: textOf(label) ?? '',
      value: textOf(value) ?? '',
    }));
  let missing: Choice[] = [];
  const isComplete = async (): Promise<boolean> => {
    missing = [];
    missing = await findUnnamed(run, named);
    return missing.length === 0;
  };
  if (await waitWithin(run, isComplete, settleMs)) return;
  if (missing.length === 0) throw new Error('The page was replaced while its choices were read.');
  throw new StoreRefusal(requireChoices(missing));
}

const isChecked = ({ part, recipe }: RecipeRun): boolean => part === 'add' && recipe.product?.choices !== undefined;

/** The element, for a click or key after the check. If the page is replaced meanwhile, it is gone and nothing happens. */
export async function checkedElement(
  run: RecipeRun,
  locator: Locator,
  timeout: number,
): Promise<Locator | ElementHandle> {
  if (!isChecked(run)) return locator;
  const { page } = run;
  await page.waitForLoadState('domcontentloaded', { timeout: settleMs }).catch(() => {});
  const element = await locator.elementHandle({ timeout });
  await checkChoices(run);
  return element;
}

/** The choices that no value is left for. Each named value counts for one choice. */
async function findUnnamed({ page, recipe, scope }: RecipeRun, named: readonly NamedValue[]): Promise<Choice[]> {
  const shown = await readChoices(recipe, page, scope);
  const isKnown = (label: string): boolean => shown.some((choice) => fold(choice.label) === fold(label));
  // A label that is spelled in another way counts if the value is one of this choice.
  const isFor = (choice: Choice, { label, value }: NamedValue): boolean =>
    isKnown(label) ? fold(choice.label) === fold(label) : choice.values.some((text) => isValue(text, value));
  const takenBy = new Map<NamedValue, Choice>();
  const take = (choice: Choice, tried = new Set<NamedValue>()): boolean =>
    named.some((one) => {
      if (tried.has(one) || !isFor(choice, one)) return false;
      tried.add(one);
      const other = takenBy.get(one);
      // The other choice may have a second value that fits.
      if (other && !take(other, tried)) return false;
      takenBy.set(one, choice);
      return true;
    });
  const open = shown.filter((choice) => isOpen(choice) && !mayKeepDefault(recipe, choice.label, scope));
  return open.filter((choice) => !take(choice));
}

function requireChoices(missing: readonly Choice[]): Refused {
  const known = new Map(missing.map(({ label, values }) => [fold(label), { label, values }]));
  const words = [...known.values()].map(({ label, values }) =>
    values.length > 0 ? `${label} (${values.join(', ')})` : label,
  );
  return refuse('product_variant_required', `Choose ${words.join(' and ')}.`, { detail: 'insufficient_variants' });
}

/** Whether the page's words are this value, alone or with a price: `Large (+$3.00)`. */
function isValue(shown: string, value: string): boolean {
  const [words, wanted] = [shown, value].map((text) => text.replace(/\s+/g, ' ').trim().toLowerCase());
  if (!words || !wanted || !words.startsWith(wanted)) return false;
  return /^ ?($|[([+–—-].*\d)/.test(words.slice(wanted.length));
}
