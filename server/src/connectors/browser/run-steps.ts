import { act, actMs, findTarget, press, stepTimeoutMsOf } from './act.ts';
import { agreeOn } from './agreement.ts';
import { isFinal, RecipeBroken, StoreRefusal } from './attempt-errors.ts';
import type { BrowserSession } from './browser-session.ts';
import { checkChoices } from './choices.ts';
import { chooseOption, NoSuchOption } from './choose-option.ts';
import { enterCode } from './enter-code.ts';
import { fill } from './fill.ts';
import { openPage } from './open-page.ts';
import {
  answerFor,
  checkOnce,
  createRefusal,
  describeCondition,
  isChosen,
  meetsCondition,
  type RecipeRun,
  waitUntil,
  waitWithin,
} from './page-watch.ts';
import { pickAddress } from './pick-address.ts';
import { enterPromoCodes } from './promo-codes.ts';
import { describeReading, moneyIn, readNow } from './reading.ts';
import type { Condition, Keys, Read, Step, Target } from './recipe.ts';
import { describeTarget } from './targets.ts';
import { fillTemplate, listAt, type Scope, setAt } from './templates.ts';

/** Runs the steps of one part of the recipe, from `from` on. */
export async function runSteps(
  browserSession: BrowserSession,
  part: string,
  steps: readonly Step[],
  scope: Scope,
  more: { from?: number; isBought?: boolean; place?: string } = {},
): Promise<void> {
  const run = browserSession.startPart(part, scope, more.isBought ?? false);
  await runAllSteps(browserSession, run, steps.slice(more.from ?? 0), more.place ?? part, more.from ?? 0);
}

const actingVerbs = ['open', 'fill', 'choose', 'click', 'hover', 'press', 'scroll', 'pick_address'];

export async function runAllSteps(
  browserSession: BrowserSession,
  run: RecipeRun,
  steps: readonly Step[],
  place: string,
  offset = 0,
): Promise<void> {
  for (const [index, step] of steps.entries()) {
    const at = `${place}/${index + offset}`;
    run.signal.throwIfAborted();
    // Responses count from the last acting step.
    if (actingVerbs.some((verb) => verb in step)) run.forgetSeen();
    if (!place.includes('/')) browserSession.topStep = index + offset;
    const done = browserSession.recorder.begin(at, step);
    try {
      await runStep(browserSession, run, step, at);
      if (step.expect) await settle(run, step, step.expect);
      done(null);
      if (browserSession.recorder.isThorough) await browserSession.recorder.take(run.page, at);
    } catch (error) {
      done(error);
      if (error instanceof RecipeBroken || error instanceof StoreRefusal) error.place ??= at;
      throw error;
    }
  }
}

async function runStep(browserSession: BrowserSession, run: RecipeRun, step: Step, at: string): Promise<void> {
  if ('open' in step) return openPage(run, step);
  if ('fill' in step) return fill(browserSession, run, step);
  if ('choose' in step) return choose(run, step);
  if ('click' in step) return click(run, step);
  if ('hover' in step) return hover(run, step);
  if ('press' in step) return pressKeys(run, step);
  if ('scroll' in step) return scroll(run, step);
  if ('while' in step) return repeat(browserSession, run, step, at);
  if ('each' in step) return each(browserSession, run, step, at);
  if ('if' in step) {
    const isSo = await checkOnce(run, step.if);
    return runAllSteps(browserSession, run, isSo ? step.do : (step.else ?? []), `${at}/${isSo ? 'do' : 'else'}`);
  }
  if ('wait' in step) {
    if (
      !(await waitWithin(run, () => meetsCondition(run, step.wait), stepTimeoutMsOf(run.recipe, step))) &&
      !step.optional
    ) {
      throw new RecipeBroken(
        `The expected change did not happen at ${run.page.url()}: ${describeCondition(step.wait)}.`,
      );
    }
    return;
  }
  if ('refuse_if' in step) {
    if (await checkOnce(run, step.refuse_if)) throw await createRefusal(run, step);
    return;
  }
  if ('pick_address' in step) {
    if (!(await pickAddress(run, step))) await runAllSteps(browserSession, run, step.else ?? [], `${at}/else`);
    else if (step.until) await settle(run, step, step.until);
    return;
  }
  if ('promo_codes' in step) {
    return enterPromoCodes(run, step, () => runAllSteps(browserSession, run, step.promo_codes, `${at}/promo_codes`));
  }
  if ('ask' in step) return enterCode(browserSession, run, step, stepTimeoutMsOf(run.recipe, step));
  return saveValue(run, step);
}

