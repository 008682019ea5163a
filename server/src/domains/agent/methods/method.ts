import type { Cents } from '../../../kit/money.ts';
import type { World } from '../../../kit/world.ts';

/** One way to pay. A new one is a file beside this one and a line in index.ts. */
export interface PaymentMethod {
  /** Lower-case letters, as the Payment scheme wants it. */
  readonly name: string;
  /** Where what is paid for happens: play money never buys a real thing. */
  readonly world: World;
  readonly currency: string;
  /** The least that can be charged. */
  readonly leastCents: number;
  /** Settled by our own books alone: no call goes out, so the charge and what it pays for are one transaction. */
  readonly isLocal: boolean;
  /** The `request` of a challenge. The nonce makes every challenge one of a kind. */
  offer(amount: Cents, nonce: string): Record<string, unknown>;
  /** What pays, from the payload of a credential; null when the payload is malformed. */
  verify(payload: unknown): string | null;
  /** Takes the money. The same payment again takes nothing more and answers the same; throwing means doubt. */
  settle(charge: Charge): Promise<Settlement>;
  /** Gives money back and says the method's own name for it. The same refund again gives nothing more. */
  refund(refund: Refund): Promise<string>;
}

export interface Charge {
  paymentId: string;
  amount: Cents;
  proof: string;
}

export type Settlement =
  | { kind: 'settled'; reference: string }
  | { kind: 'declined'; reason: string }
  | { kind: 'action_required'; reason: string };

export interface Refund {
  refundId: string;
  amount: Cents;
  /** Of the charge. */
  reference: string;
}
