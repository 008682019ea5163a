import { sql } from 'kysely';
import type { Executor, Tables } from '../../../platform/database/index.ts';
import type { Scope } from '../../access/accounts/index.ts';

export interface DeviceRow extends Omit<Tables['device_codes'], 'device_code_hash'> {
  scopes: Scope[];
}

const shown = sql`id, user_code, name, source, sandbox_account_id, scopes, status, account_id, claimed_sandbox, polled_at,
  created_at, expires_at, decided_by`;

type NewDevice = Pick<
  DeviceRow,
  'id' | 'user_code' | 'name' | 'source' | 'sandbox_account_id' | 'scopes' | 'created_at' | 'expires_at'
> & { hash: Buffer };

/** False if another open request has this user code. */
export async function insertDevice(executor: Executor, row: NewDevice): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into device_codes (id, device_code_hash, user_code, name, source, sandbox_account_id, scopes, status, created_at,
      expires_at)
    values (${row.id}, ${row.hash}, ${row.user_code}, ${row.name}, ${row.source}, ${row.sandbox_account_id}, ${row.scopes}, 'pending',
      ${row.created_at}, ${row.expires_at})
    on conflict (user_code) do nothing`.execute(executor);
  return numAffectedRows === 1n;
}

export async function findByUserCode(executor: Executor, userCode: string): Promise<DeviceRow | null> {
  const { rows } = await sql<DeviceRow>`
    select ${shown} from device_codes where user_code = ${userCode}`.execute(executor);
  return rows[0] ?? null;
}

/** Decides an open request; false if it is not open. */
export async function writeDecision(
  executor: Executor,
  id: string,
  decision: { status: 'approved' | 'denied'; accountId: string; personId: string; scopes: Scope[]; now: Date },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update device_codes set status = ${decision.status}, account_id = ${decision.accountId},
      decided_by = ${decision.personId}, scopes = ${decision.scopes}
    where id = ${id} and status = 'pending' and expires_at > ${decision.now}`.execute(executor);
  return numAffectedRows === 1n;
}

export async function writeClaimed(executor: Executor, id: string): Promise<void> {
  await sql`update device_codes set claimed_sandbox = true where id = ${id}`.execute(executor);
}

/** Locked until the transaction ends: of two concurrent requests, only one gets the key. */
export async function lockByHash(executor: Executor, hash: Buffer): Promise<DeviceRow | null> {
  const { rows } = await sql<DeviceRow>`
    select ${shown} from device_codes where device_code_hash = ${hash} for update`.execute(executor);
  return rows[0] ?? null;
}

export async function writePolled(executor: Executor, id: string, now: Date): Promise<void> {
  await sql`update device_codes set polled_at = ${now} where id = ${id}`.execute(executor);
}

export async function writeUsed(executor: Executor, id: string): Promise<void> {
  await sql`update device_codes set status = 'used' where id = ${id} and status = 'approved'`.execute(executor);
}

export async function deleteDevicesBefore(executor: Executor, before: Date): Promise<void> {
  await sql`delete from device_codes where expires_at < ${before}`.execute(executor);
}

export async function eraseDevicesOf(executor: Executor, accountId: string): Promise<void> {
  await sql`
    delete from device_codes where account_id = ${accountId} or sandbox_account_id = ${accountId}`.execute(executor);
}
