import { randomBytes } from 'node:crypto';
import type { Db } from '../../platform/database/index.ts';
import type { SealedColumn, Vault } from '../../platform/secrets/index.ts';
import { orderKeyContext } from './paid-answer.ts';
import { proofContext } from './pay-order.ts';
import { findSecret, insertSecret } from './store.ts';

const name = 'challenges';
const contextOf = (id: string): string => `agent_secrets/${id}/sealed`;
const context = contextOf(name);

/** What this slice keeps sealed, for the rotation of master keys. */
export const agentSealedColumns: SealedColumn[] = [
  { table: 'agent_secrets', column: 'sealed', contextOf, idColumn: 'name' },
  { table: 'agent_payments', column: 'proof', contextOf: proofContext },
  { table: 'agent_payments', column: 'order_key', contextOf: orderKeyContext },
];

/** The key that binds challenges: made once for all processes, read once by each. */
export function createChallengeSecret({ db, vault }: { db: Db; vault: Vault }): () => Promise<Buffer> {
  let loaded: Promise<Buffer> | null = null;

  async function load(): Promise<Buffer> {
    const known = await findSecret(db, name);
    if (known) return vault.open(known, context);
    await insertSecret(db, name, vault.seal(randomBytes(32), context));
    // Another process may have been quicker; what is stored counts.
    return vault.open((await findSecret(db, name))!, context);
  }

  return () => {
    loaded ??= load().catch((error: unknown) => {
      loaded = null;
      throw error;
    });
    return loaded;
  };
}
