import type { Locator } from 'playwright-core';
import type { RecipeRun } from './page-watch.ts';
import type { Step, Target } from './recipe.ts';
import { locate } from './targets.ts';
import { fold } from './templates.ts';

type ChooseStep = Extract<Step, { choose: unknown }>;

const actMs = 1_500;

/** The list is there, without the option. */
export class NoSuchOption extends Error {}

interface Choice {
  value: string;
  label: string;
}

/** By value, then by label, then by the beginning of the label. */
const tests: ((choice: Choice, text: string) => boolean)[] = [
  ({ value }, text) => fold(value) === text,
  ({ label }, text) => fold(label) === text,
  // "1" is not the beginning of "10".
  ({ label }, text) =>
    fold(label).startsWith(text) && !(/^\d+$/.test(text) && /^\d/.test(fold(label).slice(text.length))),
];

function bestOf(choices: readonly Choice[], wanted: readonly string[]): number {
  const folded = wanted.map(fold).filter((text) => text !== '');
  for (const test of tests) {
    const index = choices.findIndex((choice) => folded.some((text) => test(choice, text)));
    if (index >= 0) return index;
  }
  const shown = choices.map(({ label }) => label).join(', ');
  throw new NoSuchOption(`Option ${wanted[0] ?? ''} is not available. Available: ${shown.slice(0, 200)}.`);
}

/** Chooses in a select, or in a list that opens on a click. */
export async function chooseOption(
  run: RecipeRun,
  step: ChooseStep,
  field: Locator,
  wanted: readonly string[],
): Promise<void> {
  const choices = await field.evaluate(optionsInPage, undefined, { timeout: actMs });
  if (choices === null) return pickFromList(run, step, field, wanted);
  const { value = '', label = '' } = choices[bestOf(choices, wanted)] ?? {};
  // Options without a value differ by their label.
  await field.selectOption(value === '' ? { label } : { value }, { timeout: actMs });
  const after = await field.evaluate(selectedInPage, undefined, { timeout: actMs });
  if (after !== label) throw new Error(`The list shows ${after} instead of ${label}.`);
}

/** Runs in the page: the selected label. */
function selectedInPage(select: { tagName: string; selectedOptions?: Iterable<Choice> }): string {
  const [chosen] = [...(select.selectedOptions ?? [])];
  return chosen?.label.trim() ?? '';
}

/** Runs in the page. Null: not a select. */
function optionsInPage({ tagName, options }: { tagName: string; options?: Iterable<Choice> }): Choice[] | null {
  if (tagName !== 'SELECT') return null;
  return [...(options ?? [])].map(({ value, label }) => ({ value, label: label.trim() }));
}

/** The options that the recipe names, or all with that role in the field's document. */
function optionsOf({ page, scope }: RecipeRun, { choose, options }: ChooseStep): Locator {
  const [first] = [choose].flat();
  const frame = typeof first === 'object' ? first.frame : undefined;
  const usual: Target = { css: '[role=option]', ...(frame !== undefined && { frame }) };
  return locate(page, options ?? usual, scope);
}

async function pickFromList(
  run: RecipeRun,
  step: ChooseStep,
  field: Locator,
  wanted: readonly string[],
): Promise<void> {
  const options = optionsOf(run, step);
  if ((await options.count()) === 0) await field.click({ timeout: actMs });
  await options.first().waitFor({ timeout: actMs });
  const labels = await options.allInnerTexts();
  const choices = labels.map((label) => ({ value: '', label: label.trim() }));
  const index = bestOf(choices, wanted);
  await options.nth(index).click({ timeout: actMs });
  // The recipe's own condition is better proof.
  if (step.until) return;
  const label = fold(choices[index]?.label ?? '');
  if (!(await shownBy(field)).includes(label)) throw new Error('The list does not show the selected option.');
}

/** The selected option: the list's text, or its field's value. */
async function shownBy(field: Locator): Promise<string> {
  const text = fold(await field.innerText({ timeout: actMs }));
  return text || fold(await field.inputValue({ timeout: actMs }).catch(() => ''));
}
