import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { type Clock, dayMs, minuteMs } from '../../kit/clock.ts';
import { unreachableFrom } from '../answers.ts';
import type { Call, Connector, ReturnAnswer, ReturnRequest } from '../contract.ts';
import type { Store } from '../store.ts';
import { noteFrom } from './cart.ts';
import { checkRefund } from './refunds.ts';
import { problemOf, type StoreApi } from './store-api.ts';

const ReturnableOrder = Type.Object({
  items: Type.Array(
    Type.Object({
      id: Type.String(),
      variant_id: Type.Union([Type.String(), Type.Null()]),
      detail: Type.Object({ return_requested_quantity: Type.Number(), return_received_quantity: Type.Number() }),
    }),
  ),
});

const Options = Type.Array(Type.Object({ id: Type.String(), amount: Type.Optional(Type.Number()) }));
const Made = Type.Object({ id: Type.String({ minLength: 1 }) });

interface Needs {
  api: StoreApi;
  store: Store;
  clock: Clock;
}

type Returns = Required<Pick<Connector, 'returnOptions' | 'requestReturn' | 'checkReturn' | 'checkRefund'>>;

const reasonCodes = [
  'damaged',
  'defective',
  'not_as_described',
  'wrong_item',
  'wrong_size',
  'no_longer_needed',
  'other',
];

/** Shoppers can request returns. The shop gives them no label. */
export const createReturns = (needs: Needs): Returns => ({
  returnOptions: () => ({ reasonCodes, methodCodes: [] }),
  requestReturn: (request, call) => requestReturn(needs, request, call),
  checkReturn: (request, call) => checkReturn(needs, request, call),
  checkRefund: (request, call) => checkRefund(needs, request, call),
});

/** A person decides if the shop can't be asked or doesn't show it. */
const pendingAnswer = (pollAfterMs: number): ReturnAnswer => ({ kind: 'open', merchantReturnId: null, pollAfterMs });
const pendingForPeople = pendingAnswer(dayMs);

interface WantedReturn {
  orderId: string;
  cartId: string;
  /** `asked`: quantity already requested, beyond our other returns. */
  items: { id: string; quantity: number; asked: number }[];
}

/** A request whose response was lost becomes visible within this time, or never arrived. */
const requestSettleMs = 10 * minuteMs;

/** The items to return with the shop's IDs, and how many were already requested. */
async function wantedReturnOf(
  { api }: Needs,
  request: ReturnRequest,
  call: Call,
): Promise<WantedReturn | ReturnAnswer> {
  const { purchase, lines, others } = request;
  const [orderId] = purchase.merchantOrderIds;
  const note = noteFrom(purchase.note);
  if (orderId === undefined || !note) return pendingForPeople;
  const reply = await api.ask(
    'GET',
    `/store/orders/${encodeURIComponent(orderId)}?fields=id,*items,*items.detail`,
    call,
  );
  const order = reply.kind === 'data' ? reply.data.order : null;
  if (!Value.Check(ReturnableOrder, order)) return unreachableFrom(problemOf(reply));
  const items = order.items.flatMap(({ id, variant_id: variantId, detail }) => {
    const ours = note.wanted.filter((line) => line.variantId === variantId).map(({ lineId }) => lineId);
    const countIn = (some: ReturnRequest['lines']): number =>
      some.filter(({ lineId }) => ours.includes(lineId)).reduce((sum, line) => sum + line.quantity, 0);
    const quantity = countIn(lines);
    const asked = detail.return_requested_quantity + detail.return_received_quantity - countIn(others);
    return quantity > 0 ? [{ id, quantity, asked }] : [];
  });
  return items.length === 0 ? pendingForPeople : { orderId, cartId: note.cartId, items };
}

const isRequested = ({ items }: WantedReturn): boolean => items.every(({ quantity, asked }) => asked >= quantity);

const approvedAnswer = (merchantReturnId: string): ReturnAnswer => ({
  kind: 'approved',
  merchantReturnId,
  parcels: [],
  returnBy: null,
});

async function requestReturn(needs: Needs, request: ReturnRequest, call: Call): Promise<ReturnAnswer> {
  const wanted = await wantedReturnOf(needs, request, call);
  if ('kind' in wanted) return wanted;
  // Shoppers see no references, so recognize an earlier request by its quantity.
  if (request.askedAt) {
    if (isRequested(wanted)) return approvedAnswer(wanted.orderId);
    const silentMs = needs.clock.now().getTime() - request.askedAt.getTime();
    if (silentMs < requestSettleMs)
      return {
        kind: 'unreachable',
        message: "The order's status at the store will show whether the return request was received.",
      };
  }
  const option = await findReturnShipping(needs, wanted.cartId, call);
  if (typeof option !== 'string') return option;
  const body = {
    order_id: wanted.orderId,
    items: wanted.items.map(({ id, quantity }) => ({ id, quantity, note: request.explanation ?? request.reason })),
    return_shipping: { option_id: option },
    note: `Reference: ${request.reference}`,
  };
  const reply = await needs.api.ask('POST', '/store/returns', call, { body });
  if (reply.kind === 'data' && Value.Check(Made, reply.data.return)) return approvedAnswer(reply.data.return.id);
  // The order shows later whether it arrived. Don't send it again.
  if (reply.kind === 'failed' && reply.wasSent) return pendingAnswer(needs.store.trackEveryMs);
  if (reply.kind !== 'refused') return unreachableFrom(problemOf(reply));
  // Too many: either an earlier request arrived, or the item can't be returned.
  return isRequested(wanted)
    ? approvedAnswer(wanted.orderId)
    : { kind: 'denied', message: `The store: ${reply.error.message}` };
}

async function checkReturn(needs: Needs, request: ReturnRequest, call: Call): Promise<ReturnAnswer> {
  const wanted = await wantedReturnOf(needs, request, call);
  if ('kind' in wanted) return wanted;
  return isRequested(wanted) ? approvedAnswer(wanted.orderId) : pendingForPeople;
}

/** The shop's cheapest return shipping option. Without one, a person decides. */
async function findReturnShipping({ api }: Needs, cartId: string, call: Call): Promise<string | ReturnAnswer> {
  const path = `/store/shipping-options?cart_id=${encodeURIComponent(cartId)}&is_return=true`;
  const reply = await api.ask('GET', path, call);
  if (reply.kind === 'failed') return unreachableFrom(reply.problem);
  const options = reply.kind === 'data' ? reply.data.shipping_options : null;
  if (!Value.Check(Options, options)) return pendingForPeople;
  const [cheapest] = options.toSorted((left, right) => (left.amount ?? 0) - (right.amount ?? 0));
  return cheapest?.id ?? pendingForPeople;
}
