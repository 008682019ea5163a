import type { Connector, HistoryEntry, HistoryPage } from '../../connectors/contract.ts';
import type { Registry } from '../../connectors/registry.ts';
import { isUuid } from '../../kit/ids.ts';
import type { World } from '../../kit/world.ts';
import type { Executor } from '../../platform/database/index.ts';
import { loadStatuses } from './store-doubts.ts';

interface Needs {
  db: Executor;
  registry: Registry;
}

export interface Finding extends HistoryEntry {
  world: World;
  /** No order knows it, its order says that nothing was bought, or there is more than one purchase for its order. */
  problem: 'no_order' | 'not_placed' | 'bought_again';
}

export interface StoresReport {
  findings: Finding[];
  /** How many purchases were looked at. */
  purchases: number;
  /** Connectors whose history cannot be listed: look into the accounts there yourself. */
  unlisted: string[];
}

const pageWithinMs = 60_000;

/** Compares what the stores say that they sold under our references with the orders that there are. */
export async function reconcileStores({ db, registry }: Needs, since: Date): Promise<StoresReport> {
  const report: StoresReport = { findings: [], purchases: 0, unlisted: [] };
  for (const connector of registry.connectors()) {
    if (!connector.submit) continue;
    if (!connector.history) {
      report.unlisted.push(`${connector.name} (${connector.world})`);
      continue;
    }
    const seen = new Set<string>();
    for await (const purchases of pagesOf(connector, since)) {
      report.purchases += purchases.length;
      report.findings.push(...(await findingsOf(db, connector.world, purchases, seen)));
    }
  }
  return report;
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
    // One that is still open is being looked up.
    const isSettled = status === 'order_failed' || status === 'cancelled';
    return isSettled ? [{ ...purchase, world, problem: 'not_placed' }] : [];
  });
}
