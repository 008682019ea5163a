import type { Guard } from './guard.ts';

const kit = 'server/src/kit/';
const placement = 'server/src/domains/orders/placement/';
const livePurchases = ['server/test/contract/live-purchases.test.ts'];
const summary = 'server/src/domains/orders/orders/actions/purchase-summary';

/** What text from outside must not do: break a write, hide a word, or end a header. */
export const outsideTextGuards: Guard[] = [
  {
    name: 'text: a store can send text that the database refuses',
    file: `${kit}fields.ts`,
    from: 'return suspectEscape.test(text) ? storableValue(value) : value;',
    to: 'return value;',
    tests: [`${kit}fields.test.ts`],
  },
  {
    name: 'text: a cut leaves half of a character',
    file: `${kit}storable-text.ts`,
    from: "return storableText(text.slice(0, max).replace(/[\\uD800-\\uDBFF]$/, ''));",
    to: 'return text.slice(0, max);',
    tests: [`${kit}storable-text.test.ts`],
  },
  {
    name: 'text: a long title in an approval ends in half of a character',
    file: `${summary}.ts`,
    from: 'cutText(plain, textMax)',
    to: 'plain.slice(0, textMax)',
    tests: [`${summary}.test.ts`],
  },
  {
    name: 'text: a long response of an endpoint cannot be recorded',
    file: 'server/src/domains/channels/webhooks/sql.ts',
    from: 'cutText(outcome.response, responseCharsKept)',
    to: 'outcome.response.slice(0, responseCharsKept)',
    tests: ['server/test/contract/webhooks.test.ts'],
    title: 'in the middle of a character',
  },
  {
    name: 'text: a long note of a person ends in half of a character',
    file: 'server/src/domains/access/activity/model.ts',
    from: 'cutText(value, 200)',
    to: 'value.slice(0, 200)',
    tests: ['server/src/domains/access/activity/model.test.ts'],
  },
  {
    name: 'text: a scan without a readable time ends tracking',
    file: 'server/src/domains/delivery/tracking/track-order.ts',
    from: 'reported.checkpoints.filter(isDated).map(',
    to: 'reported.checkpoints.map(',
    tests: livePurchases,
    title: 'without a readable time',
  },
  {
    name: 'answers: a negative total is booked, and the books differ from the wallet',
    file: `${placement}read-purchase.ts`,
    from: ' && total >= 0',
    to: '',
    tests: livePurchases,
    title: 'a negative total counts',
  },
  {
    name: 'answers: euros are booked as dollars',
    file: `${placement}read-purchase.ts`,
    from: 'if (price.currency !== currency) return',
    to: 'if (price.currency === currency && false) return',
    tests: livePurchases,
    title: 'another currency counts',
  },
  {
    name: 'answers: an order number that the database refuses ends the order’s job',
    file: `${placement}read-purchase.ts`,
    from: ' && id === storableText(id)',
    to: '',
    tests: livePurchases,
    title: 'an order number with',
  },
  {
    name: 'answers: what a history shows is booked as it is',
    file: `${placement}reconcile-order.ts`,
    from: "readFound(said, order.exchange?.currency ?? 'USD')",
    to: 'said',
    tests: livePurchases,
    title: 'counts as unknown',
  },
  {
    name: 'answers: an estimate that is no date ends the order’s job',
    file: `${placement}read-purchase.ts`,
    after: 'const withDay',
    from: 'isDay(purchase.estimatedDelivery) ?',
    to: 'purchase.estimatedDelivery ?',
    tests: livePurchases,
    title: 'without the estimate',
  },
  {
    name: 'answers: a cart with a negative total is bought',
    file: `${placement}compare.ts`,
    from: 'if (price.total < 0) return',
    to: 'if (price.total < -1e9) return',
    tests: livePurchases,
    title: 'if the cart has a negative total',
  },
  {
    name: 'text: an invisible character hides a denied word',
    file: 'server/src/domains/access/policies/model.ts',
    from: '/[\\p{M}\\p{Cf}]/gu',
    to: '/\\p{M}/gu',
    tests: ['server/src/domains/access/policies/model.test.ts'],
  },
  {
    name: 'text: a subject keeps its line breaks',
    file: 'server/src/platform/mailer/compose-mail.ts',
    from: "content.subject.replaceAll(/\\p{Cc}+/gu, ' ')",
    to: 'content.subject',
    tests: ['server/src/platform/mailer/compose-mail.test.ts'],
  },
];
