export { differenceOf } from './compare.ts';
export { type Decision, decideOrder } from './decide-order.ts';
export { placementJobs } from './jobs.ts';
export { presentCart } from './present-cart.ts';
export { purchaseRecordOf } from './purchase-record.ts';
export { purchaseRequestOf } from './purchase-request.ts';
export { type Finding, reconcileStores, type StoreReport } from './reconcile-stores.ts';
export type { PlacementRow } from './rows.ts';
export { checkoutSealedColumns, createAftercareReader } from './sealed-checkout.ts';
export { settleFailed, settlePlaced } from './settle-order.ts';
export { loadPlacement } from './store.ts';
export { writeAsking } from './store-asking.ts';
export { countDoubts, type DoubtRow, listDoubts } from './store-doubts.ts';
export {
  findHold,
  findHoldSwitch,
  hurryOrder,
  writeHold,
  writeHoldSwitch,
} from './store-holds.ts';
export type { QuestionedOrder } from './store-in-question.ts';
export { doubtOpenOrders } from './store-restored.ts';
export { hurryOrdersOf } from './store-waiting.ts';
