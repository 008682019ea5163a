import {
  type CanPackAnswers,
  type IdempotentRequest,
  packAnswer,
  type StoredAnswerInput,
} from '../../access/accounts/index.ts';
import type { ActionRow, OpenActionRow } from './actions/index.ts';
import { type OrderView, presentOrder } from './order-view.ts';
import type { NewOrder } from './sql-accept.ts';

export type SerializeOrder = (order: OrderView) => { status: number; text: string };

export const plainAnswer: SerializeOrder = (order) => ({ status: 201, text: JSON.stringify(order) });

export interface SerializedAnswer {
  order: NewOrder;
  view: OrderView;
  status: number;
  text: string;
}

export interface AnswerOptions {
  once: IdempotentRequest;
  answerWith: SerializeOrder;
  mayPack: CanPackAnswers;
}

/** Adds the response that the client gets, now and when it repeats the request. */
export async function serializeAnswer(
  draft: NewOrder,
  { once, answerWith, mayPack }: AnswerOptions,
): Promise<SerializedAnswer> {
  const order = toReadOrder(draft);
  const view = presentOrder(order, order.created_at);
  const { status, text } = answerWith(view);
  const { operation, key } = once;
  const body_hash = once.bodyHash.toString('hex');
  if (key === null) return { order: { ...draft, once: null }, view, status, text };
  const kept = (await mayPack()) ? { answer: '', packed: packAnswer(text).toString('base64') } : unpackedAnswer(text);
  return { order: { ...draft, once: { operation, key, body_hash, status, ...kept } }, view, status, text };
}

const unpackedAnswer = (answer: string): Pick<StoredAnswerInput, 'answer' | 'packed'> => ({ answer, packed: null });

export const answerOf = ({ status, text, view }: SerializedAnswer) => ({ status, text, order: view });

function toOpenAction(action: ActionRow): OpenActionRow {
  const { asked_at: at, expires_at: until } = action;
  return { ...action, asked_at: at.toISOString(), expires_at: until?.toISOString() ?? null, answered_at: null };
}

/** The order as a reader would find it right after acceptance, without a second query. */
export function toReadOrder(order: NewOrder) {
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
    late_since: null,
    charged_cents: null,
    returns: [],
    payment: null,
    card: order.card ?? null,
    created_at: at,
    updated_at: at,
    started_at: null,
    ended_at: null,
    cancelled_at: null,
    waiting_for: order.question ? ('action' as const) : null,
    last_attempt: null,
    concessions: null,
    exchange: order.exchange ?? null,
    store: null,
    shipments: [],
    questions: order.question ? [toOpenAction(order.question)] : [],
    items: order.items.map((item) => ({
      ...item,
      status: 'pending' as const,
      bought_quantity: null,
      cancelled_quantity: 0,
      refunded_quantity: 0,
      unit_price_cents: null,
      error_type: null,
      cancellation_reason: null,
      created_at: order.created_at,
      updated_at: order.created_at,
    })),
  };
}
