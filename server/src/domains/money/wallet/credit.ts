import type { Clock } from '../../../kit/clock.ts';
import { type Cents, toCents } from '../../../kit/money.ts';
import type { World } from '../../../kit/world.ts';
import type { Executor } from '../../../platform/database/index.ts';
import { insufficientForDebit } from './failures.ts';
import { ledger, paidBy, sandboxStartCents } from './model.ts';
import { drain, transfer } from './sql.ts';
import { findOperatorMove, lockWallet, takeOff } from './sql-operator.ts';

interface Needs {
  tx: Executor;
  clock: Clock;
}

/** Play money for a new sandbox. */
export async function fundSandbox({ tx, clock }: Needs, accountId: string): Promise<void> {
  await transfer(tx, {
    world: 'test',
    accountId,
    kind: 'fund',
    debit: ledger.playMoney,
    credit: ledger.available,
    cents: sandboxStartCents,
    cause: 'sandbox',
    causeId: accountId,
    note: null,
    at: clock.now(),
  });
}

export interface OperatorCredit {
  /** Names this credit: the same id again credits nothing. */
  id: string;
  accountId: string;
  world: World;
  amount: Cents;
  note: string;
}

export async function creditWallet({ tx, clock }: Needs, credit: OperatorCredit): Promise<boolean> {
  return transfer(tx, {
    world: credit.world,
    accountId: credit.accountId,
    kind: 'fund',
    debit: ledger.funding,
    credit: ledger.available,
    cents: credit.amount,
    cause: 'operator',
    causeId: credit.id,
    note: credit.note,
    at: clock.now(),
  });
}

/** Takes money off a wallet, never more than is available. False when this very debit was made before. */
export async function debitWallet({ tx, clock }: Needs, debit: OperatorCredit): Promise<boolean> {
  // Under the wallet's lock: what is available now is available when it is taken.
  const available = await lockWallet(tx, debit.accountId, debit.world);
  if (await findOperatorMove(tx, debit.id, 'debit')) return false;
  if (available < debit.amount) throw insufficientForDebit(debit.amount, available);
  return takeOff(tx, { ...debit, at: clock.now() });
}

/** Gives back part of what was captured for an order, as an operator decided. False when it was given back before. */
export async function refundByOperator({ tx, clock }: Needs, refund: OperatorCredit): Promise<boolean> {
  return transfer(tx, {
    world: refund.world,
    accountId: refund.accountId,
    kind: 'refund',
    debit: ledger.retailer,
    credit: ledger.available,
    cents: refund.amount,
    cause: 'operator',
    causeId: refund.id,
    note: refund.note,
    at: clock.now(),
  });
}

export interface OrderRefund {
  orderId: string;
  accountId: string;
  world: World;
  captured: Cents;
  fee: Cents;
}

/** The retailer called the order off: what was captured comes back, the fee too. */
export async function refundOrder({ tx, clock }: Needs, refund: OrderRefund): Promise<void> {
  const shared = {
    world: refund.world,
    accountId: refund.accountId,
    credit: ledger.available,
    cause: 'order' as const,
    causeId: refund.orderId,
    note: null,
    at: clock.now(),
  };
  if (refund.captured > 0) {
    await transfer(tx, { ...shared, kind: 'refund', debit: ledger.retailer, cents: refund.captured });
  }
  if (refund.fee > 0) await transfer(tx, { ...shared, kind: 'refund_fee', debit: ledger.fees, cents: refund.fee });
}

export interface PartRefund {
  /** The partial cancellation: it pays once. */
  id: string;
  accountId: string;
  world: World;
  amount: Cents;
  note: string;
}

/** The retailer called part of an order off: what it gave back for it comes back. */
export async function refundPart({ tx, clock }: Needs, refund: PartRefund): Promise<void> {
  await transfer(tx, {
    world: refund.world,
    accountId: refund.accountId,
    kind: 'refund',
    debit: ledger.retailer,
    credit: ledger.available,
    cents: refund.amount,
    cause: 'cancellation',
    causeId: refund.id,
    note: refund.note,
    at: clock.now(),
  });
}

export interface ReturnCredit {
  returnId: string;
  accountId: string;
  world: World;
  amount: Cents;
}

/** A return was settled in money. False when it had been before: it happens exactly once per return. */
export async function creditReturn({ tx, clock }: Needs, credit: ReturnCredit): Promise<boolean> {
  return transfer(tx, {
    world: credit.world,
    accountId: credit.accountId,
    kind: 'credit',
    debit: ledger.retailer,
    credit: ledger.available,
    cents: credit.amount,
    cause: 'return',
    causeId: credit.returnId,
    note: null,
    at: clock.now(),
  });
}

export interface PaymentMove {
  /** The payment, or the refund of one: it moves once. */
  id: string;
  accountId: string;
  world: World;
  method: string;
  amount: Cents;
}

/** What a payment method took from a payer comes onto the wallet of what was paid for. */
export async function fundFromPayment({ tx, clock }: Needs, payment: PaymentMove): Promise<void> {
  await transfer(tx, {
    world: payment.world,
    accountId: payment.accountId,
    kind: 'fund',
    debit: paidBy(payment.method),
    credit: ledger.available,
    cents: payment.amount,
    cause: 'payment',
    causeId: payment.id,
    note: null,
    at: clock.now(),
  });
}

/** Takes everything that is available off the wallet, to be given back through the payment method; null when there is nothing. */
export async function drainToPayment({ tx, clock }: Needs, refund: Omit<PaymentMove, 'amount'>): Promise<Cents | null> {
  const cents = await drain(tx, {
    world: refund.world,
    accountId: refund.accountId,
    kind: 'refund',
    credit: paidBy(refund.method),
    cause: 'payment',
    causeId: refund.id,
    at: clock.now(),
  });
  return cents === null ? null : toCents(cents);
}

export interface TopUpMove {
  /** The top-up, or the refund of one: it moves once. */
  id: string;
  accountId: string;
  world: World;
  provider: 'stripe' | 'sandbox';
}

/** Where the money of a top-up comes from and goes back to. */
const sourceOf = { stripe: ledger.stripe, sandbox: ledger.playMoney } as const;

/** What the owner of a wallet paid in. */
export async function fundFromTopUp({ tx, clock }: Needs, topUp: TopUpMove & { amount: Cents }): Promise<boolean> {
  return transfer(tx, {
    world: topUp.world,
    accountId: topUp.accountId,
    kind: 'fund',
    debit: sourceOf[topUp.provider],
    credit: ledger.available,
    cents: topUp.amount,
    cause: 'payment',
    causeId: topUp.id,
    note: 'Top-up',
    at: clock.now(),
  });
}

/** Takes what is available off a wallet, at most so much, to be given back to its owner; null when there is nothing. */
export async function takeForRefund({ tx, clock }: Needs, refund: TopUpMove & { most: Cents }): Promise<Cents | null> {
  const cents = await drain(tx, {
    world: refund.world,
    accountId: refund.accountId,
    kind: 'refund',
    credit: sourceOf[refund.provider],
    cause: 'payment',
    causeId: refund.id,
    at: clock.now(),
    most: refund.most,
    note: 'Refund of a top-up',
  });
  return cents === null ? null : toCents(cents);
}
