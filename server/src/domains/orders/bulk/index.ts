export { bulkJobs } from './jobs.ts';
export { presentBatch, rowsInList } from './present.ts';
export { bulkRoutes } from './routes.ts';
export { deleteOldBatches, eraseBatchesOf, findBatch, isInBatch, loadRows, moveBatchesToAccount } from './sql.ts';
