import { foundAnswer, unsureAnswer } from '../answers.ts';
import type { Call, FindAnswer, FindQuery } from '../contract.ts';
import type { StoreProblem } from '../refuse.ts';
import { fenceAccount, findPast, type HistoryNeeds, settleMs } from './account-history.ts';
import { type Handle, handleIn } from './handle.ts';
import { isPlaced, orderFields, orderIn, type ShopOrder } from './order.ts';
import { cancelActive, emptyActive } from './prepare.ts';
import { customerFields, queryAsCustomer } from './session.ts';
import type { ShopApi } from './shop-api.ts';
import { purchaseOf } from './submit.ts';

const lookupDocument = `query History($code: String!) {
  ${customerFields} activeOrder { ...OrderFields } orderByCode(code: $code) { ...OrderFields }
}
${orderFields}`;

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
  const handle = handleIn(query.handle);
  if (!handle) return findPast(needs, query, call);
  const seen = await lookUpOrder(needs.api, query, handle, call);
  if (seen.kind !== 'seen') return unsureAnswer(seen.message);
  const { order } = seen;
  // A guest's purchase may be hidden at once: the shop sets for how long it is shown.
  if (!order) return unsureAnswer(`Errand cannot view order ${handle.code} at the store.`);
  if (!isPlaced(order)) return { kind: 'absent' };
  const purchase = purchaseOf(order, handle, query.shippingAddress);
  return foundAnswer(purchase, "The store's order totals do not add up.");
}

/**
 * Cancels the order while it is open. After that, a payment can't buy it. A guest doesn't see a canceled order, so a
 * guest's cart stays open without lines: what is shown open wasn't bought.
 */
export async function fence(needs: HistoryNeeds, query: FindQuery, call: Call): Promise<{ fenced: boolean }> {
  const { api, clock } = needs;
  const handle = handleIn(query.handle);
  if (!handle) return { fenced: await fenceAccount(needs, query, call) };
  const before = await lookUpOrder(api, query, handle, call);
  if (before.kind !== 'seen') return { fenced: false };
  if (!before.isActive) return { fenced: isFinished(before.order) };
  if (query.account === null) await emptyActive(api, before.token, call);
  else if (await cancelActive(api, before.token, call)) return { fenced: false };
  const soonest = query.since.getTime() + settleMs;
  await clock.sleep(Math.min(Math.max(soonest - clock.now().getTime(), 0), settleMs), call.signal);
  const after = await lookUpOrder(api, query, handle, call);
  if (after.kind !== 'seen') return { fenced: false };
  return { fenced: after.isActive ? query.account === null && isEmpty(after.order) : isFinished(after.order) };
}

/** That the store shows nothing proves nothing. */
const isFinished = (order: ShopOrder | null): boolean => order?.active === false;

const isEmpty = (order: ShopOrder | null): boolean => order?.state === 'AddingItems' && order.lines.length === 0;
