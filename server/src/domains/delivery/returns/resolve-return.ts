import { randomBytes } from 'node:crypto';
import type { ReturnParcel } from '../../../connectors/contract.ts';
import { assertDefined } from '../../../kit/assert-defined.ts';
import type { Clock } from '../../../kit/clock.ts';
import { notFound } from '../../../kit/failure.ts';
import { newId } from '../../../kit/ids.ts';
import { type Cents, toCents } from '../../../kit/money.ts';
import { canMove } from '../../../kit/moves.ts';
import type { Blobs } from '../../../platform/blobs/index.ts';
import { type Database, type Executor, inTransaction, type Tx } from '../../../platform/database/index.ts';
import { refundPayer } from '../../money/top-ups/index.ts';
import { creditReturn, isOwed } from '../../money/wallet/index.ts';
import {
  addExchangeRefund,
  boughtItemsOf,
  exchangedOf,
  type FullOrder,
  inStoreCurrency,
  loadOrders,
  lockOrder,
  refundAtStore,
  refundableCentsOf,
  refundedCentsOf,
  refundInUsCents,
} from '../../orders/orders/index.ts';
import { alreadyResolved } from './failures.ts';
import { matchRefunds, type RefundReport } from './match-refunds.ts';
import { cappedCredit, computeCredit, countItems, type ReturnItem, returnMoves } from './model.ts';
import { enqueueFollow, publishOrderReturn, writeSummary } from './publish-order-return.ts';
import {
  endReturn,
  findReturn,
  insertLabels,
  type NewLabel,
  type ReturnRow,
  returnsOfOrder,
  writeNotes,
} from './sql.ts';

/** How a return ends, decided by the retailer, an operator or the sandbox. */
export type Resolution =
  | {
      status: 'approved';
      merchantReturnId: string | null;
      /** Each gets a label. Empty if the retailer sends its own. */
      parcels: ReturnParcel[];
      returnBy: string | null;
      notes: string | null;
    }
  | { status: 'denied'; notes: string | null }
  /** Null: what was paid for the items. A number: at most that. A report: its part for this return. */
  | { status: 'credited'; amount: Cents | RefundReport | null; notes: string | null };

export interface ResolveNeeds {
  database: Database;
  clock: Clock;
  blobs: Blobs;
}

/**
 * Ends an open return, or an approved one that waits for its refund: status, labels, money, the order's summary and the event,
 * together or not at all. `also` runs in the same transaction.
 */
export async function resolveReturn(
  needs: ResolveNeeds,
  id: string,
  resolution: Resolution,
  also: (tx: Tx, ended: ReturnRow) => Promise<void> = async () => {},
): Promise<ReturnRow> {
  const { database, blobs } = needs;
  const row = await findReturn(database.db, id);
  if (!row) throw notFound();
  if (!canMove(returnMoves, row.status, resolution.status)) throw alreadyResolved(row.status);
  // Stored first: once the status is approved, the labels exist.
  const labels = resolution.status === 'approved' ? await printLabels(needs, row, resolution) : [];
  const ended = await inTransaction(database.db, async (tx) => {
    const isOurs = await endOnce({ ...needs, tx }, row, resolution, labels);
    const current = assertDefined(await findReturn(tx, id));
    if (isOurs) await also(tx, current);
    return { isOurs, current };
  });
  if (ended.isOurs) return ended.current;
  for (const label of labels) await blobs.delete(label.blob);
  throw alreadyResolved(ended.current.status);
}

/** Adds a person's notes to a return that the store approved first. Null: it is not approved. */
export async function confirmApproval(
  { database, clock }: ResolveNeeds,
  id: string,
  notes: string | null,
): Promise<ReturnRow | null> {
  return inTransaction(database.db, async (tx) => {
    const { order_id: orderId } = assertDefined(await findReturn(tx, id));
    await lockOrder(tx, orderId);
    if (assertDefined(await findReturn(tx, id)).status !== 'approved') return null;
    if (notes !== null) await writeNotes(tx, id, notes, clock.now());
    const row = assertDefined(await findReturn(tx, id));
    await writeSummary(tx, row);
    return row;
  });
}

type Approval = Extract<Resolution, { status: 'approved' }>;

async function printLabels(needs: ResolveNeeds, row: ReturnRow, approval: Approval): Promise<NewLabel[]> {
  const order = assertDefined((await loadOrders(needs.database, [row.order_id])).get(row.order_id));
  const labels: NewLabel[] = [];
  // Loaded only when a label is drawn, because it is slow to load.
  const { drawLabel } = await import('./label/draw-label.ts');
  for (const [index, parcel] of approval.parcels.entries()) {
    const id = newId();
    const label = { id, blob: `labels/${id}.pdf`, linkKey: randomBytes(32), ...parcel };
    const pdf = await drawLabel({
      ...parcel,
      retailer: order.retailer,
      merchantReturnId: approval.merchantReturnId ?? row.merchant_return_id,
      merchantOrderIds: order.merchant_order_ids,
      returnId: row.id,
      returnBy: approval.returnBy,
      units: row.items.reduce((units, item) => units + item.quantity, 0),
      position: index + 1,
      count: approval.parcels.length,
      isSample: row.world === 'test',
      madeAt: needs.clock.now(),
    });
    await needs.blobs.put(label.blob, Buffer.from(pdf), 'application/pdf');
    labels.push(label);
  }
  return labels;
}

const alreadyRefundedText = 'The store canceled the order, and it was fully refunded.';

