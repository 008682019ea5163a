import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, onServer, type TestDatabase } from '../../../test/harness/postgres.ts';
import { type Database, openDatabase } from './open.ts';
import { asRole, ensureRole, grantService } from './service-role.ts';

const role = `errand_service_${randomBytes(4).toString('hex')}`;
let test: TestDatabase;
let service: Database;
beforeAll(async () => {
  test = await createTestDatabase();
  await ensureRole(test.database.db, role, 'first');
  await ensureRole(test.database.db, role, 'secret');
  await grantService(test.database.db, role);
  await grantService(test.database.db, role);
  service = openDatabase({ url: asRole(test.url, role, 'secret'), poolMax: 1 });
});
afterAll(async () => {
  await service.close();
  await test.drop();
  await onServer(`drop role if exists ${role}`);
});

const run = (statement: string) => sql.raw(statement).execute(service.db);

it('reads and writes rows', async () => {
  const account = '11111111-1111-4111-8111-111111111111';
  await run(`insert into accounts (id, created_at) values ('${account}', now())`);
  await run(`insert into ledger_transfers (world, account_id, kind, debit, credit, amount_cents, cause, cause_id, created_at)
    values ('test', '${account}', 'fund', 'a', 'b', 1, 'sandbox', gen_random_uuid(), now())`);
  expect((await run(`select id from accounts where id = '${account}'`)).rows).toEqual([{ id: account }]);
  await run(`update accounts set email = 'a@example.com' where id = '${account}'`);
});

it.each([
  'drop table orders',
  'alter table orders add column x int',
  'truncate jobs',
  'alter table ledger_transfers disable trigger all',
  'delete from ledger_transfers',
  'update ledger_transfers set amount_cents = 2',
  'truncate ledger_transfers',
  "update audit_log set note = ''",
  'delete from kysely_migration',
  'create table mine (id int)',
  'drop trigger ledger_is_append_only on ledger_transfers',
])('may not %s', async (statement) => {
  await expect(run(statement)).rejects.toThrow(/permission denied|must be owner/);
});

it('is refused by the ledger itself, also as its owner', async () => {
  const { db } = test.database;
  await expect(sql`truncate ledger_transfers`.execute(db)).rejects.toThrow('append-only');
  const other = '22222222-2222-4222-8222-222222222222';
  await sql`insert into accounts (id, created_at) values (${other}, now())`.execute(db);
  await expect(sql`update ledger_transfers set account_id = ${other}`.execute(db)).rejects.toThrow('no claim moves');
});
