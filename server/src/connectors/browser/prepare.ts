import { fieldsOf, textOf } from '../../kit/fields.ts';
import { newId } from '../../kit/ids.ts';
import { type Cents, formatMoney } from '../../kit/money.ts';
import type { Call, Checkout, Prepared, PriceComponents, PurchaseRequest, SoldLine } from '../contract.ts';
import { cartChanged, refuse } from '../refuse.ts';
import { awaitButton } from './act.ts';
import { type Attempt, attemptAtStore, type BrowserNeeds, resumeSession } from './attempt.ts';
import { StoreRefusal } from './attempt-errors.ts';
import type { BrowserSession } from './browser-session.ts';
import { goodsOf, readSettledCart, soldLinesOf, sumOf } from './cart.ts';
import { readDelivery } from './delivery.ts';
import { handOverLinkOf, preparedHandOver } from './hand-over.ts';
import { type Handle, handleIn } from './handle.ts';
import { ensureLoggedIn } from './log-in.ts';
import { waitUntil } from './page-watch.ts';
import { isBefore, type PastOrder, type PastOrders, readHistory, rowKeyOf } from './past-orders.ts';
import { checkReview } from './purchase-check.ts';
import { runSteps } from './run-steps.ts';
import { buyingScope } from './scope.ts';
import { describeTarget, locate } from './targets.ts';
import { listAt, type Scope } from './templates.ts';
import { checkMaxPrice, readTotals, type Totals } from './totals.ts';

/** Runs the recipe up to the final check: logs in, fills the cart, checks it and reads the total. Buys nothing. */
export async function prepare(needs: BrowserNeeds, request: PurchaseRequest, call: Call): Promise<Prepared> {
  const bought = preparedHandOver(needs, request);
  if (bought) return bought;
  const { reference, account, answers = [] } = request;
  const resumed = await resumeSession(needs, answers, call.signal);
  if (resumed) return resumed;
  // The process that has the page open must continue with it.
  if (answers.length > 0 && (await needs.views?.isElsewhere(reference))) return openElsewhereAnswer;
  const purpose = { reference, purpose: 'prepare' as const, account, answers, signal: call.signal };
  if (account) await needs.open.endThoseOf(account.id);
  // A quote never asks for a person.
  const hold = request.isQuote ? undefined : needs.waiting.keep;
  return attemptAtStore<Prepared>(needs, purpose, (attempt) => goToBuyButton(needs, request, attempt), hold);
}

const openElsewhereAnswer: Prepared = {
  kind: 'blocked',
  reason: 'retailer_rate_limited',
  message: "Another process has this purchase's page open.",
  retryAfterMs: 1_000,
};

async function goToBuyButton(needs: BrowserNeeds, request: PurchaseRequest, attempt: Attempt): Promise<Prepared> {
  const { browserSession } = attempt;
  const { recipe, store } = needs;
  const scope = buyingScope(store, recipe, browserSession, request);
  await ensureLoggedIn(browserSession, recipe, scope);
  const past = browserSession.account ? await readHistory(browserSession, recipe, scope) : null;
  await runSteps(browserSession, 'empty_cart', recipe.empty_cart, scope);
  for (const line of listAt(scope, 'lines')) {
    scope.line = line;
    await addLine(browserSession, recipe, scope);
  }
  const { lines, goods, sum } = await cartLines(needs, browserSession, scope, request);
  await browserSession.recorder.take(browserSession.page, 'cart');
  await runSteps(browserSession, 'check_out', recipe.check_out, scope);
  const { items, ...price } = await readFinalTotals(needs, browserSession, scope, sum);
  if (sum !== null && sum !== items && recipe.cart.adds_up !== false) {
    const message = `The cart items cost ${sum} cents, but the totals show ${items} for the items. Nothing was bought.`;
    throw new StoreRefusal(cartChanged(message), 'totals');
  }
  await checkReview(browserSession.startPart('last_look', scope), request, goods);
  // Find a missing button before submit, and in the nightly check.
  if (store.mode !== 'link') await awaitButton(browserSession.startPart('last_look', scope), recipe.buy.button);
  checkTotals(needs, request, price);
  const delivery = await readDelivery(needs, browserSession, scope, request);
  const handle: Handle = {
    visit: newId(),
    preparedAt: needs.clock.now().toISOString(),
    ...(await listEarlierOrders(needs, request, past)),
    price,
    cart: sum,
    lines,
    goods,
    delivery,
    ...(needs.recipeVersion !== undefined && { recipeVersion: needs.recipeVersion }),
    ...(store.mode === 'link' && { link: handOverLinkOf(needs, scope) }),
  };
  const checkout: Checkout = {
    handle: JSON.stringify(handle),
    price,
    estimatedDelivery: delivery,
    lines: lines.map((line) => ({ ...line, offerId: null })),
    shipTo: null,
    picture: browserSession.recorder.pictureOf('final check'),
  };
  if (store.mode === 'link') await attempt.end('handed over');
  else {
    const close = attempt.end;
    const accountId = browserSession.account?.id ?? null;
    const { view } = attempt;
    needs.open.add(handle.visit, {
      browserSession,
      recipe,
      view,
      reference: request.reference,
      accountId,
      pressedAt: null,
      close,
    });
  }
  return { kind: 'ready', checkout };
}

