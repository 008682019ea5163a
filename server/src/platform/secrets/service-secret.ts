import { sql } from 'kysely';
import type { Db } from '../database/index.ts';
import { createKeptSecret } from './kept-secret.ts';
import type { SealedColumn } from './rotate.ts';
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
    find: async () => {
      const { rows } = await sql<{ sealed: Buffer }>`
        select sealed from kept_secrets where name = ${name}`.execute(db);
      return rows[0]?.sealed ?? null;
    },
    insert: async (sealed) => {
      await sql`insert into kept_secrets (name, sealed) values (${name}, ${sealed}) on conflict do nothing`.execute(db);
    },
  });
}
