import { foundAnswer, unsureAnswer } from '../answers.ts';
import type { Call, FindAnswer, FindQuery } from '../contract.ts';
import { blankAddress } from './cart.ts';
import { type Draft, type Handle, handleIn } from './handle.ts';
import { findByReference, type LookupNeeds } from './order-lookup.ts';
import { draftOf } from './prepare.ts';
import type { StoreApi } from './store-api.ts';
import { draftStatus, isSold, purchaseOf, readCart, readOrder } from './submit.ts';

/**
 * The draft order shows whether it was sold. Without one, a cart that still has its items wasn't bought. WooCommerce
 * can't fence, so `absent` is final only after the late window.
 */
export async function find(needs: LookupNeeds, query: FindQuery, call: Call): Promise<FindAnswer> {
  const { api } = needs;
  const handle = handleIn(query.handle);
  if (!handle) return findByReference(needs, query, call);
  const known = handle.draft && (await findByOrder(api, handle, handle.draft, call));
  const answer = known ?? (await findByCart(api, handle, call));
  if (answer.kind !== 'unsure' || !needs.ownerKey) return answer;
  const looked = await findByReference(needs, query, call);
  return looked.kind === 'found' ? looked : answer;
}

async function findByOrder(api: StoreApi, handle: Handle, draft: Draft, call: Call): Promise<FindAnswer | null> {
  const order = await readOrder(api, draft, handle.email, call);
  if ('kind' in order) return order.kind === 'failed' ? unsureAnswer(order.problem.message) : null;
  if (order.status === draftStatus || order.status === 'failed') return { kind: 'absent' };
  if (!isSold(order)) return unsureAnswer(`The store shows order ${draft.id} as "${order.status}".`);
  const purchase = purchaseOf(order, draft.key, handle);
  return foundAnswer(purchase, 'The store accepted the order, but its totals do not add up.');
}

async function findByCart(api: StoreApi, handle: Handle, call: Call): Promise<FindAnswer> {
  const shopSession = api.openSession(handle.cartToken);
  const cart = await readCart(shopSession, call);
  if ('kind' in cart) return unsureAnswer(cart.message);
  if (cart.items.length === 0) {
    return unsureAnswer(
      `The cart no longer exists. It was checked out or released. The store emails ${handle.email} about each sale.`,
    );
  }
  // An order that failed or awaits payment still belongs to its cart.
  const draft = await draftOf(shopSession, call);
  if (draft && 'kind' in draft) return unsureAnswer(draft.message);
  const known = draft && (await findByOrder(api, handle, draft, call));
  return known ?? { kind: 'absent' };
}

/**
 * Removes name and address, then the items. The shop copies both to the draft, which it deletes after a day. Our
 * contact address stays, because reading the draft needs it.
 */
export async function emptyCart(api: StoreApi, { cartToken, email }: Handle, call: Call): Promise<void> {
  const shopSession = api.openSession(cartToken);
  const cart = await readCart(shopSession, call);
  if ('kind' in cart) return;
  const nobody = blankAddress(cart.shipping_address?.country ?? '');
  const blank = { billing_address: { ...nobody, email }, shipping_address: nobody };
  await shopSession.ask('POST', '/cart/update-customer', call, blank);
  for (const { key } of cart.items) if (key) await shopSession.ask('POST', '/cart/remove-item', call, { key });
}
