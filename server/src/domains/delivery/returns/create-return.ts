import type { Address } from '../../../connectors/contract.ts';
import { assertDefined } from '../../../kit/assert-defined.ts';
import type { Clock } from '../../../kit/clock.ts';
import { notFound } from '../../../kit/failure.ts';
import type { Tx } from '../../../platform/database/index.ts';
import type { Caller } from '../../access/accounts/index.ts';
import { boughtItemsOf, loadOrders, lockOwnOrder } from '../../orders/orders/index.ts';
import { itemsNotReturnable, orderNotReturnable, tooManyDenials, tooManyReplacements } from './failures.ts';
import {
  denialsMax,
  findObjections,
  itemsOf,
  mergeItems,
  type ReturnItem,
  type ReturnReason,
  replacementsMax,
  returnIdOf,
  type WantedProduct,
} from './model.ts';
import { enqueueFollow, publishOrderReturn } from './publish-order-return.ts';
import { creditForReturn } from './resolve-return.ts';
import { endReturn, findReturn, insertReturn, type ReturnRow, returnsOfOrder } from './sql.ts';

/** A return request, through any API. */
export interface NewReturn {
  orderId: string;
  /** Items of the order, or products anywhere in it. */
  items: ReturnItem[] | WantedProduct[];
  reason: ReturnReason;
  notes: string | null;
  /** Only the legacy API has these. */
  codes: { reason: string; method: string | null } | null;
  explanation: string | null;
  returnAddress: Address | null;
  clientRequest: Record<string, unknown> | null;
  /** Denies open returns of the same order, which frees their units. */
  cancelPending: boolean;
}

interface Needs {
  tx: Tx;
  clock: Clock;
}

/** Requests for one order wait at its lock, so no unit is returned twice. */
export async function createReturn({ tx, clock }: Needs, caller: Caller, newReturn: NewReturn): Promise<ReturnRow> {
  const orderId = newReturn.orderId.toLowerCase();
  const isOwn = await lockOwnOrder(tx, { id: orderId, accountId: caller.accountId, world: caller.world });
  const order = isOwn && (await loadOrders(tx, [orderId])).get(orderId);
  if (!order) throw notFound();
  if (order.status !== 'order_placed') throw orderNotReturnable(order.status);
  const now = clock.now();
  const before = await returnsOfOrder(tx, order.id);
  if (before.filter(({ status }) => status === 'denied').length >= denialsMax) throw tooManyDenials(denialsMax);
  // Replaced returns free their units for this one.
  const earlier = newReturn.cancelPending ? before.map(toSuperseded) : before;
  const bought = boughtItemsOf(order);
  const items = mergeItems(newReturn.items.flatMap((wanted) => itemsOf(wanted, bought, earlier)));
  const id = returnIdOf(order.id, items, earlier);
  if (newReturn.cancelPending) await cancelPending(tx, before, id, now);
  const objections = findObjections(items, bought, earlier);
  if (objections.length > 0) throw itemsNotReturnable(objections, earlier);
  const row = {
    id,
    order_id: order.id,
    account_id: order.account_id,
    world: order.world,
    reason: newReturn.reason,
    notes: newReturn.notes,
    items,
    reason_code: newReturn.codes?.reason ?? null,
    method_code: newReturn.codes?.method ?? null,
    explanation: newReturn.explanation,
    return_address: newReturn.returnAddress,
    client_request: newReturn.clientRequest,
    is_paid_by_retailer: order.paid_by_client,
    expected_cents: order.paid_by_client ? null : await creditForReturn(tx, order, { items }),
  };
  await insertReturn(tx, row, now);
  const created = assertDefined(await findReturn(tx, id));
  await publishOrderReturn(tx, created, { type: 'return.requested' }, now);
  await enqueueFollow(tx, id, now);
  return created;
}

const toSuperseded = (row: ReturnRow): ReturnRow => (row.status === 'open' ? { ...row, status: 'denied' } : row);

async function cancelPending(tx: Tx, returns: ReturnRow[], successor: string, now: Date): Promise<void> {
  if (returns.filter((one) => one.superseded_by !== null).length >= replacementsMax) {
    throw tooManyReplacements(replacementsMax);
  }
  for (const earlier of returns) {
    if (earlier.status !== 'open') continue;
    const notes = `Canceled by the customer and replaced by return ${successor}.`;
    const nothing = { merchantReturnId: null, returnBy: null, creditedCents: null, expectedCents: null };
    await endReturn(tx, earlier.id, { status: 'denied', notes, supersededBy: successor, ...nothing }, now);
    const event = { type: 'return.resolved', status: 'denied', wasApproved: false } as const;
    await publishOrderReturn(tx, assertDefined(await findReturn(tx, earlier.id)), event, now);
  }
}
