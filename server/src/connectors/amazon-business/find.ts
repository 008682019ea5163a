import { foundAnswer, unsureAnswer } from '../answers.ts';
import type { Call, FindAnswer, FindQuery } from '../contract.ts';
import type { StoreProblem } from '../refuse.ts';
import type { AmazonApi } from './api.ts';
import { handleIn } from './handle.ts';
import { isAnythingAccepted, isBought, type OrderAnswer, orderIn } from './order-answer.ts';
import { orderPath } from './order-body.ts';
import { purchaseOf, unsignedText } from './order-price.ts';
import { findInReport } from './reports.ts';
import type { AmazonOptions } from './settings.ts';

/** `none`: Amazon has accepted no order with this ID. */
type Lookup = { kind: 'seen'; answer: OrderAnswer } | { kind: 'none' } | { kind: 'failed'; problem: StoreProblem };

/** Reads the order with this external ID. */
export async function lookUpOrder({ api }: { api: AmazonApi }, reference: string, call: Call): Promise<Lookup> {
  const path = `${orderPath}/${encodeURIComponent(reference)}`;
  const reply = await api.ask({ operation: 'details', path }, call);
  if (reply.kind === 'failed') return { kind: 'failed', problem: reply.problem };
  const unclear = (message: string): Lookup => ({
    kind: 'failed',
    problem: { kind: 'blocked', reason: 'retailer_unavailable', message },
  });
  // Without an error of Amazon's, the page is missing, not the order.
  if (reply.kind === 'error')
    return reply.status === 404 && reply.codes.length > 0 ? { kind: 'none' } : unclear(reply.message);
  const answer = orderIn(reply.data);
  if (!answer) return unclear('Amazon returned the order in an unexpected format.');
  if (isAnythingAccepted(answer)) return { kind: 'seen', answer };
  // An order that shows neither accepted nor rejected items is not known to have failed.
  const isRejected = answer.rejections.length > 0 || answer.lines.some(({ rejected }) => rejected.length > 0);
  return isRejected && !answer.isSigned ? { kind: 'none' } : unclear('Amazon returned the order without its items.');
}

interface Needs {
  api: AmazonApi;
  options: AmazonOptions;
}

/** Looks by external ID (our reference), then by purchase order number in the account's report. */
export async function find(needs: Needs, query: FindQuery, call: Call): Promise<FindAnswer> {
  const seen = await lookUpOrder(needs, query.reference, call);
  if (seen.kind === 'failed') return unsureAnswer(seen.problem.message);
  if (seen.kind === 'none') return needs.options.hasReports ? findInReport(needs, query, call) : { kind: 'absent' };
  if (!isBought(seen.answer)) return unsureAnswer(unsignedText);
  const at = new Date(handleIn(query.handle)?.at ?? query.since);
  const purchase = purchaseOf(seen.answer, query.lines, needs.options, at);
  return foundAnswer(purchase, "The charges on Amazon's order do not add up.");
}
