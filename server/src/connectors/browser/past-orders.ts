import type { Locator } from 'playwright-core';
import { dayMs } from '../../kit/clock.ts';
import type { Cents } from '../../kit/money.ts';
import { misdatedMs } from '../match-purchase.ts';
import type { BrowserSession } from './browser-session.ts';
import { meetsCondition, type RecipeRun, readSettled, waitUntil, waitWithin } from './page-watch.ts';
import { moneyIn, readIn, rowsIn } from './reading.ts';
import type { Recipe, Target } from './recipe.ts';
import { runSteps } from './run-steps.ts';
import { describeTarget, locate } from './targets.ts';
import type { Scope } from './templates.ts';

export interface PastOrder {
  number: string;
  total: Cents | null;
  placed: Date | null;
  /** Whether `placed` names a moment: with the time of day and its zone. */
  isExact: boolean;
  reference: string | null;
  address: string;
}

export interface PastOrders {
  orders: PastOrder[];
  /** Rows with a date or a total, but no number: any of them may be ours. */
  unnumbered: PastOrder[];
  /** Otherwise a list that grows may have shown a row without a number several times. */
  isOnePage: boolean;
  /** False if older pages were not read. */
  isWhole: boolean;
  /** The pages themselves showed where the list ends: nothing to turn, or no orders. */
  isEndShown: boolean;
}

const pagesMax = 5;
/** A list without an `empty` condition counts as empty after this. */
const emptyAfterMs = 1_500;

/** The account's orders, newest first. */
export async function readHistory(browserSession: BrowserSession, recipe: Recipe, scope: Scope): Promise<PastOrders> {
  const { history } = recipe;
  if (!history) return { orders: [], unnumbered: [], isOnePage: true, isWhole: false, isEndShown: false };
  await runSteps(browserSession, 'history', history.steps, scope);
  const run = browserSession.startPart('history', scope);
  const orders: PastOrder[] = [];
  const unnumbered: PastOrder[] = [];
  for (let page = 1; ; page += 1) {
    // A growing list shows earlier rows again.
    const isKnown = ({ number }: PastOrder): boolean => orders.some((order) => order.number === number);
    const shown = await readPage(run, recipe, page);
    unnumbered.push(...shown.filter(({ number }) => number === ''));
    orders.push(...shown.filter((order) => order.number !== '' && !isKnown(order)));
    const read = { orders, unnumbered, isOnePage: page === 1 };
    if (!history.next || !(await meetsCondition(run, { there: history.next }))) {
      const isEndShown = (orders.length > 0 ? history.next : history.empty) !== undefined;
      return { ...read, isWhole: true, isEndShown };
    }
    if (page >= pagesMax || !(await turnPage(run, recipe, history.next)))
      return { ...read, isWhole: false, isEndShown: false };
  }
}

async function readPage(run: RecipeRun, recipe: Recipe, page: number): Promise<PastOrder[]> {
  const { history } = recipe;
  if (!history) return [];
  const { empty } = history;
  const rows = locate(run.page, history.rows, run.scope);
  const hasRows = async (): Promise<boolean> => (await rows.count()) > 0;
  if (page === 1 && empty) {
    const expected = `${describeTarget(history.rows)}, nor ${describeTarget(empty)}`;
    const isShown = async (): Promise<boolean> => (await hasRows()) || meetsCondition(run, empty);
    await waitUntil(run, isShown, { expected });
  } else if (!(await waitWithin(run, hasRows, emptyAfterMs))) return [];
  return readSettled(run, () => readRows(run, recipe), { expected: 'stable order list' });
}

async function readRows({ page, scope }: RecipeRun, recipe: Recipe): Promise<PastOrder[]> {
  const { history } = recipe;
  if (!history) return [];
  // All rows at once, so a long list takes no longer.
  const read = async (row: Locator): Promise<PastOrder> => {
    const [number, total, placed, reference, address] = await Promise.all([
      readIn(row, history.number, scope),
      readIn(row, history.total, scope),
      readIn(row, history.placed, scope),
      history.reference ? readIn(row, history.reference, scope) : null,
      readIn(row, history.address, scope),
    ]);
    const cents = history.total ? moneyIn(total, recipe, scope) : null;
    return { number, total: cents, placed: dateIn(placed), isExact: isMoment(placed), reference, address };
  };
  const rows = await rowsIn(page, history.rows, scope);
  // The rest is a heading.
  return (await Promise.all(rows.map(read))).filter(
    ({ number, total, placed }) => number !== '' || total !== null || placed !== null,
  );
}

/** 3/11/2026: the order of day and month differs by country. */
const slashed = /(?<!\d)(\d{1,2})([/-])(\d{1,2})\2(\d{4}|\d\d)(?!\d)/;

/**
 * A date as pages write it. With dots, the day comes first. Where day and month can be swapped, the later date counts, so
 * that no order seems older than it is. A date without a year could be of any year.
 */
export function dateIn(text: string): Date | null {
  const [, day = '', month = '', year = ''] = /(\d{1,2})\. ?(\d{1,2})\. ?(\d{4})/.exec(text) ?? [];
  const plain = day === '' ? text : `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  if (!/(?<!\d)20\d\d(?!\d)/.test(plain) && !slashed.test(plain)) return null;
  const times = [plain, plain.replace(slashed, '$3$2$1$2$4')].map((one) => Date.parse(one));
  const readable = times.filter((time) => !Number.isNaN(time));
  return readable.length === 0 ? null : new Date(Math.max(...readable));
}

const isMoment = (text: string): boolean => /^(?:\D|\d(?!:\d\d))*\d:\d\d.*(Z|GMT|UTC|[+-]\d\d:?\d\d)/.test(text);

/** A date without a time or a zone may be any moment around that day. */
const dateSlackMs = 2 * dayMs;

/** Whether an order was certainly placed before a moment, whatever the store's clock; one without a date never is. */
export const isBefore = ({ placed, isExact }: Pick<PastOrder, 'placed' | 'isExact'>, moment: Date): boolean =>
  placed !== null && placed.getTime() + (isExact ? misdatedMs : dateSlackMs) < moment.getTime();

/** What a row without a number says. A total that changes counts as another row. */
export const rowKeyOf = ({ total, placed, reference, address }: PastOrder): string =>
  JSON.stringify([total, placed, reference, address]);

/** Opens the next page or extends the list. False if nothing new appears. */
async function turnPage(run: RecipeRun, recipe: Recipe, next: Target): Promise<boolean> {
  const rows = locate(run.page, recipe.history?.rows ?? 'body', run.scope);
  const first = async (): Promise<string> => rows.first().innerText({ timeout: 1_000 });
  const [before, many] = [await first(), await rows.count()];
  await locate(run.page, next, run.scope).first().click({ noWaitAfter: true, timeout: 5_000 });
  const isTurned = async (): Promise<boolean> => {
    const count = await rows.count();
    return count > 0 && (count > many || (await first()) !== before);
  };
  return waitWithin(run, isTurned, 10_000);
}
