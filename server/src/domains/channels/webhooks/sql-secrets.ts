import { sql } from 'kysely';
import type { World } from '../../../kit/world.ts';
import type { Executor, Row, Tables } from '../../../platform/database/index.ts';
import type { Owner } from './sql.ts';

export interface SecretRow extends Row<'webhook_secrets', 'id' | 'sealed' | 'created_at' | 'ends_at'> {
  /** null: the current one. */
  ends_at: Tables['webhook_secrets']['ends_at'];
}

/** The account's secrets, or those of an endpoint. */
export interface Signer extends Owner {
  endpointId?: string | null;
}

const noEndpoint = '00000000-0000-0000-0000-000000000000';
const endpointOf = ({ endpointId }: Signer): string => endpointId ?? noEndpoint;

/** The current secret first, then replaced ones that are still valid, newest first. */
export async function findSecrets(executor: Executor, owner: Signer, now: Date): Promise<SecretRow[]> {
  const { rows } = await sql<SecretRow>`
    select id, sealed, created_at, ends_at from webhook_secrets
    where account_id = ${owner.accountId} and world = ${owner.world} and endpoint_id = ${endpointOf(owner)}
      and (ends_at is null or ends_at > ${now})
    order by ends_at desc nulls first, created_at desc`.execute(executor);
  return rows;
}

/** False if there is a current one. */
export async function insertSecret(executor: Executor, owner: Signer, secret: Omit<SecretRow, 'ends_at'>) {
  const { numAffectedRows } = await sql`
    insert into webhook_secrets (id, account_id, world, endpoint_id, sealed, created_at)
    values (${secret.id}, ${owner.accountId}, ${owner.world}, ${endpointOf(owner)}, ${secret.sealed}, ${secret.created_at})
    on conflict (account_id, world, endpoint_id) where ends_at is null do nothing`.execute(executor);
  return numAffectedRows === 1n;
}

/** Locks the account's secrets, so that rotations run one after the other. */
export async function lockSecrets(executor: Executor, owner: Signer): Promise<void> {
  const name = `webhook secrets ${owner.accountId} ${owner.world} ${owner.endpointId ?? ''}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(executor);
}

export async function endCurrentSecret(executor: Executor, owner: Signer, endsAt: Date): Promise<void> {
  await sql`
    update webhook_secrets set ends_at = ${endsAt}
    where account_id = ${owner.accountId} and world = ${owner.world} and endpoint_id = ${endpointOf(owner)}
      and ends_at is null`.execute(executor);
}

/** The target account keeps its current secret; the other one stays valid until `endsAt`. */
export async function moveSecrets(executor: Executor, from: string, to: string, world: World, endsAt: Date) {
  await sql`
    update webhook_secrets s set account_id = ${to}, ends_at = case
      when s.ends_at is null and exists (
        select from webhook_secrets own
        where own.account_id = ${to} and own.world = s.world and own.endpoint_id = s.endpoint_id
          and own.ends_at is null) then ${endsAt}
      else s.ends_at end
    where s.account_id = ${from} and s.world = ${world}`.execute(executor);
}

export async function deleteSecretsEndedBefore(executor: Executor, before: Date): Promise<void> {
  await sql`delete from webhook_secrets where ends_at < ${before}`.execute(executor);
}

export async function eraseWebhooksOf(executor: Executor, accountId: string): Promise<void> {
  const ofAccount = sql`account_id = ${accountId}`;
  await sql`delete from webhook_deliveries where ${ofAccount}`.execute(executor);
  await sql`delete from webhook_stops where ${ofAccount}`.execute(executor);
  await sql`delete from webhook_secrets where ${ofAccount}`.execute(executor);
  await sql`delete from webhook_outages where ${ofAccount}`.execute(executor);
  await sql`
    delete from webhook_endpoint_hours where endpoint_id in (select id from webhook_endpoints where ${ofAccount})`.execute(
    executor,
  );
  await sql`delete from webhook_endpoints where ${ofAccount}`.execute(executor);
  await sql`delete from webhook_credentials where ${ofAccount}`.execute(executor);
  await sql`delete from events where ${ofAccount}`.execute(executor);
}
