import { statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { minuteMs } from '../kit/clock.ts';
import type { Db } from '../platform/database/index.ts';
import { rotateLog } from '../platform/log-file.ts';
import type { Logger } from '../platform/logger.ts';
import { readConnections } from './sql-connections.ts';

export interface Resources {
  diskFreeBytes: number;
  /** 0 if the system does not say, such as without /proc. */
  memoryFreeBytes: number;
  connections: { used: number; max: number };
}

/** A resource that is nearly used up while everything still works. */
export interface LowBudget {
  id: 'disk_low' | 'memory_low' | 'connections_low';
  title: string;
  action: string;
}

const gibibyte = 1024 ** 3;
const diskBytesMin = 2 * gibibyte;
const memoryBytesMin = gibibyte / 4;
const connectionShareMax = 0.8;

const amount = (bytes: number): string =>
  bytes < gibibyte ? `${Math.round(bytes / 1024 ** 2)} MiB` : `${(bytes / gibibyte).toFixed(1)} GiB`;

export function findLowBudgets({ diskFreeBytes, memoryFreeBytes, connections }: Resources): LowBudget[] {
  const { used, max } = connections;
  const low: (LowBudget & { isLow: boolean })[] = [
    {
      id: 'disk_low',
      isLow: diskFreeBytes < diskBytesMin,
      title: `The disk with DATA_DIR has ${amount(diskFreeBytes)} left. Errand stops writing when the disk is full.`,
      action: 'Free up space, or move DATA_DIR to a larger disk (docs/runbooks/full-disk.md).',
    },
    {
      id: 'memory_low',
      isLow: memoryFreeBytes > 0 && memoryFreeBytes < memoryBytesMin,
      title: `This machine or container has ${amount(memoryFreeBytes)} of memory left. The system kills processes when memory runs out.`,
      action: 'Add memory, or lower BROWSER_AT_ONCE and BROWSER_MEMORY_MB.',
    },
    {
      id: 'connections_low',
      isLow: used > connectionShareMax * max,
      title: `${used} of ${max} connections to PostgreSQL are in use. New processes cannot start when none are left.`,
      action: 'Raise max_connections, lower DATABASE_POOL_MAX, or run fewer processes.',
    },
  ];
  return low.flatMap(({ isLow, ...budget }) => (isLow ? [budget] : []));
}

interface Needs {
  db: Db;
  dataDir: string;
}

export async function readLowBudgets({ db, dataDir }: Needs): Promise<LowBudget[]> {
  const disk = await statfs(dataDir).catch(() => null);
  return findLowBudgets({
    diskFreeBytes: disk === null ? Number.POSITIVE_INFINITY : disk.bavail * disk.bsize,
    memoryFreeBytes: process.availableMemory(),
    connections: await readConnections(db),
  });
}

/** Logs once when a resource becomes low and once when it recovers. Also rotates logs that nothing else rotates. */
export function startBudgetWatch(needs: Needs & { logger: Logger; logFile: string | null }): () => void {
  const { logger, dataDir, logFile } = needs;
  let before = new Set<string>();
  async function look(): Promise<void> {
    const low = await readLowBudgets(needs);
    for (const { id, title, action } of low) if (!before.has(id)) logger.warn({ budget: id, action }, title);
    const now = new Set<string>(low.map(({ id }) => id));
    for (const id of before) if (!now.has(id)) logger.info({ budget: id }, 'resource no longer low');
    before = now;
  }
  const timer = setInterval(() => {
    for (const file of [join(dataDir, 'postgres.log'), ...(logFile === null ? [] : [logFile])]) rotateLog(file);
    look().catch((error: unknown) => logger.warn({ err: error }, 'disk, memory and connections not checked'));
  }, minuteMs);
  timer.unref();
  return () => clearInterval(timer);
}
