import { type RawBuilder, sql } from 'kysely';
import { filteredMax, type Page, searchedMax, totalOf } from '../../../../kit/page.ts';
import type { World } from '../../../../kit/world.ts';
import { countUpTo, deleteInPortions, type Executor, planned, type Row } from '../../../../platform/database/index.ts';
import type { BodyState } from './masking.ts';

export interface ReadRow extends Row<'request_log'> {
  headers: Record<string, string> | null;
  body_state: BodyState;
  response_state: BodyState | null;
  key_label: string | null;
}

export type RequestRow = Omit<ReadRow, 'id' | 'key_label'>;

/** Leaves out accounts deleted meanwhile, so that nothing of them comes back. */
export async function insertRequests(executor: Executor, rows: readonly RequestRow[]): Promise<void> {
  if (rows.length === 0) return;
  await sql`
    insert into request_log (account_id, world, api_key_id, request_id, at, method, route, path, query, status, ms, error_code,
      error_message, headers, body, body_state, response, response_state, stands_for)
    select r.account_id, r.world, r.api_key_id, r.request_id, r.at, r.method, r.route, r.path, r.query, r.status, r.ms, r.error_code,
      r.error_message, r.headers, r.body, r.body_state, r.response, r.response_state, r.stands_for
    from json_to_recordset(${JSON.stringify(rows)}::json) as r (account_id uuid, world text, api_key_id uuid, request_id text,
      at timestamptz, method text, route text, path text, query text, status int, ms double precision, error_code text,
      error_message text, headers jsonb, body text, body_state text, response text, response_state text, stands_for int)
    where exists (select from account_summaries a where a.id = r.account_id and a.deleted_at is null)
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

/** What an index finds, and what is searched among the newest of that. */
function conditionsOf(owner: { accountId: string; world: World }, filter: RequestFilter, since: Date) {
  const { search, method, status, keyId, after, before } = filter;
  const known = [sql`account_id = ${owner.accountId}`, sql`world = ${owner.world}`, sql`at >= ${since}`];
  const sought: RawBuilder<unknown>[] = [];
  if (after !== undefined) known.push(sql`at >= ${after}`);
  if (before !== undefined) known.push(sql`at < ${before}`);
  if (status !== undefined) {
    const isClass = status.endsWith('xx');
    const from = isClass ? Number(status[0]) * 100 : Number(status);
    if (from >= 400) known.push(sql`status >= 400`);
    sought.push(sql`status between ${from} and ${isClass ? from + 99 : from}`);
  }
  if (keyId !== undefined) sought.push(sql`api_key_id = ${keyId}`);
  if (method !== undefined) sought.push(sql`method = ${method}`);
  if (search !== undefined) {
    const has = (column: RawBuilder<unknown>) => sql`position(lower(${search}) in lower(${column})) > 0`;
    sought.push(sql`(${has(sql`path`)} or ${has(sql`route`)} or ${has(sql`error_code`)})`);
  }
  const all = (parts: RawBuilder<unknown>[]) => sql.join(parts, sql` and `);
  return { known: all(known), sought: sought.length > 0 ? all(sought) : null };
}

const newestFirst = sql`order by at desc, id desc`;

/** Matching requests. An id is found at any age; otherwise the newest ones are searched. */
function matching(owner: { accountId: string; world: World }, filter: RequestFilter, since: Date): RawBuilder<unknown> {
  const { known, sought } = conditionsOf(owner, filter, since);
  // Ordered to use an index. Otherwise the planner may scan everyone's oldest requests.
  if (sought === null) return sql`request_log where ${known} ${newestFirst}`;
  const newest = sql`select * from request_log where ${known} ${newestFirst} limit ${searchedMax}`;
  const { search, ...rest } = filter;
  if (search === undefined) return sql`(${newest}) r where ${sought} ${newestFirst}`;
  const others = conditionsOf(owner, rest, since);
  return sql`(
    select * from (${newest}) r where ${sought} and request_id <> ${search} union all
    select * from request_log where ${others.known} and ${others.sought ?? sql`true`} and request_id = ${search}
  ) r ${newestFirst}`;
}

export async function listRequests(
  executor: Executor,
  owner: { accountId: string; world: World },
  filter: RequestFilter & Page,
  since: Date,
): Promise<{ rows: ReadRow[]; total: number }> {
  const found = matching(owner, filter, since);
  const { rows } = await sql<ReadRow>`${planned}
    select r.*, k.label as key_label from (
      select * from ${found} limit ${filter.limit + 1} offset ${filter.offset}
    ) r left join key_summaries k on k.id = r.api_key_id order by r.at desc, r.id desc`.execute(executor);
  const counted = await countUpTo(executor, sql`select from ${found}`, filteredMax);
  return { rows: rows.slice(0, filter.limit), total: totalOf(counted, filter, rows.length) };
}

/** The newest request with this id: clients may send the same id twice. */
export async function findRequest(
  executor: Executor,
  owner: { accountId: string; world: World },
  requestId: string,
  since: Date,
): Promise<ReadRow | null> {
  const { rows } = await sql<ReadRow>`
    select r.*, k.label as key_label from request_log r left join key_summaries k on k.id = r.api_key_id
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

/** Requests move with the keys of a claimed sandbox. */
export async function moveRequestsToAccount(executor: Executor, from: string, to: string): Promise<void> {
  await sql`update request_log set account_id = ${to} where account_id = ${from}`.execute(executor);
}
