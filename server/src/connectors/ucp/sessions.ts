import { type WantedLine, wantedQuantity } from '../cart-lines.ts';
import type { Call } from '../contract.ts';
import { refuse } from '../refuse.ts';
import { payerOf, type Store } from '../store.ts';
import { problemOf, type UcpApi, type UcpReply } from './api.ts';
import { findComplaint } from './check-session.ts';
import { type Session, sessionIn } from './checkout.ts';
import { firstDelivery } from './delivery.ts';
import type { StoreProblem } from './discovery.ts';
import { cancelKey, createKey } from './handle.ts';

const fulfillmentCapability = 'dev.ucp.shopping.fulfillment';

/** More sessions than an order can ever need. */
export const sessionsMax = 40;

export interface Draft {
  kind: 'draft';
  /** Whether the store takes deliveries, and not only an address. */
  isExtended: boolean;
  /** What every update repeats. */
  base: Record<string, unknown>;
  /** What `create` sends. Nothing in it changes between two tries of the same order. */
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
  // A hint for stores that sell in several currencies; what counts is what their answer says.
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
  /** The store has another request under the order's key. */
  | { kind: 'conflict'; message: string; sessionNo: number }
  | StoreProblem;

/**
 * The order's one session that is not canceled. Each is asked for by its key, so a session from before (a lost answer, a
 * crash, a restored database) is met again instead of a second one being made.
 */
export async function openSession(api: UcpApi, reference: string, body: Draft['body'], call: Call): Promise<Opened> {
  for (let sessionNo = 0; sessionNo < sessionsMax; sessionNo += 1) {
    const reply = await createSession(api, { reference, sessionNo, body }, call);
    if (reply.kind === 'refused' && reply.status === 409) {
      return { kind: 'conflict', message: `The store answered: ${reply.message}`, sessionNo };
    }
    const made = readOpen(reply);
    if ('kind' in made) return made;
    // The answer to a repeated key is the first one: only the session itself shows its current status.
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

/** The session that a changing call answered, or why there is none. */
export function readOpen(reply: UcpReply): Session | StoreProblem {
  if (reply.kind === 'refused' && reply.status === 401) {
    const message = 'The store sells this only to its own customers. Use a linked retailer account.';
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

/** Null when the store no longer knows it. */
export async function readSession(api: UcpApi, checkoutId: string, call: Call): Promise<Session | StoreProblem | null> {
  const reply = await api.ask('get_checkout', { id: checkoutId }, call);
  if (reply.kind === 'refused' && reply.status === 404) return null;
  return (reply.kind === 'data' ? sessionIn(reply.data) : null) ?? problemOf(reply);
}

/** One key for each session: however often it is canceled, the store sees one request. */
export const cancelSession = (api: UcpApi, checkoutId: string, call: Call): Promise<UcpReply> =>
  api.ask('cancel_checkout', { id: checkoutId, idempotencyKey: cancelKey(checkoutId) }, call);
