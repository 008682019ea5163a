export {
  creditReturn,
  creditWallet,
  debitWallet,
  drainToPayment,
  fundFromPayment,
  fundFromTopUp,
  fundSandbox,
  refundByOperator,
  refundOrder,
  refundPart,
  takeForRefund,
} from './credit.ts';
export { insufficientFunds } from './failures.ts';
export { holdFor, isWalletAccount, settle } from './model.ts';
export * from './notices/index.ts';
export { walletRoutes } from './routes.ts';
export {
  coveringWalletCte,
  drawCtes,
  findReservedBatches,
  findWallet,
  foldWallet,
  heldCents,
  holdCtes,
  holdWholeCtes,
  movesOf,
  paidCallCte,
  prepaidCallCtes,
  reserveFunds,
} from './sql.ts';
export { balanceBefore, listMonths, listMoves, type Moved, sumSpentByDay } from './sql-history.ts';
export { findOperatorMove } from './sql-operator.ts';
export { settleCtes, settleManyCtes } from './sql-settle.ts';
export { auditLedger, auditSums, checkpointLedger } from './sql-sums.ts';
