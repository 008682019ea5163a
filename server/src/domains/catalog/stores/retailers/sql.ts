import { sql } from 'kysely';
import type { World } from '../../../../kit/world.ts';
import type { Executor, Relation, Row } from '../../../../platform/database/index.ts';

export type SwitchRow = Row<'retailer_switches'>;

/** SQL: whether the retailer of the row is switched off. */
export const retailerIsOff = (row: Relation<'world' | 'retailer'>): string => `exists (
  select from retailer_switches s
  where s.world = ${row.column('world')} and s.retailer = ${row.column('retailer')} and not s.is_enabled)`;

export async function listSwitches(executor: Executor): Promise<SwitchRow[]> {
  const { rows } = await sql<SwitchRow>`select * from retailer_switches order by world, retailer`.execute(executor);
  return rows;
}

/** Locks the retailer's switch. */
export async function lockSwitch(executor: Executor, world: World, retailer: string): Promise<SwitchRow | null> {
  const name = `switch ${world} ${retailer}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(executor);
  const { rows } = await sql<SwitchRow>`
    select * from retailer_switches where world = ${world} and retailer = ${retailer}`.execute(executor);
  return rows[0] ?? null;
}

export async function writeSwitch(executor: Executor, row: SwitchRow): Promise<void> {
  await sql`
    insert into retailer_switches (world, retailer, is_enabled, reason, switched_by, switched_at)
    values (${row.world}, ${row.retailer}, ${row.is_enabled}, ${row.reason}, ${row.switched_by}, ${row.switched_at})
    on conflict (world, retailer) do update set is_enabled = excluded.is_enabled, reason = excluded.reason,
      switched_by = excluded.switched_by, switched_at = excluded.switched_at`.execute(executor);
}