/** False if it had already ended. Under the order's lock, so that credits of one order count each other. */
async function endOnce(
  needs: { tx: Tx; clock: Clock },
  row: ReturnRow,
  wanted: Resolution,
  labels: NewLabel[],
): Promise<boolean> {
  const { tx, clock } = needs;
  const now = clock.now();
  await lockOrder(tx, row.order_id);
  const order = assertDefined((await loadOrders(tx, [row.order_id])).get(row.order_id));
  const isRefunded = order.status !== 'order_placed' && wanted.status === 'credited';
  const resolution: Resolution = isRefunded ? { status: 'denied', notes: alreadyRefundedText } : wanted;
  const atStore = resolution.status === 'credited' ? await computeAmount(tx, order, row, resolution.amount) : null;
  const amount = atStore === null ? null : refundInUsCents(order, atStore);
  // The store's refunds are for something else, as far as is known now.
  if (resolution.status === 'credited' && amount === null) return false;
  const ending = {
    status: resolution.status,
    notes: resolution.notes,
    merchantReturnId: resolution.status === 'approved' ? resolution.merchantReturnId : null,
    returnBy: resolution.status === 'approved' ? resolution.returnBy : null,
    creditedCents: amount,
    expectedCents:
      resolution.status === 'approved' && !row.is_paid_by_retailer ? await creditForReturn(tx, order, row) : null,
  };
  if (!(await endReturn(tx, row.id, ending, now))) return false;
  await insertLabels(tx, row.id, labels, now);
  const exchanged = exchangedOf(order, atStore ?? 0, amount ?? 0);
  if (exchanged && atStore !== null) await addExchangeRefund(tx, order.id, row.id, atStore);
  if (amount !== null && isOwed(amount, exchanged)) {
    // The account is read under the lock: the sandbox may have been claimed in the meantime.
    const { account_id: accountId, world } = order;
    await refundPayer(needs, { id: row.id, order, cents: amount }, (payee) =>
      creditReturn(needs, { id: row.id, accountId, world, amount, payee, exchanged }),
    );
  }
  // From now on, the store is asked for the refund.
  if (resolution.status === 'approved') await enqueueFollow(tx, row.id, now);
  const { status } = resolution;
  const event = { type: 'return.resolved', status, wasApproved: row.status === 'approved' } as const;
  await publishOrderReturn(tx, assertDefined(await findReturn(tx, row.id)), event, now);
  return true;
}

/** What crediting this return would add to the wallet now, in US cents. */
export const creditForReturn = async (
  executor: Executor,
  order: FullOrder,
  row: Pick<ReturnRow, 'items'>,
): Promise<Cents> => refundInUsCents(order, await computeAmountDue(executor, inStoreCurrency(order), row, null));

const capturedCentsOf = (order: FullOrder): Cents => toCents(Math.min(order.charged_cents ?? 0, order.max_price_cents));

/** Units that were already refunded: credited returns, store cancellations and operator refunds. */
const settledUnitsOf = (order: FullOrder, returns: readonly ReturnRow[]): ReturnItem[] => [
  ...returns.filter((other) => other.status === 'credited').flatMap((other) => other.items),
  ...order.items.map((item) => ({
    order_item_id: item.id,
    quantity: item.cancelled_quantity + item.refunded_quantity,
  })),
];

export interface RefundableItem {
  order_item_id: string;
  /** What each unit is worth that was not refunded yet, in order. */
  unit_cents: number[];
}

/** Units of an order that were not refunded yet. */
export async function listRefundableItems(executor: Executor, order: FullOrder): Promise<RefundableItem[]> {
  const settled = settledUnitsOf(order, await returnsOfOrder(executor, order.id));
  const before = countItems(settled);
  const bought = boughtItemsOf(order);
  return bought.map(({ id, quantity }) => {
    const left = Math.max(0, quantity - (before.get(id) ?? 0));
    const worthOf = (units: number): number =>
      computeCredit(capturedCentsOf(order), bought, settled, [{ order_item_id: id, quantity: units }]);
    return { order_item_id: id, unit_cents: Array.from({ length: left }, (_, n) => worthOf(n + 1) - worthOf(n)) };
  });
}

/** In the store's currency. Null: the store's report is not for this return, or not yet. */
async function computeAmount(
  tx: Executor,
  paidOrder: FullOrder,
  row: ReturnRow,
  said: Cents | RefundReport | null,
): Promise<Cents | null> {
  const order = inStoreCurrency(paidOrder);
  if (said === null) return computeAmountDue(tx, order, row, null);
  // People name amounts in US cents.
  if (typeof said === 'number') return computeAmountDue(tx, order, row, refundAtStore(paidOrder, said));
  const returns = await returnsOfOrder(tx, order.id);
  return matchRefunds(said, row, {
    captured: capturedCentsOf(order),
    bought: boughtItemsOf(order),
    settled: settledUnitsOf(order, returns),
    refundedCents: refundedCentsOf(order),
    worth: await computeAmountDue(tx, order, row, null),
    others: returns.filter((other) => other.status === 'approved' && other.id !== row.id),
  });
}

async function computeAmountDue(
  tx: Executor,
  order: FullOrder,
  row: Pick<ReturnRow, 'items'>,
  said: Cents | null,
): Promise<Cents> {
  const before = settledUnitsOf(order, await returnsOfOrder(tx, order.id));
  const due = cappedCredit(computeCredit(capturedCentsOf(order), boughtItemsOf(order), before, row.items), said);
  // A store may refund more than a part's share. The sum never exceeds what was captured.
  return toCents(Math.min(due, refundableCentsOf(order)));
}
