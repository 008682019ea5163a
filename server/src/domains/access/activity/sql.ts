import { type RawBuilder, sql } from 'kysely';
import { assertDefined } from '../../../kit/assert-defined.ts';
import { filteredMax, type Page, totalOf } from '../../../kit/page.ts';
import type { World } from '../../../kit/world.ts';
import { countUpTo, type Executor, planned } from '../../../platform/database/index.ts';
import type { Person } from '../accounts/index.ts';
import type { NewActivity } from './model.ts';

export async function insertActivity(executor: Executor, deed: NewActivity, now: Date): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into account_activity (account_id, world, at, person_id, person, action, subject_id, details, outcome)
    values (${deed.accountId}, ${deed.world}, ${now}, ${deed.personId}, ${deed.person}, ${deed.action}, ${deed.subjectId},
            ${JSON.stringify(deed.details)}::jsonb, 'unknown')
    returning id`.execute(executor);
  return assertDefined(rows[0]).id;
}

export async function markActivityDone(executor: Executor, id: number, subjectId: string | null): Promise<void> {
  await sql`
    update account_activity set outcome = 'done', subject_id = coalesce(subject_id, ${subjectId})
    where id = ${id}`.execute(executor);
}

/** One request may act on several subjects. */
export async function recordDone(
  executor: Executor,
  { accountId, world, id, email }: Pick<Person, 'accountId' | 'world' | 'id' | 'email'>,
  { action, subjectIds }: { action: string; subjectIds: readonly string[] },
  now: Date,
): Promise<void> {
  if (subjectIds.length === 0) return;
  await sql`
    insert into account_activity (account_id, world, at, person_id, person, action, subject_id, details, outcome)
    select ${accountId}, ${world}, ${now}, ${id}, ${email}, ${action}, subject_id, '{}', 'done'
    from unnest(${subjectIds}::text[]) as subject_id`.execute(executor);
}

/** Removes an action that was refused or repeated. */
export async function deleteActivity(executor: Executor, id: number): Promise<void> {
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

/** What operators did to the account itself: money and sessions. */
const operatorEntries = (accountId: string) => sql`
  from operator_actions where (subject_type = 'wallet' and subject_id in (${`test/${accountId}`}, ${`live/${accountId}`}))
    or (subject_type = 'customer' and subject_id = ${accountId})
  order by at desc, id desc`;

function personEntries({ accountId, personId, subjectId, action }: ActivityFilter): RawBuilder<unknown> {
  const parts = [sql`account_id = ${accountId}`];
  if (personId !== null) parts.push(sql`person_id = ${personId}::uuid`);
  if (subjectId !== null) parts.push(sql`subject_id = ${subjectId}`);
  if (action !== null) parts.push(sql`action = ${action}`);
  return sql`from account_activity where ${sql.join(parts, sql` and `)} order by at desc, id desc`;
}

/** Newest first, in both modes, without operators' addresses. */
export async function listActivity(
  executor: Executor,
  filter: ActivityFilter,
  page: Page,
): Promise<{ rows: ActivityRow[]; total: number }> {
  const { accountId, personId, subjectId, action } = filter;
  const isPlain = personId === null && subjectId === null && action === null;
  const operators = isPlain ? operatorEntries(accountId) : sql`from operator_actions where false`;
  // As many of each as the page may need.
  const most = page.offset + page.limit + 1;
  const { rows } = await sql<ActivityRow>`${planned}
    select t.id, t.at, t.world, t.actor, t.person_id, t.person, p.name, t.action, t.subject_id, t.details, t.outcome
    from (
      select * from (
        (select 'p' || id as id, id as seq, at, world, 'person' as actor, person_id, person, action, subject_id, details, outcome
          ${personEntries(filter)} limit ${most})
        union all
        (select 'o' || id, id, at, case when subject_type = 'wallet' then split_part(subject_id, '/', 1) else 'live' end, 'operator',
          null, null, action, null, '{}'::jsonb, 'done' ${operators} limit ${most})
      ) t order by at desc, actor desc, seq desc limit ${page.limit + 1} offset ${page.offset}
    ) t left join person_profiles p on p.id = t.person_id order by t.at desc, t.actor desc, t.seq desc`.execute(
    executor,
  );
  const both = sql`((select ${personEntries(filter)} limit ${filteredMax + 1}) union all (select ${operators} limit ${filteredMax + 1})) t`;
  const counted = await countUpTo(executor, sql`select from ${both}`, filteredMax);
  return { rows: rows.slice(0, page.limit), total: totalOf(counted, page, rows.length) };
}

export async function eraseActivityOf(executor: Executor, accountId: string): Promise<void> {
  await sql`delete from account_activity where account_id = ${accountId}`.execute(executor);
}

/** Keeps what a person did, without their name. */
export async function forgetPerson(executor: Executor, personId: string): Promise<void> {
  await sql`
    update account_activity set person_id = null, person = null where person_id = ${personId}`.execute(executor);
}
