import { type WantedLine, wantedQuantity } from '../cart-lines.ts';
import type { Call } from '../contract.ts';
import type { StoreProblem } from '../refuse.ts';
import { refuse } from '../refuse.ts';
import { payerOf, type Store } from '../store.ts';
import { problemOf, type UcpApi, type UcpReply } from './api.ts';
import { findComplaint } from './check-session.ts';
import { type Session, sessionIn } from './checkout.ts';
import { firstDelivery } from './delivery.ts';
import { cancelKey, createKey } from './handle.ts';

const fulfillmentCapability = 'dev.ucp.shopping.fulfillment';

/** Maximum number of sessions per order. */
export const sessionsMax = 40;

export interface Draft {
  kind: 'draft';
  /** Whether the store supports the fulfillment extension. */
  isExtended: boolean;
  /** Fields that every update repeats. */
  base: Record<string, unknown>;
  /** The body of `create`. Identical for every attempt of an order. */
  body: Record<string, unknown>;
}

type Ordered = Parameters<typeof payerOf>[1];

export async function draftOf(
  { store, api }: { store: Store; api: UcpApi },
  ordered: Ordered,
  wanted: readonly WantedLine[],
  call: Call,
): Promise<Draft | StoreProblem> {
  const found = await api.profile(call);
  if (found.kind !== 'profile') return found;
  const { version, capabilities } = found.profile;
  const isExtended = version === '2026-01-11' || capabilities.has(fulfillmentCapability);
  const base = { buyer: buyerOf(store, ordered), ...(version === '2026-01-11' ? { currency: store.currency } : {}) };
  const items = [...new Set(wanted.map(({ variantId }) => variantId))];
  const lines = items.map((id) => ({ item: { id }, quantity: wantedQuantity(wanted, id) }));
  const { country, state, postalCode } = ordered.shippingAddress;
  // A hint for multi-currency stores. The response decides.
  const context = {
    address_country: country,
    ...(state === null ? {} : { address_region: state }),
    postal_code: postalCode,
    currency: store.currency,
  };
  const where = firstDelivery(ordered.shippingAddress, isExtended);
  const body = { ...base, ...(isExtended ? {} : { context }), line_items: lines, ...where };
  return { kind: 'draft', isExtended, base, body };
}

function buyerOf(store: Store, ordered: Ordered): Record<string, string> {
  const { contact, billTo } = payerOf(store, ordered);
  return {
    first_name: billTo.firstName,
    last_name: billTo.lastName,
    ...(contact === null ? {} : { email: contact }),
    ...(billTo.phoneNumber === null ? {} : { phone_number: billTo.phoneNumber }),
  };
}

export type Opened =
  | { kind: 'open'; session: Session; sessionNo: number }
  | { kind: 'bought'; session: Session; sessionNo: number }
  /** The store has another request with this key. */
  | { kind: 'conflict'; message: string; sessionNo: number }
  | StoreProblem;

/**
 * The order's one active session. Requested by key, so a session from an earlier attempt, a crash or a restored
 * database is found again.
 */
export async function openSession(api: UcpApi, reference: string, body: Draft['body'], call: Call): Promise<Opened> {
  for (let sessionNo = 0; sessionNo < sessionsMax; sessionNo += 1) {
    const reply = await createSession(api, { reference, sessionNo, body }, call);
    if (reply.kind === 'refused' && reply.status === 409) {
      return { kind: 'conflict', message: `The store responded: ${reply.message}`, sessionNo };
    }
    const made = readOpen(reply);
    if ('kind' in made) return made;
    // A repeated key returns the first response, so read the session's current status.
    const session = await readSession(api, made.id, call);
    if (session === null || ('status' in session && session.status === 'canceled')) continue;
    if ('kind' in session) return session;
    return { kind: isBought(session) ? 'bought' : 'open', session, sessionNo };
  }
  return refuse('checkout_failed', `The store canceled ${sessionsMax} checkouts for this order. Nothing was bought.`);
}

export const isBought = ({ status }: Session): boolean => status === 'completed' || status === 'complete_in_progress';

export const createSession = (
  api: UcpApi,
  { reference, sessionNo, body }: { reference: string; sessionNo: number; body: Draft['body'] },
  call: Call,
): Promise<UcpReply> => api.ask('create_checkout', { body, idempotencyKey: createKey(reference, sessionNo) }, call);

/** The session in a response, or the problem. */
export function readOpen(reply: UcpReply): Session | StoreProblem {
  if (reply.kind === 'refused' && reply.status === 401) {
    const message = 'The store sells this only to customers with an account. Use a linked retailer account.';
    return refuse('login_failed', message, { detail: 'account_required' });
  }
  if (reply.kind === 'refused') {
    const isMissing = reply.status === 404;
    return refuse(
      isMissing ? 'product_not_found' : 'checkout_failed',
      `The store does not sell this: ${reply.message}`,
    );
  }
  const session = reply.kind === 'data' ? sessionIn(reply.data) : null;
  if (session) return session;
  return (reply.kind === 'data' ? findComplaint(reply.data) : null) ?? problemOf(reply);
}

/** Null if the store no longer has it. */
export async function readSession(api: UcpApi, checkoutId: string, call: Call): Promise<Session | StoreProblem | null> {
  const reply = await api.ask('get_checkout', { id: checkoutId }, call);
  if (reply.kind === 'refused' && reply.status === 404) return null;
  return (reply.kind === 'data' ? sessionIn(reply.data) : null) ?? problemOf(reply);
}

/** One key per session, so repeated cancels are one request. */
export const cancelSession = (api: UcpApi, checkoutId: string, call: Call): Promise<UcpReply> =>
  api.ask('cancel_checkout', { id: checkoutId, idempotencyKey: cancelKey(checkoutId) }, call);
