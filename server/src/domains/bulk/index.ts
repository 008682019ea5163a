export { eraseBatchesOf } from './erase.ts';
export { bulkJobs } from './jobs.ts';
export { bulkRoutes } from './routes.ts';
export { moveBatchesToAccount } from './store.ts';
