import type { Address, ReturnParcel } from '../../connectors/contract.ts';
import { notFound } from '../../kit/failure.ts';
import type { World } from '../../kit/world.ts';
import { findReturn, type Resolution, type ResolveNeeds, type ReturnRow, resolveReturn } from '../returns/index.ts';
import { recordAction } from './record-action.ts';

/** The label of an approved return: who carries it, from where to where. */
interface Approval {
  merchantReturnId: string;
  parcels: ReturnParcel[];
  returnBy: string | null;
}

export interface ReturnQuestion {
  world: World;
  orderId: string;
  returnId: string;
  returnAddress: Address | null;
}

export interface ReturnNeeds {
  returns: ResolveNeeds;
  /** How the store would approve a return; null where it cannot be asked, and then no label is made. */
  approvalOf(question: ReturnQuestion): Promise<Approval | null>;
}

export interface ReturnVerdict {
  status: 'approved' | 'denied' | 'credited';
  notes: string | null;
}

/** Decides an open return in the retailer's place. */
export async function decideReturn(
  needs: ReturnNeeds,
  operator: string,
  id: string,
  verdict: ReturnVerdict,
): Promise<ReturnRow> {
  const { returns } = needs;
  const row = await findReturn(returns.database.db, id);
  if (!row) throw notFound();
  return resolveReturn(returns, row.id, await resolutionOf(needs, row, verdict), (tx, ended) =>
    recordAction(
      { tx, clock: returns.clock },
      {
        operator,
        name: 'return.resolved',
        subject: { type: 'return', id: row.id },
        before: { status: 'open' },
        // What it became, which may be less than what was wanted: nothing is credited twice.
        after: { status: ended.status, credited_cents: ended.credited_cents, labels: ended.labels.length },
        note: verdict.notes,
      },
    ),
  );
}

async function resolutionOf(needs: ReturnNeeds, row: ReturnRow, { status, notes }: ReturnVerdict): Promise<Resolution> {
  switch (status) {
    case 'denied':
      return { status, notes };
    case 'credited':
      return { status, notes, amount: null };
    case 'approved': {
      const { world, order_id: orderId, id: returnId, return_address: returnAddress } = row;
      const approval =
        row.status === 'open' ? await needs.approvalOf({ world, orderId, returnId, returnAddress }) : null;
      const { merchantReturnId = null, parcels = [], returnBy = null } = approval ?? {};
      return { status, notes, merchantReturnId, parcels, returnBy };
    }
  }
}
