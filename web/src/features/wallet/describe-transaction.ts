import type { ListWalletTransactionsOutput } from '../../../../sdk/src/index.ts';

type Transaction = ListWalletTransactionsOutput['transactions'][number];

const typeLabels: Record<Transaction['type'], string> = {
  fund: 'Funds added',
  hold: 'On hold',
  release: 'Hold released',
  capture: 'Paid to the store',
  fee: 'Service fee',
  refund: 'Refunded',
  refund_fee: 'Fee refunded',
  credit: 'Return credited',
  debit: 'Adjusted by an operator',
};

interface TransactionView {
  label: string;
  /** Change in the amount on hold. */
  held: number;
  /** Change in the balance. */
  balance: number;
}

/** Describes a ledger movement for the wallet's owner. */
export function describeTransaction({ type, from, to, note, amount_cents: cents }: Transaction): TransactionView {
  const change = (isPart: (account: string) => boolean) => (isPart(to) ? cents : 0) - (isPart(from) ? cents : 0);
  return {
    label: from === 'play_money' && note !== 'Top-up' ? 'Test money' : typeLabels[type],
    held: change((account) => account === 'wallet.held' || account === 'wallet.reserved'),
    balance: change((account) => account.startsWith('wallet.')),
  };
}
