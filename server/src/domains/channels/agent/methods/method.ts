import type { Cents } from '../../../../kit/money.ts';
import type { World } from '../../../../kit/world.ts';

/** One way to pay. A new one is a file beside this one and a line in index.ts. */
export interface PaymentMethod {
  /** Lower-case letters, as the Payment scheme wants it. */
  readonly name: string;
  /** Where what is paid for happens: play money never buys a real thing. */
  readonly world: World;
  readonly currency: string;
  /** The least that can be charged. */
  readonly minCents: number;
  /** Settled by our own books alone: no call goes out, so the charge and what it pays for are one transaction. */
  readonly isLocal: boolean;
  /** The `request` of a challenge. The nonce makes every challenge one of a kind. */
  offer(amount: Cents, nonce: string): Record<string, unknown>;
  /** What pays, from the payload of a credential; null when the payload is malformed. */
  verify(payload: unknown): string | null;
  /** Takes the money. The same payment again takes nothing more and answers the same; throwing means doubt. */
  settle(charge: Charge): Promise<Settlement>;
  /** Reads what became of a charge, and takes nothing. Null when the provider knows of none; throwing means doubt. */
  find(charge: ChargeLookup): Promise<Settlement | null>;
  /** Every charge with our metadata since then; only where the money is taken outside of our own books. */
  chargesSince?(since: Date): AsyncIterable<CompletedCharge>;
  /** Gives money back. The same attempt of the same refund again gives nothing more. */
  refund(refund: Refund): Promise<RefundOutcome>;
}

export interface Charge {
  paymentId: string;
  amount: Cents;
  proof: string;
}

export interface ChargeLookup {
  paymentId: string;
  /** The method's own name for the charge; null when its answer was lost. */
  reference: string | null;
  /** When the charge was about to be made. */
  claimedAt: Date;
}

/** A charge that went through, as the provider lists it. */
export interface CompletedCharge {
  paymentId: string;
  reference: string;
  /** What was taken and has not gone back. */
  cents: number;
  at: Date;
}

export type Settlement =
  | { kind: 'settled'; reference: string }
  | { kind: 'declined'; reason: string }
  | { kind: 'action_required'; reason: string }
  /** Made, and not final: it may succeed or fail any time later. */
  | { kind: 'processing'; reference: string; answer: string };

export interface Refund {
  refundId: string;
  /** 1 for the first. */
  attempt: number;
  amount: Cents;
  /** Of the charge. */
  reference: string;
  /** The method's own name for this attempt, once it is known. */
  refundReference: string | null;
}

export type RefundOutcome =
  | { kind: 'completed'; reference: string }
  | { kind: 'processing'; reference: string; answer: string }
  /** Nothing went back, and this attempt never will. */
  | { kind: 'failed'; answer: string };
