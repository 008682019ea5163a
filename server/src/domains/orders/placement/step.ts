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
  /** Card security codes, kept in memory only. */
  codes: MemoryRelay;
  /** Exchange rates for stores in other currencies. */
  rates: Rates;
  sandboxTimeScale: number;
  reconcileTimeoutMs: number;
  /** Makes sure that the order's card is authorized for long enough to buy. */
  ensureAuthorized(orderId: string): Promise<Coverage>;
  /** What to ask people if a store is closed to us (a locked account, a captcha); null: no person buys there. */
  askDesk?(order: PlacementRow): NewAction | null;
}

/** Payload of the order's job. */
export interface PlacementStep {
  orderId: string;
  /** How often the store was asked about an unknown outcome. */
  doubts: number;
  /** The leased account. Without one, the order needs none or waits for its turn. */
  lease?: LeaseTicket;
  isAccountGone?: boolean;
  /** The time to wait for an account is over. */
  isOutOfTime?: boolean;
}

/** What the order's job does next. */
export type NextStep = { kind: 'done' } | { kind: 'paused' } | { kind: 'later'; delayMs: number; doubts: number };

export const done: NextStep = { kind: 'done' };

/** This job ends, and another one continues the order. */
export const paused: NextStep = { kind: 'paused' };

/**
 * Another process changed the order, probably a worker that was paused. Its job may be lost, so this one stays until it sees the
 * end.
 */
export const retrySoon: NextStep = { kind: 'later', delayMs: 100, doubts: 0 };
