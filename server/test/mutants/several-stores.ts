import type { Guard } from './guard.ts';

const tests = ['server/test/journeys/several-stores.test.ts'];
const attempts = 'server/src/domains/orders/orders/attempts/';

/** What keeps an order from being bought at two stores of one brand. */
export const severalStoreGuards: Guard[] = [
  {
    name: "several stores: another store's number counts as this one's (buys twice)",
    file: `${attempts}sql-unknown-outcomes.ts`,
    from: `      and (other.store is null or own.store is null or other.store = own.store)
`,
    to: '',
    tests: ['server/test/races/recorded-purchases.test.ts'],
  },
  {
    name: 'several stores: the third number of a purchase is not compared (buys twice)',
    file: 'server/src/domains/orders/orders/sql-search.ts',
    from: 'cardinality(o.merchant_order_ids) > 2',
    to: 'false',
    tests: ['server/test/races/recorded-purchases.test.ts'],
  },
  {
    name: 'several stores: one order number is charged for two orders',
    file: 'server/src/domains/orders/placement/confirm-purchase.ts',
    from: 'if (owner === null) return',
    to: 'if (owner !== order.id) return',
    tests: ['server/test/races/one-number.test.ts'],
  },
  {
    name: 'several stores: two workers compare an order number before either of them writes it',
    file: 'server/src/domains/orders/placement/confirm-purchase.ts',
    from: '    await lockOrderNumbers(tx, order, numbers);\n',
    to: '',
    tests: ['server/test/races/one-number.test.ts'],
  },
  {
    name: 'several stores: a number is charged for an order while an operator decides that another has it',
    file: 'server/src/domains/orders/placement/decide-order.ts',
    from: 'await lockOrderNumbers(tx, doubtful, decision.merchantOrderIds);',
    to: '{}',
    tests: ['server/test/races/one-number.test.ts'],
  },
  {
    name: 'several stores: a number is charged for an order while the desk records it for another',
    file: 'server/src/domains/orders/desk/record-purchase.ts',
    from: '  await lockOrderNumbers(tx, order, purchase.merchantOrderIds);\n',
    to: '',
    tests: ['server/test/races/desk.test.ts'],
  },
  {
    name: 'several stores: an order that needs review is bought again if its lookup shows nothing',
    file: 'server/src/domains/orders/placement/reconcile-order.ts',
    from: '      if (order.needs_review_at) return done;\n',
    to: '',
    tests: ['server/test/races/one-number.test.ts'],
  },
  {
    name: 'several stores: an order is sent to another store of its brand',
    file: `${attempts}sql-claim.ts`,
    from: `    and (orders.store is null or orders.store = given.store)
`,
    to: '',
    tests,
    title: 'is not sent to another store of its brand',
  },
  {
    name: 'several stores: where the button was pressed is not recorded',
    file: `${attempts}sql-claim.ts`,
    from: 'store = given.store, updated_at',
    to: 'updated_at',
    tests,
    title: 'is shown with its rule|buys by the API',
  },
  {
    name: 'several stores: what a person was asked at one store is bought at another',
    file: `${attempts}sql-waiting.ts`,
    from: 'store = coalesce(store, $4), attempts',
    to: 'tax_id = coalesce(tax_id, $4), attempts',
    tests,
    title: 'is shown with its rule|buys by the API',
  },
  {
    name: 'several stores: a person buys what a program pressed the button for',
    file: `${attempts}sql-claim.ts`,
    from: 'pressed_at = $4, checkout_sealed',
    to: 'checkout_sealed',
    tests: ['server/test/contract/retries.test.ts'],
    title: 'an account that stays locked',
  },
  {
    name: 'several stores: a person buys what this attempt pressed the button for',
    file: 'server/src/domains/orders/placement/settle-order.ts',
    from: ' && order.pressed_at === null',
    to: '',
    tests: ['server/test/contract/retries.test.ts'],
    title: 'an account that stays locked',
  },
  {
    name: 'several stores: a restored order is looked for at one of them only',
    file: 'server/src/connectors/registry.ts',
    from: 'if (order.store === null && ofBrand(order.world, order.retailer).length > 1) return sellersIn(order);',
    to: '',
    tests: ['server/src/connectors/choose-store.test.ts'],
  },
  {
    name: 'several stores: one that is off buys',
    file: 'server/src/connectors/choose-store.ts',
    from: '!isOff(connector.world, connector.store)',
    to: 'connector.store !== null',
    tests: ['server/src/connectors/choose-store.test.ts'],
  },
];
