import { createHash } from 'node:crypto';
import type { SharedToken } from '../../../connectors/store.ts';
import { type Clock, secondMs } from '../../../kit/clock.ts';
import type { Database } from '../../../platform/database/index.ts';
import { type Vault, VaultError } from '../../../platform/secrets/index.ts';
import type { StoreRow } from './sql.ts';
import { claimRenewal, endRenewal, expireToken, loadToken, writeToken } from './sql-tokens.ts';

interface Needs {
  database: Database;
  vault: Vault;
  clock: Clock;
}

export const tokenContextOf = (store: string): string => `store_tokens/${store}/token`;
const digestOf = (token: string): Buffer => createHash('sha256').update(token).digest();

/** How long a crashed renewal blocks other processes. */
const renewWithinMs = 30 * secondMs;
const pollMs = 100;

/** A store's access token, shared through the database and cached in memory. */
export function createSharedToken(
  { database, vault, clock }: Needs,
  row: Pick<StoreRow, 'name' | 'revision'>,
): SharedToken {
  const key = { store: row.name, revision: row.revision };
  let known: { token: string; until: number } | null = null;

  /** Null if it can't be decrypted. */
  function openToken(sealed: Buffer): string | null {
    try {
      return vault.open(sealed, tokenContextOf(key.store)).toString('utf8');
    } catch (error) {
      if (error instanceof VaultError) return null;
      throw error;
    }
  }

  async function load(): Promise<string | null> {
    const loaded = await loadToken(database.db, key);
    if (!loaded) return null;
    const token = openToken(loaded.token_sealed);
    if (token === null) return null;
    known = { token, until: clock.now().getTime() + loaded.good_for_ms };
    return token;
  }

  return {
    async use(renew, { signal }) {
      if (known && known.until > clock.now().getTime()) return { kind: 'token', token: known.token };
      for (;;) {
        signal.throwIfAborted();
        const token = await load();
        if (token !== null) return { kind: 'token', token };
        if (await claimRenewal(database.db, key, renewWithinMs)) break;
        await clock.sleep(pollMs, signal);
      }
      try {
        // Another process may have renewed it before our claim.
        const token = await load();
        if (token !== null) return { kind: 'token', token };
        const renewed = await renew();
        if (renewed.kind !== 'token') return renewed;
        const sealed = vault.seal(renewed.token, tokenContextOf(key.store));
        await writeToken(database.db, key, { ...renewed, sealed, digest: digestOf(renewed.token) });
        return { kind: 'token', token: renewed.token };
      } finally {
        await endRenewal(database.db, key.store);
      }
    },
    async discard(token) {
      if (known?.token === token) known = null;
      await expireToken(database.db, key.store, digestOf(token));
    },
  };
}
