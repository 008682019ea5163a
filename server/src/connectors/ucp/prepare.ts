import type { Clock } from '../../kit/clock.ts';
import { cartMatches, type WantedLine } from '../cart-lines.ts';
import type { Call, Prepared, PurchaseRequest } from '../contract.ts';
import type { StoreProblem } from '../refuse.ts';
import { cartChanged, refuse } from '../refuse.ts';
import type { Store } from '../store.ts';
import type { UcpApi } from './api.ts';
import { checkSession, findComplaint, findShortage } from './check-session.ts';
import { linesOf, type Session } from './checkout.ts';
import { nextDelivery } from './delivery.ts';
import { type Handle, handleIn, keyReferenceOf, mayBePaid, updateKey } from './handle.ts';
import { pickItems } from './items.ts';
import { cancelSession, type Draft, draftOf, type Opened, openSession, readOpen, readSession } from './sessions.ts';

export interface BuyingNeeds {
  store: Store;
  api: UcpApi;
  clock: Clock;
}

const updatesMax = 4;

/** Opens a checkout session, sets the delivery and reads the total. Sends no payment. */
export async function prepare(needs: BuyingNeeds, request: PurchaseRequest, call: Call): Promise<Prepared> {
  const resumed = await resume(needs, request, call);
  if (resumed) return resumed;
  const wanted = await pickItems(needs, request, call);
  if ('kind' in wanted) return wanted;
  const draft = await draftOf(needs, request, wanted, call);
  if (draft.kind !== 'draft') return draft;
  // Some stores append on update instead of replacing. Then a new session gets its lines only once.
  for (const repeatsLines of [true, false]) {
    const filled = await fillSession(needs, request, { draft, wanted, repeatsLines }, call);
    if (filled !== 'lines changed') return filled;
  }
  return cartChanged("The store's checkout does not match the order. Nothing was bought.");
}

/** Continues the session after a person returned from the store, if possible. */
async function resume({ store, api }: BuyingNeeds, request: PurchaseRequest, call: Call): Promise<Prepared | null> {
  const answered = request.answers?.findLast(({ kind, resume: where }) => kind === 'open_url' && where !== null);
  const handle = handleIn(answered?.resume ?? null);
  if (!handle?.checkoutId) return null;
  const session = await readSession(api, handle.checkoutId, call);
  if (mayBePaid(handle)) {
    const isCanceled = session !== null && 'status' in session && session.status === 'canceled';
    return isCanceled ? notCompleted : { kind: 'bought_before', handle: JSON.stringify(handle), message: maySell };
  }
  if (session === null) return null;
  if ('kind' in session) return session;
  if (session.status === 'complete_in_progress') {
    return { kind: 'blocked', reason: 'retailer_unavailable', message: 'The store is still processing the order.' };
  }
  if (session.status === 'completed') {
    const number = session.order?.id ?? 'unknown';
    const message = `The purchase was completed on the store's page as order ${number}. Errand sent no payment to the store.`;
    return refuse('checkout_failed', message);
  }
  return session.status === 'canceled' ? null : checkSession(store, request, session, handle);
}

const maySell = "Someone may have completed the purchase on the store's page.";
const notCompleted = refuse(
  'checkout_failed',
  "The purchase was not completed on the store's page, and the store shows its checkout as canceled. Nothing was bought.",
);

interface FillInput {
  draft: Draft;
  wanted: WantedLine[];
  repeatsLines: boolean;
}

async function fillSession(
  needs: BuyingNeeds,
  request: PurchaseRequest,
  filling: FillInput,
  call: Call,
): Promise<Prepared | 'lines changed'> {
  const { api, store } = needs;
  const { draft, wanted } = filling;
  const opened = await openSession(api, keyReferenceOf(request, wanted), draft.body, call);
  if (opened.kind === 'refused' || opened.kind === 'blocked') return opened;
  const handle: Handle = {
    checkoutId: opened.kind === 'conflict' ? null : opened.session.id,
    sessionNo: opened.sessionNo,
    wanted,
    ...(request.isBestEffort ? { isBestEffort: true } : {}),
    preparedAt: needs.clock.now().toISOString(),
  };
  if (opened.kind !== 'open') return boughtBefore(opened, handle);
  const session = await sendDelivery(api, request, { ...filling, session: opened.session }, call);
  if ('kind' in session) return session;
  if (!cartMatches(linesOf(session), wanted)) {
    await cancelSession(api, session.id, call);
    return findComplaint(session.answer, wanted) ?? findShortage(session, request, wanted) ?? 'lines changed';
  }
  const judged = checkSession(store, request, session, handle);
  if (judged.kind === 'refused' || judged.kind === 'blocked') await cancelSession(api, session.id, call);
  return judged;
}

/** Has the engine look up a session instead of buying. */
const boughtBefore = (opened: Extract<Opened, { kind: 'bought' | 'conflict' }>, handle: Handle): Prepared => ({
  kind: 'bought_before',
  handle: JSON.stringify(handle),
  message: opened.kind === 'bought' ? 'The store already completed a checkout for this order.' : opened.message,
});

/** Updates the delivery until it is complete or the lines differ. */
async function sendDelivery(
  api: UcpApi,
  { shippingAddress }: PurchaseRequest,
  { draft, wanted, repeatsLines, session: opened }: FillInput & { session: Session },
  call: Call,
): Promise<Session | StoreProblem> {
  let session: Session = opened;
  for (let updates = 0; updates < updatesMax; updates += 1) {
    if (session.status === 'requires_escalation' || !cartMatches(linesOf(session), wanted)) return session;
    // A store may support the fulfillment extension without listing it.
    const isExtended = draft.isExtended || updates > 0;
    const wasSaid = updates > (draft.isExtended ? 0 : 1);
    const delivery = nextDelivery(session, shippingAddress, { isExtended, wasSaid });
    if (!delivery) return session;
    const lines = session.line_items.map(({ id, item, quantity }) => ({ id, item: { id: item.id }, quantity }));
    const body = { ...draft.base, ...(repeatsLines ? { line_items: lines } : {}), ...delivery };
    const asking = { id: session.id, body, idempotencyKey: updateKey(session.id, body) };
    const answered = readOpen(await api.ask('update_checkout', asking, call));
    if ('kind' in answered) return answered;
    session = answered;
  }
  return session;
}
