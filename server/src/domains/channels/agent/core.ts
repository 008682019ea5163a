/**
 * The part that is loaded even without agent mode: payment links, erasure, retention, charges that operators close,
 * and refunds owed.
 */

export * from './payments/index.ts';
export { recoverChargesKind } from './recover-charges.ts';
export { pruneAgent, refundUnusedOrderFunds } from './refund-order.ts';
export { agentSealedColumns } from './secret.ts';
export { closePayment, listOpenCharges, type OpenCharge, ordersOfAgents } from './sql.ts';
