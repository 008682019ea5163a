import {
  abandonOrder,
  authorizeOrder,
  type CardNeeds,
  checkoutUnavailableReason,
  coverageOf,
  createStripeCards,
} from '../domains/money/top-ups/index.ts';
import type { BaseParts } from './parts-base.ts';

/** Charges customers' cards: with Stripe if configured, and simulated in the sandbox. */
export async function createCardParts(parts: BaseParts) {
  const { config, database, clock, logger, publicUrl } = parts;
  const { stripeSecretKey: secretKey, stripeApiBase: apiBase } = config;
  const isTaken = secretKey !== null && checkoutUnavailableReason(secretKey) === null;
  const stripe = isTaken ? await createStripeCards({ secretKey, apiBase, publicUrl }) : null;
  const cards: CardNeeds = { database, clock, logger, stripe, publicUrl };
  return {
    cards,
    cardAcceptance: {
      authorize: (order: Parameters<typeof authorizeOrder>[1]) => authorizeOrder(cards, order),
      abandon: (orderId: string) => abandonOrder(cards, orderId),
    },
    coverageOf: (orderId: string) => coverageOf(cards, orderId),
  };
}
export type CardParts = Awaited<ReturnType<typeof createCardParts>>;
