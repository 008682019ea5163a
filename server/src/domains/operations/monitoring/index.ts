export * from './alerts/index.ts';
export { monitoringJobs, pruneMonitoring, recountLate, startSampling } from './jobs.ts';
export { monitoringRoutes } from './routes.ts';
export type { IncidentAction } from './routes-status.ts';
export { sumAvailable } from './sql.ts';
export { takeReadings } from './take-readings.ts';
