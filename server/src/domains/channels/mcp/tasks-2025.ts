import {
  type CallToolResult,
  type McpServer,
  ProtocolError,
  ProtocolErrorCode,
  RELATED_TASK_META_KEY,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { type Call, isSuccess, type Json, type Outcome, type ToolError } from './call.ts';
import type { CallContext } from './call-context.ts';
import { presentResult } from './fit.ts';
import { positionOf } from './lists.ts';
import { wrapError } from './store-text.ts';
import { type OrderView, openStatuses, orderFrom, resultOfOrder, taskNotFound, taskOf } from './task-of-order.ts';
import { createToolSchema, type ToolSchema } from './tool-schema.ts';

/**
 * Tasks of revision 2025-11-25: announced at connect and on the tool, requested on the call, and fetched with
 * `tasks/result`. The packages have their types but no runtime; here a task is an order, so none is needed.
 */
export const olderTasks = { list: {}, cancel: {}, requests: { tools: { call: {} } } };
export const olderTool = { taskSupport: 'optional' as const };

/** Only requests of the current revision name their client. */
export const isOlder = ({ mcpReq }: ServerContext): boolean => mcpReq.envelope === undefined;

function olderTaskOf(order: OrderView) {
  const { ttlMs: ttl, pollIntervalMs: pollInterval, status, ...task } = taskOf(order);
  return { ...task, ttl, pollInterval, status: order.status === 'order_failed' ? 'failed' : status };
}

const refusedPrefix = 'refused.';

/** Without an order there is nothing to follow, so the task's id is the error. The call's response has the details. */
function refusedTask({ details: _details, ...error }: ToolError, now: Date) {
  const taskId = refusedPrefix + Buffer.from(JSON.stringify(error)).toString('base64url');
  return { taskId, ...refused(error), createdAt: now.toISOString(), lastUpdatedAt: now.toISOString() };
}

const refused = (error: ToolError) => ({
  status: 'failed',
  statusMessage: wrapError({ ...error }).message,
  ttl: null,
  pollInterval: 1000,
});

function refusalFrom(taskId: string): ToolError | null {
  if (!taskId.startsWith(refusedPrefix)) return null;
  try {
    const said: ToolError = JSON.parse(Buffer.from(taskId.slice(refusedPrefix.length), 'base64url').toString());
    return typeof said?.message === 'string' ? said : null;
  } catch {
    return null;
  }
}

/** The result of a tool, for a client that asked for a task. */
export function toOlderTask(outcome: Outcome, now: Date): Outcome {
  const { body, error } = outcome;
  return { ...outcome, more: { task: error ? refusedTask(error, now) : olderTaskOf(orderFrom(body)) } };
}

function ordersFrom(body: unknown): OrderView[] {
  if (typeof body !== 'object' || body === null || !('orders' in body) || !Array.isArray(body.orders)) return [];
  return body.orders.map(orderFrom);
}

interface OlderNeeds {
  call: Call;
  callContextIn(context: ServerContext): CallContext;
  orderOf(taskId: string, context: ServerContext): Promise<OrderView>;
}

const pageSize = 20;
const listParams = createToolSchema<{ cursor?: string }>({
  type: 'object',
  properties: { cursor: { type: 'string' } },
});

export function createOlderTasks({ call, callContextIn, orderOf }: OlderNeeds) {
  const get = async (taskId: string, context: ServerContext): Promise<Json> => {
    const said = refusalFrom(taskId);
    if (!said) return olderTaskOf(await orderOf(taskId, context));
    const at = new Date(0).toISOString();
    return { taskId, ...refused(said), createdAt: at, lastUpdatedAt: at };
  };

  /** Sent on the waiting request's stream. Optional: if it fails, the result still arrives. */
  const notifyStatus = ({ mcpReq }: ServerContext, order: OrderView): Promise<void> =>
    mcpReq.notify({ method: 'notifications/tasks/status', params: olderTaskOf(order) }).catch(() => undefined);

  /** Responds when the order is placed or ended, and reports changes until then. */
  async function result(taskId: string, context: ServerContext): Promise<CallToolResult> {
    const said = refusalFrom(taskId);
    if (said) return presentResult({}, { error: said });
    const callContext = callContextIn(context);
    const { signal } = context.mcpReq;
    let order = await orderOf(taskId, context);
    while (openStatuses.has(order.status) && !signal.aborted) {
      const query = { wait_seconds: 25, since: order.updated_at };
      const question = { method: 'GET' as const, path: `/orders/${order.id}`, query, signal };
      const reply = await callContext.rest(() => call(callContext, question));
      const before = order.updated_at;
      order = isSuccess(reply) ? orderFrom(reply.body) : await orderOf(taskId, context);
      if (order.updated_at !== before) await notifyStatus(context, order);
    }
    return resultOfOrder(order);
  }

  async function list(cursor: string | undefined, context: ServerContext) {
    const callContext = callContextIn(context);
    if (callContext.caller === null) return { tasks: [] };
    const offset = positionOf(cursor);
    if (offset === null) throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'Unknown cursor.');
    const reply = await call(callContext, { method: 'GET', path: '/orders', query: { limit: pageSize, offset } });
    if (!isSuccess(reply)) throw taskNotFound();
    const orders = ordersFrom(reply.body);
    const next = orders.length === pageSize ? { nextCursor: String(offset + pageSize) } : {};
    return { tasks: orders.map(olderTaskOf), ...next };
  }

  return {
    get,
    register(server: McpServer['server'], params: ToolSchema<{ taskId: string }>): void {
      server.setRequestHandler('tasks/result', { params }, async ({ taskId }, context) => {
        const _meta = { [RELATED_TASK_META_KEY]: { taskId } };
        return { ...(await result(taskId, context)), _meta };
      });
      server.setRequestHandler('tasks/list', { params: listParams }, ({ cursor }, context) => list(cursor, context));
    },
  };
}
