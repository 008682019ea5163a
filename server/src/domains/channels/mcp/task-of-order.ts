import { type CallToolResult, ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import type { Json } from './call.ts';
import { presentResult } from './fit.ts';
import { orderView } from './schema.ts';
import { wrapText } from './store-text.ts';

/** A task is read from its order, and lives as long. */
export interface OrderView extends Json {
  id: string;
  status: string;
  next_step: string;
  poll_after_ms: number | null;
  next_action: { message: string; url: string | null } | null;
  job_result: { error_type: string | null; error: string | null } | null;
  created_at: string;
  updated_at: string;
}

export const isOrder = (value: unknown): value is OrderView =>
  typeof value === 'object' && value !== null && 'id' in value && 'next_step' in value;

export function orderFrom(value: unknown): OrderView {
  if (!isOrder(value)) throw new Error('An order operation did not return an order.');
  return value;
}

export const openStatuses = new Set(['pending', 'in_progress']);
const pollMs = 1000;

/** A task ends when the order is placed, failed or canceled; delivery is not part of it. */
export function taskOf(order: OrderView) {
  const { id: taskId, status, next_action: action, next_step: nextStep } = order;
  const asked = action && [wrapText(action.message), action.url].filter(Boolean).join(' ');
  return {
    taskId,
    status: openStatuses.has(status) ? 'working' : status === 'cancelled' ? 'cancelled' : 'completed',
    statusMessage: asked ?? nextStep,
    createdAt: order.created_at,
    lastUpdatedAt: order.updated_at,
    ttlMs: null,
    pollIntervalMs: order.poll_after_ms ?? pollMs,
  };
}

export function resultOfOrder(order: OrderView): CallToolResult {
  if (order.status !== 'order_failed') return presentResult(orderView, { body: order });
  const { error_type: code, error } = order.job_result ?? { error_type: null, error: null };
  return presentResult(
    {},
    {
      error: {
        code: code ?? 'order_failed',
        message: error ?? 'The order failed. Nothing was bought, and the hold was released.',
        retryable: false,
        next_step: order.next_step,
        details: { order_id: order.id },
      },
    },
  );
}

export const taskNotFound = () => new ProtocolError(ProtocolErrorCode.InvalidParams, 'Task not found.');
