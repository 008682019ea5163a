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
export { findCardOf } from './card-of-order.ts';
export { openClientCredentials, orderSealedColumns } from './client-credentials.ts';
export { createApproval } from './create-approval.ts';
export { orderDigest, requestDigest } from './digest.ts';
export { draftOrder } from './draft-order.ts';
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
export { onClockOfOrder } from './follow-clock.ts';
export {
  boughtItemsOf,
  boughtQuantityOf,
  type Concession,
  type Fulfillment,
  fulfillmentConcerns,
  isBestEffort,
  mayBePartial,
} from './fulfillment.ts';
export { lateFrom } from './lateness.ts';
export { itemStatuses, orderStatuses } from './model.ts';
export { movesLiveOrder } from './moves-live.ts';
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
export { createOrderReader, type OrderReader, readOwnOrder } from './read-order.ts';
export { recordRetailerCancellation } from './record-retailer-cancellation.ts';
export { refundableCentsOf, refundedCentsOf } from './refundable.ts';
export { reviewRequest } from './review-request.ts';
export { orderRoutes } from './routes.ts';
export type { CheckpointRow, FullOrder, LastAttempt, OrderRow } from './rows.ts';
export { CheckpointView, OrderBody } from './schema.ts';
export { taxIncludedField } from './schema-price.ts';
export { TimelineView } from './schema-read.ts';
export {
  addExchangeRefund,
  addPartlyRefunded,
  loadOrders,
  lockOrder,
  lockOwnOrder,
  markAnswered,
  moveOrdersToAccount,
} from './sql.ts';
export { createReservedOrders, isRestoreRecent, type NewOrder } from './sql-accept.ts';
export { addRefundedQuantities, cancelQuantities, writeCancelled } from './sql-cancel.ts';
export { countOrdersByPlace, findLongestLate } from './sql-counts.ts';
export { eraseOrdersOf, hasOpenOrders } from './sql-erase.ts';
export { findOrderAt, lastOrderBefore } from './sql-find.ts';
export { listOrderIds } from './sql-list.ts';
export { writeOrderPayment } from './sql-payment.ts';
export { deleteOrders, lockOldOrders } from './sql-retention.ts';
export { writeOrderReturn } from './sql-returns.ts';
export { findOrdersLike } from './sql-search.ts';
export { type LifetimeRow, sumPurchases } from './sql-stats.ts';
export { timelineOf } from './timeline.ts';
export { eraseViewsOf } from './views/index.ts';
export { createOrderWaiter } from './wait-for-order.ts';
export { withExchange } from './with-exchange.ts';
