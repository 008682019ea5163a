import { isDeepStrictEqual } from 'node:util';
import type { Cents } from '../../kit/money.ts';
import type { Call, FindAnswer, FindQuery, Purchase } from '../contract.ts';
import { attempt, type BrowserNeeds } from './attempt.ts';
import { enter } from './enter.ts';
import { type Handle, handleIn } from './handle.ts';
import { holds, within } from './page-watch.ts';
import { countIn, moneyIn, readIn, readNow } from './reading.ts';
import type { Recipe, Target } from './recipe.ts';
import { buyingScope } from './scope.ts';
import { locate } from './targets.ts';
import type { Visit } from './visit.ts';
import { take } from './walk.ts';
import type { Scope } from './words.ts';

export interface PastOrder {
  number: string;
  total: Cents | null;
  placed: Date | null;
  reference: string | null;
  address: string;
}

const pagesMost = 5;

/** What the account bought before, newest pages first. */
export async function readHistory(visit: Visit, recipe: Recipe, scope: Scope): Promise<PastOrder[]> {
  const { history } = recipe;
  if (!history) return [];
  await take(visit, 'history', history.steps, scope);
  const found: PastOrder[] = [];
  for (let page = 0; page < pagesMost; page += 1) {
    for (const row of await locate(visit.page, history.rows, scope).all()) {
      const number = await readIn(row, history.number, scope);
      if (number === '') continue;
      const total = history.total ? moneyIn(await readIn(row, history.total, scope), recipe) : null;
      const placed = history.placed ? Date.parse(await readIn(row, history.placed, scope)) : Number.NaN;
      const reference = history.reference ? await readIn(row, history.reference, scope) : null;
      const address = await readIn(row, history.address, scope);
      found.push({ number, total, placed: Number.isNaN(placed) ? null : new Date(placed), reference, address });
    }
    if (!history.next || !(await turnPage(visit, recipe, scope, history.next))) break;
  }
  return found;
}

/** Turns to the next page and waits until it shows; false on the last one. */
async function turnPage(visit: Visit, recipe: Recipe, scope: Scope, next: Target): Promise<boolean> {
  const walk = visit.walk('history', scope);
  if (!(await holds(walk, { there: next }))) return false;
  const rows = locate(visit.page, recipe.history?.rows ?? 'body', scope);
  const first = async (): Promise<string> => rows.first().innerText({ timeout: 1_000 });
  const before = await first();
  await locate(visit.page, next, scope).first().click({ noWaitAfter: true, timeout: 5_000 });
  return within(walk, async () => (await rows.count()) > 0 && (await first()) !== before, 10_000);
}

/**
 * Looks through the history of the account, under its lock. Ours is the order that carries our reference; where the
 * store does not show it, the one that was not there before and has our lines and our total.
 */
export async function find(needs: BrowserNeeds, query: FindQuery, call: Call): Promise<FindAnswer> {
  const handle = handleIn(query.handle);
  if (handle?.handedOver) return { kind: 'found', purchase: purchaseOf(handle, handle.handedOver) };
  if (!needs.recipe.history) return { kind: 'unsure', message: 'The recipe of this store reads no order history.' };
  if (!query.account) return guestAnswer(handle);
  const { reference, account } = query;
  const purpose = { reference, purpose: 'find' as const, account, signal: call.signal };
  const answer = await attempt(needs, purpose, async ({ visit, end }) => {
    const scope = buyingScope(needs.store, needs.recipe, visit, query);
    await enter(visit, needs.recipe, scope);
    const past = await readHistory(visit, needs.recipe, scope);
    await visit.film.take(visit.page, 'history');
    const decided = await decide(needs, visit, scope, { past, query, handle });
    await end(`${decided.kind}: ${past.length} orders in the history`);
    return decided;
  });
  if (answer.kind === 'found' || answer.kind === 'absent' || answer.kind === 'unsure') return answer;
  return { kind: 'unsure', message: answer.kind === 'needs' ? answer.question.message : answer.message };
}

/** Without a handle no button was ever near; with one only the store's pages could tell, and a guest sees none. */
const guestAnswer = (handle: Handle | null): FindAnswer =>
  handle === null
    ? { kind: 'absent' }
    : { kind: 'unsure', message: 'It was bought as a guest, and this store shows guests no history.' };

interface Evidence {
  past: readonly PastOrder[];
  query: FindQuery;
  handle: Handle | null;
}

