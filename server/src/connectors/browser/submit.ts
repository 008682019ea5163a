import { type Cents, formatMoney } from '../../kit/money.ts';
import { unknownOutcome } from '../answers.ts';
import { recordOf } from '../cart-lines.ts';
import type { Call, Checkout, Outcome, PurchaseRequest } from '../contract.ts';
import { cartChanged, unexpectedAnswer } from '../refuse.ts';
import { awaitButton } from './act.ts';
import { agreeOn } from './agreement.ts';
import type { BrowserNeeds } from './attempt.ts';
import { RecipeBroken, StoreRefusal } from './attempt-errors.ts';
import type { BrowserSession } from './browser-session.ts';
import { requestHandOver } from './hand-over.ts';
import { type Handle, handleIn, purchaseOf } from './handle.ts';
import type { OpenCheckout } from './open-checkouts.ts';
import { checkSigns, describeCondition, meetsCondition, type RecipeRun, waitUntil } from './page-watch.ts';
import { readHistory } from './past-orders.ts';
import { checkConfirmation, checkReview } from './purchase-check.ts';
import { moneyIn } from './reading.ts';
import { recognizePurchase } from './recognize-purchase.ts';
import { pressedEndings } from './recorder.ts';
import { readWithin, runSteps } from './run-steps.ts';
import { buyingScope } from './scope.ts';
import { describeTarget } from './targets.ts';
import type { Scope } from './templates.ts';
import { checkMaxPrice, readTotals } from './totals.ts';
import { personTimeoutMs, requestPersonAtPage } from './waiting-sessions.ts';

const alwaysTrue = (): boolean => true;
const alwaysFalse = (): boolean => false;
const endings: Partial<Record<Outcome['kind'], string>> = { placed: pressedEndings.placed, refused: 'not pressed' };
const blocked = (place: string, message: string): Outcome => ({
  kind: 'blocked',
  reason: 'retailer_unavailable',
  message: `Nothing was bought. At ${place}: ${message}`,
});

/**
 * Reads the total again and presses the button once. Before the press, nothing is bought. After it, the outcome is unknown
 * until the success page appears.
 */
export async function submit(
  given: BrowserNeeds,
  checkout: Checkout,
  request: PurchaseRequest,
  call: Call,
): Promise<Outcome> {
  const handle = handleIn(checkout.handle);
  if (!handle) return blocked('buy', 'this checkout belongs to a different store.');
  if (handle.link !== undefined) return requestHandOver(handle.link, checkout);
  if (handle.orderedAs !== undefined) return { kind: 'placed', purchase: purchaseOf(handle, handle.orderedAs) };
  const open = given.open.get(handle.visit);
  const needs = open ? { ...given, recipe: open.recipe } : given;
  if (!open && needs.open.pressOf(handle.visit) === 'never') {
    return blocked('buy', 'the checkout page was closed before the order was submitted.');
  }
  // Pressed before, or by a worker that is gone: the outcome is unknown.
  if (!open || open.pressedAt !== null) return unknownOutcome('The checkout page is no longer open.');
  open.pressedAt = needs.clock.now().getTime();
  open.browserSession.signal = call.signal;
  const scope = buyingScope(needs.store, needs.recipe, open.browserSession, request);
  const pressing = pressBuyOnce(needs, open, { handle, request, scope });
  return waitUntilAction(open, pressing);
}

interface PressInput {
  handle: Handle;
  request: PurchaseRequest;
  scope: Scope;
}

async function pressBuyOnce(needs: BrowserNeeds, open: OpenCheckout, pressed: PressInput): Promise<Outcome> {
  const { handle } = pressed;
  const { signal } = open.browserSession;
  const obstacle = await checkBeforePress(needs, open, pressed).catch((error: unknown) => obstacleOf(signal, error));
  if (obstacle) {
    // The outcome of an earlier attempt is unknown again: the history decides.
    if (obstacle.kind !== 'unknown') open.pressedAt = null;
    await needs.open.end(handle.visit, `not pressed: ${'message' in obstacle ? obstacle.message : obstacle.kind}`);
    return obstacle;
  }
  const outcome = await pressBuyButton(needs, open, pressed);
  await needs.open.end(handle.visit, endings[outcome.kind] ?? pressedEndings.unknown);
  if (outcome.kind === 'placed') needs.open.keepPurchase(handle.visit, outcome.purchase);
  return outcome;
}

/**
 * The outcome, or an action if the store needs a person after the press (3-D Secure). The outcome is then unknown, and
 * reconciliation lets the press finish first.
 */
async function waitUntilAction(open: OpenCheckout, pressing: Promise<Outcome>): Promise<Outcome> {
  const asked = await Promise.race([open.browserSession.person.asked, pressing.then(() => null)]);
  const view = asked === null ? null : ((await open.view?.catch(() => null)) ?? null);
  if (asked === null) return pressing;
  if (!view) {
    open.browserSession.person.timeOut();
    return pressing;
  }
  open.pressing = pressing;
  open.browserSession.park();
  const timer = setTimeout(() => open.browserSession.person.timeOut(), personTimeoutMs);
  timer.unref();
  void pressing.finally(() => clearTimeout(timer));
  return requestPersonAtPage(view, open.browserSession, asked, { isInDoubt: true });
}

/** Lets a press that waits for a person finish within this call. */
export async function finishPress({ open: visits }: BrowserNeeds, id: string, { signal }: Call): Promise<void> {
  const open = visits.get(id);
  if (!open?.pressing) return;
  open.browserSession.signal = signal;
  open.browserSession.person.resume();
  const asked = await Promise.race([open.browserSession.person.asked, open.pressing.then(() => null)]);
  // It still needs a person: the outcome is unknown, and the history decides.
  if (asked !== null) open.browserSession.person.timeOut();
  await open.pressing;
}

