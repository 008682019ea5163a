import type { Locator, Page } from 'playwright-core';
import { fieldsOf, textOf } from '../../kit/fields.ts';
import type { CatalogProduct } from '../catalog-product.ts';
import type { Refused } from '../contract.ts';
import { refuse } from '../refuse.ts';
import { RecipeBroken, StoreRefusal } from './attempt-errors.ts';
import type { RecipeRun } from './page-watch.ts';
import { readIn, rowsIn } from './reading.ts';
import type { Recipe, Target } from './recipe.ts';
import { matchesText } from './targets.ts';
import { fold, type Scope } from './templates.ts';

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
      if (await value.evaluate(isPlaceholderInPage)) continue;
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

/** Notes that a step of `add` set this field. */
export async function noteChosen(run: RecipeRun, field: Locator): Promise<void> {
  if (run.part !== 'add') return;
  const { own } = await field.evaluate(choicesInPage).catch(() => ({ own: null }));
  if (own !== null) run.chosen.add(own);
}

/**
 * Before a click of `add`: the customer named a value for everything that the page lets a buyer choose. A preselected
 * option is still a choice: nothing may be bought in a variant that the customer did not name.
 */
export async function checkChoices(run: RecipeRun, element: Locator): Promise<void> {
  const { variant } = fieldsOf(run.scope.line);
  if (run.part !== 'add' || !Array.isArray(variant)) return;
  const { page, recipe, scope } = run;
  const wanted = variant.map(fieldsOf).map(({ label, value }) => ({
    label: textOf(label) ?? '',
    value: textOf(value) ?? '',
  }));
  const declared = await readChoices(recipe, page, scope);
  const { groups } = await element.evaluate(choicesInPage);
  const unset = groups.filter(
    ({ key, selected }) => !run.chosen.has(key) && !wanted.some(({ value }) => isValue(selected, value)),
  );
  const open = [...declared, ...unset].filter(
    (choice) => isOpen(choice) && !mayKeepDefault(recipe, choice.label, scope),
  );
  const isKnown = (label: string): boolean => open.some((choice) => fold(choice.label) === fold(label));
  // A label that is spelled in another way counts if the value is one of this choice.
  const isNamed = ({ label, values }: Choice): boolean =>
    wanted.some((one) =>
      isKnown(one.label) ? fold(one.label) === fold(label) : values.some((value) => isValue(value, one.value)),
    );
  const missing = open.filter((choice) => !isNamed(choice));
  if (missing.length > 0) throw new StoreRefusal(requireChoices(missing));
  const [ignored] = unset.filter((choice) => open.includes(choice));
  if (ignored) throw new RecipeBroken(`No step of add chooses ${ignored.label}. The page shows "${ignored.selected}".`);
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

/** A list or radio buttons. */
interface Group extends Choice {
  key: string;
  selected: string;
}

/** The parts of an element used below. */
interface Field {
  tagName: string;
  type?: string;
  id: string;
  name?: string;
  value?: string;
  checked?: boolean;
  disabled?: boolean;
  multiple?: boolean;
  innerText?: string;
  textContent: string | null;
  control?: Field | null;
  form?: { elements: Iterable<Field> } | null;
  labels?: Iterable<Field> | null;
  options?: Iterable<Field>;
  selectedOptions?: Iterable<Field>;
  closest(css: string): Field | null;
  querySelector(css: string): Field | null;
  getAttribute(name: string): string | null;
  getClientRects(): { length: number };
}

/** Runs in the page: the choices in the form of an element, and the field that the element is. */
function choicesInPage(element: Field): { own: string | null; groups: Group[] } {
  const clean = (text: string | null | undefined): string => (text ?? '').replace(/\s+/g, ' ').trim();
  const fieldOf = (one: Field): Field => one.control ?? one.closest('label')?.control ?? one;
  const keyOf = (field: Field): string =>
    `${field.tagName} ${field.name || field.id || clean(field.getAttribute('aria-label'))}`;
  const labelsOf = (field: Field): Field[] => [...(field.labels ?? [])];
  const isShown = (field: Field): boolean =>
    field.getClientRects().length > 0 || labelsOf(field).some((label) => label.getClientRects().length > 0);
  const isQuantity = (words: string): boolean => /qty|quantity|how many|menge|anzahl|quantit|cantidad/i.test(words);
  const wordsOf = (label: Field, without: Field | null): string =>
    clean((label.textContent ?? '').replace(without?.textContent ?? '', ''));
  const isReal = (option: Field): boolean => option.getAttribute('value') !== '';
  const listOf = (list: Field): Group => {
    const [label] = labelsOf(list);
    const name = clean(list.getAttribute('aria-label')) || (label && wordsOf(label, list)) || list.name || list.id;
    const texts = (options: Iterable<Field> | undefined): string[] =>
      [...(options ?? [])].filter(isReal).map((option) => clean(option.textContent));
    return {
      key: keyOf(list),
      label: name,
      values: texts(list.options),
      selected: texts(list.selectedOptions).join(' '),
    };
  };
  const textOfRadio = (radio: Field): string => {
    const [label] = labelsOf(radio);
    return clean(label?.textContent) || clean(radio.getAttribute('aria-label')) || clean(radio.value);
  };
  const radiosOf = (name: string, radios: Field[]): Group => {
    const [first] = radios;
    const legend = first?.closest('fieldset')?.querySelector('legend');
    const group = first?.closest('[role=radiogroup]')?.getAttribute('aria-label');
    const selected = radios.find(({ checked }) => checked);
    const label = clean(legend?.textContent) || clean(group) || name;
    return {
      key: `INPUT ${name}`,
      label,
      values: radios.map(textOfRadio),
      selected: selected ? textOfRadio(selected) : '',
    };
  };
  const own = fieldOf(element);
  const fields = [...(own.form?.elements ?? [])].filter((field) => !field.disabled && isShown(field));
  const lists = fields.filter(({ tagName, multiple }) => tagName === 'SELECT' && !multiple).map(listOf);
  const radios = fields.filter(({ type, name }) => type === 'radio' && name);
  const names = [...new Set(radios.map(({ name = '' }) => name))];
  const groups = [
    ...lists,
    ...names.map((name) =>
      radiosOf(
        name,
        radios.filter((radio) => radio.name === name),
      ),
    ),
  ];
  const isField = ['INPUT', 'SELECT', 'TEXTAREA'].includes(own.tagName);
  return {
    own: isField ? keyOf(own) : null,
    groups: groups.filter(({ key, label, values }) => values.length > 1 && !isQuantity(`${key} ${label}`)),
  };
}
