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
  auditLedger,
  drawCtes,
  findWallet,
  foldWallet,
  heldCents,
  holdCtes,
  holdWholeCtes,
  paidCallCte,
  prepaidCallCtes,
  reserveFunds,
  sumSpentByDay,
} from './store.ts';
export { findOperatorMove } from './store-operator.ts';
export { settleCtes, settleManyCtes } from './store-settle.ts';
