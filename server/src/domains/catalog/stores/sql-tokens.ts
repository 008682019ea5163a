import { sql } from 'kysely';
import type { Executor } from '../../../platform/database/index.ts';

interface TokenKey {
  store: string;
  /** Revision of the store. New credentials need a new token. */
  revision: number;
}

/** Renew tokens that expire sooner. */
const earlyBy = sql`interval '60 seconds'`;

export interface LoadedToken {
  token_sealed: Buffer;
  /** How long it is still used. */
  good_for_ms: number;
}

export async function loadToken(executor: Executor, { store, revision }: TokenKey): Promise<LoadedToken | null> {
  const { rows } = await sql<LoadedToken>`
    select token_sealed, (extract(epoch from expires_at - ${earlyBy} - now()) * 1000)::float8 as good_for_ms
    from store_tokens where store = ${store} and revision = ${revision} and token_sealed is not null
      and expires_at - ${earlyBy} > now()`.execute(executor);
  return rows[0] ?? null;
}

/** Claims the renewal. False if another process has it. */
export async function claimRenewal(executor: Executor, { store, revision }: TokenKey, ms: number): Promise<boolean> {
  const { rows } = await sql`
    insert into store_tokens as t (store, revision, renewing_until)
    select name, ${revision}, now() + ${ms} * interval '1 millisecond' from stores where name = ${store}
    on conflict (store) do update set renewing_until = excluded.renewing_until
    where t.renewing_until is null or t.renewing_until < now()
    returning store`.execute(executor);
  return rows.length > 0;
}

export async function writeToken(
  executor: Executor,
  { store, revision }: TokenKey,
  token: { sealed: Buffer; digest: Buffer; expiresInSeconds: number },
): Promise<void> {
  await sql`
    update store_tokens set revision = ${revision}, token_sealed = ${token.sealed}, token_digest = ${token.digest},
      expires_at = now() + ${token.expiresInSeconds} * interval '1 second', renewing_until = null
    where store = ${store}`.execute(executor);
}

export async function endRenewal(executor: Executor, store: string): Promise<void> {
  await sql`update store_tokens set renewing_until = null where store = ${store}`.execute(executor);
}

export async function expireToken(executor: Executor, store: string, digest: Buffer): Promise<void> {
  await sql`
    update store_tokens set expires_at = now() where store = ${store} and token_digest = ${digest}`.execute(executor);
}
