export { type AcceptNeeds, type Acceptor, createAcceptor } from './accept-order.ts';
export { approvalOf, askedOf } from './accept-under-policy.ts';
export { countries, type ShippingAddress } from './address.ts';
export { type AgentsPolicy, createAgentsPolicy, type ProposedOrder } from './agents-policy.ts';
export { wakeOrder } from './answer-action.ts';
export { callOffOrder } from './call-off-order.ts';
export { cancelOrder } from './cancel-order.ts';
export { cancelParts, refundableCents } from './cancel-part.ts';
export {
  type Buyer,
  buyerFor,
  type ClientCredentials,
  completeBuyerFor,
  orderSealedColumns,
  serviceBuyer,
} from './client-credentials.ts';
export { orderDigest, requestDigest } from './digest.ts';
export { draftOrder } from './draft-order.ts';
export type { ErrorType } from './error-types.ts';
export { exampleOrder, exampleOrderView } from './examples.ts';
export { type PlainFields, plainFieldsOf } from './fields.ts';
export { keyedOrderId } from './keyed-id.ts';
export { itemStatuses, type OrderStatus, orderStatuses } from './model.ts';
export {
  bodyProblems,
  type OrderRequest,
  type OrderRequestBody,
  orderRequestFrom,
  orderRequestOf,
} from './order-request.ts';
export { presentCheckpoint, presentOrder, presentPayment, presentTestProduct } from './present.ts';
export { purchaseRecordOf, shippingAddressOf } from './purchase-record.ts';
export { createOrderReader, type OrderReader, readOwnOrder } from './read-order.ts';
export { type CheckedRequest, type ReviewNeeds, reviewRequest } from './review-request.ts';
export { orderRoutes } from './routes.ts';
export type { CheckpointRow, ItemRow, JobResult, OrderPayment, OrderReturn, OrderRow, WholeOrder } from './rows.ts';
export { CheckpointView, OrderBody, OrderPath, OrderView, TimelineView } from './schema.ts';
export { createAftercareReader, openCheckout, sealCheckout, sealNote } from './sealed-checkout.ts';
export {
  loadOrders,
  lockOrder,
  lockOwnOrder,
  markAnswered,
  moveOrdersToAccount,
  touchOrder,
  writeOrderPayment,
  writeOrderReturn,
} from './store.ts';
export { drawOrders, type NewOrder } from './store-accept.ts';
export { countOrdersByPlace, countOrdersSince, countPurchasesAt, countRecentTrouble } from './store-counts.ts';
export { eraseOrdersOf, hasOpenOrders } from './store-erase.ts';
export { findOrderAt } from './store-find.ts';
export { listOrderIds, type OrderFilter } from './store-list.ts';
export { itemMayBecome, orderMayBecome } from './store-moves.ts';
export { addPartlyRefunded } from './store-parts.ts';
export { type Progress, writeProgress } from './store-progress.ts';
export { findOrdersLike } from './store-search.ts';
export { eraseSecrets } from './store-secrets.ts';
export { moveItems, type ShipmentUpsert, upsertShipment } from './store-shipments.ts';
export { type Milestone, timelineOf } from './timeline.ts';
export { createOrderWaiter, type OrderWaiter } from './wait-for-order.ts';
