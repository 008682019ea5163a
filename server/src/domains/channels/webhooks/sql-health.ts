import { type RawBuilder, sql } from 'kysely';
import type { World } from '../../../kit/world.ts';
import { deleteInPortions, type Executor, type Row, type Tx } from '../../../platform/database/index.ts';

/** Counts the attempt of the CTE `done`. */
export const countAttemptCte = (outcome: {
  error: string | null;
  durationMs: number;
  sentAt: Date;
}): RawBuilder<unknown> => sql`counted as (
      insert into webhook_endpoint_hours as h (endpoint_id, hour, attempts, succeeded, duration_ms_total, duration_ms_max)
      select endpoint_id, date_trunc('hour', ${outcome.sentAt}::timestamptz, 'UTC'), 1, ${outcome.error === null ? 1 : 0}::int,
        ${outcome.durationMs}::int, ${outcome.durationMs}::int from done where endpoint_id is not null
      on conflict (endpoint_id, hour) do update set attempts = h.attempts + 1, succeeded = h.succeeded + excluded.succeeded,
        duration_ms_total = h.duration_ms_total + excluded.duration_ms_total,
        duration_ms_max = greatest(h.duration_ms_max, excluded.duration_ms_max)
    )`;

/** Opens an outage of the URL in the CTE `done`. Manual tests and test clocks open none. */
export const openOutageCte = ({
  at,
  isStopped,
}: {
  at: Date;
  isStopped: boolean;
}): RawBuilder<unknown> => sql`opened as (
      insert into webhook_outages as o (account_id, world, url, started_at, is_stopped)
      select account_id, world, url, ${at}, ${isStopped} from done where test_clock is null and subject_kind <> 'test'
      on conflict (account_id, world, url_key) where ended_at is null
        do update set is_stopped = true where excluded.is_stopped and not o.is_stopped
    )`;

/** Ends the outage of the URL in the CTE `done`. One that nobody was emailed about is deleted. */
export const endOutageCtes = (at: Date): RawBuilder<unknown> => sql`ended as (
      update webhook_outages o set ended_at = ${at} from done
      where o.account_id = done.account_id and o.world = done.world and o.url_key = done.url_key and o.ended_at is null
        and o.mailed_as is not null
    ), forgotten as (
      delete from webhook_outages o using done
      where o.account_id = done.account_id and o.world = done.world and o.url_key = done.url_key and o.ended_at is null
        and o.mailed_as is null
    )`;

export interface OutageRow
  extends Row<'webhook_outages', 'id' | 'account_id' | 'world' | 'url' | 'started_at' | 'ended_at'> {
  mailed_as: 'failing' | 'stopped' | 'recovered';
}

interface MailRules {
  now: Date;
  /** Email about outages that started before this. */
  failingSince: Date;
  /** No second email for URLs emailed about after this. */
  quietSince: Date;
}

/** Marks the outages to email about now, and returns them. */
export async function markMailedOutages(executor: Executor, rules: MailRules, limit: number): Promise<OutageRow[]> {
  const { rows } = await sql<OutageRow>`
    with due as (
      select id, case when ended_at is not null then 'recovered' when is_stopped then 'stopped' else 'failing' end as mailed_as
      from webhook_outages o
      where mailed_as is distinct from 'recovered' and case
        when ended_at is not null then mailed_as is not null
        when is_stopped then mailed_as is distinct from 'stopped'
        else mailed_as is null and started_at <= ${rules.failingSince} and not exists (
          select from webhook_outages e
          where e.account_id = o.account_id and e.world = o.world and e.url_key = o.url_key and e.id <> o.id
            and e.mailed_at > ${rules.quietSince})
        end
      order by started_at limit ${limit} for update skip locked
    )
    update webhook_outages o set mailed_as = due.mailed_as, mailed_at = ${rules.now} from due where o.id = due.id
    returning o.id, o.account_id, o.world, o.url, o.started_at, o.ended_at, o.mailed_as`.execute(executor);
  return rows;
}

