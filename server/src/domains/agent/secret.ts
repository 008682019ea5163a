import { randomBytes } from 'node:crypto';
import type { Db } from '../../platform/database/index.ts';
import type { Vault } from '../../platform/secrets/index.ts';
import { findSecret, insertSecret } from './store.ts';

const name = 'challenges';
const context = `agent_secrets/${name}/sealed`;

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
