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
import { type Call, errorIn, isFine } from './call.ts';
import { lateSchema } from './late-schema.ts';
import { buying, isOrder, noSuchTask, type OrderView, orderIn, resultOfOrder, taskOf } from './task-of-order.ts';
import { createOlderTasks, isOlder } from './tasks-2025.ts';
import type { Visit } from './visit.ts';

export const tasksExtension = 'io.modelcontextprotocol/tasks';
const required: ClientCapabilities = { extensions: { [tasksExtension]: {} } };

export const knowsTasks = (capabilities: ClientCapabilities | undefined): boolean =>
  capabilities?.extensions?.[tasksExtension] !== undefined;

/** An accepted order as a task, for a client that said on this very request that it knows tasks. */
export function asTask(result: CallToolResult): CallToolResult {
  const order = result.structuredContent;
  if (result.isError || !isOrder(order) || !buying.has(order.status)) return result;
  return { ...result, resultType: 'task', ...taskOf(order) } as CallToolResult;
}

interface TaskNeeds {
  call: Call;
  visitIn(context: ServerContext): Visit;
  capabilitiesIn(context: ServerContext): ClientCapabilities | undefined;
}

const params = lateSchema<{ taskId: string }>({
  type: 'object',
  properties: { taskId: { type: 'string' } },
  required: ['taskId'],
});

/** A task is the order of the same id: every call is the operation on it, with the key of the caller. */
export function registerTasks({ server }: McpServer, { call, visitIn, capabilitiesIn }: TaskNeeds): void {
  async function orderOf(taskId: string, context: ServerContext): Promise<OrderView> {
    // A client of 2025 says it on the call that makes the task.
    if (!isOlder(context) && !knowsTasks(capabilitiesIn(context))) {
      throw new MissingRequiredClientCapabilityError({ requiredCapabilities: required });
    }
    const visit = visitIn(context);
    if (visit.caller === null || !isUuid(taskId)) throw noSuchTask();
    const reply = await call(visit, { method: 'GET', path: `/orders/${taskId}` });
    if (reply.status === 404) throw noSuchTask();
    if (!isFine(reply)) throw new ProtocolError(ProtocolErrorCode.InternalError, errorIn(reply).message);
    return orderIn(reply.body);
  }

  const older = createOlderTasks({ call, visitIn, orderOf });
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
    await call(visitIn(context), { method: 'POST', path: `/orders/${taskId}/cancel` });
    if (isOlder(context)) return older.get(taskId, context);
    return {};
  });
}
