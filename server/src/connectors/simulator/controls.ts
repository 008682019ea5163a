import type { Clock } from '../../kit/clock.ts';
import { paceOf } from '../../kit/test-clock.ts';
import type { Address } from '../contract.ts';
import { productPayload } from './catalog/details.ts';
import { drawProduct } from './catalog/images.ts';
import type { SimulatorCatalog } from './catalog/index.ts';
import { type Approval, approve, isSettledAutomatically } from './returns.ts';
import { listTestProducts, type TestProduct } from './scenarios.ts';
import type { MoveByHand, PurchaseRow, ReturnResolution, SimulatorSql } from './sql.ts';
import { findObjection, trackPurchase } from './tracking.ts';

export type ManualMoveAnswer = { kind: 'moved' } | { kind: 'refused'; message: string } | { kind: 'missing' };

/** Manual controls: move parcels, resolve returns, read purchases. */
export interface SimulatorControls {
  /** Test products. */
  readonly scenarios: readonly TestProduct[];
  /** Moves a purchase. After that, the clock no longer moves it. */
  advance(reference: string, to: MoveByHand): Promise<ManualMoveAnswer>;
  resolveReturn(reference: string, resolution: ReturnResolution): Promise<ManualMoveAnswer>;
  /** How the store would approve this return. Null without a purchase. */
  approvalOf(purchase: string, reference: string, returnAddress: Address | null): Promise<Approval | null>;
  /** Purchases with this reference, oldest first. More than one is a double purchase. */
  purchases(reference: string): Promise<PurchaseRow[]>;
  countPurchases(): Promise<number>;
  /** A product's page as data, and its picture as SVG. */
  findProduct(retailer: string, productId: string): Record<string, unknown> | null;
  productImage(retailer: string, productId: string): string | null;
  testProduct(slug: string): Record<string, unknown> | null;
}

interface ControlNeeds {
  catalog: SimulatorCatalog;
  store: SimulatorSql;
  clock: Clock;
  timeScale: number;
  testShop: string;
  publicUrl: string;
}

export function createControls(needs: ControlNeeds): SimulatorControls {
  const { catalog, store, clock, timeScale, testShop, publicUrl } = needs;

  const findProduct = (retailer: string, productId: string) => {
    const found = catalog.find({ retailer, productId });
    if (!found) return null;
    const currency = catalog.currencyOf([{ ref: { retailer, productId }, url: found.product.url }]);
    return { ...productPayload(found.store, found.product, publicUrl), currency };
  };

  return {
    scenarios: listTestProducts(publicUrl),
    async advance(reference, to) {
      const [purchase] = await store.purchases(reference);
      if (!purchase) return { kind: 'missing' };
      const now = clock.now();
      const objection = findObjection(to, trackPurchase(purchase, now, paceOf(timeScale)));
      if (objection) return { kind: 'refused', message: objection };
      const isMoved = await store.addMove(purchase, to, now);
      return isMoved
        ? { kind: 'moved' }
        : { kind: 'refused', message: 'The order was just changed by another request.' };
    },
    async resolveReturn(reference, resolution) {
      const row = await store.readReturn(reference);
      if (!row) return { kind: 'missing' };
      const isDecided =
        isSettledAutomatically(row, clock.now(), paceOf(timeScale)) ||
        !(await store.resolveReturn(reference, resolution));
      return isDecided ? { kind: 'refused', message: 'This return was already resolved.' } : { kind: 'moved' };
    },
    async approvalOf(reference, returnReference, returnAddress) {
      const [purchase] = await store.purchases(reference);
      return purchase ? approve(returnReference, purchase, returnAddress, clock.now()) : null;
    },
    purchases: store.purchases,
    countPurchases: store.countPurchases,
    findProduct,
    productImage(retailer, productId) {
      const found = catalog.find({ retailer, productId });
      return found && drawProduct(found.product);
    },
    testProduct: (slug) => findProduct(testShop, slug),
  };
}
