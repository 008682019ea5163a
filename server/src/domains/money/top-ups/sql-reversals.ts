import { sql } from 'kysely';
import type { Executor, Row } from '../../../platform/database/index.ts';
import type { TopUpRow } from './sql.ts';

export type ReversalRow = Row<'top_up_reversals'>;

export async function findByPayment(executor: Executor, payment: string): Promise<TopUpRow | null> {
  const { rows } = await sql<TopUpRow>`select * from top_ups where payment_reference = ${payment}`.execute(executor);
  return rows[0] ?? null;
}

/** Refunds that this service asked for, by the provider's ID and by ours. */
export async function ownRefundReferences(executor: Executor, topUpId: string) {
  const { rows } = await sql<{ id: string; reference: string | null }>`
    select id, reference from top_up_refunds where top_up_id = ${topUpId}`.execute(executor);
  return {
    ids: new Set(rows.map(({ id }) => id)),
    references: new Set(rows.flatMap(({ reference }) => reference ?? [])),
  };
}

interface NewReversal {
  id: string;
  topUpId: string;
  reference: string;
  kind: ReversalRow['kind'];
  cents: number;
  state: ReversalRow['state'];
  now: Date;
}

/** Once per provider ID. */
export async function insertReversal(executor: Executor, row: NewReversal): Promise<void> {
  await sql`
    insert into top_up_reversals (id, top_up_id, reference, kind, amount_cents, state, created_at)
    values (${row.id}, ${row.topUpId}, ${row.reference}, ${row.kind}, ${row.cents}, ${row.state}, ${row.now})
    on conflict (reference) do nothing`.execute(executor);
}

export async function lockReversal(executor: Executor, reference: string): Promise<ReversalRow | null> {
  const { rows } = await sql<ReversalRow>`
    select * from top_up_reversals where reference = ${reference} for update`.execute(executor);
  return rows[0] ?? null;
}

export async function setReversalState(executor: Executor, id: string, state: ReversalRow['state']): Promise<void> {
  await sql`update top_up_reversals set state = ${state} where id = ${id}`.execute(executor);
}

/** Counts what the wallet gave back as refunded. The caller has the top-up's lock. */
export async function addReversedCents(
  executor: Executor,
  row: Pick<ReversalRow, 'id' | 'top_up_id'>,
  cents: number,
): Promise<void> {
  await sql`update top_up_reversals set taken_cents = taken_cents + ${cents} where id = ${row.id}`.execute(executor);
  await sql`
    update top_ups set refunded_cents = refunded_cents + ${cents},
      status = case when refunded_cents + ${cents} = amount_cents then 'refunded' else 'succeeded' end
    where id = ${row.top_up_id}`.execute(executor);
}

/** Top-ups with an open dispute, or with money that the wallet still owes. */
export async function listUnsettled(executor: Executor): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct top_up_id as id from top_up_reversals
    where state = 'open' or (state = 'final' and taken_cents < amount_cents)`.execute(executor);
  return rows.map(({ id }) => id);
}