async function decide(needs: BrowserNeeds, visit: Visit, scope: Scope, found: Evidence): Promise<FindAnswer> {
  const { past, query, handle } = found;
  const { recipe } = needs;
  const isNew = (order: PastOrder): boolean =>
    handle?.before ? !handle.before.includes(order.number) : order.placed === null || order.placed >= query.since;
  const readsReference = recipe.history?.reference !== undefined || recipe.order?.reference !== undefined;
  const fitting: PastOrder[] = [];
  for (const order of past.filter(isNew)) {
    if (order.reference === query.reference) return handle ? foundBy(handle, order) : seen(order);
    if (readsReference && order.reference !== null && order.reference !== '') continue;
    if (handle && order.total !== null && order.total !== handle.price.total) continue;
    const verdict = await lookAt(needs, visit, scope, order, query, handle);
    if (verdict === 'ours') return handle ? foundBy(handle, order) : seen(order);
    if (verdict === 'fits') fitting.push(order);
  }
  const [only, another] = fitting;
  if (!only) return { kind: 'absent' };
  if (!another && handle && !readsReference) return foundBy(handle, only);
  if (readsReference) return { kind: 'absent' };
  return { kind: 'unsure', message: `The history has ${fitting.length} new orders that could be this one.` };
}

const foundBy = (handle: Handle, { number }: PastOrder): FindAnswer => ({
  kind: 'found',
  purchase: purchaseOf(handle, number),
});

const seen = ({ number }: PastOrder): FindAnswer => ({
  kind: 'unsure',
  message: `The store sold this under ${number}, but what it cost was not written down here.`,
});

/** The order's own page: whose reference it bears, what is in it, what it cost. */
async function lookAt(
  { recipe }: BrowserNeeds,
  visit: Visit,
  scope: Scope,
  past: PastOrder,
  query: FindQuery,
  handle: Handle | null,
): Promise<'ours' | 'fits' | 'other'> {
  const { order } = recipe;
  if (!order) return 'fits';
  scope.order = past;
  await take(visit, 'order', order.steps, scope);
  if (order.reference) {
    const reference = await readNow(visit.page, order.reference, scope);
    if (reference?.includes(query.reference)) return 'ours';
    if (reference) return 'other';
  }
  const total = order.total ? moneyIn((await readNow(visit.page, order.total, scope)) ?? '', recipe) : null;
  if (handle && total !== null && total !== handle.price.total) return 'other';
  if (!order.lines) return 'fits';
  const count = async (): Promise<number[]> => {
    const rows = await locate(visit.page, order.lines?.rows ?? 'body', scope).all();
    return Promise.all(rows.map(async (row) => countIn(await readIn(row, order.lines?.quantity, scope))));
  };
  const sorted = (numbers: readonly number[]): number[] => numbers.toSorted((left, right) => left - right);
  const wanted = sorted(query.lines.map(({ quantity }) => quantity));
  return isDeepStrictEqual(sorted(await count()), wanted) ? 'fits' : 'other';
}

export const purchaseOf = (handle: Handle, number: string): Purchase => ({
  merchantOrderIds: [number],
  price: handle.price,
  estimatedDelivery: null,
  placedAt: new Date(handle.preparedAt),
  lines: handle.lines,
  shipTo: null,
});

/**
 * Makes a late purchase impossible: the page with the button is closed, the account's cart emptied. A press that the
 * store may still be working on has the recipe's `late_seconds` to appear in the history.
 */
export async function fence(needs: BrowserNeeds, query: FindQuery, call: Call): Promise<{ fenced: boolean }> {
  const handle = handleIn(query.handle);
  if (!handle || handle.handedOver) return { fenced: true };
  const open = needs.open.get(handle.visit);
  const wasPressed = open?.isPressed ?? true;
  needs.open.delete(handle.visit);
  await open?.close('fenced');
  if (query.account && !(await emptied(needs, query, call))) return { fenced: false };
  const lateMs = 1000 * (needs.recipe.late_seconds ?? 60);
  const age = needs.clock.now().getTime() - new Date(handle.preparedAt).getTime();
  return { fenced: !wasPressed || age >= lateMs };
}

async function emptied(needs: BrowserNeeds, query: FindQuery, call: Call): Promise<boolean> {
  const { reference, account } = query;
  const purpose = { reference, purpose: 'fence' as const, account, signal: call.signal };
  const answer = await attempt(needs, purpose, async ({ visit, end }) => {
    const scope = buyingScope(needs.store, needs.recipe, visit, query);
    await enter(visit, needs.recipe, scope);
    await take(visit, 'empty_cart', needs.recipe.empty_cart, scope);
    await end('emptied the cart');
    return { kind: 'emptied' as const };
  });
  return answer.kind === 'emptied';
}