type Of<Verb extends string> = Extract<Step, Record<Verb, unknown>>;

/** A select, a radio button or a checkbox, native or made of other elements. */
async function choose(run: RecipeRun, step: Of<'choose'>): Promise<void> {
  const field = await findTarget(run, step.choose, step);
  if (!field) return;
  if (step.option !== undefined) {
    const wanted = [step.option].flat().map((option) => fillTemplate(option, run.scope));
    await act(
      run,
      step,
      `Choosing ${wanted.join(' or ')}`,
      refuseAfterTimeout(step, () => chooseOption(run, step, field, wanted)),
    );
    if (step.until) await settle(run, step, step.until);
    return;
  }
  const { until: given } = step;
  const isDone = (): Promise<boolean> => (given ? meetsCondition(run, given) : isChosen(run, step.choose));
  if (!given && (await isChosen(run, step.choose))) return;
  await clickUntil(run, step, step.choose, isDone, 1_000);
}

/** How long to wait for an option that the list doesn't have yet. */
const optionMs = 3_000;

/** A missing option is a refusal if the recipe names one. */
function refuseAfterTimeout(step: Of<'choose'>, work: () => Promise<void>): () => Promise<void> {
  let firstAt: number | null = null;
  return async () => {
    try {
      await work();
    } catch (error) {
      if (!(error instanceof NoSuchOption) || step.missing === undefined) throw error;
      firstAt ??= Date.now();
      if (Date.now() - firstAt < optionMs) throw error;
      throw new StoreRefusal(answerFor(step.missing, error.message));
    }
  };
}

const settle = (run: RecipeRun, step: Step, condition: Condition): Promise<void> =>
  waitUntil(run, () => meetsCondition(run, condition), {
    withinMs: stepTimeoutMsOf(run.recipe, step),
    expected: describeCondition(condition),
  });

async function click(run: RecipeRun, step: Of<'click'>): Promise<void> {
  const found = await findTarget(run, step.click, step);
  if (!found) return;
  const { until: given } = step;
  if (!given || step.once) {
    await act(run, step, `Clicking ${describeTarget(step.click)}`, (tries) => press(run, found, step, tries));
    if (given) await settle(run, step, given);
    return;
  }
  await clickUntil(run, step, step.click, () => meetsCondition(run, given), 1000 * (step.again_seconds ?? 2));
}

/** For menus that open on hover. */
async function hover(run: RecipeRun, step: Of<'hover'>): Promise<void> {
  const found = await findTarget(run, step.hover, step);
  if (!found) return;
  await act(run, step, `Pointing at ${describeTarget(step.hover)}`, () => found.hover({ timeout: actMs }));
  if (step.until) await settle(run, step, step.until);
}

/** Keys, in a field or wherever the focus is, such as arrows in a list. */
async function pressKeys(run: RecipeRun, step: Of<'press'> & { press: Keys }): Promise<void> {
  const field = step.on === undefined ? null : await findTarget(run, step.on, step);
  if (step.on !== undefined && !field) return;
  const keys = [step.press].flat();
  await act(run, step, `Pressing ${keys.join(' ')}`, async () => {
    const element = await field?.elementHandle({ timeout: actMs });
    await checkChoices(run);
    await element?.focus();
    for (const key of keys) await run.page.keyboard.press(key);
  });
  if (step.until) await settle(run, step, step.until);
}

