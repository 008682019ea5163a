import type { Locator } from 'playwright-core';
import { askForCode } from './ask-code.ts';
import { chooseOption, NoSuchOption } from './choose-option.ts';
import { RecipeBroken, StoreSaysNo } from './endings.ts';
import { answerOf, expectedOf, holds, isChosen, saysNo, until, type Walk, within } from './page-watch.ts';
import { moneyIn, readNow } from './reading.ts';
import type { Condition, Read, Recipe, Step, Target } from './recipe.ts';
import { locate, show } from './targets.ts';
import type { Visit } from './visit.ts';
import { fillIn, fold, listAt, type Scope, setAt } from './words.ts';

const patienceMsOf = (recipe: Recipe, step?: Step): number =>
  1000 * (step?.within_seconds ?? recipe.patience_seconds ?? 20);

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

const actingVerbs = ['open', 'fill', 'choose', 'click'];

async function takeAll(visit: Visit, walk: Walk, steps: readonly Step[], place: string, offset = 0): Promise<void> {
  for (const [index, step] of steps.entries()) {
    const at = `${place}/${index + offset}`;
    walk.signal.throwIfAborted();
    // What was answered counts from the last step that did something.
    if (actingVerbs.some((verb) => verb in step)) walk.answers.length = 0;
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
  if ('while' in step) return repeat(visit, walk, step, at);
  if ('each' in step) return each(visit, walk, step, at);
  if ('if' in step) {
    const isSo = await holds(walk, step.if);
    return takeAll(visit, walk, isSo ? step.do : (step.else ?? []), `${at}/${isSo ? 'do' : 'else'}`);
  }
  if ('wait' in step) {
    if (!(await within(walk, () => holds(walk, step.wait), patienceMsOf(walk.recipe, step))) && !step.optional) {
      throw new RecipeBroken(`What was waited for did not happen at ${walk.page.url()}: ${expectedOf(step.wait)}.`);
    }
    return;
  }
  if ('refuse_if' in step) {
    if (await holds(walk, step.refuse_if)) throw await saysNo(walk, step);
    return;
  }
  if ('ask' in step) return askForCode(visit, walk, step, patienceMsOf(walk.recipe, step));
  return keep(walk, step);
}

type Of<Verb extends string> = Extract<Step, Record<Verb, unknown>>;

async function open(walk: Walk, step: Of<'open'>): Promise<void> {
  const { page, recipe, scope } = walk;
  const url = new URL(fillIn(step.open, scope), String(scope.origin));
  const timeout = patienceMsOf(recipe, step);
  // Not until everything is loaded: a page may load for ever. What is needed of it is waited for by what uses it.
  const answer = await goTo(walk, url, timeout);
  const status = answer?.status() ?? 200;
  if (status === 429) throw limited(answer?.headers()['retry-after']);
  if (status >= 500) throw unreachable(`The store answered ${status} at ${url.pathname}.`);
  const { until: wanted } = step;
  if (wanted) return until(walk, () => holds(walk, wanted), { withinMs: timeout, expected: expectedOf(wanted) });
  await page.waitForLoadState('domcontentloaded', { timeout }).catch(() => {});
}

/** A page that goes somewhere by itself at the same moment loses: it is told again where to go. */
async function goTo({ page, signal }: Walk, url: URL, timeout: number) {
  const endsAt = Date.now() + timeout;
  for (;;) {
    try {
      return await page.goto(url.href, { waitUntil: 'commit', timeout });
    } catch (error) {
      if (signal.aborted || !(error instanceof Error)) throw error;
      const isCrossed = /interrupted by another navigation|ERR_ABORTED/.test(error.message);
      if (!isCrossed || Date.now() >= endsAt) {
        throw unreachable(`The page ${url.pathname} could not be opened: ${firstLine(error.message)}`);
      }
      // The other one has arrived when its document is there.
      await page.waitForLoadState('domcontentloaded', { timeout: 1_000 }).catch(() => {});
    }
  }
}

const unreachable = (message: string): StoreSaysNo =>
  new StoreSaysNo({ kind: 'blocked', reason: 'retailer_unavailable', message });

function limited(retryAfter: string | undefined): StoreSaysNo {
  const seconds = Number(retryAfter);
  const message = 'The store says that it was visited too often.';
  const more = Number.isFinite(seconds) && seconds > 0 ? { retryAfterMs: Math.min(seconds, 86_400) * 1000 } : {};
  return new StoreSaysNo({ kind: 'blocked', reason: 'retailer_rate_limited', message, ...more });
}

const firstLine = (text: string): string => text.split('\n')[0] ?? text;

/** The element, as soon as it is there. Null: the step is optional and it is not. */
async function find(walk: Walk, target: Target, step: Step): Promise<Locator | null> {
  const { page, scope, recipe } = walk;
  const locator = locate(page, target, scope).first();
  const isThere = async () => (await locator.count()) > 0;
  if (step.optional) return (await within(walk, isThere, 1000 * (step.within_seconds ?? 0))) ? locator : null;
  await until(walk, isThere, { withinMs: patienceMsOf(recipe, step), expected: show(target) });
  return locator;
}

/** Does something to an element, again when a banner was in the way or the page was replaced under it. */
async function act(walk: Walk, step: Step, what: string, work: () => Promise<void>): Promise<void> {
  let last = '';
  const attempt = async (): Promise<boolean> => {
    try {
      await work();
      return true;
    } catch (error) {
      if (error instanceof StoreSaysNo) throw error;
      last = error instanceof Error ? firstLine(error.message) : String(error);
      return false;
    }
  };
  if (!(await within(walk, attempt, patienceMsOf(walk.recipe, step)))) {
    throw new RecipeBroken(`${what} did not work at ${walk.page.url()}: ${last}`);
  }
}

const actMs = 1_500;

/** Types into a field and looks whether it holds that: some fields forget what was typed before their script ran. */
async function fill(visit: Visit, walk: Walk, step: Of<'fill'>): Promise<void> {
  const field = await find(walk, step.fill, step);
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
  }
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

/** A select, a radio, a box, or whatever stands for one: a span with a role, a label. */
async function choose(walk: Walk, step: Of<'choose'>): Promise<void> {
  const field = await find(walk, step.choose, step);
  if (!field) return;
  if (step.option !== undefined) {
    const wanted = [step.option].flat().map((option) => fillIn(option, walk.scope));
    await act(
      walk,
      step,
      `Choosing ${wanted.join(' or ')}`,
      refusing(step, () => chooseOption(walk.page, field, wanted)),
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
  const found = await find(walk, step.click, step);
  if (!found) return;
  const { until: given } = step;
  if (!given || step.once) {
    await act(walk, step, `Clicking ${show(step.click)}`, () => press(found, step));
    if (given) await settle(walk, step, given);
    return;
  }
  await clickUntil(walk, step, step.click, () => holds(walk, given), 1000 * (step.again_seconds ?? 2));
}

const press = (locator: Locator, step: Step): Promise<void> =>
  locator.click({ timeout: actMs, noWaitAfter: true, force: 'force' in step && step.force === true });

/** Clicks, looks whether it did what it is for, and clicks again: the page's scripts may not have been there yet. */
async function clickUntil(
  walk: Walk,
  step: Step,
  target: Target,
  isDone: () => Promise<boolean>,
  againMs: number,
): Promise<void> {
  let clickedAt = Number.NEGATIVE_INFINITY;
  const look = async (): Promise<boolean> => {
    if (clickedAt > 0 && (await isDone())) return true;
    if (Date.now() - clickedAt < againMs) return false;
    const locator = locate(walk.page, target, walk.scope).first();
    if ((await locator.count()) === 0) return clickedAt > 0 && isDone();
    await press(locator, step).catch(() => {});
    clickedAt = Date.now();
    return isDone();
  };
  const expected = 'until' in step && step.until ? expectedOf(step.until) : `choice of ${show(target)}`;
  await until(walk, look, { withinMs: patienceMsOf(walk.recipe, step), expected });
}

async function repeat(visit: Visit, walk: Walk, step: Of<'while'>, at: string): Promise<void> {
  const most = step.at_most ?? 50;
  for (let round = 0; await holds(walk, step.while); round += 1) {
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
