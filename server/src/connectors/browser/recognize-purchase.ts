import type { Cents } from '../../kit/money.ts';
import { unsureAnswer } from '../answers.ts';
import type { FindAnswer, FindQuery } from '../contract.ts';
import { isDatedEarly } from '../match-purchase.ts';
import { referenceIn } from '../reference.ts';
import type { BrowserNeeds } from './attempt.ts';
import type { BrowserSession } from './browser-session.ts';
import { containsWords, isProductAddress } from './cart.ts';
import { type Handle, purchaseOf, purchaseWithoutHandle } from './handle.ts';
import { meetsCondition } from './page-watch.ts';
import { isBefore, type PastOrder, type PastOrders, rowKeyOf } from './past-orders.ts';
import { countIn, moneyIn, readIn, readNow, rowsIn } from './reading.ts';
import { runSteps } from './run-steps.ts';
import type { Scope } from './templates.ts';

export interface Evidence {
  past: PastOrders;
  query: FindQuery;
  handle: Handle | null;
}

/**
 * Finds our order in the history: the one with our reference or, if the store doesn't show it, the only new one with our
 * items and total. A draft counts as a sale. If an order could be ours, the answer is never `absent`.
 */
export async function recognizePurchase(
  needs: BrowserNeeds,
  browserSession: BrowserSession,
  scope: Scope,
  found: Evidence,
): Promise<FindAnswer> {
  const { past, query, handle } = found;
  const { recipe } = needs;
  const readsReference = recipe.history?.reference !== undefined || recipe.order?.reference !== undefined;
  const fitting: SeenOrder[] = [];
  let isClear = !readsReference;
  for (const order of past.orders.filter((candidate) => isNew(candidate, query, handle))) {
    const named = referenceIn(order.reference ?? '');
    if (named !== query.reference && (named !== null || (await query.isTaken(order.number)))) continue;
    const seen = await readOrderPage(needs, browserSession, scope, order, goodsOf(query, handle));
    const verdict = compareOrder(seen, query, handle);
    if (verdict === 'ours') return foundAnswer(needs, found, seen);
    if (verdict === 'other') continue;
    fitting.push(seen);
    isClear &&= verdict === 'fits' && !isMisdated(order, query, handle);
  }
  const [only, another] = fitting;
  if (!only && hasNewUnnumbered(past, query, handle)) return unnumberedAnswer;
  if (!only) return handle ? proveAbsence(past, handle) : proveAbsenceSince(past, query.since);
  if (!another && isClear) return foundAnswer(needs, found, only, { matchedBy: 'content' });
  const numbers = fitting.map(({ number }) => number).join(', ');
  return unsureAnswer(
    `The store's order history shows ${numbers}, and Errand cannot tell whether one of them is this order.`,
  );
}

/** With a handle: not in the history before the button. Without one: not certainly older than the order. */
const isNew = (order: PastOrder, { since }: FindQuery, handle: Handle | null): boolean =>
  handle?.before ? !handle.before.includes(order.number) : !isBefore(order, since);

/**
 * A row that was there before the button, such as a gift card, is no order of ours. If there is a new number, it may be
 * that row's, so an equal row may be another order.
 */
export function hasNewUnnumbered(
  { orders, unnumbered }: Pick<PastOrders, 'orders' | 'unnumbered'>,
  { since }: Pick<FindQuery, 'since'>,
  handle: Pick<Handle, 'before' | 'unnumbered'> | null,
): boolean {
  const isNewNumber = ({ number }: PastOrder): boolean => !handle?.before?.includes(number);
  const known = orders.some(isNewNumber) ? [] : [...(handle?.unnumbered ?? [])];
  for (const row of unnumbered.filter((candidate) => !isBefore(candidate, since))) {
    const index = known.indexOf(rowKeyOf(row));
    if (index < 0) return true;
    // An equal row may be another order.
    known.splice(index, 1);
  }
  return false;
}

/** Dated before the order was submitted. Only a history read before the first button proves that it is new. */
const isMisdated = ({ placed, isExact }: PastOrder, query: FindQuery, handle: Handle | null): boolean =>
  (!handle?.before || handle.isBeforeJudged === true) && placed !== null && isExact && isDatedEarly(placed, query);

