import type { Locator, Page } from 'playwright-core';
import { fold } from './words.ts';

const actMs = 1_500;

/** The list is there, and what is wanted is not in it. */
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
  throw new NoSuchOption(`There is no ${wanted[0] ?? ''} among ${shown.slice(0, 200)}.`);
}

/** Chooses in a select, or in a list that opens on a click and has options by their role. */
export async function chooseOption(page: Page, field: Locator, wanted: readonly string[]): Promise<void> {
  const choices = await field.evaluate(optionsInPage, undefined, { timeout: actMs });
  if (choices === null) return pickFromList(page, field, wanted);
  const { value = '' } = choices[bestOf(choices, wanted)] ?? {};
  await field.selectOption({ value }, { timeout: actMs });
}

/** Runs in the page; null: it is no select. */
function optionsInPage(element: unknown): Choice[] | null {
  const { tagName, options } = element as { tagName: string; options?: Iterable<Choice> };
  if (tagName !== 'SELECT') return null;
  return [...(options ?? [])].map(({ value, label }) => ({ value, label: label.trim() }));
}

async function pickFromList(page: Page, field: Locator, wanted: readonly string[]): Promise<void> {
  const shows = async (): Promise<string> => fold(await field.innerText({ timeout: actMs }));
  const options = page.getByRole('option').filter({ visible: true });
  if ((await options.count()) === 0) await field.click({ timeout: actMs });
  await options.first().waitFor({ timeout: actMs });
  const labels = await options.allInnerTexts();
  const choices = labels.map((label) => ({ value: '', label: label.trim() }));
  const index = bestOf(choices, wanted);
  await options.nth(index).click({ timeout: actMs });
  const label = fold(choices[index]?.label ?? '');
  if (!(await shows()).includes(label)) throw new Error('The list does not show what was chosen.');
}
