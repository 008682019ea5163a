import { type Once, packAnswer } from '../../access/accounts/index.ts';
import type { AskedRow, QuestionRow } from './actions/index.ts';
import { type OrderView, presentOrder } from './order-view.ts';
import type { NewOrder } from './sql-accept.ts';

export type AnswerWith = (order: OrderView) => { status: number; text: string };

export const asItIs: AnswerWith = (order) => ({ status: 201, text: JSON.stringify(order) });

export interface SerializedAnswer {
  order: NewOrder;
  view: OrderView;
  status: number;
  text: string;
}

/** The order with the answer that its client gets, and gets again. */
export function serializeAnswer(draft: NewOrder, once: Once, answerWith: AnswerWith): SerializedAnswer {
  const order = asRead(draft);
  const view = presentOrder(order, order.created_at);
  const { status, text } = answerWith(view);
  const { operation, key } = once;
  if (key === null) return { order: { ...draft, once: null }, view, status, text };
  const remembered = { body_hash: once.bodyHash.toString('hex'), packed: packAnswer(text).toString('base64') };
  return { order: { ...draft, once: { operation, key, status, ...remembered } }, view, status, text };
}

export const answerOf = ({ status, text, view }: SerializedAnswer) => ({ status, text, order: view });

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
