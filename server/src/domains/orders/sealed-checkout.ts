import type { ReadAccount } from '../../connectors/contract.ts';
import type { Executor } from '../../platform/database/index.ts';
import type { SealedColumn, Vault } from '../../platform/secrets/index.ts';
import { findAftercare } from './store-secrets.ts';

const checkoutContext = (orderId: string): string => `orders/${orderId}/checkout`;
const noteContext = (orderId: string): string => `orders/${orderId}/note`;

export const checkoutSealedColumns: SealedColumn[] = [
  { table: 'orders', column: 'checkout_sealed', contextOf: checkoutContext },
  { table: 'orders', column: 'purchase_note_sealed', contextOf: noteContext },
];

/** A connector's handle of a checkout may hold tokens of a store: it is kept sealed until the outcome is known. */
export const sealCheckout = (vault: Vault, orderId: string, handle: string): Buffer =>
  vault.seal(handle, checkoutContext(orderId));
export const openCheckout = (vault: Vault, orderId: string, sealed: Buffer): string =>
  vault.open(sealed, checkoutContext(orderId)).toString('utf8');

export const sealNote = (vault: Vault, orderId: string, note: string): Buffer => vault.seal(note, noteContext(orderId));

interface Needs {
  executor: Executor;
  vault: Vault;
  readAccount(id: string): Promise<ReadAccount | null>;
}

/** What later calls to the store need beside the order itself: the connector's note, and the account that bought. */
export async function loadAftercare({ executor, vault, readAccount }: Needs, orderId: string) {
  const { note = null, account = null } = (await findAftercare(executor, orderId)) ?? {};
  return {
    note: note && vault.open(note, noteContext(orderId)).toString('utf8'),
    account: account === null ? null : await readAccount(account),
  };
}
