import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { withDatabase } from '../../../test/harness/global-setup.ts';
import { createTestDatabase, testServer } from '../../../test/harness/postgres.ts';
import { type Database, type Db, listMigrations, migrate, openDatabase, planUpgrade, readMigrations } from './index.ts';
import { runMigrations } from './run-migrations.ts';

async function withEmptyDatabase(work: (url: string) => Promise<void>): Promise<void> {
  const server = openDatabase({ url: testServer().url });
  const name = `errand_empty_${randomBytes(8).toString('hex')}`;
  await server.pool.query(`create database ${name}`);
  try {
    await work(withDatabase(testServer().url, name));
  } finally {
    await server.pool.query(`drop database ${name} with (force)`);
    await server.close();
  }
}

/** Responses may be packed right away in a new database, and after a day in one that an older version uses. */
async function packsAfterADay({ db, url }: Database): Promise<void> {
  const waits = async () => {
    const { rows } = await sql`select begins_at > now() + interval '23 hours' as waits from answer_packing`.execute(db);
    return rows;
  };
  expect(await waits()).toEqual([{ waits: false }]);
  const name = '0520_packed_answers';
  const text = readFileSync(new URL(`../../../migrations/${name}.sql`, import.meta.url), 'utf8');
  await sql`drop table answer_packing`.execute(db);
  await sql`alter table idempotency_keys drop column packed`.execute(db);
  await sql`delete from kysely_migration where name = ${name}`.execute(db);
  await runMigrations(url, [{ name, text }]);
  expect(await waits()).toEqual([{ waits: true }]);
}

/**
 * Indexes that an older version needs stay for a day beside their replacements; a new database has only the new ones.
 */
async function replacesIndexesAfterADay({ db }: Database): Promise<void> {
  const old = ['ledger_transfers_by_account', 'ledger_transfers_cause_id_kind_debit_credit_key'];
  const fresh = ['ledger_transfers_of_owner', 'ledger_transfers_once', 'ledger_transfers_pkey'];
  const indexes = async () => {
    const { rows } = await sql<{ name: string }>`
      select indexname as name from pg_indexes where tablename = 'ledger_transfers' order by 1`.execute(db);
    return rows.map(({ name }) => name);
  };
  const age = (days: number) =>
    sql`update kysely_migration set timestamp = now() - ${days} * interval '1 day' where name = '0600_short_keys'`.execute(
      db,
    );
  expect(await indexes()).toEqual(fresh);
  await sql`drop index ledger_transfers_once, ledger_transfers_of_owner`.execute(db);
  await sql`drop statistics ledger_owner`.execute(db);
  await sql`drop function owner_key, cause_key, movement_key`.execute(db);
  await sql`alter table ledger_transfers add constraint ledger_transfers_cause_id_kind_debit_credit_key
    unique (cause_id, kind, debit, credit)`.execute(db);
  await sql`create index ledger_transfers_by_account on ledger_transfers (account_id, world, id desc)`.execute(db);
  await sql`delete from kysely_migration where name in ('0600_short_keys', '0601_ledger_statistics')`.execute(db);
  expect(await migrate(db)).toEqual(['0600_short_keys', '0601_ledger_statistics']);
  expect(await indexes()).toEqual([...old, ...fresh].sort());
  await age(0.9);
  await migrate(db);
  expect(await indexes()).toEqual([...old, ...fresh].sort());
  await age(1.1);
  // An invalid index enforces nothing: it is rebuilt first.
  await sql`update pg_index set indisvalid = false where indexrelid = 'ledger_transfers_once'::regclass`.execute(db);
  await migrate(db);
  expect(await indexes()).toEqual(fresh);
  const { rows } = await sql`
    select indisvalid as is_valid from pg_index where indexrelid = 'ledger_transfers_once'::regclass`.execute(db);
  expect(rows).toEqual([{ is_valid: true }]);
}

/** Columns, checks and triggers. Indexes and unique keys of the previous version stay for a day after an upgrade. */
async function schemaOf(db: Db): Promise<string[]> {
  const { rows } = await sql<{ line: string }>`
    select format('%s.%s %s %s %s', attrelid::regclass, attname, format_type(atttypid, atttypmod), attnotnull,
      pg_get_expr(adbin, adrelid)) as line
    from pg_attribute join pg_class c on c.oid = attrelid left join pg_attrdef on adrelid = attrelid and adnum = attnum
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v') and attnum > 0 and not attisdropped
    union all select format('%s %s %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) from pg_constraint
    where connamespace = 'public'::regnamespace and contype in ('c', 'f')
    union all select pg_get_triggerdef(oid) from pg_trigger where not tgisinternal order by 1`.execute(db);
  return rows.map(({ line }) => line);
}

