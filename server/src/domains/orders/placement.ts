import type { Registry } from '../../connectors/registry.ts';
import type { Clock } from '../../kit/clock.ts';
import type { Database } from '../../platform/database/index.ts';
import type { Logger } from '../../platform/logger.ts';

export interface PlacementNeeds {
  database: Database;
  clock: Clock;
  logger: Logger;
  registry: Registry;
  sandboxTimeScale: number;
  reconcileGiveUpMs: number;
}

/** What the order's job should do next: nothing more, or come back later. */
export type Next = { kind: 'done' } | { kind: 'later'; delayMs: number; doubts: number };

export const done: Next = { kind: 'done' };
