export interface StandInCharge {
  id: string;
  status: string;
  amount: number;
  token: string;
  paymentId: string;
  metadata?: Record<string, string>;
  /** Seconds, as in Stripe's API. */
  created: number;
  refunds: StandInRefund[];
  /** For saved cards: the customer, until when it can be captured, and what was captured. */
  customer?: string;
  captureBefore?: number;
  received?: number;
}

/** A checkout page. */
export interface StandInSession {
  id: string;
  topUpId: string;
  amount: number;
  currency: string;
  status: 'open' | 'complete' | 'expired';
  intent: string | null;
  metadata: Record<string, string>;
  created: number;
  expiresAt: number;
  /** The card saved there. */
  card?: string;
}

export interface StandInDispute {
  id: string;
  amount: number;
  status: string;
  intent: string;
  created: number;
}

export interface StandInRefund {
  id: string;
  amount: number;
}

export type PendingRefund = StandInRefund & {
  status: string;
  charge: StandInCharge;
  created: number;
  refundId: string | null;
};

export const weekSeconds = 7 * 24 * 60 * 60;

export const metadataOf = (form: URLSearchParams): Record<string, string> =>
  Object.fromEntries(
    [...form].flatMap(([name, value]) => {
      const [, key] = /^metadata\[([^\]]+)\]$/.exec(name) ?? [];
      return key === undefined ? [] : [[key, value]];
    }),
  );

export type Reply = { status: number; body: Record<string, unknown> };
