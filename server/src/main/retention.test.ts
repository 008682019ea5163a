import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seed } from '../../../bench/growth/seed.ts';
import { createTestDatabase, type TestDatabase } from '../../test/harness/postgres.ts';
import { deleteOldBatches } from '../domains/orders/bulk/index.ts';
import { dayMs, plusMs } from '../kit/clock.ts';
import type { Blobs } from '../platform/blobs/index.ts';
import { deleteOldOrders } from './retention.ts';
import { storageText } from './sql-storage.ts';

let test: TestDatabase;
const deletedBlobs: string[] = [];
const blobs = { delete: async (key: string) => void deletedBlobs.push(key) } as unknown as Blobs;

beforeAll(async () => {
  test = await createTestDatabase();
  await seed(test.database.db, 1_100);
  // Two thirds of it are over.
  const isOver = sql.raw(`abs(hashtext(order_id::text)) % 3 > 0`);
  await sql`
    update return_requests set status = 'credited', resolved_at = created_at, credited_cents = 1899 where ${isOver}`.execute(
    test.database.db,
  );
  await sql`update cases set state = 'closed' where ${isOver}`.execute(test.database.db);
  await sql`
    insert into return_labels (id, return_id, position, carrier, tracking_number, blob, link_key, created_at)
    select gen_random_uuid(), id, 0, 'UPS', '1', 'label-' || status, sha256('x'), now()
    from return_requests where created_at < now() - interval '3 hours'`.execute(test.database.db);
  await recordDeletes();
}, 60_000);
afterAll(() => test.drop());

const count = async (from: string): Promise<number> =>
  (await sql<{ n: number }>`select count(*) as n from ${sql.raw(from)}`.execute(test.database.db)).rows[0]!.n;

/** Writes down every table that rows are deleted from, also when there are none. */
async function recordDeletes(): Promise<void> {
  await sql
    .raw(`create table deleted_from (name text primary key);
    create function record_delete() returns trigger language plpgsql as $$ begin
      insert into deleted_from values (tg_table_name) on conflict do nothing; return null;
    end $$;
    do $$ declare name text; begin
      for name in select relname from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition loop
        execute format('create trigger record_delete after delete on %I for each statement execute function record_delete()', name);
      end loop;
    end $$`)
    .execute(test.database.db);
}

const isOld = `created_at < now() - interval '3 hours'`;
/** Orders that came at two a minute: the last three hours are 360 of them. */
const threeHours = () => plusMs(new Date(), -dayMs / 8);

