import type { Registry } from '../../../connectors/registry.ts';
import type { Clock } from '../../../kit/clock.ts';
import type { Database } from '../../../platform/database/index.ts';
import type { Logger } from '../../../platform/logger.ts';
import type { MemoryRelay, Vault } from '../../../platform/secrets/index.ts';
import type { LeaseTicket } from '../../catalog/retailer-accounts/index.ts';
import type { Coverage } from '../../money/top-ups/index.ts';
import type { Rates } from '../../money/wallet/index.ts';
import type { NewAction, PlacementRow } from '../orders/index.ts';

export interface PlacementNeeds {
  database: Database;
  clock: Clock;
  logger: Logger;
  registry: Registry;
  vault: Vault;
  /** Security codes of cards, which are kept in memory alone. */
  codes: MemoryRelay;
  /** What stores in other currencies are paid at. */
  rates: Rates;
  sandboxTimeScale: number;
  reconcileTimeoutMs: number;
  /** Makes sure that the card of an order that a card pays for is authorized for long enough to buy it. */
  ensureAuthorized(orderId: string): Promise<Coverage>;
  /** What to ask people where a store stays closed to us (a locked account, a captcha); null: no person buys there. */
  askDesk?(order: PlacementRow): NewAction | null;
}

/** What the order's job carries along. */
export interface PlacementStep {
  orderId: string;
  /** How often the store's history was asked about an outcome in doubt. */
  doubts: number;
  /** The account that was leased for this order; without one it is bought without, or waits for its turn. */
  lease?: LeaseTicket;
  /** The account that it waited for was deleted. */
  isAccountGone?: boolean;
  /** It may wait for an account no longer. */
  isOutOfTime?: boolean;
}

/** What the order's job should do next: nothing more, or come back later. */
export type NextStep = { kind: 'done' } | { kind: 'paused' } | { kind: 'later'; delayMs: number; doubts: number };

export const done: NextStep = { kind: 'done' };

/** Nothing more for this job, but the order goes on: another job was put in its place. */
export const paused: NextStep = { kind: 'paused' };

/**
 * Another process changed the order meanwhile: a worker that was paused, most likely. Its job may be lost to it, so this
 * one stays with the order until it sees the end with its own eyes.
 */
export const retrySoon: NextStep = { kind: 'later', delayMs: 100, doubts: 0 };
