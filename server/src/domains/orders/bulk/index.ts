export { bulkJobs } from './jobs.ts';
export { presentBatch, rowsInList } from './present.ts';
export { bulkRoutes } from './routes.ts';
export { findBatch, loadRows, moveBatchesToAccount } from './sql.ts';
export { deleteOldBatches, eraseBatchesOf, isInBatch } from './sql-erase.ts';
