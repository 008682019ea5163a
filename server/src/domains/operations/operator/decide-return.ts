import type { Address } from '../../../connectors/contract.ts';
import type { Clock } from '../../../kit/clock.ts';
import { notFound } from '../../../kit/failure.ts';
import type { World } from '../../../kit/world.ts';
import { type Db, inTransaction } from '../../../platform/database/index.ts';
import {
  type Approval,
  createResolution,
  findReturn,
  type ResolveNeeds,
  type ReturnDecision,
  type ReturnRow,
  resolveReturn,
} from '../../delivery/returns/index.ts';
import { decideOrder, type OutcomeDecision } from '../../orders/placement/index.ts';
import { recordAction } from './export-audit.ts';

export interface ReturnQuestion {
  world: World;
  orderId: string;
  returnId: string;
  returnAddress: Address | null;
}

export interface ReturnNeeds {
  returns: ResolveNeeds;
  /** The store's approval; null if the store cannot be asked, so there is no label. */
  approvalOf(question: ReturnQuestion): Promise<Approval | null>;
}

/** Decides an open return for the retailer, or records the outcome of an approved one. */
export async function decideReturn(
  needs: ReturnNeeds,
  operator: string,
  id: string,
  verdict: ReturnDecision,
): Promise<ReturnRow> {
  const { returns } = needs;
  const row = await findReturn(returns.database.db, id);
  if (!row) throw notFound();
  const { world, order_id: orderId, id: returnId, return_address: returnAddress } = row;
  const resolution = await createResolution(verdict, async () =>
    row.status === 'open' ? needs.approvalOf({ world, orderId, returnId, returnAddress }) : null,
  );
  return resolveReturn(returns, row.id, resolution, (tx, ended) =>
    recordAction(
      { tx, clock: returns.clock },
      {
        operator,
        name: 'return.resolved',
        subject: { type: 'return', id: row.id },
        before: { status: row.status },
        // The actual result, which may be less than requested: nothing is credited twice.
        after: { status: ended.status, credited_cents: ended.credited_cents, labels: ended.labels.length },
        note: verdict.notes,
      },
    ),
  );
}

interface Needs {
  db: Db;
  clock: Clock;
}

/** Ends an unknown outcome with what a person found in the store's order history. */
export async function decideUnknownOutcome(
  { db, clock }: Needs,
  operator: string,
  orderId: string,
  decision: OutcomeDecision,
  note: string | null,
): Promise<void> {
  const after =
    decision.kind === 'bought'
      ? { status: 'order_placed', total_cents: decision.total, merchant_order_ids: decision.merchantOrderIds }
      : { status: 'order_failed', error_type: 'outcome_unknown' };
  await inTransaction(db, async (tx) => {
    await decideOrder({ tx, clock }, orderId, decision);
    await recordAction(
      { tx, clock },
      {
        operator,
        name: 'order.decided',
        subject: { type: 'order', id: orderId.toLowerCase() },
        before: { status: 'in_progress' },
        after,
        note,
      },
    );
  });
}
