import { unsureAnswer } from '../answers.ts';
import type { Call, FindAnswer, FindQuery } from '../contract.ts';
import type { AmazonApi } from './api.ts';
import { handleIn } from './handle.ts';
import { lookUpOrder } from './look-up.ts';
import { isBought } from './order-answer.ts';
import { purchaseOf, unsignedText } from './purchase.ts';
import { findInReport } from './reports.ts';
import type { AmazonOptions } from './settings.ts';

interface Needs {
  api: AmazonApi;
  options: AmazonOptions;
}

/** By the external id, which is our reference; then by the purchase order number in the account's report. */
export async function find(needs: Needs, query: FindQuery, call: Call): Promise<FindAnswer> {
  const seen = await lookUpOrder(needs, query.reference, call);
  if (seen.kind === 'failed') return unsureAnswer(seen.trouble.message);
  if (seen.kind === 'none') return needs.options.hasReports ? findInReport(needs, query, call) : { kind: 'absent' };
  if (!isBought(seen.answer)) return unsureAnswer(unsignedText);
  const at = new Date(handleIn(query.handle)?.at ?? query.since);
  const purchase = purchaseOf(seen.answer, query.lines, needs.options, at);
  return purchase ? { kind: 'found', purchase } : unsureAnswer("The charges of Amazon's order do not add up.");
}
