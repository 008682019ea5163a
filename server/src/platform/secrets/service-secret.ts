import type { Db } from '../database/index.ts';
import { createKeptSecret } from './kept-secret.ts';
import type { SealedColumn } from './sealed-column.ts';
import { findKeptSecret, insertKeptSecret } from './sql.ts';
import type { Vault } from './vault.ts';

const contextOf = (name: string): string => `kept_secrets/${name}/sealed`;

export const serviceSealedColumns: SealedColumn[] = [
  { table: 'kept_secrets', column: 'sealed', contextOf, idColumn: 'name' },
];

/** A random secret of the service itself, the same in every process. */
export function createServiceSecret({ db, vault, name }: { db: Db; vault: Vault; name: string }) {
  return createKeptSecret({
    vault,
    context: contextOf(name),
    find: () => findKeptSecret(db, name),
    insert: (sealed) => insertKeptSecret(db, name, sealed),
  });
}
