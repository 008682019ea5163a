import { act, actMs, findTarget, patienceMsOf, press } from './act.ts';
import { askForCode } from './ask-code.ts';
import { chooseOption, NoSuchOption } from './choose-option.ts';
import { RecipeBroken, StoreSaysNo } from './endings.ts';
import { fill } from './fill.ts';
import { open } from './open-page.ts';
import { answerOf, expectedOf, holds, isChosen, lookOnce, saysNo, until, type Walk, within } from './page-watch.ts';
import { moneyIn, readNow } from './reading.ts';
import type { Condition, Keys, Read, Step, Target } from './recipe.ts';
import { locate, show } from './targets.ts';
import type { Visit } from './visit.ts';
import { fillIn, listAt, type Scope, setAt } from './words.ts';

/** Takes the steps of one part of the recipe, from `from` on. */
export async function take(
  visit: Visit,
  part: string,
  steps: readonly Step[],
  scope: Scope,
  more: { from?: number; isBought?: boolean } = {},
): Promise<void> {
  const walk = visit.walk(part, scope, more.isBought ?? false);
  await takeAll(visit, walk, steps.slice(more.from ?? 0), part, more.from ?? 0);
}

const actingVerbs = ['open', 'fill', 'choose', 'click', 'hover', 'press', 'scroll'];

export async function takeAll(
  visit: Visit,
  walk: Walk,
  steps: readonly Step[],
  place: string,
  offset = 0,
): Promise<void> {
  for (const [index, step] of steps.entries()) {
    const at = `${place}/${index + offset}`;
    walk.signal.throwIfAborted();
    // What was answered counts from the last step that did something.
    if (actingVerbs.some((verb) => verb in step)) walk.forgetSeen();
    if (!place.includes('/')) visit.topStep = index + offset;
    const done = visit.film.begin(at, step);
    try {
      await takeOne(visit, walk, step, at);
      done(null);
      if (visit.film.isThorough) await visit.film.take(walk.page, at);
    } catch (error) {
      done(error);
      if (error instanceof RecipeBroken && error.place === null) error.place = at;
      throw error;
    }
  }
}

async function takeOne(visit: Visit, walk: Walk, step: Step, at: string): Promise<void> {
  if ('open' in step) return open(walk, step);
  if ('fill' in step) return fill(visit, walk, step);
  if ('choose' in step) return choose(walk, step);
  if ('click' in step) return click(walk, step);
  if ('hover' in step) return hover(walk, step);
  if ('press' in step) return pressKeys(walk, step);
  if ('scroll' in step) return scroll(walk, step);
  if ('while' in step) return repeat(visit, walk, step, at);
  if ('each' in step) return each(visit, walk, step, at);
  if ('if' in step) {
    const isSo = await lookOnce(walk, step.if);
    return takeAll(visit, walk, isSo ? step.do : (step.else ?? []), `${at}/${isSo ? 'do' : 'else'}`);
  }
  if ('wait' in step) {
    if (!(await within(walk, () => holds(walk, step.wait), patienceMsOf(walk.recipe, step))) && !step.optional) {
      throw new RecipeBroken(`What was waited for did not happen at ${walk.page.url()}: ${expectedOf(step.wait)}.`);
    }
    return;
  }
  if ('refuse_if' in step) {
    if (await lookOnce(walk, step.refuse_if)) throw await saysNo(walk, step);
    return;
  }
  if ('ask' in step) return askForCode(visit, walk, step, patienceMsOf(walk.recipe, step));
  return keep(walk, step);
}

type Of<Verb extends string> = Extract<Step, Record<Verb, unknown>>;

/** A select, a radio, a box, or whatever stands for one: a span with a role, a label. */
async function choose(walk: Walk, step: Of<'choose'>): Promise<void> {
  const field = await findTarget(walk, step.choose, step);
  if (!field) return;
  if (step.option !== undefined) {
    const wanted = [step.option].flat().map((option) => fillIn(option, walk.scope));
    await act(
      walk,
      step,
      `Choosing ${wanted.join(' or ')}`,
      refusing(step, () => chooseOption(walk, step, field, wanted)),
    );
    if (step.until) await settle(walk, step, step.until);
    return;
  }
  const { until: given } = step;
  const isDone = (): Promise<boolean> => (given ? holds(walk, given) : isChosen(walk, step.choose));
  if (!given && (await isChosen(walk, step.choose))) return;
  await clickUntil(walk, step, step.choose, isDone, 1_000);
}

/** How long a list that has other options is given to get the wanted one. */
const optionMs = 3_000;

/** An option that does not come is a refusal, where the recipe says which. */
function refusing(step: Of<'choose'>, work: () => Promise<void>): () => Promise<void> {
  let firstAt: number | null = null;
  return async () => {
    try {
      await work();
    } catch (error) {
      if (!(error instanceof NoSuchOption) || step.missing === undefined) throw error;
      firstAt ??= Date.now();
      if (Date.now() - firstAt < optionMs) throw error;
      throw new StoreSaysNo(answerOf(step.missing, error.message));
    }
  };
}

const settle = (walk: Walk, step: Step, condition: Condition): Promise<void> =>
  until(walk, () => holds(walk, condition), {
    withinMs: patienceMsOf(walk.recipe, step),
    expected: expectedOf(condition),
  });

