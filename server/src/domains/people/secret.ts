import type { Db } from '../../platform/database/index.ts';
import { createStoredSecret, type SealedColumn, type Vault } from '../../platform/secrets/index.ts';
import { factorSealedColumns } from './second-factor.ts';
import { findSecret, insertSecret } from './sql.ts';

const name = 'sessions';
const contextOf = (id: string): string => `people_secrets/${id}/sealed`;

/** Sealed columns of this slice, for the rotation of master keys. */
export const peopleSealedColumns: SealedColumn[] = [
  { table: 'people_secrets', column: 'sealed', contextOf, idColumn: 'name' },
  ...factorSealedColumns,
];

/** Signs session cookies. */
export function createSessionSecret({ db, vault }: { db: Db; vault: Vault }): () => Promise<string> {
  const secret = createStoredSecret({
    vault,
    context: contextOf(name),
    find: () => findSecret(db, name),
    insert: (sealed) => insertSecret(db, name, sealed),
  });
  return async () => (await secret()).toString('base64');
}
