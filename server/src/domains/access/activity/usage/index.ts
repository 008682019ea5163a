export { createUsageRecorder, type UsageRecorder } from './record.ts';
export { pruneUsage } from './report.ts';
export { usageRoutes } from './routes.ts';
export { eraseUsageOf, moveUsageToAccount } from './sql.ts';
