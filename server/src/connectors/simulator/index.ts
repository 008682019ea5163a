import type { Clock } from '../../kit/clock.ts';
import { paceOf } from '../../kit/test-clock.ts';
import type { World } from '../../kit/world.ts';
import type { Database } from '../../platform/database/index.ts';
import type { Brand } from '../brands.ts';
import { abilities, type Connector, options } from '../contract.ts';
import { deskWatch } from './actions.ts';
import { createSimulatorCatalog } from './catalog/index.ts';
import { createCheckouts } from './checkout.ts';
import { createControls, type SimulatorControls } from './controls.ts';
import { createDocuments } from './documents.ts';
import { logIn, type MailCode } from './log-in.ts';
import { createReturns } from './returns.ts';
import { createTestShop, precheckOf, rateStoryOf, scenarioOf } from './scenarios.ts';
import { createSimulatorSql } from './sql.ts';
import { createVisitLog } from './sql-visits.ts';
import { createCatalog } from './store-catalog.ts';
import { canCancel, trackPurchase } from './tracking.ts';

export type { SimulatorControls } from './controls.ts';
export { type MailCode, simulatedTotpSecret } from './log-in.ts';
export type { Scenario, TestProduct } from './scenarios.ts';
export type { MoveByHand } from './sql.ts';

export interface SimulatorOptions<W extends World> {
  world: W;
  database: Database;
  clock: Clock;
  brands: readonly Brand[];
  publicUrl: string;
  /** 1 is the documented speed, 0 is instant. */
  timeScale: number;
  /** Emails the code of the scenario code_required. */
  mailCode?: MailCode;
}

/** The sandbox stores: catalog, test scenarios and purchase records. */
export function createSimulator<W extends World>(given: SimulatorOptions<W>): Connector<W> & SimulatorControls {
  const { world, database, clock, brands, timeScale } = given;
  const publicUrl = given.publicUrl.replace(/\/$/, '');
  const testShop = createTestShop(publicUrl);
  const catalog = createSimulatorCatalog(brands, testShop, publicUrl);
  const store = createSimulatorSql(database, world);
  const visits = createVisitLog(database, world);
  const needs = {
    catalog,
    store,
    visits,
    clock,
    timeScale,
    testShop: testShop.brand.id,
    publicUrl,
    mailCode: given.mailCode,
  };

  return {
    name: 'simulator',
    world,
    abilities: new Set(abilities),
    retailers: catalog.retailers,
    honours: new Set(options),
    lookup: 'reference',
    currency: 'USD',
    rateStory: (refs) => rateStoryOf(scenarioOf(refs, testShop.brand.id)),
    locate: catalog.locate,
    addressOf: catalog.addressOf,
    servesDomain: (domain) => domain === testShop.brand.id,
    precheck: (lines) =>
      precheckOf(
        scenarioOf(
          lines.map((line) => line.ref),
          testShop.brand.id,
        ),
      ),
    ...createCatalog(catalog, publicUrl),
    ...createCheckouts(needs),
    ...createReturns(needs),
    watch: deskWatch(clock, timeScale),
    async track({ reference }, { signal }) {
      signal.throwIfAborted();
      const [purchase] = await store.purchases(reference);
      if (!purchase) return { kind: 'tracked', shipments: [], cancelled: null, partlyCancelled: [], pollAfterMs: null };
      return trackPurchase(purchase, clock.now(), paceOf(timeScale));
    },
    documents: createDocuments(needs),
    async cancel({ reference, merchantOrderId }, { signal }) {
      signal.throwIfAborted();
      const purchases = await store.purchases(reference);
      const purchase = purchases.find((candidate) => candidate.merchant_order_ids.includes(merchantOrderId));
      if (!purchase) return { kind: 'refused', message: `The store has no order ${merchantOrderId}.` };
      if (purchase.cancelled_at) return { kind: 'cancelled' };
      if (!canCancel(trackPurchase(purchase, clock.now(), paceOf(timeScale)))) {
        return { kind: 'refused', message: 'The order has already shipped or is closed.' };
      }
      const isCancelled = await store.cancel(purchase, clock.now());
      return isCancelled ? { kind: 'cancelled' } : { kind: 'refused', message: 'The order just changed.' };
    },
    async login(retailer, account, { signal }) {
      signal.throwIfAborted();
      const visit = await visits.open(account, retailer, 'login', clock.now());
      const obstacle = await logIn(needs, account, retailer);
      await visit.end(clock.now());
      return obstacle ?? { kind: 'ok' };
    },
    ...createControls({ catalog, store, clock, timeScale, testShop: testShop.brand.id, publicUrl }),
  };
}
