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
export { walletRoutes } from './routes.ts';
export {
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
} from './store.ts';
export { balanceBefore, listMonths, listMoves, type Moved, sumSpentByDay } from './store-history.ts';
export { findOperatorMove } from './store-operator.ts';
export { settleCtes, settleManyCtes } from './store-settle.ts';
export { auditLedger, auditSums, checkpointLedger, movedLately } from './store-sums.ts';
