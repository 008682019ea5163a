import type { Address } from '../../../connectors/contract.ts';
import { notFound } from '../../../kit/failure.ts';
import type { World } from '../../../kit/world.ts';
import {
  type Approval,
  createResolution,
  findReturn,
  type ResolveNeeds,
  type ReturnDecision,
  type ReturnRow,
  resolveReturn,
} from '../../delivery/returns/index.ts';
import { recordAction } from './record-action.ts';

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
