import type { Guard } from './guard.ts';

const orders = 'server/src/domains/orders/orders/';
const placement = 'server/src/domains/orders/placement/';
const abroad = ['server/test/races/foreign-stores.test.ts'];
const contract = ['server/test/contract/currency-orders.test.ts'];

/** Purchases in other currencies. */
export const currencyGuards: Guard[] = [
  {
    name: 'currencies: the rate is not committed before the purchase',
    file: `${placement}rate-order.ts`,
    from: 'if (!isSame) await saveExchange(needs.database.db, order, rated);',
    to: '',
    tests: abroad,
    title: 'after a lost answer',
  },
  {
    name: 'currencies: a purchase that is found is converted at the rate of today',
    file: `${placement}rate-order.ts`,
    from: `exchange.rate !== null && order.phase === 'submitting'`,
    to: 'false',
    tests: abroad,
    title: 'after a lost answer',
  },
  {
    name: 'currencies: a quote does not fix the rate',
    file: `${orders}with-exchange.ts`,
    after: 'const rateFieldsOf',
    from: 'is_bound: true',
    to: 'is_bound: false',
    tests: abroad,
    title: 'at the rate of the quote',
  },
  {
    name: 'currencies: the drift is counted in cents of the store',
    file: `${placement}compare.ts`,
    from: 'exchange ? affordableWith(rateOf(exchange), most) : most',
    to: 'most',
    tests: abroad,
    title: 'above the quote and its drift',
  },
  {
    name: 'currencies: more is held than a wallet has',
    file: 'server/src/domains/money/wallet/sql-currency-orders.ts',
    from: 'accepted as (select * from asked where running <= available_cents)',
    to: 'accepted as (select * from asked)',
    tests: abroad,
    title: 'holds no more euros',
  },
  {
    name: 'currencies: an order that finds too few euros is not paid with US dollars',
    file: `${orders}accept-order.ts`,
    from: 'if (isOfCurrencyWallet(order)) return accept(caller, orderRequest, once, answerWith, true);',
    to: '',
    tests: abroad,
    title: 'holds no more euros',
  },
  {
    name: 'currencies: canceling releases US dollars that were not held',
    file: `${orders}sql-cancel.ts`,
    from: 'isOfCurrencyWallet(order) ? cancelStatements.inStoreCurrency : cancelStatements.inUsDollars',
    to: 'cancelStatements.inUsDollars',
    tests: abroad,
    title: 'releases it when the order is canceled',
  },
  {
    name: 'currencies: a failed order releases US dollars that were not held',
    file: `${orders}attempts/sql-failed.ts`,
    from: 'row.isOfCurrencyWallet ? failStatements.inStoreCurrency : failStatements.inUsDollars',
    to: 'failStatements.inUsDollars',
    tests: contract,
    title: 'releases the euro wallet',
  },
  {
    name: 'currencies: what an operator refunded is refunded again by a return',
    file: 'server/src/domains/operations/operator/refund-order.ts',
    from: 'if (exchanged) await addExchangeRefund(tx, orderId, id, atStore);',
    to: '',
    tests: abroad,
    title: 'gives back what was paid',
  },
  {
    name: 'currencies: what a return credited is credited again',
    file: 'server/src/domains/delivery/returns/resolve-return.ts',
    from: 'if (exchanged && atStore !== null) await addExchangeRefund(tx, order.id, row.id, atStore);',
    to: '',
    tests: abroad,
    title: 'gives back what was paid',
  },
  {
    name: 'currencies: a rate that is too old buys',
    file: 'server/src/domains/money/wallet/rates/rates.ts',
    from: 'clock.now().getTime() - table.date.getTime() > maxAgeMs',
    to: 'false',
    tests: contract,
    title: 'too old',
  },
  {
    name: 'currencies: prices are read in a currency without known decimal places',
    file: 'server/src/domains/catalog/stores/read-store.ts',
    from: 'if (!isCurrency(config.currency)) throw currencyUnsupported(config.currency);',
    to: '',
    tests: ['server/test/contract/stores.test.ts'],
    title: 'nothing is written',
  },
  {
    name: 'currencies: yen are read as hundredths',
    file: 'server/src/connectors/prices.ts',
    from: 'const exponent = exponentOf(currency);',
    to: 'const exponent = 2;',
    tests: ['server/src/connectors/decimal-places.test.ts'],
    title: 'is bought in whole minor units',
  },
];
