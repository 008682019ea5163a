import type { Guard } from './guard.ts';

const connectors = 'server/src/connectors/';
const medusa = `${connectors}medusa/`;
const medusaTests = [`${medusa}medusa.test.ts`];
const matchTests = [`${connectors}match-purchase.test.ts`];
const referenceTests = [`${connectors}woocommerce/order-lookup.test.ts`];
const cacheTests = ['server/test/conformance/cached-answers.test.ts'];

/** How a purchase is recognized by its content, where a store keeps no reference of ours. */
const matching: Guard[] = [
  {
    name: 'part of a reference names another order',
    file: `${connectors}reference.ts`,
    from: 'uuid.exec(text)?.[0].toLowerCase() ?? null',
    to: '(text.toLowerCase() || null)',
    tests: referenceTests,
  },
  {
    name: 'a reference in capitals names another order',
    file: `${connectors}reference.ts`,
    from: '.toLowerCase()',
    to: '',
    tests: referenceTests,
  },
  {
    name: 'an address that a store joins in one line is another address',
    file: `${connectors}match-purchase.ts`,
    from: "addressLine2 ?? ''",
    to: "''",
    tests: matchTests,
  },
  {
    name: 'a match of two purchases is taken for one of them',
    file: `${connectors}match-purchase.ts`,
    from: 'if (another) return unsureAnswer(',
    to: 'if (another && false) return unsureAnswer(',
    tests: matchTests,
  },
  {
    name: 'a purchase of another order is taken for ours',
    file: `${connectors}match-purchase.ts`,
    from: 'if (fits && !(await wanted.isTaken(candidate.merchantOrderId)))',
    to: 'if (fits)',
    tests: matchTests,
  },
  {
    name: 'a purchase above max_price is taken for ours',
    file: `${connectors}match-purchase.ts`,
    from: 'if (total > wanted.maxPrice)',
    to: 'if (total < 0)',
    tests: matchTests,
  },
  {
    name: 'a purchase from long before may be ours',
    file: `${connectors}match-purchase.ts`,
    from: 'candidate.placedAt < earliest;',
    to: 'candidate.placedAt < new Date(0);',
    tests: matchTests,
  },
  {
    name: 'a purchase whose time cannot be read counts as an older one',
    file: `${connectors}match-purchase.ts`,
    from: 'candidate.placedAt < earliest;',
    to: '!(candidate.placedAt >= earliest);',
    tests: matchTests,
  },
  {
    name: 'a purchase whose time cannot be read is taken for ours',
    file: `${connectors}match-purchase.ts`,
    from: 'if (Number.isNaN(placedAt.getTime()))',
    to: 'if (placedAt.getTime() === 0)',
    tests: matchTests,
  },
  {
    name: 'medusa: an order whose time cannot be read is no order',
    file: `${medusa}account-history.ts`,
    from: 'createdAt <= (orders[index - 1]',
    to: 'index === 0 || createdAt <= (orders[index - 1]',
    tests: medusaTests,
  },
  {
    name: 'a purchase is missed because the clock of the store is behind',
    file: `${connectors}match-purchase.ts`,
    from: 'plusMs(since, -clockSkewMs)',
    to: 'plusMs(since, 0)',
    tests: matchTests,
  },
  {
    name: 'a purchase that the store dates hours too early counts as absent (buys twice)',
    file: `${connectors}match-purchase.ts`,
    from: 'plusMs(since, -misdatedMs)',
    to: 'plusMs(since, -clockSkewMs)',
    tests: matchTests,
  },
  {
    name: 'a purchase that the store dates before the order is taken for ours',
    file: `${connectors}match-purchase.ts`,
    from: 'fitting.filter(({ placedAt }) => !isDatedEarly(placedAt, wanted))',
    to: 'fitting',
    tests: matchTests,
  },
  {
    name: 'medusa: an order with our reference counts only in time',
    file: `${medusa}account-history.ts`,
    from: 'orders.some(({ createdAt }) => createdAt < earliest)) return orders;',
    to: 'orders.some(({ createdAt }) => createdAt < earliest)) return orders.filter(({ createdAt }) => createdAt >= earliest);',
    tests: medusaTests,
  },
  {
    name: 'a purchase to another person is taken for ours',
    file: `${connectors}match-purchase.ts`,
    from: 'name(shipTo) === name(wanted) &&',
    to: '',
    tests: matchTests,
  },
  {
    name: 'a purchase whose address is not shown is taken for ours',
    file: `${connectors}match-purchase.ts`,
    from: `if (only.shipTo === null)
    return`,
    to: `if (only.shipTo === undefined)
    return`,
    tests: matchTests,
  },
];

/** A cache in front of a store shows what was true before the purchase. */
const cached: Guard[] = [
  {
    name: 'a response that is older than its request proves that nothing was bought (buys twice)',
    file: `${connectors}store-client.ts`,
    from: "ageOf(headers.age ?? '') * 1000 > tookMs + ageSlackMs ||",
    to: '',
    tests: cacheTests,
  },
  {
    name: 'a response that a cache marks as its own proves that nothing was bought (buys twice)',
    file: 'server/src/domains/catalog/stores/client.ts',
    from: 'request.isFresh && reply.kind',
    to: 'false && reply.kind',
    tests: cacheTests,
  },
  {
    name: 'a response with two ages counts as new (buys twice)',
    file: `${connectors}store-client.ts`,
    from: '(text.match(/\\d+/g) ?? []).map(Number)',
    to: 'Number(text) || 0',
    tests: ['server/src/connectors/store-client.test.ts'],
  },
  {
    name: 'a stale copy that could not be compared with the store counts as new (buys twice)',
    file: `${connectors}store-client.ts`,
    from: '(?<!refresh_)hit',
    to: '(?<!refresh_|fail_)hit',
    tests: ['server/src/connectors/store-client.test.ts'],
  },
  {
    name: 'a cache in front of a store is not asked to skip its copy',
    file: 'server/src/domains/catalog/stores/client.ts',
    from: "...(request.isFresh ? { 'cache-control': 'no-cache' } : {}),",
    to: '',
    tests: cacheTests,
  },
  {
    name: 'woocommerce: a page cache that ignores the request answers for the store',
    file: `${connectors}woocommerce/store-api.ts`,
    from: 'isFresh ? withUniqueAddress(path) : path',
    to: 'path',
    tests: cacheTests,
  },
];

/** How a purchase is looked up without a recorded checkout, and what is believed. */
export const lookupGuards: Guard[] = [...matching, ...cached];
