import { type Clock, hourMs } from '../../kit/clock.ts';
import { unsureAnswer } from '../answers.ts';
import type { Call, FindAnswer, FindQuery } from '../contract.ts';
import type { Store } from '../store.ts';
import { problemOf, type UcpApi, type UcpReply } from './api.ts';
import { type Session, sessionIn } from './checkout.ts';
import { type Handle, handleIn } from './handle.ts';
import { itemsOrdered } from './items.ts';
import { cancelSession, createSession, type Draft, draftOf, isBought, readSession, sessionsMax } from './sessions.ts';
import { purchaseOf } from './submit.ts';

interface Needs {
  store: Store;
  api: UcpApi;
  clock: Clock;
}

const partLost = 'No checkout was recorded for this order, and any part of it may have been bought.';

type Unsure = Extract<FindAnswer, { kind: 'unsure' }>;
type Found = { kind: 'session'; session: Session; handle: Handle };

const unsureForGood = (message: string): Unsure => ({ kind: 'unsure', message, isFinal: true });

/** Stores keep idempotency keys for 24 hours. Less an hour for clock skew. */
const retentionMs = 23 * hourMs;

/** Finds the session by handle or by the order's keys. A completed session has an order. */
export async function find(needs: Needs, query: FindQuery, call: Call): Promise<FindAnswer> {
  const found = await findSession(needs, query, call);
  if (found.kind === 'unsure') return found;
  const { session, handle } = found;
  if (session.status === 'complete_in_progress') return unsureAnswer('The store is still processing the order.');
  if (session.status !== 'completed') return proveAbsence(needs.api, query, session, call);
  const purchase = purchaseOf(session, handle);
  if (!purchase) return unsureAnswer('The store completed the checkout, but Errand cannot read the order.');
  for (const id of purchase.merchantOrderIds) {
    if (await query.isTaken(id))
      return unsureForGood(`The store shows purchase ${id}, which belongs to another order.`);
  }
  return { kind: 'found', purchase };
}

/**
 * A recorded session is fenced before; one that isn't shown as canceled may be an older state of a sale. A session created
 * by this lookup is canceled first.
 */
async function proveAbsence(api: UcpApi, query: FindQuery, session: Session, call: Call): Promise<FindAnswer> {
  if (query.handle !== null && handleIn(query.handle)?.checkoutId) {
    return session.status === 'canceled' ? { kind: 'absent' } : unsureAnswer('The checkout can still be completed.');
  }
  const isCanceled = (await endSession(api, session.id, call)) === 'canceled';
  return isCanceled ? { kind: 'absent' } : unsureAnswer('The store did not cancel a checkout for this order.');
}

/** A canceled session can't be completed. */
export async function fence(needs: Needs, query: FindQuery, call: Call): Promise<{ fenced: boolean }> {
  const found = await findSession(needs, query, call);
  if (found.kind === 'unsure') return { fenced: false };
  // Some stores may take a cancel of a sold checkout for a cancellation of its order.
  if (found.session.status === 'completed') return { fenced: true };
  const status = await endSession(needs.api, found.session.id, call);
  return { fenced: status === 'canceled' || status === 'completed' };
}

/** Cancels the session and returns its new status. */
async function endSession(api: UcpApi, checkoutId: string, call: Call): Promise<string | null> {
  await cancelSession(api, checkoutId, call);
  const session = await readSession(api, checkoutId, call);
  return session === null || 'kind' in session ? null : session.status;
}

async function findSession(needs: Needs, query: FindQuery, call: Call): Promise<Found | Unsure> {
  const handle = handleIn(query.handle);
  if (!handle?.checkoutId) {
    const isPartLost = query.isBestEffort || handle?.isBestEffort;
    return isPartLost ? unsureForGood(partLost) : searchByKeys(needs, query, call);
  }
  const session = await readSession(needs.api, handle.checkoutId, call);
  if (session === null) return unsureAnswer('The store no longer has this checkout.');
  return 'kind' in session ? unsureAnswer(session.message) : { kind: 'session', session, handle };
}

/**
 * Requests the order's sessions by key, oldest first, until one isn't canceled. This may create a session, which the
 * caller cancels.
 */
async function searchByKeys(needs: Needs, query: FindQuery, call: Call): Promise<Found | Unsure> {
  const { api, clock } = needs;
  if (clock.now().getTime() - query.since.getTime() > retentionMs) {
    return unsureForGood(
      'No checkout was recorded for this order, and the order is too old for the store to still have its idempotency key.',
    );
  }
  const wanted = await itemsOrdered(needs, query.lines, call);
  if ('kind' in wanted) return unsureAnswer(wanted.message);
  const draft = await draftOf(needs, query, wanted, call);
  if (draft.kind !== 'draft') return unsureAnswer(draft.message);
  for (let sessionNo = 0; sessionNo < sessionsMax; sessionNo += 1) {
    const asked = { reference: query.reference, sessionNo, body: draft.body };
    const made = createdBy(await createSession(api, asked, call));
    if ('kind' in made) return made;
    const session = await readSession(api, made.id, call);
    if (session === null) return unsureForGood('The store no longer has a checkout for this order.');
    if ('kind' in session) return unsureAnswer(session.message);
    if (session.status === 'canceled') continue;
    const ignored = isBought(session) ? null : await findKeyProblem(api, asked, session.id, call);
    if (ignored) return ignored;
    const handle = { checkoutId: session.id, sessionNo, wanted, preparedAt: query.since.toISOString() };
    return { kind: 'session', session, handle };
  }
  return unsureForGood(`The store shows ${sessionsMax} canceled checkouts for this order.`);
}

function createdBy(reply: UcpReply): Session | Unsure {
  const session = reply.kind === 'data' ? sessionIn(reply.data) : null;
  if (session) return session;
  const isOtherBody = reply.kind === 'refused' && reply.status === 409;
  return isOtherBody
    ? unsureForGood("The store has a different checkout with this order's idempotency key.")
    : unsureAnswer(problemOf(reply).message);
}

/** Sends one key twice. A store that honors keys returns the same session; otherwise its response proves nothing. */
async function findKeyProblem(
  api: UcpApi,
  asked: { reference: string; sessionNo: number; body: Draft['body'] },
  checkoutId: string,
  call: Call,
): Promise<Unsure | null> {
  const again = createdBy(await createSession(api, asked, call));
  if ('kind' in again) return again;
  if (again.id === checkoutId) return null;
  await cancelSession(api, again.id, call);
  await cancelSession(api, checkoutId, call);
  return unsureForGood(
    'No checkout was recorded for this order. The store ignores idempotency keys, so Errand cannot search for a checkout.',
  );
}
