import {
  type CallToolResult,
  type ClientCapabilities,
  fromJsonSchema,
  type McpServer,
  MissingRequiredClientCapabilityError,
  ProtocolError,
  ProtocolErrorCode,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { isUuid } from '../../kit/ids.ts';
import { type Call, done, errorIn, failed, isFine, type Json } from './call.ts';
import type { Visit } from './visit.ts';

export const tasksExtension = 'io.modelcontextprotocol/tasks';
const required: ClientCapabilities = { extensions: { [tasksExtension]: {} } };

export const knowsTasks = (capabilities: ClientCapabilities | undefined): boolean =>
  capabilities?.extensions?.[tasksExtension] !== undefined;

/** What a task tells of an order; all of it is read from the order, so a task lives as long as its order. */
interface OrderView extends Json {
  id: string;
  status: string;
  next_step: string;
  poll_after_ms: number | null;
  next_action: { message: string; url: string | null } | null;
  job_result: { error_type: string | null; error: string | null } | null;
  created_at: string;
  updated_at: string;
}

const buying = new Set(['pending', 'in_progress']);
const pollMs = 1000;

/** Buying is over when the order is placed, failed or called off; the parcels are not part of it. */
function taskOf(order: OrderView): Json {
  const { id: taskId, status, next_action: action, next_step: nextStep } = order;
  const asked = action && [action.message, action.url].filter(Boolean).join(' ');
  return {
    taskId,
    status: buying.has(status) ? 'working' : status === 'cancelled' ? 'cancelled' : 'completed',
    statusMessage: asked ?? nextStep,
    createdAt: order.created_at,
    lastUpdatedAt: order.updated_at,
    ttlMs: null,
    pollIntervalMs: order.poll_after_ms ?? pollMs,
  };
}

function resultOfOrder(order: OrderView): CallToolResult {
  if (order.status !== 'order_failed') return done(order);
  const { error_type: code, error } = order.job_result ?? { error_type: null, error: null };
  return failed({
    code: code ?? 'order_failed',
    message: error ?? 'The order failed. Nothing was bought, and everything is released.',
    retryable: false,
    next_step: order.next_step,
    details: { order_id: order.id },
  });
}

/** An accepted order as a task, for a client that said on this very request that it knows tasks. */
export function asTask(result: CallToolResult): CallToolResult {
  const order = result.structuredContent as OrderView | undefined;
  if (result.isError || !order || !buying.has(order.status)) return result;
  return { ...result, resultType: 'task', ...taskOf(order) } as CallToolResult;
}

const noSuchTask = () => new ProtocolError(ProtocolErrorCode.InvalidParams, 'There is no such task.');

interface TaskNeeds {
  call: Call;
  visitIn(context: ServerContext): Visit;
  capabilitiesIn(context: ServerContext): ClientCapabilities | undefined;
}

const params = fromJsonSchema<{ taskId: string }>({
  type: 'object',
  properties: { taskId: { type: 'string' } },
  required: ['taskId'],
});

/** A task is the order of the same id: every call is the operation on it, with the key of the caller. */
export function registerTasks({ server }: McpServer, { call, visitIn, capabilitiesIn }: TaskNeeds): void {
  async function orderOf(taskId: string, context: ServerContext): Promise<OrderView> {
    if (!knowsTasks(capabilitiesIn(context))) {
      throw new MissingRequiredClientCapabilityError({ requiredCapabilities: required });
    }
    const visit = visitIn(context);
    if (visit.caller === null || !isUuid(taskId)) throw noSuchTask();
    const reply = await call(visit, { method: 'GET', path: `/orders/${taskId}` });
    if (reply.status === 404) throw noSuchTask();
    if (!isFine(reply)) throw new ProtocolError(ProtocolErrorCode.InternalError, errorIn(reply).message);
    return reply.body as OrderView;
  }

  server.setRequestHandler('tasks/get', { params }, async ({ taskId }, context) => {
    const order = await orderOf(taskId, context);
    const task = taskOf(order);
    return task.status === 'completed' ? { ...task, result: resultOfOrder(order) } : task;
  });
  // Nothing is asked through a task: a question of an order is answered where it says, or with answer_action.
  server.setRequestHandler('tasks/update', { params }, async ({ taskId }, context) => {
    await orderOf(taskId, context);
    return {};
  });
  // An order that is being bought cannot be called off any more: the request is noted, and the task says what became of it.
  server.setRequestHandler('tasks/cancel', { params }, async ({ taskId }, context) => {
    await orderOf(taskId, context);
    await call(visitIn(context), { method: 'POST', path: `/orders/${taskId}/cancel` });
    return {};
  });
}
