import { existsSync, readlinkSync } from 'node:fs';
import { setPriority } from 'node:os';

const link = '/proc/thread-self';
const lower = 10;

/** Lets the main thread, which answers requests, run before this worker thread. Does nothing without Linux's /proc. */
export function lowerThreadPriority(): void {
  const [, thread] = existsSync(link) ? (/\/task\/(\d+)$/.exec(readlinkSync(link)) ?? []) : [];
  if (thread !== undefined) setPriority(Number(thread), lower);
}
