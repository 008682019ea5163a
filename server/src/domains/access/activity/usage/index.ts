export { pruneUsage } from './prune.ts';
export { createUsageRecorder, type UsageRecorder } from './record.ts';
export { usageRoutes } from './routes.ts';
export { moveUsageToAccount } from './sql.ts';
export { eraseUsageOf } from './sql-erase.ts';
