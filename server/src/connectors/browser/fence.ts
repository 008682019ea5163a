import type { Call, FindQuery } from '../contract.ts';
import { emptyCart } from './account-cart.ts';
import type { BrowserNeeds } from './attempt.ts';
import { type Handle, handleIn } from './handle.ts';
import { lateWindowMsOf } from './late-window.ts';
import { checkoutTimeoutMs } from './open-checkouts.ts';
import { finishPress } from './submit.ts';

/**
 * Makes a late purchase impossible: closes the page with the button and empties the account's cart. Confirmed only where
 * the store's cart still held our goods after submit, and the store had its time to record a sale: a cart that was
 * already empty may have been sold, and nobody can look into the cart of a guest.
 */
export async function fence(needs: BrowserNeeds, query: FindQuery, call: Call): Promise<{ fenced: boolean }> {
  const handle = handleIn(query.handle);
  if (!handle) {
    if (query.account) await emptyCart(needs, query, null, call);
    return { fenced: false };
  }
  if (handle.orderedAs || handle.link) return { fenced: true };
  await finishPress(needs, handle.visit, call);
  await needs.open.end(handle.visit, 'fenced');
  const pressed = needs.open.pressOf(handle.visit);
  if (pressed === 'never') return { fenced: true };
  if (pressed === 'unknown' && (await needs.views?.isElsewhere(query.reference))) return { fenced: false };
  // A process that is gone pressed it before the page would have been closed, if at all.
  const pressedAt = pressed === 'unknown' ? Date.parse(handle.preparedAt) + checkoutTimeoutMs : pressed;
  const sinceMs = needs.clock.now().getTime() - pressedAt;
  if (sinceMs < 0 || !(await isCartStored(needs, query, handle, call))) return { fenced: false };
  return { fenced: sinceMs >= lateWindowMsOf(needs.recipe) };
}

/** The first look after submit counts: what is in the cart later may be another order's. */
async function isCartStored(needs: BrowserNeeds, query: FindQuery, handle: Handle, call: Call): Promise<boolean> {
  if (!query.account) return false;
  const known = needs.open.cartOf(handle.visit);
  if (known !== null) return known === 'kept';
  const cart = await emptyCart(needs, query, handle.goods, call);
  if (cart !== null) needs.open.keepCart(handle.visit, cart);
  return cart === 'kept';
}
