import type { Clock } from '../../../kit/clock.ts';
import type { Db } from '../../../platform/database/index.ts';
import { hashKey } from './create-key.ts';
import { type Caller, isKeyActive, isWellFormedKey, limitsOf } from './model.ts';
import { findKeyByHash, findKeyById, type KeyRow, writeLastUsed } from './sql.ts';

/** A revoked key is refused right away by this process, and within this time by all others. */
const cacheMs = 1000;
const entriesMax = 10_000;
const lastUsedWriteMs = 60_000;

interface CachedCaller {
  row: KeyRow;
  caller: Caller;
  until: number;
}

export interface Authenticator {
  /** The caller of this key; null if it is invalid for any reason. */
  authenticate(key: string): Promise<Caller | null>;
  /** Call after a key was changed or revoked. */
  forget(keyId: string): void;
  /** Call after an account's keys moved to another account. */
  forgetAccount(accountId: string): void;
  /** Writes pending last-used times. */
  flush(): Promise<void>;
}

export function createAuthenticator(needs: { db: Db; clock: Clock }): Authenticator {
  const rememberedByKey = new Map<string, CachedCaller>();
  let lastUsedByKeyId = new Map<string, Date>();
  // A lookup in progress must not cache a key that was forgotten meanwhile.
  let forgettings = 0;

  function dropCached(isMeant: (row: KeyRow) => boolean): void {
    forgettings += 1;
    for (const [key, { row }] of rememberedByKey) if (isMeant(row)) rememberedByKey.delete(key);
  }

  async function load(key: string, now: Date): Promise<CachedCaller | null> {
    const forgettingsBefore = forgettings;
    const row = await findKeyByHash(needs.db, hashKey(key));
    if (!row) return null;
    if (rememberedByKey.size >= entriesMax) rememberedByKey.clear();
    const remembered = { row, caller: toCaller(row), until: now.getTime() + cacheMs };
    if (forgettings === forgettingsBefore) rememberedByKey.set(key, remembered);
    return remembered;
  }

  function recordUse(row: KeyRow, now: Date): void {
    if (row.last_used_at && now.getTime() - row.last_used_at.getTime() < lastUsedWriteMs) return;
    row.last_used_at = now;
    lastUsedByKeyId.set(row.id, now);
  }

  return {
    async authenticate(key) {
      if (!isWellFormedKey(key)) return null;
      const now = needs.clock.now();
      let remembered = rememberedByKey.get(key) ?? null;
      if (!remembered || remembered.until <= now.getTime()) remembered = await load(key, now);
      if (!remembered || !isKeyActive(keyLifeOf(remembered.row), now)) return null;
      recordUse(remembered.row, now);
      return remembered.caller;
    },
    forget: (keyId) => dropCached((row) => row.id === keyId),
    forgetAccount: (accountId) => dropCached((row) => row.account_id === accountId),
    async flush() {
      if (lastUsedByKeyId.size === 0) return;
      const due = lastUsedByKeyId;
      lastUsedByKeyId = new Map();
      await writeLastUsed(needs.db, due);
    },
  };
}

/** The caller of a key for work that runs later; null if the key is no longer valid. */
export async function loadCaller(db: Db, keyId: string, now: Date): Promise<Caller | null> {
  const row = await findKeyById(db, keyId);
  return row && isKeyActive(keyLifeOf(row), now) ? toCaller(row) : null;
}

function keyLifeOf(row: KeyRow) {
  return {
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
    revokedAt: row.revoked_at,
    frozenAt: row.frozen_at,
    idleDays: row.idle_days,
    expiresAt: row.expires_at,
  };
}

function toCaller(row: KeyRow): Caller {
  return {
    accountId: row.account_id,
    world: row.world,
    keyId: row.id,
    orderId: row.order_id,
    limits: limitsOf(row),
    scopes: row.scopes,
    allowedAddresses: row.allowed_addresses,
    allowedOrigins: row.allowed_origins,
  };
}
