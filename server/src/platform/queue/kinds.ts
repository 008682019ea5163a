import type { JobKind } from './run-job.ts';
import type { JobOptions } from './sql.ts';

/**
 * What a job of each kind carries. A slice adds its kinds in its jobs.ts, one line each:
 * `declare module './kinds.ts' { interface JobPayloads { 'slice.verb': { id: string } } }`.
 * From then on enqueue takes nothing else for that kind, its handler reads nothing else, and worker.ts does not compile
 * before it has a handler.
 */
export interface JobPayloads {
  /** Written by the trigger `erase_key`. */
  'secrets.erase-key': { keyId: string };
}

export type JobName = keyof JobPayloads;

export type NewJob = { [Name in JobName]: JobOptions & { kind: Name; payload: JobPayloads[Name] } }[JobName];

export type JobHandlers = { [Name in JobName]: JobKind<JobPayloads[Name]> };
