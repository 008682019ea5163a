import type { Call, FindQuery } from '../contract.ts';
import { attemptAtStore, type BrowserNeeds } from './attempt.ts';
import { RecipeBroken } from './attempt-errors.ts';
import type { BrowserSession } from './browser-session.ts';
import { cartMatchesGoods, readSettledCart } from './cart.ts';
import type { Handle } from './handle.ts';
import { ensureLoggedIn } from './log-in.ts';
import { waitWithin } from './page-watch.ts';
import { runSteps } from './run-steps.ts';
import { buyingScope } from './scope.ts';
import { locate } from './targets.ts';
import type { Scope } from './templates.ts';

/** A cart without rows after this is empty. */
const rowsWithinMs = 1_500;

/**
 * Reads the account's cart, then empties it. `kept`: it still had our items and is empty now. `gone`: it did not, so the
 * store may have taken them. Null: the store could not be reached.
 */
export async function emptyCart(
  needs: BrowserNeeds,
  query: FindQuery,
  goods: Handle['goods'] | null,
  call: Call,
): Promise<'kept' | 'gone' | null> {
  const { reference, account } = query;
  const purpose = { reference, purpose: 'fence' as const, account, signal: call.signal };
  const answer = await attemptAtStore(needs, purpose, async ({ browserSession, end }) => {
    const scope = buyingScope(needs.store, needs.recipe, browserSession, query);
    await ensureLoggedIn(browserSession, needs.recipe, scope);
    const held = goods !== null && (await isInCart(needs, browserSession, scope, goods));
    await browserSession.recorder.take(browserSession.page, 'cart');
    await runSteps(browserSession, 'empty_cart', needs.recipe.empty_cart, scope);
    const isKept = held && (await isEmpty(needs, browserSession, scope));
    await end(isKept ? 'the cart still had the items and was emptied' : 'emptied the cart');
    return { kind: isKept ? ('kept' as const) : ('gone' as const) };
  });
  return answer.kind === 'kept' || answer.kind === 'gone' ? answer.kind : null;
}

async function isInCart(
  needs: BrowserNeeds,
  browserSession: BrowserSession,
  scope: Scope,
  goods: Handle['goods'],
): Promise<boolean> {
  try {
    return (
      (await hasRows(needs, browserSession, scope)) &&
      cartMatchesGoods(await readSettledCart(browserSession.startPart('cart', scope)), goods)
    );
  } catch (error) {
    // The recipe expects a filled cart.
    if (error instanceof RecipeBroken) return false;
    throw error;
  }
}

async function isEmpty(needs: BrowserNeeds, browserSession: BrowserSession, scope: Scope): Promise<boolean> {
  try {
    return !(await hasRows(needs, browserSession, scope));
  } catch (error) {
    if (error instanceof RecipeBroken)
      return (await locate(browserSession.page, needs.recipe.cart.rows, scope).count()) === 0;
    throw error;
  }
}

async function hasRows({ recipe }: BrowserNeeds, browserSession: BrowserSession, scope: Scope): Promise<boolean> {
  if (!recipe.cart.steps) throw new RecipeBroken('The recipe has no cart steps.');
  await runSteps(browserSession, 'cart', recipe.cart.steps, scope);
  const run = browserSession.startPart('cart', scope);
  return waitWithin(
    run,
    async () => (await locate(browserSession.page, recipe.cart.rows, scope).count()) > 0,
    rowsWithinMs,
  );
}
