import { newId } from '../../kit/ids.ts';
import { type Cents, formatCents } from '../../kit/money.ts';
import type { Call, Checkout, Prepared, PriceComponents, PurchaseRequest, SoldLine } from '../contract.ts';
import { refuse } from '../refuse.ts';
import { type Attempt, attempt, type BrowserNeeds, goOn } from './attempt.ts';
import { goodsOf, readSettledCart, soldLinesOf, sumOf } from './cart.ts';
import { RecipeBroken, StoreSaysNo } from './endings.ts';
import { enter } from './enter.ts';
import { handedOver, linkOf } from './hand-over.ts';
import { type Handle, handleIn } from './handle.ts';
import { until } from './page-watch.ts';
import { isBefore, type PastOrder, type PastOrders, readHistory } from './past-orders.ts';
import { buyingScope } from './scope.ts';
import { locate, show } from './targets.ts';
import { readTotals, type Totals, tooDear } from './totals.ts';
import type { Visit } from './visit.ts';
import { take } from './walk.ts';
import { listAt, type Scope } from './words.ts';

/** Walks to the last look: logged in, the cart filled with what was ordered alone, the total read. Buys nothing. */
export async function prepare(needs: BrowserNeeds, request: PurchaseRequest, call: Call): Promise<Prepared> {
  const bought = handedOver(needs, request);
  if (bought) return bought;
  const { reference, account, answers = [] } = request;
  const goneOn = await goOn(needs, answers, call.signal);
  if (goneOn) return goneOn;
  // The page that a person dealt with is open in another process: that one has to go on with it.
  if (answers.length > 0 && (await needs.views?.isElsewhere(reference))) return openElsewhere;
  const purpose = { reference, purpose: 'prepare' as const, account, answers, signal: call.signal };
  if (account) await needs.open.endThoseOf(account.id);
  // A quote never calls a person to a page.
  const hold = request.isQuote ? undefined : needs.waiting.keep;
  return attempt<Prepared>(needs, purpose, (begun) => walkToButton(needs, request, begun), hold);
}

const openElsewhere: Prepared = {
  kind: 'blocked',
  reason: 'retailer_rate_limited',
  message: 'The page of this purchase is open in another process of the service.',
  retryAfterMs: 1_000,
};

async function walkToButton(needs: BrowserNeeds, request: PurchaseRequest, begun: Attempt): Promise<Prepared> {
  const { visit } = begun;
  const { recipe, store } = needs;
  const scope = buyingScope(store, recipe, visit, request);
  await enter(visit, recipe, scope);
  const past = visit.account ? await readHistory(visit, recipe, scope) : null;
  await take(visit, 'empty_cart', recipe.empty_cart, scope);
  for (const line of listAt(scope, 'lines')) {
    scope.line = line;
    await take(visit, 'add', recipe.add, scope);
  }
  const { lines, goods, sum } = await cartLines(needs, visit, scope, request);
  await visit.film.take(visit.page, 'cart');
  await take(visit, 'check_out', recipe.check_out, scope);
  const { items, ...price } = await lastLook(needs, visit, scope, sum);
  if (sum !== null && sum !== items && recipe.cart.adds_up !== false) {
    const message = `The rows of the cart cost ${sum} cents, and the totals say ${items} for the items. Nothing was bought.`;
    throw new RecipeBroken(message);
  }
  judge(needs, request, price);
  const handle: Handle = {
    visit: newId(),
    preparedAt: needs.clock.now().toISOString(),
    before: past && (await seenBefore(needs, request, past)),
    price,
    cart: sum,
    lines,
    goods,
    ...(store.mode === 'link' && { link: linkOf(needs, scope) }),
  };
  const checkout: Checkout = {
    handle: JSON.stringify(handle),
    price,
    estimatedDelivery: null,
    lines: lines.map((line) => ({ ...line, offerId: null })),
    shipTo: null,
    picture: visit.film.pictureOf('last look'),
  };
  if (store.mode === 'link') await begun.end('handed over');
  else {
    const close = begun.end;
    const accountId = visit.account?.id ?? null;
    const { view } = begun;
    needs.open.add(handle.visit, { visit, view, reference: request.reference, accountId, pressedAt: null, close });
  }
  return { kind: 'ready', checkout };
}

/**
 * Orders that are certainly not this one: what the history showed before the first attempt. Where this process did not
 * see that, those that are older than the order or belong to another one.
 */
async function seenBefore({ open }: BrowserNeeds, request: PurchaseRequest, past: PastOrders): Promise<string[]> {
  const { reference, earlier } = request;
  const numbers = past.orders.map(({ number }) => number);
  if (!earlier) {
    open.keepHistory(reference, numbers);
    return numbers;
  }
  const first = open.historyOf(reference);
  if (first) return first;
  const isOthers = async (order: PastOrder): Promise<boolean> =>
    isBefore(order, earlier.since) || earlier.isTaken(order.number);
  const judged = await Promise.all(past.orders.map(isOthers));
  return numbers.filter((_, index) => judged[index]);
}

/** Empties the cart on the page that filled it. Where that cannot be, the next checkout of the account empties it. */
export async function release(
  needs: BrowserNeeds,
  checkout: Checkout,
  request: PurchaseRequest,
  call: Call,
): Promise<void> {
  const { visit: id = '' } = handleIn(checkout.handle) ?? {};
  const open = needs.open.get(id);
  if (!open || open.pressedAt !== null) return;
  const { visit } = open;
  visit.signal = call.signal;
  try {
    const scope = buyingScope(needs.store, needs.recipe, visit, request);
    await take(visit, 'empty_cart', needs.recipe.empty_cart, scope);
  } catch (error) {
    needs.logger.info({ err: error, reference: request.reference }, 'a cart was left as it is');
  } finally {
    await needs.open.end(id, 'let go of');
  }
}

async function cartLines(
  { recipe }: BrowserNeeds,
  visit: Visit,
  scope: Scope,
  request: PurchaseRequest,
): Promise<{ lines: SoldLine[]; goods: Handle['goods']; sum: Cents | null }> {
  if (recipe.cart.steps) await take(visit, 'cart', recipe.cart.steps, scope);
  const walk = visit.walk('cart', scope);
  const rows = locate(visit.page, recipe.cart.rows, scope);
  const withinMs = 1000 * (recipe.patience_seconds ?? 20);
  await until(walk, async () => (await rows.count()) > 0, { withinMs, expected: show(recipe.cart.rows) });
  const shown = await readSettledCart(walk);
  return { lines: soldLinesOf(walk, shown, request), goods: goodsOf(walk, shown, request), sum: sumOf(shown) };
}

/** The recipe's last steps, then the sums. */
async function lastLook(
  { recipe, store }: BrowserNeeds,
  visit: Visit,
  scope: Scope,
  cart: Cents | null,
): Promise<Totals> {
  if (recipe.last_look) await take(visit, 'last_look', recipe.last_look, scope);
  const price = await readTotals(visit.walk('last_look', scope), { store, cart });
  await visit.film.take(visit.page, 'last look');
  return price;
}

function judge({ store }: BrowserNeeds, request: PurchaseRequest, price: PriceComponents): void {
  if (request.options.failIfTaxed && price.tax > 0) {
    const message = `The store charges ${formatCents(price.tax)} of tax.`;
    throw new StoreSaysNo(refuse('checkout_failed', message, { detail: 'tax_charged' }));
  }
  if (price.total > request.maxPrice) throw new StoreSaysNo(tooDear(store, request, price));
}
