export {
  creditReturn,
  creditWallet,
  drainToPayment,
  fundFromPayment,
  fundSandbox,
  refundOrder,
} from './credit.ts';
export { insufficientFunds } from './failures.ts';
export { holdFor, settle } from './model.ts';
export { walletRoutes } from './routes.ts';
export {
  auditLedger,
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
