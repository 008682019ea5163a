export { creditReturn, creditWallet, fundSandbox, refundOrder } from './credit.ts';
export { insufficientFunds } from './failures.ts';
export { holdFor, settle } from './model.ts';
export { walletRoutes } from './routes.ts';
export {
  auditLedger,
  drawCtes,
  findWallet,
  foldWallet,
  heldCents,
  holdCtes,
  reserveFunds,
  settleCtes,
} from './store.ts';
