import { statfs } from 'node:fs/promises';
import type { Registry } from '../connectors/registry.ts';
import type { LiveStores } from '../domains/catalog/stores/index.ts';
import { hourMs, minuteMs, secondMs } from '../kit/clock.ts';
import type { World } from '../kit/world.ts';
import type { Database, PulseState } from '../platform/database/index.ts';
import type { Mailer } from '../platform/mailer/index.ts';
import { countPostponed, queueDepth } from '../platform/queue/index.ts';

export const statuses = ['up', 'degraded', 'down'] as const;
export type Status = (typeof statuses)[number];

export interface ComponentReport {
  status: Status;
  [detail: string]: unknown;
}

/** A job that is this late means that no worker runs, or that workers cannot keep up. */
const lateMs = minuteMs;
/** A blocked order is retried within 45 minutes. */
const postponedMs = 2 * hourMs;
const clockMsMax = 2 * secondMs;
const diskBytesMin = 256 * 1024 * 1024;

export function databaseReport(pulse: PulseState, commitTrouble: string | null, isFull: boolean): ComponentReport {
  if (isFull) return { status: 'down', writes: false, reason: 'The database disk is full.' };
  if (pulse.isAnswering && commitTrouble !== null) return { status: 'degraded', writes: true, reason: commitTrouble };
  if (pulse.isAnswering) return { status: 'up', writes: true };
  return { status: 'down', writes: false, reason: 'The database did not accept a write in time.' };
}

/** A wrong machine clock affects signatures, logs and mails. Due times follow the database's clock. */
export function clockReport({ clockDifferenceMs }: PulseState): ComponentReport {
  const isOff = clockDifferenceMs !== null && Math.abs(clockDifferenceMs) > clockMsMax;
  return { status: isOff ? 'degraded' : 'up', ahead_of_database_ms: clockDifferenceMs };
}

export async function queueReport(
  database: Database,
  isJobLeftOut: (kind: string) => boolean = () => false,
): Promise<ComponentReport> {
  const depth = await queueDepth(database.db, { isLeftOut: isJobLeftOut });
  const postponed = await countPostponed(database.db, 'orders.place', postponedMs);
  const isLate = (depth.oldestReadyMs ?? 0) > lateMs;
  return {
    status: isLate || depth.dead > 0 || postponed > 0 ? 'degraded' : 'up',
    ready: depth.ready,
    running: depth.running,
    dead: depth.dead,
    postponed,
    oldest_ready_ms: depth.oldestReadyMs,
  };
}

export async function diskReport(folder: string, bytesLeast = diskBytesMin): Promise<ComponentReport> {
  try {
    const { bavail, bsize } = await statfs(folder);
    const freeBytes = bavail * bsize;
    return { status: freeBytes < bytesLeast ? 'degraded' : 'up', free_bytes: freeBytes };
  } catch {
    // The folder does not exist before its first file.
    return { status: 'up', free_bytes: null };
  }
}

/** Whether the mail server accepts mail, and the result of the last one. */
export async function mailReport(mailer: Mailer, goesTo: 'smtp' | 'data_folder'): Promise<ComponentReport> {
  const trouble = await mailer.trouble();
  if (trouble === null) return { status: 'up', goes_to: goesTo };
  return { status: 'degraded', goes_to: goesTo, reason: trouble };
}

/**
 * A store that is paused after repeated failures makes the service degraded. The response is public and does not name
 * the store; operators see it on the Stores page.
 */
export function connectorsReport(registry: Registry, stores: ReturnType<LiveStores['health']>): ComponentReport {
  const served = (world: World) => registry.retailers(world).filter((retailer) => registry.supports(world, retailer));
  const isAny = registry.hasWorld('test') || registry.hasWorld('live');
  const isStoreDown = stores.some(({ status }) => status === 'down' || status === 'needs_credentials');
  return {
    status: !isAny ? 'down' : isStoreDown ? 'degraded' : 'up',
    sandbox_retailers: served('test').length,
    live_retailers: served('live').length,
    stores: countByStatus(stores),
  };
}

function countByStatus(stores: ReturnType<LiveStores['health']>): Record<string, number> {
  const counts: Record<string, number> = { up: 0, degraded: 0, down: 0, needs_credentials: 0, off: 0, unknown: 0 };
  for (const { status } of stores) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}
