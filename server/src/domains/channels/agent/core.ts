/**
 * The part that is loaded even without agent mode: payment links, erasure, retention, charges that operators close,
 * and refunds owed.
 */

export * from './payments/index.ts';
export { pruneAgent } from './prune.ts';
export { recoverChargesKind } from './recover-charges.ts';
export { refundUnusedOrderFunds } from './refund-order.ts';
export { agentSealedColumns } from './sealed-columns.ts';
export { closePayment, ordersOfAgents } from './sql.ts';
export { listOpenCharges, type OpenCharge } from './sql-open-charges.ts';
