import { createHash } from 'node:crypto';
import type { Clock } from '../../kit/clock.ts';
import { holdsExactly, type WantedLine, wantedQuantity } from '../cart-lines.ts';
import type { Blocked, Call, Prepared, PurchaseRequest, Refused } from '../contract.ts';
import { refuse } from '../refuse.ts';
import { pickVariant } from '../shelf.ts';
import { payerOf, type Store } from '../store.ts';
import { troubleOf, type UcpApi, type UcpReply } from './api.ts';
import { hasCatalogue, resolve } from './catalogue.ts';
import { linesOf, type Session, sessionIn } from './checkout.ts';
import { firstDelivery, nextDelivery } from './delivery.ts';
import { strange } from './discovery.ts';
import { handleIn } from './handle.ts';
import { complaintOf, judge } from './judge.ts';

export interface BuyingNeeds {
  store: Store;
  api: UcpApi;
  clock: Clock;
}

const mostUpdates = 4;
const fulfillmentCapability = 'dev.ucp.shopping.fulfillment';

/** Finds the items, opens a checkout session, says where it goes, and reads the total. Sends no payment. */
export async function prepare(needs: BuyingNeeds, request: PurchaseRequest, call: Call): Promise<Prepared> {
  const resumed = await resume(needs, request, call);
  if (resumed) return resumed;
  const wanted = await pickItems(needs, request, call);
  if ('kind' in wanted) return wanted;
  const first = await fill(needs, request, wanted, { repeatsLines: true }, call);
  if (first !== 'lines changed') return first;
  // The store adds on an update instead of replacing. A fresh session is told about its lines only once.
  const second = await fill(needs, request, wanted, { repeatsLines: false }, call);
  return second === 'lines changed'
    ? strange("The store's checkout does not hold what was ordered; nothing was bought.")
    : second;
}

/** A person was sent to the store's own page and came back: the same session goes on, if it still can. */
async function resume({ store, api }: BuyingNeeds, request: PurchaseRequest, call: Call): Promise<Prepared | null> {
  const answered = request.answers?.findLast(({ kind, resume: where }) => kind === 'open_url' && where !== null);
  const handle = handleIn(answered?.resume ?? null);
  if (!handle) return null;
  const session = await readSession(api, handle.checkoutId, call);
  if (session === null) return null;
  if ('kind' in session) return session;
  if (session.status === 'completed') {
    const number = session.order?.id ?? 'unknown';
    return refuse(
      'checkout_failed',
      `It was bought at the store's own page, as its order ${number}. Nothing was paid from here.`,
    );
  }
  return session.status === 'canceled' ? null : judge(store, request, session, handle);
}

/** Null when the store no longer knows it. */
export async function readSession(api: UcpApi, checkoutId: string, call: Call): Promise<Session | Blocked | null> {
  const reply = await api.ask('get_checkout', { id: checkoutId }, call);
  if (reply.kind === 'refused' && reply.status === 404) return null;
  return (reply.kind === 'data' ? sessionIn(reply.data) : null) ?? troubleOf(reply);
}

/** The item of every line; the first line that cannot be had ends it. */
async function pickItems(
  needs: BuyingNeeds,
  request: PurchaseRequest,
  call: Call,
): Promise<WantedLine[] | Refused | Blocked> {
  const isListed = await hasCatalogue(needs.api, call);
  if (typeof isListed !== 'boolean') return isListed;
  const wanted: WantedLine[] = [];
  for (const line of request.lines) {
    const { lineId, quantity, ref } = line;
    if (!isListed) {
      wanted.push({ lineId, variantId: ref.productId, quantity });
      continue;
    }
    const found = await resolve(needs, ref, call);
    if (found.kind === 'blocked') return found;
    if (found.kind === 'missing') return refuse('product_not_found', found.message, { lineIds: [lineId] });
    const variant = pickVariant(needs.store, found.product, line, request);
    if ('kind' in variant) return { ...variant, lineIds: [lineId] };
    wanted.push({ lineId, variantId: variant.id, quantity });
  }
  return wanted;
}

