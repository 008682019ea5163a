import type { Connector, HistoryEntry, HistoryPage, Lookup } from '../../../connectors/contract.ts';
import type { Registry } from '../../../connectors/registry.ts';
import { minuteMs } from '../../../kit/clock.ts';
import { messageOf } from '../../../kit/fields.ts';
import { isUuid } from '../../../kit/ids.ts';
import type { World } from '../../../kit/world.ts';
import type { Executor } from '../../../platform/database/index.ts';
import { listUncertainOrders, loadStatuses, type UncertainOrder } from '../orders/index.ts';

interface Needs {
  db: Executor;
  registry: Registry;
}

export interface Finding extends HistoryEntry {
  world: World;
  /** The purchase has no order, its order says that nothing was bought, or its order has several purchases. */
  problem: 'no_order' | 'not_placed' | 'bought_again';
}

/** What one store reported. */
export interface StoreReport {
  store: string;
  world: World;
  kind: string;
  /** How its connector finds a purchase without a record; null if no connector serves this retailer. */
  lookup: Lookup | null;
  /** Purchases it listed; null if it cannot list them. */
  purchases: number | null;
  findings: Finding[];
  /** Orders at this store whose outcome is uncertain. */
  orders: UncertainOrder[];
  /** Why purchases are missing from this report; null if it is complete. */
  gap: string | null;
}

/** Long enough for a store that allows one call every two seconds and lists a few orders at a time. */
const pageWithinMs = 10 * minuteMs;

/** Compares what the stores sold under our references with our orders, store by store. */
export async function reconcileStores(
  { db, registry }: Needs,
  since: Date,
  isAsked: (connector: Connector) => boolean = () => true,
): Promise<StoreReport[]> {
  const orders = await listUncertainOrders(db, since);
  const reports: StoreReport[] = [];
  const named = new Set<string>();
  for (const connector of registry.connectors()) {
    if (!connector.submit || !isAsked(connector)) continue;
    const own = orders.filter(({ world, retailer, store }) => {
      if (store !== null && connector.store !== undefined) return store === connector.store;
      const serving = registry.forRetailer(world, retailer)?.connector;
      return serving?.name === connector.name && world === connector.world;
    });
    for (const { id } of own) named.add(id);
    reports.push({ ...(await reconcileStore(db, connector, since)), orders: own });
  }
  return [...reports, ...reportMissingStores(orders.filter(({ id }) => !named.has(id)))];
}

async function reconcileStore(db: Executor, connector: Connector, since: Date): Promise<StoreReport> {
  const { name, world, lookup } = connector;
  // A configured store is named by kind and name.
  const [kind = name, store = name] = name.split(' ');
  const report: StoreReport = { store, world, kind, lookup, purchases: null, findings: [], orders: [], gap: null };
  if (!connector.history) {
    return {
      ...report,
      gap: "This kind of store cannot list its purchases. Compare Errand's orders with the order list on the store's website.",
    };
  }
  const seen = new Set<string>();
  report.purchases = 0;
  try {
    for await (const purchases of pagesOf(connector, since)) {
      report.purchases += purchases.length;
      report.findings.push(...(await findingsOf(db, world, purchases, seen)));
    }
  } catch (error) {
    report.gap = `The store did not list all of its purchases: ${messageOf(error)}`;
  }
  return report;
}

/** Stores that were removed, or are not set up here, may still have sold. */
function reportMissingStores(orders: UncertainOrder[]): StoreReport[] {
  const byStore = Map.groupBy(orders, ({ world, retailer }) => `${world} ${retailer}`);
  return [...byStore.values()].flatMap(([first, ...rest]) =>
    first
      ? [
          {
            store: first.retailer,
            world: first.world,
            kind: 'not configured',
            lookup: null,
            purchases: null,
            findings: [],
            orders: [first, ...rest],
            gap: "This store is not configured. Add it again, or check the order list on the store's website.",
          },
        ]
      : [],
  );
}

async function* pagesOf(connector: Connector, since: Date): AsyncGenerator<HistoryEntry[]> {
  for (let cursor: string | null = null; ; ) {
    const page: HistoryPage | undefined = await connector.history?.(
      { since, cursor },
      { signal: AbortSignal.timeout(pageWithinMs) },
    );
    if (!page) return;
    yield page.purchases;
    if (page.next === null) return;
    cursor = page.next;
  }
}

async function findingsOf(
  db: Executor,
  world: World,
  purchases: HistoryEntry[],
  seen: Set<string>,
): Promise<Finding[]> {
  const ids = purchases.map((purchase) => purchase.reference).filter(isUuid);
  const statusById = await loadStatuses(db, world, ids);
  return purchases.flatMap((purchase): Finding[] => {
    const isAgain = seen.has(purchase.reference);
    seen.add(purchase.reference);
    const status = statusById.get(purchase.reference);
    if (status === undefined) return [{ ...purchase, world, problem: 'no_order' }];
    if (isAgain) return [{ ...purchase, world, problem: 'bought_again' }];
    // An open order is still being looked up.
    const isSettled = status === 'order_failed' || status === 'cancelled';
    return isSettled ? [{ ...purchase, world, problem: 'not_placed' }] : [];
  });
}
