import { sql } from 'kysely';
import { type Clock, minuteMs, plusMs, secondMs } from '../../../kit/clock.ts';
import { type Db, type Executor, inTransaction } from '../../../platform/database/index.ts';

interface Needs {
  db: Db;
  clock: Clock;
}

/** A page reports every ten seconds. */
const seenMs = 30 * secondMs;
/** A claim outlives a closed page for a while. Then anyone may continue. */
const claimedMs = 15 * minuteMs;

export interface Presence {
  operator: string;
  seenAt: Date;
  claimedAt: Date | null;
}

export interface SubjectPresence {
  others: Presence[];
  isMine: boolean;
}

/** Records that an operator views a subject, and returns who else does. */
export async function recordPresence(
  { db, clock }: Needs,
  operator: string,
  subject: string,
): Promise<SubjectPresence> {
  const now = clock.now();
  await sql`
    insert into operator_presence (subject, operator, seen_at) values (${subject}, ${operator}, ${now})
    on conflict (subject, operator) do update set seen_at = ${now}`.execute(db);
  return read(db, operator, subject, now);
}

/** Claims or releases a subject. Of two concurrent claims, one wins; both operators see it, and neither is blocked. */
export async function claimSubject(
  { db, clock }: Needs,
  operator: string,
  subject: string,
  isTaken: boolean,
): Promise<SubjectPresence> {
  const now = clock.now();
  return inTransaction(db, async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`presence ${subject}`}, 0))`.execute(tx);
    await sql`
      update operator_presence set claimed_at = null
      where subject = ${subject} and claimed_at is not null and seen_at < ${plusMs(now, -claimedMs)}`.execute(tx);
    if (isTaken) {
      await sql`
        insert into operator_presence as p (subject, operator, seen_at, claimed_at)
        select ${subject}, ${operator}, ${now}, ${now}::timestamptz
        where not exists (select from operator_presence where subject = ${subject} and claimed_at is not null
          and operator <> ${operator})
        on conflict (subject, operator) do update set seen_at = ${now}, claimed_at = coalesce(p.claimed_at, ${now})`.execute(
        tx,
      );
    } else {
      await sql`
        update operator_presence set claimed_at = null, seen_at = ${now}
        where subject = ${subject} and operator = ${operator}`.execute(tx);
    }
    return read(tx, operator, subject, now);
  });
}

async function read(executor: Executor, operator: string, subject: string, now: Date): Promise<SubjectPresence> {
  const { rows } = await sql<{ operator: string; seenAt: Date; claimedAt: Date | null }>`
    select operator, seen_at as "seenAt", claimed_at as "claimedAt" from operator_presence
    where subject = ${subject} and seen_at > ${plusMs(now, -claimedMs)}
      and (claimed_at is not null or seen_at > ${plusMs(now, -seenMs)})
    order by claimed_at is null, operator limit 20`.execute(executor);
  return {
    others: rows.filter((row) => row.operator !== operator),
    isMine: rows.some((row) => row.operator === operator && row.claimedAt !== null),
  };
}

export async function listClaims({ db, clock }: Needs, prefix: string) {
  const { rows } = await sql<{ subject: string; operator: string }>`
    select subject, operator from operator_presence
    where claimed_at is not null and seen_at > ${plusMs(clock.now(), -claimedMs)} and starts_with(subject, ${prefix})
    order by claimed_at limit 500`.execute(db);
  return rows;
}

export async function prunePresence(executor: Executor, now: Date): Promise<void> {
  await sql`delete from operator_presence where seen_at < ${plusMs(now, -4 * claimedMs)}`.execute(executor);
}
