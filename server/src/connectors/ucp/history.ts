import { cannotLookUp } from '../cannot-look-up.ts';
import type { Call, FindAnswer, FindQuery } from '../contract.ts';
import type { UcpApi } from './api.ts';
import { handleIn } from './handle.ts';
import { cancelSession, readSession } from './prepare.ts';
import { purchaseOf } from './submit.ts';

/** A session that was completed names its order; the session is written down before it is completed. */
export async function find(api: UcpApi, query: FindQuery, call: Call): Promise<FindAnswer> {
  const handle = handleIn(query.handle);
  if (!handle) return cannotLookUp;
  const session = await readSession(api, handle.checkoutId, call);
  if (session === null) return { kind: 'unsure', message: 'The store no longer knows this checkout.' };
  if ('kind' in session) return { kind: 'unsure', message: session.message };
  if (session.status === 'complete_in_progress')
    return { kind: 'unsure', message: 'The store is still working on it.' };
  if (session.status !== 'completed') return { kind: 'absent' };
  const purchase = purchaseOf(session, handle);
  if (purchase) return { kind: 'found', purchase };
  return { kind: 'unsure', message: 'The store completed the checkout, but does not show its order.' };
}

/** A session that was called off cannot be completed any more; one that was completed stays as it is. */
export async function fence(api: UcpApi, query: FindQuery, call: Call): Promise<{ fenced: boolean }> {
  const handle = handleIn(query.handle);
  if (!handle) return { fenced: false };
  await cancelSession(api, handle.checkoutId, call);
  const session = await readSession(api, handle.checkoutId, call);
  if (session === null || 'kind' in session) return { fenced: false };
  return { fenced: session.status === 'canceled' || session.status === 'completed' };
}