async function fill(
  needs: BuyingNeeds,
  request: PurchaseRequest,
  wanted: WantedLine[],
  { repeatsLines }: { repeatsLines: boolean },
  call: Call,
): Promise<Prepared | 'lines changed'> {
  const { api, store } = needs;
  const found = await api.profile(call);
  if (found.kind !== 'profile') return found;
  const { version, capabilities } = found.profile;
  const isExtended = version === '2026-01-11' || capabilities.has(fulfillmentCapability);
  const base = { buyer: buyerOf(store, request), ...(version === '2026-01-11' ? { currency: store.currency } : {}) };
  const items = [...new Set(wanted.map(({ variantId }) => variantId))];
  const newLines = items.map((id) => ({ item: { id }, quantity: wantedQuantity(wanted, id) }));
  const { country, state, postalCode } = request.shippingAddress;
  // A hint for stores that sell in several currencies; what counts is what their answer says.
  const context = {
    address_country: country,
    ...(state === null ? {} : { address_region: state }),
    postal_code: postalCode,
    currency: store.currency,
  };
  const where = firstDelivery(request.shippingAddress, isExtended);
  const body = { ...base, ...(isExtended ? {} : { context }), line_items: newLines, ...where };
  let session = readOpen(await api.ask('create_checkout', { body }, call));
  for (let updates = 0; updates < mostUpdates && !('kind' in session); updates += 1) {
    if (!holdsExactly(linesOf(session), wanted)) return abandon(api, session, updates, call);
    // A store that did not take the plain address may know deliveries after all, and not say so in its profile.
    const delivery =
      session.status === 'requires_escalation'
        ? null
        : nextDelivery(session, request.shippingAddress, isExtended || updates > 0);
    if (!delivery) break;
    const id: string = session.id;
    const lines = session.line_items.map((line) => ({
      id: line.id,
      item: { id: line.item.id },
      quantity: line.quantity,
    }));
    const update = { ...base, ...(repeatsLines ? { line_items: lines } : {}), ...delivery };
    session = readOpen(await api.ask('update_checkout', { id, body: update }, call));
  }
  if ('kind' in session) return session;
  if (!holdsExactly(linesOf(session), wanted)) return abandon(api, session, mostUpdates, call);
  const judged = judge(store, request, session, {
    checkoutId: session.id,
    wanted,
    preparedAt: needs.clock.now().toISOString(),
  });
  if (judged.kind === 'refused' || judged.kind === 'blocked') await cancelSession(api, session.id, call);
  return judged;
}

/** The session does not hold what was ordered. It is called off; after an update another way may still work. */
async function abandon(
  api: UcpApi,
  session: Session,
  updates: number,
  call: Call,
): Promise<Prepared | 'lines changed'> {
  await cancelSession(api, session.id, call);
  if (updates > 0) return 'lines changed';
  const complaint = complaintOf(session.answer);
  return complaint ?? strange("The store's checkout does not hold what was ordered; nothing was bought.");
}

function readOpen(reply: UcpReply): Session | Refused | Blocked {
  if (reply.kind === 'refused' && reply.status === 401) {
    const message = 'The store sells this to its own customers only: name a managed account that is linked to it.';
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
  return (reply.kind === 'data' ? complaintOf(reply.data) : null) ?? troubleOf(reply);
}

function buyerOf(store: Store, request: PurchaseRequest): Record<string, string> {
  const { contact, billTo } = payerOf(store, request);
  return {
    first_name: billTo.firstName,
    last_name: billTo.lastName,
    ...(contact === null ? {} : { email: contact }),
    ...(billTo.phoneNumber === null ? {} : { phone_number: billTo.phoneNumber }),
  };
}

/** One key for each session: however often it is called off, the store sees one request. */
export function cancelSession(api: UcpApi, checkoutId: string, call: Call): Promise<UcpReply> {
  const idempotencyKey = createHash('sha256').update(`cancel ${checkoutId}`).digest('hex').slice(0, 40);
  return api.ask('cancel_checkout', { id: checkoutId, idempotencyKey }, call);
}
