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
  auditLedger,
  drawCtes,
  findOperatorCredit,
  findWallet,
  foldWallet,
  heldCents,
  holdCtes,
  holdWholeCtes,
  paidCallCte,
  prepaidCallCtes,
  reserveFunds,
  settleCtes,
  sumSpentByDay,
} from './store.ts';
