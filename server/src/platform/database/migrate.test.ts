import { randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { sql } from 'kysely';
import { describe, expect, inject, it } from 'vitest';
import { withDatabase } from '../../../test/harness/global-setup.ts';
import { migrate, openDatabase } from './index.ts';

async function withEmptyDatabase(work: (url: string) => Promise<void>): Promise<void> {
  const server = openDatabase({ url: inject('serverUrl') });
  const name = `errand_empty_${randomBytes(8).toString('hex')}`;
  await server.pool.query(`create database ${name}`);
  try {
    await work(withDatabase(inject('serverUrl'), name));
  } finally {
    await server.pool.query(`drop database ${name} with (force)`);
    await server.close();
  }
}

describe('migrate', () => {
  it('applies each migration once, whoever starts at the same time', () =>
    withEmptyDatabase(async (url) => {
      const databases = [1, 2, 3, 4].map(() => openDatabase({ url, poolMax: 2 }));
      const applied = await Promise.all(databases.map((database) => migrate(database.db)));
      const files = readdirSync(new URL('../../../migrations/', import.meta.url)).filter((file) =>
        /^\d.*\.sql$/.test(file),
      );
      expect(applied.flat()).toEqual(files.sort().map((file) => file.replace('.sql', '')));
      expect(await migrate(databases[0]!.db)).toEqual([]);
      await Promise.all(databases.map((database) => database.close()));
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
      await expect(migrate(database.db)).rejects.toThrow(/another program: it holds customers,.*DATABASE_URL/);
      expect(await tables()).toEqual(before);
      // A program that migrates with the same library has a table of the same name.
      await sql`create table kysely_migration (name text, timestamp text)`.execute(database.db);
      await sql`insert into kysely_migration values ('0001_theirs', 'now')`.execute(database.db);
      await expect(migrate(database.db)).rejects.toThrow(/another program/);
      await sql`drop table customers`.execute(database.db);
      await expect(migrate(database.db)).rejects.toThrow(/another program: it holds 0001_theirs,/);
      await database.close();
    }));

  it('refuses a database that a newer version has migrated', () =>
    withEmptyDatabase(async (url) => {
      const database = openDatabase({ url });
      await migrate(database.db);
      await sql`insert into kysely_migration values ('9999_future', 'later')`.execute(database.db);
      await expect(migrate(database.db)).rejects.toThrow(/does not know \(9999_future\).*newer version/);
      await database.close();
    }));
});
