import type { Registry } from '../../connectors/registry.ts';
import type { Clock } from '../../kit/clock.ts';
import type { Database } from '../../platform/database/index.ts';
import type { Logger } from '../../platform/logger.ts';
import type { Vault } from '../../platform/secrets/index.ts';

export interface PlacementNeeds {
  database: Database;
  clock: Clock;
  logger: Logger;
  registry: Registry;
  vault: Vault;
  sandboxTimeScale: number;
  reconcileGiveUpMs: number;
}

/** What the order's job should do next: nothing more, or come back later. */
export type Next = { kind: 'done' } | { kind: 'later'; delayMs: number; doubts: number };

export const done: Next = { kind: 'done' };
