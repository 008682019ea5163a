import { sql } from 'kysely';
import { filteredMost, type Page, totalOf } from '../../kit/page.ts';
import type { World } from '../../kit/world.ts';
import { countUpTo, deleteInPortions, type Executor, planned } from '../../platform/database/index.ts';
import type { BodyState } from './masking.ts';

export interface RequestRow {
  account_id: string;
  world: World;
  api_key_id: string;
  request_id: string;
  at: Date;
  method: string;
  route: string;
  path: string;
  query: string | null;
  status: number;
  ms: number;
  error_code: string | null;
  error_message: string | null;
  body: string | null;
  body_state: BodyState;
  stands_for: number;
}

export interface ReadRow extends RequestRow {
  id: number;
  key_label: string | null;
}

/** Accounts that were deleted meanwhile are left out: nothing of them may come back. */
export async function insertRequests(executor: Executor, rows: readonly RequestRow[]): Promise<void> {
  if (rows.length === 0) return;
  await sql`
    insert into request_log (account_id, world, api_key_id, request_id, at, method, route, path, query, status, ms, error_code,
      error_message, body, body_state, stands_for)
    select r.account_id, r.world, r.api_key_id, r.request_id, r.at, r.method, r.route, r.path, r.query, r.status, r.ms, r.error_code,
      r.error_message, r.body, r.body_state, r.stands_for
    from json_to_recordset(${JSON.stringify(rows)}::json) as r (account_id uuid, world text, api_key_id uuid, request_id text,
      at timestamptz, method text, route text, path text, query text, status int, ms double precision, error_code text,
      error_message text, body text, body_state text, stands_for int)
    where exists (select from accounts a where a.id = r.account_id and a.deleted_at is null)
    order by r.at`.execute(executor);
}

export interface RequestFilter {
  search?: string | undefined;
  method?: string | undefined;
  status?: string | undefined;
  keyId?: string | undefined;
  after?: Date | undefined;
  before?: Date | undefined;
}

const escaped = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

function conditions(owner: { accountId: string; world: World }, filter: RequestFilter, since: Date) {
  const { search, method, status, keyId, after, before } = filter;
  const parts = [sql`account_id = ${owner.accountId}`, sql`world = ${owner.world}`, sql`at >= ${since}`];
  if (search !== undefined) {
    const like = `%${escaped(search)}%`;
    parts.push(sql`(request_id = ${search} or path ilike ${like} or route ilike ${like} or error_code ilike ${like})`);
  }
  if (method !== undefined) parts.push(sql`method = ${method}`);
  if (status !== undefined) {
    const [from, to] = status.endsWith('xx')
      ? [Number(status[0]) * 100, Number(status[0]) * 100 + 99]
      : [+status, +status];
    parts.push(
      from >= 400 ? sql`status >= 400 and status between ${from} and ${to}` : sql`status between ${from} and ${to}`,
    );
  }
  if (keyId !== undefined) parts.push(sql`api_key_id = ${keyId}`);
  if (after !== undefined) parts.push(sql`at >= ${after}`);
  if (before !== undefined) parts.push(sql`at < ${before}`);
  return sql.join(parts, sql` and `);
}

export async function listRequests(
  executor: Executor,
  owner: { accountId: string; world: World },
  filter: RequestFilter & Page,
  since: Date,
): Promise<{ rows: ReadRow[]; total: number }> {
  const where = conditions(owner, filter, since);
  const { rows } = await sql<ReadRow>`${planned}
    select r.*, k.label as key_label from (
      select * from request_log where ${where} order by at desc, id desc limit ${filter.limit + 1} offset ${filter.offset}
    ) r left join api_keys k on k.id = r.api_key_id order by r.at desc, r.id desc`.execute(executor);
  return {
    rows: rows.slice(0, filter.limit),
    total: totalOf(await countRequests(executor, owner, filter, since), filter, rows.length),
  };
}

/** Failures have an index; by anything else the newest requests are looked through, so that the total is what there is at least. */
async function countRequests(
  executor: Executor,
  owner: { accountId: string; world: World },
  filter: RequestFilter & Page,
  since: Date,
): Promise<number> {
  const { search, method, status, keyId } = filter;
  const where = conditions(owner, filter, since);
  const isPlain = [search, method, status, keyId].every((value) => value === undefined);
  // Along the index of the list: without an order the planner may as soon read the oldest requests of everybody.
  const inOrder = sql`select from request_log where ${where} order by at desc, id desc`;
  if (isPlain) return countUpTo(executor, inOrder, filteredMost);
  const newest = sql`select * from request_log where ${conditions(owner, {}, since)} order by at desc, id desc limit ${filteredMost}`;
  return countUpTo(executor, sql`select from (${newest}) r where ${where}`, filteredMost);
}

/** The newest request with this id: a client that names its requests itself may use a name twice. */
export async function findRequest(
  executor: Executor,
  owner: { accountId: string; world: World },
  requestId: string,
  since: Date,
): Promise<ReadRow | null> {
  const { rows } = await sql<ReadRow>`
    select r.*, k.label as key_label from request_log r left join api_keys k on k.id = r.api_key_id
    where r.account_id = ${owner.accountId} and r.world = ${owner.world} and r.request_id = ${requestId} and r.at >= ${since}
    order by r.id desc limit 1`.execute(executor);
  return rows[0] ?? null;
}

export async function deleteRequestsBefore(executor: Executor, before: Date): Promise<void> {
  await deleteInPortions(executor, 'request_log', sql`at < ${before}`);
}

export async function eraseRequestsOf(executor: Executor, accountId: string): Promise<void> {
  await sql`delete from request_log where account_id = ${accountId}`.execute(executor);
}

/** A claimed sandbox's requests go with its keys. */
export async function moveRequestsToAccount(executor: Executor, from: string, to: string): Promise<void> {
  await sql`update request_log set account_id = ${to} where account_id = ${from}`.execute(executor);
}
