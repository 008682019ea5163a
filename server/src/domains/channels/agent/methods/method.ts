import type { Cents } from '../../../../kit/money.ts';
import type { World } from '../../../../kit/world.ts';

/** A payment method. To add one, add a file beside this one and a line in index.ts. */
export interface PaymentMethod {
  /** Lowercase letters, as the Payment scheme requires. */
  readonly name: string;
  /** The mode: test money never buys anything real. */
  readonly world: World;
  readonly currency: string;
  /** Minimum charge. */
  readonly minCents: number;
  /** No external call: the charge and what it pays for are one transaction. */
  readonly isLocal: boolean;
  /** The `request` of a challenge. The nonce makes it unique. */
  offer(amount: Cents, nonce: string): Record<string, unknown>;
  /** Reads the payload of a credential; null if malformed. */
  verify(payload: unknown): string | null;
  /** Charges. Repeating it charges nothing more and returns the same. Throws if the outcome is unknown. */
  settle(charge: Charge): Promise<Settlement>;
  /** Reads a charge without charging. Null if the provider knows none. Throws if the outcome is unknown. */
  find(charge: ChargeLookup): Promise<Settlement | null>;
  /** Every charge with our metadata since then; only for external methods. */
  chargesSince?(since: Date): AsyncIterable<CompletedCharge>;
  /** Refunds. Repeating the same attempt refunds nothing more. */
  refund(refund: Refund): Promise<RefundOutcome>;
}

export interface Charge {
  paymentId: string;
  amount: Cents;
  proof: string;
}

export interface ChargeLookup {
  paymentId: string;
  /** The provider's reference; null if its response was lost. */
  reference: string | null;
  /** When the charge was about to start. */
  claimedAt: Date;
}

/** A successful charge, as the provider lists it. */
export interface CompletedCharge {
  paymentId: string;
  reference: string;
  /** Charged and not refunded. */
  cents: number;
  at: Date;
}

export type Settlement =
  | { kind: 'settled'; reference: string }
  | { kind: 'declined'; reason: string }
  | { kind: 'action_required'; reason: string }
  /** Created but not final: it may still succeed or fail. */
  | { kind: 'processing'; reference: string; answer: string };

export interface Refund {
  refundId: string;
  attempt: number;
  amount: Cents;
  /** The charge's reference. */
  reference: string;
  /** The provider's reference of this attempt, if known. */
  refundReference: string | null;
}

export type RefundOutcome =
  | { kind: 'completed'; reference: string }
  | { kind: 'processing'; reference: string; answer: string }
  /** This attempt refunded nothing and never will. */
  | { kind: 'failed'; answer: string };
