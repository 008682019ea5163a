import { secondMs } from '../../../../kit/clock.ts';
import type { World } from '../../../../kit/world.ts';
import type { Db } from '../../../../platform/database/index.ts';
import { listSwitches } from './sql.ts';

/** How soon other processes see a switch. */
const refreshEveryMs = secondMs;

export interface Switches {
  /** In memory, because every search and order checks it. */
  isOff(world: World, retailer: string): boolean;
  refresh(): Promise<void>;
  /** Reads the switches every second until stopped. */
  start(): Promise<() => void>;
}

interface Needs {
  db: Db;
  logger: { warn(details: object, message: string): void };
}

const nameOf = (world: World, retailer: string): string => `${world} ${retailer}`;

export function createSwitches({ db, logger }: Needs): Switches {
  let off: ReadonlySet<string> = new Set();
  let reading: Promise<void> = Promise.resolve();

  /** Sequential, so a slow read doesn't overwrite a newer one. */
  function refresh(): Promise<void> {
    reading = reading
      .catch(() => {})
      .then(async () => {
        const rows = await listSwitches(db);
        off = new Set(rows.filter((row) => !row.is_enabled).map((row) => nameOf(row.world, row.retailer)));
      });
    return reading;
  }

  return {
    isOff: (world, retailer) => off.has(nameOf(world, retailer)),
    refresh,
    async start() {
      await refresh();
      const timer = setInterval(() => {
        // Keep the last state until the database responds.
        refresh().catch((error: unknown) => logger.warn({ err: error }, 'could not load retailer switches'));
      }, refreshEveryMs);
      timer.unref();
      return () => clearInterval(timer);
    },
  };
}
