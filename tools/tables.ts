// Writes the row types of every table from a migrated database. With --check, only compares them.
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { migrate, openDatabase, startEmbedded } from '../server/src/platform/database/index.ts';

const file = join(import.meta.dirname, '../server/src/platform/database/tables.ts');

interface Column {
  table: string;
  name: string;
  type: string;
  isNullable: boolean;
  /** The constraint that lists the column's values. */
  check: string | null;
}

const columnsQuery = `
  select c.relname as table, a.attname as name, format_type(a.atttypid, null) as type, not a.attnotnull as "isNullable",
    (select pg_get_constraintdef(k.oid) from pg_constraint k
      where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum]
        and pg_get_constraintdef(k.oid) like 'CHECK ((' || quote_ident(a.attname) || ' = ANY (ARRAY[%'
      limit 1) as check
  from pg_class c
    join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public'
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  where c.relkind in ('r', 'p') and not c.relispartition and c.relname not like 'kysely%'
  order by c.relname, a.attnum`;

/** The driver's type for each column type (platform/database/client.ts). */
const typeNames: Record<string, string> = {
  uuid: 'string',
  text: 'string',
  inet: 'string',
  date: 'string',
  numeric: 'string',
  xid8: 'string',
  boolean: 'boolean',
  smallint: 'number',
  integer: 'number',
  bigint: 'number',
  oid: 'number',
  'double precision': 'number',
  'timestamp with time zone': 'Date',
  bytea: 'Buffer',
  json: 'unknown',
  jsonb: 'unknown',
};

function typeOf({ table, name, type, isNullable, check }: Column): string {
  const element = type.replace(/\[\]$/, '');
  const plain = typeNames[element];
  if (plain === undefined) throw new Error(`tools/tables.ts knows no type for ${table}.${name}: ${type}`);
  const values = [...(check ?? '').matchAll(/'([^']*)'::text/g)].map(([, value]) => `'${value}'`);
  const one = values.length > 0 ? values.join(' | ') : plain;
  const all = type === element ? one : values.length > 0 ? `(${one})[]` : `${one}[]`;
  return isNullable && all !== 'unknown' ? `${all} | null` : all;
}

function write(columns: Column[]): string {
  const byTable = Map.groupBy(columns, ({ table }) => table);
  const tables = [...byTable].map(([table, own]) => {
    const lines = own.map((column) => `    ${column.name}: ${typeOf(column)};`);
    return `  ${table}: {\n${lines.join('\n')}\n  };`;
  });
  return `/**
 * The tables as the migrations make them. Written by "npm run tables"; "npm test" fails when the two differ.
 * JSON columns are unknown here: the slice that owns the table says what they hold.
 */
export interface Tables {
${tables.join('\n')}
}

/** Some columns of a table, as a statement that selects them returns them. */
export type Row<Table extends keyof Tables, Column extends keyof Tables[Table] = keyof Tables[Table]> = Pick<Tables[Table], Column>;

/** The same inside a JSON aggregate, where a time is text. */
export type JsonRow<Table extends keyof Tables, Column extends keyof Tables[Table] = keyof Tables[Table]> = {
  [Name in Column]: Tables[Table][Name] extends Date | null
    ? string | Exclude<Tables[Table][Name], Date>
    : Tables[Table][Name];
};
`;
}

async function withServer<Result>(use: (url: string) => Promise<Result>): Promise<Result> {
  if (process.env.TEST_DATABASE_URL) return use(process.env.TEST_DATABASE_URL);
  const dataDir = mkdtempSync(join(tmpdir(), 'errand-tables-'));
  // Under root, the server runs as another user, who needs access.
  chmodSync(dataDir, 0o755);
  const server = await startEmbedded({ dataDir, log: () => {}, settings: { fsync: 'off' } });
  try {
    return await use(server.url);
  } finally {
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function readColumns(serverUrl: string): Promise<Column[]> {
  const name = `errand_tables_${randomBytes(6).toString('hex')}`;
  const admin = new pg.Client({ connectionString: serverUrl });
  await admin.connect();
  await admin.query(`create database ${name}`);
  // The embedded server's URL names a socket, which URL cannot parse.
  const url = serverUrl.replace(/^(\w+:\/\/[^/]*\/)[^?]*/, `$1${name}`);
  const database = openDatabase({ url });
  try {
    await migrate(database.db);
    return (await database.pool.query<Column>(columnsQuery)).rows;
  } finally {
    await database.close();
    await admin.query(`drop database ${name} with (force)`);
    await admin.end();
  }
}

/** Formats like Biome, so formatting the tree changes nothing. */
function format(text: string): string {
  const { stdout } = spawnSync('biome', ['format', `--stdin-file-path=${file}`], { input: text, encoding: 'utf8' });
  return stdout;
}

const wanted = format(write(await withServer(readColumns)));
if (!process.argv.includes('--check')) writeFileSync(file, wanted);
else if (readFileSync(file, 'utf8') !== wanted) {
  console.error(
    'server/src/platform/database/tables.ts does not match the migrations: run "npm run tables" and commit.',
  );
  process.exitCode = 1;
}
