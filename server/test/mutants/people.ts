import type { Guard } from './guard.ts';

const ucp = 'server/src/connectors/ucp/';
const shopify = 'server/src/connectors/shopify/';
const asked = [`${ucp}hostile-questions.test.ts`];
const confirmed = ['server/test/journeys/ucp-person.test.ts'];
const asking = 'server/src/domains/orders/placement/request-person-action.ts';
const handedOver = [`${shopify}handed-over.test.ts`];
const restored = ['server/test/races/restored-actions.test.ts'];

/** People buy: a payment to confirm, a link that was handed out, an order at the desk, an action that is answered again. */
export const peopleGuards: Guard[] = [
  {
    name: 'ucp person: an order that waits for a person is not followed at the store',
    file: asking,
    from: 'return registry.forOrder(order)?.connector.watch ?? null;',
    to: 'return order.id === null ? (registry.forOrder(order)?.connector.watch ?? null) : null;',
    tests: confirmed,
    title: 'the person finishes and never answers',
  },
  {
    name: 'ucp person: the money is free while a person may still confirm the payment',
    file: asking,
    from: 'await requestPersonAction(needs, order, question, asked.isInDoubt)',
    to: 'await requestPersonAction(needs, order, question)',
    tests: confirmed,
    title: 'when the person never finishes',
  },
  {
    name: 'ucp person: the store is asked as a guest about a customer’s checkout',
    file: asking,
    from: 'accountId === null ? null : await readOnlyAccountOf(needs, accountId);',
    to: 'null;',
    tests: ['server/test/journeys/ucp-store.test.ts'],
    title: 'is used to look whether a person confirmed',
  },
  {
    name: 'ucp: a payment that a person must confirm counts as not sent',
    file: `${ucp}check-session.ts`,
    from: `...(mayBePaid(handle) ? { isInDoubt: true as const } : {}),`,
    to: '',
    tests: asked,
    title: 'after our payment was sent',
  },
  {
    name: 'ucp: a checkout with our payment is paid again',
    file: `${ucp}prepare.ts`,
    from: 'if (mayBePaid(handle)) {',
    to: `if (handle.checkoutId === '') {`,
    tests: asked,
    title: 'after our payment was sent',
  },
  {
    name: 'ucp: a checkout with our payment that is still open was not bought',
    file: `${ucp}prepare.ts`,
    from: `const isCanceled = session !== null && 'status' in session && session.status === 'canceled';`,
    to: `const isCanceled = session !== null && 'status' in session && session.status !== 'completed';`,
    tests: asked,
    title: 'after our payment was sent',
  },
  {
    name: 'ucp: a paid checkout without a page for the person was refused',
    file: `${ucp}submit.ts`,
    from: `asked.kind === 'refused' && handle.isPaid ?`,
    to: `asked.kind === 'needs' && handle.isPaid === null ?`,
    tests: asked,
    title: 'without a page',
  },
  {
    name: 'ucp: a sold checkout is canceled',
    file: `${ucp}history.ts`,
    from: `if (found.session.status === 'completed') return { fenced: true };`,
    to: '',
    tests: asked,
    title: 'is not canceled once it was sold',
  },
  {
    name: 'ucp: a checkout that a person has not completed is answered',
    file: `${ucp}index.ts`,
    from: `session.status === 'completed' ? { done: true } : null`,
    to: `session.status !== '' ? { done: true } : null`,
    tests: asked,
    title: 'after our payment was sent',
  },
  {
    name: 'shopify: a link that nobody remembers was not paid',
    file: `${shopify}find.ts`,
    from: 'if (!handle) return linkMayBePaid;',
    to: `if (!handle) return { kind: 'absent' };`,
    tests: [`${shopify}shopify.test.ts`],
  },
  {
    name: 'shopify: fenced without a handle',
    file: `${shopify}find.ts`,
    from: 'if (!handle) return { fenced: false };',
    to: 'if (!handle) return { fenced: true };',
    tests: [`${shopify}shopify.test.ts`],
  },
  {
    name: 'shopify: fence always true',
    file: `${shopify}find.ts`,
    from: `return { fenced: session.status === 'canceled' || session.status === 'completed' };`,
    to: `return { fenced: session.status !== '' };`,
    tests: handedOver,
  },
  {
    name: 'shopify: an open link is absent',
    file: `${shopify}find.ts`,
    from: `return unsureAnswer('This order can still be paid with its checkout link.');`,
    to: `return { kind: 'absent' };`,
    tests: handedOver,
  },
  {
    name: 'shopify: a second link is handed out for an order that was paid',
    file: `${shopify}prepare.ts`,
    from: 'if (opened?.isBought) {',
    to: 'if (opened?.isBought === null) {',
    tests: handedOver,
  },
  {
    name: 'shopify: an answer once more does not count after a restore',
    file: `${shopify}find.ts`,
    from: 'if (ordered) return',
    to: 'if (ordered?.number === null) return',
    tests: restored,
    title: 'keeps its link',
  },
  {
    name: 'questions: an answer after a restore buys without looking',
    file: 'server/src/domains/orders/orders/attempts/sql-restored.ts',
    from: `where status in ('pending', 'in_progress') returning id`,
    to: `where status in ('pending', 'in_progress') and waiting_for is distinct from 'action' returning id`,
    tests: restored,
    title: 'reviews it once more',
  },
  {
    name: 'questions: an erased note stops the order',
    file: 'server/src/domains/orders/orders/actions/secret-answers.ts',
    from: `error.fault === 'erased') return null;`,
    to: `error.message === '') return null;`,
    tests: restored,
    title: 'page once more',
  },
  {
    name: 'desk: a restored order cannot be claimed',
    file: 'server/src/domains/orders/orders/attempts/sql-desk.ts',
    from: `and restored_at is not null))`,
    to: `and restored_at is null))`,
    tests: restored,
    title: 'forgets the claim',
  },
  {
    name: 'desk: a claim outlives a restore',
    file: 'server/src/domains/orders/desk/sql.ts',
    from: `where state = 'taken' and question_id in (`,
    to: `where state = 'failed' and question_id in (`,
    tests: restored,
    title: 'forgets the claim',
  },
];
