import type { Db } from '../../../platform/database/index.ts';
import { createKeptSecret, type SealedColumn, type Vault } from '../../../platform/secrets/index.ts';
import { orderKeyContext } from './paid-answer.ts';
import { findSecret, insertSecret } from './sql.ts';
import { proofContext } from './take-payment.ts';

const name = 'challenges';
const contextOf = (id: string): string => `agent_secrets/${id}/sealed`;

/** What this slice keeps sealed, for the rotation of master keys. */
export const agentSealedColumns: SealedColumn[] = [
  { table: 'agent_secrets', column: 'sealed', contextOf, idColumn: 'name' },
  { table: 'agent_payments', column: 'proof', contextOf: proofContext },
  { table: 'agent_payments', column: 'order_key', contextOf: orderKeyContext },
];

/** The key that binds challenges. */
export function createChallengeSecret({ db, vault }: { db: Db; vault: Vault }): () => Promise<Buffer> {
  return createKeptSecret({
    vault,
    context: contextOf(name),
    find: () => findSecret(db, name),
    insert: (sealed) => insertSecret(db, name, sealed),
  });
}