function obstacleOf(signal: AbortSignal, error: unknown): Outcome {
  if (error instanceof StoreRefusal) return error.answerAt('last_look');
  if (signal.aborted) return blocked('last_look', 'the call was interrupted.');
  const said = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error);
  if (error instanceof RecipeBroken) {
    const place = error.place ?? 'last_look';
    return { ...unexpectedAnswer(`Nothing was bought. At ${place}: ${said}`), isBroken: true };
  }
  return blocked('last_look', `the browser could not continue: ${said}`);
}

/** Prices and pages may have changed since the quote. */
async function checkBeforePress(
  needs: BrowserNeeds,
  { browserSession }: OpenCheckout,
  { handle, request, scope }: PressInput,
): Promise<Outcome | null> {
  browserSession.signal.throwIfAborted();
  const run = browserSession.startPart('last_look', scope);
  await checkSigns(run);
  const price = await readTotals(run, { store: needs.store, cart: handle.cart ?? null });
  checkMaxPrice(needs.store, request, price);
  if (price.total !== handle.price.total) {
    const [before, now] = [handle.price.total, price.total].map((amount) =>
      formatMoney({ amount, currency: price.currency }),
    );
    const message = `The store's total changed from ${before} to ${now} before the order was submitted. Nothing was bought.`;
    throw new StoreRefusal(cartChanged(message), 'totals');
  }
  await checkReview(run, request, handle.goods);
  const { button } = needs.recipe.buy;
  const found = await awaitButton(run, button);
  // Checks that it can be clicked, without clicking.
  const isReady = (): Promise<boolean> => found.click({ trial: true, timeout: 1_500 }).then(alwaysTrue, alwaysFalse);
  await waitUntil(run, isReady, { expected: `clickable ${describeTarget(button)}` });
  return findEarlierPurchase(needs, browserSession, { handle, request, scope });
}

/** Reads the history before a second press: an earlier attempt may have bought after all. */
async function findEarlierPurchase(
  needs: BrowserNeeds,
  browserSession: BrowserSession,
  { handle, request, scope: given }: PressInput,
): Promise<Outcome | null> {
  const { earlier, maxPrice } = request;
  if (!earlier || !browserSession.account || !needs.recipe.history) return null;
  const tab = await browserSession.openTab();
  try {
    const scope = { ...given };
    const past = await readHistory(tab, needs.recipe, scope);
    const { isBestEffort = false } = request;
    const query = { ...recordOf(request), ...earlier, maxPrice, isBestEffort };
    const found = await recognizePurchase(needs, tab, scope, { past, query, handle });
    if (found.kind === 'absent') return null;
    return unknownOutcome(found.kind === 'unsure' ? found.message : 'An earlier attempt already placed this order.');
  } finally {
    await tab.close();
  }
}

async function pressBuyButton(
  needs: BrowserNeeds,
  { browserSession }: OpenCheckout,
  { handle, request, scope }: PressInput,
): Promise<Outcome> {
  const { recipe } = needs;
  const { button, after = [], success, number, total, lost, within_seconds: given } = recipe.buy;
  const withinMs = 1000 * (given ?? Math.max(30, recipe.patience_seconds ?? 20));
  try {
    // Again, since the page may have changed after the check.
    const { element, problem } = await agreeOn(browserSession.page, button, scope, 'button');
    if (!element) return { ...unexpectedAnswer(`Nothing was bought. At buy/button: ${problem}`), isBroken: true };
    await element.click({ timeout: 5_000, noWaitAfter: true });
    await runSteps(browserSession, 'buy', after, scope, { isBought: true });
    const run = browserSession.startPart('buy', scope, true);
    let isLost = false;
    const isOver = async (): Promise<boolean> => {
      const isSold = await meetsCondition(run, success);
      isLost = !isSold && lost !== undefined && (await meetsCondition(run, lost));
      return isSold || isLost;
    };
    await waitUntil(run, isOver, { withinMs, expected: describeCondition(success) });
    if (isLost) throw new Error('The page did not finish after submit.');
    if (!number) throw new Error('The page confirms the order without a number. The order history has it.');
    // The same text instead of a number would look like one order of the store.
    const { or: _or, ...numberOnly } = number;
    const merchantOrderId = await readWithin(run, numberOnly, withinMs);
    const charged = total ? moneyIn(await readWithin(run, total, withinMs).catch(() => ''), recipe, scope) : null;
    await browserSession.recorder.take(browserSession.page, 'bought');
    await reportConfirmation(needs, run, { handle, request, scope }, charged);
    const { account } = browserSession;
    if (account && 'save' in account.session) await account.session.save(await browserSession.state()).catch(() => {});
    return { kind: 'placed', purchase: purchaseOf(handle, merchantOrderId, charged) };
  } catch (error) {
    await browserSession.recorder.take(browserSession.page, 'after submit');
    return unknownOutcome(error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error));
  }
}

/** It is bought. If the store confirms something else, pauses the store until an operator has checked. */
async function reportConfirmation(
  { store, logger, reportBroken }: BrowserNeeds,
  run: RecipeRun,
  { handle, request }: PressInput,
  charged: Cents | null,
): Promise<void> {
  const { total } = handle.price;
  const other =
    charged === null || charged === total ? null : `The store charged ${charged} cents instead of ${total}.`;
  const difference = other ?? (await checkConfirmation(run, request, handle.goods).catch(() => null));
  if (difference === null) return;
  logger.error(
    { store: store.name, orderId: request.reference, difference },
    'store confirmation does not match the order',
  );
  reportBroken?.(`${difference} Compare order ${request.reference} with the one in the store's records.`);
}
