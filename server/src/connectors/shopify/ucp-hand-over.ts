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

/** Shopify's global ID of a variant. */
const itemId = (variantId: string): string => `gid://shopify/ProductVariant/${variantId}`;

/**
 * Creates a UCP checkout with the same cart, so the store shows its outcome. The same order gets the same checkout
 * again. Null if the store has no UCP or filled it differently: then use the plain link.
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

/** The store's order, once the person has bought. */
export function createWatch({ ucp }: Pick<Needs, 'ucp'>): NonNullable<Connector['watch']> {
  return {
    everyMs: pollMs,
    async look(sessionId, _account, call) {
      const session = await readSession(ucp, sessionId, call);
      if (session === null || 'kind' in session || session.status !== 'completed' || !session.order) return null;
      return { order_number: session.order.id, shown_as: session.order.id };
    },
  };
}

/** Tracks orders known by UCP. Others are tracked at the desk. */
export async function trackByUcp({ store, ucp }: Needs, purchase: PurchaseRecord, call: Call): Promise<TrackAnswer> {
  if (!purchase.note) {
    return { kind: 'tracked', shipments: [], cancelled: null, partlyCancelled: [], pollAfterMs: null };
  }
  const shown = { ...purchase, merchantOrderIds: [purchase.note], note: null };
  const answer = await track({ api: ucp, store }, shown, call);
  // Reading orders needs the merchant's permission.
  return answer.kind === 'unreachable' ? { ...answer, retryAfterMs: answer.retryAfterMs ?? 60 * minuteMs } : answer;
}
