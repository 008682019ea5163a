import type { Db } from '../../../platform/database/index.ts';
import { createStoredSecret, type Vault } from '../../../platform/secrets/index.ts';
import { secretContext } from './sealed-columns.ts';
import { findSecret, insertSecret } from './sql.ts';

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