describe('what was completed long ago', () => {
  it('is deleted with everything that belongs to it, unless it is open, in a batch, or in the other mode', async () => {
    const { db } = test.database;
    const money = await count('ledger_transfers');
    await sql`update orders set status = 'in_progress' where id in (select id from orders where ${sql.raw(isOld)} limit 1)`.execute(
      db,
    );
    expect(await deleteOldOrders({ db, blobs }, 'live', threeHours())).toBe(0);
    expect(await count('orders')).toBe(1_100);
    const deleted = await deleteOldOrders({ db, blobs }, 'test', threeHours());
    expect(deleted).toBeGreaterThan(600);
    expect(await count('orders')).toBe(1_100 - deleted);
    expect(await count(`orders where ${isOld} and status in ('pending', 'in_progress')`)).toBe(1);
    expect(await count(`cases where state = 'open' and ${isOld.replace('created_at', 'opened_at')}`)).toBeGreaterThan(
      0,
    );
    expect(await count(`return_requests where status = 'open' and ${isOld}`)).toBeGreaterThan(0);
    expect(await count(`orders o join bulk_rows b on b.order_id = o.id`)).toBe(99);
    for (const table of ['order_items', 'shipments', 'return_requests', 'cases', 'case_messages'])
      expect(await count(`${table} t where not exists (select from orders o where o.id = t.order_id)`), table).toBe(0);
    expect(await count('idempotency_keys')).toBe(await count('orders'));
    expect(await count('ledger_transfers')).toBe(money);
    expect(new Set(deletedBlobs)).toEqual(new Set(['label-credited']));
  });

  it('deletes from every table that refers to what it deletes', async () => {
    const deleted = await sql<{ name: string }>`select name from deleted_from where name <> 'orders'`.execute(
      test.database.db,
    );
    const deletedTables = deleted.rows.map(({ name }) => name);
    const { rows } = await sql<{ name: string }>`
      select distinct conrelid::regclass::text as name from pg_constraint
      where contype = 'f' and confdeltype = 'a' and confrelid::regclass::text = any (${['orders', ...deletedTables]})
      order by 1`.execute(test.database.db);
    const referring = rows.map(({ name }) => name);
    expect(referring).toEqual(
      expect.arrayContaining(['cases', 'case_attachments', 'failed_order_notices', 'return_labels']),
    );
    expect(referring.filter((name) => !deletedTables.includes(name))).toEqual([]);
  });

  it('runs in batches, and orders stay until it is their turn', async () => {
    const { db } = test.database;
    const [before, batches] = [await count('orders'), await count('bulk_batches')];
    expect(batches).toBeGreaterThan(0);
    await deleteOldBatches(db, threeHours());
    expect(await count('bulk_batches')).toBe(batches);
    await deleteOldBatches(db, plusMs(new Date(), dayMs));
    expect([await count('bulk_batches'), await count('bulk_rows'), await count('orders')]).toEqual([0, 0, before]);
    expect(await deleteOldOrders({ db, blobs }, 'test', threeHours())).toBeGreaterThan(80);
  });

  it('is checked by size', async () => {
    await sql`analyze orders`.execute(test.database.db);
    expect(await storageText(test.database.db)).toMatch(
      /rows, about.*for each order\n[\s\S]*orders +[\d,]+ +[\d.]+ MB.* \d+ B\n[\s\S]*Total: [\d.]+ MB, \d+ B for each of about \d+ orders/,
    );
  });

  it('stays where a budget for ever is counted from it', async () => {
    const { db } = test.database;
    await sql`
      insert into policies (id, account_id, world, scope, subject, version, rules, is_frozen, updated_by, created_at, updated_at)
      select gen_random_uuid(), account_id, 'test', 'account', account_id::text, 1,
        '{"windows": [{"per": "day"}, {"per": "total", "amount_cents": 1}]}', false, 'test', now(), now()
      from (select account_id from orders group by 1 order by count(*) desc limit 1) most`.execute(db);
    const before = await count('orders o where exists (select from policies p where p.account_id = o.account_id)');
    expect(before).toBeGreaterThan(0);
    await deleteOldOrders({ db, blobs }, 'test', plusMs(new Date(), dayMs));
    expect(await count('orders o where exists (select from policies p where p.account_id = o.account_id)')).toBe(
      before,
    );
    await sql`delete from policies`.execute(db);
  });

  it('takes the files of a case along, and an email that was never sent', async () => {
    const { db } = test.database;
    const { rows } = await sql<{ order_id: string }>`
      update cases set state = 'closed' where order_id in (
        select c.order_id from cases c join orders o on o.id = c.order_id where o.status <> 'pending' limit 1)
      returning order_id`.execute(db);
    const orderId = rows[0]!.order_id;
    await sql`
      insert into case_attachments (id, order_id, author, name, content_type, bytes, blob, created_at)
      values (gen_random_uuid(), ${orderId}, 'customer', 'a.png', 'image/png', 1, 'a file', now())`.execute(db);
    await sql`insert into failed_order_notices (order_id, created_at) values (${orderId}, now())`.execute(db);
    await sql`update return_requests set status = 'credited' where order_id = ${orderId}`.execute(db);
    await deleteOldOrders({ db, blobs }, 'test', plusMs(new Date(), dayMs));
    expect(await count(`orders where id = '${orderId}'`)).toBe(0);
    expect(deletedBlobs).toContain('a file');
  });
});
