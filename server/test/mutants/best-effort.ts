import type { Guard } from './guard.ts';

const connectors = 'server/src/connectors/';
const placement = 'server/src/domains/orders/placement/';
const attempts = 'server/src/domains/orders/orders/attempts/';
const races = ['server/test/races/best-effort.test.ts'];
const contract = ['server/test/contract/best-effort.test.ts'];

/** Orders that may be bought in part: what is submitted is recorded, found again as the same, and paid to the cent. */
export const bestEffortGuards: Guard[] = [
  {
    name: 'best effort: a partial cart is not recorded before the button is pressed',
    file: `${attempts}sql-claim.ts`,
    from: 'concessions = given.concessions, store',
    to: 'store',
    tests: races,
  },
  {
    name: 'best effort: a lost answer is looked for as the whole order',
    file: `${placement}reconcile-order.ts`,
    from: 'isRecordLost ? whole : applyConcessions(whole, order.concessions)',
    to: 'isRecordLost || order.concessions ? whole : whole',
    tests: races,
  },
  {
    name: 'best effort: a restored copy takes its record for the last cart',
    file: `${placement}reconcile-order.ts`,
    from: 'isBestEffort: isRecordLost && whole.isBestEffort === true',
    to: 'isBestEffort: false',
    tests: races,
  },
  {
    name: 'best effort: the record of a cart that was not bought is kept',
    file: `${attempts}sql-failed.ts`,
    from: 'managed_account_id = null, concessions = null,',
    to: 'managed_account_id = null,',
    tests: races,
  },
  {
    name: 'best effort: a store can lower a line for ever',
    file: `${placement}fill-cart.ts`,
    from: `isBestEffort(fulfillment, 'quantity') && !earlier && limit >= 1`,
    to: `isBestEffort(fulfillment, 'quantity') && limit >= 1`,
    tests: races,
  },
  {
    name: 'best effort: a strict order is bought without an item',
    file: `${placement}fill-cart.ts`,
    from: `if (!isLowered && !isBestEffort(fulfillment, 'items')) return null;`,
    to: '',
    tests: contract,
  },
  {
    name: 'best effort: an empty cart is bought',
    file: `${placement}fill-cart.ts`,
    from: 'next !== plan && next.request.lines.length > 0 ? next : null',
    to: 'next !== plan ? next : null',
    tests: contract,
  },
  {
    name: 'best effort: a purchase of another part is taken for an identical order of ours',
    file: `${attempts}sql-unknown-outcomes.ts`,
    from: `(\${mayBePartialSql('orders')} or \${mayBePartialSql('own')})`,
    to: 'false',
    tests: races,
  },
  {
    name: 'best effort: a part of an order is taken for no purchase',
    file: `${connectors}match-purchase.ts`,
    from: 'bought(variantId) <= wantedQuantity',
    to: 'bought(variantId) === wantedQuantity',
    tests: [`${connectors}match-purchase.test.ts`],
  },
  {
    name: 'best effort: a history with a part of an order proves that nothing was bought',
    file: `${connectors}browser/recognize-purchase.ts`,
    from: `return query.isBestEffort ? 'maybe' : 'other';`,
    to: `return 'other';`,
    tests: [`${connectors}browser/recognize-purchase.test.ts`],
  },
  {
    name: 'best effort: the keys of the whole cart prove that no part was bought',
    file: `${connectors}ucp/history.ts`,
    from: 'return isPartLost ? unsureForGood(partLost) : searchByKeys',
    to: 'return isPartLost && false ? unsureForGood(partLost) : searchByKeys',
    tests: [`${connectors}ucp/found-by-key.test.ts`],
  },
  {
    name: 'best effort: units that were never bought are returned',
    file: 'server/src/domains/orders/orders/fulfillment.ts',
    from: `item.status === 'failed' ? 0 : (item.bought_quantity ?? item.quantity)`,
    to: `item.status === 'failed' ? 0 : item.quantity`,
    tests: contract,
  },
];
