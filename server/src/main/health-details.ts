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

/** A job that waits this long says that no worker runs or that they cannot keep up. */
const lateMs = minuteMs;
/** An order that was blocked is tried again within 45 minutes. */
const postponedMs = 2 * hourMs;
const clockMsMax = 2 * secondMs;
const diskBytesMin = 256 * 1024 * 1024;

export function databaseReport(pulse: PulseState, commitTrouble: string | null, isFull: boolean): ComponentReport {
  if (isFull) return { status: 'down', writes: false, reason: 'The database disk is full.' };
  if (pulse.isAnswering && commitTrouble !== null) return { status: 'degraded', writes: true, reason: commitTrouble };
  if (pulse.isAnswering) return { status: 'up', writes: true };
  return { status: 'down', writes: false, reason: 'The database did not accept a write in time.' };
}

/** A machine whose clock is wrong signs, logs and mails wrong times, though what is due is told by the database. */
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
    // Nothing was kept in it yet.
    return { status: 'up', free_bytes: null };
  }
}

/** Asks the mail server whether it would take a mail, and remembers how the last real one went. */
export async function mailReport(mailer: Mailer, goesTo: 'smtp' | 'data_folder'): Promise<ComponentReport> {
  const trouble = await mailer.trouble();
  if (trouble === null) return { status: 'up', goes_to: goesTo };
  return { status: 'degraded', goes_to: goesTo, reason: trouble };
}

/**
 * One store that was left alone after failing again and again makes the whole no longer well. Anybody may ask: which store it
 * is, operators see on the page about stores.
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
