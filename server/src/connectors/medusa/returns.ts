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

/** Shoppers ask for returns by themselves; the shop tells them no label. */
export const createReturns = (needs: Needs): Returns => ({
  returnOptions: () => ({ reasonCodes, methodCodes: [] }),
  requestReturn: (request, call) => requestReturn(needs, request, call),
  checkReturn: (request, call) => checkReturn(needs, request, call),
  checkRefund: (request, call) => checkRefund(needs, request, call),
});

/** People decide about it while the shop cannot be asked for it, or does not show it. */
const pendingAnswer = (pollAfterMs: number): ReturnAnswer => ({ kind: 'open', merchantReturnId: null, pollAfterMs });
const pendingForPeople = pendingAnswer(dayMs);

interface WantedReturn {
  orderId: string;
  cartId: string;
  /** `asked`: what the shop has of it, beyond other returns of ours. */
  items: { id: string; quantity: number; asked: number }[];
}

/** A request that was cut off may still be worked on; after this long it shows, or was not heard. */
const requestSettleMs = 10 * minuteMs;

/** What is to go back, by the shop's own names, and how much of it was asked for already. */
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
  // The shop shows shoppers no references, but how much was asked for: that is how an earlier request is known again.
  if (request.askedAt) {
    if (isRequested(wanted)) return approvedAnswer(wanted.orderId);
    const silentMs = needs.clock.now().getTime() - request.askedAt.getTime();
    if (silentMs < requestSettleMs)
      return { kind: 'unreachable', message: "The store's status will show whether it was received." };
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
  // Whether it was heard, the order shows later. It is not asked for a second time.
  if (reply.kind === 'failed' && reply.wasSent) return pendingAnswer(needs.store.trackEveryMs);
  if (reply.kind !== 'refused') return unreachableFrom(problemOf(reply));
  // More than there is: because an earlier request of ours was heard, or because it cannot go back.
  return isRequested(wanted)
    ? approvedAnswer(wanted.orderId)
    : { kind: 'denied', message: `The store: ${reply.error.message}` };
}

async function checkReturn(needs: Needs, request: ReturnRequest, call: Call): Promise<ReturnAnswer> {
  const wanted = await wantedReturnOf(needs, request, call);
  if ('kind' in wanted) return wanted;
  return isRequested(wanted) ? approvedAnswer(wanted.orderId) : pendingForPeople;
}

/** How the shop lets shoppers send things back; where it does not, people decide. */
async function findReturnShipping({ api }: Needs, cartId: string, call: Call): Promise<string | ReturnAnswer> {
  const path = `/store/shipping-options?cart_id=${encodeURIComponent(cartId)}&is_return=true`;
  const reply = await api.ask('GET', path, call);
  if (reply.kind === 'failed') return unreachableFrom(reply.trouble);
  const options = reply.kind === 'data' ? reply.data.shipping_options : null;
  if (!Value.Check(Options, options)) return pendingForPeople;
  const [cheapest] = options.toSorted((left, right) => (left.amount ?? 0) - (right.amount ?? 0));
  return cheapest?.id ?? pendingForPeople;
}
