export { creditReturn, creditWallet, fundSandbox, refundOrder } from './credit.ts';
export { insufficientFunds } from './failures.ts';
export { holdFor, settle } from './model.ts';
export { walletRoutes } from './routes.ts';
export { auditLedger, foldWallet, heldCents, holdCtes, settleCtes } from './store.ts';
