import { unsureAnswer } from '../answers.ts';
import type { Call, FindAnswer, FindQuery } from '../contract.ts';
import { blankAddress } from './cart.ts';
import { type Draft, type Handle, handleIn } from './handle.ts';
import { findByReference, type LookupNeeds } from './order-lookup.ts';
import { draftOf } from './prepare.ts';
import type { StoreApi } from './store-api.ts';
import { draftStatus, isSold, purchaseOf, readCart, readOrder } from './submit.ts';

/**
 * The order that the shop drafted for the cart says whether it was sold. Where there is none to read, the cart does: one
 * that still holds everything was not bought. The shop cannot be fenced, so `absent` is final only after the late window.
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
  if ('kind' in order) return order.kind === 'failed' ? unsureAnswer(order.trouble.message) : null;
  if (order.status === draftStatus || order.status === 'failed') return { kind: 'absent' };
  if (!isSold(order)) return unsureAnswer(`Order ${draft.id} is "${order.status}" at the store.`);
  const purchase = purchaseOf(order, draft.key, handle);
  return purchase
    ? { kind: 'found', purchase }
    : unsureAnswer('The store placed the order, but its totals do not add up.');
}

async function findByCart(api: StoreApi, handle: Handle, call: Call): Promise<FindAnswer> {
  const shopSession = api.openSession(handle.cartToken);
  const cart = await readCart(shopSession, call);
  if ('kind' in cart) return unsureAnswer(cart.message);
  if (cart.items.length === 0) {
    return unsureAnswer(
      `The cart is gone, so it was bought or released. The store emails ${handle.email} when it sells.`,
    );
  }
  // An order that failed or still waits for its payment is shown to the cart that it came from.
  const draft = await draftOf(shopSession, call);
  if (draft && 'kind' in draft) return unsureAnswer(draft.message);
  const known = draft && (await findByOrder(api, handle, draft, call));
  return known ?? { kind: 'absent' };
}

/**
 * Takes the person's name and address out, then the items. The shop copies both into the order that it drafted for the
 * cart; the Store API cannot delete the draft, and the shop does so after a day. Our contact address stays in it:
 * without it the draft could not be read, and nobody would know that it was not sold.
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
