import type { Guard } from './guard.ts';

const ucp = 'server/src/connectors/ucp/';
const byKey = [`${ucp}found-by-key.test.ts`];
const hostile = [`${ucp}hostile-store.test.ts`];
const restored = ['server/test/races/restored-actions.test.ts'];

/** A purchase at a UCP store is met again by keys that only the order decides. */
const keys: Guard[] = [
  {
    name: 'ucp: another order is read as ours',
    file: `${ucp}order.ts`,
    from: 'if (data.id !== orderId) return',
    to: 'if (data.id === null) return',
    tests: [`${ucp}hostile-questions.test.ts`],
    title: 'is not read as ours',
  },
  {
    name: 'ucp: a refund in another currency is read as ours',
    file: `${ucp}order.ts`,
    from: 'if (currency === store.currency) return { ...data, currency };',
    to: 'return { ...data, currency };',
    tests: [`${ucp}hostile-questions.test.ts`],
    title: 'is not read as ours',
  },
  {
    name: 'ucp: a repeated order opens another session (buys twice)',
    file: `${ucp}handle.ts`,
    from: `digest(\`create \${reference} \${sessionNo}\`)`,
    to: `digest(\`create \${Math.random()} \${sessionNo}\`)`,
    tests: byKey,
  },
  {
    name: 'ucp: a session that came back from a person repeats its old key',
    file: `${ucp}handle.ts`,
    from: `digest(\`complete \${reference} \${sessionNo} \${escalations}\`)`,
    to: `digest(\`complete \${reference} \${sessionNo}\`)`,
    tests: byKey,
    title: 'another key when a person came back',
  },
  {
    name: 'ucp: a conflict of keys is not a doubt',
    file: `${ucp}sessions.ts`,
    from: `reply.kind === 'refused' && reply.status === 409`,
    to: `reply.kind === 'refused' && reply.status === 499`,
    tests: byKey,
    title: 'another request under the key',
  },
  {
    name: 'ucp: the first answer to a key is taken for the session as it is now (buys twice)',
    file: `${ucp}sessions.ts`,
    from: 'const session = await readSession(api, made.id, call);',
    to: 'const session: Session | StoreProblem | null = made;',
    tests: byKey,
  },
  {
    name: 'ucp: a purchase under way counts as an open cart',
    file: `${ucp}sessions.ts`,
    from: `status === 'completed' || status === 'complete_in_progress'`,
    to: `status === 'completed'`,
    tests: byKey,
    title: 'still working',
  },
  {
    name: 'ucp: a canceled session is filled again',
    file: `${ucp}sessions.ts`,
    from: `if (session === null || ('status' in session && session.status === 'canceled')) continue;`,
    to: `if (session === null) continue;`,
    tests: byKey,
  },
  {
    name: 'ucp: a session that was completed before is bought',
    file: `${ucp}submit.ts`,
    from: `if (isBought(session)) return unknownOutcome('This checkout was already completed.');`,
    to: '',
    tests: byKey,
    title: 'does not sell an order twice',
  },
];

/** What a UCP store has to show before "absent" is believed. */
const looking: Guard[] = [
  {
    name: 'ucp: keys that the store forgot prove that nothing was bought',
    file: `${ucp}history.ts`,
    from: 'if (clock.now().getTime() - query.since.getTime() > retentionMs) {',
    to: 'if (query.since.getTime() > retentionMs * 1e9) {',
    tests: byKey,
    title: 'keeps keys, and no longer',
  },
  {
    name: 'ucp: a store that ignores keys is believed',
    file: `${ucp}history.ts`,
    from: 'if (again.id === checkoutId) return null;',
    to: 'if (again.id !== null) return null;',
    tests: byKey,
    title: 'never counts as',
  },
  {
    name: 'ucp: fence always true',
    file: `${ucp}history.ts`,
    from: `return { fenced: status === 'canceled' || status === 'completed' };`,
    to: `return { fenced: status !== '' };`,
    tests: byKey,
  },
  {
    name: 'ucp: fenced without an answer of the store',
    file: `${ucp}history.ts`,
    from: `if (found.kind === 'unsure') return { fenced: false };`,
    to: `if (found.kind === 'unsure') return { fenced: true };`,
    tests: byKey,
  },
  {
    name: 'ucp: a purchase under way is absent',
    file: `${ucp}history.ts`,
    from: `if (session.status === 'complete_in_progress') return unsureAnswer('The store is still processing the order.');`,
    to: '',
    tests: byKey,
    title: 'still working',
  },
  {
    name: 'ucp: the purchase of another order is taken',
    file: `${ucp}history.ts`,
    from: 'if (await query.isTaken(id))',
    to: 'if (id === null)',
    tests: byKey,
    title: 'purchase of another order',
  },
  {
    name: 'ucp: a session that the store does not cancel is absent',
    file: `${ucp}history.ts`,
    from: `const isCanceled = (await endSession(api, session.id, call)) === 'canceled';`,
    to: `const isCanceled = (await endSession(api, session.id, call)) !== '';`,
    tests: byKey,
    title: 'does not cancel',
  },
  {
    name: 'ucp: a session that the store no longer knows is absent',
    file: `${ucp}history.ts`,
    from: `if (session === null) return unsureForGood('The store no longer has a checkout for this order.');`,
    to: `if (session === null) continue;`,
    tests: byKey,
    title: 'no longer knows the session',
  },
  {
    name: 'ucp: an order that a restore lost is as young as its new row (buys twice)',
    file: 'server/src/platform/database/sql-restores.ts',
    from: `then least(\${moment}, coalesce(`,
    to: `then greatest(\${moment}, coalesce(`,
    tests: restored,
    title: 'the store forgot its keys',
  },
  {
    name: 'ucp: an order that the store sold before is not looked up',
    file: 'server/src/domains/orders/placement/reconcile-order.ts',
    from: 'const isOurs = await batchesOf(needs.database).submitting({ ...order, checkoutSealed }, needs.clock.now());',
    to: 'const isOurs = checkoutSealed.length > 0;',
    tests: restored,
    title: 'although nobody looked first',
  },
];

