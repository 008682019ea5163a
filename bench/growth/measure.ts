import { CompiledQuery } from 'kysely';
import type { Database } from '../../server/src/platform/database/index.ts';
import { cases, type Facts } from './cases.ts';

const rounds = 7;
/** Slower statements run only once. */
const slowMs = 500;

/** Milliseconds in PostgreSQL per case: the fastest of several runs of each statement, including planning. */
export async function measureCases(database: Database, facts: Facts, only?: string): Promise<Record<string, number>> {
  const results: Record<string, number> = {};
  for (const [name, run] of Object.entries(cases)) {
    if (only && !name.includes(only)) continue;
    await query(database, 'select pg_stat_statements_reset()');
    const began = Date.now();
    await run(database, facts);
    let runs = 1;
    if (Date.now() - began < slowMs) {
      await query(database, 'select pg_stat_statements_reset()');
      for (runs = 0; runs < rounds; runs += 1) await run(database, facts);
    }
    const [row] = await query<{ ms: number }>(
      database,
      `select sum(calls::float / $1::int * (min_exec_time + min_plan_time)) as ms from pg_stat_statements
       where query not like '%pg_stat_statements%'`,
      [runs],
    );
    results[name] = Number(row?.ms ?? 0);
  }
  return results;
}

/** The order in the middle, and texts to search for it. */
export async function findFacts(database: Database, orders: number): Promise<Facts> {
  const n = Math.floor(orders / 2 / 330) * 330 + 6;
  const [row] = await query<Omit<Facts, 'now' | 'n'>>(
    database,
    `select o.id as "orderId", (select e.id from events e where e.order_id = o.id limit 1) as "eventId", s.tracking_number as tracking, o.merchant_order_ids[1] as "merchantOrder", o.shipping_address ->> 'last_name' as "lastName",
       o.po_number as "poNumber", (select p.title from product_titles p where p.product_id = i.product_id limit 1) as title
     from orders o join order_items i on i.order_id = o.id join shipments s on s.order_id = o.id where o.metadata ->> 'ref' = $1`,
    [`m-${n}`],
  );
  if (!row) throw new Error(`There is no order ${n} with a parcel.`);
  return { now: new Date(), n, ...row };
}

async function query<Row>({ db }: Database, text: string, values: unknown[] = []): Promise<Row[]> {
  return (await db.executeQuery<Row>(CompiledQuery.raw(text, values))).rows;
}
