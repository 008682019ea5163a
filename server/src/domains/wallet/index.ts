export {
  creditReturn,
  creditWallet,
  drainToPayment,
  fundFromPayment,
  fundFromTopUp,
  fundSandbox,
  refundOrder,
  refundPart,
  takeForRefund,
} from './credit.ts';
export { insufficientFunds } from './failures.ts';
export { holdFor, isWalletAccount, settle } from './model.ts';
export { walletRoutes } from './routes.ts';
export {
  drawCtes,
  findOperatorCredit,
  findWallet,
  foldWallet,
  heldCents,
  holdCtes,
  paidCallCte,
  prepaidCallCtes,
  reserveFunds,
  settleCtes,
} from './store.ts';
export { balanceBefore, listMonths, listMoves, type Moved, sumSpentByDay } from './store-history.ts';
export { auditLedger, auditSums, checkpointLedger } from './store-sums.ts';
