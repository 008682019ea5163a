import { sql } from 'kysely';
import type { TestClock } from '../../../../kit/test-clock.ts';
import { type Executor, type Row, runNamed, type Statement, type Tx } from '../../../../platform/database/index.ts';
import { unparkJobs } from '../../../../platform/queue/index.ts';

export type TestClockRow = Row<'test_clocks'>;

const findStatement: Statement = {
  name: 'test-clock',
  text: 'select id, now_at as now, set_at as "setAt" from test_clocks where id = $1',
};

/** Null if there is no such clock. */
export async function findTestClock(executor: Executor, id: string): Promise<TestClock | null> {
  const [row] = await runNamed<{ id: string; now: Date; setAt: Date }>(executor, findStatement, [id]);
  return row ?? null;
}

export async function findOwnTestClock(
  executor: Executor,
  accountId: string,
  id: string,
): Promise<TestClockRow | null> {
  const { rows } = await sql<TestClockRow>`
    select * from test_clocks where id = ${id} and account_id = ${accountId}`.execute(executor);
  return rows[0] ?? null;
}

/** The same, locked. */
export async function lockOwnTestClock(
  executor: Executor,
  accountId: string,
  id: string,
): Promise<TestClockRow | null> {
  const { rows } = await sql<TestClockRow>`
    select * from test_clocks where id = ${id} and account_id = ${accountId} for update`.execute(executor);
  return rows[0] ?? null;
}

/** Newest first. */
export async function listTestClocks(executor: Executor, accountId: string): Promise<TestClockRow[]> {
  const { rows } = await sql<TestClockRow>`
    select * from test_clocks where account_id = ${accountId} order by created_at desc, id`.execute(executor);
  return rows;
}

/** Null if the account has the maximum number of clocks. */
export async function insertTestClock(
  executor: Executor,
  clock: { id: string; accountId: string; name: string | null; nowAt: Date; createdAt: Date },
  most: number,
): Promise<TestClockRow | null> {
  // A concurrent second creation waits here and counts the first.
  await sql`select from accounts where id = ${clock.accountId} for no key update`.execute(executor);
  const { rows } = await sql<TestClockRow>`
    insert into test_clocks (id, account_id, name, now_at, set_at, created_at)
    select ${clock.id}, ${clock.accountId}, ${clock.name}, ${clock.nowAt}, ${clock.createdAt}, ${clock.createdAt}
    where (select count(*) from test_clocks where account_id = ${clock.accountId}) < ${most}
    returning *`.execute(executor);
  return rows[0] ?? null;
}

export async function startAdvance(executor: Executor, id: string, to: Date): Promise<void> {
  await sql`update test_clocks set advance_to = ${to}, stops = 0 where id = ${id}`.execute(executor);
}

export async function findAdvance(
  executor: Executor,
  id: string,
): Promise<(TestClockRow & { advance_to: Date }) | null> {
  const { rows } = await sql<TestClockRow & { advance_to: Date }>`
    select * from test_clocks where id = ${id} and advance_to is not null`.execute(executor);
  return rows[0] ?? null;
}

/** Waits for transactions that read the clock before (park_job). */
export async function moveTestClock(executor: Executor, id: string, to: Date, setAt: Date): Promise<void> {
  await sql`
    update test_clocks set now_at = greatest(now_at, ${to}::timestamptz), set_at = ${setAt}, stops = stops + 1
    where id = ${id}`.execute(executor);
}

export async function endAdvance(executor: Executor, id: string): Promise<void> {
  await sql`update test_clocks set advance_to = null where id = ${id}`.execute(executor);
}

export async function deleteTestClock(executor: Executor, id: string): Promise<void> {
  await sql`delete from test_clocks where id = ${id}`.execute(executor);
}

export async function moveTestClocksToAccount(executor: Executor, from: string, to: string): Promise<void> {
  await sql`update test_clocks set account_id = ${to} where account_id = ${from}`.execute(executor);
}

/** Deletes every clock of an account. Their objects continue in real time. */
export async function deleteTestClocksOf(tx: Tx, accountId: string): Promise<void> {
  for (const { id, now_at: now } of await listTestClocks(tx, accountId)) {
    await unparkJobs(tx, id, now);
    await deleteTestClock(tx, id);
  }
}
