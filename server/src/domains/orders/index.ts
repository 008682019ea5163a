export { type AcceptNeeds, type Acceptor, createAcceptor, draftOrder, type OrderWish } from './accept-order.ts';
export { countries, type ShippingAddress } from './address.ts';
export { callOffOrder } from './call-off-order.ts';
export { cancelOrder } from './cancel-order.ts';
export { type Decision, decideOrder } from './decide-order.ts';
export { exampleOrder, exampleOrderView } from './examples.ts';
export { orderJobs } from './jobs.ts';
export { itemMoves, itemStatuses, type OrderStatus, orderStatuses } from './model.ts';
export { type OwnMeans, orderSealedColumns } from './own-means.ts';
export { presentCheckpoint, presentOrder, presentPayment } from './present.ts';
export { purchaseRecordOf } from './purchase-record.ts';
export { createOrderReader, type OrderReader, readOwnOrder } from './read-order.ts';
export { type CheckedWish, type ReviewNeeds, reviewWish } from './review-wish.ts';
export { orderRoutes } from './routes.ts';
export { CheckpointView, OrderBody, OrderPath, OrderView, TimelineView } from './schema.ts';
export {
  type CheckpointRow,
  type ItemRow,
  listOrderIds,
  loadOrders,
  lockOrder,
  moveItems,
  moveOrdersToAccount,
  type OrderFilter,
  type OrderPayment,
  type OrderReturn,
  touchOrder,
  upsertShipment,
  type WholeOrder,
  writeOrderPayment,
  writeOrderReturn,
} from './store.ts';
export { drawOrders, type NewOrder } from './store-accept.ts';
export { countDoubts, countOrdersSince, type DoubtRow, listDoubts } from './store-doubts.ts';
export { hurryOrdersOf } from './store-placement.ts';
export { type Milestone, timelineOf } from './timeline.ts';
export { bodyProblems, type WishBody, wishFrom, wishOf } from './wish.ts';