/** What was ordered. Without a handle, the store's names are unknown. */
const goodsOf = ({ lines }: FindQuery, handle: Handle | null): Goods[] =>
  handle?.goods ??
  lines.map(({ ref, quantity, variant }) => ({
    slug: ref.productId,
    titles: [],
    quantity,
    variant: (variant ?? []).map(({ value }) => value),
  }));

type Goods = Handle['goods'][number] & { variant?: string[] };

/** `unread`: the recipe reads no lines. `unclear`: the page shows none, or not what they are. */
export type GoodsVerdict = 'same' | 'unclear' | 'unread' | 'other';

/** What the history and the order's own page say about one order. */
export interface SeenOrder extends Pick<PastOrder, 'number' | 'reference' | 'placed'> {
  total: Cents | null;
  goods: GoodsVerdict;
  /** Empty where the store does not show it. */
  shipTo: string;
  isCanceled: boolean;
}

async function readOrderPage(
  { recipe }: BrowserNeeds,
  browserSession: BrowserSession,
  scope: Scope,
  past: PastOrder,
  goods: readonly Goods[],
): Promise<SeenOrder> {
  const { number, reference, placed, total } = past;
  const { order } = recipe;
  const inList = { number, reference, placed, total, goods: 'unread' as const, shipTo: '', isCanceled: false };
  if (!order) return inList;
  scope.order = past;
  await runSteps(browserSession, 'order', order.steps, scope);
  const onPage = order.total
    ? moneyIn((await readNow(browserSession.page, order.total, scope)) ?? '', recipe, scope)
    : null;
  return {
    ...inList,
    reference: reference || (order.reference ? await readNow(browserSession.page, order.reference, scope) : null),
    // If the totals differ, neither counts.
    total: onPage !== null && total !== null && onPage !== total ? null : (onPage ?? total),
    goods: await readGoods(browserSession, order.lines, scope, goods),
    shipTo: (order.ship_to && (await readNow(browserSession.page, order.ship_to, scope))) || '',
    isCanceled:
      order.cancelled !== undefined &&
      (await meetsCondition(browserSession.startPart('order', scope), order.cancelled)),
  };
}

async function readGoods(
  browserSession: BrowserSession,
  lines: NonNullable<BrowserNeeds['recipe']['order']>['lines'],
  scope: Scope,
  goods: readonly Goods[],
): Promise<GoodsVerdict> {
  if (!lines) return 'unread';
  const sold: Sold[] = [];
  for (const row of await rowsIn(browserSession.page, lines.rows, scope)) {
    const product = await readIn(row, lines.product, scope);
    const quantity = countIn(await readIn(row, lines.quantity, scope));
    sold.push({ product, quantity, text: await row.innerText() });
  }
  // A draft may not show its lines yet.
  return sold.length === 0 ? 'unclear' : compareGoods(sold, goods);
}

type Verdict = 'ours' | 'fits' | 'maybe' | 'other';

/**
 * What proves that an order is not ours: another reference, another address, a price above the limit, or other goods. A
 * recipe may misread the goods, so with a handle the total has to differ as well.
 */
export function compareOrder(seen: SeenOrder, query: Wanted, handle: Pick<Handle, 'price'> | null): Verdict {
  const { reference, goods, total, shipTo } = seen;
  const named = referenceIn(reference ?? '');
  if (named !== null) return named === query.reference ? 'ours' : 'other';
  const isOtherTotal = handle ? total !== null && total !== handle.price.total : true;
  // Fewer goods may be a part of an order that may be bought in part.
  if (goods === 'other' && isOtherTotal) return query.isBestEffort ? 'maybe' : 'other';
  if (shipTo !== '' && !containsWords(shipTo, query.shippingAddress.postalCode)) return 'other';
  if (!handle && total !== null && total > query.maxPrice) return 'other';
  if (seen.isCanceled) return 'maybe';
  if (!handle) return goods === 'same' && total !== null ? 'fits' : 'maybe';
  if (isOtherTotal) return 'maybe';
  return goods === 'same' || (goods === 'unread' && total !== null) ? 'fits' : 'maybe';
}

