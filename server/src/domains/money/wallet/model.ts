import { addCents, type Cents, subtractCents, toCents } from '../../../kit/money.ts';

/**
 * Ledger accounts. A customer has the first three; a wallet's held cents are the second and third together. The rest are the
 * service's view of the outside.
 */
export const ledger = {
  available: 'wallet.available',
  held: 'wallet.held',
  /** On hold for a batch until its orders exist. Each takes its part from here. */
  reserved: 'wallet.reserved',
  funding: 'funding',
  playMoney: 'play_money',
  /** Top-ups by Stripe. */
  stripe: 'stripe',
  retailer: 'retailer',
  fees: 'fees',
  losses: 'losses',
  /** Card payments for single orders. */
  card: 'card',
  /** Authorized on a card for an order that is not settled. */
  cardHeld: 'card.held',
  /** Captures that Stripe refused, which customers owe. */
  cardDebt: 'card.debt',
  /** Between two currencies: what left one ledger entered the other. */
  exchange: 'exchange',
} as const;

/** Where a refund goes. */
export type Payee = 'wallet' | 'card' | 'cardDebt';
export const payeeAccount = { wallet: ledger.available, card: ledger.card, cardDebt: ledger.cardDebt } as const;

/** Whether a ledger account is part of a customer's wallet. */
export const isWalletAccount = (name: string): boolean => name.startsWith('wallet.');

/** The ledger account of an agent's payment method. */
export const paidBy = (method: string): string => `agent.${method}`;

export type TransferKind =
  | 'fund'
  | 'hold'
  | 'release'
  | 'capture'
  | 'fee'
  | 'refund'
  | 'refund_fee'
  | 'credit'
  | 'debit';
export type Cause = 'order' | 'return' | 'operator' | 'payment' | 'sandbox' | 'batch' | 'cancellation';

/** The hold for an order: its maximum price and the fee. */
export function holdFor(maxPrice: Cents, fee: Cents): Cents {
  return addCents(maxPrice, fee);
}

export interface Settlement {
  captured: Cents;
  fee: Cents;
  released: Cents;
  /** What the retailer charged beyond the hold. It should not happen; the service pays it, not the customer. */
  lost: Cents;
}

export function settle(maxPrice: Cents, fee: Cents, charged: Cents): Settlement {
  const captured = toCents(Math.min(charged, maxPrice));
  return { captured, fee, released: subtractCents(maxPrice, captured), lost: subtractCents(charged, captured) };
}

export const sandboxStartCents = toCents(1_000_000);
