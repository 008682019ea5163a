import type { Connector } from '../../../connectors/contract.ts';
import type { Registry } from '../../../connectors/registry.ts';
import { type Clock, dayMs, plusMs } from '../../../kit/clock.ts';
import type { World } from '../../../kit/world.ts';
import type { Db } from '../../../platform/database/index.ts';
import { listSwitches, type Retailer, type SwitchRow } from '../../catalog/stores/index.ts';
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