async function click(walk: Walk, step: Of<'click'>): Promise<void> {
  const found = await findTarget(walk, step.click, step);
  if (!found) return;
  const { until: given } = step;
  if (!given || step.once) {
    await act(walk, step, `Clicking ${show(step.click)}`, (tries) => press(walk, found, step, tries));
    if (given) await settle(walk, step, given);
    return;
  }
  await clickUntil(walk, step, step.click, () => holds(walk, given), 1000 * (step.again_seconds ?? 2));
}

/** Menus that open under the mouse. */
async function hover(walk: Walk, step: Of<'hover'>): Promise<void> {
  const found = await findTarget(walk, step.hover, step);
  if (!found) return;
  await act(walk, step, `Pointing at ${show(step.hover)}`, () => found.hover({ timeout: actMs }));
  if (step.until) await settle(walk, step, step.until);
}

/** Keys, on a field or wherever the cursor is: what has no button, such as a list that is walked by arrows. */
async function pressKeys(walk: Walk, step: Of<'press'> & { press: Keys }): Promise<void> {
  const field = step.on === undefined ? null : await findTarget(walk, step.on, step);
  if (step.on !== undefined && !field) return;
  const keys = [step.press].flat();
  await act(walk, step, `Pressing ${keys.join(' ')}`, async () => {
    if (field) await field.focus({ timeout: actMs });
    for (const key of keys) await walk.page.keyboard.press(key);
  });
  if (step.until) await settle(walk, step, step.until);
}

/** What is loaded when one comes near it: scrolled to again until it is there. */
async function scroll(walk: Walk, step: Of<'scroll'>): Promise<void> {
  const found = await findTarget(walk, step.scroll, step);
  if (!found) return;
  const show = (): Promise<void> => found.evaluate(scrolledInPage, undefined, { timeout: actMs });
  const { until: given } = step;
  if (!given) return act(walk, step, 'Scrolling', show);
  const look = async (): Promise<boolean> => {
    if (await holds(walk, given)) return true;
    await show().catch(() => {});
    return false;
  };
  await until(walk, look, { withinMs: patienceMsOf(walk.recipe, step), expected: expectedOf(given) });
}

/** Runs in the page. A list that has its own bar is scrolled to its end, too. */
function scrolledInPage(it: { scrollIntoView(options: object): void; scrollTop: number; scrollHeight: number }): void {
  it.scrollIntoView({ block: 'end' });
  it.scrollTop = it.scrollHeight;
}

/** Clicks, looks whether it did what it is for, and clicks again: the page's scripts may not have been there yet. */
async function clickUntil(
  walk: Walk,
  step: Step,
  target: Target,
  isDone: () => Promise<boolean>,
  againMs: number,
): Promise<void> {
  let clickedAt = Number.NEGATIVE_INFINITY;
  let missed = 0;
  const look = async (): Promise<boolean> => {
    if (clickedAt > 0 && (await isDone())) return true;
    if (Date.now() - clickedAt < againMs) return false;
    const locator = locate(walk.page, target, walk.scope).first();
    if ((await locator.count()) === 0) return clickedAt > 0 && isDone();
    await press(walk, locator, step, missed, clickedAt > 0).catch(() => {
      missed += 1;
    });
    clickedAt = Date.now();
    return isDone();
  };
  const expected = 'until' in step && step.until ? expectedOf(step.until) : `choice of ${show(target)}`;
  await until(walk, look, { withinMs: patienceMsOf(walk.recipe, step), expected });
}

async function repeat(visit: Visit, walk: Walk, step: Of<'while'>, at: string): Promise<void> {
  const most = step.at_most ?? 50;
  for (let round = 0; await lookOnce(walk, step.while); round += 1) {
    if (round >= most) throw new RecipeBroken(`After ${most} rounds there still was ${expectedOf(step.while)}.`);
    await takeAll(visit, walk, step.do, `${at}/do`);
  }
}

async function each(visit: Visit, walk: Walk, step: Of<'each'>, at: string): Promise<void> {
  for (const entry of listAt(walk.scope, step.each)) {
    walk.scope[step.as] = entry;
    await takeAll(visit, walk, step.do, `${at}/do`);
  }
}

async function keep(walk: Walk, step: Of<'as'> & Read & { money?: boolean }): Promise<void> {
  const text = await readSoon(walk, step, patienceMsOf(walk.recipe, step));
  const value = step.money ? moneyIn(text, walk.recipe) : text;
  if (value === null) throw new RecipeBroken(`${JSON.stringify(text)} is not a price.`);
  setAt(walk.scope, step.as, value);
}

/** Reads a fact, waiting for it unless the recipe says what it is without. */
export async function readSoon(walk: Walk, reading: Read, withinMs: number): Promise<string> {
  let text: string | null = null;
  const look = async (): Promise<boolean> => {
    text = await readNow(walk.page, reading, walk.scope);
    return text !== null && text !== '';
  };
  if (reading.or !== undefined) {
    await look();
    return text || reading.or;
  }
  await until(walk, look, { withinMs, expected: show(reading.read) });
  return text ?? '';
}
