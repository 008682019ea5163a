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

/** What a hand may do that a client may not: move parcels, decide returns, and look into the stores' books. */
export interface SimulatorControls {
  /** The products of the test shop, for people who integrate. */
  readonly scenarios: readonly TestProduct[];
  /** Moves a purchase; from then on the clock moves it no more. */
  advance(reference: string, to: MoveByHand): Promise<ManualMoveAnswer>;
  resolveReturn(reference: string, resolution: ReturnResolution): Promise<ManualMoveAnswer>;
  /** How the store would approve this return, whatever it has decided; null when it never sold anything for it. */
  approvalOf(purchase: string, reference: string, returnAddress: Address | null): Promise<Approval | null>;
  /** Every purchase with this reference, oldest first: more than one means that we bought twice. */
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
      return isMoved ? { kind: 'moved' } : { kind: 'refused', message: 'It was just changed by another request.' };
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
