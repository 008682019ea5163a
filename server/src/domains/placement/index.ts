export { type Decision, decideOrder } from './decide-order.ts';
export { doubtOpenOrders } from './doubt-open-orders.ts';
export { placementJobs } from './jobs.ts';
export { type Finding, reconcileStores } from './reconcile-stores.ts';
export { hurryOrdersOf } from './store.ts';
export { countDoubts, type DoubtRow, listDoubts } from './store-doubts.ts';