export async function findOutage(executor: Executor, id: string): Promise<OutageRow | null> {
  const { rows } = await sql<OutageRow>`
    select id, account_id, world, url, started_at, ended_at, mailed_as from webhook_outages where id = ${id}`.execute(
    executor,
  );
  return rows[0] ?? null;
}

/** SQL: since when the endpoint `e` fails; null while it works. */
export const failingSince: RawBuilder<unknown> = sql`(select started_at from webhook_outages o
    where o.account_id = e.account_id and o.world = e.world and o.url_key = e.url_key and o.ended_at is null)`;

export interface AttemptCounts {
  attempts: number;
  succeeded: number;
  average_ms: number | null;
  max_ms: number | null;
}

const counts = sql`coalesce(sum(attempts), 0)::int as attempts, coalesce(sum(succeeded), 0)::int as succeeded,
  round(sum(duration_ms_total) / nullif(sum(attempts), 0))::int as average_ms, max(duration_ms_max) as max_ms`;

/** Outcomes of attempts since then, by endpoint. */
export async function countAttempts(
  executor: Executor,
  endpointIds: readonly string[],
  since: Date,
): Promise<Map<string, AttemptCounts>> {
  const { rows } = await sql<AttemptCounts & { endpoint_id: string }>`
    select endpoint_id, ${counts} from webhook_endpoint_hours
    where endpoint_id = any (${endpointIds}::uuid[]) and hour > ${since} group by endpoint_id`.execute(executor);
  return new Map(rows.map(({ endpoint_id: id, ...row }) => [id, row]));
}

/** The same in equal steps, oldest first, including empty ones. */
export async function listAttemptSteps(
  executor: Executor,
  endpointId: string,
  { from, to, stepHours }: { from: Date; to: Date; stepHours: number },
): Promise<(AttemptCounts & { at: Date })[]> {
  const step = sql`make_interval(hours => ${stepHours}::int)`;
  const { rows } = await sql<AttemptCounts & { at: Date }>`
    select step.at, ${counts}
    from generate_series(${from}::timestamptz, ${to}::timestamptz - interval '1 second', ${step}) step (at)
    left join webhook_endpoint_hours h on h.endpoint_id = ${endpointId} and h.hour >= step.at and h.hour < step.at + ${step}
    group by step.at order by step.at`.execute(executor);
  return rows;
}

/** Replacing or deleting an endpoint ends the outages of its URL. */
export async function deleteOutagesOf(executor: Executor, endpointId: string, newUrl = ''): Promise<void> {
  await sql`
    delete from webhook_outages o using webhook_endpoints e
    where e.id = ${endpointId} and e.url <> ${newUrl} and o.account_id = e.account_id and o.world = e.world and o.url_key = e.url_key
      and o.ended_at is null`.execute(executor);
}

export async function deleteHealthOf(tx: Tx, endpointId: string): Promise<void> {
  await sql`delete from webhook_endpoint_hours where endpoint_id = ${endpointId}`.execute(tx);
}

/** The target account's own outage of the same URL wins. */
export async function moveOutages(executor: Executor, from: string, to: string, world: World): Promise<void> {
  await sql`
    update webhook_outages o set account_id = ${to} where o.account_id = ${from} and o.world = ${world}
      and not exists (select from webhook_outages own
        where own.account_id = ${to} and own.world = o.world and own.url_key = o.url_key and own.ended_at is null)`.execute(
    executor,
  );
  await sql`delete from webhook_outages where account_id = ${from} and world = ${world}`.execute(executor);
}

export async function deleteHealthBefore(executor: Executor, before: Date): Promise<void> {
  await deleteInPortions(executor, 'webhook_endpoint_hours', sql`hour < ${before}`);
  await deleteInPortions(executor, 'webhook_outages', sql`started_at < ${before}`);
}

/** SQL: whether a delivery is to the URL of an outage. */
export const isToUrl = ({ accountId, world }: { accountId: string; world: World }, url: string): RawBuilder<unknown> =>
  sql`account_id = ${accountId} and world = ${world} and url_key = md5(${url})::uuid`;
