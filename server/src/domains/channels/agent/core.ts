/**
 * What the service uses of this slice whether or not agent mode is loaded: payment links, erasure, retention, charges that operators close, and
 * refunds that are owed.
 */

export * from './payments/index.ts';
export { pruneAgent } from './prune.ts';
export { recoverChargesKind } from './recover-charges.ts';
export { refundUnusedOrderFunds } from './refund-order.ts';
export { agentSealedColumns } from './sealed-columns.ts';
export { closePayment, ordersOfAgents } from './sql.ts';
export { listOpenCharges, type OpenCharge } from './sql-open-charges.ts';
