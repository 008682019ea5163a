import { hourMs } from '../../kit/clock.ts';
import { foundAnswer, unsureAnswer } from '../answers.ts';
import type { Call, FindAnswer, FindQuery } from '../contract.ts';
import type { StoreProblem } from '../refuse.ts';
import { fenceAccount, findPast, type HistoryNeeds, settleMs } from './account-history.ts';
import { type Handle, handleIn } from './handle.ts';
import { isPlaced, orderFields, orderIn, type ShopOrder } from './order.ts';
import { cancelActive } from './prepare.ts';
import { customerFields, queryAsCustomer } from './session.ts';
import type { ShopApi } from './shop-api.ts';
import { purchaseOf } from './submit.ts';

const lookupDocument = `query History($code: String!) {
  ${customerFields} activeOrder { ...OrderFields } orderByCode(code: $code) { ...OrderFields }
}
${orderFields}`;

/** Guests see an order for two hours. Less some minutes for clock skew. */
const shownToGuestsMs = 1.8 * hourMs;

type OrderLookup = { kind: 'seen'; order: ShopOrder | null; isActive: boolean; token: string | null } | StoreProblem;

/** Reads our order by its code, in its session or a new one of the account. */
async function lookUpOrder(api: ShopApi, query: FindQuery, handle: Handle, call: Call): Promise<OrderLookup> {
  const question = { document: lookupDocument, variables: { code: handle.code } };
  const seen = await queryAsCustomer(api, { account: query.account, tokens: [handle.token] }, question, call);
  if (seen.kind !== 'data') return seen;
  const active = orderIn(seen.data.activeOrder);
  const isActive = active?.code === handle.code;
  // "Forbidden" can mean missing, not bought or too old.
  return { kind: 'seen', order: isActive ? active : orderIn(seen.data.orderByCode), isActive, token: seen.token };
}

export async function find(needs: HistoryNeeds, query: FindQuery, call: Call): Promise<FindAnswer> {
  const { api, clock } = needs;
  const handle = handleIn(query.handle);
  if (!handle) return findPast(needs, query, call);
  const seen = await lookUpOrder(api, query, handle, call);
  if (seen.kind !== 'seen') return unsureAnswer(seen.message);
  const { order } = seen;
  if (!order) {
    const isShown = clock.now().getTime() - query.since.getTime() < shownToGuestsMs;
    if (query.account === null && isShown) return { kind: 'absent' };
    return unsureAnswer(`The store does not show order ${handle.code} to us.`);
  }
  if (!isPlaced(order)) return { kind: 'absent' };
  const purchase = purchaseOf(order, handle, query.shippingAddress);
  return foundAnswer(purchase, "The store's order totals do not add up.");
}

/** Cancels the order while it is open. After that, a payment can't buy it. */
export async function fence(needs: HistoryNeeds, query: FindQuery, call: Call): Promise<{ fenced: boolean }> {
  const { api, clock } = needs;
  const handle = handleIn(query.handle);
  if (!handle) return { fenced: await fenceAccount(needs, query, call) };
  const before = await lookUpOrder(api, query, handle, call);
  if (before.kind !== 'seen') return { fenced: false };
  if (!before.isActive) return { fenced: isFinished(before.order, query) };
  if (await cancelActive(api, before.token, call)) return { fenced: false };
  const soonest = query.since.getTime() + settleMs;
  await clock.sleep(Math.min(Math.max(soonest - clock.now().getTime(), 0), settleMs), call.signal);
  const after = await lookUpOrder(api, query, handle, call);
  return { fenced: after.kind === 'seen' && !after.isActive && isFinished(after.order, query) };
}

/** Guests don't see canceled orders, only that the session has none. */
const isFinished = (order: ShopOrder | null, { account }: FindQuery): boolean =>
  order ? !order.active : account === null;
