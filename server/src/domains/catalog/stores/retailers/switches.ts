import { secondMs } from '../../../../kit/clock.ts';
import type { World } from '../../../../kit/world.ts';
import type { Db } from '../../../../platform/database/index.ts';
import { listSwitches } from './sql.ts';

/** A switch is known at once where it was made, and within this time to every other process. */
const refreshEveryMs = secondMs;

export interface Switches {
  /** A look into memory: every search and every order asks. */
  isOff(world: World, retailer: string): boolean;
  refresh(): Promise<void>;
  /** Reads the switches, then reads them again every second until it is stopped. */
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

  /** One after the other, so that an early look that is slow does not undo a later one. */
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
        // What was known last stays true until the database answers again.
        refresh().catch((error: unknown) => logger.warn({ err: error }, 'could not load retailer switches'));
      }, refreshEveryMs);
      timer.unref();
      return () => clearInterval(timer);
    },
  };
}
