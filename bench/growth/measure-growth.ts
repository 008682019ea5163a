// Measures what lists, filters, searches, counts and gauges cost in PostgreSQL as an account grows: `npm run bench --
// growth`.
import { CompiledQuery, sql } from 'kysely';
import { checkpointLedger } from '../../server/src/domains/money/wallet/index.ts';
import { assertDefined } from '../../server/src/kit/assert-defined.ts';
import { type Db, migrate, openDatabase } from '../../server/src/platform/database/index.ts';
import { startDebianPostgres } from '../../tools/debian-postgres.ts';
import { findFacts, measureCases } from './measure.ts';
import { seed } from './seed.ts';

export const growthSettings = [
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'max_wal_size=8GB',
  'jit=off',
  'shared_buffers=1GB',
  'work_mem=32MB',
  'autovacuum=off',
  'shared_preload_libraries=pg_stat_statements',
  'pg_stat_statements.track_planning=on',
];

/** The limit is twice the cost at a thousand orders, or this many milliseconds. */
const floorMs = 0.5;

/** What the job would have done meanwhile. */
export async function sumUp(db: Db): Promise<void> {
  const seen = `update ledger_checkpoint set seen_id = (select max(id) from ledger_transfers), seen_at = '-infinity'`;
  await db.executeQuery(CompiledQuery.raw(seen));
  await checkpointLedger(db);
  await db.executeQuery(CompiledQuery.raw('vacuum analyze'));
}

/** Tables that are kept permanently. */
const ofAnOrder = ['orders', 'ledger_transfers', 'idempotency_keys', 'shipments', 'order_items'];

/** Bytes per order of each table and its indexes. */
async function bytesAnOrder(db: Db, orders: number): Promise<{ table: number; indexes: number }[]> {
  const { rows } = await sql<{ table: number; indexes: number }>`
    select pg_table_size(name::regclass) / ${orders}::float8 as table, pg_indexes_size(name::regclass) / ${orders}::float8 as indexes
    from unnest(${ofAnOrder}::text[]) with ordinality as asked (name, place) order by place`.execute(db);
  return rows;
}

const sizesAsked = [1_000, 100_000, 1_000_000];

/** Prints one row per case. `growth 1000 10000` measures other sizes. GROWTH_DATABASE_URL names a server. */
export async function measureGrowth(sizes: number[]): Promise<void> {
  // The data is temporary, and a million orders take 9 GB.
  process.env.TMPDIR = '/dev/shm';
  const given = process.env.GROWTH_DATABASE_URL;
  const postgres = given === undefined ? await startDebianPostgres(growthSettings) : null;
  const database = openDatabase({
    url: given ?? assertDefined(postgres).url,
    poolMax: 1,
    statementTimeoutMs: 3_600_000,
  });
  const bySize: Record<string, number>[] = [];
  const bytesBySize: { table: number; indexes: number }[][] = [];
  const asked = sizes.length > 0 ? sizes : sizesAsked;
  try {
    await migrate(database.db);
    await database.db.executeQuery(CompiledQuery.raw('create extension if not exists pg_stat_statements'));
    for (const size of asked) {
      // GROWTH_SEEDED: reuse the orders of an earlier run.
      if (!process.env.GROWTH_SEEDED) await seed(database.db, size);
      await sumUp(database.db);
      bytesBySize.push(await bytesAnOrder(database.db, size));
      bySize.push(await measureCases(database, await findFacts(database, size)));
    }
  } finally {
    await database.close();
    await postgres?.stop();
  }
  const sizesText = asked.map((size) => size.toLocaleString('en')).join(' | ');
  console.log(`| ms in PostgreSQL | ${sizesText} | at most twice |`);
  console.log(`|---|${'--:|'.repeat(asked.length)}---|`);
  for (const name of Object.keys(bySize[0] ?? {})) {
    const costs = bySize.map((costs) => costs[name] ?? 0);
    const isFlat = (costs.at(-1) ?? 0) <= Math.max(floorMs, 2 * (costs[0] ?? 0));
    console.log(`| ${name} | ${costs.map((ms) => ms.toFixed(2)).join(' | ')} | ${isFlat ? 'yes' : 'no'} |`);
  }
  console.log(`\n| bytes an order, table + indexes | ${sizesText} |\n|---|${'--:|'.repeat(asked.length)}`);
  for (const [place, name] of ofAnOrder.entries()) {
    const cells = bytesBySize.map((tables) => assertDefined(tables[place]));
    console.log(
      `| ${name} | ${cells.map((cell) => `${cell.table.toFixed()} + ${cell.indexes.toFixed()}`).join(' | ')} |`,
    );
  }
  const totals = bytesBySize.map((tables) => tables.reduce((sum, { table, indexes }) => sum + table + indexes, 0));
  console.log(`| these five | ${totals.map((total) => total.toFixed()).join(' | ')} |`);
}
