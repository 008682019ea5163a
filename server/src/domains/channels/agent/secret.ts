import type { Db } from '../../../platform/database/index.ts';
import { createStoredSecret, type SealedColumn, type Vault } from '../../../platform/secrets/index.ts';
import { findSecret, insertSecret } from './sql.ts';

const secretContext = (name: string): string => `agent_secrets/${name}/sealed`;
export const proofContext = (paymentId: string): string => `agent_payments/${paymentId}/proof`;
export const orderKeyContext = (paymentId: string): string => `agent_payments/${paymentId}/order_key`;

/** Encrypted columns, for the rotation of master keys. */
export const agentSealedColumns: SealedColumn[] = [
  { table: 'agent_secrets', column: 'sealed', contextOf: secretContext, idColumn: 'name' },
  { table: 'agent_payments', column: 'proof', contextOf: proofContext },
  { table: 'agent_payments', column: 'order_key', contextOf: orderKeyContext },
];

const name = 'challenges';

/** Signs challenges. */
export function createChallengeSecret({ db, vault }: { db: Db; vault: Vault }): () => Promise<Buffer> {
  return createStoredSecret({
    vault,
    context: secretContext(name),
    find: () => findSecret(db, name),
    insert: (sealed) => insertSecret(db, name, sealed),
  });
}
