import type { Connector } from '../../../connectors/contract.ts';
import type { Registry } from '../../../connectors/registry.ts';
import { type Clock, dayMs, plusMs } from '../../../kit/clock.ts';
import type { World } from '../../../kit/world.ts';
import { type Db, inTransaction } from '../../../platform/database/index.ts';
import { listSwitches, lockSwitch, type Retailer, type SwitchRow, writeSwitch } from '../../catalog/stores/index.ts';
import { runOrdersNow } from '../../orders/orders/index.ts';
import { recordAction } from './export-audit.ts';
import { unknownRetailer } from './failures.ts';
import { outcomesOf } from './model.ts';
import { countOrdersSince, type NewestOrders } from './sql-counts.ts';

export interface ListRetailersNeeds {
  db: Db;
  clock: Clock;
  registry: Registry;
  retailers: readonly Retailer[];
}

export interface RetailerFile {
  world: World;
  id: string;
  displayName: string;
  connector: Connector | null;
  /** Null: never switched, so enabled. */
  switched: SwitchRow | null;
  outcomes: ReturnType<typeof outcomesOf>;
}

const worlds: World[] = ['live', 'test'];

/**
 * Every retailer of both modes, A to Z: brands of the catalog, stores of a connector, and those switched or ordered
 * from recently.
 */
export async function listAllRetailers({
  db,
  clock,
  registry,
  retailers,
}: ListRetailersNeeds): Promise<{ files: RetailerFile[]; ordersSince: NewestOrders['countedSince'] }> {
  const switches = await listSwitches(db);
  const { counts, countedSince } = await countOrdersSince(db, plusMs(clock.now(), -dayMs));
  const files = worlds.flatMap((world) => {
    const ofWorld = switches.filter((row) => row.world === world);
    const ids = new Set([
      ...retailers.map((retailer) => retailer.id),
      ...registry.retailers(world),
      ...ofWorld.map((row) => row.retailer),
      ...counts.filter((row) => row.world === world).map((row) => row.retailer),
    ]);
    return [...ids].sort().map((id) => ({
      world,
      id,
      displayName: retailers.find((retailer) => retailer.id === id)?.displayName ?? id,
      connector: registry.forRetailer(world, id)?.connector ?? null,
      switched: ofWorld.find((row) => row.retailer === id) ?? null,
      outcomes: outcomesOf(counts, world, id),
    }));
  });
  return { files, ordersSince: countedSince };
}

interface SwitchNeeds {
  db: Db;
  clock: Clock;
  registry: Pick<Registry, 'forRetailer'>;
}

interface SwitchRequest {
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
