import { sql } from 'kysely';
import { type Database, type Executor, relation, runNamed } from '../../../platform/database/index.ts';
import { findAnswerCtes } from '../../access/accounts/index.ts';
import type { Acceptance, NewOrder } from './sql-accept.ts';

/** An order that may already be written: its first try was committed and the response lost, or its key was used before. */
export interface SentBefore {
  order: Pick<NewOrder, 'id' | 'account_id' | 'world' | 'items'>;
  once: { operation: string; key: string } | null;
}

/** Item IDs are random, so an order with ours is our own. Any other order under the same key gets its stored response. */
const findAnsweredStatement = {
  name: 'find-answered',
  text: `
  with input as (
    select * from json_to_recordset($1::json) as row (ord int, id uuid, account_id uuid, world text, item_id uuid, once json,
      created_at timestamptz)
  ),
  ${findAnswerCtes(relation('input'))},
  own as (
    select input.ord from input join order_items on order_items.id = input.item_id and order_items.order_id = input.id
  )
  select input.ord, case when own.ord is not null then 'accepted' else 'remembered' end as kind,
    remembered.body_hash, remembered.status, remembered.answer, remembered.packed, remembered.resource_id
  from input left join own on own.ord = input.ord left join remembered on remembered.ord = input.ord
  where own.ord is not null or remembered.ord is not null`,
};

/** Answers of orders that need not be written, by index. */
export async function findAnsweredOrders(
  target: Database | Executor,
  sent: readonly SentBefore[],
): Promise<Map<number, Acceptance>> {
  const input = sent.map(({ order, once }, ord) => ({
    ord,
    id: order.id,
    account_id: order.account_id,
    world: order.world,
    item_id: order.items[0]?.id,
    once: once && { operation: once.operation, key: once.key },
  }));
  const rows = await runNamed<Acceptance & { ord: number }>(target, findAnsweredStatement, [JSON.stringify(input)]);
  return new Map(rows.map(({ ord, ...acceptance }) => [ord, acceptance] as const));
}

export async function findOrderIds(executor: Executor, ids: string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`select id from orders where id = any (${ids}::uuid[])`.execute(executor);
  return new Set(rows.map(({ id }) => id));
}
