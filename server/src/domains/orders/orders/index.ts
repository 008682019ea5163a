export type { ErrorType } from '../../../wire/index.ts';
export { type Acceptor, createAcceptor } from './accept-order.ts';
export { policyRequestOf } from './accept-under-policy.ts';
export * from './actions/index.ts';
export { countries } from './address.ts';
export { type AgentsPolicy, createAgentsPolicy } from './agents-policy.ts';
export { answerOrderAction, wakeOrder } from './answer-action.ts';
export * from './attempts/index.ts';
export { cancelOrder } from './cancel-order.ts';
export * from './cancellations/index.ts';
export { openClientCredentials, orderSealedColumns } from './client-credentials.ts';
export { createApproval, findCardOf } from './create-approval.ts';
export { orderDigest, requestDigest } from './digest.ts';
export { draftOrder, unpricedOrder } from './draft-order.ts';
export { exampleOrder } from './examples.ts';
export {
  exchangedOf,
  inStoreCurrency,
  isOfCurrencyWallet,
  maxPriceAtStore,
  rateOf,
  refundAtStore,
  refundInUsCents,
  splitUsCents,
  withRate,
} from './exchange.ts';
export { notCancellable } from './failures.ts';
export { plainFieldsOf } from './fields.ts';
export {
  checkFile,
  FileBody,
  fileBodyLimit,
  fileFrom,
  fileTypeField,
  type NewFile,
  readFile,
  storeFile,
} from './files.ts';
export {
  boughtItemsOf,
  boughtQuantityOf,
  type Concession,
  type Fulfillment,
  fulfillmentConcerns,
  isBestEffort,
  mayBePartial,
} from './fulfillment.ts';
export { isLate, lateFrom } from './lateness.ts';
export { itemStatuses, orderStatuses, waitingReasons } from './model.ts';
export type { OrderExchange } from './order-exchange.ts';
export {
  bodyProblems,
  type OrderRequest,
  orderRequestFrom,
  orderRequestOf,
} from './order-request.ts';
export { exampleOrderView, OrderView, presentOrder, totalInUsCents } from './order-view.ts';
export * from './parcels/index.ts';
export { merchantOrdersOf, presentCheckpoint, presentTestProduct } from './present.ts';
export { presentAgentPayment } from './present-payment.ts';
export {
  createOrderReader,
  createOrderWaiter,
  movesLiveOrder,
  type OrderReader,
  onClockOfOrder,
  readOwnOrder,
} from './read-order.ts';
export { recordRetailerCancellation } from './record-retailer-cancellation.ts';
export { refundableCentsOf, refundedCentsOf } from './refundable.ts';
export { reviewRequest } from './review-request.ts';
export { orderRoutes } from './routes.ts';
export type { CheckpointRow, FullOrder, LastAttempt, OrderRow } from './rows.ts';
export { CheckpointView, OrderBody } from './schema.ts';
export { taxIncludedField } from './schema-payment.ts';
export { TimelineView } from './schema-read.ts';
export {
  addExchangeRefund,
  addPartlyRefunded,
  loadOrders,
  lockOrder,
  lockOwnOrder,
  markAnswered,
  moveOrdersToAccount,
  writeOrderPayment,
  writeOrderReturn,
} from './sql.ts';
export { isRestoreRecent, type NewOrder } from './sql-accept.ts';
export { addRefundedQuantities, cancelQuantities, writeCancelled } from './sql-cancel.ts';
export { countOrdersByPlace, findLongestLate, type LifetimeRow, sumPurchases } from './sql-counts.ts';
export { deleteOrders, eraseOrdersOf, hasOpenOrders, lockOldOrders } from './sql-erase.ts';
export { findOrderAt, lastOrderBefore } from './sql-find.ts';
export { listOrderIds } from './sql-list.ts';
export { createReservedOrders } from './sql-reserved.ts';
export { findOrdersLike } from './sql-search.ts';
export { timelineOf } from './timeline.ts';
export { eraseViewsOf } from './views/index.ts';
export { createExchanger, type Priced, withExchange } from './with-exchange.ts';
