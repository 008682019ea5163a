import {
  type CallToolResult,
  type McpServer,
  RELATED_TASK_META_KEY,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { type Call, failed, isFine, type Json, type ToolError } from './call.ts';
import { type LateSchema, lateSchema } from './late-schema.ts';
import { presentResult, wrapError } from './store-text.ts';
import { buying, noSuchTask, type OrderView, orderIn, resultOfOrder, taskOf } from './task-of-order.ts';
import type { Visit } from './visit.ts';

/**
 * Tasks as 2025-11-25 has them: announced when the connection opens and on the tool, asked for on the call, and fetched with
 * `tasks/result`. The packages speak their words and have no runtime for them; here a task is an order, so none is needed.
 */
export const olderTasks = { list: {}, cancel: {}, requests: { tools: { call: {} } } };
export const olderTool = { taskSupport: 'optional' as const };

/** Requests of the present revision carry what their client is; those of 2025 do not. */
export const isOlder = ({ mcpReq }: ServerContext): boolean => mcpReq.envelope === undefined;

function olderTaskOf(order: OrderView) {
  const { ttlMs: ttl, pollIntervalMs: pollInterval, status, ...task } = taskOf(order);
  return { ...task, ttl, pollInterval, status: order.status === 'order_failed' ? 'failed' : status };
}

const refusedPrefix = 'refused.';

/** Where no order came about there is nothing to follow, so the name of the task is what was said. */
function refusedTask(error: ToolError, now: Date) {
  const taskId = refusedPrefix + Buffer.from(JSON.stringify(error)).toString('base64url');
  return { taskId, ...refused(error), createdAt: now.toISOString(), lastUpdatedAt: now.toISOString() };
}

const refused = (error: ToolError) => ({
  status: 'failed',
  statusMessage: wrapError({ ...error }).message,
  ttl: null,
  pollInterval: 1000,
});

function refusalIn(taskId: string): ToolError | null {
  if (!taskId.startsWith(refusedPrefix)) return null;
  try {
    const said: ToolError = JSON.parse(Buffer.from(taskId.slice(refusedPrefix.length), 'base64url').toString());
    return typeof said?.message === 'string' ? said : null;
  } catch {
    return null;
  }
}

/** What a tool answered, for a client that asked for a task. */
export function asOlderTask(result: CallToolResult, now: Date): CallToolResult {
  const [first] = result.content;
  if (result.isError && first?.type === 'text') {
    return { ...result, task: refusedTask(JSON.parse(first.text).error, now) };
  }
  return { ...result, task: olderTaskOf(orderIn(result.structuredContent)) };
}

function ordersIn(body: unknown): OrderView[] {
  if (typeof body !== 'object' || body === null || !('orders' in body) || !Array.isArray(body.orders)) return [];
  return body.orders.map(orderIn);
}

interface OlderNeeds {
  call: Call;
  visitIn(context: ServerContext): Visit;
  orderOf(taskId: string, context: ServerContext): Promise<OrderView>;
}

const pageSize = 50;
const listParams = lateSchema<{ cursor?: string }>({
  type: 'object',
  properties: { cursor: { type: 'string', pattern: '^[0-9]{1,9}$' } },
});

export function createOlderTasks({ call, visitIn, orderOf }: OlderNeeds) {
  const get = async (taskId: string, context: ServerContext): Promise<Json> => {
    const said = refusalIn(taskId);
    if (!said) return olderTaskOf(await orderOf(taskId, context));
    const at = new Date(0).toISOString();
    return { taskId, ...refused(said), createdAt: at, lastUpdatedAt: at };
  };

  /** On the stream of the request that waits. It is a courtesy: where it cannot be sent, the answer still comes. */
  const tell = ({ mcpReq }: ServerContext, order: OrderView): Promise<void> =>
    mcpReq.notify({ method: 'notifications/tasks/status', params: olderTaskOf(order) }).catch(() => undefined);

  /** Answers when the order is bought, or will not be, and tells of every change until then. */
  async function result(taskId: string, context: ServerContext): Promise<CallToolResult> {
    const said = refusalIn(taskId);
    if (said) return presentResult({}, failed(said));
    const visit = visitIn(context);
    const { signal } = context.mcpReq;
    let order = await orderOf(taskId, context);
    while (buying.has(order.status) && !signal.aborted) {
      const query = { wait_seconds: 25, since: order.updated_at };
      const question = { method: 'GET' as const, path: `/orders/${order.id}`, query, signal };
      const reply = await visit.rest(() => call(visit, question));
      const before = order.updated_at;
      order = isFine(reply) ? orderIn(reply.body) : await orderOf(taskId, context);
      if (order.updated_at !== before) await tell(context, order);
    }
    return resultOfOrder(order);
  }

  async function list(cursor: string | undefined, context: ServerContext) {
    const visit = visitIn(context);
    if (visit.caller === null) return { tasks: [] };
    const offset = Number(cursor ?? 0);
    const reply = await call(visit, { method: 'GET', path: '/orders', query: { limit: pageSize, offset } });
    if (!isFine(reply)) throw noSuchTask();
    const orders = ordersIn(reply.body);
    const next = orders.length === pageSize ? { nextCursor: String(offset + pageSize) } : {};
    return { tasks: orders.map(olderTaskOf), ...next };
  }

  return {
    get,
    register(server: McpServer['server'], params: LateSchema<{ taskId: string }>): void {
      server.setRequestHandler('tasks/result', { params }, async ({ taskId }, context) => {
        const _meta = { [RELATED_TASK_META_KEY]: { taskId } };
        return { ...(await result(taskId, context)), _meta };
      });
      server.setRequestHandler('tasks/list', { params: listParams }, ({ cursor }, context) => list(cursor, context));
    },
  };
}
