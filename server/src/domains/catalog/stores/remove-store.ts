import { notFound } from '../../../kit/failure.ts';
import { retailerNameOf } from './configured-store.ts';
import { storeInUse } from './failures.ts';
import type { SaveNeeds } from './save-store.ts';
import { deleteStoreRow, findStore, hasOpenStoreOrders, listStores, lockStores, writeHosts } from './sql.ts';

/** Deletes a store with its secrets. With open orders it can only be switched off. */
export async function removeStore(
  needs: Pick<SaveNeeds, 'tx' | 'record' | 'saveServiceAccount'>,
  operator: string,
  name: string,
): Promise<void> {
  const { tx } = needs;
  await lockStores(tx);
  const row = await findStore(tx, name);
  if (!row) throw notFound();
  if (await hasOpenStoreOrders(tx, row.world, name)) throw storeInUse(name);
  await needs.saveServiceAccount(tx, row, row.own_account_id, 'remove');
  await deleteStoreRow(tx, name);
  // Other stores of the brand keep shared hosts.
  for (const other of await listStores(tx)) {
    if (other.world === row.world && retailerNameOf(other) === retailerNameOf(row)) await writeHosts(tx, other);
  }
  const before = { ...row.config, kind: row.kind, world: row.world, enabled: row.is_enabled };
  await needs.record(tx, { operator, name: 'store.removed', store: name, before });
}
