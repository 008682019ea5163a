import { type MayPack, type Once, packAnswer, type RememberedInput } from '../../access/accounts/index.ts';
import type { AskedRow, QuestionRow } from './actions/index.ts';
import { type OrderView, presentOrder } from './order-view.ts';
import type { NewOrder } from './sql-accept.ts';

export type AnswerWith = (order: OrderView) => { status: number; text: string };

export const asItIs: AnswerWith = (order) => ({ status: 201, text: JSON.stringify(order) });

export interface Worded {
  order: NewOrder;
  view: OrderView;
  status: number;
  text: string;
}

export interface Wording {
  once: Once;
  answerWith: AnswerWith;
  mayPack: MayPack;
}

/** The order with the answer that its client gets, and gets again. */
export async function worded(draft: NewOrder, { once, answerWith, mayPack }: Wording): Promise<Worded> {
  const order = asRead(draft);
  const view = presentOrder(order, order.created_at);
  const { status, text } = answerWith(view);
  const { operation, key } = once;
  const body_hash = once.bodyHash.toString('hex');
  if (key === null) return { order: { ...draft, once: null }, view, status, text };
  const kept = (await mayPack()) ? { answer: '', packed: packAnswer(text).toString('base64') } : plain(text);
  return { order: { ...draft, once: { operation, key, body_hash, status, ...kept } }, view, status, text };
}

const plain = (answer: string): Pick<RememberedInput, 'answer' | 'packed'> => ({ answer, packed: null });

export const wordsOf = ({ status, text, view }: Worded) => ({ status, text, order: view });

function asAsked(question: QuestionRow): AskedRow {
  const { asked_at: at, expires_at: until } = question;
  return { ...question, asked_at: at.toISOString(), expires_at: until?.toISOString() ?? null, answered_at: null };
}

/** The order as a reader would find it right after acceptance, so that the answer needs no second look. */
export function asRead(order: NewOrder) {
  const at = new Date(order.created_at);
  return {
    ...order,
    status: 'pending' as const,
    bought_by_desk: false,
    partly_refunded_cents: 0,
    attempts: 0,
    job_result: null,
    merchant_order_ids: [],
    estimated_delivery: null,
    charged_cents: null,
    returns: [],
    payment: null,
    created_at: at,
    updated_at: at,
    started_at: null,
    ended_at: null,
    cancelled_at: null,
    waiting_for: order.question ? ('action' as const) : null,
    last_attempt: null,
    shipments: [],
    questions: order.question ? [asAsked(order.question)] : [],
    items: order.items.map((item) => ({
      ...item,
      status: 'pending' as const,
      cancelled_quantity: 0,
      unit_price_cents: null,
      error_type: null,
      cancellation_reason: null,
      created_at: order.created_at,
      updated_at: order.created_at,
    })),
  };
}
