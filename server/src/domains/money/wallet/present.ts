import { createHash } from 'node:crypto';
import type { World } from '../../../kit/world.ts';
import type { WalletRow } from './sql.ts';
import type { CurrencyWalletRow } from './sql-currency.ts';
import type { TransferRow } from './transfers.ts';

export function presentWallet(row: WalletRow) {
  return {
    balance_cents: row.available_cents + row.held_cents,
    held_cents: row.held_cents,
    available_cents: row.available_cents,
    currency: 'USD',
  };
}

export const presentCurrencyWallet = (row: CurrencyWalletRow) => ({
  balance_cents: row.available + row.held,
  held_cents: row.held,
  available_cents: row.available,
  currency: row.currency,
});

export function presentTransfer(row: TransferRow & { balance_cents: number }) {
  return {
    id: String(row.id),
    type: row.kind,
    amount_cents: row.amount_cents,
    from: row.debit,
    to: row.credit,
    order_id: row.cause === 'order' ? row.cause_id : null,
    batch_id: row.cause === 'batch' ? row.cause_id : null,
    return_id: row.cause === 'return' ? row.cause_id : null,
    note: row.note,
    balance_cents: row.balance_cents,
    created_at: row.created_at.toISOString(),
  };
}

/** A stable number for an account, from 48 bits of its ID. */
const numberOf = (accountId: string): number => Number.parseInt(accountId.replaceAll('-', '').slice(-12), 16);

/** A stable UUID for something without one. */
function uuidOf(text: string): string {
  const bytes = createHash('sha256').update(text).digest().subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x40, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = bytes.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join('-');
}

export function presentWalletOfMe(me: {
  accountId: string;
  world: World;
  type: 'purchases' | 'api_consumption';
  wallet: WalletRow;
  times: { created_at: Date; updated_at: Date } | null;
  orderFeeCents: number;
}) {
  const { available_cents: available, held_cents: held } =
    me.type === 'purchases' ? me.wallet : { available_cents: 0, held_cents: 0 };
  const createdAt = me.times?.created_at ?? new Date(0);
  return {
    id: uuidOf(`wallet ${me.accountId} ${me.world} ${me.type}`),
    user_id: numberOf(me.accountId),
    balance: available + held,
    wallet_type: me.type,
    created_at: createdAt.toISOString(),
    updated_at: (me.type === 'purchases' ? (me.times?.updated_at ?? createdAt) : createdAt).toISOString(),
    spendable_balance: available,
    order_fee_cents: me.orderFeeCents,
    billed_by_invoice: false,
  };
}
