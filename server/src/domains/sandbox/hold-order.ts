import type { SimulatorControls } from '../../connectors/simulator/index.ts';
import type { Clock } from '../../kit/clock.ts';
import { notFound } from '../../kit/failure.ts';
import { type Database, inTransaction } from '../../platform/database/index.ts';
import type { Caller } from '../access/accounts/index.ts';
import type { TrackNeeds } from '../delivery/tracking/index.ts';
import {
  type FullOrder,
  findHold,
  findHoldSwitch,
  lockOrder,
  type OrderReader,
  readOwnOrder,
  runOrderNow,
  writeHold,
  writeHoldSwitch,
} from '../orders/orders/index.ts';
import { advanceOrder } from './advance-order.ts';
import { cannotAdvance } from './failures.ts';

export const holdMoves = ['pause', 'step', 'run'] as const;
export type HoldMove = (typeof holdMoves)[number];

export interface HoldNeeds {
  database: Database;
  clock: Clock;
  read: OrderReader;
  simulator: SimulatorControls;
  tracking: TrackNeeds;
}

/** Holds a sandbox order, lets it take one step, or releases it. */
export async function holdOrder(needs: HoldNeeds, caller: Caller, id: string, move: HoldMove): Promise<FullOrder> {
  if (caller.world !== 'test') throw notFound();
  const order = await readOwnOrder(needs.read, caller, id);
  if (move === 'pause') await pauseOrder(needs, order.id);
  else if (move === 'step' && order.status === 'order_placed') return stepParcel(needs, caller, order);
  else await resumeOrder(needs, order.id, move);
  return readOwnOrder(needs.read, caller, id);
}

/** Under the order's lock: an order that a worker has claimed is being bought and cannot be held. */
async function pauseOrder({ database, clock }: HoldNeeds, id: string): Promise<void> {
  await inTransaction(database.db, async (tx) => {
    const status = await lockOrder(tx, id);
    if (status !== 'pending') {
      throw cannotAdvance(
        `Only a pending order can be paused. This order is ${status}. Use PUT /sandbox/hold to pause new orders.`,
      );
    }
    await writeHold(tx, id, 'held', clock.now());
    await runOrderNow(tx, id, clock.now());
  });
}

async function resumeOrder({ database, clock }: HoldNeeds, id: string, move: 'step' | 'run'): Promise<void> {
  await inTransaction(database.db, async (tx) => {
    if ((await findHold(tx, id)) === 'held') {
      await writeHold(tx, id, 'running', clock.now());
      await runOrderNow(tx, id, clock.now());
    } else if (move === 'step') {
      throw cannotAdvance('This order is not paused. Pause it first.');
    }
  });
}

/** The next step of a placed order is its parcel's. From then on it only moves by hand. */
function stepParcel(needs: HoldNeeds, caller: Caller, order: FullOrder): Promise<FullOrder> {
  const hasLeft = order.shipments.some(({ status }) => status === 'in_transit');
  return advanceOrder(needs, caller, order.id, hasLeft ? 'delivered' : 'in_transit');
}

export async function readHoldSetting({ database }: HoldNeeds, caller: Caller) {
  if (caller.world !== 'test') throw notFound();
  return findHoldSwitch(database.db, caller.accountId);
}

export async function writeHoldSetting(needs: HoldNeeds, caller: Caller, isOn: boolean) {
  if (caller.world !== 'test') throw notFound();
  await writeHoldSwitch(needs.database.db, caller.accountId, isOn, needs.clock.now());
  return findHoldSwitch(needs.database.db, caller.accountId);
}