/** Scrolls again until more has loaded. */
async function scroll(run: RecipeRun, step: Of<'scroll'>): Promise<void> {
  const found = await findTarget(run, step.scroll, step);
  if (!found) return;
  const show = (): Promise<void> => found.evaluate(scrolledInPage, undefined, { timeout: actMs });
  const { until: given } = step;
  if (!given) return act(run, step, 'Scrolling', show);
  const check = async (): Promise<boolean> => {
    if (await meetsCondition(run, given)) return true;
    await show().catch(() => {});
    return false;
  };
  await waitUntil(run, check, { withinMs: stepTimeoutMsOf(run.recipe, step), expected: describeCondition(given) });
}

/** Runs in the page. Also scrolls a list with its own scroll bar to its end. */
function scrolledInPage(it: { scrollIntoView(options: object): void; scrollTop: number; scrollHeight: number }): void {
  it.scrollIntoView({ block: 'end' });
  it.scrollTop = it.scrollHeight;
}

/** Clicks again until the condition is true: the page's scripts may not have been ready. */
async function clickUntil(
  run: RecipeRun,
  step: Step,
  target: Target,
  isDone: () => Promise<boolean>,
  againMs: number,
): Promise<void> {
  let clickedAt = Number.NEGATIVE_INFINITY;
  let missed = 0;
  const check = async (): Promise<boolean> => {
    if (clickedAt > 0 && (await isDone())) return true;
    if (Date.now() - clickedAt < againMs) return false;
    const { element, isSeen } = await agreeOn(run.page, target, run.scope);
    // Wait until the locators agree; click nothing meanwhile.
    if (!element) return !isSeen && clickedAt > 0 && isDone();
    await press(run, element, step, missed, clickedAt > 0).catch((error: unknown) => {
      if (isFinal(error)) throw error;
      missed += 1;
    });
    clickedAt = Date.now();
    return isDone();
  };
  const expected = 'until' in step && step.until ? describeCondition(step.until) : `selected ${describeTarget(target)}`;
  await waitUntil(run, check, { withinMs: stepTimeoutMsOf(run.recipe, step), expected });
}

async function repeat(browserSession: BrowserSession, run: RecipeRun, step: Of<'while'>, at: string): Promise<void> {
  const most = step.at_most ?? 50;
  for (let round = 0; await checkOnce(run, step.while); round += 1) {
    if (round >= most) throw new RecipeBroken(`${describeCondition(step.while)} was still there after ${most} tries.`);
    await runAllSteps(browserSession, run, step.do, `${at}/do`);
  }
}

async function each(browserSession: BrowserSession, run: RecipeRun, step: Of<'each'>, at: string): Promise<void> {
  for (const entry of listAt(run.scope, step.each)) {
    run.scope[step.as] = entry;
    await runAllSteps(browserSession, run, step.do, `${at}/do`);
  }
}

async function saveValue(run: RecipeRun, step: Of<'as'> & Read & { money?: boolean }): Promise<void> {
  const text = await readWithin(run, step, stepTimeoutMsOf(run.recipe, step));
  const value = step.money ? moneyIn(text, run.recipe, run.scope) : text;
  if (value === null) throw new RecipeBroken(`${JSON.stringify(text)} is not a price.`);
  setAt(run.scope, step.as, value);
}

/** Reads a value and waits for it, unless the recipe has `or`. */
export async function readWithin(run: RecipeRun, reading: Read, withinMs: number): Promise<string> {
  let text: string | null = null;
  const check = async (): Promise<boolean> => {
    text = await readNow(run.page, reading, run.scope);
    return text !== null && text !== '';
  };
  if (reading.or !== undefined) {
    await check();
    return text || reading.or;
  }
  if (await waitWithin(run, check, withinMs)) return text ?? '';
  const said = await describeReading(run.page, reading, run.scope);
  const missing = `No ${describeTarget(reading.read)} appeared at ${run.page.url()} within ${withinMs / 1000} s.`;
  throw new RecipeBroken(`${missing}${said}`);
}