/** A refusal during `add` is about that line. */
async function addLine(browserSession: BrowserSession, recipe: BrowserNeeds['recipe'], scope: Scope): Promise<void> {
  try {
    await runSteps(browserSession, 'add', recipe.add, scope);
  } catch (error) {
    const lineId = textOf(fieldsOf(scope.line).id);
    if (!(error instanceof StoreRefusal) || error.answer.kind !== 'refused' || lineId === undefined) throw error;
    throw new StoreRefusal({ ...error.answer, lineIds: error.answer.lineIds ?? [lineId] }, error.place);
  }
}

/**
 * Orders that are certainly not this one: those in the history before the first attempt. If this process didn't see that
 * history, those that are older or belong to another order.
 */
async function listEarlierOrders(
  { open }: BrowserNeeds,
  request: PurchaseRequest,
  past: PastOrders | null,
): Promise<Pick<Handle, 'before' | 'unnumbered' | 'isBeforeJudged'>> {
  if (!past) return { before: null };
  const { reference, earlier } = request;
  const numbers = past.orders.map(({ number }) => number);
  if (!earlier) {
    const rows = { before: numbers, unnumbered: past.isOnePage ? past.unnumbered.map(rowKeyOf) : [] };
    open.keepHistory(reference, rows);
    return rows;
  }
  const first = open.historyOf(reference);
  if (first) return first;
  const isOthers = async (order: PastOrder): Promise<boolean> =>
    isBefore(order, earlier.since) || earlier.isTaken(order.number);
  const judged = await Promise.all(past.orders.map(isOthers));
  return { before: numbers.filter((_, index) => judged[index]), isBeforeJudged: true };
}

/** Empties the cart on its open page. If that fails, the account's next checkout empties it. */
export async function release(
  needs: BrowserNeeds,
  checkout: Checkout,
  request: PurchaseRequest,
  call: Call,
): Promise<void> {
  const { visit: id = '' } = handleIn(checkout.handle) ?? {};
  const open = needs.open.get(id);
  if (!open || open.pressedAt !== null) return;
  const { browserSession } = open;
  browserSession.signal = call.signal;
  try {
    const scope = buyingScope(needs.store, needs.recipe, browserSession, request);
    await runSteps(browserSession, 'empty_cart', needs.recipe.empty_cart, scope);
  } catch (error) {
    needs.logger.info({ err: error, reference: request.reference }, 'cart not emptied');
  } finally {
    await needs.open.end(id, 'released');
  }
}

async function cartLines(
  { recipe }: BrowserNeeds,
  browserSession: BrowserSession,
  scope: Scope,
  request: PurchaseRequest,
): Promise<{ lines: SoldLine[]; goods: Handle['goods']; sum: Cents | null }> {
  if (recipe.cart.steps) await runSteps(browserSession, 'cart', recipe.cart.steps, scope);
  const run = browserSession.startPart('cart', scope);
  const rows = locate(browserSession.page, recipe.cart.rows, scope);
  await waitUntil(run, async () => (await rows.count()) > 0, { expected: describeTarget(recipe.cart.rows) });
  const shown = await readSettledCart(run);
  return { lines: soldLinesOf(run, shown, request), goods: goodsOf(run, shown, request), sum: sumOf(shown) };
}

/** Runs the last steps, then reads the totals. */
async function readFinalTotals(
  { recipe, store }: BrowserNeeds,
  browserSession: BrowserSession,
  scope: Scope,
  cart: Cents | null,
): Promise<Totals> {
  if (recipe.last_look) await runSteps(browserSession, 'last_look', recipe.last_look, scope);
  const price = await readTotals(browserSession.startPart('last_look', scope), { store, cart });
  await browserSession.recorder.take(browserSession.page, 'final check');
  return price;
}

function checkTotals({ store }: BrowserNeeds, request: PurchaseRequest, price: PriceComponents): void {
  if (request.options.failIfTaxed && price.tax > 0) {
    const message = `The store charges ${formatMoney({ amount: price.tax, currency: price.currency })} in tax.`;
    throw new StoreRefusal(refuse('checkout_failed', message, { detail: 'tax_charged' }), 'totals');
  }
  checkMaxPrice(store, request, price);
}
