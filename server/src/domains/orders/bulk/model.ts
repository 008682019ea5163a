export const batchStatuses = ['pending', 'processing', 'completed', 'failed'] as const;
export type BatchStatus = (typeof batchStatuses)[number];

export const rowStatuses = ['pending', 'placed', 'failed', 'cancelled'] as const;
export type RowStatus = (typeof rowStatuses)[number];

/** What a row is, told from the status of its order; null while the order is still to be made. */
const rowStatusByOrderStatus: Record<string, RowStatus> = {
  pending: 'pending',
  in_progress: 'pending',
  order_placed: 'placed',
  order_failed: 'failed',
  cancelled: 'cancelled',
  // It was placed, and its batch stays what it was: what the retailer did later is told by the order's own status.
  cancelled_by_retailer: 'placed',
};

export function rowStatusOf(orderStatus: string | null): RowStatus {
  return orderStatus === null ? 'pending' : (rowStatusByOrderStatus[orderStatus] ?? 'pending');
}

/** The order statuses behind a row status, for counting where the orders are. */
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

/** A batch is what its orders are: its status is told from them and written nowhere. Failed: none was placed. */
export function batchStatusOf(counts: BatchCounts): BatchStatus {
  if (isFinished(counts)) return counts.placed > 0 ? 'completed' : 'failed';
  return counts.made > 0 ? 'processing' : 'pending';
}