/** A UCP cart is what was ordered, and its answers are the store's. */
const judging: Guard[] = [
  {
    name: 'ucp: a failed JSON-RPC call is a refusal',
    file: `${ucp}operation.ts`,
    from: `if (!invalidRequest.has(fieldsOf(error).code)) return undefined;`,
    to: '',
    tests: hostile,
    title: 'JSON-RPC error',
  },
  {
    name: 'ucp: an answer that is neither a checkout nor an error is a refusal',
    file: `${ucp}submit.ts`,
    from: `: session === null && !messagesIn`,
    to: `: session !== null && !messagesIn`,
    tests: hostile,
    title: 'before it was sold',
  },
  {
    name: 'ucp: an older state of a fenced checkout proves that nothing was sold',
    file: `${ucp}history.ts`,
    from: `return session.status === 'canceled' ? { kind: 'absent' }`,
    to: `return session.status !== 'completed' ? { kind: 'absent' }`,
    tests: hostile,
    title: 'older state',
  },
  {
    name: 'ucp: a cart without an address is bought without a person',
    file: `${ucp}check-session.ts`,
    from: `return mode === 'review' ? null : addressNotShown;`,
    to: 'return null;',
    tests: byKey,
    title: 'mode review alone',
  },
  {
    name: 'ucp: an approval with an address counts for a cart without one',
    file: 'server/src/domains/orders/placement/review.ts',
    from: `approvedReview(questions)?.details.address_shown === false`,
    to: 'approvedReview(questions) !== null',
    tests: restored,
    title: 'bought once when it is answered',
  },
  {
    name: 'ucp: other things are bought',
    file: `${ucp}check-session.ts`,
    from: `if (!cartMatches(linesOf(session), wanted)) return differs('does not contain what was ordered');`,
    to: '',
    tests: hostile,
  },
  {
    name: 'ucp: it is sent to another address',
    file: `${ucp}check-session.ts`,
    from: `if (!isSentTo(session, request.shippingAddress)) return differs('has a different shipping address than the order');`,
    to: '',
    tests: hostile,
  },
  {
    name: 'ucp: a total that changed is paid',
    file: `${ucp}submit.ts`,
    from: 'return isSame ? null : cartChanged(',
    to: 'return isSame !== null ? null : cartChanged(',
    tests: hostile,
  },
  {
    name: 'ucp: a conflict at complete is a refusal',
    file: `${ucp}submit.ts`,
    from: `now.status !== 'complete_in_progress' && !isRunning`,
    to: `now.status !== 'complete_in_progress'`,
    tests: hostile,
    title: 'may still be running',
  },
  {
    name: 'ucp: a lost answer to complete is a refusal',
    file: `${ucp}submit.ts`,
    from: `return reply.wasSent ? unknownOutcome(reply.problem.message) : reply.problem;`,
    to: 'return reply.problem;',
    tests: hostile,
  },
  {
    name: 'ucp: a wrong signature is believed',
    file: `${ucp}api.ts`,
    from: 'if (fault) return failed(unexpectedAnswer(fault), true);',
    to: '',
    tests: hostile,
  },
  {
    name: 'ucp: a key that the store changed is never read',
    file: `${ucp}api.ts`,
    from: 'if (fault) discovery.forget();',
    to: '',
    tests: hostile,
    title: 'named a moment later',
  },
];

export const ucpGuards: Guard[] = [...keys, ...looking, ...judging];
