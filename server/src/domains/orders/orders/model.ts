import type { Moves } from '../../../kit/moves.ts';

export const orderSorts = ['newest', 'oldest', 'highest', 'lowest', 'late'] as const;
export type OrderSort = (typeof orderSorts)[number];

export const orderStatuses = [
  'pending',
  'in_progress',
  'order_placed',
  'order_failed',
  'cancelled',
  'cancelled_by_retailer',
] as const;
/** What a pending order can wait for. */
export const waitingReasons = ['account', 'code', 'retailer', 'action', 'policy', 'hold', 'retry'] as const;

export type OrderStatus = (typeof orderStatuses)[number];

/** Where an order is, for people. Parcels decide for a placed order. */
export const orderPlaces = [
  'pending',
  'in_progress',
  'preparing',
  'on_the_way',
  'late',
  'delivered',
  'undeliverable',
  'order_failed',
  'cancelled',
  'cancelled_by_retailer',
] as const;
export type OrderPlace = (typeof orderPlaces)[number];

export const orderMoves: Moves<OrderStatus> = {
  pending: ['in_progress', 'cancelled'],
  // Back to pending only if the attempt provably bought nothing and is retried.
  in_progress: ['order_placed', 'order_failed', 'pending'],
  order_placed: ['cancelled_by_retailer'],
  order_failed: [],
  cancelled: [],
  cancelled_by_retailer: [],
};

export const itemStatuses = [
  'pending',
  'processing',
  'ordered',
  'shipped',
  'delivered',
  'cancelled',
  'failed',
] as const;
export type OrderItemStatus = (typeof itemStatuses)[number];

export const itemMoves: Moves<OrderItemStatus> = {
  pending: ['processing', 'cancelled'],
  processing: ['ordered', 'failed', 'pending'],
  ordered: ['shipped', 'delivered', 'cancelled'],
  shipped: ['delivered'],
  delivered: [],
  cancelled: [],
  failed: [],
};
