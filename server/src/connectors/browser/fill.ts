import type { Locator } from 'playwright-core';
import { act, actMs, attemptMs, findTarget } from './act.ts';
import type { BrowserSession } from './browser-session.ts';
import { checkedElement } from './choices.ts';
import type { RecipeRun } from './page-watch.ts';
import type { Step, Target } from './recipe.ts';
import { describeTarget, locate } from './targets.ts';
import { fillTemplate, fold } from './templates.ts';

type FillStep = Extract<Step, { fill: unknown }>;

/** Delay between two keys: a page that looks something up on each key loses some if they arrive together. */
const keyMs = 30;
/** After this without a suggestion it is typed again: the page may not have heard it. */
const offeredMs = 5_000;

/** Types into a field and checks its value: some fields lose text typed before their script ran. */
export async function fill(browserSession: BrowserSession, run: RecipeRun, step: FillStep): Promise<void> {
  const field = await findTarget(run, step.fill, step);
  if (!field) return;
  const text = fillTemplate(step.with, run.scope);
  if (step.secret) {
    browserSession.recorder.hide(text);
    browserSession.recorder.cover(field);
  }
  const { suggestion } = step;
  if (suggestion !== undefined) await typeAndPickSuggestion(run, step, field, { text, suggestion });
  else {
    await act(run, step, `Filling ${describeTarget(step.fill)}`, async (tries) => {
      if (step.type) await typeSlowly(field, text, tries);
      else await field.fill(text, { timeout: attemptMs(tries) });
      if (!fieldHolds(await fieldValueOf(field), text)) throw new Error('The field does not contain the typed text.');
    });
    run.typed.push({ field, text, at: run.page.url() });
  }
  for (const key of [step.press ?? []].flat()) {
    const pressKey = async (): Promise<void> =>
      (await checkedElement(run, field, actMs)).press(key, { timeout: actMs, noWaitAfter: true });
    // In other parts, a second press could buy twice.
    await (run.part === 'add' ? act(run, step, `Pressing ${key}`, pressKey) : pressKey());
  }
}

async function typeSlowly(field: Locator, text: string, tries: number): Promise<void> {
  const timeout = attemptMs(tries);
  await field.click({ timeout });
  await field.fill('', { timeout });
  await field.pressSequentially(text, { delay: keyMs, timeout: timeout + 4 * keyMs * text.length });
}

/** Types key by key, and clicks what the page suggests then. */
async function typeAndPickSuggestion(
  run: RecipeRun,
  step: FillStep,
  field: Locator,
  { text, suggestion }: { text: string; suggestion: Target },
): Promise<void> {
  const offer = locate(run.page, suggestion, run.scope).first();
  let typedAt: number | null = null;
  await act(run, step, `Selecting the suggestion ${describeTarget(suggestion)}`, async (tries) => {
    const isUnheard = typedAt !== null && Date.now() - typedAt > offeredMs && (await offer.count()) === 0;
    if (typedAt === null || isUnheard) {
      await typeSlowly(field, text, tries);
      typedAt = Date.now();
    }
    await offer.click({ timeout: actMs });
  });
}

const fieldValueOf = (field: Locator): Promise<string> =>
  field.inputValue({ timeout: actMs }).catch(() => field.innerText({ timeout: actMs }));

/** The same letters and digits. A field for numbers may put a country's code in front, or take it away. */
function fieldHolds(held: string, text: string): boolean {
  const [shown, wanted] = [fold(held), fold(text)];
  const isNumber = /^\d{7,}$/.test(shown) && /^\d{7,}$/.test(wanted);
  return shown === wanted || (isNumber && (shown.endsWith(wanted) || wanted.endsWith(shown)));
}
