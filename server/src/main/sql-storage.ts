import { sql } from 'kysely';
import type { Executor } from '../platform/database/index.ts';

interface TableSize {
  name: string;
  rows: number;
  table_bytes: number;
  index_bytes: number;
  unused: string[];
}

/** Sizes of all tables, largest first. Row counts are estimates. */
async function tableSizes(executor: Executor): Promise<TableSize[]> {
  const { rows } = await sql<TableSize>`
    select c.relname as name, greatest(c.reltuples, pg_stat_get_live_tuples(c.oid), 0)::bigint as rows, pg_table_size(c.oid) as table_bytes, pg_indexes_size(c.oid) as index_bytes,
      array(select i.indexrelname::text from pg_stat_user_indexes i join pg_index x on x.indexrelid = i.indexrelid
        where i.relid = c.oid and i.idx_scan = 0 and not x.indisunique and pg_relation_size(i.indexrelid) > 1000000 order by 1) as unused
    from pg_class c where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'm')
    order by pg_total_relation_size(c.oid) desc, c.relname`.execute(executor);
  return rows;
}

const megabytes = (bytes: number): string => `${(bytes / 1_000_000).toFixed(1)} MB`;

/**
 * For operators: tables with indexes, bytes per order, and large indexes that were not used since the statistics began.
 */
export async function storageText(executor: Executor): Promise<string> {
  const sizes = await tableSizes(executor);
  const total = sizes.reduce((sum, { table_bytes: table, index_bytes: index }) => sum + table + index, 0);
  const orders = sizes.find(({ name }) => name === 'orders')?.rows ?? 0;
  const each = (bytes: number) => (orders > 0 ? `${Math.round(bytes / orders)} B` : '');
  const line = ({ name, rows, table_bytes: table, index_bytes: index }: TableSize) =>
    [
      name.padEnd(24),
      rows.toLocaleString('en').padStart(13),
      megabytes(table).padStart(13),
      megabytes(index).padStart(13),
      each(table + index).padStart(15),
    ].join(' ');
  const unused = sizes.flatMap((size) => size.unused.map((index) => `${index} of ${size.name}`));
  return [
    `${'table'.padEnd(24)} ${'rows, about'.padStart(13)} ${'table'.padStart(13)} ${'indexes'.padStart(13)} ${'for each order'.padStart(15)}`,
    ...sizes.filter(({ table_bytes: table, index_bytes: index }) => table + index > 100_000).map(line),
    `Total: ${megabytes(total)}${orders > 0 ? `, ${each(total)} for each of about ${orders.toLocaleString('en')} orders` : ''}.`,
    ...(unused.length > 0
      ? [`Large indexes that nothing has read since the statistics were reset: ${unused.join(', ')}.`]
      : []),
  ].join('\n');
}
