import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../test/harness/postgres.ts';
import { newId } from '../../../kit/ids.ts';
import { insertAccount } from '../accounts/index.ts';
import { insertActivity, listActivity } from './sql.ts';

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.drop());

const everything = { personId: null, subjectId: null, action: null };
const minute = (n: number) => new Date(Date.UTC(2026, 10, 1, 12, n));

async function account(): Promise<string> {
  const id = newId();
  await insertAccount(test.database.db, id, `${id}@example.com`, minute(0));
  return id;
}

const deed = (accountId: string, n: number, action = 'order.placed') =>
  insertActivity(
    test.database.db,
    { accountId, world: 'test', personId: newId(), person: 'Jane', action, subjectId: `s${n}`, details: {} },
    minute(n),
  );

const byOperator = (type: string, subject: string, n: number) =>
  sql`
  insert into audit_log (at, operator, action, subject_type, subject_id)
  values (${minute(n)}, 'somebody@example.com', 'wallet.credited', ${type}, ${subject})`.execute(test.database.db);

it('lists actions of people and operators by time, in pages, for one account only', async () => {
  const [own, other] = [await account(), await account()];
  for (const n of [1, 3, 5, 7]) await deed(own, n);
  await byOperator('wallet', `test/${own}`, 2);
  await byOperator('customer', own, 6);
  await byOperator('wallet', `live/${own}`, 8);
  await deed(other, 4);
  await byOperator('wallet', `test/${other}`, 9);
  // Same id, but not an action on the account.
  await byOperator('order', own, 9);

  const list = (offset: number, limit: number, filter = {}) =>
    listActivity(test.database.db, { ...everything, accountId: own, ...filter }, { limit, offset });
  const minutesOf = (rows: { at: Date }[]) => rows.map(({ at }) => at.getUTCMinutes());
  const all = await list(0, 50);
  expect(minutesOf(all.rows)).toEqual([8, 7, 6, 5, 3, 2, 1]);
  expect(all.total).toBe(7);
  expect(all.rows.map(({ actor, world }) => `${actor} ${world}`)).toEqual([
    'operator live',
    'person test',
    'operator live',
    'person test',
    'person test',
    'operator test',
    'person test',
  ]);
  // Without the operator's address.
  expect(JSON.stringify(all.rows)).not.toContain('somebody');
  const pages = [await list(0, 3), await list(3, 3), await list(6, 3)];
  expect(pages.map(({ rows }) => minutesOf(rows))).toEqual([[8, 7, 6], [5, 3, 2], [1]]);
  expect(pages.map(({ total }) => total)).toEqual([7, 7, 7]);
  // Filters by person, subject or action exclude what operators did.
  expect(minutesOf((await list(0, 50, { action: 'order.placed' })).rows)).toEqual([7, 5, 3, 1]);
  expect(minutesOf((await list(0, 50, { action: 'wallet.credited' })).rows)).toEqual([]);
  expect(minutesOf((await list(0, 50, { subjectId: 's5' })).rows)).toEqual([5]);
});
