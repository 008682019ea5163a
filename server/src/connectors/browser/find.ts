import { cannotLookUp } from '../cannot-look-up.ts';
import type { Call, FindAnswer, FindQuery } from '../contract.ts';
import { attempt, type BrowserNeeds } from './attempt.ts';
import { holdsWords, isNamedIn } from './cart.ts';
import { enter } from './enter.ts';
import { type Handle, handleIn, purchaseOf } from './handle.ts';
import { type PastOrder, type PastOrders, readHistory } from './past-orders.ts';
import { countIn, moneyIn, readIn, readNow } from './reading.ts';
import { buyingScope } from './scope.ts';
import { locate } from './targets.ts';
import type { Visit } from './visit.ts';
import { take } from './walk.ts';
import type { Scope } from './words.ts';

/**
 * Looks through the history of the account, under its lock. Ours is the order that carries our reference; where the
 * store does not show it, the one that was not there before and has our goods and our total.
 */
export async function find(needs: BrowserNeeds, query: FindQuery, call: Call): Promise<FindAnswer> {
  const handle = handleIn(query.handle);
  if (handle?.orderedAs) return { kind: 'found', purchase: purchaseOf(handle, handle.orderedAs) };
  const purchase = handle && needs.open.purchaseOf(handle.visit);
  if (purchase) return { kind: 'found', purchase };
  if (handle && needs.open.pressOf(handle.visit) === 'never') return { kind: 'absent' };
  if (!needs.recipe.history) return { kind: 'unsure', message: 'The recipe of this store reads no order history.' };
  if (!query.account) return guestAnswer;
  const { reference, account } = query;
  const purpose = { reference, purpose: 'find' as const, account, signal: call.signal };
  const answer = await attempt(needs, purpose, async ({ visit, end }) => {
    const scope = buyingScope(needs.store, needs.recipe, visit, query);
    await enter(visit, needs.recipe, scope);
    const past = await readHistory(visit, needs.recipe, scope);
    await visit.film.take(visit.page, 'history');
    const decided = await decide(needs, visit, scope, { past, query, handle });
    await end(`${decided.kind}: ${past.orders.length} orders in the history`);
    return decided;
  });
  if (answer.kind === 'found' || answer.kind === 'absent' || answer.kind === 'unsure') return answer;
  return unsure(answer.kind === 'needs' ? answer.question.message : answer.message);
}

const unsure = (message: string): FindAnswer => ({ kind: 'unsure', message });

/** Only the store's pages could tell, and a guest sees no history. */
const guestAnswer: FindAnswer = {
  kind: 'unsure',
  message: 'The order is bought as a guest, and this store shows guests no history.',
  isFinal: true,
};

interface Evidence {
  past: PastOrders;
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
  let canTell = true;
  for (const order of past.orders.filter(isNew)) {
    if (order.reference?.includes(query.reference)) return foundBy(handle, order);
    if (order.reference) continue;
    if (handle && order.total !== null && order.total !== handle.price.total) continue;
    const verdict = await lookAt(needs, visit, scope, order, query, handle);
    if (verdict === 'ours') return foundBy(handle, order);
    if (verdict === 'fits' || verdict === 'maybe') fitting.push(order);
    canTell &&= verdict !== 'maybe';
  }
  const [only, another] = fitting;
  if (!only) return handle ? absence(past, handle) : cannotLookUp;
  if (!another && handle && !readsReference && canTell) return foundBy(handle, only);
  // It bears no reference although this store shows them: a person may have bought the same.
  return unsure(`The history has ${fitting.length} new orders that could be this one.`);
}

/** Nothing is new. That counts where the list shows again what it showed before, with the newest first. */
function absence({ orders, isWhole }: PastOrders, { before }: Handle): FindAnswer {
  const [newest] = before ?? [];
  if (newest !== undefined && !orders.some(({ number }) => number === newest)) {
    return unsure('The history does not show orders that it showed before.');
  }
  const [first] = orders;
  const last = orders.at(-1);
  const isOldestFirst = Boolean(first?.placed && last?.placed && first.placed < last.placed);
  if (!isWhole && isOldestFirst)
    return unsure('The history begins with the oldest orders and was not read to its end.');
  return { kind: 'absent' };
}

function foundBy(handle: Handle | null, { number }: PastOrder): FindAnswer {
  if (handle) return { kind: 'found', purchase: purchaseOf(handle, number) };
  return unsure(`The store sold this under ${number}, but what it cost was not written down here.`);
}

/** The order's own page: whose reference it bears, what is in it, what it cost. */
async function lookAt(
  { recipe }: BrowserNeeds,
  visit: Visit,
  scope: Scope,
  past: PastOrder,
  query: FindQuery,
  handle: Handle | null,
): Promise<'ours' | Likeness> {
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
  if (!order.lines || !handle) return 'fits';
  const rows = await locate(visit.page, order.lines.rows, scope).all();
  const sold: Sold[] = [];
  for (const row of rows) {
    const product = await readIn(row, order.lines.product, scope);
    sold.push({ product, quantity: countIn(await readIn(row, order.lines.quantity, scope)) });
  }
  return likenessOf(sold, handle.goods);
}

/** `maybe`: the quantities are the same, and what the goods are called was never read. */
type Likeness = 'fits' | 'maybe' | 'other';

interface Sold {
  product: string;
  quantity: number;
}

/** Whether an order has these goods and no others. */
export function likenessOf(sold: readonly Sold[], goods: Handle['goods']): Likeness {
  if (sold.length !== goods.length) return 'other';
  const left = [...sold];
  let worst: Likeness = 'fits';
  for (const wanted of goods) {
    const judged = left.map((row) =>
      row.quantity === wanted.quantity ? productLikeness(row.product, wanted) : 'other',
    );
    const index = judged.includes('fits') ? judged.indexOf('fits') : judged.indexOf('maybe');
    if (index < 0) return 'other';
    if (judged[index] === 'maybe') worst = 'maybe';
    left.splice(index, 1);
  }
  return worst;
}

function productLikeness(shown: string, { slug, titles }: Handle['goods'][number]): Likeness {
  if (isNamedIn(shown, slug)) return 'fits';
  if (shown.startsWith('/') || shown.includes('://')) return 'other';
  if (titles.length === 0) return 'maybe';
  return titles.some((title) => holdsWords(shown, title) || holdsWords(title, shown)) ? 'fits' : 'other';
}
