import type { Clock } from '../../../kit/clock.ts';
import { type Cents, toCents } from '../../../kit/money.ts';
import type { World } from '../../../kit/world.ts';
import type { Executor } from '../../../platform/database/index.ts';
import { insufficientForDebit } from './failures.ts';
import { ledger, type Payee, paidBy, payeeAccount, sandboxStartCents } from './model.ts';
import { debitAvailable, transfer } from './sql.ts';
import { debitCurrency, transferCurrency } from './sql-currency.ts';
import { debitLockedWallet, findOperatorMove, lockWallet } from './sql-operator.ts';
import type { NewTransfer } from './transfers.ts';

interface Needs {
  tx: Executor;
  clock: Clock;
}

/** Money that one cause moves once. The same ID again moves nothing. */
interface Move {
  id: string;
  accountId: string;
  world: World;
  amount: Cents;
  note?: string | null;
  /** Defaults to the wallet. */
  payee?: Payee;
  /** The same money in the store's currency, for an order there. */
  exchanged?: Exchanged | null;
}

export interface Exchanged {
  currency: string;
  /** In minor units of that currency. */
  amount: Cents;
  /** Whether the wallet in that currency paid. Otherwise US dollars were exchanged. */
  isOfWallet: boolean;
  /** Its value in US cents, if that wallet paid for an order. */
  usCents?: number;
}

/** Whether anything is booked: a minor unit of some currencies is less than half a US cent. */
export const isOwed = (usCents: number, exchanged: Exchanged | null): boolean =>
  (exchanged?.amount ?? 0) > 0 || (usCents > 0 && !exchanged?.isOfWallet);

type Source = Pick<NewTransfer, 'kind' | 'debit' | 'cause'>;

/** Adds money to a wallet or refunds a card. False if the same cause added it before. */
async function payIn(
  { tx, clock }: Needs,
  from: Source,
  { id: causeId, accountId, world, amount: cents, note = null, payee = 'wallet', exchanged = null }: Move,
): Promise<boolean> {
  const credit = payeeAccount[payee];
  const move = { ...from, world, accountId, credit, cents, causeId, note, at: clock.now() };
  if (!exchanged) return transfer(tx, move);
  const { currency, amount, usCents } = exchanged;
  const abroad = { ...move, currency, cents: amount, usCents: usCents ?? null };
  if (exchanged.isOfWallet) return amount > 0 && transferCurrency(tx, abroad);
  // A refund goes back the same way: the store's currency is exchanged, and US dollars go to the payer.
  const value = cents === 0 ? 0 : null;
  if (amount > 0) await transferCurrency(tx, { ...abroad, credit: ledger.exchange, usCents: value });
  return cents > 0 && transfer(tx, { ...move, debit: ledger.exchange });
}

const payInFrom =
  (from: Source) =>
  (needs: Needs, move: Move): Promise<boolean> =>
    payIn(needs, from, move);

/** Refunds part of a capture, as an operator decided. */
export const refundByOperator = payInFrom({ kind: 'refund', debit: ledger.retailer, cause: 'operator' });

/** The retailer canceled part of an order. The ID is the partial cancellation's. */
export const refundPart = payInFrom({ kind: 'refund', debit: ledger.retailer, cause: 'cancellation' });

/** Credits a return, once. The ID is the return's. */
export const creditReturn = payInFrom({ kind: 'credit', debit: ledger.retailer, cause: 'return' });

export async function fundSandbox(needs: Needs, accountId: string): Promise<void> {
  const from = { kind: 'fund', debit: ledger.playMoney, cause: 'sandbox' } as const;
  await payIn(needs, from, { id: accountId, accountId, world: 'test', amount: sandboxStartCents });
}

interface OperatorCredit extends Move {
  note: string;
  /** Defaults to USD. The amount is in its minor unit. */
  currency?: string;
}

export const creditWallet = (needs: Needs, { currency, ...credit }: OperatorCredit): Promise<boolean> =>
  payIn(
    needs,
    { kind: 'fund', debit: ledger.funding, cause: 'operator' },
    { ...credit, exchanged: inWalletOf(currency, credit.amount) },
  );

const inWalletOf = (currency: string | undefined, amount: Cents): Exchanged | null =>
  currency === undefined || currency === 'USD' ? null : { currency, amount, isOfWallet: true };

