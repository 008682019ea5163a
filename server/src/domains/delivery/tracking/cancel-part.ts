import type { PartialCancellation } from '../../../connectors/contract.ts';
import type { Clock } from '../../../kit/clock.ts';
import { newId } from '../../../kit/ids.ts';
import { proportionOf, toCents } from '../../../kit/money.ts';
import type { Executor, Tx } from '../../../platform/database/index.ts';
import { cardRefundId, refundPayer } from '../../money/top-ups/index.ts';
import { isOwed, refundPart } from '../../money/wallet/index.ts';
import {
  addExchangeRefund,
  boughtQuantityOf,
  exchangedOf,
  type FullOrder,
  inStoreCurrency,
  loadOrders,
  refundableCentsOf,
  refundInUsCents,
} from '../../orders/orders/index.ts';
import { insertPart, listPartKeys } from './sql.ts';

interface Needs {
  tx: Tx;
  clock: Clock;
}

/**
 * Writes new partial cancellations of the store: lines, money and ledger together, under the order's lock, which the caller has.
 * The store reports them every time; each is written once. True if one was new.
 */
export async function recordPartialCancellations(
  { tx, clock }: Needs,
  orderId: string,
  parts: readonly PartialCancellation[],
): Promise<boolean> {
  let isChanged = false;
  for (const part of parts.length === 0 ? [] : await findNewParts(tx, orderId, parts)) {
    // Read again each time: the one before used up units and money.
    const order = (await loadOrders(tx, [orderId])).get(orderId);
    if (order?.status !== 'order_placed') return isChanged;
    if (await writePartialCancellation({ tx, clock }, order, part)) isChanged = true;
  }
  return isChanged;
}

async function findNewParts(tx: Executor, orderId: string, parts: readonly PartialCancellation[]) {
  const known = new Set(await listPartKeys(tx, orderId));
  return parts.filter(({ id }) => !known.has(id));
}

/** Never more units or money than are left. */
async function writePartialCancellation(
  { tx, clock }: Needs,
  order: FullOrder,
  part: PartialCancellation,
): Promise<boolean> {
  const now = clock.now();
  // Stores report in their own currency, and the rules count in one.
  const abroad = inStoreCurrency(order);
  const lines = abroad.items.flatMap((item) => {
    const said = part.lines.filter(({ lineId }) => lineId === item.id).reduce((sum, line) => sum + line.quantity, 0);
    const quantity = Math.min(said, boughtQuantityOf(item) - item.cancelled_quantity);
    // Units that an operator refunded count first.
    const unpaid = quantity - Math.min(quantity, item.refunded_quantity);
    const unit = item.unit_price_cents ?? 0;
    return quantity > 0 ? [{ line: { id: item.id, quantity, price: unit * quantity }, unpaid: unit * unpaid }] : [];
  });
  // It names nothing of this order. The next check may know more.
  if (lines.length === 0) return false;
  const price = lines.reduce((sum, { line }) => sum + line.price, 0);
  const unpaid = lines.reduce((sum, one) => sum + one.unpaid, 0);
  const said = part.refunded ?? price;
  const due = unpaid === price ? said : proportionOf(said, unpaid, price);
  const atStore = toCents(Math.max(0, Math.min(due, refundableCentsOf(abroad))));
  const refunded = refundInUsCents(order, atStore);
  const exchanged = exchangedOf(order, atStore, refunded);
  const id = newId();
  const written = { id, storeKey: part.id, lines: lines.map(({ line }) => line), refunded, reason: part.reason };
  await insertPart(tx, order.id, written, now);
  const { account_id: accountId, world } = order;
  const note = `Order ${order.id}: ${part.reason}`;
  if (exchanged) await addExchangeRefund(tx, order.id, id, atStore);
  if (isOwed(refunded, exchanged)) {
    const refund = { id: cardRefundId(order.id, part.id), order, cents: refunded };
    await refundPayer({ tx, clock }, refund, async (payee) => {
      await refundPart({ tx, clock }, { id, accountId, world, amount: refunded, note, payee, exchanged });
      return true;
    });
  }
  return true;
}
