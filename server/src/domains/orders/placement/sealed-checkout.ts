import type { ReadOnlyRetailerAccount } from '../../../connectors/contract.ts';
import type { World } from '../../../kit/world.ts';
import { createBatcher } from '../../../platform/batcher.ts';
import type { Executor } from '../../../platform/database/index.ts';
import { type SealedColumn, type Vault, VaultError } from '../../../platform/secrets/index.ts';
import { type AftercareRow, findAftercare } from '../orders/index.ts';

const checkoutContext = (orderId: string): string => `orders/${orderId}/checkout`;
const noteContext = (orderId: string): string => `orders/${orderId}/note`;

export const checkoutSealedColumns: SealedColumn[] = [
  { table: 'orders', column: 'purchase_note_sealed', contextOf: noteContext, isErasable: true },
  { table: 'orders', column: 'checkout_sealed', contextOf: checkoutContext, isErasable: true },
];

interface Sealed {
  id: string;
  world: World;
}

/** Simulated stores have no secrets and many orders, so theirs need no key outside the database. */
const sealFor = async (vault: Vault, world: World, text: string, context: string): Promise<Buffer> =>
  world === 'live' ? vault.sealErasable(text, context) : vault.seal(text, context);

/** A connector's checkout handle may contain store tokens, so it stays sealed until the outcome is known. */
export const sealCheckout = (vault: Vault, { id, world }: Sealed, handle: string): Promise<Buffer> =>
  sealFor(vault, world, handle, checkoutContext(id));

export const sealNote = (vault: Vault, { id, world }: Sealed, note: string): Promise<Buffer> =>
  sealFor(vault, world, note, noteContext(id));

/** Null if its key is gone, for example when the order ended and an older database copy came back. */
export const openCheckout = (vault: Vault, orderId: string, sealed: Buffer): Promise<string | null> =>
  openStored(vault, sealed, checkoutContext(orderId));

async function openStored(vault: Vault, sealed: Buffer, context: string): Promise<string | null> {
  try {
    return (await vault.openErasable(sealed, context)).toString('utf8');
  } catch (error) {
    if (error instanceof VaultError && error.fault === 'erased') return null;
    throw error;
  }
}

interface Needs {
  executor: Executor;
  vault: Vault;
  readAccount(id: string): Promise<ReadOnlyRetailerAccount | null>;
}

interface AftercareNotes {
  note: string | null;
  account: ReadOnlyRetailerAccount | null;
}

/** Reads what later store calls need: the connector's note, and the account that bought. Concurrent readers share a statement. */
export function createAftercareReader({
  executor,
  vault,
  readAccount,
}: Needs): (orderId: string) => Promise<AftercareNotes> {
  const read = createBatcher<string, AftercareRow | null>({
    maxBatch: 100,
    maxInFlight: 2,
    async run(ids) {
      const rows = new Map((await findAftercare(executor, ids)).map((row) => [row.id, row]));
      return ids.map((id) => rows.get(id) ?? null);
    },
  });
  return async (orderId) => {
    const { note = null, account = null } = (await read(orderId)) ?? {};
    return {
      note: note && (await openStored(vault, note, noteContext(orderId))),
      account: account === null ? null : await readAccount(account),
    };
  };
}
