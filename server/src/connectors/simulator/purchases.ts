import { plusMs, secondMs } from '../../kit/clock.ts';
import { toCents } from '../../kit/money.ts';
import { paceOf } from '../../kit/test-clock.ts';
import type { Connector, FindAnswer, Purchase } from '../contract.ts';
import type { LogInNeeds } from './log-in.ts';
import { basisOf } from './quote/quote.ts';
import type { PurchaseRow, SimulatorSql } from './sql.ts';

interface BookNeeds extends LogInNeeds {
  store: SimulatorSql;
  timeScale: number;
}

const historyPage = 500;

/** Delay until a sale is in the history, before the time scale. */
const shownAfterMs = ({ contents }: PurchaseRow): number => (contents.scenario === 'late_sale' ? 6 * secondMs : 0);

const notShownYet: FindAnswer = {
  kind: 'unsure',
  message: 'The order history shows nothing yet, but a purchase may still appear there.',
};

/** Finds and fences purchases. */
export function createPurchaseLookup({
  store,
  visits,
  clock,
  timeScale,
}: BookNeeds): Required<Pick<Connector, 'find' | 'fence' | 'history'>> {
  return {
    async find({ reference, retailer, account }, { signal }) {
      signal.throwIfAborted();
      const visit = await visits.open(account, retailer, reference, clock.now());
      const [purchase] = await store.purchases(reference);
      await visit.end(clock.now());
      if (!purchase) return { kind: 'absent' };
      const isShown = clock.now() >= plusMs(purchase.placed_at, shownAfterMs(purchase) * paceOf(timeScale));
      return isShown ? { kind: 'found', purchase: purchaseOf(purchase) } : notShownYet;
    },

    async fence({ reference }, { signal }) {
      signal.throwIfAborted();
      await store.voidCarts(reference);
      return { fenced: true };
    },

    async history({ since, cursor }, { signal }) {
      signal.throwIfAborted();
      const rows = await store.listPurchases(since, cursor, historyPage);
      const purchases = rows.map((row) => ({
        reference: row.reference,
        retailer: row.retailer,
        merchantOrderIds: row.merchant_order_ids,
        total: toCents(row.total_cents),
        currency: purchaseOf(row).price.currency,
        placedAt: row.placed_at,
      }));
      return { purchases, next: rows.length < historyPage ? null : (rows.at(-1)?.id ?? null) };
    },
  };
}

export function purchaseOf(row: Pick<PurchaseRow, 'contents' | 'placed_at' | 'merchant_order_ids'>): Purchase {
  return {
    merchantOrderIds: row.merchant_order_ids,
    // Rows of earlier versions are in US dollars.
    price: { ...{ currency: 'USD', basis: basisOf(row.contents.address.country) }, ...row.contents.price },
    estimatedDelivery: row.contents.estimatedDelivery,
    placedAt: row.placed_at,
    lines: row.contents.lines.map(({ lineId, quantity, unitPrice }) => ({ lineId, quantity, unitPrice })),
    shipTo: row.contents.address,
  };
}
