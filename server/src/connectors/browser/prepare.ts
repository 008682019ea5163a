import { isDeepStrictEqual } from 'node:util';
import { newId } from '../../kit/ids.ts';
import { formatCents } from '../../kit/money.ts';
import type { Call, Checkout, Prepared, PriceComponents, PurchaseRequest, SoldLine } from '../contract.ts';
import { refuse } from '../refuse.ts';
import { type Attempt, attempt, type BrowserNeeds } from './attempt.ts';
import { readCart, soldLinesOf } from './cart.ts';
import { StoreSaysNo } from './endings.ts';
import { enter } from './enter.ts';
import type { Handle } from './handle.ts';
import { readHistory } from './history.ts';
import { until } from './page-watch.ts';
import { askBefore, handedOver } from './people.ts';
import { buyingScope } from './scope.ts';
import { locate, show } from './targets.ts';
import { readTotals } from './totals.ts';
import type { Visit } from './visit.ts';
import { take } from './walk.ts';
import type { Scope } from './words.ts';

/** A checkout whose button nobody pressed is closed after this. */
const openForMs = 120_000;

/** Walks to the last look: logged in, the cart filled with what was ordered alone, the total read. Buys nothing. */
export async function prepare(needs: BrowserNeeds, request: PurchaseRequest, call: Call): Promise<Prepared> {
  const bought = handedOver(needs, request);
  if (bought) return bought;
  const { reference, account, answers = [] } = request;
  const purpose = { reference, purpose: 'prepare' as const, account, answers, signal: call.signal };
  const answer = await attempt(needs, purpose, (begun) => walkToButton(needs, request, begun));
  return answer;
}

async function walkToButton(needs: BrowserNeeds, request: PurchaseRequest, begun: Attempt): Promise<Prepared> {
  const { visit } = begun;
  const { recipe, store } = needs;
  const scope = buyingScope(store, recipe, visit, request);
  await enter(visit, recipe, scope);
  const before = visit.account ? (await readHistory(visit, recipe, scope)).map(({ number }) => number) : null;
  await take(visit, 'empty_cart', recipe.empty_cart, scope);
  for (const line of scope.lines as Scope[]) {
    scope.line = line;
    await take(visit, 'add', recipe.add, scope);
  }
  const lines = await cartLines(needs, visit, scope, request);
  await visit.film.take(visit.page, 'cart');
  await take(visit, 'check_out', recipe.check_out, scope);
  const price = await lastLook(needs, visit, scope);
  judge(needs, request, price);
  const handle: Handle = { visit: newId(), preparedAt: needs.clock.now().toISOString(), before, price, lines };
  const checkout: Checkout = {
    handle: JSON.stringify(handle),
    price,
    estimatedDelivery: null,
    lines: lines.map((line) => ({ ...line, offerId: null })),
    shipTo: null,
  };
  await askBefore(needs, request, visit, checkout, scope);
  keepOpen(needs, begun, handle.visit, request.reference);
  return { kind: 'ready', checkout };
}

/** The page with the button waits in memory. When nobody comes, it is closed and its place is free. */
function keepOpen({ open }: BrowserNeeds, { visit, end }: Attempt, id: string, reference: string): void {
  const timer = setTimeout(() => {
    const forgotten = open.get(id);
    open.delete(id);
    void forgotten?.close('nobody pressed the button');
  }, openForMs);
  timer.unref();
  open.set(id, {
    visit,
    reference,
    isPressed: false,
    close(ending) {
      clearTimeout(timer);
      return end(ending);
    },
  });
}

async function cartLines(
  { recipe }: BrowserNeeds,
  visit: Visit,
  scope: Scope,
  request: PurchaseRequest,
): Promise<SoldLine[]> {
  if (recipe.cart.steps) await take(visit, 'cart', recipe.cart.steps, scope);
  const walk = visit.walk('cart', scope);
  const rows = locate(visit.page, recipe.cart.rows, scope);
  const withinMs = 1000 * (recipe.patience_seconds ?? 20);
  await until(walk, async () => (await rows.count()) > 0, { withinMs, expected: show(recipe.cart.rows) });
  let last: unknown = null;
  let shown: Awaited<ReturnType<typeof readCart>> = [];
  // Rows appear one after the other: two looks have to show the same.
  const isSettled = async (): Promise<boolean> => {
    shown = await readCart(walk);
    const isSame = isDeepStrictEqual(shown, last);
    last = shown;
    return isSame;
  };
  await until(walk, isSettled, { withinMs, expected: 'cart that stays the same' });
  return soldLinesOf(walk, shown, request);
}

/** The recipe's last steps, then the sums. */
export async function lastLook({ recipe, store }: BrowserNeeds, visit: Visit, scope: Scope): Promise<PriceComponents> {
  if (recipe.last_look) await take(visit, 'last_look', recipe.last_look, scope);
  const price = await readTotals(visit.walk('last_look', scope), store);
  await visit.film.take(visit.page, 'last look');
  return price;
}

function judge({ store }: BrowserNeeds, request: PurchaseRequest, price: PriceComponents): void {
  if (request.options.failIfTaxed && price.tax > 0) {
    const message = `The store charges ${formatCents(price.tax)} of tax.`;
    throw new StoreSaysNo(refuse('checkout_failed', message, { detail: 'tax_charged' }));
  }
  if (price.total > request.maxPrice) {
    const message = `${store.name} wants ${formatCents(price.total)} in total, which is above max_price (${formatCents(request.maxPrice)}).`;
    throw new StoreSaysNo(refuse('max_price_exceeded', message));
  }
}
