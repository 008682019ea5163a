import { sql } from 'kysely';
import { assertDefined } from '../kit/assert-defined.ts';
import type { Db } from './database/index.ts';

interface Pacing {
  name: string;
  intervalMs: number;
  burst: number;
  graceMs: number;
}

const ms = (amount: unknown) => sql`${amount}::float8 * interval '1 millisecond'`;
const msUntil = (moment: ReturnType<typeof sql>) =>
  sql<number>`greatest(0, extract(epoch from ${moment} - clock_timestamp()) * 1000)::float8`;
const paceOf = (intervalMs: number) => sql`greatest(${intervalMs}::float8, coalesce(q.interval_ms, 0))`;

/** Milliseconds until a holder's turn; 0: it may be used now. Null: it has none, or missed it. */
export async function findTurn(db: Db, { name, graceMs }: Pacing, holder: string): Promise<number | null> {
  const { rows } = await sql<{ wait: number }>`
    select ${msUntil(sql`at`)} as wait from call_turns
    where quota = ${name} and holder = ${holder} and at > clock_timestamp() - ${ms(graceMs)}`.execute(db);
  return rows[0]?.wait ?? null;
}

/** Plans one turn per holder, in a row, replacing their previous turns. Returns how long until the first. */
export async function planTurns(db: Db, pacing: Pacing, holders: readonly string[]): Promise<number> {
  const { name, intervalMs, burst } = pacing;
  const count = holders.length;
  const { rows } = await sql<{ wait: number }>`
    with planned as (
      insert into call_quotas as q (quota, full_at) values (${name}, clock_timestamp() + ${ms(count * intervalMs)})
      on conflict (quota) do update
        set full_at = greatest(q.full_at, clock_timestamp()) + ${count}::int * ${paceOf(intervalMs)} * interval '1 millisecond'
      returning full_at, ${paceOf(intervalMs)} as pace
    ), turns as (
      insert into call_turns as t (quota, holder, at)
      select ${name}, holder, greatest(clock_timestamp(),
        full_at - (${burst}::float8 + ${count}::int - place) * pace * interval '1 millisecond')
      from planned, unnest(${holders}::text[]) with ordinality as given (holder, place)
      on conflict (quota, holder) do update set at = excluded.at
      returning at
    )
    select ${msUntil(sql`min(at)`)} as wait from turns`.execute(db);
  return assertDefined(rows[0]).wait;
}

/** A turn is used once. */
export async function spendTurn(db: Db, { name }: Pacing, holder: string): Promise<boolean> {
  const { rows } = await sql`
    delete from call_turns where quota = ${name} and holder = ${holder} returning holder`.execute(db);
  return rows.length > 0;
}

/** Plans one call as early as allowed; plans nothing if that is longer than the caller waits. */
export async function planCall(db: Db, { name, intervalMs, burst }: Pacing, patienceMs: number): Promise<number> {
  const next = sql`greatest(q.full_at, clock_timestamp()) + ${paceOf(intervalMs)} * interval '1 millisecond'`;
  const start = (fullAt: ReturnType<typeof sql>) =>
    msUntil(sql`${fullAt} - ${burst}::float8 * ${paceOf(intervalMs)} * interval '1 millisecond'`);
  const planned = await sql<{ wait: number }>`
    insert into call_quotas as q (quota, full_at) values (${name}, clock_timestamp() + ${ms(intervalMs)})
    on conflict (quota) do update set full_at = ${next} where ${start(next)} <= ${patienceMs}::float8
    returning ${start(sql`q.full_at`)} as wait`.execute(db);
  if (planned.rows[0]) return planned.rows[0].wait;
  const { rows } = await sql<{ wait: number }>`
    select ${start(next)} as wait from call_quotas q where quota = ${name}`.execute(db);
  return Math.max(rows[0]?.wait ?? 0, patienceMs + 1);
}

export async function pushBack(db: Db, { name, intervalMs, burst }: Pacing, forMs: number): Promise<void> {
  const fullAt = sql`clock_timestamp() + ${ms(forMs + (burst - 1) * intervalMs)}`;
  await sql`
    insert into call_quotas as q (quota, full_at) values (${name}, ${fullAt})
    on conflict (quota) do update set full_at = greatest(q.full_at, ${fullAt})`.execute(db);
}

export async function slowDown(db: Db, quota: string, intervalMs: number): Promise<void> {
  await sql`
    update call_quotas set interval_ms = ${intervalMs}
    where quota = ${quota} and interval_ms is distinct from ${intervalMs}::float8`.execute(db);
}

export async function deleteTurns(db: Db): Promise<void> {
  await sql`delete from call_turns where at < clock_timestamp() - interval '1 hour'`.execute(db);
  await sql`delete from call_quotas where full_at < clock_timestamp() - interval '1 day'`.execute(db);
}
