import type { SimulatorControls } from '../../connectors/simulator/index.ts';
import { notFound } from '../../kit/failure.ts';
import type { Caller } from '../accounts/index.ts';
import { type Resolution, type ResolveNeeds, type ReturnRow, readOwnReturn, resolveReturn } from '../returns/index.ts';

interface Needs {
  simulator: SimulatorControls;
  returns: ResolveNeeds;
}

export interface Decision {
  status: 'approved' | 'denied' | 'credited';
  notes: string | null;
}

/** Decides an open return by hand, in place of the simulated store. */
export async function resolveSandboxReturn(
  needs: Needs,
  caller: Caller,
  id: string,
  decision: Decision,
): Promise<ReturnRow> {
  if (caller.world !== 'test') throw notFound();
  const row = await readOwnReturn(needs.returns.database.db, caller, id);
  return resolveReturn(needs.returns, row.id, await resolutionOf(needs.simulator, row, decision));
}

async function resolutionOf(simulator: SimulatorControls, row: ReturnRow, decision: Decision): Promise<Resolution> {
  const { status, notes } = decision;
  switch (status) {
    case 'denied':
      return { status, notes };
    case 'credited':
      return { status, notes, amount: null };
    case 'approved': {
      const approval = await simulator.approvalOf(row.order_id, row.id, row.return_address);
      const { merchantReturnId = null, parcels = [], returnBy = null } = approval ?? {};
      return { status, notes, merchantReturnId, parcels, returnBy };
    }
  }
}
