import type { Call, FindQuery } from '../contract.ts';
import { emptyCart } from './account-cart.ts';
import type { BrowserNeeds } from './attempt.ts';
import { type Handle, handleIn } from './handle.ts';
import { lateWindowMsOf } from './late-window.ts';
import { checkoutTimeoutMs } from './open-checkouts.ts';
import { finishPress } from './submit.ts';

/**
 * Makes a late purchase impossible: closes the page with the button and empties the account's cart. Confirmed only if the
 * cart still had our items after submit, and the late window is over. An empty cart may have been sold, and a guest's
 * cart can't be checked.
 */
export async function fence(needs: BrowserNeeds, query: FindQuery, call: Call): Promise<{ fenced: boolean }> {
  const handle = handleIn(query.handle);
  if (!handle) {
    if (query.account) await emptyCart(needs, query, null, call);
    return { fenced: false };
  }
  if (handle.orderedAs) return { fenced: true };
  // A person may pay at the link at any time.
  if (handle.link !== undefined) return { fenced: false };
  await finishPress(needs, handle.visit, call);
  // A person completed it meanwhile: there is nothing to prevent, and `find` has the purchase.
  if (needs.open.purchaseOf(handle.visit)) return { fenced: false };
  await needs.open.end(handle.visit, 'fenced');
  const pressed = needs.open.pressOf(handle.visit);
  if (pressed === 'never') return { fenced: true };
  if (pressed === 'unknown' && (await needs.views?.isElsewhere(query.reference))) return { fenced: false };
  // A process that is gone pressed before the checkout timed out, if at all.
  const pressedAt = pressed === 'unknown' ? Date.parse(handle.preparedAt) + checkoutTimeoutMs : pressed;
  const sinceMs = needs.clock.now().getTime() - pressedAt;
  if (sinceMs < 0 || !(await isCartStored(needs, query, handle, call))) return { fenced: false };
  return { fenced: sinceMs >= lateWindowMsOf(needs.recipe) };
}

/** Only the first look after submit counts: later, the cart may belong to another order. */
async function isCartStored(needs: BrowserNeeds, query: FindQuery, handle: Handle, call: Call): Promise<boolean> {
  if (!query.account) return false;
  const known = needs.open.cartOf(handle.visit);
  if (known !== null) return known === 'kept';
  const cart = await emptyCart(needs, query, handle.goods, call);
  if (cart !== null) needs.open.keepCart(handle.visit, cart);
  return cart === 'kept';
}
