import type { SimulatorControls } from '../../connectors/simulator/index.ts';
import { notFound } from '../../kit/failure.ts';
import type { Caller } from '../access/accounts/index.ts';
import {
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

/** Decides a return in place of the simulated store. */
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
    return resolveReturn(needs.returns, row.id, await createResolution(decision, approve));
  });
}
