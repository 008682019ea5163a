export { type AcceptNeeds, type Acceptor, createAcceptor, type OrderWish } from './accept-order.ts';
export { countries } from './address.ts';
export { type Decision, decideOrder } from './decide-order.ts';
export { exampleOrder } from './examples.ts';
export { orderJobs } from './jobs.ts';
export { itemMoves, itemStatuses, type OrderStatus, orderStatuses } from './model.ts';
export { presentCheckpoint, presentOrder } from './present.ts';
export { createOrderReader, type OrderReader, readOwnOrder } from './read-order.ts';
export { orderRoutes } from './routes.ts';
export { CheckpointView, OrderPath, OrderView } from './schema.ts';
export {
  type CheckpointRow,
  loadOrders,
  lockOrder,
  moveItems,
  moveOrdersToAccount,
  type OrderReturn,
  touchOrder,
  upsertShipment,
  type WholeOrder,
  writeOrderReturn,
} from './store.ts';
export { listDoubts, writeCancelledByRetailer } from './store-placement.ts';