/** Takes money off a wallet, never more than is available. False if this debit was made before. */
export async function debitWallet({ tx, clock }: Needs, debit: OperatorCredit): Promise<boolean> {
  const { id: causeId, accountId, world, currency = 'USD', amount, note } = debit;
  // Under the wallet's lock, so what is available now can be taken.
  const available = await lockWallet(tx, accountId, world, currency);
  if (await findOperatorMove(tx, causeId, 'debit')) return false;
  if (available < amount) throw insufficientForDebit(amount, available);
  const at = clock.now();
  if (currency === 'USD') return debitLockedWallet(tx, { ...debit, at });
  const move = { accountId, world, currency, kind: 'debit', cause: 'operator', causeId, note, at } as const;
  return (await debitCurrency(tx, { ...move, credit: ledger.funding, most: amount })) === amount;
}

interface OrderRefund {
  orderId: string;
  accountId: string;
  world: World;
  captured: Cents;
  fee: Cents;
  payee: Payee;
  /** For a store in another currency. */
  exchanged?: Exchanged | null;
  /** The fee, if the wallet in that currency paid it. */
  exchangedFee?: Exchanged | null;
}

/** The retailer canceled the order: refunds the capture and the fee. */
export async function refundOrder(
  needs: Needs,
  { orderId: id, captured, fee, exchanged = null, exchangedFee = null, ...owner }: OrderRefund,
): Promise<void> {
  const cause = 'order' as const;
  if (isOwed(captured, exchanged)) {
    const move = { id, ...owner, amount: captured, exchanged };
    await payIn(needs, { kind: 'refund', debit: ledger.retailer, cause }, move);
  }
  if (isOwed(fee, exchangedFee)) {
    const move = { id, ...owner, amount: fee, exchanged: exchangedFee };
    await payIn(needs, { kind: 'refund_fee', debit: ledger.fees, cause }, move);
  }
}

export const bookCardDebt = ({ tx, clock }: Needs, { id, accountId, world, amount }: Move): Promise<boolean> =>
  transfer(tx, {
    kind: 'debit',
    debit: ledger.cardDebt,
    credit: ledger.card,
    cause: 'order',
    causeId: id,
    accountId,
    world,
    cents: amount,
    note: 'The card was not charged',
    at: clock.now(),
  });

/** The ID is that of the payment or of a refund. */
interface PaymentMove extends Omit<Move, 'note'> {
  method: string;
}

/** Adds an agent's payment to the wallet of its order. */
export async function fundFromPayment(needs: Needs, { method, ...payment }: PaymentMove): Promise<void> {
  await payIn(needs, { kind: 'fund', debit: paidBy(method), cause: 'payment' }, payment);
}

/** Takes money off a wallet to refund the payer; null if nothing is available. */
async function payOut(
  { tx, clock }: Needs,
  {
    id: causeId,
    ...move
  }: { id: string; accountId: string; world: World; credit: string; most?: Cents; note?: string },
): Promise<Cents | null> {
  const cents = await debitAvailable(tx, { ...move, kind: 'refund', cause: 'payment', causeId, at: clock.now() });
  return cents === null ? null : toCents(cents);
}

/** Takes everything available off the wallet, to refund it through the payment method. */
export const drainToPayment = (
  needs: Needs,
  { method, ...refund }: Omit<PaymentMove, 'amount'>,
): Promise<Cents | null> => payOut(needs, { ...refund, credit: paidBy(method) });

/** The ID is that of the top-up or of a refund. */
interface TopUpMove extends Omit<Move, 'amount' | 'note'> {
  provider: 'stripe' | 'sandbox';
  currency: string;
}

/** The source of a top-up's money. */
const sourceOf = { stripe: ledger.stripe, sandbox: ledger.playMoney } as const;

export const fundFromTopUp = (
  needs: Needs,
  { provider, currency, ...topUp }: TopUpMove & { amount: Cents },
): Promise<boolean> =>
  payIn(
    needs,
    { kind: 'fund', debit: sourceOf[provider], cause: 'payment' },
    { ...topUp, note: 'Top-up', exchanged: inWalletOf(currency, topUp.amount) },
  );

/** Takes what is available off a wallet, up to `most`, to refund its owner. */
export async function debitForRefund(
  needs: Needs,
  { provider, currency, ...refund }: TopUpMove & { most: Cents },
): Promise<Cents | null> {
  const move = { ...refund, credit: sourceOf[provider], note: 'Top-up refund' };
  if (currency === 'USD') return payOut(needs, move);
  const { id: causeId, ...rest } = move;
  const at = needs.clock.now();
  const amount = await debitCurrency(needs.tx, { ...rest, currency, kind: 'refund', cause: 'payment', causeId, at });
  return amount === null ? null : toCents(amount);
}
