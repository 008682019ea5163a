import type { Db } from '../database/index.ts';
import type { SealedColumn } from './sealed-column.ts';
import { findStoredSecret, insertStoredSecret } from './sql.ts';
import { createStoredSecret } from './stored-secret.ts';
import type { Vault } from './vault.ts';

const contextOf = (name: string): string => `kept_secrets/${name}/sealed`;

export const serviceSealedColumns: SealedColumn[] = [
  { table: 'kept_secrets', column: 'sealed', contextOf, idColumn: 'name' },
];

/** A random secret of the service, the same in every process. */
export function createServiceSecret({ db, vault, name }: { db: Db; vault: Vault; name: string }) {
  return createStoredSecret({
    vault,
    context: contextOf(name),
    find: () => findStoredSecret(db, name),
    insert: (sealed) => insertStoredSecret(db, name, sealed),
  });
}
