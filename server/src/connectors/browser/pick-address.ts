import { act, press, stepTimeoutMsOf } from './act.ts';
import { type RecipeRun, readSettled } from './page-watch.ts';
import type { Step } from './recipe.ts';
import { shipToOf } from './scope.ts';
import { findShipToDifference } from './ship-to.ts';
import { describeTarget, locate } from './targets.ts';

type AddressStep = Extract<Step, { pick_address: unknown }>;

/**
 * Clicks the saved address that equals the shipping address, line by line. False if none does; a similar one is never
 * picked.
 */
export async function pickAddress(run: RecipeRun, step: AddressStep): Promise<boolean> {
  const { page, recipe, scope } = run;
  const rows = locate(page, step.pick_address, scope);
  const texts = await readSettled(run, () => rows.allInnerTexts(), {
    withinMs: stepTimeoutMsOf(recipe, step),
    expected: 'stable address list',
  });
  const shipTo = shipToOf(scope);
  const index = texts.findIndex((text) => findShipToDifference(text, shipTo, recipe.locale) === null);
  const shown = texts[index];
  if (shown === undefined) return false;
  const row = rows.nth(index);
  const button = step.button === undefined ? row : locate(row, step.button, scope).first();
  await act(run, step, `Picking a saved address by ${describeTarget(step.pick_address)}`, async (tries) => {
    if ((await row.innerText()) !== shown) throw new Error('The list of addresses changed.');
    await press(run, button, step, tries);
  });
  return true;
}
