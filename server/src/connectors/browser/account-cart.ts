import type { Call, FindQuery } from '../contract.ts';
import { attempt, type BrowserNeeds } from './attempt.ts';
import { holdsGoods, readSettledCart } from './cart.ts';
import { RecipeBroken } from './endings.ts';
import { enter } from './enter.ts';
import type { Handle } from './handle.ts';
import { within } from './page-watch.ts';
import { buyingScope } from './scope.ts';
import { locate } from './targets.ts';
import type { Visit } from './visit.ts';
import { take } from './walk.ts';
import type { Scope } from './words.ts';

/** Rows that did not appear within this are believed to be none. */
const rowsWithinMs = 1_500;

/**
 * Looks into the account's cart at the store, then empties it. `kept`: it still held our goods, and is empty now.
 * `gone`: it did not, so the store may have taken them. Null: the store could not be asked.
 */
export async function emptyCart(
  needs: BrowserNeeds,
  query: FindQuery,
  goods: Handle['goods'] | null,
  call: Call,
): Promise<'kept' | 'gone' | null> {
  const { reference, account } = query;
  const purpose = { reference, purpose: 'fence' as const, account, signal: call.signal };
  const answer = await attempt(needs, purpose, async ({ visit, end }) => {
    const scope = buyingScope(needs.store, needs.recipe, visit, query);
    await enter(visit, needs.recipe, scope);
    const held = goods !== null && (await isHeld(needs, visit, scope, goods));
    await visit.film.take(visit.page, 'cart');
    await take(visit, 'empty_cart', needs.recipe.empty_cart, scope);
    const isKept = held && (await isEmpty(needs, visit, scope));
    await end(isKept ? 'the cart still held the goods, and was emptied' : 'emptied the cart');
    return { kind: isKept ? ('kept' as const) : ('gone' as const) };
  });
  return answer.kind === 'kept' || answer.kind === 'gone' ? answer.kind : null;
}

async function isHeld(needs: BrowserNeeds, visit: Visit, scope: Scope, goods: Handle['goods']): Promise<boolean> {
  try {
    return (await hasRows(needs, visit, scope)) && holdsGoods(await readSettledCart(visit.walk('cart', scope)), goods);
  } catch (error) {
    // The recipe expects a filled cart there, and the cart is not.
    if (error instanceof RecipeBroken) return false;
    throw error;
  }
}

async function isEmpty(needs: BrowserNeeds, visit: Visit, scope: Scope): Promise<boolean> {
  try {
    return !(await hasRows(needs, visit, scope));
  } catch (error) {
    if (error instanceof RecipeBroken) return (await locate(visit.page, needs.recipe.cart.rows, scope).count()) === 0;
    throw error;
  }
}

async function hasRows({ recipe }: BrowserNeeds, visit: Visit, scope: Scope): Promise<boolean> {
  if (!recipe.cart.steps) throw new RecipeBroken('The recipe has no steps to the cart.');
  await take(visit, 'cart', recipe.cart.steps, scope);
  const walk = visit.walk('cart', scope);
  return within(walk, async () => (await locate(visit.page, recipe.cart.rows, scope).count()) > 0, rowsWithinMs);
}
