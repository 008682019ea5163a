import { unsureAnswer } from '../answers.ts';
import type { Call, FindAnswer, FindQuery } from '../contract.ts';
import type { Store } from '../store.ts';
import type { UcpApi } from '../ucp/api.ts';
import { cancelSession, readSession } from '../ucp/sessions.ts';
import { type Handle, handleIn, orderNumberIn, purchaseOf } from './hand-over.ts';

interface Needs {
  store: Store;
  ucp: UcpApi;
}

/**
 * Errand never pays here, but a person may have used the order's link. They recorded its number, or UCP shows the
 * checkout's outcome. Without either, the link was never handed over.
 */
export async function find(needs: Needs, query: FindQuery, call: Call): Promise<FindAnswer> {
  const ordered = orderNumberIn(query);
  if (ordered) return { kind: 'found', purchase: purchaseOf(needs.store, query, ordered, query.since) };
  const handle = handleIn(query.handle);
  if (!handle) return linkMayBePaid;
  if (handle.kind === 'ordered') {
    const { orderNumber: number, shownAs, at } = handle;
    return { kind: 'found', purchase: purchaseOf(needs.store, query, { number, shownAs }, new Date(at)) };
  }
  const { session } = handle;
  return session === null ? { kind: 'absent' } : findSession(needs, query, session, call);
}

const sessionIdOf = (handle: Handle): string | null => (handle.kind === 'cart' ? handle.session : null);

const linkMayBePaid: FindAnswer = {
  kind: 'unsure',
  message:
    'The customer may have paid with a checkout link that Errand no longer has. ' +
    "Ask the customer, or check the store's orders, before you create a new link.",
  isFinal: true,
};

async function findSession(
  { store, ucp }: Needs,
  query: FindQuery,
  checkoutId: string,
  call: Call,
): Promise<FindAnswer> {
  const session = await readSession(ucp, checkoutId, call);
  if (session === null) return unsureAnswer('The store no longer has this checkout.');
  if ('kind' in session) return unsureAnswer(session.message);
  if (session.status === 'canceled') return { kind: 'absent' };
  if (session.status !== 'completed' || !session.order) {
    return unsureAnswer('This order can still be paid with its checkout link.');
  }
  const { id } = session.order;
  return { kind: 'found', purchase: purchaseOf(store, query, { number: id, shownAs: id }, query.since) };
}

/** A canceled checkout can't be paid. A plain cart link can't be canceled. */
export async function fence({ ucp }: Needs, query: FindQuery, call: Call): Promise<{ fenced: boolean }> {
  const handle = handleIn(query.handle);
  if (!handle) return { fenced: false };
  const checkoutId = sessionIdOf(handle);
  if (checkoutId === null) return { fenced: true };
  await cancelSession(ucp, checkoutId, call);
  const session = await readSession(ucp, checkoutId, call);
  if (session === null || 'kind' in session) return { fenced: false };
  return { fenced: session.status === 'canceled' || session.status === 'completed' };
}
