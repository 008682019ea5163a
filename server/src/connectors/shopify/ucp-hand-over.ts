import { minuteMs, secondMs } from '../../kit/clock.ts';
import { cartMatches, type WantedLine, wantedQuantity } from '../cart-lines.ts';
import type { Call, Connector, PurchaseRecord, PurchaseRequest, TrackAnswer } from '../contract.ts';
import { payerOf, type Store } from '../store.ts';
import type { UcpApi } from '../ucp/api.ts';
import { linesOf } from '../ucp/checkout.ts';
import { firstDelivery } from '../ucp/delivery.ts';
import { openSession, readSession } from '../ucp/sessions.ts';
import { track } from '../ucp/tracking.ts';

interface Needs {
  store: Store;
  ucp: UcpApi;
}

/** What Shopify calls a variant where all of its things have a name. */
const itemId = (variantId: string): string => `gid://shopify/ProductVariant/${variantId}`;

/**
 * The same cart as a checkout of the protocol that every Shopify store speaks: its page is handed over, and the store shows
 * what became of it. Nothing is paid with it from here. The same order meets the same checkout again, so an earlier link
 * that was paid is seen. Null where the store does not offer it, or filled it otherwise: then the plain link does.
 */
export async function openByUcp(
  { store, ucp }: Needs,
  request: PurchaseRequest,
  wanted: readonly WantedLine[],
  call: Call,
): Promise<{ session: string; link: string; isBought: boolean } | null> {
  const items = wanted.map((line) => ({ ...line, variantId: itemId(line.variantId) }));
  const ids = [...new Set(items.map(({ variantId }) => variantId))];
  const { contact } = payerOf(store, request);
  const { firstName, lastName } = request.shippingAddress;
  const body = {
    buyer: { first_name: firstName, last_name: lastName, ...(contact === null ? {} : { email: contact }) },
    line_items: ids.map((id) => ({ item: { id }, quantity: wantedQuantity(items, id) })),
    ...firstDelivery(request.shippingAddress, true),
  };
  const opened = await openSession(ucp, request.reference, body, call);
  if (opened.kind === 'bought') return { session: opened.session.id, link: '', isBought: true };
  if (opened.kind !== 'open' || !cartMatches(linesOf(opened.session), items)) return null;
  const { session } = opened;
  const link = session.continue_url ? URL.parse(session.continue_url) : null;
  const isOpenable = link !== null && (link.protocol === 'https:' || link.protocol === 'http:');
  return isOpenable ? { session: session.id, link: link.href, isBought: false } : null;
}

const pollMs = 20 * secondMs;

/** The store's order, once the person has bought what the session holds. */
export function createWatch({ ucp }: Pick<Needs, 'ucp'>): NonNullable<Connector['watch']> {
  return {
    everyMs: pollMs,
    async look(sessionId, call) {
      const session = await readSession(ucp, sessionId, call);
      if (session === null || 'kind' in session || session.status !== 'completed' || !session.order) return null;
      return { order_number: session.order.id, shown_as: session.order.id };
    },
  };
}

/** Parcels of orders that the store showed by UCP; those whose number a person wrote down are entered at the desk. */
export async function trackByUcp({ store, ucp }: Needs, purchase: PurchaseRecord, call: Call): Promise<TrackAnswer> {
  if (!purchase.note) {
    return { kind: 'tracked', shipments: [], cancelled: null, partlyCancelled: [], pollAfterMs: null };
  }
  const shown = { ...purchase, merchantOrderIds: [purchase.note], note: null };
  const answer = await track({ api: ucp, store }, shown, call);
  // Orders are read with the merchant's leave; without it there is nothing to hurry for.
  return answer.kind === 'unreachable' ? { ...answer, retryAfterMs: answer.retryAfterMs ?? 60 * minuteMs } : answer;
}
