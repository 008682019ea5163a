import type { Call } from '../contract.ts';
import type { StoreProblem } from '../refuse.ts';
import type { AmazonApi } from './api.ts';
import { isAnythingAccepted, type OrderAnswer, orderIn } from './order-answer.ts';
import { orderPath } from './order-body.ts';

/** `none`: Amazon was asked, and it knows no order that it accepted under this id. */
export type Lookup =
  | { kind: 'seen'; answer: OrderAnswer }
  | { kind: 'none' }
  | { kind: 'failed'; trouble: StoreProblem };

/** The order with this external id, as Amazon shows it. */
export async function lookUpOrder({ api }: { api: AmazonApi }, reference: string, call: Call): Promise<Lookup> {
  const path = `${orderPath}/${encodeURIComponent(reference)}`;
  const reply = await api.ask({ operation: 'details', path }, call);
  if (reply.kind === 'failed') return { kind: 'failed', trouble: reply.trouble };
  const unclear = (message: string): Lookup => ({
    kind: 'failed',
    trouble: { kind: 'blocked', reason: 'retailer_unavailable', message },
  });
  if (reply.kind === 'error') return reply.status === 404 ? { kind: 'none' } : unclear(reply.message);
  const answer = orderIn(reply.data);
  if (!answer) return unclear('Amazon returned the order in an unexpected format.');
  return isAnythingAccepted(answer) ? { kind: 'seen', answer } : { kind: 'none' };
}
