import { formatCents } from '../../kit/money.ts';
import { unknownOutcome } from '../answers.ts';
import type { Call, Checkout, Outcome, PurchaseRequest } from '../contract.ts';
import { recordOf } from '../purchase-record.ts';
import { cartDiffers, notUnderstood } from '../refuse.ts';
import type { BrowserNeeds } from './attempt.ts';
import { RecipeBroken, StoreSaysNo } from './endings.ts';
import { handOver } from './hand-over.ts';
import { type Handle, handleIn, purchaseOf } from './handle.ts';
import type { OpenVisit } from './open-visits.ts';
import { expectedOf, holds, lookForSigns, until } from './page-watch.ts';
import { readHistory } from './past-orders.ts';
import { moneyIn } from './reading.ts';
import { decide } from './recognize.ts';
import { buyingScope } from './scope.ts';
import { locate, show } from './targets.ts';
import { readTotals, tooDear } from './totals.ts';
import type { Visit } from './visit.ts';
import { askAtPage, personMs } from './waiting-visits.ts';
import { readSoon, take } from './walk.ts';
import type { Scope } from './words.ts';

const over = (): boolean => true;
const never = (): boolean => false;
const blocked = (message: string): Outcome => ({ kind: 'blocked', reason: 'retailer_unavailable', message });

/**
 * Reads the total once more and presses the button, once. Up to that nothing is bought, whatever happens; from then on
 * everything but the page that says so is doubt.
 */
export async function submit(
  needs: BrowserNeeds,
  checkout: Checkout,
  request: PurchaseRequest,
  call: Call,
): Promise<Outcome> {
  const handle = handleIn(checkout.handle);
  if (!handle) return blocked('This checkout is not one of this store; nothing was bought.');
  if (handle.link !== undefined) return handOver(handle.link, checkout);
  if (handle.orderedAs !== undefined) return { kind: 'placed', purchase: purchaseOf(handle, handle.orderedAs) };
  const open = needs.open.get(handle.visit);
  if (!open && needs.open.pressOf(handle.visit) === 'never') {
    return blocked('The page with this checkout was closed before its button was pressed; nothing was bought.');
  }
  // Pressed before, or by a worker that is gone: only the store knows.
  if (!open || open.pressedAt !== null) return unknownOutcome('The page with this checkout is not open any more.');
  open.pressedAt = needs.clock.now().getTime();
  open.visit.signal = call.signal;
  const scope = buyingScope(needs.store, needs.recipe, open.visit, request);
  const pressing = pressOnce(needs, open, { handle, request, scope });
  return untilAsked(open, pressing);
}

interface Pressed {
  handle: Handle;
  request: PurchaseRequest;
  scope: Scope;
}

async function pressOnce(needs: BrowserNeeds, open: OpenVisit, pressed: Pressed): Promise<Outcome> {
  const { handle, scope } = pressed;
  const { signal } = open.visit;
  const obstacle = await lastCheck(needs, open, pressed).catch((error: unknown) => obstacleOf(signal, error));
  if (obstacle) {
    // The outcome of an earlier attempt is unknown again: the history decides.
    if (obstacle.kind !== 'unknown') open.pressedAt = null;
    await needs.open.end(handle.visit, `not pressed: ${'message' in obstacle ? obstacle.message : obstacle.kind}`);
    return obstacle;
  }
  const outcome = await press(needs, open, handle, scope);
  await needs.open.end(handle.visit, outcome.kind === 'placed' ? 'placed' : 'unknown after the button');
  if (outcome.kind === 'placed') needs.open.keepPurchase(handle.visit, outcome.purchase);
  return outcome;
}

/**
 * What came of the press; or a question, when the store wants a person after it (3-D Secure). The order stays in doubt
 * then, and the look into the doubt lets the press go on first.
 */
async function untilAsked(open: OpenVisit, pressing: Promise<Outcome>): Promise<Outcome> {
  const asked = await Promise.race([open.visit.person.asked, pressing.then(() => null)]);
  const view = asked === null ? null : ((await open.view?.catch(() => null)) ?? null);
  if (asked === null) return pressing;
  if (!view) {
    open.visit.person.giveUp();
    return pressing;
  }
  open.pressing = pressing;
  open.visit.setAside();
  const timer = setTimeout(() => open.visit.person.giveUp(), personMs);
  timer.unref();
  void pressing.finally(() => clearTimeout(timer));
  return askAtPage(view, open.visit, asked, { isInDoubt: true });
}

