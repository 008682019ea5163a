/** Background jobs in the same database: enqueued with their data, run at least once. */
export { enqueue, notifyJobs } from './enqueue.ts';
export type { JobHandlers, JobName, JobPayloads, NewJob } from './kinds.ts';
export { createQueue, type Queue } from './queue.ts';
export { discardDeadJob, lockDeadJob, reviveJob } from './revive.ts';
export { type Job, type JobControl, type JobKind, LostLease } from './run-job.ts';
export { earlierJobsOf, type Json } from './sql.ts';
export { enqueueCte } from './sql-cte.ts';
export {
  depthByKind,
  type FailingJob,
  type KindDepth,
  listDeadJobs,
  listFailingJobs,
  type QueueDepth,
  queueDepth,
} from './sql-depth.ts';
export { findNextParked, hasRunningJobs, releaseParked, unparkJobs } from './sql-parked.ts';
export { hurryJobs, restartJobs } from './sql-rerun.ts';
export { countPostponed, longestWaits } from './waits.ts';
