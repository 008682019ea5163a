export const batchStatuses = ['pending', 'processing', 'completed', 'failed'] as const;
export type BatchStatus = (typeof batchStatuses)[number];

export const rowStatuses = ['pending', 'placed', 'failed', 'cancelled'] as const;
export type RowStatus = (typeof rowStatuses)[number];

/** A row's status from its order's status; null until the order exists. */
const rowStatusByOrderStatus: Record<string, RowStatus> = {
  pending: 'pending',
  in_progress: 'pending',
  order_placed: 'placed',
  order_failed: 'failed',
  cancelled: 'cancelled',
  // It was placed. The order's own status shows what the retailer did later.
  cancelled_by_retailer: 'placed',
};

export function rowStatusOf(orderStatus: string | null): RowStatus {
  return orderStatus === null ? 'pending' : (rowStatusByOrderStatus[orderStatus] ?? 'pending');
}

/** Order statuses behind a row status, for counting. */
export function orderStatusesOf(status: RowStatus): string[] {
  return Object.keys(rowStatusByOrderStatus).filter((name) => rowStatusByOrderStatus[name] === status);
}

export interface BatchCounts {
  rows: number;
  /** Rows whose order exists. */
  made: number;
  placed: number;
  failed: number;
  cancelled: number;
}

export const isFinished = (counts: BatchCounts): boolean =>
  counts.placed + counts.failed + counts.cancelled === counts.rows;

/** Derived from the orders, never stored. Failed: no order was placed. */
export function batchStatusOf(counts: BatchCounts): BatchStatus {
  if (isFinished(counts)) return counts.placed > 0 ? 'completed' : 'failed';
  return counts.made > 0 ? 'processing' : 'pending';
}
