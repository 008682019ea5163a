import type { Registry } from '../../../connectors/registry.ts';
import type { Clock } from '../../../kit/clock.ts';
import type { World } from '../../../kit/world.ts';
import { type Db, inTransaction } from '../../../platform/database/index.ts';
import { lockSwitch, type SwitchRow, writeSwitch } from '../../catalog/stores/index.ts';
import { runOrdersNow } from '../../orders/orders/index.ts';
import { unknownRetailer } from './failures.ts';
import { recordAction } from './record-action.ts';

export interface SwitchNeeds {
  db: Db;
  clock: Clock;
  registry: Pick<Registry, 'forRetailer'>;
}

export interface SwitchRequest {
  world: World;
  retailer: string;
  isEnabled: boolean;
  reason: string;
}

/** Switches a retailer on or off in one mode. Does nothing if it is already so for the same reason. */
export async function switchRetailer(needs: SwitchNeeds, operator: string, request: SwitchRequest): Promise<void> {
  const { clock } = needs;
  const { world, isEnabled, reason } = request;
  const retailer = needs.registry.forRetailer(world, request.retailer)?.retailer;
  if (retailer === undefined) throw unknownRetailer(request.retailer, world);
  await inTransaction(needs.db, async (tx) => {
    const before = await lockSwitch(tx, world, retailer);
    if (before?.is_enabled === isEnabled && before.reason === reason) return;
    const now = clock.now();
    await writeSwitch(tx, {
      world,
      retailer,
      is_enabled: isEnabled,
      reason,
      switched_by: operator,
      switched_at: now,
    });
    if (isEnabled) await runOrdersNow(tx, world, retailer, now);
    await recordAction(
      { tx, clock },
      {
        operator,
        name: isEnabled ? 'retailer.switched_on' : 'retailer.switched_off',
        subject: { type: 'retailer', id: `${world}/${retailer}` },
        before: switchStateOf(before),
        after: { enabled: isEnabled, reason },
        note: reason,
      },
    );
  });
}

/** A retailer that was never switched is on. */
const switchStateOf = (row: SwitchRow | null) => ({ enabled: row?.is_enabled ?? true, reason: row?.reason ?? null });
