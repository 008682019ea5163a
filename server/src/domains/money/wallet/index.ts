export {
  bookCardDebt,
  creditReturn,
  creditWallet,
  debitForRefund,
  debitWallet,
  drainToPayment,
  type Exchanged,
  fundFromPayment,
  fundFromTopUp,
  fundSandbox,
  isOwed,
  refundByOperator,
  refundOrder,
  refundPart,
} from './credit.ts';
export { insufficientFunds, unknownCurrency } from './failures.ts';
export { holdFor, isWalletAccount, type Payee, type Settlement, settle } from './model.ts';
export * from './notices/index.ts';
export * from './rates/index.ts';
export { currencyField, walletRoutes } from './routes.ts';
export {
  coveringWalletCte,
  drawCtes,
  findReservedBatches,
  findWallet,
  heldCents,
  holdAllOrNothingCtes,
  holdCtes,
  isMoveOf,
  mergeWallet,
  paidCallCte,
  prepaidCallCtes,
} from './sql.ts';
export {
  currencyBalanceBefore,
  findCurrencyWallet,
  listCurrencyMonths,
  listCurrencyMoves,
  listCurrencyTransfers,
  listCurrencyWallets,
} from './sql-currency.ts';
export {
  drawCurrencyCtes,
  holdCurrencyCtes,
  releaseCurrencyCte,
  reserveFunds,
  settleCurrencyCtes,
} from './sql-currency-orders.ts';
export { balanceBefore, type LedgerMove, listMonths, listMoves, sumSpentByDay } from './sql-history.ts';
export { findOperatorMove, lockOperatorMove } from './sql-operator.ts';
export { findCardDue, settleCtes, settleExchangedCtes, settleManyCtes } from './sql-settle.ts';
export { auditLedger, auditSums, checkpointLedger, readLedgerTotals } from './sql-sums.ts';