/** Lets a press that waits for a person come to its end, within this call. */
export async function endPress({ open: visits }: BrowserNeeds, id: string, { signal }: Call): Promise<void> {
  const open = visits.get(id);
  if (!open?.pressing) return;
  open.visit.signal = signal;
  open.visit.person.goOn();
  const asked = await Promise.race([open.visit.person.asked, open.pressing.then(() => null)]);
  // It still wants a person: that is doubt, and the history decides.
  if (asked !== null) open.visit.person.giveUp();
  await open.pressing;
}

function obstacleOf(signal: AbortSignal, error: unknown): Outcome {
  if (error instanceof StoreSaysNo) return error.answer;
  if (signal.aborted) return blocked('The call was broken off before the button; nothing was bought.');
  const said = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error);
  if (error instanceof RecipeBroken) return { ...notUnderstood(`Nothing was bought. ${said}`), isBroken: true };
  return blocked(`Nothing was bought. The browser could not go on: ${said}`);
}

/** Between the quote and the button prices move, and pages go away. */
async function lastCheck(
  needs: BrowserNeeds,
  { visit }: OpenVisit,
  { handle, request, scope }: Pressed,
): Promise<Outcome | null> {
  visit.signal.throwIfAborted();
  const walk = visit.walk('last_look', scope);
  await lookForSigns(walk);
  const price = await readTotals(walk, { store: needs.store, cart: handle.cart ?? null });
  if (price.total > request.maxPrice) return tooDear(needs.store, request, price);
  if (price.total !== handle.price.total) {
    const [before, now] = [handle.price.total, price.total].map(formatCents);
    return cartDiffers(`The store's total changed from ${before} to ${now} before the button. Nothing was bought.`);
  }
  const { button } = needs.recipe.buy;
  const withinMs = 1000 * (needs.recipe.patience_seconds ?? 20);
  const there = async (): Promise<boolean> => (await locate(visit.page, button, scope).count()) > 0;
  await until(walk, there, { withinMs, expected: show(button) });
  // Whether it can be clicked, by now or soon; it is not clicked.
  const found = locate(visit.page, button, scope).first();
  const isReady = (): Promise<boolean> => found.click({ trial: true, timeout: 1_500 }).then(over, never);
  await until(walk, isReady, { withinMs, expected: `${show(button)} that can be clicked` });
  return lookForEarlier(needs, visit, { handle, request, scope });
}

/** Before a second press the history is read once more: an earlier attempt may have bought it after all. */
async function lookForEarlier(
  needs: BrowserNeeds,
  visit: Visit,
  { handle, request, scope: given }: Pressed,
): Promise<Outcome | null> {
  const { earlier, maxPrice } = request;
  if (!earlier || !visit.account || !needs.recipe.history) return null;
  const tab = await visit.openTab();
  try {
    const scope = { ...given };
    const past = await readHistory(tab, needs.recipe, scope);
    const query = { ...recordOf(request), ...earlier, maxPrice };
    const found = await decide(needs, tab, scope, { past, query, handle });
    if (found.kind === 'absent') return null;
    return unknownOutcome(
      found.kind === 'unsure' ? found.message : 'The store already sold this order to an earlier attempt.',
    );
  } finally {
    await tab.close();
  }
}

async function press(needs: BrowserNeeds, { visit }: OpenVisit, handle: Handle, scope: Scope): Promise<Outcome> {
  const { recipe } = needs;
  const { button, after = [], success, number, total, lost } = recipe.buy;
  const withinMs = 1000 * Math.max(30, recipe.patience_seconds ?? 20);
  try {
    await locate(visit.page, button, scope).first().click({ timeout: 5_000, noWaitAfter: true });
    await take(visit, 'buy', after, scope, { isBought: true });
    const walk = visit.walk('buy', scope, true);
    let isLost = false;
    const isOver = async (): Promise<boolean> => {
      const isSold = await holds(walk, success);
      isLost = !isSold && lost !== undefined && (await holds(walk, lost));
      return isSold || isLost;
    };
    await until(walk, isOver, { withinMs, expected: expectedOf(success) });
    if (isLost) throw new Error('The page gave up after the button.');
    if (!number) throw new Error('The page says that it was bought, and not under which number: the history does.');
    const merchantOrderId = await readSoon(walk, number, withinMs);
    const charged = total ? moneyIn(await readSoon(walk, total, withinMs).catch(() => ''), recipe) : null;
    await visit.film.take(visit.page, 'bought');
    const { account } = visit;
    if (account && 'save' in account.session) await account.session.save(await visit.state()).catch(() => {});
    return { kind: 'placed', purchase: purchaseOf(handle, merchantOrderId, charged) };
  } catch (error) {
    await visit.film.take(visit.page, 'after the button');
    return unknownOutcome(error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error));
  }
}
