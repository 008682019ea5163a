import type { Clock } from '../../../../kit/clock.ts';
import type { World } from '../../../../kit/world.ts';
import type { Database } from '../../../../platform/database/index.ts';
import { cardsUnavailable } from './failures.ts';
import { type CardGateway, createTestGateway } from './gateway.ts';
import type { StripeCards } from './stripe-gateway.ts';

export interface CardNeeds {
  database: Database;
  clock: Clock;
  /** Null if live cards cannot be charged. */
  stripe: StripeCards | null;
  publicUrl: string;
  logger: { error(details: object, message: string): void };
}

export function gatewayOf({ clock, stripe }: Pick<CardNeeds, 'clock' | 'stripe'>, world: World): CardGateway {
  if (world === 'test') return createTestGateway(clock);
  if (!stripe) throw cardsUnavailable();
  return stripe;
}
