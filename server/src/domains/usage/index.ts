export { pruneUsage } from './prune.ts';
export { createUsageRecorder, type UsageRecorder } from './record.ts';
export { usageRoutes } from './routes.ts';
export { moveUsageToAccount } from './store.ts';
export { eraseUsageOf } from './store-erase.ts';