describe('migrate', () => {
  it('upgrades a database of the first version with its rows, to the schema of a new one', () =>
    withEmptyDatabase(async (url) => {
      const names = await listMigrations();
      const first = names.filter((name) => name <= '0007_simulator');
      await runMigrations(url, await readMigrations(first));
      const { db, close } = openDatabase({ url });
      const id = '11111111-1111-4111-8111-111111111111';
      await sql`insert into accounts (id, email, created_at) values (${id}, 'jane@example.com', now())`.execute(db);
      await sql`insert into wallets (account_id, world, available_cents) values (${id}, 'live', 5000)`.execute(db);
      await sql`
        insert into ledger_transfers (world, account_id, kind, debit, credit, amount_cents, cause, cause_id, created_at)
        values ('live', ${id}, 'fund', 'outside', 'available', 5000, 'operator', ${id}, now())`.execute(db);
      expect(await planUpgrade(db)).toMatchObject({ applied: first, missing: names.slice(first.length), unknown: [] });
      expect(await migrate(db)).toEqual(names.slice(first.length));
      const { rows } = await sql`
        select email, available_cents, (select sum(amount_cents)::int from ledger_transfers) as moved
        from accounts join wallets on account_id = accounts.id`.execute(db);
      expect(rows).toEqual([{ email: 'jane@example.com', available_cents: 5000, moved: 5000 }]);
      const fresh = await createTestDatabase();
      expect(await schemaOf(db)).toEqual(await schemaOf(fresh.database.db));
      await fresh.drop();
      await close();
    }));

  it('applies each migration once, no matter which process starts at the same time', () =>
    withEmptyDatabase(async (url) => {
      const databases = [1, 2, 3, 4].map(() => openDatabase({ url, poolMax: 2 }));
      const applied = await Promise.all(databases.map((database) => migrate(database.db)));
      const files = readdirSync(new URL('../../../migrations/', import.meta.url)).filter((file) =>
        /^\d.*\.sql$/.test(file),
      );
      expect(applied.flat()).toEqual(files.sort().map((file) => file.replace('.sql', '')));
      expect(await migrate(databases[0]!.db)).toEqual([]);
      await packsAfterADay(databases[0]!);
      await replacesIndexesAfterADay(databases[0]!);
      await Promise.all(databases.map((database) => database.close()));
    }));

  it('replaces an index, and completes a build after a lost connection', () =>
    withEmptyDatabase(async (url) => {
      const [database, other] = [openDatabase({ url, poolMax: 1 }), openDatabase({ url, poolMax: 2 })];
      await migrate(database.db);
      // A replacement takes effect right away.
      const { rows: metadata } = await sql`
        select indexname as name from pg_indexes where tablename = 'orders' and indexname like '%metadata%'`.execute(
        other.db,
      );
      expect(metadata).toEqual([{ name: 'orders_by_metadata_and_key' }]);
      await sql`drop index orders_of_world_since`.execute(other.db);
      const blocker = await other.pool.connect();
      await blocker.query('begin; lock table orders in row exclusive mode');
      const migrating = migrate(database.db);
      const cut = async () => {
        const { rows } = await sql`
          select pg_terminate_backend(pid) from pg_stat_activity
          where query like 'create index concurrently if not exists orders_of_world_since%' and wait_event_type = 'Lock'`.execute(
          other.db,
        );
        return rows.length;
      };
      await expect.poll(cut, { timeout: 20_000 }).toBe(1);
      await blocker.query('rollback');
      blocker.release();
      expect(await migrating).toEqual([]);
      const { rows } = await sql`
        select indisvalid as is_valid from pg_index where indexrelid = 'orders_of_world_since'::regclass`.execute(
        other.db,
      );
      expect(rows).toEqual([{ is_valid: true }]);
      await Promise.all([database.close(), other.close()]);
    }));

  it('refuses a database that is another program’s, and changes nothing there', () =>
    withEmptyDatabase(async (url) => {
      const database = openDatabase({ url });
      const tables = async () => {
        const { rows } = await sql<{ name: string }>`
          select relname as name from pg_class where relnamespace = 'public'::regnamespace order by 1`.execute(
          database.db,
        );
        return rows.map(({ name }) => name);
      };
      await sql`create table customers (id int primary key)`.execute(database.db);
      const before = await tables();
      await expect(migrate(database.db)).rejects.toThrow(/another app\. It contains customers,.*DATABASE_URL/);
      expect(await tables()).toEqual(before);
      // A program that migrates with the same library has a table with the same name.
      await sql`create table kysely_migration (name text, timestamp text)`.execute(database.db);
      await sql`insert into kysely_migration values ('0001_theirs', 'now')`.execute(database.db);
      await expect(migrate(database.db)).rejects.toThrow(/another app/);
      await sql`drop table customers`.execute(database.db);
      await expect(migrate(database.db)).rejects.toThrow(/another app\. It contains 0001_theirs,/);
      await database.close();
    }));

  it('refuses a database that a newer version has migrated', () =>
    withEmptyDatabase(async (url) => {
      const database = openDatabase({ url });
      await migrate(database.db);
      await sql`insert into kysely_migration values ('9999_future', 'later')`.execute(database.db);
      await expect(migrate(database.db)).rejects.toThrow(/does not recognize \(9999_future\).*newer version/);
      expect(await planUpgrade(database.db)).toMatchObject({ missing: [], unknown: ['9999_future'] });
      await sql`delete from kysely_migration where name = '9999_future'`.execute(database.db);

      // The previous version may run for a day on a schema that a newer one only added to.
      const late = sql`update kysely_migration set timestamp = now() - interval '25 hours' where name = '9999_added'`;
      await runMigrations(url, [{ name: '9999_added', text: 'create table added (id int)' }]);
      expect(await migrate(database.db)).toEqual([]);
      await late.execute(database.db);
      await expect(migrate(database.db)).rejects.toThrow('It was used by a newer version');
      await sql`delete from kysely_migration where name = '9999_added'`.execute(database.db);
      const breaking = '-- breaks earlier versions: they need it\ndrop table added';
      await runMigrations(url, [{ name: '9999_dropped', text: breaking }]);
      await expect(migrate(database.db)).rejects.toThrow('It was used by a newer version');
      await database.close();
    }));

  it('lets a backfill take longer than a statement of the service may, and others wait for it', () =>
    withEmptyDatabase(async (url) => {
      const limited = `${url}${url.includes('?') ? '&' : '?'}options=${encodeURIComponent('-c statement_timeout=50')}`;
      const files = [
        { name: '0001_table', text: 'create table things (id int)' },
        { name: '0002_backfill', text: 'select pg_sleep(0.3); insert into things values (1)' },
      ];
      const applied = await Promise.all([1, 2].map(() => runMigrations(limited, files)));
      expect(applied.flat()).toEqual(['0001_table', '0002_backfill']);
      const database = openDatabase({ url, poolMax: 1 });
      expect((await database.pool.query('select id from things')).rows).toEqual([{ id: 1 }]);
      await database.close();
    }));

  it('does not block a table that is in use, and keeps earlier migrations', () =>
    withEmptyDatabase(async (url) => {
      const files = [{ name: '0001_table', text: 'create table things (id int); insert into things values (1)' }];
      await runMigrations(url, files);
      const database = openDatabase({ url, poolMax: 2 });
      const reader = await database.pool.connect();
      await reader.query('begin; select * from things');
      files.push({ name: '0002_free', text: 'create table others (id int)' });
      files.push({ name: '0003_in_use', text: 'alter table things add column name text' });
      const applying = runMigrations(url, files, { lockMs: 20, restMs: 20, timeoutMs: 60_000 });
      const isWaiting = async () =>
        (
          await database.pool.query(`select from pg_locks l join pg_database d on d.oid = l.database
            where d.datname = current_database() and mode = 'AccessExclusiveLock' and not granted`)
        ).rowCount;
      await expect.poll(isWaiting, { timeout: 20_000, interval: 5 }).toBeGreaterThan(0);
      // Other readers get through while the migration waits for its exclusive lock.
      expect((await database.pool.query('select id from things')).rows).toEqual([{ id: 1 }]);
      const { rows } = await database.pool.query('select name from kysely_migration order by 1');
      expect(rows.map((row) => row.name)).toEqual(['0001_table', '0002_free']);
      await reader.query('commit');
      expect(await applying).toEqual(['0002_free', '0003_in_use']);
      reader.release();
      await database.close();
    }));

  it('says which migration failed, and leaves nothing of it', () =>
    withEmptyDatabase(async (url) => {
      const files = [{ name: '0001_table', text: 'create table things (id int); select 1 / 0' }];
      await expect(runMigrations(url, files)).rejects.toThrow('Migration 0001_table failed.');
      const database = openDatabase({ url, poolMax: 1 });
      expect((await database.pool.query("select to_regclass('things') as name")).rows).toEqual([{ name: null }]);
      await database.close();
    }));

  it('gives up on a table that is always locked', () =>
    withEmptyDatabase(async (url) => {
      await runMigrations(url, [{ name: '0001_table', text: 'create table things (id int)' }]);
      const database = openDatabase({ url, poolMax: 1 });
      const reader = await database.pool.connect();
      await reader.query('begin; select * from things');
      const files = [{ name: '0002_in_use', text: 'alter table things add column name text' }];
      const patience = { lockMs: 10, restMs: 10, timeoutMs: 50 };
      await expect(runMigrations(url, files, patience)).rejects.toThrow('Migration 0002_in_use failed.');
      reader.release(true);
      await database.close();
    }));
});
