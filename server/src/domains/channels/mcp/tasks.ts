import {
  type CallToolResult,
  type ClientCapabilities,
  type McpServer,
  MissingRequiredClientCapabilityError,
  ProtocolError,
  ProtocolErrorCode,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { isUuid } from '../../../kit/ids.ts';
import { type Call, errorIn, isSuccess } from './call.ts';
import type { CallContext } from './call-context.ts';
import { createLazySchema } from './lazy-schema.ts';
import {
  isOrder,
  type OrderView,
  openStatuses,
  orderFrom,
  resultOfOrder,
  taskNotFound,
  taskOf,
} from './task-of-order.ts';
import { createOlderTasks, isOlder } from './tasks-2025.ts';

export const tasksExtension = 'io.modelcontextprotocol/tasks';
const required: ClientCapabilities = { extensions: { [tasksExtension]: {} } };

export const supportsTasks = (capabilities: ClientCapabilities | undefined): boolean =>
  capabilities?.extensions?.[tasksExtension] !== undefined;

/** An accepted order as a task, for a client that said on this very request that it knows tasks. */
export function toTask(result: CallToolResult): CallToolResult {
  const order = result.structuredContent;
  if (result.isError || !isOrder(order) || !openStatuses.has(order.status)) return result;
  return { ...result, resultType: 'task', ...taskOf(order) } as CallToolResult;
}

interface TaskNeeds {
  call: Call;
  callContextIn(context: ServerContext): CallContext;
  capabilitiesIn(context: ServerContext): ClientCapabilities | undefined;
}

const params = createLazySchema<{ taskId: string }>({
  type: 'object',
  properties: { taskId: { type: 'string' } },
  required: ['taskId'],
});

/** A task is the order of the same id: every call is the operation on it, with the key of the caller. */
export function registerTasks({ server }: McpServer, { call, callContextIn, capabilitiesIn }: TaskNeeds): void {
  async function orderOf(taskId: string, context: ServerContext): Promise<OrderView> {
    // A client of 2025 says it on the call that makes the task.
    if (!isOlder(context) && !supportsTasks(capabilitiesIn(context))) {
      throw new MissingRequiredClientCapabilityError({ requiredCapabilities: required });
    }
    const callContext = callContextIn(context);
    if (callContext.caller === null || !isUuid(taskId)) throw taskNotFound();
    const reply = await call(callContext, { method: 'GET', path: `/orders/${taskId}` });
    if (reply.status === 404) throw taskNotFound();
    if (!isSuccess(reply)) throw new ProtocolError(ProtocolErrorCode.InternalError, errorIn(reply).message);
    return orderFrom(reply.body);
  }

  const older = createOlderTasks({ call, callContextIn, orderOf });
  older.register(server, params);
  server.setRequestHandler('tasks/get', { params }, async ({ taskId }, context) => {
    if (isOlder(context)) return older.get(taskId, context);
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
    await call(callContextIn(context), { method: 'POST', path: `/orders/${taskId}/cancel` });
    if (isOlder(context)) return older.get(taskId, context);
    return {};
  });
}
