import type { JobKind } from './run-job.ts';
import type { JobOptions } from './sql.ts';

/**
 * The payload of each kind of job. A slice declares its kinds in its jobs.ts, one line each: `declare module
 * './kinds.ts' { interface JobPayloads { 'slice.verb': { id: string } } }`. The compiler then checks enqueue calls and
 * handlers, and requires a handler in worker.ts.
 */
export interface JobPayloads {
  /** Enqueued by the trigger `erase_key`. */
  'secrets.erase-key': { keyId: string };
}

export type JobName = keyof JobPayloads;

export type NewJob = { [Name in JobName]: JobOptions & { kind: Name; payload: JobPayloads[Name] } }[JobName];

export type JobHandlers = { [Name in JobName]: JobKind<JobPayloads[Name]> };
