import type { Cents } from '../../../kit/money.ts';
import { type Concession, type ErrorType, mayBePartial, type PlacementRow } from '../orders/index.ts';

/** A sold line; without a quantity, what was in the cart. */
export interface SettledLine {
  lineId: string;
  unitPrice: Cents | null;
  quantity?: number;
}

interface SplitPurchase {
  /** `quantity` is null if everything ordered was bought. */
  bought: { id: string; unitPrice: Cents | null; quantity: number | null }[];
  leftOut: { id: string; errorType: ErrorType }[];
  concessions: readonly Concession[] | null;
}

type Ordered = Pick<PlacementRow, 'items' | 'fulfillment' | 'concessions'>;

/** Items that the store sold, and how many. Only an order that allows less may end with less. */
export function splitPurchase(order: Ordered, lines: readonly SettledLine[]): SplitPurchase {
  if (!mayBePartial(order.fulfillment)) {
    const bought = lines.map(({ lineId, unitPrice }) => ({ id: lineId, unitPrice, quantity: null }));
    return { bought, leftOut: [], concessions: order.concessions };
  }
  const recorded = order.concessions ?? [];
  // A store that doesn't say what it sold, sold what was in its cart.
  const isReported = order.items.some(({ id }) => lines.some(({ lineId }) => lineId === id));
  const sold = order.items.map((item) => {
    const known = recorded.find(({ item_id: id }) => id === item.id);
    const own = lines.filter(({ lineId }) => lineId === item.id);
    const planned = known?.fulfilled_quantity ?? item.quantity;
    const quantity = isReported ? own.reduce((sum, line) => sum + (line.quantity ?? planned), 0) : planned;
    const unitPrice = own[0]?.unitPrice ?? null;
    const isShort = quantity < item.quantity;
    const concession = !isShort ? null : known?.fulfilled_quantity === quantity ? known : shortfallOf(item, quantity);
    return { id: item.id, quantity, unitPrice, isShort, concession };
  });
  return {
    bought: sold
      .filter(({ quantity }) => quantity > 0)
      .map(({ id, unitPrice, quantity, isShort }) => ({ id, unitPrice, quantity: isShort ? quantity : null })),
    leftOut: sold.flatMap(({ id, quantity, concession }) =>
      quantity === 0 && concession ? [{ id, errorType: concession.code }] : [],
    ),
    concessions: [
      ...recorded.filter(({ concern }) => concern === 'gift'),
      ...sold.flatMap(({ concession }) => concession ?? []),
    ],
  };
}

/** The store sold less than its cart had, or the record of that cart is lost. */
function shortfallOf(item: PlacementRow['items'][number], quantity: number): Concession {
  const isGone = quantity === 0;
  return {
    concern: isGone ? 'items' : 'quantity',
    code: isGone ? 'product_unavailable' : 'product_quantity_unavailable',
    message: isGone
      ? 'The store did not accept this item.'
      : `The store accepted only ${quantity} of the ${item.quantity} ordered.`,
    item_id: item.id,
    url: item.url,
    requested_quantity: item.quantity,
    fulfilled_quantity: quantity,
  };
}
