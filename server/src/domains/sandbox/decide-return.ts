import type { SimulatorControls } from '../../connectors/simulator/index.ts';
import { Failure, notFound } from '../../kit/failure.ts';
import type { Caller } from '../access/accounts/index.ts';
import {
  confirmApproval,
  createResolution,
  type ResolveNeeds,
  type ReturnDecision,
  type ReturnRow,
  readOwnReturn,
  resolveReturn,
} from '../delivery/returns/index.ts';
import { onClockOfOrder } from '../orders/orders/index.ts';

interface Needs {
  simulator: SimulatorControls;
  returns: ResolveNeeds;
}

/** Decides a return in place of the simulated store. The store may have approved it first: then it stays approved. */
export async function resolveSandboxReturn(
  needs: Needs,
  caller: Caller,
  id: string,
  decision: ReturnDecision,
): Promise<ReturnRow> {
  if (caller.world !== 'test') throw notFound();
  const row = await readOwnReturn(needs.returns.database.db, caller, id);
  const { id: returnId, order_id: orderId, return_address: address } = row;
  return onClockOfOrder(needs.returns.database.db, caller, orderId, async () => {
    const approve = () => needs.simulator.approvalOf(orderId, returnId, address);
    try {
      return await resolveReturn(needs.returns, row.id, await createResolution(decision, approve));
    } catch (error) {
      const isLate = decision.status === 'approved' && error instanceof Failure && error.code === 'return_not_allowed';
      const approved = isLate ? await confirmApproval(needs.returns, row.id, decision.notes) : null;
      if (approved === null) throw error;
      return approved;
    }
  });
}
