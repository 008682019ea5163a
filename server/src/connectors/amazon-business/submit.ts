import { foreignCheckout, unknownOutcome } from '../answers.ts';
import type { Call, Checkout, Outcome, PurchaseRequest } from '../contract.ts';
import { refuse } from '../refuse.ts';
import { lookUpOrder } from './find.ts';
import { externalIdAt, handleIn } from './handle.ts';
import { isAnythingAccepted, isBought, type OrderAnswer, orderIn } from './order-answer.ts';
import { orderBody, orderPath } from './order-body.ts';
import { purchaseOf, unsignedText } from './order-price.ts';
import { type BuyingNeeds, turnsOf } from './prepare.ts';
import { refusalIn } from './rejections.ts';

/** The order's turn follows its trial's. If it was missed, wait this long for the next. */
const patienceMs = 60_000;

/** Places the order once, under our reference. Anything but a clear response leaves the outcome unknown. */
export async function submit(
  needs: BuyingNeeds,
  checkout: Checkout,
  request: PurchaseRequest,
  call: Call,
): Promise<Outcome> {
  const { api, options } = needs;
  const handle = handleIn(checkout.handle);
  if (!handle || handle.lines.length === 0) return foreignCheckout;
  const json = orderBody(options, request, handle.lines);
  const { order: holder } = turnsOf(request.reference);
  const reply = await api.ask({ operation: 'order', method: 'POST', path: orderPath, json, holder, patienceMs }, call);
  if (reply.kind === 'failed') {
    return reply.mayHaveWorked ? unknownOutcome(reply.problem.message) : reply.problem;
  }
  const at = new Date(handle.at);
  if (reply.kind === 'error') return outcomeOfError(needs, request, reply.message, at, call);
  const answer = orderIn(reply.data);
  if (!answer) return unknownOutcome('Amazon returned an unexpected response to the order.');
  return outcomeOf(needs, request, answer, at);
}

/** Amazon refused the request, maybe because the ID was used before. Look the order up once. */
async function outcomeOfError(
  needs: BuyingNeeds,
  request: PurchaseRequest,
  message: string,
  at: Date,
  call: Call,
): Promise<Outcome> {
  const seen = await lookUpOrder(needs, request.reference, call);
  if (seen.kind === 'seen') return outcomeOf(needs, request, seen.answer, at);
  // An earlier attempt's order may not be visible yet.
  if (seen.kind === 'failed' || request.earlier) return unknownOutcome(message);
  return refuse('checkout_failed', `${message} Nothing was bought.`);
}

function outcomeOf(needs: BuyingNeeds, request: PurchaseRequest, answer: OrderAnswer, at: Date): Outcome {
  if (!isAnythingAccepted(answer)) {
    const lineIdOf = (id: string) => request.lines.find((_line, index) => externalIdAt(index) === id)?.lineId;
    return refusalIn(answer, lineIdOf) ?? unknownOutcome('Amazon neither accepted nor rejected the order.');
  }
  if (!isBought(answer)) {
    needs.reportBroken(unsignedText);
    return unknownOutcome(unsignedText);
  }
  const purchase = purchaseOf(answer, request.lines, needs.options, at);
  return purchase
    ? { kind: 'placed', purchase }
    : unknownOutcome('Amazon accepted the order, but its charges do not add up.');
}
