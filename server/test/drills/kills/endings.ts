import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { auditLedger } from '../../../src/domains/money/wallet/index.ts';
import { assertDefined } from '../../../src/kit/assert-defined.ts';
import type { Db } from '../../../src/platform/database/index.ts';
import { purchaseProblems } from '../../harness/checks.ts';
import { areLiveOrdersOver } from './live-stores.ts';

/** Jobs that are left. Not the periodic ones, and not the mail that collects failed orders for a quarter of an hour. */
export async function openJobs(db: Db): Promise<string | null> {
  // Later calls to live stores don't mean unfinished work: their orders are checked separately.
  const { rows } = await sql<{ text: string | null }>`
    select string_agg(format('%s %s %s', kind, payload, last_error), '; ') as text from jobs
    where payload::text <> '{}' and kind not in ('notices.failed-orders', 'stores.reconcile')
      and not exists (select from orders where id::text = payload ->> 'orderId' and world = 'live')`.execute(db);
  return assertDefined(rows[0]).text;
}

/** Over is when nothing is left to do: then every order has ended and every parcel has arrived. */
export async function untilOver(db: Db, withinMs: number, signal?: AbortSignal): Promise<boolean> {
  for (
    const deadline = performance.now() + withinMs;
    performance.now() < deadline;
    await pause(250, null, { signal })
  ) {
    if ((await openJobs(db)) === null && (await areLiveOrdersOver(db))) return true;
  }
  return false;
}

/** What the service told its clients must be true in the end. */
export async function promiseProblems(
  db: Db,
  idsByKey: Map<string, string>,
  cancelled: Iterable<string> = [],
): Promise<string[]> {
  const { rows } = await sql<{ id: string; status: string; keys: string[] }>`
    select o.id, o.status, array_remove(array_agg(k.key), null) as keys from orders o
    left join idempotency_keys k on k.resource_id = o.id group by o.id`.execute(db);
  const ordersById = new Map(rows.map((row) => [row.id, row]));
  const problems: string[] = [];
  for (const [key, id] of idsByKey) {
    const order = ordersById.get(id);
    if (!order) problems.push(`order ${id} was acknowledged and does not exist`);
    else if (!order.keys.includes(key)) problems.push(`order ${id} has lost its idempotency key ${key}`);
  }
  for (const id of cancelled) {
    if (ordersById.get(id)?.status !== 'cancelled') problems.push(`order ${id} was cancelled and is not`);
  }
  if (ordersById.size !== idsByKey.size) {
    problems.push(`${idsByKey.size} orders were asked for and ${ordersById.size} exist`);
  }
  return problems;
}

/** Everything that must hold when every order has come to its end. */
export const endingProblems = async (db: Db, idsByKey: Map<string, string>): Promise<string[]> => [
  ...(await promiseProblems(db, idsByKey)),
  ...(await purchaseProblems(db)),
  ...(await auditLedger(db)).map((row) => `wallet ${row.account_id}: ${row.problem}`),
];
