import type { Guard } from './guard.ts';

const connectors = 'server/src/connectors/';
const woo = `${connectors}woocommerce/`;
const wooTests = [`${woo}woocommerce.test.ts`];
const lookupTests = [`${woo}order-lookup.test.ts`];

export const wooGuards: Guard[] = [
  {
    name: 'woocommerce: a changed total is ignored',
    file: `${connectors}check-cart.ts`,
    from: 'if (price?.total !== quoted.price.total || price.currency !== quoted.price.currency)',
    to: 'if (price === null)',
    tests: wooTests,
  },
  {
    name: 'woocommerce: a request that may still run is a refusal',
    file: `${woo}submit.ts`,
    from: 'if (isRunning || error',
    to: 'if (error',
    tests: wooTests,
  },
  {
    name: 'woocommerce: a changed address is ignored',
    file: `${woo}submit.ts`,
    from: 'isSentThere: isSentTo(cart, request.shippingAddress),',
    to: 'isSentThere: true,',
    tests: wooTests,
  },
  {
    name: 'woocommerce: max_price is not looked at before the button',
    file: `${connectors}check-cart.ts`,
    from: 'if (price && price.total > request.maxPrice) return',
    to: 'if (price && price.total < 0) return',
    tests: wooTests,
  },
  {
    name: 'woocommerce: an empty cart counts as not bought',
    file: `${woo}submit.ts`,
    from: `return unknownOutcome('The cart is empty: it was already checked out or emptied.');`,
    to: `return cartChanged('The cart is empty.');`,
    tests: wooTests,
  },
  {
    name: 'woocommerce: a refusal is believed though the shop sold',
    file: `${woo}submit.ts`,
    from: `const isUnsold = !order || order.status === draftStatus || order.status === 'failed';`,
    to: 'const isUnsold = true;',
    tests: wooTests,
  },
  {
    name: 'woocommerce: an answer that is a page counts as not bought',
    file: `${woo}submit.ts`,
    from: 'return reply.wasSent ? unknownOutcome(reply.problem.message) : reply.problem;',
    to: 'return reply.problem;',
    tests: wooTests,
  },
  {
    name: 'woocommerce: an order that waits for its payment was not bought',
    file: `${woo}history.ts`,
    from: 'if (!isSold(order)) return unsureAnswer(',
    to: `if (!isSold(order)) return { kind: 'absent' }; else if (order.status === '') return unsureAnswer(`,
    tests: wooTests,
  },
  {
    name: 'woocommerce: a cart that is gone was not bought',
    file: `${woo}history.ts`,
    from: 'if (cart.items.length === 0) {',
    to: `if (cart.items.length === 0) return { kind: 'absent' };\n  if (cart.items.length < 0) {`,
    tests: wooTests,
  },
  {
    name: 'woocommerce: the late window is not declared',
    file: `${woo}index.ts`,
    from: 'const lateWindowMs = 15 * minuteMs;',
    to: 'const lateWindowMs = 0 * minuteMs;',
    tests: lookupTests,
  },
  {
    name: 'woocommerce: a draft of the last minutes was not bought',
    file: `${woo}order-lookup.ts`,
    from: `return quietMs > lateWindowMs ? 'unsold' : 'open';`,
    to: `return 'unsold';`,
    tests: lookupTests,
  },
  {
    name: 'woocommerce: what was paid and canceled is bought again',
    file: `${woo}order-lookup.ts`,
    from: `if (order.date_paid_gmt) return 'open';`,
    to: '',
    tests: lookupTests,
  },
  {
    name: 'woocommerce: an order that waits for its payment is not looked at after a restore',
    file: `${woo}order-lookup.ts`,
    from: `if (!sold && open) return unsureAnswer(`,
    to: `if (!sold && open && false) return unsureAnswer(`,
    tests: lookupTests,
  },
  {
    name: 'woocommerce: two purchases under one reference are taken for one',
    file: `${woo}order-lookup.ts`,
    from: 'if (sold && another) return unsureAnswer(',
    to: 'if (sold && another && false) return unsureAnswer(',
    tests: lookupTests,
  },
  {
    name: 'woocommerce: an order that lost its note is not ruled out',
    file: `${woo}order-lookup.ts`,
    from: 'const unmarked = sold ? [] : unmarkedOf(listed, needs, query);',
    to: 'const unmarked: RestOrder[] = [];',
    tests: lookupTests,
  },
  {
    name: 'woocommerce: only the first page of the orders is read',
    file: `${woo}order-lookup.ts`,
    from: 'if (listed.isLast) return orders;',
    to: 'return orders;',
    tests: lookupTests,
  },
  {
    name: 'woocommerce: an order without a readable note is left out',
    file: `${woo}order-lookup.ts`,
    from: 'if (orders.length < reply.data.length) return',
    to: 'if (orders.length < 0) return',
    tests: lookupTests,
  },
  {
    name: 'woocommerce: an order without a handle and a key was not bought',
    file: `${woo}order-lookup.ts`,
    from: 'if (!needs.ownerKey) return lookupUnsupported;',
    to: `if (!needs.ownerKey) return { kind: 'absent' };`,
    tests: lookupTests,
  },
  {
    name: 'woocommerce: a reference within a note is taken for ours',
    file: `${woo}handle.ts`,
    from: `/Reference: (\\S+)\\s*$/`,
    to: `/Reference: (\\S+)/`,
    tests: lookupTests,
  },
  {
    name: 'woocommerce: finer amounts than cents are cut off',
    file: `${connectors}prices.ts`,
    from: '(/^[5-9]/.test(beyond) ? 1 : 0)',
    to: '0',
    tests: [`${connectors}prices.test.ts`],
  },
];
