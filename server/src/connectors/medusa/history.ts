import { secondMs } from '../../kit/clock.ts';
import { foundAnswer, unsureAnswer } from '../answers.ts';
import type { Call, FindAnswer, FindQuery } from '../contract.ts';
import { findPast } from './account-history.ts';
import { handleIn, orderIn } from './cart.ts';
import type { BuyingNeeds } from './prepare.ts';
import type { StoreApi } from './store-api.ts';
import { complete, purchaseOf, readCart } from './submit.ts';

/** Completing a completed cart returns its order. */
export async function find(needs: BuyingNeeds, query: FindQuery, call: Call): Promise<FindAnswer> {
  const { api } = needs;
  const handle = handleIn(query.handle);
  if (!handle) return findPast(needs, query, call);
  const cart = await readCart(api, handle.cartId, call);
  if ('kind' in cart) return unsureAnswer(cart.message);
  if (!cart.completed_at) return { kind: 'absent' };
  const reply = await complete(api, handle.cartId, call);
  const order = reply.kind === 'data' ? orderIn(reply.data.order) : null;
  const purchase = order && purchaseOf(order, handle);
  return foundAnswer(purchase, 'The store completed the cart, but Errand cannot read the order.');
}

/** How long a shop that has read the cart may take to store its order. */
const settleMs = 15 * secondMs;

/**
 * Empties the cart, so it can't be completed later, and waits for a completion that began before. Without a recorded cart
 * there is nothing to empty.
 */
export async function fence({ api, clock }: BuyingNeeds, query: FindQuery, call: Call): Promise<{ fenced: boolean }> {
  const handle = handleIn(query.handle);
  if (!handle || !(await emptyCart(api, handle.cartId, call))) return { fenced: false };
  const sinceMs = handle.at === undefined ? 0 : clock.now().getTime() - Date.parse(handle.at);
  await clock.sleep(Math.min(Math.max(settleMs - sinceMs, 0), settleMs), call.signal);
  return { fenced: true };
}

export async function emptyCart(api: StoreApi, cartId: string, call: Call): Promise<boolean> {
  const cart = await readCart(api, cartId, call);
  if ('kind' in cart) return false;
  if (cart.completed_at) return true;
  for (const { id } of cart.items) await api.ask('DELETE', `/store/carts/${cart.id}/line-items/${id}`, call);
  const after = await readCart(api, cartId, call);
  return !('kind' in after) && (Boolean(after.completed_at) || after.items.length === 0);
}