type Wanted = Pick<FindQuery, 'reference' | 'maxPrice' | 'isBestEffort'> & { shippingAddress: { postalCode: string } };

function foundAnswer(
  { store, recipe, clock }: BrowserNeeds,
  { query, handle }: Evidence,
  seen: SeenOrder,
  more: { matchedBy?: 'content' } = {},
): FindAnswer {
  const { number, total } = seen;
  // It may be a draft that the recipe takes for canceled, so it is not bought again.
  if (seen.isCanceled) return unsureAnswer(`The store lists this order as ${number}, and the order is canceled.`);
  if (handle) return { kind: 'found', purchase: purchaseOf(handle, number), ...more };
  if (total === null || total <= 0) {
    return unsureAnswer(
      `The store has order ${number}, which matches this order, but the store's pages do not show the total.`,
    );
  }
  if (query.isBestEffort && seen.goods !== 'same') {
    return unsureAnswer(`The store has order ${number}, which matches this order, but may cover only part of it.`);
  }
  const { currency } = store;
  const sold = { number, total, currency, basis: recipe.prices, placedAt: seen.placed ?? clock.now() };
  return { kind: 'found', purchase: purchaseWithoutHandle(query.lines, sold), ...more };
}

type Listed = Omit<PastOrders, 'unnumbered' | 'isOnePage'>;

/** Nothing is new. Counts only if the list still shows the newest order from before. */
export function proveAbsence(past: Listed, { before }: Pick<Handle, 'before'>): FindAnswer {
  const [newest] = before ?? [];
  if (newest !== undefined && !past.orders.some(({ number }) => number === newest)) {
    return unsureAnswer('The order history no longer shows orders that it showed before.');
  }
  return past.isWhole || isNewestFirst(past) ? { kind: 'absent' } : notReadAnswer;
}

/**
 * Without a handle, no cart proves anything either. The list must reach back to the time of the order, or show that it
 * ends: a recipe may miss later pages, and a page that loads slowly looks empty.
 */
export function proveAbsenceSince(past: Listed, since: Date): FindAnswer {
  const last = past.orders.at(-1);
  const reachesBack = last !== undefined && isNewestFirst(past) && isBefore(last, since);
  return past.isEndShown || reachesBack ? { kind: 'absent' } : notReadAnswer;
}

const unnumberedAnswer = unsureAnswer('The order history shows an order without a number. It may be this one.');

const notReadAnswer = unsureAnswer('The order history was not read completely.');

function isNewestFirst({ orders }: Listed): boolean {
  const times = orders.map(({ placed }) => placed?.getTime() ?? Number.NaN);
  const isSorted = times.every((time, index) => index === 0 || time <= (times[index - 1] ?? Number.NaN));
  return isSorted && (times[0] ?? 0) > (times.at(-1) ?? 0);
}

interface Sold {
  product: string;
  quantity: number;
  /** The row's whole text. */
  text: string;
}

/** Whether an order has exactly these items. */
export function compareGoods(sold: readonly Sold[], goods: readonly Goods[]): 'same' | 'unclear' | 'other' {
  if (sold.length !== goods.length) return 'other';
  const left = [...sold];
  let worst: 'same' | 'unclear' = 'same';
  for (const wanted of goods) {
    const judged = left.map((row) => (row.quantity === wanted.quantity ? compareProduct(row, wanted) : 'other'));
    const index = judged.includes('same') ? judged.indexOf('same') : judged.indexOf('unclear');
    if (index < 0) return 'other';
    if (judged[index] === 'unclear') worst = 'unclear';
    left.splice(index, 1);
  }
  return worst;
}

function compareProduct(row: Sold, { slug, titles, variant = [] }: Goods): 'same' | 'unclear' | 'other' {
  const { product: shown } = row;
  if (isProductAddress(shown, slug))
    return variant.every((value) => containsWords(row.text, value)) ? 'same' : 'unclear';
  if (shown.startsWith('/') || shown.includes('://')) return 'other';
  if (titles.length === 0 || shown === '') return 'unclear';
  return titles.some((title) => containsWords(shown, title) || containsWords(title, shown)) ? 'same' : 'other';
}
