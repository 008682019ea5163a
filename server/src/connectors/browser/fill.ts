import type { Locator } from 'playwright-core';
import { act, actMs, findTarget } from './act.ts';
import type { Walk } from './page-watch.ts';
import type { Step } from './recipe.ts';
import { locate, show } from './targets.ts';
import type { Visit } from './visit.ts';
import { fillIn, fold } from './words.ts';

/** Types into a field and looks whether it holds that: some fields forget what was typed before their script ran. */
export async function fill(visit: Visit, walk: Walk, step: Extract<Step, { fill: unknown }>): Promise<void> {
  const field = await findTarget(walk, step.fill, step);
  if (!field) return;
  const text = fillIn(step.with, walk.scope);
  if (step.secret) visit.film.hide(text);
  const { suggestion } = step;
  await act(walk, step, `Filling ${show(step.fill)}`, async () => {
    if (step.type || suggestion !== undefined) {
      await field.fill('', { timeout: actMs });
      await field.pressSequentially(text, { timeout: actMs + 40 * text.length });
    } else await field.fill(text, { timeout: actMs });
    if (suggestion === undefined && !isHeld(await heldBy(field), text)) {
      throw new Error('The field does not hold what was typed.');
    }
  });
  if (suggestion !== undefined) {
    const offer = locate(walk.page, suggestion, walk.scope).first();
    await act(walk, step, `Taking the suggestion ${show(suggestion)}`, () => offer.click({ timeout: actMs }));
  } else walk.typed.push({ field, text, at: walk.page.url() });
  if (step.press !== undefined) await field.press(step.press, { timeout: actMs, noWaitAfter: true });
}

const heldBy = (field: Locator): Promise<string> =>
  field.inputValue({ timeout: actMs }).catch(() => field.innerText({ timeout: actMs }));

/** The same letters and digits. A field for numbers may put a country's code in front, or take it away. */
function isHeld(held: string, text: string): boolean {
  const [shown, wanted] = [fold(held), fold(text)];
  const isNumber = /^\d{7,}$/.test(shown) && /^\d{7,}$/.test(wanted);
  return shown === wanted || (isNumber && (shown.endsWith(wanted) || wanted.endsWith(shown)));
}
