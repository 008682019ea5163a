/** Statements that write an order's parcels and move its items. The tracking slice decides what is new. */
export { listLateSince, markLate } from './sql-late.ts';
export { type Progress, writeProgress } from './sql-progress.ts';
export { moveItems, type ShipmentUpsert, touchOrder, upsertShipment } from './sql-shipments.ts';
