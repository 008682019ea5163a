export { decideOrder, type OutcomeDecision } from './decide-order.ts';
export { failUncovered } from './fail-uncovered.ts';
export { placementJobs } from './jobs.ts';
export { purchaseRecordOf } from './purchase-record.ts';
export { purchaseRequestOf } from './purchase-request.ts';
export * from './quotes/index.ts';
export { type Finding, reconcileStores, type StoreReport } from './reconcile-stores.ts';
export { checkoutSealedColumns, createAftercareReader } from './sealed-checkout.ts';
export { settleFailed, settlePlaced, uncoveredFailure } from './settle-order.ts';
