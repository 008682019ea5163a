import { secondMs } from '../../kit/clock.ts';
import { placedOutcome, unknownOutcome } from '../answers.ts';
import { cartMatches, toSoldLines } from '../cart-lines.ts';
import type { Call, Checkout, Outcome, Purchase, PurchaseRequest } from '../contract.ts';
import { cartChanged, isRefused, refuse } from '../refuse.ts';
import { payerOf } from '../store.ts';
import { mayStillRun } from '../store-client.ts';
import { errorTextOf, messagesIn, type UcpReply } from './api.ts';
import { type CheckedSession, checkSession, escalationOf, findComplaint } from './check-session.ts';
import { linesOf, priceOf, type Session, sessionIn, shipToOf } from './checkout.ts';
import { completeKey, type Handle, handleIn, keyReferenceOf } from './handle.ts';
import { paymentFor } from './payment.ts';
import type { BuyingNeeds } from './prepare.ts';
import { isBought, readSession } from './sessions.ts';

export interface SubmitNeeds extends BuyingNeeds {
  credentials(): Promise<Record<string, string>>;
}

const checksMax = 3;

/**
 * Checks the session again and completes it. Before that nothing is bought; after it, anything but a clear response
 * is unknown.
 */
export async function submit(
  needs: SubmitNeeds,
  checkout: Checkout,
  request: PurchaseRequest,
  call: Call,
): Promise<Outcome> {
  const handle = handleIn(checkout.handle);
  if (!handle) return refuse('checkout_failed', 'This checkout belongs to a different store. Nothing was bought.');
  const { checkoutId } = handle;
  if (checkoutId === null) return unknownOutcome('The store has a checkout for this order but does not identify it.');
  const session = await readSession(needs.api, checkoutId, call);
  if (session === null) return refuse('checkout_failed', 'The store no longer has this checkout. Nothing was bought.');
  if ('kind' in session) return session;
  const obstacle = findObstacle(checkSession(needs.store, request, session, handle), session, checkout);
  if (obstacle) return obstacle;
  const found = await needs.api.profile(call);
  if (found.kind !== 'profile') return found;
  const { payment_token: token } = await needs.credentials();
  const { billTo } = payerOf(needs.store, request);
  const payment = paymentFor(needs.store, session, { version: found.profile.version, token, billTo });
  if (isRefused(payment)) return payment;
  // The same key for every attempt, so the store sells once.
  const reference = keyReferenceOf(request, handle.wanted);
  const idempotencyKey = completeKey(reference, handle.sessionNo ?? 0, handle.escalations ?? 0);
  const reply = await needs.api.ask('complete_checkout', { id: session.id, body: payment, idempotencyKey }, call);
  const isPaid = Object.keys(payment).length > 0;
  return outcomeOf(needs, reply, { ...handle, checkoutId, isPaid }, call);
}

/** Refuses a session that differs from the quoted one. */
function findObstacle(judged: CheckedSession, session: Session, checkout: Checkout): Outcome | null {
  if (isBought(session)) return unknownOutcome('This checkout was already completed.');
  if (session.status === 'canceled') return refuse('checkout_failed', 'The checkout was canceled. Nothing was bought.');
  if (judged.kind !== 'ready') return judged;
  const { total, currency } = judged.checkout.price;
  const isSame = total === checkout.price.total && currency === checkout.price.currency;
  return isSame ? null : cartChanged('The checkout total changed after it was read. Nothing was bought.');
}

type OpenHandle = Handle & { checkoutId: string };

async function outcomeOf(needs: SubmitNeeds, reply: UcpReply, handle: OpenHandle, call: Call): Promise<Outcome> {
  if (reply.kind === 'failed') return reply.wasSent ? unknownOutcome(reply.problem.message) : reply.problem;
  const session = reply.kind === 'data' ? sessionIn(reply.data) : null;
  if (session?.status === 'completed') return placedOutcome(purchaseOf(session, handle));
  const words = reply.kind === 'data' ? errorTextOf(reply.data) : reply.message;
  const refusal = reply.kind === 'data' ? findComplaint(reply.data, handle.wanted) : null;
  // Then an open session proves nothing.
  const isRunning =
    reply.kind === 'refused'
      ? mayStillRun(reply.status)
      : session === null && !messagesIn(reply.data).some(({ type }) => type === 'error');
  // The store refused. The session shows whether it sold anyway.
  for (let look = 0; look < checksMax; look += 1) {
    const now = await readSession(needs.api, handle.checkoutId, call);
    if (now === null || 'kind' in now) return unknownOutcome(`The store responded: ${words}`);
    if (now.status === 'completed') return placedOutcome(purchaseOf(now, handle));
    if (now.status === 'requires_escalation') {
      const asked = escalationOf(now, { ...handle, escalations: (handle.escalations ?? 0) + 1 });
      return asked.kind === 'refused' && handle.isPaid ? unknownOutcome(asked.message) : asked;
    }
    if (now.status !== 'complete_in_progress' && !isRunning) {
      const isPayment = session !== null && refusal === null;
      return (
        refusal ??
        refuse(isPayment ? 'payment_declined' : 'checkout_failed', `The store rejected the purchase: ${words}`)
      );
    }
    await needs.clock.sleep(secondMs / 2, call.signal);
  }
  return unknownOutcome('The store is still processing the order.');
}

/** Returns the store's lines, so the engine sees what was sold. */
export function purchaseOf(session: Session, handle: Handle): Purchase | null {
  const price = priceOf(session);
  const lines = linesOf(session);
  if (!price || !session.order || lines.length === 0) return null;
  const note = { wanted: handle.wanted, isExact: cartMatches(lines, handle.wanted) };
  return {
    merchantOrderIds: [session.order.id],
    price,
    estimatedDelivery: null,
    // UCP has no time of sale. It was just after this.
    placedAt: new Date(handle.preparedAt),
    lines: toSoldLines(lines, handle.wanted),
    shipTo: shipToOf(session),
    note: JSON.stringify(note),
  };
}
