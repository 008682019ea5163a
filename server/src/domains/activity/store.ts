import { sql } from 'kysely';
import { existing } from '../../kit/existing.ts';
import type { Page } from '../../kit/page.ts';
import type { World } from '../../kit/world.ts';
import type { Executor } from '../../platform/database/index.ts';
import type { Deed } from './model.ts';

export async function insertDeed(executor: Executor, deed: Deed, now: Date): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into account_activity (account_id, world, at, person_id, person, action, subject_id, details, outcome)
    values (${deed.accountId}, ${deed.world}, ${now}, ${deed.personId}, ${deed.person}, ${deed.action}, ${deed.subjectId},
            ${JSON.stringify(deed.details)}::jsonb, 'unknown')
    returning id`.execute(executor);
  return existing(rows[0]).id;
}

export async function markDone(executor: Executor, id: number, subjectId: string | null): Promise<void> {
  await sql`
    update account_activity set outcome = 'done', subject_id = coalesce(subject_id, ${subjectId})
    where id = ${id}`.execute(executor);
}

/** What was refused or said twice was not done. */
export async function deleteDeed(executor: Executor, id: number): Promise<void> {
  await sql`delete from account_activity where id = ${id}`.execute(executor);
}

export interface ActivityRow {
  id: string;
  at: Date;
  world: World;
  actor: 'person' | 'operator';
  person_id: string | null;
  person: string | null;
  name: string | null;
  action: string;
  subject_id: string | null;
  details: Record<string, unknown>;
  outcome: 'unknown' | 'done';
}

export interface ActivityFilter {
  accountId: string;
  personId: string | null;
  subjectId: string | null;
  action: string | null;
}

/** What operators did to the account as a whole: its money and its sessions. Their addresses are not the customer's business. */
const byOperators = (accountId: string) => sql`
  select 'o' || id as id, at,
    case when subject_type = 'wallet' then split_part(subject_id, '/', 1) else 'live' end as world,
    'operator' as actor, null::uuid as person_id, null as person, null as name, action, null as subject_id,
    '{}'::jsonb as details, 'done' as outcome
  from audit_log
  where (subject_type = 'wallet' and subject_id in (${`test/${accountId}`}, ${`live/${accountId}`}))
    or (subject_type = 'customer' and subject_id = ${accountId})`;

const activityOf = ({ accountId, personId, subjectId, action }: ActivityFilter) => sql`(
  select 'p' || c.id as id, c.at, c.world, 'person' as actor, c.person_id, c.person, p.name, c.action, c.subject_id, c.details,
    c.outcome
  from account_activity c left join people p on p.id = c.person_id
  where c.account_id = ${accountId}
    and (${personId}::uuid is null or c.person_id = ${personId}::uuid)
    and (${subjectId}::text is null or c.subject_id = ${subjectId}::text)
    and (${action}::text is null or c.action = ${action}::text)
  ${personId === null && subjectId === null && action === null ? sql`union all ${byOperators(accountId)}` : sql``}
) as t`;

/** Newest first, of both worlds. */
export async function listActivity(
  executor: Executor,
  filter: ActivityFilter,
  { limit, offset }: Page,
): Promise<{ rows: ActivityRow[]; total: number }> {
  const { rows } = await sql<ActivityRow>`
    select * from ${activityOf(filter)} order by at desc, id desc limit ${limit} offset ${offset}`.execute(executor);
  const counted = await sql<{ total: number }>`
    select count(*) as total from ${activityOf(filter)}`.execute(executor);
  return { rows, total: existing(counted.rows[0]).total };
}

export async function eraseActivityOf(executor: Executor, accountId: string): Promise<void> {
  await sql`delete from account_activity where account_id = ${accountId}`.execute(executor);
}
