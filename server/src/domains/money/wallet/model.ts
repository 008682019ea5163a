import { addCents, type Cents, subtractCents, toCents } from '../../../kit/money.ts';

/** The ledger accounts. A customer has the first three, and a wallet's held cents are the second and third together; the rest are the service's view of the outside. */
export const ledger = {
  available: 'wallet.available',
  held: 'wallet.held',
  /** Held for a batch whose orders are still to be made; each takes its part from here. */
  reserved: 'wallet.reserved',
  funding: 'funding',
  playMoney: 'play_money',
  /** What owners of wallets paid in by Stripe. */
  stripe: 'stripe',
  retailer: 'retailer',
  fees: 'fees',
  losses: 'losses',
  /** What cards of customers paid for single orders. */
  card: 'card',
  /** Authorized on a card for an order that is not settled yet. */
  cardHeld: 'card.held',
  /** Captures that Stripe refused: what customers owe. */
  cardDebt: 'card.debt',
  /** Between two currencies: what left one ledger here came into the other. */
  exchange: 'exchange',
} as const;

/** Where a refund goes. */
export type Payee = 'wallet' | 'card' | 'cardDebt';
export const payeeAccount = { wallet: ledger.available, card: ledger.card, cardDebt: ledger.cardDebt } as const;

/** Whether a ledger account is part of a customer's wallet. */
export const isWalletAccount = (name: string): boolean => name.startsWith('wallet.');

/** The ledger account of a payment method through which agents pay. */
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

/** What is set aside for an order: the most that the retailer may charge, and the service's fee. */
export function holdFor(maxPrice: Cents, fee: Cents): Cents {
  return addCents(maxPrice, fee);
}

export interface Settlement {
  captured: Cents;
  fee: Cents;
  released: Cents;
  /** What the retailer charged beyond the hold. It should never be; the service bears it, not the customer. */
  lost: Cents;
}

export function settle(maxPrice: Cents, fee: Cents, charged: Cents): Settlement {
  const captured = toCents(Math.min(charged, maxPrice));
  return { captured, fee, released: subtractCents(maxPrice, captured), lost: subtractCents(charged, captured) };
}

export const sandboxStartCents = toCents(1_000_000);
